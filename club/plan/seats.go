package plan

import "slices"

// seats says who sits on which seat of his table. Tables are on one side and
// people on the other, each game of a person at a table joins the two, and a
// seat is a colour: a table needs each colour once, and a person should not have
// one twice. Such a colouring always exists (König: two sides need no more
// colours than the most joins at a point), once people who play more games than
// there are seats are split into stretches of so many games. So everybody sits
// on each seat equally often, give or take once.
//
// Then colours are exchanged along chains: two colours at one table, then at the
// other tables of those two people, and so on until the chain ends. The colouring
// stays one, and who sits beside whom changes.
type seats struct {
	*optimizer
	tables [][]int // by number round*Tables+table: who sits there, by seat; parts of the plan
	part   [][]int // by table and seat: which stretch of games it is, -1 for none yet
	at     [][]int // by stretch and seat: at which table, -1 for none
	person []int   // by stretch: whose it is
	beside []int   // person, person: how often side by side
	wishes bool    // whether there is any
	// the chain that was found last
	chainTables, chainParts []int
}

// seatHeat is the temperature at which exchanges of seats begin; it falls to
// nothing evenly.
const seatHeat = 1 << 16

// brokenCost is what a broken wish costs beside the squares of neighbours.
const brokenCost = 10_000

// seat gives everybody a seat, and tries a number of exchanges.
func (o *optimizer) seat(p *Plan, tries int) {
	s := &seats{optimizer: o, wishes: o.keep.any(), beside: make([]int, len(o.People)*len(o.People))}
	for _, round := range p.Rounds {
		s.tables = append(s.tables, round...)
	}
	s.colour()
	for t := range s.tables {
		for i := range s.Seats {
			s.side(t, i, 1)
		}
	}
	for k := range tries {
		if s.Seats > 1 {
			s.tryChain((tries - k) * seatHeat / tries)
		}
		if !s.step() && k >= leastTries {
			break
		}
	}
	for t := range s.tables {
		if s.wishes && s.broken(t) > 0 {
			s.mend(t)
		}
	}
}

// colour finds seats such that nobody has one twice within a stretch of games.
func (s *seats) colour() {
	games := make([]int, len(s.People))
	for _, table := range s.tables {
		for _, a := range table {
			games[a]++
		}
	}
	first := make([]int, len(s.People)) // a person's first stretch
	for a, g := range games {
		first[a] = len(s.person)
		for range (g + s.Seats - 1) / s.Seats {
			s.person = append(s.person, a)
			s.at = append(s.at, slices.Repeat([]int{-1}, s.Seats))
		}
	}
	clear(games)
	for t, table := range s.tables {
		s.part = append(s.part, slices.Repeat([]int{-1}, s.Seats))
		for _, a := range table {
			s.join(first[a]+games[a]/s.Seats, t)
			games[a]++
		}
	}
	for t, table := range s.tables {
		for seat := range table {
			table[seat] = s.person[s.part[t][seat]]
		}
	}
}

// join seats a stretch at a table. Where no seat is free for both, the seat that
// is free for the stretch is made free at the table along a chain, which never
// comes to the stretch itself.
func (s *seats) join(v, t int) {
	mine, its := slices.Index(s.at[v], -1), slices.Index(s.part[t], -1)
	if s.part[t][mine] >= 0 {
		s.chain(t, mine, its)
		s.turn(mine, its)
	}
	s.at[v][mine], s.part[t][mine] = t, v
}

// chain finds all tables and stretches that two seats hang together through from
// a table on.
func (s *seats) chain(from, x, y int) {
	s.chainTables, s.chainParts = append(s.chainTables[:0], from), s.chainParts[:0]
	for _, way := range [2][2]int{{x, y}, {y, x}} {
		for t := from; ; {
			v := s.part[t][way[0]]
			if v < 0 {
				break
			}
			s.chainParts = append(s.chainParts, v)
			if t = s.at[v][way[1]]; t < 0 {
				break
			}
			if t == from {
				return // a ring
			}
			s.chainTables = append(s.chainTables, t)
		}
	}
}

// turn exchanges two seats all along the chain.
func (s *seats) turn(x, y int) {
	for _, t := range s.chainTables {
		s.part[t][x], s.part[t][y] = s.part[t][y], s.part[t][x]
	}
	for _, v := range s.chainParts {
		s.at[v][x], s.at[v][y] = s.at[v][y], s.at[v][x]
	}
}

// tryChain exchanges two seats along a chain unless that costs too much, as
// meetings.try does.
func (s *seats) tryChain(heat int) {
	x := s.lot.Below(s.Seats)
	y := s.lot.Below(s.Seats - 1)
	if y >= x {
		y++
	}
	s.chain(s.lot.Below(len(s.tables)), x, y)
	if rise := s.swap(x, y); rise > 0 && rise<<32 > heat*s.lots.draw(s.lot.Next()) {
		s.swap(x, y)
		return
	}
	s.turn(x, y)
}

// swap exchanges two seats at the tables of the chain, and tells by how much it
// costs more.
func (s *seats) swap(x, y int) (rise int) {
	for _, t := range s.chainTables {
		if s.wishes {
			rise -= brokenCost * s.broken(t)
		}
		rise += s.around(t, x, y, -1)
		s.tables[t][x], s.tables[t][y] = s.tables[t][y], s.tables[t][x]
		rise += s.around(t, x, y, 1)
		if s.wishes {
			rise += brokenCost * s.broken(t)
		}
	}
	return rise
}

// around counts the neighbours of two seats of a table, each pair once: by 1 when
// they come and by -1 when they go. It tells by how much the squares rise.
func (s *seats) around(t, x, y, by int) (rise int) {
	n := s.Seats
	before := [4]int{(x + n - 1) % n, x, (y + n - 1) % n, y}
	for i, a := range before {
		if !slices.Contains(before[:i], a) {
			rise += s.side(t, a, by)
		}
	}
	return rise
}

// side counts the pair of a seat and the next one.
func (s *seats) side(t, i, by int) int {
	table := s.tables[t]
	j := (i + 1) % len(table)
	if len(table) < 2 || len(table) == 2 && i == 1 {
		return 0
	}
	n := len(s.People)
	a, b := min(table[i], table[j]), max(table[i], table[j])
	was := s.beside[a*n+b]
	s.beside[a*n+b] += by
	return (was+by)*(was+by) - was*was
}

// broken counts the pairs at a table who sit as a wish forbids.
func (s *seats) broken(t int) (n int) {
	table := s.tables[t]
	for i, a := range table {
		for j, b := range table[:i] {
			if s.keep.broken(a, b, i, j, len(table)) {
				n++
			}
		}
	}
	return n
}
