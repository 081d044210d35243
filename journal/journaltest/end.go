package journaltest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"omerta/journal"
)

var endCases = []Case{
	{
		"end/ended context", "a command whose sender has gone is either written or not, and the answer says which",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 1)
			ctx := cancelled()
			for call, err := range map[string]error{
				"Append":    s.Append(ctx, "t", Nth("t", 2)),
				"Create":    s.Create(ctx, journal.TableInfo{ID: "new"}),
				"SetMeta":   s.SetMeta(ctx, "t", nil),
				"Delete":    s.Delete(ctx, "t"),
				"PutDoc":    s.PutDoc(ctx, "k", "i", nil),
				"DeleteDoc": s.DeleteDoc(ctx, "k", "i"),
				"Commit":    s.Commit(ctx, journal.Batch{Put: []journal.NamedDoc{journal.Doc("k", "i", nil)}}),
			} {
				if !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, context.Canceled) {
					t.Errorf("%s: %v, want ErrUnavailable and Canceled", call, err)
				}
			}
			Holds(t, s, "t", 1)
			if err := s.Append(t.Context(), "t", Nth("t", 2)); err != nil {
				t.Errorf("Append afterwards: %v", err)
			}
		},
	},
	{
		"end/context ends meanwhile", "an answer that says 'not written' of a written entry makes the host repeat it",
		endMeanwhile,
	},
	{
		"end/closed", "after Close each call fails in the same clear way and none hangs",
		endClosed,
	},
	{
		"end/close in the middle", "what was acknowledged before a shutdown counts, what was not says so",
		func(t *testing.T, s journal.Store) {
			var wg sync.WaitGroup
			var begun sync.WaitGroup
			for g := range 8 {
				begun.Add(1)
				wg.Go(func() {
					id := fmt.Sprintf("t%d", g)
					func() {
						defer begun.Done() // also when Fill gives up
						Fill(t, s, id, 1)
					}()
					for n := uint64(2); ; n++ {
						if err := s.Append(t.Context(), id, Nth(id, n)); err != nil {
							if !errors.Is(err, journal.ErrClosed) {
								t.Errorf("Append during Close: %v, want ErrClosed", err)
							}
							return
						}
					}
				})
			}
			begun.Wait()
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			wg.Wait()
		},
	},
}

func endMeanwhile(t *testing.T, s journal.Store) {
	const tables, entries = 4, 10
	var wg sync.WaitGroup
	var withdrawn atomic.Int32
	for g := range tables {
		wg.Go(func() {
			id := fmt.Sprintf("t%d", g)
			Fill(t, s, id, 0)
			for n := uint64(1); n <= entries; {
				ctx, cancel := context.WithCancel(t.Context())
				go cancel()
				err := s.Append(ctx, id, Nth(id, n))
				last, lastErr := s.Last(t.Context(), id)
				switch {
				case lastErr != nil:
					t.Errorf("Last: %v", lastErr)
					return
				case err == nil && last == n:
					n++
				case errors.Is(err, context.Canceled) && last == n-1:
					withdrawn.Add(1)
				default:
					t.Errorf("Append of %d answered %v, and Last is %d", n, err, last)
					return
				}
			}
			Holds(t, s, id, entries)
		})
	}
	wg.Wait()
	t.Logf("%d appends withdrawn", withdrawn.Load())
}

func endClosed(t *testing.T, s journal.Store) {
	Fill(t, s, "t", 1)
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close again: %v, want nil", err)
	}
	ctx := t.Context()
	calls := map[string]error{
		"Append":    s.Append(ctx, "t", Nth("t", 2)),
		"Create":    s.Create(ctx, journal.TableInfo{ID: "new"}),
		"SetMeta":   s.SetMeta(ctx, "t", nil),
		"Delete":    s.Delete(ctx, "t"),
		"PutDoc":    s.PutDoc(ctx, "k", "i", nil),
		"DeleteDoc": s.DeleteDoc(ctx, "k", "i"),
		"Commit":    s.Commit(ctx, journal.Batch{}),
		"Read":      s.Read(ctx, "t", 1, func(journal.Entry) error { return nil }),
	}
	_, calls["Last"] = s.Last(ctx, "t")
	_, _, calls["ByKey"] = s.ByKey(ctx, "t", "k")
	_, calls["Tables"] = s.Tables(ctx)
	_, calls["Info"] = s.Info(ctx, "t")
	_, _, calls["Doc"] = s.Doc(ctx, "k", "i")
	_, calls["Docs"] = s.Docs(ctx, "k")
	for call, err := range calls {
		if !errors.Is(err, journal.ErrClosed) || !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("%s after Close: %v, want ErrClosed", call, err)
		}
	}
}
