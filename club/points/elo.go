package points

import (
	"cmp"
	"math"
	"slices"

	"omerta/mafia"
)

// Elo says how ratings move: data of the club.
type Elo struct {
	K     int `json:"k"`     // how far one game can move a rating: 1 to 200
	Start int `json:"start"` // of who is new: 0 to 10000
	Scale int `json:"scale"` // so many points more are ten times the odds: 1 to 10000
}

// DefaultElo is what the program proposes.
func DefaultElo() Elo { return Elo{K: 16, Start: 1500, Scale: 400} }

// Check tells whether the numbers are within their bounds.
func (e Elo) Check() bool {
	return e.K >= 1 && e.K <= 200 && e.Start >= 0 && e.Start <= 10000 && e.Scale >= 1 && e.Scale <= 10000
}

// milli are thousandths, in which ratings are kept: rounded after each game, so that
// the last bit of a machine's logarithm decides nothing.
const milli = 1000

// Move is a rating after one game.
type Move struct {
	Game  int `json:"game"`  // index into Book.Results
	Value int `json:"value"` // in thousandths
}

// Rating is what one person has on one side.
type Rating struct {
	Games int `json:"games"`
	// Value is in thousandths, the start's for who has not played on that side.
	Value int    `json:"value"`
	Best  int    `json:"best"`
	Moves []Move `json:"moves"`
}

// Ratings are those of everybody on each side.
type Ratings struct {
	Rules  Elo
	book   *Book
	people [][3]Rating
}

// Ratings plays the games of a period through in their order. Each seat of a game
// that counts moves by K * (s - e): s is 1 for a win, half for a draw, 0 for a loss,
// and e is what his rating on this side promises against the mean of the other
// side's, all as they were before the game. For red the other side is black and the
// other way round; where somebody plays for himself, it is all who do not win with
// him, for everybody. Guests count with the start rating and keep none. Cards that
// nobody has learned take no part.
func (b *Book) Ratings(rules Elo, p Period) *Ratings {
	out := &Ratings{Rules: rules, book: b, people: make([][3]Rating, len(b.people))}
	for i := range out.people {
		for s := range out.people[i] {
			out.people[i][s].Value = rules.Start * milli
			out.people[i][s].Best = rules.Start * milli
		}
	}
	p.Rated = true
	var after [mafia.MaxSeats]int
	for _, g := range b.games(p) {
		seats := b.seats(g)
		out.reckon(seats, b.results[g].Winner == mafia.NobodyWon, after[:len(seats)])
		out.move(int(g), seats, after[:len(seats)])
	}
	return out
}

// group is with whom somebody wins: both colours have one, each solo role its own.
func group(r mafia.Role) int {
	switch r.Side() {
	case mafia.Red:
		return 1
	case mafia.Black:
		return 2
	case mafia.Solo:
		return 3 + int(r)
	}
	return 0
}

// still is in the place of a rating that does not move.
const still = math.MinInt

// reckon works out the ratings after a game, still for a seat that has none.
func (t *Ratings) reckon(seats []entry, draw bool, after []int) {
	const groups = 20
	var sums, counts [groups]int
	total, all := 0, 0
	for i := range seats {
		if g := group(seats[i].role); g > 0 {
			v := t.value(&seats[i])
			sums[g] += v
			counts[g]++
			total += v
			all++
		}
	}
	for i := range seats {
		after[i] = still
		e := &seats[i]
		g := group(e.role)
		if g == 0 || e.person == nobody || counts[g] == all {
			continue
		}
		own := t.value(e)
		others := float64(total-sums[g]) / float64(all-counts[g])
		s := 0.0
		switch {
		case draw:
			s = 0.5
		case e.won:
			s = 1
		}
		promised := 1 / (1 + math.Pow(10, (others-float64(own))/float64(t.Rules.Scale*milli)))
		after[i] = own + int(math.Round(float64(t.Rules.K*milli)*(s-promised)))
	}
}

func (t *Ratings) value(e *entry) int {
	if e.person == nobody {
		return t.Rules.Start * milli
	}
	return t.people[e.person][e.role.Side()-1].Value
}

// move writes the ratings after a game.
func (t *Ratings) move(g int, seats []entry, after []int) {
	for i := range seats {
		e := &seats[i]
		if after[i] == still {
			continue
		}
		r := &t.people[e.person][e.role.Side()-1]
		r.Value = after[i]
		r.Best = max(r.Best, r.Value)
		r.Games++
		r.Moves = append(r.Moves, Move{g, r.Value})
	}
}

// Of gives a person's rating on a side: the start for who has none there. The moves
// are the ratings' own.
func (t *Ratings) Of(person string, side mafia.Side) Rating {
	who, ok := t.book.index[person]
	if !ok || side < mafia.Red || side > mafia.Solo {
		return Rating{Value: t.Rules.Start * milli, Best: t.Rules.Start * milli, Moves: []Move{}}
	}
	r := t.people[who][side-1]
	if r.Moves == nil {
		r.Moves = []Move{}
	}
	return r
}

// Rated is a row of a table of ratings.
type Rated struct {
	Place  int    `json:"place"` // equals share it; 0 for who has too few games
	Person string `json:"person"`
	Games  int    `json:"games"`
	Value  int    `json:"value"` // in thousandths
	Best   int    `json:"best"`
}

// Table lists those who have played on a side, the highest first. Who has fewer
// games than minGames stands last and has no place.
func (t *Ratings) Table(side mafia.Side, minGames int) []Rated {
	out := []Rated{}
	if side < mafia.Red || side > mafia.Solo {
		return out
	}
	for who := range t.people {
		if r := &t.people[who][side-1]; r.Games > 0 {
			out = append(out, Rated{Person: t.book.people[who], Games: r.Games, Value: r.Value, Best: r.Best})
		}
	}
	late := func(r Rated) int {
		if r.Games < minGames {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b Rated) int {
		return cmp.Or(cmp.Compare(late(a), late(b)), cmp.Compare(b.Value, a.Value), cmp.Compare(a.Person, b.Person))
	})
	for i := range out {
		switch {
		case late(out[i]) == 1:
		case i > 0 && out[i].Value == out[i-1].Value:
			out[i].Place = out[i-1].Place
		default:
			out[i].Place = i + 1
		}
	}
	return out
}
