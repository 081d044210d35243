package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"omerta/bot"
	clubs "omerta/club"
	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// next is the next game of an evening.
func (c *club) next(evening string) NextView {
	c.t.Helper()
	return get[NextView](c, "GET", "/api/evenings/"+evening+"/next", nil)
}

// plays gives the people of a table of a proposal in the order of seats.
func (v *NextView) plays(table int) (out []string) {
	for _, s := range v.Tables[table-1].Seats {
		out = append(out, s.Person)
	}
	return out
}

// CLASSIC-QUEUE-1, CLASSIC-QUEUE-2: from the first lots to the second game, over a
// restart.
func TestNextGameOverHTTP(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	ids := append(c.ten(), c.tell(clubs.Import{Text: "Зритель 1\nЗритель 2"}).People...)
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic", Title: "Вечер"}}).Evening
	path := "/api/evenings/" + e
	if v := c.next(e); v.Drawn || v.MayDraw || v.Problem == nil || v.Problem.Why != "few" || v.Problem.Text.EN == "" || len(v.Line) != 0 {
		t.Fatalf("%+v", v)
	}
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Draw{Evening: e}), 409, "club-few")
	c.no("POST", path+"/begin", BeginInput{Deal: dealByLot}, 409, "club-no-draw")
	c.tell(clubs.Arrive{Evening: e, People: ids})
	v := c.next(e)
	if v.Drawn || !v.MayDraw || v.MayBegin || len(v.Line) != 12 || v.Terms.Rulebook != "classic@1" || v.Terms.Seats != 10 || v.Seed != 0 || v.Line[0].Lot != 0 {
		t.Fatalf("%+v", v)
	}
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Draw{Evening: e, DrawTerms: clubs.DrawTerms{Rulebook: "classic", Options: []mafia.Option{{Name: "fly", Value: "yes"}}}}), 400, "option")
	c.tell(clubs.Draw{Evening: e})
	v = c.next(e)
	if !v.Drawn || !v.MayBegin || v.Seed == 0 || len(v.Tables) != 1 || len(v.Tables[0].Seats) != 10 || v.Line[11].Plays || v.Line[0].Rule != "CLASSIC-QUEUE-1" || v.Line[0].Why.RU == "" || v.Minutes != 45 {
		t.Fatalf("%+v", v)
	}
	waits, gives := v.Line[10], v.Line[3]
	c.tell(clubs.Decline{Evening: e, Person: gives.Person})
	after := c.next(e)
	if x := after.Line[10]; !x.Plays || x.Seat != gives.Seat || after.Line[3].Plays || !after.Line[3].Declined || after.Line[3].Rule != "CLASSIC-QUEUE-2" || x.Person != waits.Person {
		t.Fatalf("%+v", after)
	}
	again := open(t, store).enter()
	if now := again.next(e); fmt.Sprint(now) != fmt.Sprint(after) {
		t.Fatalf("a restart made another proposal\n%+v\n%+v", after, now)
	}
	in := BeginInput{Key: "k", Seen: &after.Revision, Deal: dealByLot}
	begun := get[Begun](c, "POST", path+"/begin", in)
	if len(begun.Games) != 1 || fmt.Sprint(get[Begun](c, "POST", path+"/begin", in)) != fmt.Sprint(begun) {
		t.Fatalf("%+v", begun)
	}
	in.Deal = dealReal
	c.no("POST", path+"/begin", in, 409, "key-used")
	game := begun.Games[0].ID
	tbl, err := c.hub.Get(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	var sat []string
	for _, s := range tbl.Meta().Seats {
		sat = append(sat, s.PersonID)
	}
	if !slices.Equal(sat, after.plays(1)) || tbl.Meta().Event != "Вечер" {
		t.Fatalf("%v\n%v", sat, after.plays(1))
	}
	v = c.next(e)
	if v.Drawn || v.MayDraw || v.Problem.Why != "busy" || len(v.Line) != 12 || !v.Line[11].Playing || v.Line[0].Playing || v.Line[0].Declined {
		t.Fatalf("%+v", v)
	}
	c.redWins(game)
	c.waits(game, true)
	v = c.next(e)
	if !v.MayDraw || v.Line[0].Group != "watched" || v.Line[0].Waited != 1 || v.Line[2].Group != "won" || v.Line[11].Group != "lost" || v.Line[11].Left != 3 || v.Game != 2 {
		t.Fatalf("%+v", v)
	}
	c.tell(clubs.Draw{Evening: e})
	v = c.next(e)
	if v.Tables[0].SeatsAgain > 3 || !v.Line[0].Plays || !v.Line[1].Plays || v.Line[11].Plays {
		t.Fatalf("%+v", v)
	}
	c.tell(clubs.Undo{})
	c.tell(clubs.Undo{}) // the game of before is none of the evening's again, and proposed
	if back := c.next(e); !back.Drawn || !slices.Equal(back.plays(1), after.plays(1)) {
		t.Fatalf("%+v", back)
	}
}

// CITY-IMM-1, CITY-IMM-2, CITY-MEET-1: what is proposed is what is dealt with.
func TestImmunitiesOfTheProposalAreDealt(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "city"}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	c.tell(clubs.Draw{Evening: e})
	v := c.next(e)
	x := v.Tables[0]
	if !x.Immunities || !x.Introduce || len(x.Immune) != 1 || x.Immune[0].Person != ids[0] || x.Immune[0].Rule != "CITY-IMM-2" || x.Immune[0].Why.RU == "" {
		t.Fatalf("%+v", x)
	}
	other := x.Seats[0].Person
	if other == ids[0] {
		other = x.Seats[1].Person
	}
	c.tell(clubs.Overrule{Evening: e, Person: ids[0], Word: "take", Reason: "Играет давно"})
	c.tell(clubs.Overrule{Evening: e, Person: other, Word: "give", Reason: "День рождения"})
	p := c.no("POST", "/api/club/commands", clubInput(t, clubs.Overrule{Evening: e, Person: other, Word: "give", Reason: " "}), 409, "club-immunity")
	if !strings.Contains(p.Text.RU, "Игрок") {
		t.Fatalf("%+v", p)
	}
	v = c.next(e)
	x = v.Tables[0]
	if len(x.Immune) != 1 || x.Immune[0].Person != other || x.Immune[0].Word != "give" || len(x.Lapsed) != 1 || x.Lapsed[0].Lapsed != "taken" {
		t.Fatalf("%+v", x)
	}
	begun := get[Begun](c, "POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot})
	tbl, err := c.hub.Get(t.Context(), begun.Games[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := tbl.History(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range steps[0].Events {
		if d, ok := ev.(mafia.Dealt); ok && (d.Immune.Count() != 1 || !d.Immune.Has(x.Immune[0].Seat)) {
			t.Fatalf("%+v", d)
		}
	}
}

// Two tables: one queue, balanced, begun one after the other or together.
func TestProposalOfTwoTables(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	var list strings.Builder
	for i := range 21 {
		fmt.Fprintf(&list, "Гость %d\n", i)
	}
	ids := c.tell(clubs.Import{Text: list.String()}).People
	c.tell(clubs.Ban{A: ids[0], B: ids[1]})
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic", Tables: 2}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	c.tell(clubs.Draw{Evening: e})
	v := c.next(e)
	if len(v.Tables) != 2 || len(v.Tables[0].Seats) != 10 || len(v.Tables[1].Seats) != 10 {
		t.Fatalf("%+v", v)
	}
	if at := v.plays(1); slices.Contains(at, ids[0]) && slices.Contains(at, ids[1]) {
		t.Fatal("two sit together who must not")
	}
	path := "/api/evenings/" + e + "/begin"
	c.no("POST", path, BeginInput{Deal: dealByLot, Table: 3}, 409, "club-begin-table")
	second := get[Begun](c, "POST", path, BeginInput{Deal: dealByLot, Table: 2, Key: "b"})
	now := c.next(e)
	if !now.Drawn || now.Tables[1].Game != second.Games[0].ID || now.Tables[0].Game != "" || !slices.Equal(now.plays(1), v.plays(1)) {
		t.Fatalf("%+v", now)
	}
	c.no("POST", path, BeginInput{Deal: dealByLot, Table: 2}, 409, "club-begun")
	first := get[Begun](c, "POST", path, BeginInput{Deal: dealByLot, Key: "a"})
	if len(first.Games) != 1 || first.Games[0].Table != 1 || c.next(e).Drawn {
		t.Fatalf("%+v", first)
	}
	for _, g := range []string{first.Games[0].ID, second.Games[0].ID} {
		c.redWins(g)
		c.waits(g, true)
	}
	v = c.next(e)
	groups := map[string]int{}
	for _, p := range v.Line {
		groups[p.Group]++
	}
	if groups["watched"] != 1 || groups["won"] != 14 || groups["lost"] != 6 || v.Line[0].Waited != 1 {
		t.Fatalf("%v", groups)
	}
}

// A game that is dealt anew stays the evening's, and the next draw is like the last one.
func TestGameDealtAnewKeepsItsPlaceInTheEvening(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic"}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	c.tell(clubs.Draw{Evening: e, DrawTerms: clubs.DrawTerms{Rulebook: "club", Seats: 8, Tournament: true}})
	old := get[Begun](c, "POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot}).Games[0].ID
	for range 2 {
		next := get[Made](c, "POST", "/api/tables/"+old+"/again", AgainInput{Key: "again"}).ID
		page := get[EveningPage](c, "GET", "/api/evenings/"+e, nil)
		if len(page.Games) != 1 || page.Games[0].Game != next {
			t.Fatalf("%+v", page.Games)
		}
	}
	if v := c.next(e); v.Terms.Rulebook != "club@1" || v.Terms.Seats != 8 || !v.Terms.Tournament || v.Problem.Why != "busy" {
		t.Fatalf("%+v", v.Terms)
	}
}

// Whoever sits at a game that was put into the evening by hand is not dealt to twice.
func TestNobodySitsAtTwoTablesOfAnEvening(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic", Tables: 2}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	c.tell(clubs.Draw{Evening: e})
	game := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	c.tell(clubs.Attach{Evening: e, Game: game})
	p := c.no("POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot, Key: "k"}, 409, "club-queue")
	if !strings.Contains(p.Text.RU, "Игрок") || !strings.Contains(p.Text.EN, "play") {
		t.Fatalf("%+v", p)
	}
	c.redWins(game)
	c.waits(game, true)
	get[Begun](c, "POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot, Key: "k"})
}

// CLASSIC-FOUL-10.
func TestBanOfTheClubKeepsOutOfTheQueue(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := append(c.ten(), c.tell(clubs.Add{Nick: "Клим"}).People...)
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic"}}).Evening
	c.tell(clubs.Bar{Person: ids[10], Reason: "Подглядывал", Until: "2026-12-31"})
	if w := c.tell(clubs.Arrive{Evening: e, People: ids}).Warnings; len(w) != 1 || !strings.Contains(w[0].RU, "Подглядывал") {
		t.Fatalf("%+v", w)
	}
	c.tell(clubs.Draw{Evening: e})
	v := c.next(e)
	if len(v.Line) != 10 || len(v.Turned) != 1 || v.Turned[0].Rule != "CLASSIC-FOUL-10" || !strings.Contains(v.Turned[0].Why.EN, "2026-12-31") {
		t.Fatalf("%+v", v)
	}
	c.tell(clubs.Bar{Person: ids[3]})
	v = c.next(e)
	if v.MayBegin || v.Problem == nil || v.Problem.Why != "few" || len(v.Line) != 9 || len(v.Turned) != 2 {
		t.Fatalf("%v %+v %+v", v.MayBegin, v.Problem, v.Tables)
	}
	c.no("POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot}, 409, "club-few")
	c.tell(clubs.Admit{Person: ids[10]})
	if v = c.next(e); !v.MayBegin || len(v.Line) != 10 || v.Line[9].Person != ids[10] {
		t.Fatalf("%+v", v)
	}
}

// Whichever write fails, the same key again begins each game once, also when the program
// was begun anew.
func TestBeginningIsSafeToSendAgain(t *testing.T) {
	path := "/api/evenings/e1/begin"
	in := BeginInput{Key: "k", Deal: dealByLot}
	cut(t, func(c *club) func(*club) (int, []byte) {
		ids := append(c.ten(), c.tell(clubs.Import{Text: "К\nЛ\nМ\nН"}).People...)
		e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "club", Tables: 2}}).Evening
		c.tell(clubs.Arrive{Evening: e, People: ids})
		c.tell(clubs.Draw{Evening: e})
		return func(c *club) (int, []byte) { return c.ask("POST", path, in) }
	}, func(t *testing.T, c *club, status int, _ func() (int, []byte)) {
		t.Helper()
		if status != 200 && status != 503 {
			t.Fatal(status)
		}
		begun := get[Begun](c, "POST", path, in)
		page := get[EveningPage](c, "GET", "/api/evenings/e1", nil)
		if len(begun.Games) != 2 || len(page.Games) != 2 || page.Games[0].Game != begun.Games[0].ID || page.Games[1].Game != begun.Games[1].ID {
			t.Fatalf("%+v %+v", begun, page.Games)
		}
		if all := get[[]table.Listed](c, "GET", "/api/tables", nil); len(all) != 2 || c.next("e1").Drawn {
			t.Fatalf("%d tables, and the proposal stands: %v", len(all), c.next("e1").Drawn)
		}
	})
}

// bots play a game to its end, command by command as a host's device would.
func (c *club) bots(id string, seed uint64) mafia.View {
	c.t.Helper()
	tbl, err := c.hub.Get(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	r := bot.NewRandom(seed, bot.Quiet())
	for range 3000 {
		steps, err := tbl.History(c.t.Context())
		if err != nil {
			c.t.Fatal(err)
		}
		var events []mafia.Event
		for _, st := range steps {
			events = append(events, st.Events...)
		}
		g := mafia.Fold(tbl.Rulebook(), events)
		if g.Phase() == mafia.Over {
			return g.View(mafia.Host)
		}
		raw, err := mafia.MarshalCommand(r.Next(&g))
		if err != nil {
			c.t.Fatal(err)
		}
		if _, err := tbl.Command(c.t.Context(), table.Request{Who: tbl.Leader(), Command: raw}); err != nil {
			c.t.Fatal(err)
		}
	}
	c.t.Fatal("the game does not end")
	return mafia.View{}
}

// CLASSIC-QUEUE-1, CLUB-IMM-3, CLUB-IMM-4, CLUB-IMM-7: an evening of four games of club, from the queue to the records of
// its tables and back. What is proposed is held against what the hosts have seen.
func TestEveningOfFourGamesOfClub(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := append(c.ten(), c.tell(clubs.Import{Text: "К\nЛ\nМ"}).People...)
	c.tell(clubs.Tie{A: ids[1], B: ids[2], Bond: clubs.Couple})
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "club"}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	// Without a mistress, so that everybody who is dead at the first dawn was killed.
	cast := map[string]int{"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
	var earned, sat, won []string
	for game := 1; game <= 4; game++ {
		c.tell(clubs.Draw{Evening: e, DrawTerms: clubs.DrawTerms{Rulebook: "club", Seats: 10}})
		v := c.next(e)
		seats := v.plays(1)
		var want, got []string
		for _, id := range earned {
			if slices.Contains(seats, id) {
				want = append(want, id)
			}
		}
		for _, x := range v.Tables[0].Immune {
			got = append(got, x.Person)
			if x.Game != game-1 || x.Rule != "CLUB-IMM-3" {
				t.Fatalf("%+v", x)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(want) <= 2 && !slices.Equal(got, want) || len(got) > 2 {
			t.Fatalf("game %d: immune are %v, want %v", game, got, want)
		}
		for i, p := range v.Line {
			group := "watched"
			switch {
			case slices.Contains(won, p.Person):
				group = "won"
			case slices.Contains(sat, p.Person):
				group = "lost"
			}
			if p.Group != group || p.Plays != (i < 10) {
				t.Fatalf("game %d, place %d: %+v, want %s", game, i+1, p, group)
			}
		}
		id := get[Begun](c, "POST", "/api/evenings/"+e+"/begin", BeginInput{Deal: dealByLot, Cast: cast}).Games[0].ID
		end := c.bots(id, uint64(game))
		c.waits(id, true)
		earned, won, sat = nil, nil, seats
		for _, d := range end.Departed {
			if d.Night == 1 && d.Cause == mafia.Killed {
				earned = append(earned, seats[d.Seat-1])
			}
		}
		for i, s := range end.Seats {
			if end.Outcome.Winner.Includes(s.Role) {
				won = append(won, seats[i])
			}
		}
	}
}
