package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/mafia"
	"omerta/table"
)

// act sends a command as JSON and gives the status and the problem.
func (c *club) act(id, command string) (int, Problem) {
	c.t.Helper()
	status, body := c.ask("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(command)})
	var p Problem
	_ = json.Unmarshal(body, &p)
	return status, p
}

// However it comes in, no nick is kept that breaks its line or is not seen.
func TestNicksAreCleanWhateverTheirWay(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Rulebook: "classic", Deal: dealByLot, Title: "a\nb\u202e", Event: "\u0000x", Seats: seats(10)}
	in.Seats[0].Nick = "\u202eАнна\nseat 2: X = don"
	id := get[Made](c, "POST", "/api/tables", in).ID
	for _, bad := range []string{"\u3164", "\u2800", "\u115f", strings.Repeat("N", 10000)} {
		in.Seats[0].Nick = bad
		c.no("POST", "/api/tables", in, 400, "nick")
		raw, _ := json.Marshal(bad)
		for _, cmd := range []string{
			`{"do":"substitute","to":2,"nick":` + string(raw) + `}`,
			`{"do":"overrule","command":{"do":"substitute","to":2,"nick":` + string(raw) + `}}`,
			`{"do":"insert","at":1,"command":{"do":"substitute","to":2,"nick":` + string(raw) + `}}`,
		} {
			if status, p := c.act(id, cmd); status != 400 || p.Error != "nick" || p.Text.RU == "" {
				t.Errorf("%.80s: %d %+v", cmd, status, p)
			}
		}
		if status, p := c.post("/api/records", "omerta 1\nrulebook: classic\nseat 1: \""+bad+"\" = don\n"); status != 400 || p.Error != "bad-record" || p.Step != 3 {
			t.Errorf("a record with the nick %.20q: %d %+v", bad, status, p)
		}
	}
	if status, p := c.act(id, `{"do":"foul","to":2,"n":1,"reason":"`+strings.Repeat("r", 60000)+`"}`); status != 400 || p.Error != "reason" {
		t.Errorf("a reason of 60 kB: %d %+v", status, p)
	}
	f := get[table.Frame](c, "GET", "/api/tables/"+id, nil)
	if got := f.View.Seats[0].Nick; got != "Анна seat 2: X = don" || f.Table.Title != "a b" || f.Table.Event != "x" {
		t.Errorf("nick %q, title %q, event %q", got, f.Table.Title, f.Table.Event)
	}
}

// No remark on a composition shows the works of its sentence.
func TestRemarksAreFinishedSentences(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	seen := map[string]bool{}
	check := func(in ComposeInput) {
		t.Helper()
		got := get[Composition](c, "POST", "/api/compose", in)
		for _, m := range append(got.Warnings, got.Refusals...) {
			seen[m.Key] = true
			for _, text := range []string{m.Text.RU, m.Text.EN} {
				if text == "" || strings.Contains(text, "role.") || strings.ContainsAny(text, "{}") || strings.Contains(text, "compose.") {
					t.Errorf("%+v: %s: %q", in, m.Key, text)
				}
			}
		}
	}
	for _, book := range []string{"city", "classic", "club", "original"} {
		for _, n := range []int{0, 5, 9, 10, 12, 17, 20, 40, 41} {
			check(ComposeInput{Rulebook: book, Players: n})
			for _, role := range mafia.Roles() {
				if role != mafia.Unknown {
					check(ComposeInput{Rulebook: book, Players: n, With: []mafia.Role{role}})
					check(ComposeInput{Rulebook: book, Players: n, Cast: map[mafia.Role]int{role: 2, mafia.Civilian: n}})
					check(ComposeInput{Rulebook: book, Players: n, Cast: map[mafia.Role]int{role: -1, mafia.Mafia: n}})
				}
			}
		}
		check(ComposeInput{Rulebook: book, Players: 17, Seventeen: "many"})
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of remark were seen", len(seen))
	}
}

// A game that is too long for the journal makes no table, and is told so.
func TestRecordThatIsTooLongMakesNoTable(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 76,000 moves")
	}
	c := open(t, journal.NewMemory()).enter()
	text := "omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\n" + strings.Repeat("card 8: don\ncard 8: mafia\n", 38000)
	if status, p := c.post("/api/records", text); status != 413 || p.Error != "too-long" || p.Hint.EN == "" {
		t.Errorf("%d %+v", status, p)
	}
	if list := get[[]table.Listed](c, "GET", "/api/tables", nil); len(list) != 0 {
		t.Errorf("a table is left: %+v", list)
	}
}

// A damaged entry stops its own table, and what is before it can be exported.
func TestDamagedEntry(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	id, other := c.sit(), c.sit()
	for range 3 {
		c.do(id, mafia.Proceed{})
	}
	bad := journal.Entry{Seq: 5, At: time.Now(), By: "host", Data: []byte(`{"command":{"do":"card","to":3,"role":"dox"},"steps":[{"at":1,"by":"host","command":{},"events":[{"is":"carXed"}]}],"length":5}`)}
	if err := store.Append(context.Background(), id, bad); err != nil {
		t.Fatal(err)
	}
	first := store.Create(context.Background(), journal.TableInfo{ID: "first", Meta: []byte(`{"rulebook":"classic@1"}`)}, journal.Entry{Seq: 1, Data: []byte("{")})
	if first != nil {
		t.Fatal(first)
	}
	if err := store.PutDoc(context.Background(), "person", "bad", []byte("{bad")); err != nil {
		t.Fatal(err)
	}
	if err := store.PutDoc(context.Background(), sessionKind, "bad", []byte("{bad")); err != nil {
		t.Fatal(err)
	}
	c = open(t, store).enter()
	get[SavedPerson](c, "POST", "/api/people", PersonInput{Nick: "Зоя"})
	if list := get[[]Person](c, "GET", "/api/people", nil); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	path := "/api/tables/" + id
	c.no("GET", path, nil, 500, "damaged")
	c.no("GET", path+"/stream", nil, 500, "damaged")
	c.no("POST", path+"/commands", CommandInput{Command: json.RawMessage(`{"do":"proceed"}`)}, 500, "damaged")
	c.no("GET", "/api/tables/first/record.mafia", nil, 500, "damaged")
	if out := get[Export](c, "GET", path+"/record.json", nil); len(out.Steps) != 4 {
		t.Errorf("%d sound steps, want 4", len(out.Steps))
	}
	if status, text := c.ask("GET", path+"/record.mafia", nil); status != 200 || !strings.HasPrefix(string(text), "omerta 1\n") {
		t.Errorf("%d %s", status, text)
	}
	c.do(other, mafia.Proceed{})
	if list := get[[]table.Listed](c, "GET", "/api/tables", nil); len(list) != 3 {
		t.Errorf("%d tables are listed", len(list))
	}
	if log := c.log.String(); strings.Contains(log, "dox") || strings.Contains(log, "carXed") || !strings.Contains(log, "damaged") {
		t.Errorf("log: %s", log)
	}
	get[any](c, "DELETE", path, nil)
	c.no("GET", path, nil, 404, "no-table")
}

// Two hosts who deal the same people anew deal one game, until that is over or void.
func TestTheSamePeopleAreDealtAnewOnce(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "classic", Deal: dealReal, Seats: seats(10)}).ID
	again := func(key string) string {
		return get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{Key: key}).ID
	}
	next := again("a")
	for _, key := range []string{"a", "b", ""} {
		if got := again(key); got != next {
			t.Errorf("key %q deals another game", key)
		}
	}
	if list := get[[]table.Listed](c, "GET", "/api/tables", nil); len(list) != 2 {
		t.Fatalf("%d tables", len(list))
	}
	if status, _ := c.act(next, `{"do":"void"}`); status != 200 {
		t.Fatal(status)
	}
	third := again("c")
	if third == next {
		t.Fatal("a game that is void is not dealt anew")
	}
	get[any](c, "DELETE", "/api/tables/"+third, nil)
	if got := again("d"); got == third || got == next {
		t.Error("a table that is gone is dealt")
	}
}

// A key belongs to one wish: the same gives the same table, another is refused,
// and a table that was deleted is not found.
func TestKeysOfTables(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Key: "k", Rulebook: "classic", Deal: dealReal, Seats: seats(10)}
	a := get[Made](c, "POST", "/api/tables", in)
	other := in
	other.Title = "Другой"
	c.no("POST", "/api/tables", other, 409, "key-used")
	c.no("POST", "/api/tables/"+a.ID+"/again", AgainInput{Key: "k"}, 409, "key-used")
	if f := get[table.Frame](c, "GET", "/api/tables/"+a.ID, nil); f.Table.Voided {
		t.Error("a refused key declared the game void")
	}
	b := get[Made](c, "POST", "/api/tables/"+a.ID+"/again", AgainInput{Key: "again"})
	c.no("POST", "/api/tables/"+b.ID+"/again", AgainInput{Key: "again"}, 409, "key-used")
	get[any](c, "DELETE", "/api/tables/"+b.ID, nil)
	c.no("POST", "/api/tables/"+a.ID+"/again", AgainInput{Key: "again"}, 404, "no-table")
	if again := get[Made](c, "POST", "/api/tables", in); again != a {
		t.Error("the key gives another table")
	}
	get[any](c, "DELETE", "/api/tables/"+a.ID, nil)
	c.no("POST", "/api/tables", in, 404, "no-table")
	// What an older version has kept: the id alone.
	id := c.sit()
	if err := c.store.PutDoc(context.Background(), madeKind, "old", []byte(id)); err != nil {
		t.Fatal(err)
	}
	in.Key = "old"
	if old := get[Made](c, "POST", "/api/tables", in); old.ID != id {
		t.Errorf("an old key gives %s, want %s", old.ID, id)
	}
}

func TestFileTakenAwayIsTold(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let an open file be moved")
	}
	path := filepath.Join(t.TempDir(), "omerta.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, store).enter()
	t.Cleanup(func() { _ = store.Close() })
	id := c.sit()
	if h := get[Health](c, "GET", "/healthz", nil); !h.OK {
		t.Fatal("not well")
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	c.no("GET", "/healthz", nil, 503, "moved")
	proceed := CommandInput{Key: "k", Command: json.RawMessage(`{"do":"proceed"}`)}
	c.no("POST", "/api/tables/"+id+"/commands", proceed, 503, "moved")
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if a := get[table.Answer](c, "POST", "/api/tables/"+id+"/commands", proceed); a.Length != 2 {
		t.Errorf("after it came back: %+v", a)
	}
}

// Of too many sessions the one goes that was used last the longest time ago.
func TestSessionsInUseStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		store := journal.NewMemory()
		ss, err := loadSessions(ctx, store, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		var toks []string
		add := func() {
			tok, err := ss.add(ctx)
			if err != nil {
				t.Fatal(err)
			}
			toks = append(toks, tok)
			time.Sleep(time.Second)
		}
		for range maxSessions {
			add()
		}
		time.Sleep(2 * noteUseAfter)
		if _, ok := ss.has(ctx, toks[0]); !ok {
			t.Fatal("the first session went too early")
		}
		time.Sleep(time.Second)
		if ss, err = loadSessions(ctx, store, ss.log); err != nil { // what was used is known after a restart
			t.Fatal(err)
		}
		add()
		docs, err := store.Docs(ctx, sessionKind)
		if err != nil || len(docs) != maxSessions {
			t.Errorf("%d sessions are kept, %v", len(docs), err)
		}
		for i, want := range map[int]bool{0: true, 1: false, 2: true, maxSessions: true} {
			if _, ok := ss.has(ctx, toks[i]); ok != want {
				t.Errorf("session %d: %v, want %v", i, ok, want)
			}
		}
	})
}

func TestLookingAtTheLinkBeginsNothing(t *testing.T) {
	c := open(t, journal.NewMemory())
	resp, err := http.Head(c.http.URL + c.srv.HostPath())
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if docs, _ := c.store.Docs(context.Background(), sessionKind); len(docs) != 0 || resp.Header.Get("Set-Cookie") != "" {
		t.Errorf("HEAD made %d sessions", len(docs))
	}
}

// Browsers keep cookies by host and not by port: two programs on one machine must
// not throw each other's host out.
func TestTwoProgramsOnOneMachine(t *testing.T) {
	a, b := open(t, journal.NewMemory()), open(t, journal.NewMemory())
	b.host = a.host
	a.enter()
	b.enter()
	for _, c := range []*club{a, b} {
		if m := get[Me](c, "GET", "/api/me", nil); m.Kind != "host" {
			t.Errorf("%s: the host was thrown out", c.http.URL)
		}
	}
	for host, want := range map[string]string{"localhost:8080": "omerta-8080", "[::1]:99": "omerta-99", "example.org": "omerta"} {
		if got := cookieName(&http.Request{Host: host}); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}

func TestHostWhoCommandsTooMuchWaits(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	c.srv.spent.mu.Lock()
	for k := range c.srv.spent.all {
		c.srv.spent.all[k] = newBucket(0, 2)
	}
	c.srv.spent.mu.Unlock()
	for i, want := range []int{200, 200, 429} {
		if status, p := c.act(id, fmt.Sprintf(`{"do":"foul","to":%d,"n":1,"reason":""}`, i+1)); status != want {
			t.Errorf("command %d: %d %s, want %d", i+1, status, p.Error, want)
		}
	}
	get[table.Frame](c, "GET", "/api/tables/"+id, nil) // to look is not to command
}

// A stream that has ended makes room for another.
func TestStreamsThatEndMakeRoom(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	path := c.http.URL + "/api/tables/" + c.sit() + "/stream"
	for range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		for n := 0; n < streamsASession; {
			req, _ := http.NewRequestWithContext(ctx, "GET", path, nil)
			resp, err := c.host.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = resp.Body.Close() }()
			if resp.StatusCode != 200 {
				t.Fatalf("stream %d: %d", n+1, resp.StatusCode)
			}
			n++
		}
		cancel()
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			c.srv.open.mu.Lock()
			left := len(c.srv.open.table) + len(c.srv.open.session)
			c.srv.open.mu.Unlock()
			if left == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatal("ended streams are still counted")
			}
		}
	}
}
