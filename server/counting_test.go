package server

import (
	"fmt"
	"strings"
	"testing"

	clubs "omerta/club"
	"omerta/club/points"
	"omerta/journal"
	"omerta/say"
)

// house is a scheme of the house for two wins' worth.
func houseScheme(id string, win points.Points) clubs.KeepScheme {
	return clubs.KeepScheme{Scheme: points.Scheme{
		ID: id, Name: map[say.Lang]string{say.RU: "Наши", say.EN: "Ours"}, Rulebooks: []string{"classic"}, Win: win,
		BestMove: [4]points.Points{2: points.Point}, Ties: []points.Tie{points.MoreWins},
	}}
}

// Games of before and evenings are counted by the version of the house's scheme that
// they were played with, whatever comes later.
func TestHouseSchemesOverHTTP(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	if rep := c.bring("?scheme=house-1", oneGame); rep.Games != 0 || !strings.Contains(rep.Refusals[0].Why.RU, "house-1") {
		t.Fatalf("a scheme that nobody made: %+v", rep)
	}
	c.tell(houseScheme("", 2*points.Point))
	if rep := c.bring("?scheme=house-1", oneGame); rep.Games != 1 {
		t.Fatalf("%+v", rep)
	}
	sums := func(c *club) string {
		v := get[StandingsView](c, "GET", "/api/club/standings", nil)
		out := strings.Join(v.Schemes, " ")
		for _, r := range v.Rows[:2] {
			out += fmt.Sprint(" ", v.Names[r.Person], " ", r.Sum)
		}
		return out
	}
	was := "house-1@1 Анна 2 Борис 2"
	if got := sums(c); got != was {
		t.Error(got)
	}
	c.tell(houseScheme("house-1", 7*points.Point))
	if got := sums(c); got != was {
		t.Errorf("another version changed what was played: %s, was %s", got, was)
	}
	if got := sums(open(t, store).enter()); got != was {
		t.Errorf("a restart made of it: %s, was %s", got, was)
	}
	list := get[SchemesView](c, "GET", "/api/club/schemes", nil)
	var keys []string
	for _, s := range list.Schemes {
		keys = append(keys, fmt.Sprint(s.Key, " ", s.House, s.Newest, s.Games))
	}
	if got := strings.Join(keys, " "); got != "plain@1 false true 0 sport@1 false true 0 original@1 false true 0 house-1@1 true false 1 house-1@2 true true 0" {
		t.Error(got)
	}
	c.no("POST", "/api/club/commands", clubInput(t, houseScheme("sport", 1)), 409, "club-scheme-bad")
}

func TestASchemeIsTried(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	try := func(scheme string) SchemeTrial {
		t.Helper()
		return get[SchemeTrial](c, "POST", "/api/club/schemes/try", SchemeTryInput{Scheme: []byte(scheme)})
	}
	const head = `{"id":"house-1","version":1,"name":{"ru":"Наши","en":"Ours"},"ties":[]`
	if got := try(head + `,"removal":1}`); len(got.Faults) != 1 || !strings.Contains(got.Faults[0].RU, "удаление") || len(got.Examples) != 0 {
		t.Errorf("%+v", got)
	}
	if got := try(head + `,"win":"x"}`); len(got.Faults) != 1 {
		t.Errorf("%+v", got)
	}
	sport := `,"rulebooks":["classic"],"win":1,"bestMove":[0,0,0.25,0.4],"removal":-0.5,"compensation":{"most":0.4,"share":0.4},"host":true,` +
		`"roles":[{"role":"sheriff","win":0.2,"loss":0}]}`
	got := try(head + sport)
	if len(got.Examples) != 2 || len(got.Compensations) != 4 || got.Compensations[1].Each.String() != "0.2" {
		t.Fatalf("%+v", got)
	}
	sums := func(e SchemeExample) string {
		out := e.Kind
		for _, s := range e.Seats {
			out += " " + s.Sum.String()
		}
		return out
	}
	// By hand: a win is 1; two hits 0.25, three 0.4; removal -0.5; the host's 0.3 and -0.1; the sheriff's 0.2.
	if got := sums(got.Examples[0]); got != "red 1.25 0.5 1.3 1 1 1 1.2 0 0 -0.1" {
		t.Error(got)
	}
	if got := sums(got.Examples[1]); got != "black 0.4 -0.5 0.3 0 0 0 0 1 1 0.9" {
		t.Error(got)
	}
	c.bring("?scheme=plain", oneGame)
	last := try(head + sport).Examples[2]
	if got := sums(last); got != "last 1.3 1.4 0 0 0 1.2 1 1 1 1" || last.Seats[0].Nick != "Анна" || last.Date != "2020-02-03" {
		t.Error(got, last)
	}
}

func TestRatingsAndPeriodsOverHTTP(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.bring("?scheme=sport", oneGame)
	per := get[PeriodsView](c, "GET", "/api/club/periods", nil)
	if len(per.Evenings) != 1 || per.Evenings[0].Date != "2020-02-03" || per.Evenings[0].Games != 1 || fmt.Sprint(per.Years) != "[2020]" {
		t.Errorf("%+v", per)
	}
	red := func() RatingsView { return get[RatingsView](c, "GET", "/api/club/ratings?side=red", nil) }
	v := red()
	if len(v.Rows) != 6 || v.Rows[0].Value != 1508_000 || v.Names[v.Rows[0].Person] == "" || fmt.Sprint(v.Sides) != "[red black]" {
		t.Errorf("%+v", v)
	}
	c.tell(clubs.Rate{Elo: points.Elo{K: 100, Start: 1500, Scale: 400}})
	if v := red(); v.Rows[0].Value != 1550_000 || v.Elo.K != 100 {
		t.Errorf("%+v", v)
	}
	p := get[PersonPage](c, "GET", "/api/club/people/"+v.Rows[0].Person, nil)
	if p.Ratings[0].Value != 1550_000 || len(p.Ratings[0].Years) != 1 || p.Ratings[0].Years[0].Year != "2020" || p.Games[0].Table {
		t.Errorf("%+v", p)
	}
	c.tell(clubs.Undo{})
	if v := red(); v.Rows[0].Value != 1508_000 {
		t.Errorf("%+v", v)
	}
	if v := get[RatingsView](c, "GET", "/api/club/ratings?side=black&min=2", nil); len(v.Rows) != 3 || v.Rows[0].Place != 0 {
		t.Errorf("%+v", v)
	}
	c.no("GET", "/api/club/ratings?min=x", nil, 400, "bad-request")
}

// Records are played with a version of a scheme that there is, and with none that is
// not meant for their rulebook.
func TestRecordsAreTakenWithAVersionOfAScheme(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.tell(houseScheme("", 2*points.Point))
	status, body := c.send("/api/club/records?scheme=nonsense", "text/plain", []byte(finished(1, "")))
	if status != 409 || !strings.Contains(string(body), "club-scheme") {
		t.Errorf("%d %s", status, body)
	}
	c.takes("/api/club/records?scheme=house-1", "text/plain", []byte(finished(1, "")))
	c.takes("/api/club/records?scheme=original", "text/plain", []byte(finished(2, "foul 3\n")))
	c.tell(houseScheme("house-1", 7*points.Point))
	v := get[StandingsView](c, "GET", "/api/club/standings", nil)
	if got := fmt.Sprint(v.Schemes, v.Rows[0].Sum); got != "[house-1@1 plain@1] 3" {
		t.Error(got)
	}
}

// A game that names a scheme which is lost is counted all the same.
func TestALostSchemeTakesNoTableAway(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	c.bring("?scheme=sport", oneGame)
	docs, err := store.Docs(t.Context(), beforeKind)
	if err != nil || len(docs) != 1 {
		t.Fatal(docs, err)
	}
	if err := store.PutDoc(t.Context(), beforeKind, docs[0].ID, []byte(strings.ReplaceAll(string(docs[0].Data), "sport@1", "gone@1"))); err != nil {
		t.Fatal(err)
	}
	c = open(t, store).enter()
	if v := get[StandingsView](c, "GET", "/api/club/standings", nil); fmt.Sprint(v.Schemes, v.Games) != "[plain@1] 1" {
		t.Errorf("%+v", v)
	}
}
