package sqlite

import (
	"log/slog"
	"path/filepath"
	"testing"

	"omerta/journal"
	"omerta/journal/journaltest"
)

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func openNew(t testing.TB) *Store {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "journal.db"))
}

func TestStore(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journal.Store { return openNew(t) })
}

func TestStoreDurable(t *testing.T) {
	dirs := map[string]string{}
	journaltest.RunDurable(t, func(t *testing.T) journal.Store {
		if dirs[t.Name()] == "" {
			dirs[t.Name()] = t.TempDir()
		}
		return openAt(t, filepath.Join(dirs[t.Name()], "journal.db"))
	})
}
