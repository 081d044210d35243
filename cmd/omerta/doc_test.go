package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/alecthomas/kong"

	"omerta/say"
)

const cliPage = "../../docs/cli.md"

// help is what `omerta COMMAND --help` prints in a language.
func help(t *testing.T, l say.Lang, command string) string {
	t.Helper()
	t.Setenv("OMERTA_LANG", string(l))
	t.Setenv("COLUMNS", "100")
	var c cli
	var out bytes.Buffer
	p, err := kong.New(&c, append(options(), kong.Writers(&out, &out), kong.Exit(func(int) {}))...)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--help"}
	if command != "" {
		args = []string{command, "--help"}
	}
	_, _ = p.Parse(args)
	return out.String()
}

func TestPageOfTheCommandLineIsFresh(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("# The command line\n\nGenerated from the program's own help; do not edit. Make it anew: `OMERTA_UPDATE=1 go test ./cmd/omerta -run TestPageOfTheCommandLineIsFresh`.\n\n" +
		"The language is that of `OMERTA_LANG`, else of the system. Exit codes: 0 fine, 1 the answer is no, 2 wrong usage.\n")
	for _, l := range say.Langs() {
		fmt.Fprintf(&b, "\n## %s\n", map[say.Lang]string{say.RU: "По-русски", say.EN: "In English"}[l])
		for _, command := range []string{"", "serve", "host-link", "replay", "export", "import", "rules", "compose", "version"} {
			fmt.Fprintf(&b, "\n### omerta %s\n\n```text\n%s```\n", command, help(t, l, command))
		}
	}
	want := bytes.ReplaceAll(b.Bytes(), []byte("### omerta \n"), []byte("### omerta\n"))
	if os.Getenv("OMERTA_UPDATE") != "" {
		if err := os.WriteFile(cliPage, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(cliPage); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("docs/cli.md is out of date: OMERTA_UPDATE=1 go test ./cmd/omerta -run TestPageOfTheCommandLineIsFresh (%v)", err)
	}
}
