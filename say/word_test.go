package say

import (
	"slices"
	"strings"
	"testing"

	"omerta/mafia"
)

func TestNounsHaveEveryForm(t *testing.T) {
	for id, byRulebook := range loadWords().Nouns {
		if _, ok := byRulebook[""]; !ok {
			t.Errorf("%s: no general word", id)
		}
		for rulebook, n := range byRulebook {
			if rulebook != "" && !slices.Contains(Rulebooks(), rulebook) {
				t.Errorf("%s: rulebook %q", id, rulebook)
			}
			for _, f := range []Form{Nom, Gen, Dat, Acc, Ins, Pre, One, Few, Many} {
				if n[RU][f] == "" {
					t.Errorf("%s %q: no Russian form %s", id, rulebook, f)
				}
				words(t, id+" "+rulebook+" "+string(f), Noun(rulebook, id, RU, f), Noun(rulebook, id, EN, f))
			}
			for _, f := range []Form{Nom, Gen, One, Many} {
				if n[EN][f] == "" {
					t.Errorf("%s %q: no English form %s", id, rulebook, f)
				}
			}
		}
	}
}

func TestPhrasesAreComplete(t *testing.T) {
	for id, p := range loadWords().Phrases {
		words(t, id, p[RU], p[EN])
		if len(p) != len(Langs()) {
			t.Errorf("%s: in %d languages", id, len(p))
		}
	}
}

func TestEveryRoleSideAndRulebookHasWords(t *testing.T) {
	for _, r := range append(mafia.Roles(), mafia.Unknown) {
		if id := "role." + r.String(); Role(r, RU, Nom) == id {
			t.Errorf("no words for %s", id)
		}
	}
	for _, s := range []mafia.Side{mafia.NoSide, mafia.Red, mafia.Black, mafia.Solo} {
		if id := "side." + s.String(); Side(s, EN, Nom) == id {
			t.Errorf("no words for %q", id)
		}
	}
	for _, rb := range Rulebooks() {
		if RulebookName(rb, RU) == "rulebook."+rb || RulebookLine(rb, EN) == "rulebook."+rb+".line" || RulebookSource(rb, RU) == "rulebook."+rb+".source" {
			t.Errorf("no words for the rulebook %s", rb)
		}
	}
	for _, w := range []string{"red", "black", "maniac", "ripper", "maniac and ripper", "nobody", "unfinished"} {
		if Outcome(w, RU) == "outcome."+w {
			t.Errorf("no words for the outcome %q", w)
		}
	}
}

func TestWordsByRulebookAndForm(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{RoleIn("city", mafia.Sheriff, RU, Dat), "комиссару"},
		{RoleIn("classic", mafia.Sheriff, RU, Acc), "шерифа"},
		{RoleIn("original", mafia.Civilian, RU, Nom), "честный"},
		{RoleIn("original", mafia.Mafia, RU, Ins), "мафией"},
		{Role(mafia.Mistress, RU, Acc), "любовницу"},
		{Role(mafia.Doctor, EN, Gen), "doctor's"},
		{Role(mafia.Doctor, EN, Acc), "doctor"},
		{Role(mafia.Doctor, EN, Few), "doctors"},
		{Role(mafia.Doctor, "de", Nom), "доктор"},
		{Side(mafia.Red, RU, Gen), "красных"},
		{Side(mafia.Black, RU, One), "чёрный"},
		{Noun("city", "foul", RU, Gen), "штрафа"},
		{Noun("classic", "foul", RU, Gen), "замечания"},
		{Noun("club", "foul", RU, Gen), "фола"},
		{Noun("", "no such noun", RU, Gen), "no such noun"},
		{Count("city", "role.civilian", RU, 6), "6 мирных"},
		{Count("city", "role.mafia", RU, 2), "2 мафии"},
		{Count("city", "role.doctor", EN, 1), "1 doctor"},
		{Count("original", "role.civilian", EN, 5), "5 honest players"},
		{Phase("vote", RU), "Голосование"},
		{Outcome("red", RU), "Победа красных"},
		{Departure("killed", EN), "killed at night"},
		{Phrase("nothing", RU), "nothing"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestEveryPhaseOfAGameHasAName(t *testing.T) {
	for _, p := range []mafia.Phase{
		mafia.Introductions, mafia.Opening, mafia.Dusk, mafia.NightPhase, mafia.Dawn, mafia.Circle, mafia.VoteCall,
		mafia.BallotPhase, mafia.Defences, mafia.Question, mafia.Talk, mafia.Accusation, mafia.Notes, mafia.Over,
	} {
		for _, l := range []Lang{RU, EN} {
			if name := Phase(string(p), l); strings.Contains(name, "phase.") {
				t.Errorf("%s has no name in %s", p, l)
			}
		}
	}
}
