package record

import (
	"errors"
	"slices"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/say"
)

// deal starts the game of a record; with faults there is none.
func deal(r *Record) (*player, []Fault) {
	h, at := &r.Head, &r.at
	rb, faults := book(h, at)
	if len(faults) > 0 {
		return nil, faults
	}
	all := mafia.FirstSeats(min(len(h.Players), mafia.MaxSeats))
	if h.Immune.Minus(all) != 0 {
		faults = append(faults, newFault(at.immune, Notation, words("no-seat")))
	}
	if h.Novices.Minus(all) != 0 {
		faults = append(faults, newFault(at.novices, Notation, words("no-seat")))
	}
	if at.novices > 0 && !rb.Introduce {
		faults = append(faults, newFault(at.novices, Notation, words("head-elsewhere", "key", "novices:", "book", h.Rulebook)))
	}
	if at.immune > 0 && !rb.Immunities() {
		faults = append(faults, newFault(at.immune, Notation, words("head-elsewhere", "key", "immune:", "book", h.Rulebook)))
	}
	if at.tournament > 0 && !rb.NoviceImmune {
		faults = append(faults, newFault(at.tournament, Notation, words("head-elsewhere", "key", "tournament:", "book", h.Rulebook)))
	}
	if len(faults) > 0 {
		return nil, faults
	}
	g, events, err := mafia.New(rb, setup(rb, r))
	if err != nil {
		return nil, []Fault{dealFault(at, err)}
	}
	return newPlayer(g, events), nil
}

// dealFault names the first of the reasons, which is the most specific.
func dealFault(at *headLines, err error) Fault {
	var no *mafia.SetupError
	if !errors.As(err, &no) {
		return newFault(at.deal, Notation, lineOf(err))
	}
	first := no.Refusals[0]
	no.Refusals = no.Refusals[:1]
	line := at.deal
	if first.Why == mafia.WhyImmune {
		line = at.immune
	}
	if at.cast > 0 && first.Why == mafia.WhyCardSame {
		line = at.cast
	}
	return newFault(line, first.Rule, words("deal", "why", say.Refusal(&first).Text))
}

// setup is what a record says of the deal. Where cards are unknown and the head
// names no composition, it is the one that is supposed.
func setup(rb *mafia.Rulebook, r *Record) mafia.Setup {
	h := &r.Head
	s := mafia.Setup{Immune: h.Immune, Novices: h.Novices, Tournament: h.Tournament, Cast: h.Cast}
	for _, p := range h.Players {
		s.Nicks = append(s.Nicks, p.Nick)
		s.Deal = append(s.Deal, p.Role)
	}
	if mafia.CastOf(s.Deal)[mafia.Unknown] > 0 && s.Cast.Total() == 0 {
		s.Cast = supposed(rb, s.Deal, r.entries())
	}
	return s
}

// supposed is the composition of a deal with unknown cards of which nothing is said:
// the rulebook's proposal if the cards as they are entered later fit it, at first or
// in the end; else the cards as entered first, and civilians.
func supposed(rb *mafia.Rulebook, deal []mafia.Role, entries []mafia.SetCard) mafia.Cast {
	cast := proposal(rb, len(deal), mafia.CastOf(deal))
	first, last := slices.Clone(deal), slices.Clone(deal)
	for _, c := range entries {
		if c.To == nowhere || int(c.To) > len(deal) {
			continue
		}
		if first[c.To-1] == mafia.Unknown {
			first[c.To-1] = c.Role
		}
		last[c.To-1] = c.Role
	}
	known := mafia.CastOf(first)
	if fits(known, cast) || fits(mafia.CastOf(last), cast) {
		return cast
	}
	known[mafia.Civilian] += known[mafia.Unknown]
	known[mafia.Unknown] = 0
	if len(rb.Refuse(len(deal), known)) == 0 || !fits(mafia.CastOf(deal), cast) {
		return known
	}
	return cast
}

// fits tells whether known cards can lie in a composition.
func fits(known, cast mafia.Cast) bool {
	for role, n := range known {
		if mafia.Role(role) != mafia.Unknown && n > cast[role] {
			return false
		}
	}
	return true
}

// entries are the cards that the body enters, in order.
func (r *Record) entries() []mafia.SetCard {
	var out []mafia.SetCard
	for i := range r.lines {
		for _, c := range r.lines[i].move.cmds {
			if card, ok := c.(mafia.SetCard); ok {
				out = append(out, card)
			}
		}
	}
	return out
}

// proposal is the rulebook's composition for so many players, with the optional
// cards that are known to be in it.
func proposal(rb *mafia.Rulebook, players int, known mafia.Cast) mafia.Cast {
	name, err := rulebook.Split(rb.ID)
	if err != nil {
		return mafia.Cast{}
	}
	var with []mafia.Role
	for _, r := range []mafia.Role{mafia.Bodyguard, mafia.Reanimator, mafia.Ripper} {
		if known[r] > 0 {
			with = append(with, r)
		}
	}
	var o compose.Options
	for _, x := range rb.Options {
		if x.Name == "seventeen" {
			o.Seventeen = x.Value
		}
	}
	counts, _, err := compose.Propose(name, players, with, o)
	if err != nil {
		return known
	}
	var cast mafia.Cast
	for r, n := range counts {
		cast[r] = uint8(n)
	}
	return cast
}
