package points_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omerta/say"
)

// keys are how this package and its neighbours name their messages.
var keys = regexp.MustCompile(`(?:f\.add|schemeFault|words|\.bad\([a-zA-Z.]+,|heads\(l,|"sheet\.)[ (]*"?([a-z][a-z.-]*)"`)

// Every message that is named in the code is in the catalogue, and the other way
// round, so that none is left over.
func TestEveryMessageIsThere(t *testing.T) {
	named := map[string]bool{}
	for folder, prefix := range map[string]string{".": "points.", "../history": "history."} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, m := range keys.FindAllStringSubmatch(string(data), -1) {
				if key := prefix + m[1]; say.Has(key) || strings.HasSuffix(key, ".") {
					named[key] = true
				} else if !say.Has("sheet." + m[1]) {
					t.Errorf("%s: no message %s", name, key)
				}
			}
		}
	}
	for _, key := range say.Keys() {
		ours := strings.HasPrefix(key, "points.") || strings.HasPrefix(key, "history.")
		built := strings.HasPrefix(key, "points.key.") || strings.HasPrefix(key, "history.odd.") || strings.HasPrefix(key, "history.size") || key == "history.of-game"
		if ours && !built && !named[key] {
			t.Errorf("no code names %s", key)
		}
	}
}
