package tsgen

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"omerta/mafia"
)

const root = "../.."

func TestGeneratedFileIsFresh(t *testing.T) {
	want, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, Path))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s is stale: go generate ./server/tsgen", Path)
	}
}

// A command of the game that is missing in the list would be missing in the page.
func TestEveryVerbHasItsCommand(t *testing.T) {
	src, err := readSources(root, "mafia")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{string(mafia.DoOverrule): true}
	for _, c := range gameCommands {
		have[string(c.Verb())] = true
	}
	verbs := src.words["mafia.Verb"]
	if len(verbs) != len(have) {
		t.Errorf("%d verbs, %d commands", len(verbs), len(have))
	}
	for _, v := range verbs {
		if !have[v] {
			t.Errorf("verb %s has no command in gameCommands", v)
		}
	}
}

func TestWhatTheFileSays(t *testing.T) {
	out, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"export interface NominateCommand {\n  do: 'nominate'\n  by: Seat\n  to: Seat\n}",
		"  | 'vote-call'\n",
		"  undo: Line | null\n",
		"  cast: Partial<Record<Role, number>>\n",
		"  command: Command\n",
		"/** negative: that much over time */\n  leftMs: number\n",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("missing: %s", want)
		}
	}
}
