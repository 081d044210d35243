package plan

import (
	"math/bits"
	"slices"
)

// What things cost while people are given tables: how often each two meet
// squared, how often each plays squared, and banned pairs who meet. Beside that,
// how often two meet costs a little by its distance from the mean to the fourth, so
// that of plans with the same squares those are found that go to no extremes.
const (
	meetCost  = 32
	gamesCost = 100 * meetCost
	banCost   = 100_000 * meetCost
	hotCost   = 50 * meetCost
	// At tables up to this size everybody is near everybody.
	alwaysNear = 5
)

// meetings says who is at which table in each round, by annealing: exchanges of
// two people within a round are tried by lot; what lowers the cost is done, what
// raises it is done by a chance that falls with the rise and with time. All is
// counted in whole numbers, so that every machine comes to the same.
type meetings struct {
	*optimizer
	n      int
	who    [][]int // by round: the tables one after the other, then those who sit out
	met    []int   // person, person
	games  []int
	more   []int // what one meeting more costs those who have met so often
	cost   int
	best   [][]int
	lowest int
}

func newMeetings(o *optimizer, p *Plan) *meetings {
	n := len(o.People)
	m := &meetings{optimizer: o, n: n, met: make([]int, n*n), games: make([]int, n)}
	for r, round := range p.Rounds {
		m.who = append(m.who, append(slices.Concat(round...), p.Out(r)...))
	}
	played, pairs := o.Rounds*o.Tables*o.Seats*(o.Seats-1), n*(n-1)
	mean := (played + pairs/2) / max(pairs, 1)
	price := func(x int) int {
		d := (x - mean) * (x - mean)
		return meetCost*x*x + d*d
	}
	for x := range o.Rounds {
		m.more = append(m.more, price(x+1)-price(x))
	}
	m.tally()
	return m
}

// tally counts all anew.
func (m *meetings) tally() {
	for _, round := range m.who {
		for t := range m.Tables {
			table := m.table(round, t)
			for i, a := range table {
				m.games[a]++
				for _, b := range table[:i] {
					m.met[a*m.n+b]++
					m.met[b*m.n+a]++
				}
			}
		}
	}
	m.count()
}

func (m *meetings) table(round []int, t int) []int { return round[t*m.Seats : (t+1)*m.Seats] }

// count works the cost out anew; what seats are hot may have changed.
func (m *meetings) count() {
	m.cost = 0
	for a := range m.n {
		m.cost += gamesCost * m.games[a] * m.games[a]
		for b := range a {
			x := m.met[a*m.n+b]
			for k := range x {
				m.cost += m.more[k]
			}
			m.cost += x * m.dear(a, b)
		}
	}
	m.keepBest()
}

func (m *meetings) keepBest() {
	m.lowest = m.cost
	if m.best == nil {
		m.best = make([][]int, len(m.who))
	}
	for r, round := range m.who {
		m.best[r] = append(m.best[r][:0], round...)
	}
}

// dear is what a meeting of two costs besides.
func (m *meetings) dear(a, b int) int {
	out := hotCost * m.hot[a*m.n+b]
	if m.keep.ban[a*m.n+b] || m.Seats <= alwaysNear && m.keep.is[a*m.n+b] {
		out += banCost
	}
	return out
}

// Temperatures, in units of the cost: the first and by how much (1/64) each of
// the blocks of a lap is cooler than the one before. A meeting more or less
// makes a difference of two or so.
const (
	hottest = 3 * meetCost << 16
	blocks  = 256
	cooler  = 64
)

// anneal runs one lap. The best it has seen is in m.best.
func (m *meetings) anneal(length int) {
	m.count()
	if m.Tables == 1 && m.rest == 0 {
		for range length / 64 { // everybody meets everybody; only seats are to be found
			if !m.step() {
				return
			}
		}
		return
	}
	dear := m.keep.any() || slices.ContainsFunc(m.hot, func(x int) bool { return x > 0 })
	heat := hottest
	for range blocks {
		for range length / blocks {
			m.try(heat, dear)
			if !m.step() {
				return
			}
		}
		heat -= heat / cooler
	}
}

// try exchanges two people who are not at one table, unless it costs too much.
func (m *meetings) try(heat int, dear bool) {
	round := m.who[m.lot.Below(len(m.who))]
	played := m.Tables * m.Seats
	p := m.lot.Below(played)
	t := p / m.Seats
	q := m.lot.Below(m.n - m.Seats)
	if q >= t*m.Seats {
		q += m.Seats
	}
	a, b := round[p], round[q]
	rise := m.moveCost(m.table(round, t), a, b)
	if q < played {
		rise += m.moveCost(m.table(round, q/m.Seats), b, a)
	} else {
		rise += gamesCost * 2 * (m.games[b] - m.games[a] + 1)
	}
	if dear {
		rise += m.dearer(m.table(round, t), a, b)
		if q < played {
			rise += m.dearer(m.table(round, q/m.Seats), b, a)
		}
	}
	if rise > 0 && rise<<32 > heat*m.lots.draw(m.lot.Next()) {
		return
	}
	m.exchange(round, p, q)
	m.cost += rise
	if m.cost < m.lowest {
		m.keepBest()
	}
}

// moveCost is by how much meetings cost more when, at one table, b takes the
// place of a.
func (m *meetings) moveCost(table []int, a, b int) (rise int) {
	ma, mb := m.met[a*m.n:(a+1)*m.n], m.met[b*m.n:(b+1)*m.n]
	for _, x := range table {
		if x != a {
			rise += m.more[mb[x]] - m.more[ma[x]-1]
		}
	}
	return rise
}

func (m *meetings) dearer(table []int, a, b int) (rise int) {
	for _, x := range table {
		if x != a {
			rise += m.dear(b, x) - m.dear(a, x)
		}
	}
	return rise
}

// exchange lets two people change places.
func (m *meetings) exchange(round []int, p, q int) {
	a, b := round[p], round[q]
	m.sit(m.table(round, p/m.Seats), a, b)
	if played := m.Tables * m.Seats; q < played {
		m.sit(m.table(round, q/m.Seats), b, a)
	} else {
		m.games[a]--
		m.games[b]++
	}
	round[p], round[q] = b, a
}

// sit counts that at one table b takes the place of a.
func (m *meetings) sit(table []int, a, b int) {
	n := m.n
	for _, x := range table {
		if x == a {
			continue
		}
		m.met[a*n+x]--
		m.met[x*n+a]--
		m.met[b*n+x]++
		m.met[x*n+b]++
	}
}

// logs are numbers to draw from as the logarithm of a fair chance is spread: what
// a rise is compared with. At k stands 1 - log2(1 + (k+1/2)/512) in units of 2^-16.
type logs [512]int

// newLogs works the logarithms out by squaring, in whole numbers.
func newLogs() (l logs) {
	for k := range l {
		y := uint64(1024+2*k+1) << 21 // 1 is 2^31
		log := 0
		for range 16 {
			log <<= 1
			if y = y * y >> 31; y >= 1<<32 {
				log |= 1
				y >>= 1
			}
		}
		l[k] = 1<<16 - log
	}
	return l
}

// draw turns 64 bits of luck into such a number: their leading zeros are whole
// powers of two, the nine bits after the first one the rest.
func (l *logs) draw(luck uint64) int {
	z := bits.LeadingZeros64(luck | 1)
	return z<<16 + l[luck<<z<<1>>55]
}
