package club

import (
	"errors"
	"slices"

	"omerta/club/immunity"
	"omerta/club/points"
	"omerta/club/queue"
	"omerta/mafia"
	"omerta/names"
	"omerta/rulebook"
)

// The host's words about immunities.
const (
	WordGive = "give"
	WordTake = "take"
)

// follow seats people anew where what was decided so far has to do with who plays in
// an evening. It never refuses.
func (d *decision) follow(evening string) error {
	after, err := d.club.Apply(d.Entry, d.Texts...)
	if err != nil {
		return err
	}
	e, x, err := after.proposed(evening)
	if err != nil {
		return nil //nolint:nilerr // nothing is proposed
	}
	ar, err := after.arrange(e, x, false)
	if err != nil { // nothing was found within bounds
		d.emit(DrawDropped{e.id})
		return nil //nolint:nilerr // so the proposal goes
	}
	if slices.EqualFunc(ar.Tables, x.tables, slices.Equal) && slices.Equal(ar.Passed, x.passed) {
		return nil
	}
	d.emit(ar)
	d.warnNear(x.terms, ar.Tables, x.tables)
	return nil
}

// warnNear tells who sits side by side, or opposite, and did not before (CITY-SEAT-1).
func (d *decision) warnNear(terms DrawTerms, now, was [][]string) {
	if terms.Together {
		return
	}
	for t, seats := range now {
		for _, p := range d.club.near(seats) {
			if t < len(was) && slices.Equal(was[t], seats) {
				continue
			}
			d.Warnings = append(d.Warnings, words("near", "names", []string{d.club.Nick(p[0]), d.club.Nick(p[1])}, "rule", "CITY-SEAT-1"))
		}
	}
}

func (d *decision) decline(cmd Decline) error {
	e, was, err := d.club.proposed(cmd.Evening)
	if err != nil {
		return err
	}
	i := was.at(cmd.Person)
	switch {
	case i < 0:
		return no(WhyNotThere)
	case d.club.plays(was, &was.line[i]):
		return no(WhyBegun)
	case was.line[i].declined != cmd.Back:
		return no(WhyNothing)
	}
	d.emit(Declined(cmd))
	return d.follow(e.id)
}

func (d *decision) moveInQueue(cmd MoveInQueue) error {
	e, was, err := d.club.proposed(cmd.Evening)
	if err != nil {
		return err
	}
	q := queue.Queue{Seats: 1} // those who are shown: places are counted among them
	for _, s := range was.line {
		if d.club.shown(e, s.Person) {
			q.Line = append(q.Line, queue.Entry{Person: s.Person})
		}
	}
	var refused *queue.Refusal
	if _, err := q.Move(cmd.Person, cmd.To, cmd.Reason); errors.As(err, &refused) {
		return no(WhyQueue, "why", d.club.named(refused.Line))
	}
	reason, _ := names.Reason(cmd.Reason)
	to := was.at(q.Line[cmd.To-1].Person) + 1
	d.emit(QueueMoved{e.id, cmd.Person, was.at(cmd.Person) + 1, to, d.write(reason, cmd.Person)})
	return d.follow(e.id)
}

func (d *decision) overrule(cmd Overrule) error {
	e, was, err := d.club.proposed(cmd.Evening)
	if err != nil {
		return err
	}
	t, _, sits := was.sits(cmd.Person)
	said := slices.ContainsFunc(was.words, func(w hostWord) bool { return w.person == cmd.Person })
	switch {
	case !sits:
		return no(WhyNoSeat)
	case !was.open(t):
		return no(WhyBegun)
	case cmd.Word == "" && !said:
		return no(WhyNothing)
	case cmd.Word != "" && cmd.Word != WordGive && cmd.Word != WordTake:
		return no(WhyNothing)
	}
	ev := ImmunityRuled{Evening: e.id, Person: cmd.Person, Word: cmd.Word}
	if cmd.Word != "" {
		x := was.clone()
		x.rule(ImmunityRuled{Person: cmd.Person})
		all := d.club.wordsAt(x, t)
		all = append(all, immunity.Word{Person: cmd.Person, Give: cmd.Word == WordGive, Reason: cmd.Reason})
		rb, ask, err := d.club.askImmunity(e, x, t, d.club.novices())
		if err != nil {
			return err
		}
		ask.Words = all
		var refused *immunity.Refusal
		if _, err := immunity.Propose(rb, ask); errors.As(err, &refused) {
			return no(WhyImmunity, "why", d.club.named(refused.Line))
		}
		reason, _ := names.Reason(cmd.Reason)
		ev.Reason = d.write(reason, cmd.Person)
	}
	d.emit(ev)
	return nil
}

func (d *decision) moveSeat(cmd MoveSeat) error {
	e, was, err := d.club.proposed(cmd.Evening)
	if err != nil {
		return err
	}
	t, i, sits := was.sits(cmd.Person)
	u, j := cmd.Table-1, cmd.Seat-1
	switch {
	case !sits:
		return no(WhyNoSeat)
	case u < 0 || u >= len(was.tables):
		return no(WhyBeginTable)
	case !was.open(t) || !was.open(u):
		return no(WhyBegun)
	case j < 0 || j >= len(was.tables[u]):
		return no(WhySeat, "n", len(was.tables[u]))
	case t == u && i == j:
		return no(WhyNothing)
	}
	x := was.clone()
	x.exchange(SeatMoved(cmd))
	if err := d.club.bans(e, [][]string{x.tables[t], x.tables[u]}); err != nil {
		return err
	}
	d.emit(SeatMoved(cmd))
	d.warnNear(x.terms, x.tables, was.tables)
	return nil
}

// begin wants the proposal to be the one that was dealt to.
func (d *decision) begin(cmd Begin) error {
	e, x, err := d.club.proposed(cmd.Evening)
	if err != nil {
		return err
	}
	t := cmd.Table - 1
	busy := d.club.busy(e)
	spot := 1
	for busy[spot] {
		spot++
	}
	switch {
	case t < 0 || t >= len(x.tables):
		return no(WhyBeginTable)
	case !x.open(t):
		return no(WhyBegun)
	case !slices.Equal(x.tables[t], cmd.Seats):
		return no(WhyStale)
	case spot > e.terms.Tables:
		return no(WhyBusy, "n", 0)
	case d.club.Attached(cmd.Game):
		return no(WhyAttached)
	case len(e.games) >= MaxGames:
		return no(WhyMany, "n", MaxGames)
	case cmd.Game == "" || len(cmd.Game) > points.MaxKey:
		return no(WhyGame)
	}
	d.emit(GameBegun{e.id, cmd.Table, cmd.Game, spot, cmd.Seats})
	return nil
}

// bar keeps somebody out of the games of the club (CLASSIC-FOUL-10).
func (d *decision) bar(cmd Bar) error {
	p, err := d.club.someone(cmd.Person)
	if err != nil {
		return err
	}
	reason, ok := names.Reason(cmd.Reason)
	switch {
	case !ok:
		return no(WhyReason)
	case cmd.Until != "" && !points.IsDate(cmd.Until):
		return no(WhyDate, "text", clip(cmd.Until))
	case p.barred != nil && p.barred.until == cmd.Until && d.club.text(p.barred.reason) == reason:
		return no(WhyNothing)
	}
	d.emit(PersonBarred{p.id, d.write(reason, p.id), cmd.Until})
	return d.followAll(p.id)
}

// admit lets somebody into the queues again in which he would stand.
func (d *decision) admit(id string) error {
	d.emit(PersonAdmitted{id})
	for _, e := range d.club.now.evenings {
		at := e.at(id)
		if e.draw == nil || at < 0 || e.here[at].departed {
			continue
		}
		if e.draw.at(id) < 0 {
			d.emit(Arrived{e.id, []string{id}})
		}
		if err := d.follow(e.id); err != nil {
			return err
		}
	}
	return nil
}

// followAll follows in all evenings in whose proposal somebody stands.
func (d *decision) followAll(person string) error {
	for _, e := range d.club.now.evenings {
		if e.draw != nil && e.draw.at(person) >= 0 {
			if err := d.follow(e.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// warnBarred tells whom a ban keeps out of the games, though he has come.
func (d *decision) warnBarred(e *evening, people []string) {
	for _, id := range people {
		if d.club.barredOn(id, e.terms.Date) {
			d.Warnings = append(d.Warnings, d.club.BarredText(id))
		}
	}
}

// askImmunity asks about the immunities of a table, without the host's words.
func (c *Club) askImmunity(e *evening, x *drawing, t int, novices map[string]bool) (rb *mafia.Rulebook, ask immunity.Ask, err error) {
	rb, err = rulebook.New(x.terms.Rulebook, x.terms.Preset, x.terms.Options)
	if err != nil {
		return nil, ask, no(WhyRulebook, "text", clip(x.terms.Rulebook))
	}
	ask = immunity.Ask{Tournament: x.terms.Tournament, Evening: e.id, Seed: x.seed}
	for _, id := range x.tables[t] {
		ask.Players = append(ask.Players, immunity.Player{Person: id, Novice: novices[id]})
	}
	for _, g := range x.before { // who plays at another table is asked about there
		g.Earned = slices.DeleteFunc(slices.Clone(g.Earned), func(id string) bool {
			u, _, sits := x.sits(id)
			return sits && u != t || c.gone[id]
		})
		ask.Previous = append(ask.Previous, g)
	}
	return rb, ask, nil
}

// wordsAt are the host's words about those who sit at a table.
func (c *Club) wordsAt(x *drawing, t int) (out []immunity.Word) {
	for _, w := range x.words {
		reason := c.text(w.reason)
		if slices.Contains(x.tables[t], w.person) && reason != "" {
			out = append(out, immunity.Word{Person: w.person, Give: w.word == WordGive, Reason: reason})
		}
	}
	return out
}

// immunities are those of a table. A word that has lost its sense since, as others sit
// there now, counts for nothing.
func (c *Club) immunities(e *evening, x *drawing, t int, novices map[string]bool) (immunity.Proposal, bool, error) {
	rb, ask, err := c.askImmunity(e, x, t, novices)
	if err != nil {
		return immunity.Proposal{}, false, err
	}
	out, err := immunity.Propose(rb, ask)
	if err != nil {
		return out, false, no(WhyImmunity, "why", err.Error())
	}
	for _, w := range c.wordsAt(x, t) {
		before := ask.Words
		ask.Words = append(slices.Clip(ask.Words), w)
		p, err := immunity.Propose(rb, ask)
		if err != nil {
			ask.Words = before
			continue
		}
		out = p
	}
	return out, rb.Immunities(), nil
}
