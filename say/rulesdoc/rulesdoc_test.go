package rulesdoc

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"omerta/say"
)

func TestPagesAreFresh(t *testing.T) {
	repo := os.DirFS("../..")
	scenarios, err := Scenarios(repo)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range Pages(scenarios) {
		got, err := fs.ReadFile(repo, name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go run ./internal/gen (%v)", name, err)
		}
	}
}

func TestScenariosReadsWhatTheyName(t *testing.T) {
	got, err := Scenarios(fstest.MapFS{
		"scenarios/club/vote-b.mafia":     {Data: []byte("omerta 1\r\n# rules: CLUB-VOTE-2 CLUB-VOTE-3 NOTATION\r\n# rules: CLUB-VOTE-2\r\n")},
		"scenarios/club/bad/vote-a.mafia": {Data: []byte("omerta 1\n  # rules: CLUB-VOTE-2, CLUB-TIE-1\n# CLUB-WIN-1 is not named by this\n")},
		"scenarios/club/bad/few.mafia":    {Data: []byte("omerta 1\n# fault: 4 CLUB-SETUP-4\n# fault: 5 NOTATION\n")},
		"scenarios/club/NOTES.md":         {Data: []byte("# rules: CLUB-WIN-2\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Index{
		"CLUB-VOTE-2":  {"scenarios/club/bad/vote-a.mafia", "scenarios/club/vote-b.mafia"},
		"CLUB-SETUP-4": {"scenarios/club/bad/few.mafia"},
		"CLUB-VOTE-3":  {"scenarios/club/vote-b.mafia"},
		"CLUB-TIE-1":   {"scenarios/club/bad/vote-a.mafia"},
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
	for id, paths := range want {
		if !slices.Equal(got[id], paths) {
			t.Errorf("%s: %v, want %v", id, got[id], paths)
		}
	}
	if none, err := Scenarios(fstest.MapFS{}); err != nil || len(none) != 0 {
		t.Errorf("without scenarios: %v %v", none, err)
	}
}

func TestPageShowsRulesWithTheirLinks(t *testing.T) {
	page := string(Page("classic", Index{"CLASSIC-TIE-5": {"scenarios/classic/tie-fewer.mafia"}}))
	r, _ := say.RuleByID("CLASSIC-TIE-5")
	for _, want := range []string{
		"### CLASSIC-TIE-5\n\n*engine (R)*\n\n" + r.RU + "\n\n" + r.EN + "\n\n",
		"Options: [tie.smaller](../options.md#tiesmaller)\n",
		"Scenarios: [tie-fewer](../../scenarios/classic/tie-fewer.mafia)\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "\n### "); n != len(say.RulesOf("classic")) {
		t.Errorf("%d rules on the page", n)
	}
}

// Every link inside and between the pages leads to a heading that is there.
func TestLinksBetweenPagesResolve(t *testing.T) {
	pages := Pages(nil)
	headings := map[string]bool{}
	for name, page := range pages {
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "##") {
				headings[name+"#"+anchor(strings.TrimSpace(strings.TrimLeft(line, "#")))] = true
			}
		}
	}
	for name, page := range pages {
		for _, part := range strings.Split(string(page), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			file, frag, _ := strings.Cut(target, "#")
			at := name
			if file != "" {
				at = path.Join(path.Dir(name), file)
			}
			if !headings[at+"#"+frag] {
				t.Errorf("%s: the link %s leads nowhere", name, target)
			}
		}
	}
}
