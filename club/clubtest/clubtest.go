// Package clubtest makes up the history of a club, for tests and benchmarks: the
// same for the same seed.
package clubtest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"omerta/club/points"
	"omerta/mafia"
)

// Classic makes up games of classic as a club plays them: ten seats, the shares of
// winners, first victims, best moves and fouls of a real club of six years, a few
// who come always and many who come once, games without a date and guests among
// them. 5,253 games of 700 people are such a club.
func Classic(seed uint64, games, people int) []points.Result {
	r := rand.New(rand.NewPCG(seed, 1))
	day := time.Date(2019, 3, 5, 0, 0, 0, 0, time.UTC)
	out := make([]points.Result, games)
	for i := range out {
		if i%5 == 0 {
			day = day.AddDate(0, 0, 1+r.IntN(4))
		}
		g := &out[i]
		*g = points.Result{
			ID: fmt.Sprintf("made/%d", i+1), Number: i + 1, Date: day.Format(time.DateOnly),
			Season: fmt.Sprint(1 + i/200), Rulebook: "classic", Scheme: "sport@1", Winner: mafia.RedWon,
		}
		if r.IntN(1000) < 558 {
			g.Winner = mafia.BlackWon
		}
		if r.IntN(15) == 0 {
			g.Winner, g.Unrated = mafia.NoWinner, true
		}
		if r.IntN(8) == 0 {
			g.Date = ""
		}
		g.Evening = g.Date
		sit(r, g, people)
	}
	return out
}

// deck are the cards of classic.
var deck = [10]mafia.Role{
	mafia.Sheriff, mafia.Don, mafia.Mafia, mafia.Mafia, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian,
	mafia.Civilian, mafia.Civilian,
}

// sit fills the seats of a game.
func sit(r *rand.Rand, g *points.Result, people int) {
	g.Seats = make([]points.Seat, len(deck))
	taken := map[int]bool{}
	cards := r.Perm(len(deck))
	for i := range g.Seats {
		s := &g.Seats[i]
		s.Role = deck[cards[i]]
		if r.IntN(400) > 0 {
			who := regular(r, people, taken)
			taken[who] = true
			s.Person = fmt.Sprintf("P%04d", who+1)
		}
		s.Fouls = [...]int{0, 0, 0, 0, 0, 0, 1, 1, 2, 3}[r.IntN(10)]
		if r.IntN(200) == 0 {
			s.Fouls, s.Left = 4, mafia.Fouled
		}
		if r.IntN(7) == 0 {
			s.Bonus = points.Points(1+r.IntN(8)) * points.Point / 10
		}
		if r.IntN(60) == 0 {
			s.Malus = -points.Points(1+r.IntN(8)) * points.Point / 10
		}
	}
	if r.IntN(100) < 88 {
		shoot(r, g)
	}
}

// shoot lets somebody be shot first, as a rule a red player.
func shoot(r *rand.Rand, g *points.Result) {
	at := r.IntN(len(g.Seats))
	for g.Seats[at].Role.Side() == mafia.Black && r.IntN(50) > 0 {
		at = r.IntN(len(g.Seats))
	}
	s := &g.Seats[at]
	s.First, s.Left, s.Day, s.Night = true, mafia.Killed, 2, 1
	if r.IntN(30) > 0 {
		for s.BestMove.Count() < 3 {
			s.BestMove = s.BestMove.With(mafia.Seat(1 + r.IntN(len(g.Seats))))
		}
	}
}

// regular draws who comes: low numbers far more often than high ones.
func regular(r *rand.Rand, people int, taken map[int]bool) int {
	for {
		x := r.Float64()
		who := int(x * x * x * float64(people))
		if !taken[who] {
			return who
		}
	}
}

// Mixed makes up games of all rulebooks, schemes and outcomes: small tables, few
// people, everything a result can hold. It is for properties.
func Mixed(seed uint64, games int) []points.Result {
	r := rand.New(rand.NewPCG(seed, 2))
	out := make([]points.Result, games)
	for i := range out {
		g := &out[i]
		g.ID, g.Number = fmt.Sprintf("mixed/%d", i+1), i+1
		g.Rulebook = [...]string{"city", "classic", "club", "original"}[r.IntN(4)]
		g.Scheme = [...]string{"plain@1", "sport@1"}[r.IntN(2)]
		size := 10
		switch g.Rulebook {
		case "original":
			g.Scheme, size = "original@1", 6+r.IntN(6)
		case "city", "club":
			g.Scheme, size = "plain@1", 10+r.IntN(4)
		}
		if r.IntN(4) > 0 {
			g.Date = fmt.Sprintf("%d-%02d-%02d", 2024+r.IntN(3), 1+r.IntN(12), 1+r.IntN(28))
		}
		g.Season = [...]string{"", "осень", "весна"}[r.IntN(3)]
		g.Evening = [...]string{"", "a", "b", "c"}[r.IntN(4)]
		g.Winner = points.Winners()[r.IntN(len(points.Winners()))]
		g.Unrated = r.IntN(6) == 0
		if r.IntN(9) == 0 {
			g.Winner, g.Unrated = mafia.NoWinner, true
		}
		g.Seats = make([]points.Seat, size)
		seatMixed(r, g)
	}
	return out
}

func seatMixed(r *rand.Rand, g *points.Result) {
	names := r.Perm(2 * len(g.Seats))
	first := r.IntN(len(g.Seats))
	for i := range g.Seats {
		s := &g.Seats[i]
		s.Role = mafia.Role(r.IntN(int(mafia.Ripper) + 1))
		if r.IntN(20) > 0 {
			s.Person = fmt.Sprintf("%sник %d", [...]string{"", "", "=", "'@"}[names[i]%4], names[i])
		}
		if r.IntN(2) == 0 {
			s.Left = points.Causes()[r.IntN(len(points.Causes()))]
			s.Day, s.Night = r.IntN(9), r.IntN(9)
		}
		s.First = i == first && r.IntN(3) > 0
		if s.First {
			for range r.IntN(4) {
				s.BestMove = s.BestMove.With(mafia.Seat(1 + r.IntN(len(g.Seats))))
			}
		}
		s.Fouls = r.IntN(6)
		if r.IntN(3) == 0 {
			s.Bonus, s.BonusFor = points.Points(r.IntN(20001)-10000), [...]string{"", "за игру", "+ход; ок"}[r.IntN(3)]
		}
		if r.IntN(5) == 0 {
			s.Malus, s.MalusFor = -points.Points(r.IntN(10001)), [...]string{"", `"спор"`}[r.IntN(2)]
		}
	}
}
