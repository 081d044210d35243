package journaltest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"omerta/journal"
)

var concurrentCases = []Case{
	{
		"concurrent/many tables", "tables play at once: each keeps its own order, and none waits on another's mistake",
		concurrentTables,
	},
	{
		"concurrent/one seq", "of two commands that saw the same game exactly one may follow it",
		concurrentRace,
	},
	{
		"concurrent/readers", "a reader sees a beginning of the journal, whole entries, in order, never a hole",
		concurrentReaders,
	},
	{
		"concurrent/create and delete", "tables come and go while others play",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "steady", 0)
			var wg sync.WaitGroup
			for g := range 4 {
				wg.Go(func() {
					for i := range 10 {
						Fill(t, s, fmt.Sprintf("t%d", g), uint64(i))
						if err := s.Delete(t.Context(), fmt.Sprintf("t%d", g)); err != nil {
							t.Errorf("Delete: %v", err)
						}
					}
				})
			}
			for n := uint64(1); n <= 50; n++ {
				if err := s.Append(t.Context(), "steady", Nth("steady", n)); err != nil {
					t.Errorf("Append: %v", err)
				}
			}
			wg.Wait()
			Holds(t, s, "steady", 50)
			if infos, err := s.Tables(t.Context()); err != nil || len(infos) != 1 {
				t.Errorf("Tables = %v, %v, want only the steady one", infos, err)
			}
		},
	},
}

func concurrentTables(t *testing.T, s journal.Store) {
	const tables, entries = 16, 40
	var wg sync.WaitGroup
	for g := range tables {
		wg.Go(func() {
			id := fmt.Sprintf("t%d", g)
			Fill(t, s, id, 0)
			for n := uint64(1); n <= entries; n++ {
				wrong := Nth(id, n+1) // fails beside the neighbours' good ones
				if err := s.Append(t.Context(), id, wrong); !errors.Is(err, journal.ErrGap) {
					t.Errorf("wrong Append: %v, want ErrGap", err)
				}
				if err := s.Append(t.Context(), id, Nth(id, n)); err != nil {
					t.Errorf("Append(%q, %d): %v", id, n, err)
				}
			}
		})
	}
	wg.Wait()
	for g := range tables {
		Holds(t, s, fmt.Sprintf("t%d", g), entries)
	}
}

func concurrentRace(t *testing.T, s journal.Store) {
	const rivals, rounds = 8, 20
	Fill(t, s, "t", 0)
	for n := uint64(1); n <= rounds; n++ {
		var wg sync.WaitGroup
		var won atomic.Int32
		for g := range rivals {
			wg.Go(func() {
				e := Nth("t", n)
				if g%2 == 1 { // half of the rivals repeat the same command, half have another
					e.Key = fmt.Sprintf("rival %d of %d", g, n)
				}
				switch err := s.Append(t.Context(), "t", e); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, journal.ErrGap) && !errors.Is(err, journal.ErrDuplicateKey):
					t.Errorf("Append: %v, want ErrGap or ErrDuplicateKey", err)
				}
			})
		}
		wg.Wait()
		if last, err := s.Last(t.Context(), "t"); won.Load() != 1 || last != n || err != nil {
			t.Fatalf("round %d: %d won, Last = %d, %v", n, won.Load(), last, err)
		}
	}
	if got := len(All(t, s, "t")); got != rounds {
		t.Errorf("%d entries, want %d", got, rounds)
	}
}

func concurrentReaders(t *testing.T, s journal.Store) {
	const entries = 200
	Fill(t, s, "t", 0)
	Fill(t, s, "noise", 0)
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for !done.Load() {
				known, err := s.Last(t.Context(), "t")
				if err != nil {
					t.Errorf("Last: %v", err)
					return
				}
				got := All(t, s, "t")
				if uint64(len(got)) < known {
					t.Errorf("Last said %d, then Read gave %d", known, len(got))
				}
				for i, e := range got {
					if !Same(e, Nth("t", uint64(i)+1)) {
						t.Errorf("entry %d is %+v", i+1, e)
						return
					}
				}
			}
		})
	}
	for n := uint64(1); n <= entries; n++ {
		for _, id := range []string{"t", "noise"} {
			if err := s.Append(t.Context(), id, Nth(id, n)); err != nil {
				t.Errorf("Append: %v", err)
			}
		}
	}
	done.Store(true)
	wg.Wait()
}
