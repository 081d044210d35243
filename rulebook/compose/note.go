package compose

import (
	"strings"

	"omerta/mafia"
)

// Note is one remark about a composition: the rule it rests on, the key of the
// sentence that tells it, and that sentence's parameters. Parameters are ints
// and strings; the one named "role" is a mafia.Role, and whoever renders the
// sentence puts that role's name (nominative) there. Rule is empty only for a
// rulebook that does not exist.
type Note struct {
	Rule string
	Key  string
	Args map[string]any
}

// Refused is the error of this package: every reason why the rules say no, not
// only the first.
type Refused struct{ Notes []Note }

// Error lists keys and rule ids for a log; people read the sentences of the notes.
func (r *Refused) Error() string {
	var b strings.Builder
	b.WriteString("composition refused:")
	for _, n := range r.Notes {
		b.WriteString(" " + n.Key)
		if n.Rule != "" {
			b.WriteString(" [" + n.Rule + "]")
		}
	}
	return b.String()
}

func note(rule, key string, args map[string]any) Note {
	return Note{Rule: rule, Key: "compose." + key, Args: args}
}

func roleNote(rule, key string, r mafia.Role) Note {
	return note(rule, key, map[string]any{"role": r})
}
