package say

import (
	"slices"
	"strconv"
	"sync"
)

// Number is the range of an option that takes a whole number.
type Number struct {
	Min int `json:"min"`
	Max int `json:"max"`
	// Unit is "seconds", "days" or "players".
	Unit string `json:"unit"`
}

// OptionText is what an option says in one language. The texts are templates:
// {foul} and the like are the rulebook's own words, see ownWords.
type OptionText struct {
	Title  string            `json:"title"`
	Help   string            `json:"help"`
	Values map[string]string `json:"values,omitempty"`
	// More is, by rulebook, what the help says there alone.
	More map[string]string `json:"more,omitempty"`
}

// ownWords are the rulebook's own words in the texts of options: {foul}, {foul-gen},
// {fouls}, {fouls-gen}, {fouls-ins}, {immunity}, {immunity-gen}, {tie-gen}.
func ownWords(rulebook string, l Lang) map[string]any {
	return map[string]any{
		"foul": Noun(rulebook, "foul", l, Nom), "foul-gen": Noun(rulebook, "foul", l, Gen), "foul-acc": Noun(rulebook, "foul", l, Acc),
		"fouls": Noun(rulebook, "fouls", l, Nom), "fouls-gen": Noun(rulebook, "fouls", l, Gen), "fouls-ins": Noun(rulebook, "fouls", l, Ins),
		"immunity": Noun(rulebook, "immunity", l, Nom), "immunity-gen": Noun(rulebook, "immunity", l, Gen),
		"tie-gen": Noun(rulebook, "tie", l, Gen),
	}
}

// in fills a text with the words of a rulebook; "" takes the general words and
// tells what any rulebook adds.
func (t OptionText) in(rulebook string, l Lang) OptionText {
	args := ownWords(rulebook, l)
	out := OptionText{Title: Render(l, t.Title, args), Help: Render(l, t.Help, args)}
	for _, book := range Rulebooks() {
		if more, ok := t.More[book]; ok && (rulebook == "" || rulebook == book) {
			out.Help += " " + Render(l, more, args)
		}
	}
	if len(t.Values) > 0 {
		out.Values = make(map[string]string, len(t.Values))
		for v, text := range t.Values {
			out.Values[v] = Render(l, text, args)
		}
	}
	return out
}

// Option is a house rule that a club may set otherwise. Its values are words,
// a whole number within Number, or either.
type Option struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
	Number *Number  `json:"number,omitempty"`
	// Default gives the value by rulebook. A rulebook that is missing here does
	// not have the option, and setting it there is refused.
	Default map[string]string `json:"default"`
	// Only narrows the words by rulebook; absent, all of Values may be set.
	Only  map[string][]string `json:"only,omitempty"`
	Rules []string            `json:"rules"`
	RU    OptionText          `json:"ru"`
	EN    OptionText          `json:"en"`
}

// Preset is a named set of options for one rulebook.
type Preset struct {
	Name     string            `json:"name"`
	Rulebook string            `json:"rulebook"`
	Set      map[string]string `json:"set"`
	RU       OptionText        `json:"ru"`
	EN       OptionText        `json:"en"`
}

// Text gives the preset's words in the language, Russian for anything but EN.
func (p Preset) Text(l Lang) OptionText {
	if l == EN {
		return p.EN.in(p.Rulebook, EN)
	}
	return p.RU.in(p.Rulebook, RU)
}

// Text gives the option's words in the language, Russian for anything but EN, as
// the rulebook would have them; "" gives the general words.
func (o Option) Text(rulebook string, l Lang) OptionText {
	if l == EN {
		return o.EN.in(rulebook, EN)
	}
	return o.RU.in(rulebook, RU)
}

// ValuesIn lists the words that the option may be set to in the rulebook: none
// where the option does not exist, or where it takes numbers only.
func (o Option) ValuesIn(rulebook string) []string {
	if _, ok := o.Default[rulebook]; !ok {
		return nil
	}
	if only, ok := o.Only[rulebook]; ok {
		return slices.Clone(only)
	}
	return slices.Clone(o.Values)
}

// Admits reports whether the option exists in the rulebook and may be set to
// the value there. Numbers are written plainly: "60", not "+60" or "060".
func (o Option) Admits(rulebook, value string) bool {
	if _, ok := o.Default[rulebook]; !ok {
		return false
	}
	if slices.Contains(o.ValuesIn(rulebook), value) {
		return true
	}
	n, err := strconv.Atoi(value)
	return o.Number != nil && err == nil && strconv.Itoa(n) == value &&
		o.Number.Min <= n && n <= o.Number.Max
}

// ValueText puts a value into the rulebook's words: "Одну", "60 секунд". A value
// that the option does not know comes back as it is.
func (o Option) ValueText(rulebook string, l Lang, value string) string {
	if s, ok := o.Text(rulebook, l).Values[value]; ok {
		return s
	}
	if n, err := strconv.Atoi(value); err == nil && o.Number != nil {
		return T(l, "unit."+o.Number.Unit, map[string]any{"n": n})
	}
	return value
}

type optionBook struct {
	Options []Option `json:"options"`
	Presets []Preset `json:"presets"`
}

var loadOptions = sync.OnceValue(func() optionBook {
	var b optionBook
	decode("options.json", &b)
	return b
})

// Options gives all house options in the order in which a page lists them. The
// slice is the caller's; maps and slices in it are shared and must not be
// changed.
func Options() []Option { return slices.Clone(loadOptions().Options) }

// OptionByName finds an option; it reports false when there is none.
func OptionByName(name string) (Option, bool) {
	list := loadOptions().Options
	i := slices.IndexFunc(list, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return list[i], true
}

// Presets gives all presets, under the same terms as Options.
func Presets() []Preset { return slices.Clone(loadOptions().Presets) }

// PresetByName finds a preset; it reports false when there is none.
func PresetByName(name string) (Preset, bool) {
	list := loadOptions().Presets
	i := slices.IndexFunc(list, func(p Preset) bool { return p.Name == name })
	if i < 0 {
		return Preset{}, false
	}
	return list[i], true
}
