package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
)

// circle is seven friends: 2 and 5 are black.
func circle(t testing.TB, h *Hub) *Table {
	t.Helper()
	return circleOf(t, h, mafia.SeatsOf(2, 5))
}

func circleOf(t testing.TB, h *Hub, blacks mafia.Seats) *Table {
	t.Helper()
	meta := Meta{Rulebook: "original@1", Kind: KindPhones, Deal: "lot", Seats: ten()[:7]}
	deal := make([]mafia.Role, 7)
	for i := range deal {
		deal[i] = mafia.Civilian
	}
	for _, s := range blacks.List() {
		deal[s-1] = mafia.Mafia
	}
	tb, err := h.Create(context.Background(), meta, mafia.Setup{Deal: deal})
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// says sends a command from a seat.
func says(tb *Table, by mafia.Seat, c mafia.Command) error {
	body, err := plain(c)
	if err != nil {
		return err
	}
	a, err := tb.Command(context.Background(), Request{Who: mafia.Player(by), Command: body})
	if err == nil && a.Length != 0 {
		return errors.New("the answer tells the length of the history")
	}
	return err
}

func all(t testing.TB, tb *Table, c mafia.Command, by ...mafia.Seat) {
	t.Helper()
	for _, s := range by {
		if err := says(tb, s, c); err != nil {
			t.Fatalf("%d %s: %v", s, c.Verb(), err)
		}
	}
}

func friendsFrame(t testing.TB, tb *Table) Frame {
	t.Helper()
	raw, err := tb.Frame(context.Background(), mafia.Board)
	if err != nil {
		t.Fatal(err)
	}
	var f Frame
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// raise raises hands in the running poll, and lowers those of others who may.
func raise(t testing.TB, tb *Table, up ...mafia.Seat) {
	t.Helper()
	p := friendsFrame(t, tb).Friends.Poll
	yes := mafia.SeatsOf(up...)
	for _, s := range p.Who.List() {
		err := says(tb, s, Hand{Poll: p.ID, Up: yes.Has(s)})
		var no *Refusal
		if err != nil && (!errors.As(err, &no) || no.Why != WhyNotNow) {
			t.Fatal(err)
		}
	}
}

// sunrise leads friends to their first day; it takes place in virtual time.
func sunrise(t testing.TB, tb *Table) {
	t.Helper()
	n := mafia.FirstSeats(len(tb.Meta().Seats))
	_ = says(tb, 1, Ready{Aloud: true})
	for _, s := range n.List() {
		_ = says(tb, s, Ready{})
	}
	time.Sleep(sunLead + sunNumbers*sunBeat + time.Millisecond)
	synctest.Wait()
}

func nightFalls(t testing.TB, tb *Table, by mafia.Seat) {
	t.Helper()
	all(t, tb, Night{}, by)
	raise(t, tb, friendsFrame(t, tb).Friends.Poll.Who.List()...)
}

func note(night int, name mafia.Seat) Note {
	return Note{Night: fmt.Sprintf("%02d", night), Name: fmt.Sprintf("%02d", name)}
}

// inBubble runs a test in virtual time with a hub that is closed in it.
func inBubble(t *testing.T, f func(t *testing.T, h *Hub)) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		f(t, h)
	})
}

// ORIGINAL-SUN-1, ORIGINAL-SUN-2: cards first, then the twenty, then black players know each other.
func TestSunriseIsCountedByTheServersClock(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		all(t, tb, Ready{}, 1, 2, 3)
		all(t, tb, Ready{Aloud: true}, 5, 4)
		if f := friendsFrame(t, tb).Friends; f.Sunrise != "cards" || f.Voice != 4 || f.Ready != mafia.SeatsOf(1, 2, 3) {
			t.Fatalf("%+v", f)
		}
		all(t, tb, Ready{}, 4, 5, 6, 7)
		f := friendsFrame(t, tb)
		if f.Friends.Sunrise != "count" || f.Clock.Kind != "sunrise" || f.Clock.LimitMs != 26_000 {
			t.Fatalf("%+v %+v", f.Friends, f.Clock)
		}
		time.Sleep(25 * time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); f.Friends.Sunrise != "count" {
			t.Fatal("day opens before twenty")
		}
		v, _ := tb.View(context.Background(), mafia.Player(2))
		if v.Seats[4].Role != mafia.Unknown {
			t.Error("black players know each other before the count is over")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk || f.View.Day != 1 || f.Friends.Sunrise != "" {
			t.Fatalf("%+v", f.View)
		}
		v, _ = tb.View(context.Background(), mafia.Player(2))
		if v.Seats[4].Role != mafia.Mafia {
			t.Error("black players do not know each other after sunrise")
		}
	})
}

// ORIGINAL-SUN-2: with closed eyes nobody knows where a count stands that nobody hears.
func TestNothingIsCountedWithoutAVoice(t *testing.T) {
	offered := func(tb *Table, do Verb) bool {
		return slices.ContainsFunc(friendsFrame(t, tb).Friends.Offers, func(o FriendsOffer) bool { return o.Do == do })
	}
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		all(t, tb, Ready{}, 1, 2, 3, 4, 5, 6)
		if says(tb, 1, Silent{}) == nil || offered(tb, DoSilent) {
			t.Error("counted before all have looked")
		}
		all(t, tb, Ready{}, 7)
		later(cardsTime)
		if f := friendsFrame(t, tb); f.Friends.Sunrise != "cards" || f.Clock.Running || !offered(tb, DoSilent) {
			t.Fatalf("%+v %+v", f.Friends, f.Clock)
		}
		all(t, tb, Ready{Aloud: true}, 6)
		if f := friendsFrame(t, tb).Friends; f.Sunrise != "count" || f.Voice != 6 {
			t.Fatalf("%+v", f)
		}
	})
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		all(t, tb, Ready{}, 1, 2, 3, 4, 5, 6, 7)
		all(t, tb, Silent{}, 3)
		if f := friendsFrame(t, tb).Friends; f.Sunrise != "count" || f.Voice != 0 {
			t.Fatalf("%+v", f)
		}
		later(sunLead + sunNumbers*sunBeat)
		// Nobody has heard it: once more, with a phone that counts.
		all(t, tb, Repeat{}, 2)
		p := friendsFrame(t, tb).Friends.Poll
		if p.Kind != "sun" || p.Need != 4 || says(tb, 3, mafia.Accuse{By: 3, To: 1}) == nil {
			t.Fatalf("%+v", p)
		}
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 3, 4)
		f := friendsFrame(t, tb)
		if f.Friends.Sunrise != "count" || f.Friends.Voice != 2 || f.Clock.Kind != "sunrise" || len(f.Friends.Offers) != 0 {
			t.Fatalf("%+v", f.Friends)
		}
		later(sunLead + sunNumbers*sunBeat)
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk || f.View.Day != 1 || f.Friends.Sunrise != "" {
			t.Fatalf("%+v", f.View)
		}
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Ask{}, 3)
		raise(t, tb)
		if offered(tb, DoRepeat) || says(tb, 2, Repeat{}) == nil {
			t.Error("the game has begun, and yet the sunrise is repeated")
		}
	})
}

// ORIGINAL-DAY-6: counted when all have answered, or after half a minute.
func TestAnAccusationIsVotedOnByOpenHands(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		if err := says(tb, 1, mafia.Drop{}); err == nil {
			t.Error("a stranger drops an accusation")
		}
		all(t, tb, mafia.Drop{}, 3)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		if err := says(tb, 1, Ask{}); err == nil {
			t.Error("a stranger asks for the vote")
		}
		all(t, tb, Ask{}, 3)
		p := friendsFrame(t, tb).Friends.Poll
		if p.Kind != "judge" || p.Need != 4 || p.Who.Has(2) || p.Up != 0 {
			t.Fatalf("%+v", p)
		}
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 4)
		all(t, tb, Hand{Poll: p.ID}, 1)
		if q := friendsFrame(t, tb).Friends.Poll; q.Up != mafia.SeatsOf(4) || q.Down != mafia.SeatsOf(1) {
			t.Fatalf("hands are not open: %+v", q)
		}
		raise(t, tb, 3, 4, 5) // three of six are not more than half
		f := friendsFrame(t, tb)
		if f.View.Phase != mafia.Talk || !f.View.Seats[1].In || f.View.News.Hands != 3 {
			t.Fatalf("%+v", f.View.News)
		}
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Ask{}, 3)
		if err := says(tb, 4, Hand{Poll: p.ID, Up: true}); err == nil {
			t.Error("a hand of the last poll counts in this one")
		}
		p = friendsFrame(t, tb).Friends.Poll
		all(t, tb, Hand{Poll: p.ID, Up: true}, 1, 3, 4, 5)
		time.Sleep(pollTime - time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); !f.View.Seats[1].In {
			t.Fatal("counted before all have answered and before the time is up")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); f.View.Seats[1].In || f.View.Phase != mafia.Talk {
			t.Fatal("four of six do not condemn at the end of the time")
		}
	})
}

// What is sent for another, or by nobody of the table, changes nothing.
func TestEverybodyActsForHimself(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		before := seen(t, tb, mafia.Board)
		body := raw(t, mafia.Accuse{By: 3, To: 2})
		for _, who := range []mafia.Viewer{mafia.Player(1), mafia.Board, mafia.Device, mafia.Host, mafia.Ghost(3), mafia.Player(8)} {
			if _, err := tb.Command(context.Background(), Request{Who: who, Command: body}); err == nil {
				t.Errorf("%v accuses for 3", who)
			}
		}
		for _, c := range []mafia.Command{Undo{}, Pause{}, Freeze{}, mafia.Proceed{}, mafia.Judge{}, mafia.Leave{To: 3}} {
			for _, who := range []mafia.Viewer{mafia.Device, mafia.Player(3)} {
				if _, err := tb.Command(context.Background(), Request{Who: who, Command: raw(t, c)}); err == nil {
					t.Errorf("%v: %s is accepted", who, c.Verb())
				}
			}
		}
		if seen(t, tb, mafia.Board) != before {
			t.Error("a refusal has changed something")
		}
		must(t, tb, Void{})
		if f := friendsFrame(t, tb); !f.Table.Voided {
			t.Error("the machine's owner cannot declare a game void")
		}
	})
}

// Nothing tells whose note is whose, nor that one was written: the answers are
// the same, and nobody gets a frame (ORIGINAL-NIGHT-8, ORIGINAL-TIP-1).
func TestNotesAreSilent(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		nightFalls(t, tb, 1)
		var subs []*Sub
		for _, w := range []mafia.Viewer{mafia.Board, mafia.Device, mafia.Player(1), mafia.Player(2), mafia.Player(7)} {
			sub, err := tb.Subscribe(context.Background(), w)
			if err != nil {
				t.Fatal(err)
			}
			defer sub.Close()
			if _, err := sub.Next(context.Background()); err != nil {
				t.Fatal(err)
			}
			subs = append(subs, sub)
		}
		length := len(raw(t, note(1, 0)))
		// 3 is red and names somebody, 5 is black and calls himself honest.
		for _, n := range []struct{ by, name mafia.Seat }{{1, 0}, {2, 3}, {3, 1}, {4, 0}, {5, 0}, {2, 1}, {6, 0}} {
			if body := raw(t, note(1, n.name)); len(body) != length {
				t.Errorf("a note of another length: %s", body)
			}
			if err := says(tb, n.by, note(1, n.name)); err != nil {
				t.Fatalf("%+v: %v", n, err)
			}
			for _, sub := range subs {
				quiet(t, sub)
			}
		}
		all(t, tb, note(1, 0), 7)
		f := friendsFrame(t, tb)
		if f.View.Phase != mafia.Talk || f.View.Notes.Names != 2 || len(f.View.Notes.Read) != 2 || len(f.View.Departed) != 0 {
			t.Fatalf("%+v", f.View)
		}
		got := mafia.SeatsOf(f.View.Notes.Read...)
		if got != mafia.SeatsOf(0, 3) {
			t.Errorf("read out: %v", f.View.Notes.Read)
		}
	})
}

// ORIGINAL-ABSENT-1 to ORIGINAL-ABSENT-4.
func TestAPlayerWhoHasVanished(t *testing.T) {
	for _, who := range []mafia.Seat{5, 6} { // black, red
		inBubble(t, func(t *testing.T, h *Hub) {
			tb := circle(t, h)
			sunrise(t, tb)
			all(t, tb, Gone{To: who}, 1)
			raise(t, tb, 1, 2, 3, 4)
			if f := friendsFrame(t, tb).Friends; f.Absent != 0 || f.Poll.Kind != "gone" {
				t.Fatalf("he had no time to say that he is there: %+v", f)
			}
			all(t, tb, Here{}, who)
			if f := friendsFrame(t, tb).Friends; f.Absent != 0 || f.Poll.Kind != "" {
				t.Fatalf("%+v", f)
			}
			all(t, tb, Gone{To: who}, 1)
			raise(t, tb, 1, 2, 3, 4)
			time.Sleep(pollTime + time.Second)
			synctest.Wait()
			if f := friendsFrame(t, tb).Friends; f.Absent != mafia.SeatsOf(who) {
				t.Fatalf("%+v", f)
			}
			if err := says(tb, who, mafia.Accuse{By: who, To: 1}); err == nil {
				t.Error("the absent accuse")
			}
			nightFalls(t, tb, 1)
			for _, s := range mafia.FirstSeats(7).Without(who).List() {
				name := mafia.Seat(0)
				if s == 2 || s == 5 {
					name = 1
				}
				all(t, tb, note(1, name), s)
			}
			f := friendsFrame(t, tb)
			dead := who == 6 // with a black player absent the kill fails
			if f.View.Notes.Names != 2 || !f.Friends.Hushed || len(f.View.Notes.Read) != 0 || f.View.Seats[0].In == dead {
				t.Fatalf("%d absent: %+v %+v", who, f.View, f.Friends)
			}
			all(t, tb, Here{}, who)
			nightFalls(t, tb, 3)
			for _, s := range living(&f.View).List() {
				name := mafia.Seat(0)
				if s == 2 || s == 5 {
					name = 4
				}
				all(t, tb, note(2, name), s)
			}
			if f = friendsFrame(t, tb); f.Friends.Hushed || len(f.View.Notes.Read) != 2 || f.View.Seats[3].In {
				t.Fatalf("%+v", f.View)
			}
		})
	}
}

// What is told of a night does not tell whether the absent player is black
// (ORIGINAL-ABSENT-3): in one world he is and the kill fails for it, in the other
// the mafia do not agree.
func TestTheNightTellsNoCardOfTheAbsent(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		world := func(blacks mafia.Seats) string {
			tb := circleOf(t, h, blacks)
			sunrise(t, tb)
			all(t, tb, Gone{To: 5}, 1)
			raise(t, tb, 1, 2, 3, 4)
			time.Sleep(pollTime + time.Second)
			synctest.Wait()
			nightFalls(t, tb, 1)
			all(t, tb, note(1, 1), 2)
			all(t, tb, note(1, 3), 6)
			all(t, tb, note(1, 0), 1, 3, 4, 7)
			f := friendsFrame(t, tb)
			f.Table, f.Clock = About{}, ClockView{}
			raw, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
		if a, b := world(mafia.SeatsOf(2, 5)), world(mafia.SeatsOf(2, 6)); a != b {
			t.Errorf("two worlds that look alike:\n%s\n%s", a, b)
		}
	})
}

// Whoever is declared absent while notes are written keeps nobody waiting.
func TestVanishedInTheNight(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		nightFalls(t, tb, 1)
		all(t, tb, note(1, 0), 1, 3, 4, 6)
		all(t, tb, note(1, 3), 2, 5)
		all(t, tb, Gone{To: 7}, 1)
		raise(t, tb, 1, 2, 3, 4, 5, 6)
		time.Sleep(pollTime + time.Second)
		synctest.Wait()
		f := friendsFrame(t, tb)
		if f.View.Phase != mafia.Talk || f.View.Seats[2].In || f.View.Notes.Names != 2 {
			t.Fatalf("%+v", f.View)
		}
	})
}

// An accusation whose accuser has vanished is dropped (ORIGINAL-ABSENT-1).
func TestAbsentAccuser(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, mafia.Accuse{By: 3, To: 2}, 3)
		all(t, tb, Gone{To: 3}, 1)
		raise(t, tb, 1, 2, 4, 5)
		time.Sleep(pollTime + time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); f.View.Phase != mafia.Talk {
			t.Fatalf("%+v", f.View)
		}
	})
}

func TestMostDeclareTheGameVoidAndWantAnotherRound(t *testing.T) {
	inBubble(t, func(t *testing.T, h *Hub) {
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Stop{}, 4)
		raise(t, tb, 1, 2, 4)
		if f := friendsFrame(t, tb); f.Table.Voided {
			t.Fatal("three of seven declare a game void")
		}
		time.Sleep(barTime + time.Second) // a question that has failed rests
		all(t, tb, Stop{}, 4)
		raise(t, tb, 1, 2, 4, 7)
		if f := friendsFrame(t, tb); !f.Table.Voided {
			t.Fatal("four of seven do not")
		}
		if err := says(tb, 1, mafia.Accuse{By: 1, To: 2}); err == nil {
			t.Error("a void game goes on")
		}
		all(t, tb, Again{}, 1, 2, 3)
		if again, _, _, err := tb.WantsAgain(); again != mafia.SeatsOf(1, 2, 3) || err != nil {
			t.Fatal("who wants another round is not told")
		}
		all(t, tb, Again{}, 4)
		if again, _, _, err := tb.WantsAgain(); again.Count() != 4 || err != nil {
			t.Fatal("four of seven do not", err)
		}
		all(t, tb, Quit{}, 4)
		if again, _, left, err := tb.WantsAgain(); again != mafia.SeatsOf(1, 2, 3) || left != mafia.SeatsOf(4) || err != nil {
			t.Fatal("who has left is counted", again, left, err)
		}
		if err := says(tb, 4, Again{}); err == nil {
			t.Error("who has left wants another round")
		}
	})
}

// A deadline that ran when the program died begins anew, for nobody could answer.
func TestADeadlineBeginsAnewAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		h := open(t, store)
		tb := circle(t, h)
		sunrise(t, tb)
		all(t, tb, Night{}, 1)
		time.Sleep(20 * time.Second)
		h.Close()
		time.Sleep(time.Hour)
		h = open(t, store)
		defer h.Close()
		tb, err := h.Get(context.Background(), tb.ID())
		if err != nil {
			t.Fatal(err)
		}
		f := friendsFrame(t, tb)
		if f.Friends.Poll.Kind != "night" || f.Clock.LeftMs != pollTime.Milliseconds() || !f.Clock.Running {
			t.Fatalf("%+v %+v", f.Friends.Poll, f.Clock)
		}
		time.Sleep(pollTime + time.Second)
		synctest.Wait()
		if f := friendsFrame(t, tb); f.Friends.Poll.Kind != "" || f.View.News.Kind != "call-night" {
			t.Fatalf("%+v", f)
		}
	})
}

func TestKindsOfTables(t *testing.T) {
	h := open(t, journal.NewMemory())
	for _, m := range []Meta{
		{Rulebook: "classic@1", Kind: KindPhones, Seats: ten()},
		{Rulebook: "original@1", Kind: "other", Seats: ten()},
		{Rulebook: "original@1", Kind: KindPhones, Seats: ten(), Options: []mafia.Option{{Name: "host", Value: "required"}}},
	} {
		if _, err := h.Create(context.Background(), m, mafia.Setup{Cast: mafia.CastOf(tenCards())}); !errors.Is(err, ErrKind) {
			t.Errorf("%+v: %v", m, err)
		}
	}
	tb := circle(t, h)
	info, err := h.store.Info(t.Context(), tb.ID())
	if err != nil || info.Version != 2 {
		t.Errorf("%+v %v", info, err)
	}
	info, err = h.store.Info(t.Context(), sit(t, h).ID())
	if err != nil || info.Version != 1 {
		t.Errorf("a room's table is of version %d: %v", info.Version, err)
	}
}

// friendsCommand is whatever somebody's phone may send, mostly something that is
// on offer.
func friendsCommand(r *rand.Rand, f Frame) (by mafia.Seat, c mafia.Command) {
	by = mafia.Seat(1 + r.IntN(7))
	do := FriendsCommands()[r.IntN(len(FriendsCommands()))].Verb()
	if o := f.Friends.Offers; r.IntN(4) > 0 && len(o) > 0 {
		pick := o[r.IntN(len(o))]
		by, do = anySeat(r, pick.By), pick.Do
	}
	to := mafia.Seat(1 + r.IntN(7))
	switch do {
	case DoAsk:
		return by, Ask{}
	case mafia.DoDrop:
		return by, mafia.Drop{}
	case mafia.DoAccuse:
		return by, mafia.Accuse{By: by, To: to}
	case DoHand:
		return by, Hand{Poll: f.Friends.Poll.ID, Up: r.IntN(4) > 0}
	case DoNight:
		return by, Night{}
	case DoNote:
		return by, note(f.View.Night, mafia.Seat(r.IntN(8)))
	case DoGone:
		return by, Gone{To: to}
	case DoStop:
		if r.IntN(4000) == 0 {
			return by, Stop{}
		}
	case DoAgain:
		return by, Again{}
	case DoDone:
		return by, Done{}
	case DoReady:
		return by, Ready{Aloud: r.IntN(2) == 0}
	case DoSilent:
		return by, Silent{}
	case DoRepeat:
		if r.IntN(20) == 0 {
			return by, Repeat{}
		}
	}
	return by, Here{}
}

// Seven phones at random: what is refused changes nothing, what is accepted was
// offered to its seat, a note changes no byte of what anybody sees, a restart at
// any moment loses nothing, all see the same bytes without a card, and the game ends.
func TestRandomFriends(t *testing.T) {
	games := 8
	if testing.Short() {
		games = 2
	}
	if os.Getenv("OMERTA_LONG") != "" {
		games = 400
	}
	ended := 0
	for seed := range uint64(games) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { ended += randomFriends(t, seed) })
		})
	}
	if ended < games/2 {
		t.Errorf("%d of %d games have ended: nothing was tried", ended, games)
	}
}

func randomFriends(t *testing.T, seed uint64) int {
	r := rand.New(rand.NewPCG(seed, 11))
	store := journal.NewMemory()
	h := open(t, store)
	tb := circle(t, h)
	defer func() { h.Close() }()
	for range 3000 {
		if r.IntN(30) == 0 {
			time.Sleep(time.Duration(r.IntN(40)) * time.Second)
			synctest.Wait()
		}
		if r.IntN(150) == 0 {
			before := still(t, tb)
			h.Close()
			h = open(t, store)
			var err error
			if tb, err = h.Get(context.Background(), tb.ID()); err != nil {
				t.Fatal(err)
			}
			if after := still(t, tb); after != before {
				t.Fatalf("a restart has changed\n%s\nto\n%s", before, after)
			}
		}
		f := friendsFrame(t, tb)
		if f.View.Phase == mafia.Over || f.Table.Voided {
			return finished(t, tb, f)
		}
		by, c := friendsCommand(r, f)
		before := seen(t, tb, mafia.Board)
		err := says(tb, by, c)
		after := seen(t, tb, mafia.Board)
		if r.IntN(8) == 0 {
			everybody(t, tb)
		}
		var no *Refusal
		switch {
		case errors.As(err, &no):
			if offered(f, by, c) || before != after {
				t.Fatalf("%d %+v: refused (%v) in %+v", by, c, err, f.Friends)
			}
		case err != nil:
			t.Fatalf("%d %+v: %v", by, c, err)
		case !offered(f, by, c):
			t.Fatalf("%d %+v was accepted without an offer: %+v", by, c, f.Friends)
		case c.Verb() == DoNote && friendsFrame(t, tb).View.Phase == mafia.Notes && before != after:
			t.Fatalf("the note of %d shows:\n%s\n%s", by, before, after)
		}
	}
	return 0
}

// still is a frame but for the clock.
func still(t *testing.T, tb *Table) string {
	t.Helper()
	f := friendsFrame(t, tb)
	f.Clock = ClockView{}
	raw, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// everybody is what all see, which is one and the same and names no card.
func everybody(t *testing.T, tb *Table) {
	t.Helper()
	board := seen(t, tb, mafia.Board)
	for _, w := range []mafia.Viewer{mafia.Device, mafia.Host, mafia.Player(1), mafia.Player(2)} {
		if got := seen(t, tb, w); got != board {
			t.Fatalf("%v sees another picture:\n%s\n%s", w, got, board)
		}
	}
	if f := friendsFrame(t, tb); f.View.Phase != mafia.Over {
		if strings.Contains(board, `"role":"mafia"`) || strings.Contains(board, `"role":"civilian"`) {
			t.Fatalf("a card: %s", board)
		}
	}
}

// offered reads the frame's offers by itself.
func offered(f Frame, by mafia.Seat, c mafia.Command) bool {
	for _, o := range f.Friends.Offers {
		if o.Do != c.Verb() || !o.By.Has(by) {
			continue
		}
		switch c := c.(type) {
		case mafia.Accuse:
			return o.To.Has(c.To) && c.To != by && c.By == by
		case Gone:
			return o.To.Has(c.To) && c.To != by
		case Hand:
			return c.Poll == f.Friends.Poll.ID
		case Note:
			night, name, _ := c.read()
			return night == f.View.Night && (name == 0 || o.To.Has(name))
		}
		return true
	}
	return false
}

// finished checks the end: every step was some seat's or the clock's, and the
// points are those of the rule.
func finished(t *testing.T, tb *Table, f Frame) int {
	t.Helper()
	steps, err := tb.History(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i, st := range steps[1:] {
		if !strings.HasPrefix(st.By, "player:") && st.By != string(doTimeUp) {
			t.Errorf("step %d was made by %q", i+1, st.By)
		}
	}
	if f.Table.Voided {
		return 0
	}
	if f.View.Outcome.Winner == mafia.NoWinner || f.Friends.Poll.Kind != "" {
		t.Errorf("%+v %+v", f.View.Outcome, f.Friends)
	}
	var want []int
	reds, live := 0, 0
	for _, x := range f.View.Seats {
		if x.Role == mafia.Civilian {
			reds++
			if x.In {
				live++
			}
		}
	}
	for _, x := range f.View.Seats {
		p := 0
		switch {
		case f.View.Outcome.Winner == mafia.BlackWon && x.Role == mafia.Mafia && x.In:
			p = reds
		case f.View.Outcome.Winner == mafia.RedWon && x.Role == mafia.Civilian:
			p = live
		}
		want = append(want, p)
	}
	if !reflect.DeepEqual(f.View.Points, want) {
		t.Errorf("points %v, want %v", f.View.Points, want)
	}
	return 1
}
