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
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	sent := map[string]string{}
	for {
		changed := s.room.Changed()
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
		if !follow(r.Context(), out, line, changed, beats.C) {
			return
		}
	}
}

// follow sends frames and beats until the room has changed; false: the stream is
// at its end.
func follow(ctx context.Context, out *eventWriter, line follower, changed <-chan struct{}, beats <-chan time.Time) bool {
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
			return true
		case <-beats:
			err = out.send(beat, nil, "")
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
