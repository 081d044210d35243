package club

import (
	"errors"
	"slices"

	"omerta/club/queue"
	"omerta/club/seating"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// DrawTerms say what is drawn for.
type DrawTerms struct {
	Rulebook string         `json:"rulebook"` // "": that of the evening
	Preset   string         `json:"preset"`
	Options  []mafia.Option `json:"options"`
	Seats    int            `json:"seats"`  // at a table; 0: as many as there are people and the rulebook has room for
	Tables   int            `json:"tables"` // 0: all tables of the evening that are free and can be filled
	// Tournament: novices have no immunity (CITY-IMM-2).
	Tournament bool `json:"tournament"`
	// Together: friends and couples may sit side by side. Bans stand.
	Together bool `json:"together"`
}

// MaxSeed bounds the seeds that the program draws: short enough to be read out.
const MaxSeed = 999_999_999

func (d *decision) drawing(cmd Command) error {
	switch cmd := cmd.(type) {
	case Draw:
		e, err := d.club.running(cmd.Evening)
		if err != nil {
			return err
		}
		return d.draw(e, lots{terms: cmd.DrawTerms, seed: cmd.Seed, facts: cmd.Facts, given: cmd.Given})
	case Redraw:
		e, x, err := d.club.proposed(cmd.Evening)
		if err != nil {
			return err
		}
		terms := x.terms
		terms.Tables = 0
		for t := range x.begun {
			if x.open(t) {
				terms.Tables++
			}
		}
		return d.draw(e, lots{terms: terms, seed: cmd.Seed, facts: cmd.Facts, was: x})
	case DropDraw:
		e, _, err := d.club.proposed(cmd.Evening)
		if err != nil {
			return err
		}
		d.emit(DrawDropped{e.id})
	case Decline:
		return d.decline(cmd)
	case MoveInQueue:
		return d.moveInQueue(cmd)
	case Overrule:
		return d.overrule(cmd)
	case MoveSeat:
		return d.moveSeat(cmd)
	case Begin:
		return d.begin(cmd)
	}
	return nil
}

// proposed finds an evening whose next game is proposed.
func (c *Club) proposed(id string) (*evening, *drawing, error) {
	e, err := c.running(id)
	if err != nil {
		return nil, nil, err
	}
	if e.draw == nil {
		return nil, nil, no(WhyNoDraw)
	}
	return e, e.draw, nil
}

// lots are what lots are drawn by.
type lots struct {
	terms DrawTerms
	seed  uint64
	facts Facts
	given [][]string
	was   *drawing // the proposal that is drawn anew
}

// draw draws lots. Of a proposal that was there before it keeps who has declined, whom
// the organizer has moved and what the host has said of immunities.
func (d *decision) draw(e *evening, l lots) error {
	c := d.club
	t, err := c.turns(e, l.facts, always)
	if err != nil {
		return err
	}
	if len(l.given) > 0 {
		l.terms.Tables, l.terms.Seats = len(l.given), len(slices.MaxFunc(l.given, func(a, b []string) int { return len(a) - len(b) }))
	}
	terms, err := c.settleTerms(e, &t, l.terms, l.facts)
	if err != nil {
		return err
	}
	t.queue = t.queue.Lots(l.seed)
	if err := t.follow(l.given); err != nil {
		return err
	}
	before := t.before
	if len(t.counted) == 0 {
		if before, err = c.earlier(e, l.facts); err != nil {
			return err
		}
	}
	ev := Drawn{Evening: e.id, DrawTerms: terms, Seed: l.seed, Line: t.standers(), Before: before, Counted: t.counted}
	x := drawn(ev)
	events := []Event{ev}
	if l.was != nil {
		events = append(events, x.keep(e.id, l.was)...)
	}
	ar := Arranged{Evening: e.id, Tables: l.given, Passed: []Passing{}}
	if len(l.given) == 0 {
		ar, err = c.arrange(e, x, true)
	} else {
		err = c.bans(e, l.given)
	}
	if err == nil {
		err = c.enough(terms, ar)
	}
	if err != nil {
		return err
	}
	d.emit(append(events, ar)...)
	return nil
}

// follow puts those first in the queue whom a plan seats. All of them must be there,
// each once, and free to play.
func (t *turns) follow(given [][]string) error {
	var first []queue.Entry
	for _, id := range slices.Concat(given...) {
		i := slices.IndexFunc(t.queue.Line, func(x queue.Entry) bool { return x.Person == id && !x.Playing })
		if i < 0 {
			return no(WhyNotHere)
		}
		first = append(first, t.queue.Line[i])
		t.queue.Line = slices.Delete(t.queue.Line, i, i+1)
	}
	t.queue.Line = append(first, t.queue.Line...)
	return nil
}

// bans refuses tables at which two sit who must not sit together.
func (c *Club) bans(e *evening, tables [][]string) error {
	for _, seats := range tables {
		if apart := c.Apart(seats, e.terms.Date); len(apart) > 0 {
			p := apart[0]
			return no(WhyBanned, "names", []string{c.Nick(seats[p[0]]), c.Nick(seats[p[1]])})
		}
	}
	return nil
}

// enough refuses tables with too few people: some have declined, or must not sit
// together.
func (c *Club) enough(terms DrawTerms, ar Arranged) error {
	rb, err := rulebook.New(terms.Rulebook, terms.Preset, terms.Options)
	if err != nil {
		return no(WhyRulebook, "text", clip(terms.Rulebook+" "+terms.Preset))
	}
	people, short := 0, false
	for _, seats := range ar.Tables {
		people += len(seats)
		short = short || len(seats) < rb.Min
	}
	switch {
	case !short:
		return nil
	case len(ar.Passed) > 0:
		var names []string
		for _, p := range ar.Passed {
			names = append(names, c.Nick(p.With), c.Nick(p.Person))
		}
		return no(WhyBanned, "names", names)
	}
	return no(WhyFew, "n", people, "min", rb.Min*len(ar.Tables))
}

// keep does again what was done to another proposal, and gives the events.
func (w *drawing) keep(evening string, was *drawing) (out []Event) {
	for _, s := range was.line {
		if i := w.at(s.Person); i >= 0 && s.declined && w.line[i].Game == "" {
			out = append(out, Declined{evening, s.Person, false})
			w.line[i].declined = true
		}
	}
	for _, s := range was.line {
		if i := w.at(s.Person); i >= 0 && s.moved != nil && s.moved.to <= len(w.line) && s.moved.to != i+1 {
			ev := QueueMoved{evening, s.Person, i + 1, s.moved.to, s.moved.reason}
			out = append(out, ev)
			w.move(ev)
		}
	}
	for _, x := range was.words {
		if w.at(x.person) >= 0 {
			ev := ImmunityRuled{evening, x.person, x.word, x.reason}
			out = append(out, ev)
			w.rule(ev)
		}
	}
	return out
}

// settleTerms works out what was left open.
func (c *Club) settleTerms(e *evening, t *turns, terms DrawTerms, facts Facts) (DrawTerms, error) {
	if terms.Rulebook == "" {
		terms.Rulebook, terms.Preset = c.usual(e, facts)
	}
	rb, err := rulebook.New(terms.Rulebook, terms.Preset, terms.Options)
	if err != nil {
		return terms, no(WhyRulebook, "text", clip(terms.Rulebook+" "+terms.Preset))
	}
	terms.Rulebook, terms.Options = rb.ID, slices.Clone(terms.Options)
	free := e.terms.Tables - len(c.busy(e))
	people := 0
	for _, x := range t.queue.Line {
		if !x.Playing {
			people++
		}
	}
	switch {
	case people > queue.MaxPeople:
		return terms, no(WhyMany, "n", queue.MaxPeople)
	case terms.Tables < 0 || terms.Tables > e.terms.Tables:
		return terms, no(WhyTables, "n", e.terms.Tables)
	case free < 1 || terms.Tables > free:
		return terms, no(WhyBusy, "n", max(free, 0))
	case terms.Tables == 0:
		terms.Tables = max(1, min(free, people/rb.Min))
	}
	most := min(rb.Max, MaxSeats, queue.MaxSeats/terms.Tables)
	switch {
	case terms.Seats == 0:
		terms.Seats = max(rb.Min, min(most, (people+terms.Tables-1)/terms.Tables))
	case terms.Seats < rb.Min || terms.Seats > most:
		return terms, no(WhyRoom, "min", rb.Min, "max", most)
	}
	if people/terms.Tables < rb.Min {
		return terms, no(WhyFew, "n", people, "min", rb.Min*terms.Tables)
	}
	return terms, nil
}

// usual is what is usually played on an evening: what was said of it, else what was
// played last, else classic.
func (c *Club) usual(e *evening, facts Facts) (book, preset string) {
	if e.terms.Rulebook != "" {
		return e.terms.Rulebook, e.terms.Preset
	}
	for _, g := range slices.Backward(e.games) {
		if f, ok := facts[g.game]; ok && f.Rulebook != "" {
			return f.Rulebook, ""
		}
	}
	return "classic", ""
}

// busy are the tables of an evening at which a game goes on.
func (c *Club) busy(e *evening) map[int]bool {
	out := map[int]bool{}
	for _, g := range e.games {
		if _, over := c.ended[g.game]; !over {
			out[g.spot] = true
		}
	}
	return out
}

// free lists who may play the next game, in the order of the queue.
func (c *Club) free(e *evening, w *drawing) (out []string) {
	for _, s := range w.line {
		t, _, sits := w.sits(s.Person)
		if sits && !w.open(t) {
			continue // he plays, or has played, the game that has begun there
		}
		if !s.declined && !c.plays(w, &s) && c.shown(e, s.Person) {
			out = append(out, s.Person)
		}
	}
	return out
}

// plays tells whether somebody of the line sits at a table where a game goes on.
func (c *Club) plays(w *drawing, s *stander) bool {
	t, _, ok := w.sits(s.Person)
	game := s.Game
	if ok && !w.open(t) {
		game = w.begun[t]
	}
	_, over := c.ended[game]
	return game != "" && !over
}

// arrange seats whose turn it is. Of two who must not sit together the later in the
// queue is passed over, and plays no worse for it next time. Where friends cannot all
// be kept apart, a strict one refuses, another seats them all the same.
func (c *Club) arrange(e *evening, w *drawing, strict bool) (Arranged, error) {
	out := Arranged{Evening: e.id, Tables: [][]string{}, Passed: []Passing{}}
	free := c.free(e, w)
	open := w.terms.Tables
	if len(w.begun) > 0 {
		open = 0
		for t := range w.begun {
			if w.open(t) {
				open++
			}
		}
	}
	for {
		people := slices.DeleteFunc(slices.Clone(free), func(id string) bool {
			return slices.ContainsFunc(out.Passed, func(p Passing) bool { return p.Person == id })
		})
		people = people[:min(len(people), open*w.terms.Seats)]
		tables, err := c.seat(e, w, people, open, strict)
		var refused *seating.Refusal
		switch {
		case err == nil:
			out.Tables = w.fill(tables, open)
			return out, nil
		case !errors.As(err, &refused):
			return out, err
		}
		p, found := passing(refused.Clash, people)
		if !found {
			return out, no(WhySeating, "why", c.named(refused.Line))
		}
		out.Passed = append(out.Passed, p)
	}
}

// passing is the last in the queue of those who must not sit with another.
func passing(clash []seating.Pair, people []string) (out Passing, found bool) {
	last := -1
	for _, p := range clash {
		if p.Kind != seating.Ban {
			continue
		}
		a, b := slices.Index(people, p.A), slices.Index(people, p.B)
		if a > b {
			p.A, p.B, b = p.B, p.A, a
		}
		if b > last {
			out, last, found = Passing{Person: p.B, With: p.A}, b, true
		}
	}
	return out, found
}

// named makes nicks of the ids in a line.
func (c *Club) named(l say.Line) say.Line { return l.Renamed(c.Nick, "who", "a", "b") }

// fill puts seats on the tables whose game has not begun.
func (w *drawing) fill(tables [][]string, open int) [][]string {
	if len(w.begun) == 0 {
		for len(tables) < open {
			tables = append(tables, []string{})
		}
		return tables
	}
	out, next := cloneTables(w.tables), 0
	for t := range out {
		if !w.open(t) {
			continue
		}
		out[t] = []string{}
		if next < len(tables) {
			out[t] = tables[next]
		}
		next++
	}
	return out
}

// seat seats people at tables. Where they sit already whoever stays keeps his seat and
// who is new gets one that is free, as long as that breaks no wish. The error is a
// *seating.Refusal.
func (c *Club) seat(e *evening, w *drawing, people []string, open int, strict bool) ([][]string, error) {
	if len(people) == 0 || open == 0 {
		return nil, nil
	}
	if tables, ok := c.reseat(e, w, people); ok {
		return tables, nil
	}
	ask := seating.Ask{Tables: sizes(len(people), open), Seed: w.seed, Wishes: c.wishes(people, e.terms.Date, w.terms.Together)}
	novices := c.novices()
	for _, id := range people {
		ask.People = append(ask.People, seating.Person{ID: id, Novice: novices[id]})
	}
	for _, g := range e.games {
		if seats, over := c.Seats(g.game); over {
			ask.Past = append(ask.Past, seats)
		}
	}
	drawn, err := seating.Draw(ask)
	var refused *seating.Refusal
	if errors.As(err, &refused) && !strict && !slices.ContainsFunc(refused.Clash, func(p seating.Pair) bool { return p.Kind == seating.Ban }) {
		ask.Wishes = c.wishes(people, e.terms.Date, true)
		drawn, err = seating.Draw(ask)
	}
	return drawn.Tables, err
}

// sizes spreads people over tables as evenly as can be; of fewer people than tables
// each has one.
func sizes(people, tables int) []int {
	out := make([]int, min(people, tables))
	for i := range out {
		out[i] = people / len(out)
		if i < people%len(out) {
			out[i]++
		}
	}
	return out
}

// wishes are who is kept apart (CITY-SEAT-1), and who must not sit together.
func (c *Club) wishes(people []string, day string, together bool) (out []seating.Wish) {
	add := func(kind seating.Kind, pairs [][2]int) {
		for _, p := range pairs {
			out = append(out, seating.Wish{Kind: kind, People: []string{people[p[0]], people[p[1]]}})
		}
	}
	add(seating.Ban, c.Apart(people, day))
	if !together {
		add(seating.Apart, c.Pairs(people))
	}
	return out
}

// reseat changes as few seats as it can; false where that does not do.
func (c *Club) reseat(e *evening, w *drawing, people []string) ([][]string, bool) {
	if len(w.begun) == 0 {
		return nil, false
	}
	var tables [][]string
	fresh := slices.DeleteFunc(slices.Clone(people), func(id string) bool {
		_, _, sits := w.sits(id)
		return sits
	})
	for t := range w.tables {
		if !w.open(t) {
			continue
		}
		seats := []string{}
		for _, id := range w.tables[t] {
			switch {
			case slices.Contains(people, id):
				seats = append(seats, id)
			case len(fresh) > 0:
				seats, fresh = append(seats, fresh[0]), fresh[1:]
			}
		}
		tables = append(tables, seats)
	}
	for _, id := range fresh {
		least := 0
		for t := range tables {
			if len(tables[t]) < len(tables[least]) {
				least = t
			}
		}
		tables[least] = append(tables[least], id)
	}
	return tables, c.stands(e, w, tables)
}

// stands tells whether tables are even and break no wish that was not broken before.
func (c *Club) stands(e *evening, w *drawing, tables [][]string) bool {
	before := map[[2]string]bool{}
	for t := range w.tables {
		for _, p := range c.near(w.tables[t]) {
			before[p], before[[2]string{p[1], p[0]}] = true, true
		}
	}
	low, high, sum := MaxSeats, 0, 0
	for _, seats := range tables {
		low, high, sum = min(low, len(seats)), max(high, len(seats)), sum+len(seats)
		if len(c.Apart(seats, e.terms.Date)) > 0 {
			return false
		}
		for _, p := range c.near(seats) {
			if !w.terms.Together && !before[p] {
				return false
			}
		}
	}
	return sum > 0 && high-low <= 1
}
