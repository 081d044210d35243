package club

import (
	"slices"
	"time"

	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/club/seating"
)

// Stander is somebody in a queue that was drawn.
type Stander struct {
	Person string      `json:"person"`
	Group  queue.Group `json:"group"`
	Waited int         `json:"waited"`
	Left   int         `json:"left"`
	Lot    int         `json:"lot"`
	// Game is the running game at which he sat when lots were drawn.
	Game string `json:"game"`
}

// Passing is somebody whose turn has come, and who must not sit with another.
type Passing struct {
	Person string `json:"person"`
	With   string `json:"with"`
}

// drawing is a proposal that stands.
type drawing struct {
	terms   DrawTerms // as they came out: nothing is left to be worked out
	seed    uint64
	line    []stander
	before  []immunity.Game
	counted []string
	passed  []Passing
	tables  [][]string
	begun   []string // by table: the game that has begun
	hands   []string // whom the organizer has put on his seat
	words   []hostWord
}

type stander struct {
	Stander
	declined bool
	moved    *queueMark
}

type queueMark struct {
	from, to int
	reason   Text
}

type hostWord struct {
	person, word string
	reason       Text
}

func (w *drawing) clone() *drawing {
	out := *w
	out.line, out.before, out.words = slices.Clone(w.line), slices.Clone(w.before), slices.Clone(w.words)
	out.passed, out.begun, out.hands = slices.Clone(w.passed), slices.Clone(w.begun), slices.Clone(w.hands)
	out.tables = cloneTables(w.tables)
	return &out
}

func cloneTables(tables [][]string) [][]string {
	out := make([][]string, len(tables))
	for i := range tables {
		out[i] = slices.Clone(tables[i])
	}
	return out
}

func (w *drawing) at(person string) int {
	return slices.IndexFunc(w.line, func(s stander) bool { return s.Person == person })
}

// sits is where somebody sits, counted from 0; false for nowhere.
func (w *drawing) sits(person string) (table, seat int, ok bool) {
	for t := range w.tables {
		if i := slices.Index(w.tables[t], person); i >= 0 {
			return t, i, true
		}
	}
	return 0, 0, false
}

// open tells whether the game of a table, counted from 0, has not begun.
func (w *drawing) open(t int) bool { return t < len(w.begun) && w.begun[t] == "" }

// over tells whether no game of it is left to begin.
func (w *drawing) over() bool { return !slices.Contains(w.begun, "") }

// applyDraw takes in an event about the proposal of an evening.
func (w *world) applyDraw(ev Event, seq int, at time.Time) bool {
	switch ev := ev.(type) {
	case Drawn:
		return w.evening(ev.Evening, func(e *evening) { e.draw, e.drew = drawn(ev), ev.DrawTerms })
	case DrawDropped:
		return w.evening(ev.Evening, func(e *evening) { e.draw = nil })
	case Arranged:
		return w.drawing(ev.Evening, func(x *drawing) bool { return x.arrange(ev) })
	case Declined:
		return w.drawing(ev.Evening, func(x *drawing) bool {
			i := x.at(ev.Person)
			if i >= 0 {
				x.line[i].declined = !ev.Back
			}
			return i >= 0
		})
	case QueueMoved:
		return w.drawing(ev.Evening, func(x *drawing) bool { return x.move(ev) })
	case ImmunityRuled:
		return w.drawing(ev.Evening, func(x *drawing) bool {
			x.rule(ev)
			return true
		})
	case SeatMoved:
		return w.drawing(ev.Evening, func(x *drawing) bool { return x.exchange(ev) })
	case GameBegun:
		return w.begin(ev, seq, at)
	}
	return false
}

// drawing changes a copy of the proposal of an evening; false where there is none, or
// the change does not fit it.
func (w *world) drawing(id string, change func(*drawing) bool) bool {
	fits := false
	ok := w.evening(id, func(e *evening) {
		if e.draw != nil {
			x := e.draw.clone()
			fits = change(x)
			e.draw = x
		}
	})
	return ok && fits
}

func drawn(ev Drawn) *drawing {
	x := &drawing{terms: ev.DrawTerms, seed: ev.Seed, before: ev.Before, counted: ev.Counted}
	for _, s := range ev.Line {
		x.line = append(x.line, stander{Stander: s})
	}
	return x
}

// arrange keeps the marks of those who stay where a hand has put them.
func (w *drawing) arrange(ev Arranged) bool {
	if len(w.begun) == 0 {
		w.begun = make([]string, len(ev.Tables))
	}
	if len(ev.Tables) != len(w.begun) {
		return false
	}
	now := drawing{tables: ev.Tables}
	w.hands = slices.DeleteFunc(w.hands, func(id string) bool {
		t, i, _ := w.sits(id)
		u, j, still := now.sits(id)
		return !still || t != u || i != j
	})
	w.tables, w.passed = cloneTables(ev.Tables), slices.Clone(ev.Passed)
	return true
}

func (w *drawing) move(ev QueueMoved) bool {
	i := w.at(ev.Person)
	if i < 0 || ev.To < 1 || ev.To > len(w.line) {
		return false
	}
	s := w.line[i]
	s.moved = &queueMark{ev.From, ev.To, ev.Reason}
	w.line = slices.Insert(slices.Delete(w.line, i, i+1), ev.To-1, s)
	return true
}

func (w *drawing) rule(ev ImmunityRuled) {
	w.words = slices.DeleteFunc(w.words, func(x hostWord) bool { return x.person == ev.Person })
	if ev.Word != "" {
		w.words = append(w.words, hostWord{ev.Person, ev.Word, ev.Reason})
	}
}

func (w *drawing) exchange(ev SeatMoved) bool {
	t, i, ok := w.sits(ev.Person)
	u, j := ev.Table-1, ev.Seat-1
	if !ok || u < 0 || u >= len(w.tables) || j < 0 || j >= len(w.tables[u]) {
		return false
	}
	other := w.tables[u][j]
	w.tables[t][i], w.tables[u][j] = other, ev.Person
	for _, id := range []string{ev.Person, other} {
		if !slices.Contains(w.hands, id) {
			w.hands = append(w.hands, id)
		}
	}
	return true
}

// begin makes a game one of the evening's. With the last table the proposal is done.
func (w *world) begin(ev GameBegun, seq int, at time.Time) bool {
	fits := w.drawing(ev.Evening, func(x *drawing) bool {
		if !x.open(ev.Table - 1) {
			return false
		}
		x.begun[ev.Table-1] = ev.Game
		return true
	})
	if !fits {
		return false
	}
	w.games[ev.Game] = ev.Evening
	return w.evening(ev.Evening, func(e *evening) {
		e.games = append(e.games, attached{ev.Game, ev.Spot, seq, at, slices.Clone(ev.Seats)})
		if e.draw.over() {
			e.draw = nil
		}
	})
}

// come puts those at the end of the line who come while a proposal stands.
func (w *drawing) come(people []string) {
	for _, id := range people {
		if w.at(id) < 0 {
			w.line = append(w.line, stander{Stander: Stander{Person: id, Group: queue.Watched}})
		}
	}
}

// leave takes those out of the line who leave; the seats follow by Arranged.
func (w *drawing) leave(people []string) {
	w.line = slices.DeleteFunc(w.line, func(s stander) bool { return slices.Contains(people, s.Person) })
}

// merged makes one person of two.
func (w *drawing) merged(from, into string) {
	if w.at(into) >= 0 {
		w.leave([]string{from})
		for t := range w.tables {
			if _, _, both := w.sits(into); both {
				w.tables[t] = slices.DeleteFunc(w.tables[t], func(id string) bool { return id == from })
			}
		}
	}
	rename := func(id *string) {
		if *id == from {
			*id = into
		}
	}
	for i := range w.line {
		rename(&w.line[i].Person)
	}
	for t := range w.tables {
		for i := range w.tables[t] {
			rename(&w.tables[t][i])
		}
	}
	for i := range w.hands {
		rename(&w.hands[i])
	}
	for i := range w.passed {
		rename(&w.passed[i].Person)
		rename(&w.passed[i].With)
	}
	w.words = slices.DeleteFunc(w.words, func(x hostWord) bool {
		return x.person == from && slices.ContainsFunc(w.words, func(y hostWord) bool { return y.person == into })
	})
	for i := range w.words {
		rename(&w.words[i].person)
	}
	for i := range w.before {
		g := &w.before[i]
		g.Earned = slices.Clone(g.Earned)
		for k := range g.Earned {
			rename(&g.Earned[k])
		}
	}
}

// near lists the pairs of a table who should sit apart and do not (CITY-SEAT-1).
func (c *Club) near(seats []string) (out [][2]string) {
	for _, p := range c.Pairs(seats) {
		if seating.Near(p[0], p[1], len(seats)) {
			out = append(out, [2]string{seats[p[0]], seats[p[1]]})
		}
	}
	return out
}
