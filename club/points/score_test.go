package points_test

import (
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"omerta/club/points"
	"omerta/mafia"
	"omerta/record"
)

// played replays a record and gives the game with all its events.
func played(t *testing.T, path string) (record.Result, iter.Seq[mafia.Event]) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := record.Read(data)
	res := record.Replay(r)
	return res, func(yield func(mafia.Event) bool) {
		for _, s := range res.Steps {
			for _, e := range s.Events {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// each calls f with every scenario that is a game played to its end.
func each(t *testing.T, folder string, f func(name string, res record.Result, events iter.Seq[mafia.Event])) {
	t.Helper()
	n := 0
	err := filepath.WalkDir("../../scenarios/"+folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".mafia" {
			return err
		}
		if res, events := played(t, path); res.Played && res.Game.Phase() == mafia.Over {
			n++
			f(path, res, events)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 3 {
		t.Fatalf("only %d games in %s", n, folder)
	}
}

func scheme(t *testing.T, key string) points.Scheme {
	t.Helper()
	s, ok := points.Shipped().Find(key)
	if !ok {
		t.Fatalf("there is no %s", key)
	}
	return s
}

// ORIGINAL-POINTS-1, ORIGINAL-POINTS-2: what a result is worth is what the game
// itself says.
func TestOriginalPointsAreThoseOfTheGame(t *testing.T) {
	s := scheme(t, "original")
	red, black := 0, 0
	each(t, "original", func(name string, res record.Result, events iter.Seq[mafia.Event]) {
		r, err := points.FromGame(points.Result{}, &res.Game, events, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range res.Game.PointsOf() {
			if got := s.Score(&r)[i].Sum(); got != points.Points(want)*points.Point {
				t.Errorf("%s: number %d has %v points, the game says %d", name, i+1, got, want)
			}
		}
		switch r.Winner {
		case mafia.RedWon:
			red++
		case mafia.BlackWon:
			black++
		}
	})
	if red < 3 || black < 3 {
		t.Errorf("red won %d games and black %d", red, black)
	}
}

// ORIGINAL-END-3: points add up over the rounds of an evening.
func TestOriginalRoundsAddUp(t *testing.T) {
	round := func(n int, winner mafia.Winner, black, gone mafia.Seats) points.Result {
		r := points.Result{Number: n, Evening: "e", Rulebook: "original@1", Winner: winner, Seats: make([]points.Seat, 6)}
		for i := range r.Seats {
			no := mafia.Seat(i + 1)
			r.Seats[i] = points.Seat{Person: string(rune('a' + i)), Role: mafia.Civilian}
			if black.Has(no) {
				r.Seats[i].Role = mafia.Mafia
			}
			if gone.Has(no) {
				r.Seats[i].Left = mafia.VotedOut
			}
		}
		return r
	}
	b := book(t,
		round(1, mafia.RedWon, mafia.SeatsOf(1, 2), mafia.SeatsOf(1, 2, 3)),         // three reds are left: 3 for each of four
		round(2, mafia.BlackWon, mafia.SeatsOf(1, 2), mafia.SeatsOf(2, 3, 4, 5, 6)), // four reds were dealt: 4 for number 1
		round(3, mafia.RedWon, mafia.SeatsOf(3, 4), mafia.SeatsOf(3, 4, 5)),
	)
	got := ""
	for _, r := range b.Standings(points.Period{Evening: "e"}, points.Order{}).Rows {
		got += fmt.Sprintf("%d %s %v|", r.Place, r.Person, r.Sum)
	}
	if want := "1 a 7|2 e 6|2 f 6|4 b 3|5 c 3|5 d 3|"; got != want { // b has won twice
		t.Errorf("got %s, want %s", got, want)
	}
}

// Real games of classic become results; a hand has counted them from the records
// (CLASSIC-MORN-2, CLASSIC-MORN-4).
func TestRealGamesBecomeResults(t *testing.T) {
	for name, want := range map[string]string{
		"mr-4870":    "red 1:voted-out 2:voted-out 3:voted-out/1 4:/1 5:killed 6:killed/first 7:/1 8:killed 9:voted-out 10:voted-out",
		"mr-4871":    "red 1:/3 2:voted-out/1 3:killed/first/move[2 4 9] 4:voted-out/2 5:voted-out/1 6:voted-out/1 7:killed 8:/2 9:voted-out/2 10:killed/1",
		"pol-270561": "red 1:killed/first 2:voted-out/2 3:/1 4:killed 5:/1 6:killed 7:voted-out 8:voted-out 9:/1 10:killed",
	} {
		res, events := played(t, "../../scenarios/real/"+name+".mafia")
		r, err := points.FromGame(points.Result{ID: name, Scheme: "sport@1"}, &res.Game, events, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if faults := r.Check(); len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
		}
		if got := short(&r); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// short writes a result in one line.
func short(r *points.Result) string {
	out := []string{string(r.Winner)}
	for i, s := range r.Seats {
		text := fmt.Sprintf("%d:%s", i+1, s.Left)
		if s.First {
			text += "/first"
		}
		if s.BestMove != 0 {
			text += fmt.Sprintf("/move%v", s.BestMove.List())
		}
		if s.Fouls > 0 {
			text += fmt.Sprintf("/%d", s.Fouls)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// Every game of every rulebook that is played to its end can be counted, and
// somebody wins it unless nobody has.
func TestEveryScenarioBecomesAResult(t *testing.T) {
	for _, book := range []string{"city", "classic", "club", "original"} {
		each(t, book, func(name string, res record.Result, events iter.Seq[mafia.Event]) {
			r, err := points.FromGame(points.Result{}, &res.Game, events, func(no mafia.Seat, _ string) string { return fmt.Sprint(no) })
			if err != nil {
				t.Fatal(err)
			}
			if faults := r.Check(); len(faults) > 0 {
				t.Errorf("%s: %v", name, faults)
			}
			wins, unknown := 0, 0
			for i := range r.Seats {
				if r.Won(mafia.Seat(i + 1)) {
					wins++
				}
				if r.Seats[i].Role == mafia.Unknown {
					unknown++
				}
			}
			if (wins == 0) != (r.Winner == mafia.NobodyWon) && unknown == 0 {
				t.Errorf("%s: %s won, and %d winners", name, r.Winner, wins)
			}
		})
	}
}

func TestAnUnfinishedGameIsNoResultThatCounts(t *testing.T) {
	data := "omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\nday 1\n1 nominates 2\n"
	r, _ := record.Read([]byte(data))
	res := record.Replay(r)
	none := slices.Values([]mafia.Event(nil))
	if _, err := points.FromGame(points.Result{}, &res.Game, none, nil); err == nil {
		t.Error("no error")
	}
	got, err := points.FromGame(points.Result{Unrated: true}, &res.Game, none, nil)
	if err != nil || got.Rated() || got.Winner != mafia.NoWinner {
		t.Errorf("%+v, %v", got, err)
	}
}

// Where the house gives the best move to a victim of the first night alone, nobody
// else is the first victim.
func TestFirstVictimOfTheFirstNightAlone(t *testing.T) {
	const game = "omerta 1\nrulebook: classic\noption best-move: %s\ndeal: civilian*6 sheriff mafia*2 don\n" +
		"night 1\nday 2\nnight 2\nshots: 8>1 9>1 10>1\nday 3\nbeaten black\n"
	for value, want := range map[string]bool{"first-victim": true, "first-night": false} {
		r, _ := record.Read(fmt.Appendf(nil, game, value))
		res := record.Replay(r)
		if len(res.Faults) > 0 {
			t.Fatal(res.Faults)
		}
		got, err := points.FromGame(points.Result{}, &res.Game, slices.Values([]mafia.Event(nil)), nil)
		if err != nil || got.Seats[0].Left != mafia.Killed || got.Seats[0].First != want {
			t.Errorf("%s: %+v, %v", value, got.Seats[0], err)
		}
	}
}

// The sport preset by hand: win 1; best move 0.25 and 0.4; removal -0.5; the host's
// points; nothing in a game that does not count.
func TestSportByHand(t *testing.T) {
	s := scheme(t, "sport@1")
	r := classic(1, mafia.BlackWon)
	r.Seats[0].First, r.Seats[0].BestMove = true, mafia.SeatsOf(8, 9, 10)
	r.Seats[1].Left = mafia.Fouled
	r.Seats[2].Left = mafia.VotedOut
	r.Seats[3].Bonus, r.Seats[3].Malus = 3000, -5000
	r.Seats[9].Left = mafia.Removed
	wants := func(want string) {
		t.Helper()
		got := ""
		for _, x := range s.Score(&r) {
			got += x.Sum().String() + " "
		}
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	wants("0.4 -0.5 0 -0.2 0 0 0 1 1 0.5 ")
	r.Seats[0].BestMove = mafia.SeatsOf(2, 8, 10)
	wants("0.25 -0.5 0 -0.2 0 0 0 1 1 0.5 ")
	r.Seats[0].BestMove = mafia.SeatsOf(1, 2, 10) // history: he named himself
	wants("0 -0.5 0 -0.2 0 0 0 1 1 0.5 ")
	r.Winner = mafia.RedWon
	wants("1 0.5 1 0.8 1 1 1 0 0 -0.5 ")
	r.Unrated = true
	wants("0 0 0 0 0 0 0 0 0 0 ")
}

// A point a win and nothing else, whatever the host gave.
func TestPlainIsAPointAWin(t *testing.T) {
	s := scheme(t, "plain")
	r := classic(1, mafia.RedWon)
	r.Seats[0].Bonus, r.Seats[1].Left, r.Seats[2].BestMove = 9000, mafia.Removed, mafia.SeatsOf(8, 9, 10)
	for i, x := range s.Score(&r) {
		if want := points.Points(0); i < 7 {
			want = points.Point
			if x.Sum() != want {
				t.Errorf("number %d: %v", i+1, x)
			}
		} else if x.Sum() != want {
			t.Errorf("number %d: %v", i+1, x)
		}
	}
}

// Ci = min(0.4, 0.4*i/round(0.4*n)), by hand.
func TestCompensationByHand(t *testing.T) {
	c := scheme(t, "sport").Compensation
	for _, x := range []struct {
		i, n      int
		each, all string
	}{
		{0, 10, "0", "0"},
		{1, 10, "0.1", "0.1"},      // 0.4/4
		{2, 10, "0.2", "0.4"},      // 2 * 0.4*2/4
		{3, 10, "0.3", "0.9"},      //
		{4, 10, "0.4", "1.6"},      // the most
		{5, 10, "0.4", "2"},        // no more than that
		{1, 1, "0.4", "0.4"},       // round(0.4) is 0
		{1, 2, "0.4", "0.4"},       // round(0.8) is 1
		{1, 4, "0.2", "0.2"},       // round(1.6) is 2
		{1, 7, "0.1333", "0.1333"}, // round(2.8) is 3
		{2, 7, "0.2667", "0.5333"}, // the sum is 1.6/3, not twice the rounded part
		{1, 100, "0.01", "0.01"},
		{3, 13, "0.24", "0.72"}, // round(5.2) is 5
	} {
		if each, all := c.Each(x.i, x.n), c.Of(x.i, x.n); each.String() != x.each || all.String() != x.all {
			t.Errorf("%d of %d: %v each and %v in all, want %s and %s", x.i, x.n, each, all, x.each, x.all)
		}
	}
}

// The compensation is for red players who were shot first and lost, and is counted
// over the period: more games thin it out.
func TestCompensationBelongsToThePeriod(t *testing.T) {
	var games []points.Result
	for n := 1; n <= 10; n++ {
		r := classic(n, mafia.BlackWon)
		r.Scheme, r.Season = "sport@1", "1"
		r.Evening = "early"
		if n > 4 {
			r.Evening = "late"
		}
		games = append(games, r)
	}
	games[0].Seats[0].First = true // a: lost, compensated
	games[1].Seats[0].First = true // a: again
	games[2].Seats[9].First = true // j is black
	games[3].Seats[1].First = true // b: won
	games[3].Winner = mafia.RedWon //
	games[4].Seats[2].First = true // c: a draw
	games[4].Winner = mafia.NobodyWon
	games[5].Seats[3].First, games[5].Unrated = true, true // d: does not count
	b := book(t, games...)
	for _, x := range []struct {
		period points.Period
		want   string
	}{
		{points.Period{Evening: "early"}, "a0.8"}, // 2 of 4: b = 2, twice the most
		{points.Period{Evening: "late"}, ""},
		{points.Period{Season: "1"}, "a0.4"}, // 2 of 9: b = round(3.6) = 4, 2 * 0.2
	} {
		got := ""
		for _, r := range b.Standings(x.period, points.Order{}).Rows {
			if r.Compensation != 0 {
				got += r.Person + r.Compensation.String()
			}
		}
		if got != x.want {
			t.Errorf("%+v: %s, want %s", x.period, got, x.want)
		}
	}
}

// classic is a game of a to j: seven reds, the sheriff in seat 7, black in 8 to 10.
func classic(n int, winner mafia.Winner) points.Result {
	r := points.Result{ID: fmt.Sprint(n), Number: n, Rulebook: "classic", Winner: winner, Seats: make([]points.Seat, 10)}
	for i := range r.Seats {
		r.Seats[i] = points.Seat{Person: string(rune('a' + i)), Role: mafia.Civilian}
	}
	r.Seats[6].Role, r.Seats[7].Role, r.Seats[8].Role, r.Seats[9].Role = mafia.Sheriff, mafia.Mafia, mafia.Mafia, mafia.Don
	return r
}

func book(t testing.TB, games ...points.Result) *points.Book {
	t.Helper()
	b, err := points.NewBook(games, points.Shipped())
	if err != nil {
		t.Fatal(err)
	}
	return b
}
