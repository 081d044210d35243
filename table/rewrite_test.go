package table

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
)

// kept is all that a store holds of a table.
func kept(t *testing.T, s journal.Store, id string) string {
	t.Helper()
	var b strings.Builder
	info, err := s.Info(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	b.Write(info.Meta)
	if err := s.Read(context.Background(), id, 1, func(e journal.Entry) error { b.Write(e.Data); return nil }); err != nil {
		t.Fatal(err)
	}
	docs, err := s.Docs(context.Background(), rewriteDoc)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		b.Write(d.Data)
	}
	return b.String()
}

// played is a table with a substitute, an undo and a move that was put in.
func played(t *testing.T, h *Hub) *Table {
	t.Helper()
	tb := sit(t, h)
	must(t, tb, mafia.Proceed{})
	must(t, tb, mafia.Substitute{To: 3, Nick: "Замена"})
	must(t, tb, mafia.Foul{To: 3, N: 1})
	must(t, tb, Undo{})
	must(t, tb, Insert{At: 1, Command: raw(t, mafia.Substitute{To: 4, Nick: "Позже"})})
	return tb
}

func unnamed(nick string) string {
	for _, n := range []string{"Игрок 3", "Замена", "Позже"} {
		if nick == n {
			return "Без имени"
		}
	}
	return nick
}

func TestRenameTakesNamesOutOfTheJournalAndNothingElse(t *testing.T) {
	store := journal.NewMemory()
	h := open(t, store)
	tb := played(t, h)
	look := func(tb *Table) string {
		v, err := tb.View(t.Context(), mafia.Host)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := tb.History(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal([]any{v, steps, tb.Meta()})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	was := look(tb)
	if changed, err := h.Rename(t.Context(), tb.ID(), func(nick string) string { return nick }); changed || err != nil {
		t.Fatal(changed, err)
	}
	if changed, err := h.Rename(t.Context(), tb.ID(), unnamed); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if all := kept(t, store, tb.ID()); strings.Contains(all, "Замена") || strings.Contains(all, `"Игрок 3"`) || strings.Contains(all, "Позже") {
		t.Fatal(all)
	}
	now, err := h.Get(t.Context(), tb.ID())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"Игрок 3", "Замена", "Позже"} {
		was = strings.ReplaceAll(was, `"`+n+`"`, `"Без имени"`)
	}
	var a, b any
	if json.Unmarshal([]byte(was), &a) != nil || json.Unmarshal([]byte(look(now)), &b) != nil {
		t.Fatal("no JSON")
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if string(x) != string(y) {
		t.Fatalf("%s\nwas\n%s", y, x)
	}
	must(t, now, mafia.Foul{To: 3, N: 1}) // it is played on
	if _, err := h.Rename(t.Context(), tb.ID(), func(string) string { return "\u200b" }); !errors.Is(err, ErrNick) {
		t.Fatal(err)
	}
	if _, err := h.Rename(t.Context(), "nothing", unnamed); !errors.Is(err, journal.ErrNoTable) {
		t.Fatal(err)
	}
}

// mortal is a store whose writes fail from one on.
type mortal struct {
	journal.Store
	left int
}

func (m *mortal) Commit(ctx context.Context, b journal.Batch) error {
	if m.left--; m.left < 0 {
		return journal.ErrUnavailable
	}
	return m.Store.Commit(ctx, b)
}

// A table is written anew in one go: where that fails, it is as it was, at once and
// after the next start.
func TestRenameThatDiesLosesNothing(t *testing.T) {
	for n := range 2 {
		store := &mortal{journal.NewMemory(), 1 << 30}
		h := open(t, store)
		tb := played(t, h)
		store.left = n
		_, err := h.Rename(t.Context(), tb.ID(), unnamed)
		if (err == nil) != (n == 1) {
			t.Fatalf("write %d: %v", n, err)
		}
		store.left = 1 << 30
		whole(t, h, store, tb.ID(), n == 0)
		h.Close()
		whole(t, open(t, store), store, tb.ID(), n == 0)
	}
}

// whole checks that a table of played is there, with its names or without.
func whole(t *testing.T, h *Hub, store journal.Store, id string, named bool) {
	t.Helper()
	again, err := h.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := again.History(t.Context())
	if err != nil || len(steps) != 4 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	if strings.Contains(kept(t, store, id), "Замена") != named {
		t.Fatalf("named %v", !named)
	}
}

// What an older version had begun when it died is finished, whether or not the table
// itself was gone by then.
func TestRenameOfAnOlderVersionIsFinished(t *testing.T) {
	for _, gone := range []bool{false, true} {
		store := journal.NewMemory()
		h := open(t, store)
		tb := played(t, h)
		doc, _, err := h.renamed(t.Context(), tb.ID(), unnamed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		h.Close()
		b := journal.Batch{Put: []journal.NamedDoc{journal.Doc(rewriteDoc, tb.ID(), data)}}
		if gone {
			b.Delete = []string{tb.ID()}
		}
		if err := store.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		h = open(t, store)
		whole(t, h, store, tb.ID(), false)
		if docs, err := store.Docs(t.Context(), rewriteDoc); err != nil || len(docs) != 0 {
			t.Fatal(docs, err)
		}
	}
}
