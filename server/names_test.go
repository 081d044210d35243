package server

import (
	"slices"
	"strings"
	"testing"
)

func TestCleanNick(t *testing.T) {
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
	} {
		if got, ok := cleanNick(in); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
	}
	for _, bad := range []string{"", " ", "\u200b", "\u0301", strings.Repeat("a", 25), strings.Repeat("漢", 33)} {
		if got, ok := cleanNick(bad); ok {
			t.Errorf("%q is taken as %q", bad, got)
		}
	}
}

func TestLookAlikes(t *testing.T) {
	for _, p := range [][2]string{{"Вор", "Bop"}, {"Оля", "ОЛЯ"}, {"Лёша", "Леша"}, {"x 1", "Xl"}, {"Ник.", "Ник"}} {
		if skeleton(p[0]) != skeleton(p[1]) {
			t.Errorf("%q and %q: %q, %q", p[0], p[1], skeleton(p[0]), skeleton(p[1]))
		}
	}
	for _, p := range [][2]string{{"Оля", "Коля"}, {"Дон", "Дан"}, {"1", "2"}} {
		if skeleton(p[0]) == skeleton(p[1]) {
			t.Errorf("%q and %q are taken for the same", p[0], p[1])
		}
	}
}

// CITY-SEAT-1.
func TestSeatingKeepsApart(t *testing.T) {
	for n := 8; n <= 40; n += 2 {
		apart := make([][]bool, n)
		for i := range apart {
			apart[i] = make([]bool, n)
		}
		for i := 0; i+1 < n; i += 2 { // everybody came as a couple
			apart[i][i+1], apart[i+1][i] = true, true
		}
		for seed := range uint64(5) {
			order, err := seat(apart, seed)
			if err != nil {
				t.Fatalf("%d players: %v", n, err)
			}
			sorted := slices.Sorted(slices.Values(order))
			for i, x := range order {
				if sorted[i] != i {
					t.Fatalf("not everybody has a seat: %v", order)
				}
				for _, at := range []int{(i + 1) % n, (i + n/2) % n} {
					if apart[x][order[at]] {
						t.Fatalf("%d players: %d sits at %d and %d at %d", n, x, i, order[at], at)
					}
				}
			}
			again, _ := seat(apart, seed)
			if !slices.Equal(order, again) {
				t.Fatal("one seed gives two orders")
			}
		}
	}
}

func TestSeatingThatCannotBe(t *testing.T) {
	all := [][]bool{{false, true, true}, {true, false, true}, {true, true, false}}
	if _, err := seat(all, 1); err != errNoSeating {
		t.Fatalf("three who all keep apart: %v", err)
	}
	// Six seats are two triangles of seats that are neither beside nor opposite
	// each other, and three couples do not fit into two triangles.
	six := make([][]bool, 6)
	for i := range six {
		six[i] = make([]bool, 6)
		six[i][i^1] = true
	}
	if _, err := seat(six, 1); err != errNoSeating {
		t.Fatalf("three couples at six seats: %v", err)
	}
}
