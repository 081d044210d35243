// Package rulesdoc writes the catalogue of package say as pages for people who
// read the repository: one for each rulebook, one for the house options. Its
// functions are pure; go run ./internal/gen puts the pages on disk.
package rulesdoc

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"omerta/say"
)

const generated = "<!-- Written by go run ./internal/gen from say/catalogue. Change it there. -->\n\n"

// Page gives docs/rules/<rulebook>.md: every rule with its kind, its text in
// both languages, the options that change it and the scenarios that show it.
// An unknown rulebook gives a page without rules.
func Page(rulebook string, scenarios Index) []byte {
	var b bytes.Buffer
	b.WriteString(generated)
	fmt.Fprintf(&b, "# %s · %s (`%s`)\n\n", say.RulebookName(rulebook, say.RU), say.RulebookName(rulebook, say.EN), rulebook)
	fmt.Fprintf(&b, "%s\n\n%s\n\n", say.RulebookLine(rulebook, say.RU), say.RulebookLine(rulebook, say.EN))
	fmt.Fprintf(&b, "Источник: %s.\n\nSource: %s.\n\n", say.RulebookSource(rulebook, say.RU), say.RulebookSource(rulebook, say.EN))
	b.WriteString(legend())
	topic := ""
	for _, r := range say.RulesOf(rulebook) {
		if r.Topic() != topic {
			topic = r.Topic()
			fmt.Fprintf(&b, "## %s · %s\n\n", say.Phrase("topic."+topic, say.RU), say.Phrase("topic."+topic, say.EN))
		}
		writeRule(&b, r, scenarios[r.ID])
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func legend() string {
	var b strings.Builder
	for _, k := range []say.Kind{say.Engine, say.Console, say.Advice} {
		id := "kind." + string(k)
		fmt.Fprintf(&b, "- *%s*: %s · %s\n", k, say.Phrase(id, say.RU), say.Phrase(id, say.EN))
	}
	fmt.Fprintf(&b, "- *(R)*: %s · %s\n\n", say.Phrase("ruling", say.RU), say.Phrase("ruling", say.EN))
	return b.String()
}

func writeRule(b *bytes.Buffer, r say.Rule, scenarios []string) {
	mark := ""
	if r.Ruling {
		mark = " (R)"
	}
	fmt.Fprintf(b, "### %s\n\n*%s%s*\n\n%s\n\n%s\n\n", r.ID, r.Kind, mark, r.RU, r.EN)
	if len(r.Options) > 0 {
		links := make([]string, len(r.Options))
		for i, name := range r.Options {
			links[i] = fmt.Sprintf("[%s](../options.md#%s)", name, anchor(name))
		}
		fmt.Fprintf(b, "Options: %s\n\n", strings.Join(links, ", "))
	}
	if len(scenarios) > 0 {
		links := make([]string, len(scenarios))
		for i, p := range scenarios {
			links[i] = fmt.Sprintf("[%s](../../%s)", strings.TrimSuffix(path.Base(p), ".mafia"), p)
		}
		fmt.Fprintf(b, "Scenarios: %s\n\n", strings.Join(links, ", "))
	}
}

// anchor gives the name under which a heading can be linked to: lower case,
// without the signs that such names drop.
func anchor(heading string) string {
	return strings.ToLower(strings.ReplaceAll(heading, ".", ""))
}

// Pages gives every generated page by its path from the root of the
// repository, with forward slashes.
func Pages(scenarios Index) map[string][]byte {
	pages := map[string][]byte{"docs/options.md": Options()}
	for _, rb := range say.Rulebooks() {
		pages["docs/rules/"+rb+".md"] = Page(rb, scenarios)
	}
	return pages
}
