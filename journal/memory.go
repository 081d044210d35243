package journal

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Memory is a Store that forgets everything when the process ends; for tests,
// simulations and evenings that nobody wants kept.
type Memory struct {
	mu     sync.RWMutex
	closed bool
	tables map[string]*memoryTable
	docs   map[string]map[string][]byte
}

type memoryTable struct {
	info    TableInfo
	entries []Entry
	byKey   map[string]int // index into entries
}

var _ Store = (*Memory)(nil)

// NewMemory is an empty Store in memory.
func NewMemory() *Memory {
	return &Memory{tables: map[string]*memoryTable{}, docs: map[string]map[string][]byte{}}
}

// usable refuses when the store is closed or ctx has ended. The caller holds
// mu.
func (m *Memory) usable(ctx context.Context) error {
	if m.closed {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// table finds a table. The caller holds mu.
func (m *Memory) table(ctx context.Context, id string) (*memoryTable, error) {
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	t, ok := m.tables[id]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrNoTable, id)
	}
	return t, nil
}

// Create implements Store.
func (m *Memory) Create(ctx context.Context, info TableInfo, first ...Entry) error {
	return m.Commit(ctx, Batch{Create: []Opening{{info, first}}})
}

// Append implements Store, but for the durability.
func (m *Memory) Append(ctx context.Context, table string, e Entry) error {
	return m.Commit(ctx, Batch{Append: []TableEntry{{table, e}}})
}

// Read implements Store.
func (m *Memory) Read(ctx context.Context, table string, from uint64, yield func(Entry) error) error {
	m.mu.RLock()
	t, err := m.table(ctx, table)
	if err != nil {
		m.mu.RUnlock()
		return err
	}
	entries := t.entries // entries never change, so the slice is a snapshot
	m.mu.RUnlock()
	for i := max(from, 1) - 1; i < uint64(len(entries)); i++ {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if err := yield(entries[i].copy()); err != nil {
			return err
		}
	}
	return nil
}

// ByKey implements Store.
func (m *Memory) ByKey(ctx context.Context, table, key string) (Entry, bool, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, err := m.table(ctx, table)
	if err != nil {
		return Entry{}, false, err
	}
	i, ok := t.byKey[key]
	if !ok {
		return Entry{}, false, nil
	}
	return t.entries[i].copy(), true, nil
}

// Last implements Store.
func (m *Memory) Last(ctx context.Context, table string) (uint64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, err := m.table(ctx, table)
	if err != nil {
		return 0, err
	}
	return uint64(len(t.entries)), nil
}

// Tables implements Store.
func (m *Memory) Tables(ctx context.Context) ([]TableInfo, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	infos := make([]TableInfo, 0, len(m.tables))
	for _, t := range m.tables {
		info := t.info
		info.Meta = slices.Clone(info.Meta)
		infos = append(infos, info)
	}
	slices.SortFunc(infos, func(a, b TableInfo) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return infos, nil
}

// Info implements Store.
func (m *Memory) Info(ctx context.Context, table string) (TableInfo, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, err := m.table(ctx, table)
	if err != nil {
		return TableInfo{}, err
	}
	info := t.info
	info.Meta = slices.Clone(info.Meta)
	return info, nil
}

// SetMeta implements Store.
func (m *Memory) SetMeta(ctx context.Context, table string, meta []byte) error {
	return m.Commit(ctx, Batch{Meta: []TableMeta{{table, meta}}})
}

// Delete implements Store.
func (m *Memory) Delete(ctx context.Context, table string) error {
	return m.Commit(ctx, Batch{Delete: []string{table}})
}

// PutDoc implements Store.
func (m *Memory) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	return m.Commit(ctx, Batch{Put: []NamedDoc{Doc(kind, id, data)}})
}

// Doc implements Store.
func (m *Memory) Doc(ctx context.Context, kind, id string) ([]byte, bool, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.usable(ctx); err != nil {
		return nil, false, err
	}
	data, ok := m.docs[kind][id]
	return slices.Clone(data), ok, nil
}

// Docs implements Store.
func (m *Memory) Docs(ctx context.Context, kind string) ([]Document, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	docs := make([]Document, 0, len(m.docs[kind]))
	for _, id := range slices.Sorted(maps.Keys(m.docs[kind])) {
		docs = append(docs, Document{ID: id, Data: slices.Clone(m.docs[kind][id])})
	}
	return docs, nil
}

// DeleteDoc implements Store.
func (m *Memory) DeleteDoc(ctx context.Context, kind, id string) error {
	return m.Commit(ctx, Batch{Drop: []DocName{{kind, id}}})
}

// Commit implements Store, but for the durability.
func (m *Memory) Commit(ctx context.Context, b Batch) error {
	b, err := b.Normal()
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if err := m.fits(&b); err != nil {
		return err
	}
	for _, id := range b.Delete {
		delete(m.tables, id)
	}
	for _, o := range b.Create {
		t := &memoryTable{info: o.Info, entries: o.First, byKey: map[string]int{}}
		for i, e := range o.First {
			t.know(e.Key, i)
		}
		m.tables[o.Info.ID] = t
	}
	for _, a := range b.Append {
		t := m.tables[a.Table]
		t.know(a.Entry.Key, len(t.entries))
		t.entries = append(t.entries, a.Entry)
	}
	for _, x := range b.Meta {
		m.tables[x.Table].info.Meta = x.Meta
	}
	for _, d := range b.Drop {
		delete(m.docs[d.Kind], d.ID)
	}
	for _, d := range b.Put {
		if m.docs[d.Kind] == nil {
			m.docs[d.Kind] = map[string][]byte{}
		}
		m.docs[d.Kind][d.ID] = d.Data
	}
	return nil
}

// know notes the key of an entry.
func (t *memoryTable) know(key string, i int) {
	if key != "" {
		t.byKey[key] = i
	}
}

// fits refuses a batch that cannot be made as a whole. The caller holds mu.
func (m *Memory) fits(b *Batch) error {
	gone, made, longer := map[string]bool{}, map[string]bool{}, map[string]bool{}
	has := func(id string) bool { return m.tables[id] != nil && !gone[id] }
	for _, id := range b.Delete {
		if !has(id) {
			return fmt.Errorf("%w: %q", ErrNoTable, id)
		}
		gone[id] = true
	}
	for _, o := range b.Create {
		if has(o.Info.ID) || made[o.Info.ID] {
			return fmt.Errorf("%w: %q", ErrExists, o.Info.ID)
		}
		made[o.Info.ID] = true
	}
	for _, a := range b.Append {
		if !has(a.Table) {
			return fmt.Errorf("%w: %q", ErrNoTable, a.Table)
		}
		t := m.tables[a.Table]
		if _, used := t.byKey[a.Entry.Key]; used {
			return fmt.Errorf("%w: table %q, key %q", ErrDuplicateKey, a.Table, a.Entry.Key)
		}
		if last := uint64(len(t.entries)); a.Entry.Seq != last+1 || longer[a.Table] {
			return fmt.Errorf("%w: table %q is at %d, entry is %d", ErrGap, a.Table, last, a.Entry.Seq)
		}
		longer[a.Table] = true
	}
	for _, x := range b.Meta {
		if !has(x.Table) {
			return fmt.Errorf("%w: %q", ErrNoTable, x.Table)
		}
	}
	return nil
}

// Close implements Store. What was kept is gone.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed, m.tables, m.docs = true, nil, nil
	return nil
}

func (e Entry) copy() Entry {
	e.Data = slices.Clone(e.Data)
	return e
}
