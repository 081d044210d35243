package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"omerta/journal"
)

// errHeld is tryLock's answer when another has the lock.
var errHeld = errors.New("lock is held")

// Held tells whether a process has the store at path open, and where its file
// really lies. It reads nothing of it and leaves no trace; a file that is not there
// is open nowhere.
func Held(path string) (file string, held bool, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return path, false, err
	}
	if file, err = filepath.EvalSymlinks(path); errors.Is(err, fs.ErrNotExist) {
		return path, false, nil
	} else if err != nil {
		return path, false, err
	}
	f, err := os.OpenFile(file+".lock", os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return file, false, nil
	}
	if err != nil {
		return file, false, err
	}
	defer func() { _ = f.Close() }()
	if err = tryLock(f); errors.Is(err, errHeld) {
		return file, true, nil
	}
	return file, false, err
}

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
