package names

import (
	"strings"
	"testing"
)

func TestNick(t *testing.T) {
	for in, want := range map[string]string{
		"Зоя":                   "Зоя",
		"  a \t b\n":            "a b",
		"e\u0301":               "é",
		"a\u0301\u0302\u0303":   "á\u0302\u0303", // composed, so that two marks are left
		"x\u0301\u0302\u0303":   "x\u0301\u0302",
		"a\u202eb\u2066c\u0000": "abc",
		"\u0301a":               "a",
		"👩\u200d🚒":              "👩\u200d🚒",
		"می\u200cخواهم":         "می\u200cخواهم",
		"محمد":                  "محمد",
		"שָׁלוֹם"[:0] + "שלום":  "שלום",
		"हिन्दी":                "हिन्दी",
		"ไทย":                   "ไทย",
		"李小龙":                   "李小龙",
		"Ивáн\ufffe\ue000":      "Ивáн",
		strings.Repeat("ё", 24): strings.Repeat("ё", 24),
		"Жанна\u200d":           "Жанна",
		"<b>":                   "<b>",
		"O'Hara-Шмидт (2)":      "O'Hara-Шмидт (2)",
		"ქართული":               "ქართული",
		"Ελλάδα":                "Ελλάδα",
		"한국어":                   "한국어",
		"Дон\nseat 2: X = don":  "Дон seat 2: X = don",
		"А\u3164\u2800Б":        "А Б",
		"❤\ufe0f":               "❤\ufe0f",
	} {
		if got, ok := Nick(in); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
	}
	for _, bad := range []string{
		"", " ", "\u200b", "\u0301", strings.Repeat("a", 25), strings.Repeat("漢", 33),
		"\u3164", "\u2800", "\u115f", "\u1160\uffa0", " \u2800 ", "\n",
	} {
		if got, ok := Nick(bad); ok {
			t.Errorf("%q is taken as %q", bad, got)
		}
	}
}

func TestLookAlikes(t *testing.T) {
	for _, p := range [][2]string{
		{"Вор", "Bop"},
		{"Оля", "ОЛЯ"},
		{"Лёша", "Леша"},
		{"x 1", "Xl"},
		{"Ник.", "Ник"},
		{"ＡＮＮＡ", "Аnnа"},
		{"O0О", "ооо"},
		{"Толя", "T0ля"},
		{"Éва", "Ева"},
		{"Ма\u0301ша", "Маша"},
		{"Modern", "Modem"},
		{"Dima", "DIMA"},
		{"𝐃𝐢𝐦𝐚", "Dima"},
		{"Ѕam", "Sam"},
		{"Иван", "UBаH"},
		{"Аня", "А н я"},
		{"Wiktor", "VVlktor"},
		{"ᎪNNA", "Anna"},
		{"ꓮnna", "Anna"},
		{"ꓓꓲꓟꓮ", "Dima"},
	} {
		if Skeleton(p[0]) != Skeleton(p[1]) {
			t.Errorf("%q and %q: %q, %q", p[0], p[1], Skeleton(p[0]), Skeleton(p[1]))
		}
	}
	for _, p := range [][2]string{{"Оля", "Коля"}, {"Дон", "Дан"}, {"1", "2"}, {"Саша", "Паша"}, {"Миша", "Маша"}, {"Юлий", "Юлия"}} {
		if Skeleton(p[0]) == Skeleton(p[1]) {
			t.Errorf("%q and %q are taken for the same", p[0], p[1])
		}
	}
}

func TestReasonsAndTitles(t *testing.T) {
	for in, want := range map[string]string{"": "", "  спор\r\n с\tведущим ": "спор с ведущим", "a\u202eb\u0000": "ab", "x2": "x2"} {
		if got, ok := Reason(in); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
		if got, ok := Title(in); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
	}
	for _, c := range []struct {
		text string
		fits bool
	}{{strings.Repeat("ж", 200), true}, {strings.Repeat("r", 201), false}, {strings.Repeat("漢", 200), true}, {strings.Repeat("𝕏", 151), false}} {
		if _, ok := Reason(c.text); ok != c.fits {
			t.Errorf("a reason of %d bytes: %v", len(c.text), ok)
		}
	}
	if _, ok := Title(strings.Repeat("т", 101)); ok {
		t.Error("a title of 202 bytes fits")
	}
}
