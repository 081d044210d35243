package history_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"omerta/club/clubtest"
	"omerta/club/history"
	"omerta/club/points"
	"omerta/club/sheet"
	"omerta/internal/golden"
	"omerta/mafia"
	"omerta/say"
)

func read(t testing.TB, text string, o history.Options) ([]points.Result, history.Report) {
	t.Helper()
	games, report, err := history.Read(context.Background(), strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return games, report
}

func bookOf(t testing.TB, games []points.Result) *points.Book {
	t.Helper()
	b, err := points.NewBook(games, points.Shipped())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The whole history of a real club: the totals are those that its keepers count.
// The file is not part of the repository; OMERTA_GAMES says where it is.
func TestTheHistoryOfAClub(t *testing.T) {
	name := os.Getenv("OMERTA_GAMES")
	if name == "" {
		t.Skip("OMERTA_GAMES names no file")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	games, report := read(t, string(data), history.Options{Source: "club", Scheme: "sport"})
	if len(report.Refusals) > 0 || report.Games != 5253 || report.Rows != 52530 {
		t.Errorf("%d games of %d rows; refused: %v", report.Games, report.Rows, report.Refusals)
	}
	b := bookOf(t, games)
	total := b.Totals(points.Period{})
	if got, want := fmt.Sprint(total.Games, total.Unrated, total.Wins, total.People, total.Victims, total.BestMoves),
		"5253 342 [{red 2173} {black 2738}] 668 4585 [832 2262 1244 99]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	shot := ""
	for _, r := range total.ShotRoles {
		shot += fmt.Sprint(r.Role, " ", r.Games, " ")
	}
	if want := "mafia 14 don 11 sheriff 706 civilian 3854 "; shot != want {
		t.Errorf("shot first: %s", shot)
	}
	most := map[string]points.Tally{
		"P0027": {Games: 2536, Wins: 1391}, "P0314": {Games: 1990, Wins: 977}, "P0188": {Games: 1574, Wins: 775}, "P0036": {Games: 1550, Wins: 730},
		"P0400": {Games: 1471, Wins: 697}, "P0276": {Games: 1368, Wins: 744}, "P0001": {Games: 1360, Wins: 701}, "P0004": {Games: 1354, Wins: 710},
		"P0159": {Games: 1306, Wins: 644}, "P0021": {Games: 1148, Wins: 546},
	}
	for _, r := range b.Standings(points.Period{}, points.Order{}).Rows {
		want, there := most[r.Person]
		if there && r.Tally != want || !there && r.Games > 1148 {
			t.Errorf("%s has %+v", r.Person, r.Tally)
		}
		if page, ok := b.Page(r.Person, points.Period{}); !ok || page.Tally != r.Tally {
			t.Errorf("the page of %s says %+v", r.Person, page.Tally)
		}
	}
	rates(t, b)
	notes := ""
	for _, n := range report.Notes {
		notes += fmt.Sprint(n.Key, n.Args["n"], " ")
	}
	if want := "history.odd.undated648 history.odd.guests140 history.odd.own-seat16 history.odd.fouled250 "; notes != want {
		t.Errorf("notes: %s", notes)
	}
}

// rates are those over the rated games.
func rates(t *testing.T, b *points.Book) {
	t.Helper()
	total := b.Totals(points.Period{Rated: true})
	share := func(name string, n, of int, want string) {
		if got := fmt.Sprintf("%.1f", 100*float64(n)/float64(of)); got != want {
			t.Errorf("%s: %s %%, want %s", name, got, want)
		}
	}
	share("red wins", total.Wins[0].Games, total.Games, "44.2")
	share("shot first", total.Victims, total.Games, "88.1")
	for _, r := range total.ShotRoles {
		switch r.Role {
		case mafia.Sheriff:
			share("the sheriff shot first", r.Games, total.Victims, "15.2")
			share("red wins then", r.Wins, r.Games, "23.4")
		case mafia.Civilian:
			share("a civilian shot first", r.Games, total.Victims, "84.3")
			share("red wins then", r.Wins, r.Games, "46.1")
		}
	}
}

func excerpt(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/excerpt.csv")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Fifteen of these games, counted by hand: the best moves that bring points are
// those of games 5, 32, 425 and 2855.
func TestAnExcerptByHand(t *testing.T) {
	games, report := read(t, excerpt(t), history.Options{Scheme: "sport@1"})
	if len(report.Refusals) > 0 {
		t.Fatal(report.Refusals)
	}
	b := bookOf(t, games)
	total := b.Totals(points.Period{})
	if got, want := fmt.Sprint(total.Games, total.Unrated, total.Wins, total.People, total.Guests, total.Undated, total.Victims, total.BestMoves),
		"15 1 [{red 7} {black 7}] 70 1 3 12 [1 5 3 2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	moves, compensated := "", ""
	for _, r := range b.Standings(points.Period{}, points.Order{Ties: []points.Tie{}}).Rows {
		if r.BestMove != 0 {
			moves += fmt.Sprint(r.Person, " ", r.BestMove, " ")
		}
		if r.Compensation != 0 {
			compensated += fmt.Sprint(r.Person, " ", r.Games, " ", r.Compensation, " ")
		}
	}
	if !sameWords(moves, "P0004 0.25 P0010 0.4 P0118 0.4 P0159 0.25") {
		t.Errorf("best moves: %s", moves)
	}
	// Shot first as red in a lost game, once each: P0004 in 1, P0011 in 10, P0008 in
	// 383, P0118 in 425, P0355 in 3989, P0314 in 5253.
	if want := compensations(games); !sameWords(compensated, want) {
		t.Errorf("compensations: %s, want %s", compensated, want)
	}
}

// compensations are these people's, with the number of their games counted here.
func compensations(games []points.Result) string {
	out := ""
	for _, who := range []string{"P0004", "P0011", "P0008", "P0118", "P0355", "P0314"} {
		n := 0
		for _, g := range games {
			for _, s := range g.Seats {
				if s.Person == who && g.Winner != mafia.NoWinner {
					n++
				}
			}
		}
		ci := 0.4
		if base := (4*n + 5) / 10; base > 1 {
			ci /= float64(base)
		}
		out += fmt.Sprint(who, " ", n, " ", points.Points(ci*10000+0.5), " ")
	}
	return out
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// What is given out in any form is taken in as it was.
func TestGamesGoOutAndIn(t *testing.T) {
	for seed := range uint64(40) {
		want := clubtest.Mixed(seed, 12)
		f := []sheet.Form{sheet.Plain, sheet.Local, {Comma: '\t', Decimal: ',', BOM: true}}[seed%3]
		var b bytes.Buffer
		if err := sheet.CSV(&b, history.Games(want, nil, say.RU), f); err != nil {
			t.Fatal(err)
		}
		got, report := read(t, b.String(), history.Options{Source: "mixed"})
		if len(report.Refusals) > 0 || len(got) != len(want) {
			t.Fatalf("seed %d: %v", seed, report.Refusals)
		}
		for i := range want {
			for k := range want[i].Seats {
				if s := &want[i].Seats[k]; s.Left == "" { // when he left is not written down then
					s.Day, s.Night = 0, 0
				}
			}
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("seed %d:\n got %+v\nwant %+v", seed, got[i], want[i])
			}
		}
	}
}

// One row with rubbish in it costs its own game at most.
func TestABadRowTakesNoOtherGameWithIt(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(excerpt(t)), "\n")
	all, _ := read(t, excerpt(t), history.Options{})
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 6))
		at := 1 + r.IntN(len(lines)-1)
		spoilt := slices.Clone(lines)
		row := []byte(lines[at])
		game, _, _ := strings.Cut(lines[at], ",")
		from := len(game) + 1 // the number of the game is left as it is
		for range 1 + r.IntN(4) {
			row[from+r.IntN(len(row)-from)] = byte("\"',;\x00\xff\t=9"[r.IntN(9)])
		}
		spoilt[at] = string(row)
		got, report := read(t, strings.Join(spoilt, "\n"), history.Options{})
		for _, g := range all {
			same := slices.ContainsFunc(got, func(x points.Result) bool { return reflect.DeepEqual(x, g) })
			if !same && g.ID != game {
				t.Fatalf("seed %d: line %d %q spoils game %s too: %v", seed, at+1, row, g.ID, report.Refusals)
			}
		}
		if len(got) < len(all) && len(report.Refusals) == 0 {
			t.Fatalf("seed %d: a game is gone and nobody says why", seed)
		}
		for _, x := range report.Refusals {
			if x.Game != game {
				t.Fatalf("seed %d: %v is of another game than %s", seed, x, game)
			}
		}
	}
}

// Nothing that can be in a file stops the program.
func TestRubbishIsRefused(t *testing.T) {
	head, _, _ := strings.Cut(excerpt(t), "\n")
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		data := make([]byte, r.IntN(2000))
		for i := range data {
			data[i] = byte(r.Uint32())
			if r.IntN(3) == 0 {
				data[i] = ",;\n\"1 "[r.IntN(6)]
			}
		}
		text := string(data)
		if r.IntN(2) == 0 {
			text = head + "\n" + text
		}
		if games, _ := read(t, text, history.Options{}); len(games) > 0 {
			t.Errorf("seed %d: games in %q", seed, text)
		}
	}
}

func TestRowsMayStandAnywhere(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(excerpt(t)), "\n")
	want, _ := read(t, excerpt(t), history.Options{})
	r := rand.New(rand.NewPCG(1, 8))
	r.Shuffle(len(lines)-1, func(i, j int) { lines[i+1], lines[j+1] = lines[j+1], lines[i+1] })
	got, _ := read(t, "sep=,\r\n\r\n"+strings.Join(lines, "\r\n\r\n"), history.Options{})
	number := func(a, b points.Result) int { return a.Number - b.Number }
	slices.SortFunc(got, number)
	if !reflect.DeepEqual(got, want) {
		t.Error("shuffled rows make other games")
	}
}

// A file as a Russian spreadsheet saves it: semicolons, decimal commas, its own
// dates, Windows-1251, headings and words in Russian.
func TestARussianSpreadsheet(t *testing.T) {
	rows := "Игра;Дата;Место;Игрок;Роль;Победа;ПУ;ЛХ;Фолы;Доп;Минус\r\n"
	for i, role := range strings.Fields("мирный мирный мирный мирный мирный мирный шериф мафия мафия дон") {
		first, move := "", ""
		if i == 1 {
			first, move = "да", "8, 9, 10"
		}
		rows += fmt.Sprintf("1;27.11.2026;%d;Ник %d;%s;Чёрные;%s;%s;1;0,25;-0,5\r\n", i+1, i+1, role, first, move)
	}
	old, err := charmap.Windows1251.NewEncoder().String(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{rows, "\ufeff" + rows, old} {
		games, report := read(t, text, history.Options{Scheme: "sport"})
		if len(report.Refusals) > 0 || len(games) != 1 {
			t.Fatalf("%v", report.Refusals)
		}
		g := games[0]
		if g.Date != "2026-11-27" || g.Evening != g.Date || g.Winner != mafia.BlackWon || g.Scheme != "sport@1" ||
			g.Seats[1].BestMove != mafia.SeatsOf(8, 9, 10) || g.Seats[9].Role != mafia.Don || g.Seats[2].Person != "Ник 3" || g.Seats[0].Malus != -5000 {
			t.Errorf("%+v", g)
		}
	}
}

func TestKnownGamesAreNotTakenTwice(t *testing.T) {
	first, _ := read(t, excerpt(t), history.Options{Source: "old"})
	have := map[string]bool{}
	for _, g := range first {
		have[g.ID] = true
	}
	again, report := read(t, excerpt(t), history.Options{Source: "old", Have: func(id string) bool { return have[id] }})
	if len(again) > 0 || report.Known != len(first) {
		t.Errorf("%d taken again, %d known", len(again), report.Known)
	}
}

func TestPeopleAreTheClubs(t *testing.T) {
	asked := map[string]int{}
	games, _ := read(t, excerpt(t), history.Options{Person: func(nick string) string {
		asked[nick]++
		return "id-" + nick
	}})
	_, report := read(t, "game,seat,player,role,winner\n1,1,a,don,red", history.Options{Person: func(string) string {
		t.Error("a person of a game that is refused is asked for")
		return ""
	}})
	if report.Refused != 1 {
		t.Errorf("%+v", report)
	}
	spoilt := game17()[:11]
	spoilt[1] = strings.Replace(spoilt[1], ",red,,,", ",red,yes,1 2 11,", 1)
	read(t, strings.Join(spoilt, "\n"), history.Options{Person: func(string) string {
		t.Error("a person of a game that is refused as a whole is asked for")
		return ""
	}})
	if games[0].Seats[0].Person != "id-P0001" || len(asked) != 70 || asked["P0001"] != 1 {
		t.Errorf("%s, %d asked for, P0001 %d times", games[0].Seats[0].Person, len(asked), asked["P0001"])
	}
}

// One person under two spellings is no longer two without anybody noticing.
func TestNicksThatLookAlikeAreTold(t *testing.T) {
	text := strings.Replace(strings.Join(game17(), "\n"), "18,2026-11-27,5,classic,1,p1,", "18,2026-11-27,5,classic,1,Р1,", 1) // a Cyrillic letter
	games, report := read(t, text, history.Options{})
	if len(games) != 2 || len(report.Notes) != 1 || report.Notes[0].In(say.EN) == "" || fmt.Sprint(report.Notes[0].Args["names"]) != "[p1 Р1]" {
		t.Errorf("%+v", report.Notes)
	}
	_, report = read(t, text, history.Options{Person: func(string) string { return "x" }})
	if report.Refused != 2 { // all are one person, who cannot sit everywhere
		t.Errorf("%+v", report)
	}
}

type faulty struct{ left int }

var errDisk = errors.New("disk")

func (f *faulty) Read(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errDisk
	}
	return copy(p, "game,seat,player,role,winner\n1,1,a,don,red\n"), nil
}

func TestProgressAndTheEnd(t *testing.T) {
	var told []history.Progress
	text := excerpt(t) + strings.Repeat("\n6000,1,x,don,red,,,,,,,", 2500)
	_, report := read(t, text, history.Options{Progress: func(p history.Progress) { told = append(told, p) }})
	if last := told[len(told)-1]; len(told) < 3 || last.Bytes != int64(len(text)) || last.Refused != 1 || last.Rows != 2650 {
		t.Errorf("%+v", told)
	}
	if report.More == 0 || len(report.Refusals) != history.MaxRefusals {
		t.Errorf("%d refusals and %d more", len(report.Refusals), report.More)
	}
	if _, _, err := history.Read(context.Background(), &faulty{2}, history.Options{}); !errors.Is(err, errDisk) {
		t.Errorf("a disk that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := history.Read(ctx, strings.NewReader(text), history.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("when told to stop: %v", err)
	}
}

// The tables for people have as many cells in a row as headings, in both languages.
func TestTables(t *testing.T) {
	games, _ := read(t, excerpt(t), history.Options{Scheme: "sport"})
	b := bookOf(t, games)
	ratings := b.Ratings(points.DefaultElo(), points.Period{})
	name := func(person string) string { return "=" + person }
	for _, l := range say.Langs() {
		tables := []sheet.Table{
			history.Games(games, name, l),
			history.Standings(b.Standings(points.Period{}, points.Order{MinGames: 3}), name, l),
			history.Pages(b.Pages(points.Period{}), ratings, name, l),
			history.Pages(b.Pages(points.Period{}), nil, name, l),
		}
		for _, x := range tables {
			for _, row := range x.Rows {
				if len(row) != len(x.Head) {
					t.Fatalf("%s: %d cells under %d headings", x.Name, len(row), len(x.Head))
				}
			}
			if strings.Contains(strings.Join(x.Head, " ")+x.Name, "sheet.") || len(x.Rows) == 0 {
				t.Errorf("%s: %v", x.Name, x.Head)
			}
		}
		var out bytes.Buffer
		if err := sheet.XLSX(&out, tables...); err != nil || out.Len() < 5000 {
			t.Errorf("%d bytes, %v", out.Len(), err)
		}
		if l == say.RU {
			var csv bytes.Buffer
			if err := sheet.CSV(&csv, tables[1], sheet.Local); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/standings.golden", csv.String())
		}
	}
}
