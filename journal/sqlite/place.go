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

// place finds where the file at path really lies, and makes its directory
// (for the owner only) when there is none. SQLite follows links and keeps its
// write-ahead log beside the real file, so whatever looks for that, and the
// lock, must go by the same name.
func place(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return path, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return path, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	file, err := filepath.EvalSymlinks(path)
	switch {
	case err == nil:
		switch info, err := os.Stat(file); {
		case err != nil:
			return path, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		case info.IsDir():
			return path, fmt.Errorf("%w: %s is a directory; name a file in it, such as %s", journal.ErrUnavailable, path, filepath.Join(path, "omerta.db"))
		case !info.Mode().IsRegular(): // to open a pipe would wait for ever
			return path, fmt.Errorf("%w: %s is a pipe or a device, not a file; name another, such as omerta.db", journal.ErrUnavailable, path)
		}
		return file, nil
	case !errors.Is(err, fs.ErrNotExist):
		return path, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if to, err := os.Readlink(path); err == nil {
		return path, fmt.Errorf("%w: it is a link to %s, where there is no file; bring that file back, or remove the link to begin anew", journal.ErrUnavailable, to)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	return filepath.Join(dir, filepath.Base(path)), nil
}

// onlyName refuses a file that has further names (hard links): under each of
// them SQLite would keep another write-ahead log, and another process might
// have it open. The lock is held.
func onlyName(path string) error {
	// A check that was cut off has left a name of its own.
	if err := os.RemoveAll(path + ".check"); err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	n, err := linksOf(path)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if n > 1 {
		return fmt.Errorf("%w: the file has %d names (hard links), and could be open under another one; "+
			"stop whoever has it open and remove the others, but keep the name beside which a -wal lies: its entries belong to the file", journal.ErrInUse, n)
	}
	return nil
}

// anchor is a file as it was when the Store was opened.
type anchor struct {
	path string
	info os.FileInfo
}

// anchorFiles notes which files are open.
func (s *Store) anchorFiles() error {
	for _, path := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
		s.anchors = append(s.anchors, anchor{path, info})
	}
	return nil
}

// inPlace refuses when a file that is open no longer lies where the next
// process would look for it.
func (s *Store) inPlace() error {
	for _, a := range s.anchors {
		info, err := os.Stat(a.path)
		switch {
		case err == nil && os.SameFile(info, a.info):
		case err == nil || errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%w: %s; bring it back to where it was: the file and its -wal belong together", journal.ErrMoved, a.path)
		default:
			return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
	}
	return nil
}

// Check says whether entries can be kept: ErrMoved when the file, or its
// write-ahead log, was moved or deleted under the running program, another
// ErrUnavailable when it cannot be read.
func (s *Store) Check(ctx context.Context) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	if err := s.inPlace(); err != nil {
		return err
	}
	return s.explain(ctx, s.readDB.PingContext(ctx))
}

// agrees compares the index, which was made of the checked file, with the file
// that is open.
func (s *Store) agrees(ctx context.Context) error {
	var last int64
	var tables int
	err := s.conn.QueryRowContext(ctx, "SELECT coalesce(max(pos), 0), (SELECT count(*) FROM tables) FROM entries").Scan(&last, &tables)
	if err != nil {
		return classify(err)
	}
	if last != s.next-1 || tables != len(s.tables) {
		return damaged("it changed while it was opened: %d tables and entry %d were checked, %d and %d are there",
			len(s.tables), s.next-1, tables, last)
	}
	return nil
}
