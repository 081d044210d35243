package server

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	clubs "omerta/club"
	"omerta/club/points"
	"omerta/mafia"
)

// StandingsView is the table of a period.
type StandingsView struct {
	points.Standings
	Names map[string]string `json:"names"` // nicks by id of all in the rows; "" for who was forgotten
	// What periods there are.
	Seasons   []string `json:"seasons"`
	Years     []string `json:"years"`
	Rulebooks []string `json:"rulebooks"`
}

// EveningPage is an evening with its summary.
type EveningPage struct {
	clubs.Evening
	Standings points.Standings  `json:"standings"`
	Totals    points.Totals     `json:"totals"`
	Results   []points.Result   `json:"results"` // of the games that have ended, in order
	Names     map[string]string `json:"names"`   // nicks by id of all who came or played
}

// PersonPage is a person with all that he has played in a period.
type PersonPage struct {
	Member  clubs.Member `json:"member"`
	Played  bool         `json:"played"` // false: nothing, and the page is blank
	Page    points.Page  `json:"page"`
	Ratings []SideRating `json:"ratings"` // red, black, solo
	Games   []PlayedGame `json:"games"`   // the newest first
	More    int          `json:"more"`    // games that are left out
}

// SideRating is a person's rating on a side, in thousandths.
type SideRating struct {
	Side  string `json:"side"`
	Games int    `json:"games"`
	Value int    `json:"value"`
	Best  int    `json:"best"`
	Moves []int  `json:"moves"` // after each game, the oldest first
	// Years tell with which of the moves each year begins.
	Years []YearMark `json:"years"`
}

// YearMark is the first move of a year.
type YearMark struct {
	Year string `json:"year"`
	Move int    `json:"move"` // index into the moves
}

// PlayedGame is one game of a person.
type PlayedGame struct {
	Game     string        `json:"game"` // id of its table, or of a game of before
	Table    bool          `json:"table"`
	Date     string        `json:"date"`
	Evening  string        `json:"evening"`
	Rulebook string        `json:"rulebook"`
	Rated    bool          `json:"rated"`
	Winner   mafia.Winner  `json:"winner"`
	Seat     mafia.Seat    `json:"seat"`
	Role     mafia.Role    `json:"role"`
	Won      bool          `json:"won"`
	First    bool          `json:"first"`
	Fouls    int           `json:"fouls"`
	Points   points.Points `json:"points"` // without the compensation, which belongs to a period
}

// period reads a period out of a query.
func period(q url.Values) (points.Period, error) {
	p := points.Period{
		Evening: q.Get("evening"), Season: q.Get("season"), Year: q.Get("year"), Rulebook: q.Get("rulebook"),
		From: q.Get("from"), To: q.Get("to"),
	}
	for _, day := range []string{p.From, p.To} {
		if day != "" && !points.IsDate(day) {
			return p, tellWhy("bad-request", "from, to: dates such as 2026-11-27")
		}
	}
	return p, nil
}

// number reads a number out of a query, from 0 to most.
func number(q url.Values, name string, without, most int) (int, error) {
	text := q.Get(name)
	if text == "" {
		return without, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, tellWhy("bad-request", name+": a number from 0 to "+strconv.Itoa(most))
	}
	return n, nil
}

// order reads how a table is to be put in order.
func order(q url.Values) (points.Order, error) {
	least, err := number(q, "min", 0, points.MaxNumber)
	return points.Order{Average: q.Get("average") == "1", MinGames: least}, err
}

// standingsOf works the table out that a request asks for.
func (s *Server) standingsOf(r *http.Request) (*points.Book, *clubs.Club, points.Standings, error) {
	var none points.Standings
	p, err := period(r.URL.Query())
	if err != nil {
		return nil, nil, none, err
	}
	o, err := order(r.URL.Query())
	if err != nil {
		return nil, nil, none, err
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, nil, none, err
	}
	return book, c, book.Standings(p, o), nil
}

func (s *Server) standings(r *http.Request) (any, error) {
	book, c, table, err := s.standingsOf(r)
	if err != nil {
		return nil, err
	}
	out := StandingsView{
		Standings: table, Names: map[string]string{},
		Seasons: some(book.Seasons()), Years: some(book.Years()), Rulebooks: some(book.Rulebooks()),
	}
	for i := range table.Rows {
		out.Names[table.Rows[i].Person] = c.Nick(table.Rows[i].Person)
	}
	return out, nil
}

// some is a list that JSON writes as one, though it be empty.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (s *Server) listEvenings(*http.Request) (any, error) { return s.club.Club().Evenings(), nil }

func (s *Server) eveningPage(r *http.Request) (any, error) {
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	e, ok := c.Evening(r.PathValue("id"))
	if !ok {
		return nil, &clubs.Refusal{Why: clubs.WhyEvening}
	}
	p := points.Period{Evening: e.ID}
	out := EveningPage{
		Evening: e, Standings: book.Standings(p, points.Order{}), Totals: book.Totals(p), Results: []points.Result{},
		Names: map[string]string{},
	}
	for _, x := range e.Here {
		out.Names[x.Person] = c.Nick(x.Person)
	}
	for _, g := range book.Games(p) {
		out.Results = append(out.Results, *g)
		for i := range g.Seats {
			if id := g.Seats[i].Person; id != "" {
				out.Names[id] = c.Nick(id)
			}
		}
	}
	return out, nil
}

// shownGames is how many games a personal page lists unless told otherwise.
const shownGames = 100

func (s *Server) personPage(r *http.Request) (any, error) {
	p, err := period(r.URL.Query())
	if err != nil {
		return nil, err
	}
	limit, err := number(r.URL.Query(), "limit", shownGames, points.MaxNumber)
	if err != nil {
		return nil, err
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	m, ok := c.Person(r.PathValue("id"))
	if !ok {
		return nil, errNoPerson
	}
	out := PersonPage{Member: m, Ratings: []SideRating{}, Games: []PlayedGame{}}
	if out.Page, out.Played = book.Page(m.ID, p); !out.Played {
		out.Page = points.Page{Person: m.ID, Roles: []points.RoleTally{}, Rulebooks: []points.BookTally{}, Seasons: []points.SeasonTally{}}
	}
	ratings := book.Ratings(c.Elo(), p)
	for side := mafia.Red; side <= mafia.Solo; side++ {
		x := ratings.Of(m.ID, side)
		rating := SideRating{Side: side.String(), Games: x.Games, Value: x.Value, Best: x.Best, Moves: make([]int, len(x.Moves)), Years: []YearMark{}}
		for i, move := range x.Moves {
			rating.Moves[i] = move.Value
			year := book.Results()[move.Game].Year()
			if n := len(rating.Years); year != "" && (n == 0 || rating.Years[n-1].Year < year) {
				rating.Years = append(rating.Years, YearMark{year, i})
			}
		}
		out.Ratings = append(out.Ratings, rating)
	}
	played := book.Played(m.ID, p)
	out.More = max(0, len(played)-limit)
	for _, g := range slices.Backward(played[out.More:]) {
		seat := &g.Result.Seats[g.Seat-1]
		out.Games = append(out.Games, PlayedGame{
			Game: g.Result.ID, Table: c.Attached(g.Result.ID), Date: g.Result.Date, Evening: g.Result.Evening, Rulebook: g.Result.Rulebook, Rated: g.Result.Rated(),
			Winner: g.Result.Winner, Seat: g.Seat, Role: seat.Role, Won: g.Won, First: seat.First, Fouls: seat.Fouls, Points: g.Score.Sum(),
		})
	}
	return out, nil
}
