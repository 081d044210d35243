package mafia

// Command is what somebody wants to happen. The set is closed: only the types
// of this file are commands. A command is accepted exactly when it is offered.
type Command interface {
	// Verb is the command's id in offers, in the journal and in the API.
	Verb() Verb
}

// Verb names a kind of command.
type Verb string

// The verbs, one a command type.
const (
	DoProceed    Verb = "proceed"
	DoPass       Verb = "pass"
	DoNominate   Verb = "nominate"
	DoWithdraw   Verb = "withdraw"
	DoInvite     Verb = "invite"
	DoClose      Verb = "close"
	DoVote       Verb = "vote"
	DoOust       Verb = "oust"
	DoShoot      Verb = "shoot"
	DoAct        Verb = "act"
	DoBestMove   Verb = "best-move"
	DoReveal     Verb = "reveal"
	DoAccuse     Verb = "accuse"
	DoDrop       Verb = "drop"
	DoJudge      Verb = "judge"
	DoCallNight  Verb = "call-night"
	DoWrite      Verb = "write"
	DoFoul       Verb = "foul"
	DoGesture    Verb = "gesture"
	DoRemove     Verb = "remove"
	DoForfeit    Verb = "forfeit"
	DoBeaten     Verb = "beaten"
	DoLeave      Verb = "leave"
	DoSubstitute Verb = "substitute"
	DoCard       Verb = "card"
	DoOverrule   Verb = "overrule"
)

// Deed is what a role does when it wakes.
type Deed string

// The deeds. Looking is the meeting of the acquaintance night: nothing is chosen.
const (
	Kill  Deed = "kill"
	Check Deed = "check"
	Gun   Deed = "shoot"
	Visit Deed = "visit"
	Heal  Deed = "heal"
	Guard Deed = "guard"
)

// Hands are raised hands: either whose, or only how many.
type Hands struct {
	Seats   Seats `json:"seats"`
	Count   int   `json:"count"`
	Counted bool  `json:"counted"` // only Count is known
}

// N is the number of hands.
func (h Hands) N() int {
	if h.Counted {
		return h.Count
	}
	return h.Seats.Count()
}

// Shot is what one black player did with closed eyes: which numbers he shot at.
type Shot struct {
	By    Seat  `json:"by"`
	At    Seats `json:"at"`
	Twice bool  `json:"twice"` // more than once at the same number (CLASSIC-NIGHT-2)
}

type (
	// Proceed is the host's next step where nothing is chosen: night falls,
	// a role falls asleep, morning comes, the vote is called.
	Proceed struct{}
	// Pass ends a speech, a defence, a last word or an introduction.
	Pass struct {
		By Seat `json:"by"`
	}
	// Nominate puts up a candidate in one's own speech.
	Nominate struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Withdraw takes one's own candidate back.
	Withdraw struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Invite gives the floor to another player; the time stays the speaker's (CITY-DAY-4).
	Invite struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Close declares that By will speak last and vote first (CITY-DAY-5).
	Close struct {
		By Seat `json:"by"`
	}
	// Vote closes the vote on one candidate, in a ballot or a revote, with the
	// hands that are down at the host's closing word.
	Vote struct {
		For   Seat  `json:"for"`
		Hands Hands `json:"hands"`
	}
	// Oust answers the question whether all the tied leave.
	Oust struct {
		Hands Hands `json:"hands"`
	}
	// Shoot enters the shots of a night with closed eyes; who is not named did not shoot.
	Shoot struct {
		Shots []Shot `json:"shots"`
	}
	// Act is a role's choice at night; To 0 is a choice of nobody.
	Act struct {
		Role Role `json:"role"`
		Deed Deed `json:"deed"`
		To   Seat `json:"to"`
	}
	// BestMove names the three players whom the first victim takes for black.
	BestMove struct {
		By    Seat  `json:"by"`
		Seats Seats `json:"seats"`
	}
	// Reveal notes that a player in his last word says which card he has.
	Reveal struct {
		By   Seat `json:"by"`
		Role Role `json:"role"`
	}
	// Accuse brings an accusation before all (ORIGINAL-DAY-2).
	Accuse struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Drop takes the running accusation back.
	Drop struct{}
	// Judge enters the raised hands for the running accusation.
	Judge struct {
		Hands Hands `json:"hands"`
	}
	// CallNight enters who agrees to the mafia's night.
	CallNight struct {
		Hands Hands `json:"hands"`
	}
	// Write is one player's note: a name, or 0 for "I am honest". Absent is the
	// note that the program writes for a black player who has vanished: it
	// counts among the names and names nobody.
	Write struct {
		By     Seat `json:"by"`
		Name   Seat `json:"name"`
		Absent bool `json:"absent"`
	}
	// Foul gives N fouls (1..4) at once.
	Foul struct {
		To     Seat   `json:"to"`
		N      int    `json:"n"`
		Reason string `json:"reason"`
	}
	// Gesture is the night gesture of CITY-FOUL-5.
	Gesture struct {
		To Seat `json:"to"`
	}
	// Remove is the host's removal.
	Remove struct {
		To     Seat   `json:"to"`
		Reason string `json:"reason"`
	}
	// Forfeit is a removal that takes the last word too (CLUB-FOUL-4).
	Forfeit struct {
		To     Seat   `json:"to"`
		Reason string `json:"reason"`
	}
	// Beaten declares a side beaten; the other of the two colours wins.
	Beaten struct {
		Side Side `json:"side"`
	}
	// Leave lets a player go home: out, no last word, no penalty.
	Leave struct {
		To Seat `json:"to"`
	}
	// Substitute puts another person in a seat; the card stays.
	Substitute struct {
		To   Seat   `json:"to"`
		Nick string `json:"nick"`
	}
	// SetCard enters or corrects a card.
	SetCard struct {
		To   Seat `json:"to"`
		Role Role `json:"role"`
	}
	// Overrule lets stand what the referee refuses.
	Overrule struct {
		Command Command `json:"-"`
	}
)

// Verb implements Command.
func (Proceed) Verb() Verb { return DoProceed }

// Verb implements Command.
func (Pass) Verb() Verb { return DoPass }

// Verb implements Command.
func (Nominate) Verb() Verb { return DoNominate }

// Verb implements Command.
func (Withdraw) Verb() Verb { return DoWithdraw }

// Verb implements Command.
func (Invite) Verb() Verb { return DoInvite }

// Verb implements Command.
func (Close) Verb() Verb { return DoClose }

// Verb implements Command.
func (Vote) Verb() Verb { return DoVote }

// Verb implements Command.
func (Oust) Verb() Verb { return DoOust }

// Verb implements Command.
func (Shoot) Verb() Verb { return DoShoot }

// Verb implements Command.
func (Act) Verb() Verb { return DoAct }

// Verb implements Command.
func (BestMove) Verb() Verb { return DoBestMove }

// Verb implements Command.
func (Reveal) Verb() Verb { return DoReveal }

// Verb implements Command.
func (Accuse) Verb() Verb { return DoAccuse }

// Verb implements Command.
func (Drop) Verb() Verb { return DoDrop }

// Verb implements Command.
func (Judge) Verb() Verb { return DoJudge }

// Verb implements Command.
func (CallNight) Verb() Verb { return DoCallNight }

// Verb implements Command.
func (Write) Verb() Verb { return DoWrite }

// Verb implements Command.
func (Foul) Verb() Verb { return DoFoul }

// Verb implements Command.
func (Gesture) Verb() Verb { return DoGesture }

// Verb implements Command.
func (Remove) Verb() Verb { return DoRemove }

// Verb implements Command.
func (Forfeit) Verb() Verb { return DoForfeit }

// Verb implements Command.
func (Beaten) Verb() Verb { return DoBeaten }

// Verb implements Command.
func (Leave) Verb() Verb { return DoLeave }

// Verb implements Command.
func (Substitute) Verb() Verb { return DoSubstitute }

// Verb implements Command.
func (SetCard) Verb() Verb { return DoCard }

// Verb implements Command.
func (Overrule) Verb() Verb { return DoOverrule }
