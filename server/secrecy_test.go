package server

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// lines reads a stream until it has n frames.
func frames(t *testing.T, c *club, path string, n int) []string {
	t.Helper()
	resp, err := c.host.Get(c.http.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" || resp.Header.Get("Content-Encoding") != "" {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	var out []string
	in := bufio.NewScanner(resp.Body)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if data, ok := strings.CutPrefix(in.Text(), "data: "); ok {
			if out = append(out, data); len(out) == n {
				return out
			}
		}
	}
	t.Fatalf("the stream ended after %d frames: %v", len(out), in.Err())
	return nil
}

func TestStreamSendsWholeFrames(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	go func() {
		time.Sleep(30 * time.Millisecond)
		c.do(id, mafia.Proceed{})
	}()
	got := frames(t, c, "/api/tables/"+id+"/stream", 2)
	for i, raw := range got {
		var f table.Frame
		if err := json.Unmarshal([]byte(raw), &f); err != nil {
			t.Fatal(err)
		}
		if f.N != uint64(i+1) || f.Length != i+1 || f.Table.ID != id || len(f.View.Seats) != 10 {
			t.Fatalf("frame %d: %s", i, raw)
		}
	}
}

func TestBoardSeesNoCards(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	c.do(id, mafia.Proceed{})
	for _, raw := range frames(t, c, "/api/tables/"+id+"/stream?as=board", 1) {
		for _, secret := range []string{`"role":"don"`, `"role":"mafia","immune"`, `"role":"sheriff","immune"`, `"do":"proceed"`, "command."} {
			if strings.Contains(raw, secret) {
				t.Errorf("the board gets %s: %s", secret, raw)
			}
		}
	}
	c.no("GET", "/api/tables/"+id+"?as=player:3", nil, 400, "bad-request")
}

func TestStreamsAreBounded(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	for range streamsASession {
		resp, err := c.host.Get(c.http.URL + "/api/tables/" + id + "/stream")
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%v, %v", resp, err)
		}
		defer func() { _ = resp.Body.Close() }()
	}
	c.no("GET", "/api/tables/"+id+"/stream", nil, 429, "too-many")
}

// A device that is passed around sees a card only when a seat's card is asked
// for, and its record is closed until the game is over.
func TestGameWithoutAHost(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := get[Made](c, "POST", "/api/tables", TableInput{Rulebook: "original", Deal: dealByLot, Seats: seats(7)}).ID
	f := get[table.Frame](c, "GET", "/api/tables/"+id, nil)
	if f.Table.Host != "none" || f.View.Viewer != mafia.IsDevice {
		t.Fatalf("%+v", f.Table)
	}
	for _, s := range f.View.Seats {
		if s.Role != mafia.Unknown {
			t.Fatalf("the device knows a card: %+v", s)
		}
	}
	blacks := 0
	for i := range 7 {
		card := get[Card](c, "GET", "/api/tables/"+id+"/cards/"+string(rune('1'+i)), nil)
		if card.Role == mafia.Unknown || card.Nick == "" {
			t.Fatalf("%+v", card)
		}
		if card.Role == mafia.Mafia {
			blacks++
		} else if len(card.Knows) != 0 {
			t.Fatalf("a red player knows %+v", card.Knows)
		}
	}
	if blacks == 0 {
		t.Fatal("no black card")
	}
	c.no("GET", "/api/tables/"+id+"/record.json", nil, 409, "not-over")
	c.no("GET", "/api/tables/"+id+"/cards/8", nil, 404, "no-seat")
}

// Cards never come into the log: not by a deal, not by being shown, not by a
// command that names them.
func TestLogHoldsNoCards(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	for i := range 12 {
		if i < 10 {
			get[Card](c, "GET", "/api/tables/"+id+"/cards/"+string("123456789"[min(i, 8)]), nil)
		}
		v := get[table.Frame](c, "GET", "/api/tables/"+id, nil).View
		for _, o := range v.Offers {
			if o.Do == mafia.DoProceed {
				c.do(id, mafia.Proceed{})
				break
			}
			if o.Do == mafia.DoPass {
				c.do(id, mafia.Pass{By: o.By.First()})
				break
			}
		}
	}
	c.ask("POST", "/api/tables/"+id+"/commands", CommandInput{Command: json.RawMessage(`{"do":"card","to":3,"role":"don"}`)})
	c.ask("POST", "/api/tables/"+id+"/again", AgainInput{})
	get[Export](c, "GET", "/api/tables/"+id+"/record.json", nil)
	log := c.log.String()
	if !strings.Contains(log, "card shown") {
		t.Fatalf("that a card was shown is not logged: %s", log)
	}
	words := map[string]bool{} // whole words: the id of a table may contain "don"
	for _, w := range strings.FieldsFunc(log, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[w] = true
	}
	for _, r := range mafia.Roles() {
		if words[r.String()] {
			t.Errorf("the log names %s:\n%s", r, log)
		}
	}
	if strings.Contains(log, c.srv.key) {
		t.Error("the log holds the host's key")
	}
}

func TestStreamEndsWithTheHub(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	resp, err := c.host.Get(c.http.URL + "/api/tables/" + id + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_, _ = http.MaxBytesReader(nil, resp.Body, 1<<20).Read(make([]byte, 10))
		in := bufio.NewScanner(resp.Body)
		in.Buffer(nil, 1<<20)
		for in.Scan() { //nolint:revive // read to the end
		}
		close(done)
	}()
	time.Sleep(20 * time.Millisecond)
	c.hub.Close()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("the stream outlives the hub")
	}
}
