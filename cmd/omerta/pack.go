package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"omerta/archive"
	"omerta/club/ledger"
	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/say"
	"omerta/server"
	"omerta/table"
)

// packCmd packs the whole club into one file, to move house.
type packCmd struct {
	To   string `arg:"" type:"path" help:"${cli_pack_to}"`
	DB   string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang string `help:"${cli_lang}"`
}

// Run packs a copy of the database, so that the program may be running.
func (c packCmd) Run(w io.Writer) (err error) {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	path, err := thereIs(c.DB, l)
	if err != nil {
		return err
	}
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "omerta-pack-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "club.db")
	if err := sqlite.Copy(ctx, path, copied); err != nil {
		return err
	}
	out, err := os.OpenFile(c.To, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &mistake{1, say.T(l, "cli.backup.there", map[string]any{"file": c.To})}
	}
	if err != nil {
		return err
	}
	m, err := server.PackFile(ctx, out, copied, versionLine(buildInfo()))
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(c.To))
	}
	_, _ = fmt.Fprintln(w, say.T(l, "cli.pack.done", map[string]any{"file": c.To}))
	tellClub(w, l, m)
	return nil
}

// tellClub prints what is in an archive.
func tellClub(w io.Writer, l say.Lang, m archive.Manifest) {
	_, _ = fmt.Fprintln(w, say.T(l, "cli.pack.club", map[string]any{"tables": m.Tables, "docs": m.Docs, "hash": m.Hash}))
	if m.Left > 0 {
		_, _ = fmt.Fprintln(w, say.T(l, "cli.pack.left", map[string]any{"n": m.Left}))
	}
}

// unpackCmd brings a club from an archive into a database without one.
type unpackCmd struct {
	From string `arg:"" type:"path" help:"${cli_unpack_from}"`
	DB   string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang string `help:"${cli_lang}"`
}

// Run unpacks beside the database, looks through what came out, and only then puts it
// in its place. Where anything is wrong, nothing has changed and the code is 1.
func (c unpackCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	path, err := database(c.DB)
	if err != nil {
		return err
	}
	m, err := unpack(context.Background(), c.From, path)
	args := map[string]any{"file": c.From, "db": path}
	switch {
	case errors.Is(err, archive.ErrNotEmpty):
		return &mistake{1, say.T(l, "cli.unpack.not-empty", args)}
	case errors.Is(err, journal.ErrInUse):
		return &mistake{1, say.T(l, "cli.restore.busy", args)}
	case err != nil:
		return err
	}
	_, _ = fmt.Fprintln(w, say.T(l, "cli.unpack.done", args))
	tellClub(w, l, m)
	return nil
}

// own are documents that stay where they are: the keys of this house and who has them.
var own = []string{"secret", "session", "guest", "voice"}

func unpack(ctx context.Context, from, path string) (m archive.Manifest, err error) {
	f, err := os.Open(from)
	if err != nil {
		return m, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return m, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return m, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".unpack-")
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	fresh := filepath.Join(dir, "club.db")
	err = withStore(ctx, fresh, func(store journal.Store) (err error) {
		if err := carryOwn(ctx, path, store); err != nil {
			return err
		}
		// Looking through a club may add to it, so that is done with another copy.
		trial := journal.NewMemory()
		if _, err := archive.Read(ctx, f, info.Size(), trial); err != nil {
			return err
		}
		if err := readable(ctx, trial); err != nil {
			return err
		}
		m, err = archive.Read(ctx, f, info.Size(), store)
		return err
	})
	if err == nil {
		_, err = sqlite.Restore(ctx, fresh, path)
	}
	return m, err
}

// carryOwn copies the keys of a database, if there is one, which must hold no club.
func carryOwn(ctx context.Context, path string, to journal.Store) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return withStore(ctx, path, func(old journal.Store) error {
		if err := archive.Empty(ctx, old); err != nil {
			return err
		}
		for _, kind := range own {
			docs, err := old.Docs(ctx, kind)
			if err != nil {
				return err
			}
			for _, d := range docs {
				if err := to.PutDoc(ctx, kind, d.ID, d.Data); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// readable plays every table of a store and reads its club.
func readable(ctx context.Context, store journal.Store) error {
	quiet := slog.New(slog.DiscardHandler)
	hub, err := table.Open(ctx, store, table.WithLog(quiet))
	if err != nil {
		return err
	}
	defer hub.Close()
	all, err := hub.List(ctx)
	if err != nil {
		return err
	}
	for _, l := range all {
		t, err := hub.Get(ctx, l.ID)
		if err == nil {
			err = t.Damage()
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", l.ID, err)
		}
	}
	led, err := ledger.Open(ctx, store, ledger.Config{Now: time.Now, Log: quiet})
	if err != nil {
		return err
	}
	defer led.Close()
	return led.Damage()
}

// withStore opens a database for one piece of work.
func withStore(ctx context.Context, path string, work func(journal.Store) error) (err error) {
	store, err := sqlite.Open(ctx, path, sqlite.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	defer func() {
		if closed := store.Close(); err == nil {
			err = closed
		}
	}()
	return work(store)
}
