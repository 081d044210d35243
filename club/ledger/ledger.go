// Package ledger keeps a club live: one goroutine owns it, a command is answered
// when it is on disk. The journal is a table of its own kind in the same store as
// the games; what is written about people lies beside it, in documents that are
// overwritten.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"omerta/club"
	"omerta/journal"
	"omerta/say"
)

// The club's journal among the tables of a store.
const (
	// TableID is its id.
	TableID = "club"
	// Kind stands in its meta, as tables of games have theirs.
	Kind = "club"
	// founded is the verb of the first entry, which says nothing.
	founded club.Verb = "found"
)

// ErrClosed: the ledger was closed.
var ErrClosed = errors.New("the club's ledger is closed")

// Config says how a ledger is set up. Now is needed.
type Config struct {
	Now func() time.Time
	Log *slog.Logger // nil: nowhere; no name is ever written there
}

// Ledger is a live club. Its methods may be called from many goroutines.
type Ledger struct {
	Config
	store journal.Store
	ctx   context.Context
	stop  context.CancelFunc

	calls chan func()
	done  chan struct{}
	club  atomic.Pointer[club.Club]

	mu      sync.Mutex
	changed chan struct{}

	damage error // set before the goroutine starts

	// The goroutine's own.
	seq   uint64
	stale bool // an append failed in a way that leaves open whether it was made
	loose bool // texts that are to be gone may still lie there
	shelf shelf
}

// Open opens the club of a store, or founds it, and takes over the people whom
// older versions of the program kept as documents. A club whose journal is damaged
// opens as far as it is sound and takes nothing more in. Errors: journal.ErrNewer,
// journal.ErrUnavailable.
func Open(ctx context.Context, store journal.Store, c Config) (*Ledger, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	l := &Ledger{Config: c, store: store, calls: make(chan func()), done: make(chan struct{}), changed: make(chan struct{})}
	l.ctx, l.stop = context.WithCancel(context.WithoutCancel(ctx))
	err := l.wake(ctx)
	if errors.Is(err, journal.ErrDamaged) && l.club.Load() != nil {
		l.Log.Error("the club's journal is damaged", "sound entries", l.seq)
		l.damage, err = err, nil
	}
	if err == nil && l.damage == nil {
		err = l.settle()
	}
	if err != nil {
		l.stop()
		return nil, err
	}
	go l.loop()
	return l, nil
}

// wake reads the journal, which it begins where there is none.
func (l *Ledger) wake(ctx context.Context) error {
	info, err := l.store.Info(ctx, TableID)
	if errors.Is(err, journal.ErrNoTable) {
		return l.found(ctx)
	}
	if err != nil {
		return fmt.Errorf("look for the club: %w", err)
	}
	if info.Version > club.EntryVersion {
		return fmt.Errorf("%w: the club", journal.ErrNewer)
	}
	return l.read()
}

// found begins the journal.
func (l *Ledger) found(ctx context.Context) error {
	e := club.Entry{Verb: founded, Keep: -1, Aside: true, At: l.Now()}
	data, err := e.Marshal()
	if err != nil {
		return err
	}
	meta, err := json.Marshal(map[string]string{"kind": Kind})
	if err != nil {
		return err
	}
	info := journal.TableInfo{ID: TableID, Created: e.At, Meta: meta, Version: club.EntryVersion}
	if err := l.store.Create(ctx, info, journal.Entry{Seq: 1, At: e.At, By: "program", Data: data}); err != nil {
		return fmt.Errorf("found the club: %w", err)
	}
	return l.read()
}

// read reads journal and texts. Where the journal is damaged it gives the club
// before that, with journal.ErrDamaged, whose text repeats nothing of the entry.
func (l *Ledger) read() error {
	texts, damage := l.shelf.load(l.ctx, l.store)
	if damage != nil && !errors.Is(damage, journal.ErrDamaged) {
		return damage
	}
	var entries []club.Entry
	var seq uint64
	rerr := l.store.Read(l.ctx, TableID, 1, func(je journal.Entry) error {
		e, err := club.UnmarshalEntry(je.Data, je.At)
		if err != nil {
			return fmt.Errorf("%w: the club, entry %d cannot be read", journal.ErrDamaged, je.Seq)
		}
		entries, seq = append(entries, e), je.Seq
		return nil
	})
	if rerr != nil && !errors.Is(rerr, journal.ErrDamaged) {
		return rerr
	}
	c, err := club.Restore(entries, texts)
	for err != nil && len(entries) > 0 { // one that can be read and means nothing
		entries, seq = entries[:len(entries)-1], seq-1
		rerr = fmt.Errorf("%w: the club, entry %d does not follow", journal.ErrDamaged, seq+1)
		c, err = club.Restore(entries, texts)
	}
	if err != nil {
		return err
	}
	l.seq, l.stale, l.loose = seq, false, true
	l.show(c)
	return errors.Join(rerr, damage)
}

// settle puts in order what a program that died may have left, and takes people
// over.
func (l *Ledger) settle() error {
	people, err := l.older()
	if err != nil {
		return err
	}
	if len(people) > 0 {
		_, err := l.accept(Request{By: "program", Plan: func(*club.Club) (club.Command, error) {
			return club.TakeOver{People: people}, nil
		}})
		var no *club.Refusal
		if err != nil && !errors.As(err, &no) { // refused: all of them are here already
			return fmt.Errorf("take people over: %w", err)
		}
		if err := l.dropOlder(people); err != nil {
			return err
		}
	}
	return l.sweep()
}

// Club is the club as it is now.
func (l *Ledger) Club() *club.Club { return l.club.Load() }

// Damage is a journal.ErrDamaged where the club's journal is not what was written: the
// club is as it was before that, and takes nothing more in.
func (l *Ledger) Damage() error { return l.damage }

// Changed gives a channel that is closed with the next change.
func (l *Ledger) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// show makes a club the present one.
func (l *Ledger) show(c *club.Club) {
	l.club.Store(c)
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
}

// Close ends the ledger.
func (l *Ledger) Close() {
	l.stop()
	<-l.done
}

func (l *Ledger) loop() {
	defer close(l.done)
	for {
		select {
		case f := <-l.calls:
			f()
		case <-l.ctx.Done():
			return
		}
	}
}

// Request is a command to the club.
type Request struct {
	By string
	// Key is the client's own name for this command: the same again does nothing and
	// gives the answer again, as far as the journal tells it. Empty: no such promise.
	Key string
	// Seen is the revision that the client acted upon; where others have changed the
	// club since, the command is refused as stale. Nil: no such guard.
	Seen    *int
	Command club.Command
	// Plan makes the command of the club as it is when its turn has come, instead of
	// Command. Its error is that of the request.
	Plan func(*club.Club) (club.Command, error)
}

// Answer is an acknowledged command: it is durable.
type Answer struct {
	Revision int                `json:"revision"` // after it
	People   []string           `json:"people"`   // ids of whom it was about, the new ones first of all
	Evening  string             `json:"evening"`  // id of the evening that was opened
	Warnings []say.Line         `json:"warnings"`
	Import   *club.ImportReport `json:"import"`
}

// Command gives a command to the club and waits until it is durable. Errors: a
// *club.Refusal, ErrClosed, journal.ErrDamaged, or a journal.ErrUnavailable; then
// nothing has changed, or, when the storage failed in the middle, the same key again
// tells.
func (l *Ledger) Command(ctx context.Context, r Request) (a Answer, err error) {
	finished := make(chan struct{})
	select {
	case l.calls <- func() { defer close(finished); a, err = l.accept(r) }:
	case <-l.done:
		return Answer{}, ErrClosed
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
	<-finished
	return a, err
}

// accept judges a command and writes it down.
func (l *Ledger) accept(r Request) (Answer, error) {
	if l.damage != nil {
		return Answer{}, l.damage
	}
	if l.stale {
		if err := l.read(); err != nil {
			return Answer{}, err
		}
	}
	if a, found, err := l.repeated(r); found || err != nil {
		return a, err
	}
	a, err := l.judge(r)
	if errors.Is(err, journal.ErrGap) { // somebody else writes to this journal
		if err := l.read(); err != nil {
			return Answer{}, err
		}
		a, err = l.judge(r)
	}
	return a, err
}

// judge decides a command of the club as it is now.
func (l *Ledger) judge(r Request) (Answer, error) {
	c := l.club.Load()
	if r.Seen != nil && *r.Seen != c.Revision() {
		return Answer{}, &club.Refusal{Why: club.WhyStale}
	}
	cmd := r.Command
	if r.Plan != nil {
		var err error
		if cmd, err = r.Plan(c); err != nil {
			return Answer{}, err
		}
	}
	d, err := c.Decide(cmd, l.Now())
	if err != nil {
		return Answer{}, err
	}
	if err := l.enact(r, c, &d); err != nil {
		return Answer{}, err
	}
	return answer(l.club.Load(), &d), nil
}

func answer(c *club.Club, d *club.Decision) Answer {
	a := Answer{Revision: c.Revision(), People: d.People, Evening: d.Evening, Warnings: d.Warnings, Import: d.Import}
	if a.People == nil {
		a.People = []string{}
	}
	if a.Warnings == nil {
		a.Warnings = []say.Line{}
	}
	return a
}

// enact makes a decision durable: first the texts that its entry names, then the
// entry, then whatever texts are to be gone.
func (l *Ledger) enact(r Request, c *club.Club, d *club.Decision) error {
	next, err := c.Apply(d.Entry, d.Texts...)
	if err != nil {
		return err
	}
	data, err := d.Entry.Marshal()
	if err != nil {
		return err
	}
	if len(d.Texts) > 0 {
		l.loose = true // until the entry stands
		if err := l.shelf.put(l.ctx, l.store, slices.Concat(c.Texts(), d.Texts)); err != nil {
			return err
		}
	}
	e := journal.Entry{Seq: l.seq + 1, At: d.Entry.At, By: r.By, Data: data, Key: r.Key}
	if err := l.store.Append(l.ctx, TableID, e); err != nil {
		l.stale = !errors.Is(err, journal.ErrInvalid)
		return err
	}
	l.seq++
	l.loose = len(next.Texts()) != len(c.Texts())+len(d.Texts)
	l.show(next)
	return l.sweep()
}

// sweep makes what lies beside the journal exactly what the club knows.
func (l *Ledger) sweep() error {
	if !l.loose {
		return nil
	}
	if err := l.shelf.put(l.ctx, l.store, l.club.Load().Texts()); err != nil {
		return err
	}
	l.loose = false
	return nil
}

// repeated looks whether a command was accepted before under the same key. The
// journal keeps no words, so it is known by its verb.
func (l *Ledger) repeated(r Request) (Answer, bool, error) {
	if err := l.sweep(); err != nil { // a wish to be forgotten is not answered before
		return Answer{}, false, err
	}
	if r.Key == "" {
		return Answer{}, false, nil
	}
	old, found, err := l.store.ByKey(l.ctx, TableID, r.Key)
	if err != nil || !found {
		return Answer{}, false, err
	}
	e, err := club.UnmarshalEntry(old.Data, old.At)
	if err != nil {
		return Answer{}, false, fmt.Errorf("%w: the club, entry %d cannot be read", journal.ErrDamaged, old.Seq)
	}
	if r.Command != nil && r.Command.Verb() != e.Verb || old.By != r.By {
		return Answer{}, false, &club.Refusal{Why: club.WhyKeyUsed}
	}
	d := club.Decision{Entry: e}
	for _, ev := range e.Events {
		switch ev := ev.(type) {
		case club.PersonAdded:
			d.People = append(d.People, ev.Person)
		case club.EveningOpened:
			d.Evening = ev.Evening
		}
	}
	return answer(l.club.Load(), &d), true, nil
}
