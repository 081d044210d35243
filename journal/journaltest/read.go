package journaltest

import (
	"context"
	"errors"
	"testing"

	"omerta/journal"
)

var readCases = []Case{
	{
		"read/from", "a viewer who was away asks for what came after its last entry",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 600)
			for _, from := range []uint64{0, 1, 2, 256, 257, 600, 601, ^uint64(0)} {
				got := readFrom(t, s, "t", from)
				first := max(from, 1)
				want := 0
				if first <= 600 {
					want = int(600 - first + 1)
				}
				if len(got) != want {
					t.Errorf("Read from %d: %d entries, want %d", from, len(got), want)
				}
				for i, e := range got {
					if !Same(e, Nth("t", first+uint64(i))) {
						t.Fatalf("Read from %d: entry %d of the answer is %+v", from, i, e)
					}
				}
			}
		},
	},
	{
		"read/stop", "a reader that has seen enough, or has failed, must be able to say so",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 5)
			enough := errors.New("enough")
			n := 0
			err := s.Read(t.Context(), "t", 1, func(journal.Entry) error {
				if n++; n == 3 {
					return enough
				}
				return nil
			})
			if err != enough || n != 3 {
				t.Errorf("Read = %v after %d entries, want yield's own error after 3", err, n)
			}
		},
	},
	{
		"read/store inside yield", "a replay that appends or reads while it reads must not wait for itself",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 20)
			Fill(t, s, "copy", 0)
			err := s.Read(t.Context(), "t", 1, func(e journal.Entry) error {
				if err := s.Append(t.Context(), "copy", Nth("copy", e.Seq)); err != nil {
					return err
				}
				return s.Read(t.Context(), "copy", e.Seq, func(journal.Entry) error { return nil })
			})
			if err != nil {
				t.Fatal(err)
			}
			Holds(t, s, "copy", 20)
		},
	},
	{
		"read/no table", "no table and an empty table are different answers",
		func(t *testing.T, s journal.Store) {
			err := s.Read(t.Context(), "nowhere", 1, func(journal.Entry) error { return nil })
			if !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("Read: %v, want ErrNoTable", err)
			}
			if _, err := s.Last(t.Context(), "nowhere"); !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("Last: %v, want ErrNoTable", err)
			}
			if _, _, err := s.ByKey(t.Context(), "nowhere", "k"); !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("ByKey: %v, want ErrNoTable", err)
			}
			Fill(t, s, "empty", 0)
			Holds(t, s, "empty", 0)
		},
	},
	{
		"read/by key", "the answer to a repeated command is looked up by its key, in its own table only",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "a", 10)
			Fill(t, s, "b", 10)
			for n := uint64(1); n <= 10; n++ {
				want := Nth("a", n)
				e, ok, err := s.ByKey(t.Context(), "a", want.Key)
				if err != nil || !ok || !Same(e, want) {
					t.Errorf("ByKey(%q) = %+v, %v, %v, want %+v", want.Key, e, ok, err, want)
				}
				if e, ok, err := s.ByKey(t.Context(), "b", want.Key); ok || err != nil {
					t.Errorf("table b answers for a key of table a: %+v, %v", e, err)
				}
			}
		},
	},
	{
		"read/ended context", "a visitor who has gone must not keep a reader busy",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 5)
			ctx, cancel := context.WithCancel(t.Context())
			err := s.Read(ctx, "t", 1, func(journal.Entry) error { cancel(); return nil })
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("Read: %v, want nil or the context's error", err)
			}
			err = s.Read(ctx, "t", 1, func(journal.Entry) error { return nil })
			if !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, context.Canceled) {
				t.Errorf("Read with an ended context: %v, want ErrUnavailable and Canceled", err)
			}
		},
	},
}
