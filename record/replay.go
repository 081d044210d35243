package record

import (
	"errors"
	"fmt"
	"time"

	"omerta/mafia"
	"omerta/rulebook"
)

// Replay plays a record through the referee, as its host. It goes on after a
// fault where it can, with the faulty line left out, and stops at the hundredth.
// The faults do not repeat those of Read. The same record gives the same result
// each time.
func Replay(r *Record) Result {
	if r == nil || !r.sound {
		return Result{}
	}
	p, faults := deal(r)
	if p == nil {
		return Result{Faults: faults}
	}
	p.astray = r.astray
	for i := range r.lines {
		if p.play(&r.lines[i]); p.stuck || len(p.faults) >= maxFaults {
			break
		}
	}
	return Result{Outcome: p.outcome(), Faults: p.faults, Played: true, Game: p.game, Steps: p.steps}
}

// player plays a record line by line.
type player struct {
	game   mafia.Game
	steps  []Step
	faults []Fault
	track  track
	now    time.Duration // the last time that was written
	title  *spot         // the last heading
	spoilt bool          // notes were faulty, so that this night cannot end
	astray int           // the first line that was not read or was refused, 0 for none
	stuck  bool          // nothing can be played any more
	swap   *swap         // cards that do not go together yet
}

// newPlayer starts from a dealt game.
func newPlayer(g mafia.Game, events []mafia.Event) *player {
	p := &player{game: g, steps: []Step{{Events: events}}, track: track{answers: map[mafia.Role]string{}}}
	p.track.see(events)
	return p
}

// play plays one line.
func (p *player) play(l *line) {
	if l.timed {
		p.now = l.at
	}
	if l.goesOn() && !(l.kind == isHeading && p.track.at == spot{l.night, l.n}) { // a heading may only say where it is
		p.unswap()
	}
	switch l.kind {
	case isHeading:
		p.heading(l)
	case isEnd:
		p.end(l)
	case isProceed:
		p.proceed(l)
	case isExpect:
		p.expect(l)
	case isRefuse:
		p.refuse(l)
	default:
		p.move(l)
	}
}

// step lets the host give a command.
func (p *player) step(c mafia.Command) *mafia.Refusal {
	events, err := p.game.Decide(mafia.Host, c)
	var no *mafia.Refusal
	if errors.As(err, &no) {
		return no
	}
	for _, e := range events {
		p.game = p.game.Apply(e)
	}
	p.steps = append(p.steps, Step{p.now, c, events})
	p.track.see(events)
	return nil
}

// walk makes the neutral moves that lead to the place of a move, if they do.
func (p *player) walk(m *move) {
	if p.admits(m) {
		return
	}
	way, ok := route(p.game, m)
	if !ok {
		return
	}
	for _, c := range way {
		_ = p.step(c) // it was tried on a copy
	}
}

// admits tells whether a move can be made right here.
func (p *player) admits(m *move) bool {
	if m.overrule && len(m.cmds) > 0 && p.game.Admits(mafia.Overrule{Command: m.cmds[0]}) {
		return true
	}
	return len(m.cmds) > 0 && p.game.Admits(m.cmds[0]) && (!m.votes() || m.inPlace(&p.game))
}

// carried is a move tried on a copy: the commands that it takes, and why it is
// refused.
func (p *player) carried(m *move) ([]mafia.Command, *mafia.Refusal) {
	voteless := m.votes() && p.game.Stand().Candidate == 0 // that no vote is on says more
	if m.twice != "" && !m.overrule && !voteless {
		rule, ok := p.game.Rulebook().Cites[m.twice]
		if !ok {
			rule = Notation
		}
		return nil, &mafia.Refusal{Rule: rule, Why: m.twice}
	}
	g := p.game
	if m.overrule {
		return p.overruled(m, g)
	}
	if m.votes() && !m.inPlace(&g) && (m.revote || g.Admits(m.cmds[0])) { // a vote line in a revote, or the other way round
		return nil, m.wrongRound(&g)
	}
	var out []mafia.Command
	for _, c := range m.cmds {
		out = append(out, c)
		if no := g.Play(mafia.Host, c); no != nil {
			return nil, no
		}
	}
	if m.notes {
		return honest(g, out, false)
	}
	return out, nil
}

// wrongRound refuses a vote where only a revote runs, and a revote where none
// does.
func (m *move) wrongRound(g *mafia.Game) *mafia.Refusal {
	no := &mafia.Refusal{Rule: g.Rulebook().Cites[mafia.WhyVotePhase], Why: mafia.WhyVotePhase}
	if rule, ok := g.Rulebook().Cites["revote"]; ok && m.revote && g.Stand().Round < 2 {
		no.Rule = rule
	} else if m.revote {
		_, err := g.Decide(mafia.Host, m.cmds[0])
		if own := new(mafia.Refusal); errors.As(err, &own) {
			return own
		}
	}
	return no
}

// overruled is carried for a move that the host lets stand: of its parts, those
// that are refused are overruled, or the last where none is.
func (p *player) overruled(m *move, g mafia.Game) ([]mafia.Command, *mafia.Refusal) {
	var out []mafia.Command
	done := false
	for i, c := range m.cmds {
		if !g.Admits(c) || i == len(m.cmds)-1 && !done && !m.notes {
			c, done = mafia.Overrule{Command: c}, true
		}
		if no := g.Play(mafia.Host, c); no != nil {
			return nil, no
		}
		out = append(out, c)
	}
	if m.notes {
		return honest(g, out, true)
	}
	return out, nil
}

// honest adds the notes of those who are not named: a red player is honest, and
// a black one may not be (ORIGINAL-NIGHT-5) unless the host lets it stand.
func honest(g mafia.Game, out []mafia.Command, overrule bool) ([]mafia.Command, *mafia.Refusal) {
	if g.Phase() != mafia.Notes && len(out) == 0 {
		return nil, g.Play(mafia.Host, mafia.Write{By: g.Alive().First()})
	}
	for g.Phase() == mafia.Notes {
		var c mafia.Command = mafia.Write{By: g.Stand().Unwritten.First()}
		if overrule && !g.Admits(c) {
			c = mafia.Overrule{Command: c}
		}
		if no := g.Play(mafia.Host, c); no != nil {
			if no.Why != mafia.WhyNoHost {
				no.Why = noNote
			}
			return nil, no
		}
		out = append(out, c)
	}
	return out, nil
}

// move plays a statement.
func (p *player) move(l *line) {
	if p.game.Phase() == mafia.Over && !l.move.late() {
		p.fault(l, Notation, words("after-end", "text", clip(l.text)))
		return
	}
	if p.holds(&l.move) {
		return
	}
	p.walk(&l.move)
	cmds, no := p.carried(&l.move)
	if no != nil {
		p.refused(l, l.text, no)
		p.spoilt = p.spoilt || l.move.notes
		return
	}
	before := p.cardsBefore(&l.move)
	for _, c := range cmds {
		_ = p.step(c) // it was tried on a copy
	}
	p.swapped(l, before)
	if l.move.votes() {
		p.track.written++
	}
}

// holds tells whether a card is what a line says already: the last cards may
// have been worked out from the others.
func (p *player) holds(m *move) bool {
	if len(m.cmds) != 1 {
		return false
	}
	c, ok := m.cmds[0].(mafia.SetCard)
	return ok && c.To != nowhere && int(c.To) <= p.game.Players() && p.game.RoleOf(c.To) == c.Role
}

// late tells whether a move can be made after the end: names and cards can be
// put right then.
func (m *move) late() bool {
	if len(m.cmds) != 1 {
		return false
	}
	switch m.cmds[0].(type) {
	case mafia.Substitute, mafia.SetCard:
		return true
	}
	return false
}

// refuse plays a line that expects a refusal.
func (p *player) refuse(l *line) {
	p.walk(&l.move)
	_, no := p.carried(&l.move)
	switch {
	case no == nil:
		p.fault(l, Expect, words("not-refused", "text", clip(l.text)))
	case l.cite != "" && l.cite != no.Rule:
		p.fault(l, Expect, words("refused-by", "text", clip(l.text), "by", no.Rule, "not", l.cite))
	}
}

// expect plays an expectation. After the last vote line that is written, it
// stands after the ballot.
func (p *player) expect(l *line) {
	for l.last && p.track.written > 0 && p.game.Phase() == mafia.BallotPhase {
		c, ok := neutral(&p.game)
		if !ok || p.step(c) != nil {
			break
		}
	}
	if text := l.check(p); text.Key != "" {
		p.fault(l, Expect, text)
	}
}

// proceed plays the host's next step where nothing is chosen.
func (p *player) proceed(l *line) {
	if no := p.step(mafia.Proceed{}); no != nil {
		p.refused(l, "proceed", no)
	}
}

// blocked is the fault of a heading or end that cannot be reached; after faulty
// notes it would only repeat theirs.
func (p *player) blocked(l *line, what string, no *mafia.Refusal) {
	if p.game.Phase() == mafia.Notes {
		no.Why = noNote
	}
	if p.stuck = p.spoilt; !p.stuck {
		p.refused(l, what, no)
	}
}

// end plays the running day or night out.
func (p *player) end(l *line) {
	for range maxRoute {
		c, ok := neutral(&p.game)
		if !ok {
			return
		}
		g := p.game
		if no := g.Play(mafia.Host, c); no != nil {
			p.blocked(l, "end", no)
			return
		}
		if crossing(&p.game, &g) {
			return
		}
		_ = p.step(c) // it was tried on a copy
	}
}

// rank puts days and nights in their order.
func (p *player) rank(s spot) int {
	if s.night == p.game.Rulebook().NightFirst {
		return 2 * s.n
	}
	return 2*s.n + 1
}

// heading plays on to a day or a night.
func (p *player) heading(l *line) {
	to := spot{l.night, l.n}
	first := spot{true, 0}
	switch rb := p.game.Rulebook(); {
	case rb.NightFirst:
		first.n = 1
	case rb.Free:
		first = spot{false, 1}
	}
	switch {
	case p.rank(to) < p.rank(first):
		p.fault(l, Notation, words("opens", "at", first.String()))
		return
	case p.title != nil && p.rank(to) <= p.rank(*p.title), p.rank(to) < p.rank(p.track.at):
		p.fault(l, Notation, words("back", "to", to.String(), "from", p.before().String()))
		return
	}
	for p.track.at != to && p.game.Phase() != mafia.Over {
		c, ok := onward(&p.game)
		if !ok {
			p.fault(l, Notation, words("unreached", "to", to.String()))
			return
		}
		if no := p.step(c); no != nil {
			p.blocked(l, to.String(), no)
			return
		}
	}
	p.arrive(l, to)
}

// arrive ends a heading: a dawn belongs to its day, so a game that ended with the
// notes of a night has reached the day after it; by a removal at night it has not.
func (p *player) arrive(l *line, to spot) {
	t := &p.track
	if t.at != to && t.darkOver && !to.night && p.rank(to) == p.rank(t.at)+1 {
		dead := t.killed
		t.open(to)
		t.left = dead
	}
	if t.at != to {
		p.fault(l, Notation, words("ended", "at", t.at.String(), "to", to.String()))
		return
	}
	p.title = &to
}

// outcome tells the end in one line.
func (p *player) outcome() string {
	at := p.track.at
	switch rb := p.game.Rulebook(); {
	case at.n == 0 && rb.Free:
		at = spot{false, 1}
	case at.n == 0 && rb.NightFirst: // the introductions before it
		at = spot{true, 1}
	}
	if w := p.game.Outcome().Winner; w != mafia.NoWinner {
		return fmt.Sprintf("%s won, %s", w, at)
	}
	return fmt.Sprintf("unfinished, %s", at)
}

// book builds the rulebook of a head; the faults name the lines of the head.
func book(h *Head, at *headLines) (*mafia.Rulebook, []Fault) {
	if _, err := rulebook.New(h.Rulebook, "", nil); err != nil {
		return nil, []Fault{newFault(at.rulebook, Notation, bookFault(h, err))}
	}
	var faults []Fault
	if _, err := rulebook.New(h.Rulebook, h.Preset, nil); err != nil {
		faults = append(faults, newFault(at.preset, Notation, bookFault(h, err)))
	}
	for i, o := range h.Options {
		if _, err := rulebook.New(h.Rulebook, "", []mafia.Option{o}); err != nil {
			faults = append(faults, newFault(at.options[i], Notation, bookFault(h, err)))
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	rb, err := rulebook.New(h.Rulebook, h.Preset, h.Options)
	if err != nil {
		return nil, []Fault{newFault(at.rulebook, Notation, bookFault(h, err))}
	}
	return rb, nil
}

// before is the day or night that a heading cannot go back from.
func (p *player) before() spot {
	if p.title != nil {
		return *p.title
	}
	return p.track.at
}
