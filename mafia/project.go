package mafia

import "slices"

// knows is the one decision about cards: may the viewer know the card of s?
// Black players know each other once they have met; everybody knows his own.
func (g *Game) knows(v Viewer, s Seat) bool {
	switch v.Kind {
	case IsHost, IsGhost:
		return true
	}
	if g.phase == atOver {
		return true
	}
	if v.Kind != IsPlayer {
		return false
	}
	if v.Seat == s {
		return true
	}
	return g.acquainted() && g.roles[v.Seat].Side() == Black && g.roles[s].Side() == Black
}

// Blank is a view that tells nothing but whose it is. Every list in it is there
// and empty: a view has one shape, whoever looks and whatever is secret.
func Blank(rulebook string, who Viewer) View {
	return View{
		Rulebook: rulebook, Viewer: who.Kind, Me: who.Seat,
		Seats: []SeatView{}, Turn: Turn{Next: []Seat{}}, Candidates: []Candidate{}, Tied: []Seat{}, Tally: []Count{},
		Call: Call{Deeds: []Deed{}, Shot: []Shot{}}, Calls: []CallMark{}, Notes: NotesView{Read: []Seat{}},
		Departed: []Departure{}, Offers: []Offer{}, Points: []int{},
	}
}

// View is the only way out of a game: each field is written by a line that says
// to whom it is due. Views of different viewers have the same shape.
func (g *Game) View(v Viewer) View {
	host := v.Kind == IsHost
	out := Blank(g.rb.ID, v)
	out.Phase, out.Day, out.Night, out.Hold = g.Phase(), g.day, g.night, g.hold   // public
	out.Turn, out.Opener, out.Closer = g.turn(), g.circle.opener, g.circle.closer // said aloud
	out.Seats = g.seatViews(v)                                                    // each field by its own line
	out.Tied, out.News, out.Outcome = g.vote.tied.list(), g.news, g.outcome       // said aloud
	out.Departed = g.departures()                                                 // seen by all
	out.Notes = g.notesView(v)                                                    // read aloud, in part
	switch g.phase {
	case atCircle, atVoteCall, atBallot: // until he has voted first (CITY-VOTE-7)
	default:
		out.Closer = 0
	}
	if g.phase == atAccusation {
		out.Accused = Accused{By: g.talk.by, To: g.talk.to, Need: g.condemns()} // said aloud; the end of the game breaks it off
	}
	if g.phase == atVoteCall {
		leaves := false
		if out.NoVote, leaves = g.voteOff(); leaves { // the host says so
			out.Leaves = g.list.at[0]
		}
	} else if g.list.cancel {
		out.NoVote = g.rb.Cites["cancel"]
	}
	g.ballotView(v, &out)
	if g.runs(v) {
		out.Offers = g.offersTo(v)
	}
	if host {
		g.nightView(&out)
		out.Misdealt, out.Surplus = g.surplus != Unknown, g.surplus
		out.ImmuneNext = g.firstDead
	}
	if g.rb.BlackKnown || host || g.phase == atOver {
		out.Blacks = g.cast.Of(Black) // ORIGINAL-SETUP-3; else the host's alone
	}
	if g.phase == atOver && g.rb.Points {
		out.Points = g.PointsOf()
	}
	return out
}

func (g *Game) seatViews(v Viewer) []SeatView {
	host := v.Kind == IsHost
	out := make([]SeatView, g.n)
	for i := range out {
		s := Seat(i + 1)
		x := &out[i]
		*x = SeatView{
			Seat: s, Nick: g.info.nicks[i], In: g.alive.Has(s), // public
			Fouls: int(g.fouls[s]), Silenced: g.PassedOver().Has(s), // said aloud
			Spoken: g.phase == atCircle && g.circle.spoken.Has(s), // seen by all
			Novice: g.info.novices.Has(s),                         // said aloud
		}
		if g.knows(v, s) {
			x.Role = g.roles[s]
		}
		if host {
			x.Immune = g.immune.Has(s)
			x.Alibi = g.excused(s)
		}
	}
	// Hands are raised for all to see, so the votes are public.
	for i := 0; i < g.vote.run.n; i++ {
		for t := g.vote.raised(i).Seats; t != 0; t &= t - 1 {
			out[t.First()-1].Voted = g.vote.run.at[i]
		}
	}
	return out
}

// PassedOver is the set of those who will be passed over (or cut short) when
// their turn to speak comes: the golden minute spares (CLASSIC-FOUL-7).
func (g *Game) PassedOver() Seats {
	if g.golden() {
		return 0
	}
	return g.muted & g.alive
}

// Silent is the set of those whose next speech is lost: a shortened speech is
// still one (CITY-FOUL-11), and the golden minute spares (CLASSIC-FOUL-7).
func (g *Game) Silent() Seats {
	if g.rb.Third == ThirdShortens {
		return g.PassedOver() & g.gagged
	}
	return g.PassedOver()
}

func (g *Game) turn() Turn {
	at := g.floor()
	s, kind := at.seat, at.kind
	t := Turn{Kind: kind.String(), Seat: s, Next: []Seat{}}
	sec := g.rb.Seconds
	switch kind {
	case lastWord:
		t.Seconds = sec.LastWord
		t.BestMove = g.move == s && !g.revealed
		if t.BestMove {
			t.Seconds += sec.BestMove
		}
		t.Next = append(t.Next, g.words.at[1:g.words.n]...)
	case speech:
		t.Seconds, t.Silenced, t.Invited = sec.Speech, g.circle.muted, g.circle.invited
		if g.circle.short {
			t.Seconds = sec.Short
		}
		if g.circle.muted {
			t.Seconds = 0
		}
		t.Next = g.following()
	case introduction:
		t.Seconds = sec.Introduction
		t.Next = g.alive.Minus(g.circle.spoken).Without(s).List()
	case defence:
		t.Seconds = sec.Defence
		t.Next = append(t.Next, g.vote.tied.at[g.vote.pleading+1:g.vote.tied.n]...)
	}
	return t
}

// following lists who has still to speak in this circle, in order.
func (g *Game) following() []Seat {
	rest := g.alive.Minus(g.circle.spoken).Without(g.circle.turn)
	out := make([]Seat, 0, rest.Count())
	closer := g.circle.closer
	at := g.circle.turn
	for t := rest.Without(closer); t != 0; {
		at = t.After(at)
		out = append(out, at)
		t = t.Without(at)
	}
	if closer != 0 && rest.Has(closer) {
		out = append(out, closer)
	}
	return out
}

func (g *Game) ballotView(v Viewer, out *View) {
	b := &g.vote
	for i := 0; i < b.ran.n; i++ { // hands are raised for all to see
		out.Tally = append(out.Tally, Count{b.ran.at[i], int(b.total[i])})
	}
	if g.phase == atBallot {
		for i := 0; i < b.run.n; i++ {
			s := b.run.at[i]
			out.Candidates = append(out.Candidates, Candidate{
				Seat: s, By: g.list.by[s], Hands: b.raised(i),
				Votes: int(b.total[i]), Closed: i < b.at,
			})
		}
		out.Ballot = Ballot{Round: b.round, Voters: g.freeSeats(), Left: g.missing()}
		if b.at < b.run.n {
			out.Ballot.Current = b.run.at[b.at]
		}
		if g.rb.MissingLast && b.run.n > 0 {
			out.Ballot.ToLast = b.run.at[b.run.n-1]
		}
		return
	}
	for i := 0; i < g.list.n; i++ {
		s := g.list.at[i]
		out.Candidates = append(out.Candidates, Candidate{Seat: s, By: g.list.by[s]})
	}
	if g.phase == atQuestion {
		out.Ballot = Ballot{Round: b.round, Voters: b.voters & g.alive, Left: (b.voters & g.alive).Count(), Need: g.need()}
	}
}

// nightView is the host's alone.
func (g *Game) nightView(out *View) {
	if g.phase == atDawn && g.night == 0 {
		out.Calls = append(out.Calls, CallMark{g.dark.role, "done"})
		return
	}
	if g.phase != atNight && g.phase != atOpening {
		return
	}
	for i := 0; ; i++ {
		w := g.waking(i)
		if w == nil {
			break
		}
		mark := "next"
		switch {
		case g.hold:
		case i < g.dark.call:
			mark = "done"
		case i == g.dark.call:
			mark = "now"
		}
		out.Calls = append(out.Calls, CallMark{w.Role, mark})
	}
	if w := g.current(); w != nil {
		out.Call = g.callView(w)
	}
}

func (g *Game) callView(w *Waking) Call {
	d := &g.dark
	c := Call{
		Role: w.Role, Deeds: []Deed{}, Shots: w.Closed, Awake: g.awake(w.Role), Done: d.done, Answer: d.answer,
		Seconds: w.Seconds, Shot: append([]Shot{}, d.shots...),
	}
	if g.phase == atNight {
		for _, x := range w.Deeds {
			if g.does(w, x) {
				c.Deeds = append(c.Deeds, x)
			}
		}
		if d.done && len(d.deeds) > 0 && !w.Closed {
			last := d.deeds[len(d.deeds)-1]
			c.Deed, c.To = last.Deed, last.To
		}
		f := g.facts()
		by := c.Awake.First()
		if w.Role == Mafia {
			by = 0
		}
		c.Blocked = c.Awake != 0 && g.rb.Powers.Blocked(f, w.Role, by)
	}
	c.Before = g.choseBefore(w.Role)
	rest, _ := g.unlearned()
	c.Cards = int(rest[w.Role])
	if w.Role == Mafia {
		c.Cards += int(rest[Don])
		c.Don = rest[Don] > 0
	}
	c.Absent = c.Awake == 0 && c.Cards == 0
	return c
}

// choseBefore is whom a role chose in an earlier night; 0 once it has chosen
// somebody tonight, for then only that is remembered.
func (g *Game) choseBefore(role Role) Seat {
	d := &g.dark
	if slices.ContainsFunc(d.deeds, func(x DeedDone) bool { return x.Role == role && x.To != 0 }) {
		return 0
	}
	switch role {
	case Doctor:
		return d.lastHeal
	case Reanimator:
		return d.lastRevive
	case Mistress:
		return d.lastVisit
	}
	return 0
}

func (g *Game) notesView(v Viewer) NotesView {
	n := NotesView{Read: append([]Seat{}, g.talk.read...), Names: g.talk.names} // read aloud
	if g.phase != atNotes {
		return n
	}
	n.Left = g.alive.Minus(g.talk.written).Count()
	if v.Kind == IsHost || v.Kind == IsDevice {
		n.Written = g.talk.written // the device goes from hand to hand in everybody's sight
	} else {
		n.Left = 0 // phones tell nothing of who has written
	}
	return n
}

func (g *Game) departures() []Departure {
	out := make([]Departure, g.nleft)
	for i := range out {
		x := g.left[i]
		out[i] = Departure{x.seat, causes[x.cause], int(x.day), int(x.night), x.dark}
	}
	return out
}

// Offers lists all that the host may do now, with what is excluded and why.
func (g *Game) Offers() []Offer {
	out := g.AppendOffers(make([]Offer, 0, 16))
	for i := range out {
		out[i].Not = g.bars(&out[i])
	}
	return out
}

// offersTo leaves out what is not the viewer's to do.
func (g *Game) offersTo(v Viewer) []Offer {
	out := g.Offers()
	k := 0
	for i := range out {
		if may(v, out[i].Do) {
			out[k] = out[i]
			k++
		}
	}
	return out[:k]
}

// AppendOffers appends what Offers gives, without the excluded targets: enough
// to choose from, and free of allocation where out has room.
func (g *Game) AppendOffers(out []Offer) []Offer {
	out = g.AppendSteps(out)
	for _, v := range office {
		k := len(out)
		out = append(out, Offer{})
		if !g.offerOffice(&out[k], v) {
			out = out[:k]
		}
	}
	return out
}

// AppendSteps appends what leads the game on, and leaves out what the host may
// do at any moment: penalties, going home, corrections.
func (g *Game) AppendSteps(out []Offer) []Offer {
	at := g.floor()
	for _, v := range g.steps(at.kind) {
		if v == stepAct {
			out = g.appendActs(out)
			continue
		}
		k := len(out)
		out = append(out, Offer{}) // filled where it will lie, and taken back when there is none
		if !g.offer(&out[k], v, at) {
			out = out[:k]
		}
	}
	return out
}

// appendActs appends the deeds that the awake role can choose from.
func (g *Game) appendActs(out []Offer) []Offer {
	w := g.choosing()
	if w == nil {
		return out
	}
	for _, deed := range w.Deeds {
		k := len(out)
		out = append(out, Offer{})
		if !g.offerAct(&out[k], deed) {
			out = out[:k]
		}
	}
	return out
}

// bars names, for a choice of one target, the seats at the table that are
// excluded, and the rule.
func (g *Game) bars(o *Offer) []Bar {
	out := []Bar{}
	if o.Do != DoNominate && o.Do != DoAct {
		return out
	}
	for t := g.alive.Minus(o.To); t != 0; t &= t - 1 {
		s := t.First()
		var c Command = Nominate{By: o.By.First(), To: s}
		if o.Do == DoAct {
			c = Act{Role: o.Role, Deed: o.Deed, To: s}
		}
		out = append(out, Bar{s, g.why(c).Rule})
	}
	return out
}

// Admits tells whether the command would be accepted from the host.
func (g *Game) Admits(c Command) bool { return g.refuse(Host, c) == nil }

// PointsOf gives the points of a finished game by seat (ORIGINAL-POINTS-1, -2).
func (g *Game) PointsOf() []int {
	out := make([]int, g.n)
	reds, live := 0, 0
	for s := 1; s <= g.n; s++ {
		if g.roles[s].Side() == Red {
			reds++
			if g.alive.Has(Seat(s)) {
				live++
			}
		}
	}
	for s := 1; s <= g.n; s++ {
		side := g.roles[s].Side()
		switch {
		case g.outcome.Winner == BlackWon && side == Black && g.alive.Has(Seat(s)):
			out[s-1] = reds
		case g.outcome.Winner == RedWon && side == Red:
			out[s-1] = live
		}
	}
	return out
}
