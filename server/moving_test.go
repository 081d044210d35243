package server

import (
	"encoding/json"
	"fmt"
	"testing"

	"omerta/journal"
	"omerta/table"
)

// Wherever the program dies after a substitution, or after it was taken back: the next start
// finds the phone where it belongs, and knows the substitute.
func TestPhonesFollowASubstitutionThatDied(t *testing.T) {
	for _, undone := range []bool{false, true} {
		done := false
		for n := 0; n < 20 && !done; n++ {
			t.Run(fmt.Sprintf("undone %v, %d writes", undone, n), func(t *testing.T) {
				store := &brittle{journal.NewMemory(), unbroken}
				c := open(t, store).enter()
				id := c.sit()
				p := c.joins("Гость 3")
				get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Гость 3")+"/seat", AdmitInput{Table: id, Seat: 3, Nick: "Гость 3"})
				m := get[Mine](p, "GET", "/api/my", nil)
				if m.Seat != 3 {
					t.Fatalf("%+v", m)
				}
				todo := []string{`{"do":"substitute","to":3,"nick":"Замена"}`}
				if undone {
					c.act(id, todo[0])
					todo = []string{`{"do":"undo","to":0}`}
				}
				store.left = n
				c.ask("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(todo[0])})
				done = store.left >= 0
				store.left = unbroken
				c.hub.Close()
				c = open(t, store).enter()
				v := get[table.Frame](c, "GET", "/api/tables/"+id, nil).View
				own := v.Seats[2].Nick == "Гость 3"
				if g := c.srv.room.Guests()[0]; (g.Seat == 3) != own {
					t.Errorf("%s sits there, and the phone has seat %d", v.Seats[2].Nick, g.Seat)
				}
				if _, known := c.srv.club.Club().Known("Замена"); !known && !own {
					t.Error("the substitute is nobody")
				}
				if docs, _ := store.Docs(t.Context(), movingKind); len(docs) != 0 {
					t.Errorf("%v is left", docs)
				}
			})
		}
		if !done {
			t.Error("it never ends")
		}
	}
}
