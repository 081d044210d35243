// Package archive packs a whole club into one file, to move house: its people and
// evenings, the games with their journals, the games of before. Keys, cookies and the
// phones of the room stay at home. The same club gives the same bytes but for the
// manifest's time, and the same hash wherever it is packed.
//
// An archive is a ZIP file:
//
//	club.json          the manifest: version of the form, hash, counts
//	tables/ID.jsonl    a table: its first line says what it is, each other is an entry
//	docs/KIND.jsonl    documents of a kind, one a line
//	games/NAME.mafia   finished games as records, for people; not read back
package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"omerta/journal"
)

// Form is the version of the form that is written.
const Form = 1

// Manifest says what is in an archive.
type Manifest struct {
	Form    int    `json:"omerta-archive"`
	Program string `json:"program"` // that packed it
	Made    int64  `json:"made"`    // ms since 1970; no part of the hash
	Hash    string `json:"hash"`    // SHA-256 of tables and documents, hex
	Tables  int    `json:"tables"`
	Entries int    `json:"entries"`
	Docs    int    `json:"documents"`
	Left    int    `json:"left"` // tables that the packer was told to leave out
}

// kinds are the documents that move: those of the club. Others are secrets (keys,
// cookies, phones), or mean nothing elsewhere.
var kinds = []string{"club-games", "club-record", "club-text", "person", "sitting"}

// Record is a game for people to read.
type Record struct {
	Name string // without folder, with its ending
	Text []byte
}

// Options say how a club is packed.
type Options struct {
	Program string
	Now     time.Time
	// Leave tells of tables that do not move; nil: all do.
	Leave func(journal.TableInfo) bool
	// Records are put beside; nil: none.
	Records []Record
}

// line is an entry of a table.
type line struct {
	Seq   uint64          `json:"seq"`
	At    int64           `json:"at"` // ms since 1970
	By    string          `json:"by,omitempty"`
	Key   string          `json:"key,omitempty"`
	Data  json.RawMessage `json:"data,omitempty"`
	Bytes []byte          `json:"bytes,omitempty"` // instead, of what is no compact JSON
}

// head is the first line of a table.
type head struct {
	ID      string          `json:"id"`
	Created int64           `json:"created"`
	Title   string          `json:"title"`
	Version int             `json:"version"`
	Meta    json.RawMessage `json:"meta,omitempty"`
	Bytes   []byte          `json:"bytes,omitempty"`
}

// doc is a document.
type doc struct {
	ID    string          `json:"id"`
	Data  json.RawMessage `json:"data,omitempty"`
	Bytes []byte          `json:"bytes,omitempty"`
}

// split gives data as JSON where that is how it is written, else as bytes.
func split(data []byte) (raw json.RawMessage, other []byte) {
	var b bytes.Buffer
	if json.Compact(&b, data) == nil && bytes.Equal(b.Bytes(), data) {
		return data, nil
	}
	return nil, data
}

// joined is the data of a line.
func joined(raw json.RawMessage, other []byte) []byte {
	if raw != nil {
		return raw
	}
	return other
}

// put writes a line.
func put(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false) // the data stay byte for byte
	return e.Encode(v)
}

// part is a file of the archive that counts for the hash.
type part struct {
	name string
	body []byte
}

func digest(parts []part) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = fmt.Fprintf(h, "%s\n%d\n", p.name, len(p.body))
		_, _ = h.Write(p.body)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Write packs the club of a store. Nothing may be written to the store meanwhile.
func Write(ctx context.Context, w io.Writer, store journal.Store, o Options) (Manifest, error) {
	m := Manifest{Form: Form, Program: o.Program, Made: o.Now.UnixMilli()}
	parts, err := gather(ctx, store, o, &m)
	if err != nil {
		return Manifest{}, err
	}
	m.Hash = digest(parts)
	z := zip.NewWriter(w)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return Manifest{}, err
	}
	files := append([]part{{manifestName, append(text, '\n')}}, parts...)
	for _, r := range o.Records {
		files = append(files, part{"games/" + r.Name, r.Text})
	}
	for _, p := range files {
		f, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, NonUTF8: false})
		if err == nil {
			_, err = f.Write(p.body)
		}
		if err != nil {
			return Manifest{}, err
		}
	}
	return m, z.Close()
}

// gather makes the files that count, in the order of their names.
func gather(ctx context.Context, store journal.Store, o Options, m *Manifest) ([]part, error) {
	var parts []part
	tables, err := store.Tables(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if o.Leave != nil && o.Leave(t) {
			m.Left++
			continue
		}
		body, n, err := tableText(ctx, store, t)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.ID, err)
		}
		if !plain(t.ID) {
			return nil, fmt.Errorf("table %q: %w", t.ID, errName)
		}
		parts = append(parts, part{"tables/" + t.ID + ".jsonl", body})
		m.Tables++
		m.Entries += n
	}
	for _, k := range kinds {
		docs, err := store.Docs(ctx, k)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(docs, func(a, b journal.Document) int { return strings.Compare(a.ID, b.ID) })
		var b bytes.Buffer
		for _, d := range docs {
			raw, other := split(d.Data)
			if err := put(&b, doc{d.ID, raw, other}); err != nil {
				return nil, err
			}
		}
		if len(docs) > 0 {
			parts = append(parts, part{"docs/" + k + ".jsonl", b.Bytes()})
		}
		m.Docs += len(docs)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return parts, nil
}

func tableText(ctx context.Context, store journal.Store, t journal.TableInfo) ([]byte, int, error) {
	var b bytes.Buffer
	raw, other := split(t.Meta)
	if err := put(&b, head{t.ID, t.Created.UnixMilli(), t.Title, t.Version, raw, other}); err != nil {
		return nil, 0, err
	}
	n := 0
	err := store.Read(ctx, t.ID, 1, func(e journal.Entry) error {
		n++
		raw, other := split(e.Data)
		return put(&b, line{e.Seq, e.At.UnixMilli(), e.By, e.Key, raw, other})
	})
	return b.Bytes(), n, err
}

const manifestName = "club.json"

var errName = errors.New("the name cannot be a file's")

// plain tells whether an id can be a file's name everywhere.
func plain(id string) bool {
	ok := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' }
	return id != "" && len(id) <= 100 && strings.TrimFunc(id, ok) == "" && !strings.ContainsFunc(id, func(r rune) bool { return !ok(r) })
}
