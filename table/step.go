package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"omerta/mafia"
)

// payload is what one journal entry says. The history of a table is a list of
// steps, the deal first. An entry first cuts the history down to Rewind steps,
// where it names a number, then appends its own steps; the flags are set where
// they are present.
type payload struct {
	Command json.RawMessage `json:"command"`
	Rewind  *int            `json:"rewind,omitempty"`
	Steps   []step          `json:"steps,omitempty"`
	Paused  *bool           `json:"paused,omitempty"`
	Voided  *bool           `json:"voided,omitempty"`
	// Halt is the last moment at which the table is known to have been alive
	// before a restart: the clock stands at what was left then.
	Halt *int64 `json:"halt,omitempty"`
	// Friends is, at a table of phones, what its friends have agreed on by now.
	Friends *friends `json:"friends,omitempty"`
	// Length is the history after this entry: the answer to whoever repeats the
	// command with the same key.
	Length int `json:"length"`
}

// changes tells an entry after which the history is another, or the game void or not.
func (p *payload) changes() bool { return p.Rewind != nil || len(p.Steps) > 0 || p.Voided != nil }

// answer is what whoever sent the command is told, also when he sends it again.
func (p *payload) answer(seq uint64) Answer {
	if !p.changes() {
		seq = 0
	}
	return Answer{Length: p.Length, Stamp: seq}
}

// append writes the payload as encoding/json does. Commands and events lie there
// as JSON already, compact, for they were written by MarshalCommand, MarshalEvents
// and plain, or read from a journal that had them from these.
func (p *payload) append(b []byte) []byte {
	b = append(append(b, `{"command":`...), p.Command...)
	if p.Rewind != nil {
		b = strconv.AppendInt(append(b, `,"rewind":`...), int64(*p.Rewind), 10)
	}
	for i := range p.Steps {
		if i == 0 {
			b = append(b, `,"steps":[`...)
		} else {
			b = append(b, ',')
		}
		b = p.Steps[i].append(b)
	}
	if len(p.Steps) > 0 {
		b = append(b, ']')
	}
	if p.Paused != nil {
		b = strconv.AppendBool(append(b, `,"paused":`...), *p.Paused)
	}
	if p.Voided != nil {
		b = strconv.AppendBool(append(b, `,"voided":`...), *p.Voided)
	}
	if p.Halt != nil {
		b = strconv.AppendInt(append(b, `,"halt":`...), *p.Halt, 10)
	}
	if p.Friends != nil {
		agreed, err := json.Marshal(p.Friends)
		if err != nil {
			panic(err) // numbers, words and sets of seats cannot fail
		}
		b = append(append(b, `,"friends":`...), agreed...)
	}
	b = strconv.AppendInt(append(b, `,"length":`...), int64(p.Length), 10)
	return append(b, '}')
}

func (s *step) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"at":`...), s.At, 10)
	b = mafia.AppendString(append(b, `,"by":`...), s.By)
	b = append(append(b, `,"command":`...), s.Command...)
	b = append(append(b, `,"events":`...), s.Events...)
	return append(b, '}')
}

// step is one accepted command of the game and the facts that it made.
type step struct {
	At      int64           `json:"at"` // milliseconds since 1970
	By      string          `json:"by"`
	Command json.RawMessage `json:"command"`
	Events  json.RawMessage `json:"events"`

	events  []mafia.Event
	command mafia.Command // Command as it was judged, nil when it was read from a journal
	label   *Line         // see labelOnce
}

func (s *step) when() time.Time { return time.UnixMilli(s.At).UTC() }

// parse reads the step's events, once.
func (s *step) parse() error {
	if s.events != nil {
		return nil
	}
	events, err := mafia.UnmarshalEvents(s.Events)
	if err != nil {
		return fmt.Errorf("events of a step: %w", err)
	}
	s.events = events
	return nil
}

// newStep makes a step of a command and its events.
func newStep(at time.Time, by string, c json.RawMessage, events []mafia.Event) (step, error) {
	raw, err := mafia.MarshalEvents(events)
	if err != nil {
		return step{}, fmt.Errorf("write events: %w", err)
	}
	return step{At: at.UnixMilli(), By: by, Command: c, Events: raw, events: events}, nil
}

// parsePayload reads an entry. Whatever it does not know is an error: an entry
// of a later version must not be half understood.
func parsePayload(data []byte) (payload, error) {
	var p payload
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return payload{}, fmt.Errorf("journal entry: %w", err)
	}
	for i := range p.Steps {
		if err := p.Steps[i].parse(); err != nil {
			return payload{}, err
		}
	}
	return p, nil
}

// viewerID writes a viewer as the journal names who gave a command.
func viewerID(w mafia.Viewer) string {
	if w.Seat == 0 {
		return string(w.Kind)
	}
	return fmt.Sprintf("%s:%d", w.Kind, w.Seat)
}

// parseViewer reads what viewerID wrote.
func parseViewer(s string) (mafia.Viewer, error) {
	kind, seat, found := bytes.Cut([]byte(s), []byte{':'})
	w := mafia.Viewer{Kind: mafia.ViewerKind(kind)}
	if found {
		var n int
		if _, err := fmt.Sscanf(string(seat), "%d", &n); err != nil || n < 1 || n > mafia.MaxSeats {
			return w, fmt.Errorf("no viewer is called %q", s)
		}
		w.Seat = mafia.Seat(n)
	}
	return w, nil
}
