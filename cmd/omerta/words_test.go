package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"omerta/say"
)

// run calls the program with arguments; the code is what it would exit with.
func runWords(t *testing.T, lang string, args ...string) (out string, code int, told string) {
	t.Helper()
	t.Setenv("OMERTA_LANG", lang)
	var buf bytes.Buffer
	exited := -1
	var c cli
	k, err := kong.New(&c, append(options(), kong.BindTo(&buf, (*io.Writer)(nil)), kong.Writers(&buf, &buf),
		kong.Exit(func(code int) { exited = code; panic("exit") }))...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if exited >= 0 {
			_ = recover()
			out, code = buf.String(), exited
		}
	}()
	ctx, err := k.Parse(args)
	if err != nil {
		return "", 2, err.Error()
	}
	err = ctx.Run()
	var m *mistake
	switch {
	case errors.As(err, &m):
		return buf.String(), m.ExitCode(), m.Error()
	case err != nil:
		t.Fatalf("%v: %v", args, err)
	}
	return buf.String(), 0, ""
}

func TestRulesShowsASheetARuleAndTheList(t *testing.T) {
	for _, c := range []struct {
		lang string
		args []string
		want []string
	}{
		{"ru", []string{"rules"}, []string{"city ", "classic ", "club ", "original ", "Городская мафия"}},
		{"en", []string{"rules"}, []string{"City Mafia", "omerta rules RULEBOOK"}},
		{"ru", []string{"rules", "city-tie-2"}, []string{"CITY-TIE-2", "Следит судья", "tie.revote-voters"}},
		{"ru", []string{"rules", "CITY-TIE-2", "--lang", "en"}, []string{"Enforced by the referee"}},
		{"ru", []string{"rules", "classic@1", "--preset", "sport"}, []string{"[tie.at-four=question] (изменено, обычно: ", "CLASSIC-TIE-6", "* Зависит от настроек: tie.at-four"}},
		{"en", []string{"rules", "club", "-o", "speech=45"}, []string{"45 seconds", "[speech=45] (changed, usually: 60 seconds)"}},
		{"en", []string{"rules", "original"}, []string{"ORIGINAL-END-4"}},
	} {
		out, code, told := runWords(t, c.lang, c.args...)
		if code != 0 {
			t.Errorf("%v: code %d, %s", c.args, code, told)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%v: no %q in\n%s", c.args, w, out)
			}
		}
	}
}

func TestComposeProposes(t *testing.T) {
	out, code, told := runWords(t, "en", "compose", "--rulebook", "city", "--players", "18", "--with", "bodyguard", "--json")
	if code != 0 {
		t.Fatal(told)
	}
	var got composition
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, n := range got.Roles {
		total += n
	}
	if got.Rulebook != "city" || got.Players != 18 || total != 18 || got.Red != 13 || got.Other != 5 || got.Ratio != 2.6 || got.Roles["bodyguard"] != 1 {
		t.Errorf("%+v", got)
	}
	if !slices.ContainsFunc(got.Warnings, func(w warning) bool { return w.Rule == "CITY-SETUP-7" && strings.Contains(w.Text, "13 to 5") }) {
		t.Errorf("no warning by CITY-SETUP-7: %+v", got.Warnings)
	}
	out, _, _ = runWords(t, "ru", "compose", "--rulebook", "city", "--players", "17", "-o", "seventeen=8-civilians")
	for _, w := range []string{"4 мафии", "8 мирных", "1 комиссар", "Красных 11, остальных 6, отношение 1,83", "CITY-SETUP-5"} {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in\n%s", w, out)
		}
	}
	if out, _, _ = runWords(t, "en", "compose", "--rulebook", "classic", "--players", "10", "--json"); !strings.Contains(out, `"warnings": []`) {
		t.Errorf("no empty list in %s", out)
	}
}

// Code 1 is the rulebook's no, 2 a call that makes no sense; each says what to do.
func TestMistakesSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"rules", "nope"}, 2, "Своды: city, classic, club и original"},
		{[]string{"rules", "city", "--lang", "de"}, 2, "Возьмите ru или en"},
		{[]string{"rules", "city", "-o", "speech"}, 2, "ИМЯ=ЗНАЧЕНИЕ"},
		{[]string{"rules", "city", "-o", "alibi=stays"}, 2, "Есть: seventeen"},
		{[]string{"rules", "city", "-o", "speech=long"}, 2, "число от"},
		{[]string{"rules", "classic", "--preset", "x"}, 2, "Есть: sport"},
		{[]string{"rules", "CITY-TIE-2", "-o", "speech=30"}, 2, "omerta rules СВОД"},
		{[]string{"compose"}, 2, "--rulebook city"},
		{[]string{"compose", "--rulebook", "city"}, 2, "--players 12"},
		{[]string{"compose", "--rulebook", "city", "--players", "20", "--with", "dragon"}, 2, "Карты: mafia, don"},
		{[]string{"compose", "--rulebook", "city", "--players", "9"}, 1, "CITY-SETUP-1  Игроков: 9."},
		{[]string{"compose", "--rulebook", "city", "--players", "12", "--with", "ripper"}, 1, "«потрошитель»"},
		{[]string{"compose", "--rulebook", "club", "--players", "31"}, 1, "CLUB-SETUP-2"},
		{[]string{"compose", "--players", "many"}, 2, "many"},
	} {
		if _, code, told := runWords(t, "ru", c.args...); code != c.code || !strings.Contains(told, c.want) {
			t.Errorf("%v: code %d, %q, want %d with %q", c.args, code, told, c.code, c.want)
		}
	}
}

func TestHelpIsInTheLanguageOfTheSystem(t *testing.T) {
	for lang, want := range map[string]string{"ru_RU.UTF-8": "Вызов:", "en_GB.UTF-8": "Usage:"} {
		for _, args := range [][]string{{"--help"}, {"rules", "--help"}, {"compose", "--help"}} {
			out, code, _ := runWords(t, lang, args...)
			if code != 0 || !strings.Contains(out, want) || strings.Contains(out, "cli") {
				t.Errorf("%v in %s: code %d\n%s", args, lang, code, out)
			}
		}
	}
}

func TestLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want say.Lang
	}{
		{nil, say.RU},
		{map[string]string{"LANG": "ru_RU.UTF-8"}, say.RU},
		{map[string]string{"LANG": "C.UTF-8"}, say.EN},
		{map[string]string{"LANG": "ru_RU.UTF-8", "LC_ALL": "en_US.UTF-8"}, say.EN},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU"}, say.RU},
		{map[string]string{"LC_ALL": "C", "OMERTA_LANG": "ru"}, say.RU},
	} {
		if got := locale(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %s", c.env, got)
		}
	}
}
