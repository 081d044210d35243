package record

import (
	"fmt"
	"strconv"
	"strings"

	"omerta/mafia"
)

// text writes a command as its statement; "" for one that has none of its own.
func text(c mafia.Command) string {
	switch c := c.(type) {
	case mafia.Pass:
		return fmt.Sprintf("%d passes", c.By)
	case mafia.Nominate:
		return fmt.Sprintf("%d nominates %d", c.By, c.To)
	case mafia.Withdraw:
		return fmt.Sprintf("%d withdraws %d", c.By, c.To)
	case mafia.Invite:
		return fmt.Sprintf("%d invites %d", c.By, c.To)
	case mafia.Close:
		return fmt.Sprintf("%d closes", c.By)
	case mafia.Oust:
		return trim("oust-all: %s", handsText(c.Hands))
	case mafia.Shoot:
		return shotsText(c.Shots)
	case mafia.Act:
		return actText(c)
	case mafia.BestMove:
		return trim("best-move %d: %s", c.By, seatsText(c.Seats))
	case mafia.Reveal:
		return fmt.Sprintf("reveals %d: %s", c.By, c.Role)
	case mafia.CallNight:
		return trim("call-night: %s", handsText(c.Hands))
	}
	return officeText(c)
}

// officeText writes what the host does at any moment.
func officeText(c mafia.Command) string {
	switch c := c.(type) {
	case mafia.Foul:
		if c.N != 1 {
			return trim("foul %d x%d %s", c.To, c.N, quote(c.Reason))
		}
		return trim("foul %d %s", c.To, quote(c.Reason))
	case mafia.Gesture:
		return fmt.Sprintf("gesture %d", c.To)
	case mafia.Remove:
		return trim("remove %d %s", c.To, quote(c.Reason))
	case mafia.Forfeit:
		return trim("forfeit %d %s", c.To, quote(c.Reason))
	case mafia.Beaten:
		return fmt.Sprintf("beaten %s", c.Side)
	case mafia.Leave:
		return fmt.Sprintf("leaves %d", c.To)
	case mafia.Substitute:
		return fmt.Sprintf("substitute %d: %s", c.To, quote(c.Nick))
	case mafia.SetCard:
		return fmt.Sprintf("card %d: %s", c.To, c.Role)
	}
	return ""
}

func trim(format string, args ...any) string { return strings.TrimSpace(fmt.Sprintf(format, args...)) }

func seatsText(set mafia.Seats) string {
	if set == 0 {
		return ""
	}
	return joinSeats(set.List())
}

// seatText writes a choice that may be nobody.
func seatText(s mafia.Seat) string {
	if s == 0 {
		return "-"
	}
	return strconv.Itoa(int(s))
}

// voteText writes a vote line of the round-th ballot.
func voteText(c mafia.Vote, round int) string {
	word := "vote"
	if round > 1 {
		word = "revote"
	}
	return trim("%s %d: %s", word, c.For, handsText(c.Hands))
}

func handsText(h mafia.Hands) string {
	if h.Counted {
		return fmt.Sprintf("%d hands", h.Count)
	}
	return seatsText(h.Seats)
}

func shotsText(shots []mafia.Shot) string {
	words := []string{"shots:"}
	for _, s := range shots {
		at := "-"
		if s.At != 0 {
			at = strings.ReplaceAll(joinSeats(s.At.List()), " ", ",")
		}
		if s.Twice && s.At != 0 {
			at += fmt.Sprintf(",%d", s.At.First())
		}
		words = append(words, fmt.Sprintf("%d>%s", s.By, at))
	}
	return strings.Join(words, " ")
}

// actText writes a deed; "" for one that no role has.
func actText(c mafia.Act) string {
	for _, a := range acts {
		if a.role == c.Role && a.deed == c.Deed {
			return fmt.Sprintf("%s %s %s", a.role, a.verb, seatText(c.To))
		}
	}
	return ""
}
