package server

import (
	"errors"
	"net/http"
	"slices"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/say"
)

// Book is a rulebook as the new-game page offers it.
type Book struct {
	ID      string       `json:"id"` // with version
	Name    string       `json:"name"`
	Title   Text         `json:"title"`
	Line    Text         `json:"line"` // what it is, in one line
	Min     int          `json:"min"`  // players
	Max     int          `json:"max"`
	Options []BookOption `json:"options"`
	Presets []BookPreset `json:"presets"`
}

// BookOption is a house rule as the rulebook has it.
type BookOption struct {
	Name   string       `json:"name"`
	Value  string       `json:"value"`  // the default
	Values []BookValue  `json:"values"` // words that may be set
	Number *NumberRange `json:"number"` // or a whole number within it
	Title  Text         `json:"title"`
	Help   Text         `json:"help"`
	Rules  []string     `json:"rules"`
}

// BookValue is a value of an option with its words.
type BookValue struct {
	Value string `json:"value"`
	Text  Text   `json:"text"`
}

// NumberRange bounds an option that is a number.
type NumberRange struct {
	Min  int    `json:"min"`
	Max  int    `json:"max"`
	Unit string `json:"unit"` // "seconds", "days" or "players"
}

// BookPreset is a ready set of options.
type BookPreset struct {
	Name    string         `json:"name"`
	Options []mafia.Option `json:"options"`
	Title   Text           `json:"title"`
	Help    Text           `json:"help"`
}

func (s *Server) rulebooks(*http.Request) (any, error) {
	out := []Book{}
	for _, id := range rulebook.IDs() {
		b, err := book(id)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func book(id string) (Book, error) {
	rb, err := rulebook.New(id, "", nil)
	if err != nil {
		return Book{}, err
	}
	name, err := rulebook.Split(id)
	if err != nil {
		return Book{}, err
	}
	b := Book{
		ID: rb.ID, Name: name, Min: rb.Min, Max: rb.Max, Options: []BookOption{}, Presets: []BookPreset{},
		Title: Text{say.RulebookName(name, say.RU), say.RulebookName(name, say.EN)},
		Line:  Text{say.RulebookLine(name, say.RU), say.RulebookLine(name, say.EN)},
	}
	for _, o := range rb.Options {
		b.Options = append(b.Options, bookOption(name, o))
	}
	for _, p := range rulebook.Presets() {
		if p.Rulebook != name {
			continue
		}
		q := BookPreset{Name: p.Name, Options: p.Options, Title: Text{p.Name, p.Name}}
		if t, ok := say.PresetByName(p.Name); ok {
			ru, en := t.Text(say.RU), t.Text(say.EN)
			q.Title, q.Help = Text{ru.Title, en.Title}, Text{ru.Help, en.Help}
		}
		b.Presets = append(b.Presets, q)
	}
	return b, nil
}

func bookOption(name string, set mafia.Option) BookOption {
	out := BookOption{Name: set.Name, Value: set.Value, Values: []BookValue{}, Rules: []string{}, Title: Text{set.Name, set.Name}}
	o, ok := say.OptionByName(set.Name)
	if !ok {
		return out
	}
	ru, en := o.Text(name, say.RU), o.Text(name, say.EN)
	out.Title, out.Help, out.Rules = Text{ru.Title, en.Title}, Text{ru.Help, en.Help}, slices.Concat(out.Rules, o.Rules)
	if o.Number != nil {
		out.Number = &NumberRange{o.Number.Min, o.Number.Max, o.Number.Unit}
	}
	for _, v := range o.ValuesIn(name) {
		out.Values = append(out.Values, BookValue{v, Text{o.ValueText(name, say.RU, v), o.ValueText(name, say.EN, v)}})
	}
	return out
}

// ComposeInput asks for a composition, or what is wrong with one.
type ComposeInput struct {
	Rulebook  string             `json:"rulebook"`
	Players   int                `json:"players"`
	With      []mafia.Role       `json:"with"`      // optional cards wished for
	Seventeen string             `json:"seventeen"` // the house rule of that name
	Cast      map[mafia.Role]int `json:"cast"`      // to be judged; empty: propose one
}

// Composition is the cards of a game and what there is to say about them.
type Composition struct {
	Cast     map[mafia.Role]int `json:"cast"`
	Red      int                `json:"red"`
	Other    int                `json:"other"`
	Ratio    float64            `json:"ratio"` // red : other, 0 where there is no other
	Warnings []Remark           `json:"warnings"`
	Refusals []Remark           `json:"refusals"` // with any of these it cannot be played
}

// Remark is one thing to know about a composition.
type Remark struct {
	Rule string         `json:"rule"`
	Key  string         `json:"key"`
	Args map[string]any `json:"args"`
	Text Text           `json:"text"`
}

func (s *Server) compose(r *http.Request) (any, error) {
	var in ComposeInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	name, err := rulebook.Split(in.Rulebook)
	if err != nil {
		return nil, err
	}
	c, warnings, refusals := composed(name, in)
	out := Composition{
		Cast: map[mafia.Role]int{}, Red: c.Red(), Other: c.Other(),
		Warnings: remarks(name, warnings), Refusals: remarks(name, refusals),
	}
	if c.Other() > 0 {
		out.Ratio = c.Ratio()
	}
	for _, role := range mafia.Roles() {
		if c[role] != 0 {
			out.Cast[role] = c[role]
		}
	}
	return out, nil
}

func composed(name string, in ComposeInput) (c compose.Counts, warnings, refusals []compose.Note) {
	if len(in.Cast) > 0 {
		for role, n := range in.Cast {
			c[role] = n
		}
		warnings, refusals = compose.Judge(name, in.Players, c)
		return c, warnings, refusals
	}
	c, warnings, err := compose.Propose(name, in.Players, in.With, compose.Options{Seventeen: in.Seventeen})
	var no *compose.Refused
	if errors.As(err, &no) {
		refusals = no.Notes
	}
	return c, warnings, refusals
}

// remarks puts notes into words; a role among the parameters is named as the
// rulebook names it.
func remarks(name string, notes []compose.Note) []Remark {
	out := []Remark{}
	for _, n := range notes {
		m := Remark{Rule: n.Rule, Key: n.Key, Args: n.Args}
		if m.Args == nil {
			m.Args = map[string]any{}
		}
		m.Text = Text{RU: sentence(say.RU, name, m), EN: sentence(say.EN, name, m)}
		out = append(out, m)
	}
	return out
}

func sentence(l say.Lang, name string, m Remark) string {
	args := map[string]any{}
	for k, v := range m.Args {
		if role, ok := v.(mafia.Role); ok {
			v = say.RoleIn(name, role, l, say.Nom)
		}
		args[k] = v
	}
	if !say.Has(m.Key) {
		if rule, ok := say.RuleByID(m.Rule); ok {
			return rule.Text(l)
		}
	}
	return say.T(l, m.Key, args)
}
