package queue

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"omerta/bot"
	"omerta/club/lot"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// evening plays a script and writes down what the club sees.
type evening struct {
	strings.Builder
	q    Queue
	past []Queue
	bans []Ban
	day  string
	lots uint64
}

func (e *evening) line(format string, args ...any) { fmt.Fprintf(e, format+"\n", args...) }

// do carries out a line of the script.
func (e *evening) do(t *testing.T, words []string) {
	t.Helper()
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	who := func(s string) string { // by name, or by place in the queue
		if n, err := strconv.Atoi(s); err == nil {
			return e.q.Line[n-1].Person
		}
		return s
	}
	before := e.q
	var err error
	switch words[0] {
	case "day":
		e.day = words[1]
		return
	case "lots":
		e.lots = uint64(number(words[1]))
		return
	case "ban":
		e.bans = append(e.bans, Ban{words[1], strings.Join(words[3:], " "), words[2]})
		return
	case "here":
		in, out := Admit(words[1:], e.bans, e.day)
		if len(out) > 0 {
			e.line("turned away: %v", out)
		}
		e.q, err = New(10, in, e.lots)
	case "play":
		e.play(t, uint64(number(words[1])))
	case "decline":
		e.line("%s declines (CLASSIC-QUEUE-2)", who(words[1]))
		e.q, err = e.q.Decline(who(words[1]))
	case "come":
		e.line("%s comes", words[1])
		e.q, err = e.q.Come(words[1], e.bans, e.day)
	case "leave":
		e.line("%s goes home", who(words[1]))
		e.q, err = e.q.Leave(who(words[1]))
	case "move":
		e.line("the organizer puts %s at place %s", who(words[1]), words[2])
		e.q, err = e.q.Move(who(words[1]), number(words[2]), strings.Join(words[3:], " "))
	case "undo":
		e.line("taken back")
		e.q, e.past = e.past[len(e.past)-1], e.past[:len(e.past)-1]
	default:
		t.Fatalf("no line begins with %q", words[0])
	}
	if err != nil {
		e.line("  refused: %v", err)
		return
	}
	if words[0] != "undo" {
		e.past = append(e.past, before)
	}
	e.show()
}

// play lets bots play a game of classic.
func (e *evening) play(t *testing.T, seed uint64) {
	t.Helper()
	var people []string
	for _, x := range e.q.Propose().Play {
		people = append(people, x.Person)
	}
	rb := rulebook.Must("classic", "")
	cast := mafia.Cast{mafia.Civilian: 6, mafia.Mafia: 2, mafia.Don: 1, mafia.Sheriff: 1}
	game, _, err := mafia.New(rb, mafia.Setup{Nicks: people, Cast: cast, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	r := bot.NewRandom(seed, bot.Odds{Remove: 200})
	for game.Phase() != mafia.Over {
		if no := game.Play(mafia.Host, r.Next(&game)); no != nil {
			t.Fatal(no)
		}
	}
	v := game.View(mafia.Host)
	played := Of(&v, people)
	e.line("\ngame %d: %s won", e.q.Game+1, v.Outcome.Winner)
	for when := 1; when <= len(people); when++ {
		var gone []string
		for _, p := range played {
			if p.Left == when {
				gone = append(gone, p.Person)
			}
		}
		if len(gone) > 0 {
			e.line("  out %d: %s", when, strings.Join(gone, " "))
		}
	}
	e.lots++
	if e.q, err = e.q.Next(played, e.lots); err != nil {
		t.Fatal(err)
	}
}

func (e *evening) show() {
	p := e.q.Propose()
	e.line("proposal for game %d (lots from %d)", p.Game, e.q.Seed)
	for i, x := range slices.Concat(p.Play, p.Wait) {
		if i == len(p.Play) {
			e.line("  --")
		}
		var why []string
		why = append(why, string(x.Group))
		if x.Waited > 0 {
			why = append(why, fmt.Sprintf("%d in a row", x.Waited))
		}
		if x.Left > 0 {
			why = append(why, fmt.Sprintf("out %d", x.Left))
		}
		if x.Lot > 0 {
			why = append(why, fmt.Sprintf("lot %d", x.Lot))
		}
		if x.Declined {
			why = append(why, "declined")
		}
		if x.Moved != nil {
			why = append(why, fmt.Sprintf("moved from %d to %d: %s", x.Moved.From, x.Moved.To, x.Moved.Reason))
		}
		e.line("  %2d. %s (%s)", i+1, x.Person, strings.Join(why, ", "))
	}
	if p.Free > 0 {
		e.line("  %d seats free", p.Free)
	}
}

// CLASSIC-QUEUE-1, CLASSIC-QUEUE-2, CLASSIC-FOUL-10: five games of one evening.
func TestAnEveningOfFiveClassicGames(t *testing.T) {
	script, err := os.ReadFile("testdata/evening.txt")
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{}
	for line := range strings.Lines(string(script)) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			e.do(t, words)
		}
	}
	if e.q.Game != 5 {
		t.Errorf("%d games", e.q.Game)
	}
	if os.Getenv("OMERTA_UPDATE") != "" {
		if err := os.WriteFile("testdata/evening.golden", []byte(e.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/evening.golden")
	if err != nil {
		t.Fatal(err)
	}
	if e.String() != string(want) {
		t.Errorf("the evening goes now:\n%s", e)
	}
}

func order(q Queue) string {
	var out []string
	for _, e := range q.Line {
		out = append(out, e.Person)
	}
	return strings.Join(out, " ")
}

func must(q Queue, err error) Queue {
	if err != nil {
		panic(err)
	}
	return q
}

// CLASSIC-QUEUE-1 without equals, so that no lot matters.
func TestWatchersThenWinnersThenLosersAsTheyLeft(t *testing.T) {
	q := must(New(4, strings.Fields("a b c d e"), 1))
	q.Line = []Entry{{Person: "a"}, {Person: "b"}, {Person: "c"}, {Person: "d"}, {Person: "e", Group: Watched}}
	q = must(q.Next([]Played{{"a", false, 0}, {"b", false, 2}, {"c", true, 1}, {"d", false, 1}}, 1))
	if got := order(q); got != "e c d b a" {
		t.Errorf("order %s", got)
	}
	for _, e := range q.Line {
		if e.Lot != 0 {
			t.Errorf("%s drew a lot alone", e.Person)
		}
	}
	q = must(q.Next([]Played{{"e", false, 0}, {"c", false, 0}, {"d", true, 0}, {"b", true, 0}}, 1))
	q = must(q.Come("f", nil, ""))
	if q.Line[0].Person != "a" || q.Line[1].Person != "f" || q.Line[0].Waited != 1 || q.Line[1].Waited != 0 {
		t.Errorf("who watched comes before who has just come: %+v", q.Line)
	}
}

// CLASSIC-QUEUE-3: who has watched longer is no equal of who has watched once, and who declined waits anew.
func TestWhoHasWatchedLongerComesFirst(t *testing.T) {
	for seed := range uint64(20) {
		q := must(New(1, strings.Fields("a b c"), seed))
		first, second, third := q.Line[0].Person, q.Line[1].Person, q.Line[2].Person
		q = must(q.Next([]Played{{first, true, 0}}, seed+100))
		next := q.Line[0].Person // of two who have watched once
		q = must(q.Next([]Played{{next, true, 0}}, seed+200))
		other := second
		if next == second {
			other = third
		}
		if q.Line[0].Person != other || q.Line[0].Waited != 2 || q.Line[1].Person != first {
			t.Fatalf("seed %d: %+v", seed, q.Line)
		}
		q = must(q.Decline(other))
		if got := q.Propose().Play[0].Person; got != first {
			t.Fatalf("the seat goes to %s, not to the next", got)
		}
		q = must(q.Next([]Played{{first, true, 0}}, 1))
		if e := q.Line[q.place(other)]; e.Waited != 1 || e.Declined {
			t.Fatalf("who declined: %+v", e)
		}
	}
}

// CLASSIC-QUEUE-1 at two tables: who plays at the other one has not watched this one, and stays out of its proposals.
func TestWhoPlaysElsewhereHasNotWatched(t *testing.T) {
	q := must(New(2, strings.Fields("a b c d e"), 3))
	sit := func() (out []string) {
		for _, e := range q.Propose().Play {
			out = append(out, e.Person)
		}
		q = must(q.Sit(out))
		return out
	}
	one, two := sit(), sit()
	if p := q.Propose(); len(p.Play) != 1 || p.Free != 1 || len(p.Wait) != 0 {
		t.Fatalf("one is left: %+v", p)
	}
	fifth := q.Propose().Play[0].Person
	q = must(q.Next([]Played{{one[0], true, 0}, {one[1], false, 1}}, 4))
	if got, want := order(q), strings.Join([]string{fifth, one[0], one[1], two[0], two[1]}, " "); got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	for _, e := range q.Line {
		if e.Playing != slices.Contains(two, e.Person) || e.Playing && e.Waited > 0 {
			t.Errorf("%+v", e)
		}
	}
	q = must(q.Come("f", nil, ""))
	if q.Line[1].Person != "f" {
		t.Errorf("who comes goes behind who watched: %s", order(q))
	}
	q = must(q.Next([]Played{{two[0], false, 1}, {two[1], true, 0}}, 5))
	if q.Line[0].Person != fifth || q.Line[0].Waited != 2 || q.Game != 2 {
		t.Errorf("%+v", q.Line)
	}
}

// Each of the orders of three equals is as likely as any other, whatever they are called.
func TestEqualsDrawLots(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(6000) {
		q := must(New(10, []string{"c", "a", "b"}, seed))
		count[order(q)]++
		for i, e := range q.Line {
			if e.Lot != i+1 {
				t.Fatalf("%+v", q.Line)
			}
		}
	}
	for o, n := range count {
		if n < 880 || n > 1120 { // four standard deviations
			t.Errorf("%s comes up %d times of 6,000", o, n)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d orders", len(count))
	}
	if a, b := must(New(10, []string{"x", "y", "z"}, 5)), must(New(10, []string{"z", "x", "y"}, 5)); order(a) != order(b) {
		t.Error("the lot depends on the order of the list")
	}
}

// CLASSIC-FOUL-10.
func TestABanHoldsToItsLastDay(t *testing.T) {
	bans := []Ban{{"a", "peeked", "2026-11-30"}, {"b", "peeked", ""}}
	q := must(New(10, nil, 1))
	for _, c := range []struct{ who, day, want string }{
		{"a", "2026-11-29", "Player a is banned until 2026-11-30: peeked."},
		{"a", "2026-11-30", "Player a is banned until 2026-11-30: peeked."},
		{"a", "2026-12-01", "<nil>"},
		{"b", "2036-01-01", "Player b is banned: peeked."},
		{"c", "2026-11-30", "<nil>"},
	} {
		if _, err := q.Come(c.who, bans, c.day); fmt.Sprint(err) != c.want {
			t.Errorf("%s on %s: %v", c.who, c.day, err)
		}
	}
}

func TestRefusalsSayWhyInBothLanguages(t *testing.T) {
	q := must(New(2, strings.Fields("a b c"), 1))
	declined := must(q.Decline("a"))
	long := strings.Repeat("x", 201)
	at := q.place("a") + 1
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(New(0, nil, 1)), "There must be 1 to 400 seats."},
		{second(New(2, []string{"a", "a"}, 1)), "Player a is on the list already."},
		{second(New(2, []string{""}, 1)), "Somebody here has no name."},
		{second(New(2, make([]string, 1001), 1)), "The queue holds 1000 people and no more."},
		{second(q.Next(nil, 1)), "Nobody is said to have played."},
		{second(q.Next([]Played{{"x", true, 0}}, 1)), "Player x is not in the queue."},
		{second(q.Next([]Played{{"a", true, 0}, {"a", true, 0}}, 1)), "Player a is on the list already."},
		{second(q.Come("a", nil, "")), "Player a is on the list already."},
		{second(q.Sit([]string{"x"})), "Player x is not in the queue."},
		{second(must(q.Sit([]string{"a"})).Sit([]string{"b", "a"})), "Player a plays already."},
		{second(q.Leave("x")), "Player x is not in the queue."},
		{second(q.Decline("x")), "Player x is not in the queue."},
		{second(declined.Decline("a")), "Player a has declined the next game already."},
		{second(q.Move("x", 1, "why")), "Player x is not in the queue."},
		{second(q.Move("a", 4, "why")), "The places of the queue are 1 to 3."},
		{second(q.Move("a", at, "why")), fmt.Sprintf("Player a is at place %d already.", at)},
		{second(q.Move("a", at%3+1, " ")), "Write why the queue is changed (up to 200 characters)."},
		{second(q.Move("a", at%3+1, long)), "Write why the queue is changed (up to 200 characters)."},
	} {
		r, ok := c.err.(*Refusal)
		if !ok || r.Error() != c.want {
			t.Errorf("%v, want %s", c.err, c.want)
			continue
		}
		if ru := r.In(say.RU); ru == r.Key || strings.ContainsAny(ru, "{}") {
			t.Errorf("in Russian: %s", ru)
		}
	}
}

func second(_ Queue, err error) error { return err }

// Any evening: nobody is lost or doubled, no step changes the queue that it was made from, the queue comes back from
// JSON, and who is proposed is the first who have not declined.
func TestAnyEvening(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			l := lot.New(seed)
			people := 0
			var all []string
			for range 3 + l.Below(20) {
				all = append(all, fmt.Sprintf("p%d", people))
				people++
			}
			q := must(New(1+l.Below(10), all, seed))
			for range 40 {
				before, _ := json.Marshal(q)
				old := q
				next, left := step(&l, q, &people)
				if after, _ := json.Marshal(old); string(after) != string(before) {
					t.Fatal("a step changed the queue that it was made from")
				}
				check(t, next, q, left)
				q = next
			}
		})
	}
}

// step makes a random step; left is who went home.
func step(l *lot.Lot, q Queue, people *int) (next Queue, left string) {
	var who string
	if len(q.Line) > 0 {
		who = q.Line[l.Below(len(q.Line))].Person
	}
	switch k := l.Below(6); {
	case k == 0:
		*people++
		return must(q.Come(fmt.Sprintf("p%d", *people), nil, "")), ""
	case k == 1 && len(q.Line) > 2:
		return must(q.Leave(who)), who
	case k == 2 && who != "":
		if x, err := q.Decline(who); err == nil {
			return x, ""
		}
	case k == 3 && who != "":
		if x, err := q.Move(who, 1+l.Below(len(q.Line)), "because"); err == nil {
			return x, ""
		}
	case k == 4 && who != "":
		if x, err := q.Sit([]string{who}); err == nil {
			return x, ""
		}
	case k > 4:
		var played []Played
		for _, e := range q.Propose().Play {
			played = append(played, Played{e.Person, l.Below(2) == 0, l.Below(4)})
		}
		if len(played) > 0 {
			return must(q.Next(played, l.Next())), ""
		}
	}
	return q, ""
}

func check(t *testing.T, q, before Queue, left string) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range q.Line {
		if seen[e.Person] {
			t.Fatalf("%s twice", e.Person)
		}
		seen[e.Person] = true
	}
	for _, e := range before.Line {
		if !seen[e.Person] && e.Person != left {
			t.Fatalf("%s is lost", e.Person)
		}
	}
	data, _ := json.Marshal(q)
	var back Queue
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(q, back) {
		t.Fatalf("%v: %s does not come back", err, data)
	}
	p := q.Propose()
	playing := 0
	for _, e := range q.Line {
		if e.Playing {
			playing++
		}
	}
	if len(p.Play)+len(p.Wait)+playing != len(q.Line) || len(p.Play)+p.Free != q.Seats {
		t.Fatalf("%+v", p)
	}
	if p.Free > 0 && slices.ContainsFunc(p.Wait, func(e Entry) bool { return !e.Declined }) {
		t.Fatal("a seat is free and somebody waits")
	}
}

// Who leaves together has left at the same time; in original each condemnation is one of its own.
func TestWhoHasLeftTogether(t *testing.T) {
	gone := func(seat mafia.Seat, c mafia.Cause, day, night int, dark bool) mafia.Departure {
		return mafia.Departure{Seat: seat, Cause: c, Day: day, Night: night, Dark: dark}
	}
	v := mafia.View{Rulebook: "city@1", Outcome: mafia.Outcome{Winner: mafia.ManiacWon}}
	roles := []mafia.Role{mafia.Civilian, mafia.Mafia, mafia.Civilian, mafia.Civilian, mafia.Maniac, mafia.Ripper, mafia.Don, mafia.Civilian}
	for i, r := range roles {
		v.Seats = append(v.Seats, mafia.SeatView{Seat: mafia.Seat(i + 1), Role: r})
	}
	v.Departed = []mafia.Departure{
		gone(1, mafia.Killed, 1, 1, true), gone(2, mafia.Killed, 1, 1, true),
		gone(3, mafia.VotedOut, 1, 1, false), gone(4, mafia.VotedOut, 1, 1, false),
		gone(6, mafia.Fouled, 2, 2, false), gone(7, mafia.Fouled, 2, 2, false),
	}
	lefts := func() (out []int) {
		for _, p := range Of(&v, strings.Fields("a b c d e f g h")) {
			out = append(out, p.Left)
		}
		return out
	}
	if got := fmt.Sprint(lefts()); got != "[1 1 2 2 0 3 4 0]" {
		t.Errorf("city: %s", got)
	}
	v.Rulebook = "original@1"
	if got := fmt.Sprint(lefts()); got != "[1 1 2 3 0 4 5 0]" {
		t.Errorf("original: %s", got)
	}
	if p := Of(&v, []string{"", "b"}); len(p) != 1 || p[0].Person != "b" {
		t.Errorf("strangers are left out: %+v", p)
	}
	for w, want := range map[mafia.Winner]string{
		mafia.RedWon: "acdh", mafia.BlackWon: "bg", mafia.ManiacWon: "e", mafia.RipperWon: "f", mafia.ManiacRipperWon: "ef",
		mafia.NobodyWon: "", mafia.NoWinner: "",
	} {
		v.Outcome.Winner = w
		got := ""
		for _, p := range Of(&v, strings.Fields("a b c d e f g h")) {
			if p.Won {
				got += p.Person
			}
		}
		if got != want {
			t.Errorf("%s: %s have won, want %s", w, got, want)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	var all []string
	for i := range 40 {
		all = append(all, fmt.Sprintf("p%02d", i))
	}
	q := must(New(10, all, 1))
	for b.Loop() {
		var played []Played
		for i, e := range q.Propose().Play {
			played = append(played, Played{e.Person, i%3 > 0, i})
		}
		q = must(q.Next(played, q.Seed+1))
	}
}
