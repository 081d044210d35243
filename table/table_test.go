package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/mafia"
)

// open gives a hub over a store.
func open(t testing.TB, store journal.Store, opts ...Option) *Hub {
	t.Helper()
	h, err := Open(context.Background(), store, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// ten are the seats of a table, and dealTen a deal of classic for them.
func ten() []Sitter {
	var out []Sitter
	for i := range 10 {
		out = append(out, Sitter{Nick: fmt.Sprintf("Игрок %d", i+1)})
	}
	return out
}

func tenCards() []mafia.Role {
	deal := make([]mafia.Role, 10)
	for i := range deal {
		deal[i] = mafia.Civilian
	}
	deal[0], deal[1], deal[2], deal[3] = mafia.Don, mafia.Mafia, mafia.Mafia, mafia.Sheriff
	return deal
}

// sit opens a table of classic.
func sit(t testing.TB, h *Hub) *Table {
	t.Helper()
	tb, err := h.Create(context.Background(), Meta{Rulebook: "classic@1", Title: "Стол", Deal: "given", Seats: ten()}, mafia.Setup{Deal: tenCards()})
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// raw writes a command.
func raw(t testing.TB, c mafia.Command) json.RawMessage {
	t.Helper()
	b, err := plain(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// try gives a command as the table's leader.
func try(t testing.TB, tb *Table, c mafia.Command) (Answer, error) {
	t.Helper()
	return tb.Command(context.Background(), Request{Who: tb.Leader(), Command: raw(t, c)})
}

func must(t testing.TB, tb *Table, c mafia.Command) Answer {
	t.Helper()
	a, err := try(t, tb, c)
	if err != nil {
		t.Fatalf("%s: %v", c.Verb(), err)
	}
	return a
}

// refusedAs checks that an error is the table's own refusal.
func refusedAs(t testing.TB, err error, why Why) *Refusal {
	t.Helper()
	var no *Refusal
	if !errors.As(err, &no) || no.Why != why {
		t.Fatalf("refused as %v, want %s", err, why)
	}
	return no
}

// viewers are all who may look at a table of ten.
func viewers() []mafia.Viewer {
	out := []mafia.Viewer{mafia.Host, mafia.Board}
	for s := mafia.Seat(1); s <= 10; s++ {
		out = append(out, mafia.Player(s))
	}
	return out
}

// look gives every viewer's picture: all of a frame but its number and moment.
func look(t testing.TB, tb *Table) map[mafia.Viewer]string {
	t.Helper()
	stamps := regexp.MustCompile(`"stamp":\d+`) // another after undo and redo, though all reads alike
	out := map[mafia.Viewer]string{}
	for _, w := range viewers() {
		out[w] = stamps.ReplaceAllString(seen(t, tb, w), "")
	}
	return out
}

func seen(t testing.TB, tb *Table, w mafia.Viewer) string {
	t.Helper()
	raw, err := tb.Frame(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	var f map[string]json.RawMessage
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	delete(f, "n")
	delete(f, "clock")
	delete(f, "log") // the log tells of undo and redo as well
	b, _ := json.Marshal(f)
	return string(b)
}

// forward gives the next command that leads the game on without a choice.
func forward(t testing.TB, tb *Table) mafia.Command {
	t.Helper()
	v, err := tb.View(context.Background(), tb.Leader())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range v.Offers {
		switch o.Do {
		case mafia.DoProceed:
			return mafia.Proceed{}
		case mafia.DoPass:
			return mafia.Pass{By: o.By.First()}
		}
	}
	t.Fatalf("nothing leads on from %s", v.Phase)
	return nil
}

// walk leads the game on n steps.
func walk(t testing.TB, tb *Table, n int) {
	t.Helper()
	for range n {
		must(t, tb, forward(t, tb))
	}
}

func TestUndoAllTheWayAndRedo(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	states := []map[mafia.Viewer]string{look(t, tb)}
	const n = 12
	for i := range n {
		if i%4 == 3 {
			must(t, tb, mafia.Foul{To: 5, N: 1})
		} else {
			walk(t, tb, 1)
		}
		states = append(states, look(t, tb))
	}
	for i := n - 1; i >= 0; i-- {
		if a := must(t, tb, Undo{}); a.Length != i+1 {
			t.Fatalf("length %d after an undo to %d", a.Length, i+1)
		}
		for w, got := range look(t, tb) {
			if w.Kind == mafia.IsHost {
				continue // his frame names the redo
			}
			if got != states[i][w] {
				t.Fatalf("step %d, %v:\n got %s\nwant %s", i, w, got, states[i][w])
			}
		}
	}
	_, err := try(t, tb, Undo{})
	refusedAs(t, err, WhyNoUndo)
	for i := 1; i <= n; i++ {
		must(t, tb, Redo{})
	}
	if !reflect.DeepEqual(look(t, tb), states[n]) {
		t.Fatal("redo does not lead back to the last state")
	}
	_, err = try(t, tb, Redo{})
	refusedAs(t, err, WhyNoRedo)
}

func TestUndoToAStepAndForgetsRedo(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 3)
	want := seen(t, tb, mafia.Board)
	walk(t, tb, 4)
	must(t, tb, Undo{To: 4})
	if got := seen(t, tb, mafia.Board); got != want {
		t.Fatalf("undo to step 4:\n got %s\nwant %s", got, want)
	}
	for _, to := range []int{-1, 4, 9} {
		_, err := try(t, tb, Undo{To: to})
		refusedAs(t, err, WhyNoStep)
	}
	must(t, tb, mafia.Foul{To: 3, N: 1})
	_, err := try(t, tb, Redo{})
	refusedAs(t, err, WhyNoRedo)
}

func TestInsertKeepsWhatCameAfter(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 3)
	must(t, tb, mafia.Foul{To: 4, N: 1})
	before := look(t, tb)
	must(t, tb, Insert{At: 3, Command: raw(t, mafia.Foul{To: 6, N: 1})})
	v, err := tb.View(context.Background(), mafia.Host)
	if err != nil {
		t.Fatal(err)
	}
	if v.Seats[3].Fouls != 1 || v.Seats[5].Fouls != 1 {
		t.Fatalf("fouls %d and %d, want 1 and 1", v.Seats[3].Fouls, v.Seats[5].Fouls)
	}
	steps, err := tb.History(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != 6 || verbOf(steps[3].Command) != mafia.DoFoul {
		t.Fatalf("history of %d, its step 4 is %s", len(steps), steps[3].Command)
	}
	must(t, tb, Undo{To: 3})
	must(t, tb, Redo{})
	must(t, tb, Undo{})
	_ = before
}

// The undo after an insertion takes the insertion back and nothing else.
func TestAnInsertionIsTakenBackByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := journal.NewMemory()
		h := open(t, store)
		tb := sit(t, h)
		n := speaking(t, tb).Length
		time.Sleep(20 * time.Second)
		walk(t, tb, 2)
		must(t, tb, mafia.Foul{To: 4, N: 1})
		board, history := seen(t, tb, mafia.Player(3)), stepsOf(t, tb)
		forgotten := Insert{At: n, Command: raw(t, mafia.Foul{To: 6, N: 1})}
		must(t, tb, forgotten)
		if f := seen(t, tb, mafia.Host); !strings.Contains(f, `"undo":{"key":"undo","args":{"book":"classic","what":{"key":"undo.foul-nth.classic","args":{"book":"classic","n":1,"seat":6}`) {
			t.Fatalf("the undo does not name the foul of 6: %s", f)
		}
		must(t, tb, Undo{})
		if !reflect.DeepEqual(stepsOf(t, tb), history) || seen(t, tb, mafia.Player(3)) != board {
			t.Fatal("the table is not what it was before the insertion")
		}
		must(t, tb, Undo{}) // the next one takes a step, as ever
		if got := len(stepsOf(t, tb)); got != len(history)-1 {
			t.Fatalf("%d steps after a second undo, want %d", got, len(history)-1)
		}
		must(t, tb, Redo{})
		must(t, tb, forgotten)
		put := stepsOf(t, tb)
		must(t, tb, Undo{})
		must(t, tb, Redo{})
		if !reflect.DeepEqual(stepsOf(t, tb), put) {
			t.Fatal("a redo does not put the insertion back")
		}
		time.Sleep(10 * time.Second)
		must(t, tb, Undo{})
		leftOf(t, tb, 50, true)
		h.Close()
		h = open(t, store)
		defer h.Close()
		again, err := h.Get(context.Background(), tb.ID())
		if err != nil || !reflect.DeepEqual(stepsOf(t, again), history) {
			t.Fatalf("after a restart the history differs (%v)", err)
		}
	})
}

func stepsOf(t *testing.T, tb *Table) []Step {
	t.Helper()
	steps, err := tb.History(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

func TestInsertNamesWhatStandsInItsWay(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	for passes := 0; passes < 3; {
		c := forward(t, tb)
		if c.Verb() == mafia.DoPass {
			passes++
		}
		must(t, tb, c)
	}
	before := look(t, tb)
	steps, _ := tb.History(context.Background())
	// A second pass in front of the first: then a wrong seat passes.
	at := len(steps) - 3
	_, err := try(t, tb, Insert{At: at, Command: steps[at].Command})
	no := refusedAs(t, err, WhyInsert)
	if no.Cause == nil || no.Step != at+1 || no.Line == nil || no.Line.Key != "undo.pass" {
		t.Fatalf("refusal %+v", no)
	}
	if !reflect.DeepEqual(look(t, tb), before) {
		t.Fatal("a refused insertion changed the table")
	}
	// A move that was not possible there: it is the one that is refused, and no other is named.
	_, err = try(t, tb, Insert{At: at, Command: raw(t, mafia.Nominate{By: 9, To: 7})})
	no = refusedAs(t, err, WhyInsert)
	if no.Cause == nil || no.Cause.Why != mafia.WhyNomPhase || no.Step != 0 || no.Line != nil || no.Floor != 1 {
		t.Fatalf("refusal %+v, cause %+v", no, no.Cause)
	}
	_, err = try(t, tb, Insert{At: 99, Command: raw(t, mafia.Proceed{})})
	refusedAs(t, err, WhyNoStep)
}

func TestKeyGivesTheSameAnswer(t *testing.T) {
	h := open(t, journal.NewMemory())
	tb := sit(t, h)
	foul := Request{Who: mafia.Host, Key: "k1", Command: json.RawMessage(`{"do":"foul","to":4,"n":1,"reason":""}`)}
	a, err := tb.Command(context.Background(), foul)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * keyringSize { // push it out of the ring
		if _, err := tb.Command(context.Background(), Request{Who: mafia.Host, Key: fmt.Sprint("x", i), Command: raw(t, AddTime{Seconds: 1})}); err != nil {
			refusedAs(t, err, WhyNoClock)
		}
	}
	stale := 1
	foul.Seen = &stale
	foul.Command = json.RawMessage(`{"to":4,"do":"foul","n":1,"reason":""}`)
	b, err := tb.Command(context.Background(), foul)
	if err != nil || a != b {
		t.Fatalf("again: %+v, %v; first %+v", b, err, a)
	}
	v, _ := tb.View(context.Background(), mafia.Host)
	if v.Seats[3].Fouls != 1 {
		t.Fatalf("%d fouls", v.Seats[3].Fouls)
	}
	foul.Command = raw(t, mafia.Foul{To: 5, N: 1})
	_, err = tb.Command(context.Background(), foul)
	refusedAs(t, err, WhyKeyUsed)
}

func TestRefusalIsGivenAgainUnderItsKey(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	redo := Request{Who: mafia.Host, Key: "k", Command: raw(t, Redo{})}
	_, err := tb.Command(context.Background(), redo)
	refusedAs(t, err, WhyNoRedo)
	must(t, tb, mafia.Foul{To: 4, N: 1})
	must(t, tb, Undo{})
	_, err = tb.Command(context.Background(), redo)
	refusedAs(t, err, WhyNoRedo)
}

func TestTwoHostsNeverDoubleStep(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	c := raw(t, mafia.Foul{To: 7, N: 1})
	n := 1
	results := make(chan error)
	for range 8 {
		go func() {
			_, err := tb.Command(context.Background(), Request{Who: mafia.Host, Seen: &n, Command: c})
			results <- err
		}()
	}
	ok := 0
	for range 8 {
		if err := <-results; err == nil {
			ok++
		} else if no := refusedAs(t, err, WhyStale); no.Line == nil || no.Line.Key != "undo.foul-nth.classic" {
			t.Fatalf("stale names %+v", no.Line)
		}
	}
	if ok != 1 {
		t.Fatalf("%d of 8 were accepted", ok)
	}
}

// Of two histories of one length only that is changed which the host had before his eyes;
// nor does an undo that was meant for a step take back that the game is void.
func TestAStampTellsHistoriesOfOneLengthApart(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 1)
	does := func(stamp *uint64, c mafia.Command) (Answer, error) {
		return tb.Command(context.Background(), Request{Who: mafia.Host, Stamp: stamp, Command: raw(t, c)})
	}
	a, err := does(nil, mafia.Foul{To: 1, N: 1})
	if f := frameOf(t, tb); err != nil || f.Stamp != a.Stamp || a.Stamp == 0 {
		t.Fatalf("%d, %+v, %v", f.Stamp, a, err)
	}
	if f, err := tb.Frame(context.Background(), mafia.Board); err != nil || !strings.Contains(string(f), `"stamp":0`) {
		t.Error("the room is told:", err)
	}
	must(t, tb, Undo{})
	must(t, tb, mafia.Foul{To: 7, N: 1})
	_, err = does(&a.Stamp, Undo{})
	refusedAs(t, err, WhyStale)
	now := frameOf(t, tb).Stamp
	must(t, tb, Freeze{})
	if _, err := does(&now, Continue{}); err != nil {
		t.Error(err)
	}
	must(t, tb, Void{})
	_, err = does(&now, Undo{})
	refusedAs(t, err, WhyStale)
	now = frameOf(t, tb).Stamp
	if _, err := does(&now, Undo{}); err != nil {
		t.Error("whoever saw that it is void cannot take it back:", err)
	}
}

func TestPauseEverythingAndVoid(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	before := seen(t, tb, mafia.Board)
	_, err := try(t, tb, Continue{})
	refusedAs(t, err, WhyRunning)
	must(t, tb, Freeze{})
	for _, c := range []mafia.Command{mafia.Foul{To: 1, N: 1}, Undo{}, Resume{}, Freeze{}} {
		_, err := try(t, tb, c)
		refusedAs(t, err, WhyPaused)
	}
	must(t, tb, Continue{})
	must(t, tb, Void{})
	_, err = try(t, tb, mafia.Foul{To: 1, N: 1})
	refusedAs(t, err, WhyVoided)
	if s, err := tb.Summary(context.Background()); err != nil || !s.Voided {
		t.Fatalf("%+v, %v", s, err)
	}
	must(t, tb, Undo{})
	if got := seen(t, tb, mafia.Board); got != before {
		t.Fatalf("taken back:\n got %s\nwant %s", got, before)
	}
}

func TestOnlyTheLeaderCommandsTheTable(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	for _, c := range Commands() {
		if ins, ok := c.(Insert); ok {
			ins.Command = raw(t, mafia.Proceed{})
			c = ins
		}
		for _, w := range []mafia.Viewer{mafia.Board, mafia.Player(4)} {
			_, err := tb.Command(context.Background(), Request{Who: w, Command: raw(t, c)})
			if no := refusedAs(t, err, WhyHostOnly); no.Length != 0 {
				t.Fatalf("%v learns the length of the history", w)
			}
		}
	}
}

func TestNoCommand(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	for _, bad := range []string{``, `null`, `[]`, `{}`, `{"do":"dance"}`, `{"do":"deal"}`, `{"do":"halt"}`, `{"do":"undo","to":"x"}`, `{"do":"undo","far":1}`, `{"do":"insert","at":1,"command":{"do":"undo"}}`} {
		_, err := tb.Command(context.Background(), Request{Who: mafia.Host, Command: json.RawMessage(bad)})
		if !errors.Is(err, ErrCommand) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Nor does a substitute bring a nick that somebody at the table has, by whatever way he comes.
func TestASubstituteHasANickOfHisOwn(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	walk(t, tb, 1)
	does := func(key, c string) error {
		_, err := tb.Command(context.Background(), Request{Who: mafia.Host, Key: key, Command: json.RawMessage(c)})
		return err
	}
	first := `{"do":"substitute","to":2,"nick":"Замена"}`
	if err := does("k", first); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{
		`{"do":"substitute","to":3,"nick":" замена "}`,
		`{"do":"overrule","command":{"do":"substitute","to":3,"nick":"Замена"}}`,
		`{"do":"insert","at":1,"command":{"do":"substitute","to":3,"nick":"Замена"}}`,
		first, // for himself
	} {
		if err := does("", c); !errors.Is(err, ErrSameNick) {
			t.Errorf("%s: %v", c, err)
		}
	}
	if err := does("k", first); err != nil {
		t.Errorf("sent again: %v", err)
	}
}

// Whatever way a nick or a reason takes, it is kept clean or not at all.
func TestTextsAreKeptClean(t *testing.T) {
	store := journal.NewMemory()
	tb := sit(t, open(t, store))
	walk(t, tb, 1)
	for _, c := range []string{
		`{"do":"substitute","to":2,"nick":"За\nмена\u202e"}`,
		`{"do":"overrule","command":{"do":"substitute","to":2,"nick":"За\nмена 2\u202e"}}`,
		`{"do":"insert","at":1,"command":{"do":"substitute","to":3,"nick":"За\nмена 3\u202e"}}`,
		`{"do":"foul","to":4,"n":1,"reason":" спор\u0000\r\nс ведущим\u202e"}`,
	} {
		if _, err := tb.Command(context.Background(), Request{Who: mafia.Host, Command: json.RawMessage(c)}); err != nil {
			t.Fatalf("%s: %v", c, err)
		}
	}
	err := store.Read(context.Background(), tb.ID(), 1, func(e journal.Entry) error {
		for _, bad := range []string{`\n`, `\r`, "\u202e", `\u202e`, `\u0000`} {
			if strings.Contains(string(e.Data), bad) {
				t.Errorf("kept with %q: %s", bad, e.Data)
			}
		}
		return nil
	})
	v, verr := tb.View(context.Background(), mafia.Host)
	if err != nil || verr != nil || v.Seats[1].Nick != "За мена 2" || v.Seats[2].Nick != "За мена 3" {
		t.Fatalf("%+v, %v, %v", v.Seats, err, verr)
	}
	long := strings.Repeat("я", 201)
	for c, want := range map[string]error{
		`{"do":"substitute","to":2,"nick":"\u3164"}`:                                              ErrNick,
		`{"do":"substitute","to":2,"nick":"` + long + `"}`:                                        ErrNick,
		`{"do":"insert","at":1,"command":{"do":"substitute","to":2,"nick":"\u2800"}}`:             ErrNick,
		`{"do":"overrule","command":{"do":"substitute","to":2,"nick":"\u115f"}}`:                  ErrNick,
		`{"do":"foul","to":4,"n":1,"reason":"` + long + `"}`:                                      ErrReason,
		`{"do":"remove","to":4,"reason":"` + long + `"}`:                                          ErrReason,
		`{"do":"forfeit","to":4,"reason":"` + long + `"}`:                                         ErrReason,
		`{"do":"insert","at":1,"command":{"do":"foul","to":4,"n":1,"reason":"` + long + `"}}`:     ErrReason,
		`{"do":"overrule","command":{"do":"remove","to":4,"reason":"` + long + `"}}`:              ErrReason,
		`{"do":"insert","at":1,"command":{"do":"overrule","command":{"do":"overrule","to":"x"}}}`: ErrCommand,
	} {
		if _, err := tb.Command(context.Background(), Request{Who: mafia.Host, Command: json.RawMessage(c)}); !errors.Is(err, want) {
			t.Errorf("%.90s: %v, want %v", c, err, want)
		}
	}
	seats := ten()
	seats[4].Nick = "\u3164"
	if _, err := tb.hub.Create(context.Background(), Meta{Rulebook: "classic@1", Seats: seats}, mafia.Setup{Deal: tenCards()}); !errors.Is(err, ErrNick) {
		t.Errorf("a deal with a nick that nobody sees: %v", err)
	}
}
