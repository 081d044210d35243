package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"omerta/journal"
	"omerta/journal/journaltest"
)

// hold keeps the writing goroutine busy until the function it gives is
// called, so that what is sent meanwhile shares one batch.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	go s.submit(context.Background(), &job{alone: func(context.Context, *sql.Conn) (func(), error) {
		close(begun)
		<-end
		return nil, nil
	}})
	<-begun
	return func() { close(end) }
}

// pragma runs a pragma on the writing connection, in its goroutine.
func pragma(t *testing.T, s *Store, text string) {
	t.Helper()
	err := s.submit(t.Context(), &job{alone: func(ctx context.Context, conn *sql.Conn) (func(), error) {
		_, err := conn.ExecContext(ctx, "PRAGMA "+text)
		return nil, err
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// appendAll sends the entries at once, in this order, and gives the answers.
func appendAll(t *testing.T, s *Store, tables []string, entries []journal.Entry) []error {
	t.Helper()
	release := sync.OnceFunc(hold(t, s))
	defer release()
	errs := make([]chan error, len(entries))
	for i, e := range entries {
		errs[i] = make(chan error, 1)
		go func() { errs[i] <- s.Append(context.Background(), tables[i], e) }()
		waitQueue(t, s, i+1) // sent in order
	}
	release()
	answers := make([]error, len(entries))
	for i := range errs {
		answers[i] = <-errs[i]
	}
	return answers
}

func waitQueue(t *testing.T, s *Store, n int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); len(s.queue) < n; time.Sleep(100 * time.Microsecond) {
		if time.Now().After(end) {
			t.Fatalf("%d in the queue, want %d", len(s.queue), n)
		}
	}
}

// In one batch each entry is judged as if the ones before it were written
// already, and a refused one harms nobody.
func TestBatch(t *testing.T) {
	s := openNew(t)
	for _, id := range []string{"a", "b"} {
		journaltest.Fill(t, s, id, 2)
	}
	again := journaltest.Nth("a", 3)
	reused := journaltest.Nth("b", 3)
	reused.Key = journaltest.Nth("b", 1).Key
	nowhere := journaltest.Nth("nowhere", 1)
	nowhere.Key = "" // with one it would be refused before it is queued
	got := appendAll(t, s,
		[]string{"a", "a", "nowhere", "b", "a", "b", "b"},
		[]journal.Entry{
			journaltest.Nth("a", 3), again, nowhere, reused,
			journaltest.Nth("a", 4), journaltest.Nth("b", 4), journaltest.Nth("b", 3),
		})
	want := []error{nil, journal.ErrDuplicateKey, journal.ErrNoTable, journal.ErrDuplicateKey, nil, journal.ErrGap, nil}
	for i := range want {
		if !errors.Is(got[i], want[i]) {
			t.Errorf("entry %d of the batch: %v, want %v", i, got[i], want[i])
		}
	}
	journaltest.Holds(t, s, "a", 4)
	journaltest.Holds(t, s, "b", 3)
}

// An entry for which there is no room fails alone, and the batch it was in
// does not fail with it.
func TestBatchWithOneTooMuch(t *testing.T) {
	s := openNew(t)
	for _, id := range []string{"a", "b", "c"} {
		journaltest.Fill(t, s, id, 2)
	}
	pragma(t, s, "max_page_count = 40") // 160 KB
	large := journaltest.Nth("b", 3)
	large.Data = make([]byte, 1<<20)
	got := appendAll(t, s, []string{"a", "b", "c", "a"},
		[]journal.Entry{journaltest.Nth("a", 3), large, journaltest.Nth("c", 3), journaltest.Nth("a", 4)})
	for i, err := range got {
		if i == 1 && !errors.Is(err, journal.ErrUnavailable) || i != 1 && err != nil {
			t.Errorf("entry %d of the batch: %v", i, err)
		}
	}
	journaltest.Holds(t, s, "a", 4)
	journaltest.Holds(t, s, "b", 2)
	journaltest.Holds(t, s, "c", 3)
	pragma(t, s, "max_page_count = 1000000")
	if err := s.Append(t.Context(), "b", large); err != nil {
		t.Errorf("Append with room again: %v", err)
	}
}

// A commit can fail in its last step and be there all the same. Then the
// store must not write the entry a second time.
func TestCommitUncertain(t *testing.T) {
	for _, reopened := range []bool{false, true} {
		s := openNew(t)
		journaltest.Fill(t, s, "t", 2)
		if reopened { // keys are not in memory
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openAt(t, s.path)
		}
		e, lost := journaltest.Nth("t", 3), errors.New("input/output error")
		err := s.submit(t.Context(), &job{alone: func(ctx context.Context, conn *sql.Conn) (func(), error) {
			_, err := s.insert.ExecContext(ctx, 3, 1, 3, e.At.UnixMilli(), e.By, e.Key, e.Data, checksum("t", e))
			if err == nil {
				_, err = conn.ExecContext(ctx, "INSERT INTO tables VALUES (2, 'new', 0, '', x'', 0); COMMIT")
			}
			return nil, errors.Join(err, lost)
		}})
		if !errors.Is(err, lost) || !errors.Is(err, journal.ErrUnavailable) {
			t.Fatalf("uncertain commit: %v", err)
		}
		if err := s.Append(t.Context(), "t", e); !errors.Is(err, journal.ErrDuplicateKey) {
			t.Errorf("repeating the command: %v, want ErrDuplicateKey", err)
		}
		if err := s.Append(t.Context(), "t", journaltest.Nth("t", 4)); err != nil {
			t.Errorf("going on: %v", err)
		}
		journaltest.Holds(t, s, "t", 4)
		journaltest.Holds(t, s, "new", 0)
	}
}

// A withdrawn entry is not written, though it was in the queue.
func TestWithdraw(t *testing.T) {
	s := openNew(t)
	journaltest.Fill(t, s, "t", 1)
	release := sync.OnceFunc(hold(t, s))
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	answer := make(chan error)
	go func() { answer <- s.Append(ctx, "t", journaltest.Nth("t", 2)) }()
	waitQueue(t, s, 1)
	cancel()
	if err := <-answer; !errors.Is(err, context.Canceled) || !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("Append: %v, want Canceled, and at once", err)
	}
	release()
	e := journaltest.Nth("t", 2)
	if err := s.Append(t.Context(), "t", e); err != nil {
		t.Errorf("Append of another: %v", err)
	}
	journaltest.Holds(t, s, "t", 2)
}

// Durability hangs on these.
func TestPragmas(t *testing.T) {
	s := openNew(t)
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "application_id": fmt.Sprint(applicationID), "user_version": fmt.Sprint(version)} {
		err := s.submit(t.Context(), &job{alone: func(ctx context.Context, conn *sql.Conn) (func(), error) {
			var got string
			if err := conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
				return nil, err
			}
			if got != want {
				t.Errorf("%s = %s, want %s", name, got, want)
			}
			return nil, nil
		}})
		if err != nil {
			t.Error(err)
		}
	}
	if _, err := s.readDB.Exec("DELETE FROM docs"); err == nil {
		t.Error("the reading side can write")
	}
}

// Before 3.51.3 SQLite could lose commits when a WAL was begun anew at the
// same moment.
func TestSQLiteVersion(t *testing.T) {
	var text string
	if err := openNew(t).readDB.QueryRow("SELECT sqlite_version()").Scan(&text); err != nil {
		t.Fatal(err)
	}
	var major, minor, patch int
	if _, err := fmt.Sscanf(text, "%d.%d.%d", &major, &minor, &patch); err != nil {
		t.Fatal(err)
	}
	if have, want := major*1_000_000+minor*1000+patch, 3_051_003; have < want {
		t.Errorf("SQLite %s is linked, want 3.51.3 or later", text)
	}
}

// The driver is translated C and works with one version of its C library.
func TestLibcPinned(t *testing.T) {
	ours, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "modernc.org/libc").Output()
	if err != nil {
		t.Skipf("no go command: %v", err)
	}
	theirs, err := exec.Command("go", "mod", "graph").Output()
	if err != nil {
		t.Skipf("no module graph: %v", err)
	}
	sqlite, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "modernc.org/sqlite").Output()
	if err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("modernc.org/sqlite@%s modernc.org/libc@%s\n", strings.TrimSpace(string(sqlite)), strings.TrimSpace(string(ours)))
	if !strings.Contains(string(theirs), line) {
		t.Errorf("go.mod has modernc.org/libc %s, which is not the one sqlite asks for", ours)
	}
}
