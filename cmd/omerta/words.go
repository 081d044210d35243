package main

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// mistake is an error that a person made on the command line (code 2), or the
// rules' no to what was asked (code 1); kong exits with its code.
type mistake struct {
	code int
	text string
}

// Error implements error.
func (m *mistake) Error() string { return m.text }

// ExitCode implements kong.ExitCoder.
func (m *mistake) ExitCode() int { return m.code }

// usage is a mistake in how a command was called, told in the language.
func usage(l say.Lang, key string, args map[string]any) error {
	return &mistake{2, say.T(l, key, args)}
}

// locale is the language of the system: OMERTA_LANG, then LC_ALL, LC_MESSAGES
// and LANG. Where none is set it is Russian, and English for any other language.
func locale(env func(string) string) say.Lang {
	for _, name := range localeVars() {
		if v := env(name); v != "" {
			if strings.HasPrefix(strings.ToLower(v), "ru") {
				return say.RU
			}
			return say.EN
		}
	}
	return say.RU
}

func localeVars() []string { return []string{"OMERTA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} }

// told reports whether the system names a language at all.
func told(env func(string) string) bool {
	return slices.ContainsFunc(localeVars(), func(name string) bool { return env(name) != "" })
}

// language is what --lang asks for, the system's where it asks for nothing.
func language(flag string) (say.Lang, error) {
	system := locale(os.Getenv)
	if flag == "" {
		return system, nil
	}
	if l, ok := say.ParseLang(flag); ok {
		return l, nil
	}
	return system, usage(system, "cli.lang.unknown", map[string]any{"lang": flag})
}

// helpVars are the help texts of the commands: a tag help:"${key}" names a
// message of the catalogue.
func helpVars(l say.Lang) kong.Vars {
	vars := kong.Vars{}
	for _, key := range say.Keys() {
		if strings.HasPrefix(key, "cli.") {
			vars[strings.ReplaceAll(key, ".", "_")] = say.T(l, key, nil)
		}
	}
	return vars
}

// headings are the words that kong itself puts into a help page.
var headings = strings.NewReplacer(
	"Usage:", "Вызов:", "Arguments:", "Аргументы:", "Flags:", "Флаги:", "Commands:", "Команды:",
	"Show context-sensitive help.", "Показать эту справку.",
	`Run "`, `Запустите "`, ` <command> --help" for more information on a command.`, ` <command> --help", чтобы узнать о команде больше.`,
)

// helpPrinter prints kong's help page with its headings in the language.
func helpPrinter(l say.Lang) kong.HelpPrinter {
	return func(o kong.HelpOptions, ctx *kong.Context) error {
		if l != say.RU {
			return kong.DefaultHelpPrinter(o, ctx)
		}
		var page bytes.Buffer
		out := ctx.Stdout
		ctx.Stdout = &page
		err := kong.DefaultHelpPrinter(o, ctx)
		ctx.Stdout = out
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, headings.Replace(page.String()))
		return err
	}
}

// settings reads options written as NAME=VALUE for a rulebook, and refuses the
// first that it does not have in that form.
func settings(l say.Lang, book string, list []string) ([]mafia.Option, error) {
	var out []mafia.Option
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usage(l, "cli.option.form", map[string]any{"text": text})
		}
		o, found := say.OptionByName(name)
		if _, here := o.Default[book]; !found || !here {
			return nil, usage(l, "cli.option.unknown", map[string]any{"book": book, "name": name, "names": optionNames(book)})
		}
		if !o.Admits(book, value) {
			return nil, usage(l, "cli.option.value", map[string]any{"name": name, "value": value, "values": optionValues(l, o, book)})
		}
		out = append(out, mafia.Option{Name: name, Value: value})
	}
	return out, nil
}

func optionNames(book string) (names []string) {
	for _, o := range say.Options() {
		if _, here := o.Default[book]; here {
			names = append(names, o.Name)
		}
	}
	return names
}

func optionValues(l say.Lang, o say.Option, book string) []string {
	values := o.ValuesIn(book)
	if o.Number != nil {
		values = append(values, say.T(l, "cli.option.range", map[string]any{"min": o.Number.Min, "max": o.Number.Max}))
	}
	return values
}

// build makes the rulebook with a preset and options.
func build(l say.Lang, book, preset string, list []string) (*mafia.Rulebook, error) {
	set, err := settings(l, book, list)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range say.Presets() {
		if p.Rulebook == book {
			names = append(names, p.Name)
		}
	}
	rb, err := rulebook.New(book, preset, set)
	if err != nil && preset != "" {
		return nil, usage(l, "cli.preset.unknown", map[string]any{"book": book, "preset": preset, "names": names})
	}
	return rb, err
}
