package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// clubSent is what became of a person who was added to the club.
type clubSent struct {
	nick     string
	answered bool
}

func (s *clubSent) body() string {
	return fmt.Sprintf(`{"key":%q,"command":{"do":"add-person","nick":%q,"notes":"Заметка"}}`, s.nick, s.nick)
}

// crowd adds people from several connections until the program is gone.
func (p *program) crowd(round int) func() []*clubSent {
	var all []*clubSent
	var mu sync.Mutex
	var running sync.WaitGroup
	for w := range 4 {
		running.Add(1)
		go func() {
			defer running.Done()
			for i := 0; ; i++ {
				s := &clubSent{nick: fmt.Sprintf("k%d-%d-%d", round, w, i)}
				mu.Lock()
				all = append(all, s)
				mu.Unlock()
				if _, err := p.ask("POST", "/api/club/commands", s.body()); err != nil {
					return
				}
				s.answered = true
			}
		}()
	}
	return func() []*clubSent { running.Wait(); return all }
}

// members counts the people on the list by nick; everybody has his notes.
func (p *program) members(t *testing.T) map[string]int {
	t.Helper()
	out, err := p.ask("GET", "/api/club", "")
	if err != nil {
		t.Fatal(err)
	}
	var view struct {
		People []struct{ Nick, Notes string }
	}
	if err := json.Unmarshal(out, &view); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, m := range view.People {
		counts[m.Nick]++
		if m.Notes != "Заметка" {
			t.Fatalf("%q has lost his notes", m.Nick)
		}
	}
	return counts
}

// Whoever was added to the club and acknowledged outlives SIGKILL, once and with his
// name; who was not acknowledged can be sent again.
func TestKilledClubLosesNobody(t *testing.T) {
	bin, db := buildProgram(t), filepath.Join(t.TempDir(), "club.db")
	p := start(t, bin, db)
	known := map[string]bool{}
	acknowledged, unanswered := 0, 0
	for round := range min(rounds(t), 40) {
		wait := p.crowd(round)
		time.Sleep(time.Duration(10+rand.IntN(60)) * time.Millisecond)
		p.kill()
		all := wait()
		p = start(t, bin, db)
		counts := p.members(t)
		for _, s := range all {
			known[s.nick] = true
			if s.answered && counts[s.nick] != 1 || counts[s.nick] > 1 {
				t.Fatalf("%s, acknowledged %v, is there %d times", s.nick, s.answered, counts[s.nick])
			}
			if s.answered {
				acknowledged++
				continue
			}
			unanswered++
			if _, err := p.ask("POST", "/api/club/commands", s.body()); err != nil {
				t.Fatalf("%s again: %v", s.nick, err)
			}
		}
		after := p.members(t)
		for nick, n := range after {
			if n != 1 || !known[nick] {
				t.Fatalf("%q is there %d times", nick, n)
			}
		}
		if len(after) != len(known) {
			t.Fatalf("%d people, %d were sent", len(after), len(known))
		}
	}
	p.kill()
	t.Logf("%d people acknowledged and there, %d unanswered and made good", acknowledged, unanswered)
	if acknowledged == 0 || unanswered == 0 {
		t.Error("the test did not catch the program at work")
	}
}
