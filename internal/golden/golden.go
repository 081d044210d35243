// Package golden compares what a test has made with what is kept beside it.
package golden

import (
	"os"
	"testing"
)

// Check compares with a file, or writes it where OMERTA_UPDATE is set.
func Check(t *testing.T, name, got string) {
	t.Helper()
	if os.Getenv("OMERTA_UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (OMERTA_UPDATE=1 writes it anew); got\n%s", name, got)
	}
}
