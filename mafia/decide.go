package mafia

// draft is a game that events are emitted into: each is applied at once, so
// that what follows sees it, and kept where a log is given.
type draft struct {
	*Game
	log *[]Event // nil: not kept. A pointer, for a slice here would move the game to the heap
}

// emit makes a fact of e.
func emit[E Event](d *draft, e E) {
	apply(d.Game, e)
	if d.log != nil {
		*d.log = append(*d.log, e)
	}
}

// tell is emit for one of the facts that are made already.
func (d *draft) tell(e Event) {
	apply(d.Game, e)
	if d.log != nil {
		*d.log = append(*d.log, e)
	}
}

// SetupError says why a game cannot be dealt.
type SetupError struct {
	Refusals []Refusal
}

// Error implements error with the first reason.
func (e *SetupError) Error() string { return "cannot be dealt: " + e.Refusals[0].Error() }

// New deals a game and leads it to its first announcement. The error is a
// *SetupError with every reason that the rulebook has against the deal.
func New(rb *Rulebook, s Setup) (Game, []Event, error) {
	g, events, refused := start(rb, s, true)
	if len(refused) > 0 {
		return Game{}, nil, &SetupError{refused}
	}
	return g, events, nil
}

// Start is New without the list of events, for simulations.
func Start(rb *Rulebook, s Setup) (Game, error) {
	g, _, refused := start(rb, s, false)
	if len(refused) > 0 {
		return Game{}, &SetupError{refused}
	}
	return g, nil
}

func start(rb *Rulebook, s Setup, log bool) (Game, []Event, []Refusal) {
	n := len(s.Nicks)
	cast := s.Cast
	if len(s.Deal) > 0 && CastOf(s.Deal)[Unknown] == 0 {
		cast = CastOf(s.Deal)
	}
	refused := refuseSetup(rb, s, cast)
	if len(refused) > 0 {
		return Game{}, nil, refused
	}
	deal := s.Deal
	if len(deal) == 0 {
		deal = dealt(cast, s.Seed)
	}
	g := Game{rb: rb}
	var events []Event
	d := draft{Game: &g}
	if log {
		d.log = &events
	}
	immune := s.Immune
	if !rb.Immunities() {
		immune = 0
	}
	if rb.NoviceImmune && !s.Tournament && s.Novices.Count()*3 < n {
		immune |= s.Novices // CITY-IMM-2
	}
	emit(&d, Dealt{
		Rulebook: rb.ID, Nicks: s.Nicks, Roles: deal, Cast: cast, Immune: immune,
		Novices: s.Novices, Tournament: s.Tournament, Seed: s.Seed,
	})
	d.begin()
	return g, events, nil
}

func refuseSetup(rb *Rulebook, s Setup, cast Cast) []Refusal {
	n := len(s.Nicks)
	var out []Refusal
	if n > MaxSeats || n < 1 {
		out = append(out, rb.Refuse(n, cast)...)
		if len(out) == 0 {
			out = append(out, Refusal{Rule: "NOTATION", Why: WhyUnknownSeat})
		}
		return out
	}
	out = rb.Refuse(n, cast)
	all := FirstSeats(n)
	if len(s.Deal) > 0 && len(s.Deal) != n || (s.Immune|s.Novices).Minus(all) != 0 {
		out = append(out, Refusal{Rule: "NOTATION", Why: WhyUnknownSeat})
	}
	if rb.MaxImmune > 0 && s.Immune.Count() > rb.MaxImmune {
		out = append(out, Refusal{Rule: rb.cite(WhyImmune), Why: WhyImmune})
	}
	if len(s.Deal) == n {
		if surplusOf(cast, s.Deal) != Unknown {
			out = append(out, Refusal{Rule: "NOTATION", Why: WhyCardSame})
		}
	}
	return out
}

// surplusOf is a card that a deal holds more often than its composition, Unknown
// where there is none.
func surplusOf(cast Cast, deal []Role) Role {
	have := CastOf(deal)
	for r := Civilian; r < roleCount; r++ {
		if have[r] > cast[r] {
			return r
		}
	}
	return Unknown
}

// Fold rebuilds a game from its events; the rulebook must be the one that the
// first of them names.
func Fold(rb *Rulebook, events []Event) Game {
	g := Game{rb: rb}
	for _, e := range events {
		apply(&g, e)
	}
	return g
}

// Apply gives the game after events.
func (g *Game) Apply(events ...Event) (next Game) {
	next = *g
	for _, e := range events {
		apply(&next, e)
	}
	return next
}

// Decide judges a command: the events that it makes, or a *Refusal. The game
// itself does not change.
func (g *Game) Decide(who Viewer, c Command) ([]Event, error) {
	next := *g
	events := make([]Event, 0, 2) // most commands make one or two
	d := draft{Game: &next, log: &events}
	if r := d.do(who, c); r != nil {
		return nil, r
	}
	return events, nil
}

// Enact is Decide and Apply in one, in place: the game is as after the events,
// which it appends to log. A refusal changes nothing.
func (g *Game) Enact(log []Event, who Viewer, c Command) ([]Event, error) {
	d := draft{Game: g, log: &log}
	if r := d.do(who, c); r != nil {
		return log, r
	}
	return log, nil
}

// Play judges a command and, when it is accepted, carries it out in place; for
// simulations. A refusal changes nothing.
func (g *Game) Play(who Viewer, c Command) *Refusal {
	d := draft{Game: g}
	return d.do(who, c)
}

// do judges and carries out.
func (d *draft) do(who Viewer, c Command) *Refusal {
	if r := d.refuse(who, c); r != nil {
		return r
	}
	if o, ok := c.(Overrule); ok {
		rule := ""
		if r := d.refuse(who, o.Command); r != nil {
			rule = r.Rule
		}
		emit(d, Overruled{Verb: o.Command.Verb(), Rule: rule})
		if call, ok := o.Command.(CallNight); ok { // nothing but the majority can be overruled in it
			emit(d, NightCalled{Hands: call.Hands, Need: d.agrees(), Agreed: true})
			return nil
		}
		c = o.Command
	}
	d.perform(c)
	return nil
}

// perform carries out what was accepted. It is total over the commands.
func (d *draft) perform(c Command) {
	switch c := c.(type) {
	case Proceed:
		d.proceed()
	case Pass:
		d.pass(c.By)
	case Nominate:
		d.tell(nominatedBy[c.By][c.To])
	case Withdraw:
		d.tell(withdrawnBy[c.By][c.To])
	case Invite:
		emit(d, Invited(c))
	case Close:
		d.closeCircle(c.By)
	case Vote:
		d.count(c)
	case Oust:
		d.oust(c.Hands)
	case Shoot:
		emit(d, Fired(c))
	case Act:
		d.act(c)
	case BestMove:
		d.bestMove(c)
	case Reveal:
		emit(d, Revealed(c))
	case Accuse:
		emit(d, Accusing(c))
	case Drop:
		emit(d, Cleared{})
	case Judge:
		d.judge(c.Hands)
	case CallNight:
		d.callNight(c.Hands)
	case Write:
		d.write(c)
	default:
		d.punish(c)
	}
}

// begin leads a dealt game to its first phase.
func (d *draft) begin() {
	switch {
	case d.rb.Introduce && d.info.novices != 0:
		emit(d, Introduced{})
	default:
		d.firstNight()
	}
}

func (d *draft) firstNight() {
	if d.rb.NightFirst {
		emit(d, Fell{Night: 1})
		return
	}
	emit(d, Fell{Night: 0, Acquaintance: true})
}

// proceed is the host's step where nothing is chosen.
func (d *draft) proceed() {
	switch {
	case d.phase == atNight || d.phase == atOpening:
		d.nextCall()
	case d.hold:
		emit(d, WentOn{})
		d.lead()
	case d.phase == atVoteCall:
		d.openVote()
	case d.phase == atDusk:
		emit(d, Fell{Night: d.night + 1})
	case d.phase == atDawn:
		d.dawn()
	}
}

// lead goes on where nothing stands in between: the next turn, the end of a
// circle, of the defences. It stops where somebody has the floor or the host
// has to do something.
func (d *draft) lead() {
	if !d.plain() {
		return
	}
	switch d.phase {
	case atIntroductions:
		d.nextIntroduction()
	case atCircle:
		if d.circle.turn == 0 {
			d.nextTurn()
		}
	case atDefences:
		if d.vote.pleading >= d.vote.tied.n {
			d.openRevote()
		}
	case atBallot:
		d.goOnVoting()
	}
}

func (d *draft) pass(by Seat) {
	kind := d.floor().kind
	d.tell(passedBy[kind][by])
	if kind == lastWord {
		d.wordOver()
		return
	}
	d.lead()
}

// wordOver goes on after a last word. Where it was the last of a morning, the
// host gets to announce the circle before the first speech runs.
func (d *draft) wordOver() {
	c := &d.circle
	if d.phase == atCircle && d.plain() && c.turn == 0 && !c.opened && c.spoken == 0 {
		emit(d, Gathered{})
		return
	}
	d.lead()
}

// end ends the game.
func (d *draft) end(w Winner, rule string) { emit(d, Ended{w, rule}) }

// judgeVictory ends the game when somebody has won (the conditions in the
// order of the rulebook); names: see Standing.
func (d *draft) judgeVictory(names int) bool {
	if d.surplus != Unknown { // a card held twice is put right first (CITY-SETUP-11)
		return false
	}
	st, unknown := d.standing(names)
	won, rule := NoWinner, ""
	if unknown == 0 {
		won, rule = d.rb.winner(&st)
	} else {
		won, rule = d.certain(st, unknown)
	}
	if won == NoWinner {
		return false
	}
	d.end(won, rule)
	return true
}

// winner is who has won, by which rule.
func (rb *Rulebook) winner(st *Standing) (Winner, string) {
	for _, w := range rb.Victory {
		if won := w.When.Met(*st); won != NoWinner {
			return won, w.Rule
		}
	}
	return NoWinner, ""
}

// certain is who has won whichever of the cards that nobody has learned the unknown
// players hold; nobody while that leaves it open.
func (g *Game) certain(st Standing, unknown int) (won Winner, rule string) {
	rest, _ := g.unlearned()
	red := rest.Of(Red)
	for black := range rest.Of(Black) + 1 {
		for maniac := range rest[Maniac] + 1 {
			for ripper := range rest[Ripper] + 1 {
				others := unknown - black - int(maniac+ripper)
				if others < 0 || others > red {
					continue
				}
				s := st
				s.Red, s.Black = s.Red+others, s.Black+black
				s.Maniac, s.Ripper = s.Maniac || maniac > 0, s.Ripper || ripper > 0
				w, r := g.rb.winner(&s)
				switch {
				case w == NoWinner || won != NoWinner && w != won:
					return NoWinner, ""
				case won == NoWinner:
					won, rule = w, r
				}
			}
		}
	}
	return won, rule
}

// settleQuiet counts a phase that has ended, and tells whether anything follows.
func (d *draft) settleQuiet() {
	if d.calm && d.quiet < 100 {
		emit(d, Counting{Quiet: d.quiet + 1})
	}
}
