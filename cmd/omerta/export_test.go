package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A record that was imported comes out as the same game, with its head.
func TestImportAndExport(t *testing.T) {
	dir := t.TempDir()
	in, db := filepath.Join(dir, "in.mafia"), filepath.Join(dir, "o.db")
	text := "omerta 1\nrulebook: classic@1\ndate: 2026-11-27\nhost: the club\nrecorded: votes fouls\n" +
		"deal: civilian*6 sheriff mafia*2 don\n\nday 1\nfoul 3 \"talk # aloud\"\n1 nominates 8\n2 nominates 9\nvote 8: 1 2 3 4\nvote 9: 5 6 7 8 9 10\nend\n"
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (importCmd{Files: []string{in}, DB: db, Lang: "en"}).Run(&out); err != nil {
		t.Fatal(err)
	}
	id := strings.TrimSpace(out.String()[strings.LastIndex(out.String(), " "):])
	out.Reset()
	if err := (exportCmd{Table: id, DB: db, Lang: "en"}).Run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"date: 2026-11-27", "host: the club", "recorded: votes fouls", `foul 3 "talk # aloud"`, "vote 9: 5 6 7 8 9 10"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the export lacks %q:\n%s", want, out.String())
		}
	}
	var listed bytes.Buffer
	if err := (exportCmd{DB: db, Lang: "en"}).Run(&listed); err != nil || !strings.HasPrefix(listed.String(), id) {
		t.Errorf("list: %v %q", err, listed.String())
	}
}

// A record with faults makes no game and tells every fault; the others go on.
func TestImportTellsFaults(t *testing.T) {
	dir := t.TempDir()
	bad, db := filepath.Join(dir, "bad.mafia"), filepath.Join(dir, "o.db")
	if err := os.WriteFile(bad, []byte("omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\n\nday 1\n1 nominates 77\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err := (importCmd{Files: []string{bad}, DB: db, Lang: "en"}).Run(&out)
	if err != exit(1) || !strings.Contains(out.String(), "bad.mafia:6:") {
		t.Fatalf("%v %q", err, out.String())
	}
	err = (exportCmd{Table: "nothing", DB: db, Lang: "en"}).Run(&out)
	if m, ok := err.(*mistake); !ok || m.code != 1 {
		t.Fatalf("%v", err)
	}
}

// A game that is there already is not put beside itself unless that is asked for,
// as in the browser; another game of the same nicks is.
func TestImportKeepsNoTwin(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "o.db")
	head := "omerta 1\nrulebook: classic@1\n%ddeal: civilian*6 sheriff mafia*2 don\n\nday 1\n"
	file := func(name, date, move string) string {
		path := filepath.Join(dir, name)
		text := strings.Replace(head, "%d", date, 1) + move + "end\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first, again := file("a.mafia", "date: 2026-11-27\n", "foul 3\n"), file("b.mafia", "date: 2026-11-28\n", "foul 3\n")
	other := file("c.mafia", "", "foul 4\n")
	var out bytes.Buffer
	err := (importCmd{Files: []string{first, again, other}, DB: db, Lang: "en"}).Run(&out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err != exit(1) || len(lines) != 3 || !strings.Contains(lines[1], "not imported") || !strings.Contains(lines[2], "imported as") {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if err := (importCmd{Files: []string{again}, DB: db, Keep: true, Lang: "en"}).Run(&out); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := (exportCmd{DB: db, Lang: "en"}).Run(&out); err != nil || strings.Count(out.String(), "\n") != 3 {
		t.Fatalf("three games were to be there: %v\n%s", err, out.String())
	}
}

// Whoever has mistyped the name of his database is told so, and gets no empty one.
func TestExportMakesNoDatabase(t *testing.T) {
	for _, id := range []string{"", "xyz"} {
		dir := t.TempDir()
		var out bytes.Buffer
		err := (exportCmd{Table: id, DB: filepath.Join(dir, "typo.db"), Lang: "en"}).Run(&out)
		if m, ok := err.(*mistake); !ok || m.code != 1 || !strings.Contains(m.text, "typo.db") {
			t.Errorf("%q: %v", id, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%q: %v, %v", id, left, err)
		}
	}
}
