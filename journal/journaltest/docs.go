package journaltest

import (
	"errors"
	"fmt"
	"testing"

	"omerta/journal"
)

var docCases = []Case{
	{
		"docs/put and read", "people and settings live outside the tables, the last word counts",
		func(t *testing.T, s journal.Store) {
			put(t, s, "person", "p1", "old")
			put(t, s, "person", "p1", "new")
			put(t, s, "setting", "p1", "other")
			wantDoc(t, s, "person", "p1", "new")
			wantDoc(t, s, "setting", "p1", "other")
			if _, ok, err := s.Doc(t.Context(), "person", "p2"); ok || err != nil {
				t.Errorf("Doc of nobody: %v, %v, want none", ok, err)
			}
			put(t, s, "person", "p1", "") // empty is not absent
			wantDoc(t, s, "person", "p1", "")
		},
	},
	{
		"docs/list", "lists of people come by id and of one kind only",
		func(t *testing.T, s journal.Store) {
			for i := range 30 {
				put(t, s, "person", fmt.Sprintf("p%02d", (i*7)%30), fmt.Sprint((i*7)%30))
			}
			put(t, s, "persons", "x", "x")
			docs, err := s.Docs(t.Context(), "person")
			if err != nil || len(docs) != 30 {
				t.Fatalf("Docs: %d, %v, want 30", len(docs), err)
			}
			for i, d := range docs {
				if d.ID != fmt.Sprintf("p%02d", i) || string(d.Data) != fmt.Sprint(i) {
					t.Errorf("document %d is %q: %q", i, d.ID, d.Data)
				}
			}
			if docs, err := s.Docs(t.Context(), "nothing"); err != nil || len(docs) != 0 {
				t.Errorf("Docs of an unused kind: %v, %v", docs, err)
			}
		},
	},
	{
		"docs/delete", "who asks to be forgotten is forgotten, and asking twice is no error",
		func(t *testing.T, s journal.Store) {
			put(t, s, "person", "p1", "x")
			put(t, s, "person", "p2", "y")
			for range 2 {
				if err := s.DeleteDoc(t.Context(), "person", "p1"); err != nil {
					t.Fatal(err)
				}
			}
			if _, ok, err := s.Doc(t.Context(), "person", "p1"); ok || err != nil {
				t.Errorf("Doc after DeleteDoc: %v, %v", ok, err)
			}
			wantDoc(t, s, "person", "p2", "y")
		},
	},
	{
		"docs/invalid", "what cannot be named cannot be found again",
		func(t *testing.T, s journal.Store) {
			for _, err := range []error{
				s.PutDoc(t.Context(), "", "id", nil),
				s.PutDoc(t.Context(), "kind", "", nil),
				s.PutDoc(t.Context(), "kind", "id", make([]byte, journal.MaxData+1)),
			} {
				if !errors.Is(err, journal.ErrInvalid) {
					t.Errorf("PutDoc: %v, want ErrInvalid", err)
				}
			}
		},
	},
}

func put(t *testing.T, s journal.Store, kind, id, data string) {
	t.Helper()
	buf := []byte(data)
	if err := s.PutDoc(t.Context(), kind, id, buf); err != nil {
		t.Fatalf("PutDoc(%q, %q): %v", kind, id, err)
	}
	clear(buf)
}

func wantDoc(t *testing.T, s journal.Store, kind, id, want string) {
	t.Helper()
	got, ok, err := s.Doc(t.Context(), kind, id)
	if err != nil || !ok || string(got) != want {
		t.Errorf("Doc(%q, %q) = %q, %v, %v, want %q", kind, id, got, ok, err, want)
	}
	clear(got)
}
