package table

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// step is one accepted command of the game and the facts that it made.
type step struct {
	At      int64           `json:"at"` // milliseconds since 1970
	By      string          `json:"by"`
	Command json.RawMessage `json:"command"`
	Events  json.RawMessage `json:"events"`

	events []mafia.Event
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
