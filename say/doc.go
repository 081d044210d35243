// Package say holds every word that the program says: the texts of the rules,
// the house options, the names of roles and phases, and the messages of the
// referee, the console and the pages, complete in Russian and in English.
//
// The words live in the embedded files under catalogue, which the web page
// loads too; web/src/lib/say.ts is this package's twin there and renders the
// same templates to the same text (testdata/templates.json holds both to it).
//
//   - rules.json: every rule of the four rulebooks; ids.txt is the list of ids
//     that it must cover.
//   - options.json: the house options and the presets.
//   - words.json: nouns with their cases, and fixed phrases.
//   - messages.ru.json, messages.en.json: key to template, see [Render]. Keys
//     are dotted, from the general to the special: "say.night.falls"; one that
//     ends in a rulebook's id goes before the general one there. Both
//     files have the same keys with the same parameters, one a line, sorted;
//     go run ./internal/gen puts them in order.
//
// The embedded files are part of the program: one that cannot be read is a
// fault, and the first use of it panics. Nothing here returns such errors.
package say

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed catalogue
var catalogue embed.FS

// Lang is a language of the catalogue.
type Lang string

// The languages. Hosts are met in Russian first.
const (
	RU Lang = "ru"
	EN Lang = "en"
)

// Langs lists the languages, the default first.
func Langs() []Lang { return []Lang{RU, EN} }

// ParseLang reads a language's id; it reports false for any other word.
func ParseLang(s string) (Lang, bool) {
	l := Lang(s)
	return l, l == RU || l == EN
}

// decode reads an embedded catalogue file into v and panics when it does not
// fit: a catalogue with an unknown field is a slip that tests have to see.
func decode(name string, v any) {
	data, err := catalogue.ReadFile("catalogue/" + name)
	if err != nil {
		panic(fmt.Sprintf("say: %v", err))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		panic(fmt.Sprintf("say: %s: %v", name, err))
	}
}
