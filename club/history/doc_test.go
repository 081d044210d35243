package history_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"omerta/club/history"
	"omerta/club/points"
)

// The page for organizers names whatever a file or a scheme can hold, and its
// example is a sound scheme.
func TestThePageOnPointsIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../docs/points.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	parts := strings.SplitN(page, "\n## Баллы", 2)
	for _, name := range history.Columns() {
		if !strings.Contains(parts[0], "`"+name+"`") {
			t.Errorf("the column %s is not there", name)
		}
	}
	for _, part := range parts {
		for _, tie := range points.Ties() {
			if !strings.Contains(part, "`"+string(tie)+"`") {
				t.Errorf("the tie-break %s is not there", tie)
			}
		}
		for _, s := range points.Shipped().List() {
			if !strings.Contains(part, "| `"+s.ID+"` |") {
				t.Errorf("the scheme %s is not there", s.ID)
			}
		}
	}
	example := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(page)
	if example == nil {
		t.Fatal("no example")
	}
	if _, err := points.ParseSchemes([]byte("[" + example[1] + "]")); err != nil {
		t.Error(err)
	}
}

// The Russian headings that the page names are read.
func TestRussianHeadings(t *testing.T) {
	text := "Игра;Место;Игрок;Роль;Победа;Дата;Сезон;Вечер;ПУ;ЛХ;Фолы;Доп;Минус\n"
	if _, report := read(t, text, history.Options{}); len(report.Refusals)+len(report.Notes) > 0 {
		t.Errorf("%+v", report)
	}
}
