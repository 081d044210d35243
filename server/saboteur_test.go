package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// apart opens the page of every phone, each at an address of its own, and gives what
// shuts them, in the order in which they came.
func (c *club) apart() (leave []func()) {
	for i, g := range c.srv.room.Guests() {
		leave = append(leave, c.srv.room.Connect(g.ID, fmt.Sprintf("10.0.0.%d", i)))
	}
	return leave
}

// dealt takes seven phones into a game of friends, the lobby's own deal.
func (c *club) dealt() []*friend {
	c.t.Helper()
	all := c.joinFriends()
	for _, leave := range c.apart() { // all pages are open, so that all seven are dealt to
		c.t.Cleanup(leave)
	}
	for _, f := range all[:4] {
		get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
	}
	for i, f := range all {
		f.seat = mafia.Seat(i + 1)
		if m := get[Mine](f.club, "GET", "/api/my", nil); m.Seat != f.seat {
			c.t.Fatalf("%+v", m)
		}
	}
	return all
}

func (c *club) ticketOf(table string, seat int) TicketInput {
	c.t.Helper()
	tk := get[TicketView](c, "POST", fmt.Sprintf("/api/tables/%s/seats/%d/ticket", table, seat), nil)
	return TicketInput{Ticket: strings.TrimPrefix(tk.Path, "/s/")}
}

// rest is longer than what the friends have after a question about a seat.
const rest = 31 * time.Second

func (f *friend) hand(up bool) {
	f.t.Helper()
	f.say(table.Hand{Poll: f.sees().Friends.Poll.ID, Up: up})
}

// The machine's owner, who may play too, looks at nobody's card by a ticket that he
// has made himself: all are asked, and nothing opens before they agree.
func TestTheOwnerOpensNoSeatInSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.dealt()
		id := get[Mine](all[0].club, "GET", "/api/my", nil).Table
		thief := *c
		thief.host = c.browser(nil)
		tk := c.ticketOf(id, 4)
		for range 3 { // to ask again changes nothing
			thief.no("POST", "/api/join/ticket", tk, 409, "seat-asked")
		}
		if m := get[Mine](&thief, "GET", "/api/my", nil); m.State != "out" {
			t.Fatalf("%+v", m)
		}
		if p := all[6].sees().Friends.Poll; p.Kind != "move" || p.About != 4 || p.By != 0 || p.Nick != "" || !p.Owned {
			t.Fatalf("nobody is told: %+v", p)
		}
		thief.no("POST", "/api/join/ticket", c.ticketOf(id, 5), 409, "seat-later")
		// Nor by a question about another seat, whose phone says yes, under the ticket's name.
		name := sha256.Sum256([]byte(tk.Ticket))
		move := fmt.Sprintf(`{"do":"move","to":1,"ticket":%q}`, hex.EncodeToString(name[:]))
		c.no("POST", "/api/tables/"+id+"/commands", CommandInput{Command: []byte(move)}, 409, "not-yours")
		all[3].hand(false)
		thief.no("POST", "/api/join/ticket", tk, 409, "seat-denied")
		thief.no("POST", "/api/join/ticket", tk, 404, "ticket")
		// Nor by removing the phone first, and by the host's word.
		stray := *c
		stray.host = c.browser(nil)
		get[Mine](&stray, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: "Чужой"})
		get[RoomView](c, "DELETE", fmt.Sprintf("/api/tables/%s/seats/5/phone", id), nil)
		c.no("PUT", "/api/room/guests/"+c.guestOf("Чужой")+"/seat", AdmitInput{Table: id, Seat: 5, Nick: "Чужой"}, 409, "seat-played")
		tk = c.ticketOf(id, 5)
		thief.no("POST", "/api/join/ticket", tk, 409, "seat-later") // the friends rest
		time.Sleep(rest)
		thief.no("POST", "/api/join/ticket", tk, 409, "seat-asked")
		time.Sleep(time.Minute)
		synctest.Wait()
		thief.no("POST", "/api/join/ticket", tk, 409, "seat-denied")
		// The friends agree.
		tk = c.ticketOf(id, 5)
		thief.no("POST", "/api/join/ticket", tk, 409, "seat-asked")
		for _, f := range all[:4] { // its own phone was removed, so nobody waits for it
			f.hand(true)
		}
		if m := get[Mine](&thief, "POST", "/api/join/ticket", tk); m.Seat != 5 {
			t.Fatalf("%+v", m)
		}
		if f := all[0].sees().Friends; len(f.Moved) != 1 || f.Moved[0] != 5 {
			t.Errorf("%+v", f.Moved)
		}
		if log := c.log.String(); !strings.Contains(log, "seat opened by a ticket") || strings.Contains(log, tk.Ticket) {
			t.Error("the log does not say it, or tells the ticket")
		}
	})
}

// Whose phone is dead comes back with another by saying which seat is his, or by his
// nick; the friends are asked, and no host has a word in it.
func TestAnotherPhoneForAFriend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		lines := map[string]func(){}
		for i, g := range c.srv.room.Guests() {
			lines[g.Nick] = c.srv.room.Connect(g.ID, fmt.Sprintf("10.0.0.%d", i))
			defer lines[g.Nick]()
		}
		for _, f := range all[:4] {
			get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
		}
		mine := get[Mine](all[6].club, "GET", "/api/my", nil)
		seat := SeatInput{Table: mine.Table, Seat: mine.Seat}
		door := c.srv.room.Door().Token
		other := func() *club { o := *c; o.host = c.browser(nil); return &o }
		yes := func() {
			for i, f := range all[:4] {
				f.seat = mafia.Seat(i + 1)
				f.hand(true)
			}
		}
		all[0].no("PUT", "/api/my/seat", seat, 409, "seat-played") // who plays himself
		a := other()
		a.no("POST", "/api/join", JoinInput{Token: door, Nick: mine.Nick}, 409, "nick-taken") // its phone is there
		get[Mine](a, "POST", "/api/join", JoinInput{Token: door, Nick: "Снова"})
		if m := get[Mine](a, "PUT", "/api/my/seat", seat); m.AskSeat != seat.Seat || m.State != "lobby" {
			t.Fatalf("%+v", m)
		}
		for _, g := range get[RoomView](c, "GET", "/api/room", nil).Guests {
			if g.AskSeat != 0 {
				t.Error("the host is asked at a table without one")
			}
		}
		if p := all[0].sees().Friends.Poll; p.Kind != "move" || p.About != seat.Seat || p.Nick != "Снова" || p.Owned {
			t.Fatalf("%+v", p)
		}
		if m := get[Mine](a, "PUT", "/api/my/seat", seat); m.State != "lobby" {
			t.Fatal("seated before anybody has answered")
		}
		all[6].seat = mine.Seat
		all[6].hand(false)
		a.no("PUT", "/api/my/seat", seat, 409, "seat-denied")
		if m := get[Mine](a, "GET", "/api/my", nil); m.AskSeat != 0 {
			t.Error("what was refused is asked on")
		}
		lines[mine.Nick]() // its phone is dead
		time.Sleep(rest)
		get[Mine](a, "PUT", "/api/my/seat", seat)
		yes()
		if m := get[Mine](a, "PUT", "/api/my/seat", seat); m.Seat != seat.Seat || m.Nick != mine.Nick {
			t.Fatalf("%+v", m)
		}
		b := other()
		if m := get[Mine](b, "POST", "/api/join", JoinInput{Token: door, Nick: mine.Nick}); m.AskSeat != seat.Seat {
			t.Fatalf("by the nick: %+v", m)
		}
		yes()
		if m := get[Mine](b, "PUT", "/api/my/seat", seat); m.Seat != seat.Seat || m.Nick != mine.Nick {
			t.Fatalf("%+v", m)
		}
	})
}

// Who has left for the lobby after the end is neither counted nor dealt to, nor does a
// freed seat come back to its phone when the program starts again.
func TestWhoHasLeftIsNotDealtTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		c := friendsClub(t, store)
		defer func() { c.hub.Close() }()
		all := c.dealt()
		first := get[Mine](all[0].club, "GET", "/api/my", nil).Table
		get[table.Answer](c, "POST", "/api/tables/"+first+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		for _, f := range all[:3] {
			f.more()
		}
		m := get[Mine](all[3].club, "PUT", "/api/my/deal", DealInput{Want: false})
		if m.State != "lobby" {
			t.Fatalf("%+v", m)
		}
		if f := all[0].sees(); f.Table.ID != first || f.Friends.Left != mafia.SeatsOf(4) {
			t.Fatalf("half of six have begun another round: %+v", f.Friends)
		}
		all[4].more()
		f := all[6].sees()
		if f.Table.ID == first || len(f.View.Seats) != 6 || f.View.Seats[3].Nick == m.Nick || len(f.Friends.Carried) != 6 {
			t.Fatalf("%+v", f.View.Seats)
		}
		if m := get[Mine](all[3].club, "GET", "/api/my", nil); m.State != "lobby" {
			t.Fatalf("%+v", m)
		}
		id := f.Table.ID
		m = get[Mine](all[6].club, "GET", "/api/my", nil)
		get[RoomView](c, "DELETE", fmt.Sprintf("/api/tables/%s/seats/%d/phone", id, m.Seat), nil)
		get[Mine](all[6].club, "PUT", "/api/my/deal", DealInput{Want: true})
		if err := c.srv.mendFriends(context.Background()); err != nil {
			t.Fatal(err)
		}
		if m := get[Mine](all[6].club, "GET", "/api/my", nil); m.Seat != 0 {
			t.Error("a freed seat comes back by itself")
		}
		// Of the five who are left nobody begins a round.
		get[table.Answer](c, "POST", "/api/tables/"+id+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		for _, i := range []int{0, 1, 2, 4, 5} {
			all[i].more()
		}
		if f := all[0].sees(); f.Table.ID != id {
			t.Error("five play")
		}
	})
}

// A table that was deleted between the making of a ticket and its use leaves no
// phone at a table that is gone.
func TestATicketOfATableThatIsGone(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	tk := c.ticketOf(id, 4)
	get[any](c, "DELETE", "/api/tables/"+id, nil)
	c.phone().no("POST", "/api/join/ticket", tk, 404, "ticket")
	late := c.srv.room.Ticket(id, 4, "Гость 4", "") // made in the moment after
	p := c.phone()
	p.no("POST", "/api/join/ticket", TicketInput{Ticket: late.Secret}, 404, "ticket")
	if m := get[Mine](p, "GET", "/api/my", nil); m.State != "out" {
		t.Errorf("%+v", m)
	}
}

// Phones that somebody makes up on one device do not decide for the others.
func TestMadeUpPhonesDecideNoDeal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		for _, leave := range c.apart() {
			defer leave()
		}
		for i := range 9 {
			_, g, err := c.srv.room.Enter(context.Background(), "", fmt.Sprintf("Кукла %d", i), "", false, "10.0.0.66")
			if err != nil {
				t.Fatal(err)
			}
			defer c.srv.room.Connect(g.ID, "10.0.0.66")()
			if err := c.srv.room.WantDeal(context.Background(), g.ID, true); err != nil {
				t.Fatal(err)
			}
		}
		m := get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: true})
		if m.State != "lobby" || m.Deal.Phones != 10 || m.Deal.Agreed != 4 {
			t.Fatalf("nine phones of one device: %s %+v", m.State, m.Deal)
		}
	})
}

// While a host sets a game up, the phones that wait are told so and deal nothing to
// themselves, though most have agreed; when his page is shut, they may within minutes.
func TestWhileAHostSetsAGameUpThePhonesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		for _, leave := range c.apart() {
			defer leave()
		}
		for _, f := range all[:3] {
			get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
		}
		stand := func() Mine { return get[Mine](all[3].club, "GET", "/api/my", nil) }
		told := func(on bool) {
			t.Helper()
			changed := c.srv.room.Changed()
			get[json.RawMessage](c, "PUT", "/api/room/prepare", PrepareInput{On: on})
			select {
			case <-changed:
			default:
				t.Error("nobody was told")
			}
		}
		told(true)
		if m := stand(); !m.Prepares || m.Deal.Open {
			t.Errorf("%+v", m)
		}
		all[3].no("PUT", "/api/my/deal", DealInput{Want: true}, 409, "room-host")
		if m := get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: false}); m.State != "lobby" || m.Deal.Agreed != 2 {
			t.Errorf("nobody can take his word back: %+v", m)
		}
		told(false)
		if m := stand(); m.Prepares || !m.Deal.Open {
			t.Errorf("%+v", m)
		}
		told(true)
		time.Sleep(prepareLife - time.Second)
		changed := c.srv.room.Changed()
		if !stand().Prepares {
			t.Error("it was forgotten too early")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if stand().Prepares {
			t.Error("a page that was shut holds the phones for ever")
		}
		select {
		case <-changed:
		default:
			t.Error("nobody was told")
		}
		get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: true})
		if m := get[Mine](all[3].club, "PUT", "/api/my/deal", DealInput{Want: true}); m.State != "seated" {
			t.Errorf("%+v", m)
		}
		for _, p := range []*club{all[0].club, {t: t, srv: c.srv, http: c.http, host: c.browser(nil)}} {
			p.no("PUT", "/api/room/prepare", PrepareInput{On: true}, 401, "no-session")
		}
	})
}

// Friends see whose phone has no line before they go on without him; all see the same.
func TestFriendsSeeWhosePhoneHasNoLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		leave := c.apart()
		for _, f := range all[:4] {
			get[Mine](f.club, "PUT", "/api/my/deal", DealInput{Want: true})
		}
		see := func(want ...mafia.Seat) {
			t.Helper()
			for _, f := range all[:2] {
				if m := get[Mine](f.club, "GET", "/api/my", nil); m.State != "seated" || !slices.Equal(m.Away, want) {
					t.Errorf("%v have no line, told is %v", want, m.Away)
				}
			}
		}
		see()
		leave[4]()
		leave[6]()
		see(5, 7)
		id := get[Mine](all[0].club, "GET", "/api/my", nil).Table
		get[RoomView](c, "DELETE", "/api/tables/"+id+"/seats/6/phone", nil)
		see(5, 6, 7)
	})
}

// While a host leads a game in the room, phones or none, friends do not deal, and the
// board does not turn away from it; a game that was left behind binds nobody.
func TestAHostedGameIsNotPushedAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		hosted := c.sit()
		all[0].no("PUT", "/api/my/deal", DealInput{Want: true}, 409, "room-game")
		for _, g := range c.srv.room.Guests() {
			defer c.srv.room.Connect(g.ID, "")()
		}
		board := "/api" + c.srv.boardPath()
		friends := get[Made](c, "POST", "/api/tables", TableInput{Kind: "phones"}).ID // the owner's own word
		if b := get[BoardView](c, "GET", board, nil); b.Table != hosted {
			t.Error("the board has left the host's game")
		}
		time.Sleep(ledFor + time.Second)
		if b := get[BoardView](c, "GET", board, nil); b.Table != friends {
			t.Error("the board stays at a game that was left behind")
		}
		get[table.Answer](c, "POST", "/api/tables/"+friends+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		if m := get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: true}); !m.Deal.Open {
			t.Error("a game that was left behind holds the lobby")
		}
		// Nor for ever by one phone that sits there with its page open.
		late := c.sit()
		_, g, err := c.srv.room.Enter(t.Context(), "", "Сидит", "", false, "10.0.0.9")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.srv.room.Place(t.Context(), g.ID, late, 1, "Сидит", ""); err != nil {
			t.Fatal(err)
		}
		defer c.srv.room.Connect(g.ID, "10.0.0.9")()
		time.Sleep(ledFor + time.Second)
		all[0].no("PUT", "/api/my/deal", DealInput{Want: true}, 409, "room-game")
		time.Sleep(sitFor)
		if m := get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: true}); !m.Deal.Open {
			t.Error("one open page holds the lobby for ever")
		}
	})
}

// Nor is its end: whoever still looks at it has a word in what the lobby deals, three
// phones of an address count beside it, and the board stays for a while.
func TestTheEndOfAHostedGameIsNotPushedAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		ctx := context.Background()
		deal := make([]mafia.Role, 10)
		for i := range deal {
			deal[i] = mafia.Civilian
		}
		deal[0], deal[1], deal[2], deal[3] = mafia.Mafia, mafia.Mafia, mafia.Don, mafia.Sheriff
		tb, err := c.hub.Create(ctx, table.Meta{Rulebook: "classic", Deal: dealByLot, Seats: seats(10)}, mafia.Setup{Deal: deal})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			_, g, err := c.srv.room.Enter(ctx, "", fmt.Sprintf("Сидит %d", i), "", false, "10.0.0.1")
			if err != nil {
				t.Fatal(err)
			}
			defer c.srv.room.Connect(g.ID, "10.0.0.1")()
			if err := c.srv.room.Place(ctx, g.ID, tb.ID(), i+1, g.Nick, ""); err != nil {
				t.Fatal(err)
			}
		}
		for _, cmd := range []mafia.Command{mafia.Proceed{}, mafia.Proceed{}, mafia.Remove{To: 1}, mafia.Remove{To: 2}, mafia.Remove{To: 3}} {
			if raw, err := mafia.MarshalCommand(cmd); err == nil {
				c.ask("POST", "/api/tables/"+tb.ID()+"/commands", CommandInput{Command: raw, Sure: true})
			}
		}
		for range 5 {
			if raw, err := mafia.MarshalCommand(mafia.Proceed{}); err == nil {
				c.ask("POST", "/api/tables/"+tb.ID()+"/commands", CommandInput{Command: raw, Sure: true})
			}
		}
		if sum, err := tb.Summary(ctx); err != nil || sum.Outcome.Winner == mafia.NoWinner {
			t.Fatalf("%+v %v", sum, err)
		}
		for i := range 4 {
			_, g, err := c.srv.room.Enter(ctx, "", fmt.Sprintf("Кукла %d", i), "", false, "10.0.0.1")
			if err != nil {
				t.Fatal(err)
			}
			defer c.srv.room.Connect(g.ID, "10.0.0.1")()
		}
		if in, _, _ := c.srv.lobby(ctx); len(in) != 3 {
			t.Errorf("%d phones of the address that all have", len(in))
		}
		for i := range 8 {
			_, g, err := c.srv.room.Enter(ctx, "", fmt.Sprintf("Тень %d", i), "", false, fmt.Sprintf("10.0.0.%d", 20+i))
			if err != nil {
				t.Fatal(err)
			}
			defer c.srv.room.Connect(g.ID, fmt.Sprintf("10.0.0.%d", 20+i))()
			if err := c.srv.room.WantDeal(ctx, g.ID, true); err != nil {
				t.Fatal(err)
			}
		}
		if in, agreed, there := c.srv.lobby(ctx); len(in) != 11 || agreed != 8 || there != 21 {
			t.Errorf("%d %d %d", len(in), agreed, there)
		}
		board := "/api" + c.srv.boardPath()
		friends := get[Made](c, "POST", "/api/tables", TableInput{Kind: "phones"}).ID
		if b := get[BoardView](c, "GET", board, nil); b.Table != tb.ID() {
			t.Error("the board leaves the end of the host's game at once")
		}
		time.Sleep(endFor + time.Second)
		if b := get[BoardView](c, "GET", board, nil); b.Table != friends {
			t.Error("the board stays for good")
		}
	})
}

// Who has agreed and closed his page is not dealt to, but a screen may go dark.
func TestConsentEndsWithThePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		g := c.srv.room.Guests()[0]
		get[Mine](all[0].club, "PUT", "/api/my/deal", DealInput{Want: true})
		if m := get[Mine](all[0].club, "GET", "/api/my", nil); len(m.Deal.Nicks) != 1 || m.Deal.Nicks[0] != g.Nick {
			t.Errorf("%v", m.Deal.Nicks)
		}
		agreed := func() (n int) {
			_, n, _ = c.srv.lobby(context.Background())
			return n
		}
		back := c.srv.room.Connect(g.ID, "")
		time.Sleep(consentGrace + time.Second)
		if agreed() != 1 {
			t.Fatal("a page that is open has taken the consent back")
		}
		back()
		time.Sleep(consentGrace - 2*time.Second)
		c.srv.room.Connect(g.ID, "")() // a screen that went dark and lit up
		time.Sleep(consentGrace - time.Second)
		if agreed() != 1 {
			t.Fatal("an old look has taken the consent back")
		}
		time.Sleep(2 * time.Second)
		if in, _, _ := c.srv.lobby(context.Background()); len(in) != 0 {
			t.Error("who has gone home is dealt to")
		}
		c.srv.lapse(context.Background(), g.ID)
		defer c.srv.room.Connect(g.ID, "")()
		if agreed() != 0 {
			t.Error("who comes back after all has agreed to what is dealt now")
		}
	})
}

// A consent that never had a page, or had it before the program was started anew, is
// nobody's.
func TestConsentWithoutAPageRunsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		c := friendsClub(t, store)
		defer c.hub.Close()
		for _, p := range c.joinFriends()[:3] {
			get[Mine](p.club, "PUT", "/api/my/deal", DealInput{Want: true})
		}
		if _, n, _ := c.srv.lobby(context.Background()); n != 3 {
			t.Fatalf("%d agree", n)
		}
		time.Sleep(consentGrace + time.Second)
		if in, n, _ := c.srv.lobby(context.Background()); n != 0 || len(in) != 0 {
			t.Errorf("%d of %d agree who have no page", n, len(in))
		}
		again := friendsClub(t, store)
		defer again.hub.Close()
		if _, n, _ := again.srv.lobby(context.Background()); n != 0 {
			t.Errorf("%d agree after a restart whom nobody has seen since", n)
		}
	})
}

func TestRoundsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.joinFriends()
		meta := table.Meta{Rulebook: "original", Deal: dealByLot, Kind: table.KindPhones, Round: mostRounds}
		for _, g := range c.srv.room.Guests() {
			meta.Seats, meta.Phones = append(meta.Seats, table.Sitter{Nick: g.Nick}), append(meta.Phones, g.ID)
			if err := c.srv.room.WantDeal(context.Background(), g.ID, true); err != nil {
				t.Fatal(err)
			}
		}
		id, err := c.srv.makeRound(context.Background(), meta, nil)
		if err != nil {
			t.Fatal(err)
		}
		get[table.Answer](c, "POST", "/api/tables/"+id+"/commands", CommandInput{Command: []byte(`{"do":"void"}`)})
		all[0].no("POST", "/api/my/commands", PhoneCommandInput{Command: command(t, table.Again{})}, 409, "rounds")
	})
}

func TestAPhoneIsSentOutForGood(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	d := c.srv.room.Door()
	a, b := c.joins("Анна"), c.joins("Борис")
	heard := a.hear("/api/my/stream")
	next(t, heard, "mine")
	v := get[RoomView](c, "POST", "/api/room/expel", ExpelInput{Guest: c.guestOf("Анна")})
	if len(v.Guests) != 1 || v.Code == d.Code || strings.Contains(v.Join, d.Token) || strings.Contains(v.Board, d.Board) {
		t.Fatalf("%+v", v)
	}
	if m := mineOf(t, next(t, heard, "mine")); m.State != "out" {
		t.Errorf("%+v", m)
	}
	a.no("POST", "/api/join", JoinInput{Token: d.Token, Nick: "Анна"}, 404, "wrong-code")
	a.no("POST", "/api/join", JoinInput{Code: d.Code, Nick: "Анна"}, 404, "wrong-code")
	a.no("GET", "/api/board/"+d.Board, nil, 404, "no-board")
	if v := get[RoomView](c, "POST", "/api/room/expel", ExpelInput{}); len(v.Guests) != 0 {
		t.Errorf("%+v", v.Guests)
	}
	c.no("POST", "/api/room/expel", ExpelInput{Guest: "nobody"}, 404, "no-guest")
	if m := get[Mine](b, "GET", "/api/my", nil); m.State != "out" {
		t.Errorf("%+v", m)
	}
	a.no("POST", "/api/room/expel", ExpelInput{}, 401, "no-session")
}

// At the door a nick that looks like one that is in is refused, however it is made.
func TestLookAlikesAtTheDoor(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.joins("Анна 0")
	for _, nick := range []string{"Aнна 0", "ＡНнa О", "АННА o", "А\u0301нна 0", "анна.0"} {
		c.phone().no("POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: nick}, 409, "nick-taken")
	}
}

// Of many changes at once the room's stream tells the last, a few times a second.
func TestTheRoomsStreamIsCalm(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	heard := c.hear("/api/room/stream")
	next(t, heard, "")
	begun, frames := time.Now(), 0
	for i := range 200 {
		if err := c.srv.room.Lock(t.Context(), i%2 == 0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
	_, _, err := c.srv.room.Enter(t.Context(), "", "Последняя", "", false, "")
	if err != nil {
		t.Fatal(err)
	}
	for told := ""; !strings.Contains(told, "Последняя"); frames++ {
		told = next(t, heard, "")
	}
	if most := int(time.Since(begun)/lookEvery) + 2; frames > most {
		t.Errorf("%d frames in %s, at most %d wanted", frames, time.Since(begun), most)
	}
}

// fakeLine is a connection from an address.
type fakeLine struct {
	net.Conn
	from   net.Addr
	closed bool
}

func (f *fakeLine) RemoteAddr() net.Addr { return f.from }

func (f *fakeLine) Close() error {
	f.closed = true
	return nil
}

func TestConnectionsAreCounted(t *testing.T) {
	x := newLines(10, 3)
	dial := func(ip string) *fakeLine {
		f := &fakeLine{from: &net.TCPAddr{IP: net.ParseIP(ip), Port: 1}}
		x.note(f, http.StateNew)
		return f
	}
	first := dial("10.0.0.1")
	for range 2 {
		dial("10.0.0.1")
	}
	if !dial("10.0.0.1").closed {
		t.Error("one address has no limit")
	}
	if dial("10.0.0.2").closed {
		t.Error("another address is locked out")
	}
	x.note(first, http.StateActive)
	x.note(first, http.StateClosed)
	if dial("10.0.0.1").closed {
		t.Error("a line that has ended makes no room")
	}
	for i := range 7 {
		if got := dial("127.0.0.1").closed; got != (i == 6) {
			t.Errorf("line %d by a proxy of this machine: closed %v", i+5, got)
		}
	}
	srv := open(t, journal.NewMemory()).srv.HTTP()
	if srv.ReadHeaderTimeout != 5*time.Second || srv.WriteTimeout != 0 || srv.IdleTimeout == 0 || srv.ConnState == nil {
		t.Error("the server waits for slow clients without limit, or streams end by themselves")
	}
	if 40*6 > linesOfOne {
		t.Error("a club behind one address has no room")
	}
}

// The bounds of the design, each tried.
func TestCaps(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	p := c.joins("Анна")
	for range streamsAPhone {
		p.hear("/api/my/stream")
	}
	p.no("GET", "/api/my/stream", nil, 429, "too-many")
	var s streams
	s.table, s.session = map[string]int{}, map[string]int{}
	for i := range streamsATable {
		if !s.enter("t", fmt.Sprint(i), streamsAPhone) {
			t.Fatalf("stream %d of a table is refused", i)
		}
	}
	if s.enter("t", "one more", streamsAPhone) || !s.enter("other", "one more", streamsAPhone) {
		t.Error("a table has more than its streams, or another none")
	}
	p.no("PUT", "/api/my/seat", strings.Repeat("x", bodyLimit+1), 413, "too-large")
	if streamsAPhone != 3 || streamsATable != 160 || bodyLimit != 64<<10 || phoneRate != 10 || phoneBurst != 20 {
		t.Error("a bound is not that of the design")
	}
}

// A phone may send twenty commands at once and ten a second, and many that come and
// go leave nothing behind.
func TestPhonesThatSendTooMuchWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBuckets(phoneRate, phoneBurst)
		taken := 0
		for range 1000 {
			if b.take("a") {
				taken++
			}
		}
		time.Sleep(time.Second)
		for range 1000 {
			if b.take("a") {
				taken++
			}
		}
		if taken != phoneBurst+phoneRate {
			t.Errorf("%d commands in a second", taken)
		}
		for i := range 10 * maxBuckets {
			b.take(fmt.Sprint(i))
			time.Sleep(time.Second)
		}
		if n := len(b.all); n > maxBuckets {
			t.Errorf("%d buckets are kept", n)
		}
	})
}

// deadlines is a writer that notes until when it may be slow.
type deadlines struct {
	http.ResponseWriter
	until time.Time
}

func (d *deadlines) Write(b []byte) (int, error)            { return len(b), nil }
func (d *deadlines) Flush()                                 {}
func (d *deadlines) SetWriteDeadline(until time.Time) error { d.until = until; return nil }

// Who does not read is let go ten seconds after the frame that he did not take.
func TestEachFrameHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &deadlines{}
		out := &eventWriter{w: w, rc: http.NewResponseController(w)}
		for range 100 {
			if err := out.send("data: ", []byte("x"), "\n\n"); err != nil {
				t.Fatal(err)
			}
			if left := time.Until(w.until); left > writeWait || left < writeWait-writeSlack {
				t.Fatalf("a frame may take %s", left)
			}
			time.Sleep(300 * time.Millisecond)
		}
	})
}

// A yes for a seat that was not used is void once its own phone is back, and a later no
// of that phone beats it.
func TestAYesForASeatDoesNotLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := friendsClub(t, journal.NewMemory())
		defer c.hub.Close()
		all := c.dealt()
		id := get[Mine](all[0].club, "GET", "/api/my", nil).Table
		seat := SeatInput{Table: id, Seat: 3}
		x := *c
		x.host = c.browser(nil)
		get[Mine](&x, "POST", "/api/join", JoinInput{Token: c.srv.room.Door().Token, Nick: "Чужой"})
		agree := func() {
			time.Sleep(rest)
			get[Mine](&x, "PUT", "/api/my/seat", seat)
			for _, i := range []int{0, 1, 3, 4} {
				all[i].hand(true)
			}
			time.Sleep(31 * time.Second) // its own phone is silent
			synctest.Wait()
		}
		agree()
		g, _ := c.srv.room.Guest(c.guestOf(get[Mine](all[2].club, "GET", "/api/my", nil).Nick))
		c.srv.phoneBack(t.Context(), g.Guest)
		x.no("PUT", "/api/my/seat", seat, 409, "seat-denied")
		// Taken back, and refused by its own phone.
		agree()
		get[Mine](&x, "PUT", "/api/my/seat", SeatInput{})
		time.Sleep(rest)
		get[Mine](&x, "PUT", "/api/my/seat", seat)
		all[2].hand(false)
		x.no("PUT", "/api/my/seat", seat, 409, "seat-denied")
		if m := get[Mine](&x, "GET", "/api/my", nil); m.State != "lobby" {
			t.Fatalf("%+v", m)
		}
	})
}
