package compose

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"omerta/mafia"
	"omerta/say"
)

// with gives c with n cards of the role.
func (c Counts) with(r mafia.Role, n int) Counts {
	c[r] = n
	return c
}

type verdict struct {
	what     string
	book     string
	players  int
	cards    Counts
	warnings []string
	refusals []string
}

var verdicts = []verdict{
	{"the table without a doctor", "city", 11, cards(2, 1, 1, 0, 0, 0, 7), []string{"off-table CITY-SETUP-4"}, nil},
	{"no sheriff, still playable", "city", 10, cards(2, 1, 0, 0, 0, 0, 7), []string{"off-table CITY-SETUP-4"}, nil},
	{"more civilians than the deck has", "city", 13, cards(2, 1, 0, 0, 0, 0, 10), []string{"off-table CITY-SETUP-4"}, nil},
	{
		"eleven civilians", "city", 13, cards(1, 1, 0, 0, 0, 0, 11),
		[]string{"off-table CITY-SETUP-4", "deck-civilians CITY-SETUP-10"},
		nil,
	},
	{"a full deck of mafia", "city", 22, cards(5, 1, 1, 1, 1, 1, 12), []string{"deck-civilians CITY-SETUP-10"}, nil},
	{
		"six mafia", "city", 25, cards(6, 1, 1, 1, 1, 1, 14),
		[]string{"deck-civilians CITY-SETUP-10", "deck-mafia CITY-SETUP-10"},
		nil,
	},
	{
		"lower edge of the band, 21 : 10", "city", 31, cards(8, 1, 1, 1, 1, 1, 18),
		[]string{"deck-civilians CITY-SETUP-10", "deck-mafia CITY-SETUP-10"},
		nil,
	},
	{"upper edge of the band, 15 : 6", "city", 21, cards(4, 1, 1, 1, 1, 1, 12), []string{"deck-civilians CITY-SETUP-10"}, nil},
	{
		"just below the band, 23 : 11", "city", 34, cards(9, 1, 1, 1, 1, 1, 20),
		[]string{"off-band.black CITY-SETUP-6", "deck-civilians CITY-SETUP-10", "deck-mafia CITY-SETUP-10"},
		nil,
	},
	{
		"just above the band, 23 : 9", "city", 32, cards(7, 1, 1, 1, 1, 1, 20),
		[]string{"off-band.red CITY-SETUP-6", "deck-civilians CITY-SETUP-10", "deck-mafia CITY-SETUP-10"},
		nil,
	},
	{"12 : 7", "city", 19, cards(5, 1, 1, 1, 1, 1, 9), []string{"off-band.black CITY-SETUP-6"}, nil},
	{
		"14 : 5", "city", 19, cards(3, 1, 1, 1, 1, 1, 11),
		[]string{"off-band.red CITY-SETUP-6", "deck-civilians CITY-SETUP-10"},
		nil,
	},
	{"neither don nor maniac nor mistress", "city", 20, cards(6, 0, 1, 1, 0, 0, 12), []string{
		"missing CITY-SETUP-6", "missing CITY-SETUP-6",
		"missing CITY-SETUP-6", "deck-civilians CITY-SETUP-10", "deck-mafia CITY-SETUP-10",
	}, nil},
	{
		"a ripper counts as non-red", "city", 20, cards(3, 1, 1, 1, 1, 1, 11).with(mafia.Ripper, 1),
		[]string{"deck-civilians CITY-SETUP-10", "deck-optional CITY-SETUP-10"},
		nil,
	},
	{"black level with red", "city", 10, cards(4, 1, 1, 0, 0, 0, 4), nil, []string{"black-not-fewer CITY-SETUP-9"}},
	{"one more red than black", "city", 11, cards(4, 1, 1, 0, 0, 0, 5), []string{"off-table CITY-SETUP-4"}, nil},
	{"a maniac does not count as black", "city", 10, cards(3, 1, 1, 0, 0, 1, 4), []string{"off-table CITY-SETUP-4"}, nil},
	{"no black", "city", 10, cards(0, 0, 1, 0, 0, 1, 8), nil, []string{"no-black CITY-SETUP-9"}},
	{"two sheriffs, two dons", "city", 10, cards(1, 2, 2, 0, 0, 0, 5), nil, []string{"two-of CITY-SETUP-9", "two-of CITY-SETUP-9"}},
	{"a card too few", "city", 12, cards(2, 1, 1, 1, 0, 0, 6), nil, []string{"count CITY-SETUP-9"}},
	{"a card too many", "city", 10, cards(2, 1, 1, 1, 0, 0, 6), nil, []string{"count CITY-SETUP-9"}},
	{"an unknown card is none", "city", 10, cards(2, 1, 1, 0, 0, 0, 5).with(mafia.Unknown, 1), nil, []string{"count CITY-SETUP-9"}},
	{"nine", "city", 9, cards(2, 1, 1, 0, 0, 0, 5), nil, []string{"too-few CITY-SETUP-1"}},
	{"forty-one", "city", 41, cards(10, 1, 1, 1, 1, 1, 26), nil, []string{"too-many CITY-SETUP-2"}},
	{"below zero", "city", 10, cards(2, 1, 1, 0, 0, -1, 7), nil, []string{"negative CITY-SETUP-9"}},

	{"one mafia too many", "club", 10, cards(3, 1, 1, 1, 1, 0, 3), []string{"club-balance CLUB-SETUP-2"}, nil},
	{
		"no don and no sheriff", "club", 10, cards(3, 0, 0, 1, 1, 0, 5),
		[]string{"missing CLUB-SETUP-2", "missing CLUB-SETUP-2"},
		nil,
	},
	{"thirty-one", "club", 31, cards(7, 1, 1, 1, 1, 1, 19), []string{"beyond-proposals CLUB-SETUP-2"}, nil},
	{"six", "club", 6, cards(1, 1, 1, 0, 0, 0, 3), nil, []string{"too-few CLUB-SETUP-4"}},
	{"half red", "club", 8, cards(3, 1, 1, 0, 0, 0, 3), nil, []string{"red-not-half CLUB-SETUP-4"}},
	{"half red with the maniac", "club", 8, cards(2, 1, 1, 0, 0, 1, 3), nil, []string{"red-not-half CLUB-SETUP-4"}},
	{"only a maniac", "club", 7, cards(0, 0, 1, 0, 0, 1, 5), nil, []string{"no-black CLUB-SETUP-4"}},
	{"two maniacs", "club", 12, cards(1, 1, 1, 1, 1, 2, 5), nil, []string{"two-of CLUB-SETUP-4"}},
	{"a bodyguard", "club", 10, cards(2, 1, 1, 1, 1, 0, 3).with(mafia.Bodyguard, 1), nil, []string{"foreign-card CLUB-SETUP-1"}},
	{"miscounted", "club", 10, cards(2, 1, 1, 1, 1, 0, 5), nil, []string{"count CLUB-SETUP-4"}},

	{"the ten", "classic", 10, cards(2, 1, 1, 0, 0, 0, 6), nil, nil},
	{"three mafia, no don", "classic", 10, cards(3, 0, 1, 0, 0, 0, 6), nil, []string{"fixed-ten CLASSIC-SETUP-2"}},
	{"a doctor", "classic", 10, cards(2, 1, 1, 1, 0, 0, 5), nil, []string{"foreign-card CLASSIC-SETUP-2"}},
	{"eleven", "classic", 11, cards(2, 1, 1, 0, 0, 0, 7), nil, []string{"exactly-ten CLASSIC-SETUP-1"}},
	{"nine cards for ten", "classic", 10, cards(2, 1, 1, 0, 0, 0, 5), nil, []string{"fixed-ten CLASSIC-SETUP-2"}},

	{"two black among eight", "original", 8, cards(2, 0, 0, 0, 0, 0, 6), nil, []string{"black-cards ORIGINAL-SETUP-2"}},
	{"a don", "original", 6, cards(1, 1, 0, 0, 0, 0, 4), nil, []string{"foreign-card ORIGINAL-SETUP-4"}},
	{"a red card missing", "original", 6, cards(2, 0, 0, 0, 0, 0, 3), nil, []string{"count ORIGINAL-SETUP-2"}},
	{"five", "original", 5, cards(2, 0, 0, 0, 0, 0, 3), nil, []string{"too-few ORIGINAL-SETUP-1"}},
	{"seventeen", "original", 17, cards(5, 0, 0, 0, 0, 0, 12), nil, []string{"too-many ORIGINAL-SETUP-1"}},

	{"no such rulebook", "poker", 10, cards(2, 1, 1, 0, 0, 0, 6), nil, []string{"unknown-rulebook "}},
}

func TestJudge(t *testing.T) {
	for _, v := range verdicts {
		warnings, refusals := Judge(v.book, v.players, v.cards)
		same(t, v.book+", "+v.what+", warnings", warnings, v.warnings...)
		same(t, v.book+", "+v.what+", refusals", refusals, v.refusals...)
	}
}

// A warning tells the numbers that it is about, and what would be better.
func TestNotesCarryTheirNumbers(t *testing.T) {
	w, _ := Judge("city", 19, cards(5, 1, 1, 1, 1, 1, 9))
	want := map[string]any{"red": 12, "other": 7, "proposedRed": 13, "proposedOther": 6}
	if len(w) != 1 || !maps.Equal(w[0].Args, want) {
		t.Errorf("got %v, want %v", w, want)
	}
	_, r := Judge("original", 8, cards(2, 0, 0, 0, 0, 0, 6))
	want = map[string]any{"players": 8, "need": 3, "have": 2}
	if len(r) != 1 || !maps.Equal(r[0].Args, want) {
		t.Errorf("got %v, want %v", r, want)
	}
	_, _, err := Propose("city", 19, []mafia.Role{mafia.Ripper}, Options{})
	want = map[string]any{"role": mafia.Ripper, "least": 20}
	if n := refusal(t, err); !maps.Equal(n[0].Args, want) {
		t.Errorf("got %v, want %v", n, want)
	}
	if text := err.Error(); !strings.Contains(text, "compose.from-size [CITY-SETUP-8]") {
		t.Errorf("the error reads %q", text)
	}
}

// everyNote collects notes of every kind that the package can give.
func everyNote(t *testing.T) []Note {
	t.Helper()
	var all []Note
	for _, v := range verdicts {
		w, r := Judge(v.book, v.players, v.cards)
		all = append(append(all, w...), r...)
	}
	_, r := Judge("city", 17, printed17)
	all = append(all, r...)
	for _, n := range []int{17, 18} {
		_, notes := propose(t, "city", n)
		all = append(all, notes...)
	}
	_, _, err := Propose("city", 12, []mafia.Role{mafia.Doctor}, Options{Seventeen: "7"})
	all = append(all, refusal(t, err)...)
	_, _, err = Propose("city", 12, []mafia.Role{mafia.Ripper}, Options{})
	return append(all, refusal(t, err)...)
}

// Each note has a sentence in the catalogue that uses its parameters and no
// others, and no sentence is left that nothing says.
func TestMessages(t *testing.T) {
	said := map[string]bool{}
	for _, n := range everyNote(t) {
		said[n.Key] = true
		for _, lang := range say.Langs() {
			text, ok := say.Template(lang, n.Key)
			if got, want := say.Params(text), slices.Sorted(maps.Keys(n.Args)); !ok || !slices.Equal(got, want) {
				t.Errorf("%s, %s: the text uses %v, the note has %v", lang, n.Key, got, want)
			}
		}
	}
	for _, key := range say.Keys() {
		if strings.HasPrefix(key, "compose.") && !said[key] {
			t.Errorf("no note says %s", key)
		}
	}
}
