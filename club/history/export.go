package history

import (
	"strconv"
	"strings"

	"omerta/club/points"
	"omerta/club/sheet"
	"omerta/mafia"
	"omerta/say"
)

// Name gives the nick of a person's key, for a table that people read. A nil Name
// gives the key.
type Name func(person string) string

func (n Name) of(person string) sheet.Cell {
	if n == nil || person == "" {
		return sheet.Text(person)
	}
	return sheet.Text(n(person))
}

// Games gives results as a table of the form of the package, a row a seat: what Read
// makes the same results of, but for their ids, if name is what the people are called
// in its options. The numbers of the games must differ.
func Games(results []points.Result, name Name, l say.Lang) sheet.Table {
	t := sheet.Table{Name: say.T(l, "sheet.games-sheet", nil), Head: Columns()}
	for i := range results {
		r := &results[i]
		for k := range r.Seats {
			t.Rows = append(t.Rows, seatRow(r, k, name))
		}
	}
	return t
}

// seatRow is one seat in the form.
func seatRow(r *points.Result, k int, name Name) []sheet.Cell {
	s := &r.Seats[k]
	row := make([]sheet.Cell, columnCount)
	for c, text := range map[column]string{
		colDate: r.Date, colSeason: r.Season, colEvening: r.Evening, colRulebook: r.Rulebook,
		colPreset: r.Preset, colScheme: r.Scheme, colRole: s.Role.String(), colWinner: string(r.Winner),
		colUnrated: yes(r.Unrated), colFirst: yes(s.First), colMove: moveText(s.BestMove),
		colLeft: string(s.Left), colExtraFor: s.BonusFor, colPenaltyFor: s.MalusFor,
	} {
		row[c] = sheet.Text(text)
	}
	if r.Winner == mafia.NoWinner {
		row[colWinner], row[colUnrated] = sheet.Text("unrated"), sheet.Text("")
	}
	row[colGame], row[colSeat] = sheet.Int(r.Number), sheet.Int(k+1)
	row[colPlayer] = name.of(s.Person)
	row[colFouls] = sheet.Int(s.Fouls)
	if s.Left != "" {
		row[colDay], row[colNight] = sheet.Int(s.Day), sheet.Int(s.Night)
	}
	if s.Bonus != 0 {
		row[colExtra] = sheet.Number(s.Bonus.String())
	}
	if s.Malus != 0 {
		row[colPenalty] = sheet.Number(s.Malus.String())
	}
	return row
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func moveText(m mafia.Seats) string {
	var out []string
	for _, s := range m.List() {
		out = append(out, strconv.Itoa(int(s)))
	}
	return strings.Join(out, " ")
}

// heads puts the headings of a table into words.
func heads(l say.Lang, keys ...string) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = say.T(l, "sheet."+k, nil)
	}
	return out
}

// Standings gives standings as a table in a language. Who has no place has a blank
// there.
func Standings(s points.Standings, name Name, l say.Lang) sheet.Table {
	t := sheet.Table{
		Name: say.T(l, "sheet.standings", nil),
		Head: heads(l, "place", "player", "sum", "average", "games", "wins", "rate",
			"red-games", "red-wins", "black-games", "black-wins", "solo-games", "solo-wins",
			"win-points", "role-points", "best-move", "compensation", "removal", "bonus", "malus",
			"first-shot", "fouls", "removals"),
	}
	for _, r := range s.Rows {
		place := sheet.Cell{}
		if r.Place > 0 {
			place = sheet.Int(r.Place)
		}
		row := []sheet.Cell{
			place, name.of(r.Person), amount(r.Sum), amount(r.Average), sheet.Int(r.Games), sheet.Int(r.Wins), rate(r.Tally),
		}
		row = append(row, sides(r.Sides)...)
		for _, p := range []points.Points{r.Win, r.Role, r.BestMove, r.Compensation, r.Removal, r.Bonus, r.Malus} {
			row = append(row, amount(p))
		}
		t.Rows = append(t.Rows, append(row, sheet.Int(r.FirstShot), sheet.Int(r.Fouls), sheet.Int(r.Removals)))
	}
	return t
}

// Pages gives personal pages as a table, a row a person, in a language. Ratings may
// be nil.
func Pages(pages []points.Page, ratings *points.Ratings, name Name, l say.Lang) sheet.Table {
	t := sheet.Table{
		Name: say.T(l, "sheet.people", nil),
		Head: heads(l, "player", "first", "last", "evenings", "games", "wins", "rate", "draws", "unrated",
			"red-games", "red-wins", "black-games", "black-wins", "solo-games", "solo-wins"),
	}
	for _, role := range mafia.Roles() {
		args := map[string]any{"role": role.String()}
		t.Head = append(t.Head, say.T(l, "sheet.role-games", args), say.T(l, "sheet.role-wins", args))
	}
	for n := range 4 {
		t.Head = append(t.Head, say.T(l, "sheet.hits", map[string]any{"n": n}))
	}
	t.Head = append(t.Head, heads(l, "first-shot", "fouls", "removals", "streak-wins", "streak-losses")...)
	if ratings != nil {
		t.Head = append(t.Head, heads(l, "rating-red", "rating-black", "rating-solo")...)
	}
	for i := range pages {
		t.Rows = append(t.Rows, pageRow(&pages[i], ratings, name))
	}
	return t
}

func pageRow(p *points.Page, ratings *points.Ratings, name Name) []sheet.Cell {
	row := []sheet.Cell{
		name.of(p.Person), sheet.Text(p.First), sheet.Text(p.Last), sheet.Int(p.Evenings), sheet.Int(p.Games),
		sheet.Int(p.Wins), rate(p.Tally), sheet.Int(p.Draws), sheet.Int(p.Unrated),
	}
	row = append(row, sides(p.Sides)...)
	for _, role := range mafia.Roles() {
		var tally points.Tally
		for _, t := range p.Roles {
			if t.Role == role {
				tally = t.Tally
			}
		}
		row = append(row, sheet.Int(tally.Games), sheet.Int(tally.Wins))
	}
	for _, n := range p.BestMoves {
		row = append(row, sheet.Int(n))
	}
	for _, n := range []int{p.FirstShot.All, p.Fouls, p.Removals, p.Streak.Wins, p.Streak.Losses} {
		row = append(row, sheet.Int(n))
	}
	if ratings != nil {
		for side := mafia.Red; side <= mafia.Solo; side++ {
			row = append(row, rating(ratings.Of(p.Person, side)))
		}
	}
	return row
}

// rating is a rating with one decimal, blank for who has none.
func rating(r points.Rating) sheet.Cell {
	if r.Games == 0 {
		return sheet.Cell{}
	}
	return sheet.Number(strconv.FormatFloat(float64(r.Value)/1000, 'f', 1, 64))
}

func sides(s points.Sides) []sheet.Cell {
	var out []sheet.Cell
	for _, t := range []points.Tally{s.Red, s.Black, s.Solo} {
		out = append(out, sheet.Int(t.Games), sheet.Int(t.Wins))
	}
	return out
}

func amount(p points.Points) sheet.Cell { return sheet.Number(p.String()) }

// rate is the share of wins with three decimals.
func rate(t points.Tally) sheet.Cell {
	return sheet.Number(strconv.FormatFloat(t.Rate(), 'f', 3, 64))
}
