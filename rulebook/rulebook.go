// Package rulebook holds the four rulebooks, one file each, and the parts they
// are made of, one file per question on which they differ. A rulebook is a
// literal of parts; house options build the literal.
package rulebook

import (
	"fmt"
	"strconv"
	"strings"

	"omerta/mafia"
	"omerta/rulebook/compose"
)

// version of every rulebook today. A change of rules gets a new version, and
// the old one stays as long as games of it can be folded.
const version = "@1"

// Names lists the rulebooks without versions.
func Names() []string { return []string{"city", "classic", "club", "original"} }

// IDs lists the rulebooks with their newest versions.
func IDs() []string {
	out := Names()
	for i := range out {
		out[i] += version
	}
	return out
}

// Preset is a ready set of options with a name.
type Preset struct {
	Name     string
	Rulebook string
	Options  []mafia.Option
}

// Presets lists the presets that ship.
func Presets() []Preset {
	return []Preset{{Name: "sport", Rulebook: "classic", Options: []mafia.Option{
		{Name: "best-move", Value: "first-night"},
		{Name: "fouls.removal-cancels-vote", Value: "always"},
		{Name: "tie.at-four", Value: "question"},
		{Name: "tie.all", Value: "none"},
	}}}
}

// Error says why there is no such rulebook, version or preset.
type Error struct {
	What string // "rulebook", "version" or "preset"
	Text string // plain English, lists what there is
}

// Error implements error.
func (e *Error) Error() string { return e.Text }

// Split takes an id apart: "classic@1" and "classic" both are classic, version 1.
func Split(id string) (name string, err error) {
	name, v, versioned := strings.Cut(id, "@")
	for _, n := range Names() {
		if n != name {
			continue
		}
		if versioned && "@"+v != version {
			return "", &Error{"version", fmt.Sprintf("rulebook %s has no version %q; the newest is %s", name, v, version[1:])}
		}
		return name, nil
	}
	return "", &Error{"rulebook", fmt.Sprintf("no rulebook is called %q; there are: %s", id, strings.Join(Names(), ", "))}
}

// New builds a rulebook from its id, a preset ("" for none) and the options set
// over it. The error is an *Error or an *OptionError.
func New(id, preset string, set []mafia.Option) (*mafia.Rulebook, error) {
	name, err := Split(id)
	if err != nil {
		return nil, err
	}
	var base []mafia.Option
	if preset != "" {
		if base, err = presetFor(name, preset); err != nil {
			return nil, err
		}
	}
	values, full, err := settle(name, base, set)
	if err != nil {
		return nil, err
	}
	rb := build(name, values)
	rb.ID, rb.Options = name+version, full
	rb.Refuse = refusal(name)
	return rb, nil
}

// Must is New for ids and options that are known to be right.
func Must(id, preset string, set ...mafia.Option) *mafia.Rulebook {
	rb, err := New(id, preset, set)
	if err != nil {
		panic(err)
	}
	return rb
}

func presetFor(name, preset string) ([]mafia.Option, error) {
	var there []string
	for _, p := range Presets() {
		if p.Rulebook != name {
			continue
		}
		there = append(there, p.Name)
		if p.Name == preset {
			return p.Options, nil
		}
	}
	return nil, &Error{"preset", fmt.Sprintf("%s has no preset %q; it has: %s", name, preset, strings.Join(append(there, "none"), ", "))}
}

// refusal is the part that judges a composition.
func refusal(name string) func(int, mafia.Cast) []mafia.Refusal {
	return func(players int, cast mafia.Cast) []mafia.Refusal {
		var c compose.Counts
		for r := range c {
			c[r] = int(cast[r])
		}
		_, notes := compose.Judge(name, players, c)
		out := make([]mafia.Refusal, len(notes))
		for i, n := range notes {
			out[i] = mafia.Refusal{Rule: n.Rule, Why: mafia.Reason(n.Key)}
		}
		return out
	}
}

func build(name string, v map[string]string) *mafia.Rulebook {
	switch name {
	case "city":
		return city(v)
	case "classic":
		return classic(v)
	case "club":
		return club(v)
	}
	return original(v)
}

// num reads an option that is known to be a number, or a word for none.
func num(v map[string]string, name string) int {
	n, _ := strconv.Atoi(v[name])
	return n
}

// common fills in what the three rulebooks with circles and ballots share: the
// reading of the options.
func common(v map[string]string, rb *mafia.Rulebook) *mafia.Rulebook {
	rb.Opener = map[string]mafia.FirstSpeaker{
		"next-opener":        mafia.NextOpener,
		"after-last-speaker": mafia.AfterLastSpeaker, "seat-1": mafia.SeatOne,
	}[v["first-speaker"]]
	rb.NomFirst, rb.NomLater = num(v, "nominations.first-circle"), num(v, "nominations.later")
	rb.Withdraw = v["nominations.withdraw"] == "yes"
	rb.SingleFirst = v["single-candidate.first-day"] == "leaves"
	rb.SingleLater = v["single-candidate.later"] == "leaves"
	rb.MissingLast = v["missing-votes"] == "last"
	rb.Tie = Crash{
		SmallerRepeats: v["tie.smaller"] == "repeat", AtFour: v["tie.at-four"] == "question",
		ThreeAtNine: v["tie.three-at-nine"] == "question", All: v["tie.all"] == "question",
	}
	rb.RevoteTied = v["tie.revote-voters"] == "all"
	rb.QuestionTied = v["tie.question-voters"] == "all"
	rb.RevoteBack = v["tie.revote-order"] == "reverse"
	rb.Third = map[string]mafia.ThirdFoul{
		"silence": mafia.ThirdSilences, "short-speech": mafia.ThirdShortens,
		"nothing": mafia.ThirdNothing,
	}[v["fouls.third"]]
	rb.ClearSkip = v["fouls.reset-on-skip"] == "yes"
	rb.FourthWord = v["fouls.fourth-last-word"] == "yes"
	rb.Cancel = map[string]mafia.CancelVote{
		"candidate": mafia.CancelCandidate, "always": mafia.CancelAlways,
		"never": mafia.CancelNever,
	}[v["fouls.removal-cancels-vote"]]
	rb.Golden = v["fouls.golden-minute"] == "yes"
	rb.Stalemate = num(v, "victory.stalemate")
	rb.SelfHeal = num(v, "doctor.self-heals")
	rb.SameHeal = v["doctor.same-twice"] == "yes"
	rb.GunFrom = num(v, "sheriff-shoots-from")
	rb.Seconds = mafia.Seconds{
		Speech: num(v, "speech"), LastWord: num(v, "last-word"), Defence: num(v, "defence"),
		Grace: num(v, "speech-grace"), Agreement: num(v, "agreement"), LookAround: num(v, "look-around"),
		Check: num(v, "check"), BestMove: num(v, "best-move-time"), Introduction: 40, Short: 30,
	}
	return rb
}
