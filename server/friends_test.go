package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"reflect"
	"slices"
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
// They come from an address, "" for this machine's.
type direct struct {
	to   http.Handler
	from string
}

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	in := r.Clone(r.Context())
	in.RequestURI, in.RemoteAddr = r.URL.RequestURI(), cmp.Or(d.from, "127.0.0.1")+":9"
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
	return &http.Client{Transport: direct{to: c.srv}, Jar: jar}
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

// One device that leaves and comes in under new names asks no more than its place may, and
// the accuser's vote does not wait for it.
func TestADeviceThatComesBackAsksNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.dealt()
		dawn(t, all)
		id := all[0].sees().Table.ID
		get[table.Answer](all[2].club, "POST", "/api/my/commands", PhoneCommandInput{Command: []byte(`{"do":"accuse","by":3,"to":2}`)})
		asked := 0
		for i := range 14 {
			x := *c
			x.host = c.browser(nil)
			get[Mine](&x, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: fmt.Sprintf("Чужой %d", i)})
			status, body := x.ask("PUT", "/api/my/seat", SeatInput{Table: id, Seat: mafia.Seat(i%7 + 1)})
			if status == 200 {
				asked++
			} else if !strings.Contains(string(body), "seat-later") {
				t.Fatalf("%d %s", status, body)
			}
			x.ask("DELETE", "/api/my", nil)
			time.Sleep(10 * time.Second)
			if i == 0 {
				all[2].say(table.Ask{})
				for _, f := range all {
					if f.seat != 2 {
						f.say(table.Hand{Poll: all[0].sees().Friends.Poll.ID, Up: f.seat < 4})
					}
				}
			}
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		if asked != 6 {
			t.Errorf("%d questions of one device", asked)
		}
		if c.srv.place("10.0.0.1") == c.srv.place("10.0.0.2") || c.srv.place("") != "" {
			t.Error("places are not told apart")
		}
	})
}

// comers takes phones into the lobby, so many from each address, with their pages open.
func (c *club) comers(nick string, at ...string) (out []*friend) {
	c.t.Helper()
	for i, addr := range at {
		p := *c
		p.host = &http.Client{Transport: direct{c.srv, addr}, Jar: c.browser(nil).Jar}
		name := fmt.Sprintf("%s %d", nick, i+1)
		get[Mine](&p, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: name})
		c.t.Cleanup(c.srv.room.Connect(c.guestOf(name), addr))
		out = append(out, &friend{club: &p})
		time.Sleep(time.Millisecond)
	}
	return out
}

func want(all []*friend) (last Mine) {
	for _, f := range all {
		if status, body := f.ask("PUT", "/api/my/deal", DealInput{Want: true}); status == 200 {
			_ = json.Unmarshal(body, &last)
		}
	}
	return last
}

// Games that somebody makes up with a few phones of two addresses take neither the board
// nor the list of the lobby from friends who play, nor use up what others may deal.
func TestMadeUpGamesPushNobodyAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		honest := want(c.comers("Друг", "10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.1.4", "10.0.1.5", "10.0.1.6")).Table
		if honest == "" {
			t.Fatal("nothing is dealt")
		}
		shown := func() string { return get[BoardView](c, "GET", "/api"+c.srv.boardPath(), nil).Table }
		fakes := []string{"10.0.2.1", "10.0.2.1", "10.0.2.1", "10.0.2.2", "10.0.2.2", "10.0.2.2"}
		made := 0
		for i := range 14 {
			time.Sleep(time.Minute)
			all := c.comers(fmt.Sprintf("Кукла %d", i), fakes...)
			if want(all).State == "seated" {
				made++
			}
			if got := shown(); got != honest {
				t.Fatalf("the board has gone to a made-up game, the %dth", i+1)
			}
			for _, f := range all {
				f.ask("DELETE", "/api/my", nil)
			}
		}
		lost := c.comers("Без телефона", "10.0.3.1")[0]
		m := get[Mine](lost.club, "GET", "/api/my", nil)
		if made < openShown || len(m.Open) != openShown || m.Open[0].ID != honest {
			t.Fatalf("%d were made up; the first shown is not that which is played", made)
		}
		// Nor is he dealt into one while he asks for his seat.
		get[Mine](lost.club, "PUT", "/api/my/seat", SeatInput{Table: honest, Seat: 3})
		in := c.comers("Кукла", fakes...)
		if want(in).State != "seated" || seatedOf([]*friend{lost}) != 0 {
			t.Error("who asks for his seat is dealt into another game")
		}
		for _, f := range in {
			f.ask("DELETE", "/api/my", nil)
		}
		get[any](lost.club, "DELETE", "/api/my", nil)
		// All that is left to two addresses is used up, and others deal.
		for c.srv.deals.take("10.0.2.1") || c.srv.deals.take("10.0.2.2") {
			continue
		}
		all := c.comers("Кукла", fakes...)
		if status, body := all[3].ask("PUT", "/api/my/deal", DealInput{Want: true}); status != 200 {
			t.Fatal(string(body))
		}
		want(all[:2])
		all[4].no("PUT", "/api/my/deal", DealInput{Want: true}, 429, "deals")
		for _, f := range all {
			f.ask("DELETE", "/api/my", nil)
		}
		if m := want(c.comers("Второй", "10.0.4.1", "10.0.4.2", "10.0.4.3", "10.0.4.4", "10.0.4.5", "10.0.4.6")); m.State != "seated" {
			t.Fatal("others have used up what these may deal")
		}
		// Of two games of as many the board stays at the first, and leaves it at its end.
		if shown() != honest {
			t.Error("the board has left the first for one of as many")
		}
		get[table.Answer](c, "POST", "/api/tables/"+honest+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		if shown() == honest {
			t.Error("the board stays at a game that is void")
		}
	})
}

// seatedOf counts who of some has a seat.
func seatedOf(all []*friend) (n int) {
	for _, f := range all {
		if get[Mine](f.club, "GET", "/api/my", nil).State == "seated" {
			n++
		}
	}
	return n
}

func many(n int, addr string) []string { return slices.Repeat([]string{addr}, n) }

func each(n int, net string) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s.%d", net, i+1))
	}
	return out
}

// Whoever brings several phones of few addresses keeps nobody from his cards by making the
// lobby too large.
func TestTheLobbyIsNotMadeTooLarge(t *testing.T) {
	for name, c := range map[string]struct{ honest, others []string }{
		"three addresses": {each(8, "10.0.1"), slices.Concat(many(3, "a"), many(3, "b"), many(3, "c"))},
		"two addresses":   {each(11, "10.0.1"), slices.Concat(many(3, "a"), many(3, "b"))},
		"one address":     {each(14, "10.0.1"), many(3, "a")},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := friendsClub(t, journal.NewMemory())
			defer x.hub.Close()
			others, honest := x.comers("Кукла", c.others...), x.comers("Друг", c.honest...)
			want(others)
			want(honest)
			if seatedOf(honest) != len(honest) || seatedOf(others) > mostFriends-len(honest) {
				t.Errorf("%s: %d of %d friends and %d others are dealt to", name, seatedOf(honest), len(honest), seatedOf(others))
			}
		})
	}
	if n := len(fitting(made(slices.Repeat([]int{1}, 18), func(int, int) bool { return true }))); n != 18 {
		t.Errorf("of 18 that are alike %d are left", n)
	}
}

// Friends behind one address deal to themselves though somebody comes from elsewhere: he
// plays with them if he wants to, and can neither stop them nor make them. Made-up phones
// of one address do not so against as many addresses as make a game.
func TestFriendsBehindOneAddressAreNotStopped(t *testing.T) {
	for name, c := range map[string]struct {
		home, others   []string
		homeWant, want int // so many of them agree
		seated, guests int
	}{
		"a stranger who is silent":  {many(8, "h"), each(1, "10.0.2"), 5, 0, 8, 0},
		"one who wants to play":     {many(8, "h"), each(1, "10.0.2"), 6, 1, 8, 1},
		"half of them":              {many(8, "h"), each(1, "10.0.2"), 4, 0, 0, 0},
		"strangers who force":       {many(8, "h"), each(4, "10.0.2"), 0, 4, 0, 0},
		"three who force":           {many(4, "h"), many(3, "o"), 1, 3, 0, 0},
		"made up against six":       {many(12, "h"), each(6, "10.0.2"), 12, 0, 0, 0},
		"six against the made up":   {many(12, "h"), each(6, "10.0.2"), 0, 6, 1, 6},
		"too few of one address":    {many(3, "h"), each(2, "10.0.2"), 3, 2, 0, 0},
		"twenty beside one address": {many(20, "h"), each(1, "10.0.2"), 20, 1, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := friendsClub(t, journal.NewMemory())
			defer x.hub.Close()
			home, others := x.comers("Друг", c.home...), x.comers("Чужой", c.others...)
			want(others[:c.want])
			want(home[len(home)-c.homeWant:]) // the last, whom the cap of three leaves out
			if a, b := seatedOf(home), seatedOf(others); a != c.seated || b != c.guests {
				t.Errorf("%s: %d and %d are dealt to", name, a, b)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // all see whom it is about
		x := friendsClub(t, journal.NewMemory())
		defer x.hub.Close()
		home, others := x.comers("Друг", many(8, "h")...), x.comers("Чужой", "10.0.2.1")
		want(home[:2])
		for _, f := range []*friend{home[7], others[0]} {
			if d := get[Mine](f.club, "GET", "/api/my", nil).Deal; d.Phones != 8 || d.Agreed != 2 || len(d.Nicks) != 8 {
				t.Errorf("%+v", d)
			}
		}
	})
}
