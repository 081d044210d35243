package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// The rules of a fault that no rule of the game is concerned with.
const (
	Notation = "NOTATION" // not written as a record is written
	Expect   = "EXPECT"   // an expectation does not hold
)

// Fault is one thing that is wrong with a record.
type Fault struct {
	Line int      // from 1
	Text string   // plain English
	Rule string   // rule id, or Notation or Expect
	Say  say.Line // the text in any language
	// Follows: an earlier line of the game could not be read or was refused, and
	// perhaps nothing else is wrong here.
	Follows bool
}

// String gives the fault as "LINE: TEXT [RULE]".
func (f Fault) String() string { return f.In(say.EN) }

// In is String in a language.
func (f Fault) In(l say.Lang) string { return fmt.Sprintf("%d: %s [%s]", f.Line, f.Say.In(l), f.Rule) }

// Sort puts faults in the order of their lines, as Read and Replay found them.
func Sort(faults []Fault) {
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
}

func newFault(no int, rule string, l say.Line) Fault {
	return Fault{Line: no, Text: l.In(say.EN), Rule: rule, Say: l}
}

// faultAt is a fault of the notation.
func faultAt(no int, key string, pairs ...any) *Fault {
	f := newFault(no, Notation, words(key, pairs...))
	return &f
}

// wrong is an error in the words of the catalogue.
type wrong say.Line

// Error implements error, in English.
func (w wrong) Error() string { return say.Line(w).In(say.EN) }

// bad makes an error of a message "fault." + key and pairs of name and value.
func bad(key string, pairs ...any) error { return wrong(words(key, pairs...)) }

func words(key string, pairs ...any) say.Line {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		args[name] = pairs[i+1]
	}
	return say.Line{Key: "fault." + key, Args: args}
}

// lineOf puts an error into words: its own, or as it reads.
func lineOf(err error) say.Line {
	var w wrong
	if errors.As(err, &w) {
		return say.Line(w)
	}
	return words("other", "text", err.Error())
}

// bookFault puts into words why there is no such rulebook, preset or option.
func bookFault(h *Head, err error) say.Line {
	name, serr := rulebook.Split(h.Rulebook)
	var no *rulebook.Error
	var option *rulebook.OptionError
	switch {
	case errors.As(err, &option) && serr == nil:
		return optionFault(name, option)
	case !errors.As(err, &no):
		return words("other", "text", err.Error())
	case no.What == "rulebook":
		return words("rulebook", "name", clip(h.Rulebook), "names", rulebook.Names())
	case no.What == "version":
		return words("version", "name", clip(h.Rulebook), "names", rulebook.IDs())
	}
	there := []string{}
	for _, p := range rulebook.Presets() {
		if p.Rulebook == name {
			there = append(there, p.Name)
		}
	}
	if len(there) == 0 {
		return words("preset-none", "book", name, "preset", clip(h.Preset))
	}
	return words("preset", "book", name, "preset", clip(h.Preset), "names", there)
}

func optionFault(book string, e *rulebook.OptionError) say.Line {
	names := []string{}
	for _, o := range rulebook.Defaults(book) {
		names = append(names, o.Name)
	}
	o, found := say.OptionByName(e.Name)
	if !found || !slices.Contains(names, e.Name) {
		return words("option", "book", book, "name", clip(e.Name), "names", names)
	}
	values := []any{}
	for _, v := range o.ValuesIn(book) {
		values = append(values, v)
	}
	if o.Number != nil {
		values = append(values, say.Line{Key: "cli.option.range", Args: map[string]any{"min": o.Number.Min, "max": o.Number.Max}})
	}
	return words("option-value", "name", e.Name, "value", clip(e.Value), "values", values)
}

// fault notes what is wrong with a line.
func (p *player) fault(l *line, rule string, text say.Line) {
	f := newFault(l.no, rule, text)
	f.Follows = p.astray > 0 && p.astray < l.no
	p.faults = append(p.faults, f)
}

// refused is a fault for what the referee refuses; what comes after it may be
// wrong for this reason alone.
func (p *player) refused(l *line, what string, r *mafia.Refusal) {
	why := say.Refusal(r).Text
	if r.Why == noNote {
		why = words("no-note", "seats", p.unwritten(&l.move).List())
	}
	p.fault(l, r.Rule, words("refused", "text", clip(what), "why", why))
	p.stray(l.no)
}

// noNote is the reason against a night of notes in which some are left out.
const noNote mafia.Reason = "no-note"

// unwritten is the set of the black players whose notes a record still owes
// (ORIGINAL-NIGHT-5), without those that a move brings.
func (p *player) unwritten(m *move) mafia.Seats {
	var out mafia.Seats
	for _, s := range p.game.Stand().Unwritten.List() {
		if p.game.RoleOf(s).Side() == mafia.Black {
			out = out.With(s)
		}
	}
	for _, c := range m.cmds {
		if w, ok := c.(mafia.Write); ok {
			out = out.Without(w.By)
		}
	}
	return out
}

// stray notes the first line from which the game is no longer the one that was
// written down.
func (p *player) stray(no int) {
	if p.astray == 0 || no < p.astray {
		p.astray = no
	}
}
