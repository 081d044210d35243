package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/journal/journaltest"
)

// What a killed process left in the write-ahead log lies beside the file
// itself, not beside a link to it.
func TestLinkFindsWhatWasLeftInTheWAL(t *testing.T) {
	path := orphan(t, sound(t), "INSERT INTO docs VALUES ('person', 'last', CAST('words' AS BLOB))")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	s := openAt(t, link)
	if data, ok, err := s.Doc(t.Context(), "person", "last"); string(data) != "words" || !ok || err != nil {
		t.Errorf("what was committed before the death: %q, %v, %v", data, ok, err)
	}
	if err := s.Append(t.Context(), "t4", journaltest.Nth("t4", 61)); err != nil {
		t.Errorf("Append: %v", err)
	}
	journaltest.Holds(t, s, "t4", 61)
	for _, name := range []string{path, link} {
		if _, err := Open(t.Context(), name); !errors.Is(err, journal.ErrInUse) {
			t.Errorf("a second Open of %s: %v, want ErrInUse", name, err)
		}
	}
	if left, _ := filepath.Glob(link + "?*"); len(left) != 0 {
		t.Errorf("beside the link lie %v", left)
	}
}

func TestEntriesOfTheWALThroughALink(t *testing.T) {
	path := sound(t)
	sabotage(t, path, "INSERT INTO tables (num, id, created, title, meta, version) VALUES (900, 'live', 0, '', x'', 1)")
	path = orphan(t, path, "INSERT INTO entries SELECT 100000, 900, 1, at, who, key, data, sum FROM entries WHERE num = 2 AND seq = 1")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if n, err := openAt(t, link).Last(t.Context(), "live"); n != 1 || err != nil {
		t.Errorf("Last = %d, %v, want 1: the table counts as unfinished", n, err)
	}
}

func TestDanglingLink(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(filepath.Join(dir, "gone.db"), link); err != nil {
		t.Skip(err)
	}
	_, err := Open(t.Context(), link)
	if !errors.Is(err, journal.ErrUnavailable) || !strings.Contains(err.Error(), "gone.db") || !strings.Contains(err.Error(), "remove the link") {
		t.Errorf("Open: %v, want where the link leads and what to do", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("Open left %v", left)
	}
}

func TestADirectoryIsNoFile(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(t.Context(), dir)
	if !errors.Is(err, journal.ErrUnavailable) || !strings.Contains(err.Error(), dir+" is a directory") {
		t.Errorf("Open: %v, want that it is a directory", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("Open left %v", left)
	}
}

// SQLite names the write-ahead log after the name it was given, so two names of
// one file would give it two.
func TestSecondNameIsRefused(t *testing.T) {
	path := sound(t)
	other := filepath.Join(filepath.Dir(path), "other.db")
	if err := os.Link(path, other); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{path, other} {
		before := state(t, path)
		_, err := Open(t.Context(), name)
		if !errors.Is(err, journal.ErrInUse) || !strings.Contains(err.Error(), "2 names") || !strings.Contains(err.Error(), "keep the name") {
			t.Errorf("Open(%s): %v", name, err)
		}
		if state(t, path) != before {
			t.Errorf("Open(%s) changed what it refused", name)
		}
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	// A check that was cut off has left a name of its own; that one is ours.
	if err := os.Mkdir(path+".check", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, filepath.Join(path+".check", "twin")); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
}

// An entry in a file that nobody will find again is lost: none is acknowledged.
func TestFileTakenAway(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let an open file be moved")
	}
	for _, suffix := range []string{"", "-wal"} {
		path := filepath.Join(t.TempDir(), "journal.db")
		s := openAt(t, path)
		journaltest.Fill(t, s, "t", 3)
		if err := s.Check(t.Context()); err != nil {
			t.Fatalf("Check: %v", err)
		}
		if err := os.Rename(path+suffix, path+".away"); err != nil {
			t.Fatal(err)
		}
		err := s.Append(t.Context(), "t", journaltest.Nth("t", 4))
		if !errors.Is(err, journal.ErrMoved) || !errors.Is(err, journal.ErrUnavailable) || !strings.Contains(err.Error(), path) {
			t.Errorf("Append: %v, want ErrMoved", err)
		}
		if err := s.PutDoc(t.Context(), "a", "b", nil); !errors.Is(err, journal.ErrMoved) {
			t.Errorf("PutDoc: %v, want ErrMoved", err)
		}
		if err := s.Check(t.Context()); !errors.Is(err, journal.ErrMoved) {
			t.Errorf("Check: %v, want ErrMoved", err)
		}
		if err := os.WriteFile(path+suffix, nil, 0o600); err != nil { // another file of that name is not it
			t.Fatal(err)
		}
		if err := s.Check(t.Context()); !errors.Is(err, journal.ErrMoved) {
			t.Errorf("Check of another file: %v, want ErrMoved", err)
		}
		if err := os.Rename(path+".away", path+suffix); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), "t", journaltest.Nth("t", 4)); err != nil {
			t.Errorf("Append after it came back: %v", err)
		}
		journaltest.Holds(t, s, "t", 4)
	}
}

// What was checked must be what is written to: were it not, entries would be
// lost and tables taken for unfinished.
func TestIndexOfAnotherState(t *testing.T) {
	for name, query := range map[string]string{
		"entries": "DELETE FROM entries WHERE pos = (SELECT max(pos) FROM entries)",
		"tables":  "DELETE FROM tables WHERE num = (SELECT max(num) FROM tables)",
	} {
		s := openAt(t, sound(t))
		if err := s.agrees(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.conn.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
		if err := s.agrees(t.Context()); !errors.Is(err, journal.ErrDamaged) {
			t.Errorf("%s: %v, want ErrDamaged", name, err)
		}
	}
}
