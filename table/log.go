package table

import (
	"encoding/json"
	"time"

	"omerta/mafia"
)

// Line is a sentence that package say can put into words in any language.
type Line struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args"`
}

// LogLine is one line of a table's log. What was taken back stays in it, struck.
type LogLine struct {
	Step   int   `json:"step"` // which step of the history it belongs to, 0 for none
	At     int64 `json:"at"`   // milliseconds since 1970
	Line   Line  `json:"line"`
	Struck bool  `json:"struck"`
}

// Words is how a table speaks; each part may be nil.
type Words struct {
	// Event gives the log line of an event, false where it says nothing.
	Event func(mafia.Event) (Line, bool)
	// Script gives what the host says and taps now, for a frame.
	Script func(*mafia.View) any
}

// secretVerbs are the commands whose content nobody at the table may read from
// the one device that is passed around.
var secretVerbs = map[mafia.Verb]bool{
	mafia.DoAct: true, mafia.DoShoot: true, mafia.DoWrite: true,
	mafia.DoCard: true, mafia.DoGesture: true, mafia.DoOverrule: true,
}

// commandLine names a command: "command.foul" with the command's fields.
// Without a host, a secret command is named without them.
func (s *state) commandLine(raw json.RawMessage) Line {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil || args == nil {
		args = map[string]any{}
	}
	verb, _ := args["do"].(string)
	delete(args, "do")
	if hostless(s.rb) && secretVerbs[mafia.Verb(verb)] {
		args = map[string]any{}
	}
	return Line{Key: "command." + verb, Args: args}
}

// lines gives what an entry adds to the log.
func (s *state) lines(e entry, verb mafia.Verb) []LogLine {
	var out []LogLine
	add := func(step int, at time.Time, l Line) {
		out = append(out, LogLine{Step: step, At: at.UnixMilli(), Line: l})
	}
	switch {
	case verb == doHalt:
		return nil
	case verb == DoInsert:
		var c Insert
		_ = json.Unmarshal(e.Command, &c) // it was read when it was accepted
		add(0, e.at, Line{Key: "command.insert", Args: map[string]any{"at": c.At}})
	case len(e.Steps) == 0 || verb == DoRedo:
		add(0, e.at, s.commandLine(e.Command))
	}
	first := len(s.steps) - len(e.Steps) + 1
	for i := range e.Steps {
		st := &e.Steps[i]
		add(first+i, st.when(), s.commandLine(st.Command))
		if s.words.Event == nil || hostless(s.rb) && secretVerbs[verbOf(st.Command)] {
			continue
		}
		for _, ev := range st.events {
			if l, ok := s.words.Event(ev); ok {
				add(first+i, st.when(), l)
			}
		}
	}
	return out
}
