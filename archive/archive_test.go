package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"omerta/journal"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a store with a club, and with what does not move.
func house(t *testing.T) journal.Store {
	t.Helper()
	s, ctx := journal.NewMemory(), t.Context()
	at := time.UnixMilli(1_700_000_000_123)
	for n, id := range []string{"abc123", "club", "x-1"} {
		info := journal.TableInfo{ID: id, Created: at.Add(time.Duration(n) * time.Hour), Title: "Стол <&> \"1\"", Version: 3, Meta: []byte(`{"kind":"","x":"<b>"}`)}
		must(t, s.Create(ctx, info))
		for seq := range uint64(5) {
			data := []byte(fmt.Sprintf(`{"do":"pass","n":%d,"t":"a<b & "}`, seq))
			if seq == 3 {
				data = []byte("no\nJSON \x00\xff")
			}
			if seq == 4 {
				data = nil
			}
			must(t, s.Append(ctx, id, journal.Entry{Seq: seq + 1, At: at, By: "host", Key: fmt.Sprint("k", seq), Data: data}))
		}
	}
	must(t, s.PutDoc(ctx, "club-text", "00", []byte(`[{"id":1,"text":"Аня"}]`)))
	must(t, s.PutDoc(ctx, "club-games", "i/000", []byte(`[1, 2]`))) // not compact: kept byte for byte
	must(t, s.PutDoc(ctx, "secret", "host", []byte("canary-secret")))
	must(t, s.PutDoc(ctx, "session", "x", []byte(`"canary-session"`)))
	must(t, s.PutDoc(ctx, "guest", "x", []byte(`"canary-guest"`)))
	return s
}

func pack(t *testing.T, s journal.Store, o Options) (Manifest, []byte) {
	t.Helper()
	var b bytes.Buffer
	m, err := Write(t.Context(), &b, s, o)
	must(t, err)
	return m, b.Bytes()
}

func unpackInto(ctx context.Context, data []byte, s journal.Store) (Manifest, error) {
	return Read(ctx, bytes.NewReader(data), int64(len(data)), s)
}

// A club that has moved has the same hash, and packed at one time the same bytes.
func TestMoveHouse(t *testing.T) {
	old, now := house(t), time.Now()
	m, data := pack(t, old, Options{Now: now, Program: "p"})
	if m.Tables != 3 || m.Entries != 15 || m.Docs != 2 || m.Left != 0 {
		t.Errorf("manifest %+v", m)
	}
	fresh := journal.NewMemory()
	got, err := unpackInto(t.Context(), data, fresh)
	must(t, err)
	if got != m {
		t.Errorf("read manifest %+v, written %+v", got, m)
	}
	again, bytesAgain := pack(t, fresh, Options{Now: now, Program: "p"})
	if again.Hash != m.Hash || !bytes.Equal(bytesAgain, data) {
		t.Errorf("packed again: %+v, was %+v", again, m)
	}
	if _, err := unpackInto(t.Context(), data, fresh); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("unpacked over a club: %v", err)
	}
}

// The hash is of what moves: another entry is another hash.
func TestHashTellsClubsApart(t *testing.T) {
	s := house(t)
	a, _ := pack(t, s, Options{})
	must(t, s.PutDoc(t.Context(), "session", "y", []byte("1")))
	if b, _ := pack(t, s, Options{Now: time.Now()}); b.Hash != a.Hash {
		t.Error("a cookie or the time changes the hash")
	}
	must(t, s.Append(t.Context(), "club", journal.Entry{Seq: 6, At: time.Now()}))
	if b, _ := pack(t, s, Options{}); b.Hash == a.Hash {
		t.Error("an entry does not change the hash")
	}
}

// Keys, cookies and phones stay at home.
func TestSecretsStay(t *testing.T) {
	_, data := pack(t, house(t), Options{})
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	for _, f := range z.File {
		in, err := f.Open()
		must(t, err)
		body, err := io.ReadAll(in)
		must(t, err)
		if strings.Contains(string(body)+f.Name, "canary") {
			t.Errorf("%s holds a secret", f.Name)
		}
	}
}

// What is left out is counted, and records for people are not read back.
func TestLeftOutAndRecords(t *testing.T) {
	m, data := pack(t, house(t), Options{
		Leave:   func(i journal.TableInfo) bool { return i.ID == "x-1" },
		Records: []Record{{"2026 игра.mafia", []byte("omerta 1\n")}},
	})
	if m.Left != 1 || m.Tables != 2 {
		t.Errorf("manifest %+v", m)
	}
	s := journal.NewMemory()
	_, err := unpackInto(t.Context(), data, s)
	must(t, err)
	if tables, _ := s.Tables(t.Context()); len(tables) != 2 {
		t.Errorf("unpacked %d tables", len(tables))
	}
}

// Cut anywhere, or with any byte changed, an archive is refused or is the same; never is
// a part of it, or something else, taken.
func TestDamage(t *testing.T) {
	m, data := pack(t, house(t), Options{Now: time.UnixMilli(5)})
	check := func(what string, bad []byte) {
		t.Helper()
		s := journal.NewMemory()
		_, err := unpackInto(t.Context(), bad, s)
		if err != nil {
			if tables, _ := s.Tables(t.Context()); len(tables) > 0 {
				t.Fatalf("%s: refused (%v), and something was written", what, err)
			}
			return
		}
		if again, _ := pack(t, s, Options{}); again.Hash != m.Hash {
			t.Fatalf("%s: something else was taken", what)
		}
	}
	for n := range data {
		check(fmt.Sprintf("cut at %d", n), data[:n])
		bad := bytes.Clone(data)
		bad[n] ^= 0x41
		check(fmt.Sprintf("byte %d changed", n), bad)
	}
}

// made writes an archive by hand.
func made(t *testing.T, files ...part) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range files {
		f, err := z.Create(p.name)
		must(t, err)
		_, err = f.Write(p.body)
		must(t, err)
	}
	must(t, z.Close())
	return b.Bytes()
}

func manifest(form int, parts ...part) part {
	return part{manifestName, fmt.Appendf(nil, `{"omerta-archive":%d,"hash":%q}`, form, digest(parts))}
}

// What somebody else has made is refused with what is wrong.
func TestForeignArchives(t *testing.T) {
	table := func(id, text string) part { return part{"tables/" + id + ".jsonl", []byte(text)} }
	whole := func(p ...part) []byte { return made(t, append([]part{manifest(1, p...)}, p...)...) }
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"no zip":           {[]byte("omerta 1\nrulebook: city\n"), ErrForeign},
		"empty":            {nil, ErrForeign},
		"another zip":      {made(t, part{"word/document.xml", []byte("<a/>")}), ErrForeign},
		"no form":          {made(t, part{manifestName, []byte(`{}`)}), ErrForeign},
		"newer":            {made(t, manifest(Form+1)), ErrNewer},
		"another hash":     {made(t, manifest(1), table("a", "{}\n")), ErrDamaged},
		"name goes up":     {whole(table("../a", `{"id":"../a"}`+"\n")), ErrDamaged},
		"strange folder":   {whole(part{"x/a.jsonl", []byte("{}\n")}), ErrDamaged},
		"secret documents": {whole(part{"docs/secret.jsonl", []byte(`{"id":"host","data":"x"}` + "\n")}), ErrDamaged},
		"another table":    {whole(table("a", `{"id":"b","created":0,"title":"","version":1}`+"\n")), ErrDamaged},
		"a hole":           {whole(table("a", `{"id":"a","created":0,"title":"","version":1}`+"\n"+`{"seq":2,"at":0}`+"\n")), ErrDamaged},
		"unknown field":    {whole(table("a", `{"id":"a","created":0,"title":"","version":1,"more":1}`+"\n")), ErrDamaged},
		"cut line":         {whole(table("a", `{"id":"a","created":0,"title":"","version":1}`)), ErrDamaged},
		"empty table":      {whole(table("a", "")), ErrDamaged},
	} {
		s := journal.NewMemory()
		if _, err := unpackInto(t.Context(), c.data, s); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if tables, _ := s.Tables(t.Context()); len(tables) > 0 {
			t.Errorf("%s: something was written", name)
		}
	}
}

// A file that unpacks to more than it may is given up, however small it came.
func TestBomb(t *testing.T) {
	data := made(t, part{manifestName, bytes.Repeat([]byte(" "), 1<<20)})
	if _, err := unpackInto(t.Context(), data, journal.NewMemory()); !errors.Is(err, ErrDamaged) {
		t.Errorf("a bomb gives %v", err)
	}
}
