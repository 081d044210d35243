package server

import (
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"net/http"
	"strconv"

	clubs "omerta/club"
	"omerta/club/seating"
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
	// Seed is what it was drawn from. The same seed and question give the same order.
	Seed uint64 `json:"seed"`
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
	seed := lot()%clubs.MaxSeed + 1
	if in.Seed != nil {
		seed = *in.Seed
	}
	order, err := seat(apart, seed)
	if err != nil {
		return nil, noSeating(err, in.Nicks)
	}
	out := Seating{Order: order, Nicks: make([]string, n), Seed: seed}
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

// noSeating tells which wishes stand against each other, by nicks.
func noSeating(err error, nicks []string) error {
	var no *seating.Refusal
	if !errors.As(err, &no) {
		return err
	}
	name := func(id string) string {
		i, err := strconv.Atoi(id)
		if err != nil || i < 0 || i >= len(nicks) {
			return id
		}
		return nicks[i]
	}
	f := *errSeatingHard
	if len(no.Clash) > 0 {
		f = *errNoSeating
		f.Rule, f.Text = "CITY-SEAT-1", both(no.Renamed(name, "a", "b"))
	}
	f.Clash = [][2]int{}
	for _, p := range no.Clash {
		a, errA := strconv.Atoi(p.A)
		b, errB := strconv.Atoi(p.B)
		if errA == nil && errB == nil {
			f.Clash = append(f.Clash, [2]int{a, b})
		}
	}
	return &f
}

// seat finds an order by lot in which nobody sits beside or opposite whom he
// should be kept from (CITY-SEAT-1). The error is a *seating.Refusal, whose ids are
// indices: there is none, or, without a clash, none was found within bounds.
func seat(apart [][]bool, seed uint64) ([]int, error) {
	ask := seating.Ask{Seed: seed}
	for i := range apart {
		ask.People = append(ask.People, seating.Person{ID: strconv.Itoa(i)})
		for j := range i {
			if apart[i][j] {
				ask.Wishes = append(ask.Wishes, seating.Wish{Kind: seating.Apart, People: []string{strconv.Itoa(j), strconv.Itoa(i)}})
			}
		}
	}
	drawn, err := seating.Draw(ask)
	if err != nil {
		return nil, err
	}
	order := make([]int, 0, len(apart))
	for _, id := range drawn.Tables[0] {
		i, err := strconv.Atoi(id)
		if err != nil {
			return nil, err // the ids are those from above
		}
		order = append(order, i)
	}
	return order, nil
}
