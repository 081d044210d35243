package server

import (
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// The console exchanges two cards by two commands: the game goes on after them
// whichever two they are.
func TestTwoCardsAreExchangedInARunningGame(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	for range 6 {
		c.do(id, mafia.Proceed{})
	}
	for _, pair := range [][2]mafia.Seat{{1, 10}, {10, 2}, {4, 1}, {5, 6}} {
		v := get[table.Frame](c, "GET", "/api/tables/"+id, nil).View
		a, b := v.Seats[pair[0]-1].Role, v.Seats[pair[1]-1].Role
		if a == b {
			continue
		}
		c.do(id, mafia.SetCard{To: pair[1], Role: a})
		c.do(id, mafia.SetCard{To: pair[0], Role: b})
		v = get[table.Frame](c, "GET", "/api/tables/"+id, nil).View
		if v.Misdealt || v.Phase == mafia.Over || v.Seats[pair[0]-1].Role != b || v.Seats[pair[1]-1].Role != a {
			t.Fatalf("%v: %s, misdealt %v, %+v", pair, v.Phase, v.Misdealt, v.Seats)
		}
	}
}
