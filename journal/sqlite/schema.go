package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"omerta/journal"
)

// applicationID marks a file as a journal of this program: "OMRT".
const applicationID = 0x4F4D5254

// version is that of the file's layout, kept as user_version.
const version = 2

// schemas holds the tables of each version by name. The text is compared with
// what the file says, so a published one never changes.
var schemas = map[int]map[string]string{
	1: {
		"tables":  `CREATE TABLE tables (id TEXT PRIMARY KEY, created INTEGER NOT NULL, title TEXT NOT NULL, meta BLOB NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
		"entries": `CREATE TABLE entries (tbl TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, who TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (tbl, seq)) STRICT, WITHOUT ROWID`,
		"docs":    `CREATE TABLE docs (kind TEXT NOT NULL, id TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID`,
	},
	// Version 2 writes entries in the order of arrival, with a checksum each.
	2: {
		"tables":  `CREATE TABLE tables (num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, title TEXT NOT NULL, meta BLOB NOT NULL, version INTEGER NOT NULL) STRICT`,
		"entries": `CREATE TABLE entries (pos INTEGER PRIMARY KEY, num INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, who TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, sum INTEGER NOT NULL) STRICT`,
		"docs":    `CREATE TABLE docs (kind TEXT NOT NULL, id TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID`,
	},
}

// open opens a pool on the file with these parameters of SQLite's URI and of
// the driver. Nothing is read before the first use.
func open(path string, params ...string) (*sql.DB, error) {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // C:/dir
		slashed = "/" + slashed
	}
	// What is deleted or written over is wiped in the file too: documents hold names of
	// people who may want to be forgotten. Entries are never deleted one by one.
	uri := "file://" + (&url.URL{Path: slashed}).EscapedPath() + "?_pragma=busy_timeout(10000)&_pragma=secure_delete(1)"
	for _, p := range params {
		uri += "&" + p
	}
	return sql.Open("sqlite", uri)
}

// absent reports whether there is no journal yet. Remains of one without its
// main file are an error.
func absent(path string) (bool, error) {
	_, err := os.Stat(path)
	switch {
	case err == nil:
		return false, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return false, fmt.Errorf("%w: the file is missing but its %s-wal, which belongs to it and may hold acknowledged entries, is there; "+
			"bring the file back, or move the -wal away to begin anew", journal.ErrDamaged, filepath.Base(path))
	}
	return true, nil
}

// create makes an empty journal of the current version at path, whole or not
// at all.
func create(ctx context.Context, path string) error {
	temp := path + ".new" // ours alone: the lock is held
	if err := remove(temp, temp+"-journal", temp+"-wal", temp+"-shm"); err != nil {
		return err
	}
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	f.Close()
	db, err := open(temp)
	if err != nil {
		return classify(err)
	}
	_, err = db.ExecContext(ctx, script(version)+"PRAGMA journal_mode = WAL;")
	if err := errors.Join(err, db.Close()); err != nil {
		return classify(err)
	}
	return settle(temp, path)
}

// script makes the tables of a version in an empty database.
func script(v int) string {
	return "BEGIN;" + tablesOf(v) +
		fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;", applicationID, v)
}

func tablesOf(v int) string {
	var b strings.Builder
	for _, name := range []string{"tables", "entries", "docs"} {
		b.WriteString(schemas[v][name] + ";")
	}
	return b.String()
}

// settle syncs the finished file at temp and gives it its name.
func settle(temp, path string) error {
	if err := syncFile(temp); err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	return nil
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func remove(paths ...string) error {
	for _, p := range paths {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
	}
	return nil
}
