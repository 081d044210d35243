package record

import "omerta/mafia"

// swap is the first half of a swap of cards, while the second is missing.
type swap struct {
	line   *line
	before []mafia.Role // the cards as they lay before it
}

// goesOn tells whether a line leads the game on, which waits for the second half
// of a swap: not an expectation, nor what a host may do at any moment.
func (l *line) goesOn() bool {
	switch l.kind {
	case isExpect, isRefuse:
		return false
	case isMove:
	default:
		return true
	}
	if l.move.overrule || len(l.move.cmds) != 1 {
		return !l.move.overrule
	}
	switch l.move.cmds[0].(type) {
	case mafia.Foul, mafia.Gesture, mafia.Remove, mafia.Forfeit, mafia.Beaten, mafia.Leave, mafia.Substitute, mafia.SetCard:
		return false
	}
	return true
}

// card tells whether a move enters a card.
func (m *move) card() bool {
	if len(m.cmds) != 1 {
		return false
	}
	_, ok := m.cmds[0].(mafia.SetCard)
	return ok
}

// cardsBefore is how the cards lie before a card line; nil for any other.
func (p *player) cardsBefore(m *move) []mafia.Role {
	if !m.card() {
		return nil
	}
	out := make([]mafia.Role, p.game.Players())
	for i := range out {
		out[i] = p.game.RoleOf(mafia.Seat(i + 1))
	}
	return out
}

// swapped notes after a card line whether a card lies on the table once too often.
func (p *player) swapped(l *line, before []mafia.Role) {
	switch {
	case before == nil:
	case p.game.View(mafia.Host).Surplus == mafia.Unknown:
		p.swap = nil
	case p.swap == nil:
		p.swap = &swap{l, before}
	}
}

// unswap complains about a swap of which only one half was written, at its card
// line, and lays the cards back. After the end of the game nothing waits for it, and
// where the record ends first, the game was cut off in between.
func (p *player) unswap() {
	s := p.swap
	if s == nil || len(p.faults) >= maxFaults || p.game.Phase() == mafia.Over {
		return
	}
	p.swap = nil
	no := &mafia.Refusal{Rule: p.game.Rulebook().Cites[mafia.WhyMisdeal], Why: mafia.WhyMisdeal, Role: p.game.View(mafia.Host).Surplus}
	p.refused(s.line, s.line.text, no)
	for i, r := range s.before {
		if seat := mafia.Seat(i + 1); p.game.RoleOf(seat) != r {
			_ = p.step(mafia.SetCard{To: seat, Role: r}) // it lay there before
		}
	}
}
