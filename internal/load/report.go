package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

var columns = []string{"what    ", "tables", "streams", "asked/s", "done/s", "p50 ms", "p99 ms", "seen p99", "frames/s", "wrong", "MB", "cores", "client", "others"}

// latencies are times that were measured.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	l.all = append(l.all, d)
	l.mu.Unlock()
}

// reset forgets what was measured and gives it, sorted.
func (l *latencies) reset() []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.all
	l.all = nil
	slices.Sort(out)
	return out
}

// at is a quantile in milliseconds.
func at(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[min(len(sorted)-1, int(q*float64(len(sorted))))].Microseconds()) / 1000
}

// pair is a foul and its undo, so that a table never ends and always changes.
var pair = [2]string{`{"do":"foul","to":3,"n":1,"reason":""}`, `{"do":"undo","to":0}`}

// give gives a command that was due at a moment, and notes how long it took from
// then on.
func (h *house) give(r *room, due time.Time, took *latencies) error {
	r.due.Store(int64(due.Sub(h.begun)))
	c := pair[r.i%2]
	r.i++
	err := h.ask(h.host, "POST", "/api/tables/"+r.id+"/commands", map[string]any{"command": raw(c)}, nil)
	took.add(time.Since(due))
	return err
}

type raw string

// MarshalJSON implements json.Marshaler.
func (r raw) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// report puts a house under load and prints a line. "cores" is what the server
// used of the processors, "client" this program, "others" everything else.
func report(name string, s stage, h *house, p *process, long time.Duration) error {
	var took latencies
	h.seen.reset()
	before, err := p.spent()
	if err != nil {
		return err
	}
	begun := time.Now()
	load := h.openLoop
	if s.rate == 0 {
		load = h.closedLoop
	}
	if err := load(s.rate, long, &took); err != nil {
		return err
	}
	ran := time.Since(begun)
	time.Sleep(200 * time.Millisecond) // the last frames
	after, err := p.spent()
	if err != nil {
		return err
	}
	mb, _, err := p.usage()
	if err != nil {
		return err
	}
	done, seen := took.reset(), h.seen.reset()
	cores := func(used time.Duration) string {
		return fmt.Sprintf("%.2f", used.Seconds()/time.Since(begun).Seconds())
	}
	server, client := after.server-before.server, after.client-before.client
	cells := []string{
		fmt.Sprintf("%-8s", name), fmt.Sprint(s.tables), fmt.Sprint(len(h.phones)), fmt.Sprint(s.rate),
		fmt.Sprintf("%.0f", float64(len(done))/ran.Seconds()), fmt.Sprintf("%.2f", at(done, 0.5)), fmt.Sprintf("%.2f", at(done, 0.99)),
		fmt.Sprintf("%.2f", at(seen, 0.99)), fmt.Sprintf("%.0f", float64(len(seen))/ran.Seconds()), fmt.Sprint(h.wrong.Load()),
		fmt.Sprintf("%.0f", mb), cores(server), cores(client), cores(after.machine - before.machine - server - client),
	}
	fmt.Println(strings.Join(cells, "\t"))
	return nil
}

// openLoop gives commands at fixed moments, whether or not earlier ones were answered;
// those of one table one after the other, for they are one host's.
func (h *house) openLoop(rate int, long time.Duration, took *latencies) error {
	every := time.Second / time.Duration(rate)
	begun := time.Now()
	var all sync.WaitGroup
	var once sync.Once
	var bad error
	busy := make([]sync.Mutex, len(h.tables))
	for i := range int(long / every) {
		due := begun.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		all.Go(func() {
			k := i % len(h.tables)
			busy[k].Lock()
			defer busy[k].Unlock()
			if err := h.give(h.tables[k], due, took); err != nil {
				once.Do(func() { bad = err })
			}
		})
	}
	all.Wait()
	return bad
}

// closedLoop gives each table its next command when the last is answered.
func (h *house) closedLoop(_ int, long time.Duration, took *latencies) error {
	end := time.Now().Add(long)
	errs := make(chan error, len(h.tables))
	for _, r := range h.tables {
		go func() {
			for time.Now().Before(end) {
				if err := h.give(r, time.Now(), took); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	var err error
	for range h.tables {
		err = errors.Join(err, <-errs)
	}
	return err
}
