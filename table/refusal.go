package table

import (
	"encoding/json"
	"errors"

	"omerta/mafia"
)

// The errors of a table that are not refusals. Test with errors.Is.
var (
	// ErrCommand: the bytes are no command. The caller's mistake.
	ErrCommand = errors.New("not a command")
	// ErrFault: our own bug froze this table; its journal is intact and other
	// tables play on. It is refolded at the next start of the program.
	ErrFault = errors.New("table is frozen after an internal fault")
	// ErrNick: a nick is empty, cannot be seen, or is too long.
	ErrNick = errors.New("not a nick")
	// ErrSameNick: somebody at the table has the nick of a substitute already.
	ErrSameNick = errors.New("two at a table of one nick")
	// ErrKind: there is no such kind of table, or its rulebook needs a host.
	ErrKind = errors.New("no table of this kind by this rulebook")
	// ErrReason: a reason is too long.
	ErrReason = errors.New("reason is too long")
	// ErrTooLong: what a command or an imported game would write down is more
	// than a journal keeps in one entry. Nothing has changed.
	ErrTooLong = errors.New("too much for one entry of the journal")
	// ErrClosed: the table, or the hub, was closed.
	ErrClosed = errors.New("table is closed")
)

// Why is the reason of a Refusal of the table. The set is closed.
type Why string

// The reasons.
const (
	WhyStale    Why = "stale"     // somebody was faster: Line is what happened
	WhyPaused   Why = "paused"    // everything is paused; continue first
	WhyVoided   Why = "voided"    // the game was declared void
	WhyNoUndo   Why = "no-undo"   // nothing to take back
	WhyNoRedo   Why = "no-redo"   // nothing to do again
	WhyNoStep   Why = "no-step"   // the history has no such step
	WhyInsert   Why = "insert"    // a command (Step, Line) would be refused: Cause; Step 0 is the inserted one
	WhyNoClock  Why = "no-clock"  // no clock to stop, start or change
	WhyKeyUsed  Why = "key-used"  // the key belongs to another command
	WhyHostOnly Why = "host-only" // only who leads the table does that
	WhyFull     Why = "full"      // the journal of this table is full
	WhyRunning  Why = "running"   // nothing is paused, or it is paused already
	WhyNotYours Why = "not-yours" // on phones everybody acts for his own seat
	WhyNotNow   Why = "not-now"   // on phones: this is not on offer now
)

// Refusal is the table's no, where the rules of the game are not concerned.
type Refusal struct {
	Why    Why             `json:"why"`
	Line   *Line           `json:"line"`   // what happened, or which command it is about
	Step   int             `json:"step"`   // which step of the history, 0 for none
	Length int             `json:"length"` // the history now
	Cause  *mafia.Refusal  `json:"cause"`  // insert: the referee's reason
	What   json.RawMessage `json:"-"`      // insert: the command that is refused
	Floor  mafia.Seat      `json:"-"`      // insert: whose speech it was there, 0 for nobody's
}

// Error implements error, for logs and tests.
func (r *Refusal) Error() string {
	if r.Cause != nil {
		return string(r.Why) + ": " + r.Cause.Error()
	}
	return string(r.Why)
}

// Unwrap gives the referee's reason, if there is one.
func (r *Refusal) Unwrap() error {
	if r.Cause == nil {
		return nil
	}
	return r.Cause
}
