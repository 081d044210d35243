package mafia

// Common is the view of one state as all see it who neither lead the table nor
// hold the device: the board, players and ghosts. Their views differ in whose they
// are and in the cards that they know, and in nothing else; so the board's view is
// written once, with gaps where the cards go. What a view lacks here is the board's
// word, so that a mistake can hide something and never tell it. It never changes.
type Common struct {
	rulebook string
	text     []byte
	ends     []int // where the pieces of text end: a gap for a card follows each but the last
}

// Common writes the view that viewers have in common.
func (g *Game) Common() *Common {
	v := g.View(Board)
	c := &Common{rulebook: g.rb.ID, ends: make([]int, 0, g.n)}
	b := append(v.appendBefore(make([]byte, 0, 1280+192*g.n)), '[')
	for i := range v.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.Seats[i].appendBefore(b)
		c.ends = append(c.ends, len(b))
		b = v.Seats[i].appendAfter(b)
	}
	c.text = v.appendAfter(append(b, ']'))
	return c
}

// Shares tells whether a viewer is one of those whose view Append can write.
func Shares(who Viewer) bool {
	return who.Kind == IsBoard || who.Kind == IsPlayer || who.Kind == IsGhost
}

// Text is all that the views have in common. It is read-only.
func (c *Common) Text() []byte { return c.text }

// Cards is what somebody knows of the cards: by seat, from the first.
type Cards [MaxSeats]Role

// CardsOf tells which cards a viewer knows. Beside them and whose it is, the view
// of one who Shares holds what is common and nothing else.
func (g *Game) CardsOf(who Viewer) (out Cards) {
	for i := range g.n {
		if s := Seat(i + 1); g.knows(who, s) {
			out[i] = g.roles[s]
		}
	}
	return out
}

// Append appends the view of a viewer who knows some cards, as View and AppendJSON
// would; only for one who Shares.
func (c *Common) Append(b []byte, who Viewer, cards *Cards) []byte {
	b = appendHead(b, c.rulebook, who.Kind, who.Seat)
	from := 0
	for i, to := range c.ends {
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
		Phase: g.Phase(), Day: g.day, Night: g.night, Turn: g.turn(), Outcome: g.outcome, // as in View
	}
	switch g.phase {
	case atBallot, atQuestion:
		out.Ballot.Round = g.vote.round
	case atNight, atOpening:
		if w := g.current(); w != nil && v.Kind == IsHost {
			out.Call.Role, out.Call.Seconds = w.Role, w.Seconds // the host's alone
		}
	}
	return out
}
