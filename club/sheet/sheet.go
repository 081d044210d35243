// Package sheet writes tables for spreadsheets: CSV in the two forms that
// spreadsheets read, and XLSX.
//
// A cell is text or a number, and stays what it is: a nick that begins with
// "=" is text in both. CSV has no types, so such text goes with an apostrophe in
// front there (see [Guard]).
package sheet

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Table is a sheet: a name, a line of headings, rows.
type Table struct {
	Name string
	Head []string
	Rows [][]Cell
}

// Cell is one cell: text, or a number. The zero value is an empty one.
type Cell struct {
	text   string
	number bool
}

// Text is a cell of text.
func Text(s string) Cell { return Cell{text: s} }

// Int is a cell with a whole number.
func Int(n int) Cell { return Cell{strconv.Itoa(n), true} }

// Number is a cell with a number as Go writes it: "-0.25". What is no such number is
// text.
func Number(s string) Cell {
	_, err := strconv.ParseFloat(s, 64)
	return Cell{s, err == nil && strings.Trim(s, "+-.0123456789") == ""}
}

// String gives the cell as it is, without a guard.
func (c Cell) String() string { return c.text }

// Form is how a CSV file is written.
type Form struct {
	Comma   byte // between cells: ',' or ';'
	Decimal byte // in numbers: '.' or ','
	// BOM: three bytes in front, by which spreadsheets know UTF-8.
	BOM bool
}

// Plain is CSV as programs read it, Local as spreadsheets of Russian and most other
// European systems do.
var (
	Plain = Form{Comma: ',', Decimal: '.'}
	Local = Form{Comma: ';', Decimal: ',', BOM: true}
)

// risky begin a formula in one spreadsheet or another.
const risky = "=+-@\t\r"

// Guard puts an apostrophe before text that a spreadsheet would take for a formula,
// and before what would look guarded, so that Unguard gives back exactly what was
// there.
func Guard(s string) string {
	if guarded(s) {
		return "'" + s
	}
	return s
}

// Unguard takes the apostrophe off.
func Unguard(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && guarded(rest) {
		return rest
	}
	return s
}

func guarded(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.IndexByte(risky, s[0]) >= 0
}

// CSV writes a table, a line for the headings and one for each row, ended by CR and
// LF. The error is that of w.
func CSV(w io.Writer, t Table, f Form) error {
	b := bufio.NewWriter(w)
	if f.BOM {
		_, _ = b.WriteString("\ufeff")
	}
	head := make([]Cell, len(t.Head))
	for i, h := range t.Head {
		head[i] = Text(h)
	}
	line(b, head, f)
	for _, row := range t.Rows {
		line(b, row, f)
	}
	return b.Flush() // a write that failed is told here
}

func line(b *bufio.Writer, row []Cell, f Form) {
	for i, c := range row {
		if i > 0 {
			_ = b.WriteByte(f.Comma)
		}
		s := c.text
		if c.number {
			s = strings.Replace(s, ".", string(rune(f.Decimal)), 1)
		} else {
			s = Guard(s)
		}
		if strings.ContainsAny(s, "\"\r\n;,\t") || s != strings.TrimSpace(s) || len(row) == 1 && s == "" {
			s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		_, _ = b.WriteString(s)
	}
	_, _ = b.WriteString("\r\n")
}
