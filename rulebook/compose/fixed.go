package compose

import "omerta/mafia"

// classicTen is the only composition of `classic` (CLASSIC-SETUP-2).
var classicTen = Counts{mafia.Civilian: 6, mafia.Sheriff: 1, mafia.Mafia: 2, mafia.Don: 1}

func proposeClassic(players int, with []mafia.Role, _ Options) (c Counts, notes, refusals []Note) {
	refusals = append(exactlyTen(players), nothingOptional("CLASSIC-SETUP-2", with)...)
	return classicTen, nil, refusals
}

func judgeClassic(players int, c Counts) (warnings, refusals []Note) {
	refusals = append(exactlyTen(players), foreign("CLASSIC-SETUP-2", c,
		mafia.Civilian, mafia.Sheriff, mafia.Mafia, mafia.Don)...)
	c[mafia.Unknown] = 0
	if len(refusals) == 0 && c != classicTen {
		refusals = []Note{note("CLASSIC-SETUP-2", "fixed-ten", nil)}
	}
	return nil, refusals
}

func exactlyTen(players int) []Note {
	if players == classicTen.Total() {
		return nil
	}
	return []Note{note("CLASSIC-SETUP-1", "exactly-ten", map[string]any{"players": players})}
}

const originalLeast, originalMost = 6, 16

// originalBlack is ORIGINAL-SETUP-2, for a size within the bounds.
func originalBlack(players int) int {
	switch {
	case players <= 7:
		return 2
	case players <= 10:
		return 3
	case players <= 13:
		return 4
	}
	return 5
}

func proposeOriginal(players int, with []mafia.Role, _ Options) (c Counts, notes, refusals []Note) {
	refusals = append(originalBounds(players), nothingOptional("ORIGINAL-SETUP-4", with)...)
	black := originalBlack(players)
	return Counts{mafia.Mafia: black, mafia.Civilian: players - black}, nil, refusals
}

func judgeOriginal(players int, c Counts) (warnings, refusals []Note) {
	refusals = append(originalBounds(players), foreign("ORIGINAL-SETUP-4", c, mafia.Civilian, mafia.Mafia)...)
	if len(refusals) > 0 {
		return nil, refusals
	}
	if black := originalBlack(players); c.Black() != black {
		refusals = append(refusals, note("ORIGINAL-SETUP-2", "black-cards",
			map[string]any{"players": players, "need": black, "have": c.Black()}))
	}
	return nil, append(refusals, miscounted("ORIGINAL-SETUP-2", players, c)...)
}

func originalBounds(players int) []Note {
	return bounds(players, originalLeast, originalMost, "ORIGINAL-SETUP-1", "ORIGINAL-SETUP-1")
}
