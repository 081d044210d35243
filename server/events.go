package server

import (
	"bytes"
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
	s.inPlace(w, r, func(ctx context.Context, out *eventWriter) { s.sendEvents(ctx, out, line, look) })
}

// sendEvents is eventsOf on a stream that has begun.
func (s *Server) sendEvents(ctx context.Context, out *eventWriter, line follower, look func(context.Context) ([]event, error)) {
	s.open.lookers.Add(1)
	defer s.open.lookers.Add(-1)
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	var sent sentEvents
	for {
		changed, begun := s.room.Changed(), time.Now()
		events, err := look(ctx)
		if err != nil {
			return // the browser comes back by itself
		}
		again := begun.Add(max(lookEvery, s.open.pause(time.Since(begun))))
		for _, e := range events {
			if sent.news(e) && out.event(e) != nil || e.last {
				return
			}
		}
		if !follow(ctx, out, line, again, changed, beats.C) {
			return
		}
	}
}

// lookEvery is how long a stream waits at least between two looks at the room: when
// many come at once, they are told together.
const lookEvery = 200 * time.Millisecond

// lookShare is how much of one processor all streams together may spend on looking
// at the room: one part in so many.
const lookShare = 4

// longestPause is how long a change of the room may wait to be seen.
const longestPause = time.Second

// pause is how long a stream waits between two looks at the room, of which the last
// took so long. When a thousand phones come back at once each of them is a change for
// all others, and without a pause that is a million looks; in a small room it is
// less than lookEvery.
func (s *streams) pause(took time.Duration) time.Duration {
	return min(took*lookShare*time.Duration(s.lookers.Load()), longestPause)
}

// sentEvents are what a stream has sent last, by name: a handful.
type sentEvents []event

// news tells whether an event differs from what was sent last, and notes it.
func (l *sentEvents) news(e event) bool {
	for i, old := range *l {
		if old.name == e.name {
			(*l)[i] = e
			return !bytes.Equal(old.data, e.data)
		}
	}
	*l = append(*l, e)
	return true
}

// follow sends frames and beats until the room has changed and the moment again has
// come; false: the stream is at its end.
func follow(ctx context.Context, out *eventWriter, line follower, again time.Time, changed <-chan struct{}, beats <-chan time.Time) bool {
	sub, ready := readyOf(line)
	var due <-chan time.Time
	for {
		var err error
		select {
		case <-ctx.Done():
			return false
		case <-changed:
			left := time.Until(again)
			if left <= 0 {
				return true
			}
			wait := time.NewTimer(left)
			defer wait.Stop()
			changed, due = nil, wait.C
		case <-due:
			return true
		case <-beats:
			err = out.send(beat, nil, "")
		case <-ready:
			var over bool
			if over, err = out.next(sub); over {
				return false
			}
		}
		if err != nil {
			return false
		}
	}
}

// readyOf is the line to the follower's table, if it is at one.
func readyOf(line follower) (*table.Sub, <-chan struct{}) {
	if line == nil {
		return nil, nil
	}
	sub := line.current()
	if sub == nil {
		return nil, nil
	}
	return sub, sub.Ready()
}

// next sends the frame that waits, if one does; over: none will come.
func (e *eventWriter) next(sub *table.Sub) (over bool, err error) {
	frame, closed := sub.Take()
	if frame == nil {
		return closed, nil
	}
	defer sub.Release()
	return false, e.send("data: ", frame, "\n\n")
}

func (e *eventWriter) event(v event) error {
	if v.name != "" {
		return e.send("event: "+v.name+"\ndata: ", v.data, "\n\n")
	}
	return e.send("data: ", v.data, "\n\n")
}
