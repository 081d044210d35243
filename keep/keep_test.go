package keep

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"omerta/journal"
	"omerta/journal/sqlite"
)

var quiet = slog.New(slog.DiscardHandler)

func store(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "o.db"), sqlite.WithLog(quiet))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func write(t *testing.T, s journal.Store, id string) {
	t.Helper()
	e := journal.Entry{Seq: 1, At: time.Now(), Data: []byte(`{"x":1}`)}
	if err := s.Create(t.Context(), journal.TableInfo{ID: id, Created: time.Now()}, e); err != nil {
		t.Fatal(err)
	}
}

func keeper(t *testing.T, s Source, dir string) *Keeper {
	t.Helper()
	return New(Config{Source: s, Dir: dir, Log: quiet})
}

// What a copy holds is what the journal held when it was made; it opens as a journal.
func TestCopyHoldsWhatWasThere(t *testing.T) {
	s, dir := store(t), t.TempDir()
	write(t, s, "a")
	k := keeper(t, s, dir)
	c, err := k.Copy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, "b")
	copied, err := sqlite.Open(t.Context(), filepath.Join(dir, c.Name), sqlite.WithLog(quiet))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = copied.Close() }()
	tables, err := copied.Tables(t.Context())
	if err != nil || len(tables) != 1 || tables[0].ID != "a" {
		t.Fatalf("the copy holds %v, %v", tables, err)
	}
	if st := k.State(); len(st.Copies) != 1 || st.Copies[0] != c || st.Failed != nil {
		t.Errorf("state %+v, want the one copy %+v", st, c)
	}
}

// Two copies in one second have two names, and neither is lost.
func TestCopiesInOneSecond(t *testing.T) {
	s, dir := store(t), t.TempDir()
	k := keeper(t, s, dir)
	now := time.Now()
	k.Now = func() time.Time { return now }
	for range 3 {
		if _, err := k.Copy(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := List(dir); err != nil || len(all) != 3 {
		t.Errorf("there are %d copies (%v), want 3", len(all), err)
	}
}

// source counts how often it is copied.
type source struct {
	writes uint64
	made   []time.Time
	err    error
	ruin   bool
	from   *sqlite.Store
}

func (s *source) Writes() uint64 { return s.writes }

func (s *source) Backup(ctx context.Context, path string) error {
	if s.err != nil {
		return s.err
	}
	s.made = append(s.made, time.Now())
	err := s.from.Backup(ctx, path)
	if s.ruin {
		err = errors.Join(err, os.Truncate(path, 5000))
	}
	return err
}

// A damaged copy gets no name, and the older ones stay.
func TestDamagedCopyIsNotKept(t *testing.T) {
	dir := t.TempDir()
	src := &source{from: store(t)}
	k := keeper(t, src, dir)
	if _, err := k.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	src.ruin = true
	if _, err := k.Copy(t.Context()); !errors.Is(err, journal.ErrDamaged) {
		t.Errorf("a damaged copy gives %v", err)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 || k.State().Failed == nil {
		t.Errorf("the folder holds %v, the state says %v", files, k.State().Failed)
	}
}

// A folder that has vanished is an error and is not made anew.
func TestVanishedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "stick")
	k := keeper(t, store(t), dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Copy(t.Context()); err == nil || k.State().Failed == nil {
		t.Error("a copy was made without its folder")
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder was made anew")
	}
}

// plan runs a keeper in virtual time and gives the hours after which copies were made.
// Copying is left out: a database has no virtual time.
func plan(t *testing.T, act func(k *Keeper, s *source)) []time.Duration {
	var out []time.Duration
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		src := &source{err: errors.New("only counted")}
		k := keeper(t, counted{src}, dir)
		begin := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		go k.Run(ctx)
		act(k, src)
		cancel()
		synctest.Wait()
		for _, at := range src.made {
			out = append(out, at.Sub(begin))
		}
	})
	return out
}

type counted struct{ *source }

func (c counted) Backup(context.Context, string) error {
	c.made = append(c.made, time.Now())
	return c.err
}

// A copy that fails is tried again after ten minutes, not after an hour.
func TestFailedCopyIsTriedAgain(t *testing.T) {
	got := plan(t, func(*Keeper, *source) { time.Sleep(21 * time.Minute) })
	want := []time.Duration{calm, calm + again, calm + 2*again}
	if !slices.Equal(got, want) {
		t.Errorf("tried after %v, want %v", got, want)
	}
}

// An idle hour makes no copy, an end of a game makes one soon.
func TestWhenCopiesAreMade(t *testing.T) {
	dir := t.TempDir()
	s := store(t)
	k := keeper(t, s, dir)
	if !k.changed() {
		t.Error("nothing was copied since the start, and nothing is to be")
	}
	if _, err := k.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if k.changed() {
		t.Error("nothing was written since, and a copy is to be made")
	}
	write(t, s, "x")
	if !k.changed() {
		t.Error("something was written since, and no copy is to be made")
	}
	k.GameOver()
	k.GameOver() // never waits
	got := plan(t, func(k *Keeper, src *source) {
		time.Sleep(time.Minute)
		k.GameOver()
		time.Sleep(calm / 2)
		k.GameOver()
		time.Sleep(2 * calm)
	})
	want := []time.Duration{calm, time.Minute + calm}
	if !slices.Equal(got, want) {
		t.Errorf("copies after %v, want %v", got, want)
	}
}

// Of a day all copies are kept, of a month the last of each day, of two years the last
// of each month; the newest always.
func TestSpare(t *testing.T) {
	now := time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)
	var all []Copy
	for h := range 3 * 366 * 24 {
		at := now.Add(-time.Duration(h) * time.Hour)
		all = append(all, Copy{Name: Name(at), At: at})
	}
	spare := Spare(all, now)
	kept := len(all) - len(spare)
	if kept < 24+30+23 || kept > 24+32+26 {
		t.Errorf("%d of %d copies are kept", kept, len(all))
	}
	gone := map[string]bool{}
	for _, c := range spare {
		gone[c.Name] = true
	}
	for _, c := range all {
		if now.Sub(c.At) < 24*time.Hour && gone[c.Name] {
			t.Errorf("%s of the last day is removed", c.Name)
		}
	}
	late := now.AddDate(10, 0, 0)
	if left := len(all) - len(Spare(all, late)); left != 1 {
		t.Errorf("after ten years %d copies are kept, want the newest", left)
	}
	// What was kept once goes on being the one of its day: the folder does not empty itself.
	var rest []Copy
	for _, c := range all {
		if !gone[c.Name] {
			rest = append(rest, c)
		}
	}
	if again := Spare(rest, now); len(again) != 0 {
		t.Errorf("cleared twice, %d more go", len(again))
	}
}

// Foreign files in the folder are neither listed nor removed.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"omerta.db", "omerta-2020.db", "photo.jpg", "omerta-20200101T000000Z.db.bak"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k := keeper(t, store(t), dir)
	if _, err := k.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 5 || len(k.State().Copies) != 1 {
		t.Errorf("the folder holds %v, listed are %v", files, k.State().Copies)
	}
	if _, err := k.Open("../o.db"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file outside was opened: %v", err)
	}
}

// A folder that cannot be used stops nothing and is told; without one, a copy is refused.
func TestFolderThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if k := keeper(t, store(t), file); k.State().Failed == nil {
		t.Error("a file was taken for a folder")
	}
	none := keeper(t, store(t), "")
	if _, err := none.Copy(t.Context()); !errors.Is(err, ErrNoFolder) {
		t.Errorf("a copy without a folder gives %v", err)
	}
	none.Run(t.Context()) // ends at once
	none.GameOver()
	if st := none.State(); st.Dir != "" || st.Failed != nil {
		t.Errorf("state without a folder: %+v", st)
	}
}

// A snapshot is a journal of its own, and gone after its use.
func TestSnapshot(t *testing.T) {
	s := store(t)
	write(t, s, "a")
	var at string
	err := keeper(t, s, "").Snapshot(t.Context(), func(path string) error {
		at = path
		return sqlite.Verify(t.Context(), path)
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(at); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after its use: %v", err)
	}
}
