// Package bot holds players that choose among offers. They know the offers and
// what the asker may know, and nothing else of a game.
package bot

import (
	"strconv"

	"omerta/mafia"
)

// Odds say how rarely something is chosen that is on offer all the time: once
// in so many draws; 0 never. What is not named here is chosen like any other.
type Odds struct {
	Foul    int // one to two fouls
	Four    int // three or four fouls at once
	Remove  int // removal, forfeit, a night gesture
	Leave   int // going home
	Beaten  int // a side declared beaten
	Rename  int // a substitute
	Reveal  int // a word about one's own card
	Floor   int // giving the floor away, or closing the circle
	Counted int // hands entered as a number only
	Nobody  int // a role that chooses nobody, a shooter who does not shoot
	Astray  int // a shot at another number than the others'
}

// Lively lets everything happen, penalties rarely; for tests.
func Lively() Odds {
	return Odds{Foul: 6, Four: 60, Remove: 40, Leave: 60, Beaten: 4000, Rename: 200, Reveal: 4, Floor: 2, Counted: 8, Nobody: 10, Astray: 6}
}

// Quiet has no penalties; for simulations.
func Quiet() Odds { return Odds{Reveal: 8, Floor: 8, Nobody: 40, Astray: 40} }

// Random chooses uniformly among what is on offer, within its odds. The same
// seed chooses the same. It is for one goroutine at a time.
type Random struct {
	odds   Odds
	steps  bool // nothing but what leads the game on is ever chosen
	lot    uint64
	guests int // substitutes so far: no two at a table have one nick
	offers []mafia.Offer
	pass   [mafia.MaxSeats + 1]mafia.Command
	// nominations and withdrawals, boxed once
	name, back [mafia.MaxSeats + 1][mafia.MaxSeats + 1]mafia.Command
}

// NewRandom gives a player for a seed.
func NewRandom(seed uint64, odds Odds) *Random {
	steps := odds.Foul+odds.Four+odds.Remove+odds.Leave+odds.Beaten+odds.Rename == 0
	r := &Random{odds: odds, steps: steps, lot: seed, offers: make([]mafia.Offer, 0, 24)}
	for s := range r.pass {
		r.pass[s] = mafia.Pass{By: mafia.Seat(s)}
	}
	return r
}

// Uint64 draws a number (splitmix64); it makes Random a source of luck for
// whatever else a test draws.
func (r *Random) Uint64() uint64 {
	r.lot += 0x9e3779b97f4a7c15
	z := r.lot
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below draws a number in [0, n); the bias is below 2^-57 for the sizes used here.
func (r *Random) Below(n int) int {
	if n <= 1 {
		return 0
	}
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Once is true once in n draws, and never for 0.
func (r *Random) Once(n int) bool { return n > 0 && r.Below(n) == 0 }

// Next chooses for the host of a game, from its offers. The game must not be
// over. It allocates only what the command itself needs.
func (r *Random) Next(g *mafia.Game) mafia.Command {
	if r.steps {
		r.offers = g.AppendSteps(r.offers[:0])
	} else {
		r.offers = g.AppendOffers(r.offers[:0])
	}
	return r.Choose(r.offers, g.RoleOf)
}

// Choose picks a command from offers that hold at least one step of the game.
// card tells what the asker knows of cards: black players must write a name
// (ORIGINAL-NIGHT-5).
func (r *Random) Choose(offers []mafia.Offer, card func(mafia.Seat) mafia.Role) mafia.Command {
	for {
		o := &offers[r.Below(len(offers))]
		if c := r.fill(o, card); c != nil {
			return c
		}
	}
}

// fill makes a command of an offer, nil when it was not its turn by the odds.
func (r *Random) fill(o *mafia.Offer, card func(mafia.Seat) mafia.Role) mafia.Command {
	switch o.Do {
	case mafia.DoProceed:
		return mafia.Proceed{}
	case mafia.DoPass:
		return r.pass[o.By.First()]
	case mafia.DoNominate:
		return r.nominate(o.By.First(), r.Pick(o.To))
	case mafia.DoWithdraw:
		return r.withdraw(o.By.First(), r.Pick(o.To))
	case mafia.DoVote:
		return mafia.Vote{For: o.For, Hands: r.hands(o)}
	}
	return r.more(o, card)
}

// more is fill for what is on offer less often: most draws never get this far.
func (r *Random) more(o *mafia.Offer, card func(mafia.Seat) mafia.Role) mafia.Command {
	switch o.Do {
	case mafia.DoOust:
		return mafia.Oust{Hands: r.hands(o)}
	case mafia.DoShoot:
		return r.shoot(o)
	case mafia.DoAct:
		if o.None && (o.To == 0 || r.Once(r.odds.Nobody)) {
			return mafia.Act{Role: o.Role, Deed: o.Deed}
		}
		return mafia.Act{Role: o.Role, Deed: o.Deed, To: r.Pick(o.To)}
	case mafia.DoBestMove:
		return mafia.BestMove{By: o.By.First(), Seats: r.Some(o.To, o.Min)}
	case mafia.DoAccuse:
		return r.accuse(o)
	case mafia.DoDrop:
		return mafia.Drop{}
	case mafia.DoJudge:
		return mafia.Judge{Hands: r.hands(o)}
	case mafia.DoCallNight:
		return mafia.CallNight{Hands: r.hands(o)}
	case mafia.DoWrite:
		return r.write(o, card)
	}
	return r.seldom(o)
}

// seldom is what is on offer far more often than it happens.
func (r *Random) seldom(o *mafia.Offer) mafia.Command {
	switch {
	case o.Do == mafia.DoInvite && r.Once(r.odds.Floor):
		return mafia.Invite{By: o.By.First(), To: r.Pick(o.To)}
	case o.Do == mafia.DoClose && r.Once(r.odds.Floor):
		return mafia.Close{By: r.Pick(o.By)}
	case o.Do == mafia.DoReveal && r.Once(r.odds.Reveal):
		return mafia.Reveal{By: o.By.First(), Role: mafia.Sheriff}
	case o.Do == mafia.DoFoul && r.Once(r.odds.Four):
		return mafia.Foul{To: r.Pick(o.To), N: min(3+r.Below(2), o.Max)}
	case o.Do == mafia.DoFoul && r.Once(r.odds.Foul):
		return mafia.Foul{To: r.Pick(o.To), N: min(1+r.Below(2), o.Max)}
	case o.Do == mafia.DoGesture && r.Once(r.odds.Remove):
		return mafia.Gesture{To: r.Pick(o.To)}
	case o.Do == mafia.DoRemove && r.Once(r.odds.Remove):
		return mafia.Remove{To: r.Pick(o.To)}
	case o.Do == mafia.DoForfeit && r.Once(r.odds.Remove):
		return mafia.Forfeit{To: r.Pick(o.To)}
	case o.Do == mafia.DoLeave && r.Once(r.odds.Leave):
		return mafia.Leave{To: r.Pick(o.To)}
	case o.Do == mafia.DoBeaten && r.Once(r.odds.Beaten):
		return mafia.Beaten{Side: mafia.Red + mafia.Side(r.Below(2))}
	case o.Do == mafia.DoSubstitute && r.Once(r.odds.Rename):
		r.guests++
		return mafia.Substitute{To: r.Pick(o.To), Nick: "new " + strconv.Itoa(r.guests)}
	}
	return nil
}

func (r *Random) nominate(by, to mafia.Seat) mafia.Command {
	c := &r.name[by][to]
	if *c == nil {
		*c = mafia.Nominate{By: by, To: to}
	}
	return *c
}

func (r *Random) withdraw(by, to mafia.Seat) mafia.Command {
	c := &r.back[by][to]
	if *c == nil {
		*c = mafia.Withdraw{By: by, To: to}
	}
	return *c
}

func (r *Random) accuse(o *mafia.Offer) mafia.Command {
	by := r.Pick(o.By)
	to := r.Pick(o.To.Without(by))
	if to == 0 {
		return nil
	}
	return mafia.Accuse{By: by, To: to}
}

func (r *Random) write(o *mafia.Offer, card func(mafia.Seat) mafia.Role) mafia.Command {
	by := r.Pick(o.By)
	if card(by).Side() != mafia.Black {
		return mafia.Write{By: by}
	}
	if r.Once(r.odds.Nobody) {
		return mafia.Write{By: by, Absent: true}
	}
	return mafia.Write{By: by, Name: r.Pick(o.To)}
}

// shoot lets all shoot at one number, mostly.
func (r *Random) shoot(o *mafia.Offer) mafia.Command {
	at := mafia.SeatsOf(r.Pick(o.To))
	if r.Once(r.odds.Astray * 2) {
		at = r.Some(o.To, 2) // twice, all of them
	}
	shots := make([]mafia.Shot, 0, o.By.Count())
	for t := o.By; t != 0; t &= t - 1 {
		shot := mafia.Shot{By: t.First(), At: at}
		if r.Once(r.odds.Astray) {
			shot.At = r.Some(o.To, r.Below(3))
		}
		shot.Twice = r.Once(r.odds.Astray * 4)
		if r.Once(r.odds.Nobody) {
			continue
		}
		shots = append(shots, shot)
	}
	return mafia.Shoot{Shots: shots}
}

// hands raises any of the hands that may be raised, each with the same chance.
func (r *Random) hands(o *mafia.Offer) mafia.Hands {
	if r.Once(r.odds.Counted) {
		return mafia.Hands{Counted: true, Count: r.Below(o.Max + 1)}
	}
	set := o.To & mafia.Seats(r.Uint64())
	if n := set.Count(); n > o.Max {
		set = r.Some(set, o.Max)
	}
	return mafia.Hands{Seats: set}
}

// Pick draws one of a set, 0 from the empty one.
func (r *Random) Pick(s mafia.Seats) mafia.Seat {
	for k := r.Below(s.Count()); k > 0; k-- {
		s &= s - 1
	}
	return s.First()
}

// Some draws n of a set, all of it when it has no more.
func (r *Random) Some(s mafia.Seats, n int) mafia.Seats {
	var out mafia.Seats
	for ; n > 0 && s != 0; n-- {
		x := r.Pick(s)
		out, s = out.With(x), s.Without(x)
	}
	return out
}
