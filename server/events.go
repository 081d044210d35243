package server

import (
	"context"
	"net/http"
	"time"

	"omerta/table"
)

// event is one server-sent event; without a name it is a plain message.
type event struct {
	name string
	data []byte // one line
	last bool   // nothing comes after it
}

// follower turns from table to table.
type follower interface{ current() *table.Sub }

// eventsOf sends what look tells, anew after each change of the room, each only
// where it differs from what was sent last; and the frames of the table that the
// follower is at. A beat goes out at fixed times, whatever happens.
func (s *Server) eventsOf(w http.ResponseWriter, r *http.Request, line follower, look func(context.Context) ([]event, error)) {
	out, err := beginEvents(w)
	if err != nil {
		return
	}
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	sent := map[string]string{}
	for {
		changed, looked := s.room.Changed(), time.Now()
		events, err := look(r.Context())
		if err != nil {
			return // the browser comes back by itself
		}
		for _, e := range events {
			if old, ok := sent[e.name]; !ok || old != string(e.data) {
				sent[e.name] = string(e.data)
				if out.event(e) != nil {
					return
				}
			}
			if e.last {
				return
			}
		}
		if !follow(r.Context(), out, line, changed, beat.C, looked.Add(lookEvery)) {
			return
		}
	}
}

// lookEvery is how long a stream waits at least between two looks at the room: when
// many come at once, they are told together.
const lookEvery = 200 * time.Millisecond

// follow sends frames and beats until the room has changed, and not before a moment;
// false: the stream is at its end.
func follow(ctx context.Context, out *eventWriter, line follower, changed <-chan struct{}, beat <-chan time.Time, from time.Time) bool {
	var due <-chan time.Time
	var sub *table.Sub
	var ready <-chan struct{}
	if line != nil {
		if sub = line.current(); sub != nil {
			ready = sub.Ready()
		}
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return false
		case <-changed:
			wait := time.Until(from)
			if wait <= 0 {
				return true
			}
			changed, due = nil, time.After(wait)
		case <-due:
			return true
		case <-beat:
			err = out.send(":\n\n", nil, "")
		case <-ready:
			frame, closed := sub.Take()
			if closed && frame == nil {
				return false
			}
			if frame != nil {
				err = out.send("data: ", frame, "\n\n")
			}
		}
		if err != nil {
			return false
		}
	}
}

func (e *eventWriter) event(v event) error {
	if v.name != "" {
		return e.send("event: "+v.name+"\ndata: ", v.data, "\n\n")
	}
	return e.send("data: ", v.data, "\n\n")
}
