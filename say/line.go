package say

import (
	"slices"
	"strings"

	"omerta/mafia"
)

// Line is a sentence without a language: the key of a message and its
// parameters. Parameters are numbers, strings, lists of these, and lines, so
// that a Line reads the same after a way through JSON. "book" is the rulebook
// whose words are used, "rule" the rule that the sentence rests on, where there
// is one.
type Line struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args"`
}

// In renders the line; T tells what happens to unknown keys and languages.
func (l Line) In(lang Lang) string { return T(lang, l.Key, l.Args) }

// Rule is the rule that the line rests on, "" when it names none.
func (l Line) Rule() string {
	id, _ := l.Args["rule"].(string)
	return id
}

// Renamed gives the line with the parameters of some names changed by f where they
// are strings, in the lines within it too. So a sentence about the ids of people
// becomes one about their nicks.
func (l Line) Renamed(f func(string) string, params ...string) Line {
	out := Line{Key: l.Key, Args: make(map[string]any, len(l.Args))}
	for name, v := range l.Args {
		switch x := v.(type) {
		case string:
			if slices.Contains(params, name) {
				v = f(x)
			}
		case Line:
			v = x.Renamed(f, params...)
		case []Line:
			lines := make([]Line, len(x))
			for i := range x {
				lines[i] = x[i].Renamed(f, params...)
			}
			v = lines
		}
		out.Args[name] = v
	}
	return out
}

// writer makes lines in the words of one rulebook.
type writer struct{ book string }

// writerFor takes a rulebook's id with or without its version.
func writerFor(rulebook string) writer {
	book, _, _ := strings.Cut(rulebook, "@")
	return writer{book}
}

// line makes a line of a key and pairs of name and value. The rulebook's own
// message, key + "." + rulebook, goes before the general one.
func (w writer) line(key string, pairs ...any) Line {
	args := map[string]any{"book": w.book}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		args[name] = plain(pairs[i+1])
	}
	if own := key + "." + w.book; Has(own) {
		key = own
	}
	return Line{Key: key, Args: args}
}

// plain turns the game's types into such as read alike before and after JSON.
func plain(v any) any {
	switch v := v.(type) {
	case mafia.Seat:
		return int(v)
	case mafia.Seats:
		return plain(v.List())
	case []mafia.Seat:
		out := make([]int, len(v))
		for i, s := range v {
			out[i] = int(s)
		}
		return out
	case mafia.Role:
		return v.String()
	case mafia.Side:
		return v.String()
	case mafia.Winner:
		return string(v)
	}
	return v
}

// Note makes a line of a remark about a composition: its key and parameters,
// with cards named as the rulebook does.
func Note(rulebook, rule, key string, args map[string]any) Line {
	pairs := []any{"rule", rule}
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		pairs = append(pairs, name, args[name])
	}
	return writerFor(rulebook).line(key, pairs...)
}
