package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"omerta/journal"
)

// errHeld is tryLock's answer when another has the lock.
var errHeld = errors.New("lock is held")

// acquire takes the lock that keeps a second process, and a second Store of
// this one, away. The system drops it when the process dies, however it dies.
// The lock file stays: to remove it would open a race.
func acquire(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := tryLock(f); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(f, 64))
		f.Close()
		if !errors.Is(err, errHeld) {
			return nil, fmt.Errorf("%w: lock %s: %w", journal.ErrUnavailable, path, err)
		}
		who := strings.TrimSpace(string(holder))
		if who == "" {
			who = "another process"
		}
		return nil, fmt.Errorf("%w: %s has it open; stop that one first, or choose another file", journal.ErrInUse, who)
	}
	// Who holds it is a courtesy for the message above; a full disk must not
	// keep the journal shut.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(fmt.Appendf(nil, "process %d\n", os.Getpid()), 0)
	}
	return f, nil
}
