// Package table holds live tables. Each is one goroutine: a command comes in,
// the referee judges it, the journal makes it durable, and each viewer gets the
// frame that is due to him when it has changed. The history can be taken back,
// done again and corrected; the clock is kept here.
//
// A fault of our own freezes one table and no other; a failure of the storage
// changes nothing and may be tried again.
package table

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/names"
	"omerta/rulebook"
)

// EntryVersion is the newest version of what journal entries say. Version 2 is
// that of tables of phones, whose entries tell what friends have agreed on; a
// table of a room is still written as version 1, which older programs read. An
// entry of version 1 means the same for ever, so nothing is upgraded.
const EntryVersion = 2

// versionOf is the version of the entries of a kind of table.
func versionOf(kind string) int {
	if kind == KindPhones {
		return 2
	}
	return 1
}

// aliveDoc is the kind of the documents that note when a clock last ran.
const aliveDoc = "alive"

// Hub owns the live tables of a store. Its methods may be called from many
// goroutines.
type Hub struct {
	momentMu sync.Mutex
	last     int64 // milliseconds since 1970 of the newest table

	store journal.Store
	log   *slog.Logger
	ctx   context.Context
	stop  context.CancelFunc
	// find is rulebook.New; tests plant faults here.
	find func(id, preset string, set []mafia.Option) (*mafia.Rulebook, error)

	mu     sync.Mutex
	slots  map[string]*slot
	closed bool

	watch atomic.Pointer[func(string, Summary)]
}

// Watch lets f know of every change of every table, with what it is now in a list; a
// new table is a change too. It is called by the table's goroutine, so it must
// return at once and ask no table. There is one f, the last one.
func (h *Hub) Watch(f func(table string, now Summary)) { h.watch.Store(&f) }

// tell tells the watcher.
func (h *Hub) tell(table string, now Summary) {
	if f := h.watch.Load(); f != nil {
		(*f)(table, now)
	}
}

// slot is a table that is being restored, or has been.
type slot struct {
	ready chan struct{}
	table *Table
	err   error
}

// Option sets up a Hub.
type Option func(*Hub)

// WithLog says where faults are told. No card is ever written there.
func WithLog(l *slog.Logger) Option { return func(h *Hub) { h.log = l } }

// Open takes a store over. The store stays the caller's to close, after the Hub.
// Tables without an entry, which older versions left when they were cut off while
// making one, are removed. Journals that are no games' are left alone.
func Open(ctx context.Context, store journal.Store, opts ...Option) (*Hub, error) {
	h := &Hub{store: store, log: slog.New(slog.DiscardHandler), slots: map[string]*slot{}, find: rulebook.New}
	h.ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	for _, o := range opts {
		o(h)
	}
	if err := h.finishRewrites(ctx); err != nil {
		return nil, err
	}
	tables, err := store.Tables(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	for _, info := range tables {
		if !ofAGame(info) {
			continue
		}
		last, err := store.Last(ctx, info.ID)
		if err != nil {
			return nil, fmt.Errorf("look into table %s: %w", info.ID, err)
		}
		if last == 0 {
			if err := store.Delete(ctx, info.ID); err != nil {
				return nil, fmt.Errorf("remove unfinished table %s: %w", info.ID, err)
			}
		}
	}
	return h, nil
}

// Close ends all tables; every viewer's stream ends with it.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	slots := h.slots
	h.slots = map[string]*slot{}
	h.mu.Unlock()
	for _, sl := range slots {
		<-sl.ready
		if sl.table != nil {
			sl.table.shut()
		}
	}
	h.stop()
}

// Context ends when the hub has closed.
func (h *Hub) Context() context.Context { return h.ctx }

// shut ends the table's goroutine and waits for it.
func (t *Table) shut() {
	t.once.Do(func() { close(t.quit) })
	<-t.done
}

// Meta is what a table was made from; it never changes but for the Summary.
type Meta struct {
	Rulebook   string         `json:"rulebook"` // with version
	Preset     string         `json:"preset"`
	Options    []mafia.Option `json:"options"` // the full set
	Title      string         `json:"title"`
	Event      string         `json:"event"`
	Site       string         `json:"site"`
	Deal       string         `json:"deal"` // "lot", "real" or "given"
	Tournament bool           `json:"tournament"`
	Seats      []Sitter       `json:"seats"`
	Host       string         `json:"host"` // who hosted a game that was imported
	Date       string         `json:"date"` // and when
	// Recorded names what was written down of an imported game, empty: all of it.
	Recorded []string `json:"recorded"`
	// Kind is "" for a table in a room, KindPhones for one where everybody acts
	// on his own phone and nobody is host.
	Kind string `json:"kind"`
	// Round counts the rounds of the same friends, from 1; Before is the table of
	// the round before, Carried what each seat had won by then, Away who was
	// absent when it was dealt. All of them are for tables of phones.
	Round   int    `json:"round"`
	Before  string `json:"before"`
	Carried []int  `json:"carried"`
	// Phones are the room's phones by seat as they were dealt to.
	Phones  []string    `json:"phones"`
	Away    mafia.Seats `json:"away"`
	Summary Summary     `json:"summary"`
}

// Sitter is who sits down at a seat.
type Sitter struct {
	Nick     string `json:"nick"`
	PersonID string `json:"personId"`
	Novice   bool   `json:"novice"`
}

// Summary is a table in a list.
type Summary struct {
	Phase   mafia.Phase   `json:"phase"`
	Day     int           `json:"day"`
	Night   int           `json:"night"`
	Outcome mafia.Outcome `json:"outcome"`
	Voided  bool          `json:"voided"`
}

// Create makes a table and deals. The meta's Rulebook, Preset and Options pick
// the rulebook; its nicks and novices are those of the seats, whatever setup
// says. Errors: ErrNick, ErrKind, *mafia.SetupError with every reason against the deal, what
// rulebook.New says, or a journal.ErrUnavailable; then there is no table.
func (h *Hub) Create(ctx context.Context, meta Meta, setup mafia.Setup) (*Table, error) {
	return h.CreateAlong(ctx, meta, setup, nil)
}

// Along makes a batch durable together with what belongs to it, or neither. It asks no
// table.
type Along func(journal.Batch) error

// CreateAlong is Create, but the new table is made durable by along, which gets its id.
// Nil: by itself.
func (h *Hub) CreateAlong(ctx context.Context, meta Meta, setup mafia.Setup, along func(id string, b journal.Batch) error) (*Table, error) {
	rb, err := h.find(meta.Rulebook, meta.Preset, meta.Options)
	if err != nil {
		return nil, err
	}
	if meta.Kind != "" && (meta.Kind != KindPhones || !hostless(rb)) {
		return nil, ErrKind
	}
	meta.Rulebook, meta.Options = rb.ID, rb.Options
	setup.Nicks, setup.Novices = nil, 0
	meta.Seats = slices.Clone(meta.Seats)
	for i, s := range meta.Seats {
		var ok bool
		if s.Nick, ok = names.Nick(s.Nick); !ok {
			return nil, ErrNick
		}
		meta.Seats[i] = s
		setup.Nicks = append(setup.Nicks, s.Nick)
		if s.Novice && i < mafia.MaxSeats {
			setup.Novices = setup.Novices.With(mafia.Seat(i + 1))
		}
	}
	_, events, err := mafia.New(rb, setup)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	st, err := newStep(now, string(mafia.IsHost), Deal(), events)
	if err != nil {
		return nil, err
	}
	return h.begin(ctx, meta, rb, []step{st}, true, along)
}

// Deal is what stands in a history where the command of the first step would.
func Deal() json.RawMessage { return json.RawMessage(`{"do":"deal"}`) }

// Import makes a table of a game that was played elsewhere; the steps begin with
// the deal. Its clock stands. Errors as Create, and ErrTooLong.
func (h *Hub) Import(ctx context.Context, meta Meta, steps []Step) (*Table, error) {
	rb, err := h.find(meta.Rulebook, meta.Preset, meta.Options)
	if err != nil {
		return nil, err
	}
	meta.Rulebook, meta.Options = rb.ID, rb.Options
	var all []step
	for _, s := range steps {
		st, err := newStep(s.At, s.By, s.Command, s.Events)
		if err != nil {
			return nil, err
		}
		all = append(all, st)
	}
	if len(all) == 0 {
		return nil, errors.New("a game without a deal")
	}
	return h.begin(ctx, meta, rb, all, false, nil)
}

// moment is now, and later than the moment of every table made before, so that
// the list of tables has one order.
func (h *Hub) moment() time.Time {
	h.momentMu.Lock()
	defer h.momentMu.Unlock()
	h.last = max(h.last+1, time.Now().UnixMilli())
	return time.UnixMilli(h.last).UTC()
}

// begin writes a new table down and opens it.
func (h *Hub) begin(ctx context.Context, meta Meta, rb *mafia.Rulebook, steps []step, runs bool, along func(id string, b journal.Batch) error) (*Table, error) {
	id, now := newID(), h.moment()
	first := entry{at: now, by: steps[0].By, payload: payload{Command: steps[0].Command, Steps: steps, Length: len(steps)}}
	if meta.Kind == KindPhones {
		first.Friends = &friends{Round: max(meta.Round, 1), Carried: meta.Carried, Absent: meta.Away}
	}
	s, err := newState(rb).apply(first)
	if err != nil {
		return nil, err
	}
	meta.Summary = s.summary()
	raw, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("write a table's meta: %w", err)
	}
	data, err := json.Marshal(first.payload)
	if err != nil {
		return nil, fmt.Errorf("write an entry: %w", err)
	}
	info := journal.TableInfo{ID: id, Created: first.at, Title: meta.Title, Meta: raw, Version: versionOf(meta.Kind)}
	e := journal.Entry{Seq: 1, At: first.at, By: first.by, Data: data}
	if along == nil {
		along = func(_ string, b journal.Batch) error { return h.store.Commit(ctx, b) }
	}
	if err := along(id, journal.Batch{Create: []journal.Opening{{Info: info, First: []journal.Entry{e}}}}); err != nil {
		if errors.Is(err, journal.ErrInvalid) {
			err = errors.Join(ErrTooLong, err)
		}
		return nil, fmt.Errorf("make a table: %w", err)
	}
	h.tell(id, meta.Summary)
	return h.get(ctx, id, runs)
}

// newID gives a table's id: unguessable, and short enough to be read.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])                                                             // never fails
	return fmt.Sprintf("%013s", strconv.FormatUint(binary.BigEndian.Uint64(b[:]), 36)) // of one length, so that nothing else's length tells
}

// Get finds a live table, restoring it from the journal when need be. A table
// whose journal is damaged behind its deal opens as far as it is sound, see
// Table.Damage. Errors: journal.ErrNoTable where there is none, ErrDamaged when
// nothing of it is sound, ErrNewer, ErrUnavailable.
func (h *Hub) Get(ctx context.Context, id string) (*Table, error) {
	return h.get(ctx, id, false)
}

// get is Get; a fresh table was dealt just now, so that its clock runs on.
func (h *Hub) get(ctx context.Context, id string, fresh bool) (*Table, error) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, ErrClosed
	}
	sl, ok := h.slots[id]
	if !ok {
		sl = &slot{ready: make(chan struct{})}
		h.slots[id] = sl
		go h.restore(id, sl, fresh)
	}
	h.mu.Unlock()
	select {
	case <-sl.ready:
		return sl.table, sl.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// restore opens a table for a slot; a table that cannot be opened leaves no slot,
// so that the next caller tries again.
func (h *Hub) restore(id string, sl *slot, fresh bool) {
	defer close(sl.ready)
	sl.table, sl.err = h.open(id, fresh)
	if sl.err != nil {
		h.mu.Lock()
		if h.slots[id] == sl {
			delete(h.slots, id)
		}
		h.mu.Unlock()
	}
}

// open folds a table's journal and starts its goroutine.
func (h *Hub) open(id string, fresh bool) (*Table, error) {
	info, err := h.store.Info(h.ctx, id)
	if err != nil {
		return nil, err
	}
	if !ofAGame(info) {
		return nil, fmt.Errorf("%w: %q is no game", journal.ErrNoTable, id)
	}
	t := &Table{
		hub: h, id: id, made: info.Created,
		calls: make(chan func()), quit: make(chan struct{}), done: make(chan struct{}),
		subs: map[*Sub]struct{}{}, timer: time.NewTimer(time.Hour), beat: time.NewTimer(time.Hour),
	}
	if err := json.Unmarshal(info.Meta, &t.meta); err != nil {
		return nil, fmt.Errorf("%w: meta of table %s cannot be read", journal.ErrDamaged, id)
	}
	rb, err := h.find(t.meta.Rulebook, t.meta.Preset, t.meta.Options)
	if err != nil {
		return nil, unknownRules(id, err)
	}
	t.rb, t.s = rb, newState(rb)
	var werr error
	// A fault leaves the table open and frozen, for its host is to be told.
	if fault := t.guard(func() { werr = t.wake(info, fresh) }); fault == nil && werr != nil {
		return nil, werr
	}
	t.summary = t.meta.Summary
	t.arm()
	go t.loop()
	return t, nil
}

// unknownRules says that the rules which a table's meta names are none: that is no
// mistake of whoever opens it now, so the cause is told and not wrapped.
func unknownRules(id string, err error) error {
	kind := journal.ErrDamaged
	if book := new(rulebook.Error); errors.As(err, &book) && book.What == "version" {
		kind = journal.ErrNewer
	}
	return fmt.Errorf("%w: rules of table %s: %v", kind, id, err)
}

// wake folds the journal; a clock that ran when the program died stands at what
// was left then, and that too is written down.
func (t *Table) wake(info journal.TableInfo, fresh bool) error {
	if info.Version > EntryVersion {
		return fmt.Errorf("%w: table %s", journal.ErrNewer, t.id)
	}
	s, err := t.hub.fold(t.id, t.rb)
	if errors.Is(err, journal.ErrDamaged) && len(s.steps) > 0 {
		// What is sound can still be exported.
		t.hub.log.Error("the journal of a table is damaged", "table", t.id, "sound entries", s.seq)
		s.clock = s.clock.Pause(s.at)
		t.s, t.damage = s, err
		return nil
	}
	if err != nil {
		return err
	}
	t.s = s
	if fresh || !s.clock.running {
		return nil
	}
	halt := t.hub.alive(t.id, s.at).UnixMilli()
	at := time.Now()
	if at.Before(s.at) {
		at = s.at
	}
	e := entry{at: time.UnixMilli(at.UnixMilli()).UTC(), by: string(doHalt), payload: payload{
		Command: json.RawMessage(`{"do":"halt"}`), Halt: &halt, Friends: s.friends, Length: len(s.steps),
	}}
	if t.s, err = s.apply(e); err != nil {
		return err
	}
	data, err := json.Marshal(e.payload)
	if err != nil {
		return fmt.Errorf("write an entry: %w", err)
	}
	return t.hub.store.Append(t.hub.ctx, t.id, journal.Entry{Seq: s.seq + 1, At: e.at, By: e.by, Data: data})
}

// fold reads a table's journal from the start. Where it is damaged, it gives the
// state after the last sound entry with journal.ErrDamaged, whose text repeats
// nothing of the entry, for that may name cards.
func (h *Hub) fold(id string, rb *mafia.Rulebook) (state, error) {
	s := newState(rb)
	err := h.store.Read(h.ctx, id, 1, func(je journal.Entry) error {
		p, err := parsePayload(je.Data)
		if err == nil && len(s.steps) == 0 && !dealtBy(rb, p.Steps) {
			return fmt.Errorf("%w: table %s was dealt by other rules than %s, which its meta names", journal.ErrDamaged, id, rb.ID)
		}
		if err == nil {
			s, err = s.apply(entry{at: je.At, by: je.By, payload: p})
		}
		if err != nil {
			return fmt.Errorf("%w: table %s, entry %d cannot be read", journal.ErrDamaged, id, je.Seq)
		}
		return nil
	})
	if err == nil && len(s.steps) == 0 {
		err = fmt.Errorf("%w: %q has no deal", journal.ErrNoTable, id)
	}
	return s, err
}

// dealtBy tells whether the deal at the start of a history is one by this rulebook.
// What does not begin with a deal is for others to complain of.
func dealtBy(rb *mafia.Rulebook, steps []step) bool {
	if len(steps) == 0 || len(steps[0].events) == 0 {
		return true
	}
	d, ok := steps[0].events[0].(mafia.Dealt)
	return !ok || d.Rulebook == rb.ID
}

// noteAlive writes down that a table's clock still ran. A failure only makes the
// clock after a crash less exact, so it is told and no more.
func (h *Hub) noteAlive(id string, now time.Time) {
	if err := h.store.PutDoc(h.ctx, aliveDoc, id, strconv.AppendInt(nil, now.UnixMilli(), 10)); err != nil {
		h.log.Warn("cannot note a running clock", "table", id, "err", err)
	}
}

// alive is the last moment at which a table is known to have lived.
func (h *Hub) alive(id string, atLeast time.Time) time.Time {
	raw, ok, err := h.store.Doc(h.ctx, aliveDoc, id)
	if err != nil || !ok {
		return atLeast
	}
	ms, err := strconv.ParseInt(string(raw), 10, 64)
	if at := time.UnixMilli(ms).UTC(); err == nil && at.After(atLeast) {
		return at
	}
	return atLeast
}

// Listed is a table in a list.
type Listed struct {
	ID        string `json:"id"`
	CreatedAt int64  `json:"createdAt"`
	Meta
}

// List gives all tables, the newest first.
func (h *Hub) List(ctx context.Context) ([]Listed, error) {
	infos, err := h.store.Tables(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Listed, 0, len(infos))
	for _, info := range slices.Backward(infos) {
		if !ofAGame(info) {
			continue
		}
		l := Listed{ID: info.ID, CreatedAt: info.Created.UnixMilli()}
		if err := json.Unmarshal(info.Meta, &l.Meta); err != nil {
			h.log.Error("meta of a table", "table", info.ID, "err", err)
			continue
		}
		if s, ok := h.present(ctx, info.ID); ok {
			l.Summary = s
		}
		out = append(out, l)
	}
	return out, nil
}

// present is the summary of a table that is open now.
func (h *Hub) present(ctx context.Context, id string) (s Summary, ok bool) {
	h.mu.Lock()
	sl := h.slots[id]
	h.mu.Unlock()
	if sl == nil {
		return s, false
	}
	select {
	case <-sl.ready:
	default:
		return s, false
	}
	if sl.table == nil || sl.table.damage != nil {
		return s, false
	}
	err := sl.table.call(ctx, func() { ok = sl.table.guard(func() { s = sl.table.s.summary() }) == nil })
	return s, ok && err == nil
}

// ofAGame tells the journal of a game from others in the same store, such as the
// club's own, which no hub touches. Whose meta cannot be read is taken for a game.
func ofAGame(info journal.TableInfo) bool {
	var m struct {
		Kind string `json:"kind"`
	}
	return json.Unmarshal(info.Meta, &m) != nil || m.Kind == "" || m.Kind == KindPhones
}

// Delete removes a table and its journal for good, and with it the documents that are
// named; journal.ErrNoTable for what is no game.
func (h *Hub) Delete(ctx context.Context, id string, with ...journal.DocName) error {
	if info, err := h.store.Info(ctx, id); err != nil {
		return err
	} else if !ofAGame(info) {
		return fmt.Errorf("%w: %q is no game", journal.ErrNoTable, id)
	}
	h.mu.Lock()
	sl := h.slots[id]
	delete(h.slots, id)
	h.mu.Unlock()
	if sl != nil {
		<-sl.ready
		if sl.table != nil {
			sl.table.shut()
		}
	}
	with = append(with, journal.DocName{Kind: aliveDoc, ID: id})
	return h.store.Commit(ctx, journal.Batch{Delete: []string{id}, Drop: with})
}
