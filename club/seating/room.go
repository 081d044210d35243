package seating

// broken is the cost of a wish that is not met, above all that the rest can cost.
const broken = 1 << 40

// What the other things cost; the package's comment tells them.
const (
	seatAgain      = 4
	neighbourAgain = 4
	tableAgain     = 1
	noviceUnfair   = 1000
	strengthUnfair = 40
)

// room is an Ask in numbers: people and places count from 0, table after table.
type room struct {
	n      int
	people []Person
	sizes  []int
	from   []int // the first place of each table
	bench  int   // places after all tables, where nothing is kept apart
	pairs  []Pair
	ends   [][2]int // the people of each pair
	apart  [][]bool
	ban    [][]bool
	sat    [][]int // person, seat: how often before
	beside [][]int // person, person: how often neighbours before
	met    [][]int // person, person: how often at one table before; nil with one table
	novice int     // how many there are
	all    int     // the sum of all strengths
	spread int     // the square of their deviation, times n squared
}

func newRoom(a Ask) *room {
	r := &room{n: len(a.People), people: append([]Person(nil), a.People...), sizes: a.tables()}
	at, widest := 0, 0
	for _, size := range r.sizes {
		r.from = append(r.from, at)
		at += size
		widest = max(widest, size)
	}
	index := a.index()
	r.wish(a.Wishes, index)
	if len(a.Past) > 0 {
		r.remember(a.Past, index, widest)
	}
	if len(r.sizes) > 1 {
		r.weigh()
	}
	return r
}

func square[T any](n, m int) [][]T {
	out := make([][]T, n)
	for i := range out {
		out[i] = make([]T, m)
	}
	return out
}

// wish takes wishes apart into pairs, each told once.
func (r *room) wish(wishes []Wish, index map[string]int) {
	r.apart, r.ban = square[bool](r.n, r.n), square[bool](r.n, r.n)
	for w, x := range wishes {
		m := r.apart
		if x.Kind == Ban {
			m = r.ban
		}
		for i, id := range x.People {
			for _, other := range x.People[i+1:] {
				a, here := index[id]
				b, too := index[other]
				if !here || !too || m[a][b] {
					continue
				}
				m[a][b], m[b][a] = true, true
				r.pairs = append(r.pairs, Pair{Kind: x.Kind, A: id, B: other, Wish: w})
				r.ends = append(r.ends, [2]int{a, b})
			}
		}
	}
}

// remember counts who sat where and beside whom.
func (r *room) remember(past [][]string, index map[string]int, widest int) {
	r.sat, r.beside = square[int](r.n, widest), square[int](r.n, r.n)
	if len(r.sizes) > 1 {
		r.met = square[int](r.n, r.n)
	}
	for _, table := range past {
		for seat, id := range table {
			a, here := index[id]
			if !here {
				continue
			}
			if seat < widest {
				r.sat[a][seat]++
			}
			for other, id := range table[:seat] {
				b, here := index[id]
				if !here {
					continue
				}
				if neighbours(seat, other, len(table)) {
					r.beside[a][b]++
					r.beside[b][a]++
				}
				if r.met != nil {
					r.met[a][b]++
					r.met[b][a]++
				}
			}
		}
	}
}

func neighbours(a, b, size int) bool {
	d := max(a-b, b-a)
	return d > 0 && (d == 1 || d == size-1)
}

// weigh sums up what is to be spread over several tables. A strength that is not
// known counts as the mean of the known.
func (r *room) weigh() {
	known := 0
	for _, p := range r.people {
		if p.Novice {
			r.novice++
		}
		if p.Strength != 0 {
			known++
			r.all += p.Strength
		}
	}
	if known == 0 {
		return
	}
	mean := r.all / known
	r.all = 0
	squares := 0
	for i := range r.people {
		p := &r.people[i]
		if p.Strength == 0 {
			p.Strength = mean
		}
		r.all += p.Strength
		squares += p.Strength * p.Strength
	}
	r.spread = r.n*squares - r.all*r.all
}

// plain tells whether any order is as good as any other.
func (r *room) plain() bool {
	return len(r.pairs) == 0 && r.sat == nil && r.novice == 0 && r.spread == 0
}

// climb exchanges people until no exchange lowers the cost, and gives the cost.
func (r *room) climb(who []int) int {
	table := make([]int, 0, r.n)
	unfair := make([]int, len(r.sizes))
	for t, size := range r.sizes {
		unfair[t] = r.unfair(r.at(who, t))
		for range size {
			table = append(table, t)
		}
	}
	for moved := true; moved; {
		moved = false
		for i := range who {
			for j := i + 1; j < len(who); j++ {
				s, t := table[i], table[j]
				before := unfair[s] + unfair[t] + r.around(who, s, i) + r.around(who, t, j)
				who[i], who[j] = who[j], who[i]
				us, ut := unfair[s], unfair[t]
				if s != t {
					us, ut = r.unfair(r.at(who, s)), r.unfair(r.at(who, t))
				}
				// Of two at one table what is between them is in both sums, before and after alike.
				if us+ut+r.around(who, s, i)+r.around(who, t, j) >= before {
					who[i], who[j] = who[j], who[i]
					continue
				}
				unfair[s], unfair[t], moved = us, ut, true
			}
		}
	}
	return r.cost(who)
}

// at are the people of a table.
func (r *room) at(who []int, t int) []int { return who[r.from[t] : r.from[t]+r.sizes[t]] }

// named gives the tables with the people's ids.
func (r *room) named(who []int) [][]string {
	out := make([][]string, len(r.sizes))
	for t := range r.sizes {
		for _, a := range r.at(who, t) {
			out[t] = append(out[t], r.people[a].ID)
		}
	}
	return out
}

// cost is that of a whole seating.
func (r *room) cost(who []int) int {
	between, own := 0, 0
	for t, size := range r.sizes {
		own += r.unfair(r.at(who, t))
		for i := range size {
			alone := r.again(who[r.from[t]+i], i)
			own += alone
			between += r.around(who, t, r.from[t]+i) - alone
		}
	}
	return own + between/2
}

func (r *room) again(a, seat int) int {
	if r.sat == nil {
		return 0
	}
	return seatAgain * r.sat[a][seat]
}

// around is the cost of who sits at a place of a table: his seat, and what is
// between him and the others.
func (r *room) around(who []int, t, place int) int {
	size, i, a := r.sizes[t], place-r.from[t], who[place]
	out := r.again(a, i)
	for j, b := range r.at(who, t) {
		if j == i {
			continue
		}
		if r.ban[a][b] || r.apart[a][b] && Near(i, j, size) {
			out += broken
		}
		if r.met != nil {
			out += tableAgain * r.met[a][b]
		}
	}
	if r.sat != nil && size > 1 {
		out += neighbourAgain * r.beside[a][r.at(who, t)[(i+1)%size]]
		if size > 2 {
			out += neighbourAgain * r.beside[a][r.at(who, t)[(i+size-1)%size]]
		}
	}
	return out
}

// unfair is what a table's novices and strength differ from its share, squared.
func (r *room) unfair(at []int) int {
	out := 0
	if r.novice == 0 && r.spread == 0 {
		return out
	}
	novices, strength := 0, 0
	for _, a := range at {
		strength += r.people[a].Strength
		if r.people[a].Novice {
			novices++
		}
	}
	if r.novice > 0 {
		d := novices*r.n - r.novice*len(at)
		out += noviceUnfair * d * d / (r.n * r.n)
	}
	if r.spread > 0 {
		d := strength*r.n - r.all*len(at)
		out += strengthUnfair * d * d / (len(at) * r.spread)
	}
	return out
}

// repeats counts what has been before.
func (r *room) repeats(who []int) (out Repeats) {
	if r.sat == nil {
		return out
	}
	for t, size := range r.sizes {
		at := who[r.from[t] : r.from[t]+size]
		for i, a := range at {
			if r.sat[a][i] > 0 {
				out.Seats++
			}
			for j, b := range at[:i] {
				if neighbours(i, j, size) && r.beside[a][b] > 0 {
					out.Neighbours++
				}
				if r.met != nil && r.met[a][b] > 0 {
					out.Tables++
				}
			}
		}
	}
	return out
}
