// Package compose answers one question for each rulebook: which cards are in
// play. It proposes a composition for a number of players and judges the one a
// host has chosen. It is pure; who gets which card is settled elsewhere.
package compose

import (
	"math"

	"omerta/mafia"
)

// N is the length of Counts: one place for every mafia.Role.
const N = int(mafia.Ripper) + 1

// Counts says how many cards of each role are in play, indexed by mafia.Role.
// The place of mafia.Unknown means nothing: an unknown card is in no composition.
type Counts [N]int

// Of counts a list of cards. Values that are no role are left out.
func Of(cards ...mafia.Role) Counts {
	var c Counts
	for _, r := range cards {
		if int(r) < N {
			c[r]++
		}
	}
	return c
}

// Red counts the cards that win with the town.
func (c Counts) Red() int { return c.side(mafia.Red) }

// Black counts the cards that win with the mafia: mafia and don.
func (c Counts) Black() int { return c.side(mafia.Black) }

// Other counts all cards that are not red: mafia, don, maniac, ripper (CITY-SETUP-6).
func (c Counts) Other() int { return c.Black() + c.side(mafia.Solo) }

// Total counts the real cards; unknown ones are not among them.
func (c Counts) Total() int { return c.Red() + c.Other() }

// Ratio is red : other, and positive infinity where no other card is in play.
func (c Counts) Ratio() float64 {
	if c.Other() == 0 {
		return math.Inf(1)
	}
	return float64(c.Red()) / float64(c.Other())
}

func (c Counts) side(s mafia.Side) int {
	n := 0
	for _, r := range mafia.Roles() {
		if r.Side() == s {
			n += c[r]
		}
	}
	return n
}
