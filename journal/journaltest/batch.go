package journaltest

import (
	"errors"
	"testing"

	"omerta/journal"
)

var batchCases = []Case{
	{
		"batch/all of it", "a table that is there, and the note that it is not, deal one evening twice",
		batchWhole,
	},
	{
		"batch/none of it", "half of what belongs together is worse than nothing",
		batchNothing,
	},
	{
		"batch/in the place of another", "a table that is written anew must not be missed in between",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 300)
			b := journal.Batch{Delete: []string{"t"}, Create: []journal.Opening{opening("t", 2)}}
			for range 2 {
				if err := s.Commit(t.Context(), b); err != nil {
					t.Fatal(err)
				}
				Holds(t, s, "t", 2)
			}
			if err := s.Append(t.Context(), "t", Nth("t", 3)); err != nil {
				t.Error(err)
			}
			Holds(t, s, "t", 3)
		},
	},
}

// opening is a table with its first entries.
func opening(id string, n uint64) journal.Opening {
	o := journal.Opening{Info: journal.TableInfo{ID: id, Created: Day}}
	for i := range n {
		o.First = append(o.First, Nth(id, i+1))
	}
	return o
}

func batchWhole(t *testing.T, s journal.Store) {
	Fill(t, s, "old", 2)
	Fill(t, s, "gone", 2)
	put(t, s, "k", "old", "x")
	b := journal.Batch{
		Delete: []string{"gone"},
		Create: []journal.Opening{opening("new", 3), opening("newer", 1)},
		Append: []journal.TableEntry{{Table: "old", Entry: Nth("old", 3)}},
		Meta:   []journal.TableMeta{{Table: "old", Meta: []byte("m")}},
		Drop:   []journal.DocName{{Kind: "k", ID: "old"}, {Kind: "k", ID: "none"}},
		Put:    []journal.NamedDoc{journal.Doc("k", "new", []byte("y"))},
	}
	if err := s.Commit(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	Holds(t, s, "old", 3)
	Holds(t, s, "new", 3)
	Holds(t, s, "newer", 1)
	if info, err := s.Info(t.Context(), "old"); err != nil || string(info.Meta) != "m" {
		t.Errorf("%q, %v", info.Meta, err)
	}
	if _, err := s.Last(t.Context(), "gone"); !errors.Is(err, journal.ErrNoTable) {
		t.Error(err)
	}
	if docs, err := s.Docs(t.Context(), "k"); err != nil || len(docs) != 1 || docs[0].ID != "new" || string(docs[0].Data) != "y" {
		t.Errorf("%v, %v", docs, err)
	}
	for id, n := range map[string]uint64{"old": 4, "new": 4} { // each goes on, and knows its keys
		if err := s.Append(t.Context(), id, Nth(id, n-1)); !errors.Is(err, journal.ErrDuplicateKey) {
			t.Errorf("%s: %v, want ErrDuplicateKey", id, err)
		}
		if err := s.Append(t.Context(), id, Nth(id, n)); err != nil {
			t.Error(err)
		}
		Holds(t, s, id, n)
	}
}

func batchNothing(t *testing.T, s journal.Store) {
	Fill(t, s, "old", 2)
	Fill(t, s, "gone", 2)
	put(t, s, "k", "old", "x")
	good := func() journal.Batch {
		return journal.Batch{
			Delete: []string{"gone"},
			Create: []journal.Opening{opening("new", 3)},
			Append: []journal.TableEntry{{Table: "old", Entry: Nth("old", 3)}},
			Meta:   []journal.TableMeta{{Table: "old", Meta: []byte("m")}},
			Drop:   []journal.DocName{{Kind: "k", ID: "old"}},
			Put:    []journal.NamedDoc{journal.Doc("k", "new", nil)},
		}
	}
	used := Nth("old", 3)
	used.Key = Nth("old", 2).Key
	for want, spoil := range map[error]func(b *journal.Batch){
		journal.ErrNoTable: func(b *journal.Batch) { b.Delete = append(b.Delete, "gone") },
		journal.ErrExists:  func(b *journal.Batch) { b.Create = append(b.Create, opening("old", 1)) },
		journal.ErrGap: func(b *journal.Batch) {
			b.Append = append(b.Append, journal.TableEntry{Table: "old", Entry: Nth("old", 4)})
		},
		journal.ErrDuplicateKey: func(b *journal.Batch) { b.Append[0].Entry = used },
		journal.ErrInvalid:      func(b *journal.Batch) { b.Put = append(b.Put, journal.Doc("k", "", nil)) },
	} {
		b := good()
		spoil(&b)
		if err := s.Commit(t.Context(), b); !errors.Is(err, want) {
			t.Errorf("Commit: %v, want %v", err, want)
		}
		Holds(t, s, "old", 2)
		Holds(t, s, "gone", 2)
		if info, err := s.Info(t.Context(), "old"); err != nil || len(info.Meta) > 0 {
			t.Errorf("%v: meta %q, %v", want, info.Meta, err)
		}
		if _, err := s.Last(t.Context(), "new"); !errors.Is(err, journal.ErrNoTable) {
			t.Errorf("%v: the table is there: %v", want, err)
		}
		if docs, err := s.Docs(t.Context(), "k"); err != nil || len(docs) != 1 || docs[0].ID != "old" {
			t.Errorf("%v: documents %v, %v", want, docs, err)
		}
	}
	if err := s.Commit(t.Context(), good()); err != nil {
		t.Error(err)
	}
}
