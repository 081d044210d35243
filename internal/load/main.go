// Command load measures the program under the load of many rooms: it starts the
// real binary on a new database, lets phones in, gives commands at fixed moments
// whether or not earlier ones were answered, and checks every frame. The same
// client measures a floor: a server that has neither game nor journal and sends
// as many bytes. Times count from the moment at which a command was due.
//
//	go run ./internal/load -bin bin/omerta
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// stage is one load: so many tables with twelve phones each, so many commands a
// second over all.
type stage struct {
	tables, rate int
}

var stages = []stage{{20, 40}, {200, 200}, {800, 1000}}

// phonesATable is how many phones look at each table.
const phonesATable = 12

func main() {
	bin := flag.String("bin", "bin/omerta", "the program to measure")
	seconds := flag.Int("seconds", 20, "how long each load lasts")
	most := flag.Int("tables", 800, "leave out loads with more tables")
	floor := flag.String("floor", "", "serve the floor at this address (the tool starts itself so)")
	flag.Parse()
	if *floor != "" {
		if err := serveFloor(*floor); err != nil {
			fail(err)
		}
		return
	}
	if err := run(*bin, time.Duration(*seconds)*time.Second, *most); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "load:", err)
	os.Exit(1)
}

func run(bin string, long time.Duration, most int) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	dir, err := os.MkdirTemp("", "omerta-load")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fmt.Println(strings.Join(columns, "\t"))
	for i, s := range stages {
		if s.tables > most {
			continue
		}
		db := filepath.Join(dir, fmt.Sprint(i, ".db"))
		if err := measure(ctx, s, long, db, bin, i == len(stages)-1 || stages[i+1].tables > most); err != nil {
			return fmt.Errorf("%d tables: %w", s.tables, err)
		}
	}
	return nil
}

// measure measures a load on the program and on the floor; after the last load
// come the storm of phones that come back and the restart.
func measure(ctx context.Context, s stage, long time.Duration, db, bin string, last bool) error {
	p, err := start(ctx, bin, "serve", "--addr", "127.0.0.1:0", "--db", db)
	if err != nil {
		return err
	}
	defer p.end()
	h := newHouse(p.url)
	if err := h.fill(ctx, s.tables); err != nil {
		return fmt.Errorf("fill the house: %w", err)
	}
	if err := report("omerta", s, h, p, long); err != nil {
		return err
	}
	if last {
		if err := storm(h); err != nil {
			return err
		}
		h.leave()
		if err := restart(ctx, p, bin, db, s.tables); err != nil {
			return err
		}
	}
	h.leave()
	p.end()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := start(ctx, self, "-floor", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer f.end()
	bare := newHouse(f.url)
	bare.size = h.frame
	bare.bare(s.tables)
	return report("floor", s, bare, f, long)
}

// storm ends every stream at once and waits until each has a frame again.
func storm(h *house) error {
	h.leave()
	begun := time.Now()
	if err := h.listen(); err != nil {
		return err
	}
	fmt.Printf("%d phones came back at once and had their frame within %.1f s\n", len(h.phones), time.Since(begun).Seconds())
	return nil
}

// restart kills the program and waits until it answers again, and until each
// table has been looked at.
func restart(ctx context.Context, p *process, bin, db string, tables int) error {
	p.kill()
	begun := time.Now()
	again, err := start(ctx, bin, "serve", "--addr", "127.0.0.1:0", "--db", db)
	if err != nil {
		return err
	}
	defer again.end()
	first := time.Since(begun)
	h := newHouse(again.url)
	if err := h.lookAtAll(); err != nil {
		return err
	}
	fmt.Printf("after SIGKILL with %d tables: the first answer in %.2f s, every table looked at in %.2f s\n", tables, first.Seconds(), time.Since(begun).Seconds())
	return nil
}
