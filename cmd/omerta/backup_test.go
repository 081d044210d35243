package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/journal/sqlite"
)

// oneGame makes a database with a game in it, and gives the game's id.
func oneGame(t *testing.T, db string) string {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in.mafia")
	text := "omerta 1\nrulebook: classic@1\ndeal: civilian*6 sheriff mafia*2 don\n\nday 1\nfoul 3\nend\n"
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out := told1(t, importCmd{Files: []string{in}, DB: db, Lang: "en"})
	return strings.TrimSpace(out[strings.LastIndex(out, " "):])
}

type runner interface{ Run(io.Writer) error }

// told1 runs a command that must do its work, and gives what it printed.
func told1(t *testing.T, c runner) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.Run(&out); err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return out.String()
}

// refused1 runs a command that must say no, and gives its words.
func refused1(t *testing.T, c runner) string {
	t.Helper()
	var m *mistake
	if err := c.Run(io.Discard); !errors.As(err, &m) || m.code != 1 {
		t.Fatalf("%T: %v, want a mistake with code 1", c, err)
	}
	return m.text
}

// A database in use is copied, and the copy restored in its place; what was there is
// moved aside, and nothing is written over unless that is asked for.
func TestBackupAndRestore(t *testing.T) {
	dir := t.TempDir()
	db, folder := filepath.Join(dir, "o.db"), filepath.Join(dir, "copies")
	id := oneGame(t, db)
	store, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	out := told1(t, backupCmd{To: folder, DB: db, Lang: "en"})
	copied := strings.TrimSpace(strings.TrimPrefix(out, "Copied to "))
	if filepath.Dir(copied) != folder {
		t.Fatalf("copied to %q", copied)
	}
	if text := refused1(t, backupCmd{To: copied, DB: db, Lang: "en"}); !strings.Contains(text, "already") {
		t.Errorf("a copy over a file: %s", text)
	}
	if text := refused1(t, restoreCmd{From: copied, DB: db, Lang: "en"}); !strings.Contains(text, "--force") {
		t.Errorf("restored over a database: %s", text)
	}
	if text := refused1(t, restoreCmd{From: copied, DB: db, Force: true, Lang: "en"}); !strings.Contains(text, "in use") {
		t.Errorf("restored under a running program: %s", text)
	}
	if err := store.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	out = told1(t, restoreCmd{From: copied, DB: db, Force: true, Lang: "en"})
	if !strings.Contains(out, "o.db.replaced-1") {
		t.Errorf("restored: %s", out)
	}
	if listed := told1(t, exportCmd{DB: db, Lang: "en"}); !strings.HasPrefix(listed, id) {
		t.Errorf("the restored database lists %q", listed)
	}
}

// What is no copy is restored nowhere, and a database that is not there not copied.
func TestBackupOfNothing(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "none.db")
	for _, c := range []runner{backupCmd{To: filepath.Join(dir, "c.db"), DB: db, Lang: "en"}, packCmd{To: filepath.Join(dir, "c.zip"), DB: db, Lang: "en"}} {
		if text := refused1(t, c); !strings.Contains(text, "no database") {
			t.Errorf("%T: %s", c, text)
		}
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("this is no database, whatever it may be called"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (restoreCmd{From: text, DB: db, Lang: "en"}).Run(io.Discard); !errors.Is(err, journal.ErrForeign) {
		t.Errorf("restored a text: %v", err)
	}
	if err := (unpackCmd{From: text, DB: db, Lang: "en"}).Run(io.Discard); err == nil {
		t.Error("unpacked a text")
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range left {
		if f != text && !strings.HasSuffix(f, ".lock") {
			t.Errorf("left over: %s", f)
		}
	}
}

var hashed = regexp.MustCompile(`hash: ([0-9a-f]{64})`)

// A club that has moved has the same hash; the house that it moves into keeps its own
// keys, and takes no second club.
func TestPackAndUnpack(t *testing.T) {
	dir := t.TempDir()
	db, zip, fresh := filepath.Join(dir, "o.db"), filepath.Join(dir, "c.zip"), filepath.Join(dir, "new", "n.db")
	id := oneGame(t, db)
	hash := hashed.FindStringSubmatch(told1(t, packCmd{To: zip, DB: db, Lang: "en"}))
	if hash == nil {
		t.Fatal("no hash is told")
	}
	putKey(t, db, "key of the old house")
	putKey(t, fresh, "key of the new house")
	out := told1(t, unpackCmd{From: zip, DB: fresh, Lang: "en"})
	if got := hashed.FindStringSubmatch(out); got == nil || got[1] != hash[1] {
		t.Errorf("unpacked: %s", out)
	}
	if listed := told1(t, exportCmd{DB: fresh, Lang: "en"}); !strings.HasPrefix(listed, id) {
		t.Errorf("the new database lists %q", listed)
	}
	again := hashed.FindStringSubmatch(told1(t, packCmd{To: filepath.Join(dir, "d.zip"), DB: fresh, Lang: "en"}))
	if again == nil || again[1] != hash[1] {
		t.Errorf("packed again: %v, was %v", again, hash)
	}
	if key := keyOf(t, fresh); key != "key of the new house" {
		t.Errorf("the new house has %q", key)
	}
	if text := refused1(t, unpackCmd{From: zip, DB: fresh, Lang: "en"}); !strings.Contains(text, "club already") {
		t.Errorf("unpacked twice: %s", text)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "new", ".unpack*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func putKey(t *testing.T, db, key string) {
	t.Helper()
	err := withStore(t.Context(), db, func(s journal.Store) error {
		return s.PutDoc(context.Background(), "secret", "host-key", []byte(key))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func keyOf(t *testing.T, db string) (key string) {
	t.Helper()
	err := withStore(t.Context(), db, func(s journal.Store) error {
		raw, _, err := s.Doc(context.Background(), "secret", "host-key")
		key = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return key
}
