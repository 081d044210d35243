// Package seating says who sits where: the seats of one game by lot, with
// couples and friends apart, bans at different tables, and over an evening
// everybody on different seats and next to different people.
//
// # How a seed gives the seats
//
// Anybody who knows the seed, the people in the order in which they were given,
// the wishes and the evening's earlier games can work the seats out again. The
// numbers come from package lot.
//
//  1. An order of all people is drawn and fills the tables, seat 1 of the first
//     table first. Where there is nothing to weigh (no wish, no earlier game,
//     one table or nothing to balance), these are the seats.
//  2. Otherwise every two places are looked at, (1,2), (1,3), ... (1,n), (2,3)
//     and so on, and whenever it lowers the cost the people there change
//     places; this is repeated until a whole pass changes nothing.
//  3. Both steps are done forty times with one lot after the other. The lowest
//     cost counts, of equals the earliest.
//  4. Only where a wish is still broken a search goes through all seatings, in
//     an order that is drawn next. It finds one, to which step 2 is applied, or
//     shows that there is none.
//
// The cost is a large number for each broken wish, and then the sum of: 4 for
// each earlier time that somebody sat on this seat; 4 for each earlier time
// that two were neighbours and are again; with several tables 1 for each
// earlier time that two sat at one table and do again, and what each table's
// novices and strength differ from a fair share. A table of s of all n people with
// k of all N novices costs 1000*(k*n-N*s)^2/n^2; one whose strengths add up to x of
// all X costs 40*(x*n-X*s)^2/(s*(n*Q-X^2)), Q being the sum of all their squares;
// both rounded down. As for what was before, the cost is the same as that of the
// squares of how often, so that what has happened twice is avoided before what has
// happened once.
package seating

import (
	"slices"

	"omerta/club/lot"
)

// Kind is what a wish is about.
type Kind string

// The kinds of wishes.
const (
	// Apart: neither side by side nor opposite each other, for couples and
	// friends (CITY-SEAT-1).
	Apart Kind = "apart"
	// Ban: never at one table.
	Ban Kind = "ban"
)

// Wish is that each two of some people are kept apart. A wish of fewer than two
// people, or about people who are not here, asks for nothing.
type Wish struct {
	Kind   Kind     `json:"kind"`
	People []string `json:"people"`
}

// Groups makes wishes from numbers of groups: group[i] is that of people[i], and
// those of one group are kept apart. 0 is a group like any other; a negative
// number, or none, is no group. The wishes come in the order of the groups' first people.
func Groups(kind Kind, people []string, group []int) []Wish {
	var out []Wish
	at := map[int]int{}
	for i, id := range people {
		if i >= len(group) || group[i] < 0 {
			continue
		}
		k, known := at[group[i]]
		if !known {
			k = len(out)
			at[group[i]] = k
			out = append(out, Wish{Kind: kind})
		}
		out[k].People = append(out[k].People, id)
	}
	return out
}

// Person is somebody who plays.
type Person struct {
	ID string `json:"id"`
	// Novice: of several tables each gets its share of novices, give or take one.
	Novice bool `json:"novice"`
	// Strength is a rating or the like within ±10,000, and 0 where it is not known,
	// which counts as the mean of the known. Several tables get about the same mean.
	Strength int `json:"strength"`
}

// Ask is what seats are drawn from.
type Ask struct {
	People []Person `json:"people"`
	// Tables are the sizes of the tables, which the people fill; nil is one table.
	Tables []int  `json:"tables"`
	Wishes []Wish `json:"wishes"`
	// Past are the tables of the evening's earlier games: who sat there, seat 1
	// first. Who is not here any more does not matter.
	Past [][]string `json:"past"`
	Seed uint64     `json:"seed"`
}

// Seating is the answer.
type Seating struct {
	Tables  [][]string `json:"tables"` // by table: who sits there, seat 1 first
	Seed    uint64     `json:"seed"`   // what it was drawn from
	Repeats Repeats    `json:"repeats"`
}

// Repeats tells what an evening's earlier games left no way round, or what was
// given up for something dearer.
type Repeats struct {
	Seats      int `json:"seats"`      // people on a seat where they have sat
	Neighbours int `json:"neighbours"` // pairs side by side who have been so
	Tables     int `json:"tables"`     // pairs at one of several tables who have been so
}

// MaxPeople is how many are seated at once at most.
const MaxPeople = 1000

// MaxStrength bounds a person's strength, either way.
const MaxStrength = 10_000

// tries is how many lots are drawn where there is something to weigh.
const tries = 40

// Draw seats people. The error is a *Refusal: the wishes cannot be met, with
// those that stand against each other; or the question is none, such as people
// named twice or tables that do not hold them. The same Ask gives the same seats.
func Draw(a Ask) (Seating, error) {
	if r := a.check(); r != nil {
		return Seating{}, r
	}
	r := newRoom(a)
	l := lot.New(a.Seed)
	best := l.Order(len(a.People))
	if !r.plain() {
		low := r.climb(best)
		for k := 1; k < tries && low > 0; k++ {
			next := l.Order(len(a.People))
			if c := r.climb(next); c < low {
				best, low = next, c
			}
		}
		if low >= broken {
			found, err := r.search(&l)
			if err != nil {
				return Seating{}, err
			}
			best = found
			r.climb(best)
		}
	}
	return Seating{Seed: a.Seed, Tables: r.named(best), Repeats: r.repeats(best)}, nil
}

// Round seats people by lot at tables of those sizes; whoever is too many stays
// on a bench, where nothing has to be kept apart. It weighs nothing but the
// wishes. It gives the tables as Draw does, and the error is as from Draw.
func Round(people []string, tables []int, wishes []Wish, seed uint64) ([][]string, error) {
	a := Ask{Tables: tables, Wishes: wishes}
	for _, id := range people {
		a.People = append(a.People, Person{ID: id})
	}
	bench := len(people)
	for _, size := range tables {
		bench -= size
	}
	if r := a.checkFor(bench); r != nil {
		return nil, r
	}
	r := newRoom(a)
	r.bench = bench
	l := lot.New(seed)
	who, err := r.search(&l)
	if err != nil {
		return nil, err
	}
	return r.named(who), nil
}

// Near tells whether two seats of a table, counted from 0, are side by side or
// opposite each other (CITY-SEAT-1): at distance half the table, at an odd table
// the two nearest to it.
func Near(a, b, size int) bool {
	d := a - b
	if d < 0 {
		d = -d
	}
	return d > 0 && (d == 1 || d == size-1 || d == size/2 || d == (size+1)/2)
}

// Sizes spreads people over as few tables as have room for at most most each:
// sizes that differ by one at most, the larger first. It is empty where nobody
// is there or a table has no room.
func Sizes(people, most int) []int {
	if people < 1 || most < 1 {
		return nil
	}
	out := make([]int, (people+most-1)/most)
	for i := range out {
		out[i] = people / len(out)
		if i < people%len(out) {
			out[i]++
		}
	}
	return out
}

// index gives the number of each person.
func (a *Ask) index() map[string]int {
	out := make(map[string]int, len(a.People))
	for i, p := range a.People {
		out[p.ID] = i
	}
	return out
}

// tables are the sizes, one table where none are given.
func (a *Ask) tables() []int {
	if len(a.Tables) == 0 && len(a.People) > 0 {
		return []int{len(a.People)}
	}
	return slices.Clone(a.Tables)
}
