package journaltest

import (
	"errors"
	"fmt"
	"testing"

	"omerta/journal"
)

var durableCases = []struct {
	Name, Why string
	test      func(t *testing.T, open func() journal.Store)
}{
	{
		"durable/reopen", "the evening goes on after the program was restarted",
		func(t *testing.T, open func() journal.Store) {
			for round := range uint64(4) {
				s := open()
				for g := range uint64(5) {
					id := fmt.Sprintf("t%d", g)
					if round == 0 {
						Fill(t, s, id, 0)
					}
					Holds(t, s, id, round*(g+1)*30)
					for n := round*(g+1)*30 + 1; n <= (round+1)*(g+1)*30; n++ {
						if err := s.Append(t.Context(), id, Nth(id, n)); err != nil {
							t.Fatalf("Append(%q, %d): %v", id, n, err)
						}
					}
				}
				mustClose(t, s)
			}
		},
	},
	{
		"durable/keys", "a phone may repeat its command after the restart too",
		func(t *testing.T, open func() journal.Store) {
			s := open()
			Fill(t, s, "t", 3)
			mustClose(t, s)
			s = open()
			defer mustClose(t, s)
			e := Nth("t", 4)
			e.Key = Nth("t", 2).Key
			if err := s.Append(t.Context(), "t", e); !errors.Is(err, journal.ErrDuplicateKey) {
				t.Errorf("Append of a used key after reopening: %v, want ErrDuplicateKey", err)
			}
			if e, ok, err := s.ByKey(t.Context(), "t", e.Key); err != nil || !ok || !Same(e, Nth("t", 2)) {
				t.Errorf("ByKey = %+v, %v, %v", e, ok, err)
			}
			if err := s.Append(t.Context(), "t", Nth("t", 5)); !errors.Is(err, journal.ErrGap) {
				t.Errorf("Append of 5 after 3: %v, want ErrGap", err)
			}
		},
	},
	{
		"durable/deleted", "what was deleted does not come back, nor harm what came after it",
		func(t *testing.T, open func() journal.Store) {
			s := open()
			Fill(t, s, "a", 20)
			Fill(t, s, "b", 20)
			if err := s.Delete(t.Context(), "b"); err != nil { // b has the newest entries
				t.Fatal(err)
			}
			mustClose(t, s)
			s = open()
			Fill(t, s, "b", 7)
			mustClose(t, s)
			s = open()
			defer mustClose(t, s)
			Holds(t, s, "a", 20)
			Holds(t, s, "b", 7)
		},
	},
	{
		"durable/documents and infos", "people, settings and the list of tables are there after a restart",
		func(t *testing.T, open func() journal.Store) {
			s := open()
			info := journal.TableInfo{ID: "t", Created: Day, Title: "Стол", Meta: []byte("m"), Version: 4}
			if err := s.Create(t.Context(), info); err != nil {
				t.Fatal(err)
			}
			info.Meta = []byte("changed")
			if err := s.SetMeta(t.Context(), "t", info.Meta); err != nil {
				t.Fatal(err)
			}
			put(t, s, "person", "p", "data")
			put(t, s, "person", "q", "gone")
			if err := s.DeleteDoc(t.Context(), "person", "q"); err != nil {
				t.Fatal(err)
			}
			mustClose(t, s)
			s = open()
			defer mustClose(t, s)
			if got, err := s.Tables(t.Context()); err != nil || len(got) != 1 || !sameInfo(got[0], info) {
				t.Errorf("Tables = %+v, %v, want %+v", got, err, info)
			}
			if docs, err := s.Docs(t.Context(), "person"); err != nil || len(docs) != 1 || string(docs[0].Data) != "data" {
				t.Errorf("Docs = %v, %v", docs, err)
			}
		},
	},
}

func mustClose(t *testing.T, s journal.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
}
