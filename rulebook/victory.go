package rulebook

import "omerta/mafia"

// NobodyLeft is a draw: the table is empty.
type NobodyLeft struct{}

// Met implements mafia.Condition.
func (NobodyLeft) Met(s mafia.Standing) mafia.Winner {
	if s.Alive == 0 {
		return mafia.NobodyWon
	}
	return mafia.NoWinner
}

// SoloAmong lets a lone maniac (or ripper) win when at most Others others are
// left, or, with OneRed, alone or against a single red card.
type SoloAmong struct {
	Others int
	OneRed bool
}

// Met implements mafia.Condition.
func (c SoloAmong) Met(s mafia.Standing) mafia.Winner {
	if s.Maniac == s.Ripper {
		return mafia.NoWinner
	}
	others := s.Alive - 1
	if c.OneRed && !(others == 0 || others == 1 && s.Red == 1) || !c.OneRed && others > c.Others {
		return mafia.NoWinner
	}
	if s.Maniac {
		return mafia.ManiacWon
	}
	return mafia.RipperWon
}

// BothSolo lets maniac and ripper win together when at most one other is left
// (CITY-WIN-2).
type BothSolo struct{}

// Met implements mafia.Condition.
func (BothSolo) Met(s mafia.Standing) mafia.Winner {
	if s.Maniac && s.Ripper && s.Alive <= 3 {
		return mafia.ManiacRipperWon
	}
	return mafia.NoWinner
}

// NoBlack lets red win when no mafia is left, and no solo player either where
// OustSolo is set.
type NoBlack struct{ OustSolo bool }

// Met implements mafia.Condition.
func (c NoBlack) Met(s mafia.Standing) mafia.Winner {
	if s.Black == 0 && !(c.OustSolo && (s.Maniac || s.Ripper)) {
		return mafia.RedWon
	}
	return mafia.NoWinner
}

// Parity lets black win when red does not outnumber it; a living solo player
// prevents that where SoloBlocks is set.
type Parity struct{ SoloBlocks bool }

// Met implements mafia.Condition.
func (c Parity) Met(s mafia.Standing) mafia.Winner {
	if s.Black > 0 && s.Black >= s.Red && !(c.SoloBlocks && (s.Maniac || s.Ripper)) {
		return mafia.BlackWon
	}
	return mafia.NoWinner
}

// Quiet lets red win after so many days and nights in a row without a departure.
type Quiet struct{ Days int }

// Met implements mafia.Condition.
func (c Quiet) Met(s mafia.Standing) mafia.Winner {
	if c.Days > 0 && s.Quiet >= 2*c.Days {
		return mafia.RedWon
	}
	return mafia.NoWinner
}

// NoNames lets red win when a night's notes hold no name (ORIGINAL-END-1).
type NoNames struct{}

// Met implements mafia.Condition.
func (NoNames) Met(s mafia.Standing) mafia.Winner {
	if s.Names == 0 {
		return mafia.RedWon
	}
	return mafia.NoWinner
}

// NoRed lets black win when every red player is out (ORIGINAL-END-2).
type NoRed struct{}

// Met implements mafia.Condition.
func (NoRed) Met(s mafia.Standing) mafia.Winner {
	if s.Red == 0 && s.Black > 0 {
		return mafia.BlackWon
	}
	return mafia.NoWinner
}
