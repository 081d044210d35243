package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"omerta/journal"
)

// chunk is how many entries Read fetches at once. Between chunks it holds
// neither a connection nor a snapshot, so a slow yield stops nobody.
const chunk = 256

const sqlFetch = `SELECT e.seq, e.at, e.who, e.key, e.data, e.sum FROM json_each(?) AS p CROSS JOIN entries AS e ON e.pos = p.value`

// usable refuses when the store is closed or ctx has ended.
func (s *Store) usable(ctx context.Context) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return journal.ErrClosed
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	return nil
}

// explain turns the error of a query that Close or ctx has cut short into
// what the caller should see.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if cut := s.usable(ctx); cut != nil {
		return cut
	}
	return classify(err)
}

// read runs a query on the reading side.
func (s *Store) read(ctx context.Context, query string, f func(*sql.Rows) error, args ...any) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	return s.explain(ctx, each(ctx, s.readDB, query, f, args...))
}

// find gives the positions of a table's entries from Seq from on.
func (s *Store) find(ctx context.Context, table string, from uint64) (uint64, []int64, error) {
	if err := s.usable(ctx); err != nil {
		return 0, nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.tables[table]
	if !ok {
		return 0, nil, fmt.Errorf("%w: %q", journal.ErrNoTable, table)
	}
	from = max(from, 1)
	if from > uint64(len(t.pos)) {
		return from, nil, nil
	}
	return from, t.pos[from-1:], nil // never changed, only appended to
}

// Read implements journal.Store. An entry that is not what was written is
// ErrDamaged; those before it have been yielded.
func (s *Store) Read(ctx context.Context, table string, from uint64, yield func(journal.Entry) error) error {
	seq, pos, err := s.find(ctx, table, from)
	if err != nil {
		return err
	}
	for len(pos) > 0 {
		n := min(len(pos), chunk)
		entries, err := s.fetchAt(ctx, table, seq, pos[:n])
		for _, e := range entries {
			if err := yield(e); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		seq, pos = seq+uint64(n), pos[n:]
		if err := s.usable(ctx); err != nil && len(pos) > 0 {
			return err
		}
	}
	return nil
}

// fetchAt reads the entries at these positions, of which the first must be
// seq. With an error it gives those before the trouble.
func (s *Store) fetchAt(ctx context.Context, table string, seq uint64, pos []int64) ([]journal.Entry, error) {
	entries := make([]journal.Entry, 0, len(pos))
	rows, err := s.fetch.QueryContext(ctx, positions(pos))
	if err != nil {
		return nil, s.explain(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		var e journal.Entry
		var at, sum int64
		if err := rows.Scan(&e.Seq, &at, &e.By, &e.Key, &e.Data, &sum); err != nil {
			return entries, s.explain(ctx, err)
		}
		e.At = time.UnixMilli(at).UTC()
		if e.Seq != seq+uint64(len(entries)) || checksum(table, e) != sum {
			return entries, s.missing(ctx, table, seq+uint64(len(entries)))
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return entries, s.explain(ctx, err)
	}
	if len(entries) < len(pos) {
		return entries, s.missing(ctx, table, seq+uint64(len(entries)))
	}
	return entries, nil
}

// missing explains why an entry that was there is not: the table has been
// deleted since, or the file is damaged.
func (s *Store) missing(ctx context.Context, table string, seq uint64) error {
	if _, pos, err := s.find(ctx, table, seq); err != nil {
		return err
	} else if len(pos) == 0 {
		return fmt.Errorf("%w: %q, deleted while it was read", journal.ErrNoTable, table)
	}
	return damaged("table %q, entry %d is not as it was written", table, seq)
}

// positions writes positions as JSON, which is how SQLite takes a list.
func positions(pos []int64) string {
	b := make([]byte, 1, 2+8*len(pos))
	b[0] = '['
	for i, p := range pos {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, p, 10)
	}
	return string(append(b, ']'))
}

// ByKey implements journal.Store.
func (s *Store) ByKey(ctx context.Context, table, key string) (journal.Entry, bool, error) {
	if err := s.needKeys(ctx, table); err != nil || key == "" {
		return journal.Entry{}, false, err
	}
	s.mu.RLock()
	t, seq := s.tables[table], uint64(0)
	if t != nil {
		seq = t.keys[digestOf(key)]
	}
	s.mu.RUnlock()
	if seq == 0 {
		return journal.Entry{}, false, nil
	}
	_, pos, err := s.find(ctx, table, seq)
	if err != nil || len(pos) == 0 {
		return journal.Entry{}, false, err
	}
	entries, err := s.fetchAt(ctx, table, seq, pos[:1])
	if err != nil {
		return journal.Entry{}, false, err
	}
	return entries[0], true, nil
}

// Last implements journal.Store.
func (s *Store) Last(ctx context.Context, table string) (uint64, error) {
	if err := s.usable(ctx); err != nil {
		return 0, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.tables[table]
	if !ok {
		return 0, fmt.Errorf("%w: %q", journal.ErrNoTable, table)
	}
	return uint64(len(t.pos)), nil
}

// needKeys makes sure that the keys of a table are in memory. Every Append
// with a key comes through here before it is queued, so no key is added to a
// table while its keys are being read.
func (s *Store) needKeys(ctx context.Context, table string) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	for {
		s.mu.RLock()
		t, ok := s.tables[table]
		loaded := ok && t.keys != nil
		s.mu.RUnlock()
		if !ok {
			return fmt.Errorf("%w: %q", journal.ErrNoTable, table)
		}
		if loaded {
			return nil
		}
		if err := s.loadKeys(ctx, t); err != nil {
			return err
		}
	}
}

func (s *Store) loadKeys(ctx context.Context, t *tail) error {
	select {
	case t.loading <- struct{}{}:
		defer func() { <-t.loading }()
	case <-ctx.Done():
		return ended(ctx)
	}
	s.mu.RLock()
	loaded, pos := t.keys != nil, t.pos
	s.mu.RUnlock()
	if loaded {
		return nil
	}
	keys, err := keysAt(ctx, s.readDB, pos)
	if err != nil {
		return s.explain(ctx, err)
	}
	s.mu.Lock()
	t.keys = keys
	s.mu.Unlock()
	return nil
}

// keysAt reads the keys of the entries at these positions.
func keysAt(ctx context.Context, db querier, pos []int64) (map[digest]uint64, error) {
	const query = "SELECT seq, key FROM entries WHERE pos IN (SELECT value FROM json_each(?)) AND key <> ''"
	keys := map[digest]uint64{}
	err := each(ctx, db, query, func(rows *sql.Rows) error {
		var seq uint64
		var key string
		err := rows.Scan(&seq, &key)
		keys[digestOf(key)] = seq
		return err
	}, positions(pos))
	return keys, err
}
