package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"omerta/journal"
)

// The answers of Read that are not success. Test for them with errors.Is; the errors
// themselves say more.
var (
	// ErrForeign: it is no archive of this program.
	ErrForeign = errors.New("not an archive of a club")
	// ErrNewer: it was packed by a newer version.
	ErrNewer = errors.New("archive is of a newer version")
	// ErrDamaged: something in it is not what was packed.
	ErrDamaged = errors.New("archive is damaged")
	// ErrNotEmpty: the store holds a club already.
	ErrNotEmpty = errors.New("there is a club in the database already")
)

// Limits of what is unpacked.
const (
	maxFiles = 200_000
	maxFile  = 1 << 30 // bytes, unpacked
	maxAll   = 4 << 30
	maxLine  = 2*journal.MaxData + 1<<16
)

// club is what an archive holds.
type club struct {
	manifest Manifest
	tables   []tableOf
	docs     []docsOf
}

type tableOf struct {
	info    journal.TableInfo
	entries []journal.Entry
}

type docsOf struct {
	kind string
	all  []journal.Document
}

// Read unpacks an archive into a store without a club: without tables, and without
// documents of those kinds. All of the archive is looked through first, and where
// anything in it is wrong nothing is written. When writing itself fails, the store
// holds a part; use a store of its own and keep it only after success. ErrForeign,
// ErrNewer, ErrDamaged, ErrNotEmpty, or the store's error.
func Read(ctx context.Context, r io.ReaderAt, size int64, store journal.Store) (Manifest, error) {
	c, err := open(r, size)
	if err != nil {
		return Manifest{}, err
	}
	if err := Empty(ctx, store); err != nil {
		return Manifest{}, err
	}
	for _, t := range c.tables {
		if err := store.Create(ctx, t.info, t.entries...); err != nil {
			return Manifest{}, fmt.Errorf("table %s: %w", t.info.ID, err)
		}
	}
	for _, k := range c.docs {
		for _, d := range k.all {
			if err := store.PutDoc(ctx, k.kind, d.ID, d.Data); err != nil {
				return Manifest{}, fmt.Errorf("documents %s: %w", k.kind, err)
			}
		}
	}
	return c.manifest, nil
}

// Empty is ErrNotEmpty where a store holds a club already.
func Empty(ctx context.Context, store journal.Store) error {
	tables, err := store.Tables(ctx)
	if err != nil {
		return err
	}
	if len(tables) > 0 {
		return ErrNotEmpty
	}
	for _, k := range kinds {
		docs, err := store.Docs(ctx, k)
		if err != nil {
			return err
		}
		if len(docs) > 0 {
			return ErrNotEmpty
		}
	}
	return nil
}

func open(r io.ReaderAt, size int64) (*club, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	if len(z.File) > maxFiles {
		return nil, fmt.Errorf("%w: %d files", ErrForeign, len(z.File))
	}
	c := &club{}
	if err := c.readManifest(z); err != nil {
		return nil, err
	}
	var parts []part
	room := int64(maxAll)
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "games/") || f.Name == manifestName {
			continue
		}
		body, err := unpack(f, min(room, maxFile))
		if err != nil {
			return nil, err
		}
		room -= int64(len(body))
		parts = append(parts, part{f.Name, body})
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	if got := digest(parts); got != c.manifest.Hash {
		return nil, fmt.Errorf("%w: its hash is %s, the manifest says %s", ErrDamaged, got, c.manifest.Hash)
	}
	for i, p := range parts {
		if i > 0 && parts[i-1].name == p.name {
			return nil, fmt.Errorf("%w: %s is there twice", ErrDamaged, p.name)
		}
		if err := c.take(p); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, p.name, err)
		}
	}
	return c, nil
}

func (c *club) readManifest(z *zip.Reader) error {
	i := slices.IndexFunc(z.File, func(f *zip.File) bool { return f.Name == manifestName })
	if i < 0 {
		return fmt.Errorf("%w: there is no %s in it", ErrForeign, manifestName)
	}
	text, err := unpack(z.File[i], 1<<16)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &c.manifest); err != nil || c.manifest.Form < 1 {
		return fmt.Errorf("%w: %s says nothing of it", ErrForeign, manifestName)
	}
	if c.manifest.Form > Form {
		return fmt.Errorf("%w: form %d, this program knows %d; take a newer program", ErrNewer, c.manifest.Form, Form)
	}
	return nil
}

// unpack reads a file of at most so many bytes; the size that the archive claims is not
// trusted.
func unpack(f *zip.File, most int64) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, f.Name, err)
	}
	body, err := io.ReadAll(io.LimitReader(in, most+1))
	if err := errors.Join(err, in.Close()); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, f.Name, err)
	}
	if int64(len(body)) > most {
		return nil, fmt.Errorf("%w: %s is too large", ErrDamaged, f.Name)
	}
	return body, nil
}

// take reads a part.
func (c *club) take(p part) error {
	folder, name, _ := strings.Cut(p.name, "/")
	id, ok := strings.CutSuffix(name, ".jsonl")
	switch {
	case ok && folder == "tables" && plain(id):
		return c.takeTable(id, p.body)
	case ok && folder == "docs" && slices.Contains(kinds, id):
		return c.takeDocs(id, p.body)
	}
	return errors.New("nothing of a club has such a name")
}

func (c *club) takeTable(id string, body []byte) error {
	t := tableOf{}
	err := lines(body, func(n int, text []byte) error {
		if n == 0 {
			var h head
			if err := strict(text, &h); err != nil {
				return err
			}
			if h.ID != id {
				return fmt.Errorf("it is of table %q", h.ID)
			}
			t.info = journal.TableInfo{ID: h.ID, Created: time.UnixMilli(h.Created), Title: h.Title, Version: h.Version, Meta: joined(h.Meta, h.Bytes)}
			return nil
		}
		var l line
		if err := strict(text, &l); err != nil {
			return err
		}
		if l.Seq != uint64(n) {
			return fmt.Errorf("line %d is entry %d", n+1, l.Seq)
		}
		t.entries = append(t.entries, journal.Entry{Seq: l.Seq, At: time.UnixMilli(l.At), By: l.By, Key: l.Key, Data: joined(l.Data, l.Bytes)})
		return nil
	})
	if err == nil && t.info.ID == "" {
		err = errors.New("it is empty")
	}
	c.tables = append(c.tables, t)
	return err
}

func (c *club) takeDocs(kind string, body []byte) error {
	k := docsOf{kind: kind}
	err := lines(body, func(_ int, text []byte) error {
		var d doc
		err := strict(text, &d)
		k.all = append(k.all, journal.Document{ID: d.ID, Data: joined(d.Data, d.Bytes)})
		return err
	})
	c.docs = append(c.docs, k)
	return err
}

// lines calls f with each line, counted from 0.
func lines(body []byte, f func(n int, text []byte) error) error {
	for n := 0; len(body) > 0; n++ {
		text, rest, whole := bytes.Cut(body, []byte("\n"))
		if !whole || len(text) > maxLine {
			return fmt.Errorf("line %d is cut off, or too long", n+1)
		}
		if err := f(n, text); err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
		body = rest
	}
	return nil
}

func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
