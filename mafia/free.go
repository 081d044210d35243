package mafia

// judge counts the hands for the running accusation (ORIGINAL-DAY-3).
func (d *draft) judge(h Hands) {
	to, need := d.talk.to, d.condemns()
	condemned := h.N() >= need
	emit(d, Judged{Hands: h, Need: need, Condemned: condemned})
	if condemned {
		emit(d, Departed{Seat: to, Cause: VotedOut})
		d.judgeVictory(-1)
	}
}

// condemns is more than half of the players, the accused not counted.
func (g *Game) condemns() int { return (g.alive.Count()-1)/2 + 1 }

// agrees is more than half of the players (ORIGINAL-NIGHT-1).
func (g *Game) agrees() int { return g.alive.Count()/2 + 1 }

func (d *draft) callNight(h Hands) {
	need := d.agrees()
	emit(d, NightCalled{Hands: h, Need: need, Agreed: h.N() >= need})
}

func (d *draft) write(c Write) {
	emit(d, Wrote(c))
	d.readNotes()
}

// readNotes reads the notes when all are in (ORIGINAL-NIGHT-2..4).
func (d *draft) readNotes() {
	if d.alive.Minus(d.talk.written) != 0 {
		return
	}
	names, same := d.shuffledNames()
	emit(d, NotesRead{Names: names})
	if same != 0 && d.alive.Has(same) {
		emit(d, Departed{Seat: same, Cause: Killed, Dark: true})
	}
	d.judgeVictory(len(names))
}

// shuffledNames gives the names in an order that tells nobody's hand, and the
// one name that all notes agree on, 0 when they do not.
func (g *Game) shuffledNames() ([]Seat, Seat) {
	names := make([]Seat, 0, 8)
	var same Seat
	agree := true
	for t := g.alive & g.talk.written; t != 0; t &= t - 1 {
		s := t.First()
		name := g.talk.notes[s]
		if name == 0 && !g.talk.blank.Has(s) {
			continue
		}
		if len(names) > 0 && name != same {
			agree = false
		}
		same = name
		names = append(names, name)
	}
	rnd := rng(g.info.seed ^ uint64(g.night)<<32)
	for i := len(names) - 1; i > 0; i-- {
		j := rnd.below(i + 1)
		names[i], names[j] = names[j], names[i]
	}
	if !agree {
		same = 0
	}
	return names, same
}
