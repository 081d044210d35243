package compose

import (
	"math"

	"omerta/mafia"
)

// Options are the house rules that touch compositions.
type Options struct {
	// Seventeen is the option `seventeen` of `city`: "9-civilians" (also ""),
	// or "8-civilians". The other rulebooks do not read it.
	Seventeen string
}

// book is what a rulebook knows about its cards.
type book struct {
	propose func(players int, with []mafia.Role, o Options) (c Counts, notes, refusals []Note)
	judge   func(players int, c Counts) (warnings, refusals []Note)
	// shape is the rule that says what the numbers of cards must be.
	shape string
}

func lookup(rulebook string) (book, bool) {
	switch rulebook {
	case "city":
		return book{proposeCity, judgeCity, "CITY-SETUP-9"}, true
	case "club":
		return book{proposeClub, judgeClub, "CLUB-SETUP-4"}, true
	case "classic":
		return book{proposeClassic, judgeClassic, "CLASSIC-SETUP-2"}, true
	case "original":
		return book{proposeOriginal, judgeOriginal, "ORIGINAL-SETUP-2"}, true
	}
	return book{}, false
}

// Propose gives the rulebook's own composition for that many players, with the
// optional cards asked for, and the notes a host should read with it (the
// warnings that Judge has for it among them). The rulebook is an id without a
// version. The error is a *Refused with every reason: a size the rulebook does
// not play or has no proposal for, a card it does not know as optional, one
// asked for below its size or twice, an option's value that does not exist.
func Propose(rulebook string, players int, with []mafia.Role, o Options) (Counts, []Note, error) {
	b, ok := lookup(rulebook)
	if !ok {
		return Counts{}, nil, &Refused{[]Note{unknownRulebook(rulebook)}}
	}
	c, notes, refusals := b.propose(players, with, o)
	if len(refusals) > 0 {
		return Counts{}, nil, &Refused{refusals}
	}
	warnings, _ := b.judge(players, c)
	return c, append(notes, warnings...), nil
}

// Judge says what is wrong with a composition that a host has chosen: warnings
// he may pass over, and refusals with which the game cannot be played. A sound
// composition has neither. The rulebook is an id without a version.
func Judge(rulebook string, players int, c Counts) (warnings, refusals []Note) {
	b, ok := lookup(rulebook)
	if !ok {
		return nil, []Note{unknownRulebook(rulebook)}
	}
	for _, r := range mafia.Roles() {
		if c[r] < 0 {
			refusals = append(refusals, roleNote(b.shape, "negative", r))
		}
	}
	if refusals != nil {
		return nil, refusals
	}
	return b.judge(players, c)
}

func unknownRulebook(name string) Note {
	return note("", "unknown-rulebook", map[string]any{"rulebook": name})
}

// bounds refuses a size outside of what a rulebook plays; each bound has its rule.
func bounds(players, least, most int, leastRule, mostRule string) []Note {
	switch {
	case players < least:
		return []Note{note(leastRule, "too-few", map[string]any{"players": players, "least": least})}
	case players > most:
		return []Note{note(mostRule, "too-many", map[string]any{"players": players, "most": most})}
	}
	return nil
}

// foreign refuses every card of c that is not among those the rulebook has.
func foreign(rule string, c Counts, known ...mafia.Role) (refusals []Note) {
	has := Of(known...)
	for _, r := range mafia.Roles() {
		if c[r] > 0 && has[r] == 0 {
			refusals = append(refusals, roleNote(rule, "foreign-card", r))
		}
	}
	return refusals
}

// doubles refuses two of any card but civilian and mafia.
func doubles(rule string, c Counts) (refusals []Note) {
	for _, r := range mafia.Roles() {
		if c[r] > 1 && r != mafia.Civilian && r != mafia.Mafia {
			refusals = append(refusals, note(rule, "two-of", map[string]any{"role": r, "count": c[r]}))
		}
	}
	return refusals
}

// missing warns of cards that the rulebook's own proposals always hold.
func missing(rule string, c Counts, wanted ...mafia.Role) (warnings []Note) {
	for _, r := range wanted {
		if c[r] == 0 {
			warnings = append(warnings, roleNote(rule, "missing", r))
		}
	}
	return warnings
}

// miscounted refuses a number of cards that is not the number of players.
func miscounted(rule string, players int, c Counts) []Note {
	if c.Total() == players {
		return nil
	}
	return []Note{note(rule, "count", map[string]any{"players": players, "cards": c.Total()})}
}

// others is the number of non-red cards whose split lies nearest to 2.3 by
// |ln(red:other / 2.3)| (CITY-SETUP-6); of two equally near the smaller.
func others(players int) int {
	best, at := math.Inf(1), 1
	for o := 1; o < players; o++ {
		ratio := float64(players-o) / float64(o)
		if d := math.Abs(math.Log(ratio / 2.3)); d < best {
			best, at = d, o
		}
	}
	return at
}
