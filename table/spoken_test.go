package table

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/say"
)

// spoken is what a frame gives to be said at once.
func spoken(t *testing.T, tb *Table) []string {
	t.Helper()
	out := []string{}
	for _, l := range frameOf(t, tb).Spoken {
		out = append(out, l.In(say.RU))
	}
	return out
}

func TestWhatTheLastStepMakesDueIsSpokenUntilTheNext(t *testing.T) {
	store := journal.NewMemory()
	h := open(t, store)
	tb := sit(t, h)
	speaking(t, tb)
	must(t, tb, mafia.Foul{To: 9, N: 1})
	want := "Номер 9, у Вас 1-е замечание."
	check := func(n int) {
		t.Helper()
		if got := spoken(t, tb); len(got) != n || n == 1 && got[0] != want {
			t.Fatalf("%q", got)
		}
	}
	check(1)
	must(t, tb, Pause{}) // no step
	check(1)
	must(t, tb, Undo{})
	check(0)
	must(t, tb, Redo{})
	check(1)
	raw, err := tb.Frame(context.Background(), mafia.Board)
	if err != nil {
		t.Fatal(err)
	}
	var f Frame
	if err := json.Unmarshal(raw, &f); err != nil || f.Spoken == nil || len(f.Spoken) != 0 {
		t.Fatalf("the room reads %v, %v", f.Spoken, err)
	}
	h.Close()
	h = open(t, store)
	if tb, err = h.Get(context.Background(), tb.ID()); err != nil {
		t.Fatal(err)
	}
	check(1) // after a restart
	walk(t, tb, 1)
	check(0)
}

func TestUndoWithinATurnLeavesTheRunningClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(10 * time.Second)
		must(t, tb, mafia.Foul{To: 9, N: 1})
		time.Sleep(9 * time.Second)
		must(t, tb, mafia.SetCard{To: 9, Role: mafia.Sheriff})
		time.Sleep(time.Second)
		must(t, tb, Undo{})
		leftOf(t, tb, 40, true)
		time.Sleep(5 * time.Second)
		must(t, tb, Undo{})
		leftOf(t, tb, 35, true)
		must(t, tb, Redo{})
		leftOf(t, tb, 35, true)
		must(t, tb, Pause{})
		must(t, tb, Undo{})
		leftOf(t, tb, 35, false) // whoever paused goes on when he says so
	})
}

func TestUndoAcrossTurnsGivesBackWhatWasLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		n := speaking(t, tb).Length
		time.Sleep(10 * time.Second)
		must(t, tb, mafia.Foul{To: 9, N: 1})
		time.Sleep(10 * time.Second)
		walk(t, tb, 1)
		time.Sleep(7 * time.Second)
		must(t, tb, mafia.Foul{To: 8, N: 1})
		must(t, tb, Undo{To: n + 1}) // the pass and the foul after it
		leftOf(t, tb, 40, true)
		walk(t, tb, 1)
		must(t, tb, Undo{To: n}) // a foul, a pass: the first had found 50 seconds
		leftOf(t, tb, 50, true)
	})
}

// CLASSIC-MORN-2: naming three takes none of the time away that still runs.
func TestABestMoveLeavesTheRunningClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		for range 40 {
			v := frameOf(t, tb).View
			switch {
			case v.Turn.BestMove:
				time.Sleep(8 * time.Second)
				must(t, tb, mafia.BestMove{By: v.Turn.Seat, Seats: mafia.SeatsOf(1, 2, 3)})
				leftOf(t, tb, 62, true)
				must(t, tb, Undo{})
				leftOf(t, tb, 62, true)
				return
			case v.Call.Shots && !v.Call.Done:
				must(t, tb, mafia.Shoot{Shots: []mafia.Shot{{By: 1, At: mafia.SeatsOf(6)}, {By: 2, At: mafia.SeatsOf(6)}, {By: 3, At: mafia.SeatsOf(6)}}})
			default:
				walk(t, tb, 1)
			}
		}
		t.Fatal("nobody has a best move")
	})
}
