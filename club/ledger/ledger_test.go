package ledger_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"omerta/club"
	"omerta/club/ledger"
	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/table"
)

// clock goes on by a second with each look.
func clock() func() time.Time {
	at := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
	return func() time.Time { at = at.Add(time.Second); return at }
}

func open(t *testing.T, store journal.Store) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(t.Context(), store, ledger.Config{Now: clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func do(t *testing.T, l *ledger.Ledger, cmd club.Command) ledger.Answer {
	t.Helper()
	a, err := l.Command(t.Context(), ledger.Request{By: "host", Command: cmd})
	if err != nil {
		t.Fatalf("%+v: %v", cmd, err)
	}
	return a
}

// seen is what a club shows.
func seen(c *club.Club) string {
	out, err := json.Marshal([]any{c.People(), c.Evenings(), c.Revision(), c.Steps(), c.Texts(), c.NextPerson(0)})
	if err != nil {
		panic(err)
	}
	return string(out)
}

// contents is all that a store holds of the club.
func contents(t *testing.T, s journal.Store) string {
	t.Helper()
	var b strings.Builder
	err := s.Read(context.Background(), ledger.TableID, 1, func(e journal.Entry) error {
		b.Write(e.Data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"club-text", "person"} {
		docs, err := s.Docs(context.Background(), kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			b.Write(d.Data)
		}
	}
	return b.String()
}

func ptr[T any](v T) *T { return &v }

// script is a short life of a club, with the answers of its commands by key.
func script() []club.Command {
	return []club.Command{
		club.Add{Nick: "Анна", Novice: true, Notes: "Первая"},
		club.Import{Text: "Борис\nВера\nГлеб"},
		club.Edit{Person: "p1", Nick: ptr("Аня")},
		club.Ban{A: "p1", B: "p2", Reason: "Ссора"},
		club.Undo{},
		club.Redo{},
		club.Open{Terms: club.Terms{Date: "2026-11-27", Place: "Клуб"}},
		club.Arrive{Evening: "e1", People: []string{"p1", "p3"}},
		club.Undo{},
		club.Arrive{Evening: "e1", People: []string{"p2", "p3"}},
		club.Forget{Person: "p1"},
		club.Merge{From: "p3", Into: "p4"},
		club.Add{Nick: "Аня"},
	}
}

func TestRestartGivesTheSameClub(t *testing.T) {
	path := t.TempDir() + "/club.db"
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, store)
	for _, cmd := range script() {
		do(t, l, cmd)
	}
	want := seen(l.Club())
	l.Close()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = sqlite.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	l = open(t, store)
	if got := seen(l.Club()); got != want {
		t.Fatalf("%s\nwas\n%s", got, want)
	}
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Undo{}}); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Redo{}}); !errors.Is(err, ledger.ErrClosed) {
		t.Fatal(err)
	}
}

// dying is a store whose writes fail from one on; the last one of them that is made
// may be answered as a failure.
type dying struct {
	journal.Store
	left int // writes until then
	late bool
}

var errDisk = fmt.Errorf("%w: disk", journal.ErrUnavailable)

func (d *dying) write(do func() error) error {
	d.left--
	if d.left > 0 {
		return do()
	}
	if d.left == 0 && d.late {
		if err := do(); err != nil {
			return err
		}
	}
	return errDisk
}

func (d *dying) Create(ctx context.Context, i journal.TableInfo, e ...journal.Entry) error {
	return d.write(func() error { return d.Store.Create(ctx, i, e...) })
}

func (d *dying) Append(ctx context.Context, id string, e journal.Entry) error {
	return d.write(func() error { return d.Store.Append(ctx, id, e) })
}

func (d *dying) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	return d.write(func() error { return d.Store.PutDoc(ctx, kind, id, data) })
}

func (d *dying) DeleteDoc(ctx context.Context, kind, id string) error {
	return d.write(func() error { return d.Store.DeleteDoc(ctx, kind, id) })
}

// Whenever the storage dies, with or without the write that it died at, and whether
// the program lives on or starts anew: who sends his command again under its key
// ends up with the club of a life without failures, and with nothing beside it.
func TestNoFailureLosesOrDoublesAnything(t *testing.T) {
	smooth := journal.NewMemory()
	l := open(t, smooth)
	for _, cmd := range script() {
		do(t, l, cmd)
	}
	want, kept := seen(l.Club()), contents(t, smooth)
	for _, mode := range []struct{ late, restart bool }{{}, {late: true}, {restart: true}, {late: true, restart: true}} {
		for n := 2; n < 60; n++ {
			died := false
			store := &dying{Store: journal.NewMemory(), left: n, late: mode.late}
			l, err := ledger.Open(t.Context(), store, ledger.Config{Now: clock()})
			if err != nil {
				t.Fatal(err)
			}
			for i, cmd := range script() {
				r := ledger.Request{By: "host", Key: fmt.Sprint(i), Command: cmd}
				_, err := l.Command(t.Context(), r)
				if err == nil {
					continue
				}
				if died || !errors.Is(err, errDisk) {
					t.Fatalf("%+v, write %d: %+v: %v", mode, n, cmd, err)
				}
				died, store.left = true, 1<<30
				if mode.restart {
					l.Close()
					if l, err = ledger.Open(t.Context(), store, ledger.Config{Now: clock()}); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := l.Command(t.Context(), r); err != nil {
					t.Fatalf("%+v, write %d: again %+v: %v", mode, n, cmd, err)
				}
				if cmd.Verb() == club.DoForget && strings.Contains(contents(t, store), "Первая") {
					t.Fatalf("%+v, write %d: the wish was answered, and the name still lies there", mode, n)
				}
			}
			got, lies := seen(l.Club()), contents(t, store)
			l.Close()
			if strip(got) != strip(want) || lies != kept {
				t.Fatalf("%+v, write %d:\n%s\n%s\nwant\n%s\n%s", mode, n, got, lies, want, kept)
			}
			if !died {
				break
			}
		}
	}
}

// strip takes out the times, which a second try moves.
func strip(s string) string {
	out := strings.Split(s, `"came":`)
	for i := range out[1:] {
		_, out[i+1], _ = strings.Cut(out[i+1], ",")
	}
	return strings.Join(out, "")
}

func TestForgottenNamesLieNowhere(t *testing.T) {
	store := journal.NewMemory()
	l := open(t, store)
	a := do(t, l, club.Add{Nick: "Секретов", Notes: "Тайна"}).People[0]
	b := do(t, l, club.Add{Nick: "Боб"}).People[0]
	do(t, l, club.Ban{A: b, B: a, Reason: "Ссора"})
	do(t, l, club.Edit{Person: a, Nick: ptr("Третьяков")})
	for _, word := range []string{"Секретов", "Тайна", "Ссора", "Третьяков"} {
		if !strings.Contains(contents(t, store), word) {
			t.Fatalf("%s is not kept at all", word)
		}
	}
	texts, err := store.Docs(t.Context(), "club-text")
	if err != nil {
		t.Fatal(err)
	}
	do(t, l, club.Forget{Person: a})
	clean := func(when string) {
		t.Helper()
		for _, word := range []string{"Секретов", "Тайна", "Ссора", "Третьяков"} {
			if strings.Contains(contents(t, store), word) {
				t.Errorf("%s: %s still lies there", when, word)
			}
		}
	}
	clean("at once")
	l.Close()
	for _, d := range texts { // as if the program had died before it wiped them
		if err := store.PutDoc(t.Context(), "club-text", d.ID, d.Data); err != nil {
			t.Fatal(err)
		}
	}
	open(t, store)
	clean("after a restart")
}

// A text of a command that failed goes with the next one.
func TestTextsOfFailedCommandsAreSwept(t *testing.T) {
	store := &dying{Store: journal.NewMemory(), left: 1 << 30}
	l := open(t, store)
	store.left, store.late = 1, true
	store.left++ // the text is kept, and then it fails
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Add{Nick: "Призрак"}}); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	store.left = 1 // the text is kept, and told to have failed
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Undo{}}); err == nil {
		t.Fatal("something to undo")
	}
	store.left = 1 << 30
	do(t, l, club.Open{Terms: club.Terms{Date: "2026-11-27"}})
	if strings.Contains(contents(t, store), "Призрак") {
		t.Fatal("it still lies there")
	}
	store.left = 1
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Add{Nick: "Дух"}}); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	store.left = 1 << 30
	do(t, l, club.Open{Terms: club.Terms{Date: "2026-11-27"}})
	if strings.Contains(contents(t, store), "Дух") {
		t.Fatal("it still lies there")
	}
}

// Neither in what the store gives nor in its file: a page that was freed or written
// over holds no name.
func TestForgottenNamesAreNotInTheFile(t *testing.T) {
	dir := t.TempDir()
	store, err := sqlite.Open(t.Context(), dir+"/club.db")
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, store)
	a := do(t, l, club.Add{Nick: "Секретов", Notes: strings.Repeat("Тайна ", 100)}).People[0]
	do(t, l, club.Add{Nick: "Боб"})
	do(t, l, club.Edit{Person: a, Nick: ptr("Третьяков")})
	do(t, l, club.Forget{Person: a})
	l.Close()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(dir + "/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"Секретов", "Тайна", "Третьяков"} {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("%s is still in %s", word, filepath.Base(name))
			}
		}
	}
}

func TestKeyGivesTheSameAnswer(t *testing.T) {
	l := open(t, journal.NewMemory())
	r := ledger.Request{By: "host", Key: "k", Command: club.Add{Nick: "Анна"}}
	first, err := l.Command(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := l.Command(t.Context(), r)
	if err != nil || fmt.Sprint(again.People) != fmt.Sprint(first.People) || len(l.Club().People()) != 1 {
		t.Fatalf("%+v, %v", again, err)
	}
	var no *club.Refusal
	if _, err = l.Command(t.Context(), ledger.Request{By: "host", Key: "k", Command: club.Undo{}}); !errors.As(err, &no) || no.Why != club.WhyKeyUsed {
		t.Fatal(err)
	}
	if _, err = l.Command(t.Context(), ledger.Request{Seen: ptr(0), Command: club.Undo{}}); !errors.As(err, &no) || no.Why != club.WhyStale {
		t.Fatal(err)
	}
	changed := l.Changed()
	if _, err = l.Command(t.Context(), ledger.Request{Seen: ptr(1), Command: club.Undo{}}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	default:
		t.Fatal("nobody was told of the change")
	}
}

func TestPeopleOfAnOlderVersionAreTakenOverOnce(t *testing.T) {
	store := journal.NewMemory()
	put := func(id, data string) {
		if err := store.PutDoc(t.Context(), "person", id, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	put("x1", `{"id":"x1","nick":"Анна","novice":true,"friends":["x2"]}`)
	put("x2", `{"id":"x2","nick":"Борис","novice":false,"friends":["x1"]}`)
	put("bad", `{bad`)
	l := open(t, store)
	people := l.Club().People()
	if len(people) != 2 || people[0].ID != "x1" || !people[0].Novice || fmt.Sprint(people[1].Friends) != "[x1]" {
		t.Fatalf("%+v", people)
	}
	do(t, l, club.Edit{Person: "x1", Nick: ptr("Аня")})
	l.Close()
	put("x1", `{"nick":"Анна"}`) // an older version ran in between
	put("x3", `{"nick":"Вера"}`)
	l = open(t, store)
	var nicks []string
	for _, m := range l.Club().People() {
		nicks = append(nicks, m.Nick)
	}
	if fmt.Sprint(nicks) != "[Аня Борис Вера]" {
		t.Fatal(nicks)
	}
	docs, _ := store.Docs(t.Context(), "person")
	if len(docs) != 1 || docs[0].ID != "bad" {
		t.Fatalf("%+v", docs)
	}
}

// A damaged journal stops the club and no game.
func TestDamagedJournalOpensAsFarAsItIsSound(t *testing.T) {
	store := journal.NewMemory()
	l := open(t, store)
	do(t, l, club.Add{Nick: "Анна"})
	l.Close()
	last, _ := store.Last(t.Context(), ledger.TableID)
	for i, data := range []string{`{"do":"merge-people","events":[{"is":"people-merged","from":"p7","into":"p8"}]}`, `{bad`} {
		if err := store.Append(t.Context(), ledger.TableID, journal.Entry{Seq: last + uint64(i) + 1, Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
	}
	l = open(t, store)
	if len(l.Club().People()) != 1 {
		t.Fatalf("%+v", l.Club().People())
	}
	if _, err := l.Command(t.Context(), ledger.Request{Command: club.Undo{}}); !errors.Is(err, journal.ErrDamaged) {
		t.Fatal(err)
	}
}

func TestJournalOfANewerVersionIsLeftAlone(t *testing.T) {
	store := journal.NewMemory()
	info := journal.TableInfo{ID: ledger.TableID, Version: club.EntryVersion + 1, Meta: []byte(`{"kind":"club"}`)}
	if err := store.Create(t.Context(), info, journal.Entry{Seq: 1, Data: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Open(t.Context(), store, ledger.Config{Now: clock()}); !errors.Is(err, journal.ErrNewer) {
		t.Fatal(err)
	}
}

func TestNoHubTakesTheClubForAGame(t *testing.T) {
	store := journal.NewMemory()
	l := open(t, store)
	do(t, l, club.Add{Nick: "Анна"})
	hub, err := table.Open(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer hub.Close()
	if list, err := hub.List(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := hub.Get(t.Context(), ledger.TableID); !errors.Is(err, journal.ErrNoTable) {
		t.Fatal(err)
	}
	if err := hub.Delete(t.Context(), ledger.TableID); !errors.Is(err, journal.ErrNoTable) {
		t.Fatal(err)
	}
	do(t, l, club.Add{Nick: "Борис"})
}
