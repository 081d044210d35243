package say

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"omerta/mafia"
)

func TestRenderAsTheSharedFixtureSays(t *testing.T) {
	data, err := os.ReadFile("testdata/templates.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Lang     Lang
		Template string
		Args     map[string]any
		Want     string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 40 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases {
		if got := Render(c.Lang, c.Template, c.Args); got != c.Want {
			t.Errorf("%s %q with %v: %q, want %q", c.Lang, c.Template, c.Args, got, c.Want)
		}
	}
}

func TestRenderTakesTypedValues(t *testing.T) {
	type seat uint8
	args := map[string]any{"seats": []seat{1, 4, 9}, "n": seat(21), "role": mafia.Doctor, "nobody": []int(nil)}
	const want = "1, 4 и 9; 21 игрок; doctor; —"
	if got := Render(RU, "{seats}; {n|игрок|игрока|игроков}; {role}; {nobody}", args); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCheckFindsFaultyTemplates(t *testing.T) {
	for _, c := range []struct {
		lang     Lang
		template string
		good     bool
	}{
		{RU, "Слово у номера {seat}.", true},
		{RU, "{n|игрок|игрока|игроков}", true},
		{RU, "{n||игрок|игрока|игроков}", true},
		{RU, "{n|player|players}", false},
		{EN, "{n|player|players}", true},
		{EN, "{n||player|players}", true},
		{EN, "{n|a|b|c}", false},
		{EN, "{n|}", false},
		{EN, "{{literal}}", true},
		{EN, "{ n }", false},
		{EN, "{n", false},
		{EN, "n}", false},
		{EN, "{}", false},
		{EN, "{имя}", false},
	} {
		if err := Check(c.lang, c.template); (err == nil) != c.good {
			t.Errorf("%s %q: %v", c.lang, c.template, err)
		}
	}
}

func TestMessagesAreTheSameInBothLanguages(t *testing.T) {
	all := loadMessages()
	for _, l := range Langs() {
		for key, template := range all[l] {
			if err := Check(l, template); err != nil {
				t.Errorf("%s %s: %v", l, key, err)
			}
			if _, ok := all[RU][key]; !ok {
				t.Errorf("%s: only in English", key)
			}
		}
	}
	for _, key := range Keys() {
		ru, en := all[RU][key], all[EN][key]
		if en == "" {
			t.Errorf("%s: not in English", key)
			continue
		}
		if r, e := Params(ru), Params(en); !slices.Equal(r, e) {
			t.Errorf("%s: parameters %v in Russian, %v in English", key, r, e)
		}
		// What is only parameters and signs has no language to tell apart.
		if strings.Trim(hole.ReplaceAllString(ru, ""), " .,:;·—–-/()%+#?×") != "" {
			words(t, key, ru, en)
		}
	}
}

func TestMessageFilesAreInOrder(t *testing.T) {
	for _, l := range Langs() {
		name := "catalogue/messages." + string(l) + ".json"
		data, err := catalogue.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Tidy(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(data, want) {
			t.Errorf("%s is not sorted, one key a line: run go run ./internal/gen", name)
		}
	}
}

func TestTidyRefusesADoubledKey(t *testing.T) {
	if _, err := Tidy([]byte(`{"a": "1", "b": "2", "a": "3"}`)); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{`{"a": 1}`, `["a"]`, `{"a": "1"`, ``, `{"a":"1"} x`} {
		if _, err := Tidy([]byte(bad)); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	got, err := Tidy([]byte(`{"b": "<&>", "a": "\u0451"}`))
	if want := "{\n  \"a\": \"ё\",\n  \"b\": \"<&>\"\n}\n"; err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
}

func TestT(t *testing.T) {
	if got := T(RU, "say.morning.victims", map[string]any{"seats": []int{3, 7}}); got != "Этой ночью нас покинули номера 3 и 7." {
		t.Errorf("got %q", got)
	}
	if got := T(EN, "say.night.sleeps", map[string]any{"role": "don"}); got != "Go to sleep, don." {
		t.Errorf("got %q", got)
	}
	if got := T(EN, "no.such.key", nil); got != "no.such.key" || Has("no.such.key") {
		t.Errorf("an unknown key reads %q", got)
	}
	if T("de", "say.night.falls", nil) != T(RU, "say.night.falls", nil) {
		t.Error("an unknown language is not answered in Russian")
	}
	if s, ok := Template(EN, "say.night.sleeps"); !ok || s != "Go to sleep, {role:nom}." {
		t.Errorf("template %q", s)
	}
}
