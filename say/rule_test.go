package say

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// words checks that a pair of texts is there, differs, and that each is in its
// own alphabet.
func words(t *testing.T, what, ru, en string) {
	t.Helper()
	cyrillic := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	}
	switch {
	case strings.TrimSpace(ru) == "" || strings.TrimSpace(en) == "":
		t.Errorf("%s: a language is empty", what)
	case ru == en:
		t.Errorf("%s: both languages say the same", what)
	case !cyrillic(ru):
		t.Errorf("%s: no Russian in %q", what, ru)
	case cyrillic(en):
		t.Errorf("%s: Russian letters in %q", what, en)
	case ru != strings.TrimSpace(ru) || en != strings.TrimSpace(en):
		t.Errorf("%s: blanks around a text", what)
	case strings.Contains(ru, "!") || strings.Contains(en, "!"):
		t.Errorf("%s: an exclamation mark", what)
	}
}

func contractIDs(t *testing.T) []string {
	t.Helper()
	data, err := catalogue.ReadFile("catalogue/ids.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

// ownIDs are rulings that the project has added with numbers of its own.
func ownIDs(t *testing.T) []string {
	t.Helper()
	data, err := catalogue.ReadFile("catalogue/own.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

func TestEveryIDHasOneRuleAndEveryRuleAnID(t *testing.T) {
	ids := slices.Sorted(slices.Values(append(contractIDs(t), ownIDs(t)...)))
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Error("ids.txt is not sorted, or names an id twice")
	}
	seen := map[string]int{}
	for _, r := range Rules() {
		seen[r.ID]++
		if seen[r.ID] > 1 {
			t.Errorf("%s: more than one entry", r.ID)
		}
		if _, ok := slices.BinarySearch(ids, r.ID); !ok {
			t.Errorf("%s: not in ids.txt", r.ID)
		}
	}
	for _, id := range ids {
		if seen[id] == 0 {
			t.Errorf("%s: no entry in rules.json", id)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	for _, r := range Rules() {
		words(t, r.ID, r.RU, r.EN)
		if want := strings.ToLower(strings.Split(r.ID, "-")[0]); r.Rulebook != want {
			t.Errorf("%s: rulebook %q", r.ID, r.Rulebook)
		}
		if !slices.Contains([]Kind{Engine, Console, Advice}, r.Kind) {
			t.Errorf("%s: kind %q", r.ID, r.Kind)
		}
		for _, s := range []string{r.RU, r.EN} {
			if !strings.HasSuffix(s, ".") {
				t.Errorf("%s: %q is no complete sentence", r.ID, s)
			}
		}
		if id := "topic." + r.Topic(); Phrase(id, RU) == id {
			t.Errorf("%s: no heading %s", r.ID, id)
		}
	}
}

// A rule names exactly the options that name it, so that the page can go both
// ways.
func TestRulesAndOptionsNameEachOther(t *testing.T) {
	for _, r := range Rules() {
		for _, name := range r.Options {
			if o, ok := OptionByName(name); !ok {
				t.Errorf("%s: no option %q", r.ID, name)
			} else if !slices.Contains(o.Rules, r.ID) {
				t.Errorf("%s names the option %s, which does not name it", r.ID, name)
			}
		}
	}
	for _, o := range Options() {
		if len(o.Rules) == 0 {
			t.Errorf("%s: belongs to no rule", o.Name)
		}
		for _, id := range o.Rules {
			if r, ok := RuleByID(id); !ok {
				t.Errorf("%s: no rule %q", o.Name, id)
			} else if _, exists := o.Default[r.Rulebook]; !exists {
				t.Errorf("%s names %s, but does not exist in %s", o.Name, id, r.Rulebook)
			} else if !slices.Contains(r.Options, o.Name) {
				t.Errorf("%s names the rule %s, which does not name it", o.Name, id)
			}
		}
	}
}

// A rule that a text refers to exists.
func TestTextsReferToRulesThatExist(t *testing.T) {
	isID := func(w string) bool { return strings.Count(w, "-") == 2 && w == strings.ToUpper(w) }
	for _, r := range Rules() {
		for _, s := range []string{r.RU, r.EN} {
			for _, w := range strings.FieldsFunc(s, func(c rune) bool {
				return (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-'
			}) {
				if _, ok := RuleByID(w); isID(w) && !ok {
					t.Errorf("%s refers to %s, which does not exist", r.ID, w)
				}
			}
		}
	}
}

func TestRulesGivesACopy(t *testing.T) {
	Rules()[0].RU = ""
	if Rules()[0].RU == "" {
		t.Error("a caller can change the catalogue")
	}
	if _, ok := RuleByID("CITY-SETUP-0"); ok {
		t.Error("found a rule that does not exist")
	}
	r, ok := RuleByID("CLASSIC-TIE-6")
	if !ok || r.Text(EN) != r.EN || r.Text("de") != r.RU || r.Topic() != "TIE" {
		t.Errorf("CLASSIC-TIE-6 reads %+v", r)
	}
	if n := len(RulesOf("club")); n != 55 {
		t.Errorf("club has %d rules, want 55", n)
	}
}

func TestOptionDefaultsAreTheAgreedOnes(t *testing.T) {
	data, err := os.ReadFile("testdata/defaults.tsv")
	if err != nil {
		t.Fatal(err)
	}
	agreed := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		agreed[cells[0]] = true
		o, ok := OptionByName(cells[0])
		if !ok {
			t.Errorf("no option %s", cells[0])
			continue
		}
		for i, rulebook := range Rulebooks() {
			got, exists := o.Default[rulebook]
			if want := cells[i+1]; exists != (want != "-") || exists && got != want {
				t.Errorf("%s in %s: default %q, want %q", o.Name, rulebook, got, want)
			}
		}
	}
	for _, o := range Options() {
		if !agreed[o.Name] {
			t.Errorf("%s is not in the table", o.Name)
		}
	}
}

func TestOptionsAreComplete(t *testing.T) {
	for _, o := range Options() {
		words(t, o.Name, o.RU.Title, o.EN.Title)
		words(t, o.Name, o.RU.Help, o.EN.Help)
		if len(o.RU.Values) != len(o.Values) || len(o.EN.Values) != len(o.Values) {
			t.Errorf("%s: texts for %d and %d of %d values", o.Name, len(o.RU.Values), len(o.EN.Values), len(o.Values))
		}
		for _, v := range o.Values {
			words(t, o.Name+" "+v, o.RU.Values[v], o.EN.Values[v])
		}
		for _, rulebook := range Rulebooks() {
			if v, ok := o.Default[rulebook]; ok && !o.Admits(rulebook, v) {
				t.Errorf("%s: its default %q in %s is not admitted", o.Name, v, rulebook)
			}
		}
		if o.Number != nil && !Has("unit."+o.Number.Unit) {
			t.Errorf("%s: unit %q", o.Name, o.Number.Unit)
		}
	}
	for _, p := range Presets() {
		words(t, p.Name, p.RU.Title, p.EN.Title)
		words(t, p.Name, p.RU.Help, p.EN.Help)
		for name, v := range p.Set {
			if o, ok := OptionByName(name); !ok || !o.Admits(p.Rulebook, v) {
				t.Errorf("preset %s: %s: %s is not admitted", p.Name, name, v)
			}
		}
	}
	if _, ok := PresetByName("sport"); !ok {
		t.Error("no preset sport")
	}
}

func TestOptionAdmits(t *testing.T) {
	for _, c := range []struct {
		option, rulebook, value string
		want                    bool
	}{
		{"sheriff-shoots-from", "city", "10", true},
		{"sheriff-shoots-from", "city", "40", true},
		{"sheriff-shoots-from", "city", "never", true},
		{"sheriff-shoots-from", "city", "9", false},
		{"sheriff-shoots-from", "city", "41", false},
		{"sheriff-shoots-from", "club", "15", false},
		{"speech", "club", "90", true},
		{"speech", "club", "090", false},
		{"speech", "club", "+90", false},
		{"speech", "club", "-", false},
		{"speech", "original", "60", false},
		{"victory.stalemate", "city", "3", true},
		{"victory.stalemate", "city", "0", false},
		{"host", "original", "required", true},
		{"host", "city", "none", false},
		{"nominations.later", "city", "2", false},
		{"missing-votes", "city", "", false},
	} {
		o, ok := OptionByName(c.option)
		if !ok {
			t.Fatalf("no option %s", c.option)
		}
		if got := o.Admits(c.rulebook, c.value); got != c.want {
			t.Errorf("%s: %s in %s: %v, want %v", c.option, c.value, c.rulebook, got, c.want)
		}
	}
	o, _ := OptionByName("speech")
	if got := o.ValueText("", RU, "61"); got != "61 секунда" {
		t.Errorf("61 reads %q", got)
	}
	if got := o.ValueText("", EN, "soon"); got != "soon" {
		t.Errorf("an unknown value reads %q", got)
	}
}
