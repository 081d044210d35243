// Package queue says who plays next when more people are here than the table has
// seats (CLASSIC-QUEUE). It serves every rulebook; only the number of seats is
// another one.
//
// # The order
//
// Who watched the last game comes first, those who have watched more games in a
// row before the others (CLASSIC-QUEUE-3); then the winners; then the losers in the order in which
// they left the table, with those who stayed to the end last (CLASSIC-QUEUE-1).
// Equals draw lots: of package lot an order is drawn for all people at once, who
// stand in the alphabetical order of their ids for that, and of equals whoever
// comes earlier in it goes first. The numbers drawn are kept and can be shown.
//
// Who comes while the queue stands goes behind those who watched. Who declines a
// seat leaves it to the next in the queue, not to somebody of his choice
// (CLASSIC-QUEUE-2); he watches the next game and begins to wait anew. A ban of
// the club (CLASSIC-FOUL-10) keeps out of the queue.
//
// With several tables one queue serves them all: Sit says who plays elsewhere.
//
// A Queue is a value: each step gives a new one and leaves the old one as it was,
// so that to take a step back is to keep the old one.
package queue

import (
	"cmp"
	"slices"
	"strings"

	"omerta/club/lot"
	"omerta/names"
	"omerta/say"
)

// Group is why somebody stands where he does.
type Group string

// The groups, in the order of the queue.
const (
	Watched Group = "watched" // did not play the last game
	Won     Group = "won"     // won it
	Lost    Group = "lost"    // lost it, or nobody won
)

// MaxPeople is how many may stand in a queue, and MaxSeats how many seats all
// tables together may have.
const (
	MaxPeople = 1000
	MaxSeats  = 400
)

// Entry is one person in the queue.
type Entry struct {
	Person string `json:"person"`
	Group  Group  `json:"group"`
	// Waited is how many games in a row he has watched, 0 for who has just come.
	Waited int `json:"waited"`
	// Left is when a loser left the table: 1 first, alike for those who left at
	// once; 0 for who stayed to the end, and for all but losers.
	Left int `json:"left"`
	// Lot is the number that he drew among his equals, from 1; 0 where he had none.
	Lot int `json:"lot"`
	// Declined: he does not play the next game.
	Declined bool `json:"declined"`
	// Playing: he sits at a table, and stands here until that game is over.
	Playing bool `json:"playing"`
	// Moved is set where the organizer has put him elsewhere.
	Moved *Move `json:"moved"`
}

// Move is the mark that the organizer's hand leaves.
type Move struct {
	From   int    `json:"from"` // the places in the queue, from 1
	To     int    `json:"to"`
	Reason string `json:"reason"`
}

// Ban keeps somebody out of the club (CLASSIC-FOUL-10).
type Ban struct {
	Person string `json:"person"`
	Reason string `json:"reason"`
	Until  string `json:"until"` // the last day, as 2026-11-30; "" for ever
}

// Holds tells whether the ban holds on a day, which is written alike.
func (b Ban) Holds(day string) bool { return b.Until == "" || day <= b.Until }

// Queue is who plays next, first to last.
type Queue struct {
	Seats int     `json:"seats"` // how many seats are to be filled next; set it anew where that changes
	Game  int     `json:"game"`  // how many games have been played
	Seed  uint64  `json:"seed"`  // what the last lots were drawn from
	Line  []Entry `json:"line"`
}

// Played is what became of somebody who sat at the table. Of who was replaced by
// a substitute and the substitute each has one of his own.
type Played struct {
	Person string `json:"person"`
	Won    bool   `json:"won"`
	Left   int    `json:"left"` // see Entry
}

// Refusal tells why a step was not made. Of the id "who" Line.Renamed makes a nick.
type Refusal struct{ say.Line }

// Error gives the reason in English.
func (r *Refusal) Error() string { return r.In(say.EN) }

func refuse(key, rule, who string, args map[string]any) error {
	if args == nil {
		args = map[string]any{}
	}
	if rule != "" {
		args["rule"] = rule
	}
	if who != "" {
		args["who"] = who
	}
	return &Refusal{say.Line{Key: "queue." + key, Args: args}}
}

// New is the queue before the first game of an evening: all are equal, and lots
// are drawn. The error is a *Refusal: a number of seats outside 1..MaxSeats, a person
// who stands there twice or has no name, or more than MaxPeople.
func New(seats int, people []string, seed uint64) (Queue, error) {
	q := Queue{Seats: seats, Seed: seed}
	if seats < 1 || seats > MaxSeats {
		return Queue{}, refuse("seats", "", "", map[string]any{"most": MaxSeats})
	}
	if len(people) > MaxPeople {
		return Queue{}, refuse("full", "", "", map[string]any{"most": MaxPeople})
	}
	for _, id := range people {
		if err := q.fresh(id); err != nil {
			return Queue{}, err
		}
		q.Line = append(q.Line, Entry{Person: id, Group: Watched})
	}
	q.draw()
	return q, nil
}

// Turned is a person whom a ban keeps out, and which.
type Turned struct {
	Person string `json:"person"`
	Ban    Ban    `json:"ban"`
}

// Admit parts people into those who may play on a day and those whom a ban keeps
// out, both in their order.
func Admit(people []string, bans []Ban, day string) (in []string, out []Turned) {
	for _, id := range people {
		i := slices.IndexFunc(bans, func(b Ban) bool { return b.Person == id && b.Holds(day) })
		if i < 0 {
			in = append(in, id)
			continue
		}
		out = append(out, Turned{id, bans[i]})
	}
	return in, out
}

// Sit seats people at a table. With one table it can be left out; with several it
// tells those who play elsewhere from those who watch, until Next has been told
// what became of them. The error is a *Refusal: somebody is not in the queue or
// plays already.
func (q Queue) Sit(people []string) (Queue, error) {
	out := q
	out.Line = slices.Clone(q.Line)
	for _, id := range people {
		i := q.place(id)
		switch {
		case i < 0:
			return q, refuse("unknown", "", id, nil)
		case out.Line[i].Playing:
			return q, refuse("playing", "", id, nil)
		}
		out.Line[i].Playing = true
	}
	return out, nil
}

// Next is the queue after a game: who played goes by what became of him, who still
// plays at another table stays, and all others have watched. The error is a
// *Refusal: nobody played, or somebody stands there twice or is not in the queue.
func (q Queue) Next(played []Played, seed uint64) (Queue, error) {
	out := Queue{Seats: q.Seats, Game: q.Game + 1, Seed: seed}
	if len(played) == 0 {
		return q, refuse("nobody-played", "", "", nil)
	}
	for _, p := range played {
		if err := out.fresh(p.Person); err != nil {
			return q, err
		}
		if q.place(p.Person) < 0 {
			return q, refuse("unknown", "", p.Person, nil)
		}
		e := Entry{Person: p.Person, Group: Lost, Left: max(p.Left, 0)}
		if p.Won {
			e.Group, e.Left = Won, 0
		}
		out.Line = append(out.Line, e)
	}
	for _, e := range q.Line {
		if out.place(e.Person) >= 0 {
			continue
		}
		if e.Playing {
			out.Line = append(out.Line, e)
			continue
		}
		waited := e.Waited + 1
		if e.Group != Watched || e.Declined {
			waited = 1 // his wait begins with this game
		}
		out.Line = append(out.Line, Entry{Person: e.Person, Group: Watched, Waited: waited})
	}
	out.draw()
	return out, nil
}

// Come puts somebody who has just come behind those who watched. The error is a
// *Refusal: he is there already, a ban holds on that day (CLASSIC-FOUL-10), or
// the queue is full.
func (q Queue) Come(person string, bans []Ban, day string) (Queue, error) {
	if err := q.fresh(person); err != nil {
		return q, err
	}
	if len(q.Line) >= MaxPeople {
		return q, refuse("full", "", "", map[string]any{"most": MaxPeople})
	}
	if _, out := Admit([]string{person}, bans, day); len(out) > 0 {
		b := out[0].Ban
		key := "banned"
		if b.Until == "" {
			key = "banned-for-ever"
		}
		return q, refuse(key, "CLASSIC-FOUL-10", person, map[string]any{"reason": b.Reason, "until": b.Until})
	}
	at := slices.IndexFunc(q.Line, func(e Entry) bool { return e.Group != Watched && e.Moved == nil })
	if at < 0 {
		at = len(q.Line)
	}
	q.Line = slices.Insert(slices.Clone(q.Line), at, Entry{Person: person, Group: Watched})
	return q, nil
}

// Leave takes somebody out who goes home. The error is a *Refusal: he is not there.
func (q Queue) Leave(person string) (Queue, error) {
	i := q.place(person)
	if i < 0 {
		return q, refuse("unknown", "", person, nil)
	}
	q.Line = slices.Delete(slices.Clone(q.Line), i, i+1)
	return q, nil
}

// Decline lets somebody pass over the next game: his seat goes to the next in the
// queue (CLASSIC-QUEUE-2). The error is a *Refusal: he is not in the queue, or has
// declined already. To take it back, go on with the queue from before.
func (q Queue) Decline(person string) (Queue, error) {
	i := q.place(person)
	switch {
	case i < 0:
		return q, refuse("unknown", "", person, nil)
	case q.Line[i].Declined:
		return q, refuse("declined", "CLASSIC-QUEUE-2", person, nil)
	}
	q.Line = slices.Clone(q.Line)
	q.Line[i].Declined = true
	return q, nil
}

// Move is the organizer's hand: somebody goes to a place of the queue, from 1, and
// keeps a mark with the reason. The reason is kept as names.Reason gives it, and
// there must be one. The error is a *Refusal: he is not in the queue, is there
// already, there is no such place, or the reason is missing or too long.
func (q Queue) Move(person string, to int, reason string) (Queue, error) {
	i := q.place(person)
	reason, fits := names.Reason(reason)
	switch {
	case i < 0:
		return q, refuse("unknown", "", person, nil)
	case to < 1 || to > len(q.Line):
		return q, refuse("place", "", "", map[string]any{"most": len(q.Line)})
	case to == i+1:
		return q, refuse("there", "", person, map[string]any{"to": to})
	case reason == "" || !fits:
		return q, refuse("reason", "", "", nil)
	}
	e := q.Line[i]
	e.Moved = &Move{From: i + 1, To: to, Reason: reason}
	q.Line = slices.Insert(slices.Delete(slices.Clone(q.Line), i, i+1), to-1, e)
	return q, nil
}

// Lots draws lots anew between all who stand there: for a queue to which people came,
// or from which they left, since it was drawn. Marks of the organizer go.
func (q Queue) Lots(seed uint64) Queue {
	q.Seed, q.Line = seed, slices.Clone(q.Line)
	for i := range q.Line {
		q.Line[i].Lot, q.Line[i].Moved = 0, nil
	}
	q.draw()
	return q
}

// Without gives the queue as it is before lots are drawn: equals have no numbers, and
// stand in the order of the list, behind which all others stand.
func (q Queue) Without(list []string) Queue {
	q.Seed, q.Line = 0, slices.Clone(q.Line)
	for i := range q.Line {
		q.Line[i].Lot, q.Line[i].Moved = 0, nil
	}
	place := func(e Entry) int {
		if i := slices.Index(list, e.Person); i >= 0 {
			return i
		}
		return len(list)
	}
	slices.SortStableFunc(q.Line, func(a, b Entry) int {
		if a.Playing != b.Playing {
			if b.Playing {
				return -1
			}
			return 1
		}
		return cmp.Or(rank(a, b), cmp.Compare(place(a), place(b)))
	})
	return q
}

// Proposal is who plays the next game.
type Proposal struct {
	Game int     `json:"game"` // its number in the evening
	Play []Entry `json:"play"` // who sits down, in the order of the queue
	Wait []Entry `json:"wait"` // who does not, in the order of the queue; those who declined among them
	Free int     `json:"free"` // seats that nobody is there for
}

// Propose gives the first in the queue who have not declined, as many as there
// are seats. Who plays is in neither list.
func (q Queue) Propose() Proposal {
	p := Proposal{Game: q.Game + 1, Play: []Entry{}, Wait: []Entry{}}
	for _, e := range q.Line {
		switch {
		case e.Playing:
		case e.Declined || len(p.Play) >= q.Seats:
			p.Wait = append(p.Wait, e)
		default:
			p.Play = append(p.Play, e)
		}
	}
	p.Free = q.Seats - len(p.Play)
	return p
}

// place is where somebody stands, from 0; -1 for nowhere.
func (q Queue) place(person string) int {
	return slices.IndexFunc(q.Line, func(e Entry) bool { return e.Person == person })
}

// fresh refuses who has no name or is there already.
func (q Queue) fresh(person string) error {
	switch {
	case person == "":
		return refuse("nameless", "", "", nil)
	case q.place(person) >= 0:
		return refuse("twice", "", person, nil)
	}
	return nil
}

// rank compares by all that goes before the lot.
func rank(a, b Entry) int {
	groups := []Group{Watched, Won, Lost}
	last := func(e Entry) int { // who stayed to the end is behind all who left
		if e.Group == Lost && e.Left == 0 {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(slices.Index(groups, a.Group), slices.Index(groups, b.Group)),
		cmp.Compare(b.Waited, a.Waited),
		cmp.Compare(last(a), last(b)),
		cmp.Compare(a.Left, b.Left),
	)
}

// draw orders the line, and gives numbers to equals. Who plays stands behind all
// others, as he stood.
func (q *Queue) draw() {
	var playing []Entry
	for _, e := range q.Line {
		if e.Playing {
			playing = append(playing, e)
		}
	}
	q.Line = slices.DeleteFunc(q.Line, func(e Entry) bool { return e.Playing })
	slices.SortFunc(q.Line, func(a, b Entry) int { return strings.Compare(a.Person, b.Person) })
	l := lot.New(q.Seed)
	drawn := make([]Entry, len(q.Line))
	for to, from := range l.Order(len(q.Line)) {
		drawn[to] = q.Line[from]
	}
	slices.SortStableFunc(drawn, rank)
	for i := 0; i < len(drawn); {
		j := i + 1
		for j < len(drawn) && rank(drawn[i], drawn[j]) == 0 {
			j++
		}
		for k := i; k < j && j-i > 1; k++ {
			drawn[k].Lot = k - i + 1
		}
		i = j
	}
	q.Line = append(drawn, playing...)
}
