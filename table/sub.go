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
	pending *letter // nil: nothing is waiting
	closed  bool
	n       uint64
	ready   chan struct{} // holds a token while something is pending

	read *letter // what Next gave last; its caller's goroutine only
}

// letter is a picture for one viewer, with room for a frame's head before it.
type letter struct {
	buf   []byte // headRoom bytes, then the body
	clock Clock
}

// letters are used again, for a frame is some kilobytes and short-lived.
var letters = sync.Pool{New: func() any { return &letter{buf: make([]byte, headRoom)} }}

// open writes the head, and gives the frame.
func (l *letter) open(n uint64, now time.Time) []byte {
	var room [headRoom]byte
	head := appendHead(room[:0], n, &l.clock, now)
	start := headRoom - len(head)
	copy(l.buf[start:], head)
	return l.buf[start:]
}

func newSub(t *Table, who mafia.Viewer) *Sub {
	return &Sub{who: who, table: t, ready: make(chan struct{}, 1)}
}

// offer puts a copy of a picture in place of whatever is waiting.
func (s *Sub) offer(p *picture) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending == nil {
		s.pending, _ = letters.Get().(*letter)
	}
	s.pending.buf, s.pending.clock = append(s.pending.buf[:headRoom], p.body...), p.clock
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

// take gives the waiting frame, if there is one.
func (s *Sub) take() (frame []byte, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending == nil {
		return nil, s.closed
	}
	s.read, s.pending = s.pending, nil
	s.n++
	if s.closed {
		s.signal()
	}
	return s.read.open(s.n, time.Now()), false
}

// Next waits for the next frame, whose bytes are the caller's until he calls Next
// again. It gives ErrClosed when the table has closed, and the context's error
// when that ends. One goroutine at a time.
func (s *Sub) Next(ctx context.Context) ([]byte, error) {
	if s.read != nil {
		letters.Put(s.read)
		s.read = nil
	}
	for {
		frame, closed := s.take()
		switch {
		case frame != nil:
			return frame, nil
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
