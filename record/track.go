package record

import (
	"fmt"
	"slices"

	"omerta/mafia"
)

// spot is a day or a night.
type spot struct {
	night bool
	n     int
}

func (s spot) String() string {
	if s.night {
		return fmt.Sprintf("night %d", s.n)
	}
	return fmt.Sprintf("day %d", s.n)
}

// track keeps what expectations ask for and a game does not keep.
type track struct {
	at       spot
	left     mafia.Seats // since the dawn or dusk that opened this day or night
	killed   mafia.Seats // of them, those whom the night killed
	owed     mafia.Seats // a last word, in the same time
	spoken   mafia.Seats // of them, whose is over
	ballots  int         // in this day
	written  int         // vote lines in the running ballot
	tied     []mafia.Seat
	answers  map[mafia.Role]string
	names    int
	darkOver bool // the game ended with the notes of a night, which are its dawn
}

// open begins a day or a night.
func (t *track) open(s spot) {
	t.at, t.left, t.killed, t.owed, t.spoken, t.ballots, t.tied = s, 0, 0, 0, 0, 0, nil
}

// see takes in the events of one step.
func (t *track) see(events []mafia.Event) {
	read := slices.ContainsFunc(events, func(e mafia.Event) bool { _, ok := e.(mafia.NotesRead); return ok })
	settled := slices.ContainsFunc(events, func(e mafia.Event) bool { _, ok := e.(mafia.Settled); return ok })
	tie := false
	for _, e := range events {
		switch e := e.(type) {
		case mafia.Tied:
			t.tied, tie = e.Seats, true
		case mafia.Struck:
			t.tied = slices.DeleteFunc(slices.Clone(t.tied), func(s mafia.Seat) bool { return s == e.Seat })
		default:
			t.seeOne(e)
		}
		if _, over := e.(mafia.Ended); over {
			t.darkOver = read && t.at.night
		}
	}
	if settled && !tie {
		t.tied = nil
	}
}

func (t *track) seeOne(e mafia.Event) {
	switch e := e.(type) {
	case mafia.Introduced:
		t.open(spot{true, 0})
	case mafia.Fell:
		t.open(spot{true, e.Night})
		t.answers = map[mafia.Role]string{}
	case mafia.NightCalled:
		if e.Agreed {
			t.open(spot{true, t.at.n})
			t.names = 0
		}
	case mafia.Broke:
		t.open(spot{false, e.Day})
		t.left, t.killed = e.Dead, e.Dead
	case mafia.Departed:
		t.left = t.left.With(e.Seat)
		if e.Cause == mafia.Killed {
			t.killed = t.killed.With(e.Seat)
		}
	case mafia.Owed:
		t.owed = t.owed.With(e.Seat)
	case mafia.WordLost:
		t.owed = t.owed.Without(e.Seat)
	case mafia.Passed:
		if e.Kind == "last-word" {
			t.spoken = t.spoken.With(e.Seat)
		}
	case mafia.Opened:
		t.ballots++
		t.written = 0
	case mafia.Acted:
		if e.Deed == mafia.Check {
			t.answers[e.Role] = e.Answer
		}
	case mafia.NotesRead:
		t.names = len(e.Names)
	case mafia.Ended:
		t.owed = t.spoken // victory is announced at once: no word is owed after it
	}
}
