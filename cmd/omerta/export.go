package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"text/tabwriter"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/record"
	"omerta/say"
	"omerta/server"
	"omerta/table"
)

// exportCmd writes a game of the database as a record, or lists the games.
type exportCmd struct {
	Table string `arg:"" optional:"" help:"${cli_export_table}"`
	DB    string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Out   string `short:"o" type:"path" help:"${cli_export_out}"`
	JSON  bool   `name:"json" help:"${cli_export_json}"`
	Lang  string `help:"${cli_lang}"`
}

// Run exports or lists. An unknown game is code 1, and so is a database that is not there:
// none is made.
func (c exportCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	if _, err := thereIs(c.DB, l); err != nil {
		return err
	}
	return withHub(c.DB, func(ctx context.Context, hub *table.Hub) error {
		if c.Table == "" {
			return listGames(ctx, w, hub, l)
		}
		t, err := hub.Get(ctx, c.Table)
		if errors.Is(err, journal.ErrNoTable) {
			return &mistake{1, say.T(l, "cli.export.none", map[string]any{"id": c.Table})}
		}
		if err != nil {
			return err
		}
		write := server.ExportRecord
		if c.JSON {
			write = server.ExportJSON
		}
		body, err := write(ctx, t)
		if errors.Is(err, server.ErrNotOver) {
			return &mistake{1, say.T(l, "cli.export.not-over", nil)}
		}
		if err != nil {
			return err
		}
		if c.Out != "" {
			err = os.WriteFile(c.Out, body, 0o600)
		} else {
			_, err = w.Write(body)
		}
		return errors.Join(err, t.Damage()) // of a damaged game, what is sound is written all the same
	})
}

// thereIs gives the file of a database and refuses one that is not there: whoever reads
// from it has mistyped it.
func thereIs(db string, l say.Lang) (path string, err error) {
	if path, err = database(db); err != nil {
		return "", err
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", &mistake{1, say.T(l, "cli.db.none", map[string]any{"db": path})}
	}
	return path, nil // what else is wrong with it is told when it is opened
}

// listGames prints a line a game, newest first.
func listGames(ctx context.Context, w io.Writer, hub *table.Hub, l say.Lang) error {
	all, err := hub.List(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, g := range all {
		end := say.Phase(string(g.Summary.Phase), l)
		if g.Summary.Outcome.Winner != mafia.NoWinner {
			end = say.Outcome(string(g.Summary.Outcome.Winner), l)
		}
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%s\t%s\n", g.ID, time.UnixMilli(g.CreatedAt).Format("2006-01-02 15:04"),
			g.Rulebook, len(g.Seats), end, g.Title)
	}
	return out.Flush()
}

// importCmd puts records of games into the database.
type importCmd struct {
	Files []string `arg:"" name:"file" help:"${cli_import_file}"`
	DB    string   `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Keep  bool     `help:"${cli_import_keep}"`
	Lang  string   `help:"${cli_lang}"`
}

// Run imports each file that has no fault and whose game is not there yet, unless
// it is to be kept all the same; the others are told, fault by fault, and make the
// code 1.
func (c importCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	return withHub(c.DB, func(ctx context.Context, hub *table.Hub) error {
		code := exit(0)
		for _, name := range c.Files {
			data, err := readFile(name)
			if err != nil {
				_, _ = fmt.Fprintln(os.Stderr, "omerta:", unread(l, name, err))
				code = 2
				continue
			}
			t, twin, faults, err := server.Import(ctx, hub, data, c.Keep)
			if err != nil {
				return err
			}
			tellFaults(w, l, name, faults)
			if len(faults) > 0 {
				code = max(code, 1)
				continue
			}
			if t == nil {
				_, _ = fmt.Fprintln(w, say.T(l, "cli.import.twin", map[string]any{"file": name, "id": twin}))
				code = max(code, 1)
				continue
			}
			_, _ = fmt.Fprintln(w, say.T(l, "cli.import.done", map[string]any{"file": name, "id": t.ID()}))
		}
		if code != 0 {
			return code
		}
		return nil
	})
}

// tellFaults prints the faults of a record that do not merely follow from others,
// and how many more there may be.
func tellFaults(w io.Writer, l say.Lang, name string, faults []record.Fault) {
	follow := 0
	for _, f := range faults {
		if f.Follows {
			follow++
			continue
		}
		_, _ = fmt.Fprintf(w, "%s:%s\n", name, f.In(l))
	}
	if follow > 0 {
		_, _ = fmt.Fprintln(w, say.T(l, "cli.import.follow", map[string]any{"file": name, "n": follow}))
	}
}

// withHub opens the tables of a database file for one piece of work. A running
// server holds the file: then the error says so.
func withHub(db string, work func(context.Context, *table.Hub) error) error {
	ctx := context.Background()
	path, err := database(db)
	if err != nil {
		return err
	}
	return withStore(ctx, path, func(store journal.Store) error {
		hub, err := table.Open(ctx, store, table.WithLog(slog.New(slog.DiscardHandler)))
		if err != nil {
			return err
		}
		defer hub.Close()
		return work(ctx, hub)
	})
}
