package server

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

// takeOver runs a stream of server-sent events until it ends. Where it can, it takes
// the connection from net/http and lets the request's goroutine go: what that keeps for
// a connection (two buffers, the headers, a deep stack) is three times what a stream
// needs, and a house has thousands of phones that hear something twice a minute. Then it
// returns at once and run goes on elsewhere, so run must hold neither w nor r; its
// context ends with the connection, or with the hub.
func (s *Server) takeOver(w http.ResponseWriter, r *http.Request, run func(ctx context.Context, out *eventWriter)) {
	if r.Method != http.MethodGet || r.ProtoMajor != 1 {
		s.inPlace(w, r, run)
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // something between net/http and us has no connection to give
		s.inPlace(w, r, run)
		return
	}
	h := w.Header()
	setEvents(h)
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	h.Set("Connection", "close") // the end of the stream is the end of the connection
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head) // a buffer takes everything
	head.WriteString("\r\n")
	go s.onWire(conn, head.String(), run)
}

// inPlace runs a stream within its request.
func (s *Server) inPlace(w http.ResponseWriter, r *http.Request, run func(context.Context, *eventWriter)) {
	out, err := beginEvents(w)
	if err != nil {
		out = &eventWriter{conn: closedWire{}} // run has things to put in order
	}
	run(r.Context(), out)
}

// closedWire is a connection that takes nothing.
type closedWire struct{ net.Conn }

func (closedWire) SetWriteDeadline(time.Time) error { return nil }
func (closedWire) Write([]byte) (int, error)        { return 0, net.ErrClosed }

// onWire runs a stream on a connection of its own and closes that.
func (s *Server) onWire(conn net.Conn, head string, run func(context.Context, *eventWriter)) {
	ctx, cancel := context.WithCancel(s.Hub.Context()) // streams end with the hub
	defer cancel()
	defer func() { _ = conn.Close() }()
	defer func() { // as caught: no panic of one stream ends the program, and its message may name cards
		if p := recover(); p != nil {
			s.Log.Error("fault in a stream", "kind", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
		}
	}()
	_ = conn.SetDeadline(time.Time{})
	go untilGone(conn, cancel)
	out := &eventWriter{conn: conn}
	if out.send(head+opening, nil, "") != nil {
		out.conn = closedWire{}
	}
	run(ctx, out)
}

// untilGone waits until the other side has closed the connection. Whoever only listens
// has nothing to say: a byte ends the stream too.
func untilGone(conn net.Conn, cancel func()) {
	var one [1]byte
	_, _ = conn.Read(one[:])
	cancel()
}

// parcels are put together for one write, and used again.
var parcels = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// write sends all three at once.
func (e *eventWriter) write(before string, frame []byte, after string) error {
	b, _ := parcels.Get().(*bytes.Buffer)
	defer parcels.Put(b)
	b.Reset()
	b.WriteString(before)
	b.Write(frame)
	b.WriteString(after)
	_, err := e.conn.Write(b.Bytes())
	return err
}
