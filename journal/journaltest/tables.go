package journaltest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"omerta/journal"
)

var tableCases = []Case{
	{
		"table/create twice", "two hosts who open a table of one name must not write into one journal",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "t", 2)
			if err := s.Create(t.Context(), journal.TableInfo{ID: "t"}); !errors.Is(err, journal.ErrExists) {
				t.Errorf("Create: %v, want ErrExists", err)
			}
			Holds(t, s, "t", 2)
		},
	},
	{
		"table/create with entries", "a table whose deal was not written down is no table",
		createWithEntries,
	},
	{
		"table/names", "ids differ by every byte: case, spaces and letters of any script",
		func(t *testing.T, s journal.Store) {
			names := []string{"a", "A", "a ", "стол", "Стол", "a\x00", "a'; --", "100%_"}
			for i, n := range names {
				Fill(t, s, n, uint64(i)+1)
			}
			for i, n := range names {
				Holds(t, s, n, uint64(i)+1)
			}
		},
	},
	{
		"table/invalid", "what cannot be named cannot be found again",
		func(t *testing.T, s journal.Store) {
			for _, info := range []journal.TableInfo{
				{},
				{ID: string(make([]byte, journal.MaxName+1))},
				{ID: "t", Meta: make([]byte, journal.MaxData+1)},
			} {
				if err := s.Create(t.Context(), info); !errors.Is(err, journal.ErrInvalid) {
					t.Errorf("Create: %v, want ErrInvalid", err)
				}
			}
		},
	},
	{
		"table/list", "the list of an evening's tables must not jump about",
		tableList,
	},
	{
		"table/meta", "meta is replaced whole, and nothing else with it",
		tableMeta,
	},
	{
		"table/delete", "a deleted table is gone, its neighbours are not, and its name starts afresh",
		func(t *testing.T, s journal.Store) {
			Fill(t, s, "a", 300)
			Fill(t, s, "b", 300)
			if err := s.Delete(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
			if err := s.Delete(t.Context(), "a"); !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("Delete again: %v, want ErrNoTable", err)
			}
			if err := s.Append(t.Context(), "a", Nth("a", 301)); !errors.Is(err, journal.ErrNoTable) {
				t.Errorf("Append after Delete: %v, want ErrNoTable", err)
			}
			Holds(t, s, "b", 300)
			Fill(t, s, "a", 2) // the old keys are free again too
			Holds(t, s, "a", 2)
			Holds(t, s, "b", 300)
		},
	},
}

func createWithEntries(t *testing.T, s journal.Store) {
	Fill(t, s, "before", 2)
	first := []journal.Entry{Nth("t", 1), Nth("t", 2)}
	if err := s.Create(t.Context(), journal.TableInfo{ID: "t"}, first...); err != nil {
		t.Fatal(err)
	}
	Holds(t, s, "t", 2)
	if err := s.Append(t.Context(), "t", Nth("t", 3)); err != nil {
		t.Errorf("Append: %v", err)
	}
	if err := s.Append(t.Context(), "before", Nth("before", 3)); err != nil {
		t.Errorf("Append to the other: %v", err)
	}
	Holds(t, s, "t", 3)
	Holds(t, s, "before", 3)
	again := Nth("u", 2)
	again.Key = Nth("u", 1).Key
	large := Nth("u", 2)
	large.Data = make([]byte, journal.MaxData+1)
	for _, c := range []struct {
		want  error
		first []journal.Entry
	}{
		{journal.ErrInvalid, []journal.Entry{Nth("u", 1), large}},
		{journal.ErrGap, []journal.Entry{Nth("u", 2)}},
		{journal.ErrGap, []journal.Entry{Nth("u", 1), Nth("u", 1)}},
		{journal.ErrDuplicateKey, []journal.Entry{Nth("u", 1), again}},
	} {
		if err := s.Create(t.Context(), journal.TableInfo{ID: "u"}, c.first...); !errors.Is(err, c.want) {
			t.Errorf("Create: %v, want %v", err, c.want)
		}
		if _, err := s.Last(t.Context(), "u"); !errors.Is(err, journal.ErrNoTable) {
			t.Errorf("a table that was not created is there: %v", err)
		}
	}
}

func tableList(t *testing.T, s journal.Store) {
	if infos, err := s.Tables(t.Context()); err != nil || len(infos) != 0 {
		t.Errorf("Tables of an empty store = %v, %v", infos, err)
	}
	var want []journal.TableInfo
	for i := range 12 { // three moments, four ids each; created in another order
		want = append(want, journal.TableInfo{
			ID:      fmt.Sprintf("t%02d", i),
			Created: Day.Add(time.Duration(i/4) * time.Hour),
			Title:   fmt.Sprintf("Стол %d", i),
			Meta:    fmt.Appendf(nil, `{"i":%d}`, i),
			Version: i,
		})
	}
	for i := range want {
		if err := s.Create(t.Context(), want[(i*7+3)%12]); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Tables(t.Context())
	if err != nil || len(got) != len(want) {
		t.Fatalf("Tables: %d, %v, want %d", len(got), err, len(want))
	}
	for i := range want {
		if !sameInfo(got[i], want[i]) {
			t.Errorf("table %d:\n got %+v\nwant %+v", i, got[i], want[i])
		}
		if one, err := s.Info(t.Context(), want[i].ID); err != nil || !sameInfo(one, want[i]) {
			t.Errorf("Info of table %d: %+v, %v, want %+v", i, one, err, want[i])
		}
	}
	if _, err := s.Info(t.Context(), "none"); !errors.Is(err, journal.ErrNoTable) {
		t.Errorf("Info of no table: %v", err)
	}
}

func tableMeta(t *testing.T, s journal.Store) {
	a := journal.TableInfo{ID: "a", Created: Day, Title: "Стол", Meta: []byte(`{"x":1}`), Version: 3}
	b := journal.TableInfo{ID: "b", Created: Day.Add(time.Second)}
	for _, info := range []journal.TableInfo{a, b} {
		if err := s.Create(t.Context(), info); err != nil {
			t.Fatal(err)
		}
	}
	meta := []byte(`{"y":2}`)
	if err := s.SetMeta(t.Context(), "a", meta); err != nil {
		t.Fatal(err)
	}
	a.Meta = bytes.Clone(meta)
	clear(meta)
	got, err := s.Tables(t.Context())
	if err != nil || len(got) != 2 || !sameInfo(got[0], a) || !sameInfo(got[1], b) {
		t.Errorf("Tables = %+v, %v, want %+v and %+v", got, err, a, b)
	}
	if err := s.SetMeta(t.Context(), "nowhere", nil); !errors.Is(err, journal.ErrNoTable) {
		t.Errorf("SetMeta of no table: %v, want ErrNoTable", err)
	}
	if err := s.SetMeta(t.Context(), "a", make([]byte, journal.MaxData+1)); !errors.Is(err, journal.ErrInvalid) {
		t.Errorf("SetMeta of too much: %v, want ErrInvalid", err)
	}
	if err := s.SetMeta(t.Context(), "a", nil); err != nil {
		t.Errorf("SetMeta to nothing: %v", err)
	}
}

func sameInfo(a, b journal.TableInfo) bool {
	return a.ID == b.ID && a.Created.Equal(b.Created) && a.Title == b.Title &&
		a.Version == b.Version && bytes.Equal(a.Meta, b.Meta)
}
