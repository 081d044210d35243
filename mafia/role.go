// Package mafia is the game itself: commands go in, facts come out, and each
// person sees only the view that is due to them. It is pure: no clock, no
// randomness, no input or output.
package mafia

// Role is a card. The zero Role is a card that nobody has learned yet.
type Role uint8

// The cards of all rulebooks. In a game without special roles a red card is a
// Civilian and a black one a Mafia.
const (
	Unknown Role = iota
	Civilian
	Mafia
	Don
	Sheriff
	Doctor
	Mistress
	Maniac
	Bodyguard
	Reanimator
	Ripper
	roleCount
)

var roleNames = [roleCount]string{"?", "civilian", "mafia", "don", "sheriff", "doctor", "mistress", "maniac", "bodyguard", "reanimator", "ripper"}

// String gives the role's id as records and the API write it.
func (r Role) String() string {
	if r < roleCount {
		return roleNames[r]
	}
	return "?"
}

// ParseRole reads a role's id; it reports false for a word that names no role.
func ParseRole(s string) (Role, bool) {
	for i, n := range roleNames {
		if n == s {
			return Role(i), true
		}
	}
	return Unknown, false
}

// Roles lists every real card, in the order in which compositions name them.
func Roles() []Role {
	return []Role{Mafia, Don, Sheriff, Doctor, Mistress, Maniac, Bodyguard, Reanimator, Ripper, Civilian}
}

// Side is whom a player wins with.
type Side uint8

// The sides. A solo player wins by himself.
const (
	NoSide Side = iota
	Red
	Black
	Solo
)

// String gives the side's id.
func (s Side) String() string {
	return [...]string{"", "red", "black", "solo"}[s&3]
}

// Side tells whom the role wins with; it is the same in every rulebook.
func (r Role) Side() Side {
	switch r {
	case Unknown:
		return NoSide
	case Mafia, Don:
		return Black
	case Maniac, Ripper:
		return Solo
	default:
		return Red
	}
}
