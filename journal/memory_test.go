package journal_test

import (
	"testing"

	"omerta/journal"
	"omerta/journal/journaltest"
)

func TestMemory(t *testing.T) {
	journaltest.Run(t, func(*testing.T) journal.Store { return journal.NewMemory() })
}
