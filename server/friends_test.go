package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/record"
	"omerta/table"
)

// direct hands requests to a handler without a network, so that time may be virtual.
type direct struct{ to http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	in := r.Clone(r.Context())
	in.RequestURI, in.RemoteAddr = r.URL.RequestURI(), "127.0.0.1:9"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	d.to.ServeHTTP(w, in)
	return w.Result(), nil
}

// friendsClub is a server in virtual time; close it in the bubble.
func friendsClub(t *testing.T, store journal.Store) *club {
	t.Helper()
	c := &club{t: t, store: store, log: &lockedBuffer{}, http: &httptest.Server{URL: "http://127.0.0.1:1"}}
	log := slog.New(slog.NewTextHandler(c.log, nil))
	var err error
	if c.hub, err = table.Open(context.Background(), store, table.WithLog(log)); err != nil {
		t.Fatal(err)
	}
	if c.srv, err = New(context.Background(), Config{Store: store, Hub: c.hub, Log: log}); err != nil {
		t.Fatal(err)
	}
	c.host = c.browser(nil)
	return c.enter()
}

func (c *club) browser(jar http.CookieJar) *http.Client {
	if jar == nil {
		jar, _ = cookiejar.New(nil)
	}
	return &http.Client{Transport: direct{c.srv}, Jar: jar}
}

// friend is a phone at a table of phones.
type friend struct {
	*club
	seat mafia.Seat
	card Card
}

func (f *friend) say(c mafia.Command) {
	f.t.Helper()
	body := command(f.t, c)
	get[table.Answer](f.club, "POST", "/api/my/commands", PhoneCommandInput{Command: body})
}

func command(t testing.TB, c mafia.Command) []byte {
	t.Helper()
	fields := fmt.Sprintf(`{"do":%q`, c.Verb())
	switch c := c.(type) {
	case table.Ready:
		fields += fmt.Sprintf(`,"aloud":%t`, c.Aloud)
	case table.Hand:
		fields += fmt.Sprintf(`,"poll":%d,"up":%t`, c.Poll, c.Up)
	case table.Note:
		fields += fmt.Sprintf(`,"night":%q,"name":%q`, c.Night, c.Name)
	case table.Gone:
		fields += fmt.Sprintf(`,"to":%d`, c.To)
	}
	return []byte(fields + "}")
}

// joinFriends takes seven phones into the lobby.
func (c *club) joinFriends() []*friend {
	c.t.Helper()
	var out []*friend
	for i := range 7 {
		p := *c
		p.host = c.browser(nil)
		get[Mine](&p, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: fmt.Sprintf("Друг %d", i+1)})
		out = append(out, &friend{club: &p})
		time.Sleep(time.Millisecond) // one came after the other
	}
	return out
}

// sees is the frame of the friend's table, by the board's link.
func (f *friend) sees() table.Frame {
	f.t.Helper()
	m := get[Mine](f.club, "GET", "/api/my", nil)
	t, err := f.hub.Get(context.Background(), m.Table)
	if err != nil {
		f.t.Fatal(err)
	}
	raw, err := t.Frame(context.Background(), mafia.Board)
	if err != nil {
		f.t.Fatal(err)
	}
	var out table.Frame
	if err := json.Unmarshal(raw, &out); err != nil {
		f.t.Fatal(err)
	}
	return out
}

// dawn looks at the cards and counts the twenty.
func dawn(t *testing.T, all []*friend) {
	t.Helper()
	all[0].say(table.Ready{Aloud: true})
	for _, f := range all {
		f.card = get[Card](f.club, "GET", "/api/my/card", nil)
		if f.seat = f.card.Seat; len(f.card.Knows) != 0 {
			t.Errorf("%d knows others before the sunrise", f.seat)
		}
		f.say(table.Ready{})
	}
	time.Sleep(time.Minute)
	synctest.Wait()
}

// nightOf lets night fall, and everybody write: the black ones one and the same
// name. It checks that every note asks and is answered in one length.
func nightOf(t *testing.T, all []*friend, kill mafia.Seat) {
	t.Helper()
	all[0].say(table.Night{})
	v := all[0].sees()
	for _, f := range all {
		if v.View.Seats[f.seat-1].In && f.sees().Friends.Poll.Kind != "" { // enough hands are enough
			f.say(table.Hand{Poll: v.Friends.Poll.ID, Up: true})
		}
	}
	answers := map[string]bool{}
	for _, f := range all {
		if !v.View.Seats[f.seat-1].In {
			continue
		}
		n := table.Note{Night: fmt.Sprintf("%02d", v.View.Night+1), Name: "00"}
		if f.card.Role == mafia.Mafia {
			n.Name = fmt.Sprintf("%02d", kill)
		}
		status, body := f.ask("POST", "/api/my/commands", PhoneCommandInput{Command: command(t, n)})
		answers[fmt.Sprint(status, string(body))] = true
	}
	if len(answers) != 1 {
		t.Errorf("notes are answered in different ways: %v", answers)
	}
}

// The whole of it over HTTP: seven phones deal to themselves, two rounds with a
// restart in the notes and one between, points added up (ORIGINAL-END-3).
func TestTwoRoundsOfFriends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		c := friendsClub(t, store)
		defer func() { c.hub.Close() }()
		all := c.joinFriends()
		for _, f := range all[:3] {
			m := get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
			if m.State != "lobby" || m.Deal.Min != 6 || !m.Deal.Mine {
				t.Fatalf("%+v", m)
			}
		}
		// Nobody's stream is open, so only those who have agreed count; six are enough.
		for _, f := range all[3:6] {
			get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
		}
		if m := get[Mine](all[6].club, "GET", "/api/my", nil); m.State != "lobby" || len(m.Open) != 1 || m.Open[0].Kind != "phones" {
			t.Fatalf("%+v", m)
		}
		first := get[Mine](all[0].club, "GET", "/api/my", nil).Table
		c.noHost(t, first)
		six := all[:6]
		dawn(t, six)
		sums := playOut(t, c, store, six)
		for _, f := range six[:3] {
			f.more()
		}
		if f := six[0].sees(); f.Table.ID != first {
			t.Fatal("half of the friends have begun another round")
		}
		six[3].more()
		f := six[0].sees()
		if f.Table.ID == first || f.Friends.Round != 2 || !reflect.DeepEqual(f.Friends.Carried, sums) {
			t.Fatalf("%+v", f.Friends)
		}
		dawn(t, six)
		more := playOut(t, c, store, six)
		f = six[0].sees()
		total := 0
		for i := range more {
			total += f.Friends.Carried[i] + f.View.Points[i]
		}
		if total != sum(sums)+sum(more) || total == 0 {
			t.Errorf("%v and %v do not add up: %d", sums, more, total)
		}
	})
}

func (f *friend) more() { f.say(table.Again{}) }

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

// noHost tries what the machine's owner may not do at a table of friends.
func (c *club) noHost(t *testing.T, id string) {
	t.Helper()
	path := "/api/tables/" + id
	c.no("GET", path+"/cards/1", nil, 409, "not-yours")
	c.no("POST", path+"/again", AgainInput{}, 409, "not-yours")
	c.no("PUT", path+"/ghosts", GhostsInput{On: true}, 409, "not-yours")
	c.no("GET", path+"/record.json", nil, 409, "not-over")
	c.no("GET", path+"/record.mafia", nil, 409, "not-over")
	c.no("POST", path+"/commands", CommandInput{Command: []byte(`{"do":"proceed"}`)}, 400, "bad-command")
	c.no("POST", path+"/commands", CommandInput{Command: []byte(`{"do":"night"}`)}, 409, "not-yours")
	frame := string(get[json.RawMessage](c, "GET", path, nil))
	if board := string(get[json.RawMessage](c, "GET", path+"?as=board", nil)); !sameButClock(frame, board) {
		t.Errorf("the owner sees more than the board:\n%s\n%s", frame, board)
	}
}

func sameButClock(a, b string) bool {
	_, a, _ = strings.Cut(a, `"table":`)
	_, b, _ = strings.Cut(b, `"table":`)
	return a == b
}

// playOut plays a round until black has won, each night on one of the red players;
// the program is started anew while the first notes are written.
func playOut(t *testing.T, c *club, store journal.Store, all []*friend) []int {
	t.Helper()
	all[0].say(table.Night{})
	poll := all[0].sees().Friends.Poll.ID
	for _, f := range all {
		if f.sees().Friends.Poll.Kind != "" { // enough hands are enough
			f.say(table.Hand{Poll: poll, Up: f.seat != 1})
		}
	}
	all[1].say(table.Note{Night: "01", Name: "00"}) // honest, or nobody
	restart(t, c, store, all)
	if f := all[0].sees(); f.View.Phase != mafia.Notes {
		t.Fatalf("after the restart: %s", f.View.Phase)
	}
	for _, f := range all {
		f.say(table.Note{Night: "01", Name: "00"})
	}
	for range 10 {
		f := all[0].sees()
		if f.View.Phase == mafia.Over {
			break
		}
		var red mafia.Seat
		for _, x := range all {
			if x.card.Role == mafia.Civilian && f.View.Seats[x.seat-1].In {
				red = x.seat
			}
		}
		caller := all[0]
		for _, x := range all {
			if f.View.Seats[x.seat-1].In {
				caller = x
			}
		}
		nightOf(t, append([]*friend{caller}, without(all, caller)...), red)
	}
	f := all[0].sees()
	if f.View.Outcome.Winner != mafia.BlackWon {
		t.Fatalf("%+v", f.View.Outcome)
	}
	if log := c.log.String(); strings.Contains(log, "civilian") {
		t.Error("the log names a card")
	}
	if out := get[Export](all[0].club, "GET", "/api/my/record.json", nil); len(out.Steps) < 5 {
		t.Errorf("%d steps in the record", len(out.Steps))
	}
	// The record of the round plays to the same end.
	_, text := c.ask("GET", "/api/tables/"+f.Table.ID+"/record.mafia", nil)
	r, faults := record.Read(text)
	if len(faults) > 0 {
		t.Fatalf("%v in\n%s", faults, text)
	}
	if end := record.Replay(r); len(end.Faults) > 0 || !strings.Contains(end.Outcome, "black won") {
		t.Fatalf("%+v of\n%s", end, text)
	}
	return f.View.Points
}

func without(all []*friend, x *friend) (out []*friend) {
	for _, f := range all {
		if f != x {
			out = append(out, f)
		}
	}
	return out
}

// restart starts the program anew over the same store; every phone keeps its cookie.
func restart(t *testing.T, c *club, store journal.Store, all []*friend) {
	t.Helper()
	c.hub.Close()
	next := friendsClub(t, store)
	jar := c.host.Jar
	*c = *next
	c.host = c.browser(jar)
	for _, f := range all {
		old := f.host.Jar
		p := *c
		p.host = c.browser(old)
		f.club = &p
	}
}

// A program that dies in the middle of a deal seats the phones when it starts again.
func TestADealThatWasCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		c := friendsClub(t, store)
		defer func() { c.hub.Close() }()
		all := c.joinFriends()
		var ids []string
		meta := table.Meta{Rulebook: "original", Deal: dealByLot, Kind: table.KindPhones, Round: 1}
		for _, g := range c.srv.room.Guests() {
			ids = append(ids, g.ID)
			meta.Seats, meta.Phones = append(meta.Seats, table.Sitter{Nick: g.Nick}), append(meta.Phones, g.ID)
			if err := c.srv.room.WantDeal(context.Background(), g.ID, true); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.hub.Create(context.Background(), meta, mafia.Setup{Seed: 1, Cast: mafia.Cast{mafia.Civilian: 5, mafia.Mafia: 2}}); err != nil {
			t.Fatal(err)
		}
		restart(t, c, store, all)
		for i, f := range all {
			if m := get[Mine](f.club, "GET", "/api/my", nil); m.State != "seated" || int(m.Seat) != i+1 {
				t.Errorf("%s: %+v", ids[i], m)
			}
		}
	})
}

// The machine's owner can deal to the phones in the lobby; too few are refused, and
// a phone acts only at its own table.
func TestTheOwnerDealsToThePhones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		c.no("POST", "/api/tables", TableInput{Kind: "phones"}, 409, "few-phones")
		c.no("POST", "/api/tables", TableInput{Kind: "other"}, 400, "bad-request")
		all := c.joinFriends()
		for _, g := range c.srv.room.Guests() {
			defer c.srv.room.Connect(g.ID, "")()
		}
		all[0].no("POST", "/api/my/commands", PhoneCommandInput{Command: []byte(`{"do":"night"}`)}, 409, "not-seated")
		id := get[Made](c, "POST", "/api/tables", TableInput{Kind: "phones"}).ID
		if f := all[6].sees(); f.Table.ID != id || f.Table.Kind != "phones" || f.Friends.Sunrise != "cards" {
			t.Fatalf("%+v", f.Table)
		}
		all[0].no("PUT", "/api/my/deal", DealInput{Want: true}, 409, "no-lobby")
		get[table.Answer](c, "POST", "/api/tables/"+id+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		if m := get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{}); m.State != "lobby" || m.Deal.Phones != 1 {
			t.Fatalf("%+v", m)
		}
	})
}
