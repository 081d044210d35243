package table

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"

	"omerta/mafia"
	"omerta/say"
)

// Line is a sentence that package say can put into words in any language.
type Line = say.Line

// LogLine is one line of a table's log. What was taken back stays in it, struck.
type LogLine struct {
	Step   int   `json:"step"` // which step of the history it belongs to, 0 for none
	At     int64 `json:"at"`   // milliseconds since 1970
	Line   Line  `json:"line"`
	Struck bool  `json:"struck"`
	Secret bool  `json:"secret"` // tells what only the host knows before the end

	start []byte // the line's JSON as far as "struck", once it was shown
}

// strike is an undo's line through the log: of the lines before an index, those
// are struck that belong to a step above a number.
type strike struct{ before, above int }

// struckFrom tells of the lines of the log from an index on which are struck,
// into out. The log itself only grows, so that a state shares it with the next.
func (s *state) struckFrom(from int, out []bool) {
	above, k := math.MaxInt, len(s.strikes)
	for i := len(s.log) - 1; i >= from; i-- {
		for ; k > 0 && s.strikes[k-1].before > i; k-- {
			above = min(above, s.strikes[k-1].above)
		}
		out[i-from] = s.log[i].Step > above
	}
}

// logLines is the whole log.
func (s *state) logLines() []LogLine {
	out := append([]LogLine{}, s.log...)
	struck := make([]bool, len(out))
	s.struckFrom(0, struck)
	for i := range out {
		out[i].Struck, out[i].start = struck[i], nil
	}
	return out
}

// appendLog writes the last lines of the log as encoding/json does. What does
// not change of a line is kept with it; lines belong to the table's goroutine.
func (s *state) appendLog(b []byte) (_ []byte, err error) {
	from := max(0, len(s.log)-shownLog)
	var struck [shownLog]bool
	s.struckFrom(from, struck[:])
	b = append(b, '[')
	for i := range s.log[from:] {
		l := &s.log[from+i]
		if l.start == nil {
			if l.start, err = l.appendStart(make([]byte, 0, 160)); err != nil {
				return nil, err
			}
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendBool(append(b, l.start...), struck[i])
		b = strconv.AppendBool(append(b, `,"secret":`...), l.Secret)
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

func (l *LogLine) appendStart(b []byte) ([]byte, error) {
	b = strconv.AppendInt(append(b, `{"step":`...), int64(l.Step), 10)
	b = strconv.AppendInt(append(b, `,"at":`...), l.At, 10)
	b, err := l.Line.AppendJSON(append(b, `,"line":`...))
	return append(b, `,"struck":`...), err
}

// secretVerbs are the commands whose content nobody at the table may read from
// the one device that is passed around.
var secretVerbs = map[mafia.Verb]bool{
	mafia.DoAct: true, mafia.DoShoot: true, mafia.DoWrite: true,
	mafia.DoCard: true, mafia.DoGesture: true, mafia.DoOverrule: true,
}

// label names what undoing a step would take back. Without a host, a secret
// command is named without its content.
func (s *state) label(st *step) Line {
	c, err := st.command, error(nil)
	if c == nil {
		c, err = mafia.UnmarshalCommand(st.Command)
	}
	if err != nil || hostless(s.rb) && secretVerbs[c.Verb()] {
		c = nil
	}
	return say.Undo(s.rb.ID, c, st.events)
}

// what names a step by itself, without the word that takes it back.
func (s *state) what(st *step) Line {
	l := s.label(st)
	if inner, ok := l.Args["what"].(Line); ok {
		return inner
	}
	return l
}

// latest names what happened last.
func (s *state) latest() *Line {
	if len(s.steps) < 2 {
		return nil
	}
	l := s.what(&s.steps[len(s.steps)-1])
	return &l
}

// office names what was done to the table itself: "table.undo" and the like.
func (s *state) office(raw json.RawMessage) Line {
	return Line{Key: "table." + string(verbOf(raw)), Args: map[string]any{}}
}

// undone names what an entry is about to take back, in a state that still has it:
// the one step, unless it is a secret, or how many there are. It has no key where
// the entry is no undo of steps.
func (s *state) undone(e entry, verb mafia.Verb) Line {
	if verb != DoUndo || e.Rewind == nil || len(e.Steps) > 0 || *e.Rewind < 1 || *e.Rewind >= len(s.steps) {
		return Line{}
	}
	away := s.steps[*e.Rewind:]
	if len(away) > 1 {
		return Line{Key: "table.undo-many", Args: map[string]any{"n": len(away)}}
	}
	if s.secret(&away[0]) {
		return s.office(e.Command)
	}
	return Line{Key: "table.undo-what", Args: map[string]any{"what": s.what(&away[0])}}
}

// secret tells of a step that may not be named to whoever looks on.
func (s *state) secret(st *step) bool {
	if secretVerbs[verbOf(st.Command)] {
		return true
	}
	return slices.ContainsFunc(st.events, func(ev mafia.Event) bool {
		l, ok := say.Event(s.rb.ID, ev, nil)
		return ok && l.Secret
	})
}

// lines gives what an entry adds to the log.
func (s *state) lines(e entry, verb mafia.Verb, undone Line) []LogLine {
	var out []LogLine
	add := func(step int, at time.Time, l Line) {
		out = append(out, LogLine{Step: step, At: at.UnixMilli(), Line: l})
	}
	switch {
	case verb == doHalt, e.Friends != nil && len(e.Steps) == 0 && e.Voided == nil:
		return nil
	case verb == DoInsert:
		var c Insert
		_ = json.Unmarshal(e.Command, &c) // it was read when it was accepted
		add(0, e.at, Line{Key: "table.insert", Args: map[string]any{"at": c.At}})
	case undone.Key != "":
		add(0, e.at, undone)
	case len(e.Steps) == 0 || verb == DoUndo || verb == DoRedo:
		add(0, e.at, s.office(e.Command))
	}
	first := len(s.steps) - len(e.Steps) + 1
	for i := range e.Steps {
		st := &e.Steps[i]
		if hostless(s.rb) && secretVerbs[verbOf(st.Command)] {
			continue
		}
		for _, ev := range st.events {
			if l, ok := say.Event(s.rb.ID, ev, nil); ok {
				out = append(out, LogLine{Step: first + i, At: st.At, Line: l.Line, Secret: l.Secret})
			}
		}
	}
	return out
}
