package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/rulebook/compose"
	"omerta/say"
)

// composeCmd proposes a composition of cards for a number of players.
type composeCmd struct {
	Rulebook string   `help:"${cli_compose_rulebook}"`
	Players  int      `help:"${cli_compose_players}"`
	With     []string `help:"${cli_compose_with}"`
	Option   []string `name:"option" short:"o" sep:"none" help:"${cli_option}"`
	JSON     bool     `name:"json" help:"${cli_compose_json}"`
	Lang     string   `help:"${cli_lang}"`
}

// composition is the answer in JSON.
type composition struct {
	Rulebook string         `json:"rulebook"`
	Players  int            `json:"players"`
	Roles    map[string]int `json:"roles"`
	Red      int            `json:"red"`
	Other    int            `json:"other"`
	Ratio    float64        `json:"ratio"`
	Warnings []warning      `json:"warnings"`
}

type warning struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// Run prints the proposal with the notes that a host should read. The error is a
// *mistake: code 2 for a call that makes no sense, 1 where the rulebook says no.
func (c composeCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	book, _, _ := strings.Cut(strings.ToLower(c.Rulebook), "@")
	if !slices.Contains(say.Rulebooks(), book) {
		return usage(l, "cli.compose.book", nil)
	}
	if c.Players == 0 {
		return usage(l, "cli.compose.size", nil)
	}
	with, err := roles(l, c.With)
	if err != nil {
		return err
	}
	rb, err := build(l, book, "", c.Option)
	if err != nil {
		return err
	}
	counts, notes, err := compose.Propose(book, c.Players, with, compose.Options{Seventeen: value(rb, "seventeen")})
	if err != nil {
		return refused(l, book, err)
	}
	out := composition{
		Rulebook: book, Players: c.Players, Roles: map[string]int{}, Red: counts.Red(), Other: counts.Other(),
		Ratio: counts.Ratio(), Warnings: []warning{},
	}
	for _, n := range notes {
		out.Warnings = append(out.Warnings, warning{n.Rule, say.Note(book, n.Rule, n.Key, n.Args).In(l)})
	}
	for _, r := range mafia.Roles() {
		if counts[r] > 0 {
			out.Roles[r.String()] = counts[r]
		}
	}
	if c.JSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	return out.print(w, l)
}

// value is how an option is set, "" where the rulebook does not have it.
func value(rb *mafia.Rulebook, name string) string {
	for _, o := range rb.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// roles reads the cards asked for by their ids.
func roles(l say.Lang, names []string) ([]mafia.Role, error) {
	var out []mafia.Role
	for _, name := range names {
		r, ok := mafia.ParseRole(strings.ToLower(strings.TrimSpace(name)))
		if !ok || r == mafia.Unknown {
			var all []string
			for _, r := range mafia.Roles() {
				all = append(all, r.String())
			}
			return nil, usage(l, "cli.role.unknown", map[string]any{"role": name, "names": all})
		}
		out = append(out, r)
	}
	return out, nil
}

// refused tells every reason that the rulebook has against the proposal.
func refused(l say.Lang, book string, err error) error {
	var no *compose.Refused
	if !errors.As(err, &no) {
		return err
	}
	text := say.T(l, "cli.compose.refused", nil)
	for _, n := range no.Notes {
		text += fmt.Sprintf("\n  %s  %s", n.Rule, say.Note(book, n.Rule, n.Key, n.Args).In(l))
	}
	return &mistake{1, text}
}

func (c composition) print(w io.Writer, l say.Lang) error {
	var b strings.Builder
	fmt.Fprintln(&b, say.T(l, "cli.compose.title", map[string]any{"book": say.RulebookName(c.Rulebook, l), "n": c.Players}))
	for _, r := range mafia.Roles() {
		if n := c.Roles[r.String()]; n > 0 {
			fmt.Fprintln(&b, " ", say.Count(c.Rulebook, "role."+r.String(), l, n))
		}
	}
	ratio := fmt.Sprintf("%.2f", c.Ratio)
	if l == say.RU {
		ratio = strings.Replace(ratio, ".", ",", 1)
	}
	fmt.Fprintln(&b, say.T(l, "cli.compose.sum", map[string]any{"red": c.Red, "other": c.Other, "ratio": ratio}))
	for _, x := range c.Warnings {
		fmt.Fprintf(&b, "%s  %s\n", x.Rule, x.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
