// Package record reads, replays and writes games as plain text: one .mafia file
// holds one game, with the same end each time that it is read. A record with
// expectations in it is a scenario, the test script of the rulebooks.
//
// Reading is in two steps. Read turns bytes into lines and complains about what
// is no record or no statement. Replay plays the lines as the host of a game
// would, makes the moves that a record may leave out, and complains about what
// the referee refuses and about expectations that do not hold.
//
// In a game of notes the cards decide what may be written: while a card is
// unknown ("?"), its holder's note can name nobody, and the night of a record that
// has black players among the unknown cannot be passed as it was. The cards are
// entered first, by lines such as "card 3: mafia".
package record

import (
	"time"

	"omerta/mafia"
)

// MaxSize is the largest record in bytes.
const MaxSize = 1 << 20

// Player is a place at the table as the head of a record gives it.
type Player struct {
	Nick string
	Role mafia.Role // Unknown for a card that nobody has learned yet
}

// Head is what a record says before the first statement.
type Head struct {
	Rulebook string // "classic" or "classic@1"
	Preset   string // "" for none
	Options  []mafia.Option
	// Free text, "" where nothing is said.
	Date, Event, Site, Host, Table, Game string

	Players []Player // seat 1 first
	// Cast is the composition where some card is unknown and the composition is
	// not the rulebook's proposal; else all zero.
	Cast       mafia.Cast
	Immune     mafia.Seats
	Novices    mafia.Seats
	Tournament bool
	// Recorded names what was written down, of Recordable; empty: all of it.
	Recorded []string
}

// Recordable lists the words of the head line "recorded:".
func Recordable() []string {
	return []string{"votes", "checks", "nominations", "shots", "best-move", "fouls"}
}

// Record is a file that was read: its head, and lines to be replayed.
type Record struct {
	Head  Head
	lines []line
	at    headLines
	sound bool // the head can be dealt from
	// astray is the first line of the body that could not be read, 0 for none.
	astray int
}

// Step is one accepted command and what came of it.
type Step struct {
	At      time.Duration // from the deal
	Command mafia.Command // nil for the deal itself
	Events  []mafia.Event
}

// Result is what a replay came to.
type Result struct {
	// Outcome is the end in one line: "red won, day 3", "unfinished, night 2";
	// "" when there was no game.
	Outcome string
	Faults  []Fault
	// Played tells whether there was a game; Game and Steps mean something only then.
	Played bool
	Game   mafia.Game
	// Steps are the deal and every accepted command, those that a record leaves
	// out among them, in order; their events fold to Game.
	Steps []Step
}

// line is one statement of the body.
type line struct {
	no    int
	at    time.Duration
	timed bool
	text  string
	kind  kind
	night bool // heading: of a night
	n     int  // heading: its number
	move  move
	cite  string // refuse: the rule that is expected, "" for any
	check check  // expect
	// last: no vote line follows before the next heading or end.
	last bool
}

type kind uint8

const (
	isMove kind = iota
	isHeading
	isEnd
	isProceed
	isRefuse
	isExpect
)

// move is a statement that somebody makes a move.
type move struct {
	// cmds are what the referee is asked, in this order: one command, but for an
	// accusation that is brought and judged, and for notes.
	cmds     []mafia.Command
	revote   bool         // of a vote: not the first ballot
	notes    bool         // the notes of a night, all of them
	twice    mafia.Reason // a seat was named twice; why that is refused
	overrule bool         // the host lets it stand
}
