package say

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hole matches what is not plain text in a template: a doubled brace, or a
// parameter with its optional capital mark, noun form and plural forms. say.ts
// has the same expression.
var hole = regexp.MustCompile(`\{\{|\}\}|\{(\^?)([A-Za-z][\w-]*)(?::([a-z]+))?((?:\|[^{}|]*)*)\}`)

// Render fills a template:
//
//	{name}                    the value; a list becomes "1, 4 и 9", "1, 4 and 9", an empty one "—"
//	{^name}                   the value with a capital first letter
//	{role:acc}                the noun "role." and the value in a form, as args["book"] calls it
//	{n|игрок|игрока|игроков}  the number and the form it takes: three forms in Russian (1, 2, 5)
//	{n|player|players}        and two in English
//	{n||игрок|игрока|игроков} the form alone, without the number
//	{{ and }}                 braces
//
// A value may be a [Line], alone or in a list: a sentence within a sentence.
// The number of a plural may be a list, which stands for its length. A
// parameter without a value, or a plural without a number, stays in the text
// as it was written, so that a slip is seen and nothing is lost; Check finds
// faulty templates.
func Render(l Lang, template string, args map[string]any) string {
	return hole.ReplaceAllStringFunc(template, func(h string) string {
		if h == "{{" || h == "}}" {
			return h[:1]
		}
		m := hole.FindStringSubmatch(h)
		v, ok := args[m[2]]
		if !ok || v == nil {
			return h
		}
		out := show(l, v)
		switch {
		case m[3] != "":
			book, _ := args["book"].(string)
			out = Noun(book, m[2]+"."+out, l, Form(m[3]))
		case m[4] != "":
			n, counted := number(v)
			if out = inflect(l, n, m[4]); !counted || out == "" {
				return h
			}
		}
		if m[1] != "" {
			out = capital(out)
		}
		return out
	})
}

// Params lists the parameters of a template, sorted, each once.
func Params(template string) []string {
	names := []string{}
	for _, m := range hole.FindAllStringSubmatch(template, -1) {
		if m[2] != "" {
			names = append(names, m[2])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Check reports what is wrong with a template: a brace that belongs to no
// parameter, a plural with too
// few or too many forms for the language, or a form that nouns do not have.
func Check(l Lang, template string) error {
	if strings.ContainsAny(hole.ReplaceAllString(template, ""), "{}") {
		return fmt.Errorf("a brace without a parameter in %q", template)
	}
	for _, m := range hole.FindAllStringSubmatch(template, -1) {
		if m[3] != "" && !slices.Contains(forms, Form(m[3])) {
			return fmt.Errorf("%s: no noun has the form %q", m[0], m[3])
		}
		if forms := strings.Split(strings.TrimLeft(m[4], "|"), "|"); m[4] != "" && len(forms) != formCount(l) {
			return fmt.Errorf("%s has %d plural forms, want %d", m[0], len(forms), formCount(l))
		}
	}
	return nil
}

// Plural gives the index of the form that a number takes: of three in Russian
// (1 игрок, 2 игрока, 5 игроков), of two in English. What is no whole number
// takes the second one.
func Plural(l Lang, n float64) int {
	if n != math.Trunc(n) {
		return 1
	}
	n = math.Abs(n)
	if l == EN {
		if n == 1 {
			return 0
		}
		return 1
	}
	ten, hundred := math.Mod(n, 10), math.Mod(n, 100)
	switch {
	case ten == 1 && hundred != 11:
		return 0
	case ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14):
		return 1
	default:
		return 2
	}
}

func formCount(l Lang) int {
	if l == EN {
		return 2
	}
	return 3
}

// inflect renders the plural part of a hole, "|one|few|many" with the number
// in front or "||one|few|many" without; it is empty when a form is missing.
func inflect(l Lang, n float64, forms string) string {
	word := strings.TrimPrefix(forms, "||")
	bare := word != forms
	list := strings.Split(strings.TrimPrefix(word, "|"), "|")
	if len(list) != formCount(l) {
		return ""
	}
	form := list[Plural(l, n)]
	if bare {
		return form
	}
	return strconv.FormatFloat(n, 'f', -1, 64) + " " + form
}

// number reads a value as a count: a number itself, or the length of a list.
func number(v any) (float64, bool) {
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		return float64(r.Int()), true
	case r.CanUint():
		return float64(r.Uint()), true
	case r.CanFloat():
		return r.Float(), true
	case r.Kind() == reflect.Slice || r.Kind() == reflect.Array:
		return float64(r.Len()), true
	default:
		return 0, false
	}
}

func show(l Lang, v any) string {
	switch v := v.(type) {
	case Line:
		return v.In(l)
	case map[string]any: // a Line that has been through JSON
		key, _ := v["key"].(string)
		args, _ := v["args"].(map[string]any)
		return T(l, key, args)
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice && r.Kind() != reflect.Array {
		return fmt.Sprint(v)
	}
	items := make([]string, r.Len())
	for i := range items {
		items[i] = show(l, r.Index(i).Interface())
	}
	return List(l, items)
}

// List joins items as a sentence does: "1", "1 и 4", "1, 4 и 9" ("1, 4 and
// 9"). No items give a dash.
func List(l Lang, items []string) string {
	and := " и "
	if l == EN {
		and = " and "
	}
	switch n := len(items); n {
	case 0:
		return "—"
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + and + items[n-1]
	}
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
