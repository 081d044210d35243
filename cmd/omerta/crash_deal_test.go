package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// deal is one wish for a table, and the one that was made.
type deal struct{ key, again, id string }

// request is how it is asked for: a new table, or the people of another dealt anew.
func (d *deal) request() (path, body string) {
	if d.again != "" {
		return "/api/tables/" + d.again + "/again", fmt.Sprintf(`{"key":%q}`, d.key)
	}
	var nicks []string
	for i := range 10 {
		nicks = append(nicks, fmt.Sprintf(`{"nick":"A%d"}`, i))
	}
	return "/api/tables", fmt.Sprintf(`{"key":%q,"rulebook":"classic","deal":"lot","title":"crash","seats":[%s]}`, d.key, strings.Join(nicks, ","))
}

// ask asks for it and keeps the answer.
func (d *deal) ask(p *program) error {
	path, body := d.request()
	out, err := p.ask("POST", path, body)
	if err != nil {
		return err
	}
	var made struct{ ID string }
	if err := json.Unmarshal(out, &made); err != nil {
		return err
	}
	d.id = made.ID
	return nil
}

// dealing deals from several connections, each table once more anew, until the program
// is gone.
func (p *program) dealing(round int) func() []*deal {
	var all []*deal
	var mu sync.Mutex
	var running sync.WaitGroup
	for w := range 4 {
		running.Go(func() {
			for i := 0; ; i++ {
				d := &deal{key: fmt.Sprintf("d%d-%d-%d", round, w, i)}
				if i%2 == 1 {
					mu.Lock()
					for _, o := range all {
						if o.key == fmt.Sprintf("d%d-%d-%d", round, w, i-1) {
							d.again = o.id
						}
					}
					mu.Unlock()
				}
				mu.Lock()
				all = append(all, d)
				mu.Unlock()
				if d.ask(p) != nil {
					return
				}
			}
		})
	}
	return func() []*deal { running.Wait(); return all }
}

// dealt lists the tables, and which of them are void.
func (p *program) dealt(t *testing.T) map[string]bool {
	t.Helper()
	out, err := p.ask("GET", "/api/tables", "")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID      string
		Summary struct{ Voided bool }
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, l := range list {
		all[l.ID] = l.Summary.Voided
	}
	return all
}

// However the program is killed while cards are dealt: a key has made one table or none,
// the same again gives that one, and the game that it replaces is void with it.
func TestKilledWhileDealingDealsOnce(t *testing.T) {
	bin, db := buildProgram(t), filepath.Join(t.TempDir(), "deal.db")
	p := start(t, bin, db)
	acknowledged, unanswered := 0, 0
	known := map[string]bool{}
	for round := range min(rounds(t), 40) {
		wait := p.dealing(round)
		time.Sleep(time.Duration(20+rand.IntN(100)) * time.Millisecond)
		p.kill()
		all := wait()
		p = start(t, bin, db)
		there := p.dealt(t)
		for _, d := range all {
			if d.id != "" {
				acknowledged++
			} else {
				unanswered++
			}
			was := d.id
			if err := d.ask(p); err != nil {
				t.Fatalf("%s again: %v", d.key, err)
			}
			if was != "" && was != d.id {
				t.Fatalf("%s has dealt twice", d.key)
			}
			if _, stood := there[d.id]; d.again != "" && stood != there[d.again] {
				t.Fatalf("%s: the new table is there: %v, the old one void: %v", d.key, stood, there[d.again])
			}
			known[d.id] = true
		}
		if after := p.dealt(t); len(after) != len(known) {
			t.Fatalf("%d tables, %d were asked for", len(after), len(known))
		}
	}
	p.kill()
	t.Logf("%d deals acknowledged and there, %d unanswered and made good", acknowledged, unanswered)
	if acknowledged == 0 || unanswered == 0 {
		t.Error("the test did not catch the program at work")
	}
}
