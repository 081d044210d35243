package table

import (
	"context"
	"testing"
	"time"

	"omerta/journal"
	"omerta/mafia"
)

// What the host enters at night changes no byte of anybody else's frame, and
// sends him none: neither the role that is awake nor its clock.
func TestNightIsSilent(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	host := func() mafia.View {
		v, err := tb.View(context.Background(), mafia.Host)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for range 60 {
		if v := host(); v.Phase == mafia.NightPhase && v.Call.Role != mafia.Unknown {
			break
		}
		walk(t, tb, 1)
	}
	var subs []*Sub
	for _, w := range viewers()[1:] {
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
	entered := 0
	for {
		before := host()
		for _, o := range before.Offers {
			switch o.Do {
			case mafia.DoShoot:
				must(t, tb, mafia.Shoot{Shots: []mafia.Shot{{By: o.By.First(), At: mafia.SeatsOf(9)}}})
				entered++
			case mafia.DoAct:
				must(t, tb, mafia.Act{Role: o.Role, Deed: o.Deed, To: 9})
				entered++
			}
		}
		_, _ = try(t, tb, AddTime{Seconds: 7})
		_, _ = try(t, tb, Pause{})
		for _, sub := range subs {
			quiet(t, sub)
		}
		must(t, tb, mafia.Proceed{})
		if after := host(); after.Phase != mafia.NightPhase {
			break
		}
		for _, sub := range subs {
			quiet(t, sub)
		}
	}
	if entered < 2 {
		t.Fatalf("%d deeds were entered: nothing was tried", entered)
	}
}

// quiet checks that nothing is waiting for a viewer.
func quiet(t *testing.T, s *Sub) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if frame, err := s.Next(ctx); err == nil {
		t.Fatalf("%v got a frame at night: %s", s.who, frame)
	}
}
