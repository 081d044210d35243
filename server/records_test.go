package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// post sends text, as a file is dropped on the page.
func (c *club) post(path, text string) (int, Problem) {
	c.t.Helper()
	req, _ := http.NewRequest("POST", c.http.URL+path, strings.NewReader(text))
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "text/plain")
	resp, err := c.host.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var p Problem
	_ = json.NewDecoder(resp.Body).Decode(&p)
	return resp.StatusCode, p
}

func TestRecordGoesOutAndComesIn(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	for range 6 {
		c.do(id, mafia.Proceed{})
	}
	c.do(id, mafia.Foul{To: 4, N: 1, Reason: ""})
	status, text := c.ask("GET", "/api/tables/"+id+"/record.mafia", nil)
	if status != 200 || !strings.HasPrefix(string(text), "omerta 1\nrulebook: classic@1\n") {
		t.Fatalf("%d %s", status, text)
	}
	if status, p := c.post("/api/records", string(text)); status != 200 {
		t.Fatalf("%d %+v\n%s", status, p, text)
	}
	list := get[[]table.Listed](c, "GET", "/api/tables", nil)
	if len(list) != 2 || list[0].ID == id || list[0].Title != "Вечер" {
		t.Fatalf("%+v", list)
	}
	status, again := c.ask("GET", "/api/tables/"+list[0].ID+"/record.mafia", nil)
	if status != 200 || string(again) != string(text) {
		t.Fatalf("%d; out:\n%s\nin and out again:\n%s", status, text, again)
	}
	a := get[table.Frame](c, "GET", "/api/tables/"+id, nil).View
	b := get[table.Frame](c, "GET", "/api/tables/"+list[0].ID, nil).View
	if a.Seats[3].Fouls != 1 || b.Seats[3].Fouls != 1 || a.Seats[0].Role != b.Seats[0].Role {
		t.Fatalf("%+v\n%+v", a.Seats, b.Seats)
	}
}

func TestFaultyRecordNamesItsLine(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	status, p := c.post("/api/records", "omerta 1\nrulebook: classic\nseat 1: A = don\nnonsense here\n")
	if status != 400 || p.Error != "bad-record" || p.Why == "" || p.Step == 0 {
		t.Fatalf("%d %+v", status, p)
	}
	if status, p := c.post("/api/records", ""); status != 400 || p.Error != "bad-record" {
		t.Fatalf("%d %+v", status, p)
	}
	if list := get[[]table.Listed](c, "GET", "/api/tables", nil); len(list) != 0 {
		t.Fatal("a faulty record made a table")
	}
}
