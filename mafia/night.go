package mafia

// nextCall lets the awake role fall asleep and wakes the next, or ends the night.
func (d *draft) nextCall() {
	next := d.dark.call + 1
	if d.hold {
		next = 0
	}
	w := d.waking(next)
	if w == nil {
		emit(d, Slept{})
		return
	}
	d.tell(wokenAt[next][w.Role])
}

// act enters a role's choice, and its answer.
func (d *draft) act(c Act) {
	var by Seat
	if c.Role != Mafia {
		by = d.awake(c.Role).First()
	}
	blocked := d.rb.Powers.Blocked(d.facts(), c.Role, by)
	e := Acted{Role: c.Role, Deed: c.Deed, By: by, To: c.To, Blocked: blocked}
	if c.Deed == Check {
		e.Answer = d.answer(c, blocked)
	}
	emit(d, e)
}

// answer is what the host shows after a check.
func (g *Game) answer(c Act, blocked bool) string {
	if blocked || c.To == 0 || g.roles[c.To] == Unknown {
		return "none"
	}
	return g.rb.verdict(c.Role, g.roles[c.To])
}

// verdict is what a role that checks is shown of a card.
func (rb *Rulebook) verdict(by, card Role) string {
	switch {
	case by == Don && card == Sheriff:
		return "yes"
	case by == Don:
		return "no"
	case rb.ShownBlack[card]:
		return "black"
	}
	return "red"
}

// dawn resolves the night as a whole, counts it, and opens the day.
func (d *draft) dawn() {
	day := d.night + 1
	if d.rb.NightFirst {
		day = d.night
	}
	e := Broke{Day: day, Kept: d.immune, Free: d.rb.Free}
	if d.rb.Free {
		e.Dead = d.news.Dead
		emit(d, e)
		return
	}
	if d.night > 0 {
		d.resolve(&e)
		d.settleQuiet()
	}
	e.Opener = d.opening(day)
	emit(d, e)
	if d.night > 0 && d.judgeVictory(-1) {
		return
	}
	for t := e.Dead; t != 0; t &= t - 1 {
		emit(d, Owed{Seat: t.First()})
	}
}

// resolve works out the dead of the night, and what the night leaves behind.
func (d *draft) resolve(e *Broke) {
	f := d.facts()
	v := d.rb.Powers.Resolve(f)
	e.Dead = v.Dead & d.alive
	e.Spent = v.Spent
	e.Kept = d.immune.Minus(v.Spent)
	if d.night == 1 && d.rb.Carries {
		e.Carry = e.Dead
		if !d.rb.ChainEarns {
			e.Carry = e.Dead.Minus(v.Chained)
		}
	}
	if e.Dead != 0 && !d.shot {
		if d.rb.BestMove == FirstVictim || d.rb.BestMove == FirstNight && d.night == 1 {
			e.Move = e.Dead.First()
		}
	}
	if d.rb.Alibi != NoAlibi {
		e.Alibi = visited(f.Deeds)
	}
	for t := e.Dead; t != 0; t &= t - 1 {
		emit(d, Departed{Seat: t.First(), Cause: Killed, Dark: true})
	}
}

func visited(deeds []DeedDone) Seat {
	for _, x := range deeds {
		if x.Deed == Visit {
			return x.To
		}
	}
	return 0
}

func (d *draft) bestMove(c BestMove) {
	hits := 0
	for t := c.Seats; t != 0; t &= t - 1 {
		if d.roles[t.First()].Side() == Black {
			hits++
		}
	}
	emit(d, BestMoved{By: c.By, Seats: c.Seats, Hits: hits})
}
