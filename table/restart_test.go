package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/rulebook"
)

func TestRestartGivesTheSameBytes(t *testing.T) {
	store := journal.NewMemory()
	h := open(t, store)
	tb := sit(t, h)
	walk(t, tb, 6)
	must(t, tb, mafia.Foul{To: 5, N: 1})
	must(t, tb, Undo{To: 4})
	must(t, tb, Redo{})
	must(t, tb, Insert{At: 2, Command: raw(t, mafia.Foul{To: 8, N: 1})})
	must(t, tb, mafia.Foul{To: 9, N: 2})
	must(t, tb, Undo{})
	want := look(t, tb)
	wantLog, _ := tb.Log(context.Background())
	h.Close()

	h = open(t, store)
	again, err := h.Get(context.Background(), tb.ID())
	if err != nil {
		t.Fatal(err)
	}
	if got := look(t, again); !reflect.DeepEqual(got, want) {
		t.Fatalf("after a restart\n got %v\nwant %v", got, want)
	}
	if got, _ := again.Log(context.Background()); !reflect.DeepEqual(got, wantLog) {
		t.Fatalf("log after a restart\n got %v\nwant %v", got, wantLog)
	}
	must(t, again, Redo{})
	list, err := h.List(context.Background())
	if err != nil || len(list) != 1 || list[0].Title != "Стол" || len(list[0].Seats) != 10 {
		t.Fatalf("list %+v, %v", list, err)
	}
}

func TestUnfinishedTableIsRemoved(t *testing.T) {
	store := journal.NewMemory()
	if err := store.Create(context.Background(), journal.TableInfo{ID: "half", Meta: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	h := open(t, store)
	if list, err := h.List(context.Background()); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v", list, err)
	}
	if _, err := h.Get(context.Background(), "half"); !errors.Is(err, journal.ErrNoTable) {
		t.Fatal(err)
	}
}

// flaky is a store whose appends fail when told to, before or after the entry
// was made.
type flaky struct {
	journal.Store
	before, after atomic.Bool
}

func (f *flaky) Append(ctx context.Context, table string, e journal.Entry) error {
	if f.before.Load() {
		return fmt.Errorf("%w: planted", journal.ErrUnavailable)
	}
	err := f.Store.Append(ctx, table, e)
	if f.after.Load() {
		return fmt.Errorf("%w: planted after", journal.ErrUnavailable)
	}
	return err
}

func TestFailureChangesNothingAndMayBeTriedAgain(t *testing.T) {
	for _, made := range []bool{false, true} {
		t.Run(fmt.Sprint("made=", made), func(t *testing.T) {
			store := &flaky{Store: journal.NewMemory()}
			tb := sit(t, open(t, store))
			before := look(t, tb)
			r := Request{Who: mafia.Host, Key: "k", Command: raw(t, mafia.Foul{To: 4, N: 1})}
			store.before.Store(!made)
			store.after.Store(made)
			if _, err := tb.Command(context.Background(), r); !errors.Is(err, journal.ErrUnavailable) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(look(t, tb), before) {
				t.Fatal("what was not acknowledged is shown")
			}
			store.before.Store(false)
			store.after.Store(false)
			for range 2 {
				if a, err := tb.Command(context.Background(), r); err != nil || a.Length != 2 {
					t.Fatalf("%+v, %v", a, err)
				}
			}
			if v, _ := tb.View(context.Background(), mafia.Host); v.Seats[3].Fouls != 1 {
				t.Fatalf("%d fouls", v.Seats[3].Fouls)
			}
		})
	}
}

// A meta that names no rules, or others than the table was dealt by, is damage, and
// a version of them that is not known is a newer program's.
func TestRulesThatTheTableWasNotDealtByAreDamage(t *testing.T) {
	for from, c := range map[string]struct {
		to   string
		want error
	}{
		`"rulebook":"classic@1"`: {`"rulebook":"club@1"`, journal.ErrDamaged},
		`"classic@1"`:            {`"classic@7"`, journal.ErrNewer},
		`"preset":""`:            {`"preset":"none such"`, journal.ErrDamaged},
		`"value":"`:              {`"value":"none such`, journal.ErrDamaged},
	} {
		store := journal.NewMemory()
		h := open(t, store)
		id := sit(t, h).ID()
		h.Close()
		info, err := store.Info(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		meta := strings.Replace(string(info.Meta), from, c.to, 1)
		if strings.Contains(c.to, "club") { // only the rulebook differs, its options fit
			meta = regexp.MustCompile(`"options":\[.*?\]`).ReplaceAllString(meta, `"options":[]`)
		}
		if meta == string(info.Meta) {
			t.Fatalf("no %s in %s", from, meta)
		}
		if err := store.SetMeta(t.Context(), id, []byte(meta)); err != nil {
			t.Fatal(err)
		}
		_, err = open(t, store).Get(t.Context(), id)
		option, book := new(rulebook.OptionError), new(rulebook.Error)
		if !errors.Is(err, c.want) || errors.As(err, &option) || errors.As(err, &book) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
}

// bomb is a powers part that panics when it is armed, with a card in its text.
type bomb struct{ armed *atomic.Bool }

func (b bomb) Met(mafia.Standing) mafia.Winner {
	if b.armed.Load() {
		panic("planted: the sheriff is 4")
	}
	return mafia.NoWinner
}

func TestFaultFreezesItsTableOnly(t *testing.T) {
	var logged strings.Builder
	store := journal.NewMemory()
	h := open(t, store, WithLog(slog.New(slog.NewTextHandler(&logged, nil))))
	other := sit(t, h)
	armed := new(atomic.Bool)
	h.find = func(id, preset string, set []mafia.Option) (*mafia.Rulebook, error) {
		rb, err := rulebook.New(id, preset, set)
		if err == nil {
			rb.Victory = append([]mafia.Win{{Rule: "X", When: bomb{armed}}}, rb.Victory...)
		}
		return rb, err
	}
	tb := sit(t, h)
	walk(t, tb, 2)
	sub, err := tb.Subscribe(context.Background(), mafia.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if _, err := sub.Next(context.Background()); err != nil {
		t.Fatal(err)
	}
	last, _ := store.Last(context.Background(), tb.ID())
	armed.Store(true)
	if _, err := try(t, tb, mafia.Remove{To: 9}); !errors.Is(err, ErrFault) {
		t.Fatalf("a planted panic gives %v", err)
	}
	frame, err := sub.Next(context.Background())
	if err != nil || !strings.Contains(string(frame), `"frozen":true`) {
		t.Fatalf("the host is told %s, %v", frame, err)
	}
	if now, _ := store.Last(context.Background(), tb.ID()); now != last {
		t.Fatal("the fault was written into the journal")
	}
	armed.Store(false)
	if _, err := try(t, tb, mafia.Foul{To: 4, N: 1}); !errors.Is(err, ErrFault) {
		t.Fatalf("a frozen table answers %v", err)
	}
	walk(t, other, 2)
	if strings.Contains(logged.String(), "sheriff") || !strings.Contains(logged.String(), "frozen") {
		t.Fatalf("log: %s", logged.String())
	}
	h.Close()
	h = open(t, store)
	again, err := h.Get(context.Background(), tb.ID())
	if err != nil {
		t.Fatal(err)
	}
	must(t, again, mafia.Remove{To: 9})
}

func TestManyTablesAtOnce(t *testing.T) {
	h := open(t, journal.NewMemory())
	var all sync.WaitGroup
	for range 20 {
		tb := sit(t, h)
		for w := range 4 {
			all.Add(1)
			go func() {
				defer all.Done()
				sub, err := tb.Subscribe(context.Background(), mafia.Player(mafia.Seat(w+1)))
				if err != nil {
					t.Error(err)
					return
				}
				defer sub.Close()
				for i := range 10 {
					c := raw(t, mafia.Foul{To: mafia.Seat(w + 1), N: 1})
					if i%3 == 2 {
						c = raw(t, Undo{})
					}
					if _, err := tb.Command(context.Background(), Request{Who: mafia.Host, Key: fmt.Sprint(w, "-", i), Command: c}); err != nil && !isRefusal(err) {
						t.Error(err)
					}
				}
				if _, err := sub.Next(context.Background()); err != nil {
					t.Error(err)
				}
			}()
		}
	}
	all.Wait()
}

func isRefusal(err error) bool {
	var own *Refusal
	var game *mafia.Refusal
	return errors.As(err, &own) || errors.As(err, &game)
}

func TestSlowViewerDelaysNobodyAndGetsTheNewest(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	slow, err := tb.Subscribe(context.Background(), mafia.Board)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	for range 50 {
		must(t, tb, mafia.Substitute{To: 3, Nick: "А"})
		must(t, tb, mafia.Substitute{To: 3, Nick: "Последний"})
	}
	frame, err := slow.Next(context.Background())
	if err != nil || !strings.Contains(string(frame), "Последний") || !strings.HasPrefix(string(frame), `{"n":1,`) {
		t.Fatalf("%s, %v", frame, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if frame, err := slow.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a second frame although nothing changed: %s, %v", frame, err)
	}
}

func TestClosedHubEndsStreams(t *testing.T) {
	h := open(t, journal.NewMemory())
	tb := sit(t, h)
	sub, err := tb.Subscribe(context.Background(), mafia.Board)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = sub.Next(context.Background())
	go h.Close()
	if _, err := sub.Next(context.Background()); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	if _, err := try(t, tb, Redo{}); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	if _, err := h.Get(context.Background(), tb.ID()); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}

// noMeta is a store of a program that dies right behind each answer: nothing is noted
// afterwards.
type noMeta struct{ journal.Store }

func (noMeta) SetMeta(context.Context, string, []byte) error { return journal.ErrUnavailable }

// What a list shows of a table is as durable as the step that it comes from: a game that
// was declared void, or is over, is not shown as one that runs.
func TestTheListIsRightAfterACrash(t *testing.T) {
	store := noMeta{journal.NewMemory()}
	tb := sit(t, open(t, store))
	for _, c := range []struct {
		command string
		voided  bool
	}{{`{"do":"void"}`, true}, {`{"do":"undo","to":0}`, false}, {`{"do":"void"}`, true}} {
		if _, err := tb.Command(t.Context(), Request{Who: mafia.Host, Command: json.RawMessage(c.command)}); err != nil {
			t.Fatal(err)
		}
		list, err := open(t, store).List(t.Context())
		if err != nil || len(list) != 1 || list[0].Summary.Voided != c.voided {
			t.Fatalf("after %s: %+v, %v", c.command, list, err)
		}
	}
}
