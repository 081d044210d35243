package say_test

import (
	"encoding/json"
	"testing"

	"omerta/mafia"
	"omerta/say"
)

// writtenAlike checks that a line written by hand is what encoding/json makes of
// it. The walks through random games ask it of every line that they come upon.
func writtenAlike(t *testing.T, where string, l say.Line) {
	t.Helper()
	want, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := l.AppendJSON(nil); err != nil || string(got) != string(want) {
		t.Fatalf("%s: %v: %s, not %s", where, err, got, want)
	}
}

func scriptWrittenAlike(t *testing.T, where string, s say.Script) {
	t.Helper()
	want, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.AppendJSON(nil); err != nil || string(got) != string(want) {
		t.Fatalf("%s: %v: %s, not %s", where, err, got, want)
	}
}

func TestOddLinesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	for _, l := range []say.Line{
		{},
		{Key: "<k>", Args: map[string]any{}},
		{Key: "k", Args: map[string]any{
			"z": 1, "a": "<b>", "n": nil, "t": true, "f": 1.5, "l": []int{}, "m": []int(nil), "s": []string{"ё", `"`}, "q": []string(nil),
			"i": []any{1, "x"}, "what": say.Line{Key: "in"}, "r": mafia.Don, "<": -3, "": 9, "nine": 9,
		}},
	} {
		writtenAlike(t, "odd", l)
	}
	full := say.Script{
		Title: say.Line{Key: "t"}, Aloud: []say.Line{{Key: "a"}, {Key: "b"}}, Primary: &say.Button{Label: say.Line{Key: "p"}, Do: "pass", Command: []byte(`{"do":"pass","by":1}`)},
		Tap: "vote", Tone: "night", Answer: &say.Answer{Glyph: "yes", Line: say.Line{Key: "y"}},
	}
	for _, s := range []say.Script{full, {}} {
		scriptWrittenAlike(t, "odd", s)
	}
	if _, err := (say.Line{Key: "k", Args: map[string]any{"f": func() {}}}).AppendJSON(nil); err == nil {
		t.Error("a function is written")
	}
}
