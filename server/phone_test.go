package server

import (
	"fmt"
	"testing"

	"omerta/journal"
	"omerta/mafia"
)

// The phones of a table with real cards are told that, all alike, whatever the program
// has learned of them meanwhile.
func TestRealCardsAreToldToAllPhonesAlike(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealReal, Seats: seats(10)}).ID
	lot := c.sit()
	var all []*club
	for i, at := range []string{id, id, lot} {
		nick := fmt.Sprintf("Телефон %d", i)
		all = append(all, c.joins(nick))
		get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf(nick)+"/seat", AdmitInput{Table: at, Seat: mafia.Seat(3 + i), Nick: nick})
	}
	told := func() (out [3]bool) {
		for i, p := range all {
			out[i] = get[Mine](p, "GET", "/api/my", nil).Real
		}
		return out
	}
	want := [3]bool{true, true, false}
	if got := told(); got != want {
		t.Errorf("%v", got)
	}
	c.do(id, mafia.SetCard{To: 3, Role: mafia.Don})
	if got := told(); got != want {
		t.Errorf("%v when a card is known", got)
	}
	for seat, role := range map[mafia.Seat]mafia.Role{4: mafia.Mafia, 5: mafia.Mafia} {
		c.do(id, mafia.SetCard{To: seat, Role: role})
	}
	if card := get[Card](all[0], "GET", "/api/my/card", nil); card.Role != mafia.Unknown || len(card.Knows) > 0 || card.Seat != 3 {
		t.Errorf("%+v is what the host has entered", card)
	}
	if card := get[Card](all[2], "GET", "/api/my/card", nil); card.Role == mafia.Unknown {
		t.Error("a card that the program has dealt is kept back")
	}
}
