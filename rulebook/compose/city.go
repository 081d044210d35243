package compose

import "omerta/mafia"

// cityTable is CITY-SETUP-4 for 10 to 16 players and CITY-SETUP-5 for 17.
var cityTable = [...]struct{ mafia, doctor, mistress, maniac, civilians int }{
	{2, 0, 0, 0, 6}, // 10
	{2, 1, 0, 0, 6},
	{2, 1, 0, 0, 7},
	{2, 1, 1, 1, 6},
	{2, 1, 1, 1, 7},
	{3, 1, 1, 1, 7}, // 15
	{3, 1, 1, 1, 8},
	{3, 1, 1, 1, 9},
}

const (
	cityLeast, cityMost = 10, 40
	cityBand            = 18 // from here on the band rules, not the table
	deckCivilians       = 10 // CITY-SETUP-10
	deckMafia           = 5
)

// optional is a card that CITY-SETUP-8 lets a host add, the size from which it
// may be played, and the card whose place it takes (CITY-SETUP-6).
type optional struct {
	role, replaces mafia.Role
	from           int
}

var cityOptional = []optional{
	{mafia.Bodyguard, mafia.Civilian, cityLeast},
	{mafia.Reanimator, mafia.Civilian, 18},
	{mafia.Ripper, mafia.Mafia, 20},
}

func proposeCity(players int, with []mafia.Role, o Options) (c Counts, notes, refusals []Note) {
	refusals = cityBounds(players)
	if o.Seventeen != "" && o.Seventeen != "9-civilians" && o.Seventeen != "8-civilians" {
		refusals = append(refusals, note("CITY-SETUP-5", "seventeen-unknown", map[string]any{"value": o.Seventeen}))
	}
	asked := Of(with...)
	refusals = append(refusals, foreignOptional(asked)...)
	if len(refusals) == 0 {
		refusals = append(belowSize(players, asked), doubles("CITY-SETUP-9", asked)...)
	}
	if len(refusals) > 0 {
		return Counts{}, nil, refusals
	}
	c = cityBase(players, o.Seventeen == "8-civilians")
	for _, opt := range cityOptional {
		c[opt.role] += asked[opt.role]
		c[opt.replaces] -= asked[opt.role]
	}
	if players == 17 {
		notes = []Note{note("CITY-SETUP-5", "erratum-17", nil)}
	}
	return c, notes, nil
}

// cityBase is the composition without optional cards, for a size within the bounds.
func cityBase(players int, eight bool) Counts {
	if players >= cityBand {
		return cityByBand(players)
	}
	row := cityTable[players-cityLeast]
	c := Counts{
		mafia.Don: 1, mafia.Sheriff: 1, mafia.Mafia: row.mafia, mafia.Doctor: row.doctor,
		mafia.Mistress: row.mistress, mafia.Maniac: row.maniac, mafia.Civilian: row.civilians,
	}
	if players == 17 && eight {
		c[mafia.Mafia]++
		c[mafia.Civilian]--
	}
	return c
}

// cityByBand is CITY-SETUP-6 and, as its nearest miss, CITY-SETUP-7.
func cityByBand(players int) Counts {
	o := others(players)
	return Counts{
		mafia.Don: 1, mafia.Maniac: 1, mafia.Mafia: o - 2,
		mafia.Sheriff: 1, mafia.Doctor: 1, mafia.Mistress: 1, mafia.Civilian: players - o - 3,
	}
}

func judgeCity(players int, c Counts) (warnings, refusals []Note) {
	refusals = append(cityBounds(players), belowSize(players, c)...)
	refusals = append(refusals, doubles("CITY-SETUP-9", c)...)
	switch {
	case players == 17 && c == printed17:
		refusals = append(refusals, note("CITY-SETUP-5", "printed-17", nil))
	default:
		refusals = append(refusals, miscounted("CITY-SETUP-9", players, c)...)
	}
	switch red, black := c.Red(), c.Black(); {
	case black == 0:
		refusals = append(refusals, note("CITY-SETUP-9", "no-black", nil))
	case black >= red:
		refusals = append(refusals, note("CITY-SETUP-9", "black-not-fewer", map[string]any{"red": red, "black": black}))
	}
	if len(refusals) > 0 {
		return nil, refusals
	}
	if players < cityBand {
		warnings = offTable(players, c)
	} else {
		warnings = append(offBand(players, c), missing("CITY-SETUP-6", c,
			mafia.Don, mafia.Maniac, mafia.Sheriff, mafia.Doctor, mafia.Mistress)...)
	}
	return append(warnings, beyondDeck(c)...), nil
}

// printed17 is the source's line for 17 players, which holds 18 cards (CITY-SETUP-5).
var printed17 = Counts{
	mafia.Mafia: 4, mafia.Don: 1, mafia.Sheriff: 1, mafia.Doctor: 1,
	mafia.Mistress: 1, mafia.Maniac: 1, mafia.Civilian: 9,
}

func cityBounds(players int) []Note {
	return bounds(players, cityLeast, cityMost, "CITY-SETUP-1", "CITY-SETUP-2")
}

// foreignOptional refuses a card asked for that no host needs to ask for.
func foreignOptional(asked Counts) (refusals []Note) {
	for _, opt := range cityOptional {
		asked[opt.role] = 0
	}
	for i, n := range asked {
		if n > 0 {
			refusals = append(refusals, roleNote("CITY-SETUP-8", "not-optional", mafia.Role(i)))
		}
	}
	return refusals
}

func belowSize(players int, c Counts) (refusals []Note) {
	for _, opt := range cityOptional {
		// Below the smallest table the size itself is refused already.
		if c[opt.role] > 0 && players < opt.from && opt.from > cityLeast {
			refusals = append(refusals, note("CITY-SETUP-8", "from-size", map[string]any{"role": opt.role, "least": opt.from}))
		}
	}
	return refusals
}

// offTable warns where the cards, optional ones put back, are not those of the
// printed table; at 17 both readings of the erratum are sound.
func offTable(players int, c Counts) []Note {
	for _, opt := range cityOptional {
		c[opt.replaces] += c[opt.role]
		c[opt.role] = 0
	}
	c[mafia.Unknown] = 0
	row := cityBase(players, false)
	if c == row || c == cityBase(players, true) {
		return nil
	}
	rule := "CITY-SETUP-4"
	if players == 17 {
		rule = "CITY-SETUP-5"
	}
	return []Note{note(rule, "off-table", map[string]any{
		"players": players, "mafia": row[mafia.Mafia],
		"doctor": row[mafia.Doctor], "mistress": row[mafia.Mistress], "maniac": row[mafia.Maniac],
		"civilians": row[mafia.Civilian],
	})}
}

// offBand warns where red : other leaves 2.1 to 2.5; whole numbers keep the
// bounds themselves inside.
func offBand(players int, c Counts) []Note {
	red, other := c.Red(), c.Other()
	if players == 18 && (other == 5 || other == 6) {
		return []Note{note("CITY-SETUP-7", "hole-18", nil)}
	}
	o := others(players)
	args := map[string]any{"red": red, "other": other, "proposedRed": players - o, "proposedOther": o}
	switch {
	case 10*red < 21*other:
		return []Note{note("CITY-SETUP-6", "off-band.black", args)}
	case 10*red > 25*other:
		return []Note{note("CITY-SETUP-6", "off-band.red", args)}
	}
	return nil
}

// beyondDeck tells which cards the recommended deck lacks (CITY-SETUP-10).
func beyondDeck(c Counts) (warnings []Note) {
	if n := c[mafia.Civilian]; n > deckCivilians {
		warnings = append(warnings, note("CITY-SETUP-10", "deck-civilians", map[string]any{"need": n, "deck": deckCivilians}))
	}
	if n := c[mafia.Mafia]; n > deckMafia {
		warnings = append(warnings, note("CITY-SETUP-10", "deck-mafia", map[string]any{"need": n, "deck": deckMafia}))
	}
	for _, opt := range cityOptional {
		if c[opt.role] > 0 {
			warnings = append(warnings, roleNote("CITY-SETUP-10", "deck-optional", opt.role))
		}
	}
	return warnings
}
