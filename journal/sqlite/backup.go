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
