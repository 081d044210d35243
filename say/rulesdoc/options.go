package rulesdoc

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"omerta/say"
)

// Options gives docs/options.md: every house option with its values, its
// default in each rulebook and the rules that it changes, and the presets.
func Options() []byte {
	var b bytes.Buffer
	b.WriteString(generated)
	b.WriteString("# Настройки правил · House options\n\n")
	b.WriteString("`option NAME: VALUE` в записи игры или список на странице новой игры. " +
		"«—»: в этих правилах настройки нет, и задать её нельзя.\n\n")
	b.WriteString("`option NAME: VALUE` in a record, or a list on the new-game page. " +
		"“—”: the rulebook does not have the option, and setting it is refused.\n\n")
	writeDefaults(&b)
	for _, o := range say.Options() {
		writeOption(&b, o)
	}
	b.WriteString("## Наборы · Presets\n\n")
	for _, p := range say.Presets() {
		ru, en := p.Text(say.RU), p.Text(say.EN)
		fmt.Fprintf(&b, "### %s\n\n%s (`%s`). %s\n\n%s (`%s`). %s\n\n", p.Name, ru.Title, p.Rulebook, ru.Help, en.Title, p.Rulebook, en.Help)
		for _, name := range slices.Sorted(maps.Keys(p.Set)) {
			fmt.Fprintf(&b, "- [%s](#%s): `%s`\n", name, anchor(name), p.Set[name])
		}
	}
	return b.Bytes()
}

func writeDefaults(b *bytes.Buffer) {
	books := say.Rulebooks()
	fmt.Fprintf(b, "| | %s |\n|---|%s\n", strings.Join(books, " | "), strings.Repeat("---|", len(books)))
	for _, o := range say.Options() {
		fmt.Fprintf(b, "| [%s](#%s) |", o.Name, anchor(o.Name))
		for _, rb := range books {
			v, ok := o.Default[rb]
			if !ok {
				v = "—"
			}
			fmt.Fprintf(b, " %s |", v)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

func writeOption(b *bytes.Buffer, o say.Option) {
	ru, en := o.Text("", say.RU), o.Text("", say.EN)
	fmt.Fprintf(b, "## %s\n\n%s. %s\n\n%s. %s\n\n", o.Name, ru.Title, ru.Help, en.Title, en.Help)
	for _, v := range o.Values {
		fmt.Fprintf(b, "- `%s`: %s · %s\n", v, ru.Values[v], en.Values[v])
	}
	if n := o.Number; n != nil {
		args := map[string]any{"n": n.Max}
		fmt.Fprintf(b, "- `%d`–`%d`: %s · %s\n", n.Min, n.Max, say.T(say.RU, "unit."+n.Unit, args), say.T(say.EN, "unit."+n.Unit, args))
	}
	links := make([]string, len(o.Rules))
	for i, id := range o.Rules {
		r, _ := say.RuleByID(id)
		links[i] = fmt.Sprintf("[%s](rules/%s.md#%s)", id, r.Rulebook, anchor(id))
	}
	fmt.Fprintf(b, "\nRules: %s\n\n", strings.Join(links, ", "))
}
