package say

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"omerta/mafia"
)

// AppendJSON appends the line as encoding/json writes it. An error comes only of
// a parameter that JSON cannot hold; no line of this package has one.
func (l Line) AppendJSON(b []byte) ([]byte, error) {
	b = mafia.AppendString(append(b, `{"key":`...), l.Key)
	b = append(b, `,"args":`...)
	if l.Args == nil {
		return append(b, "null}"...), nil
	}
	var room [8]string
	names := room[:0]
	for name := range l.Args {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(mafia.AppendString(b, name), ':')
		var err error
		if b, err = appendArg(b, l.Args[name]); err != nil {
			return nil, fmt.Errorf("parameter %q of %q: %w", name, l.Key, err)
		}
	}
	return append(b, "}}"...), nil
}

// appendArg appends a parameter: the kinds that plain makes, and any other that
// JSON knows.
func appendArg(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case string:
		return mafia.AppendString(b, v), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case Line:
		return v.AppendJSON(b)
	case []int:
		if v == nil {
			break
		}
		b = append(b, '[')
		for i, n := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
		return append(b, ']'), nil
	case []string:
		if v == nil {
			break
		}
		b = append(b, '[')
		for i, s := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = mafia.AppendString(b, s)
		}
		return append(b, ']'), nil
	}
	raw, err := json.Marshal(v)
	return append(b, raw...), err
}

// AppendLines appends a list of lines as encoding/json writes it, with the error
// of Line.AppendJSON.
func AppendLines(b []byte, list []Line) (_ []byte, err error) {
	if list == nil {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = list[i].AppendJSON(b); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// AppendJSON appends the script as encoding/json writes it, with the error of
// Line.AppendJSON.
func (s *Script) AppendJSON(b []byte) (_ []byte, err error) {
	if b, err = s.Title.AppendJSON(append(b, `{"title":`...)); err != nil {
		return nil, err
	}
	if b, err = AppendLines(append(b, `,"aloud":`...), s.Aloud); err != nil {
		return nil, err
	}
	if b, err = AppendLines(append(b, `,"hints":`...), s.Hints); err != nil {
		return nil, err
	}
	if b, err = s.Primary.append(append(b, `,"primary":`...)); err != nil {
		return nil, err
	}
	b = mafia.AppendString(append(b, `,"tap":`...), s.Tap)
	b = mafia.AppendString(append(b, `,"tone":`...), s.Tone)
	if b, err = s.Answer.append(append(b, `,"answer":`...)); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

func (p *Button) append(b []byte) (_ []byte, err error) {
	if p == nil {
		return append(b, "null"...), nil
	}
	if b, err = p.Label.AppendJSON(append(b, `{"label":`...)); err != nil {
		return nil, err
	}
	b = mafia.AppendString(append(b, `,"do":`...), string(p.Do))
	b = append(append(b, `,"command":`...), p.Command...) // MarshalCommand writes it compact
	return append(b, '}'), nil
}

func (a *Answer) append(b []byte) (_ []byte, err error) {
	if a == nil {
		return append(b, "null"...), nil
	}
	b = mafia.AppendString(append(b, `{"glyph":`...), a.Glyph)
	if b, err = a.Line.AppendJSON(append(b, `,"line":`...)); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}
