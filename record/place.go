package record

import "omerta/mafia"

// votes tells whether a move is a vote line.
func (m *move) votes() bool {
	if len(m.cmds) != 1 {
		return false
	}
	_, ok := m.cmds[0].(mafia.Vote)
	return ok
}

// inPlace tells whether the game stands where a move belongs, whatever the
// rules say about it: the right speaker has the floor, the right candidate's
// vote is open, the right role is awake.
func (m *move) inPlace(g *mafia.Game) bool {
	s := g.Stand()
	if m.notes {
		return s.Phase == mafia.Notes
	}
	switch c := m.cmds[0].(type) {
	case mafia.Pass:
		return s.Floor == c.By
	case mafia.Nominate:
		return s.Floor == c.By && s.Turn == "speech"
	case mafia.Withdraw:
		return s.Floor == c.By && s.Turn == "speech"
	case mafia.Invite:
		return s.Floor == c.By && (s.Turn == "speech" || s.Turn == "defence")
	case mafia.Close:
		return s.Phase == mafia.Circle
	case mafia.Vote:
		return s.Candidate == c.For && (s.Round > 1) == m.revote
	case mafia.Oust:
		return s.Asked
	case mafia.Shoot:
		return s.Awake == mafia.Mafia
	case mafia.Act:
		return s.Awake == c.Role
	case mafia.BestMove:
		return s.Floor == c.By && s.Turn == "last-word"
	case mafia.Reveal:
		return s.Floor == c.By && s.Turn == "last-word"
	case mafia.Accuse, mafia.CallNight:
		return s.Phase == mafia.Talk
	case mafia.Foul:
		return fouled(g, &s, c.To)
	case mafia.Gesture:
		return fouled(g, &s, c.To)
	}
	return true // the host does it at any moment
}

// fouled tells whether a foul for a player belongs here. Nobody's last word ends
// for the foul of another who has left: it is refused where it stands
// (CITY-FOUL-10, CLASSIC-FOUL-12, CLUB-FOUL-9).
func fouled(g *mafia.Game, s *mafia.Stand, to mafia.Seat) bool {
	return g.Alive().Has(to) || s.Floor == to || s.Turn == "last-word"
}

// neutral is the step that changes least where the game stands: a speaker
// passes, nobody votes, a role does nothing. Free talk has none.
func neutral(g *mafia.Game) (mafia.Command, bool) {
	s := g.Stand()
	switch {
	case s.Phase == mafia.Over || s.Phase == mafia.Talk:
		return nil, false
	case s.Turn != "":
		return mafia.Pass{By: s.Floor}, true
	case s.Candidate != 0:
		return mafia.Vote{For: s.Candidate}, true
	case s.Asked:
		return mafia.Oust{}, true
	case s.Phase == mafia.Accusation:
		return mafia.Drop{}, true
	case s.Phase == mafia.Notes:
		return mafia.Write{By: s.Unwritten.First()}, true
	}
	return mafia.Proceed{}, true
}

// onward is neutral, and where a day of free talk must end, everybody agrees to
// the night.
func onward(g *mafia.Game) (mafia.Command, bool) {
	if g.Phase() == mafia.Talk {
		return mafia.CallNight{Hands: mafia.Hands{Seats: g.Alive()}}, true
	}
	return neutral(g)
}

// crossing tells whether the game has passed a dusk or a dawn.
func crossing(before, after *mafia.Game) bool {
	if before.Day() != after.Day() || before.Night() != after.Night() {
		return true
	}
	return before.Phase() != mafia.Opening && after.Phase() == mafia.Opening
}

// route gives the neutral moves that lead from g to the place of a move, within
// the running day or night; false when they do not.
func route(g mafia.Game, m *move) ([]mafia.Command, bool) {
	var way []mafia.Command
	for len(way) < maxRoute {
		if m.inPlace(&g) {
			return way, true
		}
		c, ok := neutral(&g)
		if !ok {
			return nil, false
		}
		before := g
		if g.Play(mafia.Host, c) != nil || g.Phase() == mafia.Over || crossing(&before, &g) {
			return nil, false
		}
		way = append(way, c)
	}
	return nil, false
}

// maxRoute bounds the steps of one day or night: forty players speak, defend
// themselves and are voted on, and each passing over is a step too.
const maxRoute = 2000
