package sqlite

import (
	"errors"
	"fmt"

	"omerta/journal"

	driver "modernc.org/sqlite"
)

// The result codes of SQLite that say more than "not now".
const (
	codeCorrupt = 11
	codeNotADB  = 26
)

// classify gives an error of the driver or the system the sentinel that a
// caller of the Store tests for.
func classify(err error) error {
	switch {
	case err == nil:
		return nil
	case isJournal(err):
		return err
	case isCorrupt(err):
		return fmt.Errorf("%w: %w; stop the program, put the file aside and go back to a backup", journal.ErrDamaged, err)
	}
	return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
}

func isCorrupt(err error) bool {
	var e *driver.Error
	return errors.As(err, &e) && (e.Code()&0xff == codeCorrupt || e.Code()&0xff == codeNotADB)
}

func isJournal(err error) bool {
	for _, sentinel := range []error{
		journal.ErrExists, journal.ErrNoTable, journal.ErrGap, journal.ErrDuplicateKey, journal.ErrInvalid,
		journal.ErrUnavailable, journal.ErrDamaged, journal.ErrNewer, journal.ErrForeign, journal.ErrInUse,
	} {
		if errors.Is(err, sentinel) {
			return true
		}
	}
	return false
}
