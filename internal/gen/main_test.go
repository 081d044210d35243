package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunPutsMessagesInOrderAndWritesPages(t *testing.T) {
	root := t.TempDir()
	if err := run(root); err == nil {
		t.Error("it ran outside of a repository")
	}
	files := map[string]string{
		"go.mod":                         "module omerta\n",
		"say/catalogue/messages.ru.json": `{"b": "да", "a": "нет"}`,
		"say/catalogue/messages.en.json": `{"a": "no"}`,
		"scenarios/city/win-red.mafia":   "omerta 1\n# rules: CITY-WIN-3\n",
	}
	for name, text := range files {
		if err := write(filepath.Join(root, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"say/catalogue/messages.ru.json": "{\n  \"a\": \"нет\",\n  \"b\": \"да\"\n}\n",
		"docs/rules/city.md":             "[win-red](../../scenarios/city/win-red.mafia)",
		"docs/options.md":                "## tie.smaller",
	} {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %v, lacks %q", name, err, want)
		}
	}
}
