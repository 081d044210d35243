package points

import (
	"cmp"
	"slices"

	"omerta/mafia"
)

// Tally counts games and wins.
type Tally struct {
	Games int `json:"games"`
	Wins  int `json:"wins"`
}

func (t *Tally) add(won bool) {
	t.Games++
	if won {
		t.Wins++
	}
}

// Rate is the share of games won, 0 where none was played.
func (t Tally) Rate() float64 {
	if t.Games == 0 {
		return 0
	}
	return float64(t.Wins) / float64(t.Games)
}

// Sides are tallies by side; a game with an unknown card is in none.
type Sides struct {
	Red   Tally `json:"red"`
	Black Tally `json:"black"`
	Solo  Tally `json:"solo"`
}

func (s *Sides) add(side mafia.Side, won bool) {
	switch side {
	case mafia.Red:
		s.Red.add(won)
	case mafia.Black:
		s.Black.add(won)
	case mafia.Solo:
		s.Solo.add(won)
	}
}

// Standing is one row of a table: what a person has done in a period, in games that
// count.
type Standing struct {
	// Place is 1 for the first. Equals share it, and the next place is left out;
	// 0 is for who has too few games.
	Place  int    `json:"place"`
	Person string `json:"person"`
	Tally
	Sides Sides `json:"sides"`
	Score
	// Compensation is for the games in which he was shot first as red and lost.
	Compensation Points `json:"compensation"`
	Sum          Points `json:"sum"`
	Average      Points `json:"average"` // Sum by games, rounded
	FirstShot    int    `json:"firstShot"`
	Fouls        int    `json:"fouls"`
	Removals     int    `json:"removals"`
}

// Standings are the table of a period.
type Standings struct {
	Period  Period     `json:"period"`
	Games   int        `json:"games"`   // that count
	Unrated int        `json:"unrated"` // that do not
	Guests  int        `json:"guests"`  // seats of people whom nobody wrote down
	Schemes []string   `json:"schemes"` // that the games were played with
	Ties    []Tie      `json:"ties"`
	Rows    []Standing `json:"rows"`
}

// Order says how a table is put in order.
type Order struct {
	// Average: by points a game instead of their sum.
	Average bool `json:"average"`
	// MinGames is what it takes to have a place.
	MinGames int `json:"minGames"`
	// Ties instead of those of the scheme of the last game of the period; nil for
	// those.
	Ties []Tie `json:"ties"`
}

// sheet gathers the rows of a table.
type sheet struct {
	book *Book
	rows []Standing
	slot []int32 // of each person: 1 + index into rows
	// shots count games and those that are compensated: for each row, as many as
	// there are schemes.
	shots []shots
}

type shots struct{ games, first int }

// Standings makes the table of a period. It takes about as long as it takes to look
// at the games of the period once.
func (b *Book) Standings(p Period, o Order) Standings {
	out := Standings{Period: p, Schemes: []string{}, Ties: []Tie{}, Rows: []Standing{}}
	s := sheet{book: b, slot: make([]int32, len(b.people))}
	met := make([]bool, len(b.schemes))
	games := b.games(p)
	s.room(games)
	for _, g := range games {
		if !b.results[g].Rated() {
			out.Unrated++
			continue
		}
		out.Games++
		x := b.schemes[b.played[g]]
		if !met[b.played[g]] {
			met[b.played[g]] = true
			out.Schemes = append(out.Schemes, x.Key())
		}
		out.Ties = append(out.Ties[:0], x.Ties...)
		out.Guests += s.game(g)
	}
	s.settle()
	if o.Ties != nil {
		out.Ties = slices.Clone(o.Ties)
	}
	out.Rows = rank(s.rows, o, out.Ties)
	return out
}

// room makes room for exactly the people who have played.
func (s *sheet) room(games []int32) {
	n := int32(0)
	for _, g := range games {
		seats := s.book.seats(g)
		for i := range seats {
			if p := seats[i].person; p != nobody && s.slot[p] == 0 && s.book.results[g].Rated() {
				n++
				s.slot[p] = n
			}
		}
	}
	s.rows = make([]Standing, n)
	s.shots = make([]shots, int(n)*len(s.book.schemes))
	for p, at := range s.slot {
		if at > 0 {
			s.rows[at-1].Person = s.book.people[p]
		}
	}
}

// game adds one game to the rows; it tells how many guests sat there.
func (s *sheet) game(g int32) (guests int) {
	b := s.book
	seats := b.seats(g)
	for i := range seats {
		e := &seats[i]
		if e.person == nobody {
			guests++
			continue
		}
		at := int(s.slot[e.person] - 1)
		row := &s.rows[at]
		row.add(e.won)
		row.Sides.add(e.role.Side(), e.won)
		row.Score.add(e.score)
		row.Fouls += int(e.fouls)
		if e.first {
			row.FirstShot++
		}
		if e.gone {
			row.Removals++
		}
		c := &s.shots[at*len(b.schemes)+int(b.played[g])]
		c.games++
		if e.comp {
			c.first++
		}
	}
	return guests
}

// add counts a game.
func (s *Standing) add(won bool) { s.Tally.add(won) }

// settle works out compensations and sums.
func (s *sheet) settle() {
	for i := range s.rows {
		row := &s.rows[i]
		for k, x := range s.book.schemes {
			c := s.shots[i*len(s.book.schemes)+k]
			row.Compensation += x.Compensation.Of(c.first, c.games)
		}
		row.Sum = row.Score.Sum() + row.Compensation
		row.Average = share(1, row.Sum, int64(row.Games))
	}
}

// rank gives rows in order and with their places. Equals stand by their keys.
func rank(rows []Standing, o Order, ties []Tie) []Standing {
	sorted := make([]*Standing, len(rows)) // rows are large, and sorting moves them often
	for i := range rows {
		sorted[i] = &rows[i]
	}
	slices.SortFunc(sorted, func(a, b *Standing) int {
		return cmp.Or(o.compare(a, b, ties), cmp.Compare(a.Person, b.Person))
	})
	out := make([]Standing, len(rows))
	for i, row := range sorted {
		out[i] = *row
		switch {
		case few(row, o) == 1:
		case i > 0 && o.compare(sorted[i-1], row, ties) == 0:
			out[i].Place = out[i-1].Place
		default:
			out[i].Place = i + 1
		}
	}
	return out
}

// compare is less than nought where a stands before b.
func (o Order) compare(a, b *Standing, ties []Tie) int {
	if x := cmp.Compare(few(a, o), few(b, o)); x != 0 {
		return x
	}
	x := cmp.Compare(b.Sum, a.Sum)
	if o.Average {
		x = cmp.Compare(int64(b.Sum)*int64(a.Games), int64(a.Sum)*int64(b.Games))
	}
	for i := 0; x == 0 && i < len(ties); i++ {
		x = ties[i].compare(a, b)
	}
	return x
}

// few is 1 for who has too few games for a place.
func few(s *Standing, o Order) int {
	if s.Games < o.MinGames {
		return 1
	}
	return 0
}

// compare is less than nought where the tie-break puts a first.
func (t Tie) compare(a, b *Standing) int {
	switch t {
	case MoreWins:
		return cmp.Compare(b.Wins, a.Wins)
	case BetterRate:
		return cmp.Compare(b.Wins*a.Games, a.Wins*b.Games)
	case FewerGames:
		return cmp.Compare(a.Games, b.Games)
	case MoreMoves:
		return cmp.Compare(b.BestMove, a.BestMove)
	case MoreBonus:
		return cmp.Compare(b.Bonus, a.Bonus)
	case MoreShots:
		return cmp.Compare(b.FirstShot, a.FirstShot)
	case FewerFouls:
		return cmp.Compare(a.Fouls, b.Fouls)
	}
	return 0
}
