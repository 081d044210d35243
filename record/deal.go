package record

import (
	"errors"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
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
		faults = append(faults, Fault{at.immune, "this table has no such seat", Notation})
	}
	if h.Novices.Minus(all) != 0 {
		faults = append(faults, Fault{at.novices, "this table has no such seat", Notation})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	g, events, err := mafia.New(rb, setup(rb, h))
	if err != nil {
		return nil, []Fault{dealFault(at, err)}
	}
	return newPlayer(g, events), nil
}

// dealFault names the first of the reasons, which is the most specific.
func dealFault(at *headLines, err error) Fault {
	var no *mafia.SetupError
	if !errors.As(err, &no) {
		return Fault{at.deal, err.Error(), Notation}
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
	return Fault{line, "this game cannot be dealt: " + refusalText(&first), first.Rule}
}

// setup is what a head says of the deal. Where cards are unknown and nothing
// else is said, the composition is the rulebook's proposal.
func setup(rb *mafia.Rulebook, h *Head) mafia.Setup {
	s := mafia.Setup{Immune: h.Immune, Novices: h.Novices, Tournament: h.Tournament, Cast: h.Cast}
	for _, p := range h.Players {
		s.Nicks = append(s.Nicks, p.Nick)
		s.Deal = append(s.Deal, p.Role)
	}
	known := mafia.CastOf(s.Deal)
	if known[mafia.Unknown] > 0 && s.Cast.Total() == 0 {
		s.Cast = proposal(rb, len(s.Deal), known)
	}
	return s
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
