package mafia

// What can be on offer, by what the game waits for, in the order in which offers
// are listed; what asks for the floor comes last, so that it can be cut off where
// the floor is not given away. office is on offer at any moment.
var (
	onHold    = []Verb{DoProceed, DoClose}
	onWord    = []Verb{DoPass, DoBestMove, DoReveal, DoClose}
	onSpeech  = []Verb{DoPass, DoNominate, DoWithdraw, DoInvite, DoClose}
	onTurn    = []Verb{DoPass}
	onNight   = []Verb{DoProceed, DoShoot, DoAct}
	onStep    = []Verb{DoProceed, DoClose}
	onBallot  = []Verb{DoVote}
	onAsking  = []Verb{DoOust}
	onTalk    = []Verb{DoAccuse, DoCallNight}
	onAccused = []Verb{DoDrop, DoJudge}
	onNotes   = []Verb{DoWrite}
	office    = []Verb{DoFoul, DoGesture, DoRemove, DoForfeit, DoBeaten, DoLeave, DoSubstitute, DoCard, DoOverrule}
)

// steps are the verbs that can lead on from where the game stands.
func (g *Game) steps() []Verb {
	floor := 0
	if !g.rb.Floor {
		floor = 1
	}
	switch _, kind := g.floor(); {
	case g.phase == Over:
		return nil
	case g.hold:
		return onHold[:len(onHold)-floor]
	case kind == "last-word":
		return onWord[:len(onWord)-floor]
	case kind == "speech":
		return onSpeech[:len(onSpeech)-2*floor]
	case kind != "":
		return onTurn
	}
	switch g.phase {
	case NightPhase:
		return onNight
	case BallotPhase:
		return onBallot
	case Question:
		return onAsking
	case Talk:
		return onTalk
	case Accusation:
		return onAccused
	case Notes:
		return onNotes
	}
	return onStep[:len(onStep)-floor]
}

// offer works out whether a verb is on offer now, and for whom. For DoAct the
// deed is the one asked for; other verbs ignore it. It is the law: refuse asks
// it, and so do views, bots and the simulator. o is an empty Offer to fill.
func (g *Game) offer(o *Offer, v Verb, deed Deed) bool {
	o.Do = v
	if !g.open() {
		return g.offerOffice(o)
	}
	if g.surplus != Unknown && isStep(v) {
		return false
	}
	switch v {
	case DoProceed, DoPass:
		return g.offerStep(o)
	case DoNominate, DoWithdraw, DoInvite, DoClose, DoBestMove, DoReveal:
		return g.offerSpeech(o)
	case DoVote, DoOust:
		return g.offerVote(o)
	case DoShoot, DoAct:
		return g.offerNight(o, deed)
	case DoAccuse, DoDrop, DoJudge, DoCallNight, DoWrite:
		return g.offerFree(o)
	}
	return g.offerOffice(o)
}

// isStep tells the verbs that lead a game on from those of the host's office.
func isStep(v Verb) bool {
	switch v {
	case DoFoul, DoGesture, DoRemove, DoForfeit, DoBeaten, DoLeave, DoSubstitute, DoCard, DoOverrule:
		return false
	}
	return true
}

func (g *Game) offerStep(o *Offer) bool {
	switch o.Do {
	case DoProceed:
		if g.hold {
			return true
		}
		if g.words.n > 0 {
			return false
		}
		switch g.phase {
		case Opening, NightPhase, Dusk, Dawn, VoteCall:
			return true
		}
	case DoPass:
		s, kind := g.floor()
		o.By = SeatsOf(s)
		return kind != ""
	}
	return false
}

// offerSpeech is what can be done in a speech of the circle.
func (g *Game) offerSpeech(o *Offer) bool {
	s, kind := g.floor()
	if o.Do == DoClose {
		return g.offerClose(o)
	}
	o.By, o.Max = SeatsOf(s), 1
	switch o.Do {
	case DoBestMove:
		o.To, o.Min, o.Max = FirstSeats(g.n).Without(s), 3, 3
		return kind == "last-word" && g.move == s && !g.revealed
	case DoReveal:
		o.Role = Sheriff
		return kind == "last-word" && g.rb.Reveals && (g.move != s || !g.revealed)
	}
	if kind != "speech" {
		return false
	}
	switch o.Do {
	case DoNominate:
		o.To = g.alive.Minus(g.list.set())
		if g.rb.Alibi == AlibiNotNominated && g.list.alibi != 0 {
			o.To = o.To.Without(g.list.alibi)
		}
		return o.To != 0 && (g.limit() == 0 || g.standingOf(s) < g.limit())
	case DoWithdraw:
		for i := 0; i < g.list.n; i++ {
			if c := g.list.at[i]; g.list.by[c] == s {
				o.To = o.To.With(c)
			}
		}
		return g.rb.Withdraw && o.To != 0
	case DoInvite:
		o.To = g.alive.Without(s).Minus(g.speechless())
		return g.rb.Floor && o.To != 0
	}
	return false
}

// speechless are those who have no word in this circle: their loss is still to
// come in it, or was passed over in it (CITY-FOUL-2).
func (g *Game) speechless() Seats {
	if g.rb.Third != ThirdSilences {
		return 0
	}
	return (g.muted.Minus(g.circle.spoken) | g.circle.skipped) & g.alive
}

// offerClose: anybody who has not had his turn may say that he speaks last, the
// first to say so only (CITY-DAY-5).
func (g *Game) offerClose(o *Offer) bool {
	if !g.rb.Floor || g.phase != Circle || g.circle.closer != 0 {
		return false
	}
	o.By = g.alive.Minus(g.circle.spoken | g.muted)
	if g.circle.short || g.circle.muted {
		o.By = o.By.Without(g.circle.turn)
	}
	return o.By != 0
}

func (g *Game) offerVote(o *Offer) bool {
	if !g.plain() {
		return false
	}
	switch {
	case o.Do == DoVote && g.phase == BallotPhase:
		o.For = g.vote.run.at[g.vote.at]
		o.To, o.Max = g.freeSeats(), g.free()
		return true
	case o.Do == DoOust && g.phase == Question:
		o.To = g.vote.voters & g.alive
		o.Max = o.To.Count()
		return true
	}
	return false
}

// offerNight is what the awake role may do.
func (g *Game) offerNight(o *Offer, deed Deed) bool {
	if o.Do != DoShoot && o.Do != DoAct {
		return false
	}
	w, ok := g.current()
	if !ok || g.phase != NightPhase || g.dark.done {
		return false
	}
	if o.Do == DoShoot {
		o.By, o.To = g.black(), FirstSeats(g.n)
		return w.Closed
	}
	o.Role, o.Deed, o.None, o.Max = w.Role, deed, true, 1
	if w.Closed || !g.does(w, deed) || g.awake(w.Role) == 0 {
		return false
	}
	for s := Seat(1); int(s) <= g.n; s++ {
		if g.barred(w.Role, deed, s) == "" {
			o.To = o.To.With(s)
		}
	}
	return true
}

// does reports whether a call can choose a deed in this game.
func (g *Game) does(w Waking, deed Deed) bool {
	for _, x := range w.Deeds {
		if x == deed {
			return deed != Gun || g.gun()
		}
	}
	return false
}

// gun reports whether the sheriff may shoot: by the number dealt (CITY-ROLE-9).
func (g *Game) gun() bool { return g.rb.GunFrom > 0 && g.n >= g.rb.GunFrom }

// barred tells why a seat cannot be the target of a deed, "" when it can.
func (g *Game) barred(role Role, deed Deed, to Seat) Reason {
	if !g.alive.Has(to) && !(deed == Check && g.rb.Checks) {
		return WhyActOut
	}
	d, self := &g.dark, g.seat(to) && g.roles[to] == role
	switch {
	case role == Doctor && deed == Heal:
		return healBar(self, d.selfHeals, g.rb.SelfHeal, d.lastHeal == to && !g.rb.SameHeal)
	case role == Reanimator && deed == Heal:
		return healBar(self, d.selfRevives, g.rb.SelfHeal, d.lastRevive == to && !g.rb.SameHeal)
	case deed == Visit && self && (g.rb.SelfVisit < 0 || g.rb.SelfVisit > 0 && d.selfVisits >= g.rb.SelfVisit):
		return WhyActSelf
	case deed == Visit && d.lastVisit == to && !g.rb.SameVisit:
		return WhyActSame
	case deed == Guard && self:
		return WhyActSelf
	}
	return ""
}

func healBar(self bool, done, most int, same bool) Reason {
	switch {
	case self && most > 0 && done >= most:
		return WhyActSelf
	case same:
		return WhyActSame
	}
	return ""
}

// offerFree is the game of free talk and notes.
func (g *Game) offerFree(o *Offer) bool {
	if !g.rb.Free {
		return false
	}
	switch {
	case o.Do == DoAccuse && g.phase == Talk:
		o.By, o.To, o.Max = g.alive, g.alive, 1
		return true
	case o.Do == DoDrop && g.phase == Accusation:
		return true
	case o.Do == DoJudge && g.phase == Accusation:
		o.To = g.alive.Without(g.talk.to)
		o.Max = o.To.Count()
		return true
	case o.Do == DoCallNight && g.phase == Talk:
		o.To, o.Max = g.alive, g.alive.Count()
		return true
	case o.Do == DoWrite && g.phase == Notes:
		o.By, o.To, o.None, o.Max = g.alive.Minus(g.talk.written), g.alive, true, 1
		return true
	}
	return false
}

// offerOffice is what the host may do at any moment. Names and cards can be put
// right after the end too.
func (g *Game) offerOffice(o *Offer) bool {
	o.Max = 1
	switch o.Do {
	case DoSubstitute, DoCard:
		o.To = FirstSeats(g.n)
		return true
	case DoLeave:
		o.To = g.alive
		return g.open() && g.alive != 0
	case DoOverrule:
		return g.open()
	}
	if !g.open() || g.rb.NoFouls {
		return false
	}
	switch o.Do {
	case DoFoul, DoGesture:
		o.To, o.Max = g.alive, 4
		if s, kind := g.floor(); kind == "last-word" {
			o.To = o.To.With(s)
		}
		return o.To != 0 && (o.Do == DoFoul || g.rb.Gestures)
	case DoRemove: // or the last word of one who has left
		o.To = g.alive | g.words.set()
		return o.To != 0
	case DoForfeit:
		o.To = g.alive | g.words.set()
		return o.To != 0 && g.rb.Forfeits
	case DoBeaten:
		return true
	}
	return false
}

// Admits is the one test of a command against an offer of its verb. What a set
// of seats cannot say (the sum of hands, whose candidate, whose card) is asked
// of the game.
func (g *Game) admits(o *Offer, c Command) bool {
	switch c := c.(type) {
	case Proceed, Drop:
		return true
	case Pass:
		return o.By.Has(c.By)
	case Nominate:
		return o.By.Has(c.By) && o.To.Has(c.To)
	case Withdraw:
		return o.By.Has(c.By) && o.To.Has(c.To)
	case Invite:
		return o.By.Has(c.By) && o.To.Has(c.To)
	case Close:
		return o.By.Has(c.By)
	case Vote:
		return c.For == o.For && o.hands(c.Hands)
	case Oust:
		return o.hands(c.Hands)
	case Shoot:
		return o.shots(c.Shots)
	case Act:
		return c.Role == o.Role && c.Deed == o.Deed && (c.To == 0 && o.None || o.To.Has(c.To))
	case BestMove:
		return o.By.Has(c.By) && c.Seats.Minus(o.To) == 0 && c.Seats.Count() == o.Min
	case Reveal:
		return o.By.Has(c.By) && c.Role == o.Role
	case Accuse:
		return o.By.Has(c.By) && o.To.Has(c.To) && c.By != c.To
	case Judge:
		return o.hands(c.Hands)
	case CallNight:
		return o.hands(c.Hands)
	case Write:
		return o.By.Has(c.By) && g.noteFits(c)
	default:
		return g.admitsOffice(o, c)
	}
}

func (g *Game) admitsOffice(o *Offer, c Command) bool {
	switch c := c.(type) {
	case Foul:
		return o.To.Has(c.To) && c.N >= 1 && c.N <= o.Max
	case Gesture:
		return o.To.Has(c.To)
	case Remove:
		return o.To.Has(c.To)
	case Forfeit:
		return o.To.Has(c.To)
	case Leave:
		return o.To.Has(c.To)
	case Beaten:
		return c.Side == Red || c.Side == Black
	case Substitute:
		return o.To.Has(c.To) && c.Nick != ""
	case SetCard:
		return o.To.Has(c.To) && g.cardFits(c)
	case Overrule:
		return g.stands(c.Command)
	}
	return false
}

// hands tests raised hands: only such as may be raised, and no more than are left.
func (o *Offer) hands(h Hands) bool {
	if h.Counted {
		return h.Seats == 0 && h.Count >= 0 && h.Count <= o.Max
	}
	return h.Count == 0 && h.Seats.Minus(o.To) == 0 && h.Seats.Count() <= o.Max
}

// shots tests shots: each shooter once, at numbers that are called.
func (o *Offer) shots(list []Shot) bool {
	seen := Seats(0)
	for _, s := range list {
		if !o.By.Has(s.By) || seen.Has(s.By) || s.At.Minus(o.To) != 0 {
			return false
		}
		seen = seen.With(s.By)
	}
	return true
}

// noteFits: black names somebody in the game, red nobody (ORIGINAL-NIGHT-5).
func (g *Game) noteFits(c Write) bool {
	if g.roles[c.By].Side() != Black {
		return c.Name == 0 && !c.Absent // a missing note counts as a name
	}
	if c.Absent {
		return c.Name == 0
	}
	return g.alive.Has(c.Name)
}

// cardFits: a card that was dealt in this game, and not the one he has.
func (g *Game) cardFits(c SetCard) bool {
	return c.Role < roleCount && c.Role != g.roles[c.To] && (c.Role == Unknown || g.cast[c.Role] > 0)
}
