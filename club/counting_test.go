package club_test

import (
	"strings"
	"testing"

	"omerta/club"
	"omerta/club/points"
	"omerta/mafia"
	"omerta/say"
)

func ours(id string, win points.Points) points.Scheme {
	return points.Scheme{
		ID: id, Win: win, Name: map[say.Lang]string{say.RU: "Ours", say.EN: "Ours"}, Rulebooks: []string{"classic"},
		Ties: []points.Tie{points.MoreWins},
	}
}

// A house makes a scheme and changes it; an evening keeps the version that it was
// opened with, and what its games are worth stays.
func TestAnOldEveningKeepsTheVersionOfItsScheme(t *testing.T) {
	r := begin(t)
	a, b := r.add("A"), r.add("B")
	open := func(scheme, game string) string {
		e := r.do(club.Open{Terms: club.Terms{Date: "2026-11-27", Rulebook: "classic", Scheme: scheme}}).Evening
		r.do(club.Attach{Evening: e, Game: game})
		r.do(club.End{Game: game, Seats: []string{a, b}})
		return e
	}
	r.do(club.KeepScheme{Scheme: ours("", points.Point)})
	old := open("house-1", "g1")
	r.no(club.WhyNothing, club.KeepScheme{Scheme: ours("house-1", points.Point)})
	r.do(club.KeepScheme{Scheme: ours("house-1", 3*points.Point)})
	now := open("house-1", "g2")
	for id, want := range map[string]string{old: "house-1@1", now: "house-1@2"} {
		if e, _ := r.c.Evening(id); e.Scheme != want {
			t.Errorf("%s is played with %s, want %s", id, e.Scheme, want)
		}
	}
	var games []points.Result
	for _, id := range []string{"g1", "g2"} {
		games = append(games, r.c.Dress(points.Result{
			ID: id, Rulebook: "classic", Winner: mafia.RedWon, Seats: []points.Seat{{Role: mafia.Civilian}, {Role: mafia.Don}},
		}))
	}
	book, err := points.NewBook(games, r.c.Schemes())
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{old: "1", now: "3"} {
		rows := book.Standings(points.Period{Evening: id}, points.Order{}).Rows
		if rows[0].Person != a || rows[0].Sum.String() != want {
			t.Errorf("%s: %+v, want %s", id, rows[0], want)
		}
	}
}

func TestSchemesOfTheHouse(t *testing.T) {
	r := begin(t)
	keep := func(s points.Scheme) string {
		r.do(club.KeepScheme{Scheme: s})
		list := r.c.Schemes().List()
		return list[len(list)-1].Key()
	}
	if key := keep(ours("", 1)); key != "house-1@1" {
		t.Error(key)
	}
	r.do(club.Undo{})
	if _, there := r.c.Schemes().Find("house-1"); there {
		t.Error("an undo leaves the scheme")
	}
	if key := keep(ours("", 2)); key != "house-2@1" { // a file may name house-1@1
		t.Error(key)
	}
	r.no(club.WhySchemeBad, club.KeepScheme{Scheme: ours("sport", 1)})
	r.no(club.WhySchemeBad, club.KeepScheme{Scheme: ours("", 2000*points.Point)})
	_, err := r.try(club.KeepScheme{Scheme: points.Scheme{Removal: 1}})
	if err == nil || !strings.Contains(err.Error(), "removal") || !strings.Contains(err.Error(), "name") {
		t.Errorf("not all faults are told: %v", err)
	}
	r.no(club.WhyScheme, club.RetireScheme{ID: "sport", Retired: true})
	r.do(club.RetireScheme{ID: "house-2", Retired: true})
	r.no(club.WhyNothing, club.RetireScheme{ID: "house-2", Retired: true})
	if own, retired := r.c.OwnScheme("house-2"); !own || !retired {
		t.Error("it is not off the list")
	}
	r.do(club.KeepScheme{Scheme: ours("house-2", 2)}) // the same again is back
	if _, retired := r.c.OwnScheme("house-2"); retired {
		t.Error("a new version leaves the scheme off the list")
	}
	r.no(club.WhyRatings, club.Rate{Elo: points.Elo{K: 0, Start: 1500, Scale: 400}})
	r.do(club.Rate{Elo: points.Elo{K: 32, Start: 1000, Scale: 400}})
	if r.c.Elo().K != 32 {
		t.Error(r.c.Elo())
	}
	r.do(club.Undo{})
	if r.c.Elo() != points.DefaultElo() {
		t.Error(r.c.Elo())
	}
}
