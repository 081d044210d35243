package club_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"omerta/club"
	"omerta/club/queue"
)

// room is an evening of original with some people and tables.
type room struct {
	*run
	id     string
	people []string
	facts  club.Facts
}

func openRoom(t *testing.T, people, tables int) *room {
	r := &room{run: begin(t), facts: club.Facts{}}
	for i := range people {
		r.people = append(r.people, r.add(fmt.Sprintf("И%02d", i)))
	}
	r.id = r.do(club.Open{Terms: club.Terms{Date: "2026-11-28", Rulebook: "original", Tables: tables}}).Evening
	r.do(club.Arrive{Evening: r.id, People: r.people})
	return r
}

func (r *room) draw(terms club.DrawTerms) {
	r.do(club.Draw{Evening: r.id, DrawTerms: terms, Seed: 5, Facts: r.facts})
}

func (r *room) next() club.Next {
	r.t.Helper()
	next, err := r.c.Next(r.id, r.facts)
	if err != nil {
		r.t.Fatal(err)
	}
	return next
}

// starts begins the game of a table and gives who sits there.
func (r *room) starts(game string, table int) []string {
	r.t.Helper()
	deal, err := r.c.Deal(r.id, table)
	if err != nil {
		r.t.Fatal(err)
	}
	r.do(club.Begin{Evening: r.id, Table: table, Game: game, Seats: deal.Seats})
	r.facts[game] = club.Fact{Sits: deal.Seats}
	return deal.Seats
}

// ends ends a game: the first of the seats have won.
func (r *room) ends(game string, seats []string, winners int) {
	f := club.Fact{Rulebook: "original@1"}
	for i, id := range seats {
		f.Played = append(f.Played, queue.Played{Person: id, Won: i < winners, Left: i})
	}
	r.facts[game] = f
	r.do(club.End{Game: game, Seats: seats})
}

// groups tells how many stand in each group, waits how long and plays.
func groups(next *club.Next) string {
	count := map[string]int{}
	for i := range next.Line {
		x := &next.Line[i]
		key := string(x.Group)
		if x.Group == queue.Watched {
			key += fmt.Sprint(x.Waited)
		}
		if x.Playing {
			key = "playing"
		}
		count[key]++
	}
	return strings.TrimPrefix(fmt.Sprint(count), "map")
}

// CLASSIC-QUEUE-1: tables that go on side by side have one queue, whichever ends first.
func TestTablesThatEndApartHaveOneQueue(t *testing.T) {
	r := openRoom(t, 14, 2)
	r.draw(club.DrawTerms{Seats: 6})
	a, b := r.starts("a", 1), r.starts("b", 2)
	is := func(want string) {
		t.Helper()
		next := r.next()
		if got := groups(&next); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	is("[playing:12 watched0:2]")
	r.no(club.WhyBusy, club.Draw{Evening: r.id, Seed: 1, Facts: r.facts})
	r.ends("a", a, 4)
	is("[lost:2 playing:6 watched1:2 won:4]")
	both := r.c
	r.ends("b", b, 3) // and nothing has begun in between: one round
	is("[lost:5 watched1:2 won:7]")

	r.c = both // a second game begins at the first table before the other ends
	delete(r.facts, "b")
	r.facts["b"] = club.Fact{Sits: b}
	r.draw(club.DrawTerms{Tables: 1})
	again := r.next()
	if len(again.Tables) != 1 || slices.ContainsFunc(again.Tables[0].Seats, func(id string) bool { return slices.Contains(b, id) }) {
		t.Fatalf("%+v", again.Tables)
	}
	c := r.starts("c", 1)
	r.ends("b", b, 3)
	left := 8 - len(c)
	is(fmt.Sprintf("[lost:3 playing:%d won:3]", len(c)))
	if left != 0 {
		t.Fatalf("%d were left over", left)
	}
}

// A game that is corrected behind the draw makes it out of date; so does one whose end
// is taken back.
func TestProposalTellsThatItIsOutOfDate(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.draw(club.DrawTerms{Seats: 6})
	seats := r.starts("a", 1)
	r.ends("a", seats, 4)
	r.draw(club.DrawTerms{Seats: 6})
	if r.next().Outdated {
		t.Fatal("out of date at once")
	}
	stood := r.next().Tables
	f := r.facts["a"]
	f.Played = slices.Clone(f.Played)
	f.Played[0].Won = false
	r.facts["a"] = f
	if next := r.next(); !next.Outdated || fmt.Sprint(next.Tables) != fmt.Sprint(stood) {
		t.Fatal("the winner is another, and nobody is told, or the proposal does not stand")
	}
	r.do(club.Redraw{Evening: r.id, Seed: 6, Facts: r.facts})
	if next := r.next(); next.Outdated || next.Seed != 6 {
		t.Fatalf("%+v", next)
	}
	r.do(club.Resume{Game: "a"})
	if next := r.next(); !next.Outdated || next.NoBegin == nil {
		t.Fatalf("%+v", next)
	}
}

// Whoever leaves and comes back begins to wait anew; whoever arrives while a proposal
// stands takes a free seat or waits behind all.
func TestComingAndGoing(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.draw(club.DrawTerms{Seats: 8})
	waits := r.next().Line[8].Person
	r.ends("a", r.starts("a", 1), 4)
	r.do(club.Leave{Evening: r.id, People: []string{waits}})
	r.at = r.at.Add(time.Hour)
	r.do(club.Arrive{Evening: r.id, People: []string{waits}})
	next := r.next()
	if next.Line[0].Person != waits || next.Line[0].Waited != 0 {
		t.Fatalf("%+v", next.Line[0])
	}
	r.draw(club.DrawTerms{Seats: 10})
	if next := r.next(); next.Free != 1 {
		t.Fatalf("%d seats are free", next.Free)
	}
	late, later := r.add("Поздний"), r.add("Ещё позже")
	r.do(club.Arrive{Evening: r.id, People: []string{late}})
	r.do(club.Arrive{Evening: r.id, People: []string{later}})
	next = r.next()
	if x := next.Line[9]; x.Person != late || !x.Plays || next.Line[10].Plays || next.Free != 0 {
		t.Fatalf("%+v", next.Line)
	}
	seat := next.Line[0].Seat
	r.do(club.Leave{Evening: r.id, People: []string{waits}})
	next = r.next()
	if x := next.Line[9]; x.Person != later || x.Seat != seat {
		t.Fatalf("%+v", next.Line)
	}
}

// Reasons are words about people: they lie beside the journal and go with who is
// forgotten.
func TestForgottenPeopleTakeReasonsOfProposalsAlong(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.do(club.Draw{Evening: r.id, DrawTerms: club.DrawTerms{Rulebook: "club", Seats: 8}, Seed: 5})
	first, last := r.next().Line[0].Person, r.next().Line[8].Person
	r.do(club.MoveInQueue{Evening: r.id, Person: last, To: 1, Reason: "Поезд"})
	r.do(club.Overrule{Evening: r.id, Person: first, Word: club.WordGive, Reason: "Юбилей"})
	r.do(club.Bar{Person: r.people[0], Reason: "Подглядывал"})
	if next := r.next(); len(next.Tables[0].Immunity.Holders) != 1 || next.Line[0].Moved.Reason != "Поезд" {
		t.Fatalf("%+v", next)
	}
	for _, id := range []string{first, last, r.people[0]} {
		r.do(club.Forget{Person: id})
	}
	for r.c.Undoable() != "" {
		kept := fmt.Sprint(r.lines, r.c.Texts())
		for _, w := range []string{"Поезд", "Юбилей", "Подглядывал"} {
			if strings.Contains(kept, w) {
				t.Fatalf("%q is still there", w)
			}
		}
		if next, err := r.c.Next(r.id, nil); err == nil && next.Drawn {
			for i := range next.Line {
				if r.c.Nick(next.Line[i].Person) == "" {
					t.Fatal("somebody without a name stands in the queue")
				}
			}
		}
		r.do(club.Undo{})
	}
}

// A table at which somebody sits who was forgotten, or taken off the list, does not
// begin under no name.
func TestNobodyWithoutANameIsDealtTo(t *testing.T) {
	r := openRoom(t, 8, 1)
	r.draw(club.DrawTerms{Seats: 8})
	r.do(club.Forget{Person: r.people[2]})
	if _, err := r.c.Deal(r.id, 1); err == nil {
		t.Fatal("somebody without a name is dealt to")
	}
	r.do(club.Redraw{Evening: r.id, Seed: 7})
	deal, err := r.c.Deal(r.id, 1)
	if err != nil || len(deal.Seats) != 7 {
		t.Fatalf("%+v %v", deal, err)
	}
}

func TestImpossibleWishesAreRefusedWithReasons(t *testing.T) {
	r := openRoom(t, 12, 2)
	d := func(terms club.DrawTerms) club.Draw { return club.Draw{Evening: r.id, DrawTerms: terms, Seed: 1} }
	r.no(club.WhyRulebook, d(club.DrawTerms{Rulebook: "chess"}))
	r.no(club.WhyRoom, d(club.DrawTerms{Seats: 5}))
	r.no(club.WhyRoom, d(club.DrawTerms{Seats: 17}))
	r.no(club.WhyTables, d(club.DrawTerms{Tables: 3}))
	r.no(club.WhyTables, d(club.DrawTerms{Tables: -1}))
	r.no(club.WhyRoom, d(club.DrawTerms{Seats: -1}))
	r.no(club.WhyFew, d(club.DrawTerms{Rulebook: "club", Tables: 2}))
	r.no(club.WhyEvening, club.Draw{Evening: "e9"})
	r.no(club.WhyNoDraw, club.Redraw{Evening: r.id})
	r.no(club.WhyNoDraw, club.Decline{Evening: r.id, Person: r.people[0]})
	r.do(d(club.DrawTerms{}))
	r.no(club.WhyNotThere, club.Decline{Evening: r.id, Person: "p99"})
	r.no(club.WhyNothing, club.Decline{Evening: r.id, Person: r.people[0], Back: true})
	r.no(club.WhyQueue, club.MoveInQueue{Evening: r.id, Person: r.people[0], To: 13, Reason: "x"})
	r.no(club.WhyQueue, club.MoveInQueue{Evening: r.id, Person: r.people[0], To: 0, Reason: "x"})
	r.no(club.WhyImmunity, club.Overrule{Evening: r.id, Person: r.people[0], Word: "give", Reason: "x"}) // original knows none
	r.no(club.WhyNothing, club.Overrule{Evening: r.id, Person: r.people[0], Word: "sell"})
	r.no(club.WhyBeginTable, club.MoveSeat{Evening: r.id, Person: r.people[0], Table: 3, Seat: 1})
	next := r.next()
	r.no(club.WhyStale, club.Begin{Evening: r.id, Table: 1, Game: "x", Seats: next.Tables[1].Seats})
	r.do(club.Close{Evening: r.id})
	r.no(club.WhyClosed, d(club.DrawTerms{}))
}

// The next in the queue who must not sit with somebody is passed over, not seated.
func TestSeatThatIsPassedOnKeepsBans(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.draw(club.DrawTerms{Seats: 7})
	next := r.next()
	sits, gives, waits, last := next.Line[0].Person, next.Line[1].Person, next.Line[7].Person, next.Line[8].Person
	r.do(club.Ban{A: waits, B: sits})
	r.do(club.Decline{Evening: r.id, Person: gives})
	next = r.next()
	if x := next.Line[7]; x.Plays || x.Passed != sits || x.Text().Key != "club.turn.passed" || next.Line[8].Person != last || !next.Line[8].Plays {
		t.Fatalf("%+v", next.Line)
	}
}

// CITY-SEAT-1: where the seat that is passed on is beside a friend, all are seated anew.
func TestSeatThatIsPassedOnKeepsFriendsApart(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.draw(club.DrawTerms{Seats: 8})
	next := r.next()
	seats, waits := next.Tables[0].Seats, next.Line[8].Person
	r.do(club.Tie{A: waits, B: seats[3], Bond: club.Couple})
	d := r.do(club.Decline{Evening: r.id, Person: seats[4]})
	next = r.next()
	if len(next.Tables[0].Near) > 0 || !next.Line[8].Plays || len(d.Warnings) > 0 {
		t.Fatalf("%+v %+v", next.Tables, d.Warnings)
	}
}

// Whoever has just played at one table of a proposal gets no second seat at the other.
func TestNobodyPlaysTwiceOfOneProposal(t *testing.T) {
	r := openRoom(t, 12, 2)
	r.draw(club.DrawTerms{})
	first := r.starts("a", 1)
	r.ends("a", first, 3)
	r.do(club.Decline{Evening: r.id, Person: r.next().Tables[1].Seats[0]})
	if next := r.next(); len(next.Tables[1].Seats) != 5 || next.NoBegin == nil {
		t.Fatalf("%+v", next.Tables)
	}
}

// Two entries that are one person are one in a proposal too.
func TestMergedPeopleHaveOneSeat(t *testing.T) {
	r := openRoom(t, 9, 1)
	r.do(club.Draw{Evening: r.id, DrawTerms: club.DrawTerms{Rulebook: "club", Seats: 9}, Seed: 5})
	a, b := r.next().Line[1].Person, r.next().Line[4].Person
	r.do(club.Overrule{Evening: r.id, Person: a, Word: club.WordGive, Reason: "Юбилей"})
	twin := r.add("Двойник")
	r.do(club.Merge{From: a, Into: twin}) // who has no place gets his
	next := r.next()
	if x := next.Line[1]; x.Person != twin || !x.Plays || next.Tables[0].Immunity.Holders[0].Person != twin {
		t.Fatalf("%+v", next)
	}
	r.do(club.Merge{From: twin, Into: b})
	next = r.next()
	if len(next.Line) != 8 || len(next.Tables[0].Seats) != 8 || slices.Contains(next.Tables[0].Seats, twin) {
		t.Fatalf("%+v", next)
	}
}

// CLUB-IMM-7, CITY-IMM-6: at several tables an immunity is told of where its holder sits,
// and nowhere else.
func TestImmunityIsToldWhereItsHolderSits(t *testing.T) {
	r := openRoom(t, 14, 2)
	d := club.Draw{Evening: r.id, DrawTerms: club.DrawTerms{Rulebook: "club"}, Seed: 5}
	r.do(d)
	for i, game := range []string{"a", "b"} {
		r.starts(game, i+1)
	}
	for _, game := range []string{"a", "b"} {
		seats := r.facts[game].Sits
		r.ends(game, seats, 3)
		f := r.facts[game]
		f.Rulebook, f.Earned = "club@1", seats[:2]
		r.facts[game] = f
	}
	d.Facts = r.facts
	r.do(d)
	told := 0
	for _, x := range r.next().Tables {
		told += len(x.Immunity.Holders)
		for _, l := range x.Immunity.Lapsed {
			if l.Why != "limit" {
				t.Fatalf("%+v", l)
			}
			told++
		}
	}
	if told != 4 {
		t.Fatalf("%d are told of", told)
	}
}

// A plan seats people instead of lots; whoever declines gives his seat to the next, and
// all others sit as planned.
func TestPlanIsFollowed(t *testing.T) {
	r := openRoom(t, 14, 2)
	plan := [][]string{r.people[7:13], {r.people[5], r.people[3], r.people[1], r.people[0], r.people[2], r.people[4]}}
	d := club.Draw{Evening: r.id, Seed: 5, Given: plan}
	r.do(d)
	next := r.next()
	if !slices.EqualFunc(plan, next.Tables, func(a []string, b club.NextTable) bool { return slices.Equal(a, b.Seats) }) {
		t.Fatalf("%+v", next.Tables)
	}
	waits := next.Line[12].Person
	r.do(club.Decline{Evening: r.id, Person: r.people[3]})
	want := slices.Clone(plan[1])
	want[1] = waits
	if next := r.next(); !slices.Equal(next.Tables[1].Seats, want) || !slices.Equal(next.Tables[0].Seats, plan[0]) {
		t.Fatalf("%+v", next.Tables)
	}
	d.Given = [][]string{{"p1", "p2", "p3", "p4", "p5", "p5"}}
	r.no(club.WhyNotHere, d)
	d.Given = plan
	r.do(club.Ban{A: r.people[8], B: r.people[9]})
	r.no(club.WhyBanned, d)
	r.do(club.Leave{Evening: r.id, People: r.people[8:9]})
	r.no(club.WhyNotHere, d)
}

// New lots forget nothing that people have said: who declines, whom the organizer has
// moved, what the host says of immunities.
func TestNewLotsRememberWhatWasSaid(t *testing.T) {
	r := openRoom(t, 12, 1)
	r.do(club.Draw{Evening: r.id, DrawTerms: club.DrawTerms{Rulebook: "club", Seats: 8}, Seed: 5})
	next := r.next()
	declines, moved, immune := next.Line[2].Person, next.Line[11].Person, next.Line[0].Person
	r.do(club.Decline{Evening: r.id, Person: declines})
	r.do(club.MoveInQueue{Evening: r.id, Person: moved, To: 1, Reason: "Поезд"})
	r.do(club.Overrule{Evening: r.id, Person: immune, Word: club.WordGive, Reason: "Юбилей"})
	r.do(club.MoveInQueue{Evening: r.id, Person: immune, To: 3, Reason: "Юбилей"})
	r.do(club.Redraw{Evening: r.id, Seed: 77})
	next = r.next()
	if x := next.Line[0]; next.Seed != 77 || x.Person != moved || x.Moved.Reason != "Поезд" || next.Line[2].Person != immune {
		t.Fatalf("%+v", next.Line)
	}
	if h := next.Tables[0].Immunity.Holders; len(h) != 1 || h[0].Person != immune || h[0].Word.Reason != "Юбилей" {
		t.Fatalf("%+v", h)
	}
	for _, x := range next.Line {
		if x.Declined != (x.Person == declines) || x.Declined && x.Plays {
			t.Fatalf("%+v", x)
		}
	}
	r.do(club.Draw{Evening: r.id, DrawTerms: next.Terms, Seed: 78})
	if next := r.next(); next.Line[0].Moved != nil || len(next.Tables[0].Immunity.Holders) != 0 {
		t.Fatal("a draw from the beginning remembers")
	}
}

// Bans hold where a hand moves seats too.
func TestHandDoesNotSeatThoseTogetherWhoMustNot(t *testing.T) {
	r := openRoom(t, 12, 2)
	r.do(club.Ban{A: r.people[0], B: r.people[1]})
	r.draw(club.DrawTerms{})
	next := r.next()
	at := map[string]club.Turn{}
	for _, x := range next.Line {
		at[x.Person] = x
	}
	a, b := at[r.people[0]], at[r.people[1]]
	if a.Table == b.Table {
		t.Fatal("they sit together")
	}
	r.no(club.WhyBanned, club.MoveSeat{Evening: r.id, Person: a.Person, Table: b.Table, Seat: b.Seat%6 + 1})
	r.do(club.MoveSeat{Evening: r.id, Person: a.Person, Table: b.Table, Seat: b.Seat}) // they change places
	if next := r.next(); !slices.Contains(next.Tables[b.Table-1].Hands, a.Person) {
		t.Fatalf("%+v", next.Tables)
	}
}

// BenchmarkDraw is a large club: 300 people at 30 tables, every fourth of them with a
// friend, after five rounds.
func BenchmarkDraw(b *testing.B) {
	c, at := club.New(), time.Date(2026, 11, 28, 18, 0, 0, 0, time.UTC)
	do := func(cmd club.Command) club.Decision {
		at = at.Add(time.Minute)
		d, err := c.Decide(cmd, at)
		if err == nil {
			c, err = c.Apply(d.Entry, d.Texts...)
		}
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	var list strings.Builder
	for i := range 300 {
		fmt.Fprintf(&list, "Игрок %d\n", i)
	}
	people := do(club.Import{Text: list.String()}).People
	for i := 0; i+1 < len(people); i += 8 {
		do(club.Tie{A: people[i], B: people[i+1], Bond: club.Friends})
	}
	e := do(club.Open{Terms: club.Terms{Date: "2026-11-28", Rulebook: "classic", Tables: 30}}).Evening
	do(club.Arrive{Evening: e, People: people})
	facts := club.Facts{}
	for round := range 5 {
		do(club.Draw{Evening: e, Seed: uint64(round), Facts: facts})
		for t := 1; t <= 30; t++ {
			deal, err := c.Deal(e, t)
			if err != nil {
				b.Fatal(err)
			}
			game := fmt.Sprintf("g%d-%d", round, t)
			do(club.Begin{Evening: e, Table: t, Game: game, Seats: deal.Seats})
			f := club.Fact{Rulebook: "classic@1"}
			for i, id := range deal.Seats {
				f.Played = append(f.Played, queue.Played{Person: id, Won: i < 7, Left: i})
			}
			facts[game] = f
		}
		for t := 1; t <= 30; t++ {
			seats := make([]string, 0, 10)
			for _, p := range facts[fmt.Sprintf("g%d-%d", round, t)].Played {
				seats = append(seats, p.Person)
			}
			do(club.End{Game: fmt.Sprintf("g%d-%d", round, t), Seats: seats})
		}
	}
	for b.Loop() {
		if _, err := c.Decide(club.Draw{Evening: e, Seed: 9, Facts: facts}, at); err != nil {
			b.Fatal(err)
		}
	}
}
