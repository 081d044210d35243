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

// Common draws the view that the viewers of a state have in common. The state
// must not change while it is in use.
func (g *Game) Common() Common {
	v := g.View(Board)
	c := Common{g: g, text: make([]byte, 0, 1024+192*g.n), ends: make([]int, 0, g.n+1)}
	b := append(v.appendBefore(c.text), '[')
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
	return c
}

// Serves tells whether a viewer is one of those whose view Append can write.
func (c *Common) Serves(who Viewer) bool {
	return who.Kind == IsBoard || who.Kind == IsPlayer || who.Kind == IsGhost
}

// Append appends a viewer's view, as View and AppendJSON would; only for whom it Serves.
func (c *Common) Append(b []byte, who Viewer) []byte {
	b = appendHead(b, c.g.rb.ID, who.Kind, who.Seat)
	from := 0
	for i, to := range c.ends {
		b = append(b, c.text[from:to]...)
		from = to
		if i == c.g.n {
			break
		}
		role := Unknown
		if s := Seat(i + 1); c.g.knows(who, s) {
			role = c.g.roles[s]
		}
		b = appendName(b, role.String())
	}
	return b
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
