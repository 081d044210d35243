package laws

import (
	"fmt"
	"slices"
	"strings"

	"omerta/mafia"
)

// count is who is at the table.
type count struct{ red, black, maniac, ripper int }

// sides counts who may be at the table: each way in which the cards that nobody has
// learned can lie.
func (l *ledger) sides() (all []count) {
	rest := l.w.cast
	for _, r := range l.roles {
		if r != mafia.Unknown && rest[r] > 0 {
			rest[r]--
		}
	}
	var c count
	hidden := 0
	for _, s := range l.alive.List() {
		switch l.roles[s] {
		case mafia.Unknown:
			hidden++
		case mafia.Mafia, mafia.Don:
			c.black++
		case mafia.Maniac:
			c.maniac++
		case mafia.Ripper:
			c.ripper++
		default:
			c.red++
		}
	}
	var lay func(count, int, []mafia.Role)
	lay = func(c count, left int, kinds []mafia.Role) {
		if len(kinds) == 0 {
			if left == 0 {
				all = append(all, c)
			}
			return
		}
		for n := 0; n <= int(rest[kinds[0]]) && n <= left; n++ {
			d := c
			switch kinds[0] {
			case mafia.Mafia, mafia.Don:
				d.black += n
			case mafia.Maniac:
				d.maniac += n
			case mafia.Ripper:
				d.ripper += n
			default:
				d.red += n
			}
			lay(d, left-n, kinds[1:])
		}
	}
	lay(c, hidden, mafia.Roles())
	slices.SortFunc(all, func(a, b count) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return slices.Compact(all)
}

// winner says who has won by the rules' text, however the unknown cards lie.
func (l *ledger) winner(names int) mafia.Winner {
	won := mafia.NoWinner
	for i, c := range l.sides() {
		w := l.winnerOf(c.red, c.black, c.maniac, c.ripper, names)
		if w == mafia.NoWinner || i > 0 && w != won {
			return mafia.NoWinner
		}
		won = w
	}
	return won
}

func (l *ledger) winnerOf(red, black, maniac, ripper, names int) mafia.Winner {
	switch l.w.book {
	case "original":
		if names == 0 {
			return mafia.RedWon // ORIGINAL-END-1
		}
		if l.alive == 0 {
			return mafia.NobodyWon // all have gone home
		}
		if red == 0 {
			return mafia.BlackWon // ORIGINAL-END-2
		}
		return mafia.NoWinner
	case "classic":
		return l.twoSides(red, black)
	}
	if red+black+maniac+ripper == 0 {
		return mafia.NobodyWon
	}
	won := l.solo(red, black, maniac, ripper)
	town := black == 0 && (l.w.opt["victory.red-must-oust-maniac"] == "no" || maniac+ripper == 0)
	switch {
	case won != mafia.NoWinner:
		return won
	case town:
		return mafia.RedWon
	case black > 0 && black >= red && (l.w.opt["victory.maniac-blocks-black"] == "no" || maniac+ripper == 0):
		return mafia.BlackWon
	}
	return l.stale()
}

// solo is CITY-WIN-1, -2 and CLUB-WIN-4.
func (l *ledger) solo(red, black, maniac, ripper int) mafia.Winner {
	if maniac == 1 && ripper == 1 {
		if red+black <= 1 {
			return mafia.ManiacRipperWon
		}
		return mafia.NoWinner
	}
	if maniac+ripper == 0 {
		return mafia.NoWinner
	}
	among := red+black <= 3
	if l.w.opt["victory.maniac-with"] == "1-red" {
		among = black == 0 && red <= 1
	}
	switch {
	case !among:
		return mafia.NoWinner
	case maniac == 1:
		return mafia.ManiacWon
	}
	return mafia.RipperWon
}

// twoSides is CLASSIC-WIN-1, -2, -3 and -6.
func (l *ledger) twoSides(red, black int) mafia.Winner {
	switch {
	case red+black == 0:
		return mafia.NobodyWon
	case black == 0:
		return mafia.RedWon
	case black >= red:
		return mafia.BlackWon
	}
	return l.stale()
}

// stale is the end by quiet days and nights (CLASSIC-WIN-3).
func (l *ledger) stale() mafia.Winner {
	var days int
	if _, err := fmt.Sscan(l.w.opt["victory.stalemate"], &days); err == nil && l.quiet >= 2*days {
		return mafia.RedWon
	}
	return mafia.NoWinner
}

// verdict: the game ends when somebody has won, and never else.
func (l *ledger) verdict(moment bool, names int, events []mafia.Event) string {
	want := mafia.NoWinner
	if moment {
		want = l.winner(names)
	}
	switch l.beaten {
	case mafia.Red:
		want = mafia.BlackWon
	case mafia.Black:
		want = mafia.RedWon
	}
	got := mafia.NoWinner
	for i, e := range events {
		if e, ok := e.(mafia.Ended); ok {
			got = e.Winner
			if e.Rule == "" || i != len(events)-1 {
				return "an end that is not the last word, or has no rule"
			}
		}
	}
	return wrong(got != want, "has won: %q, the rules say %q", got, want)
}
