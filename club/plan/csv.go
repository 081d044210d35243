package plan

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"omerta/club/seating"
	"omerta/mafia"
	"omerta/names"
	"omerta/say"
)

// MaxFile is how many bytes a file may have that is read here.
const MaxFile = 4 << 20

// Fault is what is wrong in a line of a file.
type Fault struct {
	Row int `json:"row"` // the line of the file, from 1
	say.Line
}

// Faults are all that is wrong in a file, in order of lines; never empty as an error.
type Faults []Fault

// Error tells the first of them in English, and how many there are.
func (f Faults) Error() string {
	if len(f) == 0 {
		return "no faults"
	}
	more := ""
	if len(f) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(f)-1)
	}
	return fmt.Sprintf("line %d: %s%s", f[0].Row, f[0].In(say.EN), more)
}

// maxFaults is how many faults are told at most: a file that is no plan at all
// need not be refused line by line.
const maxFaults = 100

func (f *Faults) add(row int, key string, args map[string]any) {
	if len(*f) < maxFaults {
		*f = append(*f, Fault{row, say.Line{Key: "plan.csv." + key, Args: args}})
	}
}

// columns are the names of the columns of a plan, in each language.
var columns = map[say.Lang][]string{
	say.EN: {"round", "table", "seat", "person"},
	say.RU: {"тур", "стол", "место", "игрок"},
}

// Form is how a plan is written.
type Form struct {
	Lang  say.Lang // of the columns' names; Russian where it is neither language
	Comma rune     // ',' or, as spreadsheets in Russian want it, ';'; 0 is ','
	BOM   bool     // begin with a byte order mark, by which they know the encoding
}

// Write writes a plan as CSV: a line for each round and person, all numbers from 1,
// in the order of rounds, tables and seats. Whoever sits out has neither table nor
// seat. A name that a spreadsheet would take for a formula gets an apostrophe in
// front, which Read takes away. The error is that of the writer.
func Write(w io.Writer, p *Plan, f Form) error {
	head, known := columns[f.Lang]
	if !known {
		head = columns[say.RU]
	}
	if f.BOM {
		if _, err := io.WriteString(w, mark); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	if f.Comma != 0 {
		out.Comma = f.Comma
	}
	rows := [][]string{head}
	for r, round := range p.Rounds {
		for t, table := range round {
			for seat, who := range table {
				rows = append(rows, []string{strconv.Itoa(r + 1), strconv.Itoa(t + 1), strconv.Itoa(seat + 1), guard(p.People[who])})
			}
		}
		for _, who := range p.Out(r) {
			rows = append(rows, []string{strconv.Itoa(r + 1), "", "", guard(p.People[who])})
		}
	}
	return out.WriteAll(rows)
}

// mark tells that a file is UTF-8.
const mark = "\ufeff"

const formulas = "=+-@\t\r"

func guard(cell string) string {
	if cell != "" && (strings.ContainsRune(formulas, rune(cell[0])) || cell[0] == '\'') {
		return "'" + cell
	}
	return cell
}

func unguard(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && strings.ContainsRune(formulas+"'", rune(cell[1])) {
		return cell[1:]
	}
	return cell
}

// Read reads what Write writes, with columns named in either language and in any
// order, other columns among them, and ',' or ';' or tab between them. The people
// come in the order of their first lines. The error is of type Faults and tells
// all that is wrong: lines that cannot be read, nobody named, numbers out of
// bounds, a person or a seat twice in a round, seats left empty.
func Read(r io.Reader) (*Plan, error) {
	var faults Faults
	lines := readRows(r, &faults)
	if len(faults) > 0 {
		return nil, faults
	}
	at, ok := header(lines)
	if !ok {
		faults.add(1, "header", map[string]any{"want": strings.Join(columns[say.EN], ", ")})
		return nil, faults
	}
	if len(lines) == 1 {
		faults.add(1, "empty", nil)
		return nil, faults
	}
	p := &reading{index: map[string]int{}, taken: map[[3]int]int{}, plays: map[[2]int]int{}}
	for _, l := range lines[1:] {
		p.line(l, at, &faults)
	}
	plan := p.plan(&faults)
	if len(faults) > 0 {
		slices.SortStableFunc(faults, func(a, b Fault) int { return a.Row - b.Row })
		return nil, faults
	}
	return plan, nil
}

// row is a line of a file, and where it begins.
type row struct {
	no    int
	cells []string
}

func (l row) cell(i int) string {
	if i >= len(l.cells) {
		return ""
	}
	return strings.TrimSpace(l.cells[i])
}

// readRows reads the lines that are not empty.
func readRows(r io.Reader, faults *Faults) (out []row) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	switch {
	case err != nil:
		faults.add(1, "broken", nil)
		return nil
	case len(data) > MaxFile:
		faults.add(1, "large", map[string]any{"most": MaxFile >> 20})
		return nil
	}
	data = bytes.TrimPrefix(data, []byte(mark))
	in := csv.NewReader(bufio.NewReader(bytes.NewReader(data)))
	in.Comma = comma(data)
	in.FieldsPerRecord = -1
	for {
		cells, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			no := 1
			if p, ok := err.(*csv.ParseError); ok {
				no = p.Line
			}
			faults.add(no, "quotes", nil)
			return nil
		}
		no, _ := in.FieldPos(0)
		if slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			out = append(out, row{no, cells})
		}
	}
	if len(out) == 0 {
		faults.add(1, "empty", nil)
	}
	return out
}

// comma is what stands between the cells of the first line.
func comma(data []byte) rune {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for _, c := range ";\t" {
		if bytes.ContainsRune(first, c) {
			return c
		}
	}
	return ','
}

// header finds the columns.
func header(lines []row) (at [4]int, ok bool) {
	for _, lang := range say.Langs() {
		ok = true
		for i, name := range columns[lang] {
			at[i] = slices.IndexFunc(lines[0].cells, func(c string) bool { return strings.EqualFold(strings.TrimSpace(c), name) })
			ok = ok && at[i] >= 0
		}
		if ok {
			return at, true
		}
	}
	return at, false
}

// reading is a plan that comes line by line.
type reading struct {
	people []string
	index  map[string]int
	taken  map[[3]int]int // round, table, seat: the line
	plays  map[[2]int]int // round, person: the line
	seated [][4]int       // round, table, seat, person
	size   [][]int        // by round and table: the highest seat
	last   [][]int        // and the line that named it
}

// line reads a line.
func (p *reading) line(l row, at [4]int, faults *Faults) {
	was := len(*faults)
	round := p.number(l, at[0], "round", MaxRounds, faults)
	table, seat := 0, 0
	if l.cell(at[1]) != "" || l.cell(at[2]) != "" {
		table = p.number(l, at[1], "table", MaxTables, faults)
		seat = p.number(l, at[2], "seat", mafia.MaxSeats, faults)
	}
	who, ok := names.Nick(unguard(l.cell(at[3])))
	if !ok {
		faults.add(l.no, "person", map[string]any{"is": names.Line(l.cell(at[3]))})
	}
	if len(*faults) > was {
		return
	}
	id, known := p.index[who]
	if !known {
		id = len(p.people)
		p.index[who] = id
		p.people = append(p.people, who)
		if len(p.people) == MaxPeople+1 {
			faults.add(l.no, "people", map[string]any{"most": MaxPeople})
		}
	}
	if before, twice := p.plays[[2]int{round, id}]; twice {
		faults.add(l.no, "person-twice", map[string]any{"who": who, "round": round, "row": before})
		return
	}
	p.plays[[2]int{round, id}] = l.no
	for len(p.size) < round {
		p.size, p.last = append(p.size, nil), append(p.last, nil)
	}
	if table == 0 {
		return
	}
	if before, twice := p.taken[[3]int{round, table, seat}]; twice {
		faults.add(l.no, "seat-twice", map[string]any{"seat": seat, "table": table, "round": round, "row": before})
		return
	}
	p.taken[[3]int{round, table, seat}] = l.no
	p.seated = append(p.seated, [4]int{round, table, seat, id})
	for len(p.size[round-1]) < table {
		p.size[round-1], p.last[round-1] = append(p.size[round-1], 0), append(p.last[round-1], l.no)
	}
	if seat > p.size[round-1][table-1] {
		p.size[round-1][table-1], p.last[round-1][table-1] = seat, l.no
	}
}

// number reads a number from 1 up to a bound.
func (p *reading) number(l row, at int, what string, most int, faults *Faults) int {
	n, err := strconv.Atoi(l.cell(at))
	if err != nil || n < 1 || n > most {
		faults.add(l.no, what, map[string]any{"is": names.Line(l.cell(at)), "most": most})
	}
	return n
}

// plan puts all together and finds what is missing.
func (p *reading) plan(faults *Faults) *Plan {
	out := &Plan{People: p.people}
	for r, sizes := range p.size {
		if len(sizes) == 0 {
			faults.add(1, "round-empty", map[string]any{"round": r + 1})
		}
		var round [][]int
		for t, size := range sizes {
			for seat := 1; seat <= size; seat++ {
				if _, there := p.taken[[3]int{r + 1, t + 1, seat}]; !there {
					faults.add(p.last[r][t], "seat-empty", map[string]any{"seat": seat, "table": t + 1, "round": r + 1})
				}
			}
			if size == 0 {
				faults.add(p.last[r][t], "table-empty", map[string]any{"table": t + 1, "round": r + 1})
			}
			round = append(round, make([]int, size))
		}
		out.Rounds = append(out.Rounds, round)
	}
	for _, x := range p.seated {
		out.Rounds[x[0]-1][x[1]-1][x[2]-1] = x[3]
	}
	return out
}

// kinds are the words for the kinds of wishes.
var kinds = map[string]seating.Kind{
	"apart": seating.Apart, "couple": seating.Apart, "friends": seating.Apart, "ban": seating.Ban,
	"врозь": seating.Apart, "пара": seating.Apart, "друзья": seating.Apart, "запрет": seating.Ban,
}

// ReadWishes reads wishes as CSV without a header: a line for each, the kind and
// then two people or more. Kinds are apart (couple and friends mean the same) and
// ban, in Russian «врозь» («пара», «друзья») and «запрет». People must be among
// those given. The error is of type Faults.
func ReadWishes(r io.Reader, people []string) ([]seating.Wish, error) {
	var faults Faults
	out := []seating.Wish{}
	for _, l := range readRows(r, &faults) {
		kind, known := kinds[strings.ToLower(l.cell(0))]
		if !known {
			faults.add(l.no, "kind", map[string]any{"is": names.Line(l.cell(0)), "want": "apart, couple, friends, ban"})
			continue
		}
		w, was := seating.Wish{Kind: kind}, len(faults)
		for i := 1; i < len(l.cells); i++ {
			who, ok := names.Nick(unguard(l.cell(i)))
			switch {
			case l.cell(i) == "":
			case !ok || !slices.Contains(people, who):
				faults.add(l.no, "unknown", map[string]any{"who": names.Line(l.cell(i))})
			case slices.Contains(w.People, who):
				faults.add(l.no, "self", map[string]any{"who": who})
			default:
				w.People = append(w.People, who)
			}
		}
		if len(w.People) < 2 && len(faults) == was {
			faults.add(l.no, "alone", nil)
		}
		out = append(out, w)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return out, nil
}
