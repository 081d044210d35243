package queue

import (
	"omerta/mafia"
	"omerta/rulebook"
)

// Of tells what became of the people of a game that is over, from what its host
// sees: people[i] is who sat at seat i+1, and "" somebody whom nobody knows, who
// is left out. Who was killed in one night, or voted out by one vote, has left at
// the same time. Of a game that nobody won, or that goes on, nobody has won.
func Of(v *mafia.View, people []string) []Played {
	left := make(map[mafia.Seat]int, len(v.Departed))
	when := 0
	book, _ := rulebook.Split(v.Rulebook)
	for i, d := range v.Departed {
		if i == 0 || !atOnce(v.Departed[i-1], d, book) {
			when++
		}
		left[d.Seat] = when
	}
	out := []Played{}
	for _, s := range v.Seats {
		if i := int(s.Seat) - 1; i < len(people) && people[i] != "" {
			out = append(out, Played{Person: people[i], Won: won(v.Outcome.Winner, s.Role), Left: left[s.Seat]})
		}
	}
	return out
}

// atOnce tells whether two who left one after the other left together: by one
// dawn, or by one vote, of which original has many a day and the others one.
// Removals are each by themselves.
func atOnce(a, b mafia.Departure, book string) bool {
	if a.Cause != b.Cause || a.Day != b.Day || a.Night != b.Night || a.Dark != b.Dark {
		return false
	}
	return a.Cause == mafia.Killed || a.Cause == mafia.VotedOut && book != "original"
}

func won(w mafia.Winner, r mafia.Role) bool {
	switch w {
	case mafia.RedWon:
		return r.Side() == mafia.Red
	case mafia.BlackWon:
		return r.Side() == mafia.Black
	case mafia.ManiacWon:
		return r == mafia.Maniac
	case mafia.RipperWon:
		return r == mafia.Ripper
	case mafia.ManiacRipperWon:
		return r.Side() == mafia.Solo
	case mafia.NoWinner, mafia.NobodyWon:
	}
	return false
}
