package mafia

// punish carries out what the host may do at any moment.
func (d *draft) punish(c Command) {
	switch c := c.(type) {
	case Foul:
		d.foul(c.To, c.N, c.Reason, false)
	case Gesture:
		d.foul(c.To, 3, "", true)
	case Remove:
		d.expel(c.To, Removed)
	case Forfeit:
		d.expel(c.To, Forfeited)
	case Leave:
		d.remove(c.To, WentHome)
	case Beaten:
		d.beaten(c.Side)
	case Substitute:
		emit(d, Replaced{Seat: c.To, Nick: c.Nick})
	case SetCard:
		d.setCard(c)
	}
}

// expel removes a player, or takes the last word from one who has left already.
func (d *draft) expel(s Seat, cause Cause) {
	if d.alive.Has(s) {
		d.remove(s, cause)
		return
	}
	emit(d, WordLost{Seat: s})
	d.wordOver()
}

// foul gives n fouls; the third costs a speech, the fourth the seat.
func (d *draft) foul(to Seat, n int, reason string, sign bool) {
	before := int(d.fouls[to])
	total := before + n
	mutes := before < 3 && total >= 3 && d.rb.Third != ThirdNothing
	again := sign && d.signed.Has(to)
	emit(d, FoulGiven{To: to, N: n, Total: total, Reason: reason, Mutes: mutes || sign, Sign: sign})
	if total < 4 && !again {
		return
	}
	if !d.alive.Has(to) { // in his last word: it ends at once (CITY-FOUL-10)
		d.pass(to)
		return
	}
	d.remove(to, Fouled)
}

// darkness reports whether it is dark: from dusk to dawn.
func (g *Game) darkness() bool {
	switch g.phase {
	case atOpening, atNight, atDawn, atNotes:
		return true
	}
	return false
}

// remove lets a seat leave, and mends whatever it took part in.
func (d *draft) remove(s Seat, cause Cause) {
	night := d.darkness()
	candidate := d.list.in.Has(s) && !d.settled()
	opens := d.phase == atCircle && !d.circle.opened && d.circle.opener == s
	emit(d, Departed{Seat: s, Cause: cause, Dark: night})
	if d.judgeVictory(-1) {
		return
	}
	if opens && d.alive != 0 {
		emit(d, OpenerMoved{Seat: d.alive.After(s)})
	}
	off := cause != WentHome && d.cancels(candidate, night)
	if candidate {
		emit(d, Struck{Seat: s})
	}
	if !night && (cause == Fouled && d.rb.FourthWord || cause == Removed && d.rb.RemovedWord) {
		emit(d, Owed{Seat: s, Now: true})
	}
	d.mend(off)
}

// settled reports that today's vote is over.
func (g *Game) settled() bool {
	return g.phase == atDusk || g.phase == atOver || g.phase == atIntroductions || g.darkness()
}

// cancels tells whether a removal calls off today's vote, and marks tomorrow's
// where that is the one meant.
func (d *draft) cancels(candidate, night bool) bool {
	switch d.rb.Cancel {
	case CancelCandidate:
		if !candidate {
			return false
		}
	case CancelNever:
		return false
	}
	rule := d.rb.Cites["cancel"]
	if night || d.settled() {
		emit(d, VoteOff{Rule: rule, Later: true})
		return false
	}
	emit(d, VoteOff{Rule: rule})
	return true
}

// mend lets the phase go on after somebody has left it.
func (d *draft) mend(off bool) {
	switch d.phase {
	case atBallot, atDefences, atQuestion:
		if off {
			d.conclude(0, d.rb.Cites["cancel"])
			return
		}
	}
	switch d.phase {
	case atBallot:
		d.goOnVoting()
	case atQuestion:
		if d.vote.tied.n == 0 || d.vote.voters&d.alive == 0 {
			d.conclude(0, d.rb.Cites["nobody-votes"])
		}
	case atDefences:
		if d.vote.tied.n == 0 {
			d.conclude(0, d.rb.Cites["nobody-votes"])
			return
		}
		d.lead()
	case atAccusation:
		if !d.alive.Has(d.talk.by) || !d.alive.Has(d.talk.to) {
			emit(d, Cleared{})
		}
	case atNotes:
		d.readNotes()
	case atDusk:
	default:
		d.lead()
	}
}

func (d *draft) beaten(side Side) {
	emit(d, DeclaredBeaten{Side: side})
	won := RedWon
	if side == Red {
		won = BlackWon
	}
	d.end(won, d.rb.Cites["declared"])
}

// setCard enters a card; when all that nobody has learned are alike, they are known.
func (d *draft) setCard(c SetCard) {
	emit(d, Carded{Seat: c.To, Role: c.Role})
	rest, n := d.unlearned()
	for r := Civilian; r < roleCount && n > 0 && c.Role != Unknown; r++ {
		if int(rest[r]) != n || rest.Total() != n {
			continue
		}
		for s := 1; s <= d.n; s++ {
			if d.roles[s] == Unknown {
				emit(d, Carded{Seat: Seat(s), Role: r})
			}
		}
		break
	}
	if d.open() && d.surplus == Unknown && d.nleft > 0 {
		d.judgeVictory(-1) // what the last departure decided may be known only now (CITY-SETUP-11)
	}
}
