package history

import (
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/say"
)

// column is one of the form.
type column uint8

const (
	colGame column = iota
	colDate
	colSeason
	colEvening
	colRulebook
	colPreset
	colScheme
	colSeat
	colPlayer
	colRole
	colWinner
	colUnrated
	colFirst
	colMove
	colFouls
	colLeft
	colDay
	colNight
	colExtra
	colExtraFor
	colPenalty
	colPenaltyFor
	columnCount
)

// columns are the headings: the one that is written, and others that are read.
var columns = [columnCount][]string{
	{"game", "игра", "номер игры", "№ игры"},
	{"date", "дата"},
	{"season", "сезон"},
	{"evening", "вечер"},
	{"rulebook", "свод", "правила"},
	{"preset", "набор"},
	{"scheme", "баллы по", "схема"},
	{"seat", "место", "игровой номер", "номер"},
	{"player", "игрок", "ник"},
	{"role", "роль", "карта"},
	{"winner", "победа", "победитель"},
	{"unrated", "вне рейтинга"},
	{"first_shot", "первый убитый", "пу"},
	{"best_move", "лучший ход", "лх"},
	{"fouls", "фолы", "штрафы", "замечания"},
	{"left", "выбывание", "выбыл"},
	{"day", "день"},
	{"night", "ночь"},
	{"extra", "доп", "доп. баллы", "дополнительные баллы"},
	{"extra_reason", "доп: причина", "за что доп"},
	{"penalty", "минус", "штрафные баллы"},
	{"penalty_reason", "минус: причина", "за что минус"},
}

// needed are the columns without which a row says nothing.
var needed = []column{colGame, colSeat, colPlayer, colRole, colWinner}

// String is the heading as it is written.
func (c column) String() string { return columns[c][0] }

// Columns lists the headings of the form in the order in which they are written.
func Columns() []string {
	out := make([]string, columnCount)
	for c := range columnCount {
		out[c] = c.String()
	}
	return out
}

func columnOf(heading string) (column, bool) {
	heading = strings.ToLower(strings.TrimSpace(heading))
	for c, names := range columns {
		if slices.Contains(names, heading) {
			return column(c), true
		}
	}
	return 0, false
}

// layout says where the columns stand.
type layout struct {
	comma byte
	at    [columnCount]int    // -1 where there is none
	head  [columnCount]string // as it is written in the file
	wide  int
}

// layoutOf reads the line of headings; what is wrong with it, and which headings are
// not known.
func layoutOf(line string) (l layout, faults []say.Line, unknown []string) {
	most := -1
	var cells []string
	for _, comma := range []byte(",;\t") {
		c, _ := split(nil, line, comma)
		known := 0
		for _, h := range c {
			if _, ok := columnOf(h); ok {
				known++
			}
		}
		if known > most {
			most, cells, l.comma = known, c, comma
		}
	}
	for c := range l.at {
		l.at[c] = -1
	}
	l.wide = len(cells)
	for i, h := range cells {
		c, ok := columnOf(h)
		switch {
		case ok && l.at[c] >= 0:
			faults = append(faults, words("column-twice", "column", c.String()))
		case ok:
			l.at[c], l.head[c] = i, h
		case h != "":
			unknown = append(unknown, clip(h))
		}
	}
	var missing []string
	for _, c := range needed {
		if l.at[c] < 0 {
			missing = append(missing, c.String())
		}
	}
	if len(missing) > 0 {
		faults = append(faults, words("no-columns", "names", missing))
	}
	return l, faults, unknown
}

// winners are the words for who has won, besides those of records.
var winners = map[string]mafia.Winner{
	"красные": mafia.RedWon, "город": mafia.RedWon, "мирные": mafia.RedWon,
	"чёрные": mafia.BlackWon, "черные": mafia.BlackWon, "мафия": mafia.BlackWon,
	"маньяк": mafia.ManiacWon, "потрошитель": mafia.RipperWon, "маньяк и потрошитель": mafia.ManiacRipperWon,
	"никто": mafia.NobodyWon, "ничья": mafia.NobodyWon,
	"unrated": mafia.NoWinner, "вне рейтинга": mafia.NoWinner, "без рейтинга": mafia.NoWinner,
}

// answers are the words for yes and no.
var answers = map[string]bool{
	"yes": true, "true": true, "1": true, "+": true, "да": true,
	"no": false, "false": false, "0": false, "-": false, "нет": false, "": false,
}

// cards are the words for cards, in both languages and in the words of each rulebook.
func cards() map[string]mafia.Role {
	out := map[string]mafia.Role{"?": mafia.Unknown}
	for _, r := range mafia.Roles() {
		out[r.String()] = r
		for _, l := range say.Langs() {
			for _, book := range append(say.Rulebooks(), "") {
				for _, form := range []say.Form{say.Nom, say.One} {
					out[strings.ToLower(say.RoleIn(book, r, l, form))] = r
				}
			}
		}
	}
	return out
}
