package club_test

import (
	"fmt"
	"strings"
	"testing"

	"omerta/club"
	"omerta/say"
)

func TestPastedListOfPeople(t *testing.T) {
	r := begin(t)
	r.add("Анна")
	d := r.do(club.Import{Text: "\ufeff1. Анна\r\n2) Борис, Вера;\tГлеб\n\n\u200b\nБорис\n1984\n" + strings.Repeat("ж", 25) + "\n"})
	r.is("Анна, Борис, Вера, Глеб, 1984")
	rep := d.Import
	got := fmt.Sprint(rep.Lines, rep.Added, rep.Known)
	for _, f := range rep.Faults {
		got += fmt.Sprintf("\n%d %q: %s", f.Line, f.Text, f.Say.In(say.EN))
	}
	want := `6 [Борис Вера Глеб 1984] [Анна]
4 "\u200b": “”: the name is empty, invisible or longer than 24 characters.
5 "Борис": “Борис” is already in line 2.
7 "` + strings.Repeat("ж", 25) + `": “` + strings.Repeat("ж", 21) + `…”: the name is empty, invisible or longer than 24 characters.`
	if got != want {
		t.Fatalf("%s\nwant\n%s", got, want)
	}
}

func TestListWithHeadings(t *testing.T) {
	r := begin(t)
	r.do(club.Add{Nick: "Борис", Notes: "давно"})
	d := r.do(club.Import{Text: `Ник;Новичок;Друзья;Заметки
"Анна ""Пуля""";да;Борис, Вера;приходит в 19:00
Вера;нет;"Анна ""Пуля"";Никто";
Борис;;;новое
Глеб;возможно;;
Дина;да;;;;
"Ева;да;;
`})
	r.is(`Борис, Анна "Пуля", Вера`)
	var faults []string
	for _, f := range append(d.Import.Faults, d.Import.Strange...) {
		faults = append(faults, fmt.Sprintf("%d %s", f.Line, f.Say.In(say.RU)))
	}
	want := []string{
		"5 «возможно»: непонятно, новичок или нет.", "6 Ячеек 6, а столбцов 4.", "7 Кавычка не закрыта.",
		"3 Друга «Никто» для «Вера» нет ни в клубе, ни в списке.",
	}
	if fmt.Sprint(faults) != fmt.Sprint(want) {
		t.Fatalf("%q", faults)
	}
	anna, _ := r.c.Person("p2")
	boris, _ := r.c.Person("p1")
	if !anna.Novice || fmt.Sprint(anna.Friends) != "[p1 p3]" || anna.Notes != "приходит в 19:00" || boris.Notes != "давно" {
		t.Fatalf("%+v\n%+v", anna, boris)
	}
	r.do(club.Undo{}) // one step for the whole list
	r.is("Борис")
}

func TestListOfNobodyIsRefused(t *testing.T) {
	r := begin(t)
	r.no(club.WhyEmpty, club.Import{Text: " \n,;\n"})
	r.no(club.WhyEmpty, club.Import{Text: "nick,novice\n"})
	r.no(club.WhyMany, club.Import{Text: strings.Repeat("x", club.MaxList+1)})
}

// What is told of a list is never much longer than the list.
func TestReportOfAHugeListIsNoLongerThanIt(t *testing.T) {
	r := begin(t)
	d := r.do(club.Import{Text: strings.Repeat("аб,", club.MaxList/6)})
	size := 0
	for _, f := range d.Import.Faults {
		size += len(f.Text)
	}
	if len(d.Import.Added) != 1 || size > club.MaxList {
		t.Fatalf("%d bytes", size)
	}
	var many strings.Builder
	for n := range club.MaxPeople + 1 {
		fmt.Fprintln(&many, n)
	}
	r.no(club.WhyMany, club.Import{Text: many.String()})
}

// A nick of an entry that was merged away is a former nick of who he is now.
func TestMergedNicksAreFormerNicks(t *testing.T) {
	r := begin(t)
	r.do(club.Import{Text: "Анна\nАня\nАнюта\nБорис"})
	nick := "Нюра"
	r.do(club.Edit{Person: "p3", Nick: &nick})
	r.do(club.Merge{From: "p3", Into: "p2"})
	r.do(club.Merge{From: "p2", Into: "p1"})
	if m, _ := r.c.Person("p1"); fmt.Sprint(m.Former) != "[Аня Анюта Нюра]" {
		t.Fatalf("%q", m.Former)
	}
	r.do(club.Forget{Person: "p1"})
	if m, _ := r.c.Person("p1"); len(m.Former) != 0 {
		t.Fatalf("%q", m.Former)
	}
}
