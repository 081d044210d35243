package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/journal/journaltest"
)

// version1 makes a file as the first version did, in words of its own, so
// that a change of what the package takes for version 1 is noticed.
func version1(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	db, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	must := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	must(`PRAGMA journal_mode = WAL; PRAGMA application_id = 1330467412; PRAGMA user_version = 1;
CREATE TABLE tables (id TEXT PRIMARY KEY, created INTEGER NOT NULL, title TEXT NOT NULL, meta BLOB NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE entries (tbl TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, who TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (tbl, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE docs (kind TEXT NOT NULL, id TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;`)
	for g := range 6 {
		id := fmt.Sprintf("t%d", g)
		must(`INSERT INTO tables VALUES (?, ?, ?, ?, ?)`, id, journaltest.Day.UnixMilli()-int64(g), "Стол", []byte("meta"), g)
		for n := range uint64(g * 30) {
			e := journaltest.Nth(id, n+1)
			must(`INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)`, id, int64(e.Seq), e.At.UnixMilli(), e.By, e.Key, e.Data)
		}
	}
	must(`INSERT INTO docs VALUES ('person', 'p', CAST('data' AS BLOB)), ('person', 'nothing', x'')`)
	return path
}

// backups lists the backups beside a file.
func backups(t *testing.T, path string) []string {
	t.Helper()
	all, err := filepath.Glob(path + ".v*.bak")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// holds1 checks that all of version1 is there.
func holds1(t *testing.T, s *Store) {
	t.Helper()
	for g := range 6 {
		journaltest.Holds(t, s, fmt.Sprintf("t%d", g), uint64(g*30))
	}
	infos, err := s.Tables(t.Context())
	if err != nil || len(infos) != 6 {
		t.Fatalf("Tables = %v, %v", infos, err)
	}
	for i, info := range infos { // the last was created first
		g := 5 - i
		if info.ID != fmt.Sprintf("t%d", g) || info.Version != g || string(info.Meta) != "meta" || info.Title != "Стол" {
			t.Errorf("table %d is %+v", i, info)
		}
	}
	if docs, err := s.Docs(t.Context(), "person"); err != nil || len(docs) != 2 || string(docs[1].Data) != "data" {
		t.Errorf("Docs = %v, %v", docs, err)
	}
}

func TestUpgrade(t *testing.T) {
	for name, path := range map[string]string{
		"closed": version1(t),
		"killed": orphan(t, version1(t), "INSERT INTO docs VALUES ('setting', 's', x'00')"),
	} {
		t.Run(name, func(t *testing.T) {
			s := openAt(t, path)
			holds1(t, s)
			if err := s.Append(t.Context(), "t1", journaltest.Nth("t1", 31)); err != nil {
				t.Errorf("Append after the upgrade: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			saved := backups(t, path)
			if len(saved) != 1 {
				t.Fatalf("backups: %v, want one", saved)
			}
			if v := fileVersion(t, saved[0]); v != 1 {
				t.Errorf("the backup has version %d, want 1", v)
			}
			if v := fileVersion(t, path); v != version {
				t.Errorf("the file has version %d, want %d", v, version)
			}
			journaltest.Holds(t, openAt(t, path), "t1", 31)
			if again := backups(t, path); len(again) != 1 {
				t.Errorf("opened again, backups are %v", again)
			}
			holds1(t, openAt(t, saved[0])) // one can go back to it, and forward again
		})
	}
}

func fileVersion(t *testing.T, path string) (v int) {
	t.Helper()
	db, err := open(path, "mode=ro", "immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestUpgradeRefused(t *testing.T) {
	for _, query := range []string{
		"DELETE FROM entries WHERE tbl = 't3' AND seq = 5",
		"DELETE FROM entries WHERE tbl = 't3' AND seq = 1",
		"DELETE FROM tables WHERE id = 't3'",
		"DROP TABLE docs",
	} {
		path := version1(t)
		sabotage(t, path, query)
		refused(t, path, journal.ErrDamaged)
		refused(t, orphan(t, version1(t), query), journal.ErrDamaged)
	}
}

// An upgrade that fails half-way has not happened.
func TestUpgradeUndone(t *testing.T) {
	path := version1(t)
	real := upgrades[1]
	defer func() { upgrades[1] = real }()
	broken := real
	broken.step = func(ctx context.Context, conn *sql.Conn) error {
		if err := real.step(ctx, conn); err != nil {
			return err
		}
		return errors.New("the lights went out")
	}
	upgrades[1] = broken
	_, err := Open(t.Context(), path)
	saved := backups(t, path)
	if err == nil || len(saved) != 1 || !strings.Contains(err.Error(), saved[0]) {
		t.Fatalf("Open: %v, want the failure and where the backup is (%v)", err, saved)
	}
	if v := fileVersion(t, path); v != 1 {
		t.Errorf("the file has version %d, want 1 still", v)
	}
	upgrades[1] = real
	holds1(t, openAt(t, path))
}

// Where no backup can be made there is no upgrade. Here its name would be too
// long.
func TestUpgradeWithoutBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 240))
	if err := os.Rename(version1(t), path); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("Open: %v, want ErrUnavailable", err)
	}
	if v := fileVersion(t, path); v != 1 {
		t.Errorf("the file has version %d, want 1 still", v)
	}
}
