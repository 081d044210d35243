package seating

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"omerta/club/lot"
	"omerta/say"
)

func people(n int) (out []Person) {
	for i := range n {
		out = append(out, Person{ID: fmt.Sprintf("p%d", i)})
	}
	return out
}

func ids(list []Person) (out []string) {
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

// brokenBy counts the pairs of wishes that a seating breaks, by looking at every two people.
func brokenBy(tables [][]string, wishes []Wish) (n int) {
	for _, w := range wishes {
		for _, at := range tables {
			for i := range at {
				for j := range i {
					if !slices.Contains(w.People, at[i]) || !slices.Contains(w.People, at[j]) {
						continue
					}
					if w.Kind == Ban || i-j == 1 || i-j == len(at)-1 || 2*(i-j) == len(at) || 2*(i-j)+1 == len(at) || 2*(i-j)-1 == len(at) {
						n++
					}
				}
			}
		}
	}
	return n
}

// exists tries every order of the people: tables first, then the bench.
func exists(who []string, sizes []int, wishes []Wish) bool {
	var try func(k int) bool
	who = slices.Clone(who)
	try = func(k int) bool {
		if k == len(who) {
			var tables [][]string
			rest := who
			for _, size := range sizes {
				tables, rest = append(tables, rest[:size]), rest[size:]
			}
			return brokenBy(tables, wishes) == 0
		}
		for i := k; i < len(who); i++ {
			who[k], who[i] = who[i], who[k]
			ok := try(k + 1)
			who[k], who[i] = who[i], who[k]
			if ok {
				return true
			}
		}
		return false
	}
	return try(0)
}

// each runs a random test for many seeds; a failure names the subtest that runs the same case again.
func each(t *testing.T, cases uint64, test func(t *testing.T, l *lot.Lot)) {
	for seed := range cases {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			l := lot.New(seed)
			test(t, &l)
		})
	}
}

// question draws a small one: up to seven people at up to three tables, groups with the numbers from -1 (none) on,
// so that 0 and groups of one come up all the time.
func question(l *lot.Lot) Ask {
	a := Ask{Seed: l.Next()}
	n := 0
	for range 1 + l.Below(3) {
		if size := min(1+l.Below(6), 7-n); size > 0 {
			a.Tables = append(a.Tables, size)
			n += size
		}
	}
	a.People = people(n)
	for _, kind := range []Kind{Apart, Ban} {
		group := make([]int, n)
		for i := range group {
			group[i] = max(-1, l.Below(7)-3)
		}
		a.Wishes = append(a.Wishes, Groups(kind, ids(a.People), group)...)
	}
	return a
}

// CITY-SEAT-1.
func TestNobodySitsByWhomHeIsKeptFromWhereASeatingExists(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	met, refused := 0, 0
	each(t, 500, func(t *testing.T, l *lot.Lot) {
		a := question(l)
		got, err := Draw(a)
		if there := exists(ids(a.People), a.Tables, a.Wishes); there != (err == nil) {
			t.Fatalf("a seating exists: %v, but the answer is %v", there, err)
		}
		if err != nil {
			refused++
			checkClash(t, a, err)
			return
		}
		met++
		all := slices.Sorted(slices.Values(slices.Concat(got.Tables...)))
		if !slices.Equal(all, ids(a.People)) {
			t.Fatalf("not everybody has a seat: %v", got.Tables)
		}
		if n := brokenBy(got.Tables, a.Wishes); n > 0 {
			t.Fatalf("%d wishes broken: %v", n, got.Tables)
		}
		if again, _ := Draw(a); fmt.Sprint(again) != fmt.Sprint(got) {
			t.Fatal("one seed gives two seatings")
		}
	})
	if met == 0 || refused == 0 {
		t.Errorf("%d met and %d refused: one side is not tried", met, refused)
	}
}

// checkClash wants the pairs of a refusal to be impossible together, and possible without any one of them.
func checkClash(t *testing.T, a Ask, err error) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || len(r.Clash) == 0 {
		t.Fatalf("refused without a reason: %v", err)
	}
	for leave := -1; leave < len(r.Clash); leave++ {
		var wishes []Wish
		for i, p := range r.Clash {
			if w := a.Wishes[p.Wish]; w.Kind != p.Kind || !slices.Contains(w.People, p.A) || !slices.Contains(w.People, p.B) {
				t.Fatalf("%v is not of wish %d", p, p.Wish)
			}
			if i != leave {
				wishes = append(wishes, Wish{p.Kind, []string{p.A, p.B}})
			}
		}
		if possible := exists(ids(a.People), a.Tables, wishes); possible != (leave >= 0) {
			t.Fatalf("clash %v without number %d: possible %v", r.Clash, leave, possible)
		}
	}
}

func TestABenchKeepsNobodyApart(t *testing.T) {
	each(t, 500, func(t *testing.T, l *lot.Lot) {
		a := question(l)
		tables := a.Tables[:len(a.Tables)-1]
		if len(tables) == 0 {
			return
		}
		got, err := Round(ids(a.People), tables, a.Wishes, a.Seed)
		if there := exists(ids(a.People), tables, a.Wishes); there != (err == nil) {
			t.Fatalf("a seating exists: %v, but the answer is %v", there, err)
		}
		seated := slices.Sorted(slices.Values(slices.Concat(got...)))
		if err == nil && (brokenBy(got, a.Wishes) > 0 || len(slices.Compact(seated)) != len(a.People)-a.Tables[len(tables)]) {
			t.Fatalf("%v", got)
		}
	})
}

func TestGroupZeroIsAGroupAndGroupsOfOneWishNothing(t *testing.T) {
	got := Groups(Apart, []string{"a", "b", "c", "d", "e"}, []int{2, 0, -1, 0})
	if fmt.Sprint(got) != "[{apart [a]} {apart [b d]}]" {
		t.Errorf("got %v", got)
	}
	a := Ask{People: people(3), Wishes: []Wish{{Apart, []string{"p0"}}, {Ban, nil}, {Apart, []string{"p1", "gone"}}}}
	if _, err := Draw(a); err != nil {
		t.Error(err)
	}
}

// CITY-SEAT-1: of eight, ten and forty players everybody came as a couple.
func TestCouplesAtOneTable(t *testing.T) {
	for n := 8; n <= 40; n += 2 {
		a := Ask{People: people(n)}
		for i := 0; i < n; i += 2 {
			a.Wishes = append(a.Wishes, Wish{Apart, []string{a.People[i].ID, a.People[i+1].ID}})
		}
		for a.Seed = range uint64(5) {
			got, err := Draw(a)
			if err != nil {
				t.Fatalf("%d players: %v", n, err)
			}
			if x := brokenBy(got.Tables, a.Wishes); x > 0 {
				t.Fatalf("%d players: %d couples too near", n, x)
			}
		}
	}
}

func TestWithoutWishesAndPastTheLotStands(t *testing.T) {
	a := Ask{People: people(12), Tables: []int{6, 6}, Seed: 99}
	got, err := Draw(a)
	if err != nil {
		t.Fatal(err)
	}
	l := lot.New(99)
	for i, who := range l.Order(12) {
		if got.Tables[i/6][i%6] != a.People[who].ID {
			t.Fatalf("%v is not the order drawn", got.Tables)
		}
	}
}

// An evening of one table: nobody sits on a seat twice, and neighbours are new as long as there are new ones.
func TestAnEveningMovesEverybodyAbout(t *testing.T) {
	for _, n := range []int{10, 13, 20} {
		a := Ask{People: people(n), Wishes: []Wish{{Apart, []string{"p0", "p1"}}, {Apart, []string{"p0", "p2"}}}}
		seats, neighbours := 0, 0
		for game := range 6 {
			a.Seed = uint64(1000*n + game)
			got, err := Draw(a)
			if err != nil {
				t.Fatal(err)
			}
			if brokenBy(got.Tables, a.Wishes) > 0 {
				t.Errorf("%d people, game %d: a wish is broken", n, game+1)
			}
			a.Past = append(a.Past, got.Tables...)
			seats += got.Repeats.Seats
			neighbours += got.Repeats.Neighbours
			if game < 3 && got.Repeats != (Repeats{}) {
				t.Errorf("%d people, game %d: %+v", n, game+1, got.Repeats)
			}
		}
		// Six games have room for 6n neighbours, and there are n(n-1)/2 pairs.
		least := max(0, 6*n-n*(n-1)/2)
		t.Logf("%d people, six games: %d seats and %d neighbours again, at least %d", n, seats, neighbours, least)
		if seats > 2 || neighbours > least+8 {
			t.Errorf("%d people, six games: %d seats and %d neighbours again", n, seats, neighbours)
		}
	}
}

func TestTablesShareNovicesAndStrengthAndMix(t *testing.T) {
	l := lot.New(5)
	a := Ask{People: people(28), Tables: Sizes(28, 10), Seed: 3}
	for i := range a.People {
		a.People[i].Novice = i%4 == 0 // seven
		a.People[i].Strength = 1000 + l.Below(1000)
	}
	a.People[9].Strength = 0
	a.Wishes = []Wish{{Ban, []string{"p0", "p4"}}, {Apart, []string{"p1", "p2"}}}
	sum := 0
	for _, p := range a.People {
		sum += p.Strength
	}
	mean := sum / 27
	if fmt.Sprint(a.Tables) != "[10 9 9]" {
		t.Fatalf("sizes %v", a.Tables)
	}
	again := 0
	for game := range 4 {
		a.Seed += 7
		got, err := Draw(a)
		if err != nil {
			t.Fatal(err)
		}
		if brokenBy(got.Tables, a.Wishes) > 0 {
			t.Error("a wish is broken")
		}
		for _, table := range got.Tables {
			novices, strength := 0, 0
			for _, p := range a.People {
				if !slices.Contains(table, p.ID) {
					continue
				}
				if p.Novice {
					novices++
				}
				if p.Strength == 0 {
					p.Strength = mean
				}
				strength += p.Strength
			}
			if d := strength/len(table) - mean; novices < 2 || novices > 3 || d < -60 || d > 60 {
				t.Errorf("game %d: a table with %d novices, %d from the mean strength", game+1, novices, d)
			}
		}
		again += got.Repeats.Tables
		a.Past = append(a.Past, got.Tables...)
	}
	// By chance, some 39, 66 and 84 of the 117 pairs of games two to four would have met before.
	t.Logf("%d pairs at one table again in three games", again)
	if again > 170 {
		t.Errorf("%d pairs at one table again", again)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		people, most int
		want         string
	}{
		{0, 10, "[]"},
		{5, 0, "[]"},
		{10, 10, "[10]"},
		{11, 10, "[6 5]"},
		{23, 10, "[8 8 7]"},
		{40, 40, "[40]"},
	} {
		if got := fmt.Sprint(Sizes(c.people, c.most)); got != c.want {
			t.Errorf("%d at tables of %d: %s, want %s", c.people, c.most, got, c.want)
		}
	}
}

func TestRefusalsSayWhyInBothLanguages(t *testing.T) {
	apart := func(who ...string) Wish { return Wish{Apart, who} }
	for _, c := range []struct {
		a    Ask
		want string
	}{
		{Ask{}, "Between 1 and 1000 people can be seated."},
		{Ask{People: []Person{{}}}, "One of the players has no name."},
		{Ask{People: append(people(2), people(2)...)}, "Player p0 is named twice."},
		{Ask{People: []Person{{ID: "a", Strength: -10001}}}, "The strength of a must lie between -10000 and 10000."},
		{Ask{People: people(3), Tables: []int{2, 0}}, "A table needs at least one seat."},
		{Ask{People: people(3), Tables: []int{2}}, "3 players, 2 seats: the numbers must agree."},
		{Ask{People: people(3), Wishes: []Wish{{Kind: "near"}}}, "Wish 1: there is no kind “near”."},
		{Ask{People: people(3), Wishes: []Wish{apart("p0", "p0")}}, "Player p0 stands twice in one wish."},
		{Ask{People: people(3), Wishes: []Wish{apart("p0", "p1")}}, "This wish cannot be met: p0 and p1 (neither side by side nor opposite)."},
		{
			Ask{People: people(4), Wishes: []Wish{apart("p2", "p3"), {Ban, []string{"p0", "p1"}}}, Tables: []int{3, 1}},
			"There are no such seats: p2 and p3 (neither side by side nor opposite) and p0 and p1 (not at one table). Drop one of these wishes.",
		},
	} {
		_, err := Draw(c.a)
		var r *Refusal
		if !errors.As(err, &r) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
			continue
		}
		upper := r.Renamed(strings.ToUpper, "who", "a", "b").In(say.EN)
		if want := strings.NewReplacer("p0", "P0", "p1", "P1", "p2", "P2", "p3", "P3", " of a ", " of A ").Replace(c.want); upper != want {
			t.Errorf("with nicks: %s", upper)
		}
		if ru := r.In(say.RU); ru == r.Key || strings.ContainsAny(ru, "{}") {
			t.Errorf("in Russian: %s", ru)
		}
		if r.Clash == nil {
			t.Errorf("%s: Clash is null in JSON", c.want)
		}
	}
}

// Twenty-five friends who all keep apart do not fit at a table of forty; the answer comes all the same.
func TestAWishTooLargeIsAnsweredInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	a := Ask{People: people(40)}
	a.Wishes = []Wish{{Apart, ids(a.People)[:25]}}
	if _, err := Draw(a); err == nil {
		t.Error("seated")
	} else {
		t.Log(err)
	}
}

func BenchmarkDrawFortyInCouples(b *testing.B) {
	a := Ask{People: people(40)}
	for i := 0; i < 40; i += 2 {
		a.Wishes = append(a.Wishes, Wish{Apart, []string{a.People[i].ID, a.People[i+1].ID}})
	}
	for b.Loop() {
		a.Seed++
		if _, err := Draw(a); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDrawThreeTablesAtTheFifthGame(b *testing.B) {
	a := Ask{People: people(30), Tables: []int{10, 10, 10}, Wishes: []Wish{{Ban, []string{"p0", "p1"}}}}
	for range 4 {
		a.Seed++
		got, _ := Draw(a)
		a.Past = append(a.Past, got.Tables...)
	}
	for b.Loop() {
		a.Seed++
		if _, err := Draw(a); err != nil {
			b.Fatal(err)
		}
	}
}
