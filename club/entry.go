package club

import (
	"encoding/json"
	"fmt"
	"time"
)

// EntryVersion is the newest version of what journal entries say.
const EntryVersion = 1

// Entry is one acknowledged command: what it did. Numbers of texts stand where the
// words were.
type Entry struct {
	Verb   Verb
	Events []Event
	// Keep is how many steps of the history stay, for an undo; else -1.
	Keep int
	// Aside: the events are facts of the outer world. They are no step, and no undo
	// takes them back.
	Aside bool
	At    time.Time // to the millisecond, in UTC; not in Marshal's text
}

// entryDoc is an entry as it is written.
type entryDoc struct {
	Do     Verb              `json:"do"`
	Keep   *int              `json:"keep,omitempty"`
	Aside  bool              `json:"aside,omitempty"`
	Events []json.RawMessage `json:"events,omitempty"`
}

// Marshal writes an entry but for its time, which the journal keeps itself.
func (e *Entry) Marshal() ([]byte, error) {
	doc := entryDoc{Do: e.Verb, Aside: e.Aside}
	if e.Keep >= 0 {
		doc.Keep = &e.Keep
	}
	for _, ev := range e.Events {
		raw, err := MarshalEvent(ev)
		if err != nil {
			return nil, err
		}
		doc.Events = append(doc.Events, raw)
	}
	return json.Marshal(doc)
}

// UnmarshalEntry reads what Marshal writes.
func UnmarshalEntry(data []byte, at time.Time) (Entry, error) {
	var doc entryDoc
	if err := strict(data, &doc); err != nil {
		return Entry{}, fmt.Errorf("club: entry: %w", err)
	}
	e := Entry{Verb: doc.Do, Keep: -1, Aside: doc.Aside, At: at}
	if doc.Keep != nil {
		e.Keep = *doc.Keep
	}
	for _, raw := range doc.Events {
		ev, err := UnmarshalEvent(raw)
		if err != nil {
			return Entry{}, err
		}
		e.Events = append(e.Events, ev)
	}
	return e, nil
}
