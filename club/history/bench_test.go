package history_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"omerta/club/clubtest"
	"omerta/club/history"
	"omerta/club/points"
	"omerta/club/sheet"
	"omerta/say"
)

// The size of a real club: six years, two games in three days.
const (
	benchGames  = 5253
	benchPeople = 700
)

// BenchmarkRead takes in a club's history.
func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	if err := sheet.CSV(&file, history.Games(clubtest.Classic(1, benchGames, benchPeople), nil, say.EN), sheet.Plain); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		games, _, err := history.Read(context.Background(), bytes.NewReader(file.Bytes()), history.Options{})
		if err != nil || len(games) != benchGames {
			b.Fatal(len(games), err)
		}
	}
}

// BenchmarkEverything works out all there is to show of a club: the tables of every
// evening, season, year and rulebook and of all time, all personal pages, all
// ratings.
func BenchmarkEverything(b *testing.B) {
	games := clubtest.Classic(1, benchGames, benchPeople)
	schemes := points.Shipped()
	for b.Loop() {
		book, err := points.NewBook(games, schemes)
		if err != nil {
			b.Fatal(err)
		}
		var periods []points.Period
		for _, x := range book.Evenings() {
			periods = append(periods, points.Period{Evening: x})
		}
		for _, x := range book.Seasons() {
			periods = append(periods, points.Period{Season: x})
		}
		for _, x := range book.Years() {
			periods = append(periods, points.Period{Year: x})
		}
		for _, x := range book.Rulebooks() {
			periods = append(periods, points.Period{Rulebook: x})
		}
		for _, p := range append(periods, points.Period{}) {
			book.Standings(p, points.Order{})
		}
		book.Pages(points.Period{})
		book.Ratings(points.DefaultElo(), points.Period{})
	}
}

// BenchmarkTable is one table of a season, as a page asks for it.
func BenchmarkTable(b *testing.B) {
	book := bookOf(b, clubtest.Classic(1, benchGames, benchPeople))
	for b.Loop() {
		book.Standings(points.Period{Season: "20"}, points.Order{})
	}
}

// BenchmarkXLSX writes all games for a spreadsheet.
func BenchmarkXLSX(b *testing.B) {
	table := history.Games(clubtest.Classic(1, benchGames, benchPeople), nil, say.RU)
	for b.Loop() {
		if err := sheet.XLSX(io.Discard, table); err != nil {
			b.Fatal(err)
		}
	}
}
