package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"omerta/journal"
)

// found is what inspect learns of a sound file.
type found struct {
	version int
	index   *index // nil for an older version
}

const magic = "SQLite format 3\x00"

// inspect checks a file without changing a byte of it or of what lies beside
// it. The lock is held.
func inspect(ctx context.Context, path string) (found, error) {
	if err := checkHeader(path); err != nil {
		return found{}, err
	}
	if _, err := os.Stat(path + "-journal"); err == nil {
		return found{}, fmt.Errorf("%w: %s-journal lies beside the file, so another program was writing to it; "+
			"open both with that program once, then try again", journal.ErrDamaged, filepath.Base(path))
	}
	wal, err := os.Stat(path + "-wal")
	if err != nil || wal.Size() == 0 {
		return inspectAs(ctx, path, "mode=ro", "immutable=1")
	}
	// SQLite cannot read a WAL without writing beside it: show it the file
	// elsewhere.
	dir := path + ".check"
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
		return found{}, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	defer os.RemoveAll(dir)
	twin := filepath.Join(dir, "twin")
	if os.Link(path, twin) != nil { // no room is needed for a link, but not every file system has them
		if err := copyFile(path, twin); err != nil {
			return found{}, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
	}
	if err := copyFile(path+"-wal", twin+"-wal"); err != nil {
		return found{}, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	return inspectAs(ctx, twin, "mode=ro")
}

// checkHeader tells what can be told from the first bytes: a file that is no
// database, and one that is another program's.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	defer f.Close()
	head := make([]byte, 100)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the file is empty; if nothing was in it, remove it and start again, otherwise go back to a backup", journal.ErrForeign)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	id := binary.BigEndian.Uint32(head[68:])
	switch ours, whole := id == applicationID, n == len(head) && bytes.HasPrefix(head, []byte(magic)); {
	case ours && !whole:
		return damaged("its first bytes are not those of a database")
	case !whole:
		return fmt.Errorf("%w: it is no SQLite database, or its beginning is destroyed; choose another file, or go back to a backup", journal.ErrForeign)
	case !ours:
		return fmt.Errorf("%w: it is an SQLite database of another program (application id %#x); choose another file", journal.ErrForeign, id)
	}
	return nil
}

// inspectAs checks a database all through, opened with these parameters.
func inspectAs(ctx context.Context, path string, params ...string) (found, error) {
	db, err := open(path, params...)
	if err != nil {
		return found{}, classify(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err != nil {
		return found{}, classify(err)
	}
	defer conn.Close()
	v, err := checkVersion(ctx, conn)
	if err != nil {
		return found{}, err
	}
	if err := checkPages(ctx, conn); err != nil {
		return found{}, err
	}
	if err := checkSchema(ctx, conn, v); err != nil {
		return found{}, err
	}
	if v < version {
		return found{version: v}, upgrades[v].check(ctx, conn)
	}
	x, err := loadIndex(ctx, conn)
	return found{version: v, index: x}, err
}

func checkVersion(ctx context.Context, db *sql.Conn) (int, error) {
	var v int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err != nil {
		return 0, classify(err)
	}
	switch {
	case v > version:
		return 0, fmt.Errorf("%w: the file has version %d, this program knows versions up to %d; start the newer program, or choose another file",
			journal.ErrNewer, v, version)
	case v < 1:
		return 0, damaged("it has version %d, which there never was", v)
	}
	return v, nil
}

// checkPages lets SQLite check its own structures.
func checkPages(ctx context.Context, db *sql.Conn) error {
	var verdict string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict)
	if err != nil {
		return classify(err)
	}
	if verdict != "ok" {
		return damaged("SQLite finds: %s", verdict)
	}
	return nil
}

// checkSchema compares the tables with what their version prescribes. What
// somebody has added besides (an index, statistics) does no harm.
func checkSchema(ctx context.Context, db *sql.Conn, v int) error {
	have := map[string]string{}
	err := each(ctx, db, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL", func(rows *sql.Rows) error {
		var name, text string
		err := rows.Scan(&name, &text)
		have[name] = text
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range []string{"tables", "entries", "docs"} {
		switch have[name] {
		case schemas[v][name]:
		case "":
			return damaged("its table %s is missing", name)
		default:
			return damaged("its table %s is not that of version %d", name, v)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
