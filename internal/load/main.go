// Command load measures the program under the load of many rooms: it starts the
// real binary on a new database, lets phones in, gives commands at fixed moments
// whether or not earlier ones were answered, and checks every frame. The same
// client measures a floor: a server that has neither game nor journal and encodes
// and sends as many bytes. Times count from the moment at which a command was due.
//
//	go run ./internal/load -bin bin/omerta
//	go run ./internal/load -bin bin/omerta -parts streams -least 800
//
// It needs Linux. A thousand tables want 13,000 open files in each process.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

// plan is what is to be measured.
type plan struct {
	bin         string
	dir         string // for databases
	long        time.Duration
	least, most int // tables of a load
	parts       string
	stored      int // tables of the restart
	entries     int // of each
	hostile     int // connections that mean no good
}

// stage is one load: so many tables with twelve phones each, so many commands a
// second over all; 0: as many as go through, one after the other at each table.
type stage struct {
	tables, rate int
}

var stages = []stage{{20, 40}, {200, 200}, {800, 1000}}

// full is the load under which the program and the floor are compared.
var full = stage{tables: 100}

// phonesATable is how many phones look at each table.
const phonesATable = 12

func main() {
	var p plan
	flag.StringVar(&p.bin, "bin", "bin/omerta", "the program to measure")
	seconds := flag.Int("seconds", 20, "how long each load lasts")
	flag.IntVar(&p.least, "least", 0, "leave out loads with fewer tables")
	flag.IntVar(&p.most, "tables", 800, "leave out loads with more tables")
	flag.StringVar(&p.parts, "parts", "streams,saturated,restart,hostile", "what to measure")
	flag.IntVar(&p.stored, "stored", 1000, "how many tables are in the database of the restart")
	flag.IntVar(&p.entries, "entries", 400, "and how many entries each of them has")
	flag.IntVar(&p.hostile, "hostile", 3000, "how many connections mean no good")
	floor := flag.String("floor", "", "serve the floor at this address (the tool starts itself so)")
	flag.Parse()
	if *floor != "" {
		if err := serveFloor(*floor); err != nil {
			fail(err)
		}
		return
	}
	debug.SetGCPercent(400) // the client has a share of the same processors
	p.long = time.Duration(*seconds) * time.Second
	if err := run(p); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "load:", err)
	os.Exit(1)
}

func run(p plan) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	var err error
	if p.dir, err = os.MkdirTemp("", "omerta-load"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(p.dir) }()
	for _, part := range []struct {
		name string
		run  func(context.Context, plan) error
	}{{"streams", streams}, {"saturated", saturated}, {"restart", restart}, {"hostile", besiege}} {
		if !strings.Contains(p.parts, part.name) {
			continue
		}
		if err := part.run(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// streams measures each load, and after the last the storm of phones that come back.
func streams(ctx context.Context, p plan) error {
	fmt.Println(strings.Join(columns, "\t"))
	for i, s := range stages {
		if s.tables > p.most || s.tables < p.least {
			continue
		}
		after := func(*house) error { return nil }
		if i == len(stages)-1 || stages[i+1].tables > p.most {
			after = storm
		}
		if err := measure(ctx, p, s, after); err != nil {
			return fmt.Errorf("%d tables: %w", s.tables, err)
		}
	}
	return nil
}

// saturated measures how much goes through.
func saturated(ctx context.Context, p plan) error {
	fmt.Println(strings.Join(columns, "\t"))
	return measure(ctx, p, full, func(*house) error { return nil })
}

// measure measures a load on the program and on the floor.
func measure(ctx context.Context, p plan, s stage, after func(*house) error) error {
	frame, err := measureOmerta(ctx, p, s, after)
	if err != nil {
		return err
	}
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
	defer bare.leave()
	bare.size = frame
	if err := bare.bare(s.tables); err != nil {
		return err
	}
	return report("floor", s, bare, f, p.long)
}

// measureOmerta gives the size of a frame.
func measureOmerta(ctx context.Context, p plan, s stage, after func(*house) error) (int, error) {
	db := filepath.Join(p.dir, fmt.Sprintf("%d-%d.db", s.tables, s.rate))
	o, err := start(ctx, p.bin, "serve", "--addr", "127.0.0.1:0", "--db", db)
	if err != nil {
		return 0, err
	}
	defer o.end()
	h := newHouse(o.url)
	defer h.leave()
	if err := h.fill(ctx, s.tables); err != nil {
		return 0, fmt.Errorf("fill the house: %w", err)
	}
	if err := report("omerta", s, h, o, p.long); err != nil {
		return 0, err
	}
	return int(h.frame.Load()), after(h)
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
