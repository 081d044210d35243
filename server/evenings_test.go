package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	clubs "omerta/club"
	games "omerta/club/history"
	"omerta/club/points"
	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// ten people of the club, the first of them a novice.
func (c *club) ten() []string {
	c.t.Helper()
	list := "ник;новичок\n"
	for i := range 10 {
		list += fmt.Sprintf("Игрок %c;%s\n", 'А'+i, map[bool]string{true: "да", false: ""}[i == 0])
	}
	return c.tell(clubs.Import{Text: list}).People
}

// seatsOf are seats of people of the club.
func (c *club) seatsOf(ids []string) (out []table.Sitter) {
	c.t.Helper()
	for _, id := range ids {
		m, _ := c.srv.club.Club().Person(id)
		out = append(out, table.Sitter{Nick: m.Nick, PersonID: id, Novice: m.Novice})
	}
	return out
}

// redWins plays a game to its end by removing all black players; it gives the seats
// of red ones.
func (c *club) redWins(id string) (red []int) {
	c.t.Helper()
	raw := get[json.RawMessage](c, "GET", "/api/tables/"+id, nil)
	var f struct {
		View mafia.View `json:"view"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		c.t.Fatal(err)
	}
	for i, s := range f.View.Seats {
		if s.Role.Side() == mafia.Black {
			c.do(id, mafia.Remove{To: mafia.Seat(i + 1)})
		} else {
			red = append(red, i)
		}
	}
	return red
}

// waits until the club has heard how a game stands.
func (c *club) waits(id string, ended bool) {
	c.t.Helper()
	for range 1000 {
		if c.srv.club.Club().HasEnded(id) == ended {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.t.Fatalf("the club was never told that %s has ended: %v", id, ended)
}

func TestEveningOverHTTP(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Rulebook: "classic", Scheme: "sport", Season: "27"}}).Evening
	c.tell(clubs.Arrive{Evening: e, People: ids})
	game := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Attach{Evening: e, Game: "nothing"}), 404, "no-table")
	c.tell(clubs.Attach{Evening: e, Game: game})
	c.no("DELETE", "/api/tables/"+game, nil, 409, "club-attached")
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Close{Evening: e}), 409, "club-runs")
	red := c.redWins(game)
	c.waits(game, true)
	if m := get[PersonPage](c, "GET", "/api/club/people/"+ids[0], nil).Member; m.Novice {
		t.Fatal("still a novice after a finished game")
	}
	c.tell(clubs.Award{Game: game, Person: ids[red[0]], Bonus: 3000, BonusFor: "Версия"})
	c.tell(clubs.Close{Evening: e})
	page := get[EveningPage](c, "GET", "/api/evenings/"+e, nil)
	if !page.Closed || len(page.Standings.Rows) != 10 || len(page.Results) != 1 || page.Totals.Games != 1 || len(page.Names) != 10 {
		t.Fatalf("%+v", page)
	}
	first := page.Standings.Rows[0]
	if first.Person != ids[red[0]] || first.Sum != points.Point+3000 || page.Names[first.Person] == "" {
		t.Fatalf("%+v", first)
	}
	if last := page.Standings.Rows[9]; last.Sum != -5000 || last.Removals != 1 {
		t.Fatalf("%+v", last)
	}
	for _, period := range []string{"?season=27", "?year=2026", "?rulebook=classic&from=2026-11-27&to=2026-11-27", "?evening=" + e} {
		if v := get[StandingsView](c, "GET", "/api/club/standings"+period, nil); len(v.Rows) != 10 || v.Rows[0].Sum != first.Sum {
			t.Errorf("%s: %+v", period, v)
		}
	}
	if v := get[StandingsView](c, "GET", "/api/club/standings?season=26", nil); len(v.Rows) != 0 {
		t.Fatalf("%+v", v)
	}
	c.no("GET", "/api/club/standings?from=never", nil, 400, "bad-request")
	c.no("GET", "/api/evenings/e99", nil, 404, "club-evening")
	p := get[PersonPage](c, "GET", "/api/club/people/"+first.Person, nil)
	if !p.Played || p.Page.Wins != 1 || len(p.Ratings) != 3 || p.Ratings[0].Value <= 1500_000 || len(p.Games) != 1 || p.Games[0].Points != first.Sum {
		t.Fatalf("%+v", p)
	}
	again := open(t, store).enter()
	if now := get[EveningPage](again, "GET", "/api/evenings/"+e, nil); fmt.Sprint(now) != fmt.Sprint(page) {
		t.Fatalf("a restart made another evening\n%+v\n%+v", page, now)
	}
}

// What is corrected in a game afterwards changes its result, and a game whose end is
// taken back counts for nothing.
func TestResultsFollowTheirGames(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27"}}).Evening
	game := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	c.tell(clubs.Attach{Evening: e, Game: game})
	c.do(game, mafia.Substitute{To: 3, Nick: "Замена"})
	c.redWins(game)
	c.waits(game, true)
	v := get[EveningPage](c, "GET", "/api/evenings/"+e, nil)
	if sub, ok := c.srv.club.Club().Known("Замена"); len(v.Results) != 1 || !ok || v.Results[0].Seats[2].Person != sub {
		t.Fatalf("%+v", v.Results)
	}
	get[table.Answer](c, "POST", "/api/tables/"+game+"/commands", CommandInput{Command: json.RawMessage(`{"do":"undo"}`)})
	c.waits(game, false)
	if v := get[EveningPage](c, "GET", "/api/evenings/"+e, nil); len(v.Results) != 0 || v.Games[0].Ended {
		t.Fatalf("%+v", v)
	}
	get[table.Answer](c, "POST", "/api/tables/"+game+"/commands", CommandInput{Command: json.RawMessage(`{"do":"redo"}`)})
	c.waits(game, true)
	if v := get[EveningPage](c, "GET", "/api/evenings/"+e, nil); len(v.Results) != 1 {
		t.Fatalf("%+v", v)
	}
	get[table.Answer](c, "POST", "/api/tables/"+game+"/commands", CommandInput{Command: json.RawMessage(`{"do":"insert","at":1,"command":{"do":"foul","to":3,"n":1,"reason":""}}`)})
	for n := 0; get[EveningPage](c, "GET", "/api/evenings/"+e, nil).Results[0].Seats[2].Fouls != 1; n++ {
		if n == 1000 {
			t.Fatal("a foul that was put in is not in the result")
		}
		time.Sleep(2 * time.Millisecond) // the table tells of it behind its answer
	}
	c.do(game, mafia.Substitute{To: 5, Nick: "Описка"}) // the protocol is corrected after the end
	typo, _ := c.srv.club.Club().Known("Описка")
	for n := 0; get[EveningPage](c, "GET", "/api/evenings/"+e, nil).Results[0].Seats[4].Person != typo; n++ {
		if n == 1000 {
			t.Fatal("a correction after the end is not in the result")
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.no("POST", "/api/club/commands", clubInput(t, clubs.Merge{From: ids[0], Into: ids[1]}), 409, "club-together")
	c.tell(clubs.Forget{Person: ids[0]})
	v = get[EveningPage](c, "GET", "/api/evenings/"+e, nil)
	if name, there := v.Names[ids[0]]; !there || name != "" || v.Results[0].Seats[0].Person != ids[0] {
		t.Fatalf("%+v", v)
	}
}

// Games that ended while the program was older, or was dying, are noted at start.
func TestEndsThatWereMissedAreNotedAtStart(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	game := c.sit()
	c.redWins(game)
	c.waits(game, true)
	c.hub.Close()
	if err := store.Delete(t.Context(), "club"); err != nil {
		t.Fatal(err)
	}
	c = open(t, store)
	c.waits(game, true)
}

func TestNobodySitsDownWithWhomHeIsBannedFrom(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	c.tell(clubs.Ban{A: ids[2], B: ids[7], Reason: "Спор"})
	in := TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}
	p := c.no("POST", "/api/tables", in, 409, "club-banned")
	if !strings.Contains(p.Text.RU, "Игрок В") || !strings.Contains(p.Text.RU, "Игрок З") {
		t.Fatalf("%+v", p)
	}
	c.tell(clubs.Lift{A: ids[2], B: ids[7]})
	get[Made](c, "POST", "/api/tables", in)
}

// The file of games reads back to the same games, those of people who were forgotten
// among them.
func TestFilesOfStandingsAndGames(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	ids := c.ten()
	e := c.tell(clubs.Open{Terms: clubs.Terms{Date: "2026-11-27", Scheme: "sport"}}).Evening
	game := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	c.tell(clubs.Attach{Evening: e, Game: game})
	c.redWins(game)
	c.waits(game, true)
	c.tell(clubs.Forget{Person: ids[0]})
	c.tell(clubs.Forget{Person: ids[1]})
	_, body := c.ask("GET", "/api/club/standings.csv?lang=en", nil)
	if lines := strings.Split(strings.TrimSpace(string(body)), "\r\n"); len(lines) != 11 || !strings.Contains(lines[0], "Games") || strings.Contains(string(body), "Игрок А") {
		t.Fatalf("%s", body)
	}
	_, body = c.ask("GET", "/api/club/games.csv?form=plain", nil)
	results, report, err := games.Read(t.Context(), bytes.NewReader(body), games.Options{})
	if err != nil || len(results) != 1 || len(report.Refusals) > 0 || results[0].Winner != mafia.RedWon || results[0].Scheme != "sport@1" {
		t.Fatalf("%+v %+v %v\n%s", results, report, err, body)
	}
	for path, sheets := range map[string]int{"/api/club/standings.xlsx": 3, "/api/club/games.xlsx?evening=" + e: 1} {
		_, body := c.ask("GET", path, nil)
		f, err := excelize.OpenReader(bytes.NewReader(body))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		rows, err := f.GetRows(f.GetSheetName(0))
		if err != nil || len(rows) != 11 || f.SheetCount != sheets {
			t.Errorf("%s: %d rows, %d sheets, %v", path, len(rows), f.SheetCount, err)
		}
		_ = f.Close()
	}
}

// Whoever was forgotten is in no journal of a game, neither as one who was dealt to
// nor as a substitute; a game that is being played waits for its end.
func TestForgottenNamesLeaveTheGames(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	ids := c.ten()
	first := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	c.do(first, mafia.Substitute{To: 3, Nick: "Замена"})
	c.redWins(first)
	c.waits(first, true)
	second := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Seats: c.seatsOf(ids)}).ID
	substitute, _ := c.srv.club.Club().Known("Замена")
	holds := func(id, word string) bool {
		found := false
		info, err := store.Info(t.Context(), id)
		if err == nil {
			found = strings.Contains(string(info.Meta), word)
			err = store.Read(t.Context(), id, 1, func(e journal.Entry) error {
				found = found || strings.Contains(string(e.Data), word)
				return nil
			})
		}
		if errors.Is(err, journal.ErrNoTable) {
			return true // it is being written anew
		}
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := get[StandingsView](c, "GET", "/api/club/standings", nil)
	for _, id := range []string{substitute, ids[4]} {
		c.tell(clubs.Forget{Person: id})
	}
	if holds(first, "Замена") || holds(first, "Игрок Д") || !holds(first, "Игрок Е") {
		t.Fatal("the names are still in the first game, or others are gone")
	}
	if got := get[StandingsView](c, "GET", "/api/club/standings", nil); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%+v", got)
	}
	if !holds(second, "Игрок Д") {
		t.Fatal("the game that is being played was written anew")
	}
	c.redWins(second)
	c.waits(second, true)
	for n := 0; holds(second, "Игрок Д"); n++ {
		if n == 1000 {
			t.Fatal("the name is still in the second game")
		}
		time.Sleep(2 * time.Millisecond)
	}
}
