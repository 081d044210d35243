package immunity

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"omerta/club/lot"
	"omerta/mafia"
	"omerta/record"
	"omerta/rulebook"
	"omerta/say"
)

// evening plays a script and writes down what the host sees.
type evening struct {
	strings.Builder
	ask  Ask
	game int
	body []string
}

func (e *evening) line(format string, args ...any) { fmt.Fprintf(e, format+"\n", args...) }

// propose shows the proposal, and gives it unless it is refused.
func (e *evening) propose(rb *mafia.Rulebook) (Proposal, bool) {
	var names []string
	for _, p := range e.ask.Players {
		names = append(names, p.Person)
	}
	e.line("\ngame %d on %s: %s", e.game+1, e.ask.Evening, strings.Join(names, " "))
	for _, w := range e.ask.Words {
		e.line("  the host: give %v, %s, %s", w.Give, w.Person, w.Reason)
	}
	p, err := Propose(rb, e.ask)
	if err != nil {
		e.line("  refused: %v", err)
		return p, false
	}
	for _, h := range p.Holders {
		e.line("  seat %d immune: %s [%s]\n    %s", h.Seat, h.Text().In(say.EN), h.Rule, h.Text().In(say.RU))
	}
	for _, l := range p.Lapsed {
		e.line("  not: %s [%s]\n    %s", l.Text().In(say.EN), l.Rule, l.Text().In(say.RU))
	}
	if len(p.Holders)+len(p.Lapsed) == 0 {
		e.line("  nobody")
	}
	return p, true
}

// play replays the record with the immunities of the proposal.
func (e *evening) play(t *testing.T, rb *mafia.Rulebook) {
	t.Helper()
	p, ok := e.propose(rb)
	if !ok || len(e.body) == 0 {
		return
	}
	head := "omerta 1\nrulebook: " + rb.ID + "\n" + e.body[0] + "\n"
	if p.Immune != 0 {
		head += "immune: " + strings.Trim(fmt.Sprint(p.Immune.List()), "[]") + "\n"
	}
	r, faults := record.Read([]byte(head + strings.Join(e.body[1:], "\n") + "\n"))
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, head)
	}
	result := record.Replay(r)
	if len(result.Faults) > 0 {
		t.Fatalf("game %d: %v", e.game+1, result.Faults)
	}
	var events []mafia.Event
	for _, s := range result.Steps {
		events = append(events, s.Events...)
	}
	var people []string
	for _, x := range e.ask.Players {
		people = append(people, x.Person)
	}
	a := AccountOf(events)
	if a.Held != p.Immune {
		t.Errorf("game %d: the engine holds %v immune, proposed were %v", e.game+1, a.Held.List(), p.Immune.List())
	}
	e.line("  played: %s; spent %s, unused %s", result.Outcome, spent(a.Spent), fmt.Sprint(a.Unused.List()))
	e.game++
	after := After(events, people, e.ask.Evening, e.game)
	e.line("  earned: %s", strings.Join(after.Earned, " "))
	e.ask.Previous = []Game{after}
}

func spent(list []Spent) string {
	var out []string
	for _, s := range list {
		out = append(out, fmt.Sprintf("%v in night %d", s.Seats.List(), s.Night))
	}
	if len(out) == 0 {
		return "[]"
	}
	return strings.Join(out, ", ")
}

// CLUB-IMM-1, CLUB-IMM-3, CLUB-IMM-4, CLUB-IMM-5: four games of one evening, and the first of the next.
func TestAnEveningOfFourClubGames(t *testing.T) {
	script, err := os.ReadFile("testdata/club.txt")
	if err != nil {
		t.Fatal(err)
	}
	rb := rulebook.Must("club", "")
	e := &evening{}
	due := false
	flush := func() {
		if due {
			e.play(t, rb)
		}
		due, e.body, e.ask.Words, e.ask.Players = false, nil, nil, nil
	}
	for line := range strings.Lines(string(script)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "evening":
			flush()
			e.ask.Evening = rest
		case "seats":
			flush()
			due = true
			for _, who := range strings.Fields(rest) {
				e.ask.Players = append(e.ask.Players, Player{Person: who})
			}
		case "give", "take":
			who, why, _ := strings.Cut(rest, " ")
			e.ask.Words = append(e.ask.Words, Word{who, word == "give", why})
		case ">":
			e.body = append(e.body, rest)
		}
	}
	flush()
	if e.game != 4 {
		t.Errorf("%d games", e.game)
	}
	if os.Getenv("OMERTA_UPDATE") != "" {
		if err := os.WriteFile("testdata/club.golden", []byte(e.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/club.golden")
	if err != nil {
		t.Fatal(err)
	}
	if e.String() != string(want) {
		t.Errorf("the evening goes now:\n%s", e)
	}
}

// table seats people a, b, c, ...; the novices are the first ones.
func table(n, novices int) (out []Player) {
	for i := range n {
		out = append(out, Player{Person: string(rune('a' + i)), Novice: i < novices})
	}
	return out
}

func words(p Proposal) string {
	var out []string
	for _, h := range p.Holders {
		out = append(out, h.Person+" "+string(h.Reason)+" "+h.Rule)
	}
	for _, l := range p.Lapsed {
		out = append(out, l.Person+" not "+string(l.Why)+" "+l.Rule)
	}
	return strings.Join(out, "; ")
}

// CITY-IMM-1, CITY-IMM-2, CITY-IMM-6, CLUB-IMM-3, CLUB-IMM-4, CLUB-IMM-7, case by case.
func TestWhoHoldsOneAndWhoNot(t *testing.T) {
	city, club := rulebook.Must("city", ""), rulebook.Must("club", "")
	before := func(book, evening string, who ...string) []Game { return []Game{{3, evening, book, who}} }
	for _, c := range []struct {
		name string
		rb   *mafia.Rulebook
		ask  Ask
		want string
	}{
		{"first victim", city, Ask{Players: table(10, 0), Previous: before("city@1", "", "c")}, "c first-night CITY-IMM-1"},
		{"of another evening", city, Ask{Players: table(10, 0), Evening: "2", Previous: before("city", "1", "c")}, "c first-night CITY-IMM-1"},
		{"in a tournament too", city, Ask{Players: table(10, 1), Tournament: true, Previous: before("city", "", "c")}, "c first-night CITY-IMM-1; a not tournament CITY-IMM-2"},
		{"novices below a third", city, Ask{Players: table(10, 3)}, "a novice CITY-IMM-2; b novice CITY-IMM-2; c novice CITY-IMM-2"},
		{"exactly a third", city, Ask{Players: table(12, 4)}, "a not novices CITY-IMM-2; b not novices CITY-IMM-2; c not novices CITY-IMM-2; d not novices CITY-IMM-2"},
		{"first victim and novice", city, Ask{Players: table(10, 1), Previous: before("city", "", "a")}, "a first-night CITY-IMM-1"},
		{"away", city, Ask{Players: table(10, 0), Previous: before("city", "", "z")}, "z not away CITY-IMM-6"},
		{"of other rules", club, Ask{Players: table(10, 0), Previous: before("city@1", "", "b")}, "b not rulebook CLUB-IMM-7"},
		{"two of club", club, Ask{Players: table(10, 5), Previous: before("club@1", "", "b", "a")}, "a first-night CLUB-IMM-3; b first-night CLUB-IMM-3"},
		{"of another evening of club", club, Ask{Players: table(10, 0), Evening: "2", Previous: before("club", "1", "b")}, "b not evening CLUB-IMM-4"},
		{"first game", club, Ask{Players: table(10, 0)}, ""},
		{"given in the first game", club, Ask{Players: table(10, 0), Words: []Word{{"c", true, "guest"}}}, "c host CLUB-IMM-7"},
		{"taken", club, Ask{Players: table(10, 0), Previous: before("club", "", "b"), Words: []Word{{"b", false, "late"}}}, "b not taken CLUB-IMM-7"},
		{"taken and given", club, Ask{Players: table(10, 0), Previous: before("club", "", "b", "c"), Words: []Word{{"d", true, "guest"}, {"b", false, "late"}}}, "c first-night CLUB-IMM-3; d host CLUB-IMM-7; b not taken CLUB-IMM-7"},
		{"given to one of many novices", city, Ask{Players: table(12, 4), Words: []Word{{"a", true, "child"}}}, "a host CITY-IMM-6; a not novices CITY-IMM-2; b not novices CITY-IMM-2; c not novices CITY-IMM-2; d not novices CITY-IMM-2"},
		{"classic", rulebook.Must("classic", ""), Ask{Players: table(10, 2), Previous: before("classic", "", "b")}, ""},
	} {
		p, err := Propose(c.rb, c.ask)
		if err != nil || words(p) != c.want {
			t.Errorf("%s: %v %s, want %s", c.name, err, words(p), c.want)
		}
		for _, h := range p.Holders {
			complete(t, h.Text())
		}
		for _, l := range p.Lapsed {
			complete(t, l.Text())
		}
	}
}

func complete(t *testing.T, l say.Line) {
	t.Helper()
	for _, lang := range say.Langs() {
		if s := l.In(lang); s == l.Key || strings.ContainsAny(s, "{}") {
			t.Errorf("%s: %s", l.Key, s)
		}
	}
}

// CLUB-IMM-7: after a round at two tables four have earned a card, and lots decide which two hold one.
func TestLotsDecideBetweenTooMany(t *testing.T) {
	club := rulebook.Must("club", "")
	count := map[string]int{}
	for seed := range uint64(600) {
		a := Ask{Players: table(10, 0), Seed: seed, Previous: []Game{{1, "", "club", []string{"a", "b"}}, {2, "", "club", []string{"d", "c"}}}}
		p, err := Propose(club, a)
		if err != nil || len(p.Holders) != 2 || len(p.Lapsed) != 2 || p.Lapsed[0].Why != Lots || p.Lapsed[0].Most != 2 {
			t.Fatalf("%v %s", err, words(p))
		}
		complete(t, p.Lapsed[0].Text())
		count[p.Holders[0].Person+p.Holders[1].Person]++
	}
	for pair, n := range count {
		if n < 64 || n > 136 { // four standard deviations
			t.Errorf("%s hold them %d times of 600", pair, n)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d pairs", len(count))
	}
}

// Whatever is asked and overruled: the engine holds exactly those immune whom the proposal names, and the proposal
// comes back from JSON.
func TestTheEngineHoldsWhomTheProposalNames(t *testing.T) {
	dealt, refused := 0, 0
	for seed := range uint64(3000) {
		l := lot.New(seed)
		name := []string{"city", "club"}[l.Below(2)]
		rb := rulebook.Must(name, "")
		n := 10 + l.Below(6)
		a := Ask{Players: table(n, 0), Tournament: l.Below(4) == 0, Seed: seed}
		share := 1 + l.Below(6)
		for i := range a.Players {
			a.Players[i].Novice = l.Below(share) == 0
		}
		for range l.Below(3) {
			a.Previous = append(a.Previous, Game{Number: 1, Rulebook: name, Earned: []string{string(rune('a' + l.Below(n+2)))}})
		}
		for range l.Below(4) {
			a.Words = append(a.Words, Word{string(rune('a' + l.Below(n))), l.Below(2) == 0, "because"})
		}
		p, err := Propose(rb, a)
		if err != nil {
			refused++
			continue
		}
		dealt++
		cast := mafia.Cast{mafia.Civilian: uint8(n - 4), mafia.Mafia: 2, mafia.Don: 1, mafia.Sheriff: 1}
		_, events, err := mafia.New(rb, p.Setup(mafia.Setup{Nicks: make([]string, n), Cast: cast, Seed: seed}))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var want mafia.Seats
		for _, h := range p.Holders {
			want = want.With(h.Seat)
			if a.Players[h.Seat-1].Person != h.Person {
				t.Fatalf("seed %d: %s at seat %d", seed, h.Person, h.Seat)
			}
		}
		if got := AccountOf(events).Held; got != want {
			t.Fatalf("seed %d: the engine holds %v immune, proposed were %v", seed, got.List(), want.List())
		}
		// CITY-MEET-1 is about novices, so they are dealt in as such unless the host has taken something from them.
		taken := slices.ContainsFunc(p.Lapsed, func(l Lapsed) bool { return l.Why == Taken && slices.Contains(a.Players, Player{l.Person, true}) })
		for i, x := range a.Players {
			if x.Novice != p.Novices.Has(mafia.Seat(i+1)) && !taken {
				t.Fatalf("seed %d: novice %v, dealt in as %v", seed, x.Novice, !x.Novice)
			}
		}
		data, _ := json.Marshal(p)
		var back Proposal
		if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, p) {
			t.Fatalf("seed %d: %v: %s does not come back", seed, err, data)
		}
	}
	if dealt < 500 || refused < 100 {
		t.Errorf("%d dealt, %d refused: one side is hardly tried", dealt, refused)
	}
}

func TestRefusalsSayWhyInBothLanguages(t *testing.T) {
	city, club := rulebook.Must("city", ""), rulebook.Must("club", "")
	two := []Game{{1, "", "club", []string{"a", "b"}}}
	for _, c := range []struct {
		rb   *mafia.Rulebook
		ask  Ask
		want string
	}{
		{rulebook.Must("classic", ""), Ask{Players: table(10, 0), Words: []Word{{"a", true, "x"}}}, "These rules know no immunity."},
		{city, Ask{Players: table(10, 0), Words: []Word{{"z", true, "x"}}}, "Player z does not play this game."},
		{city, Ask{Players: table(10, 0), Words: []Word{{"a", true, "x"}, {"a", false, "x"}}}, "Player a is spoken of twice."},
		{city, Ask{Players: table(10, 0), Words: []Word{{"a", true, " "}}}, "Write why the immunity of a is changed (up to 200 characters)."},
		{city, Ask{Players: table(10, 0), Words: []Word{{"a", false, "x"}}}, "Player a has no immunity to be taken."},
		{city, Ask{Players: table(10, 1), Words: []Word{{"a", true, "x"}}}, "Player a has an immunity already."},
		{club, Ask{Players: table(10, 0), Previous: two, Words: []Word{{"c", true, "x"}}}, "No more than 2 may hold an immunity card. Take one away first."},
		{club, Ask{Players: table(41, 0)}, "A table has no more than 40 players."},
	} {
		_, err := Propose(c.rb, c.ask)
		r, ok := err.(*Refusal)
		if !ok || r.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
			continue
		}
		complete(t, r.Line)
	}
}

// CITY-IMM-1, CITY-IMM-3: an immunity of city covers the first night and is gone with it.
func TestAccountOfAGameOfCity(t *testing.T) {
	r, _ := record.Read([]byte("omerta 1\nrulebook: city\ndeal: civilian*6 sheriff mafia*2 don\nimmune: 1 2\n" +
		"night 1\nmafia kills 1\nday 1\nnight 2\nmafia kills 3\nday 2\n"))
	var events []mafia.Event
	for _, s := range record.Replay(r).Steps {
		events = append(events, s.Events...)
	}
	a := AccountOf(events)
	if a.Held != mafia.SeatsOf(1, 2) || fmt.Sprint(a.Spent) != fmt.Sprint([]Spent{{1, mafia.SeatsOf(1, 2)}}) || a.Unused != 0 || a.Earned != 0 {
		t.Errorf("%+v", a)
	}
	if g := After(events, slices.Repeat([]string{"x"}, 10), "e", 2); g.Number != 2 || g.Rulebook != "city@1" || len(g.Earned) != 0 {
		t.Errorf("%+v", g)
	}
}

func BenchmarkPropose(b *testing.B) {
	rb := rulebook.Must("city", "")
	a := Ask{Players: table(20, 5), Previous: []Game{{1, "", "city", []string{"k", "l"}}}, Words: []Word{{"a", false, "x"}, {"m", true, "y"}}}
	for b.Loop() {
		if _, err := Propose(rb, a); err != nil {
			b.Fatal(err)
		}
	}
}
