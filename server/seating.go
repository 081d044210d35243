package server

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"net/http"
	"slices"

	"omerta/mafia"
)

// SeatingInput asks for an order around the table by lot.
type SeatingInput struct {
	Nicks []string `json:"nicks"`
	// Apart are pairs of indices into Nicks who sit neither side by side nor
	// opposite each other (CITY-SEAT-1).
	Apart    [][2]int `json:"apart"`
	Rulebook string   `json:"rulebook"`
	Seed     *uint64  `json:"seed"` // the same seed gives the same order; null: by lot
}

// Seating is an order: who sits at seat 1, 2, ...
type Seating struct {
	Order []int    `json:"order"` // indices into the nicks that were asked about
	Nicks []string `json:"nicks"`
}

func (s *Server) seating(r *http.Request) (any, error) {
	var in SeatingInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	n := len(in.Nicks)
	if n < 1 || n > mafia.MaxSeats {
		return nil, tellWhy("bad-request", "nicks: 1 to 40")
	}
	apart := make([][]bool, n)
	for i := range apart {
		apart[i] = make([]bool, n)
	}
	for _, p := range in.Apart {
		a, b := p[0], p[1]
		if a < 0 || b < 0 || a >= n || b >= n || a == b {
			return nil, tellWhy("bad-request", "apart: pairs of different indices into nicks")
		}
		apart[a][b], apart[b][a] = true, true
	}
	seed := lot()
	if in.Seed != nil {
		seed = *in.Seed
	}
	order, err := seat(apart, seed)
	if err != nil {
		return nil, err
	}
	out := Seating{Order: order, Nicks: make([]string, n)}
	for i, who := range order {
		out.Nicks[i] = in.Nicks[who]
	}
	return out, nil
}

// lot is a number that nobody can foresee.
func lot() uint64 {
	var b [8]byte
	_, _ = crand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// seatingSteps bounds the search; a table of forty with some twenty couples
// takes a few hundred steps.
const seatingSteps = 2_000_000

// seating is a search for an order.
type seatingSearch struct {
	apart [][]bool
	who   []int // who sits at a seat, -1 for nobody
	queue []int // in which order people are seated, the choosiest first
	rnd   *rand.Rand
	steps int
}

// seat finds an order by lot in which nobody sits beside or opposite whom he
// should be kept from. errNoSeating: there is none. errSeatingHard: none was
// found within bounds.
func seat(apart [][]bool, seed uint64) ([]int, error) {
	n := len(apart)
	s := seatingSearch{apart: apart, who: make([]int, n), rnd: rand.New(rand.NewPCG(seed, 0x5ea7))}
	for i := range s.who {
		s.who[i] = -1
	}
	s.queue = s.rnd.Perm(n)
	slices.SortStableFunc(s.queue, func(a, b int) int { return s.degree(b) - s.degree(a) })
	switch {
	case s.place(0):
		return s.who, nil
	case s.steps > seatingSteps:
		return nil, errSeatingHard
	}
	return nil, errNoSeating
}

func (s *seatingSearch) degree(i int) int {
	d := 0
	for _, a := range s.apart[i] {
		if a {
			d++
		}
	}
	return d
}

// place seats the k-th of the queue and all after him. Who need not be kept from
// anybody fits everywhere, so that a dead end among them cannot be.
func (s *seatingSearch) place(k int) bool {
	if k == len(s.queue) {
		return true
	}
	i := s.queue[k]
	for _, at := range s.rnd.Perm(len(s.who)) {
		if s.steps++; s.steps > seatingSteps {
			return false
		}
		if s.who[at] >= 0 || !s.fits(i, at) {
			continue
		}
		s.who[at] = i
		if s.place(k + 1) {
			return true
		}
		s.who[at] = -1
	}
	return false
}

// fits looks at both neighbours and at the seat opposite; at an odd table at the
// two that are nearest to it (CITY-SEAT-1).
func (s *seatingSearch) fits(i, at int) bool {
	n := len(s.who)
	near := [...]int{(at + 1) % n, (at + n - 1) % n, (at + n/2) % n, (at + (n+1)/2) % n}
	for _, x := range near {
		if x != at && s.who[x] >= 0 && s.apart[i][s.who[x]] {
			return false
		}
	}
	return true
}
