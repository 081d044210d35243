package club

import (
	"slices"

	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/club/seating"
	"omerta/rulebook"
	"omerta/say"
)

// Next is the next game of an evening.
type Next struct {
	Evening string
	Game    int // its number in the evening
	Drawn   bool
	Seed    uint64
	Terms   DrawTerms
	Line    []Turn
	Tables  []NextTable
	Turned  []string // people whom a ban of the club keeps out (CLASSIC-FOUL-10)
	Novices map[string]bool
	Free    int // seats that nobody is there for
	// Outdated: another draw would give another queue, for a game that counted was
	// corrected.
	Outdated bool
	NoDraw   *Refusal // why lots cannot be drawn now
	NoBegin  *Refusal // why the game cannot begin now
}

// Turn is somebody's place in the queue.
type Turn struct {
	queue.Entry
	Plays       bool
	Table, Seat int // from 1; 0 for who does not play
	Passed      string
	first       bool // nobody has played yet
	drawn       bool
	with        string // nick of Passed
}

// NextTable is a table of a proposal.
type NextTable struct {
	Game       string // the one that has begun there
	Seats      []string
	Hands      []string // who was put on his seat by hand
	Near       [][2]string
	Repeats    seating.Repeats
	Immunity   immunity.Proposal
	Immunities bool // the rulebook knows any
}

// Next tells whose turn it is in an evening and what is proposed. Facts are needed of
// all its games, and of those of LastBefore. The error is a *Refusal: WhyEvening,
// WhyClosed, or WhyStale for a fact that is missing.
func (c *Club) Next(id string, facts Facts) (Next, error) {
	e, err := c.running(id)
	if err != nil {
		return Next{}, err
	}
	t, err := c.turns(e, facts, always)
	if err != nil {
		return Next{}, err
	}
	out := Next{Evening: e.id, Game: len(e.games) + 1, Line: []Turn{}, Tables: []NextTable{}, Turned: []string{}, Novices: c.novices()}
	for _, p := range e.here {
		if !p.departed && c.listed(p.person) && c.barredOn(p.person, e.terms.Date) {
			out.Turned = append(out.Turned, p.person)
		}
	}
	terms := e.drew
	terms.Tables = 0
	if e.draw != nil {
		terms = e.draw.terms
		terms.Tables = min(terms.Tables, max(1, e.terms.Tables-len(c.busy(e))))
	}
	out.Terms, err = c.settleTerms(e, &t, terms, facts)
	if err != nil {
		out.NoDraw = asRefusal(err)
	}
	if e.draw == nil {
		c.undrawn(e, &t, &out)
		return out, nil
	}
	return out, c.proposal(e, &out, facts)
}

func asRefusal(err error) *Refusal {
	r, _ := err.(*Refusal) //nolint:errorlint // it is made here and not wrapped
	return r
}

// undrawn is the queue before lots.
func (c *Club) undrawn(e *evening, t *turns, out *Next) {
	var list []string
	for _, p := range e.here {
		list = append(list, p.person)
	}
	for _, x := range t.queue.Without(list).Line {
		out.Line = append(out.Line, Turn{Entry: x, first: len(t.counted) == 0})
	}
	out.NoBegin = no(WhyNoDraw)
	if out.NoDraw == nil {
		people := 0
		for _, x := range out.Line {
			if !x.Playing {
				people++
			}
		}
		out.Free = max(0, out.Terms.Seats*out.Terms.Tables-people)
	}
}

// proposal fills in what was drawn.
func (c *Club) proposal(e *evening, out *Next, facts Facts) error {
	x := e.draw
	out.Drawn, out.Seed, out.Terms = true, x.seed, x.terms
	for i := range x.line {
		if c.shown(e, x.line[i].Person) {
			out.Line = append(out.Line, c.turn(x, &x.line[i]))
		}
	}
	short := false
	rb, err := rulebook.New(x.terms.Rulebook, x.terms.Preset, x.terms.Options)
	if err != nil {
		return no(WhyRulebook, "text", clip(x.terms.Rulebook))
	}
	for t, seats := range x.tables {
		n := NextTable{Game: x.begun[t], Seats: seats, Hands: []string{}, Near: [][2]string{}}
		for _, id := range seats {
			if slices.Contains(x.hands, id) {
				n.Hands = append(n.Hands, id)
			}
		}
		n.Near = append(n.Near, c.near(seats)...)
		n.Repeats = c.repeats(e, seats)
		n.Immunity, n.Immunities, err = c.immunities(e, x, t, out.Novices)
		if err != nil {
			return err
		}
		if x.open(t) {
			out.Free += x.terms.Seats - len(seats)
			short = short || len(seats) < rb.Min
		}
		out.Tables = append(out.Tables, n)
	}
	out.Free = max(out.Free, 0)
	switch {
	case short:
		out.NoBegin = no(WhyFew, "n", c.seated(x), "min", rb.Min*len(x.tables))
	case len(c.busy(e)) >= e.terms.Tables:
		out.NoBegin = no(WhyBusy, "n", 0)
	}
	out.Outdated, err = c.outdated(e, facts)
	return err
}

// shown tells whether somebody of a line is on the list and let in.
func (c *Club) shown(e *evening, person string) bool {
	return c.listed(person) && !c.barredOn(person, e.terms.Date)
}

func (c *Club) seated(x *drawing) (n int) {
	for _, seats := range x.tables {
		n += len(seats)
	}
	return n
}

func (c *Club) turn(x *drawing, s *stander) Turn {
	out := Turn{drawn: true, first: len(x.counted) == 0}
	out.Entry = queue.Entry{
		Person: s.Person, Group: s.Group, Waited: s.Waited, Left: s.Left, Lot: s.Lot, Declined: s.declined, Playing: c.plays(x, s),
	}
	if s.moved != nil {
		out.Moved = &queue.Move{From: s.moved.from, To: s.moved.to, Reason: c.text(s.moved.reason)}
	}
	if t, i, ok := x.sits(s.Person); ok {
		out.Table, out.Seat, out.Plays = t+1, i+1, true
	}
	for _, p := range x.passed {
		if p.Person == s.Person && !out.Plays {
			out.Passed, out.with = p.With, c.Nick(p.With)
		}
	}
	return out
}

// repeats counts what earlier games of the evening had at a table too.
func (c *Club) repeats(e *evening, seats []string) (out seating.Repeats) {
	for i, id := range seats {
		again := false
		for _, g := range e.games {
			past, over := c.Seats(g.game)
			if !over {
				continue
			}
			again = again || i < len(past) && past[i] == id
		}
		if again {
			out.Seats++
		}
		next := seats[(i+1)%len(seats)]
		if slices.ContainsFunc(e.games, func(g attached) bool { return c.neighbours(g, id, next) }) {
			out.Neighbours++
		}
	}
	return out
}

func (c *Club) neighbours(g attached, a, b string) bool {
	past, over := c.Seats(g.game)
	if !over {
		return false
	}
	i, j := slices.Index(past, a), slices.Index(past, b)
	d := max(i-j, j-i)
	return i >= 0 && j >= 0 && (d == 1 || d == len(past)-1)
}

// outdated tells whether the games that counted for a proposal say something else now.
func (c *Club) outdated(e *evening, facts Facts) (bool, error) {
	x := e.draw
	t, err := c.turns(e, facts, func(game string) bool { return slices.Contains(x.counted, game) })
	if err != nil {
		return false, err
	}
	if !slices.Equal(t.counted, x.counted) {
		return true, nil
	}
	if len(x.counted) > 0 && !slices.EqualFunc(t.before, x.before, sameEarned) {
		return true, nil
	}
	for i := range x.line {
		s := &x.line[i]
		at := slices.IndexFunc(t.queue.Line, func(q queue.Entry) bool { return q.Person == s.Person })
		if at < 0 || s.Game != "" || t.queue.Line[at].Playing {
			continue
		}
		if q := t.queue.Line[at]; q.Group != s.Group || q.Left != s.Left {
			return true, nil
		}
	}
	return false, nil
}

func sameEarned(a, b immunity.Game) bool {
	return a.Number == b.Number && slices.Equal(a.Earned, b.Earned)
}

// Unbegun lists the tables of a proposal whose game has not begun, from 1. The error
// is a *Refusal: nothing is proposed.
func (c *Club) Unbegun(evening string) ([]int, error) {
	_, x, err := c.proposed(evening)
	if err != nil {
		return nil, err
	}
	var out []int
	for t := range x.tables {
		if x.open(t) {
			out = append(out, t+1)
		}
	}
	return out, nil
}

// Deal is what a proposed game is dealt with.
type Deal struct {
	Terms       DrawTerms
	Seats       []string // people, seat 1 first
	Immunity    immunity.Proposal
	Event, Site string // the evening's title and place
}

// Deal gives the proposed game of a table, from 1. The error is a *Refusal: nothing is
// proposed, no such table, its game has begun, too few sit there, no table is free, or
// somebody there is off the list.
func (c *Club) Deal(evening string, table int) (Deal, error) {
	e, x, err := c.proposed(evening)
	if err != nil {
		return Deal{}, err
	}
	t := table - 1
	switch {
	case t < 0 || t >= len(x.tables):
		return Deal{}, no(WhyBeginTable)
	case !x.open(t):
		return Deal{}, no(WhyBegun)
	case len(c.busy(e)) >= e.terms.Tables:
		return Deal{}, no(WhyBusy, "n", 0)
	}
	for _, id := range x.tables[t] {
		switch {
		case !c.listed(id):
			return Deal{}, no(WhyForgotten)
		case c.barredOn(id, e.terms.Date): // since the draw
			return Deal{}, no(WhyQueue, "why", c.BarredText(id))
		}
	}
	if err := c.enough(x.terms, Arranged{Tables: x.tables[t : t+1], Passed: x.passed}); err != nil {
		return Deal{}, err
	}
	out := Deal{Terms: x.terms, Seats: slices.Clone(x.tables[t]), Event: e.terms.Title, Site: e.terms.Place}
	out.Immunity, _, err = c.immunities(e, x, t, c.novices())
	return out, err
}

// Rule is the rule that puts somebody where he stands, "" for none.
func (t *Turn) Rule() string { return t.Text().Rule() }

// Text says why somebody stands where he does. It names people by their nicks.
func (t *Turn) Text() say.Line {
	switch {
	case t.Playing:
		return words("turn.playing")
	case t.Declined:
		return words("turn.declined", "rule", "CLASSIC-QUEUE-2")
	case t.Passed != "":
		return words("turn.passed", "name", t.with)
	case t.Moved != nil:
		return words("turn.moved", "from", t.Moved.From, "to", t.Moved.To, "reason", t.Moved.Reason)
	}
	line := t.group()
	if t.Lot > 0 {
		line = words("turn.lot", "why", line, "lot", t.Lot, "rule", line.Rule())
	}
	return line
}

func (t *Turn) group() say.Line {
	const one, three = "CLASSIC-QUEUE-1", "CLASSIC-QUEUE-3"
	switch {
	case t.Group == queue.Won:
		return words("turn.won", "rule", one)
	case t.Group == queue.Lost && t.Left > 0:
		return words("turn.lost", "left", t.Left, "rule", one)
	case t.Group == queue.Lost:
		return words("turn.stayed", "rule", one)
	case t.Waited > 1:
		return words("turn.waited", "n", t.Waited, "rule", three)
	case t.Waited == 1:
		return words("turn.watched", "rule", one)
	case t.first:
		return words("turn.first", "rule", one)
	}
	return words("turn.came", "rule", one)
}

// BarredText says which ban keeps somebody out (CLASSIC-FOUL-10).
func (c *Club) BarredText(id string) say.Line {
	p, ok := c.now.find(c.now.resolve(id))
	if !ok || p.barred == nil {
		return words("nobody")
	}
	args := []any{"name", c.Nick(id), "until", p.barred.until, "reason", c.text(p.barred.reason), "rule", "CLASSIC-FOUL-10"}
	switch {
	case p.barred.until == "" && c.text(p.barred.reason) == "":
		return words("barred.ever", args...)
	case p.barred.until == "":
		return words("barred.ever-for", args...)
	case c.text(p.barred.reason) == "":
		return words("barred.until", args...)
	}
	return words("barred.until-for", args...)
}
