package table

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/say"
)

// notes leads a game without a host to the night's notes and gives a seat whose
// note names somebody.
func notes(t *testing.T) (*Table, mafia.Seat) {
	t.Helper()
	meta := Meta{Rulebook: "original@1", Seats: ten()}
	deal := make([]mafia.Role, 10)
	for i := range deal {
		deal[i] = mafia.Civilian
	}
	deal[2], deal[5], deal[7] = mafia.Mafia, mafia.Mafia, mafia.Mafia
	tb, err := open(t, journal.NewMemory()).Create(context.Background(), meta, mafia.Setup{Deal: deal})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		v, err := tb.View(context.Background(), mafia.Device)
		if err != nil {
			t.Fatal(err)
		}
		offered := map[mafia.Verb]bool{}
		for _, o := range v.Offers {
			offered[o.Do] = true
		}
		switch {
		case offered[mafia.DoWrite]:
			return tb, 3
		case offered[mafia.DoCallNight]:
			must(t, tb, mafia.CallNight{Hands: mafia.Hands{Counted: true, Count: 10}})
		default:
			must(t, tb, mafia.Proceed{})
		}
	}
	t.Fatal("no night comes")
	return nil, 0
}

// On the one device nothing tells what somebody has written: not the undo, not
// the redo, not the log, not what a stale command is told.
func TestNotesLeaveNoTraceOnTheDevice(t *testing.T) {
	traces := func(name mafia.Seat) string {
		tb, by := notes(t)
		must(t, tb, mafia.Write{By: by, Name: name})
		f := frameOf(t, tb)
		old := 1
		_, err := tb.Command(context.Background(), Request{Who: mafia.Device, Seen: &old, Command: raw(t, mafia.Proceed{})})
		stale := refusedAs(t, err, WhyStale)
		must(t, tb, Undo{})
		g := frameOf(t, tb)
		for _, list := range [][]LogLine{f.Log, g.Log} {
			for i := range list {
				list[i].At = 0
			}
		}
		out, err := json.Marshal([]any{f.Undo, f.Log, f.View, stale.Line, g.Redo, g.Log, g.View})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if a, b := traces(1), traces(2); a != b {
		t.Errorf("two notes leave two traces:\n%s\n%s", a, b)
	}
}

// A word of the host's is nobody's in a game without one.
func TestDeviceMayNotOverrule(t *testing.T) {
	tb, _ := notes(t)
	for _, c := range []mafia.Command{
		mafia.Overrule{Command: mafia.Write{By: 1, Name: 3}},
		mafia.Overrule{Command: mafia.CallNight{Hands: mafia.Hands{Counted: true, Count: 10}}},
		mafia.Overrule{Command: mafia.Accuse{By: 1, To: 2}},
		mafia.SetCard{To: 3, Role: mafia.Mafia},
	} {
		_, err := try(t, tb, c)
		var no *mafia.Refusal
		if !errors.As(err, &no) || no.Why != mafia.WhyViewer {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Whoever does not lead the table learns no length, whatever answer he gets.
func TestAnswersTellNoLength(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 3)
	r := Request{Who: mafia.Player(4), Key: "p", Command: raw(t, mafia.Proceed{})}
	if err := tb.call(context.Background(), func() { tb.answers.keep(r, Answer{Length: 4}) }); err != nil {
		t.Fatal(err)
	}
	if a, err := tb.Command(context.Background(), r); err != nil || a.Length != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	seen := 1
	_, err := tb.Command(context.Background(), Request{Who: mafia.Player(4), Seen: &seen, Command: raw(t, mafia.Proceed{})})
	if no := refusedAs(t, err, WhyStale); no.Length != 0 || no.Line != nil {
		t.Errorf("%+v", no)
	}
}

// A frame that is ahead of the history was of another one: somebody has undone it.
func TestSeenMoreThanThereIsIsStale(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 3)
	must(t, tb, Undo{})
	for seen, stale := range map[int]bool{2: true, 3: false, 4: true} {
		_, err := tb.Command(context.Background(), Request{Who: mafia.Host, Seen: &seen, Command: raw(t, mafia.Foul{To: mafia.Seat(seen), N: 1})})
		if stale {
			refusedAs(t, err, WhyStale)
		} else if err != nil {
			t.Error(err)
		}
		if err == nil {
			must(t, tb, Undo{})
		}
	}
}

// The answer to a command is its giver's alone, also when it is long ago.
func TestKeyOfAnotherViewer(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	r := Request{Who: mafia.Host, Key: "k", Command: raw(t, mafia.Foul{To: 4, N: 1})}
	if _, err := tb.Command(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	for _, who := range []mafia.Viewer{mafia.Player(4), mafia.Board} {
		for range 2 { // by the ring, then by the journal
			r.Who = who
			_, err := tb.Command(context.Background(), r)
			refusedAs(t, err, WhyKeyUsed)
			if err := tb.call(context.Background(), func() { tb.answers = keyring{} }); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A clock of the machine that is set back does not set the journal back.
func TestMachinesClockSetBack(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 3)
	r := Request{Who: mafia.Host, Command: raw(t, mafia.Foul{To: 4, N: 1})}
	err := tb.call(context.Background(), func() {
		for _, back := range []time.Duration{time.Hour, time.Millisecond, 0, -time.Hour} {
			now := tb.s.at.Add(-back)
			e, err := tb.s.decide(r, now)
			if err != nil || e.at.Before(tb.s.at) || back < 0 && !e.at.Equal(now) {
				t.Errorf("%v back: entry at %v after one at %v, %v", back, e.at, tb.s.at, err)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Each of the later steps keeps the clock that it had found.
func TestClocksAfterAnInsertion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		n := speaking(t, tb).Length
		for _, wait := range []time.Duration{30, 10, 20} {
			time.Sleep(wait * time.Second)
			walk(t, tb, 1)
		}
		must(t, tb, Insert{At: n, Command: raw(t, mafia.Foul{To: 9, N: 1})})
		for i, left := range []float64{40, 50, 30} { // of the third, the second, the first
			must(t, tb, Undo{To: n + 3 - i})
			leftOf(t, tb, left, true)
		}
	})
}

// So do the steps that stand again when an insertion is taken back, or done again.
func TestClocksAfterAnInsertionIsTakenBack(t *testing.T) {
	for name, again := range map[string]bool{"taken back": false, "done again": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := open(t, journal.NewMemory())
				defer h.Close()
				tb := sit(t, h)
				n := speaking(t, tb).Length
				for _, wait := range []time.Duration{30, 10, 20} {
					time.Sleep(wait * time.Second)
					walk(t, tb, 1)
				}
				must(t, tb, Insert{At: n, Command: raw(t, mafia.Foul{To: 9, N: 1})})
				must(t, tb, Undo{})
				last := n + 2
				if again {
					must(t, tb, Redo{})
					last++
				}
				for i, left := range []float64{40, 50, 30} { // of the third, the second, the first
					must(t, tb, Undo{To: last - i})
					leftOf(t, tb, left, true)
				}
			})
		})
	}
}

// What is foreseen of a command that was given before is nothing new.
func TestNothingIsForeseenOfACommandGivenBefore(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 1)
	must(t, tb, mafia.Remove{To: 3})
	must(t, tb, mafia.Foul{To: 4, N: 1})
	r := Request{Who: mafia.Host, Key: "k", Command: raw(t, Undo{})}
	in := func(v mafia.View) bool { return v.Seats[2].In }
	back := func() (before, after bool) {
		t.Helper()
		a, b, err := tb.Foresee(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return in(a), in(b)
	}
	if _, err := tb.Command(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if before, after := back(); before || after {
		t.Errorf("the same undo again would bring 3 back: %v, %v", before, after)
	}
	r.Key = "another"
	if before, after := back(); before || !after {
		t.Errorf("another undo would not bring 3 back: %v, %v", before, after)
	}
	if v, err := tb.View(t.Context(), mafia.Board); err != nil || in(v) {
		t.Errorf("to foresee has changed the table (%v)", err)
	}
}

// An undo strikes the lines of what it takes back, and no others.
func TestUndoStrikesItsOwnLines(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 1)
	for to := range mafia.Seat(3) {
		must(t, tb, mafia.Foul{To: to + 1, N: 1})
	}
	must(t, tb, Undo{To: 3})
	log, err := tb.Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	struck := 0
	for _, l := range log {
		if l.Struck != (l.Step > 3) {
			t.Errorf("%+v", l)
		}
		if l.Struck {
			struck++
		}
	}
	if struck < 2 {
		t.Errorf("%d lines are struck", struck)
	}
}

func TestVoidStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(20 * time.Second)
		must(t, tb, Void{})
		time.Sleep(time.Hour)
		leftOf(t, tb, 40, false)
	})
}

// Lines of the log that tell a card are marked, so that a screen may hide them.
func TestSecretLinesAreMarked(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	must(t, tb, mafia.Foul{To: 5, N: 1})
	for shot := false; !shot; {
		v, err := tb.View(context.Background(), mafia.Host)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range v.Offers {
			if o.Do == mafia.DoShoot {
				must(t, tb, mafia.Shoot{Shots: []mafia.Shot{{By: o.By.First(), At: mafia.SeatsOf(9)}}})
				shot = true
				break
			}
		}
		if !shot {
			walk(t, tb, 1)
		}
	}
	log, err := tb.Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if last := log[len(log)-1]; !last.Secret {
		t.Errorf("a shot is not marked: %+v", last)
	}
	open := 0
	for _, l := range log {
		if !l.Secret {
			open++
		}
	}
	if open == 0 {
		t.Error("every line is marked")
	}
}

// A full journal still lets a paused game go on and every game be declared void.
func TestFullJournal(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	decide := func(c mafia.Command) error {
		var err error
		if cerr := tb.call(context.Background(), func() {
			s := tb.s
			s.seq = maxEntries
			_, err = s.decide(Request{Who: mafia.Host, Command: raw(t, c)}, time.Now())
		}); cerr != nil {
			t.Fatal(cerr)
		}
		return err
	}
	for _, c := range []mafia.Command{mafia.Foul{To: 4, N: 1}, Freeze{}, Continue{}, Undo{}} {
		refusedAs(t, decide(c), WhyFull)
	}
	if err := decide(Void{}); err != nil {
		t.Error(err)
	}
	must(t, tb, Freeze{})
	for _, c := range []mafia.Command{Continue{}, Void{}} {
		if err := decide(c); err != nil {
			t.Errorf("%s: %v", c.Verb(), err)
		}
	}
	refusedAs(t, decide(Undo{}), WhyFull)
	must(t, tb, Void{})
	refusedAs(t, decide(Void{}), WhyFull)
	refusedAs(t, decide(Undo{}), WhyFull)
}

// The log names what was taken back, but no secret.
func TestTheLogNamesWhatWasTakenBack(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	last := func() Line {
		log, err := tb.Log(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return log[len(log)-1].Line
	}
	must(t, tb, mafia.Foul{To: 4, N: 1})
	must(t, tb, Undo{})
	if l := last(); l.In(say.RU) != "Отменено: 1-е замечание номеру 4." {
		t.Errorf("%q", l.In(say.RU))
	}
	for to := range mafia.Seat(3) {
		must(t, tb, mafia.Foul{To: to + 1, N: 1})
	}
	must(t, tb, Undo{To: 1})
	if l := last(); l.In(say.RU) != "Отменено 3 действия." || l.In(say.EN) != "3 actions taken back." {
		t.Errorf("%q", l.In(say.RU))
	}
	for {
		v, err := tb.View(context.Background(), mafia.Host)
		if err != nil {
			t.Fatal(err)
		}
		if v.Phase == mafia.NightPhase && v.Call.Role == mafia.Don {
			break
		}
		must(t, tb, forward(t, tb))
	}
	must(t, tb, mafia.Act{Role: mafia.Don, Deed: mafia.Check, To: 4})
	must(t, tb, Undo{})
	if l := last(); l.Key != "table.undo" {
		t.Errorf("a secret is named: %q", l.In(say.RU))
	}
}
