package points

import (
	"errors"
	"iter"
	"slices"

	"omerta/mafia"
)

// ErrUnfinished says that a game without an end was given as one that counts.
var ErrUnfinished = errors.New("points: the game has no end yet; only an unrated result can be made of it")

// FromGame makes a result of a game and the events that led to it, those that were
// undone left out. What a game does not know (id, date, number, season, evening,
// preset, scheme, whether it is unrated) is taken from head. person turns who sits in
// a seat at the end into the club's key; without it the nick is the key.
//
// The host's bonus and malus come later, by whoever writes them into the seats.
// The error is ErrUnfinished.
func FromGame(head Result, g *mafia.Game, events iter.Seq[mafia.Event], person func(mafia.Seat, string) string) (Result, error) {
	if g.Phase() != mafia.Over && !head.Unrated {
		return Result{}, ErrUnfinished
	}
	out := head
	out.Rulebook, out.Winner = g.Rulebook().ID, g.Outcome().Winner
	out.Seats = make([]Seat, g.Players())
	for i := range out.Seats {
		no := mafia.Seat(i + 1)
		s := &out.Seats[i]
		s.Role, s.Person = g.RoleOf(no), g.Nick(no)
		if person != nil {
			s.Person = person(no, s.Person)
		}
	}
	out.leave(g)
	for e := range events {
		switch e := e.(type) {
		case mafia.FoulGiven:
			out.Seats[e.To-1].Fouls += e.N
		case mafia.BestMoved:
			out.Seats[e.By-1].BestMove = e.Seats
		}
	}
	return out, nil
}

// leave writes down who has left, how, and who was shot first: whoever is killed
// in the first night in which anybody is (CLASSIC-MORN-2), which has to be the
// first of the game where the house gives the best move to that alone.
func (r *Result) leave(g *mafia.Game) {
	firstNight := slices.Contains(g.Rulebook().Options, mafia.Option{Name: "best-move", Value: "first-night"})
	shot := -1
	for _, d := range g.View(mafia.Host).Departed {
		s := &r.Seats[d.Seat-1]
		s.Left, s.Day, s.Night = d.Cause, d.Day, d.Night
		if d.Cause != mafia.Killed {
			continue
		}
		if shot < 0 {
			shot = d.Night
		}
		s.First = d.Night == shot && (!firstNight || shot == 1)
	}
}
