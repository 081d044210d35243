package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// seenKind is the kind of the documents that say which seats have seen the cards
// when they had left: lists of seats by table. What a head has seen stays seen, so
// they outlive an undo.
const seenKind = "seen-cards"

func loadSeen(ctx context.Context, store journal.Store) (map[string][]mafia.Seat, error) {
	docs, err := store.Docs(ctx, seenKind)
	all := map[string][]mafia.Seat{}
	for _, d := range docs {
		var seats []mafia.Seat
		if json.Unmarshal(d.Data, &seats) == nil {
			all[d.ID] = seats
		}
	}
	return all, err
}

// who lists the seats of a table that have seen the cards.
func (x *spirits) who(table string) []mafia.Seat {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Clone(x.seen[table])
}

// Ghosts is a table where the departed may see the cards, or have seen them.
type Ghosts struct {
	Table string `json:"table"`
	On    bool   `json:"on"`
	Seen  []Seen `json:"seen"`
}

// Seen is a seat that saw the cards of its table when it had left.
type Seen struct {
	Seat mafia.Seat `json:"seat"`
	Step int        `json:"step"` // the step by which it left; 0: an undo has brought it back
}

// looked notes that a departed player is shown the cards. They are not shown
// unless that is kept.
func (s *Server) looked(ctx context.Context, id string, seat mafia.Seat) error {
	s.spirits.mu.Lock()
	defer s.spirits.mu.Unlock()
	if slices.Contains(s.spirits.seen[id], seat) {
		return nil
	}
	seats := append(slices.Clone(s.spirits.seen[id]), seat)
	raw, err := json.Marshal(seats)
	if err != nil {
		return err
	}
	if err := s.Store.PutDoc(ctx, seenKind, id, raw); err != nil {
		return err
	}
	s.spirits.seen[id] = seats
	s.Log.Info("cards shown to a departed player", "table", id, "seat", int(seat))
	s.room.Poke()
	return nil
}

// forget drops what is known of a table that is gone.
func (x *spirits) forget(table string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.on, table)
	delete(x.seen, table)
}

// seen tells of each seat that has seen the cards by which step it left.
func (s *Server) seen(ctx context.Context, t *table.Table) ([]Seen, error) {
	out := []Seen{}
	seats := s.spirits.who(t.ID())
	if len(seats) == 0 {
		return out, nil
	}
	steps, err := t.History(ctx)
	if err != nil {
		return nil, err
	}
	left := map[mafia.Seat]int{}
	for i := range steps {
		for _, e := range steps[i].Events {
			if d, ok := e.(mafia.Departed); ok {
				left[d.Seat] = i
			}
		}
	}
	for _, seat := range seats {
		out = append(out, Seen{seat, left[seat]})
	}
	return out, nil
}

// ghosts tells of every table that a phone sits at where the departed may see
// the cards, or have.
func (s *Server) ghosts(ctx context.Context) []Ghosts {
	out := []Ghosts{}
	done := map[string]bool{"": true}
	for _, g := range s.room.Guests() {
		if done[g.Table] {
			continue
		}
		done[g.Table] = true
		on := s.spirits.has(g.Table)
		if !on && len(s.spirits.who(g.Table)) == 0 {
			continue
		}
		x := Ghosts{Table: g.Table, On: on, Seen: []Seen{}}
		if t, err := s.Hub.Get(ctx, g.Table); err == nil {
			if seen, err := s.seen(ctx, t); err == nil {
				x.Seen = seen
			}
		}
		out = append(out, x)
	}
	return out
}

// comesBack refuses a command that would bring back whoever has seen the cards.
func (s *Server) comesBack(ctx context.Context, t *table.Table, r table.Request) error {
	before, after, err := t.Foresee(ctx, r)
	if err != nil {
		return nil //nolint:nilerr // the command itself will tell
	}
	var back []mafia.Seat
	for _, seat := range s.spirits.who(t.ID()) {
		if i := int(seat) - 1; i < len(before.Seats) && i < len(after.Seats) && !before.Seats[i].In && after.Seats[i].In {
			back = append(back, seat)
		}
	}
	if len(back) == 0 {
		return nil
	}
	slices.Sort(back)
	f := failed(http.StatusConflict, "comes-back")
	f.Seat = back[0]
	for _, seat := range back[1:] {
		p := failed(http.StatusConflict, "comes-back").Problem
		p.Seat = seat
		f.More = append(f.More, p)
	}
	return f
}

// rewrites are the commands that change what has happened.
var rewrites = []mafia.Verb{table.DoUndo, table.DoRedo, table.DoInsert}

// haunt does a command that may bring back somebody who has seen the cards, and
// says in the log when it has. It is the host's to decide: unless he is sure, such a
// command is refused with the seats that would be back, an undo, a redo and an
// inserted move alike.
func (s *Server) haunt(ctx context.Context, t *table.Table, r table.Request, sure bool) (table.Answer, error) {
	do := func() (table.Answer, error) { return t.Command(ctx, r) }
	if !slices.Contains(rewrites, verbOf(r.Command)) || len(s.spirits.who(t.ID())) == 0 {
		return do()
	}
	if !sure {
		if err := s.comesBack(ctx, t, r); err != nil {
			return table.Answer{}, err
		}
	}
	before, err := s.seen(ctx, t)
	if err != nil {
		return table.Answer{}, err
	}
	a, err := do()
	if err != nil {
		return a, err
	}
	after, err := s.seen(context.WithoutCancel(ctx), t)
	if err != nil {
		s.Log.Warn("cannot tell whether somebody is back who has seen the cards", "table", t.ID(), "err", err)
		return a, nil // the command stands
	}
	for i, x := range after {
		if x.Step == 0 && i < len(before) && before[i].Step > 0 {
			s.Log.Warn("a player who has seen the cards is back in the game", "table", t.ID(), "seat", int(x.Seat))
		}
	}
	s.room.Poke()
	return a, nil
}
