package server

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"omerta/club/seating"
	"omerta/journal"
)

// CITY-SEAT-1.
func TestSeatingKeepsApart(t *testing.T) {
	for n := 8; n <= 40; n += 2 {
		apart := make([][]bool, n)
		for i := range apart {
			apart[i] = make([]bool, n)
		}
		for i := 0; i+1 < n; i += 2 { // everybody came as a couple
			apart[i][i+1], apart[i+1][i] = true, true
		}
		for seed := range uint64(5) {
			order, err := seat(apart, seed)
			if err != nil {
				t.Fatalf("%d players: %v", n, err)
			}
			sorted := slices.Sorted(slices.Values(order))
			for i, x := range order {
				if sorted[i] != i {
					t.Fatalf("not everybody has a seat: %v", order)
				}
				for _, at := range []int{(i + 1) % n, (i + n/2) % n} {
					if apart[x][order[at]] {
						t.Fatalf("%d players: %d sits at %d and %d at %d", n, x, i, order[at], at)
					}
				}
			}
			again, _ := seat(apart, seed)
			if !slices.Equal(order, again) {
				t.Fatal("one seed gives two orders")
			}
		}
	}
}

func TestSeatingThatCannotBe(t *testing.T) {
	all := [][]bool{{false, true, true}, {true, false, true}, {true, true, false}}
	if _, err := seat(all, 1); !clashes(err) {
		t.Fatalf("three who all keep apart: %v", err)
	}
	// Six seats are two triangles of seats that are neither beside nor opposite
	// each other, and three couples do not fit into two triangles.
	six := make([][]bool, 6)
	for i := range six {
		six[i] = make([]bool, 6)
		six[i][i^1] = true
	}
	if _, err := seat(six, 1); !clashes(err) {
		t.Fatalf("three couples at six seats: %v", err)
	}
}

func clashes(err error) bool {
	var no *seating.Refusal
	return errors.As(err, &no) && len(no.Clash) > 0
}

// Whoever asks for what cannot be is told which pairs stand against each other, and
// who gets an order is told the seed.
func TestSeatingTellsClashAndSeed(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := SeatingInput{Nicks: []string{"Аня", "Боря", "Вера", "Глеб"}, Apart: [][2]int{{0, 1}, {2, 3}, {0, 2}}}
	p := c.no("POST", "/api/seating", in, 409, "no-seating")
	if p.Rule != "CITY-SEAT-1" || len(p.Clash) == 0 || !strings.Contains(p.Text.RU, in.Nicks[p.Clash[0][0]]) || p.Hint.EN == "" {
		t.Fatalf("%+v", p)
	}
	in = SeatingInput{Nicks: make([]string, 12), Apart: [][2]int{{0, 1}}}
	one := get[Seating](c, "POST", "/api/seating", in)
	in.Seed = &one.Seed
	if again := get[Seating](c, "POST", "/api/seating", in); one.Seed == 0 || !slices.Equal(again.Order, one.Order) {
		t.Fatalf("%+v %+v", one, again)
	}
}
