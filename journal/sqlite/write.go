package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"sync/atomic"

	"omerta/journal"
)

// maxBatch bounds how many entries share a transaction, and so how long one
// waits for the others.
const maxBatch = 256

const sqlInsert = "INSERT INTO entries (pos, num, seq, at, who, key, data, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

// job is a change on its way to the goroutine write.
type job struct {
	state atomic.Int32 // queued, then taken or withdrawn
	done  chan error   // gets one answer once the job is taken

	// An entry to append, in a batch with others ...
	table string
	entry journal.Entry
	sum   int64
	pos   int64 // where it will lie; set when it is staged
	key   digest

	// ... or, if not nil, a change in its own transaction. What it returns is
	// done to the index after the commit.
	alone func(ctx context.Context, conn *sql.Conn) (publish func(), err error)
}

const (
	queued int32 = iota
	taken
	withdrawn
)

// submit hands a job over and waits for the answer. If ctx ends before the
// job is taken, it is withdrawn.
func (s *Store) submit(ctx context.Context, j *job) error {
	j.done = make(chan error, 1)
	if err := s.send(ctx, j); err != nil {
		return err
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		if j.state.CompareAndSwap(queued, withdrawn) {
			return ended(ctx)
		}
		return <-j.done
	}
}

func (s *Store) send(ctx context.Context, j *job) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return journal.ErrClosed
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	select {
	case s.queue <- j:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

func ended(ctx context.Context) error {
	return fmt.Errorf("%w: %w", journal.ErrUnavailable, ctx.Err())
}

// write is the one goroutine that changes the file, until Close.
func (s *Store) write() {
	batch := make([]*job, 0, maxBatch)
	for j := range s.queue {
		// Whoever got an answer from the last batch may be about to send
		// again: let them, then take all.
		runtime.Gosched()
		for j != nil && j.alone == nil {
			if batch = take(batch, j); len(batch) == maxBatch {
				j = nil
				break
			}
			select {
			case j = <-s.queue: // nil once the queue is closed and empty
			default:
				j = nil
			}
		}
		s.writeBatch(batch)
		batch = batch[:0]
		if j != nil && j.state.CompareAndSwap(queued, taken) {
			j.done <- s.writeAlone(j)
		}
	}
	s.ending = s.release()
	close(s.done)
}

// take adds j to the batch unless its sender has given it up.
func take(batch []*job, j *job) []*job {
	if !j.state.CompareAndSwap(queued, taken) {
		return batch
	}
	return append(batch, j)
}

// writeBatch answers every job of the batch. If the transaction fails, each
// entry gets one of its own, so that a good one does not fail for a bad one.
func (s *Store) writeBatch(batch []*job) {
	if len(batch) == 0 {
		return
	}
	errs, err := s.tryBatch(batch)
	if err != nil && len(batch) > 1 {
		for _, j := range batch {
			s.writeBatch([]*job{j})
		}
		return
	}
	for i, j := range batch {
		if err != nil && errs[i] == nil {
			errs[i] = err
		}
		j.done <- errs[i]
	}
}

// tryBatch writes the entries that follow, in one transaction, and says of
// each other what is wrong with it. If the transaction fails, nothing is
// written (see resync for the exception).
func (s *Store) tryBatch(batch []*job) ([]error, error) {
	errs := make([]error, len(batch))
	if err := s.resync(); err != nil {
		return errs, err
	}
	staged := make([]*tail, 0, len(batch))
	good := make([]*job, 0, len(batch))
	s.mu.RLock()
	for i, j := range batch {
		t, err := s.stage(j, s.next+int64(len(good)))
		if errs[i] = err; err == nil {
			staged, good = append(staged, t), append(good, j)
		}
	}
	s.mu.RUnlock()
	err := s.insertAll(staged, good)
	s.mu.Lock()
	for _, t := range staged {
		t.unstage(err == nil)
	}
	if err == nil {
		s.next += int64(len(good))
	}
	s.mu.Unlock()
	return errs, err
}

// stage checks that the entry follows the last one, those staged before it
// included, and stages it at pos. The caller holds mu.
func (s *Store) stage(j *job, pos int64) (*tail, error) {
	t, ok := s.tables[j.table]
	if !ok {
		return nil, fmt.Errorf("%w: %q", journal.ErrNoTable, j.table)
	}
	if j.entry.Key != "" && t.used(j.key) {
		return nil, fmt.Errorf("%w: table %q, key %q", journal.ErrDuplicateKey, j.table, j.entry.Key)
	}
	if last := uint64(len(t.pos) + len(t.stagedPos)); j.entry.Seq != last+1 {
		return nil, fmt.Errorf("%w: table %q is at %d, entry is %d", journal.ErrGap, j.table, last, j.entry.Seq)
	}
	j.pos = pos
	t.stagedPos = append(t.stagedPos, pos)
	if j.entry.Key != "" {
		t.stagedKeys = append(t.stagedKeys, j.key)
	} else {
		t.stagedKeys = append(t.stagedKeys, digest{})
	}
	return t, nil
}

func (t *tail) used(key digest) bool {
	if _, ok := t.keys[key]; ok {
		return true
	}
	for _, k := range t.stagedKeys {
		if k == key {
			return true
		}
	}
	return false
}

// unstage empties the stage, into the index if the commit came about. The
// caller holds mu.
func (t *tail) unstage(committed bool) {
	if committed {
		for i, pos := range t.stagedPos {
			t.pos = append(t.pos, pos)
			if t.keys != nil && t.stagedKeys[i] != (digest{}) {
				t.keys[t.stagedKeys[i]] = uint64(len(t.pos))
			}
		}
	}
	t.stagedPos, t.stagedKeys = t.stagedPos[:0], t.stagedKeys[:0]
}

func (s *Store) insertAll(tails []*tail, good []*job) error {
	if len(good) == 0 {
		return nil
	}
	return s.transact(func(ctx context.Context) error {
		for i, j := range good {
			if err := s.insertOne(ctx, j.pos, tails[i].num, j.entry, j.sum); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) insertOne(ctx context.Context, pos, num int64, e journal.Entry, sum int64) error {
	_, err := s.insert.ExecContext(ctx, pos, num, int64(e.Seq), e.At.UnixMilli(), e.By, e.Key, e.Data, sum)
	return err
}

// writeAlone does a change in its own transaction.
func (s *Store) writeAlone(j *job) error {
	if err := s.resync(); err != nil {
		return err
	}
	var publish func()
	err := s.transact(func(ctx context.Context) (err error) {
		publish, err = j.alone(ctx, s.conn)
		return err
	})
	if err == nil && publish != nil {
		s.mu.Lock()
		publish()
		s.mu.Unlock()
	}
	return err
}

// transact runs f in a transaction on the writing connection and commits. An
// error undoes all of it. It heeds no caller's context: a transaction serves
// many.
func (s *Store) transact(f func(context.Context) error) error {
	if err := s.inPlace(); err != nil {
		return err
	}
	ctx := context.Background()
	_, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	if err == nil {
		err = f(ctx)
	}
	if err == nil {
		if _, err = s.conn.ExecContext(ctx, "COMMIT"); err == nil {
			s.writes.Add(1)
			return nil
		}
	}
	if !isJournal(err) {
		s.stale = true
		s.log.Warn("journal: write failed", "file", s.path, "error", err)
	}
	_, _ = s.conn.ExecContext(ctx, "ROLLBACK") // fails where SQLite has rolled back already
	return classify(err)
}

// resync learns after a failed transaction what the file really holds. A
// commit whose sync failed can be there after all; then the index takes it
// up, and whoever repeats the command is told that its key was used.
func (s *Store) resync() error {
	if !s.stale {
		return nil
	}
	ctx := context.Background()
	fresh, err := loadIndex(ctx, s.conn)
	if err != nil {
		return err
	}
	for id, t := range fresh.tables {
		if old, ok := s.tables[id]; ok && old.num == t.num && len(old.pos) == len(t.pos) {
			fresh.tables[id] = old
			continue
		}
		// Entries with keys may be waiting already that found them loaded.
		if t.keys, err = keysAt(ctx, s.conn, t.pos); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.index, s.stale = fresh, false
	s.mu.Unlock()
	return nil
}

// Append implements journal.Store.
func (s *Store) Append(ctx context.Context, table string, e journal.Entry) error {
	e, err := e.Normal()
	if err != nil {
		return err
	}
	j := &job{table: table, entry: e, sum: checksum(table, e)}
	if e.Key != "" {
		j.key = digestOf(e.Key)
		if err := s.needKeys(ctx, table); err != nil {
			return err
		}
	}
	return s.submit(ctx, j)
}
