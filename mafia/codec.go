package mafia

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// The wire form of commands and events: a JSON object whose first field names
// the kind ("do" for a command, "is" for an event) and whose other fields are
// the struct's.

// MarshalCommand writes a command as {"do":VERB,...}.
func MarshalCommand(c Command) ([]byte, error) {
	if c == nil {
		return nil, fmt.Errorf("no command")
	}
	if o, ok := c.(Overrule); ok {
		inner, err := MarshalCommand(o.Command)
		if err != nil {
			return nil, err
		}
		return append(append([]byte(`{"do":"overrule","command":`), inner...), '}'), nil
	}
	return tagged("do", string(c.Verb()), c)
}

// tagged writes v with a first field that names its kind.
func tagged(field, kind string, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	out := append([]byte(`{"`+field+`":"`+kind+`"`), ',')
	if len(body) == 2 { // {}
		out[len(out)-1] = '}'
		return out, nil
	}
	return append(out, body[1:]...), nil
}

// into reads a body whose kind stands in the field tag, refusing fields that the
// kind does not have.
func into[T any](body []byte, tag string) (T, error) {
	var v T
	dec := json.NewDecoder(bytes.NewReader(untag(body, tag)))
	dec.DisallowUnknownFields()
	err := dec.Decode(&v)
	return v, err
}

// leading reads the kind of an object whose tag is its first field, as
// MarshalCommand and MarshalEvents write it, and says where its value ends.
// Whatever is written otherwise is left to encoding/json.
func leading(body []byte, tag string) (kind []byte, end int, ok bool) {
	at := len(tag) + len(`{"":"`)
	if len(body) < at || string(body[:2]) != `{"` || string(body[2:2+len(tag)]) != tag || string(body[2+len(tag):at]) != `":"` {
		return nil, 0, false
	}
	for end = at; end < len(body) && (body[end] >= 'a' && body[end] <= 'z' || body[end] == '-'); end++ {
	}
	if end+1 >= len(body) || body[end] != '"' || body[end+1] != ',' && body[end+1] != '}' || !json.Valid(body) {
		return nil, 0, false
	}
	return body[at:end], end + 1, true
}

// VerbOf reads the verb of a command alone; "" when there is none.
func VerbOf(body []byte) Verb {
	verb, err := kindOf(body, "do")
	if err != nil {
		return ""
	}
	return Verb(verb)
}

// Untagged is a command's object without its verb: its fields. What is no object
// comes back as it is.
func Untagged(body []byte) []byte { return untag(body, "do") }

// untag drops the field tag from an object.
func untag(body []byte, tag string) []byte {
	if _, end, ok := leading(body, tag); ok {
		out := append(make([]byte, 0, len(body)-end+1), '{')
		if body[end] == ',' {
			end++
		}
		return append(out, body[end:]...)
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil {
		return body
	}
	delete(m, tag)
	out, err := json.Marshal(m)
	if err != nil {
		return body
	}
	return out
}

func kindOf(body []byte, field string) (string, error) {
	if kind, _, ok := leading(body, field); ok {
		return string(kind), nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return "", err
	}
	var kind string
	if err := json.Unmarshal(m[field], &kind); err != nil {
		return "", fmt.Errorf("field %q is missing", field)
	}
	return kind, nil
}

// UnmarshalCommand reads what MarshalCommand writes; an unknown verb or field is
// an error.
func UnmarshalCommand(body []byte) (Command, error) { return unmarshalCommand(body, 0) }

func unmarshalCommand(body []byte, depth int) (Command, error) {
	verb, err := kindOf(body, "do")
	if err != nil {
		return nil, err
	}
	if Verb(verb) == DoOverrule {
		m, err := into[struct {
			Command json.RawMessage `json:"command"`
		}](body, "do")
		if err != nil {
			return nil, err
		}
		if depth > 0 {
			return nil, fmt.Errorf("an overruling cannot be overruled")
		}
		inner, err := unmarshalCommand(m.Command, depth+1)
		return Overrule{Command: inner}, err
	}
	read, ok := commandReaders[Verb(verb)]
	if !ok {
		return nil, fmt.Errorf("no command is called %q", verb)
	}
	return read(body)
}

func command[T Command](body []byte) (Command, error) { return into[T](body, "do") }

func event[T Event](body []byte) (Event, error) { return into[T](body, "is") }

var commandReaders = map[Verb]func([]byte) (Command, error){
	DoProceed:    command[Proceed],
	DoPass:       command[Pass],
	DoNominate:   command[Nominate],
	DoWithdraw:   command[Withdraw],
	DoInvite:     command[Invite],
	DoClose:      command[Close],
	DoVote:       command[Vote],
	DoOust:       command[Oust],
	DoShoot:      command[Shoot],
	DoAct:        command[Act],
	DoBestMove:   command[BestMove],
	DoReveal:     command[Reveal],
	DoAccuse:     command[Accuse],
	DoDrop:       command[Drop],
	DoJudge:      command[Judge],
	DoCallNight:  command[CallNight],
	DoWrite:      command[Write],
	DoFoul:       command[Foul],
	DoGesture:    command[Gesture],
	DoRemove:     command[Remove],
	DoForfeit:    command[Forfeit],
	DoBeaten:     command[Beaten],
	DoLeave:      command[Leave],
	DoSubstitute: command[Substitute],
	DoCard:       command[SetCard],
}

// eventKinds names every event on the wire.
var eventKinds = map[reflect.Type]string{}

var eventReaders = map[string]func([]byte) (Event, error){
	"dealt":           named[Dealt]("dealt"),
	"introduced":      named[Introduced]("introduced"),
	"fell":            named[Fell]("fell"),
	"woke":            named[Woke]("woke"),
	"acted":           named[Acted]("acted"),
	"fired":           named[Fired]("fired"),
	"slept":           named[Slept]("slept"),
	"broke":           named[Broke]("broke"),
	"gathered":        named[Gathered]("gathered"),
	"went-on":         named[WentOn]("went-on"),
	"turned":          named[Turned]("turned"),
	"skipped":         named[Skipped]("skipped"),
	"passed":          named[Passed]("passed"),
	"opener-moved":    named[OpenerMoved]("opener-moved"),
	"nominated":       named[Nominated]("nominated"),
	"withdrawn":       named[Withdrawn]("withdrawn"),
	"struck":          named[Struck]("struck"),
	"invited":         named[Invited]("invited"),
	"closing":         named[Closing]("closing"),
	"rounded":         named[Rounded]("rounded"),
	"vote-off":        named[VoteOff]("vote-off"),
	"opened":          named[Opened]("opened"),
	"counted":         named[Counted]("counted"),
	"fallen":          named[Fallen]("fallen"),
	"tied":            named[Tied]("tied"),
	"pleaded":         named[Pleaded]("pleaded"),
	"asked":           named[Asked]("asked"),
	"answered":        named[Answered]("answered"),
	"excused":         named[Excused]("excused"),
	"settled":         named[Settled]("settled"),
	"departed":        named[Departed]("departed"),
	"owed":            named[Owed]("owed"),
	"word-lost":       named[WordLost]("word-lost"),
	"counting":        named[Counting]("counting"),
	"foul-given":      named[FoulGiven]("foul-given"),
	"best-moved":      named[BestMoved]("best-moved"),
	"revealed":        named[Revealed]("revealed"),
	"accusing":        named[Accusing]("accusing"),
	"cleared":         named[Cleared]("cleared"),
	"judged":          named[Judged]("judged"),
	"night-called":    named[NightCalled]("night-called"),
	"wrote":           named[Wrote]("wrote"),
	"notes-read":      named[NotesRead]("notes-read"),
	"carded":          named[Carded]("carded"),
	"replaced":        named[Replaced]("replaced"),
	"overruled":       named[Overruled]("overruled"),
	"declared-beaten": named[DeclaredBeaten]("declared-beaten"),
	"ended":           named[Ended]("ended"),
}

// named registers an event type under its wire name.
func named[T Event](kind string) func([]byte) (Event, error) {
	eventKinds[reflect.TypeFor[T]()] = kind
	return event[T]
}

// EventKind is the wire name of an event.
func EventKind(e Event) string { return eventKinds[reflect.TypeOf(e)] }

// MarshalEvents writes events as a JSON list of {"is":KIND,...}.
func MarshalEvents(events []Event) ([]byte, error) {
	out := []byte{'['}
	for i, e := range events {
		if i > 0 {
			out = append(out, ',')
		}
		one, err := tagged("is", EventKind(e), e)
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	return append(out, ']'), nil
}

// UnmarshalEvents reads what MarshalEvents writes; an unknown kind or field is an
// error.
func UnmarshalEvents(body []byte) ([]Event, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	out := make([]Event, 0, len(list))
	for _, one := range list {
		kind, err := kindOf(one, "is")
		if err != nil {
			return nil, err
		}
		read, ok := eventReaders[kind]
		if !ok {
			return nil, fmt.Errorf("no event is called %q", kind)
		}
		e, err := read(one)
		if err != nil {
			return nil, fmt.Errorf("event %q: %w", kind, err)
		}
		out = append(out, e)
	}
	return out, nil
}
