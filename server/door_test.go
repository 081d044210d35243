package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
)

func TestAddressesAreCountedByNetwork(t *testing.T) {
	for from, want := range map[string]string{
		"10.0.0.7:1":              "10.0.0.7",
		"[::ffff:10.0.0.7]:1":     "10.0.0.7",
		"[2001:db8:1:2:3::4]:1":   "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::]:1": "2001:db8:1:2::/64",
		"[2001:db8:1:3::4]:1":     "2001:db8:1:3::/64",
		"[fe80::1%eth0]:1":        "fe80::/64",
		"[fe80::2%wlan0]:1":       "fe80::/64",
		"[::1]:1":                 "::1",
		"nothing":                 "nothing",
	} {
		if got := caller(&http.Request{RemoteAddr: from}); got != want {
			t.Errorf("%s is counted as %s, want %s", from, got, want)
		}
	}
}

// Who comes in by night is told before he types, and lights up nobody's face.
func TestTheDoorIsDarkByNight(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	dark := func() bool {
		return get[Door](c.phone(), "POST", "/api/join/knock", KnockInput{Token: c.srv.room.Door().Token}).Dark
	}
	if dark() {
		t.Error("it is night, and nobody plays")
	}
	id := c.sit()
	if !dark() {
		t.Error("it is night, and the door does not know")
	}
	c.do(id, mafia.Beaten{Side: mafia.Red})
	if dark() {
		t.Error("the game is over, and still it is night")
	}
}

// made is a lobby of so many phones of each address; the named ones want a deal.
func made(phones []int, wants func(address, i int) bool) (in []room.GuestView) {
	for a, n := range phones {
		for i := range n {
			g := room.GuestView{From: fmt.Sprint(a)}
			g.Deals = wants(a, i)
			in = append(in, g)
		}
	}
	return in
}

// Two devices with three made-up phones each hold no deal of six others up, and force
// none; families behind few addresses, and a club behind one, are heard each.
func TestWhoIsHeardInTheLobby(t *testing.T) {
	honest := func(a, _ int) bool { return a < 6 }
	for name, c := range map[string]struct {
		phones []int
		wants  func(a, i int) bool
		list   int
		yes    bool
	}{
		"a veto of two":          {[]int{1, 1, 1, 1, 1, 1, 3, 3}, honest, 8, true},
		"two who force":          {[]int{1, 1, 1, 1, 1, 1, 3, 3}, func(a, _ int) bool { return a >= 6 }, 12, false},
		"a club on one address":  {[]int{7}, func(_, i int) bool { return i < 4 }, 7, true},
		"and half of it":         {[]int{8}, func(_, i int) bool { return i < 4 }, 8, false},
		"families":               {[]int{2, 2, 2, 1}, func(a, _ int) bool { return a < 2 }, 7, true},
		"two together who agree": {[]int{2, 1, 1, 1, 1}, func(int, int) bool { return true }, 6, true},
	} {
		list, yes := vote(made(c.phones, c.wants), 0)
		if len(list) != c.list || yes != c.yes {
			t.Errorf("%s: %d, %v", name, len(list), yes)
		}
	}
}

// Who sits down for another needs a phone and a link of his own.
func TestASubstituteHasAPhoneOfHisOwn(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p, other := c.joins("Кто-то"), c.joins("Сосед")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Сосед")+"/seat", AdmitInput{Table: table, Seat: 4, Nick: "Сосед"})
	tk := get[TicketView](c, "POST", "/api/tables/"+table+"/seats/3/ticket", nil)
	c.do(table, mafia.Substitute{To: 3, Nick: "Замена"})
	p.no("GET", "/api/my/card", nil, 409, "not-seated")
	c.phone().no("POST", "/api/join/ticket", TicketInput{Ticket: strings.TrimPrefix(tk.Path, "/s/")}, 404, "ticket")
	get[Card](other, "GET", "/api/my/card", nil)
}

// Whoever sits at his seat again, because his substitute was taken back, has it on his
// phone again; with the substitute put in anew he loses it.
func TestAnUndoneSubstituteGivesThePhoneItsSeatBack(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(c *club, table string)
		seats     [3]int // of the phone, of the other, and of the phone after a redo
	}{
		"nothing": {func(*club, string) {}, [3]int{3, 0, 0}},
		"another seat": {func(c *club, table string) {
			get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/seat", AdmitInput{Table: table, Seat: 5, Nick: "Кто-то"})
		}, [3]int{5, 0, 5}},
		"another phone": {func(c *club, table string) {
			get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Сосед")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Сосед"})
		}, [3]int{0, 3, 0}},
		"and that one's seat taken": {func(c *club, table string) {
			get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Сосед")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Сосед"})
			get[RoomView](c, "DELETE", "/api/tables/"+table+"/seats/3/phone", nil)
		}, [3]int{0, 0, 0}},
		"sent out": {func(c *club, _ string) {
			get[RoomView](c, "DELETE", "/api/room/guests/"+c.guestOf("Кто-то"), nil)
			c.joins("Кто-то")
		}, [3]int{0, 0, 0}},
		"another name": {func(c *club, _ string) {
			get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Кто-то")+"/nick", NickInput{Nick: "Другой"})
		}, [3]int{0, 0, 0}},
		"not he": {func(c *club, _ string) {
			get[RoomView](c, "POST", "/api/room/guests/"+c.guestOf("Кто-то")+"/person", PersonOfGuest{Nick: "Кто-то"})
		}, [3]int{0, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			k := open(t, journal.NewMemory()).enter()
			table := k.sit()
			k.joins("Кто-то")
			k.joins("Сосед")
			id, other := k.guestOf("Кто-то"), k.guestOf("Сосед")
			seat := func(id string) int {
				g, _ := k.srv.room.Guest(id)
				return g.Seat
			}
			again := func(command string) {
				t.Helper()
				get[json.RawMessage](k, "POST", "/api/tables/"+table+"/commands", CommandInput{Command: json.RawMessage(command)})
			}
			get[RoomView](k, "PUT", "/api/room/guests/"+id+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Кто-то"})
			as, _ := k.srv.room.Guest(id)
			k.do(table, mafia.Substitute{To: 3, Nick: "Замена"})
			if got := seat(id); got != 0 {
				t.Fatalf("the substitute's card is on the phone at seat %d", got)
			}
			c.meanwhile(k, table)
			tk := get[TicketView](k, "POST", "/api/tables/"+table+"/seats/3/ticket", nil)
			again(`{"do":"undo","to":0}`)
			if got := [2]int{seat(id), seat(other)}; got != [2]int(c.seats[:2]) {
				t.Errorf("after the undo the phones sit at %v", got)
			}
			if g, _ := k.srv.room.Guest(id); name == "nothing" && (g.Nick != as.Nick || g.Person != as.Person || *g.Lent != *as.Lent) {
				t.Errorf("%+v is not %+v", g, as)
			}
			k.phone().no("POST", "/api/join/ticket", TicketInput{Ticket: strings.TrimPrefix(tk.Path, "/s/")}, 404, "ticket")
			again(`{"do":"redo"}`)
			if got := seat(id); got != c.seats[2] {
				t.Errorf("after the redo the phone sits at %d", got)
			}
			again(`{"do":"undo","to":0}`)
			if got := seat(id); got != c.seats[0] {
				t.Errorf("after another undo the phone sits at %d", got)
			}
		})
	}
}

// A nick is not changed without end: each change goes to the disk and to all.
func TestNicksChangeNowAndThen(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	p := c.joins("Кто-то")
	for i := range renameBurst {
		get[Mine](p, "POST", "/api/join", JoinInput{Nick: fmt.Sprintf("Имя %d", i)})
	}
	p.no("POST", "/api/join", JoinInput{Nick: "Ещё имя"}, 429, "too-many")
	get[Mine](p, "POST", "/api/join", JoinInput{Nick: fmt.Sprintf("Имя %d", renameBurst-1)})
	for range phoneBurst + 10 {
		if status, _ := p.ask("POST", "/api/join", JoinInput{Nick: fmt.Sprintf("Имя %d", renameBurst-1)}); status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("a phone may come in again without end")
}

// A stranger with the board's link opens so many boards, and the wall's own opens all
// the same; one on the machine itself has more.
func TestOneAddressOpensSoManyBoards(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	path := "/api" + c.srv.boardPath() + "/stream"
	fill := func(addr string, n int) {
		for range n {
			c.srv.open.enter("board", "board "+addr, n)
		}
	}
	fill("10.0.0.7", streamsABoard)
	fill("127.0.0.1", streamsABoard)
	from := func(addr string) int {
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		r := httptest.NewRequestWithContext(gone, "GET", path, nil)
		r.Host, r.RemoteAddr = "127.0.0.1", addr+":1"
		w := httptest.NewRecorder()
		c.srv.ServeHTTP(w, r)
		return w.Code
	}
	if got := from("10.0.0.7"); got != http.StatusTooManyRequests {
		t.Errorf("one more of the stranger: %d", got)
	}
	if got := from("10.0.0.8"); got != http.StatusOK {
		t.Errorf("the wall's: %d", got)
	}
	next(t, c.phone().hear(path), "board")
}
