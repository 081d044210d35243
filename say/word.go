package say

import (
	"sync"

	"omerta/mafia"
)

// Form is a form of a noun. English has few of them: what it lacks falls back
// to the plain form.
type Form string

// The forms of a noun: the six cases of the singular, and the three forms that
// follow a number (1 мирный, 2 мирных, 5 мирных).
const (
	Nom  Form = "nom"
	Gen  Form = "gen"
	Dat  Form = "dat"
	Acc  Form = "acc"
	Ins  Form = "ins"
	Pre  Form = "pre"
	One  Form = "one"
	Few  Form = "few"
	Many Form = "many"
)

var forms = []Form{Nom, Gen, Dat, Acc, Ins, Pre, One, Few, Many}

// noun is a word by rulebook ("" is every rulebook that has no own entry), by
// language and by form.
type noun map[string]map[Lang]map[Form]string

type wordBook struct {
	Nouns   map[string]noun            `json:"nouns"`
	Phrases map[string]map[Lang]string `json:"phrases"`
}

var loadWords = sync.OnceValue(func() wordBook {
	var b wordBook
	decode("words.json", &b)
	return b
})

// Noun gives a noun of words.json as the rulebook calls it: Noun("club",
// "foul", RU, Gen) is «фола», in "city" it is «штрафа». An unknown id comes
// back as it is, an unknown rulebook gets the general word, an unknown
// language Russian.
func Noun(rulebook, id string, l Lang, f Form) string {
	n, ok := loadWords().Nouns[id]
	if !ok {
		return id
	}
	byLang, ok := n[rulebook]
	if !ok {
		byLang = n[""]
	}
	forms, ok := byLang[l]
	if !ok {
		forms = byLang[RU]
	}
	for _, g := range fallback(f) {
		if s, ok := forms[g]; ok {
			return s
		}
	}
	return id
}

// fallback lists the forms that may stand in for a form, itself first.
func fallback(f Form) []Form {
	if f == Few {
		return []Form{Few, Many, Nom}
	}
	return []Form{f, Nom}
}

// Count puts a number before a noun: Count("city", "role.mafia", RU, 3) is
// «3 мафии».
func Count(rulebook, id string, l Lang, n int) string {
	form := [...]Form{One, Few, Many}[Plural(l, float64(n))]
	return Render(l, "{n} {word}", map[string]any{"n": n, "word": Noun(rulebook, id, l, form)})
}

// Role names a card as most rulebooks do; RoleIn goes by the rulebook.
func Role(r mafia.Role, l Lang, f Form) string { return RoleIn("", r, l, f) }

// RoleIn names a card as the rulebook does: the sheriff of "city" is
// «комиссар», a civilian of "original" «честный».
func RoleIn(rulebook string, r mafia.Role, l Lang, f Form) string {
	return Noun(rulebook, "role."+r.String(), l, f)
}

// Side names a side: «красные» in the six cases, «красный» as One.
func Side(s mafia.Side, l Lang, f Form) string {
	return Noun("", "side."+s.String(), l, f)
}

// Phrase gives a fixed phrase of words.json, such as "topic.TIE" or
// "phase.vote". An unknown id comes back as it is, an unknown language is
// answered in Russian.
func Phrase(id string, l Lang) string {
	p, ok := loadWords().Phrases[id]
	if !ok {
		return id
	}
	if s, ok := p[l]; ok {
		return s
	}
	return p[RU]
}

// Rulebooks lists the ids of the rulebooks in the order in which pages show
// them.
func Rulebooks() []string { return []string{"city", "classic", "club", "original"} }

// RulebookName gives a rulebook's name.
func RulebookName(rulebook string, l Lang) string { return Phrase("rulebook."+rulebook, l) }

// RulebookLine describes a rulebook in one line.
func RulebookLine(rulebook string, l Lang) string { return Phrase("rulebook."+rulebook+".line", l) }

// RulebookSource says which text a rulebook restates.
func RulebookSource(rulebook string, l Lang) string {
	return Phrase("rulebook."+rulebook+".source", l)
}

// Phase names a phase of the game: those of package mafia, "speech", "vote" and so on.
func Phase(id string, l Lang) string { return Phrase("phase."+id, l) }

// Outcome puts a winner as records write it ("red", "maniac and ripper",
// "nobody", "unfinished") into words: «Победа красных».
func Outcome(winner string, l Lang) string { return Phrase("outcome."+winner, l) }

// Departure says how a player left: "voted-out", "killed", "removed" and so
// on.
func Departure(cause string, l Lang) string { return Phrase("departure."+cause, l) }
