package server

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"omerta/archive"
	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/keep"
)

// file asks for a file and gives it.
func (c *club) file(path string) []byte {
	c.t.Helper()
	resp, err := c.host.Get(c.http.URL + path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment") {
		c.t.Fatalf("%s: %d %v %s", path, resp.StatusCode, err, resp.Header)
	}
	return body
}

// openKept is a server on a database, with a keeper of copies in a folder.
func openKept(t *testing.T, dir string) *club {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "o.db"), sqlite.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	c := open(t, store)
	c.srv.Keeper = keep.New(keep.Config{Source: store, Dir: dir, Log: slog.New(slog.DiscardHandler), Calm: time.Millisecond})
	return c.enter()
}

// tablesIn lists the tables of a database's file.
func tablesIn(t *testing.T, path string) (ids []string) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, sqlite.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		ids = append(ids, i.ID)
	}
	return ids
}

// Copies are listed, made on demand, and downloaded; a fresh one needs no folder.
func TestCopiesOverHTTP(t *testing.T) {
	dir := t.TempDir()
	c := openKept(t, dir)
	if got := get[Copies](c, "GET", "/api/copies", nil); got.Folder != dir || len(got.Copies) != 0 || got.Failed != "" {
		t.Fatalf("%+v", got)
	}
	got := get[Copies](c, "POST", "/api/copies", nil)
	if len(got.Copies) != 1 || got.Copies[0].Size == 0 || got.At == 0 {
		t.Fatalf("%+v", got)
	}
	for n, path := range []string{"/api/copies/" + got.Copies[0].Name, "/api/copy"} {
		to := filepath.Join(t.TempDir(), "c.db")
		if err := os.WriteFile(to, c.file(path), 0o600); err != nil {
			t.Fatal(err)
		}
		if ids := tablesIn(t, to); len(ids) == 0 {
			t.Errorf("copy %d holds nothing", n)
		}
	}
	c.no("GET", "/api/copies/omerta-20200101T000000Z.db", nil, 404, "not-found")
	c.no("GET", "/api/copies/..%2Fo.db", nil, 404, "not-found")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	c.no("POST", "/api/copies", nil, 503, "copy-failed")
	if got := get[Copies](c, "GET", "/api/copies", nil); got.Failed != "no such file or directory" {
		t.Errorf("of a folder that is gone is told %q", got.Failed)
	}
}

// Without a folder nothing is copied by itself, and the page can say so.
func TestNoFolderForCopies(t *testing.T) {
	c := openKept(t, "")
	c.no("POST", "/api/copies", nil, 409, "no-folder")
	c.file("/api/copy")
	m := open(t, journal.NewMemory()).enter()
	m.no("POST", "/api/copies", nil, 409, "no-folder")
	m.no("GET", "/api/copy", nil, 409, "no-folder")
	m.no("GET", "/api/club/archive", nil, 409, "no-folder")
}

// A copy is made after each game that ends.
func TestCopyAfterAGame(t *testing.T) {
	c := openKept(t, t.TempDir())
	ctx, end := context.WithCancel(t.Context())
	defer end()
	if _, err := c.srv.Keeper.Copy(ctx); err != nil { // the first of a run comes by itself
		t.Fatal(err)
	}
	go c.srv.Keeper.Run(ctx)
	before := len(c.srv.Keeper.State().Copies)
	c.quickGame()
	for range 500 {
		if len(c.srv.Keeper.State().Copies) > before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("no copy was made")
}

// quickGame plays a game to its end and gives its id.
func (c *club) quickGame() string {
	c.t.Helper()
	text := "omerta 1\nrulebook: classic@1\ndeal: civilian*6 sheriff mafia*2 don\n\nbeaten black\n"
	return get[Imported](c, "POST", "/api/records", raw(text)).ID
}

// The archive holds the club and its finished games as records, and no key.
func TestArchiveOverHTTP(t *testing.T) {
	c := openKept(t, "")
	id := c.quickGame()
	data := c.file("/api/club/archive")
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	records := 0
	key := strings.TrimPrefix(c.srv.HostPath(), "/host/")
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "-"+id+".mafia") {
			records++
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(body, []byte(key)) {
			t.Errorf("%s holds the host's key", f.Name)
		}
	}
	if records != 1 {
		t.Errorf("%d records beside, want 1", records)
	}
	fresh := journal.NewMemory()
	if _, err := archive.Read(t.Context(), bytes.NewReader(data), int64(len(data)), fresh); err != nil {
		t.Fatal(err)
	}
	moved := open(t, fresh).enter()
	moved.ask("GET", "/api/tables/"+id, nil)
	if status, body := moved.ask("GET", "/api/tables/"+id+"/record.mafia", nil); status != 200 || !bytes.Contains(body, []byte("beaten black")) {
		t.Errorf("the moved game: %d %s", status, body)
	}
}
