package rulebook_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
)

// randomCommand picks something that is on offer, steps more often than penalties.
func randomCommand(r *rand.Rand, g *mafia.Game) mafia.Command {
	offers := g.Offers()
	for {
		o := offers[r.IntN(len(offers))]
		if c := fill(r, g, o); c != nil {
			return c
		}
	}
}

func pick(r *rand.Rand, s mafia.Seats) mafia.Seat {
	l := s.List()
	if len(l) == 0 {
		return 0
	}
	return l[r.IntN(len(l))]
}

func some(r *rand.Rand, s mafia.Seats, most int) mafia.Hands {
	if r.IntN(8) == 0 {
		return mafia.Hands{Counted: true, Count: r.IntN(most + 1)}
	}
	var out mafia.Seats
	for _, x := range s.List() {
		if r.IntN(2) == 0 && out.Count() < most {
			out = out.With(x)
		}
	}
	return mafia.Hands{Seats: out}
}

func fill(r *rand.Rand, g *mafia.Game, o mafia.Offer) mafia.Command {
	rare := func(n int) bool { return r.IntN(n) != 0 }
	switch o.Do {
	case mafia.DoProceed:
		return mafia.Proceed{}
	case mafia.DoPass:
		return mafia.Pass{By: o.By.First()}
	case mafia.DoNominate:
		return mafia.Nominate{By: o.By.First(), To: pick(r, o.To)}
	case mafia.DoWithdraw:
		return mafia.Withdraw{By: o.By.First(), To: pick(r, o.To)}
	case mafia.DoInvite:
		return mafia.Invite{By: o.By.First(), To: pick(r, o.To)}
	case mafia.DoClose:
		return mafia.Close{By: pick(r, o.By)}
	case mafia.DoVote:
		return mafia.Vote{For: o.For, Hands: some(r, o.To, o.Max)}
	case mafia.DoOust:
		return mafia.Oust{Hands: some(r, o.To, o.Max)}
	case mafia.DoShoot:
		at := mafia.SeatsOf(pick(r, o.To))
		var shots []mafia.Shot
		for _, s := range o.By.List() {
			if r.IntN(5) == 0 {
				at = mafia.SeatsOf(pick(r, o.To))
			}
			shots = append(shots, mafia.Shot{By: s, At: at})
		}
		return mafia.Shoot{Shots: shots}
	case mafia.DoAct:
		return mafia.Act{Role: o.Role, Deed: o.Deed, To: pick(r, o.To)}
	case mafia.DoBestMove:
		l := o.To.List()
		r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		return mafia.BestMove{By: o.By.First(), Seats: mafia.SeatsOf(l[:3]...)}
	case mafia.DoReveal:
		if rare(4) {
			return nil
		}
		return mafia.Reveal{By: o.By.First(), Role: mafia.Sheriff}
	case mafia.DoAccuse:
		a, b := pick(r, o.By), pick(r, o.To)
		if a == b {
			return nil
		}
		return mafia.Accuse{By: a, To: b}
	case mafia.DoDrop:
		return mafia.Drop{}
	case mafia.DoJudge:
		return mafia.Judge{Hands: some(r, o.To, o.Max)}
	case mafia.DoCallNight:
		return mafia.CallNight{Hands: some(r, o.To, o.Max)}
	case mafia.DoWrite:
		s := pick(r, o.By)
		if g.RoleOf(s).Side() == mafia.Black {
			return mafia.Write{By: s, Name: pick(r, o.To)}
		}
		return mafia.Write{By: s}
	case mafia.DoFoul:
		if rare(6) {
			return nil
		}
		return mafia.Foul{To: pick(r, o.To), N: 1 + r.IntN(2)}
	case mafia.DoGesture:
		if rare(20) {
			return nil
		}
		return mafia.Gesture{To: pick(r, o.To)}
	case mafia.DoRemove:
		if rare(20) {
			return nil
		}
		return mafia.Remove{To: pick(r, o.To)}
	case mafia.DoForfeit:
		if rare(20) {
			return nil
		}
		return mafia.Forfeit{To: pick(r, o.To)}
	case mafia.DoLeave:
		if rare(20) {
			return nil
		}
		return mafia.Leave{To: pick(r, o.To)}
	}
	return nil
}

func deal(t testing.TB, r *rand.Rand, name string) (*mafia.Rulebook, mafia.Game, []mafia.Event) {
	rb := rulebook.Must(name, "")
	n := rb.Min
	if top := map[string]int{"city": 40, "club": 30, "original": 16, "classic": 10}[name]; top > n {
		n += r.IntN(top - n + 1)
	}
	c, _, err := compose.Propose(name, n, nil, compose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var cast mafia.Cast
	for i := range c {
		cast[i] = uint8(c[i])
	}
	nicks := make([]string, n)
	for i := range nicks {
		nicks[i] = fmt.Sprint("p", i+1)
	}
	g, ev, err := mafia.New(rb, mafia.Setup{Nicks: nicks, Cast: cast, Seed: r.Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	return rb, g, ev
}

// Random games end, fold to the live state, and accept exactly what is offered.
func TestRandomGames(t *testing.T) {
	for _, name := range rulebook.Names() {
		t.Run(name, func(t *testing.T) {
			outcomes := map[mafia.Winner]int{}
			for seed := uint64(0); seed < 200; seed++ {
				r := rand.New(rand.NewPCG(seed, 1))
				rb, g, ev := deal(t, r, name)
				for n := 0; g.Phase() != mafia.Over; n++ {
					if n > 20000 {
						t.Fatalf("seed %d: no end; phase %s day %d", seed, g.Phase(), g.Day())
					}
					c := randomCommand(r, &g)
					e, err := g.Decide(mafia.Host, c)
					if err != nil {
						t.Fatalf("seed %d: %#v refused: %v", seed, c, err)
					}
					for _, x := range e {
						g = g.Apply(x)
					}
					ev = append(ev, e...)
				}
				folded := mafia.Fold(rb, ev)
				if !reflect.DeepEqual(folded.View(mafia.Host), g.View(mafia.Host)) {
					t.Fatalf("seed %d: fold differs", seed)
				}
				outcomes[g.Outcome().Winner]++
			}
			t.Log(outcomes)
		})
	}
}
