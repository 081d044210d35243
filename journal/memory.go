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
	info, err := info.Normal()
	if err != nil {
		return err
	}
	if first, err = NormalAll(first); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if _, ok := m.tables[info.ID]; ok {
		return fmt.Errorf("%w: %q", ErrExists, info.ID)
	}
	t := &memoryTable{info: info, entries: first, byKey: map[string]int{}}
	for i, e := range first {
		if e.Key != "" {
			t.byKey[e.Key] = i
		}
	}
	m.tables[info.ID] = t
	return nil
}

// Append implements Store, but for the durability.
func (m *Memory) Append(ctx context.Context, table string, e Entry) error {
	e, err := e.Normal()
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t, err := m.table(ctx, table)
	if err != nil {
		return err
	}
	if _, used := t.byKey[e.Key]; used {
		return fmt.Errorf("%w: table %q, key %q", ErrDuplicateKey, table, e.Key)
	}
	if last := uint64(len(t.entries)); e.Seq != last+1 {
		return fmt.Errorf("%w: table %q is at %d, entry is %d", ErrGap, table, last, e.Seq)
	}
	if e.Key != "" {
		t.byKey[e.Key] = len(t.entries)
	}
	t.entries = append(t.entries, e)
	return nil
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
	if err := CheckMeta(meta); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t, err := m.table(ctx, table)
	if err != nil {
		return err
	}
	t.info.Meta = append([]byte{}, meta...)
	return nil
}

// Delete implements Store.
func (m *Memory) Delete(ctx context.Context, table string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.table(ctx, table); err != nil {
		return err
	}
	delete(m.tables, table)
	return nil
}

// PutDoc implements Store.
func (m *Memory) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	d, err := Document{ID: id, Data: data}.Normal(kind)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if m.docs[kind] == nil {
		m.docs[kind] = map[string][]byte{}
	}
	m.docs[kind][id] = d.Data
	return nil
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
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	delete(m.docs[kind], id)
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
