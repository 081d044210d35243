package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"omerta/journal"
)

// upgrades holds, by the version they start from, the steps to the next one.
var upgrades = map[int]struct {
	// check refuses a journal with a hole, before anything is touched.
	check func(context.Context, *sql.Conn) error
	// step changes tables and data; the transaction and the version number
	// are seen to.
	step func(context.Context, *sql.Conn) error
}{
	1: {check1, from1},
}

// upgrade brings the file from an older version to the current one, each step
// in one transaction, after a backup that stays beside the file.
func (s *Store) upgrade(ctx context.Context, from int) error {
	backup, err := backupName(s.path, from)
	if err != nil {
		return err
	}
	if err := copyInto(ctx, s.path, backup); err != nil {
		return fmt.Errorf("backup before the upgrade, which was not begun: %w", classify(err))
	}
	s.log.Info("journal: upgrading", "file", s.path, "from", from, "to", version, "backup", backup)
	for v := from; v < version; v++ {
		err := s.transact(func(context.Context) error {
			if err := upgrades[v].step(ctx, s.conn); err != nil {
				return err
			}
			_, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", v+1))
			return err
		})
		if err != nil {
			return fmt.Errorf("upgrade from version %d, undone, backup in %s: %w", v, backup, err)
		}
	}
	s.stale = false
	return nil
}

// backupName finds a free name like path.v1-20261128T190000Z.bak.
func backupName(path string, v int) (string, error) {
	base := fmt.Sprintf("%s.v%d-%s", path, v, time.Now().UTC().Format("20060102T150405Z"))
	name := base + ".bak"
	for i := 2; ; i++ {
		_, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
		name = fmt.Sprintf("%s-%d.bak", base, i)
	}
}

func check1(ctx context.Context, conn *sql.Conn) error {
	const query = `SELECT tbl, count(*), min(seq), max(seq), EXISTS (SELECT 1 FROM tables WHERE id = tbl) FROM entries GROUP BY tbl`
	return each(ctx, conn, query, func(rows *sql.Rows) error {
		var id string
		var count, first, last int64
		var known bool
		if err := rows.Scan(&id, &count, &first, &last, &known); err != nil {
			return err
		}
		if !known {
			return damaged("entries of table %q, which there is not", id)
		}
		if first != 1 || last != count {
			return damaged("table %q has %d entries from %d to %d", id, count, first, last)
		}
		return nil
	})
}

// from1 rewrites the entries into a table in order of arrival, as far as
// version 1 tells it, and adds the checksums.
func from1(ctx context.Context, conn *sql.Conn) error {
	const aside = `ALTER TABLE tables RENAME TO tables1; ALTER TABLE entries RENAME TO entries1; ALTER TABLE docs RENAME TO docs1;`
	if _, err := conn.ExecContext(ctx, aside+tablesOf(2)); err != nil {
		return err
	}
	const simple = `INSERT INTO tables (id, created, title, meta, version) SELECT id, created, title, meta, version FROM tables1 ORDER BY created, id;
		INSERT INTO docs SELECT kind, id, data FROM docs1;`
	if _, err := conn.ExecContext(ctx, simple); err != nil {
		return err
	}
	insert, err := conn.PrepareContext(ctx, sqlInsert)
	if err != nil {
		return err
	}
	defer insert.Close()
	pos := int64(0)
	const query = `SELECT tables.num, tbl, seq, at, who, key, data FROM tables JOIN entries1 ON tbl = id ORDER BY num, seq`
	err = each(ctx, conn, query, func(rows *sql.Rows) error {
		var e journal.Entry
		var num, at int64
		var table string
		if err := rows.Scan(&num, &table, &e.Seq, &at, &e.By, &e.Key, &e.Data); err != nil {
			return err
		}
		e.At = time.UnixMilli(at).UTC()
		pos++
		_, err := insert.ExecContext(ctx, pos, num, int64(e.Seq), at, e.By, e.Key, append([]byte{}, e.Data...), checksum(table, e))
		return err
	})
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "DROP TABLE tables1; DROP TABLE entries1; DROP TABLE docs1")
	return err
}
