package mafia

// Stand is where a game stands, in the terms in which its next step is chosen.
// It is cheaper than a View, and for no viewer: it tells of the night too.
type Stand struct {
	Phase Phase
	Hold  bool   // something was announced, and Proceed goes on
	Floor Seat   // who has the floor, 0 for nobody
	Turn  string // in which kind of turn, as in View.Turn
	// Awake is the role whose call is on in a night in which roles act; Unknown
	// when none is.
	Awake     Role
	Candidate Seat  // on whom the hands are raised now, 0 when no ballot is open
	Round     int   // which ballot: 1 the vote, 2 and more the revotes
	Asked     bool  // the question whether all the tied leave is open
	Unwritten Seats // whose note is missing
}

// Stand tells where the game stands.
func (g *Game) Stand() Stand {
	s := Stand{Phase: g.Phase(), Hold: g.hold, Asked: g.phase == atQuestion && g.plain()}
	at := g.floor()
	s.Floor, s.Turn = at.seat, at.kind.String()
	switch {
	case g.phase == atNight:
		if w := g.current(); w != nil {
			s.Awake = w.Role
		}
	case g.phase == atBallot && g.plain() && g.vote.at < g.vote.run.n:
		s.Candidate, s.Round = g.vote.run.at[g.vote.at], g.vote.round
	case g.phase == atNotes:
		s.Unwritten = g.alive.Minus(g.talk.written)
	}
	return s
}
