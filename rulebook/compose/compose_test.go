package compose

import (
	"errors"
	"math"
	"slices"
	"testing"

	"omerta/mafia"
)

// cards builds a composition from the columns in which the tables are printed.
func cards(maf, don, sheriff, doctor, mistress, maniac, civilians int) Counts {
	return Counts{
		mafia.Mafia: maf, mafia.Don: don, mafia.Sheriff: sheriff, mafia.Doctor: doctor,
		mafia.Mistress: mistress, mafia.Maniac: maniac, mafia.Civilian: civilians,
	}
}

func propose(t *testing.T, book string, players int, with ...mafia.Role) (Counts, []Note) {
	t.Helper()
	c, notes, err := Propose(book, players, with, Options{})
	if err != nil {
		t.Fatalf("%s, %d players, with %v: %v", book, players, with, err)
	}
	return c, notes
}

func refusal(t *testing.T, err error) []Note {
	t.Helper()
	var r *Refused
	if !errors.As(err, &r) {
		t.Fatalf("want a *Refused, got %v", err)
	}
	return r.Notes
}

// brief gives "key RULE" of each note, for comparison.
func brief(notes []Note) []string {
	s := []string{}
	for _, n := range notes {
		s = append(s, n.Key[len("compose."):]+" "+n.Rule)
	}
	return s
}

func same(t *testing.T, what string, notes []Note, want ...string) {
	t.Helper()
	if got := brief(notes); !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestCountsGroupCardsBySide(t *testing.T) {
	c := Of(mafia.Roles()...)
	if c.Red() != 6 || c.Black() != 2 || c.Other() != 4 || c.Total() != 10 || c.Ratio() != 1.5 {
		t.Errorf("red %d, black %d, other %d, total %d, ratio %v", c.Red(), c.Black(), c.Other(), c.Total(), c.Ratio())
	}
	if u := Of(mafia.Unknown, mafia.Role(200)); u.Total() != 0 {
		t.Errorf("unknown cards count as %d", u.Total())
	}
	if !math.IsInf(Of(mafia.Civilian).Ratio(), 1) {
		t.Error("the ratio without others is not infinite")
	}
}

// CITY-SETUP-4, -5: the printed table.
func TestCityTable(t *testing.T) {
	for n, want := range map[int]Counts{
		10: cards(2, 1, 1, 0, 0, 0, 6),
		11: cards(2, 1, 1, 1, 0, 0, 6),
		12: cards(2, 1, 1, 1, 0, 0, 7),
		13: cards(2, 1, 1, 1, 1, 1, 6),
		14: cards(2, 1, 1, 1, 1, 1, 7),
		15: cards(3, 1, 1, 1, 1, 1, 7),
		16: cards(3, 1, 1, 1, 1, 1, 8),
		17: cards(3, 1, 1, 1, 1, 1, 9),
	} {
		got, notes := propose(t, "city", n)
		if got != want || got.Total() != n {
			t.Errorf("%d players: got %v, want %v", n, got, want)
		}
		if n == 17 {
			same(t, "17", notes, "erratum-17 CITY-SETUP-5")
		} else {
			same(t, "table", notes)
		}
	}
}

func TestCitySeventeen(t *testing.T) {
	eight, notes, err := Propose("city", 17, nil, Options{Seventeen: "8-civilians"})
	if err != nil || eight != cards(4, 1, 1, 1, 1, 1, 8) {
		t.Errorf("8-civilians: %v, %v", eight, err)
	}
	same(t, "8-civilians", notes, "erratum-17 CITY-SETUP-5")
	nine, _, err := Propose("city", 17, nil, Options{Seventeen: "9-civilians"})
	if err != nil || nine != cards(3, 1, 1, 1, 1, 1, 9) {
		t.Errorf("9-civilians: %v, %v", nine, err)
	}
	if sixteen, _, _ := Propose("city", 16, nil, Options{Seventeen: "8-civilians"}); sixteen != cards(3, 1, 1, 1, 1, 1, 8) {
		t.Errorf("the option reaches 16: %v", sixteen)
	}
	_, _, err = Propose("city", 17, nil, Options{Seventeen: "7-civilians"})
	same(t, "7-civilians", refusal(t, err), "seventeen-unknown CITY-SETUP-5")

	for _, c := range []Counts{eight, nine} {
		w, r := Judge("city", 17, c)
		same(t, "judged", append(w, r...))
	}
	_, r := Judge("city", 17, cards(4, 1, 1, 1, 1, 1, 9))
	same(t, "as printed", r, "printed-17 CITY-SETUP-5")
	w, _ := Judge("city", 17, cards(5, 1, 1, 1, 1, 1, 7))
	same(t, "another", w, "off-table CITY-SETUP-5")
}

// CITY-SETUP-6, -7: the splits that the rules list.
func TestCitySplits(t *testing.T) {
	for _, s := range []struct{ from, to, others int }{
		{18, 18, 5}, {19, 21, 6}, {22, 24, 7}, {25, 28, 8}, {29, 31, 9}, {32, 34, 10}, {35, 37, 11}, {38, 40, 12},
	} {
		for n := s.from; n <= s.to; n++ {
			c, _ := propose(t, "city", n)
			if want := cards(s.others-2, 1, 1, 1, 1, 1, n-s.others-3); c != want {
				t.Errorf("%d players: got %v, want %v", n, c, want)
			}
		}
	}
}

func TestCityHoleAt18(t *testing.T) {
	c, notes := propose(t, "city", 18)
	same(t, "proposal", notes, "hole-18 CITY-SETUP-7")
	if c.Red() != 13 || c.Other() != 5 {
		t.Errorf("proposed %d : %d", c.Red(), c.Other())
	}
	w, _ := Judge("city", 18, cards(4, 1, 1, 1, 1, 1, 9))
	same(t, "12 : 6", w, "hole-18 CITY-SETUP-7")
	w, _ = Judge("city", 18, cards(2, 1, 1, 1, 1, 1, 11))
	same(t, "14 : 4", w, "off-band.red CITY-SETUP-6", "deck-civilians CITY-SETUP-10")
	w, _ = Judge("city", 18, cards(5, 1, 1, 1, 1, 1, 8))
	same(t, "11 : 7", w, "off-band.black CITY-SETUP-6")
}

// Every size but 18 has a split in the band, the proposal is the nearest one
// there is, and its own judge has nothing against it but the deck.
func TestCityBandProperties(t *testing.T) {
	wishes := [][]mafia.Role{nil, {mafia.Bodyguard}, {mafia.Reanimator}, {mafia.Bodyguard, mafia.Reanimator}}
	for n := 18; n <= 40; n++ {
		if n == 20 {
			wishes = append(wishes, []mafia.Role{mafia.Ripper}, []mafia.Role{mafia.Ripper, mafia.Reanimator, mafia.Bodyguard})
		}
		plain, _ := propose(t, "city", n)
		for _, with := range wishes {
			c, notes := propose(t, "city", n, with...)
			if c.Total() != n || c.Other() != plain.Other() {
				t.Errorf("%d with %v: %v", n, with, c)
			}
			if r := c.Ratio(); n > 18 && (r < 2.1 || r > 2.5) {
				t.Errorf("%d: %v is off the band", n, r)
			}
			for o := 1; o < n; o++ {
				if miss(n-o, o) < miss(c.Red(), c.Other()) {
					t.Errorf("%d: %d others are nearer to 2.3 than %d", n, o, c.Other())
				}
			}
			for _, note := range notes {
				if note.Rule != "CITY-SETUP-10" && (n != 18 || note.Rule != "CITY-SETUP-7") {
					t.Errorf("%d with %v: the proposal is warned of: %v", n, with, note)
				}
			}
			if _, refused := Judge("city", n, c); refused != nil {
				t.Errorf("%d with %v: the proposal is refused: %v", n, with, refused)
			}
		}
	}
}

func miss(red, other int) float64 { return math.Abs(math.Log(float64(red) / float64(other) / 2.3)) }

// CITY-SETUP-8: what an optional card replaces and from which size it is there.
func TestCityOptionalCards(t *testing.T) {
	for n := 10; n <= 40; n++ {
		base, _ := propose(t, "city", n)
		for _, o := range []struct {
			role, replaces mafia.Role
			from           int
		}{{mafia.Bodyguard, mafia.Civilian, 10}, {mafia.Reanimator, mafia.Civilian, 18}, {mafia.Ripper, mafia.Mafia, 20}} {
			c, notes, err := Propose("city", n, []mafia.Role{o.role}, Options{})
			want := base
			want[o.role]++
			want[o.replaces]--
			if n < o.from {
				same(t, "too early", refusal(t, err), "from-size CITY-SETUP-8")
				_, r := Judge("city", n, want)
				same(t, "judged too early", r, "from-size CITY-SETUP-8")
				continue
			}
			if err != nil || c != want {
				t.Errorf("%d with %v: %v, %v; want %v", n, o.role, c, err, want)
			}
			if !slices.Contains(brief(notes), "deck-optional CITY-SETUP-10") {
				t.Errorf("%d with %v: nobody says that the card is not in the deck", n, o.role)
			}
			if slices.Contains(brief(notes), "off-table CITY-SETUP-4") {
				t.Errorf("%d with %v: an optional card counts against the table", n, o.role)
			}
		}
	}
}

func TestProposeRefuses(t *testing.T) {
	for _, x := range []struct {
		book    string
		players int
		with    []mafia.Role
		want    []string
	}{
		{"city", 9, nil, []string{"too-few CITY-SETUP-1"}},
		{"city", 9, []mafia.Role{mafia.Bodyguard}, []string{"too-few CITY-SETUP-1"}},
		{"city", 41, nil, []string{"too-many CITY-SETUP-2"}},
		{"city", 12, []mafia.Role{mafia.Doctor}, []string{"not-optional CITY-SETUP-8"}},
		{"city", 12, []mafia.Role{mafia.Unknown}, []string{"not-optional CITY-SETUP-8"}},
		{"city", 12, []mafia.Role{mafia.Bodyguard, mafia.Bodyguard}, []string{"two-of CITY-SETUP-9"}},
		{"city", 17, []mafia.Role{mafia.Reanimator, mafia.Ripper}, []string{"from-size CITY-SETUP-8", "from-size CITY-SETUP-8"}},
		{"club", 6, nil, []string{"too-few CLUB-SETUP-4"}},
		{"club", 31, nil, []string{"too-many CLUB-SETUP-2"}},
		{"club", 12, []mafia.Role{mafia.Ripper}, []string{"not-optional CLUB-SETUP-1"}},
		{"classic", 9, nil, []string{"exactly-ten CLASSIC-SETUP-1"}},
		{"classic", 11, nil, []string{"exactly-ten CLASSIC-SETUP-1"}},
		{"classic", 10, []mafia.Role{mafia.Doctor}, []string{"not-optional CLASSIC-SETUP-2"}},
		{"original", 5, nil, []string{"too-few ORIGINAL-SETUP-1"}},
		{"original", 17, nil, []string{"too-many ORIGINAL-SETUP-1"}},
		{"original", 8, []mafia.Role{mafia.Sheriff}, []string{"not-optional ORIGINAL-SETUP-4"}},
		{"city@1", 10, nil, []string{"unknown-rulebook "}},
		{"city", -3, nil, []string{"too-few CITY-SETUP-1"}},
		{"city", 0, nil, []string{"too-few CITY-SETUP-1"}},
		{"club", -3, nil, []string{"too-few CLUB-SETUP-4"}},
		{"original", -3, nil, []string{"too-few ORIGINAL-SETUP-1"}},
	} {
		c, notes, err := Propose(x.book, x.players, x.with, Options{})
		same(t, x.book, refusal(t, err), x.want...)
		if c != (Counts{}) || notes != nil {
			t.Errorf("%s, %d players: a refused proposal holds %v, %v", x.book, x.players, c, notes)
		}
	}
}

// CLUB-SETUP-2, every size: mafia cards, doctor, mistress, maniac, civilians.
func TestClubProposals(t *testing.T) {
	for n, want := range map[int]Counts{
		7: cards(1, 1, 1, 0, 0, 0, 4), 8: cards(1, 1, 1, 1, 0, 0, 4), 9: cards(2, 1, 1, 1, 0, 0, 4),
		10: cards(2, 1, 1, 1, 1, 0, 4), 11: cards(2, 1, 1, 1, 1, 0, 5), 12: cards(2, 1, 1, 1, 1, 1, 5),
		13: cards(2, 1, 1, 1, 1, 1, 6), 14: cards(2, 1, 1, 1, 1, 1, 7), 15: cards(3, 1, 1, 1, 1, 1, 7),
		16: cards(3, 1, 1, 1, 1, 1, 8), 17: cards(3, 1, 1, 1, 1, 1, 9), 18: cards(3, 1, 1, 1, 1, 1, 10),
		19: cards(4, 1, 1, 1, 1, 1, 10), 20: cards(4, 1, 1, 1, 1, 1, 11), 21: cards(4, 1, 1, 1, 1, 1, 12),
		22: cards(5, 1, 1, 1, 1, 1, 12), 23: cards(5, 1, 1, 1, 1, 1, 13), 24: cards(5, 1, 1, 1, 1, 1, 14),
		25: cards(6, 1, 1, 1, 1, 1, 14), 26: cards(6, 1, 1, 1, 1, 1, 15), 27: cards(6, 1, 1, 1, 1, 1, 16),
		28: cards(6, 1, 1, 1, 1, 1, 17), 29: cards(7, 1, 1, 1, 1, 1, 17), 30: cards(7, 1, 1, 1, 1, 1, 18),
	} {
		got, notes := propose(t, "club", n)
		if got != want || got.Total() != n {
			t.Errorf("%d players: got %v, want %v", n, got, want)
		}
		same(t, "club", notes)
		if _, refused := Judge("club", n, got); refused != nil {
			t.Errorf("%d players: the proposal is refused: %v", n, refused)
		}
	}
}

// CLASSIC-SETUP-2, ORIGINAL-SETUP-2.
func TestFixedProposals(t *testing.T) {
	ten, notes := propose(t, "classic", 10)
	if ten != cards(2, 1, 1, 0, 0, 0, 6) || notes != nil {
		t.Errorf("classic: %v, %v", ten, notes)
	}
	for i, black := range []int{2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5} {
		n := 6 + i
		c, notes := propose(t, "original", n)
		if c != (Counts{mafia.Mafia: black, mafia.Civilian: n - black}) || notes != nil {
			t.Errorf("original, %d players: %v, %v", n, c, notes)
		}
		for wrong := 0; wrong <= n; wrong++ {
			w, r := Judge("original", n, Counts{mafia.Mafia: wrong, mafia.Civilian: n - wrong})
			if want := wrong != black; (len(r) == 1 && r[0].Rule == "ORIGINAL-SETUP-2") != want || w != nil {
				t.Errorf("original, %d players, %d black: %v, %v", n, wrong, w, r)
			}
		}
	}
}
