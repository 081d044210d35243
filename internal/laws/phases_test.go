package laws

import (
	"slices"

	"omerta/mafia"
)

// order is which phase may follow which by one command, from the rules' account
// of a game. A phase may go on; a game may end from any.
var order = map[mafia.Phase][]mafia.Phase{
	mafia.Introductions: {mafia.NightPhase},
	mafia.Opening:       {mafia.Dawn},
	mafia.NightPhase:    {mafia.Dawn},
	mafia.Dawn:          {mafia.Circle},
	// A removal may leave nobody to speak: then the vote is next.
	mafia.Circle:      {mafia.VoteCall},
	mafia.VoteCall:    {mafia.BallotPhase, mafia.Dusk},
	mafia.BallotPhase: {mafia.Defences, mafia.Question, mafia.Dusk},
	mafia.Defences:    {mafia.BallotPhase, mafia.Question, mafia.Dusk}, // nobody may vote again: it is a tie again
	mafia.Question:    {mafia.Dusk},
	mafia.Dusk:        {mafia.NightPhase},
}

// free is the order of the game without a host.
var free = map[mafia.Phase][]mafia.Phase{
	mafia.Opening:    {mafia.Dawn},
	mafia.Dawn:       {mafia.Talk},
	mafia.Talk:       {mafia.Accusation, mafia.Notes},
	mafia.Accusation: {mafia.Talk},
	mafia.Notes:      {mafia.Dawn},
}

func follows(book string, from, to mafia.Phase) bool {
	if from == to || to == mafia.Over {
		return true
	}
	table := order
	if book == "original" {
		table = free
	}
	return slices.Contains(table[from], to)
}
