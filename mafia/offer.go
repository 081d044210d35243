package mafia

// step numbers the verbs that lead a game on. What is on offer is asked at every
// turn of a game, and by number the question is one jump.
type step uint8

const (
	stepProceed step = iota
	stepPass
	stepBestMove
	stepReveal
	stepNominate
	stepWithdraw
	stepInvite
	stepClose
	stepShoot
	stepAct
	stepVote
	stepOust
	stepAccuse
	stepCallNight
	stepDrop
	stepJudge
	stepWrite
)

// What can be on offer, by what the game waits for, in the order in which offers
// are listed; what asks for the floor comes last, so that it can be cut off where
// the floor is not given away. office is on offer at any moment.
var (
	onHold    = []step{stepProceed, stepClose}
	onWord    = []step{stepPass, stepBestMove, stepReveal, stepClose}
	onSpeech  = []step{stepPass, stepNominate, stepWithdraw, stepInvite, stepClose}
	onTurn    = []step{stepPass}
	onNight   = []step{stepProceed, stepShoot, stepAct}
	onStep    = []step{stepProceed, stepClose}
	onBallot  = []step{stepVote}
	onAsking  = []step{stepOust}
	onTalk    = []step{stepAccuse, stepCallNight}
	onAccused = []step{stepDrop, stepJudge}
	onNotes   = []step{stepWrite}
	office    = []Verb{DoFoul, DoGesture, DoRemove, DoForfeit, DoBeaten, DoLeave, DoSubstitute, DoCard, DoOverrule}
)

// steps are what can lead on from where the game stands, in a turn of this kind:
// nothing until a misdeal is put right.
func (g *Game) steps(kind turn) []step {
	if g.surplus != Unknown || g.phase == atOver {
		return nil
	}
	floor := 0
	if !g.rb.Floor {
		floor = 1
	}
	if g.hold {
		return onHold[:len(onHold)-floor]
	}
	switch kind {
	case noTurn:
	case lastWord:
		return onWord[:len(onWord)-floor]
	case speech:
		return onSpeech[:len(onSpeech)-2*floor]
	default:
		return onTurn
	}
	switch g.phase {
	case atNight:
		return onNight
	case atBallot:
		return onBallot
	case atQuestion:
		return onAsking
	case atTalk:
		return onTalk
	case atAccusation:
		return onAccused
	case atNotes:
		return onNotes
	}
	return onStep[:len(onStep)-floor]
}

// offer works out whether a step is on offer now, and for whom. It and
// offerOffice are the law, a function a verb: admits asks them, and so do views,
// bots and the simulator. Deeds are asked for one by one: offerAct. o is an empty
// Offer to fill; when the answer is no, what it holds means nothing.
func (g *Game) offer(o *Offer, v step, at floor) bool {
	switch v {
	case stepProceed:
		return g.offerProceed(o)
	case stepPass:
		return g.offerPass(o, at)
	case stepNominate:
		return g.offerNominate(o, at)
	case stepWithdraw:
		return g.offerWithdraw(o, at)
	case stepInvite:
		return g.offerInvite(o, at)
	case stepClose:
		return g.offerClose(o)
	case stepBestMove:
		return g.offerBestMove(o, at)
	case stepReveal:
		return g.offerReveal(o, at)
	case stepVote:
		return g.offerVote(o)
	case stepOust:
		return g.offerOust(o)
	case stepShoot:
		return g.offerShoot(o)
	}
	return g.offerFree(o, v)
}

func (g *Game) offerProceed(o *Offer) bool {
	o.Do = DoProceed
	if g.hold {
		return true
	}
	if g.words.n > 0 {
		return false
	}
	switch g.phase {
	case atOpening, atNight, atDusk, atDawn, atVoteCall:
		return true
	}
	return false
}

func (g *Game) offerPass(o *Offer, at floor) bool {
	o.Do, o.By = DoPass, SeatsOf(at.seat)
	return at.kind != noTurn
}

func (g *Game) offerBestMove(o *Offer, at floor) bool {
	o.Do, o.By, o.To, o.Min, o.Max = DoBestMove, SeatsOf(at.seat), FirstSeats(g.n).Without(at.seat), 3, 3
	return at.kind == lastWord && g.move == at.seat && !g.revealed
}

func (g *Game) offerReveal(o *Offer, at floor) bool {
	o.Do, o.By, o.Max, o.Role = DoReveal, SeatsOf(at.seat), 1, Sheriff
	return at.kind == lastWord && g.rb.Reveals && (g.move != at.seat || !g.revealed)
}

func (g *Game) offerNominate(o *Offer, at floor) bool {
	most := g.limit()
	if at.kind != speech || most > 0 && g.circle.mine.Count() >= most {
		return false
	}
	o.Do, o.By, o.Max = DoNominate, SeatsOf(at.seat), 1
	o.To = g.alive.Minus(g.list.in)
	if g.rb.Alibi == AlibiNotNominated && g.list.alibi != 0 {
		o.To = o.To.Without(g.list.alibi)
	}
	return o.To != 0
}

func (g *Game) offerWithdraw(o *Offer, at floor) bool {
	if at.kind != speech || g.circle.mine == 0 || !g.rb.Withdraw {
		return false
	}
	o.Do, o.By, o.To, o.Max = DoWithdraw, SeatsOf(at.seat), g.circle.mine, 1
	return true
}

func (g *Game) offerInvite(o *Offer, at floor) bool {
	if at.kind != speech || !g.rb.Floor {
		return false
	}
	o.Do, o.By, o.Max = DoInvite, SeatsOf(at.seat), 1
	o.To = g.alive.Without(at.seat).Minus(g.speechless())
	return o.To != 0
}

// speechless are those who have no word in this circle: their loss is still to
// come in it, or was passed over in it (CITY-FOUL-2).
func (g *Game) speechless() Seats {
	return (g.Silent().Minus(g.circle.spoken) | g.circle.skipped) & g.alive
}

// offerClose: anybody who has not had his turn may say that he speaks last, the
// first to say so only (CITY-DAY-5).
func (g *Game) offerClose(o *Offer) bool {
	if !g.rb.Floor || g.phase != atCircle || g.circle.closer != 0 {
		return false
	}
	o.Do, o.By = DoClose, g.alive.Minus(g.circle.spoken|g.Silent())
	if g.circle.muted {
		o.By = o.By.Without(g.circle.turn)
	}
	return o.By != 0
}

func (g *Game) offerVote(o *Offer) bool {
	if g.phase != atBallot || !g.plain() {
		return false
	}
	o.Do, o.For = DoVote, g.vote.run.at[g.vote.at]
	o.To, o.Max = g.freeSeats(), g.free()
	return true
}

func (g *Game) offerOust(o *Offer) bool {
	if g.phase != atQuestion || !g.plain() {
		return false
	}
	o.Do, o.To = DoOust, g.vote.voters&g.alive
	o.Max = o.To.Count()
	return true
}

// choosing is the call that is on in a night, until its choice is entered.
func (g *Game) choosing() *Waking {
	if g.phase != atNight || g.dark.done {
		return nil
	}
	return g.current()
}

func (g *Game) offerShoot(o *Offer) bool {
	w := g.choosing()
	if w == nil || !w.Closed {
		return false
	}
	o.Do, o.By, o.To = DoShoot, g.black(), FirstSeats(g.n)
	return true
}

// offerAct is what the awake role may do.
func (g *Game) offerAct(o *Offer, deed Deed) bool {
	w := g.choosing()
	if w == nil || w.Closed || !g.does(w, deed) || g.awake(w.Role) == 0 {
		return false
	}
	o.Do, o.Role, o.Deed, o.None, o.Max = DoAct, w.Role, deed, true, 1
	at, self, same := g.targets(w.Role, deed)
	o.To = at.Minus(self | same)
	return true
}

// does reports whether a call can choose a deed in this game.
func (g *Game) does(w *Waking, deed Deed) bool {
	return w.lists(deed) && (deed != Gun || g.gun())
}

// lists reports whether a call has a deed, in a game of whatever size.
func (w *Waking) lists(deed Deed) bool {
	for _, x := range w.Deeds {
		if x == deed {
			return true
		}
	}
	return false
}

// gun reports whether the sheriff may shoot: by the number dealt (CITY-ROLE-9).
func (g *Game) gun() bool { return g.rb.GunFrom > 0 && g.n >= g.rb.GunFrom }

// targets is whom a deed can be aimed at; of those, who is excluded as the doer
// himself, and who as the one he chose before.
func (g *Game) targets(role Role, deed Deed) (at, self, same Seats) {
	at = g.alive
	d, rb := &g.dark, g.rb
	switch {
	case deed == Check:
		if rb.Checks {
			at = FirstSeats(g.n)
		}
	case role == Doctor && deed == Heal:
		return at, g.selfBar(role, d.healed, rb.SelfHeal), sameBar(d.lastHeal, rb.SameHeal)
	case role == Reanimator && deed == Heal:
		return at, g.selfBar(role, d.revived, rb.SelfHeal), sameBar(d.lastRevive, rb.SameHeal)
	case deed == Visit && rb.SelfVisit < 0:
		return at, g.holders(role), sameBar(d.lastVisit, rb.SameVisit)
	case deed == Visit:
		return at, g.selfBar(role, d.visited, rb.SelfVisit), sameBar(d.lastVisit, rb.SameVisit)
	case deed == Guard:
		self = g.holders(role)
	}
	return at, self, same
}

// selfBar excludes the holder who has chosen himself already; most 0: never. The
// holder is whoever has the card by now (CITY-SETUP-11).
func (g *Game) selfBar(role Role, chosen Seats, most int) Seats {
	if most > 0 {
		return g.holders(role) & chosen
	}
	return 0
}

// sameBar excludes whom the role chose before, unless it may choose him again.
func sameBar(before Seat, again bool) Seats {
	if again {
		return 0
	}
	return SeatsOf(before)
}

// barred tells why a seat cannot be the target of a deed, "" when it can.
func (g *Game) barred(role Role, deed Deed, to Seat) Reason {
	switch at, self, same := g.targets(role, deed); {
	case !at.Has(to):
		return WhyActOut
	case self.Has(to):
		return WhyActSelf
	case same.Has(to):
		return WhyActSame
	}
	return ""
}

// offerFree is the game of free talk and notes.
func (g *Game) offerFree(o *Offer, v step) bool {
	if !g.rb.Free {
		return false
	}
	switch {
	case v == stepAccuse && g.phase == atTalk:
		o.Do, o.By, o.To, o.Max = DoAccuse, g.alive, g.alive, 1
		return true
	case v == stepDrop && g.phase == atAccusation:
		o.Do = DoDrop
		return true
	case v == stepJudge && g.phase == atAccusation:
		o.Do, o.To = DoJudge, g.alive.Without(g.talk.to)
		o.Max = o.To.Count()
		return true
	case v == stepCallNight && g.phase == atTalk:
		o.Do, o.To, o.Max = DoCallNight, g.alive, g.alive.Count()
		return true
	case v == stepWrite && g.phase == atNotes:
		o.Do, o.By, o.To, o.None, o.Max = DoWrite, g.alive.Minus(g.talk.written), g.alive, true, 1
		return true
	}
	return false
}

// offerOffice is what the host may do at any moment. Names and cards can be put
// right after the end too.
func (g *Game) offerOffice(o *Offer, v Verb) bool {
	o.Do, o.Max = v, 1
	switch v {
	case DoCard:
		o.To = FirstSeats(g.n)
		return true
	case DoSubstitute:
		o.To = FirstSeats(g.n)
		if g.open() { // who has left, and has nothing more to say, is not replaced
			o.To = g.alive | g.words.in
		}
		return o.To != 0
	case DoLeave:
		o.To = g.alive
		return g.open() && g.alive != 0
	case DoOverrule:
		return g.open() && !g.rb.Hostless
	}
	if !g.open() || g.rb.NoFouls {
		return false
	}
	switch v {
	case DoFoul, DoGesture:
		o.To, o.Max = g.alive, 4
		if at := g.floor(); at.kind == lastWord {
			o.To = o.To.With(at.seat)
		}
		return o.To != 0 && (v == DoFoul || g.rb.Gestures)
	case DoRemove: // or the last word of one who has left
		o.To = g.alive | g.words.in
		return o.To != 0
	case DoForfeit:
		o.To = g.alive | g.words.in
		return o.To != 0 && g.rb.Forfeits
	case DoBeaten:
		return true
	}
	return false
}

// admits is the one test of a command: against the offer of its verb, and where
// a set of seats cannot say it (the sum of hands, whose candidate, whose card),
// against the game.
func (g *Game) admits(c Command) bool {
	if g.surplus != Unknown {
		return g.admitsOffice(c)
	}
	var o Offer
	switch c := c.(type) {
	case Proceed:
		return g.offerProceed(&o)
	case Pass:
		return g.offerPass(&o, g.floor()) && o.By.Has(c.By)
	case Nominate:
		return g.offerNominate(&o, g.floor()) && o.By.Has(c.By) && o.To.Has(c.To)
	case Withdraw:
		return g.offerWithdraw(&o, g.floor()) && o.By.Has(c.By) && o.To.Has(c.To)
	case Invite:
		return g.offerInvite(&o, g.floor()) && o.By.Has(c.By) && o.To.Has(c.To)
	case Close:
		return g.offerClose(&o) && o.By.Has(c.By)
	case Vote:
		return g.offerVote(&o) && c.For == o.For && o.hands(c.Hands)
	case Oust:
		return g.offerOust(&o) && o.hands(c.Hands)
	case Shoot:
		return g.offerShoot(&o) && o.shots(c.Shots)
	case Act:
		return g.offerAct(&o, c.Deed) && c.Role == o.Role && (c.To == 0 || o.To.Has(c.To))
	case BestMove:
		return g.offerBestMove(&o, g.floor()) && o.By.Has(c.By) && c.Seats.Minus(o.To) == 0 && c.Seats.Count() == o.Min
	case Reveal:
		return g.offerReveal(&o, g.floor()) && o.By.Has(c.By) && c.Role == o.Role
	case Accuse:
		return g.offerFree(&o, stepAccuse) && o.By.Has(c.By) && o.To.Has(c.To) && c.By != c.To
	case Drop:
		return g.offerFree(&o, stepDrop)
	case Judge:
		return g.offerFree(&o, stepJudge) && o.hands(c.Hands)
	case CallNight:
		return g.offerFree(&o, stepCallNight) && o.hands(c.Hands)
	case Write:
		return g.offerFree(&o, stepWrite) && o.By.Has(c.By) && g.noteFits(c)
	}
	return g.admitsOffice(c)
}

func (g *Game) admitsOffice(c Command) bool {
	var o Offer
	if !g.offerOffice(&o, c.Verb()) {
		return false
	}
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
