package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"omerta/club/sheet"
)

func csvOf(t *testing.T, table sheet.Table, f sheet.Form) string {
	t.Helper()
	var b bytes.Buffer
	if err := sheet.CSV(&b, table, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var small = sheet.Table{
	Name: "Игры/2026",
	Head: []string{"player", "points", "games"},
	Rows: [][]sheet.Cell{
		{sheet.Text("=1+1"), sheet.Number("-0.25"), sheet.Int(3)},
		{sheet.Text(`Лиса, "рыжая"; x`), sheet.Number("1"), sheet.Int(-4)},
		{sheet.Text("'@x"), sheet.Number("=1"), {}},
	},
}

func TestCSVAsProgramsReadIt(t *testing.T) {
	const want = "player,points,games\r\n" +
		"'=1+1,-0.25,3\r\n" +
		"\"Лиса, \"\"рыжая\"\"; x\",1,-4\r\n" +
		"''@x,'=1,\r\n"
	if got := csvOf(t, small, sheet.Plain); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCSVAsRussianSpreadsheetsReadIt(t *testing.T) {
	const want = "\ufeffplayer;points;games\r\n" +
		"'=1+1;\"-0,25\";3\r\n" +
		"\"Лиса, \"\"рыжая\"\"; x\";1;-4\r\n" +
		"''@x;'=1;\r\n"
	if got := csvOf(t, small, sheet.Local); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// words draws short texts that are made of the signs that do harm.
func words(r *rand.Rand) string {
	signs := []rune("='+-@\t\r\n\"a;, ж")
	out := make([]rune, r.IntN(7))
	for i := range out {
		out[i] = signs[r.IntN(len(signs))]
	}
	return string(out)
}

// No text begins a formula, and every text comes back as it was.
func TestGuardKeepsTextText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 20_000 {
		s := words(r)
		g := sheet.Guard(s)
		if g != "" && strings.ContainsAny(g[:1], "=+-@\t\r") {
			t.Fatalf("%q is written %q", s, g)
		}
		if back := sheet.Unguard(g); back != s {
			t.Fatalf("%q comes back as %q", s, back)
		}
	}
}

// What is written is what the standard library reads.
func TestCSVIsReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for range 2_000 {
		f := []sheet.Form{sheet.Plain, sheet.Local}[r.IntN(2)]
		f.BOM = false
		table := sheet.Table{Head: []string{"a", "b"}}
		var rows [][2]string
		for range r.IntN(5) {
			row := [2]string{strings.ReplaceAll(words(r), "\r", ""), strings.ReplaceAll(words(r), "\r", "")} // that library drops CR
			rows = append(rows, row)
			table.Rows = append(table.Rows, []sheet.Cell{sheet.Text(row[0]), sheet.Text(row[1])})
		}
		in := csv.NewReader(strings.NewReader(csvOf(t, table, f)))
		in.Comma = rune(f.Comma)
		got, err := in.ReadAll()
		if err != nil || len(got) != len(rows)+1 {
			t.Fatalf("%q: %v, %d rows", rows, err, len(got))
		}
		for i, row := range rows {
			for k := range row {
				if sheet.Unguard(got[i+1][k]) != row[k] {
					t.Fatalf("%q comes back as %q", row[k], got[i+1][k])
				}
			}
		}
	}
}

func TestXLSXHoldsTextAsTextAndNumbersAsNumbers(t *testing.T) {
	var b bytes.Buffer
	twin := small
	twin.Name = "игры 2026"
	long := sheet.Table{Name: strings.Repeat("я", 40), Head: []string{"x"}}
	if err := sheet.XLSX(&b, small, twin, long, sheet.Table{}); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if got := strings.Join(f.GetSheetList(), "|"); got != "Игры 2026|игры 2026 2|"+strings.Repeat("я", 31)+"|1" {
		t.Errorf("sheets %s", got)
	}
	rows, err := f.GetRows("Игры 2026")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"player", "points", "games"}, {"=1+1", "-0.25", "3"}, {`Лиса, "рыжая"; x`, "1", "-4"}, {"'@x", "=1"}}
	for i := range want {
		if i >= len(rows) || strings.Join(rows[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d: %q, want %q", i, rows, want[i])
		}
	}
	if kind, _ := f.GetCellType("Игры 2026", "B2"); kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("points are of type %v", kind)
	}
	if formula := partsWith(t, b.Bytes(), "<f>"); formula != "" {
		t.Errorf("%s holds a formula", formula)
	}
	if partsWith(t, b.Bytes(), `<autoFilter ref="$A$1:$C$4"`) == "" {
		t.Error("the headings do not filter")
	}
	if partsWith(t, b.Bytes(), `<cols><col min="1"`) == "" {
		t.Error("columns are not in order")
	}
}

// partsWith names the first part of a workbook in which a text stands.
func partsWith(t *testing.T, book []byte, text string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return part.Name
		}
	}
	return ""
}

func TestTooManyRowsAreRefused(t *testing.T) {
	var b bytes.Buffer
	table := sheet.Table{Head: []string{"x"}, Rows: make([][]sheet.Cell, 1_048_576)}
	if err := sheet.XLSX(&b, table); err == nil {
		t.Error("a sheet cannot hold these")
	}
}
