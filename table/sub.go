package table

import (
	"context"
	"sync"
	"time"

	"omerta/mafia"
)

// Sub is one viewer's line to a table. It holds at most one frame, the newest:
// who is slow misses what is no longer so, and delays nobody.
type Sub struct {
	who   mafia.Viewer
	table *Table

	last uint64 // hash of the last picture; the table's goroutine only

	mu      sync.Mutex
	pending *picture // nil: nothing is waiting
	closed  bool
	n       uint64
	ready   chan struct{} // holds a token while something is pending

	read *picture // what Next gave last; its caller's goroutine only
}

func newSub(t *Table, who mafia.Viewer) *Sub {
	return &Sub{who: who, table: t, ready: make(chan struct{}, 1)}
}

// offer puts a picture in place of whatever is waiting; it is the line's from
// now on.
func (s *Sub) offer(p *picture) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending != nil {
		s.pending.drop()
	}
	s.pending = p
	s.signal()
}

func (s *Sub) signal() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// shut ends the line; what is pending may still be taken.
func (s *Sub) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.signal()
}

// take gives the waiting picture and its number, nil if there is none.
func (s *Sub) take() (p *picture, n uint64, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending == nil {
		return nil, 0, s.closed
	}
	p, s.pending = s.pending, nil
	s.n++
	if s.closed {
		s.signal()
	}
	return p, s.n, false
}

// Next waits for the next frame, whose bytes are the caller's until he calls Next
// again. It gives ErrClosed when the table has closed, and the context's error
// when that ends. One goroutine at a time.
func (s *Sub) Next(ctx context.Context) ([]byte, error) {
	s.Release()
	for {
		p, n, closed := s.take()
		switch {
		case p != nil:
			s.read = p
			return p.frame(n, time.Now()), nil
		case closed:
			return nil, ErrClosed
		}
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close ends the subscription. It may be called more than once.
func (s *Sub) Close() {
	s.shut()
	s.table.forget(s)
}
