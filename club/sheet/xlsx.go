package sheet

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Bounds of XLSX.
const (
	maxRows = 1_048_575 // without the headings
	maxName = 31        // characters of a sheet's name
	maxWide = 40        // characters that a column is widened to
)

// ErrRows says that a table has more rows than a spreadsheet holds.
var ErrRows = errors.New("sheet: more rows than a spreadsheet holds")

// XLSX writes tables as one workbook, a sheet each: headings in bold that stay
// in sight and filter, columns as wide as what they hold. Names that spreadsheets
// refuse are mended, and numbered where two are alike. Errors: ErrRows, and those
// of w.
func XLSX(w io.Writer, tables ...Table) error {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }() // nothing is lost by it
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	used := map[string]bool{}
	for i, t := range tables {
		name := sheetName(t.Name, used)
		if i == 0 {
			err = f.SetSheetName("Sheet1", name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err == nil {
			err = fill(f, name, t, bold)
		}
		if err != nil {
			return fmt.Errorf("sheet %s: %w", name, err)
		}
	}
	if err := f.Write(w); err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	return nil
}

// fill writes one sheet, row by row.
func fill(f *excelize.File, name string, t Table, bold int) error {
	if len(t.Rows) > maxRows {
		return ErrRows
	}
	if err := filter(f, name, t); err != nil {
		return err
	}
	s, err := f.NewStreamWriter(name)
	if err != nil {
		return err
	}
	for i := len(t.Head) - 1; i >= 0; i-- { // the library writes the last one first
		if err := s.SetColWidth(i+1, i+1, width(t, i)); err != nil {
			return err
		}
	}
	if err := s.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	row := make([]any, len(t.Head))
	for i, h := range t.Head {
		row[i] = excelize.Cell{StyleID: bold, Value: h}
	}
	if err := s.SetRow("A1", row); err != nil {
		return err
	}
	for i, cells := range t.Rows {
		row = row[:0]
		for _, c := range cells {
			row = append(row, c.value())
		}
		if err := s.SetRow("A"+strconv.Itoa(i+2), row); err != nil {
			return err
		}
	}
	return s.Flush()
}

// filter lets the headings filter. It comes before the rows: a sheet that is
// written row by row cannot be changed afterwards.
func filter(f *excelize.File, name string, t Table) error {
	if len(t.Head) == 0 {
		return nil
	}
	last, err := excelize.CoordinatesToCellName(len(t.Head), len(t.Rows)+1)
	if err != nil {
		return err
	}
	return f.AutoFilter(name, "A1:"+last, nil)
}

// value is the cell as the library wants it: text is a string, which it never takes
// for a formula.
func (c Cell) value() any {
	if !c.number {
		if c.text == "" {
			return nil
		}
		return c.text
	}
	if n, err := strconv.Atoi(c.text); err == nil {
		return n
	}
	x, _ := strconv.ParseFloat(c.text, 64) // Number has tried it
	return x
}

// width is how wide a column is to be.
func width(t Table, column int) float64 {
	most := utf8.RuneCountInString(t.Head[column]) + 3 // room for the filter's button
	for _, row := range t.Rows {
		if column < len(row) {
			most = max(most, utf8.RuneCountInString(row[column].text)+1)
		}
	}
	return float64(min(most, maxWide))
}

// sheetName mends a name: without the signs that are refused, not too long, not
// empty, not there already.
func sheetName(s string, used map[string]bool) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) || r < ' ' {
			return ' '
		}
		return r
	}, s)
	s = strings.Trim(strings.TrimSpace(s), "'")
	if s == "" {
		s = "1"
	}
	out := cut(s, maxName)
	for n := 2; used[strings.ToLower(out)]; n++ {
		tail := " " + strconv.Itoa(n)
		out = cut(s, maxName-len(tail)) + tail
	}
	used[strings.ToLower(out)] = true
	return out
}

// cut gives at most n characters as spreadsheets count them, in UTF-16.
func cut(s string, n int) string {
	for i, r := range s {
		if n -= 1 + boolean(r > 0xffff); n < 0 {
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
