package server

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// phone is another browser at the same server.
func (c *club) phone() *club {
	p := *c
	p.host = &http.Client{}
	p.host.Jar, _ = cookiejar.New(nil)
	return &p
}

// joins takes a phone in by the room's link.
func (c *club) joins(nick string) *club {
	c.t.Helper()
	p := c.phone()
	get[Mine](p, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: nick})
	return p
}

// hear gives the events of a stream as they come.
func (c *club) hear(path string) <-chan [2]string {
	c.t.Helper()
	resp, err := c.host.Get(c.http.URL + path)
	if err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != 200 {
		c.t.Fatalf("%s: %d", path, resp.StatusCode)
	}
	c.t.Cleanup(func() { _ = resp.Body.Close() })
	out := make(chan [2]string, 100)
	go func() {
		defer close(out)
		name := ""
		in := bufio.NewScanner(resp.Body)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			if n, ok := strings.CutPrefix(in.Text(), "event: "); ok {
				name = n
			}
			if data, ok := strings.CutPrefix(in.Text(), "data: "); ok {
				out <- [2]string{name, data}
				name = ""
			}
		}
	}()
	return out
}

// next waits for an event of a name.
func next(t *testing.T, from <-chan [2]string, name string) string {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		select {
		case e, ok := <-from:
			if !ok {
				t.Fatalf("the stream ended before %q", name)
			}
			if e[0] == name {
				return e[1]
			}
		case <-limit:
			t.Fatalf("no %q within ten seconds", name)
		}
	}
}

func mineOf(t *testing.T, raw string) (m Mine) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// guestOf is the guest of a nick as the host sees him.
func (c *club) guestOf(nick string) string {
	c.t.Helper()
	for _, g := range get[RoomView](c, "GET", "/api/room", nil).Guests {
		if g.Nick == nick {
			return g.ID
		}
	}
	c.t.Fatalf("%s is not in the room", nick)
	return ""
}

func TestAPhoneFromTheDoorToItsCard(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	anna := c.joins("Анна")
	heard := anna.hear("/api/my/stream")
	if m := mineOf(t, next(t, heard, "mine")); m.State != "lobby" || m.Nick != "Анна" {
		t.Fatalf("%+v", m)
	}
	anna.no("GET", "/api/my/card", nil, 409, "not-seated")
	id := c.guestOf("Анна")
	get[RoomView](c, "POST", "/api/room/guests/"+id+"/person", PersonOfGuest{Yes: true, Nick: "Анна"})
	people := get[[]Person](c, "GET", "/api/people", nil)
	if len(people) != 1 || people[0].Nick != "Анна" || people[0].Friends == nil {
		t.Fatalf("%+v: a list is no list where it is null", people)
	}
	sits := seats(10)
	sits[4].Nick, sits[4].PersonID = "Анна", people[0].ID
	table := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: sits}).ID
	if m := mineOf(t, next(t, heard, "mine")); m.State != "seated" || m.Seat != 5 || m.Table != table {
		t.Fatalf("%+v", m)
	}
	frame := next(t, heard, "")
	board := string(get[json.RawMessage](c, "GET", "/api/tables/"+table+"?as=board", nil))
	if !sameButClock(frame, board) {
		t.Errorf("the phone's frame is not the board's:\n%s\n%s", frame, board)
	}
	card := get[Card](anna, "GET", "/api/my/card", nil)
	if card.Seat != 5 || card.Role == mafia.Unknown {
		t.Errorf("%+v", card)
	}
	if strings.Contains(c.log.String(), card.Role.String()) {
		t.Error("the log names a card")
	}
}

// A card's answer has one length, whatever it is and whoever is known.
func TestEveryCardIsAsLongAsAnother(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	c.do(table, mafia.Proceed{})
	lengths := map[int]bool{}
	for seat := 1; seat <= 10; seat++ {
		tk := get[TicketView](c, "POST", fmt.Sprintf("/api/tables/%s/seats/%d/ticket", table, seat), nil)
		p := c.phone()
		get[Mine](p, "POST", "/api/join/ticket", TicketInput{Ticket: strings.TrimPrefix(tk.Path, "/s/")})
		_, body := p.ask("GET", "/api/my/card", nil)
		lengths[len(body)] = true
	}
	if len(lengths) != 1 {
		t.Errorf("cards come in lengths of %v", lengths)
	}
}

func TestAPhoneAsksForItsSeatAndTheHostDecides(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	heard := p.hear("/api/my/stream")
	m := mineOf(t, next(t, heard, "mine"))
	if len(m.Open) != 1 || m.Open[0].ID != table || len(m.Open[0].Seats) != 10 {
		t.Fatalf("%+v", m)
	}
	p.no("PUT", "/api/my/seat", SeatInput{Table: table, Seat: 11}, 404, "no-seat")
	p.no("PUT", "/api/my/seat", SeatInput{Table: "none", Seat: 1}, 404, "no-table")
	if m := get[Mine](p, "PUT", "/api/my/seat", SeatInput{Table: table, Seat: 3}); m.State != "lobby" || m.AskSeat != 3 {
		t.Fatalf("%+v: to ask opens a seat", m)
	}
	p.no("GET", "/api/my/card", nil, 409, "not-seated")
	seat := "/api/room/guests/" + c.guestOf("Кто-то") + "/seat"
	c.no("PUT", seat, AdmitInput{Table: table, Seat: 3, Nick: "Кто-то", AskTable: table, AskSeat: 4}, 409, "guest-changed")
	c.no("PUT", seat, AdmitInput{Table: table, Seat: 3, Nick: "Другой", AskTable: table, AskSeat: 3}, 409, "guest-changed")
	get[RoomView](c, "PUT", seat, AdmitInput{Table: table, Seat: 3, Nick: "Кто-то", AskTable: table, AskSeat: 3})
	for m.State != "seated" {
		m = mineOf(t, next(t, heard, "mine"))
	}
	if m.Seat != 3 || m.Nick != "Гость 3" {
		t.Errorf("%+v", m)
	}
	get[RoomView](c, "DELETE", "/api/tables/"+table+"/seats/3/phone", nil)
	for m.State != "lobby" {
		m = mineOf(t, next(t, heard, "mine"))
	}
}

// Whose game is over is shown the tables that go on, for he may sit at one.
func TestAPhoneWhoseGameIsOverFindsTheNext(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	next := c.sit()
	if m := get[Mine](p, "GET", "/api/my", nil); len(m.Open) != 0 {
		t.Fatalf("%+v: he plays", m)
	}
	c.do(table, mafia.Beaten{Side: mafia.Red})
	m := get[Mine](p, "GET", "/api/my", nil)
	if m.State != "seated" || m.Table != table || len(m.Open) != 1 || m.Open[0].ID != next {
		t.Errorf("%+v", m)
	}
}

// Whose phone is lost is let in on another, and the lost one sees nothing more.
func TestATicketLetsBackIn(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	lost := c.joins("Кто-то")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	get[RoomView](c, "PUT", "/api/room/lock", LockInput{Locked: true})
	tk := get[TicketView](c, "POST", "/api/tables/"+table+"/seats/3/ticket", nil)
	secret := strings.TrimPrefix(tk.Path, "/s/")
	found := c.phone()
	if m := get[Mine](found, "POST", "/api/join/ticket", TicketInput{Ticket: secret}); m.Seat != 3 {
		t.Fatalf("%+v", m)
	}
	get[Card](found, "GET", "/api/my/card", nil)
	lost.no("GET", "/api/my/card", nil, 409, "not-seated")
	c.phone().no("POST", "/api/join/ticket", TicketInput{Ticket: secret}, 404, "ticket")
	c.phone().no("POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: "Новый"}, 409, "room-locked")
}

func TestTheDepartedSeeCardsOnlyWhereTheHostLetsThem(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	p.no("GET", "/api/my/cards", nil, 409, "no-ghost")
	get[GhostsInput](c, "PUT", "/api/tables/"+table+"/ghosts", GhostsInput{On: true})
	p.no("GET", "/api/my/cards", nil, 409, "no-ghost") // he plays
	c.do(table, mafia.Remove{To: 3})
	all := get[Card](p, "GET", "/api/my/cards", nil)
	if len(all.Knows) != 9 {
		t.Errorf("%+v", all)
	}
	if !strings.Contains(c.log.String(), "cards shown to a departed player") {
		t.Error("nothing is noted")
	}
	get[GhostsInput](c, "PUT", "/api/tables/"+table+"/ghosts", GhostsInput{})
	p.no("GET", "/api/my/cards", nil, 409, "no-ghost")
	p.no("GET", "/api/my/record.json", nil, 409, "not-over")
}

func TestTheBoardFollowsTheNewestTable(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	path := "/api" + c.srv.boardPath()
	p := c.phone()
	heard := p.hear(path + "/stream")
	if first := next(t, heard, "board"); !strings.Contains(first, `"table":""`) || !strings.Contains(first, c.srv.room.Door().Code) {
		t.Fatal(first)
	}
	table := c.sit()
	if b := next(t, heard, "board"); !strings.Contains(b, table) {
		t.Fatal(b)
	}
	next(t, heard, "")
	c.imports("omerta 1\nrulebook: classic\ndate: 2020-01-02\ndeal: civilian*6 sheriff mafia*2 don\nnight 0\n")
	if b := get[BoardView](p, "GET", path, nil); b.Table != table {
		t.Errorf("a record that was imported takes the board over: %+v", b)
	}
	p.no("GET", path+"/tables/"+table+"/record.json", nil, 409, "not-over")
	p.no("GET", "/api/board/wrong", nil, 404, "no-board")
	p.no("GET", "/api/board/wrong/stream", nil, 404, "no-board")
	p.no("GET", "/api/board/wrong/tables/"+table+"/record.json", nil, 404, "no-board")
	get[RoomView](c, "POST", "/api/room/renew", RenewInput{Board: true})
	p.no("GET", path, nil, 404, "no-board")
}

func TestOneDeviceMoreBecomesTheHostsOnce(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	tk := get[TicketView](c, "POST", "/api/host/ticket", nil)
	head, err := http.NewRequest("HEAD", c.http.URL+tk.Path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := http.DefaultClient.Do(head); err == nil {
		_ = resp.Body.Close()
	}
	second := c.phone()
	for i, want := range []string{"host", "none"} {
		p := second
		if i == 1 {
			p = c.phone()
		}
		resp, err := p.host.Get(c.http.URL + tk.Path)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if me := get[Me](p, "GET", "/api/me", nil); me.Kind != want {
			t.Errorf("the %d. device is %s, want %s", i+1, me.Kind, want)
		}
	}
}

func TestQRCodes(t *testing.T) {
	c := open(t, journal.NewMemory())
	resp, err := c.host.Get(c.http.URL + "/api/qr?text=http://192.168.1.5:8080/j/abc")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.Header.Get("Content-Type") != "image/svg+xml" || !bytes.Contains(body, []byte("<svg")) {
		t.Errorf("%v %v %.100s", err, resp.Header, body)
	}
	c.no("GET", "/api/qr?text=javascript:alert(1)", nil, 400, "bad-request")
	c.no("GET", "/api/qr?text=http://"+strings.Repeat("x", 300), nil, 400, "bad-request")
}

// A yes is for the nick that the host saw: who changes his nick in the same moment
// does not become another by it.
func TestAYesIsForTheNickThatWasSeen(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	anna := get[Person](c, "POST", "/api/people", PersonInput{Nick: "Анна", Friends: []string{}}).ID
	p := c.joins("Новый")
	id := c.guestOf("Новый")
	get[Mine](p, "POST", "/api/join", JoinInput{Nick: "Анна"})
	c.no("POST", "/api/room/guests/"+id+"/person", PersonOfGuest{Yes: true, Nick: "Новый"}, 409, "guest-changed")
	if g := get[RoomView](c, "GET", "/api/room", nil).Guests[0]; g.Person != "" || g.Claims != anna {
		t.Errorf("%+v", g)
	}
}

// A new nick gets a person by itself, whom the host knows by nothing: only his word or
// his deal makes one known.
func TestANewNickIsNobodyKnown(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	get[Person](c, "POST", "/api/people", PersonInput{Nick: "Анна", Friends: []string{}})
	settle := func(nick string) string {
		c.joins(nick)
		id := c.guestOf(nick)
		g, _ := c.srv.room.Guest(id)
		get[RoomView](c, "POST", "/api/room/guests/"+id+"/person", PersonOfGuest{Yes: true, Nick: nick, Claims: g.Claims})
		return id
	}
	anna, fake := settle("Анна"), settle("Новый")
	if g, _ := c.srv.room.Guest(anna); g.Person == "" || g.New {
		t.Errorf("%+v", g)
	}
	g, _ := c.srv.room.Guest(fake)
	if g.Person == "" || !g.New {
		t.Errorf("%+v", g)
	}
	sits := seats(10)
	sits[4] = table.Sitter{Nick: g.Nick, PersonID: g.Person}
	get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: sits})
	if g, _ := c.srv.room.Guest(fake); g.Seat != 5 || g.New {
		t.Errorf("%+v", g)
	}
}

// Nothing that opens a door is written to the log or told to another.
func TestSecretsOfTheDoorStayWithTheirOwners(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Кто-то")
	other := c.joins("Другой")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	tk := get[TicketView](c, "POST", "/api/tables/"+table+"/seats/4/ticket", nil)
	hand := get[TicketView](c, "POST", "/api/host/ticket", nil)
	c.phone().no("POST", "/api/join", JoinInput{Code: "AAAAAA", Nick: "x"}, 404, "wrong-code")
	secrets := []string{c.srv.key, tk.Path[3:], hand.Path[6:]}
	u, err := url.Parse(c.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []*club{c, p, other} {
		for _, k := range who.host.Jar.Cookies(u) {
			secrets = append(secrets, k.Value)
		}
	}
	told := c.log.String()
	for _, path := range []string{"/api/my", "/api/me", "/api" + c.srv.boardPath()} {
		_, body := other.ask("GET", path, nil)
		told += string(body)
	}
	_, body := c.ask("GET", "/api/room", nil)
	told += string(body)
	for i, s := range secrets {
		if len(s) < 20 || strings.Contains(told, s) {
			t.Errorf("secret %d (%d long) is told", i, len(s))
		}
	}
}

// A storm of phones that come back ends as many pages as it opens: what each of them
// costs must not grow with the phones that there are.
func TestAPageThatEndsLooksAtItsOwnPhoneOnly(t *testing.T) {
	c := open(t, journal.NewMemory())
	var ids []string
	for i := range 50 {
		_, g, err := c.srv.room.Enter(t.Context(), "", fmt.Sprintf("Гость %d", i), "", false, "")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, g.ID)
	}
	if n := testing.AllocsPerRun(100, func() { c.srv.lapse(t.Context(), ids[7]); c.srv.lapsing(ids[7]) }); n != 0 {
		t.Errorf("%v allocations for a phone that has agreed to nothing, so the whole room was listed", n)
	}
}

// Whom the host has come to remember after a phone of that nick, or of one that looks
// the same, came in: the phone is not he until the host has said so.
func TestAPhoneIsNobodyWhoIsRememberedLater(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	for nick, remembered := range map[string]string{"Zoe": "Zoe", "Cepe": "Сере"} { // the second is Cyrillic
		c.joins(nick)
		id := c.guestOf(nick)
		person := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: remembered, Friends: []string{}})
		get[RoomView](c, "POST", "/api/room/guests/"+id+"/person", PersonOfGuest{Yes: true, Nick: nick})
		if g, _ := c.srv.room.Guest(id); g.Person != "" || g.Claims != person.ID {
			t.Errorf("%s: %+v", nick, g.Guest)
		}
		get[RoomView](c, "POST", "/api/room/guests/"+id+"/person", PersonOfGuest{Yes: true, Nick: nick, Claims: person.ID})
		if g, _ := c.srv.room.Guest(id); g.Person != person.ID {
			t.Errorf("%s: %+v when the host has said yes", nick, g.Guest)
		}
	}
}
