package sqlite

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"omerta/journal"
	"omerta/journal/journaltest"
)

// sound makes a closed journal of several tables and gives its path.
func sound(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for g := range uint64(5) {
		journaltest.Fill(t, s, fmt.Sprintf("t%d", g), 20+10*g)
	}
	for i := range 40 { // enough for a page or two of each kind
		if err := s.PutDoc(t.Context(), "person", fmt.Sprint(i), make([]byte, 300)); err != nil {
			t.Fatal(err)
		}
		if err := s.Create(t.Context(), journal.TableInfo{ID: fmt.Sprintf("%0100d", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// state hashes all files of the directory but the lock.
func state(t *testing.T, path string) string {
	t.Helper()
	var b strings.Builder
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".lock") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %d %x\n", e.Name(), len(data), sha256.Sum256(data))
	}
	return b.String()
}

// refused checks that Open refuses the file, in words, and touches nothing.
func refused(t *testing.T, path string, want error) {
	t.Helper()
	before := state(t, path)
	s, err := Open(t.Context(), path)
	if err == nil {
		s.Close()
		t.Fatalf("Open took it, want %v", want)
	}
	if !errors.Is(err, want) {
		t.Errorf("Open: %v, want %v", err, want)
	}
	advice := []string{"go back to a backup", "choose another file", "start the newer program", "try again", "move the -wal away"}
	if !containsAny(err.Error(), advice) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open: %v: it does not say which file, or not what to do", err)
	}
	if after := state(t, path); after != before {
		t.Errorf("Open changed what it refused:\nbefore\n%safter\n%s", before, after)
	}
}

func containsAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// sabotage runs SQL on the file behind the Store's back and closes it.
func sabotage(t *testing.T, path, query string) {
	t.Helper()
	db, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

// orphan does the same but leaves the change in the WAL, as a killed process
// does. It gives the path of the result.
func orphan(t *testing.T, path, query string) string {
	t.Helper()
	db, err := open(path, "_pragma=wal_autocheckpoint(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(t.TempDir(), "journal.db")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := copyFile(path+suffix, dead+suffix); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(dead + "-wal"); err != nil || info.Size() == 0 {
		t.Fatalf("no WAL was left: %v", err)
	}
	return dead
}

func TestRefuseByContent(t *testing.T) {
	for _, c := range []struct {
		name, query string
		want        error
	}{
		{"newer", "PRAGMA user_version = 3", journal.ErrNewer},
		{"no version", "PRAGMA user_version = 0", journal.ErrDamaged},
		{"table missing", "DROP TABLE docs", journal.ErrDamaged},
		{"tables missing", "DROP TABLE tables", journal.ErrDamaged},
		{"column missing", "ALTER TABLE entries DROP COLUMN sum", journal.ErrDamaged},
		{"hole", "DELETE FROM entries WHERE num = 2 AND seq = 7", journal.ErrDamaged},
		{"no beginning", "DELETE FROM entries WHERE num = 2 AND seq = 1", journal.ErrDamaged},
		{"twice", "INSERT INTO entries SELECT 100000, num, seq, at, who, key, data, sum FROM entries WHERE num = 2 AND seq = 7", journal.ErrDamaged},
		{"out of order", "UPDATE entries SET pos = 100000 WHERE num = 2 AND seq = 7", journal.ErrDamaged},
		{"entries of no table", "DELETE FROM tables WHERE num = 3", journal.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := sound(t)
			sabotage(t, path, c.query)
			refused(t, path, c.want)
		})
		t.Run(c.name+", in the WAL", func(t *testing.T) {
			refused(t, orphan(t, sound(t), c.query), c.want)
		})
	}
}

func TestRefuseByBytes(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(path string, data []byte) error
		want error
	}{
		{"text", write([]byte("Мирные жители засыпают.\n")), journal.ErrForeign},
		{"empty", write(nil), journal.ErrForeign},
		{"magic destroyed", func(p string, d []byte) error { d[3]++; return os.WriteFile(p, d, 0o600) }, journal.ErrDamaged},
		{"beginning destroyed", func(p string, d []byte) error { clear(d[:100]); return os.WriteFile(p, d, 0o600) }, journal.ErrForeign},
		{"header destroyed", func(p string, d []byte) error { clear(d[16:60]); return os.WriteFile(p, d, 0o600) }, journal.ErrDamaged},
		{"cut to 50 bytes", func(p string, _ []byte) error { return os.Truncate(p, 50) }, journal.ErrForeign},
		{"cut to 5000 bytes", func(p string, _ []byte) error { return os.Truncate(p, 5000) }, journal.ErrDamaged},
		{"main file missing", func(p string, _ []byte) error { return os.Rename(p, p+"-wal") }, journal.ErrDamaged},
		{"rollback journal beside", func(p string, d []byte) error { return os.WriteFile(p+"-journal", d, 0o600) }, journal.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := sound(t)
			data, err := os.ReadFile(path)
			if err == nil {
				err = c.do(path, data)
			}
			if err != nil {
				t.Fatal(err)
			}
			refused(t, path, c.want)
		})
	}
	t.Run("another program's database", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "places.sqlite")
		sabotage(t, path, "CREATE TABLE bookmarks (url TEXT)")
		refused(t, path, journal.ErrForeign)
	})
}

func write(data []byte) func(string, []byte) error {
	return func(path string, _ []byte) error { return os.WriteFile(path, data, 0o600) }
}

// Every page of the file matters: cut off from there, or overwritten, it is
// no longer sound.
func TestRefuseAnyPage(t *testing.T) {
	path := sound(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for at := page; at < len(data); at += page {
		if err := os.WriteFile(path, data[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		refused(t, path, journal.ErrDamaged)
		trash := append([]byte{}, data...)
		copy(trash[at:at+page], strings.Repeat("trash", page/5))
		if err := os.WriteFile(path, trash, 0o600); err != nil {
			t.Fatal(err)
		}
		refused(t, path, journal.ErrDamaged)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	journaltest.Holds(t, openAt(t, path), "t4", 60)
	t.Logf("%d pages", len(data)/page)
}

// What no check of the structure sees, the entry's own checksum does.
func TestChangedEntry(t *testing.T) {
	for name, query := range map[string]string{
		"data": `UPDATE entries SET data = CAST('{"table":"t2","n":8}' AS BLOB) WHERE num = 3 AND seq = 7`,
		"who":  `UPDATE entries SET who = 'guest' WHERE num = 3 AND seq = 7`,
		"time": `UPDATE entries SET at = at + 1 WHERE num = 3 AND seq = 7`,
		"swap": `UPDATE entries SET num = 5 - num WHERE num IN (2, 3) AND seq = 7`,
	} {
		t.Run(name, func(t *testing.T) {
			path := sound(t)
			if name == "swap" { // keep the order of arrival: the tables were filled one after the other
				query = `UPDATE entries SET who = 'x', sum = (SELECT sum FROM entries WHERE num = 2 AND seq = 7) WHERE num = 3 AND seq = 7`
			}
			sabotage(t, path, query)
			s := openAt(t, path)
			n := 0
			err := s.Read(t.Context(), "t2", 1, func(journal.Entry) error { n++; return nil })
			if !errors.Is(err, journal.ErrDamaged) || n != 6 {
				t.Errorf("Read = %v after %d entries, want ErrDamaged after 6", err, n)
			}
			journaltest.Holds(t, s, "t3", 50) // the neighbours are well
		})
	}
}

func TestOpenAfterDeath(t *testing.T) {
	path := orphan(t, sound(t), "INSERT INTO docs VALUES ('person', 'last', CAST('words' AS BLOB))")
	s := openAt(t, path)
	if data, ok, err := s.Doc(t.Context(), "person", "last"); string(data) != "words" || !ok || err != nil {
		t.Errorf("what was committed before the death: %q, %v, %v", data, ok, err)
	}
	journaltest.Holds(t, s, "t4", 60)
	if _, err := os.Stat(path + ".check"); !os.IsNotExist(err) {
		t.Errorf("the checked copy was left behind: %v", err)
	}
}

func TestInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "er", "journal.db")
	s := openAt(t, path)
	_, err := Open(t.Context(), path)
	if !errors.Is(err, journal.ErrInUse) || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("second Open: %v, want ErrInUse and who has it", err)
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700 | os.ModeDir, path + "-wal": 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want mode %v", name, info.Mode(), err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
}

func TestOddPaths(t *testing.T) {
	for _, name := range []string{"a b.db", "стол?.db", "100%25#x.db", "a&mode=ro.db"} {
		path := filepath.Join(t.TempDir(), name)
		journaltest.Fill(t, openAt(t, path), "t", 1)
		if _, err := os.Stat(path); err != nil {
			t.Errorf("the file does not lie where it was asked for: %v", err)
		}
	}
}

func TestBackup(t *testing.T) {
	s := openNew(t)
	journaltest.Fill(t, s, "t", 0)
	var stop atomic.Bool
	done := make(chan error, 1)
	go func() {
		var err error
		for n := uint64(1); err == nil && !stop.Load(); n++ {
			err = s.Append(context.Background(), "t", journaltest.Nth("t", n))
		}
		done <- err
	}()
	for i := range 5 {
		before, _ := s.Last(t.Context(), "t")
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := s.Backup(t.Context(), path); err != nil {
			t.Fatalf("Backup %d: %v", i, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
			t.Errorf("the copy: %v, %v, want mode 0600", info, err)
		}
		b := openAt(t, path)
		n, _ := b.Last(t.Context(), "t")
		if n < before {
			t.Errorf("the copy has %d entries, there were %d before", n, before)
		}
		journaltest.Holds(t, b, "t", n)
		if err := s.Backup(t.Context(), path); !errors.Is(err, os.ErrExist) {
			t.Errorf("Backup over a file: %v, want ErrExist", err)
		}
	}
	stop.Store(true)
	if err := <-done; err != nil {
		t.Errorf("Append during a backup: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(gone, path); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("Backup with an ended context: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) != 0 {
		t.Errorf("a backup that failed left %v", left)
	}
	if err := s.Backup(t.Context(), filepath.Join(t.TempDir(), "none", "copy.db")); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("Backup to no directory: %v, want ErrUnavailable", err)
	}
}
