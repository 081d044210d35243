package tidy

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// allowed says which packages of ours each package (and what lies below it) may import; any package may import what
// lies below itself. Tests may import what they like. A star is everything.
var allowed = map[string][]string{
	"mafia":    {},
	"rulebook": {"mafia"},
	"say":      {"mafia"},
	"names":    {},
	"record":   {"mafia", "rulebook", "say", "names"},
	"bot":      {"mafia", "rulebook"},
	"balance":  {"mafia", "rulebook", "bot", "record"},
	"journal":  {},
	"table":    {"mafia", "rulebook", "say", "names", "record", "bot", "journal"},
	"club":     {"mafia", "rulebook", "say", "names", "journal"},
	"room":     {"names", "journal"},
	"keep":     {"journal"},
	"archive":  {"journal"},
	"server":   {"mafia", "rulebook", "say", "names", "record", "bot", "balance", "journal", "keep", "archive", "table", "club", "room", "web"},
	"web":      {},
	"cmd":      {"*"},
	"internal": {"*"}, // tools of the repository: nobody may import them
}

// arrows keeps the imports one way.
func arrows(r *repo) (complaints []string) {
	for _, s := range r.sources {
		own, _, _ := strings.Cut(s.dir, "/")
		may, known := allowed[own]
		if !known {
			complaints = append(complaints, fmt.Sprintf("%s: %s is in no row of allowed (internal/tidy)", s.name, own))
			continue
		}
		if s.test || slices.Contains(may, "*") {
			continue
		}
		for _, p := range s.imports() {
			inner, ours := strings.CutPrefix(p, "omerta/")
			other, _, _ := strings.Cut(inner, "/")
			if ours && other != own && !slices.Contains(may, other) {
				complaints = append(complaints, fmt.Sprintf("%s: %s must not import %s", s.name, own, p))
			}
		}
	}
	return complaints
}

// innocent are the parts of the standard library that neither read a clock nor draw lots nor reach outside.
var innocent = []string{
	"bytes", "cmp", "encoding", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash/fnv", "hash/maphash",
	"iter", "maps", "math", "math/big", "math/bits", "reflect", "slices", "sort", "strconv", "strings", "time", "unicode",
	"unicode/utf8",
}

// clocks are the parts of package time that look at the clock.
var clocks = []string{
	"time.Now", "time.Since", "time.Until", "time.After", "time.AfterFunc", "time.Tick", "time.Sleep", "time.NewTimer",
	"time.NewTicker", "time.Local", "time.LoadLocation",
}

// calm are parts of club that draw lots from seeds and do nothing else with the world, besides what they are handed;
// of the standard library they may use these parts too.
var (
	calm     = []string{"club/lot", "club/seating", "club/plan", "club/queue", "club/immunity"}
	calmMore = []string{"bufio", "context", "encoding/csv", "io"}
)

// pure keeps mafia, rulebook and what is calm in club free of clock, luck and outer world, so that a journal folds
// alike everywhere.
func pure(r *repo) (complaints []string) {
	for _, s := range r.sources {
		if s.test || !isPure(s) && !slices.Contains(calm, s.dir) {
			continue
		}
		for _, p := range s.imports() {
			if slices.Contains(calm, s.dir) && slices.Contains(calmMore, p) {
				continue
			}
			if !strings.HasPrefix(p, "omerta/") && !slices.Contains(innocent, p) {
				complaints = append(complaints, fmt.Sprintf("%s: imports %s, which is not in innocent (internal/tidy)", s.name, p))
			}
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if name := selected(n); slices.Contains(clocks, name) {
				complaints = append(complaints, fmt.Sprintf("%s: %s: time comes in as a value", r.at(n), name))
			}
			return true
		})
	}
	return complaints
}

// outside are parts of the standard library that the club's own packages must not use.
var outside = []string{"database/sql", "math/rand", "net", "net/http", "os", "os/exec"}

// aside keeps club from clock and outer world, so that what it works out hangs on what it is given; lots are drawn from a
// seed that comes in.
func aside(r *repo) (complaints []string) {
	for _, s := range r.sources {
		if own, _, _ := strings.Cut(s.dir, "/"); s.test || own != "club" {
			continue
		}
		for _, p := range s.imports() {
			if slices.Contains(outside, p) {
				complaints = append(complaints, fmt.Sprintf("%s: imports %s, which is in outside (internal/tidy)", s.name, p))
			}
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if name := selected(n); slices.Contains(clocks, name) {
				complaints = append(complaints, fmt.Sprintf("%s: %s: time comes in as a value", r.at(n), name))
			}
			return true
		})
	}
	return complaints
}

func isPure(s source) bool {
	own, _, _ := strings.Cut(s.dir, "/")
	return own == "mafia" || own == "rulebook"
}

// printing keeps libraries from writing to the terminal, which belongs to the command.
func printing(r *repo) (complaints []string) {
	for _, s := range r.sources {
		if s.test || s.tree.Name.Name == "main" {
			continue
		}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := selected(call.Fun)
			if id, ok := call.Fun.(*ast.Ident); ok {
				name = id.Name
			}
			if slices.Contains([]string{"fmt.Print", "fmt.Printf", "fmt.Println", "print", "println"}, name) {
				complaints = append(complaints, fmt.Sprintf("%s: %s in a library", r.at(n), name))
			}
			return true
		})
	}
	return complaints
}
