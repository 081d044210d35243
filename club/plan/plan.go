// Package plan makes the seating of a tournament: rounds at several tables, in
// which any two people meet equally often and everybody sits on each seat
// equally often, as nearly as can be.
//
// # How good a plan is
//
// A plan is weighed by sums of squares, because of numbers with a given sum the
// most even ones have the least sum of squares:
//
//   - games: over the people, of how often each plays. Only where there are more
//     people than seats, so that some sit out, is this not given from the start.
//   - meetings: over all pairs of people, of how often they are at one table.
//   - seats: over people and seats, of how often one sits there.
//   - neighbours: over all pairs, of how often they are side by side.
//
// Beside each sum stands a bound that no plan can go below: that of the same
// total spread so that no two numbers differ by more than one, and for meetings
// that of overlap, where it is higher. There may be no plan that reaches it.
//
// One plan is better than another if it breaks fewer wishes; of equals, if games
// are the more even; of equals, if meetings and seats together have the lower
// sum; of equals, if the rarest and the most frequent meetings are less far apart;
// of equals, if neighbours have the lower sum.
package plan

import (
	"slices"

	"omerta/club/lot"
	"omerta/club/seating"
	"omerta/mafia"
	"omerta/say"
)

// Bounds of a tournament.
const (
	MaxPeople = 400
	MaxRounds = 100
	MaxTables = 40
)

// Ask is a tournament to be planned.
type Ask struct {
	People []string `json:"people"` // as many as there are seats, or more: then some sit out each round
	Rounds int      `json:"rounds"`
	Tables int      `json:"tables"`
	Seats  int      `json:"seats"` // at each table
	// Wishes are held in every round: bans, and couples and friends apart. Who is
	// not among the people does not matter.
	Wishes []seating.Wish `json:"wishes"`
	Seed   uint64         `json:"seed"`
	// Start is a plan of the same people and tables to go on from, such as one that
	// was read: no answer is worse. nil for none.
	Start *Plan `json:"start"`
}

// Plan is who sits where, round by round.
type Plan struct {
	People []string `json:"people"`
	// Rounds gives, by round, table and seat (all from 0), the number of the person
	// in People. Whoever is at no table sits out.
	Rounds [][][]int `json:"rounds"`
}

// Out lists the people who sit out a round, in the order of People.
func (p *Plan) Out(round int) []int {
	in := make([]bool, len(p.People))
	for _, table := range p.Rounds[round] {
		for _, who := range table {
			in[who] = true
		}
	}
	out := []int{}
	for who, plays := range in {
		if !plays {
			out = append(out, who)
		}
	}
	return out
}

// Score is one of the sums of squares.
type Score struct {
	Sum   int `json:"sum"`
	Bound int `json:"bound"` // no plan goes below it
	Least int `json:"least"` // the smallest number of those squared
	Most  int `json:"most"`  // the largest
}

// Quality says how good a plan is; the package's comment tells what is counted.
type Quality struct {
	Broken     int   `json:"broken"` // how many times two sit as a wish forbids
	Games      Score `json:"games"`
	Meetings   Score `json:"meetings"`
	Seats      Score `json:"seats"`
	Neighbours Score `json:"neighbours"`
}

// Better tells whether the quality is higher than another of the same tournament.
func (q Quality) Better(than Quality) bool {
	a, b := q.order(), than.order()
	return slices.Compare(a[:], b[:]) < 0
}

// order is what counts, the dearest first; less is better.
func (q Quality) order() [5]int {
	return [...]int{q.Broken, q.Games.Sum, q.Meetings.Sum + q.Seats.Sum, q.Meetings.Most - q.Meetings.Least, q.Neighbours.Sum}
}

// Perfect tells that no plan can be better.
func (q Quality) Perfect() bool {
	return q.Broken == 0 && q.Games.Sum == q.Games.Bound && q.Meetings.Sum == q.Meetings.Bound &&
		q.Seats.Sum == q.Seats.Bound && q.Neighbours.Sum == q.Neighbours.Bound
}

// Percent is how near meetings and seats come to their bounds, in hundredths of
// a percent: 10,000 is the bound itself, 9,500 means that the sum is by 1/0.95
// as large.
func (q Quality) Percent() int {
	sum := q.Meetings.Sum + q.Seats.Sum
	if sum == 0 {
		return 10_000
	}
	return 10_000 * (q.Meetings.Bound + q.Seats.Bound) / sum
}

// spread fills in a score from numbers whose total is given.
func spread(numbers []int) (s Score) {
	if len(numbers) == 0 {
		return s
	}
	total := 0
	s.Least = numbers[0]
	for _, x := range numbers {
		s.Sum += x * x
		total += x
		s.Least, s.Most = min(s.Least, x), max(s.Most, x)
	}
	low, more := total/len(numbers), total%len(numbers)
	s.Bound = more*(low+1)*(low+1) + (len(numbers)-more)*low*low
	return s
}

// Weigh finds the quality of a plan for wishes. Persons are looked up by name;
// the plan's numbers must be within People. Tables may differ in size.
func (p *Plan) Weigh(wishes []seating.Wish) (q Quality) {
	n := len(p.People)
	met, beside, games := make([]int, n*n), make([]int, n*n), make([]int, n)
	widest := 0
	for _, round := range p.Rounds {
		for _, table := range round {
			widest = max(widest, len(table))
		}
	}
	sat := make([]int, n*widest)
	keep := keepApart(p.People, wishes)
	for _, round := range p.Rounds {
		for _, table := range round {
			for i, a := range table {
				games[a]++
				sat[a*widest+i]++
				for j, b := range table[:i] {
					low, high := min(a, b), max(a, b)
					met[low*n+high]++
					if i-j == 1 || i-j == len(table)-1 {
						beside[low*n+high]++
					}
					if keep.broken(a, b, i, j, len(table)) {
						q.Broken++
					}
				}
			}
		}
	}
	q.Games, q.Seats = spread(games), spreadSeats(sat, games, widest)
	q.Meetings, q.Neighbours = spread(pairsOf(met, n)), spread(pairsOf(beside, n))
	q.Meetings.Bound = max(q.Meetings.Bound, p.overlap())
	return q
}

// overlap is another bound on the squares of meetings. Their sum is the number
// of meetings and, for each two rounds, twice the number of pairs who meet in
// both. These are least where the people of each table of the one round are
// spread evenly over the tables of the other.
func (p *Plan) overlap() (bound int) {
	plays := func(round [][]int) (n int) {
		for _, table := range round {
			n += len(table)
		}
		return n
	}
	for r, round := range p.Rounds {
		for _, table := range round {
			bound += len(table) * (len(table) - 1) / 2
		}
		for _, other := range p.Rounds[:r] {
			cells := len(round) * len(other)
			both := max(0, plays(round)+plays(other)-len(p.People))
			if cells > 0 {
				low, more := both/cells, both%cells
				bound += more*(low+1)*low + (cells-more)*low*(low-1)
			}
		}
	}
	return bound
}

// spreadSeats knows more than spread: who plays how often is given.
func spreadSeats(sat, games []int, seats int) Score {
	s := spread(sat)
	s.Bound = 0
	for _, g := range games {
		if seats > 0 {
			low, more := g/seats, g%seats
			s.Bound += more*(low+1)*(low+1) + (seats-more)*low*low
		}
	}
	return s
}

func pairsOf(m []int, n int) []int {
	out := make([]int, 0, n*n/2)
	for a := range n {
		out = append(out, m[a*n+a+1:(a+1)*n]...)
	}
	return out
}

// apart says of every two people whether they are kept apart.
type apart struct {
	n   int
	is  []bool // neither side by side nor opposite
	ban []bool
}

func keepApart(people []string, wishes []seating.Wish) apart {
	n := len(people)
	k := apart{n, make([]bool, n*n), make([]bool, n*n)}
	index := map[string]int{}
	for i, id := range people {
		index[id] = i
	}
	for _, w := range wishes {
		m := k.is
		if w.Kind == seating.Ban {
			m = k.ban
		}
		for i, x := range w.People {
			for _, y := range w.People[:i] {
				a, here := index[x]
				b, too := index[y]
				if here && too && a != b {
					m[a*n+b], m[b*n+a] = true, true
				}
			}
		}
	}
	return k
}

func (k apart) broken(a, b, i, j, size int) bool {
	return k.ban[a*k.n+b] || k.is[a*k.n+b] && seating.Near(i, j, size)
}

// any tells whether there is a wish at all.
func (k apart) any() bool { return slices.Contains(k.is, true) || slices.Contains(k.ban, true) }

// check refuses what cannot be planned.
func (a *Ask) check() error {
	for _, c := range []struct {
		what             string
		is, least, bound int
	}{
		{"rounds", a.Rounds, 1, MaxRounds},
		{"tables", a.Tables, 1, MaxTables},
		{"seats", a.Seats, 1, mafia.MaxSeats},
	} {
		if c.is < c.least || c.is > c.bound {
			return refuse(c.what, map[string]any{"least": c.least, "most": c.bound})
		}
	}
	if n := len(a.People); n < a.Tables*a.Seats || n > MaxPeople {
		return refuse("people", map[string]any{"people": n, "least": a.Tables * a.Seats, "most": MaxPeople})
	}
	if a.Start != nil && !a.fits(a.Start) {
		return refuse("start", nil)
	}
	return nil
}

// fits tells whether a plan is one of this tournament.
func (a *Ask) fits(p *Plan) bool {
	if !slices.Equal(p.People, a.People) || len(p.Rounds) != a.Rounds {
		return false
	}
	for _, round := range p.Rounds {
		all := slices.Sorted(slices.Values(slices.Concat(round...)))
		if len(round) != a.Tables || slices.ContainsFunc(round, func(t []int) bool { return len(t) != a.Seats }) ||
			len(slices.Compact(slices.Clone(all))) != len(all) || all[0] < 0 || all[len(all)-1] >= len(a.People) {
			return false
		}
	}
	return true
}

// wished seats each round by lot so that its wishes are kept, and minds nothing
// else: what can be done in one round can be done in each.
func (a *Ask) wished(l *lot.Lot) (*Plan, error) {
	index := map[string]int{}
	for i, id := range a.People {
		index[id] = i
	}
	p := &Plan{People: slices.Clone(a.People)}
	for range a.Rounds {
		drawn, err := seating.Round(a.People, slices.Repeat([]int{a.Seats}, a.Tables), a.Wishes, l.Next())
		if err != nil {
			return nil, err
		}
		round := make([][]int, a.Tables)
		for t, table := range drawn {
			for _, id := range table {
				round[t] = append(round[t], index[id])
			}
		}
		p.Rounds = append(p.Rounds, round)
	}
	return p, nil
}

func refuse(key string, args map[string]any) *seating.Refusal {
	return &seating.Refusal{Line: say.Line{Key: "plan." + key, Args: args}, Clash: []seating.Pair{}}
}
