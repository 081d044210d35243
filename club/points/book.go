package points

import (
	"cmp"
	"slices"
	"strconv"

	"omerta/mafia"
)

// Book holds results in the order in which they were played. It never changes, so
// any number of goroutines may ask it.
type Book struct {
	results []Result
	schemes []*Scheme // those that were played with
	played  []uint8   // of each game: index into schemes
	people  []string
	index   map[string]int32
	// entries are the seats of all games, game by game; those of game g are
	// entries[from[g]:from[g+1]].
	entries []entry
	from    []int32
	of      [][]int32 // of each person: indices into entries, in order

	evenings, seasons, years, books shelf
}

// entry is one seat, counted.
type entry struct {
	game   int32
	person int32 // index into people, nobody for a guest
	score  Score
	role   mafia.Role
	won    bool
	comp   bool // the compensation is for such a game
	first  bool
	gone   bool // removed by a penalty
	hits   int8 // of his best move, -1 where he made none
	fouls  uint8
}

const nobody int32 = -1

// shelf finds games by a key.
type shelf struct {
	keys []string // in order of their first game
	at   map[string][]int32
}

func (s *shelf) put(key string, game int32) {
	if key == "" {
		return
	}
	if s.at == nil {
		s.at = map[string][]int32{}
	}
	if _, ok := s.at[key]; !ok {
		s.keys = append(s.keys, key)
	}
	s.at[key] = append(s.at[key], game)
}

// place is where a key stands among the others.
func (s *shelf) place(key string) int { return slices.Index(s.keys, key) }

// sort puts keys that are all numbers in the order of numbers: a date that was
// written down wrong does not move a season.
func (s *shelf) sort() {
	n := make(map[string]int, len(s.keys))
	for _, k := range s.keys {
		x, err := strconv.Atoi(k)
		if err != nil {
			return
		}
		n[k] = x
	}
	slices.SortStableFunc(s.keys, func(a, b string) int { return cmp.Compare(n[a], n[b]) })
}

// maxPlayed is how many schemes one book can mix: far more than a club invents.
const maxPlayed = 255

// NewBook puts results in order and counts each by its own scheme. Games stand by
// date and number; one whose date is not known stands with the games of the number
// before it. The results are not changed, and must not be while the book is in use.
//
// The error is a *SchemeError and names each scheme that there is not. A result that
// could not be counted at all, without seats or with more than a table has, is an
// error too; what else Result.Check finds is the business of whoever takes it in.
func NewBook(results []Result, schemes *Schemes) (*Book, error) {
	b := &Book{results: ordered(results), index: map[string]int32{}}
	seats := 0
	for i := range b.results {
		seats += len(b.results[i].Seats)
	}
	b.entries = make([]entry, 0, seats)
	b.from = make([]int32, 1, len(results)+1)
	var f faults
	missing := map[string]bool{}
	at := map[*Scheme]uint8{}
	for g := range b.results {
		r := &b.results[g]
		if n := len(r.Seats); n < 1 || n > mafia.MaxSeats {
			f.add("seats", "n", mafia.MaxSeats)
			continue
		}
		s := schemes.of(r)
		if s == nil {
			if !missing[r.Scheme] {
				f.add("no-scheme", "key", clip(r.Scheme))
			}
			missing[r.Scheme] = true
			continue
		}
		n, known := at[s]
		if !known {
			if len(b.schemes) == maxPlayed {
				f.add("many-schemes", "n", maxPlayed)
				break
			}
			n = uint8(len(b.schemes))
			at[s] = n
			b.schemes = append(b.schemes, s)
		}
		b.played = append(b.played, n)
		b.enter(int32(g), r, s)
	}
	if len(f) > 0 {
		return nil, &SchemeError{f}
	}
	b.seasons.sort()
	b.gather()
	return b, nil
}

// enter counts the seats of one game.
func (b *Book) enter(g int32, r *Result, s *Scheme) {
	var room [mafia.MaxSeats]Score
	scores := s.score(room[:], r)
	for i := range r.Seats {
		x, no := &r.Seats[i], mafia.Seat(i+1)
		e := entry{
			game: g, person: b.person(x.Person), score: scores[i], role: x.Role, won: r.Won(no),
			comp: compensated(r, no), first: x.First, gone: x.Removed(), hits: -1, fouls: uint8(min(x.Fouls, MaxFouls)),
		}
		if hits, ok := r.Hits(no); ok {
			e.hits = int8(hits)
		}
		b.entries = append(b.entries, e)
	}
	b.from = append(b.from, int32(len(b.entries)))
	b.evenings.put(r.Evening, g)
	b.seasons.put(r.Season, g)
	b.years.put(r.Year(), g)
	b.books.put(r.Book(), g)
}

// gather finds the seats of each person.
func (b *Book) gather() {
	counts := make([]int32, len(b.people))
	for i := range b.entries {
		if p := b.entries[i].person; p != nobody {
			counts[p]++
		}
	}
	b.of = make([][]int32, len(b.people))
	for p, n := range counts {
		b.of[p] = make([]int32, 0, n)
	}
	for i := range b.entries {
		if p := b.entries[i].person; p != nobody {
			b.of[p] = append(b.of[p], int32(i))
		}
	}
}

func (b *Book) person(key string) int32 {
	if key == "" {
		return nobody
	}
	p, ok := b.index[key]
	if !ok {
		p = int32(len(b.people))
		b.index[key] = p
		b.people = append(b.people, key)
	}
	return p
}

// ordered gives results by date and number. The dates that are not known are taken
// from the games before, by number.
func ordered(results []Result) []Result {
	type place struct {
		date string
		i    int
	}
	at := make([]place, len(results))
	for i := range results {
		at[i].i = i
	}
	number := func(a, b place) int {
		x, y := &results[a.i], &results[b.i]
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.ID, y.ID))
	}
	slices.SortStableFunc(at, number)
	date := ""
	for i := range at {
		if own := results[at[i].i].Date; own != "" {
			date = own
		}
		at[i].date = date
	}
	slices.SortStableFunc(at, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.date, b.date), number(a, b))
	})
	out := make([]Result, len(results))
	for i := range at {
		out[i] = results[at[i].i]
	}
	return out
}

// Results gives all results in their order. They are the book's own: not to be
// changed.
func (b *Book) Results() []Result { return b.results }

// People lists the keys of all who have played, in order of their first game.
func (b *Book) People() []string { return slices.Clone(b.people) }

// Evenings lists the keys of the evenings in order of their first game.
func (b *Book) Evenings() []string { return slices.Clone(b.evenings.keys) }

// Seasons lists the seasons: by number where all of them are numbers, else in order
// of their first game.
func (b *Book) Seasons() []string { return slices.Clone(b.seasons.keys) }

// Years lists the years of all known dates in order.
func (b *Book) Years() []string { return slices.Clone(b.years.keys) }

// Rulebooks lists the names of the rulebooks that were played.
func (b *Book) Rulebooks() []string { return slices.Clone(b.books.keys) }

// Period selects games; what is empty selects nothing out. A game without a date
// is in no year and between no dates.
type Period struct {
	Evening  string `json:"evening"`
	Season   string `json:"season"`
	Year     string `json:"year"`
	Rulebook string `json:"rulebook"` // with or without version
	From     string `json:"from"`     // dates, both included
	To       string `json:"to"`
	Rated    bool   `json:"rated"` // only games that count
}

// has tells whether a game is in the period.
func (p *Period) has(r *Result) bool {
	switch {
	case p.Evening != "" && r.Evening != p.Evening,
		p.Season != "" && r.Season != p.Season,
		p.Year != "" && r.Year() != p.Year,
		p.Rulebook != "" && r.Book() != bookOf(p.Rulebook),
		p.From != "" && r.Date < p.From,
		p.To != "" && (r.Date == "" || r.Date > p.To),
		p.Rated && !r.Rated():
		return false
	}
	return true
}

// games lists the games of a period in order.
func (b *Book) games(p Period) []int32 {
	var among []int32
	switch {
	case p.Evening != "":
		among = b.evenings.at[p.Evening]
	case p.Season != "":
		among = b.seasons.at[p.Season]
	case p.Year != "":
		among = b.years.at[p.Year]
	case p.Rulebook != "":
		among = b.books.at[bookOf(p.Rulebook)]
	default:
		among = make([]int32, len(b.results))
		for i := range among {
			among[i] = int32(i)
		}
	}
	out := make([]int32, 0, len(among))
	for _, g := range among {
		if p.has(&b.results[g]) {
			out = append(out, g)
		}
	}
	return out
}

// Games lists the results of a period in order; they are the book's own.
func (b *Book) Games(p Period) []*Result {
	games := b.games(p)
	out := make([]*Result, len(games))
	for i, g := range games {
		out[i] = &b.results[g]
	}
	return out
}

// seats are the entries of a game.
func (b *Book) seats(g int32) []entry { return b.entries[b.from[g]:b.from[g+1]] }
