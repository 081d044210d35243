package server

import (
	"encoding/json"
	"net/http"
	"slices"

	"omerta/club/points"
	"omerta/mafia"
)

// countingRoutes are the routes of what games are worth.
func (s *Server) countingRoutes() []route {
	return []route{
		{"GET /api/club/periods", hosts, "", "PeriodsView", "What periods there are games of: seasons, years, rulebooks, evenings, the newest first.", s.periods, nil},
		{"GET /api/club/ratings", hosts, "", "RatingsView", "Ratings on one side (`?side=red`, `black` or `solo`) over a period; `min=` is how many games it takes to have a place.", s.ratings, nil},
		{"GET /api/club/schemes", hosts, "", "SchemesView", "The schemes of points, those of the program and of the house, in all versions.", s.schemes, nil},
		{"POST /api/club/schemes/try", hosts, "SchemeTryInput", "SchemeTrial", "What a scheme that is being written would give, on examples and on the last game; with all that is wrong with it. Nothing is kept.", s.trySchemes, nil},
	}
}

// PeriodsView is what periods there are games of.
type PeriodsView struct {
	Seasons   []string    `json:"seasons"`
	Years     []string    `json:"years"`
	Rulebooks []string    `json:"rulebooks"`
	Evenings  []EveningOf `json:"evenings"` // the newest first
}

// EveningOf is an evening with games, of the club or of before.
type EveningOf struct {
	ID     string `json:"id"`
	Date   string `json:"date"`
	Title  string `json:"title"`
	Season string `json:"season"`
	Games  int    `json:"games"`
}

func (s *Server) periods(r *http.Request) (any, error) {
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	out := PeriodsView{
		Seasons: some(book.Seasons()), Years: some(book.Years()), Rulebooks: some(book.Rulebooks()), Evenings: []EveningOf{},
	}
	at := map[string]int{}
	for i := range book.Results() {
		g := &book.Results()[i]
		if g.Evening == "" {
			continue
		}
		n, known := at[g.Evening]
		if !known {
			n = len(out.Evenings)
			at[g.Evening] = n
			e, _ := c.Evening(g.Evening)
			out.Evenings = append(out.Evenings, EveningOf{ID: g.Evening, Date: g.Date, Title: e.Title, Season: g.Season})
		}
		out.Evenings[n].Games++
	}
	slices.Reverse(out.Evenings)
	slices.Reverse(out.Seasons)
	slices.Reverse(out.Years)
	return out, nil
}

// RatingsView is the table of ratings on one side.
type RatingsView struct {
	Elo   points.Elo        `json:"elo"`
	Side  string            `json:"side"`
	Sides []string          `json:"sides"` // that anybody has played on
	Rows  []points.Rated    `json:"rows"`
	Names map[string]string `json:"names"` // nicks by id of all in the rows; "" for who was forgotten
}

func (s *Server) ratings(r *http.Request) (any, error) {
	p, err := period(r.URL.Query())
	if err != nil {
		return nil, err
	}
	least, err := number(r.URL.Query(), "min", 0, points.MaxNumber)
	if err != nil {
		return nil, err
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	all := book.Ratings(c.Elo(), p)
	out := RatingsView{Elo: c.Elo(), Side: r.URL.Query().Get("side"), Sides: []string{}, Rows: []points.Rated{}, Names: map[string]string{}}
	for side := mafia.Red; side <= mafia.Solo; side++ {
		rows := all.Table(side, least)
		if len(rows) > 0 {
			out.Sides = append(out.Sides, side.String())
		}
		if side.String() == out.Side {
			out.Rows = rows
		}
	}
	for _, row := range out.Rows {
		out.Names[row.Person] = c.Nick(row.Person)
	}
	return out, nil
}

// SchemesView are the schemes of points, and how ratings move.
type SchemesView struct {
	Schemes []SchemeView `json:"schemes"` // versions of one together, the oldest first
	Roles   []mafia.Role `json:"roles"`   // cards for which a scheme may give points
	Ties    []points.Tie `json:"ties"`    // all tie-breaks
	Elo     points.Elo   `json:"elo"`
}

// SchemeView is one version of a scheme.
type SchemeView struct {
	points.Scheme
	Key     string `json:"key"`
	House   bool   `json:"house"`   // the club's own
	Newest  bool   `json:"newest"`  // of its versions
	Retired bool   `json:"retired"` // no longer offered
	Games   int    `json:"games"`   // that count and were played with it
}

func (s *Server) schemes(r *http.Request) (any, error) {
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	played := map[string]int{}
	for i := range book.Results() {
		g := &book.Results()[i]
		if !g.Rated() {
			continue
		}
		key := g.Scheme
		if key == "" {
			key = c.Schemes().Of(g.Rulebook)
		}
		played[key]++
	}
	out := SchemesView{Schemes: []SchemeView{}, Roles: mafia.Roles(), Ties: points.Ties(), Elo: c.Elo()}
	for _, x := range c.Schemes().List() {
		v := SchemeView{Scheme: x, Key: x.Key(), Newest: true, Games: played[x.Key()]}
		v.Rulebooks, v.Roles, v.Ties = some(v.Rulebooks), some(v.Roles), some(v.Ties)
		v.House, v.Retired = c.OwnScheme(x.ID)
		if n := len(out.Schemes); n > 0 && out.Schemes[n-1].ID == x.ID {
			out.Schemes[n-1].Newest = false
		}
		out.Schemes = append(out.Schemes, v)
	}
	return out, nil
}

// SchemeTryInput is a scheme that is being written.
type SchemeTryInput struct {
	Scheme json.RawMessage `json:"scheme"`
}

// SchemeTrial is what it would give.
type SchemeTrial struct {
	Faults        []Text          `json:"faults"` // with any of these it cannot be kept, and nothing else is told
	Examples      []SchemeExample `json:"examples"`
	Compensations []CompOf        `json:"compensations"`
}

// SchemeExample is one game, counted.
type SchemeExample struct {
	Kind     string        `json:"kind"` // "red" or "black": made up, with that winner; "last": the club's last game for which the scheme is meant
	Rulebook string        `json:"rulebook"`
	Winner   mafia.Winner  `json:"winner"`
	Date     string        `json:"date"`
	Seats    []SeatExample `json:"seats"`
}

// SeatExample is one seat of it.
type SeatExample struct {
	Seat    mafia.Seat    `json:"seat"`
	Nick    string        `json:"nick"` // "" in a made-up game, and for guests
	Role    mafia.Role    `json:"role"`
	First   bool          `json:"first"`
	Hits    int           `json:"hits"` // of his best move, -1 where he made none
	Removed bool          `json:"removed"`
	Score   points.Score  `json:"score"`
	Sum     points.Points `json:"sum"`
	// Compensated: the compensation of the period comes on top.
	Compensated bool `json:"compensated"`
}

// CompOf is what the compensation brings with some games of that kind among others.
type CompOf struct {
	Shot  int           `json:"shot"`
	Games int           `json:"games"`
	Each  points.Points `json:"each"`
	All   points.Points `json:"all"`
}

func (s *Server) trySchemes(r *http.Request) (any, error) {
	var in SchemeTryInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	out := SchemeTrial{Faults: []Text{}, Examples: []SchemeExample{}, Compensations: []CompOf{}}
	list, err := points.ParseSchemes(slices.Concat([]byte{'['}, in.Scheme, []byte{']'}))
	if bad, ok := err.(*points.SchemeError); ok { //nolint:errorlint // it gives no other
		out.Faults = texts(bad.Faults)
		return out, nil
	}
	if len(list) != 1 {
		return nil, tellWhy("bad-request", "scheme: one")
	}
	x := &list[0]
	for _, g := range madeUp(x) {
		out.Examples = append(out.Examples, example(x, &g.result, g.kind, func(string) string { return "" }))
	}
	for _, g := range slices.Backward(book.Results()) {
		if g.Rated() && x.For(g.Rulebook) {
			out.Examples = append(out.Examples, example(x, &g, "last", c.Nick))
			break
		}
	}
	if x.Compensation.Most != 0 {
		for _, k := range [][2]int{{1, 10}, {2, 10}, {4, 10}, {1, 1}} {
			out.Compensations = append(out.Compensations, CompOf{
				k[0], k[1], x.Compensation.Each(k[0], k[1]), x.Compensation.Of(k[0], k[1]),
			})
		}
	}
	return out, nil
}

// example counts a game by a scheme.
func example(x *points.Scheme, g *points.Result, kind string, nick func(string) string) SchemeExample {
	out := SchemeExample{Kind: kind, Rulebook: g.Rulebook, Winner: g.Winner, Date: g.Date, Seats: []SeatExample{}}
	for i, score := range x.Score(g) {
		seat, no := &g.Seats[i], mafia.Seat(i+1)
		hits, ok := g.Hits(no)
		if !ok {
			hits = -1
		}
		out.Seats = append(out.Seats, SeatExample{
			Seat: no, Nick: nick(seat.Person), Role: seat.Role, First: seat.First, Hits: hits, Removed: seat.Removed(),
			Score: score, Sum: score.Sum(), Compensated: x.Compensation.Most != 0 && g.Compensated(no),
		})
	}
	return out
}

type madeUpGame struct {
	kind   string
	result points.Result
}

// madeUp are two games in which everything happens that a scheme can give points
// for, with all cards that it names.
func madeUp(x *points.Scheme) []madeUpGame {
	book := "classic"
	if len(x.Rulebooks) > 0 {
		book = x.Rulebooks[0]
	}
	roles := castFor(x, book)
	game := func(winner mafia.Winner, named mafia.Seats) points.Result {
		g := points.Result{Rulebook: book, Winner: winner, Seats: make([]points.Seat, len(roles))}
		for i, role := range roles {
			g.Seats[i].Role = role
		}
		g.Seats[0].First, g.Seats[0].Left, g.Seats[0].BestMove = true, mafia.Killed, named
		g.Seats[1].Left = mafia.Fouled
		g.Seats[2].Bonus = 3 * points.Point / 10
		g.Seats[9].Malus = -points.Point / 10
		if winner == mafia.RedWon {
			for i := range 3 {
				g.Seats[9-i].Left = mafia.VotedOut
			}
		}
		return g
	}
	return []madeUpGame{
		{"red", game(mafia.RedWon, mafia.SeatsOf(2, 8, 9))},
		{"black", game(mafia.BlackWon, mafia.SeatsOf(8, 9, 10))},
	}
}

// castFor deals ten seats, the black ones last.
func castFor(x *points.Scheme, book string) []mafia.Role {
	red := []mafia.Role{mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Sheriff}
	black := []mafia.Role{mafia.Mafia, mafia.Mafia, mafia.Don}
	if book == "original" {
		red[6], black[2] = mafia.Civilian, mafia.Mafia
	}
	reds, blacks := 5, 1 // where the next named card goes, towards the front
	for _, r := range x.Roles {
		switch {
		case slices.Contains(red, r.Role) || slices.Contains(black, r.Role):
		case r.Role.Side() == mafia.Black && blacks >= 0:
			black[blacks] = r.Role
			blacks--
		case r.Role.Side() != mafia.Black && reds >= 1:
			red[reds] = r.Role
			reds--
		}
	}
	return slices.Concat(red, black)
}
