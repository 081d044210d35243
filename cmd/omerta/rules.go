package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/say"
)

// rulesCmd shows the rulebooks, one rulebook as its options make it, or one rule.
type rulesCmd struct {
	What   string   `arg:"" optional:"" name:"what" help:"${cli_rules_what}"`
	Preset string   `help:"${cli_preset}"`
	Option []string `name:"option" short:"o" sep:"none" help:"${cli_option}"`
	Lang   string   `help:"${cli_lang}"`
}

// Run prints what was asked for. The error is a *mistake: there is no such
// rulebook, rule, preset, option or value.
func (c rulesCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	var b strings.Builder
	name, _, _ := strings.Cut(strings.ToLower(c.What), "@")
	rule, isRule := say.RuleByID(strings.ToUpper(c.What))
	switch {
	case c.What == "":
		listRulebooks(&b, l)
	case isRule && (c.Preset != "" || len(c.Option) > 0):
		return usage(l, "cli.rules.alone", nil)
	case isRule:
		printRule(&b, l, rule)
	case slices.Contains(say.Rulebooks(), name):
		rb, err := build(l, name, c.Preset, c.Option)
		if err != nil {
			return err
		}
		printSheet(&b, l, name, rb)
	default:
		return usage(l, "cli.rules.unknown", map[string]any{"what": c.What, "books": say.Rulebooks()})
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func listRulebooks(w io.Writer, l say.Lang) {
	for _, name := range say.Rulebooks() {
		fmt.Fprintf(w, "%-9s %s. %s\n", name, say.RulebookName(name, l), say.RulebookLine(name, l))
	}
	fmt.Fprintf(w, "\n%s\n", say.T(l, "cli.rules.more", nil))
}

// printRule prints a rule, what the program does about it, and the options that
// change it.
func printRule(w io.Writer, l say.Lang, r say.Rule) {
	fmt.Fprintf(w, "%s  %s, %s\n%s\n", r.ID, say.RulebookName(r.Rulebook, l), say.Phrase("topic."+r.Topic(), l), r.Text(l))
	note := say.Phrase("kind."+string(r.Kind), l)
	if r.Ruling {
		note += ", " + say.T(l, "cli.rules.ruling", nil)
	}
	fmt.Fprintf(w, "(%s)\n", note)
	for _, name := range r.Options {
		if o, ok := say.OptionByName(name); ok {
			fmt.Fprintf(w, "- %s: %s. %s\n", o.Name, o.Text(r.Rulebook, l).Title, o.Text(r.Rulebook, l).Help)
		}
	}
}

// printSheet prints what a rulebook is with its options as they are set, and
// then its rules by topic.
func printSheet(w io.Writer, l say.Lang, name string, rb *mafia.Rulebook) {
	fmt.Fprintf(w, "%s (%s)\n%s\n%s\n", say.RulebookName(name, l), rb.ID, say.RulebookLine(name, l), say.RulebookSource(name, l))
	fmt.Fprintf(w, "\n%s\n", say.T(l, "cli.rules.options", nil))
	changed := map[string]bool{}
	for _, set := range rb.Options {
		o, ok := say.OptionByName(set.Name)
		if !ok {
			continue
		}
		fmt.Fprintf(w, "  %s: %s  [%s=%s]", o.Text(name, l).Title, o.ValueText(name, l, set.Value), set.Name, set.Value)
		if usual := o.Default[name]; usual != set.Value {
			changed[set.Name] = true
			fmt.Fprintf(w, " (%s)", say.T(l, "cli.rules.changed", map[string]any{"value": o.ValueText(name, l, usual)}))
		}
		fmt.Fprintln(w)
	}
	topic := ""
	for _, r := range say.RulesOf(name) {
		if r.Topic() != topic {
			topic = r.Topic()
			fmt.Fprintf(w, "\n%s\n", say.Phrase("topic."+topic, l))
		}
		fmt.Fprintf(w, "  %s  %s\n", r.ID, r.Text(l))
		hit := slices.DeleteFunc(slices.Clone(r.Options), func(o string) bool { return !changed[o] })
		if len(hit) > 0 {
			fmt.Fprintf(w, "    * %s\n", say.T(l, "cli.rules.depends", map[string]any{"names": hit}))
		}
	}
}
