package laws

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"omerta/mafia"
)

// client is a program that knows the host's view and the meaning of an offer's
// fields as the documents give it, and nothing of the engine.
type client struct {
	view mafia.View
	cast mafia.Cast
}

// allows tells whether some offer of the view admits the command.
func (c client) allows(cmd mafia.Command) bool {
	for _, o := range c.view.Offers {
		if cmd != nil && o.Do == cmd.Verb() && c.fits(o, cmd) {
			return true
		}
	}
	return false
}

func (c client) fits(o mafia.Offer, cmd mafia.Command) bool {
	v := reflect.ValueOf(cmd)
	// One actor and one target: the fields By and To, wherever a command has them.
	if f := v.FieldByName("By"); f.IsValid() && !o.By.Has(mafia.Seat(f.Uint())) {
		return false
	}
	if f := v.FieldByName("To"); f.IsValid() {
		to := mafia.Seat(f.Uint())
		if !(to == 0 && o.None) && (to == 0 || !o.To.Has(to)) {
			return false
		}
	}
	if f := v.FieldByName("Hands"); f.IsValid() && !c.raised(o, f.Interface().(mafia.Hands)) {
		return false
	}
	switch cmd := cmd.(type) {
	case mafia.Vote:
		return cmd.For == o.For
	case mafia.Act:
		return cmd.Role == o.Role && cmd.Deed == o.Deed
	case mafia.BestMove:
		return cmd.Seats.Minus(o.To) == 0 && cmd.Seats.Count() >= o.Min && cmd.Seats.Count() <= o.Max
	case mafia.Shoot:
		seen := map[mafia.Seat]bool{}
		for _, s := range cmd.Shots {
			if seen[s.By] || !o.By.Has(s.By) || s.At.Minus(o.To) != 0 {
				return false
			}
			seen[s.By] = true
		}
		return true
	case mafia.Accuse:
		return cmd.By != cmd.To
	case mafia.Foul:
		return cmd.N >= 1 && cmd.N <= o.Max
	case mafia.Beaten:
		return cmd.Side == mafia.Red || cmd.Side == mafia.Black
	case mafia.Substitute:
		return cmd.Nick != ""
	case mafia.Reveal:
		return cmd.Role == o.Role
	case mafia.SetCard: // another card of those in play, or none
		known := int(cmd.Role) < len(c.cast) && (cmd.Role == mafia.Unknown || c.cast[cmd.Role] > 0)
		return known && c.view.Seats[cmd.To-1].Role != cmd.Role
	case mafia.Write: // black names somebody in the game, red nobody (ORIGINAL-NIGHT-5)
		black := c.view.Seats[cmd.By-1].Role.Side() == mafia.Black
		if cmd.Name == 0 {
			return black == cmd.Absent
		}
		return black && !cmd.Absent && o.To.Has(cmd.Name)
	}
	return true
}

func (c client) raised(o mafia.Offer, h mafia.Hands) bool {
	if h.Counted {
		return h.Seats == 0 && h.Count >= 0 && h.Count <= o.Max
	}
	return h.Count == 0 && h.Seats.Minus(o.To) == 0 && h.Seats.Count() <= o.Max
}

// wild is any command at all, likely or absurd.
func (w *world) wild(g *mafia.Game) mafia.Command {
	r := w.luck
	seat := func() mafia.Seat {
		if r.Once(12) {
			return mafia.Seat(r.Below(256))
		}
		return mafia.Seat(r.Below(g.Players() + 2))
	}
	set := func() mafia.Seats {
		if r.Once(12) {
			return mafia.Seats(r.Uint64())
		}
		return r.Some(mafia.FirstSeats(g.Players()), r.Below(g.Players()+1))
	}
	role := func() mafia.Role { return mafia.Role(r.Below(12)) }
	hands := func() mafia.Hands {
		return mafia.Hands{Seats: set() & mafia.Seats(-uint64(r.Below(2))), Count: r.Below(2) * (r.Below(60) - 5), Counted: r.Once(2)}
	}
	deeds := []mafia.Deed{mafia.Kill, mafia.Check, mafia.Gun, mafia.Visit, mafia.Heal, mafia.Guard, "", "dance"}
	list := []mafia.Command{
		mafia.Proceed{},
		mafia.Pass{By: seat()},
		mafia.Nominate{By: seat(), To: seat()},
		mafia.Withdraw{By: seat(), To: seat()},
		mafia.Invite{By: seat(), To: seat()},
		mafia.Close{By: seat()},
		mafia.Vote{For: seat(), Hands: hands()},
		mafia.Oust{Hands: hands()},
		mafia.Shoot{Shots: []mafia.Shot{{By: seat(), At: set(), Twice: r.Once(4)}, {By: seat(), At: mafia.SeatsOf(seat() & 63)}}},
		mafia.Act{Role: role(), Deed: deeds[r.Below(len(deeds))], To: seat()},
		mafia.BestMove{By: seat(), Seats: r.Some(set(), 3)},
		mafia.Reveal{By: seat(), Role: role()},
		mafia.Accuse{By: seat(), To: seat()},
		mafia.Drop{},
		mafia.Judge{Hands: hands()},
		mafia.CallNight{Hands: hands()},
		mafia.Write{By: seat(), Name: seat(), Absent: r.Once(4)},
		mafia.Write{By: seat()},
		mafia.Foul{To: seat(), N: r.Below(7) - 1},
		mafia.Gesture{To: seat()},
		mafia.Remove{To: seat()},
		mafia.Forfeit{To: seat()},
		mafia.Beaten{Side: mafia.Side(r.Below(5))},
		mafia.Leave{To: seat()},
		mafia.Substitute{To: seat(), Nick: []string{"", "x"}[r.Below(2)]},
		mafia.SetCard{To: seat(), Role: role()},
	}
	return list[r.Below(len(list))]
}

// near is a command made from what is on offer, with a number or two changed:
// the accepted and the just not accepted.
func (w *world) near(g *mafia.Game) mafia.Command {
	c := w.luck.Next(g)
	if w.luck.Once(3) {
		return c
	}
	v := reflect.New(reflect.TypeOf(c)).Elem()
	v.Set(reflect.ValueOf(c))
	if v.NumField() == 0 {
		return c
	}
	switch f := v.Field(w.luck.Below(v.NumField())); f.Interface().(type) {
	case mafia.Seat:
		f.SetUint(uint64(w.luck.Below(g.Players() + 2)))
	case mafia.Seats:
		f.SetUint(f.Uint() ^ 1<<w.luck.Below(g.Players()+2))
	case mafia.Hands:
		h := f.FieldByName("Seats")
		h.SetUint(h.Uint() ^ 1<<w.luck.Below(g.Players()+2))
	case mafia.Role:
		f.SetUint(uint64(w.luck.Below(11)))
	case int:
		f.SetInt(int64(w.luck.Below(7) - 1))
	case bool:
		f.SetBool(!f.Bool())
	}
	return v.Interface().(mafia.Command)
}

// A command is accepted if and only if an offer admits it, and a refusal names a
// rule. Nothing wild makes the engine panic.
func TestOffers(t *testing.T) {
	accepted, refused := 0, 0
	cases(t, 60, func(t *testing.T, w *world) {
		x := w.sit(t)
		for n := 0; n < 3000; n++ {
			c := client{x.g.View(mafia.Host), w.cast}
			for i := range 8 {
				cmd := w.wild(&x.g)
				if i%2 == 0 && x.g.Phase() != mafia.Over {
					cmd = w.near(&x.g)
				}
				_, err := x.g.Decide(mafia.Host, cmd)
				if may := c.allows(cmd); may != (err == nil) {
					w.fail(t, "%#v: the offers allow it: %v; the engine says %v\nphase %s day %d", cmd, may, err, x.g.Phase(), x.g.Day())
				}
				if wrong := w.device(&x.g, cmd); wrong != "" {
					w.fail(t, "%s", wrong)
				}
				if err == nil {
					accepted++
				} else {
					refused++
					var r *mafia.Refusal
					if !errors.As(err, &r) || r.Rule == "" || r.Why == "" {
						w.fail(t, "%#v is refused by %v", cmd, err)
					}
				}
			}
			if x.g.Phase() == mafia.Over {
				break
			}
			x.play(t, w.next(&x.g), false)
		}
	})
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < refused/20 {
		t.Error("hardly anything was accepted: the law was not tried")
	}
}

// device: the same for the device of a game without a host. What depends on a
// card that it does not know (a note) is left to the referee.
func (w *world) device(g *mafia.Game, cmd mafia.Command) string {
	if _, note := cmd.(mafia.Write); note || w.book != "original" {
		return ""
	}
	c := client{g.View(mafia.Device), w.cast}
	_, err := g.Decide(mafia.Device, cmd)
	may := c.allows(cmd)
	return wrong(may != (err == nil), "%#v: the device is offered it: %v; the engine says %v", cmd, may, err)
}

// Whatever the host lets stand against the rules, the game does not break: no
// panic, the journal folds to it, and the consequences are bounded.
func TestOverrule(t *testing.T) {
	overruled := 0
	cases(t, 60, func(t *testing.T, w *world) {
		x := w.sit(t)
		for n := 0; n < 3000 && x.g.Phase() != mafia.Over; n++ {
			c := w.next(&x.g)
			if w.luck.Once(4) {
				c = mafia.Overrule{Command: w.wild(&x.g)}
				if w.luck.Once(2) {
					c = mafia.Overrule{Command: w.near(&x.g)}
				}
			}
			events, err := x.g.Decide(mafia.Host, c)
			if err != nil {
				continue
			}
			if _, ok := c.(mafia.Overrule); ok {
				overruled++
			}
			if len(events) > x.bound() {
				w.fail(t, "%#v makes %d events", c, len(events))
			}
			for _, e := range events {
				x.g = x.g.Apply(e)
				x.log = append(x.log, e)
			}
			x.steps = append(x.steps, step{len(x.log), x.g})
			x.rests(t)
			for _, v := range []mafia.Viewer{mafia.Host, mafia.Board} {
				x.g.View(v)
			}
		}
		x.folds(t)
		x.travels(t)
	})
	t.Logf("%d overruled", overruled)
	if overruled == 0 {
		t.Error("nothing was overruled")
	}
}

// Every command comes back from its written form as it was.
func TestCommandsTravel(t *testing.T) {
	cases(t, 20, func(t *testing.T, w *world) {
		x := w.sit(t)
		for range 200 {
			c := w.wild(&x.g)
			if w.luck.Once(3) {
				c = mafia.Overrule{Command: c}
			}
			body, err := mafia.MarshalCommand(c)
			if err != nil {
				w.fail(t, "%#v cannot be written: %v", c, err)
			}
			back, err := mafia.UnmarshalCommand(body)
			if err != nil { // a seat or a role that does not exist is not read
				continue
			}
			again, err := mafia.MarshalCommand(back)
			if err != nil || !bytes.Equal(body, again) {
				w.fail(t, "%s comes back as %s (%v)", body, again, err)
			}
			if x.g.Admits(c) && !reflect.DeepEqual(c, back) {
				w.fail(t, "%#v comes back as %#v", c, back)
			}
		}
	})
}

// What leads on is the beginning of all that is on offer, and Offers lists the
// same with what is excluded.
func TestStepsAreOffers(t *testing.T) {
	cases(t, 30, func(t *testing.T, w *world) {
		x := w.sit(t)
		for n := 0; n < 3000 && x.g.Phase() != mafia.Over; n++ {
			steps, all, shown := x.g.AppendSteps(nil), x.g.AppendOffers(nil), x.g.Offers()
			for i := range shown {
				if len(shown[i].Not) > 0 && shown[i].To&seatsOf(shown[i].Not) != 0 {
					w.fail(t, "%v is allowed and excluded", shown[i])
				}
				shown[i].Not = nil
			}
			if !reflect.DeepEqual(all, shown) || len(steps) > len(all) || !reflect.DeepEqual(steps, all[:len(steps)]) {
				w.fail(t, "steps %v, offers %v, shown %v", steps, all, shown)
			}
			x.play(t, w.next(&x.g), false)
		}
	})
}

func seatsOf(bars []mafia.Bar) (out mafia.Seats) {
	for _, b := range bars {
		out = out.With(b.Seat)
	}
	return out
}
