package points

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/names"
	"omerta/say"
)

// SchemeError says what is wrong with schemes, all of it.
type SchemeError struct {
	Faults []say.Line
}

// Error gives the faults in English; people get In.
func (e *SchemeError) Error() string { return e.In(say.EN) }

// In gives the faults in a language, a line each.
func (e *SchemeError) In(l say.Lang) string {
	out := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		out[i] = f.In(l)
	}
	return strings.Join(out, "\n")
}

// Bounds of a scheme.
const (
	MaxSchemes    = 100     // in one file
	MaxSchemeFile = 1 << 20 // bytes
	MaxVersion    = 9999
)

// ParseSchemes reads a list of schemes as JSON and checks each. The error is a
// *SchemeError with all that is wrong: with the form, then with what is said.
func ParseSchemes(data []byte) ([]Scheme, error) {
	if len(data) > MaxSchemeFile {
		return nil, schemeFault("scheme.large", "n", MaxSchemeFile>>20)
	}
	var out []Scheme
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return nil, jsonFault(data, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, schemeFault("scheme.json", "line", lineAt(data, d.InputOffset()))
	}
	if len(out) > MaxSchemes {
		return nil, schemeFault("scheme.many", "n", MaxSchemes)
	}
	var f faults
	seen := map[string]bool{}
	for i := range out {
		f = append(f, out[i].Check()...)
		if key := out[i].Key(); seen[key] {
			f.add("scheme.twice", "key", clip(key))
		} else {
			seen[key] = true
		}
	}
	if len(f) > 0 {
		return nil, &SchemeError{f}
	}
	return out, nil
}

func schemeFault(key string, pairs ...any) error {
	var f faults
	f.add(key, pairs...)
	return &SchemeError{f}
}

// How encoding/json names a field that it does not know, and package mafia a card.
var (
	unknownField = regexp.MustCompile(`unknown field "(.*)"`)
	unknownRole  = regexp.MustCompile(`no role is called "(.*)"`)
)

// jsonFault says where a file is not written as schemes are.
func jsonFault(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var number *amountError
	switch {
	case errors.As(err, &number):
		return schemeFault("scheme.number", "text", clip(number.text))
	case errors.As(err, &kind) && kind.Field == "":
		return schemeFault("scheme.list", "line", lineAt(data, kind.Offset))
	case errors.As(err, &syntax):
		return schemeFault("scheme.json", "line", lineAt(data, syntax.Offset))
	case errors.As(err, &kind): // newer Go puts the index into the list before the field
		return schemeFault("scheme.kind", "line", lineAt(data, kind.Offset), "field", clip(strings.TrimLeft(kind.Field, "0123456789.")))
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		return schemeFault("scheme.field", "field", clip(m[1]))
	}
	if m := unknownRole.FindStringSubmatch(err.Error()); m != nil {
		return schemeFault("scheme.no-role", "text", clip(m[1]), "names", roleNames())
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return schemeFault("scheme.json", "line", lineAt(data, int64(len(data))))
	}
	return schemeFault("scheme.value", "text", clip(err.Error()))
}

func roleNames() []string {
	out := []string{}
	for _, r := range mafia.Roles() {
		out = append(out, r.String())
	}
	return out
}

// lineAt counts the lines up to an offset.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

var schemeID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Check tells what is wrong with a scheme, all of it; nothing where it is sound.
func (s *Scheme) Check() []say.Line {
	var f faults
	if !schemeID.MatchString(s.ID) {
		f.add("scheme.id", "id", clip(s.ID))
	}
	id := clip(s.ID)
	if s.Version < 1 || s.Version > MaxVersion {
		f.add("scheme.version", "id", id, "n", MaxVersion)
	}
	for _, l := range say.Langs() {
		if name, ok := names.Title(s.Name[l]); !ok || name == "" || name != s.Name[l] {
			f.add("scheme.name", "id", id, "lang", string(l))
		}
	}
	if len(s.Name) > len(say.Langs()) {
		f.add("scheme.languages", "id", id, "names", say.Langs())
	}
	s.checkWorth(&f, id)
	s.checkLists(&f, id)
	return f
}

// checkWorth checks the amounts.
func (s *Scheme) checkWorth(f *faults, id string) {
	for _, x := range s.amounts() {
		if x.p < -MostPoints || x.p > MostPoints {
			f.add("scheme.amount", "id", id, "field", x.field, "n", int(MostPoints/Point))
		}
	}
	if s.Removal > 0 {
		f.add("scheme.removal", "id", id)
	}
	if c := s.Compensation; c.Most < 0 || c.Share < 0 || c.Share > Point || (c.Most == 0) != (c.Share == 0) {
		f.add("scheme.compensation", "id", id)
	}
	if s.Own && s.counts() {
		f.add("scheme.own-mixed", "id", id)
	}
	if s.Own && !slices.Equal(s.Rulebooks, []string{"original"}) {
		f.add("scheme.own", "id", id)
	}
	if !s.Own && !s.counts() {
		f.add("scheme.empty", "id", id)
	}
}

// counts tells whether anything but the rulebook's own points is given.
func (s *Scheme) counts() bool {
	for _, x := range s.amounts() {
		if x.p != 0 {
			return true
		}
	}
	return false
}

type amount struct {
	field string
	p     Points
}

func (s *Scheme) amounts() []amount {
	out := []amount{
		{"win", s.Win},
		{"draw", s.Draw},
		{"removal", s.Removal},
		{"compensation.most", s.Compensation.Most},
	}
	for _, p := range s.BestMove {
		out = append(out, amount{"bestMove", p})
	}
	for _, r := range s.Roles {
		out = append(out, amount{"roles", r.Win}, amount{"roles", r.Loss})
	}
	return out
}

// checkLists checks cards, rulebooks and tie-breaks.
func (s *Scheme) checkLists(f *faults, id string) {
	roles, books, ties := map[mafia.Role]bool{}, map[string]bool{}, map[Tie]bool{}
	for _, r := range s.Roles {
		if r.Role == mafia.Unknown || roles[r.Role] {
			f.add("scheme.role", "id", id, "text", r.Role.String())
		}
		roles[r.Role] = true
	}
	for _, b := range s.Rulebooks {
		if !slices.Contains(say.Rulebooks(), b) || books[b] {
			f.add("scheme.rulebook", "id", id, "text", clip(b), "names", say.Rulebooks())
		}
		books[b] = true
	}
	for _, t := range s.Ties {
		if !slices.Contains(Ties(), t) || ties[t] {
			f.add("scheme.tie", "id", id, "text", clip(string(t)), "names", Ties())
		}
		ties[t] = true
	}
}
