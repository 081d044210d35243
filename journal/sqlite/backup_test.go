package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"omerta/journal"
)

func filled(t *testing.T, ids ...string) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "o.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, id := range ids {
		e := journal.Entry{Seq: 1, At: time.Now(), Data: []byte(`{}`)}
		if err := s.Create(t.Context(), journal.TableInfo{ID: id, Created: time.Now()}, e); err != nil {
			t.Fatal(err)
		}
	}
	return s, path
}

func ids(t *testing.T, path string) (out []string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		out = append(out, i.ID)
	}
	return out
}

// A journal that is open, with entries in its write-ahead log only, is copied whole.
func TestCopyOfOneThatIsOpen(t *testing.T) {
	s, path := filled(t, "a", "b")
	writes := s.Writes()
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := Copy(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, to); len(got) != 2 {
		t.Errorf("the copy holds %v", got)
	}
	if s.Writes() != writes {
		t.Error("copying counts as writing")
	}
	if err := Copy(t.Context(), path, to); !errors.Is(err, os.ErrExist) {
		t.Errorf("a copy over another gives %v", err)
	}
}

// What is no journal is copied from nowhere, and leaves no file.
func TestCopyOfWhatIsNone(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("hello, this is no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "copy.db")
	for from, want := range map[string]error{
		text:                            journal.ErrForeign,
		dir:                             journal.ErrForeign,
		filepath.Join(dir, "not there"): journal.ErrUnavailable,
	} {
		if err := Copy(t.Context(), from, to); !errors.Is(err, want) {
			t.Errorf("copying %s gives %v, want %v", from, err, want)
		}
		if err := Verify(t.Context(), from); !errors.Is(err, want) {
			t.Errorf("verifying %s gives %v, want %v", from, err, want)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left over: %v", files)
	}
}

// A copy takes the place of the journal; what was there lies aside, whole.
func TestRestore(t *testing.T) {
	s, path := filled(t, "a")
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	e := journal.Entry{Seq: 1, At: time.Now(), Data: []byte(`{}`)}
	if err := s.Create(t.Context(), journal.TableInfo{ID: "b", Created: time.Now()}, e); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), to, path); !errors.Is(err, journal.ErrInUse) {
		t.Fatalf("restored under an open journal: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	aside, err := Restore(t.Context(), to, path)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(t, path); len(got) != 1 || got[0] != "a" {
		t.Errorf("restored: %v", got)
	}
	if got := ids(t, aside); len(got) != 2 {
		t.Errorf("aside: %v", got)
	}
	if got := ids(t, to); len(got) != 1 {
		t.Errorf("the copy itself: %v", got)
	}
}

// The write-ahead log of a process that was killed goes aside with its file, and never
// lies beside the copy.
func TestRestoreAfterAKill(t *testing.T) {
	s, path := filled(t, "a")
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	e := journal.Entry{Seq: 1, At: time.Now(), Data: []byte(`{}`)}
	if err := s.Create(t.Context(), journal.TableInfo{ID: "b", Created: time.Now()}, e); err != nil {
		t.Fatal(err)
	}
	// As it lies on the disk now, while the process lives: a file and its log.
	dead := filepath.Join(t.TempDir(), "o.db")
	for _, tail := range []string{"", "-wal"} {
		if err := copyFile(path+tail, dead+tail); err != nil {
			t.Fatal(err)
		}
	}
	aside, err := Restore(t.Context(), to, dead)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(t, dead); len(got) != 1 {
		t.Errorf("restored: %v", got)
	}
	if got := ids(t, aside); len(got) != 2 {
		t.Errorf("aside: %v", got)
	}
}

// To an empty place a copy is restored as well; a damaged one nowhere.
func TestRestoreElsewhere(t *testing.T) {
	s, _ := filled(t, "a")
	dir := t.TempDir()
	to := filepath.Join(dir, "copy.db")
	if err := s.Backup(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(dir, "new", "o.db")
	aside, err := Restore(t.Context(), to, place)
	if err != nil || aside != "" {
		t.Fatalf("restored to an empty place: aside %q, %v", aside, err)
	}
	if got := ids(t, place); len(got) != 1 {
		t.Errorf("restored: %v", got)
	}
	if err := os.Truncate(to, 6000); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), to, place); err == nil {
		t.Error("a damaged copy was restored")
	}
	if got := ids(t, place); len(got) != 1 {
		t.Errorf("after a refused one: %v", got)
	}
}
