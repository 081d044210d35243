package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"omerta/journal"
)

// Create implements journal.Store.
func (s *Store) Create(ctx context.Context, info journal.TableInfo, first ...journal.Entry) error {
	return s.Commit(ctx, journal.Batch{Create: []journal.Opening{{Info: info, First: first}}})
}

// SetMeta implements journal.Store.
func (s *Store) SetMeta(ctx context.Context, table string, meta []byte) error {
	return s.Commit(ctx, journal.Batch{Meta: []journal.TableMeta{{Table: table, Meta: meta}}})
}

// Delete implements journal.Store.
func (s *Store) Delete(ctx context.Context, table string) error {
	return s.Commit(ctx, journal.Batch{Delete: []string{table}})
}

// Tables implements journal.Store.
func (s *Store) Tables(ctx context.Context) ([]journal.TableInfo, error) {
	infos := []journal.TableInfo{}
	err := s.read(ctx, sqlInfo+" ORDER BY created, id", func(rows *sql.Rows) error {
		info, err := scanInfo(rows)
		infos = append(infos, info)
		return err
	})
	return infos, err
}

// Info implements journal.Store.
func (s *Store) Info(ctx context.Context, table string) (journal.TableInfo, error) {
	info, found := journal.TableInfo{}, false
	err := s.read(ctx, sqlInfo+" WHERE id = ?", func(rows *sql.Rows) (err error) {
		found = true
		info, err = scanInfo(rows)
		return err
	}, table)
	if err == nil && !found {
		err = fmt.Errorf("%w: %q", journal.ErrNoTable, table)
	}
	return info, err
}

const sqlInfo = "SELECT id, created, title, meta, version FROM tables"

func scanInfo(rows *sql.Rows) (journal.TableInfo, error) {
	var info journal.TableInfo
	var created int64
	err := rows.Scan(&info.ID, &created, &info.Title, &info.Meta, &info.Version)
	info.Created = time.UnixMilli(created).UTC()
	return info, err
}

// PutDoc implements journal.Store.
func (s *Store) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	return s.Commit(ctx, journal.Batch{Put: []journal.NamedDoc{journal.Doc(kind, id, data)}})
}

// Doc implements journal.Store.
func (s *Store) Doc(ctx context.Context, kind, id string) ([]byte, bool, error) {
	var data []byte
	found := false
	err := s.read(ctx, "SELECT data FROM docs WHERE kind = ? AND id = ?", func(rows *sql.Rows) error {
		found = true
		return rows.Scan(&data)
	}, kind, id)
	return data, found, err
}

// Docs implements journal.Store.
func (s *Store) Docs(ctx context.Context, kind string) ([]journal.Document, error) {
	docs := []journal.Document{}
	err := s.read(ctx, "SELECT id, data FROM docs WHERE kind = ? ORDER BY id", func(rows *sql.Rows) error {
		var d journal.Document
		err := rows.Scan(&d.ID, &d.Data)
		docs = append(docs, d)
		return err
	}, kind)
	return docs, err
}

// DeleteDoc implements journal.Store.
func (s *Store) DeleteDoc(ctx context.Context, kind, id string) error {
	return s.Commit(ctx, journal.Batch{Drop: []journal.DocName{{Kind: kind, ID: id}}})
}
