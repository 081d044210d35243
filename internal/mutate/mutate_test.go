package mutate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// Every planted fault still has its place in the code.
func TestFaultsHaveTheirPlace(t *testing.T) {
	for i, f := range faults {
		text, err := os.ReadFile(filepath.Join(root, f.file))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte(f.old)); n != 1 {
			t.Errorf("fault %d: %q stands %d times in %s", i, f.old, n, f.file)
		}
	}
}

// Every planted fault is noticed by the scenarios or the laws. It takes about ten
// seconds a fault, so it runs only when asked for (OMERTA_MUTATE).
func TestFaultsAreNoticed(t *testing.T) {
	if os.Getenv("OMERTA_MUTATE") == "" {
		t.Skip("OMERTA_MUTATE is not set")
	}
	for i, f := range faults {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			overlay := plant(t, f.file, f.old, f.new)
			watch := []string{"./record", "./internal/laws", "./rulebook/..."}
			if strings.HasPrefix(f.file, "table/") {
				watch = []string{"./table"}
			}
			for _, tests := range watch {
				out, err := run(t, overlay, tests)
				if err == nil {
					continue
				}
				if strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]") {
					t.Fatalf("%s: does not build:\n%s", f.file, out)
				}
				t.Logf("%s: noticed by %s", f.file, tests)
				return
			}
			t.Errorf("%s: nobody noticed\n- %s\n+ %s", f.file, f.old, f.new)
		})
	}
}

// plant writes the spoiled file and the overlay that puts it in place.
func plant(t *testing.T, file, old, new string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	spoiled := filepath.Join(dir, "spoiled.go")
	if err := os.WriteFile(spoiled, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	body, err := json.Marshal(map[string]map[string]string{"Replace": {path: spoiled}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// run runs tests with the fault in place.
func run(t *testing.T, overlay, tests string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "test", "-short", "-vet=off", "-failfast", "-overlay", overlay, tests)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}
