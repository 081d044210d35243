package server

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	clubs "omerta/club"
	"omerta/journal"
)

// finished is a record of a game that has ended, on a day, with names of its own.
func finished(day int, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "omerta 1\nrulebook: classic@1\ndate: 2026-11-%02d\n", day)
	for i, role := range strings.Fields("civilian civilian civilian civilian civilian civilian sheriff mafia mafia don") {
		fmt.Fprintf(&b, "seat %d: Игрок%d = %s\n", i+1, i+1, role)
	}
	return b.String() + "\nday 1\n" + more + "beaten black\n"
}

// send sends a body as it is.
func (c *club) send(path, kind string, body []byte) (int, []byte) {
	c.t.Helper()
	req, err := http.NewRequest(http.MethodPost, c.http.URL+path, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", kind)
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

func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (c *club) takes(path, kind string, body []byte) (out GamesReport) {
	c.t.Helper()
	status, text := c.send(path, kind, body)
	if status != 200 {
		c.t.Fatalf("%s: %d %s", path, status, text)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// Records come in as games of before: those with faults and without an end stay out and
// are told by their files, and nothing comes in twice, however it is packed.
func TestRecordsOfBefore(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	files := map[string]string{
		"2026/a.mafia":     finished(1, "foul 3\n"),
		"2026/b.mafia":     finished(2, "foul 4\n"),
		"2026/again.mafia": finished(1, "foul 3\n") + "# a comment makes no other game\n",
		"bad.mafia":        finished(3, "1 nominates 77\n"),
		"unfinished.MAFIA": strings.Replace(finished(4, ""), "beaten black\n", "", 1),
		"readme.txt":       "no record",
		"games/folder/":    "",
		"tables/abc.jsonl": "{}",
		"binary.mafia":     "\x00\x01\x02",
	}
	data := zipped(t, files)
	dry := c.takes("/api/club/records?dry=1", "application/zip", data)
	if dry.Games != 2 || dry.Known != 1 || dry.Refused != 3 || dry.Rows != 6 || dry.People != 10 {
		t.Fatalf("dry: %+v", dry)
	}
	if got := get[ClubView](c, "GET", "/api/club", nil); len(got.People) != 0 {
		t.Errorf("a dry run brought %d people", len(got.People))
	}
	for _, r := range dry.Refusals {
		if r.Game == "bad.mafia" && r.Line != 16 || r.Why.RU == "" || r.Why.EN == "" {
			t.Errorf("refused: %+v", r)
		}
	}
	if got := c.takes("/api/club/records", "application/zip", data); got.Games != 2 || got.People != 10 {
		t.Fatalf("%+v", got)
	}
	if got := c.takes("/api/club/records", "application/zip", data); got.Games != 0 || got.Known != 3 {
		t.Errorf("twice: %+v", got)
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, text := range map[string]string{"b.mafia": files["2026/b.mafia"], "new.mafia": finished(5, "foul 5\n")} {
		p, err := form.CreateFormFile("record", name)
		if err == nil {
			_, err = io.WriteString(p, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	if got := c.takes("/api/club/records", form.FormDataContentType(), b.Bytes()); got.Games != 1 || got.Known != 1 || got.People != 0 {
		t.Errorf("as a form: %+v", got)
	}
	if got := get[StandingsView](c, "GET", "/api/club/standings", nil); len(got.Rows) != 10 || got.Rows[0].Games != 3 {
		t.Errorf("standings: %+v", got)
	}
	if status, _ := c.send("/api/club/records", "application/zip", zipped(t, map[string]string{"x.txt": "no"})); status != 400 {
		t.Errorf("a file without records: %d", status)
	}
}

// The record of a game of before is given with its players as they are called now; who
// was forgotten is called by his seat, and his name is nowhere in the store.
func TestRecordOfBeforeAsPeopleAreCalledNow(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	c.takes("/api/club/records", "text/plain", []byte(finished(1, "substitute 2: Пришлый\n")))
	people := map[string]string{}
	for _, p := range get[ClubView](c, "GET", "/api/club", nil).People {
		people[p.Nick] = p.ID
	}
	if people["Пришлый"] == "" || people["Игрок2"] != "" {
		t.Fatalf("people %v", people)
	}
	id := get[PersonPage](c, "GET", "/api/club/people/"+people["Игрок1"], nil).Games[0].Game
	nick := "Переименован"
	c.tell(clubs.Edit{Person: people["Игрок1"], Nick: &nick})
	c.tell(clubs.Forget{Person: people["Игрок3"]})
	text := string(c.file("/api/club/records/" + id))
	for _, want := range []string{"seat 1: Переименован = civilian", "substitute 2: Пришлый", "beaten black", "seat 3 = civilian"} {
		if !strings.Contains(text, want) {
			t.Errorf("the record lacks %q:\n%s", want, text)
		}
	}
	docs, err := store.Docs(t.Context(), recordKind)
	if err != nil || len(docs) != 1 {
		t.Fatal(docs, err)
	}
	if strings.Contains(string(docs[0].Data), "Игрок") || strings.Contains(string(docs[0].Data), "Пришлый") {
		t.Errorf("names in the store:\n%s", docs[0].Data)
	}
	c.tell(clubs.Undo{})
	c.no("GET", "/api/club/records/r-none", nil, 404, "not-found")
}

// A new nick that looks like one of the club is told, and can be told to be its owner.
func TestAnImportIsToldWhoIsWho(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	boris := c.tell(clubs.Add{Nick: "Игpок1"}).People[0] // with a Latin p
	take := func(query string) (rep GamesReport) {
		t.Helper()
		code, body := c.send("/api/club/records"+query, "text/plain", []byte(finished(1, "")))
		if err := json.Unmarshal(body, &rep); code != http.StatusOK || err != nil {
			t.Fatalf("%d %s", code, body)
		}
		return rep
	}
	if rep := take("?dry=1"); rep.People != 10 || fmt.Sprint(rep.Alike) != "[{Игрок1 [Игpок1]}]" {
		t.Fatalf("%+v", rep)
	}
	as := "?as=" + url.QueryEscape(boris+":Игрок1")
	if code, body := c.send("/api/club/records?as=nobody:x", "text/plain", []byte(finished(1, ""))); code != http.StatusBadRequest {
		t.Fatalf("%d %s", code, body)
	}
	if rep := take(as); rep.People != 9 || rep.Games != 1 || len(rep.Alike) != 0 {
		t.Fatalf("%+v", rep)
	}
	if p := get[PersonPage](c, "GET", "/api/club/people/"+boris, nil); p.Page.Games != 1 {
		t.Fatalf("%+v", p.Page)
	}
}

// A small archive that unpacks to more than it may is refused whole, one file after the
// other, so that it never lies in memory.
func TestRecordsThatUnpackToTooMuch(t *testing.T) {
	old := maxUnpacked
	maxUnpacked = 5 << 20
	t.Cleanup(func() { maxUnpacked = old })
	files := map[string]string{"a.mafia": finished(1, "")}
	for i := range 8 {
		files[fmt.Sprintf("%d.mafia", i)] = strings.Repeat(" ", 1<<20)
	}
	c := open(t, journal.NewMemory()).enter()
	if status, body := c.send("/api/club/records", "application/zip", zipped(t, files)); status != 413 {
		t.Errorf("%d %s", status, body)
	}
}

// Short records of two evenings are two games; a seat without a name is nobody's.
func TestRecordsThatDifferByDateOnly(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	bare := func(day int) string { return strings.Replace(finished(day, ""), "seat 4: Игрок4", "seat 4", 1) }
	data := zipped(t, map[string]string{"a.mafia": bare(1), "b.mafia": bare(2), "c.mafia": bare(2) + "# once more\n"})
	if got := c.takes("/api/club/records", "application/zip", data); got.Games != 2 || got.Known != 1 || got.People != 9 {
		t.Errorf("%+v", got)
	}
}
