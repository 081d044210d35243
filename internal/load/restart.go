package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"omerta/journal/sqlite"
	"omerta/mafia"
	"omerta/table"
)

// restart kills the program over a database of many tables and waits until it
// answers again, and until each table has been looked at.
func restart(ctx context.Context, p plan) error {
	db := filepath.Join(p.dir, "stored.db")
	begun := time.Now()
	if err := store(ctx, db, p.stored, p.entries); err != nil {
		return fmt.Errorf("write the database: %w", err)
	}
	fmt.Printf("%d tables of %d entries written in %.0f s\n", p.stored, p.entries, time.Since(begun).Seconds())
	o, err := start(ctx, p.bin, "serve", "--addr", "127.0.0.1:0", "--db", db)
	if err != nil {
		return err
	}
	o.kill()
	begun = time.Now()
	if o, err = start(ctx, p.bin, "serve", "--addr", "127.0.0.1:0", "--db", db); err != nil {
		return err
	}
	defer o.end()
	h := newHouse(o.url)
	if err := h.enter(); err != nil {
		return err
	}
	first := time.Since(begun)
	if err := h.lookAtAll(); err != nil {
		return err
	}
	all := time.Since(begun)
	mb, cpu, err := o.usage()
	if err != nil {
		return err
	}
	fmt.Printf("after SIGKILL with %d tables: the first answer in %.2f s, every table looked at in %.2f s (%.2f s of processor time, %.0f MB)\n",
		p.stored, first.Seconds(), all.Seconds(), cpu.Seconds(), mb)
	return nil
}

// store makes a database of tables that have been played at.
func store(ctx context.Context, path string, tables, entries int) error {
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	hub, err := table.Open(ctx, s)
	if err != nil {
		return err
	}
	defer hub.Close()
	errs := make(chan error, tables)
	gate := make(chan struct{}, 64) // one sync for many
	var all sync.WaitGroup
	for range tables {
		gate <- struct{}{}
		all.Go(func() {
			defer func() { <-gate }()
			errs <- play(ctx, hub, entries)
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// play deals a table and gives commands until it has so many entries.
func play(ctx context.Context, hub *table.Hub, entries int) error {
	meta := table.Meta{Rulebook: "club", Deal: "lot"}
	for i := range phonesATable {
		meta.Seats = append(meta.Seats, table.Sitter{Nick: fmt.Sprintf("Гость %d", i+1)})
	}
	cast := mafia.CastOf([]mafia.Role{
		mafia.Don, mafia.Mafia, mafia.Mafia, mafia.Sheriff, mafia.Civilian, mafia.Civilian,
		mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian,
	})
	t, err := hub.Create(ctx, meta, mafia.Setup{Cast: cast, Seed: 1})
	if err != nil {
		return err
	}
	for i := range entries - 1 {
		if _, err := t.Command(ctx, table.Request{Who: mafia.Host, Command: json.RawMessage(pair[i%2])}); err != nil {
			return err
		}
	}
	return nil
}
