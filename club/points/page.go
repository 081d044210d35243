package points

import (
	"cmp"
	"slices"

	"omerta/mafia"
)

// RoleTally counts games and wins with a card.
type RoleTally struct {
	Role mafia.Role `json:"role"`
	Tally
}

// BookTally counts games and wins in a rulebook.
type BookTally struct {
	Rulebook string `json:"rulebook"`
	Tally
}

// SeasonTally is a season of a person, for a chart.
type SeasonTally struct {
	Season string `json:"season"`
	Tally
	Sum Points `json:"sum"` // with the compensation of the season
}

// Shots tells how often somebody was shot first.
type Shots struct {
	All  int `json:"all"`
	Red  int `json:"red"`  // with a red card
	Lost int `json:"lost"` // and his side lost: the games that are compensated
}

// Streak is a run of games. A draw ends it.
type Streak struct {
	Now    int `json:"now"` // wins in a row up to the last game, losses as less than nought
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
}

func (s *Streak) add(won, draw bool) {
	switch {
	case draw:
		s.Now = 0
	case won:
		s.Now = max(s.Now, 0) + 1
	default:
		s.Now = min(s.Now, 0) - 1
	}
	s.Wins = max(s.Wins, s.Now)
	s.Losses = max(s.Losses, -s.Now)
}

// Page is what a person has played in a period. All but Unrated speaks of games
// that count.
type Page struct {
	Person  string `json:"person"`
	First   string `json:"first"` // first and last known date
	Last    string `json:"last"`
	Unrated int    `json:"unrated"`
	Tally
	Draws     int           `json:"draws"`
	Sides     Sides         `json:"sides"`
	Roles     []RoleTally   `json:"roles"`     // that he has had, in the order of compositions
	BestMoves [4]int        `json:"bestMoves"` // how often with 0 to 3 hits; who has named more than three black seats has 3
	Fouls     int           `json:"fouls"`
	FoulGames [5]int        `json:"foulGames"` // games with 0, 1, 2, 3 and more fouls
	Removals  int           `json:"removals"`
	FirstShot Shots         `json:"firstShot"`
	Streak    Streak        `json:"streak"`
	Rulebooks []BookTally   `json:"rulebooks"`
	Seasons   []SeasonTally `json:"seasons"`
	Evenings  int           `json:"evenings"`
}

// Page gives the page of a person over a period; false for somebody who has not
// played in it.
func (b *Book) Page(person string, p Period) (Page, bool) {
	who, ok := b.index[person]
	if !ok {
		return Page{}, false
	}
	return b.page(who, &p)
}

// Pages gives the pages of all who have played in a period, in order of their
// first game.
func (b *Book) Pages(p Period) []Page {
	out := make([]Page, 0, len(b.people))
	for who := range b.people {
		if page, ok := b.page(int32(who), &p); ok {
			out = append(out, page)
		}
	}
	return out
}

// pager gathers a page.
type pager struct {
	page    Page
	roles   [16]Tally
	season  []seasonOf
	evening map[string]bool
	last    string // the evening of the game before
}

type seasonOf struct {
	key   string
	tally Tally
	sum   Points
	shots []shots // by scheme
}

func (b *Book) page(who int32, p *Period) (Page, bool) {
	g := pager{page: Page{Person: b.people[who], Roles: []RoleTally{}, Rulebooks: []BookTally{}, Seasons: []SeasonTally{}}}
	met := false
	for _, i := range b.of[who] {
		e := &b.entries[i]
		r := &b.results[e.game]
		if !p.has(r) {
			continue
		}
		met = true
		if !r.Rated() {
			g.page.Unrated++
			continue
		}
		g.game(r, e)
		g.seasonal(b, r, e)
	}
	g.close(b)
	return g.page, met
}

// game adds one game that counts.
func (g *pager) game(r *Result, e *entry) {
	p := &g.page
	draw := r.Winner == mafia.NobodyWon
	p.Tally.add(e.won)
	p.Sides.add(e.role.Side(), e.won)
	p.Streak.add(e.won, draw)
	g.roles[e.role&15].add(e.won)
	if draw {
		p.Draws++
	}
	if r.Date != "" {
		if p.First == "" {
			p.First = r.Date
		}
		p.Last = r.Date
	}
	if e.hits >= 0 {
		p.BestMoves[min(e.hits, 3)]++
	}
	p.Fouls += int(e.fouls)
	p.FoulGames[min(e.fouls, 4)]++
	if e.gone {
		p.Removals++
	}
	if e.first {
		p.FirstShot.All++
		if e.role.Side() == mafia.Red {
			p.FirstShot.Red++
		}
		if e.comp {
			p.FirstShot.Lost++
		}
	}
	at := slices.IndexFunc(p.Rulebooks, func(t BookTally) bool { return t.Rulebook == r.Book() })
	if at < 0 {
		at = len(p.Rulebooks)
		p.Rulebooks = append(p.Rulebooks, BookTally{Rulebook: r.Book()})
	}
	p.Rulebooks[at].add(e.won)
}

// seasonal adds it to its season and evening.
func (g *pager) seasonal(b *Book, r *Result, e *entry) {
	if r.Evening != "" && r.Evening != g.last {
		g.last = r.Evening
		if g.evening == nil {
			g.evening = map[string]bool{}
		}
		g.evening[r.Evening] = true
	}
	if r.Season == "" {
		return
	}
	at := len(g.season) - 1
	for at >= 0 && g.season[at].key != r.Season {
		at--
	}
	if at < 0 {
		at = len(g.season)
		g.season = append(g.season, seasonOf{key: r.Season, shots: make([]shots, len(b.schemes))})
	}
	s := &g.season[at]
	s.tally.add(e.won)
	s.sum += e.score.Sum()
	c := &s.shots[b.played[e.game]]
	c.games++
	if e.comp {
		c.first++
	}
}

// close puts the lists in order.
func (g *pager) close(b *Book) {
	p := &g.page
	for _, role := range append(mafia.Roles(), mafia.Unknown) {
		if t := g.roles[role]; t.Games > 0 {
			p.Roles = append(p.Roles, RoleTally{role, t})
		}
	}
	slices.SortStableFunc(g.season, func(x, y seasonOf) int { return cmp.Compare(b.seasons.place(x.key), b.seasons.place(y.key)) })
	for _, s := range g.season {
		sum := s.sum
		for k, c := range s.shots {
			sum += b.schemes[k].Compensation.Of(c.first, c.games)
		}
		p.Seasons = append(p.Seasons, SeasonTally{s.key, s.tally, sum})
	}
	p.Evenings = len(g.evening)
}

// Played is one game of a person.
type Played struct {
	Result *Result    `json:"result"` // the book's own
	Seat   mafia.Seat `json:"seat"`
	Won    bool       `json:"won"`
	Score  Score      `json:"score"`
	// Compensated games are those that the compensation of a period is for.
	Compensated bool `json:"compensated"`
}

// Played lists the games of a person in a period in order, those that do not count
// too unless the period leaves them out.
func (b *Book) Played(person string, p Period) []Played {
	out := []Played{}
	who, ok := b.index[person]
	if !ok {
		return out
	}
	for _, i := range b.of[who] {
		e := &b.entries[i]
		if r := &b.results[e.game]; p.has(r) {
			out = append(out, Played{r, mafia.Seat(i - b.from[e.game] + 1), e.won && r.Rated(), e.score, e.comp})
		}
	}
	return out
}

// Totals count the games of a period, those that do not count among them unless
// the period leaves them out.
type Totals struct {
	Games     int         `json:"games"`
	Unrated   int         `json:"unrated"`
	Wins      []WinTotal  `json:"wins"` // of games that count, by winner
	People    int         `json:"people"`
	Guests    int         `json:"guests"` // seats
	Undated   int         `json:"undated"`
	Victims   int         `json:"victims"`   // games in which somebody was shot first
	ShotRoles []RoleTally `json:"shotRoles"` // cards of those who were, and how often their side won a game that counts
	BestMoves [4]int      `json:"bestMoves"` // by hits
	Fouls     [5]int      `json:"fouls"`     // seats with 0, 1, 2, 3 and more
	Removals  int         `json:"removals"`
}

// WinTotal counts games by winner.
type WinTotal struct {
	Winner mafia.Winner `json:"winner"`
	Games  int          `json:"games"`
}

// Totals counts the games of a period.
func (b *Book) Totals(p Period) Totals {
	out := Totals{Wins: []WinTotal{}, ShotRoles: []RoleTally{}}
	wins := map[mafia.Winner]int{}
	met := make([]bool, len(b.people))
	var shot [16]Tally
	for _, g := range b.games(p) {
		r := &b.results[g]
		out.Games++
		if r.Rated() {
			wins[r.Winner]++
		} else {
			out.Unrated++
		}
		if r.Date == "" {
			out.Undated++
		}
		b.total(g, &out, met, &shot)
	}
	for _, w := range Winners() {
		if wins[w] > 0 {
			out.Wins = append(out.Wins, WinTotal{w, wins[w]})
		}
	}
	for _, role := range append(mafia.Roles(), mafia.Unknown) {
		if shot[role].Games > 0 {
			out.ShotRoles = append(out.ShotRoles, RoleTally{role, shot[role]})
		}
	}
	return out
}

// total adds the seats of a game.
func (b *Book) total(g int32, out *Totals, met []bool, shot *[16]Tally) {
	rated, victim := b.results[g].Rated(), false
	seats := b.seats(g)
	for i := range seats {
		e := &seats[i]
		switch {
		case e.person == nobody:
			out.Guests++
		case !met[e.person]:
			met[e.person] = true
			out.People++
		}
		if e.first {
			victim = true
			shot[e.role&15].add(e.won && rated)
		}
		if e.hits >= 0 {
			out.BestMoves[min(e.hits, 3)]++
		}
		out.Fouls[min(e.fouls, 4)]++
		if e.gone {
			out.Removals++
		}
	}
	if victim {
		out.Victims++
	}
}
