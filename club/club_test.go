package club_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"omerta/club"
	"omerta/club/points"
	"omerta/mafia"
)

// run is a club with its journal, as a store would keep both.
type run struct {
	t     *testing.T
	c     *club.Club
	log   []club.Entry
	lines []string
	at    time.Time
}

func begin(t *testing.T) *run {
	return &run{t: t, c: club.New(), at: time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)}
}

// try gives a command; whatever is accepted goes the way through the journal.
func (r *run) try(cmd club.Command) (club.Decision, error) {
	r.t.Helper()
	r.at = r.at.Add(time.Minute)
	d, err := r.c.Decide(cmd, r.at)
	if err != nil {
		return d, err
	}
	line, err := d.Entry.Marshal()
	if err != nil {
		r.t.Fatal(err)
	}
	e, err := club.UnmarshalEntry(line, d.Entry.At)
	if err != nil {
		r.t.Fatalf("%s: %v", line, err)
	}
	if r.c, err = r.c.Apply(e, d.Texts...); err != nil {
		r.t.Fatalf("%s: %v", line, err)
	}
	r.log = append(r.log, e)
	r.lines = append(r.lines, string(line))
	return d, nil
}

func (r *run) do(cmd club.Command) club.Decision {
	r.t.Helper()
	d, err := r.try(cmd)
	if err != nil {
		r.t.Fatalf("%+v: %v", cmd, err)
	}
	return d
}

func (r *run) no(why club.Reason, cmd club.Command) {
	r.t.Helper()
	_, err := r.try(cmd)
	var no *club.Refusal
	if !errors.As(err, &no) || no.Why != why {
		r.t.Fatalf("%+v: %v, want %s", cmd, err, why)
	}
}

func (r *run) add(nick string) string {
	r.t.Helper()
	return r.do(club.Add{Nick: nick}).People[0]
}

// people are the nicks on the list.
func (r *run) people() string {
	var out []string
	for _, m := range r.c.People() {
		out = append(out, m.Nick)
	}
	return strings.Join(out, ", ")
}

func (r *run) is(want string) {
	r.t.Helper()
	if got := r.people(); got != want {
		r.t.Fatalf("on the list: %s, want %s", got, want)
	}
}

func ptr[T any](v T) *T { return &v }

func TestNickIsUniqueAndLookAlikesAreOnlyWarned(t *testing.T) {
	r := begin(t)
	anna := r.add(" Анна  Р.")
	r.no(club.WhyNickTaken, club.Add{Nick: "Анна Р."})
	r.no(club.WhyNick, club.Add{Nick: " \u200b"})
	d := r.do(club.Add{Nick: "Аннa Р"}) // a Latin a
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].In("ru"), "Анна Р.") {
		t.Fatalf("%+v", d.Warnings)
	}
	boris := r.add("Борис")
	r.no(club.WhyNickTaken, club.Edit{Person: boris, Nick: ptr("Анна Р.")})
	r.do(club.Edit{Person: anna, Nick: ptr("Аня")})
	r.do(club.Edit{Person: boris, Nick: ptr("Анна Р.")}) // free now
	r.is("Аня, Аннa Р, Анна Р.")
	if m, _ := r.c.Person(anna); !slices.Equal(m.Former, []string{"Анна Р."}) {
		t.Fatalf("%+v", m)
	}
}

func TestWhoWasRemovedComesBackAsWhoHeWas(t *testing.T) {
	r := begin(t)
	anna := r.add("Анна")
	boris := r.add("Борис")
	r.do(club.Tie{A: anna, B: boris, Bond: club.Friends})
	r.do(club.Remove{Person: anna})
	r.is("Борис")
	if m, _ := r.c.Person(boris); len(m.Friends) != 0 {
		t.Fatalf("friend of somebody who is off the list: %+v", m)
	}
	if again := r.add("Анна"); again != anna {
		t.Fatalf("%s became %s", anna, again)
	}
	if m, _ := r.c.Person(boris); len(m.Friends) != 1 {
		t.Fatalf("%+v", m)
	}
	r.do(club.Remove{Person: anna})
	r.do(club.Edit{Person: boris, Nick: ptr("Анна")})
	e := r.do(club.Open{Terms: club.Terms{Date: "2026-11-27"}}).Evening
	r.no(club.WhyNickTaken, club.Arrive{Evening: e, People: []string{anna}})
}

// CITY-SEAT-1: friends and couples are kept apart; bans are harder.
func TestBondsAndBansAreMutual(t *testing.T) {
	r := begin(t)
	a, b, c := r.add("А"), r.add("Б"), r.add("В")
	r.do(club.Tie{A: b, B: a, Bond: club.Couple})
	r.do(club.Edit{Person: a, Friends: &[]string{b, c, "nobody"}})
	r.do(club.Ban{A: c, B: b, Reason: "спор", Until: "2026-12-31"})
	for id, want := range map[string][3]string{a: {c, b, ""}, b: {"", a, c}, c: {a, "", b}} {
		m, _ := r.c.Person(id)
		var ban string
		for _, x := range m.Bans {
			ban += x.With
			if x.Reason != "спор" || x.Until != "2026-12-31" {
				t.Errorf("%+v", x)
			}
		}
		if got := [3]string{strings.Join(m.Friends, ""), strings.Join(m.Couples, ""), ban}; got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
	if got := fmt.Sprint(r.c.Pairs([]string{a, b, c}), r.c.Apart([]string{a, b, c}, "2026-12-31"), r.c.Apart([]string{a, b, c}, "2027-01-01")); got != "[[0 1] [0 2]] [[1 2]] []" {
		t.Fatal(got)
	}
	r.no(club.WhySamePerson, club.Tie{A: a, B: a, Bond: club.Friends})
	r.no(club.WhyBond, club.Tie{A: a, B: b, Bond: "foes"})
	r.no(club.WhyDate, club.Ban{A: a, B: b, Until: "завтра"})
	r.do(club.Lift{A: b, B: c})
	r.no(club.WhyNoBan, club.Lift{A: b, B: c})
}

// CITY-IMM-1 asks who is a novice.
func TestMarkOfANoviceFallsAfterTheFirstFinishedGame(t *testing.T) {
	r := begin(t)
	a := r.do(club.Add{Nick: "А", Novice: true}).People[0]
	novice := func() bool { m, _ := r.c.Person(a); return m.Novice }
	r.do(club.End{Game: "g1", Seats: []string{"", a}})
	if novice() {
		t.Fatal("still a novice after a game")
	}
	r.do(club.Resume{Game: "g1"})
	if !novice() {
		t.Fatal("the game goes on, and the mark is gone")
	}
	r.do(club.End{Game: "g1", Seats: []string{"", a}})
	r.do(club.Edit{Person: a, Novice: ptr(true)})
	if !novice() {
		t.Fatal("the organizer's word came after the game")
	}
	r.do(club.Undo{})
	if novice() {
		t.Fatal("undone, and still a novice")
	}
	r.do(club.Undo{})
	r.do(club.Redo{})
	if novice() {
		t.Fatal("an undo brought the mark back")
	}
}

func TestMergedPeopleAreOneInEverything(t *testing.T) {
	r := begin(t)
	a, b, c := r.add("Анна"), r.add("Анна К."), r.add("Вера")
	r.do(club.Tie{A: a, B: c, Bond: club.Friends})
	r.do(club.Ban{A: a, B: b})
	e := r.do(club.Open{Terms: club.Terms{Date: "2026-11-27"}}).Evening
	r.do(club.Arrive{Evening: e, People: []string{a, b, c}})
	r.do(club.End{Game: "g1", Seats: []string{a, c}})
	r.do(club.End{Game: "g2", Seats: []string{b, c}})
	r.do(club.Award{Game: "g1", Person: a, Bonus: points.Point})
	r.do(club.Merge{From: a, Into: b})
	r.is("Анна К., Вера")
	if seats, _ := r.c.Seats("g1"); !slices.Equal(seats, []string{b, c}) {
		t.Fatal(seats)
	}
	if m, _ := r.c.Person(a); m.ID != b || !slices.Equal(m.Friends, []string{c}) || len(m.Bans) != 0 {
		t.Fatalf("%+v", m)
	}
	if x, _ := r.c.Evening(e); len(x.Here) != 2 {
		t.Fatalf("%+v", x.Here)
	}
	if id, ok := r.c.Known("Анна"); !ok || id != b {
		t.Fatal(id)
	}
	res := points.Result{ID: "g1", Rulebook: "classic", Winner: mafia.RedWon, Seats: make([]points.Seat, 2)}
	if got := r.c.Dress(res); got.Seats[0].Bonus != points.Point || got.Seats[0].Person != b {
		t.Fatalf("%+v", got)
	}
	r.no(club.WhyTogether, club.Merge{From: b, Into: c})
	r.do(club.Undo{})
	r.is("Анна, Анна К., Вера")
	if seats, _ := r.c.Seats("g1"); !slices.Equal(seats, []string{a, c}) {
		t.Fatal(seats)
	}
}

// The journal never holds a name, and whoever was forgotten stays so.
func TestForgottenNameIsNowhereAndNoUndoBringsItBack(t *testing.T) {
	r := begin(t)
	old, a, b := r.add("Секретов"), r.add("Тайнов"), r.add("Боб")
	r.do(club.Edit{Person: a, Notes: ptr("Любит дона")})
	r.do(club.Ban{A: a, B: b, Reason: "Ссора в среду"})
	r.do(club.Merge{From: old, Into: a})
	r.do(club.End{Game: "g", Seats: []string{a, b}})
	r.do(club.Award{Game: "g", Person: a, Bonus: 5000, BonusFor: "Красиво"})
	r.do(club.Edit{Person: a, Nick: ptr("Третьяков")})
	r.do(club.Forget{Person: a})
	r.no(club.WhyForgotten, club.Edit{Person: a, Nick: ptr("Новый")})
	words := []string{"Секретов", "Тайнов", "Третьяков", "дона", "среду", "Красиво"}
	gone := func(when string) {
		t.Helper()
		kept := fmt.Sprint(r.lines, r.c.Texts(), r.c.People())
		m, _ := r.c.Person(a)
		o, _ := r.c.Person(old)
		kept += fmt.Sprint(m, o, r.c.Dress(points.Result{ID: "g", Seats: make([]points.Seat, 2)}))
		for _, w := range words {
			if strings.Contains(kept, w) {
				t.Errorf("%s: %q is still there", when, w)
			}
		}
	}
	gone("at once")
	for r.c.Undoable() != "" {
		r.do(club.Undo{})
		gone("undone")
	}
	for r.c.Redoable() != "" {
		r.do(club.Redo{})
		gone("redone")
	}
	if res := r.c.Dress(points.Result{ID: "g", Seats: make([]points.Seat, 2)}); res.Seats[0].Person != a || res.Seats[0].Bonus != 5000 {
		t.Fatalf("the result is gone too: %+v", res)
	}
	if fresh := r.add("Третьяков"); fresh == a {
		t.Fatal("the name led back to whoever was forgotten")
	}
}

func TestEvening(t *testing.T) {
	r := begin(t)
	a, b := r.add("А"), r.add("Б")
	r.no(club.WhyDate, club.Open{})
	r.no(club.WhyRulebook, club.Open{Terms: club.Terms{Date: "2026-11-27", Rulebook: "chess"}})
	r.no(club.WhyRulebook, club.Open{Terms: club.Terms{Date: "2026-11-27", Rulebook: "classic", Preset: "none"}})
	r.no(club.WhyScheme, club.Open{Terms: club.Terms{Date: "2026-11-27", Scheme: "gold"}})
	terms := club.Terms{Date: "2026-11-27", Place: "Клуб", Rulebook: "classic", Preset: "sport", Scheme: "sport", Season: "27", Tables: 2}
	e := r.do(club.Open{Terms: terms}).Evening
	r.do(club.Arrive{Evening: e, People: []string{a, b, a}})
	r.no(club.WhyNothing, club.Arrive{Evening: e, People: []string{a}})
	r.do(club.Leave{Evening: e, People: []string{b}})
	r.do(club.Attach{Evening: e, Game: "t1"})
	r.do(club.Attach{Evening: e, Game: "t2", Spot: 2})
	r.no(club.WhyAttached, club.Attach{Evening: e, Game: "t1"})
	r.no(club.WhyTables, club.Attach{Evening: e, Game: "t3", Spot: 3})
	r.no(club.WhyOrder, club.Order{Evening: e, Games: []string{"t1", "t1"}})
	r.do(club.Order{Evening: e, Games: []string{"t2", "t1"}})
	r.no(club.WhyRuns, club.Close{Evening: e})
	r.no(club.WhyNotOver, club.Award{Game: "t1", Person: a, Bonus: 1})
	r.no(club.WhyGames, club.Drop{Evening: e})
	r.do(club.End{Game: "t1", Seats: []string{a, b}})
	r.do(club.Award{Game: "t1", Person: a, Bonus: 3000, BonusFor: "Версия", Malus: -1000})
	r.no(club.WhyNotThere, club.Award{Game: "t1", Person: "p99", Bonus: 1})
	r.no(club.WhyPoints, club.Award{Game: "t1", Person: a, Malus: 1})
	r.do(club.Detach{Evening: e, Game: "t2"})
	r.do(club.Close{Evening: e})
	r.no(club.WhyClosed, club.Arrive{Evening: e, People: []string{b}})
	r.no(club.WhyClosed, club.Award{Game: "t1", Person: b, Bonus: 1})
	got, _ := r.c.Evening(e)
	if !got.Closed || got.Scheme != "sport@1" || got.Rulebook != "classic@1" || len(got.Games) != 1 || got.Here[1].Left == 0 || got.Here[0].Left != 0 {
		t.Fatalf("%+v", got)
	}
	res := r.c.Dress(points.Result{ID: "t1", Rulebook: "classic@1", Seats: make([]points.Seat, 2)})
	if res.Evening != e || res.Season != "27" || res.Scheme != "sport@1" || res.Date != "2026-11-27" || res.Number != 1 ||
		res.Seats[0].Person != a || res.Seats[0].Bonus != 3000 || res.Seats[0].BonusFor != "Версия" || res.Seats[0].Malus != -1000 {
		t.Fatalf("%+v", res)
	}
	r.do(club.Undo{}) // reopens
	if got, _ := r.c.Evening(e); got.Closed {
		t.Fatal("the undo did not reopen it")
	}
	r.do(club.Redo{})
	r.do(club.Reopen{Evening: e})
	r.do(club.Reseat{Game: "t1", Seat: 2, Person: ""})
	if seats, _ := r.c.Seats("t1"); !slices.Equal(seats, []string{a, ""}) {
		t.Fatal(seats)
	}
}

func TestUndoStopsAtWhatWasTakenOver(t *testing.T) {
	r := begin(t)
	r.do(club.TakeOver{People: []club.Newcomer{
		{ID: "x1", Nick: "Анна", Novice: true, Friends: []string{"x2", "x9"}},
		{ID: "x2", Nick: "Анна"},
		{ID: "x3", Nick: strings.Repeat("ж", 24)},
		{ID: "x4", Nick: strings.Repeat("ж", 24)},
	}})
	r.is("Анна, Анна 2, " + strings.Repeat("ж", 24) + ", " + strings.Repeat("ж", 22) + " 2")
	if m, _ := r.c.Person("x2"); !slices.Equal(m.Friends, []string{"x1"}) {
		t.Fatalf("%+v", m)
	}
	r.no(club.WhyNoUndo, club.Undo{})
	r.no(club.WhyNothing, club.TakeOver{People: []club.Newcomer{{ID: "x1", Nick: "Другая"}}})
	r.add("Борис")
	r.do(club.Undo{})
	r.no(club.WhyNoUndo, club.Undo{})
	if id := r.add("Вера"); id != "p2" {
		t.Fatalf("an id was used twice: %s", id)
	}
}
