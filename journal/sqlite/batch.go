package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"omerta/journal"
)

// Commit implements journal.Store.
func (s *Store) Commit(ctx context.Context, b journal.Batch) error {
	b, err := b.Normal()
	if err != nil {
		return err
	}
	for _, a := range b.Append {
		if a.Entry.Key == "" {
			continue
		}
		if err := s.needKeys(ctx, a.Table); err != nil {
			return err
		}
	}
	return s.submit(ctx, &job{alone: func(ctx context.Context, conn *sql.Conn) (func(), error) {
		c := change{Store: s, conn: conn, pos: s.next, gone: map[string]bool{}, made: map[string]*tail{}, longer: map[*tail]placed{}}
		return c.publish, c.do(ctx, &b)
	}})
}

// change is a Batch while its transaction lasts; the index learns of it afterwards.
type change struct {
	*Store

	conn   *sql.Conn
	pos    int64 // of the next entry
	gone   map[string]bool
	made   map[string]*tail
	longer map[*tail]placed
}

// placed is an entry and where it lies in the file.
type placed struct {
	entry journal.Entry
	pos   int64
}

// do makes the changes in the order that a Batch promises.
func (c *change) do(ctx context.Context, b *journal.Batch) error {
	for _, id := range b.Delete {
		if err := c.remove(ctx, id); err != nil {
			return err
		}
	}
	for i := range b.Create {
		if err := c.create(ctx, &b.Create[i]); err != nil {
			return err
		}
	}
	for i := range b.Append {
		if err := c.add(ctx, &b.Append[i]); err != nil {
			return err
		}
	}
	for _, m := range b.Meta {
		t, ok := c.tables[m.Table]
		if !ok || c.gone[m.Table] {
			return fmt.Errorf("%w: %q", journal.ErrNoTable, m.Table)
		}
		if _, err := c.conn.ExecContext(ctx, "UPDATE tables SET meta = ? WHERE num = ?", m.Meta, t.num); err != nil {
			return err
		}
	}
	return c.documents(ctx, b)
}

func (c *change) documents(ctx context.Context, b *journal.Batch) error {
	for _, d := range b.Drop {
		if _, err := c.conn.ExecContext(ctx, "DELETE FROM docs WHERE kind = ? AND id = ?", d.Kind, d.ID); err != nil {
			return err
		}
	}
	for _, d := range b.Put {
		_, err := c.conn.ExecContext(ctx, "INSERT INTO docs (kind, id, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data", d.Kind, d.ID, d.Data)
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *change) remove(ctx context.Context, id string) error {
	t, ok := c.tables[id]
	if !ok || c.gone[id] {
		return fmt.Errorf("%w: %q", journal.ErrNoTable, id)
	}
	if _, err := c.conn.ExecContext(ctx, "DELETE FROM entries WHERE pos IN (SELECT value FROM json_each(?))", positions(t.pos)); err != nil {
		return err
	}
	c.gone[id] = true
	_, err := c.conn.ExecContext(ctx, "DELETE FROM tables WHERE num = ?", t.num)
	return err
}

func (c *change) create(ctx context.Context, o *journal.Opening) error {
	id := o.Info.ID
	if _, there := c.tables[id]; there && !c.gone[id] || c.made[id] != nil {
		return fmt.Errorf("%w: %q", journal.ErrExists, id)
	}
	res, err := c.conn.ExecContext(ctx, "INSERT INTO tables (id, created, title, meta, version) VALUES (?, ?, ?, ?, ?)",
		id, o.Info.Created.UnixMilli(), o.Info.Title, o.Info.Meta, o.Info.Version)
	if err != nil {
		return err
	}
	num, err := res.LastInsertId()
	if err != nil {
		return err
	}
	t := newTail(id, num)
	t.keys = map[digest]uint64{}
	for _, e := range o.First {
		if err := c.insertOne(ctx, c.pos, num, e, checksum(id, e)); err != nil {
			return err
		}
		t.pos = append(t.pos, c.pos)
		c.pos++
		if e.Key != "" {
			t.keys[digestOf(e.Key)] = e.Seq
		}
	}
	c.made[id] = t
	return nil
}

func (c *change) add(ctx context.Context, a *journal.TableEntry) error {
	t, ok := c.tables[a.Table]
	if !ok || c.gone[a.Table] {
		return fmt.Errorf("%w: %q", journal.ErrNoTable, a.Table)
	}
	e := a.Entry
	if _, used := t.keys[digestOf(e.Key)]; e.Key != "" && used {
		return fmt.Errorf("%w: table %q, key %q", journal.ErrDuplicateKey, a.Table, e.Key)
	}
	_, twice := c.longer[t]
	if last := uint64(len(t.pos)); e.Seq != last+1 || twice {
		return fmt.Errorf("%w: table %q is at %d, entry is %d", journal.ErrGap, a.Table, last, e.Seq)
	}
	if err := c.insertOne(ctx, c.pos, t.num, e, checksum(a.Table, e)); err != nil {
		return err
	}
	c.longer[t] = placed{e, c.pos}
	c.pos++
	return nil
}

// publish tells the index; the caller holds mu.
func (c *change) publish() {
	for id := range c.gone {
		delete(c.tables, id)
	}
	for id, t := range c.made {
		c.tables[id] = t
	}
	for t, x := range c.longer {
		t.pos = append(t.pos, x.pos)
		if t.keys != nil && x.entry.Key != "" {
			t.keys[digestOf(x.entry.Key)] = x.entry.Seq
		}
	}
	c.next = c.pos
}
