package table

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"omerta/mafia"
)

// maxEntries bounds a table's journal: no real game comes near it.
const maxEntries = 20_000

// decide judges a command and gives the entry that would come of it. It
// changes nothing. Errors: *mafia.Refusal, *Refusal, ErrCommand.
func (s *state) decide(r Request, now time.Time) (entry, error) {
	parse := parseCommand
	if s.friends != nil {
		parse = parseFriends
	}
	c, err := parse(r.Command)
	if err != nil {
		return entry{}, err
	}
	if isServers(c) && !r.own {
		return entry{}, s.no(WhyNotYours)
	}
	raw, err := plain(c)
	if err != nil {
		return entry{}, err
	}
	// The clock of the machine may be set back; the journal's never is.
	if at := s.at; now.Before(at) {
		now = at
	}
	e := entry{at: time.UnixMilli(now.UnixMilli()).UTC(), by: viewerID(r.Who), payload: payload{Command: raw, Length: len(s.steps)}}
	if s.seq >= maxEntries && !s.closes(c) {
		return entry{}, s.no(WhyFull)
	}
	if s.friends != nil {
		return s.decideFriends(r.Who, c, e)
	}
	if err := s.admit(r, c); err != nil {
		return entry{}, err
	}
	if s.sitsAlready(c) {
		return entry{}, ErrSameNick
	}
	return s.decideKind(r.Who, c, e)
}

// sitsAlready tells whether a substitute, also one who is put in later, could not be told
// from somebody at the table by his nick; who sits down for himself is none either.
func (s *state) sitsAlready(c mafia.Command) bool {
	switch c := c.(type) {
	case Insert:
		inner, err := mafia.UnmarshalCommand(c.Command)
		return err == nil && s.sitsAlready(inner)
	case mafia.Overrule:
		return s.sitsAlready(c.Command)
	case mafia.Substitute:
		v := s.game.View(mafia.Board)
		return slices.ContainsFunc(v.Seats, func(x mafia.SeatView) bool { return x.Nick != "" && strings.EqualFold(x.Nick, c.Nick) })
	}
	return false
}

// decideKind sorts the table's own commands from the game's.
func (s *state) decideKind(who mafia.Viewer, c mafia.Command, e entry) (entry, error) {
	yes, no := true, false
	switch c := c.(type) {
	case Undo:
		return s.undo(c, e)
	case Redo:
		return s.again(e)
	case Insert:
		return s.forgotten(who, c, e)
	case Pause:
		if !s.clock.running {
			return entry{}, s.no(WhyNoClock)
		}
	case Resume:
		if s.clock.limit == 0 || s.clock.running {
			return entry{}, s.no(WhyNoClock)
		}
	case AddTime:
		if s.clock.limit == 0 || c.Seconds == 0 || c.Seconds > maxAdded || c.Seconds < -maxAdded {
			return entry{}, s.no(WhyNoClock)
		}
	case Freeze:
		e.Paused = &yes
	case Continue:
		e.Paused = &no
	case Void:
		e.Voided = &yes
	default:
		return s.move(who, c, e)
	}
	return e, nil
}

// closes names what is still accepted when the journal is full: a paused table can
// be continued and every game declared void, so that it can be dealt anew. There
// is no way to repeat them, for what they end cannot begin again.
func (s *state) closes(c mafia.Command) bool {
	switch c.(type) {
	case Continue:
		return s.paused
	case Void:
		return !s.voided
	}
	return false
}

// admit refuses what the table's own state forbids, whatever the command says.
func (s *state) admit(r Request, c mafia.Command) error {
	own := isOwn(c)
	if own && !leads(r.Who) {
		return s.no(WhyHostOnly)
	}
	other := r.Seen != nil && *r.Seen != len(s.steps) || r.Stamp != nil && *r.Stamp != s.stamp
	if other && !isClock(c) {
		no := s.no(WhyStale)
		if leads(r.Who) {
			no.Line = s.latest()
		}
		return no
	}
	switch c.(type) {
	case Continue:
		if !s.paused {
			return s.no(WhyRunning)
		}
		return nil
	case Undo:
		if s.voided {
			return nil
		}
	}
	switch {
	case s.voided:
		return s.no(WhyVoided)
	case s.paused && c.Verb() != DoVoid:
		return s.no(WhyPaused)
	}
	return nil
}

// isOwn tells a command of the table from one of the game.
func isOwn(c mafia.Command) bool {
	switch c.(type) {
	case Undo, Redo, Insert, Pause, Resume, AddTime, Freeze, Continue, Void:
		return true
	}
	return false
}

// isClock names the commands that mean the same whatever happened meanwhile.
func isClock(c mafia.Command) bool {
	switch c.(type) {
	case Pause, Resume, AddTime, Freeze, Continue:
		return true
	}
	return false
}

// no makes a refusal; who does not lead the table learns no history length.
func (s *state) no(why Why) *Refusal { return &Refusal{Why: why, Length: len(s.steps)} }

// move decides a command of the game.
func (s *state) move(who mafia.Viewer, c mafia.Command, e entry) (entry, error) {
	events, err := s.game.Decide(who, c)
	if err != nil {
		return entry{}, err
	}
	st, err := newStep(e.at, e.by, e.Command, events)
	if err != nil {
		return entry{}, err
	}
	st.command = c
	e.Steps = []step{st}
	e.Length++
	return e, nil
}

// undo takes the history back, or the declaration that the game is void.
func (s *state) undo(c Undo, e entry) (entry, error) {
	if s.voided {
		no := false
		e.Voided = &no
		return e, nil
	}
	k := c.To
	switch {
	case k == 0 && s.slipped(DoUndo):
		return s.exchange(e), nil
	case k == 0:
		k = len(s.steps) - 1
	}
	switch {
	case len(s.steps) <= 1:
		return entry{}, s.no(WhyNoUndo)
	case k < 1 || k >= len(s.steps):
		return entry{}, s.no(WhyNoStep)
	}
	e.Rewind, e.Length = &k, k
	return e, nil
}

// slipped tells whether a verb would exchange the two histories of an insertion:
// when no single steps wait to be done again. An insertion at the very end is a
// step like any other.
func (s *state) slipped(verb mafia.Verb) bool {
	return s.slip != nil && s.slip.verb == verb && len(s.redo) == 0 && len(s.slip.steps)+len(s.steps)-s.slip.at > 1
}

// exchange puts the other history in the place of the one that stands.
func (s *state) exchange(e entry) entry {
	e.Rewind, e.Steps, e.Length = &s.slip.at, s.slip.steps, s.slip.at+len(s.slip.steps)
	return e
}

// again does what was undone, one step or one insertion.
func (s *state) again(e entry) (entry, error) {
	if s.slipped(DoRedo) {
		return s.exchange(e), nil
	}
	if len(s.redo) == 0 {
		return entry{}, s.no(WhyNoRedo)
	}
	e.Steps = s.redo[:1:1]
	e.Length++
	return e, nil
}

// forgotten puts a command in where it belongs and judges all later ones anew.
func (s *state) forgotten(who mafia.Viewer, c Insert, e entry) (entry, error) {
	if c.At < 1 || c.At > len(s.steps) {
		return entry{}, s.no(WhyNoStep)
	}
	inner, err := mafia.UnmarshalCommand(c.Command)
	if err != nil {
		return entry{}, errors.Join(ErrCommand, err)
	}
	raw, err := mafia.MarshalCommand(inner)
	if err != nil {
		return entry{}, errors.Join(ErrCommand, err)
	}
	later := s.steps[c.At:]
	todo := append([]step{{At: e.at.UnixMilli(), By: viewerID(who), Command: raw}}, later...)
	var past []mafia.Event
	for i := range s.steps[:c.At] {
		past = append(past, s.steps[i].events...)
	}
	g := mafia.Fold(s.rb, past)
	for i, st := range todo {
		done, err := redecide(g, st)
		if err != nil {
			return entry{}, s.cannotInsert(c.At+i, st, g.View(mafia.Host).Turn, err)
		}
		g = g.Apply(done.events...)
		e.Steps = append(e.Steps, done)
	}
	e.Rewind, e.Length = &c.At, len(s.steps)+1
	return e, nil
}

// redecide judges a step's command in another game.
func redecide(g mafia.Game, st step) (step, error) {
	c, err := mafia.UnmarshalCommand(st.Command)
	if err != nil {
		return step{}, err
	}
	who, err := parseViewer(st.By)
	if err != nil {
		return step{}, err
	}
	events, err := g.Decide(who, c)
	if err != nil {
		return step{}, err
	}
	return newStep(st.when(), st.By, st.Command, events)
}

// cannotInsert names the step that stands in the way: at counts the old history,
// and the inserted command itself is step 0.
func (s *state) cannotInsert(at int, st step, turn mafia.Turn, err error) error {
	var cause *mafia.Refusal
	if !errors.As(err, &cause) {
		return err
	}
	l := s.what(&st)
	no := &Refusal{Why: WhyInsert, Line: &l, Step: at, Length: len(s.steps), Cause: cause, What: st.Command}
	if st.events == nil {
		no.Step, no.Line = 0, nil
	}
	if turn.Kind == "speech" {
		no.Floor = turn.Seat
	}
	return no
}

// plain writes a command as the journal keeps it.
func plain(c mafia.Command) (json.RawMessage, error) {
	if !isOwn(c) && !isFriends(c) {
		raw, err := mafia.MarshalCommand(c)
		if err != nil {
			return nil, errors.Join(ErrCommand, err)
		}
		return raw, nil
	}
	fields, err := json.Marshal(c)
	if err != nil {
		return nil, errors.Join(ErrCommand, err)
	}
	head := `{"do":"` + string(c.Verb()) + `"`
	if string(fields) == "{}" {
		return json.RawMessage(head + "}"), nil
	}
	return json.RawMessage(head + "," + string(fields[1:])), nil
}
