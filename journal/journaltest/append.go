package journaltest

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"omerta/journal"
)

var appendCases = []Case{
	{
		"append/then read", "a game is folded from its entries: each must come back as it went in, and in order",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 300)
			Holds(t, s, "t", 300)
		},
	},
	{
		"append/gap", "an entry written twice or one left out makes another game of it",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 3)
			for _, seq := range []uint64{0, 1, 3, 5, 1 << 63, ^uint64(0)} {
				e := Nth("t", seq)
				e.Key = "fresh"
				if err := s.Append(t.Context(), "t", e); !errors.Is(err, journal.ErrGap) {
					t.Errorf("Append of %d after 3: %v, want ErrGap", seq, err)
				}
			}
			Holds(t, s, "t", 3)
			if _, ok, err := s.ByKey(t.Context(), "t", "fresh"); ok || err != nil {
				t.Errorf("key of a refused entry: %v, %v, want it unknown", ok, err)
			}
		},
	},
	{
		"append/no table", "an entry without a table would be acknowledged and never found",
		func(t *testing.T, s journal.Store) {
			if err := s.Append(t.Context(), "nowhere", Nth("nowhere", 1)); !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("Append: %v, want ErrNoTable", err)
			}
		},
	},
	{
		"append/duplicate key", "a phone that repeats its command after a lost answer must not vote twice",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 2)
			for _, seq := range []uint64{1, 2, 3, 9} { // the key decides, whatever Seq says
				e := Nth("t", seq)
				e.Key = Nth("t", 1).Key
				if err := s.Append(t.Context(), "t", e); !errors.Is(err, journal.ErrDuplicateKey) {
					t.Errorf("Append of %d with a used key: %v, want ErrDuplicateKey", seq, err)
				}
			}
			Holds(t, s, "t", 2)
		},
	},
	{
		"append/empty keys", "entries of the clock have no client and no key; there are many of them",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 0)
			for n := uint64(1); n <= 3; n++ {
				e := Nth("t", n)
				e.Key = ""
				if err := s.Append(t.Context(), "t", e); err != nil {
					t.Fatalf("Append of %d without key: %v", n, err)
				}
			}
			if e, ok, err := s.ByKey(t.Context(), "t", ""); ok || err != nil {
				t.Errorf("ByKey of the empty key: %+v, %v, %v, want none", e, ok, err)
			}
		},
	},
	{
		"append/what is kept", "times are compared and data is hashed: what comes back must not depend on the store",
		appendKeeps,
	},
	{
		"append/caller's bytes", "the caller reuses its buffer; what was acknowledged must not change with it",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 0)
			e := Nth("t", 1)
			if err := s.Append(t.Context(), "t", e); err != nil {
				t.Fatal(err)
			}
			clear(e.Data)
			clear(All(t, s, "t")[0].Data)
			Holds(t, s, "t", 1)
		},
	},
	{
		"append/too large", "one runaway entry must not fill the disk, and must not harm the next",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 1)
			large := Nth("t", 2)
			large.Data = make([]byte, journal.MaxData+1)
			long := Nth("t", 2)
			long.Key = string(make([]byte, journal.MaxName+1))
			for _, e := range []journal.Entry{large, long} {
				if err := s.Append(t.Context(), "t", e); !errors.Is(err, journal.ErrInvalid) {
					t.Errorf("Append of too much: %v, want ErrInvalid", err)
				}
			}
			Holds(t, s, "t", 1)
			large.Data = large.Data[:journal.MaxData]
			if err := s.Append(t.Context(), "t", large); err != nil {
				t.Errorf("Append of MaxData bytes: %v", err)
			}
		},
	},
}

func appendKeeps(t *testing.T, s journal.Store) {
	Fill(t, s, "t", 0)
	moscow := time.FixedZone("MSK", 3*60*60)
	in := []journal.Entry{
		{Seq: 1},
		{Seq: 2, At: time.Date(2026, 11, 28, 22, 0, 0, 123_999_999, moscow), By: "ведущий", Data: []byte(`{"a": 1 }`), Key: "ключ"},
		{Seq: 3, At: time.Date(1969, 12, 31, 23, 59, 59, 1, time.UTC), By: "a\x00b", Data: []byte{0, 0xff, '\n'}, Key: "a\x00b"},
		{Seq: 4, Data: []byte{}, Key: "a\x00c"},
	}
	for _, e := range in {
		if err := s.Append(t.Context(), "t", e); err != nil {
			t.Fatalf("Append of %+v: %v", e, err)
		}
	}
	for i, e := range All(t, s, "t") {
		want := in[i]
		if !e.At.Equal(want.At.Truncate(time.Millisecond)) || e.At.Location() != time.UTC {
			t.Errorf("entry %d: At %v, want %v to the millisecond in UTC", i+1, e.At, want.At)
		}
		if e.By != want.By || e.Key != want.Key || !bytes.Equal(e.Data, want.Data) {
			t.Errorf("entry %d: got %+v, want %+v", i+1, e, want)
		}
	}
}
