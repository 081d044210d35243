package say

import (
	"strings"

	"omerta/mafia"
)

// Reason is what a penalty is given for.
type Reason struct {
	Rule string     `json:"rule"`
	Key  string     `json:"key"` // goes into Foul.Reason, Remove.Reason, Forfeit.Reason
	Line Line       `json:"line"`
	Do   mafia.Verb `json:"do"` // "foul", "gesture", "remove" or "forfeit"
	N    int        `json:"n"`  // fouls at once; 0 where it is no foul
}

// penalties lists, by rulebook, what is punished and how.
var penalties = map[string][]Reason{
	"city": {
		{Rule: "CITY-FOUL-9", Key: "city.address", N: 1},
		{Rule: "CITY-FOUL-9", Key: "city.two-talk", N: 1},
		{Rule: "CITY-FOUL-6", Key: "city.noise", N: 1},
		{Rule: "CITY-FOUL-6", Key: "city.other", N: 1},
		{Rule: "CITY-FOUL-5", Key: "city.gesture", Do: mafia.DoGesture},
		{Rule: "CITY-FOUL-4", Key: "city.peeking", N: 4},
		{Rule: "CITY-FOUL-4", Key: "city.cheating", N: 4},
		{Rule: "CITY-FOUL-4", Key: "city.waking", N: 4},
	},
	"classic": {
		{Rule: "CLASSIC-FOUL-2", Key: "classic.stop-list", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.touch", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.out-of-turn", N: 1},
		{Rule: "CLASSIC-DAY-4", Key: "classic.over-time", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.late-mask", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.night-noise", N: 1},
		{Rule: "CLASSIC-VOTE-4", Key: "classic.hand-back", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.vote-gesture", N: 1},
		{Rule: "CLASSIC-DAY-5", Key: "classic.informal", N: 1},
		{Rule: "CLASSIC-FOUL-2", Key: "classic.other", N: 1},
		{Rule: "CLASSIC-FOUL-3", Key: "classic.long-out-of-turn", N: 2},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.oath", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.insult", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.peeking", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-10", Key: "classic.peeking-on-purpose", Do: mafia.DoRemove},
		{Rule: "CLASSIC-NIGHT-9", Key: "classic.night-sign", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.shooting-touch", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.drunken", Do: mafia.DoRemove},
		{Rule: "CLASSIC-FOUL-4", Key: "classic.arguing", Do: mafia.DoRemove},
	},
	"club": {
		{Rule: "CLUB-FOUL-3", Key: "club.out-of-turn", N: 1},
		{Rule: "CLUB-FOUL-3", Key: "club.certain", N: 1},
		{Rule: "CLUB-FOUL-3", Key: "club.name", N: 1},
		{Rule: "CLUB-FOUL-3", Key: "club.swearing", N: 1},
		{Rule: "CLUB-FOUL-3", Key: "club.insult", N: 1},
		{Rule: "CLUB-FOUL-3", Key: "club.earlier-games", N: 1},
		{Rule: "CLUB-FOUL-5", Key: "club.other", N: 1},
		{Rule: "CLUB-FOUL-4", Key: "club.mask-off", Do: mafia.DoForfeit},
		{Rule: "CLUB-FOUL-4", Key: "club.night-talk", Do: mafia.DoForfeit},
		{Rule: "CLUB-VOTE-1", Key: "club.vote-talk", Do: mafia.DoForfeit},
	},
}

// FoulReasons lists what a rulebook (an id with or without version) punishes,
// the mild first. It is empty where there are no penalties (ORIGINAL-END-4).
func FoulReasons(rulebook string) []Reason {
	w := writerFor(rulebook)
	out := append([]Reason{}, penalties[w.book]...)
	for i := range out {
		if out[i].Do == "" {
			out[i].Do = mafia.DoFoul
		}
		out[i].Line = w.line("foul-for."+out[i].Key, "rule", out[i].Rule)
	}
	return out
}

// reasonLine words the reason that a foul was entered with: one of FoulReasons,
// or whatever the host has typed.
func reasonLine(reason string) any {
	if key := "foul-for." + reason; Has(key) {
		return Line{Key: key}
	}
	return strings.TrimSpace(reason)
}

// Item is something to see to before a game.
type Item struct {
	Rule string `json:"rule"`
	Line Line   `json:"line"`
}

// checks lists, by rulebook, what a host sees to before the deal.
var checks = map[string][]Item{
	"city": {
		{Rule: "CITY-PREP-1", Line: Line{Key: "sober"}},
		{Rule: "CITY-PREP-1", Line: Line{Key: "room"}},
		{Rule: "CITY-PREP-1", Line: Line{Key: "departed-place"}},
		{Rule: "CITY-PREP-1", Line: Line{Key: "chairs"}},
		{Rule: "CITY-PREP-2", Line: Line{Key: "loudspeaker"}},
		{Rule: "CITY-PREP-2", Line: Line{Key: "masks"}},
		{Rule: "CITY-TIME-1", Line: Line{Key: "time"}},
		{Rule: "CITY-SETUP-10", Line: Line{Key: "deck"}},
		{Rule: "CITY-SETUP-6", Line: Line{Key: "balance"}},
		{Rule: "CITY-SETUP-7", Line: Line{Key: "eighteen"}},
		{Rule: "CITY-SEAT-1", Line: Line{Key: "couples"}},
		{Rule: "CITY-SETUP-3", Line: Line{Key: "closed"}},
		{Rule: "CITY-HOST-1", Line: Line{Key: "final"}},
	},
	"classic": {
		{Rule: "CLASSIC-SETUP-1", Line: Line{Key: "ten"}},
		{Rule: "CLASSIC-SETUP-3", Line: Line{Key: "ten-masks"}},
		{Rule: "CLASSIC-QUEUE-1", Line: Line{Key: "queue"}},
		{Rule: "CLASSIC-QUEUE-2", Line: Line{Key: "declined"}},
		{Rule: "CLASSIC-FOUL-2", Line: Line{Key: "stop-list"}},
		{Rule: "CLASSIC-FOUL-10", Line: Line{Key: "banned"}},
	},
	"club": {
		{Rule: "CLUB-IMM-1", Line: Line{Key: "immunity"}},
		{Rule: "CLUB-TIP-1", Line: Line{Key: "newcomers"}},
		{Rule: "CLUB-DAY-1", Line: Line{Key: "greeting"}},
		{Rule: "CLUB-FOUL-5", Line: Line{Key: "final"}},
	},
	"original": {
		{Rule: "ORIGINAL-TIP-1", Line: Line{Key: "paper"}},
		{Rule: "ORIGINAL-SETUP-3", Line: Line{Key: "blacks"}},
		{Rule: "ORIGINAL-SUN-1", Line: Line{Key: "cards-back"}},
		{Rule: "ORIGINAL-TIP-3", Line: Line{Key: "leader"}},
	},
}

// Checklist lists what to see to before a game by a rulebook, an id with or
// without version.
func Checklist(rulebook string) []Item {
	w := writerFor(rulebook)
	out := append([]Item{}, checks[w.book]...)
	for i := range out {
		out[i].Line = w.line("check."+out[i].Line.Key, "rule", out[i].Rule)
	}
	return out
}

// Minutes estimates how long a game of so many players takes at least: 45 for 10
// and 90 for 20 (CITY-TIME-1), in a straight line between and beyond, in steps of
// five.
func Minutes(players int) int {
	tenths := max(450+45*(players-10), 200)
	return (tenths + 49) / 50 * 5
}
