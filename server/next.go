package server

import (
	"net/http"
	"slices"

	clubs "omerta/club"
	"omerta/club/immunity"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// NextView is the next game of an evening: what is proposed, or, before lots were
// drawn, whose turn it is.
type NextView struct {
	Evening  string `json:"evening"`
	Revision int    `json:"revision"` // of the club, to send with commands
	Game     int    `json:"game"`     // its number in the evening
	// Drawn: lots were drawn, and the proposal stands until its games have begun.
	// Otherwise line is the queue without lots and tables is empty.
	Drawn bool `json:"drawn"`
	// Seed is what all lots were drawn from, 0 before that (docs/lots.md).
	Seed uint64 `json:"seed"`
	// Terms are those of the draw, or what is usual for the evening: send them with `draw`.
	Terms clubs.DrawTerms `json:"terms"`
	// Line is the queue, first to last; who plays an earlier game still stands at its end.
	Line   []NextPerson `json:"line"`
	Tables []NextTable  `json:"tables"`
	Turned []NextTurned `json:"turned"` // whom a ban keeps out
	Free   int          `json:"free"`   // seats that nobody is there for
	// Outdated: a game that counted for the draw was corrected since, so a new draw
	// would give another queue.
	Outdated bool `json:"outdated"`
	// What may be done; Problem says why not, where something may not.
	MayDraw  bool     `json:"mayDraw"`
	MayBegin bool     `json:"mayBegin"`
	Problem  *Problem `json:"problem"`
	Minutes  int      `json:"minutes"` // how long the game will last about (CITY-TIME-1)
}

// NextPerson is one person in the queue.
type NextPerson struct {
	Person string `json:"person"`
	Nick   string `json:"nick"`
	Novice bool   `json:"novice"`
	Group  string `json:"group"`  // "watched", "won" or "lost"
	Waited int    `json:"waited"` // how many games in a row he has watched, 0 for who has just come
	Left   int    `json:"left"`   // when a loser left the table, 1 first; 0: stayed to the end
	Lot    int    `json:"lot"`    // the number that he drew among his equals, 0 where he had none
	Plays  bool   `json:"plays"`  // the next game
	Table  int    `json:"table"`  // of the proposal, from 1; 0 for who does not play, or before lots are drawn
	Seat   int    `json:"seat"`
	// Declined: he passes the next game over. Playing: he sits at another table.
	Declined bool `json:"declined"`
	Playing  bool `json:"playing"`
	// Passed: his turn has come, but he must not sit at one table with this one.
	Passed string     `json:"passed"`
	Moved  *QueueMove `json:"moved"` // the organizer's mark
	Rule   string     `json:"rule"`  // where his place comes from
	Why    Text       `json:"why"`   // why he stands there
}

// QueueMove is the mark that the organizer's hand leaves.
type QueueMove struct {
	From   int    `json:"from"` // places in the queue, from 1
	To     int    `json:"to"`
	Reason string `json:"reason"`
}

// NextTable is one table of a proposal.
type NextTable struct {
	Table int        `json:"table"` // from 1
	Game  string     `json:"game"`  // id of the game that has begun there, "" for none
	Seats []NextSeat `json:"seats"`
	// Near are pairs of people who should sit apart and do not (CITY-SEAT-1).
	Near [][2]string `json:"near"`
	// Immune are those who hold an immunity, Lapsed those who would, with the reason.
	Immune []NextImmunity `json:"immune"`
	Lapsed []NextImmunity `json:"lapsed"`
	// Immunities: the rulebook knows any.
	Immunities bool `json:"immunities"`
	// Introduce: the game opens with a round of introductions (CITY-MEET-1).
	Introduce bool `json:"introduce"`
	// How often something repeats an earlier game of the evening.
	SeatsAgain      int `json:"seatsAgain"`
	NeighboursAgain int `json:"neighboursAgain"`
}

// NextSeat is a seat of a proposal.
type NextSeat struct {
	Seat   mafia.Seat `json:"seat"`
	Person string     `json:"person"`
	Nick   string     `json:"nick"`
	Novice bool       `json:"novice"`
	Moved  bool       `json:"moved"` // by hand
	Immune bool       `json:"immune"`
}

// NextImmunity is somebody's immunity, or why he has none.
type NextImmunity struct {
	Person string     `json:"person"`
	Nick   string     `json:"nick"`
	Seat   mafia.Seat `json:"seat"`   // 0 for who does not play
	Reason string     `json:"reason"` // "first-night", "novice" or "host"
	Lapsed string     `json:"lapsed"` // why it does not hold: "away", "rulebook", "evening", "limit", "novices", "tournament" or "taken"
	Rule   string     `json:"rule"`
	Game   int        `json:"game"` // where it was earned, 0 for none
	Why    Text       `json:"why"`
	Word   string     `json:"word"` // the host's: "give", "take" or nothing
}

// NextTurned is whom a ban of the club keeps out (CLASSIC-FOUL-10).
type NextTurned struct {
	Person string `json:"person"`
	Nick   string `json:"nick"`
	Rule   string `json:"rule"`
	Why    Text   `json:"why"`
}

// BeginInput begins the game that is proposed.
type BeginInput struct {
	Key   string `json:"key"`   // the same key again begins nothing more and answers alike
	Seen  *int   `json:"seen"`  // the revision that was looked at; null: no guard
	Table int    `json:"table"` // of the proposal; 0: all that have not begun
	// How it is dealt, as for a table.
	Deal  string         `json:"deal"`
	Given []mafia.Role   `json:"given"` // with one table only
	With  []mafia.Role   `json:"with"`
	Cast  map[string]int `json:"cast"`
	Title string         `json:"title"`
}

// Begun tells which games have begun.
type Begun struct {
	Revision int         `json:"revision"`
	Games    []BegunGame `json:"games"`
}

// BegunGame is a game that has begun.
type BegunGame struct {
	Table int    `json:"table"` // of the proposal
	ID    string `json:"id"`    // of its table
}

func (s *Server) nextGame(r *http.Request) (any, error) {
	for range factsTries {
		c := s.club.Club()
		facts, err := s.facts(r.Context(), c, r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		next, err := c.Next(r.PathValue("id"), facts)
		if refusedFor(err, clubs.WhyStale) {
			continue // a game has ended meanwhile
		}
		if err != nil {
			return nil, err
		}
		return nextView(c, &next)
	}
	return nil, errUnavailable
}

// nextView puts the next game into words and nicks.
func nextView(c *clubs.Club, next *clubs.Next) (NextView, error) {
	out := NextView{
		Evening: next.Evening, Revision: c.Revision(), Game: next.Game, Drawn: next.Drawn, Seed: next.Seed, Terms: next.Terms,
		Line: []NextPerson{}, Tables: []NextTable{}, Turned: []NextTurned{}, Free: next.Free, Outdated: next.Outdated,
		MayDraw: next.NoDraw == nil, MayBegin: next.NoBegin == nil, Minutes: say.Minutes(next.Terms.Seats),
	}
	out.Terms.Options = some(out.Terms.Options)
	no := next.NoDraw
	if next.Drawn {
		no = next.NoBegin
	}
	if no != nil {
		out.Problem = &clubRefusal(no).Problem
		out.Problem.Clash = [][2]int{}
	}
	for i := range next.Line {
		out.Line = append(out.Line, nextPerson(c, next, &next.Line[i]))
	}
	for t := range next.Tables {
		table, err := nextTable(c, next, t)
		if err != nil {
			return out, err
		}
		out.Tables = append(out.Tables, table)
	}
	for _, id := range next.Turned {
		why := c.BarredText(id)
		out.Turned = append(out.Turned, NextTurned{id, c.Nick(id), why.Rule(), both(why)})
	}
	return out, nil
}

func nextPerson(c *clubs.Club, next *clubs.Next, t *clubs.Turn) NextPerson {
	why := t.Text()
	out := NextPerson{
		Person: t.Person, Nick: c.Nick(t.Person), Novice: next.Novices[t.Person], Group: string(t.Group), Waited: t.Waited, Left: t.Left,
		Lot: t.Lot, Plays: t.Plays, Table: t.Table, Seat: t.Seat, Declined: t.Declined, Playing: t.Playing, Passed: t.Passed,
		Rule: why.Rule(), Why: both(why),
	}
	if m := t.Moved; m != nil {
		out.Moved = &QueueMove{m.From, m.To, m.Reason}
	}
	return out
}

func nextTable(c *clubs.Club, next *clubs.Next, t int) (NextTable, error) {
	x := &next.Tables[t]
	rb, err := rulebook.New(next.Terms.Rulebook, next.Terms.Preset, next.Terms.Options)
	if err != nil {
		return NextTable{}, err
	}
	out := NextTable{
		Table: t + 1, Game: x.Game, Seats: []NextSeat{}, Near: x.Near, Immune: []NextImmunity{}, Lapsed: []NextImmunity{},
		Immunities: x.Immunities, Introduce: rb.Introduce && x.Immunity.Novices != 0,
		SeatsAgain: x.Repeats.Seats, NeighboursAgain: x.Repeats.Neighbours,
	}
	seat := map[string]mafia.Seat{}
	for i, id := range x.Seats {
		at := mafia.Seat(i + 1) //nolint:gosec // at most mafia.MaxSeats
		seat[id] = at
		out.Seats = append(out.Seats, NextSeat{at, id, c.Nick(id), next.Novices[id], slices.Contains(x.Hands, id), x.Immunity.Immune.Has(at)})
	}
	for _, h := range x.Immunity.Holders {
		out.Immune = append(out.Immune, NextImmunity{
			Person: h.Person, Nick: c.Nick(h.Person), Seat: h.Seat, Reason: string(h.Reason), Rule: h.Rule, Game: h.Game,
			Why: both(h.Text().Renamed(c.Nick, "who")), Word: wordOf(h.Word),
		})
	}
	for _, l := range x.Immunity.Lapsed {
		out.Lapsed = append(out.Lapsed, NextImmunity{
			Person: l.Person, Nick: c.Nick(l.Person), Seat: seat[l.Person], Reason: string(l.Reason), Lapsed: string(l.Why), Rule: l.Rule,
			Game: l.Game, Why: both(l.Text().Renamed(c.Nick, "who")), Word: wordOf(l.Word),
		})
	}
	return out, nil
}

func wordOf(w *immunity.Word) string {
	switch {
	case w == nil:
		return ""
	case w.Give:
		return clubs.WordGive
	}
	return clubs.WordTake
}
