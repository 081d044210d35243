package points_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"omerta/club/clubtest"
	"omerta/club/points"
	"omerta/internal/golden"
	"omerta/mafia"
	"omerta/say"
)

func places(s points.Standings) string {
	out := ""
	for _, r := range s.Rows {
		out += fmt.Sprintf("%d%s ", r.Place, r.Person)
	}
	return strings.TrimSpace(out)
}

// Each tie-break decides by itself, and who is equal in all shares his place.
func TestTieBreaks(t *testing.T) {
	// Points alike by the host's gift; b has more wins, c fewer games, d a best move,
	// e the bonus, f was shot first, a has no fouls.
	seat := func(who string, role mafia.Role) points.Seat { return points.Seat{Person: who, Role: role, Fouls: 1} }
	var g1, g2 points.Result
	g1 = points.Result{Number: 1, Rulebook: "classic", Scheme: "sport@1", Winner: mafia.RedWon}
	for _, who := range []string{"a", "b", "c", "d", "e", "f"} {
		s := seat(who, mafia.Mafia)
		s.Malus = 0
		s.Bonus = points.Point
		switch who {
		case "a":
			s.Fouls = 0
		case "b":
			s.Role, s.Bonus = mafia.Civilian, 0
		case "d":
			s.BestMove, s.Bonus, s.Role = mafia.SeatsOf(1, 3, 5), points.Point*6/10, mafia.Mafia
		case "e":
			s.Bonus, s.Malus = 2*points.Point, -points.Point
		case "f":
			s.First = true
		}
		g1.Seats = append(g1.Seats, s)
	}
	g2 = points.Result{Number: 2, Rulebook: "classic", Scheme: "sport@1", Winner: mafia.RedWon}
	for _, who := range []string{"a", "b", "d", "e", "f"} {
		g2.Seats = append(g2.Seats, points.Seat{Person: who, Role: mafia.Don})
	}
	b := book(t, g1, g2)
	for tie, want := range map[points.Tie]string{
		points.MoreWins:   "1b 2a 2c 2d 2e 2f",
		points.BetterRate: "1b 2a 2c 2d 2e 2f",
		points.FewerGames: "1c 2a 2b 2d 2e 2f",
		points.MoreMoves:  "1d 2a 2b 2c 2e 2f",
		points.MoreBonus:  "1e 2a 2c 2f 5d 6b",
		points.MoreShots:  "1f 2a 2b 2c 2d 2e",
		points.FewerFouls: "1a 2b 2c 2d 2e 2f",
	} {
		if got := places(b.Standings(points.Period{}, points.Order{Ties: []points.Tie{tie}})); got != want {
			t.Errorf("%s: %s, want %s", tie, got, want)
		}
	}
	if got, want := places(b.Standings(points.Period{}, points.Order{Ties: []points.Tie{}})), "1a 1b 1c 1d 1e 1f"; got != want {
		t.Errorf("without tie-breaks: %s", got)
	}
	if got, want := places(b.Standings(points.Period{}, points.Order{})), "1b 2d 3f 4c 5a 6e"; got != want {
		t.Errorf("by those of sport: %s, want %s", got, want)
	}
	if got, want := places(b.Standings(points.Period{}, points.Order{Average: true, MinGames: 2})), "1b 2d 3f 4a 5e 0c"; got != want {
		t.Errorf("by average: %s, want %s", got, want)
	}
}

func TestGamesStandByDateAndNumber(t *testing.T) {
	dates := map[int]string{1: "", 2: "2024-05-01", 3: "", 4: "2024-04-01", 5: "", 6: "2024-05-01", 10: "2024-05-01", 11: ""}
	var games []points.Result
	for _, n := range []int{11, 10, 6, 5, 4, 3, 2, 1} {
		g := classic(n, mafia.RedWon)
		g.Date = dates[n]
		games = append(games, g)
	}
	got := []int{}
	for _, r := range book(t, games...).Results() {
		got = append(got, r.Number)
	}
	if want := []int{1, 4, 5, 2, 3, 6, 10, 11}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// What a book says hangs on the games alone, not on the order in which they are
// given to it.
func TestOrderOfInputDoesNotMatter(t *testing.T) {
	for seed := range uint64(20) {
		games := clubtest.Mixed(seed, 30)
		want := all(t, games)
		r := rand.New(rand.NewPCG(seed, 3))
		r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if got := all(t, games); got != want {
			t.Fatalf("seed %d: shuffled games say\n%s\nand not\n%s", seed, got, want)
		}
	}
}

// all is everything that a book says, as text.
func all(t *testing.T, games []points.Result) string {
	t.Helper()
	b := book(t, games...)
	r := b.Ratings(points.DefaultElo(), points.Period{})
	data, err := json.Marshal([]any{
		b.Standings(points.Period{}, points.Order{}), b.Standings(points.Period{Rulebook: "classic@1"}, points.Order{Average: true, MinGames: 3}),
		b.Pages(points.Period{}), b.Totals(points.Period{}), b.Seasons(), b.Evenings(), b.Years(), b.Rulebooks(),
		r.Table(mafia.Red, 0), r.Table(mafia.Black, 2), r.Table(mafia.Solo, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A table is what a dumb count over the results gives, for any period.
func TestStandingsAreADumbCount(t *testing.T) {
	for seed := range uint64(60) {
		games := clubtest.Mixed(seed, 25)
		b := book(t, games...)
		for _, p := range []points.Period{
			{},
			{Evening: "a"},
			{Season: "осень"},
			{Year: "2025"},
			{Rulebook: "classic"},
			{From: "2024-06-01", To: "2025-06-01"},
			{To: "2025-06-01"},
			{Season: "весна", Rulebook: "city", Year: "2026"},
			{Evening: "no such"},
		} {
			got := map[string]string{}
			s := b.Standings(p, points.Order{})
			for _, r := range s.Rows {
				got[r.Person] = fmt.Sprint(r.Games, r.Wins, r.Sum, r.Compensation, r.Fouls, r.FirstShot, r.Removals, r.Sides.Red, r.Sides.Black, r.Sides.Solo)
			}
			if want := dumb(games, p); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %+v:\n got %v\nwant %v", seed, p, got, want)
			}
		}
	}
}

// dumb counts with nothing in common with the book but the results.
func dumb(games []points.Result, p points.Period) map[string]string {
	type row struct {
		games, wins, fouls, first, gone int
		sum                             points.Points
		sides                           [4]points.Tally
		n, i                            int // of sport
	}
	rows := map[string]*row{}
	for _, g := range games {
		if g.Unrated || g.Winner == "" || p.Evening != "" && g.Evening != p.Evening || p.Season != "" && g.Season != p.Season ||
			p.Year != "" && !strings.HasPrefix(g.Date, p.Year) || p.Rulebook != "" && g.Rulebook != p.Rulebook ||
			p.From != "" && g.Date < p.From || p.To != "" && (g.Date == "" || g.Date > p.To) {
			continue
		}
		for k, s := range g.Seats {
			if s.Person == "" {
				continue
			}
			x := rows[s.Person]
			if x == nil {
				x = &row{}
				rows[s.Person] = x
			}
			won := map[mafia.Winner]bool{
				mafia.RedWon: s.Role.Side() == mafia.Red, mafia.BlackWon: s.Role.Side() == mafia.Black,
				mafia.ManiacWon: s.Role == mafia.Maniac, mafia.RipperWon: s.Role == mafia.Ripper,
				mafia.ManiacRipperWon: s.Role == mafia.Maniac || s.Role == mafia.Ripper,
			}[g.Winner]
			x.games++
			x.fouls += s.Fouls
			x.sides[s.Role.Side()].Games++
			if won {
				x.wins++
				x.sides[s.Role.Side()].Wins++
			}
			removed := s.Left == mafia.Fouled || s.Left == mafia.Removed || s.Left == mafia.Forfeited
			if removed {
				x.gone++
			}
			if s.First {
				x.first++
			}
			switch g.Scheme {
			case "original@1":
				reds, left := 0, 0
				for _, o := range g.Seats {
					if o.Role.Side() == mafia.Red {
						reds++
						if o.Left == "" {
							left++
						}
					}
				}
				if won && g.Winner == mafia.RedWon {
					x.sum += points.Points(left) * points.Point
				} else if won && g.Winner == mafia.BlackWon && s.Left == "" {
					x.sum += points.Points(reds) * points.Point
				}
			case "plain@1", "sport@1":
				if won {
					x.sum += points.Point
				}
			}
			if g.Scheme != "sport@1" {
				continue
			}
			x.n++
			if s.First && s.Role.Side() == mafia.Red && !won && g.Winner != mafia.NobodyWon {
				x.i++
			}
			hits, _ := g.Hits(mafia.Seat(k + 1))
			x.sum += map[int]points.Points{2: 2500, 3: 4000}[hits] + s.Bonus + s.Malus
			if removed {
				x.sum -= 5000
			}
		}
	}
	out := map[string]string{}
	for who, x := range rows {
		ci := 0.0
		if base := float64((4*x.n + 5) / 10); x.i > 0 { // 0.4 n, rounded
			ci = 0.4
			if base > 0 {
				ci = min(0.4, 0.4*float64(x.i)/base)
			}
			ci *= float64(x.i)
		}
		c := points.Points(ci*10000 + 0.5)
		out[who] = fmt.Sprint(x.games, x.wins, x.sum+c, c, x.fouls, x.first, x.gone, x.sides[1], x.sides[2], x.sides[3])
	}
	return out
}

// Pages and the table of the same period tell the same, and every rated seat with a
// person is on one page.
func TestPagesAgreeWithStandings(t *testing.T) {
	for seed := range uint64(30) {
		b := book(t, clubtest.Mixed(seed, 40)...)
		p := points.Period{Rulebook: "classic"}
		rows := map[string]points.Standing{}
		for _, r := range b.Standings(p, points.Order{}).Rows {
			rows[r.Person] = r
		}
		for _, page := range b.Pages(p) {
			r := rows[page.Person]
			if page.Tally != r.Tally || page.Sides != r.Sides || page.Fouls != r.Fouls || page.FirstShot.All != r.FirstShot || page.Removals != r.Removals {
				t.Fatalf("seed %d: page %+v, row %+v", seed, page, r)
			}
			roles := points.Tally{}
			for _, x := range page.Roles {
				roles.Games += x.Games
				roles.Wins += x.Wins
			}
			if roles != page.Tally {
				t.Fatalf("seed %d: %s by role %+v, in all %+v", seed, page.Person, roles, page.Tally)
			}
			delete(rows, page.Person)
		}
		if len(rows) > 0 {
			t.Fatalf("seed %d: without a page: %v", seed, rows)
		}
	}
}

func TestAPage(t *testing.T) {
	var games []points.Result
	for n, w := range []mafia.Winner{mafia.RedWon, mafia.RedWon, mafia.BlackWon, mafia.RedWon, mafia.NobodyWon, mafia.BlackWon, mafia.BlackWon, ""} {
		g := classic(n+1, w)
		g.Date, g.Season, g.Scheme = fmt.Sprintf("2026-01-%02d", n+1), []string{"10", "9"}[n/4], "sport@1"
		g.Evening = g.Date
		games = append(games, g)
	}
	games[0].Seats[0].BestMove, games[0].Seats[0].First = mafia.SeatsOf(8, 9, 2), true
	games[2].Seats[0].First, games[2].Seats[0].Fouls = true, 2
	games[5].Seats[0].Left, games[5].Seats[0].Fouls = mafia.Fouled, 4
	games[6].Seats[0].Role, games[6].Seats[7].Role = mafia.Mafia, mafia.Civilian
	b := book(t, games...)
	page, ok := b.Page("a", points.Period{})
	if !ok {
		t.Fatal("no page")
	}
	data, err := json.MarshalIndent(page, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/page.golden", string(data)+"\n")
	if _, ok := b.Page("nobody", points.Period{}); ok {
		t.Error("a page of nobody")
	}
	if _, ok := b.Page("a", points.Period{Year: "2025"}); ok {
		t.Error("a page of a year in which nobody played")
	}
}

// Elo by hand: all new, so everybody expects half; the winner gains 8 of 16, the
// loser loses 8; then the other side's mean counts.
func TestEloByHand(t *testing.T) {
	g1, g2 := classic(1, mafia.RedWon), classic(2, mafia.BlackWon)
	g2.Seats[9].Person = "" // a guest with the start's rating
	b := book(t, g1, g2)
	r := b.Ratings(points.DefaultElo(), points.Period{})
	if a := r.Of("a", mafia.Red); a.Moves[0].Value != 1508000 {
		t.Errorf("a has %+v", a)
	}
	// a: 1508 against (1492+1492+1500)/3 = 1494.667: promised 0.51918, so -8.307.
	// h: 1492 against 1508: promised 0.47697, so +8.368.
	a, h, j := r.Of("a", mafia.Red), r.Of("h", mafia.Black), r.Of("j", mafia.Black)
	if a.Value != 1499693 || h.Value != 1500368 || j.Value != 1492000 || j.Games != 1 || a.Best != 1508000 || a.Games != 2 {
		t.Errorf("a %+v, h %+v, j %+v", a, h, j)
	}
	if x := r.Of("a", mafia.Black); x.Games != 0 || x.Value != 1500000 || len(x.Moves) != 0 {
		t.Errorf("a as black: %+v", x)
	}
	if x := r.Of("nobody", mafia.Red); x.Value != 1500000 {
		t.Errorf("nobody: %+v", x)
	}
}

// A game that does not count moves no rating; K moves them all in proportion at the
// first game; the sum of one game's moves is nought when all are alike and as many
// on each side.
func TestEloLaws(t *testing.T) {
	games := clubtest.Classic(5, 60, 40)
	b := book(t, games...)
	var rated []points.Result
	for _, g := range games {
		if g.Rated() {
			rated = append(rated, g)
		}
	}
	x, y := b.Ratings(points.DefaultElo(), points.Period{}), book(t, rated...).Ratings(points.DefaultElo(), points.Period{})
	for _, side := range []mafia.Side{mafia.Red, mafia.Black} {
		if !reflect.DeepEqual(x.Table(side, 0), y.Table(side, 0)) {
			t.Errorf("unrated games moved the ratings of %v", side)
		}
	}
	solo := points.Result{Number: 1, Rulebook: "city", Winner: mafia.ManiacWon, Seats: []points.Seat{
		{Person: "a", Role: mafia.Civilian}, {Person: "b", Role: mafia.Mafia}, {Person: "c", Role: mafia.Maniac}, {Person: "d", Role: mafia.Unknown},
	}}
	r := book(t, solo).Ratings(points.Elo{K: 10, Start: 0, Scale: 400}, points.Period{})
	if got := fmt.Sprint(r.Of("a", mafia.Red).Value, r.Of("b", mafia.Black).Value, r.Of("c", mafia.Solo).Value, r.Of("d", mafia.Red).Games); got != "-5000 -5000 5000 0" {
		t.Errorf("a maniac's win: %s", got)
	}
	if (points.Elo{K: 0, Start: 1500, Scale: 400}).Check() || !points.DefaultElo().Check() {
		t.Error("bounds of the rules")
	}
}

// A draw ends a streak, and among equals moves no rating.
func TestADraw(t *testing.T) {
	b := book(t, classic(1, mafia.RedWon), classic(2, mafia.RedWon), classic(3, mafia.NobodyWon), classic(4, mafia.RedWon))
	page, _ := b.Page("a", points.Period{})
	if got, want := page.Streak, (points.Streak{Now: 1, Wins: 2}); got != want || page.Draws != 1 {
		t.Errorf("%+v, want %+v", got, want)
	}
	r := book(t, classic(1, mafia.NobodyWon)).Ratings(points.DefaultElo(), points.Period{})
	if a := r.Of("a", mafia.Red); a.Games != 1 || a.Value != 1500000 {
		t.Errorf("%+v", a)
	}
}

// Two who are one become one in all their games; who sat at one table are two.
func TestAPersonGetsAnotherKey(t *testing.T) {
	r := classic(1, mafia.RedWon)
	got, changed, ok := r.Rekeyed("c", "new")
	if !ok || !changed || got.Seats[2].Person != "new" || r.Seats[2].Person != "c" {
		t.Errorf("%v %v %+v", changed, ok, got.Seats[2])
	}
	if got, changed, ok := r.Rekeyed("c", ""); !ok || !changed || got.Seats[2].Person != "" {
		t.Error("nobody is forgotten")
	}
	if got, changed, ok := r.Rekeyed("c", "a"); ok || changed || !reflect.DeepEqual(got, r) {
		t.Error("two of one table are made one")
	}
	for _, x := range [][2]string{{"z", "a"}, {"", "a"}, {"a", "a"}} {
		if got, changed, ok := r.Rekeyed(x[0], x[1]); !ok || changed || !reflect.DeepEqual(got, r) {
			t.Errorf("%q changes something", x)
		}
	}
}

// The games of a person add up to his row.
func TestGamesOfAPerson(t *testing.T) {
	b := book(t, clubtest.Classic(9, 80, 30)...)
	p := points.Period{Season: "1", Rated: true}
	for _, row := range b.Standings(p, points.Order{}).Rows {
		sum, wins, first := points.Points(0), 0, 0
		games := b.Played(row.Person, p)
		for _, x := range games {
			if x.Result.Seats[x.Seat-1].Person != row.Person {
				t.Fatalf("%s does not sit in seat %d of game %d", row.Person, x.Seat, x.Result.Number)
			}
			sum += x.Score.Sum()
			if x.Won {
				wins++
			}
			if x.Compensated {
				first++
			}
		}
		sum += points.Compensation{Most: 4000, Share: 4000}.Of(first, len(games))
		if sum != row.Sum || wins != row.Wins || len(games) != row.Games {
			t.Errorf("%s: %v, %d wins, %d games; the row says %+v", row.Person, sum, wins, len(games), row)
		}
	}
	if got := b.Played("nobody", p); len(got) > 0 {
		t.Error("games of nobody")
	}
}

func TestResultsGoThroughJSON(t *testing.T) {
	games := clubtest.Mixed(7, 50)
	data, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	var back []points.Result
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(games, back) {
		t.Error("results do not come back as they were")
	}
}

// Every fault of a result is told in both languages.
func TestResultsAreHeldToTheirForm(t *testing.T) {
	long := strings.Repeat("x", 97)
	for key, spoil := range map[string]func(*points.Result){
		"points.key":       func(r *points.Result) { r.Season = long },
		"points.number":    func(r *points.Result) { r.Number = -1 },
		"points.date":      func(r *points.Result) { r.Date = "2026-02-30" },
		"points.rulebook":  func(r *points.Result) { r.Rulebook = "chess" },
		"points.winner":    func(r *points.Result) { r.Winner = "green" },
		"points.seats":     func(r *points.Result) { r.Seats = nil },
		"points.twice":     func(r *points.Result) { r.Seats[3].Person = "a" },
		"points.role":      func(r *points.Result) { r.Seats[3].Role = 99 },
		"points.fouls":     func(r *points.Result) { r.Seats[3].Fouls = 100 },
		"points.best-move": func(r *points.Result) { r.Seats[3].BestMove = mafia.SeatsOf(11) },
		"points.left":      func(r *points.Result) { r.Seats[3].Left = "flew" },
		"points.amount":    func(r *points.Result) { r.Seats[3].Bonus = 1001 * points.Point },
		"points.malus":     func(r *points.Result) { r.Seats[3].Malus = 1 },
		"points.reason":    func(r *points.Result) { r.Seats[3].BonusFor = "a\nb" },
	} {
		r := classic(1, mafia.RedWon)
		if faults := r.Check(); len(faults) > 0 {
			t.Fatal(faults)
		}
		spoil(&r)
		faults := r.Check()
		if len(faults) != 1 || faults[0].Key != key {
			t.Errorf("%s: %v", key, faults)
			continue
		}
		for _, l := range say.Langs() {
			if text := faults[0].In(l); strings.ContainsAny(text, "{}") || text == key {
				t.Errorf("%s: %q", key, text)
			}
		}
	}
	if _, err := points.NewBook([]points.Result{{Rulebook: "city"}}, points.Shipped()); err == nil {
		t.Error("a game without seats is counted")
	}
}
