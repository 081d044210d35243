package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

var columns = []string{"what    ", "tables", "streams", "asked/s", "done/s", "p50 ms", "p99 ms", "seen p99", "frames/s", "wrong", "MB", "cores"}

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

// report puts a house under load and prints a line.
func report(name string, s stage, h *house, p *process, long time.Duration) error {
	var took latencies
	h.seen.reset()
	_, cpu, err := p.usage()
	if err != nil {
		return err
	}
	every := time.Second / time.Duration(s.rate)
	begun := time.Now()
	var all sync.WaitGroup
	var once sync.Once
	var bad error
	busy := make([]sync.Mutex, len(h.tables)) // a table's commands are one host's
	total := int(long / every)
	for i := range total {
		due := begun.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		all.Add(1)
		go func() {
			defer all.Done()
			k := i % len(h.tables)
			busy[k].Lock()
			defer busy[k].Unlock()
			if err := h.give(h.tables[k], due, &took); err != nil {
				once.Do(func() { bad = err })
			}
		}()
	}
	all.Wait()
	ran := time.Since(begun)
	time.Sleep(200 * time.Millisecond) // the last frames
	mb, now, err := p.usage()
	if err != nil {
		return err
	}
	done, seen := took.reset(), h.seen.reset()
	cells := []string{
		fmt.Sprintf("%-8s", name), fmt.Sprint(s.tables), fmt.Sprint(len(h.phones)), fmt.Sprint(s.rate),
		fmt.Sprintf("%.0f", float64(total)/ran.Seconds()), fmt.Sprintf("%.2f", at(done, 0.5)), fmt.Sprintf("%.2f", at(done, 0.99)),
		fmt.Sprintf("%.2f", at(seen, 0.99)), fmt.Sprintf("%.0f", float64(len(seen))/ran.Seconds()), fmt.Sprint(h.wrong.Load()),
		fmt.Sprintf("%.0f", mb), fmt.Sprintf("%.2f", (now-cpu).Seconds()/ran.Seconds()),
	}
	fmt.Println(strings.Join(cells, "\t"))
	return bad
}
