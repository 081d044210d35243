package laws

import (
	"bytes"
	"errors"
	"testing"

	"omerta/mafia"
)

// look is what a viewer gets to see. The laws take it as a parameter so that a
// leak can be planted.
type look func(*mafia.Game, mafia.Viewer) mafia.View

func honest(g *mafia.Game, v mafia.Viewer) mafia.View { return g.View(v) }

// some viewers of a game: every class, and a few seats.
func (x *table) watchers(log []mafia.Event) []mafia.Viewer {
	g := mafia.Fold(x.rb, log)
	out := []mafia.Viewer{mafia.Host, mafia.Board, mafia.Device}
	all := mafia.FirstSeats(g.Players())
	for _, s := range x.luck.Some(all, 4).List() {
		out = append(out, mafia.Player(s))
	}
	if s := x.luck.Pick(all.Minus(g.Alive())); s != 0 {
		out = append(out, mafia.Player(s), mafia.Ghost(s))
	}
	for s := mafia.Seat(1); int(s) <= g.Players(); s++ {
		if g.RoleOf(s).Side() == mafia.Black {
			return append(out, mafia.Player(s))
		}
	}
	return out
}

// secrecy: where only what a viewer cannot know differs, his view has the same
// bytes. It returns what was seen to differ.
func (x *table) secrecy(see look, log []mafia.Event) string {
	g := mafia.Fold(x.rb, log)
	for _, v := range x.watchers(log) {
		if v.Kind == mafia.IsHost {
			continue
		}
		other := mafia.Fold(x.rb, twin(log, v, x.luck))
		a, b := mustJSON(see(&g, v)), mustJSON(see(&other, v))
		if !bytes.Equal(a, b) {
			return string(mustJSON(v)) + " sees\n" + string(a) + "\nand\n" + string(b)
		}
	}
	return ""
}

// shown: what is due to a viewer is shown, and no card more.
func (x *table) shown(see look, log []mafia.Event) string {
	g := mafia.Fold(x.rb, log)
	for _, v := range x.watchers(log) {
		known := knowledge(log, v)
		for _, s := range see(&g, v).Seats {
			want := mafia.Unknown
			if known.Has(s.Seat) {
				want = g.RoleOf(s.Seat)
			}
			if s.Role != want {
				return string(mustJSON(v)) + " is shown " + s.Role.String() + " where " + want.String() + " is due"
			}
		}
	}
	return ""
}

// silence: a deed of the night changes no byte of anybody's view but the host's.
func (x *table) silence(see look, before, after *mafia.Game, c mafia.Command) string {
	switch c.(type) {
	case mafia.Act, mafia.Shoot, mafia.Write:
	case mafia.Proceed:
		if before.View(mafia.Host).Hold || before.Phase() != after.Phase() ||
			before.Phase() != mafia.NightPhase && before.Phase() != mafia.Opening {
			return ""
		}
	default:
		return ""
	}
	if before.Phase() != after.Phase() {
		return ""
	}
	for _, v := range viewers(before) {
		if _, note := c.(mafia.Write); v.Kind == mafia.IsHost || v.Kind == mafia.IsDevice && note {
			continue // the device goes around in everybody's sight
		}
		if a, b := mustJSON(see(before, v)), mustJSON(see(after, v)); !bytes.Equal(a, b) {
			return string(mustJSON(v)) + " saw a deed of the night:\n" + string(a) + "\nand\n" + string(b)
		}
	}
	return ""
}

// outsiders: nobody but who runs the table is offered anything, and what he asks
// for is refused in the same words, whatever it is.
func (x *table) outsiders(see look, g *mafia.Game, c mafia.Command) string {
	for _, v := range viewers(g) {
		runs := v.Kind == mafia.IsHost || v.Kind == mafia.IsDevice && x.book == "original"
		if runs {
			continue
		}
		if n := len(see(g, v).Offers); n != 0 {
			return string(mustJSON(v)) + " is offered something"
		}
		_, err := g.Decide(v, c)
		var r *mafia.Refusal
		if !errors.As(err, &r) || r.Why != mafia.WhyViewer || r.Seat != 0 || r.Rule != "NOTATION" {
			return string(mustJSON(v)) + " is answered otherwise"
		}
	}
	return ""
}

// daylight: two tables that differ only in secrets answer every command of the
// day alike.
func (x *table) daylight(log []mafia.Event) string {
	g := mafia.Fold(x.rb, log)
	switch g.Phase() {
	case mafia.Opening, mafia.NightPhase, mafia.Dawn, mafia.Notes, mafia.Introductions, mafia.Over:
		return ""
	}
	swapped := shuffled(log, x)
	other := mafia.Fold(x.rb, swapped)
	asker := mafia.Host
	if x.book == "original" {
		asker = mafia.Device
	}
	for i := range 8 {
		c := x.wild(&g)
		if i%2 == 0 {
			c = x.near(&g)
		}
		if _, card := c.(mafia.SetCard); card && asker == mafia.Host {
			continue // to enter a card is to speak of cards
		}
		a, errA := g.Decide(asker, c)
		b, errB := other.Decide(asker, c)
		if string(mustJSON(errA)) != string(mustJSON(errB)) {
			return string(mustJSON(errA)) + " and " + string(mustJSON(errB))
		}
		one, two := mafia.Fold(x.rb, append(log[:len(log):len(log)], a...)), mafia.Fold(x.rb, append(swapped, b...))
		if one.Phase() == mafia.Over || two.Phase() == mafia.Over {
			continue // who wins is no secret
		}
		if !bytes.Equal(mustJSON(one.View(mafia.Board)), mustJSON(two.View(mafia.Board))) {
			return "the board tells two tables apart after a command of the day"
		}
	}
	return ""
}

// shuffled only moves cards; deeds stay, for what they have led to is public.
func shuffled(log []mafia.Event, x *table) []mafia.Event {
	swap := shuffle(log, 0, x.luck)
	out := make([]mafia.Event, 0, len(log)+8)
	for _, e := range log {
		switch d := e.(type) {
		case mafia.Dealt:
			roles := make([]mafia.Role, len(d.Roles))
			for i, r := range d.Roles {
				roles[swap[mafia.Seat(i+1)]-1] = r
			}
			d.Roles = roles
			e = d
		case mafia.Carded:
			d.Seat = swap[d.Seat]
			e = d
		}
		out = append(out, e)
	}
	return out
}

// spy plays a world and tries the laws of secrecy on it until one is broken.
func spy(t *testing.T, w *world, see look) string {
	x := w.sit(t)
	for n := 0; n < 3000; n++ {
		if w.luck.Once(6) || x.g.Phase() == mafia.Over {
			if bad := first(x.secrecy(see, x.log), x.shown(see, x.log)); bad != "" {
				return bad
			}
		}
		if w.luck.Once(12) {
			if bad := first(x.outsiders(see, &x.g, w.wild(&x.g)), x.daylight(x.log)); bad != "" {
				return bad
			}
		}
		if x.g.Phase() == mafia.Over {
			break
		}
		before, c := x.g, w.next(&x.g)
		x.play(t, c, false)
		if w.luck.Once(4) {
			if bad := x.silence(see, &before, &x.g, c); bad != "" {
				return bad
			}
		}
	}
	return ""
}

func TestSecrecy(t *testing.T) {
	cases(t, 60, func(t *testing.T, w *world) {
		if bad := spy(t, w, honest); bad != "" {
			w.fail(t, "%s", bad)
		}
	})
}
