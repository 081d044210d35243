//go:build unix

package sqlite

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"omerta/journal"
)

// To open a pipe waits for whoever writes into it, for ever and deaf to every signal.
func TestAPipeIsRefusedAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.db")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{path, "/dev/null"} {
		done := make(chan error, 1)
		go func() { // it leaks where this fails
			s, err := Open(t.Context(), path)
			if err == nil {
				_ = s.Close()
			}
			done <- err
		}()
		select {
		case err := <-done:
			if !errors.Is(err, journal.ErrUnavailable) {
				t.Errorf("%s: %v", path, err)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: it hangs", path)
		}
	}
}
