package table

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/mafia"
)

// later lets virtual time pass.
func later(d time.Duration) {
	time.Sleep(d + time.Millisecond)
	synctest.Wait()
}

func refused(t *testing.T, err error, what string) {
	t.Helper()
	var no *Refusal
	if !errors.As(err, &no) || no.Why != WhyNotNow {
		t.Errorf("%s: %v", what, err)
	}
}

// ORIGINAL-DAY-6: an accusation that nobody brings to a vote is over after five
// minutes, or when most want it.
func TestAnAccusationHoldsNobody(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		if f := friendsFrame(t, tb); f.Clock.Kind != "accusation" || !f.Clock.Running {
			t.Fatalf("%+v", f.Clock)
		}
		later(talkTime - time.Second)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Accusation {
			t.Fatal("dropped too early")
		}
		later(time.Second)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk || f.Clock.Running {
			t.Fatalf("one phone holds the day: %+v", f.Clock)
		}
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		refused(t, says(tb, 3, Done{}), "the accuser, who can drop it himself")
		all(t, tb, Done{}, 1)
		refused(t, says(tb, 3, mafia.Drop{}), "a drop while hands are raised")
		raise(t, tb, 1, 4, 5)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Accusation {
			t.Fatal("three of seven end an accusation")
		}
		all(t, tb, mafia.Drop{}, 3)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Done{}, 1)
		raise(t, tb, 1, 2, 4, 5)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk {
			t.Fatal("four of seven do not end it")
		}
	})
}

// A question to all does not give an accusation its five minutes anew, nor a night.
func TestAQuestionGivesNoTime(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		later(talkTime - time.Minute)
		all(t, tb, Stop{}, 6)
		later(pollTime)
		if c := friendsFrame(t, tb).Clock; c.Kind != "accusation" || c.LeftMs > time.Minute.Milliseconds() || c.LeftMs < 50_000 {
			t.Fatalf("%+v", c)
		}
		later(time.Minute)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk {
			t.Fatal("two phones of one player hold the day")
		}
	})
}

// A question that has failed is not asked again at once: after a minute, or when
// something else was done.
func TestAFailedQuestionRests(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Night{}, 1)
		raise(t, tb)
		refused(t, says(tb, 2, Night{}), "the same at once")
		if c := friendsFrame(t, tb).Clock; c.LimitMs != 0 || c.Running {
			t.Errorf("a clock that is nobody's is shown: %+v", c)
		}
		later(barTime)
		all(t, tb, Night{}, 2)
		raise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, mafia.Drop{}, 3)
		nightFalls(t, tb, 4)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Notes {
			t.Fatal(f.View.Phase)
		}
	})
}

// ORIGINAL-DAY-6: after three times in vain it is for somebody else.
func TestWhoAsksInVainMakesRoom(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		for range inVain {
			all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
			all(t, tb, mafia.Drop{}, 3)
		}
		refused(t, says(tb, 3, mafia.Accuse{By: 3, To: 4}), "a fourth accusation")
		for range inVain {
			all(t, tb, Night{}, 3)
			raise(t, tb)
			later(barTime)
		}
		for _, c := range []mafia.Command{Night{}, Gone{To: 5}, Stop{}} {
			refused(t, says(tb, 3, c), string(c.Verb()))
		}
		all(t, tb, mafia.Accuse{By: 4, To: 3}, 4)
		all(t, tb, mafia.Drop{}, 4)
		refused(t, says(tb, 3, mafia.Accuse{By: 3, To: 4}), "that another has accused changes nothing")
		all(t, tb, Stop{}, 4)
		raise(t, tb)
		refused(t, says(tb, 3, Night{}), "that another has asked changes nothing")
		nightFalls(t, tb, 4)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Notes {
			t.Fatalf("%+v", f.View.Phase)
		}
	})
}

// Whether somebody has vanished need not be waited for once too many are against.
func TestAFalseAlarmIsOverAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Gone{To: 5}, 1)
		raise(t, tb, 1)
		if f := friendsFrame(t, tb).Friends; f.Poll.Kind != "" || f.Absent != 0 {
			t.Fatalf("%+v", f.Poll)
		}
	})
}

// ORIGINAL-ABSENT-1: a phone that keeps its note back, and says that it is there
// whenever it is asked, holds no night; nor one that never looks at its card.
func TestAPhoneThatDoesNothingHoldsNothing(t *testing.T) {
	for _, who := range []mafia.Seat{5, 6} { // black, red
		inBubble(t, func(t *testing.T, h *Hub) {
			tb := circle(t, h)
			all(t, tb, Ready{Aloud: true}, 1)
			all(t, tb, Ready{}, 1, 2, 3)
			later(cardsTime)
			if f := friendsFrame(t, tb).Friends; f.Sunrise != "cards" {
				t.Fatal("counted before most have looked")
			}
			all(t, tb, Ready{}, 4)
			later(cardsTime)
			if f := friendsFrame(t, tb).Friends; f.Sunrise != "count" {
				t.Fatal("one phone holds the sunrise")
			}
			later(time.Minute)
			nightFalls(t, tb, 1)
			for _, s := range mafia.FirstSeats(7).Without(who).List() {
				name := mafia.Seat(0)
				if s == 2 || s == 5 {
					name = 1
				}
				all(t, tb, note(1, name), s)
			}
			later(notesTime)
			f := friendsFrame(t, tb)
			if f.View.Phase != mafia.Talk || !f.Friends.Hushed || len(f.View.Notes.Read) != 0 || f.View.Notes.Names != 2 {
				t.Fatalf("%+v", f.View.Notes)
			}
		})
	}
}

// No phone fills the journal: after a thousand entries it can only write notes.
func TestAPhoneCannotFillTheJournal(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Night{}, 1)
		p := friendsFrame(t, tb).Friends.Poll.ID
		var err error
		n := 0
		for ; n < maxEntries && err == nil; n++ {
			err = says(tb, 2, Hand{Poll: p, Up: n%2 == 0})
		}
		refused(t, err, "a hand without end")
		if n > maxDeeds+1 {
			t.Errorf("one phone has made %d entries", n)
		}
		raise(t, tb, 1, 3, 4, 5)
		all(t, tb, note(1, 3), 2)
		if maxDeeds*mostPhones >= maxEntries {
			t.Error("all phones together fill the journal")
		}
	})
}

func moving(t *testing.T, tb *Table, seat int, ticket string) Moving {
	t.Helper()
	m, err := tb.Moving(seat, ticket)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wantsMove asks by a ticket of the owner, once the friends have had their rest.
func wantsMove(tb *Table, seat mafia.Seat, ticket string) error {
	if tb.s.friends.Poll.Kind == "" {
		later(moveRest)
	}
	return asksNow(tb, seat, ticket)
}

func asksNow(tb *Table, seat mafia.Seat, ticket string) error {
	return tb.AskToMove(context.Background(), Move{To: seat, Ticket: ticket, Owned: true})
}

// The machine's owner opens nobody's seat by himself: the seat's own phone says
// yes or no, and where it is silent more than half of the others.
func TestASeatIsOpenedByTheFriends(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		if err := says(tb, 1, Move{To: 4, Ticket: "x"}); err == nil {
			t.Error("a phone opens another's seat")
		}
		if _, err := tb.Command(context.Background(), Request{Who: tb.Leader(), Command: raw(t, Move{To: 4, Ticket: "x"})}); err == nil {
			t.Error("the owner asks about a ticket that he names himself")
		}
		// The owner's word alone.
		if err := wantsMove(tb, 4, "a"); err != nil {
			t.Fatal(err)
		}
		if m := moving(t, tb, 4, "a"); !m.Asking || m.Granted || m.Free {
			t.Fatalf("%+v", m)
		}
		if raw := seen(t, tb, mafia.Board); !strings.Contains(raw, `"kind":"move"`) || strings.Contains(raw, "icket") {
			t.Fatalf("nobody is told, or the ticket is: %s", raw)
		}
		refused(t, wantsMove(tb, 5, "b"), "a second question")
		raise(t, tb, 1, 2) // and four against, the seat's own among them
		if m := moving(t, tb, 4, "a"); !m.Denied || m.Granted {
			t.Fatalf("%+v", m)
		}
		// Its own phone is silent, most of the others agree.
		if err := wantsMove(tb, 4, "c"); err != nil {
			t.Fatal(err)
		}
		p := friendsFrame(t, tb).Friends.Poll
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 2, 3, 5, 6, 7)
		if m := moving(t, tb, 4, "c"); !m.Asking {
			t.Fatal("its own phone had no time to say no")
		}
		later(pollTime)
		f := friendsFrame(t, tb).Friends
		if m := moving(t, tb, 4, "c"); !m.Granted || len(f.Moved) != 0 {
			t.Fatalf("%+v %+v", m, f.Moved)
		}
		mustDo(t, tb.Claim(context.Background(), 4, "c"))
		if f := friendsFrame(t, tb).Friends; len(f.Moved) != 1 || f.Moved[0] != 4 {
			t.Fatalf("nobody is told that a seat was opened: %+v", f.Moved)
		}
		if m := moving(t, tb, 5, "c"); m.Granted {
			t.Error("a word about one seat opens another")
		}
		// Where its own phone is away, nobody waits for it once enough have agreed.
		later(moveRest)
		if err := tb.AskToMove(context.Background(), Move{To: 4, Ticket: "g", Owned: true, Lost: true}); err != nil {
			t.Fatal(err)
		}
		p = friendsFrame(t, tb).Friends.Poll
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 2, 3, 5)
		if m := moving(t, tb, 4, "g"); !m.Granted {
			t.Fatalf("a dead phone is waited for: %+v", m)
		}
		// Its own phone says yes, or no against all others.
		for up, ticket := range map[bool]string{true: "d", false: "e"} {
			if err := wantsMove(tb, 6, ticket); err != nil {
				t.Fatal(err)
			}
			p := friendsFrame(t, tb).Friends.Poll
			if !up {
				all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 2, 3, 4, 5, 7)
			}
			all(t, tb, Hand{Poll: p.ID, Up: up}, 6)
			if m := moving(t, tb, 6, ticket); m.Granted != up || m.Denied == up {
				t.Fatalf("%v: %+v", up, m)
			}
		}
		must(t, tb, Void{})
		if m := moving(t, tb, 4, "f"); !m.Free {
			t.Error("of a game that is void something is secret")
		}
	})
}

// Nor does the owner hold the game by asking.
func TestTheOwnerCannotAskWithoutEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		for range inVain {
			if err := wantsMove(tb, 4, "a"); err != nil {
				t.Fatal(err)
			}
			all(t, tb, Hand{Poll: friendsFrame(t, tb).Friends.Poll.ID}, 4)
		}
		refused(t, wantsMove(tb, 4, "a"), "a fourth time")
	})
}

// A question that was not in vain takes back its own count, also where it was the first.
func TestAQuestionThatPassedIsForgiven(t *testing.T) {
	var v vain
	for n := 1; n <= inVain; n++ {
		for range n {
			v.add(2)
		}
		for range n {
			v.forgive(2)
		}
		if v != (vain{}) {
			t.Fatalf("after %d that passed: %v", n, v)
		}
	}
	v.forgive(2)
	if v != (vain{}) {
		t.Error("what was not asked is forgiven")
	}
}

// A note that is sent again late, when the next night is on, is not that night's.
func TestALateNoteIsNotTheNextNights(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		nightFalls(t, tb, 1)
		all(t, tb, note(1, 0), 1, 3, 4, 6, 7)
		all(t, tb, note(1, 3), 2)
		all(t, tb, note(1, 4), 5)
		nightFalls(t, tb, 1)
		refused(t, says(tb, 2, note(1, 3)), "a note of the night before")
		all(t, tb, note(2, 0), 1, 3, 4, 6, 7)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Notes {
			t.Fatal("the late note has counted")
		}
	})
}

// Whose phone counts aloud and has vanished before the sunrise counts no more.
func TestAVanishedVoiceIsFree(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		all(t, tb, Ready{Aloud: true}, 4)
		all(t, tb, Gone{To: 4}, 1)
		raise(t, tb, 1, 2, 3, 5)
		later(pollTime)
		if f := friendsFrame(t, tb).Friends; f.Absent != mafia.SeatsOf(4) || f.Voice != 0 {
			t.Fatalf("%+v", f)
		}
		all(t, tb, Ready{Aloud: true}, 5)
		if f := friendsFrame(t, tb).Friends; f.Voice != 5 {
			t.Fatal("nobody can take the count over")
		}
	})
}

// granted has the friends asked whether a seat goes to another phone, its own being
// away, and four of them agree.
func granted(t *testing.T, tb *Table, seat mafia.Seat, ticket string) {
	t.Helper()
	if err := tb.AskToMove(context.Background(), Move{To: seat, Ticket: ticket, Owned: true, Lost: true}); err != nil {
		t.Fatal(err)
	}
	p := friendsFrame(t, tb).Friends.Poll
	all(t, tb, Hand{Poll: p.ID, Up: true}, p.Who.Without(seat).List()[:4]...)
	if m := moving(t, tb, int(seat), ticket); !m.Granted {
		t.Fatalf("%+v", m)
	}
}

// What was granted for a seat opens it once, soon, and only while its own phone is away
// and nobody has said no since.
func TestAYesForASeatLapses(t *testing.T) {
	ctx := context.Background()
	lapses := map[string]func(t *testing.T, tb *Table){
		"used": func(t *testing.T, tb *Table) {
			if err := tb.Claim(ctx, 4, "x"); err != nil {
				t.Error(err)
			}
		},
		"late":    func(*testing.T, *Table) { later(grantTime) },
		"back":    func(t *testing.T, tb *Table) { mustDo(t, tb.PhoneBack(ctx, 4)) },
		"acts":    func(t *testing.T, tb *Table) { all(t, tb, mafia.Accuse{By: 4, To: 1}, 4) },
		"refused": func(t *testing.T, tb *Table) { mustDo(t, wantsMove(tb, 4, "y")); raise(t, tb) },
		"again": func(t *testing.T, tb *Table) {
			mustDo(t, wantsMove(tb, 4, "x"))
			raise(t, tb)
			if m := moving(t, tb, 4, "x"); !m.Denied {
				t.Errorf("%+v", m)
			}
		},
		"withdrawn": func(t *testing.T, tb *Table) { mustDo(t, wantsMove(tb, 4, "x")) },
	}
	for name, lapse := range lapses {
		inBubble(t, func(t *testing.T, h *Hub) {
			tb := circle(t, h)
			sunrise(t, tb)
			granted(t, tb, 4, "x")
			if name != "late" {
				later(grantTime - moveRest - 5*time.Second)
			}
			lapse(t, tb)
			if m := moving(t, tb, 4, "x"); m.Granted {
				t.Errorf("%s: it still opens the seat", name)
			}
			refused(t, tb.Claim(ctx, 4, "x"), name)
		})
	}
}

// A phone that comes back while the others are asked about its seat is waited for; where
// there is nothing to note, nothing is written.
func TestAPhoneThatIsBackIsWaitedFor(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		ctx := context.Background()
		before, _ := tb.Touched(ctx)
		later(time.Second)
		mustDo(t, tb.PhoneBack(ctx, 4))
		if at, _ := tb.Touched(ctx); at != before {
			t.Error("an entry for nothing")
		}
		mustDo(t, tb.AskToMove(ctx, Move{To: 4, Ticket: "x", Owned: true, Lost: true}))
		mustDo(t, tb.PhoneBack(ctx, 4))
		all(t, tb, Hand{Poll: friendsFrame(t, tb).Friends.Poll.ID, Up: true}, 1, 2, 3, 5, 6, 7)
		if m := moving(t, tb, 4, "x"); !m.Asking {
			t.Fatalf("%+v", m)
		}
		raise(t, tb, 1, 2, 3, 5, 6, 7)
		if m := moving(t, tb, 4, "x"); !m.Denied {
			t.Errorf("%+v", m)
		}
	})
}

func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ORIGINAL-DAY-6: nobody keeps the vote off by asking whether the accusation is over: the
// accused may not, and what most did not want is not asked again.
func TestTheAccusedCannotStopTheTrial(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		refused(t, says(tb, 2, Done{}), "the accused")
		all(t, tb, Done{}, 1)
		raise(t, tb)
		if f := friendsFrame(t, tb).Friends; !f.Stands {
			t.Error("nobody is told that it stands")
		}
		all(t, tb, Stop{}, 2)
		raise(t, tb)
		refused(t, says(tb, 4, Done{}), "a second time, after something else was asked")
		all(t, tb, Ask{}, 3)
		raise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 4}, 3)
		if f := friendsFrame(t, tb).Friends; f.Stands {
			t.Error("the next accusation stands before anybody was asked")
		}
		all(t, tb, Done{}, 5)
	})
}

// ORIGINAL-DAY-6: an accomplice who asks at once, while few look, does not make an
// accusation untouchable: most are asked once more after two minutes, and no third time.
func TestMostAreAskedOnceMore(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		stands := func() bool { return friendsFrame(t, tb).Friends.Stands }
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Done{}, 1)
		later(pollTime)
		later(standTime - time.Second)
		if refused(t, says(tb, 4, Done{}), "before two minutes"); !stands() {
			t.Error("nobody is told that it stands")
		}
		mustDo(t, asksNow(tb, 6, "x")) // a question about a seat does not keep it off
		later(time.Second)
		if stands() {
			t.Fatal("it stands for good")
		}
		all(t, tb, Done{}, 4)
		raise(t, tb)
		later(standTime)
		refused(t, says(tb, 5, Done{}), "a third time")
		later(talkTime - 2*standTime)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk {
			t.Error("the accusation has got more time")
		}
		all(t, tb, mafia.Accuse{By: 4, To: 2}, 4)
		later(talkTime - standTime)
		all(t, tb, Done{}, 5)
		raise(t, tb)
		later(standTime - time.Second)
		refused(t, says(tb, 6, Done{}), "where less than two minutes were left")
	})
}

// ORIGINAL-DAY-6: night, the end of an accusation and of the game are decided once the
// outcome is certain; a verdict waits for every hand.
func TestWhatIsCertainIsNotWaitedFor(t *testing.T) {
	for name, ask := range map[string]mafia.Command{"night": Night{}, "stop": Stop{}, "done": Done{}} {
		for _, up := range []bool{true, false} {
			inBubble(t, func(t *testing.T, h *Hub) {
				tb := circle(t, h)
				sunrise(t, tb)
				if name == "done" {
					all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
				}
				all(t, tb, ask, 1)
				p := friendsFrame(t, tb).Friends.Poll
				three := map[bool][]mafia.Seat{true: {1, 4, 5}, false: {4, 5, 6}}[up]
				all(t, tb, Hand{Poll: p.ID, Up: up}, three...)
				if friendsFrame(t, tb).Friends.Poll.Kind != name {
					t.Fatalf("%s: three hands of seven decide", name)
				}
				all(t, tb, Hand{Poll: p.ID, Up: up}, 7)
				if f := friendsFrame(t, tb); f.Friends.Poll.Kind != "" {
					t.Errorf("%s is waited for: %+v", name, f.Friends.Poll)
				}
			})
		}
	}
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Ask{}, 3)
		p := friendsFrame(t, tb).Friends.Poll
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 4, 5, 6, 7)
		if friendsFrame(t, tb).Friends.Poll.Kind != "judge" {
			t.Error("a verdict that waits for nobody")
		}
		all(t, tb, Hand{Poll: p.ID}, 3)
		if friendsFrame(t, tb).Friends.Poll.Kind != "" {
			t.Error("all have answered")
		}
	})
}

// ORIGINAL-NIGHT-1: whoever calls the night is for it, and may still think again.
func TestWhoCallsTheNightIsForIt(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Night{}, 1)
		p := friendsFrame(t, tb).Friends.Poll
		if p.Up != mafia.SeatsOf(1) {
			t.Fatalf("%+v", p)
		}
		all(t, tb, Hand{Poll: p.ID}, 1)
		if p := friendsFrame(t, tb).Friends.Poll; p.Up != 0 || p.Down != mafia.SeatsOf(1) {
			t.Errorf("%+v", p)
		}
	})
}

// Whoever asks for seats in vain uses up his own tries: neither the owner of another seat
// nor a ticket for the same one is kept out, and several phones do not ask without end.
func TestAStrangerUsesUpHisOwnTries(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		ask := func(seat mafia.Seat, phone string) error {
			return tb.AskToMove(context.Background(), Move{To: seat, Ticket: phone, Nick: phone})
		}
		deny := func(seat mafia.Seat, phone string) {
			t.Helper()
			later(moveRest)
			mustDo(t, ask(seat, phone))
			all(t, tb, Hand{Poll: friendsFrame(t, tb).Friends.Poll.ID}, seat)
		}
		for _, seat := range []mafia.Seat{1, 2, 4} {
			deny(seat, "stranger")
		}
		later(moveRest)
		refused(t, ask(5, "stranger"), "a fourth time")
		for range inVain {
			deny(5, "second")
		}
		for range inVain {
			deny(5, "third")
		}
		later(moveRest)
		refused(t, ask(5, "fourth"), "one phone after the other")
		mustDo(t, wantsMove(tb, 5, "ticket"))
		raise(t, tb)
		deny(6, "fourth")
		nightFalls(t, tb, 1)
		if len(tb.s.friends.Tries) != 0 {
			t.Error("the next day does not begin anew")
		}
	})
}

// A question about a seat holds nothing: what the others may do goes on, and so do the
// clocks. It waits while another question is asked, and comes back.
func TestAQuestionAboutASeatHoldsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		later(talkTime - 20*time.Second)
		mustDo(t, asksNow(tb, 4, "x"))
		later(19 * time.Second)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Accusation || f.Friends.Poll.Kind != pollMove {
			t.Fatalf("%+v", f.Friends.Poll)
		}
		later(time.Second)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk || f.Friends.Poll.Kind != pollMove {
			t.Fatalf("the accusation's clock stood: %+v", f.Clock)
		}
		// The trial is held meanwhile.
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		p := friendsFrame(t, tb).Friends.Poll
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1)
		all(t, tb, Ask{}, 3)
		if m := moving(t, tb, 4, "x"); !m.Asking {
			t.Errorf("the question is lost: %+v", m)
		}
		refused(t, tb.AskToMove(context.Background(), Move{To: 5, Ticket: "y", Owned: true}), "another beside it")
		raise(t, tb, 1, 3, 4, 5, 6, 7)
		f := friendsFrame(t, tb)
		q := f.Friends.Poll
		if f.View.Seats[1].In || q.Kind != pollMove || q.ID == p.ID || q.Up != mafia.SeatsOf(1) || q.Who.Has(2) || q.Need != 3 {
			t.Fatalf("%+v", q)
		}
		// So is everything else, the end of the game too.
		for _, c := range []mafia.Command{Gone{To: 6}, Stop{}} {
			all(t, tb, c, 1)
			raise(t, tb)
		}
		if q := friendsFrame(t, tb).Friends.Poll; q.Kind != pollMove {
			t.Fatalf("%+v", q)
		}
		all(t, tb, Night{}, 3)
	})
	inBubble(t, func(t *testing.T, h *Hub) { // the notes, and the cards
		tb := circle(t, h)
		all(t, tb, Ready{Aloud: true}, 1)
		all(t, tb, Ready{}, 1, 2, 3, 4)
		later(cardsTime - 10*time.Second)
		mustDo(t, asksNow(tb, 4, "x"))
		later(10 * time.Second)
		if f := friendsFrame(t, tb).Friends; f.Sunrise != "count" || f.Poll.Kind != "" {
			t.Fatalf("the sunrise waits for the answer: %+v", f)
		}
		later(sunLead + sunNumbers*sunBeat)
		if p := friendsFrame(t, tb).Friends.Poll; p.Kind != pollMove {
			t.Fatalf("%+v", p)
		}
		nightFalls(t, tb, 1)
		later(pollTime) // the question has come to its end
		later(notesTime - pollTime - 10*time.Second)
		mustDo(t, asksNow(tb, 4, "y"))
		later(10 * time.Second)
		if f := friendsFrame(t, tb); f.View.Phase == mafia.Notes {
			t.Fatalf("the notes wait for the answer: %+v", f.Clock)
		}
	})
}

// Every question is counted that opens no seat, a yes that is not used too; the phones of
// one place have a few for all seats, all phones together twice as many, and the friends
// a rest after each.
func TestQuestionsAboutSeatsAreBounded(t *testing.T) {
	ctx := context.Background()
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		for range inVain {
			mustDo(t, tb.AskToMove(ctx, Move{To: 3, Ticket: "b", Nick: "B"}))
			all(t, tb, Hand{Poll: friendsFrame(t, tb).Friends.Poll.ID, Up: true}, 3)
			later(moveRest)
		}
		refused(t, tb.AskToMove(ctx, Move{To: 3, Ticket: "b", Nick: "B"}), "a fourth yes that nobody uses")
		if f := friendsFrame(t, tb).Friends; len(f.Moved) != 0 {
			t.Errorf("opened: %v", f.Moved)
		}
	})
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		ask := func(n int, place string) error {
			later(moveRest)
			err := tb.AskToMove(ctx, Move{To: mafia.Seat(n%7 + 1), Ticket: "phone " + string(rune('a'+n)), Place: place})
			if err == nil {
				raise(t, tb)
				refused(t, tb.AskToMove(ctx, Move{To: 7, Ticket: "at once"}), "without a rest")
			}
			return err
		}
		n := 0
		for ; n < 20 && ask(n, "here") == nil; n++ {
			continue
		}
		if n != seatTries {
			t.Fatalf("%d questions from one place", n)
		}
		for ; n < 40 && ask(n, string(rune('A'+n))) == nil; n++ {
			continue
		}
		if n != tableTries {
			t.Fatalf("%d questions of one day", n)
		}
		mustDo(t, wantsMove(tb, 5, "ticket"))
	})
}

// What has opened a seat was not in vain, once a day for each seat: two phones do not pass
// it to and fro all day.
func TestAnOpenedSeatIsForgivenOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		ctx, n := context.Background(), 0
		for ; n < 20; n++ {
			later(moveRest)
			phone := []string{"a", "b"}[n%2]
			if tb.AskToMove(ctx, Move{To: 3, Ticket: phone}) != nil {
				break
			}
			all(t, tb, Hand{Poll: friendsFrame(t, tb).Friends.Poll.ID, Up: true}, 3)
			mustDo(t, tb.Claim(ctx, 3, phone))
		}
		if n != seatTries+1 {
			t.Errorf("opened %d times", n)
		}
	})
}

// A question that has failed rests on though a stranger asks for a seat.
func TestAStrangerGivesNoRestBack(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Night{}, 1)
		raise(t, tb)
		later(10 * time.Second)
		mustDo(t, asksNow(tb, 4, "x"))
		refused(t, says(tb, 2, Night{}), "the night again")
		later(barTime - 11*time.Second)
		refused(t, says(tb, 2, Night{}), "the night again")
		later(time.Second)
		all(t, tb, Night{}, 2)
	})
}
