package points_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"omerta/club/points"
	"omerta/internal/golden"
	"omerta/mafia"
	"omerta/say"
)

func TestShippedSchemes(t *testing.T) {
	got := ""
	for _, s := range points.Shipped().List() {
		got += s.Key() + " " + s.Name[say.RU] + "; "
		if faults := s.Check(); len(faults) > 0 {
			t.Errorf("%s: %v", s.Key(), faults)
		}
		data, err := json.Marshal([]points.Scheme{s})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := points.ParseSchemes(data); err != nil || len(back) != 1 {
			t.Errorf("%s does not come back: %v", data, err)
		}
	}
	if want := "plain@1 Победы; sport@1 Спортивные баллы; original@1 Очки изобретателя; "; got != want {
		t.Errorf("got %s", got)
	}
	for book, want := range map[string]string{"original@1": "original@1", "city": "plain@1", "classic": "plain@1"} {
		if got := points.Shipped().Of(book); got != want {
			t.Errorf("%s is played with %s", book, got)
		}
	}
}

// house is a scheme of a house, with all that a scheme can hold.
const house = `[{"id": "house", "version": 2, "name": {"ru": "Наши баллы", "en": "Our points"},
  "rulebooks": ["classic", "club"], "win": 1, "draw": 0.5, "bestMove": [0, 0, 0.3, 0.6], "removal": -0.3,
  "roles": [{"role": "sheriff", "win": 0.2, "loss": -0.1}], "host": true,
  "compensation": {"most": 0.5, "share": 0.25}, "ties": ["rate", "bonus", "fewer-fouls"]}]`

// A house makes a scheme of its own, and each game keeps the version it was played with.
func TestAnOldEveningKeepsItsScheme(t *testing.T) {
	list, err := points.ParseSchemes([]byte(house))
	if err != nil {
		t.Fatal(err)
	}
	next := list[0]
	next.Version, next.Win = 3, 2*points.Point
	all, err := points.Shipped().With(next, list[0])
	if err != nil {
		t.Fatal(err)
	}
	if s, _ := all.Find("house"); s.Version != 3 {
		t.Errorf("the newest is %s", s.Key())
	}
	games := []points.Result{classic(1, mafia.RedWon), classic(2, mafia.RedWon), classic(3, mafia.NobodyWon)}
	games[0].Scheme, games[1].Scheme, games[2].Scheme = "house@2", "house@3", "house@2"
	b, err := points.NewBook(games, all)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Standings(points.Period{}, points.Order{})
	// The sheriff: 1 + 0.2, 2 + 0.2, 0.5 - 0.1.
	if top := s.Rows[0]; top.Person != "g" || top.Sum.String() != "3.8" || strings.Join(s.Schemes, " ") != "house@2 house@3" {
		t.Errorf("%+v of %v", top, s.Schemes)
	}
	if _, err := points.NewBook(games, points.Shipped()); err == nil || !strings.Contains(err.Error(), "house@2") {
		t.Errorf("without the scheme: %v", err)
	}
}

// What is wrong with a house's scheme is told, all of it, in both languages; the
// texts are in testdata/schemes.golden.
func TestHouseSchemesAreHeldToTheirForm(t *testing.T) {
	var out strings.Builder
	for _, bad := range []string{
		``, `{}`, `[{"id": }]`, "[\n\n{\"id\": 5}]", `[{"wins": 1}]`, `[] []`,
		`[{"id": "house", "version": 1, "win": "1"}]`,
		`[{"id": "house", "version": 1, "win": 0.00001}]`,
		`[{"id": "Наша", "version": 0, "name": {"ru": "x"}, "win": 1, "ties": []}]`,
		with(`"version": 1`, `"version": 10000`),
		with(`"win": 1,`, ``),
		with(`"win": 1`, `"win": 1001`),
		with(`"win": 1`, `"win": 1, "removal": 0.5`),
		with(`"win": 1`, `"win": 1, "compensation": {"most": 0.4}`),
		with(`"win": 1`, `"win": 1, "compensation": {"most": 0.4, "share": 1.5}`),
		with(`"win": 1`, `"win": 1, "own": true`),
		with(`"win": 1`, `"own": true`),
		with(`"win": 1`, `"win": 1, "roles": [{"role": "don", "win": 1}, {"role": "don", "win": 1}]`),
		with(`"win": 1`, `"win": 1, "roles": [{"role": "king", "win": 1}]`),
		with(`"win": 1`, `"win": 1, "rulebooks": ["chess", "city", "city"]`),
		with(`"ties": []`, `"ties": ["height", "wins", "wins"]`),
		with(`"en": "x"`, `"en": "x", "de": "x"`),
		`[` + one + `, ` + one + `]`,
	} {
		_, err := points.ParseSchemes([]byte(bad))
		tell(t, &out, bad, err)
	}
	var s points.Scheme
	if err := json.Unmarshal([]byte(one), &s); err != nil {
		t.Fatal(err)
	}
	_, err := points.Shipped().With(s, s)
	tell(t, &out, "twice", err)
	s.ID = "sport"
	s.Version = 2
	_, err = points.Shipped().With(s)
	tell(t, &out, "taken", err)
	golden.Check(t, "testdata/schemes.golden", out.String())
}

const one = `{"id": "house", "version": 1, "name": {"ru": "x", "en": "x"}, "win": 1, "ties": []}`

func with(old, put string) string { return "[" + strings.Replace(one, old, put, 1) + "]" }

func tell(t *testing.T, out *strings.Builder, what string, err error) {
	t.Helper()
	var no *points.SchemeError
	if !errors.As(err, &no) || len(no.Faults) == 0 {
		t.Errorf("%s: %v", what, err)
		return
	}
	out.WriteString(what + "\n")
	for _, l := range say.Langs() {
		text := no.In(l)
		if strings.ContainsAny(text, "{}") || strings.Contains(text, "points.") {
			t.Errorf("not put into words: %s", text)
		}
		out.WriteString("  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
	}
}
