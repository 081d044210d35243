package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	clubs "omerta/club"
	"omerta/journal"
)

// tell gives the club a command.
func (c *club) tell(cmd clubs.Command) ClubAnswer {
	c.t.Helper()
	return get[ClubAnswer](c, "POST", "/api/club/commands", clubInput(c.t, cmd))
}

func clubInput(t testing.TB, cmd clubs.Command) ClubCommandInput {
	t.Helper()
	raw, err := clubs.MarshalCommand(cmd)
	if err != nil {
		t.Fatal(err)
	}
	return ClubCommandInput{Command: raw}
}

func TestClubOverHTTP(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	a := c.tell(clubs.Import{Text: "Анна\nБорис\nАнна\n"})
	if len(a.People) != 2 || a.Import == nil || len(a.Import.Faults) != 1 || a.Import.Faults[0].Why.RU == "" || a.Revision != 1 {
		t.Fatalf("%+v", a)
	}
	anna, boris := a.People[0], a.People[1]
	if w := c.tell(clubs.Add{Nick: "Бopис"}).Warnings; len(w) != 1 || w[0].EN == "" {
		t.Fatalf("%+v", w)
	}
	c.tell(clubs.Tie{A: anna, B: boris, Bond: clubs.Couple})
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27"}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: []string{anna, boris}})
	view := get[ClubView](c, "GET", "/api/club", nil)
	if view.Revision != 5 || view.Undo != "arrive" || len(view.People) != 3 || len(view.Evenings) != 1 || len(view.Evenings[0].Here) != 2 {
		t.Fatalf("%+v", view)
	}
	in := clubInput(t, clubs.Undo{})
	seen := 1
	in.Seen = &seen
	c.no("POST", "/api/club/commands", in, 409, "club-stale")
	in.Seen, in.Key = &view.Revision, "k"
	if x, y := get[ClubAnswer](c, "POST", "/api/club/commands", in), get[ClubAnswer](c, "POST", "/api/club/commands", in); x.Revision != 6 || y.Revision != 6 {
		t.Fatalf("%+v %+v", x, y)
	}
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Add{Nick: "Анна"}), 409, "club-nick-taken")
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Remove{Person: "p99"}), 404, "no-person")
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Close{Evening: "e99"}), 404, "club-evening")
	c.no("POST", "/api/club/commands", ClubCommandInput{Command: json.RawMessage(`{"do":"end-game","game":"x","seats":[]}`)}, 400, "bad-command")
	was := get[ClubView](c, "GET", "/api/club", nil)
	again := open(t, store).enter()
	if now := get[ClubView](again, "GET", "/api/club", nil); fmt.Sprint(now) != fmt.Sprint(was) {
		t.Fatalf("a restart made another club\n%+v\n%+v", was, now)
	}
}

// A host's list of people is the club's, and whoever is a couple there is kept apart.
func TestPeopleOfTheConsoleAreThoseOfTheClub(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	a := c.tell(clubs.Import{Text: "Анна\nБорис"}).People
	if p := get[[]Person](c, "GET", "/api/people", nil)[0]; p.Friends == nil {
		t.Fatal("who has no friends has no list of them, and pages count it")
	}
	c.tell(clubs.Tie{A: a[0], B: a[1], Bond: clubs.Couple})
	list := get[[]Person](c, "GET", "/api/people", nil)
	if len(list) != 2 || fmt.Sprint(list[0].Friends) != fmt.Sprint(a[1:]) {
		t.Fatalf("%+v", list)
	}
	in := PersonInput{Nick: "Анна", Friends: list[0].Friends}
	get[SavedPerson](c, "PUT", "/api/people/"+a[0], in) // changes nothing
	if m := get[ClubView](c, "GET", "/api/club", nil).People[0]; len(m.Couples) != 1 || len(m.Friends) != 0 {
		t.Fatalf("%+v", m)
	}
	in.Friends = []string{}
	if p := get[SavedPerson](c, "PUT", "/api/people/"+a[0], in); len(p.Friends) != 0 {
		t.Fatalf("%+v", p)
	}
	if p := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: " Анна "}); p.ID != a[0] { // from another device
		t.Fatalf("%+v", p)
	}
	c.no("PUT", "/api/people/"+a[1], PersonInput{Nick: "Анна"}, 409, "club-nick-taken")
	get[any](c, "DELETE", "/api/people/"+a[0], nil)
	get[any](c, "DELETE", "/api/people/"+a[0], nil)
	if p := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: "Анна"}); p.ID != a[0] {
		t.Fatalf("%+v", p)
	}
}

func TestStreamOfTheClubTellsEachChange(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	resp, err := c.host.Get(c.http.URL + "/api/club/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	next := func() (v ClubView) {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &v); err != nil {
					t.Fatal(err)
				}
				return v
			}
		}
		t.Fatal("the stream has ended")
		return v
	}
	if v := next(); len(v.People) != 0 {
		t.Fatalf("%+v", v)
	}
	c.tell(clubs.Add{Nick: "Анна"})
	if v := next(); len(v.People) != 1 || v.People[0].Nick != "Анна" {
		t.Fatalf("%+v", v)
	}
}
