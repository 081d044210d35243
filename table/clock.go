package table

import (
	"time"

	"omerta/mafia"
)

// Clock is the time of whoever has the floor: a deadline from which every
// screen works out the same second. It is a value and asks nobody what time it
// is; all methods are given the moment.
//
// The zero Clock belongs to no turn and has no limit.
type Clock struct {
	turn turnKey
	// limit is what the turn was given; 0 is no limit, and then nothing runs.
	limit time.Duration
	// left is what was left at since; while the clock runs, less is left now.
	left    time.Duration
	since   time.Time
	running bool
}

// turnKey tells one turn from the next: when it changes, the clock starts anew.
// The invited speaker is not part of it, for the time stays the speaker's
// (CITY-DAY-4); nor is how long the turn is, for a best move that has been made
// takes none of the time away that still runs (CLASSIC-MORN-2).
type turnKey struct {
	Kind  string
	Seat  mafia.Seat
	Phase mafia.Phase
	Day   int
	Night int
	Round int
	Role  mafia.Role
}

// ClockView is the clock as a frame carries it. Times are milliseconds since
// 1970 by the server's clock; a screen keeps the difference between Now and its
// own and counts down to Deadline by itself.
type ClockView struct {
	Kind     string     `json:"kind"` // the turn's kind, "call" for a role's call, "" for none
	Seat     mafia.Seat `json:"seat"`
	LimitMs  int64      `json:"limitMs"` // 0: no limit
	LeftMs   int64      `json:"leftMs"`  // negative: that much over time
	Running  bool       `json:"running"`
	Now      int64      `json:"now"`
	Deadline int64      `json:"deadline"` // 0 while it does not run
}

// callKind is the kind of a clock that belongs to a role's call.
const callKind = "call"

// turnOf names the turn that a view is in, and says how long it is.
func turnOf(v *mafia.View) (k turnKey, limit time.Duration) {
	k = turnKey{Phase: v.Phase, Day: v.Day, Night: v.Night, Round: v.Ballot.Round}
	seconds := 0
	switch {
	case v.Turn.Kind != "":
		k.Kind, k.Seat, seconds = v.Turn.Kind, v.Turn.Seat, v.Turn.Seconds
	case v.Call.Seconds > 0:
		k.Kind, k.Role, seconds = callKind, v.Call.Role, v.Call.Seconds
	}
	return k, time.Duration(seconds) * time.Second
}

// Follow gives the clock for a turn: itself while the turn goes on, else a new
// one that starts at once.
func (c Clock) Follow(k turnKey, limit time.Duration, at time.Time) Clock {
	if k == c.turn {
		return c
	}
	return Clock{turn: k, limit: limit, left: limit, since: at, running: limit > 0}
}

// Left is the time left at a moment, negative when that much over.
func (c Clock) Left(now time.Time) time.Duration {
	if !c.running {
		return c.left
	}
	return c.left - now.Sub(c.since)
}

// Pause stops the clock at what is left. Without a limit, or when it stands
// already, it changes nothing.
func (c Clock) Pause(now time.Time) Clock {
	c.left, c.since, c.running = c.Left(now), now, false
	return c
}

// Resume lets the clock go on from what was left.
func (c Clock) Resume(now time.Time) Clock {
	if c.limit > 0 && !c.running {
		c.since, c.running = now, true
	}
	return c
}

// Add gives time, or takes it away when d is negative.
func (c Clock) Add(d time.Duration) Clock {
	if c.limit > 0 {
		c.left += d
	}
	return c
}

// Moved gives the clock as it stood at one moment, going on from another: how
// an undo brings a speech back with the seconds that it had.
func (c Clock) Moved(from, to time.Time) Clock {
	c.left, c.since = c.Left(from), to
	return c
}

// Deadline is when the time runs out; false when the clock stands or has no limit.
func (c Clock) Deadline() (time.Time, bool) {
	return c.since.Add(c.left), c.running
}

// View is the clock at a moment, for a frame.
func (c Clock) View(now time.Time) ClockView {
	if c.turn.Kind == clockBar { // nobody waits for it
		return ClockView{Now: now.UnixMilli()}
	}
	v := ClockView{
		Kind: c.turn.Kind, Seat: c.turn.Seat, LimitMs: c.limit.Milliseconds(),
		LeftMs: c.Left(now).Milliseconds(), Running: c.running, Now: now.UnixMilli(),
	}
	if end, ok := c.Deadline(); ok {
		v.Deadline = end.UnixMilli()
	}
	return v
}
