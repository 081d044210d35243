package history

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"omerta/club/points"
	"omerta/mafia"
	"omerta/names"
	"omerta/rulebook"
	"omerta/say"
)

// Options say how a file is to be read. The zero value reads games of classic, with
// nicks for people.
type Options struct {
	// Source goes before the number of a game to make its id: "source/17".
	Source string
	// Rulebook, Preset and Scheme are of games that do not name theirs; Rulebook is
	// "classic" where it is "".
	Rulebook, Preset, Scheme string
	// Schemes are those that a game may name; nil for the program's own.
	Schemes *points.Schemes
	// Have tells whether a game is there already, by its id; such a game is counted
	// and not taken again. It may be nil.
	Have func(id string) bool
	// Person gives the club's key of a nick, which is clean and not "". It is asked once
	// for each nick, and only for those of games that are sound and not there already;
	// "" makes a guest of him. Without it the nick is the key.
	Person func(nick string) string
	// Progress is called now and then, and at the end. It may be nil.
	Progress func(Progress)
}

// Progress tells how far the reading is.
type Progress struct {
	Bytes   int64 `json:"bytes"` // of the file
	Rows    int   `json:"rows"`
	Games   int   `json:"games"` // begun while rows are read, taken at the end
	Refused int   `json:"refused"`
}

// MaxRows is how many rows one file may have.
const MaxRows = 1_000_000

// pace is how many rows go by between two calls of Progress.
const pace = 1000

// ErrRows says that a file has more rows than MaxRows. Nothing is taken then.
var ErrRows = fmt.Errorf("history: more than %d rows in one file", MaxRows)

// Read reads a file of the form of the package. It gives the games that can be
// taken, in order of their first rows, and a report that names all others. Nothing
// is judged by the rules of a game but how many sit at its table.
//
// Errors are those of in and of ctx, and ErrRows. A file that is not of the form at
// all is no error: the report says so, and there are no games.
func Read(ctx context.Context, in io.Reader, o Options) ([]points.Result, Report, error) {
	if o.Rulebook == "" {
		o.Rulebook = "classic"
	}
	if o.Schemes == nil {
		o.Schemes = points.Shipped()
	}
	r := &reader{
		Options: o, lines: lines{in: bufio.NewReaderSize(in, MaxLine)}, cards: cards(),
		index: map[string]*game{}, sizes: map[string][2]int{}, nicks: map[string]nick{}, keys: map[string]string{},
		report: Report{Refusals: []Refusal{}, Notes: []say.Line{}},
	}
	ok, err := r.head()
	if err != nil || !ok {
		return nil, r.report, err
	}
	for {
		line, long, err := r.lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.count(ctx, line, long)
		}
		if err != nil {
			return nil, r.report, err
		}
	}
	return r.finish(), r.report, nil
}

// reader reads one file.
type reader struct {
	Options
	lines  lines
	layout layout
	cards  map[string]mafia.Role
	report Report
	games  []*game
	index  map[string]*game
	sizes  map[string][2]int // players by rulebook and preset
	nicks  map[string]nick   // by what is written
	keys   map[string]string // of people, by nick
	odd    odd
	cells  []string // of the row before, to be used again
}

// head reads the line of headings; false where there is none.
func (r *reader) head() (bool, error) {
	for {
		line, long, err := r.lines.next()
		if errors.Is(err, io.EOF) {
			r.report.refuse(Refusal{Line: 1, Say: words("empty")})
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if line = strings.TrimSpace(line); !long && (line == "" || strings.HasPrefix(line, "sep=")) {
			continue
		}
		var faults []say.Line
		var unknown []string
		r.layout, faults, unknown = layoutOf(line)
		if strings.ContainsRune(line, 0) { // every other byte of UTF-16
			faults = []say.Line{words("encoding")}
		}
		for _, f := range faults {
			r.report.refuse(Refusal{Line: r.lines.no, Say: f})
		}
		if len(unknown) > 0 {
			r.report.Notes = append(r.report.Notes, words("unknown-columns", "names", unknown))
		}
		return len(faults) == 0, nil
	}
}

// count reads a row and tells how far it is.
func (r *reader) count(ctx context.Context, line string, long bool) error {
	if strings.Trim(line, " \t,;") == "" && !long {
		return nil
	}
	if r.report.Rows++; r.report.Rows > MaxRows {
		return ErrRows
	}
	r.row(line, long)
	if r.report.Rows%pace != 0 {
		return nil
	}
	r.tell()
	return ctx.Err()
}

func (r *reader) tell() {
	if r.Progress != nil {
		r.Progress(Progress{r.lines.bytes, r.report.Rows, len(r.games), r.report.Refused})
	}
}

// row puts a row to its game.
func (r *reader) row(line string, long bool) {
	cells, closed := split(r.cells[:0], line, r.layout.comma)
	r.cells = cells
	c := row{reader: r, cells: cells, line: r.lines.no}
	name := c.cell(colGame)
	g := r.game(name)
	if g == nil {
		why := words("game", "text", clip(name))
		switch {
		case long:
			why = words("long", "n", MaxLine>>10)
		case name == "":
			why = words("no-game")
		}
		r.report.refuse(Refusal{Line: r.lines.no, Column: r.layout.head[colGame], Say: why})
		return
	}
	c.game = g
	if g.line == 0 {
		g.line = r.lines.no
	}
	switch {
	case !closed:
		c.refuse(words("quotes"))
	case len(cells) > r.layout.wide:
		c.refuse(words("cells", "n", len(cells), "most", r.layout.wide))
	default:
		c.read()
	}
}

// game finds or begins the game of a number; nil where it is none.
func (r *reader) game(name string) *game {
	if g := r.index[name]; g != nil {
		return g
	}
	n, ok := whole(name, points.MaxNumber)
	if !ok || n == 0 {
		return nil
	}
	plain := fmt.Sprint(n) // "007" is game 7
	g := r.index[plain]
	if g == nil {
		g = &game{name: plain}
		g.result.Number = n
		r.index[plain] = g
		r.games = append(r.games, g)
	}
	r.index[name] = g
	return g
}

// finish judges the games.
func (r *reader) finish() []points.Result {
	out := make([]points.Result, 0, len(r.games))
	for _, g := range r.games {
		g.result.ID = g.name
		if r.Source != "" {
			g.result.ID = r.Source + "/" + g.name
		}
		faults := r.judge(g)
		if len(faults) == 0 && r.Have != nil && r.Have(g.result.ID) {
			r.report.Known++
			continue
		}
		if len(faults) == 0 {
			faults = r.seat(g)
		}
		for _, f := range faults {
			r.report.refuse(f)
		}
		if len(faults) > 0 {
			r.report.Refused++
			continue
		}
		r.report.Games++
		r.odd.see(&g.result)
		out = append(out, g.result)
	}
	slices.SortStableFunc(r.report.Refusals, func(a, b Refusal) int { return cmp.Compare(a.Line, b.Line) })
	r.report.Notes = append(r.report.Notes, r.odd.notes(r.lines.old)...)
	r.report.Notes = append(r.report.Notes, r.alike()...)
	r.tell()
	return out
}

// judge tells what is wrong with a game, all of it.
func (r *reader) judge(g *game) []Refusal {
	faults := g.faults
	res := &g.result
	r.settle(res)
	whole := func(l say.Line) { faults = append(faults, Refusal{Line: g.line, Game: g.name, Say: l}) }
	if g.said[colWinner].line == 0 {
		whole(words("no-winner", "names", winnerNames()))
	}
	var missing []int
	for i := range res.Seats {
		if g.at[i] == 0 {
			missing = append(missing, i+1)
		}
	}
	switch least, most, known := r.size(res.Rulebook); {
	case len(missing) > 0 && len(g.faults) > 0: // the row is there, and was refused
	case len(missing) > 0:
		whole(words("seats-missing", "seats", missing))
	case known && len(g.faults) == 0 && (len(res.Seats) < least || len(res.Seats) > most):
		key := "size"
		if least == most {
			key = "size-exact"
		}
		whole(words(key, "n", len(res.Seats), "min", least, "max", most, "book", res.Book()))
	}
	if res.Scheme != "" && len(faults) == 0 {
		if s, ok := r.Schemes.Find(res.Scheme); !ok || !s.For(res.Rulebook) {
			whole(words("scheme", "text", clip(res.Scheme), "book", res.Book()))
		} else {
			res.Scheme = s.Key() // an evening keeps the version that it was played with
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return g.check()
}

// check is what is wrong with the result as a whole.
func (g *game) check() (faults []Refusal) {
	for _, l := range g.result.Check() {
		faults = append(faults, Refusal{Line: g.line, Game: g.name, Say: l})
	}
	return faults
}

// seat puts the club's people in the seats of a game. Two nicks may be of one person,
// who cannot sit twice.
func (r *reader) seat(g *game) []Refusal {
	for i := range g.result.Seats {
		s := &g.result.Seats[i]
		if s.Person == "" {
			continue
		}
		key, met := r.keys[s.Person]
		if !met {
			key = s.Person
			if r.Person != nil {
				key = r.Person(s.Person)
			}
			r.keys[s.Person] = key
		}
		s.Person = key
	}
	if r.Person == nil {
		return nil
	}
	return g.check()
}

// settle fills in what a game leaves to the options.
func (r *reader) settle(res *points.Result) {
	if res.Rulebook == "" {
		res.Rulebook = r.Rulebook
		res.Preset = cmp.Or(res.Preset, r.Preset)
	}
	res.Scheme = cmp.Or(res.Scheme, r.Scheme)
	if r.layout.at[colEvening] < 0 {
		res.Evening = res.Date
	}
}

// size is how many players a rulebook takes.
func (r *reader) size(id string) (least, most int, known bool) {
	if s, ok := r.sizes[id]; ok {
		return s[0], s[1], s[1] > 0
	}
	rb, err := rulebook.New(id, "", nil)
	if err != nil {
		r.sizes[id] = [2]int{}
		return 0, 0, false
	}
	r.sizes[id] = [2]int{rb.Min, rb.Max}
	return rb.Min, rb.Max, true
}

// maxAlike is how many groups of nicks that look alike a report lists.
const maxAlike = 50

// alike names people whose nicks look alike: they may be one, written in two ways.
func (r *reader) alike() (out []say.Line) {
	first := map[string]bool{} // people, each by the first of his nicks
	groups := map[string][]string{}
	for _, nick := range slices.Sorted(maps.Keys(r.keys)) {
		key := r.keys[nick]
		if key == "" || first[key] {
			continue
		}
		first[key] = true
		skeleton := names.Skeleton(nick)
		groups[skeleton] = append(groups[skeleton], nick)
	}
	for _, skeleton := range slices.Sorted(maps.Keys(groups)) {
		if group := groups[skeleton]; len(group) > 1 && skeleton != "" && len(out) < maxAlike {
			out = append(out, words("odd.alike", "names", group))
		}
	}
	return out
}

// odd counts what one may wonder about in games that were taken.
type odd struct {
	undated, guests, own, fouled int
}

func (o *odd) see(r *points.Result) {
	if r.Date == "" {
		o.undated++
	}
	for i := range r.Seats {
		s := &r.Seats[i]
		if s.Person == "" {
			o.guests++
		}
		if s.BestMove.Has(seat(i + 1)) {
			o.own++
		}
		if s.Fouls >= 4 && !s.Removed() {
			o.fouled++
		}
	}
}

func (o *odd) notes(old int) (out []say.Line) {
	for _, n := range []struct {
		key string
		n   int
	}{
		{"undated", o.undated},
		{"guests", o.guests},
		{"own-seat", o.own},
		{"fouled", o.fouled},
		{"old-encoding", old},
	} {
		if n.n > 0 {
			out = append(out, words("odd."+n.key, "n", n.n))
		}
	}
	return out
}
