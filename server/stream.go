package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// How many streams there may be, and how long they wait for a slow reader.
const (
	streamsATable   = 160
	streamsASession = 24
	streamsAPhone   = 3
	streamsABoard   = 12 // of the board's link from one address
	streamsAtHome   = 48 // and from the machine itself
	writeWait       = 10 * time.Second
	writeSlack      = time.Second // how much less it may be
	beatEvery       = 5 * time.Second
)

// beat tells a page that its line is alive. It is an event and no comment,
// because a browser shows comments to nobody (web/src/lib/stream.ts waits for it).
const beat = "event: beat\ndata:\n\n"

// streams counts the open streams.
type streams struct {
	mu             sync.Mutex
	table, session map[string]int
	lookers        atomic.Int64 // streams that look at the room
}

// enter counts a stream in, unless there are too many.
// Who waits in the lobby (table "") is bounded by the number of phones.
func (s *streams) enter(table, session string, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if table != "" && s.table[table] >= streamsATable || s.session[session] >= most {
		return false
	}
	s.table[table]++
	s.session[session]++
	return true
}

func (s *streams) leave(table, session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m, k := range map[*map[string]int]string{&s.table: table, &s.session: session} {
		if (*m)[k]--; (*m)[k] <= 0 {
			delete(*m, k)
		}
	}
}

// stream sends a viewer's frames as server-sent events, one "data:" line each,
// the present one at once. It ends with the table; the browser comes back by
// itself. Nothing is compressed, and a beat goes out at fixed times, whatever
// happens at the table.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	session, ok := s.session(r)
	if !ok {
		s.fail(w, r, errNoSession)
		return
	}
	t, err := s.table(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	who, err := viewer(t, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if !s.open.enter(t.ID(), session, streamsASession) {
		s.fail(w, r, errTooMany)
		return
	}
	defer s.open.leave(t.ID(), session)
	sub, err := t.Subscribe(r.Context(), who)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer sub.Close()
	out, err := beginEvents(w)
	if err != nil {
		return
	}
	_ = pump(r.Context(), sub.Next, out)
}

// opening is what every stream begins with: how long a browser waits before it comes
// back.
const opening = "retry: 1000\n\n"

// setEvents sets the headers of server-sent events.
func setEvents(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
}

// beginEvents opens a stream of server-sent events.
func beginEvents(w http.ResponseWriter) (*eventWriter, error) {
	setEvents(w.Header())
	out := &eventWriter{w: w, rc: http.NewResponseController(w)}
	return out, out.send(opening, nil, "")
}

// pump sends frames until the reader, the table or the connection ends.
func pump(ctx context.Context, next func(context.Context) ([]byte, error), out *eventWriter) error {
	for due := time.Now().Add(beatEvery); ; due = due.Add(beatEvery) {
		if err := until(ctx, due, next, out); err != nil {
			return err
		}
		if err := out.send(beat, nil, ""); err != nil {
			return err
		}
	}
}

// until sends frames until the beat is due.
func until(ctx context.Context, beat time.Time, next func(context.Context) ([]byte, error), out *eventWriter) error {
	wait, cancel := context.WithDeadline(ctx, beat)
	defer cancel()
	for {
		frame, err := next(wait)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			return nil
		}
		if err == nil {
			err = out.send("data: ", frame, "\n\n")
		}
		if err != nil {
			return err
		}
	}
}

// eventWriter writes with a deadline that rolls on: each write has writeWait, or
// writeSlack less, for a timer costs more than the clock. It writes to a connection of
// its own, or to a request's answer.
type eventWriter struct {
	conn   net.Conn
	w      http.ResponseWriter
	rc     *http.ResponseController
	rolled time.Time
}

func (e *eventWriter) send(before string, frame []byte, after string) error {
	if now := time.Now(); now.Sub(e.rolled) > writeSlack {
		if err := e.setDeadline(now.Add(writeWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		e.rolled = now
	}
	if e.conn != nil {
		return e.write(before, frame, after)
	}
	if _, err := io.WriteString(e.w, before); err != nil {
		return err
	}
	if _, err := e.w.Write(frame); err != nil {
		return err
	}
	if _, err := io.WriteString(e.w, after); err != nil {
		return err
	}
	return e.rc.Flush()
}

func (e *eventWriter) setDeadline(t time.Time) error {
	if e.conn != nil {
		return e.conn.SetWriteDeadline(t)
	}
	return e.rc.SetWriteDeadline(t)
}
