package server

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	clubs "omerta/club"
	games "omerta/club/history"
	"omerta/journal"
	"omerta/mafia"
)

// bring imports a file of games.
func (c *club) bring(query, file string) GamesReport {
	c.t.Helper()
	return get[GamesReport](c, "POST", "/api/club/games"+query, raw(file))
}

// raw is a body that is sent as it is.
type raw string

const oneGame = `game,date,seat,player,role,winner,first_shot,best_move,extra,extra_reason
1,2020-02-03,1,Анна,civilian,red,,,0.3,за ход
1,2020-02-03,2,Борис,civilian,red,yes,3 4 5,,
1,2020-02-03,3,Вера,mafia,red,,,,
1,2020-02-03,4,Глеб,mafia,red,,,,
1,2020-02-03,5,Дина,don,red,,,,
1,2020-02-03,6,Егор,sheriff,red,,,,
1,2020-02-03,7,Жанна,civilian,red,,,,
1,2020-02-03,8,Зоя,civilian,red,,,,
1,2020-02-03,9,Иван,civilian,red,,,,
1,2020-02-03,10,,civilian,red,,,,
2,2020-02-03,1,Анна,unknown,red,,,,
`

func TestGamesOfBeforeAreImportedOnce(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	anna := c.tell(clubs.Add{Nick: "Аня"}).People[0]
	nick := "Анна"
	c.tell(clubs.Edit{Person: anna, Nick: &nick})
	if dry := c.bring("?dry=1&scheme=sport", oneGame); dry.Games != 1 || dry.People != 8 || len(c.srv.club.Club().People()) != 1 {
		t.Fatalf("%+v", dry)
	}
	rep := c.bring("?scheme=sport", oneGame)
	if rep.Games != 1 || rep.Refused != 1 || rep.People != 8 || len(rep.Refusals) == 0 || rep.Refusals[0].Line != 12 || rep.Refusals[0].Why.RU == "" {
		t.Fatalf("%+v", rep)
	}
	if again := c.bring("?scheme=sport", oneGame); again.Games != 0 || again.Known != 1 || again.People != 0 {
		t.Fatalf("%+v", again)
	}
	boris, _ := c.srv.club.Club().Known("Борис")
	rows := func() string {
		v := get[StandingsView](c, "GET", "/api/club/standings?year=2020", nil)
		var out []string
		for _, r := range v.Rows[:min(2, len(v.Rows))] {
			out = append(out, r.Person+" "+r.Sum.String())
		}
		return fmt.Sprint(len(v.Rows), out)
	}
	want := fmt.Sprintf("9 [%s 1.4 %s 1.3]", boris, anna)
	if got := rows(); got != want {
		t.Fatal(got)
	}
	c.tell(clubs.Undo{})
	if got := rows(); got != "0 []" {
		t.Fatal(got)
	}
	c.tell(clubs.Redo{})
	c = open(t, store).enter()
	if got := rows(); got != want {
		t.Fatalf("after a restart: %s", got)
	}
	c.tell(clubs.Forget{Person: anna})
	if got := rows(); got != want {
		t.Fatalf("the results of who was forgotten: %s", got)
	}
	if _, body := c.ask("GET", "/api/club/games.csv", nil); strings.Contains(string(body), "Анна") || strings.Contains(string(body), "за ход") {
		t.Fatalf("%s", body)
	}
	c.bring("?source=other", oneGame) // the same numbers from somewhere else
	_, body := c.ask("GET", "/api/club/games.csv?form=plain", nil)
	if results, rep, err := games.Read(t.Context(), bytes.NewReader(body), games.Options{}); err != nil || len(results) != 2 || rep.Refused > 0 {
		t.Fatalf("%d games, %+v, %v", len(results), rep, err)
	}
	docs, _ := store.Docs(t.Context(), beforeKind)
	if len(docs) != 2 || strings.Contains(string(docs[0].Data), "за ход") && strings.Contains(string(docs[1].Data), "за ход") {
		t.Fatalf("what was written about somebody who was forgotten still lies there: %s", docs)
	}
	if state := get[GamesState](c, "GET", "/api/club/games/import", nil); state.Running {
		t.Fatalf("%+v", state)
	}
}

func TestBadFilesOfGames(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	for _, file := range []string{"", "\x00\xff\xfe", "game,seat\n1,1", strings.Repeat("a,", 50_000), "PK\x03\x04"} {
		if rep := c.bring("", file); rep.Games != 0 || len(rep.Refusals) == 0 {
			t.Errorf("%.20q: %+v", file, rep)
		}
	}
	c.no("POST", "/api/club/games?source="+strings.Repeat("x", 49), raw(""), 400, "bad-request")
	c.srv.taking.one.Lock()
	c.no("POST", "/api/club/games", raw(oneGame), 409, "busy")
}

// Games of a real club, where OMERTA_GAMES names their file: the totals are those
// that came with it.
func TestGamesOfARealClub(t *testing.T) {
	path := os.Getenv("OMERTA_GAMES")
	if path == "" {
		t.Skip("OMERTA_GAMES names no file")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, journal.NewMemory()).enter()
	rep := c.bring("?scheme=sport", string(file))
	book, _, err := c.srv.theBook(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := get[StandingsView](c, "GET", "/api/club/standings", nil)
	got := fmt.Sprint(rep.Games, rep.Refused, rep.People, all.Games, all.Unrated, len(all.Rows), len(book.Results()))
	if got != "5253 0 668 4911 342 561 5253" {
		t.Error(got)
	}
	who, _ := c.srv.club.Club().Known("P0027")
	p := get[PersonPage](c, "GET", "/api/club/people/"+who, nil)
	if p.Page.Games != 2536 || p.Page.Wins != 1391 || p.Member.Nick != "P0027" || p.Ratings[0].Games+p.Ratings[1].Games != 2536 {
		t.Errorf("%+v", p.Page)
	}
	if mafia.Red.String() != p.Ratings[0].Side {
		t.Error(p.Ratings[0].Side)
	}
}

// Games that are written and of which the club was never told do not lie there for ever;
// those that it knows of stay.
func TestAnImportThatDiedLeavesNothing(t *testing.T) {
	for n := range 60 {
		store := &brittle{journal.NewMemory(), unbroken}
		c := open(t, store).enter()
		store.left = n
		status, _ := c.ask("POST", "/api/club/games?scheme=sport", raw(oneGame))
		done := store.left >= 0
		store.left = unbroken
		c.hub.Close()
		c = open(t, store).enter()
		want := len(c.srv.club.Club().Imports())
		if status == 200 && want != 1 {
			t.Errorf("after %d writes: %d, and %d imports", n, status, want)
		}
		for kind, want := range map[string]int{beforeKind: want, looseKind: 0} {
			if docs, err := store.Docs(t.Context(), kind); err != nil || len(docs) != want {
				t.Errorf("after %d writes: %d documents %s, %v", n, len(docs), kind, err)
			}
		}
		if rep := c.bring("?scheme=sport", oneGame); rep.Games+rep.Known != 1 {
			t.Errorf("after %d writes: %+v", n, rep)
		}
		if done {
			return
		}
	}
	t.Error("it never ends")
}
