// Package keep makes copies of a journal while games are played: by the hour if
// anything was written, and soon after each game that ends. A copy is consistent, was
// looked through before it got its name, and opens like any journal. What goes wrong
// with copies is told and never reaches a table.
package keep

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"omerta/journal/sqlite"
)

// Source is what is copied: a sqlite.Store.
type Source interface {
	// Backup writes a consistent copy to a new file.
	Backup(ctx context.Context, path string) error
	// Writes is the same twice where nothing was written in between.
	Writes() uint64
}

// Config says what a Keeper copies, and whereto.
type Config struct {
	Source Source
	// Dir is made when it is missing, for its owner only; "": copies are made only where
	// somebody asks for one.
	Dir string
	Log *slog.Logger
	Now func() time.Time // nil: time.Now
	// Calm is how long after the end of a game its copy is made, 0: five seconds;
	// others that end meanwhile are in the same one.
	Calm time.Duration
}

const (
	every = time.Hour
	calm  = 5 * time.Second
	again = 10 * time.Minute // after a copy that failed
	whole = 10 * time.Minute // how long one may take
)

// Keeper makes copies. Make it with New.
type Keeper struct {
	Config
	due chan struct{} // capacity 1: a game has ended

	one sync.Mutex // one copy at a time; held for long

	mu     sync.Mutex // guards what follows; held for moments
	failed error      // of the last try
	at     time.Time  // of the last try
	seen   uint64     // Source.Writes before the last copy that was made
	made   bool       // one was made since the start
}

// ErrNoFolder: no folder for copies was named.
var ErrNoFolder = errors.New("no folder for copies was named")

// New makes a keeper and its folder. One that cannot be used is no reason not to play:
// State and the log say so, and it is tried again.
func New(c Config) *Keeper {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Calm == 0 {
		c.Calm = calm
	}
	k := &Keeper{Config: c, due: make(chan struct{}, 1)}
	if c.Dir == "" {
		return k
	}
	if k.failed = k.prepare(); k.failed != nil {
		k.at = c.Now()
		c.Log.Error("no copies of the database can be made", "folder", c.Dir, "err", k.failed)
	}
	return k
}

func (k *Keeper) prepare() error {
	dir, err := filepath.Abs(k.Dir)
	if err != nil {
		return err
	}
	k.Dir = dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, prefix+"*.probe")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// GameOver says that a game has ended. It never waits.
func (k *Keeper) GameOver() {
	select {
	case k.due <- struct{}{}:
	default:
	}
}

// Run makes copies until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	if k.Dir == "" {
		return
	}
	timer := time.NewTimer(k.first())
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-k.due:
			if !pause(ctx, k.Calm) {
				return
			}
			select { // another that has ended meanwhile is in the same copy
			case <-k.due:
			default:
			}
		}
		next := every
		if k.changed() {
			if _, err := k.Copy(ctx); err != nil && ctx.Err() == nil {
				next = again
			}
		}
		timer.Reset(next)
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// first is how long the first copy may wait: an hour after the last of an earlier run.
func (k *Keeper) first() time.Duration {
	all, err := List(k.Dir)
	if err != nil || len(all) == 0 {
		return calm
	}
	return min(max(every-k.Now().Sub(all[0].At), calm), every)
}

func (k *Keeper) changed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.made || k.failed != nil || k.Source.Writes() != k.seen
}

// Copy makes a copy now and clears the folder of those that need not be kept. A copy
// that cannot be made, or does not stand the look through it, is an error and leaves
// no file.
func (k *Keeper) Copy(ctx context.Context) (Copy, error) {
	if k.Dir == "" {
		return Copy{}, ErrNoFolder
	}
	k.one.Lock()
	defer k.one.Unlock()
	ctx, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	writes, now := k.Source.Writes(), k.Now()
	c, err := k.write(ctx, now)
	if err == nil {
		if no := k.clear(now); no != nil {
			k.Log.Warn("cannot clear the folder of copies", "folder", k.Dir, "err", no)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil && k.failed == nil {
		k.Log.Error("no copy of the database could be made", "folder", k.Dir, "err", err)
	}
	if k.failed, k.at = err, now; err == nil {
		k.made, k.seen = true, writes
	}
	return c, err
}

func (k *Keeper) write(ctx context.Context, now time.Time) (Copy, error) {
	// The folder is not made anew: where a stick was pulled out, copies would lie on the
	// very disk from which they are to be safe.
	for { // one a second
		if _, err := os.Lstat(filepath.Join(k.Dir, Name(now))); err != nil {
			break
		}
		now = now.Add(time.Second)
	}
	path := filepath.Join(k.Dir, Name(now))
	part := path + ".0.part"
	_ = os.Remove(part)
	defer func() { _ = os.Remove(part) }()
	if err := k.Source.Backup(ctx, part); err != nil {
		return Copy{}, err
	}
	if err := sqlite.Verify(ctx, part); err != nil {
		return Copy{}, err
	}
	info, err := os.Stat(part)
	if err != nil {
		return Copy{}, err
	}
	return Copy{Name(now), now.UTC().Truncate(time.Second), info.Size()}, os.Rename(part, path)
}

// State is how copies stand.
type State struct {
	Dir    string
	Copies []Copy // the newest first
	Failed error  // of the last try, nil when it went well
	At     time.Time
}

// State looks at the folder.
func (k *Keeper) State() State {
	if k.Dir == "" {
		return State{}
	}
	all, err := List(k.Dir)
	k.mu.Lock()
	defer k.mu.Unlock()
	s := State{Dir: k.Dir, Copies: all, Failed: k.failed, At: k.at}
	if s.Failed == nil {
		s.Failed = err
	}
	return s
}

// Open opens a copy of the folder to read it; the name must be one that List gives.
func (k *Keeper) Open(name string) (*os.File, error) {
	if _, ok := moment(name); !ok || k.Dir == "" {
		return nil, os.ErrNotExist
	}
	return os.Open(filepath.Join(k.Dir, name))
}

// Snapshot calls use with the file of a fresh copy, which is gone afterwards.
func (k *Keeper) Snapshot(ctx context.Context, use func(path string) error) (err error) {
	dir, err := os.MkdirTemp("", "omerta-copy-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "omerta.db")
	if err := k.Source.Backup(ctx, path); err != nil {
		return err
	}
	return use(path)
}
