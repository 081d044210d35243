package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/say"
	"omerta/table"
)

// club is a server under test with a host's browser.
type club struct {
	t     testing.TB
	store journal.Store
	hub   *table.Hub
	srv   *Server
	http  *httptest.Server
	host  *http.Client
	log   *lockedBuffer
}

// lockedBuffer is a log that may be written and read at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func open(t testing.TB, store journal.Store) *club {
	t.Helper()
	c := &club{t: t, store: store, log: &lockedBuffer{}}
	log := slog.New(slog.NewTextHandler(c.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if c.hub, err = table.Open(context.Background(), store, table.WithLog(log)); err != nil {
		t.Fatal(err)
	}
	c.srv, err = New(context.Background(), Config{Store: store, Hub: c.hub, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	c.http = httptest.NewServer(c.srv)
	t.Cleanup(func() { c.hub.Close(); c.http.Close() })
	c.host = &http.Client{}
	c.host.Jar, _ = cookiejar.New(nil)
	return c
}

// enter opens the host's link.
func (c *club) enter() *club {
	c.t.Helper()
	resp, err := c.host.Get(c.http.URL + c.srv.HostPath())
	if err != nil {
		c.t.Fatal(err)
	}
	_ = resp.Body.Close()
	return c
}

// ask sends a request as the page does and gives status and body.
func (c *club) ask(method, path string, in any) (int, []byte) {
	c.t.Helper()
	var body io.Reader
	if text, ok := in.(raw); ok {
		body = strings.NewReader(string(text))
	} else if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			c.t.Fatal(err)
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, c.http.URL+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.host.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	out, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, out
}

// get asks and expects success.
func get[T any](c *club, method, path string, in any) (out T) {
	c.t.Helper()
	status, body := c.ask(method, path, in)
	if status/100 != 2 {
		c.t.Fatalf("%s %s: %d %s", method, path, status, body)
	}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &out); err != nil {
			c.t.Fatalf("%s %s: %v in %s", method, path, err, body)
		}
	}
	return out
}

// no asks and expects a problem, with words in both languages.
func (c *club) no(method, path string, in any, status int, id string) Problem {
	c.t.Helper()
	got, body := c.ask(method, path, in)
	var p Problem
	if err := json.Unmarshal(body, &p); err != nil {
		c.t.Fatalf("%s %s: %d %s", method, path, got, body)
	}
	if got != status || p.Error != id {
		c.t.Fatalf("%s %s: %d %s, want %d %s", method, path, got, body, status, id)
	}
	if p.Text.RU == "" || p.Text.EN == "" || p.Hint.RU == "" || p.Hint.EN == "" {
		c.t.Fatalf("%s: words are missing: %+v", id, p)
	}
	return p
}

func seats(n int) []table.Sitter {
	var out []table.Sitter
	for i := range n {
		out = append(out, table.Sitter{Nick: fmt.Sprintf("Гость %d", i+1)})
	}
	return out
}

// sit makes a table of classic by lot.
func (c *club) sit() string {
	c.t.Helper()
	return get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealByLot, Title: "Вечер", Seats: seats(10)}).ID
}

func (c *club) do(id string, cmd mafia.Command) {
	c.t.Helper()
	raw, err := mafia.MarshalCommand(cmd)
	if err != nil {
		c.t.Fatal(err)
	}
	get[table.Answer](c, "POST", "/api/tables/"+id+"/commands", CommandInput{Command: raw})
}

func TestHostsLinkOpensTheConsole(t *testing.T) {
	c := open(t, journal.NewMemory())
	c.no("GET", "/api/tables", nil, 401, "no-session")
	if m := get[Me](c, "GET", "/api/me", nil); m.Kind != "none" {
		t.Fatalf("%+v", m)
	}
	c.host.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := c.host.Get(c.http.URL + c.srv.HostPath())
	if err != nil {
		t.Fatal(err)
	}
	cookie := resp.Header.Get("Set-Cookie")
	if resp.StatusCode != 303 || resp.Header.Get("Location") != "/" || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	if m := get[Me](c, "GET", "/api/me", nil); m.Kind != "host" {
		t.Fatalf("%+v", m)
	}
	docs, _ := c.store.Docs(context.Background(), sessionKind)
	tok := c.host.Jar.Cookies(resp.Request.URL)[0].Value
	if len(docs) != 1 || docs[0].ID == tok || strings.Contains(string(docs[0].Data), tok) {
		t.Fatal("the store holds the token itself")
	}
	again := open(t, c.store)
	if again.srv.HostPath() != c.srv.HostPath() {
		t.Fatal("the key changed with a restart")
	}
	if _, ok := again.srv.sessions.has(context.Background(), tok); !ok {
		t.Fatal("the session did not survive a restart")
	}
}

func TestWrongLinkIsThrottledAndLocksNobodyOut(t *testing.T) {
	c := open(t, journal.NewMemory())
	seen := map[int]int{}
	for range 30 {
		resp, err := http.Get(c.http.URL + "/host/guess")
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		seen[resp.StatusCode]++
	}
	if seen[404] < 20 || seen[429] == 0 {
		t.Fatalf("%v", seen)
	}
	c.enter()
	if m := get[Me](c, "GET", "/api/me", nil); m.Kind != "host" {
		t.Fatal("the host is locked out")
	}
}

func TestLinkFollowedFromElsewhereStillLeadsIn(t *testing.T) {
	c := open(t, journal.NewMemory())
	req, _ := http.NewRequest("GET", c.http.URL+c.srv.HostPath(), nil)
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := c.host.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 || resp.Header.Get("Refresh") != "0; url=/" {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
}

// Every route but the open ones asks for a session, and every one that changes
// something for our header.
func TestGuardsOfEveryRoute(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	stranger := &http.Client{}
	for _, route := range []string{
		"GET /api/rulebooks", "GET /api/rulebooks/x/reasons", "POST /api/compose", "POST /api/seating", "GET /api/people", "POST /api/people",
		"PUT /api/people/x", "DELETE /api/people/x", "GET /api/club", "GET /api/club/stream", "POST /api/club/commands",
		"GET /api/club/people/x", "GET /api/club/standings", "GET /api/club/standings.csv",
		"GET /api/club/standings.xlsx", "GET /api/club/games.csv", "GET /api/club/games.xlsx", "POST /api/club/games", "GET /api/club/games/import",
		"GET /api/evenings", "GET /api/evenings/x",
		"GET /api/tables", "POST /api/tables", "GET /api/tables/ID",
		"POST /api/tables/ID/commands", "POST /api/tables/ID/again", "GET /api/tables/ID/log", "GET /api/tables/ID/cards/1",
		"DELETE /api/tables/ID", "GET /api/tables/ID/stream", "GET /api/tables/ID/record.json",
	} {
		method, path, _ := strings.Cut(strings.ReplaceAll(route, "ID", id), " ")
		for _, try := range []struct {
			who    *http.Client
			head   map[string]string
			host   string
			status int
		}{
			{stranger, map[string]string{"X-Omerta": "1"}, "", 401},
			{c.host, nil, "", 403},
			{c.host, map[string]string{"X-Omerta": "1"}, "evil.example", 421},
			{c.host, map[string]string{"X-Omerta": "1", "Origin": "http://evil.example"}, "", 403},
		} {
			if method == "GET" && try.status == 403 {
				continue
			}
			req, _ := http.NewRequest(method, c.http.URL+path, strings.NewReader("{}"))
			for k, v := range try.head {
				req.Header.Set(k, v)
			}
			req.Host = try.host
			resp, err := try.who.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if resp.StatusCode != try.status {
				t.Errorf("%s with %v, host %q: %d %s, want %d", route, try.head, try.host, resp.StatusCode, body, try.status)
			}
			if got := resp.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("%s: Cache-Control %q", route, got)
			}
		}
	}
}

func TestBodies(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.no("POST", "/api/compose", map[string]any{"rulebok": "city"}, 400, "bad-request")
	c.no("POST", "/api/compose", strings.Repeat("x", bodyLimit+1), 413, "too-large")
	c.no("POST", "/api/nothing", nil, 404, "not-found")
	req, _ := http.NewRequest("POST", c.http.URL+"/api/compose", strings.NewReader("{}"))
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "text/plain")
	if resp, err := c.host.Do(req); err != nil || resp.StatusCode != 415 {
		t.Fatalf("%v, %v", resp, err)
	}
}

func TestRulebooksAndCompositions(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	for _, id := range []string{"classic", "classic@1"} {
		if r := get[[]say.Reason](c, "GET", "/api/rulebooks/"+id+"/reasons", nil); len(r) == 0 {
			t.Errorf("%s punishes nothing", id)
		}
	}
	books := get[[]Book](c, "GET", "/api/rulebooks", nil)
	if len(books) != 4 {
		t.Fatalf("%d rulebooks", len(books))
	}
	for _, b := range books {
		if b.Title.RU == "" || b.Title.EN == "" || b.Min < 4 || b.Max < b.Min || len(b.Options) == 0 {
			t.Errorf("%+v", b)
		}
		for _, o := range b.Options {
			if o.Title.RU == "" || len(o.Values) == 0 && o.Number == nil {
				t.Errorf("%s: option %+v", b.Name, o)
			}
		}
	}
	got := get[Composition](c, "POST", "/api/compose", ComposeInput{Rulebook: "classic", Players: 10})
	if got.Cast[mafia.Civilian] != 6 || got.Red != 7 || got.Other != 3 || len(got.Refusals) != 0 {
		t.Fatalf("%+v", got)
	}
	got = get[Composition](c, "POST", "/api/compose", ComposeInput{Rulebook: "classic", Players: 9})
	if len(got.Refusals) == 0 || got.Refusals[0].Rule == "" || got.Refusals[0].Text.RU == "" {
		t.Fatalf("%+v", got)
	}
	got = get[Composition](c, "POST", "/api/compose", ComposeInput{Rulebook: "city", Players: 10, Cast: map[mafia.Role]int{mafia.Mafia: 9, mafia.Civilian: 1}})
	if len(got.Refusals)+len(got.Warnings) == 0 {
		t.Fatalf("%+v", got)
	}
	c.no("POST", "/api/compose", ComposeInput{Rulebook: "chess"}, 400, "rulebook")
}

func TestPeople(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	anna := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: "  Анна\u202e  Р. ", Novice: true})
	if anna.Nick != "Анна Р." || !anna.Novice {
		t.Fatalf("%+v", anna)
	}
	boris := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: "Борис", Friends: []string{anna.ID, "nobody"}})
	twin := get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: "Aннa Р"}) // Latin A and a
	if len(twin.LooksLike) != 1 || twin.LooksLike[0] != anna.Nick {
		t.Fatalf("%+v", twin)
	}
	list := get[[]Person](c, "GET", "/api/people", nil)
	friends := map[string][]string{}
	for _, p := range list {
		friends[p.ID] = p.Friends
	}
	if len(list) != 3 || fmt.Sprint(friends[anna.ID]) != fmt.Sprint([]string{boris.ID}) || len(friends[boris.ID]) != 1 {
		t.Fatalf("%+v", list)
	}
	get[any](c, "DELETE", "/api/people/"+boris.ID, nil)
	list = get[[]Person](c, "GET", "/api/people", nil)
	for _, p := range list {
		if len(p.Friends) != 0 {
			t.Fatalf("%+v", p)
		}
	}
	c.no("PUT", "/api/people/nobody", PersonInput{Nick: "Н"}, 404, "no-person")
	c.no("POST", "/api/people", PersonInput{Nick: " \u200b\u200d "}, 400, "nick")
	c.no("POST", "/api/people", PersonInput{Nick: strings.Repeat("ж", 25)}, 400, "nick")
}

func TestMakingTables(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Key: "k", Rulebook: "classic", Preset: "sport", Deal: dealReal, Title: "Первый", Seats: seats(10)}
	a, b := get[Made](c, "POST", "/api/tables", in), get[Made](c, "POST", "/api/tables", in)
	if a != b {
		t.Fatal("one key made two tables")
	}
	second := c.sit()
	list := get[[]table.Listed](c, "GET", "/api/tables", nil)
	if len(list) != 2 || list[0].ID != second || list[1].Title != "Первый" || list[1].Preset != "sport" {
		t.Fatalf("%+v", list)
	}
	f := get[table.Frame](c, "GET", "/api/tables/"+a.ID, nil)
	for _, s := range f.View.Seats {
		if s.Role != mafia.Unknown {
			t.Fatalf("real cards are known: %+v", s)
		}
	}
	in.Key, in.Seats = "", seats(9)
	p := c.no("POST", "/api/tables", in, 409, "setup")
	if !strings.HasPrefix(p.Rule, "CLASSIC-SETUP-") {
		t.Fatalf("%+v", p)
	}
	in.Seats = seats(10)
	in.Seats[1].PersonID, in.Seats[4].PersonID = "p", "p"
	if p := c.no("POST", "/api/tables", in, 400, "seat-twice"); p.Seat != 5 {
		t.Fatalf("%+v", p)
	}
	in.Seats, in.Options = seats(10), []mafia.Option{{Name: "speech", Value: "soon"}}
	c.no("POST", "/api/tables", in, 400, "option")
	in.Options, in.Deal = nil, "guess"
	c.no("POST", "/api/tables", in, 400, "bad-request")
	in.Deal, in.Given = dealGiven, []mafia.Role{mafia.Don}
	c.no("POST", "/api/tables", in, 400, "bad-request")
	in.Deal, in.Immune = dealByLot, []mafia.Seat{11}
	c.no("POST", "/api/tables", in, 400, "bad-request")
	get[any](c, "DELETE", "/api/tables/"+second, nil)
	c.no("GET", "/api/tables/"+second, nil, 404, "no-table")
}

func TestAgainDealsTheSameCardsToTheSamePeople(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	old := c.sit()
	c.do(old, mafia.Proceed{})
	c.do(old, mafia.Substitute{To: 3, Nick: "Замена"})
	made := get[Made](c, "POST", "/api/tables/"+old+"/again", AgainInput{Key: "a"})
	if again := get[Made](c, "POST", "/api/tables/"+old+"/again", AgainInput{Key: "a"}); again != made {
		t.Fatal("one key dealt twice")
	}
	f := get[table.Frame](c, "GET", "/api/tables/"+made.ID, nil)
	cast := mafia.Cast{}
	for _, s := range f.View.Seats {
		cast[s.Role]++
	}
	if f.View.Seats[2].Nick != "Замена" || f.Table.Title != "Вечер" || cast.Of(mafia.Black) != 3 || f.Length != 1 {
		t.Fatalf("%+v", f)
	}
	if f := get[table.Frame](c, "GET", "/api/tables/"+old, nil); !f.Table.Voided {
		t.Fatal("the old game still stands")
	}
}

func TestCommandsAndTheirRefusals(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	path := "/api/tables/" + id + "/commands"
	one := 1
	in := CommandInput{Key: "k1", Seen: &one, Command: json.RawMessage(`{"do":"proceed"}`)}
	if a := get[table.Answer](c, "POST", path, in); a.Length != 2 {
		t.Fatalf("%+v", a)
	}
	if a := get[table.Answer](c, "POST", path, in); a.Length != 2 {
		t.Fatalf("again: %+v", a)
	}
	in.Key = "k2"
	p := c.no("POST", path, in, 409, "stale")
	if p.Line == nil || !strings.HasPrefix(p.Line.Key, "undo.") || p.Length != 2 {
		t.Fatalf("%+v", p)
	}
	p = c.no("POST", path, CommandInput{Command: json.RawMessage(`{"do":"vote","for":3,"hands":{"seats":[],"count":0,"counted":false}}`)}, 409, "refused")
	if p.Rule == "" || p.Why == "" {
		t.Fatalf("%+v", p)
	}
	c.no("POST", path, CommandInput{Command: json.RawMessage(`{"do":"jump"}`)}, 400, "bad-command")
	c.no("POST", path, CommandInput{Key: strings.Repeat("k", maxKey+1), Command: json.RawMessage(`{"do":"proceed"}`)}, 400, "bad-request")
	c.no("POST", "/api/tables/nowhere/commands", in, 404, "no-table")
	if log := get[[]table.LogLine](c, "GET", "/api/tables/"+id+"/log", nil); len(log) != 2 {
		t.Fatalf("%+v", log)
	}
}

func TestEveryRefusalOfATableHasWords(t *testing.T) {
	for _, why := range []table.Why{
		table.WhyStale, table.WhyPaused, table.WhyVoided, table.WhyNoUndo, table.WhyNoRedo, table.WhyNoStep,
		table.WhyInsert, table.WhyNoClock, table.WhyKeyUsed, table.WhyHostOnly, table.WhyFull, table.WhyRunning,
		table.WhyNotYours, table.WhyNotNow,
	} {
		f := ownRefusal(&table.Refusal{Why: why})
		if f.Text.RU == "" || f.Text.EN == "" || f.Hint.RU == "" || f.Hint.EN == "" {
			t.Errorf("%s: %+v", why, f)
		}
	}
}

// A forgotten nomination by somebody who did not speak then is refused as any
// other, with the one who did speak; only a later move in the way is named.
func TestAForgottenMoveIsToldWhyItDoesNotFit(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	lines := c.forward(id)
	insert := func(at int, by mafia.Seat, want string) Problem {
		command := fmt.Sprintf(`{"do":"insert","at":%d,"command":{"do":"nominate","by":%d,"to":7}}`, at, by)
		return c.no("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(command)}, 409, want)
	}
	p := insert(lines, 4, "refused")
	if p.Rule != "CLASSIC-NOM-1" || p.Line != nil || !strings.Contains(p.Hint.RU, "говорил номер 1") || !strings.Contains(p.Hint.EN, "number 1 was speaking") {
		t.Errorf("%+v", p)
	}
	if p := insert(1, 4, "refused"); !strings.Contains(p.Hint.RU, "ни у кого не было") {
		t.Errorf("%+v", p)
	}
	c.do(id, mafia.Nominate{By: 1, To: 7})
	if p := insert(lines, 1, "insert"); p.Line == nil || !strings.Contains(p.Text.RU, "более позднее") {
		t.Errorf("%+v", p)
	}
}

// forward plays until the first speech of a day; it gives the steps so far.
func (c *club) forward(id string) int {
	c.t.Helper()
	for steps := 1; steps < 40; steps++ {
		frame := get[table.Frame](c, "GET", "/api/tables/"+id, nil)
		if frame.View.Turn.Kind == "speech" {
			return frame.Length
		}
		c.do(id, mafia.Proceed{})
	}
	c.t.Fatal("nobody ever speaks")
	return 0
}

// What could be read in two ways is refused, and what is not text.
func TestBodiesThatCouldBeMistaken(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	path := "/api/tables/" + id + "/commands"
	for body, why := range map[string]string{
		`{"command":{"do":"proceed"},"command":{"do":"undo"}}`:                 "twice",
		`{"command":{"do":"proceed"},"Command":{"do":"undo"}}`:                 "twice",
		`{"command":{"do":"foul","to":1,"to":2,"n":1}}`:                        "twice",
		`{"command":{"do":"insert","at":1,"command":{"do":"a","do":"b"}}}`:     "twice",
		`{"command":{"do":"foul","to":1,"n":1,"reason":"` + "\xff\xfe" + `"}}`: "UTF-8",
		`{"seen":-1,"command":{"do":"proceed"}}`:                               "seen",
	} {
		if p := c.no("POST", path, json.RawMessage(body), 400, "bad-request"); !strings.Contains(p.Why, why) {
			t.Errorf("%s: %s", body, p.Why)
		}
	}
	fine := `{"seen":1,"command":{"do":"insert","at":1,"command":{"do":"overrule","command":{"do":"proceed"}}}}`
	if _, p := c.ask("POST", path, json.RawMessage(fine)); strings.Contains(string(p), "twice") {
		t.Errorf("%s", p)
	}
}

func TestEqualNamesAtOneTable(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Rulebook: "classic", Deal: dealByLot, Seats: seats(10)}
	in.Seats[7].Nick = " гость  3 "
	if p := c.no("POST", "/api/tables", in, 400, "same-nick"); p.Seat != 8 {
		t.Fatalf("%+v", p)
	}
	id := c.sit()
	c.no("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(`{"do":"substitute","to":2,"nick":" гость 3"}`)}, 400, "same-nick")
}

// unwritable is a store on a full disk: it can be read.
type unwritable struct {
	journal.Store
	full atomic.Bool
}

func (u *unwritable) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	if u.full.Load() {
		return fmt.Errorf("%w: planted", journal.ErrUnavailable)
	}
	return u.Store.PutDoc(ctx, kind, id, data)
}

func TestAFullDiskIsNotWell(t *testing.T) {
	store := &unwritable{Store: journal.NewMemory()}
	c := open(t, store)
	store.full.Store(true)
	c.no("GET", "/healthz", nil, 503, "unavailable")
	store.full.Store(false)
	c.no("GET", "/healthz", nil, 503, "unavailable") // not asked more than once a second
	c.srv.pulse.at = time.Now().Add(-pulseEvery)
	if h := get[Health](c, "GET", "/healthz", nil); !h.OK {
		t.Error("not well again")
	}
}

// One phone, or one address that is none, cannot ask without end; others can ask
// meanwhile.
func TestLooksAreCounted(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	p := c.joins("Гость")
	drain := func(x *club, path string) {
		t.Helper()
		for range 20 * lookBurst {
			if status, body := x.ask("GET", path, nil); status == 429 {
				var p Problem // of this answer: by the next there may be room again
				if err := json.Unmarshal(body, &p); err != nil || p.Error != "too-many" {
					t.Errorf("%s: %v %s", path, err, body)
				}
				return
			}
		}
		t.Errorf("%s: no limit", path)
	}
	drain(p, "/api/my")
	id := c.sit()
	for i, path := range []string{"/api/my/card", "/api/my/cards", "/api/my/record.json"} {
		x := c.joins(fmt.Sprintf("Игрок %d", i))
		if err := c.srv.room.Place(t.Context(), c.guestOf(fmt.Sprintf("Игрок %d", i)), id, i+1, "", ""); err != nil {
			t.Fatal(err)
		}
		drain(x, path)
	}
	stranger := c.phone()
	drain(stranger, "/api/qr?text=http://x.example")
	if status, _ := c.ask("GET", "/api/qr?text=http://x.example", nil); status != 200 {
		t.Errorf("the host gets %d", status)
	}
}

func TestFailureOfTheStorageIs503(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	id := c.sit()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	c.no("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(`{"do":"proceed"}`)}, 503, "unavailable")
	c.no("GET", "/healthz", nil, 503, "unavailable")
}
