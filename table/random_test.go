package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
)

// anySeat is one of a set, or nobody.
func anySeat(r *rand.Rand, s mafia.Seats) mafia.Seat {
	list := s.Without(0).List()
	if len(list) == 0 {
		return 0
	}
	return list[r.IntN(len(list))]
}

// fill makes a command of an offer; it may still be refused, which is one of the
// things that is tried here.
func fill(r *rand.Rand, o mafia.Offer) mafia.Command {
	by, to := anySeat(r, o.By), anySeat(r, o.To)
	hands := mafia.Hands{Counted: true, Count: r.IntN(o.Max + 1)}
	switch o.Do {
	case mafia.DoPass:
		return mafia.Pass{By: by}
	case mafia.DoNominate:
		return mafia.Nominate{By: by, To: to}
	case mafia.DoVote:
		return mafia.Vote{For: o.For, Hands: hands}
	case mafia.DoOust:
		return mafia.Oust{Hands: hands}
	case mafia.DoShoot:
		return mafia.Shoot{Shots: []mafia.Shot{{By: by, At: mafia.SeatsOf(to)}}}
	case mafia.DoAct:
		return mafia.Act{Role: o.Role, Deed: o.Deed, To: to}
	case mafia.DoAccuse:
		return mafia.Accuse{By: by, To: to}
	case mafia.DoJudge:
		return mafia.Judge{Hands: hands}
	case mafia.DoCallNight:
		return mafia.CallNight{Hands: hands}
	case mafia.DoWrite:
		return mafia.Write{By: by, Name: anySeat(r, o.To)}
	case mafia.DoFoul:
		return mafia.Foul{To: to, N: 1}
	case mafia.DoSubstitute:
		return mafia.Substitute{To: to, Nick: fmt.Sprint("Н", r.IntN(100))}
	case mafia.DoLeave:
		if r.IntN(10) == 0 {
			return mafia.Leave{To: to}
		}
	}
	return mafia.Proceed{}
}

// anyCommand is whatever a host may press, of the game or of the table.
func anyCommand(t *testing.T, r *rand.Rand, tb *Table) mafia.Command {
	t.Helper()
	v, err := tb.View(context.Background(), tb.Leader())
	if err != nil {
		t.Fatal(err)
	}
	if f := frameOf(t, tb); (f.Table.Paused || f.Table.Voided) && r.IntN(2) == 0 {
		return []mafia.Command{Continue{}, Undo{}}[r.IntN(2)]
	}
	next := func() mafia.Command {
		if len(v.Offers) == 0 {
			return mafia.Proceed{}
		}
		return fill(r, v.Offers[r.IntN(len(v.Offers))])
	}
	switch r.IntN(14) {
	case 0:
		return Undo{To: r.IntN(2) * r.IntN(20)}
	case 1, 2:
		return Redo{}
	case 3:
		return Insert{At: 1 + r.IntN(20), Command: raw(t, next())}
	case 4:
		return []mafia.Command{Pause{}, Resume{}, AddTime{Seconds: 10}, AddTime{Seconds: -5}, Freeze{}, Continue{}, Void{}}[r.IntN(7)]
	}
	return next()
}

// everything is all that a table shows, to everybody.
func everything(t *testing.T, tb *Table) map[string]any {
	t.Helper()
	writtenAlike(t, tb)
	out := map[string]any{}
	for _, w := range append(viewers(), mafia.Device) {
		out[fmt.Sprint(w)] = seen(t, tb, w)
	}
	log, err := tb.Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	steps, err := tb.History(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out["log"], out["steps"] = log, steps
	return out
}

// randomTable deals a game of a rulebook.
func randomTable(t *testing.T, r *rand.Rand, h *Hub, name string) *Table {
	t.Helper()
	rb := rulebook.Must(name, "")
	n := rb.Min + r.IntN(min(rb.Max, rb.Min+6)-rb.Min+1)
	counts, _, err := compose.Propose(name, n, nil, compose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	setup := mafia.Setup{Seed: r.Uint64()}
	for role, k := range counts {
		setup.Cast[role] = uint8(k)
	}
	meta := Meta{Rulebook: name, Title: name}
	for i := range n {
		meta.Seats = append(meta.Seats, Sitter{Nick: fmt.Sprint("И", i), Novice: r.IntN(5) == 0})
	}
	tb, err := h.Create(context.Background(), meta, setup)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// Whatever is pressed: a refusal changes nothing, a restart changes nothing, and
// all that was done can be taken back and done again.
func TestRandomEvenings(t *testing.T) {
	games := 3
	if testing.Short() {
		games = 1
	}
	if os.Getenv("OMERTA_LONG") != "" {
		games = 50
	}
	for _, name := range rulebook.Names() {
		for seed := range uint64(games) {
			t.Run(fmt.Sprint(name, "/", seed), func(t *testing.T) { evening(t, name, seed) })
		}
	}
}

func evening(t *testing.T, name string, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	store := journal.NewMemory()
	h := open(t, store)
	tb := randomTable(t, r, h, name)
	accepted, refused := 0, 0
	for range 80 {
		c := anyCommand(t, r, tb)
		before := everything(t, tb)
		if _, err := try(t, tb, c); err == nil {
			accepted++
			continue
		} else if !isRefusal(err) && !errors.Is(err, ErrSameNick) {
			t.Fatalf("%+v: %v", c, err)
		}
		refused++
		if !reflect.DeepEqual(everything(t, tb), before) {
			t.Fatalf("%+v was refused and changed something", c)
		}
	}
	if accepted < 10 || refused == 0 {
		t.Fatalf("%d accepted, %d refused: nothing was tried", accepted, refused)
	}
	before := everything(t, tb)
	h.Close()
	tb, err := open(t, store).Get(context.Background(), tb.ID())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(everything(t, tb), before) {
		t.Fatal("a restart changed something")
	}
	thereAndBack(t, tb)
}

// thereAndBack takes everything back and does it again.
func thereAndBack(t *testing.T, tb *Table) {
	t.Helper()
	_, _ = try(t, tb, Continue{})
	if s, _ := tb.Summary(context.Background()); s.Voided {
		must(t, tb, Undo{})
	}
	for {
		if _, err := try(t, tb, Redo{}); err != nil {
			break
		}
	}
	steps, _ := tb.History(context.Background())
	want := look(t, tb)
	for range len(steps) - 1 {
		must(t, tb, Undo{})
	}
	for range len(steps) - 1 {
		must(t, tb, Redo{})
	}
	if got := look(t, tb); !reflect.DeepEqual(got, want) {
		t.Fatal("taken back and done again, it is not the same")
	}
	again, _ := tb.History(context.Background())
	if !reflect.DeepEqual(again, steps) {
		t.Fatal("the history is not the same")
	}
}
