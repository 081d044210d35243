package history

import (
	"fmt"

	"omerta/names"
	"omerta/say"
)

// Refusal is one thing that was refused, and why.
type Refusal struct {
	Line   int      `json:"line"`   // from 1
	Game   string   `json:"game"`   // as it is written, "" where it cannot be read
	Column string   `json:"column"` // heading, "" for the row or the game as a whole
	Say    say.Line `json:"say"`
}

// In gives the refusal as one line of text.
func (r Refusal) In(l say.Lang) string {
	out := fmt.Sprintf("%d: ", r.Line)
	if r.Game != "" {
		out += say.T(l, "history.of-game", map[string]any{"game": r.Game}) + ": "
	}
	if r.Column != "" {
		out += r.Column + ": "
	}
	return out + r.Say.In(l)
}

// MaxRefusals is how many refusals a report lists; the others are counted.
const MaxRefusals = 1000

// Report tells what became of a file.
type Report struct {
	Rows    int `json:"rows"`    // without headings and blank lines
	Games   int `json:"games"`   // that were taken
	Refused int `json:"refused"` // games that were not
	Known   int `json:"known"`   // games that were there already
	// Refusals are in the order of lines.
	Refusals []Refusal `json:"refusals"`
	More     int       `json:"more"` // refusals beyond MaxRefusals
	// Notes tell what was taken though one may wonder: headings that are not known,
	// games without a date, guests, best moves that name their own seat.
	Notes []say.Line `json:"notes"`
}

// refuse notes a refusal.
func (r *Report) refuse(x Refusal) {
	if len(r.Refusals) == MaxRefusals {
		r.More++
		return
	}
	r.Refusals = append(r.Refusals, x)
}

// words makes a line of a message "history." + key and pairs of name and value.
func words(key string, pairs ...any) say.Line {
	args := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		args[name] = pairs[i+1]
	}
	return say.Line{Key: "history." + key, Args: args}
}

// clip shortens what somebody typed for a message.
func clip(s string) string {
	const most = 40
	out := names.Line(s)
	for i := range out {
		if i > most {
			return out[:i] + "…"
		}
	}
	return out
}
