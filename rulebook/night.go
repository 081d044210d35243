package rulebook

import "omerta/mafia"

// Layers resolves a night with visits, kills, heals, guards and the chain, one
// layer after the other.
type Layers struct {
	Blocks           bool // the visited does nothing and is safe from kills (CITY-NIGHT-4, -6)
	HealBreaksChain  bool
	GuardBreaksChain bool
	FirstNightImmune bool // an immunity holds for the whole first night only
	ImmuneChain      bool // and saves from the mistress's chain too
}

// deed finds what a role did, nil when it did nothing.
func deed(f *mafia.NightFacts, r mafia.Role) *mafia.DeedDone {
	for i := range f.Deeds {
		if f.Deeds[i].Role == r && f.Deeds[i].To != 0 {
			return &f.Deeds[i]
		}
	}
	return nil
}

// client is whom the mistress visits, 0 for nobody; herself does not count.
func client(f *mafia.NightFacts) (mistress, visited mafia.Seat) {
	if v := deed(f, mafia.Mistress); v != nil {
		return v.By, v.To
	}
	return 0, 0
}

// Blocked implements mafia.Powers: a visited holder does nothing; the mafia is
// stopped only when the visited is the last who can act (CITY-NIGHT-4, -5).
func (l Layers) Blocked(f mafia.NightFacts, role mafia.Role, by mafia.Seat) bool {
	mistress, visited := client(&f)
	if !l.Blocks || visited == 0 || visited == mistress || role == mafia.Mistress {
		return false
	}
	if role == mafia.Mafia {
		return f.Black == mafia.SeatsOf(visited)
	}
	return by == visited
}

// Resolve implements mafia.Powers.
func (l Layers) Resolve(f mafia.NightFacts) mafia.DawnVerdict {
	mistress, visited := client(&f)
	targets := l.kills(&f)
	if l.Blocks && visited != 0 {
		targets = targets.Without(visited) // CITY-NIGHT-6; herself: CITY-ROLE-6
	}
	healed := heals(&f)
	wounded := (targets & f.Alive).Minus(healed)
	immune := f.Immune
	if l.FirstNightImmune && !f.First {
		immune = 0
	}
	v := mafia.DawnVerdict{Spent: wounded & immune} // CLUB-IMM-5: whatever death it stops
	dead := wounded.Minus(immune)
	dead, saved := l.guard(&f, dead, healed, immune, visited)
	v.Spent |= saved
	if mistress != 0 && dead.Has(mistress) && visited != mistress && f.Alive.Has(visited) && !dead.Has(visited) {
		v.Chained, saved = l.chain(&f, visited, healed, immune)
		v.Spent |= saved
		dead |= v.Chained
	}
	v.Dead = dead
	switch {
	case l.FirstNightImmune && f.First:
		v.Spent = f.Immune
	case l.FirstNightImmune:
		v.Spent = 0
	}
	return v
}

// kills gathers the targets of the deeds that kill and were not blocked.
func (l Layers) kills(f *mafia.NightFacts) mafia.Seats {
	var out mafia.Seats
	for _, d := range f.Deeds {
		if (d.Deed == mafia.Kill || d.Deed == mafia.Gun) && d.To != 0 && !d.Blocked {
			out = out.With(d.To)
		}
	}
	return out
}

func heals(f *mafia.NightFacts) mafia.Seats {
	var out mafia.Seats
	for _, d := range f.Deeds {
		if d.Deed == mafia.Heal && d.To != 0 && !d.Blocked {
			out = out.With(d.To)
		}
	}
	return out
}

// guard lets the bodyguard die in his ward's place, once, whatever the number
// of kills (CITY-ROLE-11, CITY-NIGHT-9). saved is he where his immunity stops it.
func (l Layers) guard(f *mafia.NightFacts, dead, healed, immune mafia.Seats, visited mafia.Seat) (still, saved mafia.Seats) {
	g := deed(f, mafia.Bodyguard)
	if g == nil || g.Blocked || !dead.Has(g.To) {
		return dead, 0
	}
	dead = dead.Without(g.To)
	switch {
	case healed.Has(g.By) || l.Blocks && visited == g.By:
		return dead, 0
	case immune.Has(g.By):
		return dead, mafia.SeatsOf(g.By)
	}
	return dead.With(g.By), 0
}

// chain is who follows the mistress: her client, unless saved (CITY-NIGHT-7, -8);
// saved is who would have, but for his immunity.
func (l Layers) chain(f *mafia.NightFacts, visited mafia.Seat, healed, immune mafia.Seats) (dead, saved mafia.Seats) {
	switch {
	case l.HealBreaksChain && healed.Has(visited):
		return 0, 0
	case l.ImmuneChain && immune.Has(visited):
		return 0, mafia.SeatsOf(visited)
	}
	g := deed(f, mafia.Bodyguard)
	if !l.GuardBreaksChain || g == nil || g.Blocked || g.To != visited {
		return mafia.SeatsOf(visited), 0
	}
	switch {
	case healed.Has(g.By):
		return 0, 0
	case immune.Has(g.By):
		return 0, mafia.SeatsOf(g.By)
	}
	return mafia.SeatsOf(g.By), 0
}

// ClosedEyes resolves a night of shots with closed eyes: one dies when every
// black player at the table shot once, at the same number (CLASSIC-NIGHT-1..3).
type ClosedEyes struct{}

// Blocked implements mafia.Powers: nothing is ever blocked here.
func (ClosedEyes) Blocked(mafia.NightFacts, mafia.Role, mafia.Seat) bool { return false }

// Resolve implements mafia.Powers.
func (ClosedEyes) Resolve(f mafia.NightFacts) mafia.DawnVerdict {
	var at mafia.Seats
	var shooters mafia.Seats
	for _, s := range f.Shots {
		if !f.Black.Has(s.By) && s.At == 0 {
			continue // removed, and need not have shot (CLASSIC-NIGHT-10); a wrong shot stands
		}
		if s.At.Count() != 1 || s.Twice || at != 0 && s.At != at {
			return mafia.DawnVerdict{}
		}
		at = s.At
		shooters |= mafia.SeatsOf(s.By) & f.Black
	}
	if f.Black == 0 || shooters != f.Black {
		return mafia.DawnVerdict{}
	}
	return mafia.DawnVerdict{Dead: at & f.Alive}
}
