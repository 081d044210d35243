package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"omerta/journal"
)

// Backup writes a consistent copy of the whole journal, as of some moment
// during the call, to a new file at path; tables play on meanwhile. The copy
// is durable when Backup returns, opens like any journal, and is for its
// owner's eyes only (0600). A file that is there already is not touched
// (fs.ErrExist). After an error there is no file at path.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	if err := copyInto(ctx, s.path, path); err != nil {
		return fmt.Errorf("backup to %s: %w", path, s.explain(ctx, err))
	}
	return nil
}

// Writes counts the transactions since the store was opened: the same number twice
// means that nothing was written in between.
func (s *Store) Writes() uint64 { return s.writes.Load() }

// Copy is Backup of a file that another process may have open: a running server
// writes on meanwhile. The file at from must be a journal; an older version is
// copied as it is. It is ErrForeign, ErrNewer or ErrDamaged where Open would say so of
// the copy, which is then not kept, and ErrUnavailable where there is no file.
func Copy(ctx context.Context, from, path string) error {
	from, err := filepath.Abs(from)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := plainFile(from); err != nil {
		return err
	}
	if err := checkHeader(from); err != nil {
		return err
	}
	if err := copyInto(ctx, from, path); err != nil {
		return fmt.Errorf("copy %s to %s: %w", from, path, classify(err))
	}
	if err := Verify(ctx, path); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Verify looks through a journal's file that nobody has open, a copy as a rule, and
// changes nothing: ErrForeign, ErrNewer, ErrDamaged, or ErrUnavailable where it cannot
// be read.
func Verify(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := plainFile(path); err != nil {
		return err
	}
	if _, err := inspect(ctx, path); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// plainFile refuses what is no file with bytes: opening a pipe would wait for ever.
func plainFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a file", journal.ErrForeign, path)
	}
	return nil
}

// Restore puts a copy in the place of the journal at path, durably: either the copy
// is there afterwards, or all is as before. What was there is moved aside, and the
// name that it got is told ("" for nothing). ErrInUse where a process has the journal
// open; of the copy it says what Verify says. The copy itself stays.
func Restore(ctx context.Context, from, path string) (aside string, err error) {
	if err := Verify(ctx, from); err != nil {
		return "", err
	}
	if path, err = place(path); err != nil {
		return "", fmt.Errorf("journal %s: %w", path, err)
	}
	lock, err := acquire(path + ".lock")
	if err != nil {
		return "", fmt.Errorf("journal %s: %w", path, err)
	}
	defer func() { _ = lock.Close() }()
	temp := path + ".restored"
	if err := remove(temp); err != nil {
		return "", err
	}
	if err := copyInto(ctx, from, temp); err != nil {
		return "", fmt.Errorf("restore %s: %w", path, classify(err))
	}
	if aside, err = moveAside(path); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return aside, settle(temp, path)
}

// moveAside gives the journal at path, with what lies beside it, another name.
func moveAside(path string) (aside string, err error) {
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.replaced-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	// The file itself goes first. Should the process die before the log has followed,
	// Open says that the file belonging to the log is missing; the other way round the
	// file would look whole, without the entries of the log.
	if err := os.Rename(path, aside); errors.Is(err, fs.ErrNotExist) {
		aside = ""
	} else if err != nil {
		return "", fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	for _, tail := range []string{"-wal", "-shm"} {
		to := aside + tail
		if aside == "" {
			to = fmt.Sprintf("%s.replaced-1%s", path, tail)
		}
		if err := os.Rename(path+tail, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if aside != "" {
				_ = os.Rename(aside, path)
			}
			return "", fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
	}
	return aside, nil
}

// copyInto copies the database in the file from to a new file at path.
func copyInto(ctx context.Context, from, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%w: %w", journal.ErrInvalid, fs.ErrExist)
	}
	// A name of its own, so that no other backup writes to it.
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part") // has mode 0600
	if err != nil {
		return err
	}
	f.Close()
	temp := f.Name()
	defer os.Remove(temp)
	if err := vacuumInto(ctx, from, temp); err != nil {
		return err
	}
	if err := syncFile(temp); err != nil {
		return err
	}
	// A link, unlike a renaming, does not overwrite.
	if err := os.Link(temp, path); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", journal.ErrInvalid, err)
	} else if err != nil {
		if err := os.Rename(temp, path); err != nil {
			return err
		}
	}
	return syncDir(filepath.Dir(path))
}

// vacuumInto lets SQLite fill the empty file temp. It takes a connection of
// its own, for SQLite wants one that may write, though it only reads here.
func vacuumInto(ctx context.Context, from, temp string) error {
	db, err := open(from)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", temp)
	if err != nil {
		_ = os.Remove(temp + "-journal") // of a copy that was cut short
	}
	return errors.Join(err, db.Close())
}
