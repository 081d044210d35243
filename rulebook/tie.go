package rulebook

import "omerta/mafia"

// Crash is the tie: defences and a revote, then a question whether all the tied
// leave, with the cases in which it is not put.
type Crash struct {
	SmallerRepeats bool // fewer tied than before: the crash repeats with those
	AtFour         bool // the question is put with four at the table
	ThreeAtNine    bool // and with three tied of nine
	All            bool // and when everybody is tied
}

// Resolve implements mafia.Tie.
func (c Crash) Resolve(f mafia.TieFacts) mafia.TieVerdict {
	if f.Round == 1 {
		return mafia.DefendAgain
	}
	if f.Tied != f.Earlier && c.SmallerRepeats {
		return mafia.DefendAgain
	}
	at, tied := f.Alive.Count(), f.Tied.Count()
	switch {
	case at == 4 && !c.AtFour,
		at == 9 && tied == 3 && !c.ThreeAtNine,
		tied == at && !c.All:
		return mafia.AllStay
	}
	return mafia.AskAll
}
