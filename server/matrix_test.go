package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
)

// Every route of the server is tried as every kind of person; a route of a kind
// of access that is not known here fails.
func TestEveryRouteAsEveryKindOfPerson(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	people := map[string]*club{
		"stranger": c.phone(),
		"lobby":    c.joins("Ждущий"),
		"seated":   c.joins("Сидящий"),
		"departed": c.joins("Выбывший"),
		"host":     c,
	}
	for nick, seat := range map[string]mafia.Seat{"Сидящий": 3, "Выбывший": 4} {
		get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf(nick)+"/seat", AdmitInput{Table: id, Seat: seat, Nick: nick})
	}
	c.do(id, mafia.Remove{To: 4})
	cards := everyCard(t, c, id)
	fill := strings.NewReplacer("{id}", id, "{seat}", "5", "{guest}", "nobody", "{key}", "wrong")
	for _, r := range c.srv.list() {
		method, path, _ := strings.Cut(fill.Replace(r.pattern), " ")
		if method == "DELETE" && path == "/api/my" {
			continue // whoever is let, leaves; who is not is tried below
		}
		for name, p := range people {
			if name == "host" || strings.HasSuffix(path, "/stream") && lets(t, r.who, name) {
				continue
			}
			status, body := p.ask(method, path, nil)
			if !lets(t, r.who, name) && status != 401 && status != 404 {
				t.Errorf("%s as %s: %d %s", r.pattern, name, status, body)
			}
			if status >= 500 {
				t.Errorf("%s as %s: %d %s", r.pattern, name, status, body)
			}
			if own := "GET /api/my/card"; r.pattern != own && strings.Contains(string(body), cards) {
				t.Errorf("%s as %s gives cards: %s", r.pattern, name, body)
			}
		}
	}
	for _, name := range []string{"stranger", "host"} {
		people[name].no("DELETE", "/api/my", nil, 401, "no-phone")
	}
}

// lets tells whether a kind of access lets a kind of person in.
func lets(t *testing.T, who access, name string) bool {
	t.Helper()
	switch who {
	case anybody:
		return true
	case hosts:
		return name == "host"
	case phones:
		return name == "lobby" || name == "seated" || name == "departed"
	case boards:
		return false // the key that is tried is a wrong one
	}
	t.Fatalf("nobody has said who %q is", who)
	return false
}

// everyCard is what a list of all cards would have in it: the words of a card that
// nobody but the host may be told.
func everyCard(t *testing.T, c *club, id string) string {
	t.Helper()
	var f struct {
		View mafia.View `json:"view"`
	}
	raw := get[json.RawMessage](c, "GET", "/api/tables/"+id, nil)
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	for _, s := range f.View.Seats {
		if s.Role == mafia.Don {
			return fmt.Sprintf(`"role":%q`, s.Role)
		}
	}
	t.Fatal("the host sees no don")
	return ""
}
