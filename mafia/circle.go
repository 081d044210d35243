package mafia

// nextIntroduction gives the word to the next novice or not: everybody presents
// himself once, in seat order; then the first night falls (CITY-MEET-1).
func (d *draft) nextIntroduction() {
	rest := d.alive.Minus(d.circle.spoken)
	if rest == 0 {
		d.firstNight()
		return
	}
	d.tell(turnedTo[rest.First()])
}

// nextTurn gives the floor to the next of the circle, or ends the circle.
func (d *draft) nextTurn() {
	for {
		s := d.nextSpeaker()
		if s == 0 {
			emit(d, Rounded{})
			return
		}
		if d.takeTurn(s) {
			return
		}
	}
}

// nextSpeaker is the next seat clockwise that has not had its turn; who closes
// the circle comes last (CITY-DAY-5). 0 when all had theirs.
func (g *Game) nextSpeaker() Seat {
	c := &g.circle
	rest := g.alive.Minus(c.spoken)
	if c.closer != 0 && rest.Has(c.closer) && rest.Count() > 1 {
		rest = rest.Without(c.closer)
	}
	if c.spoken == 0 && !c.opened {
		if rest.Has(c.opener) {
			return c.opener
		}
		return rest.After(c.opener)
	}
	from := c.last
	if c.spoken == 0 {
		from = c.opener
	}
	return rest.After(from)
}

// takeTurn begins a turn; false when the player is passed over.
func (d *draft) takeTurn(s Seat) bool {
	if !d.muted.Has(s) {
		d.tell(turnedTo[s])
		return true
	}
	golden := d.golden()
	switch {
	case golden:
		emit(d, Turned{Seat: s, Paid: true})
	case !d.Silent().Has(s):
		emit(d, Turned{Seat: s, Short: true, Paid: true, Clear: d.rb.ClearSkip})
	case d.rb.MutedPutsUp:
		emit(d, Turned{Seat: s, Muted: true, Paid: true, Clear: d.rb.ClearSkip})
	default:
		emit(d, Skipped{Seat: s, Clear: d.rb.ClearSkip})
		return false
	}
	return true
}

// golden reports the golden minute: three or four are left (CLASSIC-FOUL-7).
func (g *Game) golden() bool {
	n := g.alive.Count()
	return g.rb.Golden && (n == 3 || n == 4)
}

// closeCircle lets By speak last. His turn, if it is on, goes on to the next.
func (d *draft) closeCircle(by Seat) {
	emit(d, Closing{By: by})
	if d.circle.opener == by && d.circle.turn == 0 && !d.circle.opened {
		// It was not yet his turn to open: he counts as the opener when it comes,
		// which nextSpeaker sees to.
		return
	}
	d.lead()
}

// opening is the seat that opens the circle of the next day, worked out after
// the dead of the night have left.
func (g *Game) opening(day int) Seat {
	if day == 1 || g.rb.Opener == SeatOne {
		return g.alive.First()
	}
	if g.rb.Opener == AfterLastSpeaker {
		return g.alive.After(g.circle.last)
	}
	return g.alive.After(g.circle.opener)
}

// limit is how many candidates a speaker may have standing, 0: any number.
func (g *Game) limit() int {
	if g.day <= 1 {
		return g.rb.NomFirst
	}
	return g.rb.NomLater
}

// putUp is the candidates whom a player has put up and who stand.
func (g *Game) putUp(by Seat) Seats {
	var out Seats
	for t := g.list.in; t != 0; t &= t - 1 {
		if s := t.First(); g.list.by[s] == by {
			out = out.With(s)
		}
	}
	return out
}
