package club_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"omerta/club"
)

// years is the club of six years: 700 people, 1,500 evenings with three games and
// 25 people each, and its journal.
func years(b *testing.B) (*club.Club, []club.Entry) {
	b.Helper()
	c, at := club.New(), time.Date(2020, 1, 1, 18, 0, 0, 0, time.UTC)
	var log []club.Entry
	do := func(cmd club.Command) club.Decision {
		at = at.Add(time.Minute)
		d, err := c.Decide(cmd, at)
		if err == nil {
			c, err = c.Apply(d.Entry, d.Texts...)
		}
		if err != nil {
			b.Fatalf("%+v: %v", cmd, err)
		}
		log = append(log, d.Entry)
		return d
	}
	var nicks []string
	for i := range 700 {
		nicks = append(nicks, fmt.Sprintf("Игрок %d", i))
	}
	people := do(club.Import{Text: strings.Join(nicks, "\n")}).People
	for n := range 1500 {
		e := do(club.Open{Terms: club.Terms{Date: at.AddDate(0, 0, n).Format(time.DateOnly)}}).Evening
		here := make([]string, 25)
		for i := range here {
			here[i] = people[(n*7+i)%len(people)]
		}
		do(club.Arrive{Evening: e, People: here})
		for g := range 3 {
			game := fmt.Sprintf("g%d-%d", n, g)
			do(club.Attach{Evening: e, Game: game})
			do(club.End{Game: game, Seats: here[:10]})
		}
		do(club.Close{Evening: e})
	}
	return c, log
}

func BenchmarkRestoreSixYears(b *testing.B) {
	c, log := years(b)
	texts := c.Texts()
	b.ReportMetric(float64(len(log)), "entries")
	for b.Loop() {
		if _, err := club.Restore(log, texts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCommandAfterSixYears(b *testing.B) {
	c, _ := years(b)
	e := c.Evenings()[0].ID
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		d, err := c.Decide(club.Reopen{Evening: e}, at)
		if err == nil {
			_, err = c.Apply(d.Entry)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPeopleAfterSixYears(b *testing.B) {
	c, _ := years(b)
	for b.Loop() {
		c.People()
	}
}

// BenchmarkNextAfterSixYears is a look at the proposal, and a seat that is passed on.
func BenchmarkNextAfterSixYears(b *testing.B) {
	c, _ := years(b)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	do := func(cmd club.Command) club.Decision {
		d, err := c.Decide(cmd, at)
		if err == nil {
			c, err = c.Apply(d.Entry, d.Texts...)
		}
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	e := do(club.Open{Terms: club.Terms{Date: "2026-01-01", Rulebook: "classic"}}).Evening
	var here []string
	for _, m := range c.People()[:25] {
		here = append(here, m.ID)
	}
	do(club.Arrive{Evening: e, People: here})
	facts := club.Facts{}
	last, _ := c.Evening(c.LastBefore(e))
	for _, g := range last.Games {
		facts[g.Game] = club.Fact{Rulebook: "classic@1"}
	}
	do(club.Draw{Evening: e, Seed: 1, Facts: facts})
	for b.Loop() {
		next, err := c.Next(e, facts)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.Decide(club.Decline{Evening: e, Person: next.Line[0].Person}, at); err != nil {
			b.Fatal(err)
		}
	}
}
