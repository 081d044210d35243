package say

import (
	"fmt"

	"omerta/mafia"
)

// Entry is a line of the log. Secret lines tell what only the host knows before
// the game has ended: acts of the night, notes and cards.
type Entry struct {
	Line
	Secret bool `json:"secret"`
}

// logger words events.
type logger struct {
	writer
	name func(mafia.Seat) string
}

// Event puts a fact into a sentence of the log, in the words of the rulebook (an
// id with or without version). name says how a seat is called; nil: by its
// number. It reports false for events that a log does not tell: those that only
// move the game on. It never panics for an event of package mafia.
func Event(rulebook string, e mafia.Event, name func(mafia.Seat) string) (Entry, bool) {
	if name == nil {
		name = func(s mafia.Seat) string { return fmt.Sprint(int(s)) }
	}
	l := logger{writerFor(rulebook), name}
	for _, part := range []func(mafia.Event) (Line, bool){l.course, l.speeches, l.votes, l.host, l.free} {
		if line, ok := part(e); ok {
			return Entry{Line: line}, true
		}
	}
	line, ok := l.secrets(e)
	return Entry{line, ok}, ok
}

func (l logger) names(s mafia.Seats) []string { return l.order(s.List()) }

func (l logger) order(list []mafia.Seat) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = l.name(s)
	}
	return out
}

// seat is one named seat, ready for a pair.
func (l logger) seat(key string, s mafia.Seat, pairs ...any) (Line, bool) {
	return l.line(key, append(pairs, "seat", l.name(s))...), true
}

func (l logger) plain(key string, pairs ...any) (Line, bool) { return l.line(key, pairs...), true }

func none() (Line, bool) { return Line{}, false }

// course words days and nights, and who leaves.
func (l logger) course(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.Dealt:
		return l.plain("log.dealt", "n", len(e.Roles))
	case mafia.Introduced:
		return l.plain("log.introduced")
	case mafia.Fell:
		if e.Acquaintance {
			return l.plain("log.opening")
		}
		return l.plain("log.night", "n", e.Night)
	case mafia.Broke:
		if e.Dead == 0 && e.Day > 1 {
			return l.plain("log.day-quiet", "n", e.Day)
		}
		return l.plain("log.day", "n", e.Day)
	case mafia.Departed:
		return l.seat("log.departed."+string(e.Cause), e.Seat)
	case mafia.WordLost:
		return l.seat("log.word-lost", e.Seat)
	case mafia.Ended:
		return l.plain("log.ended", "outcome", Line{Key: "outcome." + slug(e.Winner)}, "rule", e.Rule)
	}
	return none()
}

// speeches words the circle, the last words and the candidates.
func (l logger) speeches(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.Turned:
		switch {
		case e.Muted:
			return l.seat("log.turn-muted", e.Seat)
		case e.Short:
			return l.seat("log.turn-short", e.Seat)
		}
		return l.seat("log.turn", e.Seat)
	case mafia.Skipped:
		return l.seat("log.skipped", e.Seat)
	case mafia.OpenerMoved:
		return l.seat("log.opener", e.Seat)
	case mafia.Nominated:
		return l.seat("log.nominated", e.To, "by", l.name(e.By))
	case mafia.Withdrawn:
		return l.seat("log.withdrawn", e.To, "by", l.name(e.By))
	case mafia.Struck:
		return l.seat("log.struck", e.Seat)
	case mafia.Invited:
		return l.seat("log.invited", e.To, "by", l.name(e.By))
	case mafia.Closing:
		return l.seat("log.closing", e.By)
	case mafia.BestMoved:
		return l.seat("log.best-move", e.By, "seats", l.names(e.Seats))
	case mafia.Revealed:
		return l.seat("log.revealed", e.By, "role", e.Role)
	}
	return none()
}

// votes words ballots, ties and the question.
func (l logger) votes(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.VoteOff:
		if e.Later {
			return l.plain("log.vote-off-later", "rule", e.Rule)
		}
		return l.plain("log.vote-off", "rule", e.Rule)
	case mafia.Opened:
		if e.Round > 1 {
			return l.plain("log.revote", "seats", l.order(e.Run))
		}
		return l.plain("log.vote", "seats", l.order(e.Run))
	case mafia.Counted:
		if e.Hands.Counted || e.Hands.Seats == 0 {
			return l.seat("log.counted-number", e.For, "n", e.Hands.N())
		}
		return l.seat("log.counted", e.For, "n", e.Hands.N(), "hands", l.names(e.Hands.Seats))
	case mafia.Fallen:
		return l.seat("log.fallen", e.To, "n", e.Votes)
	case mafia.Tied:
		return l.plain("log.tied", "seats", l.order(e.Seats))
	case mafia.Asked:
		return l.plain("log.asked")
	case mafia.Answered:
		return l.plain(pick(e.Passed, "log.answered-yes", "log.answered-no"), "n", e.Hands.N(), "need", e.Need)
	case mafia.Excused:
		return l.seat("log.excused", e.Seat)
	case mafia.Settled:
		if e.Stayed {
			return l.plain("log.stayed", "rule", e.Rule)
		}
	}
	return none()
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// host words what a host does from his office.
func (l logger) host(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.FoulGiven:
		pairs := []any{"n", e.N, "total", e.Total}
		if e.Sign {
			return l.seat("log.gesture", e.To, pairs...)
		}
		if e.Reason == "" {
			return l.seat("log.foul", e.To, pairs...)
		}
		return l.seat("log.foul-for", e.To, append(pairs, "reason", reasonLine(e.Reason))...)
	case mafia.Replaced:
		return l.plain("log.replaced", "seat", int(e.Seat), "nick", e.Nick)
	case mafia.Overruled:
		if _, ok := RuleByID(e.Rule); !ok {
			return l.plain("log.overruled.plain")
		}
		return l.plain("log.overruled", "rule", e.Rule)
	case mafia.DeclaredBeaten:
		return l.plain("log.beaten", "side", e.Side)
	}
	return none()
}

// free words the game without a host.
func (l logger) free(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.Accusing:
		return l.seat("log.accusing", e.To, "by", l.name(e.By))
	case mafia.Cleared:
		return l.plain("log.cleared")
	case mafia.Judged:
		return l.plain(pick(e.Condemned, "log.judged-yes", "log.judged-no"), "n", e.Hands.N(), "need", e.Need)
	case mafia.NightCalled:
		return l.plain(pick(e.Agreed, "log.night-called", "log.night-refused"), "n", e.Hands.N(), "need", e.Need)
	case mafia.NotesRead:
		names := make([]any, len(e.Names))
		for i, s := range e.Names {
			if names[i] = l.line("log.note-nobody"); s != 0 {
				names[i] = l.name(s)
			}
		}
		return l.plain("log.notes-read", "n", len(e.Names), "names", names)
	}
	return none()
}

// secrets words what only the host knows, and leaves out what only moves the
// game on.
func (l logger) secrets(e mafia.Event) (Line, bool) {
	switch e := e.(type) {
	case mafia.Acted:
		return l.acted(e)
	case mafia.Fired:
		return l.fired(e)
	case mafia.Wrote:
		if e.Name == 0 {
			return l.seat("log.wrote-honest", e.By)
		}
		return l.seat("log.wrote", e.By, "to", l.name(e.Name))
	case mafia.Carded:
		return l.seat("log.carded", e.Seat, "role", e.Role)
	case mafia.Woke, mafia.Slept, mafia.Gathered, mafia.WentOn, mafia.Passed, mafia.Rounded, mafia.Pleaded, mafia.Settled,
		mafia.Owed, mafia.Counting:
		// Told by what comes before or after them.
	}
	return none()
}

func (l logger) acted(e mafia.Acted) (Line, bool) {
	if e.To == 0 {
		return l.plain("log.acted-nobody", "role", e.Role)
	}
	pairs := []any{"role", e.Role}
	switch {
	case e.Blocked:
		return l.seat("log.acted-blocked", e.To, append(pairs, "what", l.line("log.acted."+string(e.Deed), "role", e.Role, "seat", l.name(e.To)))...)
	case e.Deed == mafia.Check && e.Answer != "" && e.Answer != "none":
		return l.seat("log.acted-checked", e.To, append(pairs, "answer", l.line("answer."+e.Answer))...)
	}
	return l.seat("log.acted."+string(e.Deed), e.To, pairs...)
}

func (l logger) fired(e mafia.Fired) (Line, bool) {
	if len(e.Shots) == 0 {
		return l.plain("log.fired-nobody")
	}
	list := make([]any, len(e.Shots))
	for i, s := range e.Shots {
		if s.At == 0 {
			list[i] = l.line("log.shot-none", "by", l.name(s.By))
			continue
		}
		list[i] = l.line("log.shot", "by", l.name(s.By), "at", l.names(s.At))
	}
	return l.plain("log.fired", "shots", list)
}
