package room_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/room"
)

// flood tries to bring n phones in from an address, one each pause, and counts who
// got in.
func flood(r *room.Room, addr string, n int, pause time.Duration) (in int) {
	for i := range n {
		if _, _, err := r.Enter(ctx, "", fmt.Sprintf("%s %d", addr, i), "", false, addr); err == nil {
			in++
		}
		time.Sleep(pause)
	}
	return in
}

// A whole club behind one address is in at once; whoever makes up phones by the
// thousand from one device leaves room for the others.
func TestPhonesComeInWithinBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		if in := flood(r, "10.0.0.1", 40, 100*time.Millisecond); in != 40 {
			t.Fatalf("%d of a club of 40 got in", in)
		}
		if in := flood(r, "10.0.0.2", 1000, time.Millisecond); in > 42 {
			t.Errorf("%d came in within a second", in)
		}
		if in := flood(r, "10.0.0.2", 1000, time.Second); in > 20 {
			t.Errorf("%d more came in from one address", in)
		}
		if in := flood(r, "10.0.0.3", 10, time.Second); in != 10 {
			t.Errorf("a flood has locked %d of 10 out", 10-in)
		}
		for i := range 8 {
			flood(r, fmt.Sprintf("10.0.1.%d", i), 60, time.Second)
		}
		if n := len(r.Guests()); n != 200 {
			t.Errorf("%d phones are in the room", n)
		}
	})
}

// Into a full room a guest still comes: the last of those who fill it from one address
// goes, not one whom the host knows, nor one at a table; and they do not push out each
// other.
func TestAFullRoomMakesPlaceInItsCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		known, _, err := r.Enter(ctx, "", "Знакомый", "p1", false, "10.0.1.0")
		must(t, err)
		flood(r, "10.0.1.0", 58, time.Second)
		last := ""
		for i := range 30 {
			last, _, err = r.Enter(ctx, "", fmt.Sprintf("Толпа %d", i), "", false, "10.0.1.9")
			must(t, err)
			time.Sleep(time.Second)
		}
		for i := range 111 {
			flood(r, fmt.Sprintf("10.1.%d.1", i), 1, time.Second)
		}
		if n := len(r.Guests()); n != 200 {
			t.Fatalf("%d phones", n)
		}
		for i := range 5 {
			_, _, err := r.Enter(ctx, "", fmt.Sprintf("Поздний %d", i), "", false, fmt.Sprintf("10.2.0.%d", i))
			must(t, err)
			time.Sleep(time.Second)
		}
		if _, ok := r.Find(last); !ok {
			t.Error("one of a smaller crowd had to go")
		}
		if _, ok := r.Find(known); !ok {
			t.Error("one whom the host knows had to go")
		}
		here := 0
		for _, g := range r.Guests() {
			if g.From == "10.0.1.0" {
				here++
			}
		}
		if n := len(r.Guests()); n != 200 || here != 54 {
			t.Errorf("%d phones, %d of the crowd", n, here)
		}
		if _, _, err := r.Enter(ctx, "", "Ещё один", "", false, "10.0.1.0"); !errors.Is(err, room.ErrFull) {
			t.Errorf("the crowd grows in a full room: %v", err)
		}
	})
}

// Whose page is open does not go before phones of about as great a crowd without one: those
// may be made up. A device that keeps all its pages open is no better for it.
func TestAFullRoomKeepsWhosePageIsOpen(t *testing.T) {
	for name, c := range map[string]struct {
		mine, others int // phones of the one address, with open pages, and other addresses
		stays        bool
	}{
		"friends of one address":  {20, 11, true},
		"a device with all pages": {50, 16, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := open(t, journal.NewMemory())
			for i := range c.mine {
				_, g, err := r.Enter(ctx, "", fmt.Sprintf("Друг %d", i), "", false, "10.0.0.1")
				must(t, err)
				defer r.Connect(g.ID, "10.0.0.1")()
				time.Sleep(time.Second)
			}
			for i := range 18 * c.others { // in turn, so that no crowd of them is greater
				_, _, _ = r.Enter(ctx, "", fmt.Sprintf("Кукла %d", i), "", false, fmt.Sprintf("10.1.%d.1", i%c.others))
				time.Sleep(time.Second)
			}
			flood(r, "10.2.0.1", 5, time.Second)
			here := 0
			for _, g := range r.Guests() {
				if g.From == "10.0.0.1" {
					here++
				}
			}
			if (here == c.mine) != c.stays {
				t.Errorf("%s: %d of %d are left", name, here, c.mine)
			}
		})
	}
}

// Whoever comes and leaves in a loop, from a few addresses, takes no place of the rest.
func TestLoopsOfComingAndLeavingStarveNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		honest := 0
		for i := range 600 {
			for a := range 5 {
				addr := fmt.Sprintf("10.0.0.%d", a)
				if _, g, err := r.Enter(ctx, "", addr, "", false, addr); err == nil {
					r.Connect(g.ID, "10.9.9.9")() // seen elsewhere before it leaves
					must(t, r.Leave(ctx, g.ID))
				}
			}
			if i >= 500 {
				if _, _, err := r.Enter(ctx, "", fmt.Sprint("Гость ", i), "", false, fmt.Sprintf("10.1.0.%d", i-500)); err == nil {
					honest++
				}
			}
			time.Sleep(time.Second)
		}
		if honest != 100 {
			t.Errorf("%d of 100 got in", honest)
		}
	})
}

// A person whom the console has made for a new nick is nobody whom the host knows: a
// crowd of them makes place like any other, until the host has seen one.
func TestAMadeUpPersonIsNotKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		var crowd []room.Guest
		come := func(nick, addr string) room.Guest {
			_, g, err := r.Enter(ctx, "", nick, "", true, addr)
			must(t, err)
			must(t, r.Belongs(ctx, g.ID, room.Seen{Nick: nick}, "p "+nick))
			time.Sleep(time.Second)
			return g
		}
		for i := range 60 {
			crowd = append(crowd, come(fmt.Sprint("Толпа ", i), "10.0.0.1"))
		}
		// The last two the host has had at a table; the one before only at a table of friends.
		dealt, admitted, friend := crowd[59], crowd[58], crowd[57]
		must(t, r.Dealt(ctx, "t1", []room.Sit{{Seat: 1, Nick: dealt.Nick, Person: "p " + dealt.Nick}}))
		must(t, r.Admit(ctx, admitted.ID, room.Asked{Nick: admitted.Nick}, "t1", 2, admitted.Nick, ""))
		must(t, r.Place(ctx, friend.ID, "t2", 1, friend.Nick, ""))
		for _, table := range []string{"t1", "t2"} {
			must(t, r.Free(ctx, table, 0))
		}
		for i := range 141 {
			come(fmt.Sprint("Гость ", i), fmt.Sprintf("10.1.%d.1", i))
		}
		in := map[string]bool{}
		for _, g := range r.Guests() {
			in[g.ID] = true
		}
		if len(in) != 200 || in[friend.ID] || !in[dealt.ID] || !in[admitted.ID] {
			t.Errorf("%d phones; friend %v, dealt to %v, admitted %v", len(in), in[friend.ID], in[dealt.ID], in[admitted.ID])
		}
	})
}

func TestMuchAtOnceFromAllIsTooMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		in := 0
		for i := range 10 {
			in += flood(r, fmt.Sprintf("10.0.1.%d", i), 15, 0)
		}
		if in != 120 {
			t.Errorf("%d came in at once", in)
		}
		if _, _, err := r.Enter(ctx, "", "Поздний", "", false, "10.0.0.9"); !errors.Is(err, room.ErrRush) {
			t.Error(err)
		}
		time.Sleep(time.Second)
		_, _, err := r.Enter(ctx, "", "Поздний", "", false, "10.0.0.9")
		must(t, err)
	})
}

// In a full room the phone makes place that was away longest; whoever sits at a
// table or was there today stays.
func TestAFullRoomForgetsWhoIsLongAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		seatedPhone, seated := enter(t, r, "Сидит")
		must(t, r.Place(ctx, seated.ID, "t1", 3, "Сидит", ""))
		old, _ := enter(t, r, "Давний")
		time.Sleep(time.Second)
		for i := range 199 {
			flood(r, fmt.Sprintf("10.1.%d.1", i), 1, time.Second)
		}
		if _, _, err := r.Enter(ctx, "", "Новый", "", false, "10.0.0.9"); !errors.Is(err, room.ErrFull) {
			t.Fatalf("somebody of this evening was thrown out: %v", err)
		}
		time.Sleep(12 * time.Hour)
		_, _, err := r.Enter(ctx, "", "Новый", "", false, "10.0.0.9")
		must(t, err)
		if _, ok := r.Find(old); ok {
			t.Error("the one who was away longest has stayed")
		}
		if _, ok := r.Find(seatedPhone); !ok {
			t.Error("a seated phone was thrown out")
		}
	})
}

// Thrown out is out: neither link nor code nor the board, which shows both, lets
// him back.
func TestExpelledIsOut(t *testing.T) {
	store := journal.NewMemory()
	r := open(t, store)
	was := r.Door()
	phone, g := enter(t, r, "Аня")
	other, o := enter(t, r, "Боря")
	must(t, r.Place(ctx, o.ID, "t1", 3, "Боря", ""))
	third, _ := enter(t, r, "Вера")
	must(t, r.Expel(ctx, g.ID))
	if _, ok := r.Find(phone); ok {
		t.Error("his phone is still in")
	}
	for _, err := range []error{r.Knock(was.Token, "", ""), r.Knock("", was.Code, "")} {
		if !errors.Is(err, room.ErrCode) {
			t.Error(err)
		}
	}
	if r.IsBoard(was.Board) {
		t.Error("by the board's link he reads the new code")
	}
	if _, ok := r.Find(third); !ok {
		t.Error("somebody else was thrown out")
	}
	must(t, r.Expel(ctx, ""))
	_, in := r.Find(third)
	if _, sits := r.Find(other); in || !sits {
		t.Error("to send out all without a seat is to leave those at a table")
	}
	if now := open(t, store).Door(); now != r.Door() || now == was {
		t.Error("after a restart the door is another")
	}
}

// A few guessers leave some guesses to whoever mistypes.
func TestGuessersLeaveSome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		for i := range 1000 {
			_ = r.Knock("", "AAAAAA", fmt.Sprintf("10.0.0.%d", i%5))
		}
		if err := r.Knock("", "BBBBBB", "10.0.0.99"); !errors.Is(err, room.ErrCode) {
			t.Fatalf("five guessers lock the others out: %v", err)
		}
		must(t, r.Knock("", r.Door().Code, "10.0.0.99"))
	})
}

// One address takes no more than half of what is left, so that the guesses of a minute
// are not gone with the third guesser.
func TestAGuesserTakesHalfOfWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, journal.NewMemory())
		var took []int
		for a := range 5 {
			n := 0
			for range 100 {
				if errors.Is(r.Knock("", "AAAAAA", fmt.Sprintf("10.0.0.%d", a)), room.ErrCode) {
					n++
				}
			}
			took = append(took, n)
		}
		if want := []int{20, 13, 9, 6, 4}; !slices.Equal(took, want) {
			t.Errorf("they took %v, want %v", took, want)
		}
	})
}
