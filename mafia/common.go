package mafia

// Common is the view of one state as all see it who neither lead the table nor
// hold the device: the board, players and ghosts. Their views differ in whose they
// are and in the cards that they know, and in nothing else; so the board's view is
// written once, with gaps where the cards go. What a view lacks here is the board's
// word, so that a mistake can hide something and never tell it.
type Common struct {
	g    *Game
	text []byte
	ends []int // where the pieces of text end: a gap for a card follows each but the last
}

// Draw makes it the common view of a state, which must not change while it is in
// use. The memory of an earlier drawing is used again.
func (c *Common) Draw(g *Game) {
	v := g.View(Board)
	c.g, c.ends = g, c.ends[:0]
	b := append(v.appendBefore(c.text[:0]), '[')
	for i := range v.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.Seats[i].appendBefore(b)
		c.ends = append(c.ends, len(b))
		b = v.Seats[i].appendAfter(b)
	}
	b = v.appendAfter(append(b, ']'))
	c.ends = append(c.ends, len(b))
	c.text = b
}

// Forget lets go of the state, and keeps the memory for another drawing.
func (c *Common) Forget() { c.g = nil }

// Text is all that the views have in common. It is read-only, and good until the
// next drawing.
func (c *Common) Text() []byte { return c.text }

// Serves tells whether a viewer is one of those whose view Append can write.
func (c *Common) Serves(who Viewer) bool {
	return who.Kind == IsBoard || who.Kind == IsPlayer || who.Kind == IsGhost
}

// Cards is what somebody knows of the cards: by seat, from the first.
type Cards [MaxSeats]Role

// Cards tells which cards a viewer knows. Beside them and whose it is, a view
// holds Text and nothing else.
func (c *Common) Cards(who Viewer) (out Cards) {
	for i := range c.g.n {
		if s := Seat(i + 1); c.g.knows(who, s) {
			out[i] = c.g.roles[s]
		}
	}
	return out
}

// Append appends a viewer's view with the cards that he knows, as View and
// AppendJSON would; only for whom it Serves.
func (c *Common) Append(b []byte, who Viewer, cards *Cards) []byte {
	b = appendHead(b, c.g.rb.ID, who.Kind, who.Seat)
	from := 0
	for i, to := range c.ends[:c.g.n] {
		b = append(b, c.text[from:to]...)
		b = appendName(b, cards[i].String())
		from = to
	}
	return append(b, c.text[from:]...)
}

// Glance is what of a view tells whose turn it is and how the game stands: Phase,
// Day, Night, Turn, Outcome, the Ballot's Round, the Call's Role and Seconds. All
// else is blank.
func (g *Game) Glance(v Viewer) View {
	out := View{
		Rulebook: g.rb.ID, Viewer: v.Kind, Me: v.Seat,
		Phase: g.phase, Day: g.day, Night: g.night, Turn: g.turn(), Outcome: g.outcome, // as in View
	}
	switch g.phase {
	case BallotPhase, Question:
		out.Ballot.Round = g.vote.round
	case NightPhase, Opening:
		if w, ok := g.current(); ok && v.Kind == IsHost {
			out.Call.Role, out.Call.Seconds = w.Role, w.Seconds // the host's alone
		}
	}
	return out
}
