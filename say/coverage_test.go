package say_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"omerta/say"
	"omerta/say/rulesdoc"
)

// Every rule of the referee is shown by a scenario, which fails when the rule
// is broken.
func TestEveryEngineRuleHasAScenario(t *testing.T) {
	scenarios, err := rulesdoc.Scenarios(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	if len(scenarios) == 0 {
		t.Skip("there are no scenarios yet")
	}
	for _, r := range say.Rules() {
		if r.Kind == say.Engine && len(scenarios[r.ID]) == 0 {
			t.Errorf("%s: no scenario names it in a line \"# rules:\"", r.ID)
		}
	}
	for id, files := range scenarios {
		if _, ok := say.RuleByID(id); !ok {
			t.Errorf("%s: names %s, which is no rule", files[0], id)
		}
	}
}

// Every rule that the console shows is named by a test of the program or of
// the page, in its code or in a comment.
func TestEveryConsoleRuleIsNamedByATest(t *testing.T) {
	named := rulesNamedByTests(t)
	var missing []string
	found := 0
	for _, r := range say.Rules() {
		switch {
		case r.Kind != say.Console:
		case named[r.ID]:
			found++
		default:
			missing = append(missing, r.ID)
		}
	}
	if found == 0 {
		t.Skip("no test names a rule of the console yet")
	}
	for _, id := range missing {
		t.Errorf("%s: no test names it", id)
	}
}

var (
	ruleID   = regexp.MustCompile(`\b(?:CITY|CLASSIC|CLUB|ORIGINAL)-[A-Z0-9]+-[0-9]+\b`)
	testFile = regexp.MustCompile(`(?:_test\.go|\.spec\.ts|\.test\.ts)$`)
)

// rulesNamedByTests collects the ids in all test files, but for those of the
// catalogue and its pages: they name rules as mere examples of entries.
func rulesNamedByTests(t *testing.T) map[string]bool {
	t.Helper()
	named := map[string]bool{}
	repo := os.DirFS("..")
	err := fs.WalkDir(repo, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || path == "say/rulesdoc") {
			return fs.SkipDir
		}
		if !testFile.MatchString(path) || strings.HasSuffix(path, "lib/say.test.ts") || path == "say/rule_test.go" {
			return nil
		}
		data, err := fs.ReadFile(repo, path)
		for _, id := range ruleID.FindAllString(string(data), -1) {
			named[id] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return named
}
