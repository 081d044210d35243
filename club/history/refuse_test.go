package history_test

import (
	"strings"
	"testing"

	"omerta/club/history"
	"omerta/internal/golden"
	"omerta/say"
)

// game17 is a sound game with every column but the rarest; game 18 follows it.
func game17() []string {
	lines := []string{"game,date,season,rulebook,seat,player,role,winner,first_shot,best_move,fouls,left,day,night,extra,extra_reason,penalty,penalty_reason,unrated,scheme"}
	for _, game := range []string{"17", "18"} {
		for i, role := range strings.Fields("civilian civilian civilian civilian civilian civilian sheriff mafia mafia don") {
			no := string(rune('1' + i))
			if i == 9 {
				no = "10"
			}
			lines = append(lines, game+",2026-11-27,5,classic,"+no+",p"+no+","+role+",red,,,0,,,,,,,,,sport")
		}
	}
	return lines
}

// Whatever is no statement is refused with its line and reason, and game 18 is taken
// all the same; the texts are in testdata/refusals.golden.
func TestWhatIsRefusedAndWhy(t *testing.T) {
	var out strings.Builder
	for _, x := range []struct {
		line     int // in which old becomes put
		old, put string
	}{
		{2, "17,", "x,"},
		{2, "17,", ","},
		{2, "17,", "0,"},
		{2, "17,", "-17,"},
		{2, "17,", "99999999999,"},
		{3, "17,", "16,"},
		{3, "2026-11-27", "27/11/2026"},
		{3, "2026-11-27", "2026-02-30"},
		{3, "2026-11-27", "2026-11-28"},
		{3, ",5,", ",6,"},
		{2, "classic", "chess"},
		{3, "classic", "city"},
		{3, ",2,p2", ",0,p2"},
		{3, ",2,p2", ",41,p2"},
		{3, ",2,p2", ",3,p2"},
		{3, ",2,p2", ",,p2"},
		{11, ",10,p10", ",11,p10"},
		{3, "p2", "\u200b"},
		{3, "p2", "a nick of more than twenty-four characters"},
		{3, "p2", "p1"},
		{3, "civilian", "king"},
		{3, "civilian", ""},
		{2, "red", "green"},
		{3, "red", "black"},
		{3, "red,,", "red,maybe,"},
		{3, "red,,,", "red,yes,1 2 2,"},
		{3, "red,,,", "red,yes,1 2 3 4,"},
		{3, "red,,,", "red,yes,0,"},
		{3, "red,,,", "red,yes,1 2 11,"},
		{3, ",0,,", ",-1,,"},
		{3, ",0,,", ",100,,"},
		{3, ",0,,", ",two,,"},
		{3, ",0,,", ",0,flew,"},
		{3, ",0,,,,", ",0,killed,x,-1,"},
		{3, ",0,,,,,", ",0,,,,0.12345,"},
		{3, ",0,,,,,,,", ",0,,,,,,0.5,"},
		{3, ",0,,,,,,,", ",0,,,,,,1e9,"},
		{3, ",0,,,,,,,", ",0,,,,1," + strings.Repeat("x", 201) + ",,"},
		{3, ",,sport", ",perhaps,sport"},
		{2, ",,sport", ",,chess"},
		{2, ",,sport", ",,original@1"},
		{3, "p2", `"p2`},
		{3, "p2", `"p2"x`},
		{3, "p2", "p,2"},
		{3, "p2", strings.Repeat("x", history.MaxLine)},
	} {
		lines := game17()
		lines[x.line-1] = strings.Replace(lines[x.line-1], x.old, x.put, 1)
		games, report := read(t, strings.Join(lines, "\n"), history.Options{})
		if len(games) != 1 || games[0].ID != "18" {
			t.Errorf("%q for %q: %d games are taken", x.put, x.old, len(games))
		}
		put := x.put
		if len(put) > 60 {
			put = put[:60] + "…"
		}
		tell(t, &out, x.old+" → "+put, report)
	}
	golden.Check(t, "testdata/refusals.golden", out.String())
}

// What is said of a whole game may stand in one row of it.
func TestOneRowSpeaksForTheGame(t *testing.T) {
	lines := game17()
	for i := 1; i < 10; i++ {
		lines[i] = strings.NewReplacer("2026-11-27", "", ",red,", ",,", ",sport", ",").Replace(lines[i])
	}
	games, report := read(t, strings.Join(lines, "\n"), history.Options{})
	if len(games) != 2 || games[0].Date != games[1].Date || games[0].Winner != "red" || games[0].Scheme != "sport@1" {
		t.Errorf("%+v", report)
	}
}

// A file that is not of the form says so in its first lines.
func TestFilesThatAreNotOfTheForm(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"", "\n\n", "hello", "game,seat\n1,1", "game,game,seat,player,role,winner\n", "g\x00a\x00m\x00e\x00,\x00",
		"game,seat,player,role,winner,height,weight\n1,1,a,don,red,1,2",
		strings.Join(game17()[:8], "\n"),           // a game of seven: the rest of the file is lost
		strings.Join(game17()[:11], "\n") + "\n17", // and one that is cut off in a row
		"game,seat,player,role,winner\n1,1,a,don,\n1,2,b,mafia,",
		"game,seat,player,role,winner,first_shot\n" + "1,1,a,don,red,yes\n1,2,b,mafia,red,yes",
	} {
		games, report := read(t, text, history.Options{})
		if len(games) > 0 {
			t.Errorf("%q: games are taken", text)
		}
		first, _, _ := strings.Cut(text, "\n")
		tell(t, &out, strings.ToValidUTF8(strings.ReplaceAll(first, "\x00", "·"), "?"), report)
	}
	golden.Check(t, "testdata/files.golden", out.String())
}

func tell(t *testing.T, out *strings.Builder, what string, report history.Report) {
	t.Helper()
	if len(report.Refusals) == 0 {
		t.Errorf("%s: nothing is refused", what)
	}
	out.WriteString(what + "\n")
	for _, l := range say.Langs() {
		for _, x := range report.Refusals {
			text := x.In(l)
			if strings.ContainsAny(text, "{}") || strings.Contains(text, "history.") || strings.Contains(text, "points.") {
				t.Errorf("not put into words: %s", text)
			}
			out.WriteString("  " + text + "\n")
		}
		for _, n := range report.Notes {
			if strings.Contains(n.In(l), "history.") {
				t.Errorf("not put into words: %s", n.Key)
			}
			out.WriteString("  (" + n.In(l) + ")\n")
		}
	}
}
