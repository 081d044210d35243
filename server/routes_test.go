package server

import (
	"os"
	"strings"
	"testing"
)

const apiPage = "../docs/api.md"

func TestPageOfTheAPIIsFresh(t *testing.T) {
	want := Doc()
	if os.Getenv("OMERTA_UPDATE") != "" {
		if err := os.WriteFile(apiPage, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(apiPage); err != nil || string(got) != string(want) {
		t.Fatalf("docs/api.md is out of date: OMERTA_UPDATE=1 go test ./server -run TestPageOfTheAPIIsFresh (%v)", err)
	}
}

// The types that the page of the API names are there to be read.
func TestTypesOfTheAPIAreGenerated(t *testing.T) {
	types, err := os.ReadFile("../web/src/lib/api.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range new(Server).list() {
		for _, name := range []string{r.in, r.out} {
			name = strings.TrimSuffix(name, "[]")
			if name != "" && !strings.Contains(string(types), "export interface "+name+" ") && !strings.Contains(string(types), "export type "+name+" ") {
				t.Errorf("%s: no type %s", r.pattern, name)
			}
		}
	}
}
