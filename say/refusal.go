package say

import (
	"strings"

	"omerta/mafia"
)

// Refused is a refusal in words: why the rules say no, by which rule, and what
// to do instead.
type Refused struct {
	Text Line   `json:"text"`
	Rule string `json:"rule"` // "" where no rule of a rulebook is concerned
	Hint Line   `json:"hint"`
}

// Refusal puts a refusal into words. The rulebook's words follow from the rule
// that it cites. A reason that has no words of its own (none of package mafia is
// such) is answered in general terms.
func Refusal(r *mafia.Refusal) Refused {
	book := ""
	rule, known := RuleByID(r.Rule)
	if known {
		book = rule.Rulebook
	}
	w := writer{book}
	key := "why." + string(r.Why)
	if !Has(key) {
		key = "why.other"
		if strings.HasPrefix(string(r.Why), "compose.") {
			key = "why.compose"
		}
	}
	out := Refused{Text: w.line(key, "seat", r.Seat, "role", r.Role, "rule", rule.ID), Rule: rule.ID}
	out.Hint = w.line(key+".do", "seat", r.Seat, "role", r.Role, "rule", rule.ID)
	return out
}
