package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/keep"
	"omerta/say"
)

// backupCmd copies the database, which may be in use.
type backupCmd struct {
	To   string `arg:"" type:"path" help:"${cli_backup_to}"`
	DB   string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang string `help:"${cli_lang}"`
}

// Run makes the copy and prints where it lies. A copy that cannot be made is code 1.
func (c backupCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	path, err := thereIs(c.DB, l)
	if err != nil {
		return err
	}
	to := c.To
	if info, err := os.Stat(to); err == nil && info.IsDir() || strings.HasSuffix(to, string(filepath.Separator)) {
		to = filepath.Join(to, keep.Name(time.Now()))
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	err = sqlite.Copy(context.Background(), path, to)
	if errors.Is(err, fs.ErrExist) {
		return &mistake{1, say.T(l, "cli.backup.there", map[string]any{"file": to})}
	}
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(w, say.T(l, "cli.backup.done", map[string]any{"file": to}))
	return nil
}

// restoreCmd puts a copy in the place of the database.
type restoreCmd struct {
	From  string `arg:"" type:"path" help:"${cli_restore_from}"`
	DB    string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Force bool   `help:"${cli_restore_force}"`
	Lang  string `help:"${cli_lang}"`
}

// Run restores and prints where the database lies and what was moved aside. A copy
// that is none, a database in use, and one that is there already are code 1.
func (c restoreCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	path, err := database(c.DB)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil && !c.Force {
		return &mistake{1, say.T(l, "cli.restore.there", map[string]any{"db": path})}
	}
	aside, err := sqlite.Restore(context.Background(), c.From, path)
	if errors.Is(err, journal.ErrInUse) {
		return &mistake{1, say.T(l, "cli.restore.busy", map[string]any{"db": path})}
	}
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(w, say.T(l, "cli.restore.done", map[string]any{"file": c.From, "db": path}))
	if aside != "" {
		_, _ = fmt.Fprintln(w, say.T(l, "cli.restore.aside", map[string]any{"file": aside}))
	}
	return nil
}
