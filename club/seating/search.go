package seating

import (
	"cmp"
	"math/bits"
	"slices"

	"omerta/club/lot"
)

// Bounds of a search, in people put on a place to try: for a seating, for the
// proof that a part of the wishes cannot be met, and for all these proofs.
const (
	searchSteps = 400_000
	proofSteps  = 50_000
	proofsSteps = 600_000
)

// verdict is what a search came to.
type verdict int

const (
	never verdict = iota // all was looked at
	found
	gaveUp
)

// search finds a seating in which no wish is broken, by lot, or says what stands
// against it: a *Refusal.
func (r *room) search(l *lot.Lot) ([]int, error) {
	all := make([]bool, len(r.pairs))
	for i := range all {
		all[i] = true
	}
	s := r.newSearch(all)
	s.lot = l
	switch s.run(searchSteps) {
	case found:
		return r.fill(s, l), nil
	case gaveUp:
		return nil, refuse("hard", nil)
	}
	return nil, clash(r.core(all))
}

// core leaves out each pair without which the others still cannot be met.
func (r *room) core(keep []bool) (out []Pair) {
	budget := proofsSteps
	for i := range keep {
		keep[i] = false
		s := r.newSearch(keep)
		keep[i] = s.run(min(budget, proofSteps)) != never
		budget = max(budget-s.steps, 0)
	}
	for i, p := range r.pairs {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// places is a set of places.
type places []uint64

func (p places) has(x int) bool { return p[x/64]>>(x%64)&1 == 1 }
func (p places) add(x int)      { p[x/64] |= 1 << (x % 64) }
func (p places) drop(x int)     { p[x/64] &^= 1 << (x % 64) }

func (p places) minus(q places) {
	for i := range p {
		p[i] &^= q[i]
	}
}

func (p places) count() (n int) {
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

// search puts those on places whom a wish is about; the others fit everywhere.
// Whoever has the fewest places left is next. Seatings that differ only by what
// is alike are looked at once: who comes first to a table sits on its first
// seat, of empty tables of one size the first is taken, and of people under the
// same wishes the earlier sits on the lower place. Tables are in order of size
// for that, so that the empty ones of a size stand together.
type search struct {
	lot    *lot.Lot // nil: in order
	steps  int
	limit  int
	who    []int    // the people, each by number
	apart  [][]bool // by place in who
	ban    [][]bool
	twin   []int // the next before in who under the same wishes, -1 for none
	table  []int // place: its table
	size   []int // table: its size, in order; the bench has size 0 and is last
	sizeOf []int // table of the search: which one of the room's it is
	first  []int // table: its first place
	near   []places
	inside []places // table: its places
	taken  []int    // table: how many sit there
	at     []int    // who: his place, -1 for none yet
	places int
}

// newSearch is a search in which only some of the pairs count.
func (r *room) newSearch(keep []bool) *search {
	s := &search{places: r.n}
	s.lay(r)
	number := map[int]int{}
	for i, k := range keep {
		if !k {
			continue
		}
		for _, a := range r.ends[i] {
			if _, known := number[a]; !known {
				number[a] = len(s.who)
				s.who = append(s.who, a)
			}
		}
	}
	n := len(s.who)
	s.apart, s.ban = square[bool](n, n), square[bool](n, n)
	for i, k := range keep {
		if !k {
			continue
		}
		m := s.apart
		if r.pairs[i].Kind == Ban {
			m = s.ban
		}
		a, b := number[r.ends[i][0]], number[r.ends[i][1]]
		m[a][b], m[b][a] = true, true
	}
	s.pairTwins()
	s.at = make([]int, n)
	for i := range s.at {
		s.at[i] = -1
	}
	return s
}

// lay sets the tables out in order of size, the bench behind them.
func (s *search) lay(r *room) {
	s.sizeOf = make([]int, len(r.sizes))
	for t := range s.sizeOf {
		s.sizeOf[t] = t
	}
	slices.SortStableFunc(s.sizeOf, func(a, b int) int { return cmp.Compare(r.sizes[b], r.sizes[a]) })
	for _, t := range s.sizeOf {
		s.size = append(s.size, r.sizes[t])
	}
	if r.bench > 0 {
		s.size = append(s.size, 0)
	}
	words := (r.n + 63) / 64
	from := 0
	for t, size := range s.size {
		s.first = append(s.first, from)
		s.inside = append(s.inside, make(places, words))
		count := size
		if size == 0 {
			count = r.bench
		}
		for i := range count {
			s.table = append(s.table, t)
			s.inside[t].add(from + i)
			near := make(places, words)
			for j := range size {
				if Near(i, j, size) {
					near.add(from + j)
				}
			}
			s.near = append(s.near, near)
		}
		from += count
	}
	s.taken = make([]int, len(s.size))
}

// pairTwins finds people under the same wishes.
func (s *search) pairTwins() {
	s.twin = make([]int, len(s.who))
	same := func(a, b int) bool {
		for x := range s.who {
			if x != a && x != b && (s.apart[a][x] != s.apart[b][x] || s.ban[a][x] != s.ban[b][x]) {
				return false
			}
		}
		return true
	}
	for b := range s.who {
		s.twin[b] = -1
		for a := range b {
			if same(a, b) {
				s.twin[b] = a
			}
		}
	}
}

// run searches within a number of steps.
func (s *search) run(limit int) verdict {
	s.limit, s.steps = limit, 0
	words := (s.places + 63) / 64
	left := make([]places, len(s.who))
	for i := range left {
		left[i] = make(places, words)
		for p := range s.places {
			left[i].add(p)
		}
	}
	return s.place(left, 0)
}

// place puts the choosiest on a place, and then all others. left is where each
// may sit still.
func (s *search) place(left []places, done int) verdict {
	if done == len(s.who) {
		return found
	}
	next, fewest := -1, 0
	for i := range s.who {
		if s.at[i] >= 0 || s.twin[i] >= 0 && s.at[s.twin[i]] < 0 {
			continue
		}
		if n := left[i].count(); next < 0 || n < fewest {
			next, fewest = i, n
		}
	}
	for _, p := range s.choices(left[next]) {
		if s.steps++; s.steps > s.limit {
			return gaveUp
		}
		s.at[next] = p
		s.taken[s.table[p]]++
		if after, ok := s.without(left, next, p); ok {
			if v := s.place(after, done+1); v != never {
				return v
			}
		}
		s.taken[s.table[p]]--
		s.at[next] = -1
	}
	return never
}

// choices are the places to try, those that are alike once, in an order by lot.
func (s *search) choices(left places) (out []int) {
	emptySize := map[int]bool{}
	for t, size := range s.size {
		switch {
		case size == 0: // any place of the bench is as good as the next one
			for p := s.first[t]; p < s.places; p++ {
				if left.has(p) {
					out = append(out, p)
					break
				}
			}
			continue
		case s.taken[t] > 0:
			for i := range size {
				if left.has(s.first[t] + i) {
					out = append(out, s.first[t]+i)
				}
			}
			continue
		case !emptySize[size] && left.has(s.first[t]):
			out = append(out, s.first[t])
		}
		emptySize[size] = true
	}
	if s.lot == nil {
		return out
	}
	mixed := make([]int, len(out))
	for i, k := range s.lot.Order(len(out)) {
		mixed[i] = out[k]
	}
	return mixed
}

// without is where the others may sit once somebody sits on a place, and false
// where one of them finds none.
func (s *search) without(left []places, who, p int) ([]places, bool) {
	out := make([]places, len(left))
	words := len(left[who])
	flat := make(places, words*len(left))
	t := s.table[p]
	for i := range left {
		if s.at[i] >= 0 {
			continue
		}
		out[i] = flat[i*words : (i+1)*words]
		copy(out[i], left[i])
		out[i].drop(p)
		if s.size[t] > 0 && s.ban[who][i] {
			out[i].minus(s.inside[t])
		}
		if s.apart[who][i] {
			out[i].minus(s.near[p])
		}
		if s.twin[i] == who {
			s.above(out[i], p)
		}
		if out[i].count() == 0 {
			return nil, false
		}
	}
	return out, true
}

// above leaves the places after p.
func (s *search) above(left places, p int) {
	for i := range left {
		switch {
		case i < p/64:
			left[i] = 0
		case i == p/64:
			left[i] &^= 1<<(p%64+1) - 1
		}
	}
}

// fill seats the others by lot, and turns each table by lot, for the search puts
// the first to come on the first seat.
func (r *room) fill(s *search, l *lot.Lot) []int {
	who := make([]int, r.n)
	for i := range who {
		who[i] = -1
	}
	placed := make([]bool, r.n)
	for i, p := range s.at {
		t := s.table[p]
		placed[s.who[i]] = true
		at := r.n - r.bench
		if s.size[t] > 0 {
			at = r.from[s.sizeOf[t]]
		}
		who[at+p-s.first[t]] = s.who[i]
	}
	var rest []int
	for i, done := range placed {
		if !done {
			rest = append(rest, i)
		}
	}
	order := l.Order(len(rest))
	for p := range who {
		if who[p] < 0 {
			who[p], order = rest[order[0]], order[1:]
		}
	}
	for t, size := range r.sizes {
		turned := make([]int, size)
		by := l.Below(size)
		for i := range turned {
			turned[i] = who[r.from[t]+(i+by)%size]
		}
		copy(who[r.from[t]:], turned)
	}
	return who
}
