package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"omerta/mafia"
)

// known is one row of the table of house options: its values and its default
// in each rulebook ("" where the option does not exist).
type known struct {
	name    string
	values  []string // closed list; empty: a number
	from    int      // numbers: the smallest
	to      int      // and the largest
	city    string
	classic string
	club    string
	orig    string
}

var (
	yesNo    = []string{"yes", "no"}
	question = []string{"question", "none"}
	voters   = []string{"all", "not-tied"}
)

// table lists the options in the order in which they are shown and written.
var table = []known{
	{name: "seventeen", values: []string{"9-civilians", "8-civilians"}, city: "9-civilians"},
	{name: "first-speaker", values: []string{"next-opener", "after-last-speaker", "seat-1"}, city: "next-opener", classic: "next-opener", club: "next-opener"},
	{name: "nominations.first-circle", values: []string{"1", "any"}, city: "1", classic: "1", club: "any"},
	{name: "nominations.later", values: []string{"1", "any"}, city: "any", classic: "1", club: "any"},
	{name: "nominations.withdraw", values: yesNo, city: "no", classic: "yes", club: "no"},
	{name: "single-candidate.first-day", values: []string{"stays", "leaves"}, city: "stays", classic: "stays", club: "leaves"},
	{name: "single-candidate.later", values: []string{"leaves", "stays"}, city: "leaves", classic: "leaves", club: "leaves"},
	{name: "missing-votes", values: []string{"last", "nobody"}, city: "last", classic: "last", club: "last"},
	{name: "tie.revote-voters", values: voters, city: "not-tied", classic: "all", club: "not-tied"},
	{name: "tie.revote-order", values: []string{"same", "reverse"}, city: "same", classic: "same", club: "same"},
	{name: "tie.smaller", values: []string{"repeat", "question"}, city: "question", classic: "repeat", club: "question"},
	{name: "tie.question-voters", values: voters, city: "not-tied", classic: "all", club: "all"},
	{name: "tie.at-four", values: question, city: "question", classic: "none", club: "question"},
	{name: "tie.three-at-nine", values: question, city: "question", classic: "question", club: "question"},
	{name: "tie.all", values: question, city: "none", classic: "question", club: "question"},
	{name: "mafia-without-don", values: []string{"agree", "majority"}, city: "agree", club: "agree"},
	{name: "sheriff-shoots-from", values: []string{"never"}, from: 10, to: mafia.MaxSeats, city: "15"},
	{name: "doctor.same-twice", values: yesNo, city: "yes", club: "no"},
	{name: "doctor.self-heals", values: []string{"1", "any"}, city: "1", club: "any"},
	{name: "heal-breaks-chain", values: yesNo, city: "yes", club: "yes"},
	{name: "bodyguard-breaks-chain", values: yesNo, city: "no"},
	{name: "alibi", values: []string{"stays", "not-nominated"}, club: "stays"},
	{name: "best-move", values: []string{"first-victim", "first-night", "none"}, classic: "first-victim"},
	{name: "fouls.third", values: []string{"silence", "short-speech", "nothing"}, city: "silence", classic: "silence", club: "silence"},
	{name: "fouls.reset-on-skip", values: yesNo, city: "no", classic: "no", club: "yes"},
	{name: "fouls.fourth-last-word", values: yesNo, city: "no", classic: "no", club: "yes"},
	{name: "fouls.removal-cancels-vote", values: []string{"candidate", "always", "never"}, city: "never", classic: "candidate", club: "never"},
	{name: "fouls.golden-minute", values: yesNo, city: "no", classic: "yes", club: "no"},
	{name: "immunity.covers", values: []string{"first-night", "one-kill"}, city: "first-night", club: "one-kill"},
	{name: "immunity.chain", values: yesNo, city: "yes", club: "no"},
	{name: "victory.red-must-oust-maniac", values: yesNo, city: "no", club: "yes"},
	{name: "victory.maniac-blocks-black", values: yesNo, city: "no", club: "yes"},
	{name: "victory.maniac-with", values: []string{"3", "1-red"}, city: "3", club: "1-red"},
	{name: "victory.stalemate", values: []string{"off"}, from: 1, to: 20, city: "off", classic: "3", club: "off"},
	{name: "speech", from: 5, to: 600, city: "60", classic: "60", club: "60"},
	{name: "last-word", from: 5, to: 600, city: "60", classic: "60", club: "60"},
	{name: "defence", from: 5, to: 600, city: "30", classic: "30", club: "30"},
	{name: "speech-grace", from: 0, to: 60, classic: "3"},
	{name: "agreement", from: 5, to: 600, classic: "60"},
	{name: "look-around", from: 5, to: 600, classic: "20"},
	{name: "check", from: 5, to: 600, classic: "30"},
	{name: "best-move-time", from: 0, to: 600, classic: "10"},
	{name: "host", values: []string{"required", "none"}, city: "required", classic: "required", club: "required", orig: "none"},
}

// standard is the default of an option in a rulebook, "" where it does not exist.
func (k *known) standard(name string) string {
	switch name {
	case "city":
		return k.city
	case "classic":
		return k.classic
	case "club":
		return k.club
	}
	return k.orig
}

// fits tells whether a value may be set.
func (k *known) fits(value string) bool {
	if slices.Contains(k.values, value) {
		return true
	}
	n, err := strconv.Atoi(value)
	return err == nil && k.to > 0 && n >= k.from && n <= k.to && strconv.Itoa(n) == value
}

// allows describes the values for an error.
func (k *known) allows() string {
	out := strings.Join(k.values, ", ")
	if k.to == 0 {
		return out
	}
	number := fmt.Sprintf("a number from %d to %d", k.from, k.to)
	if out == "" {
		return number
	}
	return number + ", " + out
}

// OptionError says what is wrong with an option, and which would be right.
type OptionError struct {
	Name, Value string
	Text        string // plain English, lists the known names or values
}

// Error implements error.
func (e *OptionError) Error() string { return e.Text }

// settle works out the full set of options: defaults, then the preset, then
// what is set, later settings over earlier ones.
func settle(name string, preset []mafia.Option, set []mafia.Option) (map[string]string, []mafia.Option, error) {
	values := map[string]string{}
	for i := range table {
		if v := table[i].standard(name); v != "" {
			values[table[i].name] = v
		}
	}
	for _, o := range append(slices.Clone(preset), set...) {
		if err := check(name, o); err != nil {
			return nil, nil, err
		}
		values[o.Name] = o.Value
	}
	var full []mafia.Option
	for i := range table {
		if v, ok := values[table[i].name]; ok {
			full = append(full, mafia.Option{Name: table[i].name, Value: v})
		}
	}
	return values, full, nil
}

func check(name string, o mafia.Option) error {
	var here []string
	for i := range table {
		k := &table[i]
		if k.standard(name) == "" {
			continue
		}
		here = append(here, k.name)
		if k.name != o.Name {
			continue
		}
		if !k.fits(o.Value) || o.Name == "host" && o.Value == "none" && name != "original" {
			return &OptionError{o.Name, o.Value, fmt.Sprintf("option %s cannot be %q here; it can be: %s", o.Name, o.Value, k.allows())}
		}
		return nil
	}
	return &OptionError{o.Name, o.Value, fmt.Sprintf("%s has no option %q; it has: %s", name, o.Name, strings.Join(here, ", "))}
}

// Defaults lists the options of a rulebook (without version) as they are when
// nothing is set.
func Defaults(name string) []mafia.Option {
	_, full, err := settle(name, nil, nil)
	if err != nil {
		return nil
	}
	return full
}
