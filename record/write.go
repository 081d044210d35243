package record

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/rulebook"
)

// Game is what a record is written from.
type Game struct {
	// Head says what is not in the events: the rulebook with its preset and
	// options, the free text, what was recorded. The seats, the cards, the
	// immune and the novices are taken from the deal.
	Head Head
	// Steps are the deal and the accepted commands, without those that were
	// taken back.
	Steps []Step
}

// Write writes a game as a record: the versioned rulebook, the house rules that
// differ from its defaults, each move with its time, which never goes back. Read and Replay of it give
// the same moves and outcomes. Steps in which nothing was chosen are left out,
// but where the place of a move would not be clear without them. The error says
// that the head names no rulebook, that the steps do not begin with a deal, or
// that w fails.
func Write(w io.Writer, game Game) error {
	rb, faults := book(&game.Head, &headLines{options: make([]int, len(game.Head.Options))})
	if len(faults) > 0 {
		return fmt.Errorf("record: %s", faults[0].Text)
	}
	if len(game.Steps) == 0 || len(game.Steps[0].Events) == 0 {
		return errors.New("record: the steps do not begin with a deal")
	}
	dealt, ok := game.Steps[0].Events[0].(mafia.Dealt)
	if !ok {
		return errors.New("record: the steps do not begin with a deal")
	}
	events := game.Steps[0].Events
	g := mafia.Fold(rb, events)
	x := writer{play: newPlayer(g, events), game: g}
	x.head(rb, &game.Head, &dealt, game.Steps)
	if to, ok := opened(events); ok && !rb.Free {
		x.first = to.String()
	}
	steps := inTime(game.Steps)
	for i := range steps[1:] {
		x.step(&steps[1+i])
	}
	x.finish()
	_, err := io.WriteString(w, x.out.String())
	return err
}

// inTime gives the steps with times that never go back: one that was put in
// later, where it had been forgotten, gets the time of the next.
func inTime(steps []Step) []Step {
	out := slices.Clone(steps)
	for i := len(out) - 2; i >= 0; i-- {
		out[i].At = min(out[i].At, out[i+1].At)
	}
	return out
}

// writer writes line after line, and plays each as a reader will, to see that
// it comes to the same.
type writer struct {
	out     strings.Builder
	play    *player
	game    mafia.Game // as it really stands
	pending int        // host's steps that are not written yet
	firm    bool       // one of them has decided something
	first   string     // the heading of the first night, while it is not written
	at      Step       // the step that is written now
	round   int        // the ballot before it
	accused mafia.Accuse
	notes   []mafia.Write // of the running night
	forced  bool          // the host has let a part of the accusation, or of the notes, stand
}

func (x *writer) put(format string, args ...any) { fmt.Fprintf(&x.out, format+"\n", args...) }

func (x *writer) head(rb *mafia.Rulebook, h *Head, d *mafia.Dealt, steps []Step) {
	x.put("omerta 1")
	x.put("rulebook: %s", rb.ID)
	for _, t := range []struct{ key, text string }{
		{"date", h.Date},
		{"event", h.Event},
		{"site", h.Site},
		{"host", h.Host},
		{"table", h.Table},
		{"game", h.Game},
	} {
		if s := quote(strings.TrimSpace(t.text)); s != "" {
			x.put("%s: %s", t.key, s)
		}
	}
	if h.Preset != "" {
		x.put("preset: %s", h.Preset)
	}
	for _, o := range differing(rb, h.Preset) {
		x.put("option %s: %s", o.Name, o.Value)
	}
	if len(h.Recorded) > 0 {
		x.put("recorded: %s", strings.Join(h.Recorded, " "))
	}
	for i, role := range d.Roles {
		if nick := quote(d.Nicks[i]); nick != "" {
			x.put("seat %d: %s = %s", i+1, nick, role)
		} else {
			x.put("seat %d = %s", i+1, role)
		}
	}
	x.composition(rb, d, steps)
	immune := d.Immune
	if rb.NoviceImmune && !d.Tournament && d.Novices.Count()*3 < len(d.Roles) {
		immune = immune.Minus(d.Novices) // the rulebook gives it to them anyway (CITY-IMM-2)
	}
	x.seats("immune", immune)
	if rb.Introduce { // elsewhere the rules know no novices (CITY-MEET-1)
		x.seats("novices", d.Novices)
	}
	if d.Tournament && rb.NoviceImmune {
		x.put("tournament: yes")
	}
}

func (x *writer) seats(key string, set mafia.Seats) {
	if set != 0 {
		x.put("%s: %s", key, joinSeats(set.List()))
	}
}

// differing lists the house rules that are not as the rulebook, or its preset, has them.
func differing(rb *mafia.Rulebook, preset string) []mafia.Option {
	base, err := rulebook.New(rb.ID, preset, nil)
	if err != nil {
		return rb.Options
	}
	var out []mafia.Option
	for i, o := range rb.Options {
		if base.Options[i] != o {
			out = append(out, o)
		}
	}
	return out
}

// composition writes which cards are in the game where neither the seats say it nor
// a reader would suppose it.
func (x *writer) composition(rb *mafia.Rulebook, d *mafia.Dealt, steps []Step) {
	if mafia.CastOf(d.Roles)[mafia.Unknown] == 0 || supposed(rb, d.Roles, entered(steps)) == d.Cast {
		return
	}
	var words []string
	for _, r := range mafia.Roles() {
		switch n := d.Cast[r]; {
		case n == 1:
			words = append(words, r.String())
		case n > 1:
			words = append(words, fmt.Sprintf("%s*%d", r, n))
		}
	}
	x.put("cards: %s", strings.Join(words, " "))
}

// entered are the cards that were entered in a game, in order.
func entered(steps []Step) []mafia.SetCard {
	var out []mafia.SetCard
	for i := range steps {
		c := steps[i].Command
		if by, ok := c.(mafia.Overrule); ok {
			c = by.Command
		}
		if card, ok := c.(mafia.SetCard); ok {
			out = append(out, card)
		}
	}
	return out
}

// step writes one step.
func (x *writer) step(s *Step) {
	x.at, x.round = *s, x.game.Stand().Round
	for _, e := range s.Events {
		x.game = x.game.Apply(e)
	}
	if to, ok := opened(s.Events); ok {
		switch c := s.Command.(type) {
		case mafia.Foul, mafia.Gesture, mafia.Remove, mafia.Forfeit, mafia.Leave:
			x.line(text(c)) // the last player at the table left, and no card is right yet
		}
		x.heading(to)
		return
	}
	c, forced := s.Command, false
	if o, ok := c.(mafia.Overrule); ok {
		c, forced = o.Command, true
	}
	switch c := c.(type) {
	case nil, mafia.Drop:
	case mafia.Proceed:
		x.pending++
		x.firm = x.firm || settles(s.Events)
	case mafia.Accuse: // written when it is judged
		x.accused, x.forced = c, forced
	case mafia.Judge:
		x.let(forced || x.forced, trim("%d accuses %d: %s", x.accused.By, x.accused.To, handsText(c.Hands)))
	case mafia.Write: // written when the notes are read
		x.notes, x.forced = append(x.notes, c), x.forced || forced
	case mafia.Vote:
		x.let(forced, voteText(c, x.round))
	default:
		x.let(forced, text(c))
	}
	x.readNotes(s.Events)
}

// settles tells whether a host's step has decided something, so that nothing may
// be written as if it had come before.
func settles(events []mafia.Event) bool {
	return slices.ContainsFunc(events, func(e mafia.Event) bool { _, ok := e.(mafia.Settled); return ok })
}

// let writes a statement, and whether the host let it stand.
func (x *writer) let(forced bool, s string) {
	if forced {
		s = "overrule " + s
	}
	x.line(s)
}

// readNotes writes the notes of a night when they are read.
func (x *writer) readNotes(events []mafia.Event) {
	for _, e := range events {
		switch e.(type) {
		case mafia.NightCalled:
			x.notes, x.forced = nil, false
		case mafia.NotesRead:
			var words []string
			for _, n := range x.notes {
				switch {
				case !x.play.game.Alive().Has(n.By):
				case n.Absent, n.Name != 0 && !x.play.game.Alive().Has(n.Name): // he left before the notes were read
					words = append(words, fmt.Sprintf("%d>-", n.By))
				case n.Name != 0:
					words = append(words, fmt.Sprintf("%d>%d", n.By, n.Name))
				}
			}
			s := strings.TrimSpace("notes: " + strings.Join(words, " "))
			// A card that was corrected after its holder had written makes his note odd.
			x.let(x.forced || len(x.try(s).faults) > 0, s)
			x.notes = nil
		}
	}
}

// opened tells which day or night a step has opened.
func opened(events []mafia.Event) (spot, bool) {
	for _, e := range events {
		switch e := e.(type) {
		case mafia.Fell:
			return spot{true, e.Night}, true
		case mafia.Broke:
			return spot{false, e.Day}, true
		}
	}
	return spot{}, false
}

func (x *writer) heading(to spot) {
	x.put("\n%s", to)
	x.pending, x.firm, x.first = 0, false, ""
	l := line{kind: isHeading, night: to.night, n: to.n}
	x.play.play(&l)
}

// title writes the heading of the night that the deal has opened, once there is
// something to write under it.
func (x *writer) title() {
	if x.first != "" {
		x.put("\n%s", x.first)
		x.first = ""
	}
}

// line writes a statement. Where it would not come to the same without the
// host's steps before it, they are written too.
func (x *writer) line(s string) {
	x.title()
	later, ok := x.same(s)
	if !ok && x.pending > 0 {
		x.steps()
		later = 0
	}
	x.pending, x.firm = later, x.firm && later > 0
	x.put("%s %s", timeText(x.at.At), s)
	x.run(x.play, s)
}

// steps writes the host's steps that are due.
func (x *writer) steps() {
	for ; x.pending > 0; x.pending-- {
		if x.play.step(mafia.Proceed{}) == nil {
			x.put("proceed")
		}
	}
}

// same tells whether a statement leads to where the game stands, either alone
// or when the host's steps that are due, or some of them, come after it; and how
// many of them still do.
func (x *writer) same(s string) (later int, ok bool) {
	p := x.try(s)
	if len(p.faults) > 0 {
		return 0, false
	}
	for later = 0; !reflect.DeepEqual(p.game, x.game); later++ {
		if later == x.pending || x.firm || p.step(mafia.Proceed{}) != nil {
			return 0, false
		}
	}
	return later, true
}

// try plays a statement on a copy.
func (x *writer) try(s string) *player {
	p := *x.play
	p.steps, p.faults, p.track.answers = nil, nil, maps.Clone(p.track.answers)
	x.run(&p, s)
	return &p
}

// run plays a statement as a reader will.
func (x *writer) run(p *player, s string) {
	if l, err := readLine(0, s); err == nil {
		p.play(&l)
	}
}

// finish writes what has come of the last steps: a single candidate who left.
func (x *writer) finish() {
	if x.pending == 0 || reflect.DeepEqual(x.play.game, x.game) {
		return
	}
	x.title()
	if x.game.Phase() == mafia.Over && x.try("end").game.Outcome() == x.game.Outcome() {
		x.put("end")
		return
	}
	x.steps()
}
