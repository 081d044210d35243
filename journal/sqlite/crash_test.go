//go:build unix

package sqlite

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"omerta/journal"
	"omerta/journal/journaltest"
)

var (
	crashRounds = flag.Int("crash.rounds", 20, "how many times TestCrash kills the process")
	crashSeed   = flag.Uint64("crash.seed", 0, "seed of TestCrash's moments; 0 takes one from the clock")
)

// helperVar makes the test binary play a process with a journal: its value is
// the role, the path follows in helperPath.
const (
	helperVar  = "OMERTA_JOURNAL_HELPER"
	helperPath = "OMERTA_JOURNAL_HELPER_PATH"
	helperSize = 16 // tables under load
)

func TestMain(m *testing.M) {
	if role := os.Getenv(helperVar); role != "" {
		if err := helper(role, os.Getenv(helperPath)); err != nil {
			fmt.Fprintln(os.Stderr, "helper:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// helper opens the journal and appends under load. It writes "table n" to
// standard output once entry n of the table is acknowledged. Role "load" goes
// on until it is killed, "full" runs into a limit of the size of files.
func helper(role, path string) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	if role == "full" {
		if err := runFull(s, path); err != nil {
			return err
		}
		return s.Close()
	}
	return load(s)
}

// load appends to all tables until each has failed.
func load(s *Store) error {
	var wg sync.WaitGroup
	failed := make(chan error, helperSize)
	for g := range helperSize {
		wg.Go(func() { failed <- loadTable(s, fmt.Sprintf("t%d", g)) })
	}
	wg.Wait()
	close(failed)
	var all []error
	for err := range failed {
		all = append(all, err)
	}
	return errors.Join(all...)
}

func loadTable(s *Store, id string) error {
	ctx := context.Background()
	last, err := s.Last(ctx, id)
	if errors.Is(err, journal.ErrNoTable) {
		err = s.Create(ctx, journal.TableInfo{ID: id})
	}
	if err != nil {
		return err
	}
	for n := last + 1; ; n++ {
		if err := s.Append(ctx, id, journaltest.Nth(id, n)); err != nil {
			return err
		}
		if _, err := fmt.Printf("%s %d\n", id, n); err != nil { // one write each
			return err
		}
	}
}

// running is a helper process and what it has acknowledged.
type running struct {
	cmd    *exec.Cmd
	stderr bytes.Buffer
	first  chan struct{}
	read   chan struct{} // closed at the end of its output
	acked  map[string]uint64
}

func startHelper(t *testing.T, role, path string) *running {
	t.Helper()
	h := &running{first: make(chan struct{}), read: make(chan struct{}), acked: map[string]uint64{}}
	h.cmd = exec.Command(os.Args[0])
	h.cmd.Env = append(os.Environ(), helperVar+"="+role, helperPath+"="+path)
	h.cmd.Stderr = &h.stderr
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go h.listen(t, out)
	return h
}

// listen notes what is acknowledged, whole lines only.
func (h *running) listen(t *testing.T, out io.Reader) {
	defer close(h.read)
	r := bufio.NewReader(out)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		var id string
		var n uint64
		if _, err := fmt.Sscanf(line, "%s %d\n", &id, &n); err != nil {
			t.Errorf("helper said %q", line)
		}
		if len(h.acked) == 0 {
			close(h.first)
		}
		h.acked[id] = max(h.acked[id], n)
	}
}

func (h *running) waitForAck(t *testing.T) {
	t.Helper()
	select {
	case <-h.first:
	case <-h.read:
		t.Fatalf("helper ended: %s", h.stderr.String())
	case <-time.After(30 * time.Second):
		t.Fatal("helper does nothing")
	}
}

func (h *running) kill(t *testing.T) {
	t.Helper()
	if err := h.cmd.Process.Kill(); err != nil {
		t.Errorf("kill: %v", err)
	}
	<-h.read
	_ = h.cmd.Wait()
	if h.stderr.Len() > 0 {
		t.Errorf("helper complained: %s", h.stderr.String())
	}
}

// A process is killed under load at a random moment, again and again on one
// file: all that it acknowledged is there, once, as it was sent; and nothing
// but what it sent, at most one entry more for each table.
func TestCrash(t *testing.T) {
	rounds := *crashRounds
	if testing.Short() {
		rounds = min(rounds, 3)
	}
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat the moments with -crash.seed=%d -crash.rounds=%d", seed, rounds)
	random := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "journal.db")
	acked := map[string]uint64{}
	for round := range rounds {
		h := startHelper(t, "load", path)
		if round%4 != 3 { // every fourth is killed while it opens the file, perhaps
			h.waitForAck(t)
		}
		time.Sleep(time.Duration(random.IntN(150_000)) * time.Microsecond)
		h.kill(t)
		for id, n := range h.acked {
			acked[id] = n
		}
		if audit(t, path, acked); t.Failed() {
			t.Fatalf("in round %d", round+1)
		}
	}
	total := uint64(0)
	for _, n := range acked {
		total += n
	}
	t.Logf("%d entries acknowledged in %d rounds", total, rounds)
}

// audit opens the file, compares it with what was acknowledged, and notes in
// acked what else is there.
func audit(t *testing.T, path string, acked map[string]uint64) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatalf("Open after the death: %v", err)
	}
	defer s.Close()
	infos, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range infos {
		last, err := s.Last(t.Context(), info.ID)
		if err != nil {
			t.Fatal(err)
		}
		if known := acked[info.ID]; last < known || last > known+1 {
			t.Errorf("table %s has %d entries, acknowledged were %d", info.ID, last, known)
		}
		journaltest.Holds(t, s, info.ID, last)
		acked[info.ID] = last
	}
	if len(infos) < len(acked) {
		t.Errorf("%d tables, acknowledged were entries of %d", len(infos), len(acked))
	}
}

// runFull lets the disk, as far as this process can write it, run full under
// load, gives it room again and goes on.
func runFull(s *Store, path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	limit := syscall.Rlimit{Cur: 700_000, Max: old.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	err := load(s)
	if !errors.Is(err, journal.ErrUnavailable) {
		return fmt.Errorf("with a full disk: %w", err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	for g := range helperSize {
		id := fmt.Sprintf("t%d", g)
		last, err := s.Last(context.Background(), id)
		if err != nil {
			return err
		}
		for n := last + 1; n <= last+20; n++ {
			if err := s.Append(context.Background(), id, journaltest.Nth(id, n)); err != nil {
				return fmt.Errorf("with room again: %w", err)
			}
			fmt.Printf("%s %d\n", id, n)
		}
	}
	return nil
}

// With a full disk nothing is acknowledged that is not kept, the errors say
// that it may go later, and with room again it goes on without a restart.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	h := startHelper(t, "full", path)
	<-h.read
	if err := h.cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, h.stderr.String())
	}
	if !strings.Contains(h.stderr.String(), "write failed") {
		t.Errorf("no failed write in the log: %s", h.stderr.String())
	}
	audit(t, path, h.acked)
}

// A process that holds the journal keeps others out, and its death, of
// whatever kind, lets them in.
func TestInUseByProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	h := startHelper(t, "load", path)
	h.waitForAck(t)
	if _, err := Open(t.Context(), path); !errors.Is(err, journal.ErrInUse) || !strings.Contains(err.Error(), fmt.Sprint(h.cmd.Process.Pid)) {
		t.Errorf("Open of a used journal: %v, want ErrInUse and the process", err)
	}
	h.kill(t)
	openAt(t, path)
}
