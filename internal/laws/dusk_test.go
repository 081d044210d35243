package laws

import "omerta/mafia"

// dusk is a night as the ledger keeps it.
type dusk struct {
	deeds  []deed
	shots  []mafia.Shot
	killed mafia.Seats // who has left by it, as announced
}

type deed struct {
	mafia.Acted
	void  bool
	alive mafia.Seats // at that moment
}

// deal notes whose immunity holds (CITY-IMM-2: novices, unless they are a third
// of the table or it is a tournament).
func (l *ledger) deal(e mafia.Dealt) string {
	if l.w.book == "city" || l.w.book == "club" {
		l.immune = l.w.setup.Immune // the other two know no immunities
	}
	if l.w.book == "city" && !e.Tournament && 3*e.Novices.Count() < len(e.Roles) {
		l.immune |= e.Novices
	}
	l.novices = l.w.book == "city" && e.Novices != 0
	return wrong(e.Immune != l.immune, "immune are %v", e.Immune.List())
}

// correct gives the deeds of the night to the true holders of the cards, and asks
// anew which are void, as the table stood when each was done (CITY-SETUP-11,
// CLUB-SETUP-5).
func (l *ledger) correct() {
	all, now := l.dusk.deeds, l.alive
	for i := range all {
		var who []mafia.Seat
		for s, r := range l.roles {
			if r == all[i].Role {
				who = append(who, s)
			}
		}
		if all[i].By != 0 && len(who) == 1 {
			all[i].By = who[0]
		}
	}
	for i := range all {
		if all[i].Deed != mafia.Check {
			l.dusk.deeds, l.alive = all[:i], all[i].alive
			all[i].void = l.void(all[i].Acted)
		}
	}
	l.dusk.deeds, l.alive = all, now
}

// doubled tells whether a card is held more often than it was dealt.
func (l *ledger) doubled() bool {
	var held mafia.Cast
	for _, r := range l.roles {
		held[r]++
	}
	for r, n := range held {
		if mafia.Role(r) != mafia.Unknown && n > l.w.cast[r] {
			return true
		}
	}
	return false
}

// of finds what a role did in this night.
func (l *ledger) of(r mafia.Role) (deed, bool) {
	for _, d := range l.dusk.deeds {
		if d.Role == r && d.To != 0 {
			return d, true
		}
	}
	return deed{}, false
}

func (l *ledger) black() (out mafia.Seats) {
	for _, s := range l.alive.List() {
		if l.roles[s].Side() == mafia.Black {
			out = out.With(s)
		}
	}
	return out
}

// void: the visited does nothing; the mafia is stopped when its last is visited
// (CITY-NIGHT-4, -5).
func (l *ledger) void(e mafia.Acted) bool {
	visit, ok := l.of(mafia.Mistress)
	switch {
	case l.w.book != "city" || !ok || visit.To == visit.By || e.Role == mafia.Mistress:
		return false
	case e.Role == mafia.Mafia:
		return l.black() == mafia.SeatsOf(visit.To)
	}
	return e.By == visit.To
}

// died compares the dead of a night with what the rules make of its deeds.
func (l *ledger) died(e mafia.Broke) string {
	if l.night == 0 || e.Free {
		return ""
	}
	// The dead have left by now; the night is judged with them at the table.
	left := l.alive
	l.alive |= l.dusk.killed
	want := l.layers()
	if l.w.book == "classic" {
		want = l.volley()
	}
	l.alive = left
	return wrong(want != e.Dead, "dead are %v, the deeds %+v %+v kill %v", e.Dead.List(), l.dusk.deeds, l.dusk.shots, want.List())
}

// volley is CLASSIC-NIGHT-1 to -3, -10 and -11: a shot that was made counts,
// though its shooter has been removed since.
func (l *ledger) volley() mafia.Seats {
	at := map[mafia.Seat]mafia.Seats{}
	var shots []mafia.Shot
	for _, s := range l.dusk.shots { // who turns out to be red has not shot (CLASSIC-SETUP-4)
		if l.roles[s.By].Side() == mafia.Black {
			shots = append(shots, s)
		}
	}
	for _, s := range shots {
		if !s.Twice {
			at[s.By] = s.At
		}
	}
	var all mafia.Seats
	for _, s := range l.black().List() {
		if at[s].Count() != 1 {
			return 0
		}
		all |= at[s]
	}
	for _, s := range shots {
		if s.At != 0 && (s.Twice || s.At.Count() != 1) {
			return 0
		}
		all |= s.At
	}
	if all.Count() != 1 {
		return 0
	}
	return all & l.alive
}

// layers is a night of city or club: kills, then what saves from them, then who
// dies for another or with another.
func (l *ledger) layers() mafia.Seats {
	var kills, healed, safe mafia.Seats
	for _, d := range l.dusk.deeds {
		switch {
		case d.To == 0 || d.void:
		case d.Deed == mafia.Kill || d.Deed == mafia.Gun:
			kills = kills.With(d.To)
		case d.Deed == mafia.Heal:
			healed = healed.With(d.To)
		}
	}
	visit, visited := l.of(mafia.Mistress)
	if visited && l.w.book == "city" {
		safe = safe.With(visit.To) // CITY-NIGHT-6, CITY-ROLE-6
	}
	immune := l.immune
	if l.w.opt["immunity.covers"] == "first-night" && l.night > 1 {
		immune = 0
	}
	hit := (kills & l.alive).Minus(safe).Minus(healed)
	l.spend(hit)
	dead := hit.Minus(immune)
	guard, guarded := l.of(mafia.Bodyguard)
	guarded = guarded && !guard.void
	spared := healed | immune | safe
	if guarded && dead.Has(guard.To) {
		dead = dead.Without(guard.To)
		switch {
		case !spared.Has(guard.By):
			dead = dead.With(guard.By)
		case !(healed | safe).Has(guard.By):
			l.spend(mafia.SeatsOf(guard.By))
		}
	}
	if visited && visit.To != visit.By && dead.Has(visit.By) && !dead.Has(visit.To) {
		dead |= l.follows(visit.To, guard, guarded, healed, immune)
	}
	return dead & l.alive
}

// spend uses up the immunities that have stopped a death, where each is for one
// (CLUB-IMM-5, -6, CITY-IMM-5).
func (l *ledger) spend(saved mafia.Seats) {
	if l.w.opt["immunity.covers"] == "one-kill" {
		l.immune = l.immune.Minus(saved)
	}
}

// follows is who dies with the mistress (CITY-NIGHT-7, -8).
func (l *ledger) follows(to mafia.Seat, guard deed, guarded bool, healed, immune mafia.Seats) mafia.Seats {
	switch {
	case healed.Has(to) && l.w.opt["heal-breaks-chain"] == "yes":
		return 0
	case immune.Has(to) && l.w.opt["immunity.chain"] == "yes":
		l.spend(mafia.SeatsOf(to))
		return 0
	case guarded && guard.To == to && l.w.opt["bodyguard-breaks-chain"] == "yes":
		if !healed.Has(guard.By) {
			l.spend(mafia.SeatsOf(guard.By))
		}
		return mafia.SeatsOf(guard.By).Minus(healed | immune)
	}
	return mafia.SeatsOf(to)
}
