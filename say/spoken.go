package say

import (
	"reflect"
	"slices"

	"omerta/mafia"
)

// Spoken is what the host says at once when something has happened in the midst
// of a step, and what the script does not say by itself: each foul with its
// number (CITY-FOUL-1, CLASSIC-FOUL-1), a removal, an accepted candidate
// (CLASSIC-NOM-1). It reports false where there is nothing to say.
func Spoken(rulebook string, e mafia.Event) (Line, bool) {
	w := writerFor(rulebook)
	switch e := e.(type) {
	case mafia.FoulGiven:
		return w.line("aloud.foul", "seat", e.To, "n", min(e.Total, 4)), true
	case mafia.Nominated:
		return w.line("aloud.nominated", "seat", e.To), true
	case mafia.Withdrawn:
		return w.line("aloud.withdrawn", "seat", e.To), true
	case mafia.WordLost:
		return w.line("aloud.word-lost", "seat", e.Seat), true
	case mafia.Departed:
		switch {
		case expels(e.Cause):
			return w.line("aloud.removed", "seat", e.Seat), true
		case e.Cause == mafia.WentHome:
			return w.line("aloud.went-home", "seat", e.Seat), true
		}
	case mafia.Skipped:
		return w.line("aloud.skipped", "seat", e.Seat), true
	}
	return Line{}, false
}

func expels(c mafia.Cause) bool {
	return c == mafia.Fouled || c == mafia.Removed || c == mafia.Forfeited
}

// Announce is all that the host says at once after a step, in order: what Spoken
// gives for its events, which speech a third foul costs, and that a removal has
// called a vote off. What s, the script of the view v after the step, says by
// itself is left out. The list is never nil.
func Announce(rb *mafia.Rulebook, v *mafia.View, s *Script, events []mafia.Event) []Line {
	w := writerFor(rb.ID)
	out := []Line{}
	removed := false
	add := func(l Line) {
		same := func(x Line) bool { return reflect.DeepEqual(x, l) }
		if !slices.ContainsFunc(s.Aloud, same) && !slices.ContainsFunc(out, same) {
			out = append(out, l)
		}
	}
	for _, e := range events {
		if l, ok := Spoken(rb.ID, e); ok {
			add(l)
		}
		switch e := e.(type) {
		case mafia.FoulGiven:
			if e.Mutes {
				if l, ok := w.lost(rb, v, e.To); ok {
					add(l)
				}
			}
		case mafia.Departed:
			removed = removed || expels(e.Cause)
		case mafia.VoteOff: // CITY-FOUL-8, CLASSIC-FOUL-8, CLUB-VOTE-7
			if removed && v.Phase != mafia.Over {
				add(w.line(pick(e.Later, "aloud.vote-cancelled-later", "aloud.vote-cancelled")))
			}
		}
	}
	return out
}

// lost says which speech a player has lost by a third foul (CITY-FOUL-2,
// CLASSIC-FOUL-5, CLUB-FOUL-1): the one of this circle, while he has not had it,
// else the next. Nothing is said of who has left.
func (w writer) lost(rb *mafia.Rulebook, v *mafia.View, to mafia.Seat) (Line, bool) {
	i := int(to) - 1
	if i < 0 || i >= len(v.Seats) || !v.Seats[i].In || v.Phase == mafia.Over {
		return Line{}, false
	}
	seat := v.Seats[i]
	had := seat.Spoken || v.Turn.Kind == "speech" && v.Turn.Seat == to
	key := "aloud.lost"
	switch {
	case !seat.Silenced:
		return w.line("aloud.lost-not", "seat", to), true // CLASSIC-FOUL-7
	case rb.Third == mafia.ThirdShortens:
		key = "aloud.lost-short"
	case rb.MutedPutsUp: // CLASSIC-NOM-5
		key = "aloud.lost-word"
	}
	return w.line(key+pick(v.Phase == mafia.Circle && !had, ".now", ".next"), "seat", to, "sec", rb.Seconds.Short), true
}
