package points

import "omerta/mafia"

// Score is what one game brought one seat, item by item. The compensation is no
// part of it: it belongs to a period (see Standing).
type Score struct {
	Win      Points `json:"win"`  // the win, or the draw, or the rulebook's own points
	Role     Points `json:"role"` // what the card adds
	BestMove Points `json:"bestMove"`
	Removal  Points `json:"removal"`
	Bonus    Points `json:"bonus"`
	Malus    Points `json:"malus"`
}

// Sum is all of it together.
func (s Score) Sum() Points {
	return s.Win + s.Role + s.BestMove + s.Removal + s.Bonus + s.Malus
}

func (s *Score) add(o Score) {
	s.Win += o.Win
	s.Role += o.Role
	s.BestMove += o.BestMove
	s.Removal += o.Removal
	s.Bonus += o.Bonus
	s.Malus += o.Malus
}

// Score tells what a game brings each seat, in their order: noughts for a game that
// does not count.
func (s *Scheme) Score(r *Result) []Score {
	return s.score(make([]Score, len(r.Seats)), r)
}

// score is Score into a slice that is long enough.
func (s *Scheme) score(out []Score, r *Result) []Score {
	out = out[:len(r.Seats)]
	clear(out)
	if !r.Rated() {
		return out
	}
	black := r.Black()
	for i := range r.Seats {
		out[i] = s.seat(r, mafia.Seat(i+1), black)
	}
	if s.Own {
		own(r, out)
	}
	return out
}

// seat counts one seat of a rated game, but for the rulebook's own points.
func (s *Scheme) seat(r *Result, no mafia.Seat, black mafia.Seats) (out Score) {
	x := &r.Seats[no-1]
	switch {
	case s.Own:
	case r.Winner == mafia.NobodyWon:
		out.Win = s.Draw
	case r.Won(no):
		out.Win = s.Win
	}
	for _, role := range s.Roles {
		if role.Role == x.Role && r.Won(no) {
			out.Role = role.Win
		} else if role.Role == x.Role {
			out.Role = role.Loss
		}
	}
	if x.BestMove != 0 {
		out.BestMove = s.BestMove[min((x.BestMove&black).Count(), 3)]
	}
	if x.Removed() {
		out.Removal = s.Removal
	}
	if s.Host {
		out.Bonus, out.Malus = x.Bonus, x.Malus
	}
	return out
}

// own adds the inventor's points (ORIGINAL-POINTS-1, -2): a black player who is
// still there when black wins gets a point for each red card dealt; each red
// player, out or not, one for each red player who is still there when red wins.
func own(r *Result, out []Score) {
	reds, live := 0, 0
	for i := range r.Seats {
		if r.Seats[i].Role.Side() == mafia.Red {
			reds++
			if r.Seats[i].Left == "" {
				live++
			}
		}
	}
	for i := range r.Seats {
		switch x := &r.Seats[i]; {
		case r.Winner == mafia.BlackWon && x.Role.Side() == mafia.Black && x.Left == "":
			out[i].Win = Points(reds) * Point
		case r.Winner == mafia.RedWon && x.Role.Side() == mafia.Red:
			out[i].Win = Points(live) * Point
		}
	}
}

// compensated tells whether a seat's game is one of those that the compensation
// is for: a red player who was shot first and lost. Nobody loses a draw.
func compensated(r *Result, no mafia.Seat) bool {
	x := &r.Seats[no-1]
	return x.First && x.Role.Side() == mafia.Red && r.Rated() && !r.Won(no) && r.Winner != mafia.NobodyWon
}

// Compensated tells whether a seat's game is one of those that the compensation of
// a period is for.
func (r *Result) Compensated(seat mafia.Seat) bool { return compensated(r, seat) }
