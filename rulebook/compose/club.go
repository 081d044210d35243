package compose

import "omerta/mafia"

const clubLeast, clubMost = 7, 30

// clubFrom is the size from which the proposal holds each special card (CLUB-SETUP-2).
var clubFrom = []struct {
	role mafia.Role
	from int
}{
	{mafia.Don, clubLeast}, {mafia.Sheriff, clubLeast}, {mafia.Doctor, 8}, {mafia.Mistress, 10}, {mafia.Maniac, 12},
}

func proposeClub(players int, with []mafia.Role, _ Options) (c Counts, notes, refusals []Note) {
	refusals = bounds(players, clubLeast, clubMost, "CLUB-SETUP-4", "CLUB-SETUP-2")
	refusals = append(refusals, nothingOptional("CLUB-SETUP-1", with)...)
	if len(refusals) > 0 {
		return Counts{}, nil, refusals
	}
	for _, s := range clubFrom {
		if players >= s.from {
			c[s.role] = 1
		}
	}
	o := others(players)
	c[mafia.Mafia] = o - c.Other()
	c[mafia.Civilian] = players - o - c.Red()
	return c, nil, nil
}

// judgeClub refuses by CLUB-SETUP-1 and -4. A lone maniac does not make up for a
// missing mafia: his card is black, but he plays against all others.
func judgeClub(players int, c Counts) (warnings, refusals []Note) {
	if players < clubLeast {
		refusals = bounds(players, clubLeast, clubMost, "CLUB-SETUP-4", "CLUB-SETUP-2")
	}
	refusals = append(refusals, foreign("CLUB-SETUP-1", c, mafia.Civilian, mafia.Sheriff, mafia.Doctor,
		mafia.Mistress, mafia.Mafia, mafia.Don, mafia.Maniac)...)
	refusals = append(refusals, doubles("CLUB-SETUP-4", c)...)
	refusals = append(refusals, miscounted("CLUB-SETUP-4", players, c)...)
	if c.Black() == 0 {
		refusals = append(refusals, note("CLUB-SETUP-4", "no-black", nil))
	}
	if red := c.Red(); 2*red <= c.Total() {
		refusals = append(refusals, note("CLUB-SETUP-4", "red-not-half", map[string]any{"red": red, "cards": c.Total()}))
	}
	if len(refusals) > 0 {
		return nil, refusals
	}
	return clubWarnings(players, c), nil
}

// clubWarnings measures the host's choice by the proposal of CLUB-SETUP-2, which binds nobody.
func clubWarnings(players int, c Counts) (warnings []Note) {
	if players > clubMost {
		warnings = append(warnings, note("CLUB-SETUP-2", "beyond-proposals", map[string]any{"players": players, "most": clubMost}))
	}
	if o := others(players); c.Other() != o {
		warnings = append(warnings, note("CLUB-SETUP-2", "club-balance", map[string]any{
			"red": c.Red(), "other": c.Other(), "proposedRed": players - o, "proposedOther": o,
		}))
	}
	return append(warnings, missing("CLUB-SETUP-2", c, mafia.Don, mafia.Sheriff)...)
}

// nothingOptional refuses every card asked for: the rulebook's cards are fixed.
func nothingOptional(rule string, with []mafia.Role) (refusals []Note) {
	for i, n := range Of(with...) {
		if n > 0 {
			refusals = append(refusals, roleNote(rule, "not-optional", mafia.Role(i)))
		}
	}
	return refusals
}
