package server

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	clubs "omerta/club"
	"omerta/journal"
)

// Who was taken off the list can be found and comes back as who he was.
func TestWhoWasTakenOffTheListComesBack(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	a := c.tell(clubs.Import{Text: "Яна\nАнна\nAннa\nБорис"}).People
	roll := get[ClubRoll](c, "GET", "/api/club/people", nil)
	if fmt.Sprint(roll.Alike) != fmt.Sprint([][]string{a[1:3]}) || len(roll.Off) != 0 || roll.Today != time.Now().Format(time.DateOnly) {
		t.Fatalf("%+v", roll)
	}
	c.tell(clubs.Edit{Person: a[0], Notes: ptr("опаздывает")})
	for _, id := range []string{a[0], a[2], a[3]} {
		c.tell(clubs.Remove{Person: id})
	}
	c.tell(clubs.Merge{From: a[2], Into: a[1]})
	roll = get[ClubRoll](c, "GET", "/api/club/people", nil)
	if len(roll.Alike) != 0 || len(roll.Off) != 2 || roll.Off[0].Nick != "Борис" || roll.Off[1].Notes != "опаздывает" {
		t.Fatalf("%+v", roll)
	}
	if back := c.tell(clubs.Add{Nick: "Яна"}); back.People[0] != a[0] {
		t.Fatalf("%+v", back)
	}
	c.tell(clubs.Forget{Person: a[3]})
	if roll = get[ClubRoll](c, "GET", "/api/club/people", nil); len(roll.Off) != 0 {
		t.Fatalf("%+v", roll)
	}
}

func ptr[T any](v T) *T { return &v }

// What the preview of a list tells is what its import reports, and nothing is taken.
func TestPreviewOfAListTakesNothing(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	a := c.tell(clubs.Import{Text: "Анна\nБорис"}).People
	c.tell(clubs.Remove{Person: a[1]})
	list := ListInput{Text: "Ник;Новичок;Друзья\nАнна;;Борис,Никто\nБорис;;\nAннa;да;\nВера;может быть;\n"}
	was := get[ClubView](c, "GET", "/api/club", nil)
	p := get[ListPreview](c, "POST", "/api/club/people/preview", list)
	if now := get[ClubView](c, "GET", "/api/club", nil); fmt.Sprint(now) != fmt.Sprint(was) {
		t.Fatalf("the preview has changed the club\n%+v\n%+v", was, now)
	}
	got := fmt.Sprint(p.Report.Added, p.Report.Known, p.Back, len(p.Report.Faults), len(p.Report.Strange), len(p.Warnings), p.Changes)
	if want := "[Aннa] [Анна Борис] [Борис] 1 1 1 true"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	done := c.tell(clubs.Import(list))
	if fmt.Sprint(*done.Import) != fmt.Sprint(p.Report) {
		t.Fatalf("%+v\n%+v", *done.Import, p.Report)
	}
	p = get[ListPreview](c, "POST", "/api/club/people/preview", ListInput{Text: "Анна\nБорис"})
	if p.Changes || len(p.Report.Known) != 2 || len(p.Back) != 0 {
		t.Fatalf("%+v", p)
	}
	c.no("POST", "/api/club/people/preview", ListInput{Text: " \n"}, 409, "club-empty")
	c.no("POST", "/api/club/people/preview", ListInput{Text: strings.Repeat("ж\n", clubs.MaxList/3+1)}, 409, "club-many")
	c.no("POST", "/api/club/people/preview", ListInput{Text: strings.Repeat("ж", 2*maxClubBody)}, 413, "too-large")
}

// The files that the page gives as examples are taken whole.
func TestExamplesOfListsAreTaken(t *testing.T) {
	for _, name := range []string{"people.ru.csv", "people.en.csv"} {
		file, err := os.ReadFile("../web/public/" + name)
		if err != nil {
			t.Fatal(err)
		}
		c := open(t, journal.NewMemory()).enter()
		rep := get[ListPreview](c, "POST", "/api/club/people/preview", ListInput{Text: string(file)}).Report
		if len(rep.Added) < 3 || len(rep.Faults)+len(rep.Strange) > 0 || rep.Lines != len(rep.Added) {
			t.Errorf("%s: %+v", name, rep)
		}
	}
}
