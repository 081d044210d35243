// Package sqlite keeps journals in one file on disk: an SQLite database in WAL
// mode, synced at every commit. One process at a time has it open.
//
// All changes go through one goroutine, which takes whatever is waiting into
// one transaction; so many tables share the price of a sync. Entries lie in
// one table in the order of their arrival, for which SQLite writes the fewest
// pages (BenchmarkLayout shows what other layouts cost). What finds the
// entries of a table is an index in memory, 8 bytes an entry, built when the
// file is checked at Open.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"omerta/journal"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Store is a journal.Store in a file. Make one with Open.
type Store struct {
	path string
	log  *slog.Logger
	lock io.Closer

	writeDB *sql.DB
	conn    *sql.Conn // the only one that writes; of the goroutine write
	insert  *sql.Stmt // on conn
	readDB  *sql.DB
	fetch   *sql.Stmt // on readDB

	gate   sync.RWMutex // held for reading while sending to queue
	closed bool         // guarded by gate
	queue  chan *job
	done   chan struct{} // closed when write has ended
	ending error         // of closing; set before done is closed

	stale bool // memory may lag behind the file; of the goroutine write

	anchors []anchor // the files that are open; set by Open

	writes atomic.Uint64 // transactions so far

	mu sync.RWMutex // guards index
	*index
}

var _ journal.Store = (*Store)(nil)

type options struct {
	log *slog.Logger
}

// Option changes how Open opens.
type Option func(*options)

// WithLog sends notices (an upgrade and where its backup lies, a failed
// write) to this logger; without it they go to slog.Default().
func WithLog(l *slog.Logger) Option { return func(o *options) { o.log = l } }

// readers is how many may read the file at once.
const readers = 4

// Open opens the journal in the file at path, and makes it and its directory
// (for the owner only) when there is none. A file of an older version is
// upgraded after a backup, which stays beside it.
//
// A link is followed first: all that is said here is said of the file it leads to.
//
// It refuses, and leaves every byte as it is: a file in use or with a second
// name (journal.ErrInUse), a link that leads nowhere (ErrUnavailable), one that is not a journal (ErrForeign), one of a newer version (ErrNewer),
// and a damaged one (ErrDamaged: SQLite's own check fails, tables are
// missing, a journal has a hole). The error's text says what can be done.
// What it cannot notice is a write-ahead log cut off at its end, for so it
// looks after a power cut in the middle of a commit; and of changed bytes
// inside an entry it learns when that entry is read.
//
// Beside path lie, while it is open, path-wal and path-shm, and always
// path.lock. The directory must be on a local disk. Once the file is moved or
// deleted under the running program, nothing is written any more (ErrMoved)
// until it is back.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	o := options{log: slog.Default()}
	for _, opt := range opts {
		opt(&o)
	}
	path, err := place(path)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	lock, err := acquire(path + ".lock")
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	s := &Store{path: path, log: o.log, lock: lock, queue: make(chan *job, maxBatch), done: make(chan struct{})}
	if err := s.open(ctx); err != nil {
		s.release()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	go s.write()
	return s, nil
}

// open brings the file to the current version and opens the connections. The
// lock is held.
func (s *Store) open(ctx context.Context) error {
	fresh, err := absent(s.path)
	if err != nil {
		return err
	}
	if fresh {
		if err := create(ctx, s.path); err != nil {
			return err
		}
	}
	if err := onlyName(s.path); err != nil {
		return err
	}
	found, err := inspect(ctx, s.path)
	if err != nil {
		return err
	}
	s.index = found.index
	if err := s.connect(ctx); err != nil {
		return classify(err)
	}
	if found.version < version {
		if err := s.upgrade(ctx, found.version); err != nil {
			return err
		}
		if s.index, err = loadIndex(ctx, s.conn); err != nil {
			return err
		}
	}
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.agrees(ctx); err != nil {
		return err
	}
	return s.anchorFiles()
}

func (s *Store) connect(ctx context.Context) error {
	var err error
	if s.writeDB, err = open(s.path, "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)"); err != nil {
		return err
	}
	s.writeDB.SetMaxOpenConns(1)
	if s.conn, err = s.writeDB.Conn(ctx); err != nil {
		return err
	}
	if s.readDB, err = open(s.path, "mode=ro", "_pragma=query_only(1)"); err != nil {
		return err
	}
	s.readDB.SetMaxOpenConns(readers)
	s.readDB.SetMaxIdleConns(readers)
	return s.readDB.PingContext(ctx)
}

func (s *Store) prepare(ctx context.Context) error {
	var err error
	if s.insert, err = s.conn.PrepareContext(ctx, sqlInsert); err != nil {
		return classify(err)
	}
	if s.fetch, err = s.readDB.PrepareContext(ctx, sqlFetch); err != nil {
		return classify(err)
	}
	return nil
}

// Close implements journal.Store. Commands already waiting are still written.
func (s *Store) Close() error {
	s.gate.Lock()
	if !s.closed {
		s.closed = true
		close(s.queue)
	}
	s.gate.Unlock()
	<-s.done
	return s.ending
}

// release gives up what open has opened, the lock last.
func (s *Store) release() error {
	var closers []io.Closer
	if s.fetch != nil {
		closers = append(closers, s.fetch)
	}
	if s.readDB != nil {
		closers = append(closers, s.readDB)
	}
	if s.insert != nil {
		closers = append(closers, s.insert)
	}
	if s.conn != nil {
		closers = append(closers, s.conn)
	}
	if s.writeDB != nil { // the last connection folds the WAL into the file
		closers = append(closers, s.writeDB)
	}
	var first error
	for _, c := range append(closers, s.lock) {
		if err := c.Close(); err != nil && first == nil {
			first = classify(err)
		}
	}
	return first
}
