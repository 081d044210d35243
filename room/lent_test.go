package room_test

import (
	"errors"
	"testing"

	"omerta/journal"
	"omerta/room"
)

// settle brings a phone in whose owner the host has settled.
func settle(t *testing.T, r *room.Room, nick, person string) (phone, id string) {
	t.Helper()
	phone, g, err := r.Enter(ctx, "", nick, person, true, "")
	must(t, err)
	must(t, r.Identify(ctx, g.ID, room.Seen{Nick: nick, Claims: person}, true))
	return phone, g.ID
}

func find(t *testing.T, r *room.Room, phone string) room.Guest {
	t.Helper()
	g, ok := r.Find(phone)
	if !ok {
		t.Fatal("the phone is not in")
	}
	return g
}

// Whoever taps yes gives the seat that was before him, and no other.
func TestAYesIsForWhatWasSeen(t *testing.T) {
	r := open(t, journal.NewMemory())
	phone, g := enter(t, r, "Аня")
	must(t, r.Ask(ctx, g.ID, "t1", 3))
	seen := room.Asked{Nick: "Аня", Table: "t1", Seat: 3}
	must(t, r.Ask(ctx, g.ID, "t1", 4))
	if err := r.Admit(ctx, g.ID, seen, "t1", 3, "Гость", ""); !errors.Is(err, room.ErrChanged) {
		t.Errorf("a phone that has turned to another seat: %v", err)
	}
	if find(t, r, phone).Seat != 0 {
		t.Error("it has a seat")
	}
	seen.Seat = 4
	must(t, r.Admit(ctx, g.ID, seen, "t1", 4, "Гость", ""))
}

// Who looked at another's card on his own phone is still himself at the next deal.
func TestASeatMakesNobodyAnotherPerson(t *testing.T) {
	r := open(t, journal.NewMemory())
	anna, annaID := settle(t, r, "Анна", "p1")
	boris, borisID := settle(t, r, "Борис", "p2")
	sits := []room.Sit{{Seat: 1, Nick: "Анна", Person: "p1"}, {Seat: 2, Nick: "Борис", Person: "p2"}}
	must(t, r.Dealt(ctx, "t1", sits))
	tk := r.Ticket("t1", 1, "Анна", "p1")
	_, _, err := r.Redeem(ctx, tk.Secret, boris)
	must(t, err)
	if g := find(t, r, boris); g.Seat != 1 || g.Person != "p2" || g.Nick != "Борис" {
		t.Errorf("%+v", g)
	}
	must(t, r.Place(ctx, borisID, "t1", 1, "Анна", "p1"))
	must(t, r.Place(ctx, annaID, "t1", 1, "Анна", "p1"))
	must(t, r.Dealt(ctx, "t2", sits))
	if a, b := find(t, r, anna), find(t, r, boris); a.Seat != 1 || b.Seat != 2 || a.Table != "t2" || b.Table != "t2" {
		t.Errorf("%+v, %+v", a, b)
	}
}

// A name that came with a seat goes with it, and gets no card at the next table
// without the host's word.
func TestANameThatASeatLendsGoesWithIt(t *testing.T) {
	r := open(t, journal.NewMemory())
	sits := []room.Sit{{Seat: 1, Nick: "Анна", Person: "p1"}}
	phone, g, err := r.Enter(ctx, "", "Борис", "p2", true, "")
	must(t, err)
	must(t, r.Place(ctx, g.ID, "t1", 1, "Анна", "p1"))
	if g := find(t, r, phone); g.Nick != "Анна" || g.Person != "p1" {
		t.Errorf("%+v", g)
	}
	must(t, r.Dealt(ctx, "t2", sits))
	if g := find(t, r, phone); g.Table != "t1" || g.AskTable != "t2" || g.AskSeat != 1 {
		t.Errorf("%+v: the host was not asked", g)
	}
	must(t, r.Free(ctx, "t1", 1))
	if g := find(t, r, phone); g.Nick != "Борис" || g.Person != "" || g.Claims != "p2" {
		t.Errorf("%+v", g)
	}
	// One that came by the ticket itself: who he is, the host is still to say.
	tk := r.Ticket("t2", 1, "Анна", "p1")
	late, _, err := r.Redeem(ctx, tk.Secret, "")
	must(t, err)
	must(t, r.Free(ctx, "t2", 1))
	if g := find(t, r, late); g.Person != "" || g.Claims != "p1" {
		t.Errorf("%+v", g)
	}
}

// Of two phones of one person none gets his card before the host has said which.
func TestOfTwoPhonesTheHostChooses(t *testing.T) {
	r := open(t, journal.NewMemory())
	one, id := settle(t, r, "Анна", "p1")
	must(t, r.Rename(ctx, id, "Анна с телефоном", ""))
	two, _ := settle(t, r, "Анна", "p1")
	must(t, r.Dealt(ctx, "t1", []room.Sit{{Seat: 1, Nick: "Анна", Person: "p1"}}))
	for _, phone := range []string{one, two} {
		if g := find(t, r, phone); g.Seat != 0 || g.AskSeat != 1 {
			t.Errorf("%+v", g)
		}
	}
}

// Who comes under the very nick that the seat has is, by the host's word, that person.
func TestWhoComesUnderHisOwnNickIsSettledByHisSeat(t *testing.T) {
	r := open(t, journal.NewMemory())
	phone, g, err := r.Enter(ctx, "", "Анна", "p1", true, "")
	must(t, err)
	must(t, r.Place(ctx, g.ID, "t1", 1, "Анна", "p1"))
	must(t, r.Dealt(ctx, "t2", []room.Sit{{Seat: 4, Nick: "Анна", Person: "p1"}}))
	if g := find(t, r, phone); g.Table != "t2" || g.Seat != 4 || g.Claims != "" {
		t.Errorf("%+v", g)
	}
}

// Whose battery died in one game plays on in the next with the phone that the host let
// him in by: neither it nor the dead one asks for anything.
func TestTheRescuedKeepsHisNewPhone(t *testing.T) {
	r := open(t, journal.NewMemory())
	dead, own := settle(t, r, "Боря", "p1")
	must(t, r.Dealt(ctx, "t1", []room.Sit{{Seat: 3, Nick: "Боря", Person: "p1"}}))
	second, g, err := r.Redeem(ctx, r.Ticket("t1", 3, "Боря", "p1").Secret, "")
	must(t, err)
	deal := func(table string, seat int, want string) {
		t.Helper()
		must(t, r.Dealt(ctx, table, []room.Sit{{Seat: seat, Nick: "Боря", Person: "p1"}}))
		for _, phone := range []string{dead, second} {
			g := find(t, r, phone)
			if has := g.Table == table && g.Seat == seat; has != (phone == want) || g.AskSeat != 0 || g.Nick != "Боря" {
				t.Errorf("%s: %+v, is the heir: %v", table, g, phone == want)
			}
		}
	}
	leave := r.Connect(g.ID, "")
	deal("t2", 5, second)
	deal("t3", 2, second)
	defer r.Connect(own, "")()
	deal("t4", 1, second) // his old phone is charged, and he has the new one in his hand
	leave()
	deal("t5", 7, dead) // now the new one is away
}

// So does who came in by the door under some other nick, as his own was taken, and whom
// the host has seated.
func TestTheSeatedUnderAnotherNickKeepsHisPhone(t *testing.T) {
	r := open(t, journal.NewMemory())
	dead, own := settle(t, r, "Боря", "p1")
	sits := []room.Sit{{Seat: 3, Nick: "Боря", Person: "p1"}}
	must(t, r.Dealt(ctx, "t1", sits))
	second, g, err := r.Enter(ctx, "", "Боря с другого", "", false, "")
	must(t, err)
	must(t, r.Belongs(ctx, g.ID, room.Seen{Nick: g.Nick}, "p9")) // the console takes in whoever comes
	must(t, r.Ask(ctx, g.ID, "t1", 3))
	must(t, r.Admit(ctx, g.ID, room.Asked{Nick: g.Nick, Table: "t1", Seat: 3}, "t1", 3, "Боря", "p1"))
	if g := find(t, r, second); g.Person != "p1" {
		t.Errorf("%+v is still somebody else, and the host has both to deal to", g)
	}
	must(t, r.Dealt(ctx, "t2", sits))
	if d, g := find(t, r, dead), find(t, r, second); g.Table != "t2" || g.Seat != 3 || d.Seat != 0 || d.AskSeat != 0 {
		t.Errorf("%+v, the dead one %+v", g, d)
	}
	// His own is back, and this one has an owner whom the host may deal to.
	leave := r.Connect(own, "")
	must(t, r.Dealt(ctx, "t3", sits))
	if g := find(t, r, dead); g.Table != "t3" {
		t.Errorf("%+v", g)
	}
	leave()
	must(t, r.Dealt(ctx, "t4", []room.Sit{sits[0], {Seat: 4, Nick: "Боря с другого", Person: "p9"}}))
	if g := find(t, r, second); g.Table != "t4" || g.Seat != 4 || g.Nick != "Боря с другого" || g.Person != "p9" {
		t.Errorf("%+v", g)
	}
}

// A borrowed phone whose owner says that he is somebody else asks, where the borrower's
// own is away.
func TestABorrowedPhoneAsksForTheNextSeat(t *testing.T) {
	r := open(t, journal.NewMemory())
	_, own := settle(t, r, "Боря", "p1")
	must(t, r.Dealt(ctx, "t1", []room.Sit{{Seat: 3, Nick: "Боря", Person: "p1"}}))
	phone, g, err := r.Enter(ctx, "", "Анна", "p2", true, "")
	must(t, err)
	must(t, r.Place(ctx, g.ID, "t1", 3, "Боря", "p1"))
	leave := r.Connect(own, "")
	must(t, r.Dealt(ctx, "t2", []room.Sit{{Seat: 5, Nick: "Боря", Person: "p1"}}))
	if g := find(t, r, phone); g.AskSeat != 0 || g.Table != "t1" {
		t.Errorf("his own phone is there, and yet %+v asks", g)
	}
	leave()
	must(t, r.Dealt(ctx, "t3", []room.Sit{{Seat: 2, Nick: "Боря", Person: "p1"}}))
	g = find(t, r, phone)
	if g.AskTable != "t3" || g.AskSeat != 2 || g.Table != "t1" {
		t.Fatalf("%+v", g)
	}
	must(t, r.Admit(ctx, g.ID, room.Asked{Nick: g.Nick, Table: "t3", Seat: 2}, "t3", 2, "Боря", "p1"))
	if g := find(t, r, phone); g.Table != "t3" || g.Seat != 2 {
		t.Errorf("%+v", g)
	}
}
