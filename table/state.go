package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"omerta/mafia"
)

// state is a table as its journal makes it. It is a value: apply gives the next
// one and leaves this one as it was, so that a step which cannot be written
// down has never happened. The same journal gives the same state, always.
type state struct {
	rb   *mafia.Rulebook
	game mafia.Game

	steps  []step
	before []Clock // before[i] is the clock as steps[i] found it
	redo   []step  // what was undone last comes first
	slip   *slip   // what the last step change, an insertion, displaced

	clock  Clock
	held   Clock // of friends: what a question to all has interrupted
	paused bool
	goesOn bool // the clock ran when the table was paused
	voided bool

	fresh []mafia.Event // of the last step, until it is taken back or another follows

	friends *friends // a table of phones; never changed in place
	deeds   [mostPhones + 1]uint16

	log     []LogLine // grows only; Struck is told by strikes
	strikes []strike
	seq     uint64    // of the last entry
	stamp   uint64    // of the last entry that changed the history, or whether the game is void
	at      time.Time // of the last entry
}

// slip is the other history from an index on: what an insertion displaced, or
// what taking that insertion back displaced. It holds until something new is
// done, so that an insertion can be taken back, and done again, without the steps
// that come after it.
type slip struct {
	at     int
	verb   mafia.Verb // that exchanges both: DoUndo or DoRedo
	steps  []step
	before []Clock
}

// newState is a table before its deal.
func newState(rb *mafia.Rulebook) state {
	return state{rb: rb, game: mafia.Fold(rb, nil)}
}

// entry is a journal entry, read.
type entry struct {
	at time.Time
	by string
	payload
}

// host is the viewer who leads the table: nobody's host where one device is
// passed around.
func (s *state) host() mafia.Viewer {
	if hostless(s.rb) {
		return mafia.Device
	}
	return mafia.Host
}

// hostless tells whether a table is played without a host.
func hostless(rb *mafia.Rulebook) bool {
	return slices.Contains(rb.Options, mafia.Option{Name: "host", Value: "none"})
}

// apply gives the state after an entry. An entry that does not fit, which only
// a damaged journal holds, is an error.
func (s state) apply(e entry) (state, error) {
	verb := verbOf(e.Command)
	undone := s.undone(e, verb)
	if err := s.redraw(e, verb); err != nil {
		return s, err
	}
	switch {
	case verb == DoRedo && e.Rewind == nil:
		s.redo = s.redo[min(len(e.Steps), len(s.redo)):]
	case len(e.Steps) > 0:
		s.redo = nil
	}
	s.flags(e, verb)
	s.log = append(s.log, s.lines(e, verb, undone)...)
	s.seq++
	if e.changes() {
		s.stamp = s.seq
	}
	s.at = e.at
	if e.Friends != nil {
		s.noteDeed(e.by)
		return s.agreed(e, verb), nil
	}
	if e.Rewind != nil || len(e.Steps) > 0 {
		v := s.game.Glance(s.host())
		turn, limit := turnOf(&v)
		s.clock = s.clock.Follow(turn, limit, e.at)
	}
	return s, nil
}

// redraw takes back and adds the steps that an entry says.
func (s *state) redraw(e entry, verb mafia.Verb) error {
	other := s.slip
	if len(e.Steps) > 0 && verb != DoUndo && verb != DoRedo {
		s.slip = nil
	}
	var away slip
	if e.Rewind != nil {
		k := *e.Rewind
		if k < 1 || k > len(s.steps) {
			return fmt.Errorf("journal entry rewinds to %d of %d", k, len(s.steps))
		}
		away, s.fresh = slip{k, DoUndo, s.steps[k:], s.before[k:]}, nil
		s.cut(k, verb == DoUndo && len(e.Steps) == 0, e.at)
	}
	switch {
	case verb == DoInsert && e.Rewind != nil:
		s.insert(e.Steps, away.before)
		s.slip = &away
		if len(e.Steps) == 1 { // at the very end it is news like any other step
			s.fresh = e.Steps[0].events
		}
	case e.Rewind != nil && len(e.Steps) > 0 && other != nil && other.verb == verb:
		s.restore(e.Steps, other.before)
		if verb == DoUndo {
			away.verb = DoRedo
		}
		s.slip = &away
	case len(e.Steps) > 0:
		s.play(e.Steps, e.at)
		s.fresh = e.Steps[len(e.Steps)-1].events
	}
	return nil
}

// cut takes the history back to k steps. An undo keeps what it took away. Where
// it changes whose turn it is, it brings back the clock as the first step taken
// away had found it; within one turn the time that has run is gone for good.
func (s *state) cut(k int, undo bool, at time.Time) {
	away := s.steps[k:]
	if undo {
		s.redo = append(slices.Clone(away), s.redo...)
		if len(away) > 0 && s.turned(k) {
			c := s.before[k]
			s.clock = c.Moved(c.since, at)
		}
	}
	s.steps, s.before = s.steps[:k:k], s.before[:k:k]
	s.strikes = append(s.strikes, strike{before: len(s.log), above: k})
	var events []mafia.Event
	for i := range s.steps {
		events = append(events, s.steps[i].events...)
	}
	s.game = mafia.Fold(s.rb, events)
}

// turned tells whether the floor has gone to somebody since the first k steps.
func (s *state) turned(k int) bool {
	return slices.ContainsFunc(s.before[k:], func(c Clock) bool { return c.turn != s.clock.turn })
}

// put appends a step that has found the clock so.
func (s *state) put(st step, found Clock) {
	s.before = append(s.before, found)
	s.steps = append(s.steps, st)
	s.game = s.game.Apply(st.events...)
}

// play appends steps.
func (s *state) play(steps []step, at time.Time) {
	for _, st := range steps {
		s.put(st, s.clock.Moved(at, at))
	}
}

// insert appends a forgotten step and those that came after it, which keep the
// clocks that they had found.
func (s *state) insert(steps []step, old []Clock) {
	for i, st := range steps {
		c := s.clock
		if len(old) > 0 {
			c = old[max(i-1, 0)]
		}
		s.put(st, c)
	}
}

// restore appends steps with the clocks that they had found.
func (s *state) restore(steps []step, before []Clock) {
	for i, st := range steps {
		s.put(st, before[i])
	}
}

// flags does what an entry says about the clock and the table itself.
func (s *state) flags(e entry, verb mafia.Verb) {
	switch verb {
	case DoPause:
		s.clock = s.clock.Pause(e.at)
	case DoResume:
		s.clock = s.clock.Resume(e.at)
	case DoAddTime:
		var c AddTime
		if json.Unmarshal(e.Command, &c) == nil {
			s.clock = s.clock.Add(time.Duration(c.Seconds) * time.Second)
		}
	}
	if e.Halt != nil {
		s.clock = s.clock.Pause(time.UnixMilli(*e.Halt).UTC())
	}
	if e.Paused != nil {
		s.paused = *e.Paused
		if s.paused {
			s.goesOn = s.clock.running
			s.clock = s.clock.Pause(e.at)
		} else if s.goesOn {
			s.clock = s.clock.Resume(e.at)
		}
	}
	if e.Voided != nil {
		s.voided = *e.Voided
		s.clock = s.clock.Pause(e.at)
	}
}
