package mafia

// A game keeps what is one of a few words as a number: a small game is copied
// quickly, and one without pointers costs the collector nothing. The words stand
// in the tables below, and leave the game through View, Stand and events only.

// stage is a Phase as the game keeps it.
type stage uint8

const (
	atNothing stage = iota // not dealt yet
	atIntroductions
	atOpening
	atDusk
	atNight
	atDawn
	atCircle
	atVoteCall
	atBallot
	atDefences
	atQuestion
	atTalk
	atAccusation
	atNotes
	atOver
)

var phases = [...]Phase{
	"", Introductions, Opening, Dusk, NightPhase, Dawn, Circle, VoteCall, BallotPhase, Defences, Question,
	Talk, Accusation, Notes, Over,
}

// turn is a kind of turn to speak.
type turn uint8

const (
	noTurn turn = iota
	lastWord
	speech
	introduction
	defence
)

var turns = [...]string{"", "last-word", "speech", "introduction", "defence"}

// String gives the kind as views and events write it.
func (t turn) String() string { return turns[t] }

// causes number the causes of a departure; 0 is one that is not known.
var causes = [...]Cause{"", Killed, VotedOut, Fouled, Removed, Forfeited, WentHome}

func causeCode(c Cause) uint8 {
	for i, x := range causes {
		if x == c {
			return uint8(i)
		}
	}
	return 0
}
