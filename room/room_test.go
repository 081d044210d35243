package room_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/room"
)

var ctx = context.Background()

func open(t *testing.T, store journal.Store) *room.Room {
	t.Helper()
	r, err := room.Open(ctx, store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func enter(t *testing.T, r *room.Room, nick string) (phone string, g room.Guest) {
	t.Helper()
	phone, g, err := r.Enter(ctx, "", nick, "", false, "")
	if err != nil {
		t.Fatal(err)
	}
	return phone, g
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCodesAreTypedInEitherAlphabet(t *testing.T) {
	for typed, want := range map[string]string{
		"abe kmh": "ABEKMH", "авекмн": "ABEKMH", "рс-тух": "PCTYX", "24 56-79": "245679", "А0ВЁ": "A?BE", "": "",
	} {
		if got := room.Code(typed); got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
	code := open(t, journal.NewMemory()).Door().Code
	if len(code) != 6 || room.Code(code) != code || strings.ContainsAny(code, "018З3OI") {
		t.Errorf("the code %q", code)
	}
}

// Guessing opens nothing, and locks out nobody who scans; who types a right code
// can do so again a minute later.
func TestGuessersLockOutNobodyWhoScans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		d := r.Door()
		looked := 0
		for i := range 60_000 {
			guess := fmt.Sprintf("A%05d", i)
			switch err := r.Knock("", guess, fmt.Sprintf("10.0.0.%d", i%200)); {
			case errors.Is(err, room.ErrCode):
				looked++
			case !errors.Is(err, room.ErrSlow):
				t.Fatalf("guess %d: %v", i, err)
			}
			if i%1000 == 0 {
				must(t, r.Knock(d.Token, "", "10.0.0.1"))
			}
			time.Sleep(time.Millisecond)
		}
		if looked > 120 { // 60 a minute, and the test touches two
			t.Errorf("%d guesses were looked at in a minute", looked)
		}
		time.Sleep(time.Minute)
		must(t, r.Knock("", d.Code, "10.0.0.250"))
		for range 20 {
			_ = r.Knock("", "AAAAAA", "10.0.0.7")
		}
		if err := r.Knock("", d.Code, "10.0.0.7"); !errors.Is(err, room.ErrSlow) {
			t.Errorf("one guesser may go on: %v", err)
		}
		must(t, r.Knock("", d.Code, "10.0.0.8"))
	})
}

func TestADoorIsLockedAndRenewed(t *testing.T) {
	store := journal.NewMemory()
	r := open(t, store)
	old := r.Door()
	must(t, r.Lock(ctx, true))
	if err := r.Knock(old.Token, "", ""); !errors.Is(err, room.ErrLocked) {
		t.Error(err)
	}
	must(t, r.Lock(ctx, false))
	d, err := r.Renew(ctx, false)
	must(t, err)
	if d.Token == old.Token || d.Code == old.Code || d.Board != old.Board {
		t.Error("the renewed door is the old one, or the board has another link")
	}
	for _, err := range []error{r.Knock(old.Token, "", ""), r.Knock("", old.Code, "")} {
		if !errors.Is(err, room.ErrCode) {
			t.Error(err)
		}
	}
	if again := open(t, store).Door(); again != d {
		t.Error("another door after a restart")
	}
}

func TestAPhoneComesBackAfterARestart(t *testing.T) {
	store := journal.NewMemory()
	r := open(t, store)
	phone, g := enter(t, r, "Аня")
	must(t, r.Place(ctx, g.ID, "t1", 3, "Аня", ""))
	back, ok := open(t, store).Find(phone)
	if !ok || back.Seat != 3 || back.Table != "t1" || back.ID != g.ID {
		t.Errorf("%v %+v", ok, back)
	}
	if _, ok := r.Find("another"); ok {
		t.Error("a foreign secret finds a phone")
	}
	docs, err := store.Docs(ctx, "guest")
	must(t, err)
	for _, d := range docs {
		if strings.Contains(d.ID+string(d.Data), phone) {
			t.Error("the phone's secret itself is kept")
		}
	}
}

func TestANickOpensNothing(t *testing.T) {
	r := open(t, journal.NewMemory())
	_, anna := enter(t, r, "Анна")
	must(t, r.Place(ctx, anna.ID, "t1", 1, "Анна", "p1"))
	for _, nick := range []string{"Анна", "анна", "Aннa"} { // the last with latin letters
		if _, _, err := r.Enter(ctx, "", nick, "p1", true, ""); !errors.Is(err, room.ErrTaken) {
			t.Errorf("%q: %v", nick, err)
		}
	}
	// A remembered person without a phone: the seat stays shut until the host's word.
	phone, boris, err := r.Enter(ctx, "", "Борис", "p2", true, "")
	must(t, err)
	must(t, r.Dealt(ctx, "t1", []room.Sit{{Seat: 2, Nick: "Борис", Person: "p2"}}))
	if g, _ := r.Find(phone); g.Seat != 0 {
		t.Error("a nick has opened a seat")
	}
	if err := r.Identify(ctx, boris.ID, room.Seen{Nick: "Новый"}, true); !errors.Is(err, room.ErrChanged) {
		t.Errorf("a yes that was meant for another nick: %v", err)
	}
	must(t, r.Identify(ctx, boris.ID, room.Seen{Nick: "Борис", Claims: "p2"}, true))
	must(t, r.Dealt(ctx, "t2", []room.Sit{{Seat: 2, Nick: "Борис", Person: "p2"}}))
	if g, _ := r.Find(phone); g.Seat != 2 || g.Table != "t2" {
		t.Errorf("%+v", g)
	}
}

func TestASeatHasOnePhone(t *testing.T) {
	r := open(t, journal.NewMemory())
	one, a := enter(t, r, "Аня")
	two, b := enter(t, r, "Боря")
	must(t, r.Ask(ctx, b.ID, "t1", 3))
	must(t, r.Place(ctx, a.ID, "t1", 3, "Аня", ""))
	must(t, r.Place(ctx, b.ID, "t1", 3, "Боря", ""))
	if g, _ := r.Find(one); g.Seat != 0 {
		t.Error("two phones have one seat")
	}
	if g, _ := r.Find(two); g.Seat != 3 || g.AskSeat != 0 {
		t.Errorf("%+v", g)
	}
	must(t, r.Free(ctx, "t1", 0))
	if g, _ := r.Find(two); g.Seat != 0 || g.Table != "" {
		t.Errorf("%+v sits at a table that is gone", g)
	}
}

func TestATicketOpensASeatOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		old, a := enter(t, r, "Аня")
		must(t, r.Place(ctx, a.ID, "t1", 3, "Аня", "p1"))
		freed := r.Ticket("t1", 5, "Вера", "")
		must(t, r.Free(ctx, "t1", 5))
		given := r.Ticket("t1", 3, "Аня", "p1")
		must(t, r.Place(ctx, a.ID, "t1", 3, "Аня", "p1"))
		void := r.Ticket("t1", 3, "Аня", "p1")
		tk := r.Ticket("t1", 3, "Аня", "p1")
		phone, g, err := r.Redeem(ctx, tk.Secret, "")
		must(t, err)
		if g.Seat != 3 || g.Person != "p1" || g.Nick != "Аня" || phone == old {
			t.Errorf("%+v", g)
		}
		if o, _ := r.Find(old); o.Seat != 0 {
			t.Error("the lost phone still has the seat")
		}
		late := r.Ticket("t1", 4, "Боря", "")
		time.Sleep(room.TicketLife + time.Second)
		for _, s := range []string{tk.Secret, void.Secret, late.Secret, freed.Secret, given.Secret, "", "x"} {
			if _, _, err := r.Redeem(ctx, s, ""); !errors.Is(err, room.ErrTicket) {
				t.Errorf("%q: %v", s, err)
			}
		}
	})
}

// A ticket that was made for a seat is void once another has the seat; and one that
// could not be kept on the disk is not used up.
func TestTicketsGoWithTheSeatAndNotWithAFault(t *testing.T) {
	store := &faulty{Store: journal.NewMemory()}
	r := open(t, store)
	_, a := enter(t, r, "Аня")
	_, b := enter(t, r, "Боря")
	for name, give := range map[string]func() error{
		"by the host": func() error { return r.Admit(ctx, a.ID, room.Asked{Nick: "Аня"}, "t1", 3, "Аня", "") },
		"by a deal":   func() error { return r.Place(ctx, b.ID, "t1", 3, "Боря", "") },
	} {
		old := r.Ticket("t1", 3, "Гость", "")
		must(t, give())
		if _, _, err := r.Redeem(ctx, old.Secret, ""); !errors.Is(err, room.ErrTicket) {
			t.Errorf("%s: an old ticket opens the seat: %v", name, err)
		}
	}
	phone, _ := enter(t, r, "Вера")
	tk := r.Ticket("t1", 5, "Вера", "")
	store.fails = true
	if _, _, err := r.Redeem(ctx, tk.Secret, phone); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	store.fails = false
	_, g, err := r.Redeem(ctx, tk.Secret, phone)
	if err != nil || g.Seat != 5 {
		t.Errorf("a fault of the disk has used the ticket up: %+v, %v", g, err)
	}
}

var errDisk = errors.New("no space left")

// faulty is a store that keeps nothing new while it fails.
type faulty struct {
	journal.Store
	fails bool
	left  int // writes until then, 0: no such number
}

func (f *faulty) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	if f.fails {
		return errDisk
	}
	return f.Store.PutDoc(ctx, kind, id, data)
}

func (f *faulty) Commit(ctx context.Context, b journal.Batch) error {
	if f.fails {
		return errDisk
	}
	if f.left--; f.left == 0 {
		f.fails = true
	}
	return f.Store.Commit(ctx, b)
}

// A seat goes from one phone to another in one go: where the disk fails at any write,
// each phone has what it had, now and after the next start.
func TestASeatGoesAsAWhole(t *testing.T) {
	for n := range 6 {
		store := &faulty{Store: journal.NewMemory()}
		r := open(t, store)
		phone, a := enter(t, r, "Аня")
		other, b := enter(t, r, "Боря")
		must(t, r.Place(ctx, a.ID, "t1", 3, "Аня", "p1"))
		must(t, r.Belongs(ctx, b.ID, room.Seen{Nick: "Боря"}, "p2"))
		tk := r.Ticket("t1", 3, "Аня", "p1")
		store.left, store.fails = n, n == 0
		_, _, err := r.Redeem(ctx, tk.Secret, "")
		if err == nil {
			err = r.Admit(ctx, b.ID, room.Asked{Nick: "Боря"}, "t1", 3, "Аня", "p1")
		}
		store.fails = false
		for _, r := range []*room.Room{r, open(t, store)} {
			sit := 0
			for _, g := range r.Guests() {
				sit += g.Seat / 3
			}
			x, _ := r.Find(phone)
			y, _ := r.Find(other)
			if sit != 1 || y.New != (y.Seat == 0) || n == 0 && (x.Seat != 3 || len(r.Guests()) != 2) {
				t.Errorf("after %d writes, %v: %d phones have the seat, %+v, %+v", n, err, sit, x, y)
			}
		}
		if err == nil {
			return
		}
	}
	t.Fatal("it never ends")
}

func TestNicksOfTheSeatedAreTheHosts(t *testing.T) {
	r := open(t, journal.NewMemory())
	phone, a := enter(t, r, "Аня")
	if _, g, err := r.Enter(ctx, phone, "Анюта", "", false, ""); err != nil || g.ID != a.ID || g.Nick != "Анюта" {
		t.Errorf("%+v %v", g, err)
	}
	must(t, r.Place(ctx, a.ID, "t1", 3, "Анюта", ""))
	if _, _, err := r.Enter(ctx, phone, "Другая", "", false, ""); !errors.Is(err, room.ErrSeated) {
		t.Error(err)
	}
	must(t, r.Rename(ctx, a.ID, "Другая", ""))
	must(t, r.Remove(ctx, a.ID))
	if _, ok := r.Find(phone); ok || !errors.Is(r.Remove(ctx, a.ID), room.ErrNoGuest) {
		t.Error("a removed phone is still in")
	}
	for _, bad := range []string{"", "  ", strings.Repeat("ж", 25), "\u202e"} {
		if _, _, err := r.Enter(ctx, "", bad, "", false, ""); !errors.Is(err, room.ErrNick) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestChangesAreTold(t *testing.T) {
	r := open(t, journal.NewMemory())
	_, a := enter(t, r, "Аня")
	for name, f := range map[string]func(){
		"ask":     func() { must(t, r.Ask(ctx, a.ID, "t1", 2)) },
		"connect": func() { r.Connect(a.ID, "") },
		"lock":    func() { must(t, r.Lock(ctx, true)) },
		"poke":    r.Poke,
	} {
		c := r.Changed()
		f()
		select {
		case <-c:
		default:
			t.Errorf("%s: nobody was told", name)
		}
	}
	leave := r.Connect(a.ID, "")
	leave()
	leave() // twice is once
	if g := r.Guests(); len(g) != 1 || !g[0].Online {
		t.Errorf("%+v", g)
	}
}

func TestATicketIsLookedAt(t *testing.T) {
	r := open(t, journal.NewMemory())
	tk := r.Ticket("t1", 3, "Аня", "")
	got, name, err := r.Look(tk.Secret)
	must(t, err)
	if got != tk || name == tk.Secret || name == "" {
		t.Errorf("%+v %q", got, name)
	}
	if _, _, err := r.Look(name); !errors.Is(err, room.ErrTicket) {
		t.Error("a ticket's name opens it")
	}
	r.VoidTicket(tk.Secret)
	if _, _, err := r.Look(tk.Secret); !errors.Is(err, room.ErrTicket) {
		t.Error(err)
	}
}
