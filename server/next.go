package server

import (
	"net/http"

	clubs "omerta/club"
	"omerta/mafia"
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

func (s *Server) nextGame(*http.Request) (any, error)  { return nil, errNotFound }
func (s *Server) beginGame(*http.Request) (any, error) { return nil, errNotFound }
