package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
)

// What a departed player has seen stays seen: it is kept, told to the host, and
// said in the log when an undo brings him back, which is not forbidden.
func TestWhoHasSeenTheCardsIsKept(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	get[GhostsInput](c, "PUT", "/api/tables/"+table+"/ghosts", GhostsInput{On: true})
	c.do(table, mafia.Proceed{})
	c.do(table, mafia.Remove{To: 3})
	if g := get[RoomView](c, "GET", "/api/room", nil).Ghosts; len(g) != 1 || !g[0].On || len(g[0].Seen) != 0 {
		t.Fatalf("%+v", g)
	}
	heard := c.hear("/api/room/stream")
	next(t, heard, "")
	get[Card](p, "GET", "/api/my/cards", nil)
	get[Card](p, "GET", "/api/my/cards", nil)
	if n := strings.Count(c.log.String(), "cards shown to a departed player"); n != 1 {
		t.Errorf("said %d times in the log", n)
	}
	if told := next(t, heard, ""); !strings.Contains(told, `"seen":[{"seat":3,"step":2}]`) {
		t.Fatal(told)
	}
	get[RoomView](c, "DELETE", "/api/tables/"+table+"/seats/4/phone", nil) // changes nothing of it
	undo := CommandInput{Command: json.RawMessage(`{"do":"undo","to":0}`)}
	if strings.Contains(c.log.String(), "back in the game") {
		t.Error("nobody is back yet")
	}
	c.no("POST", "/api/tables/"+table+"/commands", undo, 409, "comes-back")
	undo.Sure = true
	get[json.RawMessage](c, "POST", "/api/tables/"+table+"/commands", undo)
	if told := next(t, heard, ""); !strings.Contains(told, `"seen":[{"seat":3,"step":0}]`) {
		t.Fatal(told)
	}
	if !strings.Contains(c.log.String(), "a player who has seen the cards is back in the game") {
		t.Error("the log does not say who is back")
	}
	kept := func() (on bool, seen int) {
		x, err := loadSpirits(t.Context(), store)
		y, err2 := loadSeen(t.Context(), store)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return x[table], len(y[table])
	}
	if on, seen := kept(); !on || seen != 1 {
		t.Error("a restart forgets who has seen the cards")
	}
	c.ask("DELETE", "/api/tables/"+table, nil)
	if on, seen := kept(); on || seen != 0 {
		t.Error("a table that is gone leaves its ghosts")
	}
}

// votedOut plays until seat 3, nominated alone, has left by the vote of a day. It
// gives the command that was forgotten then, another nomination: with it there is a
// ballot, and nobody has left yet.
func (c *club) votedOut(id string) (forgotten string) {
	c.t.Helper()
	t, err := c.hub.Get(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	day := 0 // of the last nomination
	for range 200 {
		v, err := t.View(c.t.Context(), mafia.Host)
		if err != nil {
			c.t.Fatal(err)
		}
		if !v.Seats[2].In {
			return forgotten
		}
		var do mafia.Command = mafia.Proceed{}
		for _, o := range v.Offers {
			by := o.By.First()
			switch {
			case o.Do == mafia.DoNominate && v.Day > day:
				do, day = mafia.Nominate{By: by, To: 3}, v.Day
			case o.Do == mafia.DoNominate:
				steps, err := t.History(c.t.Context())
				if err != nil {
					c.t.Fatal(err)
				}
				forgotten = fmt.Sprintf(`{"do":"insert","at":%d,"command":{"do":"nominate","by":%d,"to":4}}`, len(steps), by)
			case o.Do == mafia.DoPass && do == mafia.Command(mafia.Proceed{}):
				do = mafia.Pass{By: by}
			}
		}
		c.do(id, do)
	}
	c.t.Fatal("seat 3 never leaves")
	return ""
}

// A redo and a move put in can bring back whoever has seen the cards as an undo can:
// the host is asked each time, and a request that comes twice is asked about once.
func TestWhateverBringsSomebodyBackIsAsked(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	get[GhostsInput](c, "PUT", "/api/tables/"+table+"/ghosts", GhostsInput{On: true})
	commands := "/api/tables/" + table + "/commands"
	undo := `{"do":"undo","to":0}`
	forgotten := c.votedOut(table)
	get[Card](p, "GET", "/api/my/cards", nil)
	for i, command := range []string{undo, `{"do":"redo"}`, forgotten, undo, `{"do":"redo"}`} {
		in := CommandInput{Key: fmt.Sprint(i), Command: json.RawMessage(command)}
		if i == 1 || i == 3 { // lets seat 3 leave again
			get[json.RawMessage](c, "POST", commands, in)
			continue
		}
		if p := c.no("POST", commands, in, 409, "comes-back"); p.Seat != 3 {
			t.Fatalf("%s: %+v", command, p)
		}
		in.Sure = true
		get[json.RawMessage](c, "POST", commands, in)
	}
	if n := strings.Count(c.log.String(), "back in the game"); n != 3 {
		t.Errorf("the log says %d times that somebody is back", n)
	}
}

// Who only has the nick of a remembered person is not taken for him until he is
// renamed, and a new nick is claimed anew.
func TestANamesakeNeedsAnotherNick(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	anna := get[Person](c, "POST", "/api/people", PersonInput{Nick: "Анна", Friends: []string{}}).ID
	get[Person](c, "POST", "/api/people", PersonInput{Nick: "Борис", Friends: []string{}})
	c.joins("Анна")
	path := "/api/room/guests/" + c.guestOf("Анна")
	if g := get[RoomView](c, "GET", "/api/room", nil).Guests[0]; g.Claims != anna || g.Person != "" {
		t.Fatalf("%+v", g)
	}
	if g := get[RoomView](c, "POST", path+"/person", PersonOfGuest{Nick: "Анна", Claims: anna}).Guests[0]; g.Claims != "" || g.Person != "" || !g.Other {
		t.Fatalf("%+v", g)
	}
	if g := get[RoomView](c, "PUT", path+"/nick", NickInput{Nick: "Борис"}).Guests[0]; g.Claims == "" || g.Claims == anna || g.Other {
		t.Fatalf("%+v", g)
	}
	if g := get[RoomView](c, "PUT", path+"/nick", NickInput{Nick: "Анна вторая"}).Guests[0]; g.Claims != "" || g.Person != "" || g.Other {
		t.Fatalf("%+v", g)
	}
}

// A program that answers its own machine only says so instead of giving addresses
// where nobody answers.
func TestALocalProgramNamesNoAddressOfTheNetwork(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.srv.Local = true
	v := get[RoomView](c, "GET", "/api/room", nil)
	if !v.Local || len(v.Bases) != 1 || v.Bases[0] != c.http.URL {
		t.Errorf("%+v", v)
	}
}

func TestAHostsLinkMayLeadToATable(t *testing.T) {
	c := open(t, journal.NewMemory())
	for query, want := range map[string]string{
		"?table=abc-1": "/game/abc-1", "": "/", "?table=//evil.example": "/", "?table=a/b": "/", "?table=" + strings.Repeat("a", 65): "/",
	} {
		p := c.phone()
		resp, err := p.host.Get(c.http.URL + c.srv.HostPath() + query)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := resp.Request.URL.Path; got != want {
			t.Errorf("%q leads to %q", query, got)
		}
	}
}
