package laws

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"omerta/mafia"
)

// table is a game in play with its journal and its watchers.
type table struct {
	*world
	g     mafia.Game
	log   []mafia.Event
	steps []step // where each command began
	led   *ledger
}

// step is where the game stood before a command.
type step struct {
	at int // length of the log
	g  mafia.Game
}

func (w *world) sit(t *testing.T) *table {
	g, events, err := mafia.New(w.rb, w.setup)
	if err != nil {
		w.fail(t, "cannot be dealt: %v", err)
	}
	tab := &table{world: w, g: g, log: events, led: newLedger(w)}
	for _, e := range events {
		tab.watch(t, e)
	}
	return tab
}

func (x *table) watch(t *testing.T, e mafia.Event) {
	t.Helper()
	if wrong := x.led.see(e); wrong != "" {
		x.fail(t, "%s\nat %#v\nafter %d events, day %d", wrong, e, len(x.log), x.g.Day())
	}
}

// bound is how many facts one command may make: each seat may be passed over,
// die, be struck, be owed a word.
func (x *table) bound() int { return 3*x.g.Players() + 12 }

// play carries one command out and holds it to the laws of a single command.
func (x *table) play(t *testing.T, c mafia.Command, close bool) {
	before := x.g
	var look []byte
	if close {
		look = mustJSON(x.g.View(mafia.Host))
	}
	events, err := x.g.Decide(mafia.Host, c)
	if err != nil {
		x.fail(t, "%#v is on offer and refused: %v", c, err)
	}
	if len(events) == 0 || len(events) > x.bound() {
		x.fail(t, "%#v makes %d events", c, len(events))
	}
	if close && (!reflect.DeepEqual(before, x.g) || !bytes.Equal(look, mustJSON(x.g.View(mafia.Host)))) {
		x.fail(t, "Decide has changed its receiver: %#v", c)
	}
	x.steps = append(x.steps, step{len(x.log), before})
	for _, e := range events {
		x.g = x.g.Apply(e)
		x.watch(t, e)
		x.log = append(x.log, e)
	}
	if close {
		x.twice(t, before, c)
	}
	if wrong := x.led.check(&x.g, events); wrong != "" {
		x.fail(t, "%s\nafter %#v\nevents %#v", wrong, c, events)
	}
	if from, to := before.Phase(), x.g.Phase(); !follows(x.book, from, to) {
		x.fail(t, "phase %s after %s by %#v", to, from, c)
	}
	x.rests(t)
}

// twice: Play, Enact and Decide with Apply agree, and a refusal of Play changes nothing.
func (x *table) twice(t *testing.T, before mafia.Game, c mafia.Command) {
	other := before
	if r := other.Play(mafia.Host, c); r != nil {
		x.fail(t, "Play refuses %#v: %v", c, r)
	}
	if !reflect.DeepEqual(other, x.g) {
		x.fail(t, "Play and Decide differ after %#v", c)
	}
	third := before
	if events, err := third.Enact(nil, mafia.Host, c); err != nil || !reflect.DeepEqual(third, x.g) ||
		!reflect.DeepEqual(events, x.log[x.steps[len(x.steps)-1].at:]) {
		x.fail(t, "Enact and Decide differ after %#v: %v", c, err)
	}
	odd := before
	if r := odd.Play(mafia.Board, c); r == nil || !reflect.DeepEqual(odd, before) {
		x.fail(t, "the board was let play %#v", c)
	}
}

// rests: a game that is not over offers a step that moves it, unless a card is
// held more often than it was dealt: that is put right first.
func (x *table) rests(t *testing.T) {
	if x.g.Phase() == mafia.Over || x.misdealt() {
		return
	}
	for _, o := range x.g.AppendOffers(nil) {
		switch o.Do {
		case mafia.DoProceed, mafia.DoPass, mafia.DoVote, mafia.DoOust, mafia.DoAccuse, mafia.DoDrop, mafia.DoJudge,
			mafia.DoCallNight, mafia.DoWrite:
			return
		}
	}
	x.fail(t, "nothing leads on from %s of day %d", x.g.Phase(), x.g.Day())
}

func (x *table) misdealt() bool {
	var held mafia.Cast
	for s := mafia.Seat(1); int(s) <= x.g.Players(); s++ {
		held[x.g.RoleOf(s)]++
	}
	for r := mafia.Civilian; r <= mafia.Ripper; r++ {
		if held[r] > x.cast[r] {
			return true
		}
	}
	return false
}

// Random games of every rulebook obey the laws of the engine and of the rules.
func TestGames(t *testing.T) {
	winners := map[mafia.Winner]int{}
	cases(t, 250, func(t *testing.T, w *world) {
		x := w.sit(t)
		for n := 0; x.g.Phase() != mafia.Over; n++ {
			if n > 30000 {
				w.fail(t, "no end: %s of day %d", x.g.Phase(), x.g.Day())
			}
			x.play(t, w.next(&x.g), w.luck.Once(8))
		}
		winners[x.g.Outcome().Winner]++
		x.folds(t)
		x.undoes(t)
		x.travels(t)
	})
	t.Log(winners)
}

// folds: the journal folds to the live game.
func (x *table) folds(t *testing.T) {
	if folded := mafia.Fold(x.rb, x.log); !reflect.DeepEqual(folded, x.g) {
		x.fail(t, "the journal folds to another game")
	}
}

// undoes: leaving out any end of the journal gives the game as it was.
func (x *table) undoes(t *testing.T) {
	for range 6 {
		s := x.steps[x.luck.Below(len(x.steps))]
		if folded := mafia.Fold(x.rb, x.log[:s.at]); !reflect.DeepEqual(folded, s.g) {
			x.fail(t, "undo to event %d gives another game", s.at)
		}
	}
}

// travels: events written and read again fold to the same views.
func (x *table) travels(t *testing.T) {
	body, err := mafia.MarshalEvents(x.log)
	if err != nil {
		x.fail(t, "events cannot be written: %v", err)
	}
	read, err := mafia.UnmarshalEvents(body)
	if err != nil {
		x.fail(t, "events cannot be read: %v", err)
	}
	again, err := mafia.MarshalEvents(read)
	if err != nil || !bytes.Equal(body, again) {
		x.fail(t, "events change on the way: %v", err)
	}
	for range 4 {
		s := x.steps[x.luck.Below(len(x.steps))]
		folded := mafia.Fold(x.rb, read[:s.at])
		for _, v := range viewers(&s.g) {
			if !bytes.Equal(mustJSON(folded.View(v)), mustJSON(s.g.View(v))) {
				x.fail(t, "the journal as read shows %v another game at event %d", v, s.at)
			}
		}
	}
}

func viewers(g *mafia.Game) []mafia.Viewer {
	out := []mafia.Viewer{mafia.Host, mafia.Board, mafia.Device}
	for s := mafia.Seat(1); int(s) <= g.Players(); s++ {
		out = append(out, mafia.Player(s))
		if !g.Alive().Has(s) {
			out = append(out, mafia.Ghost(s))
		}
	}
	return out
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
