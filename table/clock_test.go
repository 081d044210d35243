package table

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
)

// speaking leads a table to the first turn with a limit.
func speaking(t *testing.T, tb *Table) Frame {
	t.Helper()
	for range 20 {
		if f := frameOf(t, tb); f.Clock.LimitMs > 0 && f.Clock.Kind == "speech" {
			return f
		}
		walk(t, tb, 1)
	}
	t.Fatal("nobody ever speaks")
	return Frame{}
}

func frameOf(t *testing.T, tb *Table) Frame {
	t.Helper()
	raw, err := tb.Frame(context.Background(), tb.Leader())
	if err != nil {
		t.Fatal(err)
	}
	var f Frame
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// leftOf checks what the clock shows, in seconds.
func leftOf(t *testing.T, tb *Table, seconds float64, running bool) {
	t.Helper()
	c := frameOf(t, tb).Clock
	if got := float64(c.LeftMs) / 1000; got != seconds || c.Running != running {
		t.Fatalf("clock shows %v, running %v; want %v, %v", got, c.Running, seconds, running)
	}
	if running && c.Deadline-c.Now != c.LeftMs {
		t.Fatalf("deadline %d, now %d, left %d", c.Deadline, c.Now, c.LeftMs)
	}
}

func TestClockOfASpeech(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(15 * time.Second)
		leftOf(t, tb, 45, true)
		must(t, tb, Pause{})
		time.Sleep(time.Minute)
		leftOf(t, tb, 45, false)
		_, err := try(t, tb, Pause{})
		refusedAs(t, err, WhyNoClock)
		must(t, tb, AddTime{Seconds: 10})
		must(t, tb, Resume{})
		time.Sleep(5 * time.Second)
		leftOf(t, tb, 50, true)
		must(t, tb, mafia.Foul{To: 9, N: 1}) // no new turn, the clock goes on
		leftOf(t, tb, 50, true)
		must(t, tb, AddTime{Seconds: -20})
		time.Sleep(40 * time.Second)
		leftOf(t, tb, -10, true) // over time, counted on
		walk(t, tb, 1)
		leftOf(t, tb, 60, true)
		time.Sleep(7 * time.Second)
		must(t, tb, Undo{})
		leftOf(t, tb, -10, true) // as the pass had found it
	})
}

func TestPauseEverythingStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(20 * time.Second)
		must(t, tb, Freeze{})
		time.Sleep(time.Hour)
		leftOf(t, tb, 40, false)
		must(t, tb, Continue{})
		leftOf(t, tb, 40, true)
		must(t, tb, Pause{})
		must(t, tb, Freeze{})
		must(t, tb, Continue{})
		leftOf(t, tb, 40, false) // it stood before, so it stands
	})
}

func TestInsertLeavesTheRunningClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, journal.NewMemory())
		defer h.Close()
		tb := sit(t, h)
		n := speaking(t, tb).Length
		time.Sleep(30 * time.Second)
		walk(t, tb, 1)
		time.Sleep(10 * time.Second)
		must(t, tb, Insert{At: n, Command: raw(t, mafia.Foul{To: 9, N: 1})})
		leftOf(t, tb, 50, true)
		must(t, tb, Undo{To: n + 1})
		leftOf(t, tb, 30, true)
	})
}

func TestEndOfTimeSignalsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		h := open(t, store)
		defer h.Close()
		tb := sit(t, h)
		speaking(t, tb)
		sub, err := tb.Subscribe(context.Background(), mafia.Board)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		_, _ = sub.Next(context.Background())
		last, _ := store.Last(context.Background(), tb.ID())
		start := time.Now()
		if _, err := sub.Next(context.Background()); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != time.Minute {
			t.Fatalf("the end was signalled after %v", d)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		if f, err := sub.Next(ctx); err == nil {
			t.Fatalf("signalled twice: %s", f)
		}
		if now, _ := store.Last(context.Background(), tb.ID()); now != last {
			t.Fatal("the end of a turn was journaled")
		}
	})
}

func TestClockAfterARestartStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		h := open(t, store)
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(17 * time.Second)
		h.Close()
		time.Sleep(24 * time.Hour)
		for range 2 { // a second restart changes nothing more
			h = open(t, store)
			var err error
			if tb, err = h.Get(context.Background(), tb.ID()); err != nil {
				t.Fatal(err)
			}
			leftOf(t, tb, 43, false)
			h.Close()
			time.Sleep(time.Hour)
		}
	})
}

func TestClockAfterACrashIsFiveSecondsExact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		h := open(t, store)
		tb := sit(t, h)
		speaking(t, tb)
		time.Sleep(17*time.Second + time.Millisecond)
		h.ctxDies() // nothing more reaches the store, as after SIGKILL
		h.Close()
		time.Sleep(time.Hour)
		h = open(t, store)
		defer h.Close()
		tb, err := h.Get(context.Background(), tb.ID())
		if err != nil {
			t.Fatal(err)
		}
		leftOf(t, tb, 45, false)
		must(t, tb, Resume{})
		time.Sleep(5 * time.Second)
		leftOf(t, tb, 40, true)
	})
}

// ctxDies makes every later call of the hub to its store fail.
func (h *Hub) ctxDies() { h.stop() }

func TestClockWithoutALimitNeverRuns(t *testing.T) {
	var c Clock
	at := time.UnixMilli(1000)
	c = c.Follow(turnKey{Kind: "speech", Seat: 3}, 0, at).Resume(at).Add(time.Second)
	if v := c.View(at.Add(time.Hour)); v.Running || v.LeftMs != 0 || v.Deadline != 0 {
		t.Fatalf("%+v", v)
	}
}
