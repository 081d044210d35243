package history

import (
	"strconv"
	"strings"

	"omerta/club/points"
	"omerta/club/sheet"
	"omerta/mafia"
	"omerta/names"
	"omerta/say"
)

func seat(n int) mafia.Seat { return mafia.Seat(n) }

// game is what has been read of one.
type game struct {
	name   string
	line   int // its first
	result points.Result
	at     [mafia.MaxSeats]int // by seat, the line; 0 where none was read
	said   [columnCount]said   // of what belongs to the game as a whole
	first  int                 // the line of who was shot first
	faults []Refusal
}

// said is what a row says of the whole game.
type said struct {
	text    string
	line    int
	differs bool // another row says something else, which was told
}

// nick is what was typed for a player, cleaned; ok tells whether it is one.
type nick struct {
	text string
	ok   bool
}

// row is one line of a game.
type row struct {
	*reader
	game  *game
	cells []string
	line  int
}

// cell gives a cell as it was before it was guarded; "" where there is none.
func (r *row) cell(c column) string {
	if at := r.layout.at[c]; at >= 0 && at < len(r.cells) {
		return sheet.Unguard(r.cells[at])
	}
	return ""
}

// refuse refuses a row.
func (r *row) refuse(why say.Line) { r.refuseIn("", why) }

func (r *row) refuseIn(column string, why say.Line) {
	r.game.faults = append(r.game.faults, Refusal{Line: r.line, Game: r.game.name, Column: column, Say: why})
}

// bad refuses what stands in a cell: a message, the text, and further pairs.
func (r *row) bad(c column, key string, pairs ...any) {
	why := words("blank")
	if text := r.cell(c); text != "" {
		why = words(key, append([]any{"text", clip(text)}, pairs...)...)
	}
	r.refuseIn(r.layout.head[c], why)
}

// read reads the row.
func (r *row) read() {
	r.whole()
	n, ok := whole(r.cell(colSeat), mafia.MaxSeats)
	if !ok || n == 0 {
		r.bad(colSeat, "seat", "n", mafia.MaxSeats)
		return
	}
	g := r.game
	if was := g.at[n-1]; was > 0 {
		r.refuseIn(r.layout.head[colSeat], words("seat-twice", "seat", n, "line", was))
		return
	}
	g.at[n-1] = r.line
	if g.result.Seats == nil {
		g.result.Seats = make([]points.Seat, 0, max(n, 10))
	}
	for len(g.result.Seats) < n {
		g.result.Seats = append(g.result.Seats, points.Seat{})
	}
	s := &g.result.Seats[n-1]
	r.who(s)
	r.deeds(s)
	r.amounts(s)
	r.leaving(s)
}

// whole reads what is said of the whole game, and holds the rows to one another.
func (r *row) whole() {
	for _, c := range []column{colDate, colSeason, colEvening, colRulebook, colPreset, colScheme, colWinner, colUnrated} {
		text := r.cell(c)
		if text == "" {
			continue
		}
		switch was := &r.game.said[c]; {
		case was.line == 0:
			*was = said{text: text, line: r.line}
			r.about(c, text)
		case !was.differs && !strings.EqualFold(was.text, text):
			was.differs = true
			r.bad(c, "differs", "was", clip(was.text), "line", was.line)
		}
	}
}

// about takes one of these.
func (r *row) about(c column, text string) {
	res := &r.game.result
	switch c {
	case colDate:
		day, ok := date(text)
		if !ok {
			r.bad(c, "date")
		}
		res.Date = day
	case colSeason:
		res.Season = names.Line(text)
	case colEvening:
		res.Evening = names.Line(text)
	case colRulebook:
		res.Rulebook = strings.ToLower(text)
	case colPreset:
		res.Preset = text
	case colScheme:
		res.Scheme = text
	case colUnrated:
		yes, ok := answers[strings.ToLower(text)]
		if !ok {
			r.bad(c, "answer")
		}
		res.Unrated = res.Unrated || yes
	case colWinner:
		w, ok := winner(text)
		if !ok {
			r.bad(c, "winner", "names", winnerNames())
		}
		res.Winner = w
		res.Unrated = res.Unrated || ok && w == mafia.NoWinner
	}
}

// who reads player and card.
func (r *row) who(s *points.Seat) {
	if text := r.cell(colPlayer); text != "" {
		n, met := r.nicks[text]
		if !met {
			n.text, n.ok = names.Nick(text)
			r.nicks[text] = n
		}
		if !n.ok {
			r.bad(colPlayer, "player")
		}
		s.Person = n.text
	}
	role, ok := r.cards[strings.ToLower(r.cell(colRole))]
	if !ok {
		r.bad(colRole, "role")
	}
	s.Role = role
}

// deeds reads first shot, best move and fouls.
func (r *row) deeds(s *points.Seat) {
	var ok bool
	if s.First, ok = answers[strings.ToLower(r.cell(colFirst))]; !ok {
		r.bad(colFirst, "answer")
	}
	if s.First {
		// One player is shot in a night of classic, so a second one contradicts the
		// row before; in other rulebooks several may die in one night.
		if was := r.game.first; was > 0 && r.book() == "classic" {
			r.refuseIn(r.layout.head[colFirst], words("first-twice", "line", was))
		}
		r.game.first = r.line
	}
	for _, w := range strings.FieldsFunc(r.cell(colMove), func(c rune) bool { return c == ' ' || c == ',' || c == ';' }) {
		n, ok := whole(w, mafia.MaxSeats)
		if !ok || n == 0 || s.BestMove.Has(seat(n)) || s.BestMove.Count() == 3 {
			r.bad(colMove, "best-move")
			break
		}
		s.BestMove = s.BestMove.With(seat(n))
	}
	if text := r.cell(colFouls); text != "" {
		if s.Fouls, ok = whole(text, points.MaxFouls); !ok {
			r.bad(colFouls, "fouls", "n", points.MaxFouls)
		}
	}
}

// book is the rulebook of the game as far as it is known here.
func (r *row) book() string {
	id := r.game.result.Rulebook
	if id == "" {
		id = r.Rulebook
	}
	name, _, _ := strings.Cut(id, "@")
	return name
}

// amounts reads what the host gave and took.
func (r *row) amounts(s *points.Seat) {
	var err error
	if text := r.cell(colExtra); text != "" {
		if s.Bonus, err = points.ParsePoints(text); err != nil {
			r.bad(colExtra, "points", "n", int(points.MostPoints/points.Point))
		}
	}
	if text := r.cell(colPenalty); text != "" {
		if s.Malus, err = points.ParsePoints(text); err != nil {
			r.bad(colPenalty, "points", "n", int(points.MostPoints/points.Point))
		} else if s.Malus > 0 {
			r.bad(colPenalty, "penalty")
		}
	}
	for _, x := range []struct {
		c  column
		to *string
	}{{colExtraFor, &s.BonusFor}, {colPenaltyFor, &s.MalusFor}} {
		reason, ok := names.Reason(r.cell(x.c))
		if !ok {
			r.bad(x.c, "reason")
		}
		*x.to = reason
	}
}

// leaving reads how and when he left.
func (r *row) leaving(s *points.Seat) {
	if text := strings.ToLower(r.cell(colLeft)); text != "" {
		s.Left = mafia.Cause(text)
		ok := false
		for _, c := range points.Causes() {
			ok = ok || c == s.Left
		}
		if !ok {
			r.bad(colLeft, "left", "names", points.Causes())
		}
	}
	for _, x := range []struct {
		c  column
		to *int
	}{{colDay, &s.Day}, {colNight, &s.Night}} {
		if text := r.cell(x.c); text != "" {
			n, ok := whole(text, maxDay)
			if !ok {
				r.bad(x.c, "day", "n", maxDay)
			}
			*x.to = n
		}
	}
}

// maxDay bounds the numbers of days and nights, as records do.
const maxDay = 999

// whole reads a number from 0 to most.
func whole(s string, most int) (int, bool) {
	if len(s) > 10 || strings.HasPrefix(s, "+") || strings.HasPrefix(s, "-") {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n <= most
}

// date reads 2026-11-27 and 27.11.2026.
func date(s string) (string, bool) {
	if len(s) == 10 && s[2] == '.' && s[5] == '.' {
		s = s[6:] + "-" + s[3:5] + "-" + s[:2]
	}
	return s, points.IsDate(s)
}

func winner(s string) (mafia.Winner, bool) {
	s = strings.ToLower(s)
	for _, w := range points.Winners() {
		if string(w) == s {
			return w, true
		}
	}
	w, ok := winners[s]
	return w, ok
}

func winnerNames() []string {
	out := []string{}
	for _, w := range points.Winners() {
		out = append(out, string(w))
	}
	return append(out, "unrated")
}
