package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/record"
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
	made := c.imports(string(text), "?keep=1")
	if made.Twin != id {
		t.Fatalf("the same game again is not noticed: %+v", made)
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

// imports sends a sound record.
func (c *club) imports(text string, query ...string) Imported {
	c.t.Helper()
	req, _ := http.NewRequest("POST", c.http.URL+"/api/records"+strings.Join(query, ""), strings.NewReader(text))
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "text/plain")
	resp, err := c.host.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var made Imported
	if err := json.NewDecoder(resp.Body).Decode(&made); err != nil || resp.StatusCode != 200 {
		c.t.Fatalf("%d %v", resp.StatusCode, err)
	}
	return made
}

const played = "omerta 1\nrulebook: classic\ndate: 2026-11-27\ndeal: civilian*6 sheriff mafia*2 don\n\nday 1\n1 nominates 8\n"

func TestOnlyTheSameGameIsADuplicate(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	first := c.imports(played + "beaten black\n")
	if first.Twin != "" {
		t.Fatalf("%+v", first)
	}
	if other := c.imports(played + "beaten red\n"); other.Twin != "" {
		t.Fatalf("%+v", other)
	}
	again := strings.Replace(played, "2026-11-27", "then", 1) + "[+0:10:00] beaten black\n"
	list := get[[]table.Listed](c, "GET", "/api/tables", nil)
	status, p := c.post("/api/records", again)
	if status != 409 || p.Error != "same" || p.Table != first.ID || p.At == 0 || p.At != list[1].CreatedAt || p.Text.RU == "" || p.Hint.EN == "" {
		t.Fatalf("%d %+v", status, p)
	}
	if left := get[[]table.Listed](c, "GET", "/api/tables", nil); len(left) != 2 {
		t.Fatal("a game that is there already was stored")
	}
	if kept := c.imports(again, "?keep=1"); kept.Twin != first.ID {
		t.Fatalf("%+v", kept)
	}
	resp, err := c.host.Get(c.http.URL + "/api/tables/" + first.ID + "/record.mafia")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := resp.Header.Get("Content-Disposition"); got != "attachment; filename=2026-11-27-classic-red.mafia" {
		t.Error(got)
	}
	if l := get[[]table.Listed](c, "GET", "/api/tables", nil); l[2].Date != "2026-11-27" {
		t.Errorf("%+v", l)
	}
}

// What may only follow from the first fault is counted, not told.
func TestFaultsAreToldInBothLanguagesAndNotForWhatFollows(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	_, p := c.post("/api/records", played+"1 nominates 8\n2 nominates 8\nsings\nexpect winner red\nvote 9: 1\n")
	if p.Rule != "CLASSIC-NOM-1" || !strings.Contains(p.Text.RU, "не принято") || !strings.Contains(p.Text.EN, "is refused") || p.Step != 8 {
		t.Errorf("%+v", p)
	}
	if len(p.More) != 1 || p.More[0].Step != 10 || p.Follow != 3 {
		t.Errorf("%+v", p)
	}
}

// A game in the midst of a swap of cards comes out and in again.
func TestHalfASwapGoesOutAndComesIn(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.imports(played + "1 passes\n").ID
	c.do(id, mafia.SetCard{To: 1, Role: mafia.Mafia})
	_, text := c.ask("GET", "/api/tables/"+id+"/record.mafia", nil)
	made := c.imports(string(text), "?keep=1")
	if made.Twin != id {
		t.Fatalf("another game came of\n%s", text)
	}
	c.do(made.ID, mafia.SetCard{To: 8, Role: mafia.Civilian})
}

func TestTooLargeARecord(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	if status, p := c.post("/api/records", strings.Repeat("#", record.MaxSize+1)); status != 413 || p.Error != "too-large" || !strings.Contains(p.Hint.EN, "1 MiB") {
		t.Fatalf("%d %+v", status, p)
	}
}

func TestASubstituteIsRemembered(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	c.do(id, mafia.Substitute{To: 4, Nick: " Новый  гость "})
	c.do(c.sit(), mafia.Substitute{To: 5, Nick: "Новый гость"})
	n := 0
	for _, p := range get[[]Person](c, "GET", "/api/people", nil) {
		if p.Nick == "Новый гость" {
			n++
		}
	}
	if n != 1 {
		t.Fatalf("remembered %d times", n)
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
