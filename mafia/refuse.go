package mafia

import "slices"

// refuse judges a command without carrying it out: nil when it is offered, else
// the reason, the most specific first: this target or number before this actor,
// this actor before this phase.
func (g *Game) refuse(who Viewer, c Command) *Refusal {
	if !g.runs(who) || c != nil && who.Kind != IsHost && !may(who, c.Verb()) {
		return g.outsider()
	}
	if c == nil {
		return g.no(WhyNothing, 0)
	}
	if g.admits(c) {
		return nil
	}
	no := g.why(c)
	if g.foreign(c.Verb()) {
		switch no.Why {
		case WhyUnknownSeat, WhyOver, WhyMisdeal:
		default:
			no.Why = WhyForeign
		}
	}
	return no
}

// foreign tells whether a rulebook has no such step at all, at any moment.
func (g *Game) foreign(v Verb) bool {
	switch v {
	case DoAccuse, DoDrop, DoJudge, DoCallNight, DoWrite:
		return !g.rb.Free
	case DoPass, DoNominate, DoWithdraw, DoVote, DoOust, DoShoot, DoAct, DoBestMove:
		return g.rb.Free || v == DoShoot && !g.rb.calls(func(w *Waking) bool { return w.Closed })
	case DoInvite, DoClose:
		return !g.rb.Floor
	case DoReveal:
		return !g.rb.Reveals
	}
	return false
}

// runs tells who may command: the host, or the device in a game without one.
func (g *Game) runs(who Viewer) bool {
	return who.Kind == IsHost || who.Kind == IsDevice && g.rb.Free
}

// may keeps from the device what is a host's word. That a card cannot be set
// would tell which card it is.
func may(who Viewer, v Verb) bool {
	return who.Kind == IsHost || v != DoCard && v != DoOverrule
}

// outsider is the same answer to whatever is asked.
func (g *Game) outsider() *Refusal { return &Refusal{Rule: "NOTATION", Why: WhyViewer} }

func (g *Game) no(why Reason, s Seat) *Refusal {
	return &Refusal{Rule: g.rb.cite(why), Why: why, Seat: s}
}

// why finds the reason against a command that is not on offer.
func (g *Game) why(c Command) *Refusal {
	if s, ok := g.strange(c); ok {
		return g.no(WhyUnknownSeat, s)
	}
	if !g.open() {
		switch c.(type) {
		case Substitute, SetCard:
		default:
			return g.no(WhyOver, 0)
		}
	}
	if g.surplus != Unknown && isStep(c.Verb()) {
		no := g.no(WhyMisdeal, 0)
		no.Role = g.surplus // only a host gets here: the device may set no card
		return no
	}
	switch c := c.(type) {
	case Proceed:
		return g.no(WhyNothing, 0)
	case Pass:
		return g.no(WhyNotSpeaking, c.By)
	case Nominate:
		return g.whyNominate(c)
	case Withdraw:
		return g.whyWithdraw(c)
	case Invite:
		return g.whyInvite(c)
	case Close:
		if g.speechless().Has(c.By) {
			return g.no(WhyCloserMuted, c.By)
		}
		return g.no(WhyCloser, c.By)
	case Vote:
		return g.whyVote(c)
	case Oust:
		if g.phase != atQuestion || !g.plain() {
			return g.whyNoQuestion()
		}
		return g.no(WhyOustVoter, c.Hands.Seats.Minus(g.vote.voters&g.alive).First())
	case Shoot:
		return g.whyShoot(c)
	case Act:
		return g.whyAct(c)
	case BestMove:
		return g.whyMove(c)
	case Reveal:
		if at := g.floor(); at.kind == lastWord && at.seat == c.By && g.move == c.By {
			return g.no(WhyMoveRevealed, c.By)
		}
		return g.no(WhyReveal, c.By)
	}
	if r := g.whyFree(c); r != nil {
		return r
	}
	return g.whyOffice(c)
}

// strange finds a seat that this table does not have.
func (g *Game) strange(c Command) (Seat, bool) {
	var list [2]Seat
	var set Seats
	switch c := c.(type) {
	case Pass:
		list[0] = c.By
	case Nominate:
		list = [2]Seat{c.By, c.To}
	case Withdraw:
		list = [2]Seat{c.By, c.To}
	case Invite:
		list = [2]Seat{c.By, c.To}
	case Close:
		list[0] = c.By
	case Vote:
		list[0], set = c.For, c.Hands.Seats
	case Oust:
		set = c.Hands.Seats
	case Act:
		if c.To == 0 {
			return 0, false
		}
		list[0] = c.To
	case BestMove:
		list[0], set = c.By, c.Seats
	case Reveal:
		list[0] = c.By
	case Accuse:
		list = [2]Seat{c.By, c.To}
	case Judge:
		set = c.Hands.Seats
	case CallNight:
		set = c.Hands.Seats
	case Write:
		list[0] = c.By
	case Foul:
		list[0] = c.To
	case Gesture:
		list[0] = c.To
	case Remove:
		list[0] = c.To
	case Forfeit:
		list[0] = c.To
	case Leave:
		list[0] = c.To
	case Substitute:
		list[0] = c.To
	case SetCard:
		list[0] = c.To
	default:
		return 0, false
	}
	if out := set.Minus(FirstSeats(g.n)); out != 0 {
		return out.First(), true
	}
	for i, s := range list {
		if int(s) > g.n || s == 0 && (i == 0 && set == 0 && !isHands(c) || twoSeats(c)) {
			return s, true
		}
	}
	return 0, false
}

func isHands(c Command) bool {
	switch c.(type) {
	case Oust, Judge, CallNight:
		return true
	}
	return false
}

func twoSeats(c Command) bool {
	switch c.(type) {
	case Nominate, Withdraw, Invite, Accuse:
		return true
	}
	return false
}

func (g *Game) whyNominate(c Nominate) *Refusal {
	at := g.floor()
	switch {
	case !g.alive.Has(c.To):
		return g.no(WhyNomOut, c.To)
	case g.phase == atCircle && g.list.in.Has(c.To):
		return g.no(WhyNomTwice, c.To)
	case g.rb.Alibi == AlibiNotNominated && g.list.alibi == c.To:
		return g.no(WhyNomAlibi, c.To)
	case at.kind == speech && at.seat == c.By:
		return g.no(WhyNomLimit, c.By)
	case g.alive.Has(c.By) && g.muted.Has(c.By) && !g.rb.MutedPutsUp:
		return g.no(WhyNomMuted, c.By)
	}
	return g.no(WhyNomPhase, c.By)
}

func (g *Game) whyWithdraw(c Withdraw) *Refusal {
	at := g.floor()
	switch {
	case !g.rb.Withdraw:
		return g.no(WhyWithdrawNever, c.To)
	case at.kind == speech && at.seat == c.By:
		return g.no(WhyWithdrawOwn, c.To)
	}
	return g.no(WhyNomPhase, c.By)
}

func (g *Game) whyInvite(c Invite) *Refusal {
	if g.phase == atDefences && g.rb.Floor {
		return g.no(WhyFloorDefence, c.By)
	}
	if g.rb.Floor && g.phase == atCircle && g.speechless().Has(c.To) {
		return g.no(WhyFloorMuted, c.To)
	}
	return g.no(WhyFloor, c.To)
}

func (g *Game) whyVote(c Vote) *Refusal {
	v := &g.vote
	if g.phase != atBallot || !g.plain() {
		return g.whyNoBallot(c.For)
	}
	if c.For != v.run.at[v.at] {
		r := g.no(WhyVoteOrder, c.For)
		if again, ok := g.rb.Cites["revote"]; ok && v.round > 1 {
			r.Rule = again // only the tied are voted on, in their order
		}
		return r
	}
	if out := c.Hands.Seats.Minus(g.alive); out != 0 {
		return g.no(WhyVoteOut, out.First())
	}
	if tied := c.Hands.Seats.Minus(v.voters); tied != 0 {
		return g.no(WhyVoteTied, tied.First())
	}
	return g.no(WhyVoteTwice, (c.Hands.Seats & v.cast).First())
}

// whyNoQuestion: where a tie has just ended without the question, the rule that
// spares the tied is the one to cite (CLASSIC-TIE-6).
func (g *Game) whyNoQuestion() *Refusal {
	r := g.no(WhyOustPhase, 0)
	if spared := g.rb.Cites["tie-stays"]; g.phase == atDusk && spared != "" && g.news.Rule == spared {
		r.Rule = spared
	}
	return r
}

// whyNoBallot: where no ballot is held today, the rule that says so is the one
// to cite (CITY-VOTE-3, -4).
func (g *Game) whyNoBallot(s Seat) *Refusal {
	r := g.no(WhyVotePhase, s)
	switch g.phase {
	case atCircle, atVoteCall:
		if off, _ := g.voteOff(); off != "" && g.list.n > 0 {
			r.Rule = off
		}
	case atDusk:
		if g.news.Rule != "" && (g.vote.round == 0 || g.news.Rule == g.rb.Cites["cancel"]) {
			r.Rule = g.news.Rule
		}
	}
	return r
}

func (g *Game) whyShoot(c Shoot) *Refusal {
	black := g.black()
	for _, s := range c.Shots {
		if s.At.Minus(FirstSeats(g.n)) != 0 {
			return g.no(WhyShotNumber, s.By)
		}
	}
	if w := g.current(); w == nil || !w.Closed {
		if g.phase == atOpening {
			return g.no(WhyActOpening, 0)
		}
		return g.no(WhyShotPhase, 0)
	}
	for _, s := range c.Shots {
		switch {
		case black.Has(s.By):
		case (g.held[Unknown] & g.alive).Has(s.By):
			return g.no(WhyShotUnknown, s.By)
		default:
			return g.no(WhyShotBlack, s.By)
		}
	}
	return g.no(WhyShotDone, 0)
}

func (g *Game) whyAct(c Act) *Refusal {
	if g.phase == atOpening {
		return g.no(WhyActOpening, c.To)
	}
	w := g.callOf(c.Role)
	switch {
	case w == nil && !g.rb.calls(func(w *Waking) bool { return w.Role == c.Role && len(w.Deeds) > 0 }):
		return g.role(WhyForeign, c.Role, 0)
	case w == nil:
		return g.role(WhyActNobody, c.Role, 0)
	case c.Deed == Gun && w.lists(Gun) && !g.gun():
		return g.no(WhyActGun, 0)
	case !w.lists(c.Deed):
		return g.role(WhyActDeed, c.Role, 0)
	}
	// By day the answer must not depend on cards, nor on what was done at night.
	dark := g.phase == atNight
	cur := g.current()
	mine := dark && cur != nil && cur.Role == c.Role && g.awake(c.Role) != 0
	if mine && g.dark.done { // what is barred now may be so by this very choice
		return g.chosen(c.Role)
	}
	if c.To != 0 {
		switch why := g.barred(c.Role, c.Deed, c.To); {
		case why == WhyActOut:
			return g.no(why, c.To)
		case why != "" && dark:
			return g.role(why, c.Role, c.To)
		}
	}
	switch {
	case dark && g.awake(c.Role) == 0:
		if g.held[Unknown]&g.alive != 0 {
			return g.role(WhyActUnknown, c.Role, 0)
		}
		return g.role(WhyActNobody, c.Role, 0)
	case mine:
		return g.chosen(c.Role)
	case g.past(w):
		no := g.no(WhyActPhase, 0)
		no.Why = WhyActPast // the same rule, and more to say
		return no
	}
	return g.no(WhyActPhase, 0)
}

// chosen refuses a second choice of a role in one night.
func (g *Game) chosen(r Role) *Refusal {
	if r == Sheriff && g.gun() {
		return g.no(WhyActGun, 0) // one of the two, not both
	}
	return g.role(WhyActDone, r, 0)
}

// past tells whether a call of the running night is over.
func (g *Game) past(w *Waking) bool {
	if g.phase == atDawn {
		return g.night > 0
	}
	for i := 0; g.phase == atNight && i < g.dark.call; i++ {
		if x := g.waking(i); x != nil && x.Role == w.Role {
			return true
		}
	}
	return false
}

// role is a refusal that cites the role's own rule, where it has one for the reason.
func (g *Game) role(why Reason, r Role, s Seat) *Refusal {
	out := g.no(why, s)
	if id, ok := g.rb.Cites[why+":"+Reason(r.String())]; ok {
		out.Rule = id
	} else if id, ok := g.rb.Roles[r]; ok && out.Rule == "NOTATION" {
		out.Rule = id
	}
	return out
}

// callOf finds the call of a role in this game's nights, nil where it has none.
func (g *Game) callOf(r Role) *Waking {
	for i := range g.rb.Calls {
		if w := &g.rb.Calls[i]; w.Role == r && g.called(r) {
			return w
		}
	}
	return nil
}

func (g *Game) whyMove(c BestMove) *Refusal {
	at := g.floor()
	switch {
	case c.Seats.Count() != 3 || c.Seats.Has(c.By):
		return g.no(WhyMoveThree, c.By)
	case at.kind == lastWord && at.seat == c.By && g.move == c.By:
		return g.no(WhyMoveRevealed, c.By)
	}
	return g.no(WhyMoveDue, c.By)
}

func (g *Game) whyFree(c Command) *Refusal {
	switch c := c.(type) {
	case Accuse:
		if !g.alive.Has(c.By) || !g.alive.Has(c.To) || c.By == c.To {
			return g.no(WhyAccuseOut, c.To)
		}
		return g.no(WhyAccuse, c.By)
	case Drop:
		return g.no(WhyAccuse, 0)
	case Judge:
		if g.phase != atAccusation {
			return g.no(WhyJudge, 0)
		}
		return g.no(WhyJudgeVoter, c.Hands.Seats.Minus(g.alive.Without(g.talk.to)).First())
	case CallNight:
		if g.phase == atTalk {
			return g.no(WhyCallVoter, c.Hands.Seats.Minus(g.alive).First())
		}
		return g.no(WhyCallNight, 0)
	case Write:
		return g.whyWrite(c)
	}
	return nil
}

func (g *Game) whyWrite(c Write) *Refusal {
	switch {
	case !g.alive.Has(c.By):
		return g.no(WhyNoteOut, c.By)
	case g.phase != atNotes || g.noteFits(c): // by day the answer must not depend on a card
		return g.no(WhyNote, c.By)
	case g.roles[c.By].Side() == Black:
		return g.no(WhyNoteBlack, c.By)
	case g.roles[c.By] == Unknown:
		return g.no(WhyNoteUnknown, c.By)
	}
	return g.no(WhyNoteRed, c.By)
}

func (g *Game) whyOffice(c Command) *Refusal {
	if g.rb.NoFouls {
		switch c.(type) {
		case Foul, Gesture, Remove, Forfeit, Beaten:
			return g.no(WhyFoulNone, 0)
		}
	}
	switch c := c.(type) {
	case Foul:
		if c.N < 1 || c.N > 4 {
			return g.no(WhyFoulNumber, c.To)
		}
		return g.no(WhyFoulOut, c.To)
	case Gesture:
		if !g.rb.Gestures {
			return g.no(WhyGesture, c.To)
		}
		return g.no(WhyFoulOut, c.To)
	case Remove:
		return g.no(WhyRemoveOut, c.To)
	case Forfeit:
		if !g.rb.Forfeits {
			return g.no(WhyForfeit, c.To)
		}
		return g.no(WhyRemoveOut, c.To)
	case Leave:
		return g.no(WhyRemoveOut, c.To)
	case Beaten:
		return g.no(WhyBeaten, 0)
	case Substitute:
		if c.Nick != "" {
			return g.no(WhySubstituteOut, c.To)
		}
		return g.no(WhyNick, c.To)
	case SetCard:
		return g.no(WhyCardSame, c.To)
	}
	if g.rb.Hostless {
		return g.no(WhyNoHost, 0)
	}
	return g.no(WhyOverrule, 0)
}

// stands tells whether the host can let a command stand that the referee
// refuses: the step of the game must know what to do with it.
func (g *Game) stands(c Command) bool {
	if c == nil {
		return false
	}
	if _, odd := g.strange(c); odd {
		return false
	}
	switch c := c.(type) {
	case Nominate:
		return g.phase == atCircle && g.alive.Has(c.To) && !g.list.in.Has(c.To)
	case Withdraw:
		return g.phase == atCircle && g.list.in.Has(c.To)
	case Invite:
		return g.phase == atCircle && g.circle.turn != 0
	case Close:
		return g.phase == atCircle && g.alive.Has(c.By) && !g.circle.spoken.Has(c.By)
	case Vote:
		return g.votes(c)
	case Oust:
		return g.phase == atQuestion && g.plain() && tally(c.Hands, g.alive)
	case Act:
		w := g.choosing()
		return w != nil && w.Role == c.Role && !w.Closed && w.lists(c.Deed)
	case BestMove:
		at := g.floor()
		return at.kind == lastWord && at.seat == c.By
	case Foul:
		return !g.rb.NoFouls && g.alive.Has(c.To) && c.N >= 1 && c.N <= 4
	case Gesture:
		return g.rb.Gestures && g.alive.Has(c.To)
	case Remove:
		return g.alive.Has(c.To)
	case Forfeit:
		return g.alive.Has(c.To)
	case Accuse:
		return g.phase == atTalk && g.alive.Has(c.To)
	case Write:
		return g.phase == atNotes && g.alive.Minus(g.talk.written).Has(c.By) && (c.Name == 0 || g.alive.Has(c.Name))
	case Judge:
		return g.phase == atAccusation && tally(c.Hands, g.alive)
	case CallNight:
		return g.phase == atTalk && tally(c.Hands, g.alive)
	}
	return c.Verb() != DoOverrule && g.admits(c)
}

// votes: a vote on the open candidate by hands of players at the table.
func (g *Game) votes(c Vote) bool {
	v := &g.vote
	if g.phase != atBallot || !g.plain() || c.For != v.run.at[v.at] {
		return false
	}
	return tally(c.Hands, g.alive)
}

func tally(h Hands, who Seats) bool {
	if h.Counted {
		return h.Seats == 0 && h.Count >= 0 && h.Count <= who.Count()
	}
	return h.Count == 0 && h.Seats.Minus(who) == 0
}

// isStep tells the verbs that lead a game on from those of the host's office.
func isStep(v Verb) bool { return !slices.Contains(office, v) }
