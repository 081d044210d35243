package immunity

import (
	"slices"

	"omerta/mafia"
)

// Account tells what became of immunities within a game.
type Account struct {
	Held   mafia.Seats `json:"held"`   // at the deal
	Spent  []Spent     `json:"spent"`  // in order of nights
	Unused mafia.Seats `json:"unused"` // neither spent nor run out so far; they end with the game (CLUB-IMM-5)
	Earned mafia.Seats `json:"earned"` // who died in the first night, and carries one into the next game
}

// Spent is a night in which immunities were used up. One that covers the first
// night is used up by it, whether it has stopped a death or not.
type Spent struct {
	Night int         `json:"night"`
	Seats mafia.Seats `json:"seats"`
}

// AccountOf reads the events of a game, of which those taken back are left out.
func AccountOf(events []mafia.Event) (out Account) {
	night := 0
	for _, e := range events {
		switch e := e.(type) {
		case mafia.Dealt:
			out.Held, out.Unused = e.Immune, e.Immune
		case mafia.Fell:
			night = e.Night
		case mafia.Broke:
			if e.Spent != 0 {
				out.Spent = append(out.Spent, Spent{night, e.Spent})
			}
			out.Unused = e.Kept
			out.Earned |= e.Carry
		}
	}
	return out
}

// After is what a game leaves for the next: people[i] sat at seat i+1, "" for
// somebody whom nobody knows.
func After(events []mafia.Event, people []string, evening string, number int) Game {
	out := Game{Number: number, Evening: evening, Earned: []string{}}
	for _, e := range events {
		if d, ok := e.(mafia.Dealt); ok {
			out.Rulebook = d.Rulebook
		}
	}
	for _, s := range AccountOf(events).Earned.List() {
		if i := int(s) - 1; i < len(people) && people[i] != "" && !slices.Contains(out.Earned, people[i]) {
			out.Earned = append(out.Earned, people[i])
		}
	}
	return out
}
