package say

import (
	"slices"
	"strings"
	"sync"
)

// Kind tells what the program does about a rule.
type Kind string

// The kinds of rules.
const (
	Engine  Kind = "engine"  // the referee enforces or computes it from the moves
	Console Kind = "console" // the console prompts, times, lists or proposes it
	Advice  Kind = "advice"  // it can only be read
)

// Rule is one rule of a rulebook, in the program's own words.
type Rule struct {
	ID       string `json:"id"`
	Rulebook string `json:"rulebook"`
	Kind     Kind   `json:"kind"`
	// Ruling marks a rule that holds, in whole or in part, by our reading: the
	// source is silent there, ambiguous, or contradicts itself.
	Ruling bool `json:"ruling"`
	// Options names the house options that change the rule; RU and EN say what
	// holds by default.
	Options []string `json:"options"`
	RU      string   `json:"ru"`
	EN      string   `json:"en"`
}

// Text gives the rule in the language; anything but EN is answered in Russian.
func (r Rule) Text(l Lang) string {
	if l == EN {
		return r.EN
	}
	return r.RU
}

// Topic gives the middle part of the id, such as "TIE" for "CITY-TIE-2". Its
// heading is Phrase("topic.TIE", lang).
func (r Rule) Topic() string {
	if parts := strings.Split(r.ID, "-"); len(parts) == 3 {
		return parts[1]
	}
	return ""
}

type ruleBook struct {
	list []Rule
	byID map[string]int
}

var loadRules = sync.OnceValue(func() ruleBook {
	b := ruleBook{byID: map[string]int{}}
	decode("rules.json", &b.list)
	for i, r := range b.list {
		b.byID[r.ID] = i
	}
	return b
})

// Rules gives all rules, grouped by rulebook and topic in reading order. The
// slice is the caller's; the Options in it are shared and must not be changed.
func Rules() []Rule { return slices.Clone(loadRules().list) }

// RulesOf gives the rules of one rulebook in reading order, none for an
// unknown one.
func RulesOf(rulebook string) []Rule {
	return slices.DeleteFunc(Rules(), func(r Rule) bool { return r.Rulebook != rulebook })
}

// RuleByID finds a rule; it reports false when there is none with that id.
func RuleByID(id string) (Rule, bool) {
	b := loadRules()
	i, ok := b.byID[id]
	if !ok {
		return Rule{}, false
	}
	return b.list[i], true
}
