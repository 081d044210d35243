package mafia

import (
	"encoding/json"
	"fmt"
)

// Rulebook is one set of rules with all house options settled: a literal of
// small parts, one per question on which rulebooks differ. A part is given
// facts and gives a verdict; it never changes the game.
type Rulebook struct {
	ID      string   // with version: "classic@1"
	Options []Option // the full set, in the order of the options table

	Min, Max int // players
	// Refuse judges a deal: the composition for so many players.
	// It gives every reason against it, most specific first; none: it may be played.
	Refuse func(players int, cast Cast) []Refusal

	Meet        []Waking // the acquaintance night, in order; empty: none
	NightFirst  bool     // the game opens with a night in which roles act (CITY-NIGHT-1)
	Free        bool     // free talk, accusations and notes instead of circles, ballots and calls
	Introduce   bool     // novices present themselves first (CITY-MEET-1)
	Calls       []Waking // the roles of a night in the order of waking
	Powers      Powers   // what the night's deeds come to
	ShownBlack  [roleCount]bool
	Opener      FirstSpeaker
	NomFirst    int // candidates a speaker may have standing in the first circle, 0: any number
	NomLater    int
	Withdraw    bool
	MutedPutsUp bool // who has lost his word may still put up (CLASSIC-NOM-5)
	Floor       bool // the speaker may invite, and one may speak last (CITY-DAY-4, -5)
	Checks      bool // checks may name the departed

	SingleFirst  bool // a single candidate of the first day leaves
	SingleLater  bool // and of a later day
	MissingLast  bool // missing votes go to the last candidate
	Tie          Tie
	RevoteTied   bool // the tied vote in a revote
	QuestionTied bool // and on whether the tied leave
	RevoteBack   bool // the revote is held in reverse order
	Alibi        Alibi

	BestMove   BestMoveDue
	Reveals    bool // a player's word that he is the sheriff is noted
	Third      ThirdFoul
	NoFouls    bool // no fouls and no removals (ORIGINAL-END-4)
	ClearSkip  bool // the count starts anew with the lost speech
	FourthWord bool // who leaves by his fourth foul by day keeps his last word
	// RemovedWord: who is removed by the host by day keeps his (CLUB-FOUL-6).
	RemovedWord bool
	Cancel      CancelVote
	Golden      bool // the golden minute (CLASSIC-FOUL-7)
	Gestures    bool // the night gesture of CITY-FOUL-5
	Forfeits    bool // removal without a last word is a thing of its own (CLUB-FOUL-4)

	NoviceImmune bool // CITY-IMM-2
	MaxImmune    int  // how many may hold an immunity in one game, 0: any number
	ChainEarns   bool // who followed the mistress carries an immunity too (CITY-IMM-4)
	Carries      bool // the dead of the first night carry an immunity into the next game

	SameHeal   bool // the doctor may heal the same player two nights in a row
	SelfHeal   int  // how often he may heal himself, 1, or 0: any number
	SameVisit  bool
	SelfVisit  int // how often the mistress may visit herself: 1, 0: any number, -1: never
	GunFrom    int // players dealt from which the sheriff may shoot, 0: never
	Victory    []Win
	Stalemate  int // days and nights in a row without a departure after which red wins, 0: off
	Points     bool
	Hostless   bool // nobody is host, so nobody overrules
	BlackKnown bool // the number of black cards is told to all

	Seconds Seconds
	Cites   map[Reason]string // which rule a refusal cites
	Roles   map[Role]string   // the rule of a role's deed
}

// Option is one house rule as it is set.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Cast is a composition: how many cards of each role.
type Cast [roleCount]uint8

// Total is the number of cards.
func (c Cast) Total() int {
	n := 0
	for _, x := range c {
		n += int(x)
	}
	return n
}

// Of counts the cards of a side.
func (c Cast) Of(side Side) int {
	n := 0
	for r, x := range c {
		if Role(r).Side() == side {
			n += int(x)
		}
	}
	return n
}

// CastOf counts a deal.
func CastOf(deal []Role) Cast {
	var c Cast
	for _, r := range deal {
		c[r]++
	}
	return c
}

// Seconds are the times of a rulebook; 0 is no limit.
type Seconds struct {
	Speech, LastWord, Defence, Grace, Agreement, LookAround, Check, BestMove, Introduction, Short int
}

// Waking is one call of a night; of the acquaintance night, without deeds.
type Waking struct {
	Role    Role
	Deeds   []Deed
	Closed  bool // shots with closed eyes
	Seconds int
}

// FirstSpeaker is the answer to: who opens a later circle?
type FirstSpeaker uint8

// The next living seat after the last opener, after the last speaker, or seat 1.
const (
	NextOpener FirstSpeaker = iota
	AfterLastSpeaker
	SeatOne
)

// Alibi is what the mistress's visit means for the next day's vote.
type Alibi uint8

// No alibi; the visited stays when the vote falls on him; he cannot be put up.
const (
	NoAlibi Alibi = iota
	AlibiStays
	AlibiNotNominated
)

// BestMoveDue is who has a best move.
type BestMoveDue uint8

// Nobody; the first to be shot; the first to be shot if in the first night of shots.
const (
	NoBestMove BestMoveDue = iota
	FirstVictim
	FirstNight
)

// ThirdFoul is what the third foul costs.
type ThirdFoul uint8

// The next speech; half of it; nothing.
const (
	ThirdSilences ThirdFoul = iota
	ThirdShortens
	ThirdNothing
)

// CancelVote is whose removal cancels a vote.
type CancelVote uint8

// Nobody's; a candidate's; anybody's.
const (
	CancelNever CancelVote = iota
	CancelCandidate
	CancelAlways
)

// TieFacts is what a Tie part is asked about.
type TieFacts struct {
	Round    int   // 1 after the vote, 2 after the first revote, and so on
	Tied     Seats // the leaders now
	Earlier  Seats // the leaders of the round before, empty in round 1
	Alive    Seats
	Everyone Seats // everybody who took part in this day's tie
}

// TieVerdict is what happens to the tied. The set is closed.
type TieVerdict uint8

// The tied defend themselves and are voted on again; the table is asked whether
// they all leave; nobody leaves.
const (
	DefendAgain TieVerdict = iota
	AskAll
	AllStay
)

// Tie answers: what happens when several have the most votes?
type Tie interface {
	Resolve(TieFacts) TieVerdict
}

// DeedDone is one entered deed of the night.
type DeedDone struct {
	Role    Role
	Deed    Deed
	By      Seat // the holder of a single card, 0 for the mafia
	To      Seat
	Blocked bool  // by the mistress's visit; worked out when it was entered
	Alive   Seats // who was in the game then
}

// NightFacts is what a Powers part is asked about.
type NightFacts struct {
	Alive  Seats // at dawn
	Black  Seats // living black players
	Immune Seats // whose immunity may still hold
	First  bool  // the first night in which roles act
	Deeds  []DeedDone
	Shots  []Shot
}

// DawnVerdict is what a night comes to.
type DawnVerdict struct {
	Dead    Seats
	Chained Seats // who of the dead only followed the mistress
	Spent   Seats // whose immunity was used up
}

// Powers answers: what do the deeds of a night come to?
type Powers interface {
	// Blocked tells whether a deed of the role (by the holder, 0 for the mafia)
	// is void tonight.
	Blocked(f NightFacts, role Role, by Seat) bool
	// Resolve gives the dead of the night.
	Resolve(f NightFacts) DawnVerdict
}

// Standing is what victory is judged by.
type Standing struct {
	Alive, Red, Black int
	Maniac, Ripper    bool
	Quiet             int // phases in a row without a departure
	Names             int // names in the notes just read; -1 when none were read now
}

// Condition answers: has somebody won? NoWinner: not by this condition.
type Condition interface {
	Met(Standing) Winner
}

// Win is a condition with the rule that it comes from.
type Win struct {
	Rule string
	When Condition
}

// Reason is why a command is refused. The set is closed; a rulebook says which
// rule each comes from.
type Reason string

// The reasons.
const (
	WhyOver          Reason = "over"           // the game has ended
	WhyUnknownSeat   Reason = "unknown-seat"   // there is no such seat
	WhyViewer        Reason = "viewer"         // only the host does that
	WhyForeign       Reason = "foreign"        // this rulebook has no such step
	WhyNothing       Reason = "nothing"        // nothing to go on to
	WhyNotSpeaking   Reason = "not-speaking"   // By has not the floor
	WhyNomPhase      Reason = "nom-phase"      // candidates are put up in one's own speech
	WhyNomMuted      Reason = "nom-muted"      // silenced
	WhyNomOut        Reason = "nom-out"        // the candidate is not at the table
	WhyNomTwice      Reason = "nom-twice"      // stands already
	WhyNomLimit      Reason = "nom-limit"      // no more candidates for this speaker
	WhyNomAlibi      Reason = "nom-alibi"      // the mistress was there
	WhyWithdrawNever Reason = "withdraw-never" // nobody is taken back here
	WhyWithdrawOwn   Reason = "withdraw-own"   // not his own standing candidate
	WhyFloor         Reason = "floor"          // the floor cannot be given so
	WhyFloorMuted    Reason = "floor-muted"    // silenced
	WhyFloorDefence  Reason = "floor-defence"  // not in a defence
	WhyCloser        Reason = "closer"         // somebody closes already, or he has spoken
	WhyCloserMuted   Reason = "closer-muted"   // silenced
	WhyVotePhase     Reason = "vote-phase"     // no vote runs
	WhyVoteOrder     Reason = "vote-order"     // another candidate's turn
	WhyVoteTwice     Reason = "vote-twice"     // has voted already, or more hands than votes
	WhyVoteOut       Reason = "vote-out"       // not at the table
	WhyVoteTied      Reason = "vote-tied"      // the tied do not vote
	WhyOustPhase     Reason = "oust-phase"     // no such question
	WhyOustVoter     Reason = "oust-voter"     // does not vote on the question
	WhyShotPhase     Reason = "shot-phase"     // no shooting now
	WhyShotBlack     Reason = "shot-black"     // not a black player at the table
	WhyShotUnknown   Reason = "shot-unknown"   // nobody has learned that player's card yet
	WhyShotNumber    Reason = "shot-number"    // no such number
	WhyShotDone      Reason = "shot-done"      // the shots are in, or one shooter is named twice
	WhyActPhase      Reason = "act-phase"      // that role is not awake
	WhyActPast       Reason = "act-past"       // that role's turn has passed tonight
	WhyActOpening    Reason = "act-opening"    // nobody acts in the acquaintance night
	WhyActNobody     Reason = "act-nobody"     // nobody at the table has that card
	WhyActUnknown    Reason = "act-unknown"    // nobody is known to have that card yet
	WhyActDeed       Reason = "act-deed"       // that role does not do that
	WhyActGun        Reason = "act-gun"        // no shot at this size
	WhyActOut        Reason = "act-out"        // the target is not at the table
	WhyActSelf       Reason = "act-self"       // not oneself, or not again
	WhyActSame       Reason = "act-same"       // not the same player again
	WhyActDone       Reason = "act-done"       // has chosen already
	WhyMoveDue       Reason = "move-due"       // no best move here
	WhyMoveRevealed  Reason = "move-revealed"  // he revealed himself
	WhyMoveThree     Reason = "move-three"     // three others
	WhyReveal        Reason = "reveal"         // not in a last word
	WhyAccuse        Reason = "accuse"         // not now, or one accusation at a time
	WhyAccuseOut     Reason = "accuse-out"     // accuser or accused not in the game, or himself
	WhyJudge         Reason = "judge"          // no accusation runs
	WhyJudgeVoter    Reason = "judge-voter"    // the accused, or somebody who is out
	WhyCallNight     Reason = "call-night"     // not now
	WhyCallVoter     Reason = "call-voter"     // not in the game
	WhyNote          Reason = "note"           // not now, or his note is in
	WhyNoteOut       Reason = "note-out"       // the writer is not in the game
	WhyNoteBlack     Reason = "note-black"     // a black player names somebody in the game
	WhyNoteUnknown   Reason = "note-unknown"   // nobody has learned the writer's card yet
	WhyNoteRed       Reason = "note-red"       // a red player names nobody
	WhyFoulOut       Reason = "foul-out"       // has left
	WhyFoulNone      Reason = "foul-none"      // no fouls in this rulebook
	WhyFoulNumber    Reason = "foul-number"    // one to four at once
	WhyGesture       Reason = "gesture"        // no such penalty here
	WhyRemoveOut     Reason = "remove-out"     // has left
	WhyForfeit       Reason = "forfeit"        // no such penalty here
	WhyBeaten        Reason = "beaten"         // red or black only
	WhyCardSame      Reason = "card-same"      // nothing to correct, or no such card in this game
	WhyMisdeal       Reason = "misdeal"        // a card is held more often than it was dealt
	WhySubstituteOut Reason = "substitute-out" // has left, and has no word coming
	WhyNick          Reason = "nick"           // empty
	WhyImmune        Reason = "immune"         // more immunities than one game has
	WhyNoHost        Reason = "no-host"        // nobody is there to overrule the referee
	WhyOverrule      Reason = "overrule"       // that cannot be made to stand here
)

// Immunities tells whether the rulebook knows immunities at all (CITY-IMM-1,
// CLUB-IMM-1); where it does not, a setup's are left out of the deal.
func (rb *Rulebook) Immunities() bool { return rb.Carries || rb.NoviceImmune || rb.MaxImmune > 0 }

// calls tells whether any call of its nights is such.
func (rb *Rulebook) calls(is func(*Waking) bool) bool {
	for i := range rb.Calls {
		if is(&rb.Calls[i]) {
			return true
		}
	}
	return false
}

// cite finds the rule for a reason.
func (rb *Rulebook) cite(why Reason) string {
	if id, ok := rb.Cites[why]; ok {
		return id
	}
	return "NOTATION"
}

// MarshalJSON writes a composition as {"role":count}, absent roles left out.
func (c Cast) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for _, r := range append(Roles(), Unknown) {
		if c[r] == 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, "%q:%d", r.String(), c[r])
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes; an unknown role is an error.
func (c *Cast) UnmarshalJSON(b []byte) error {
	var m map[string]uint8
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	*c = Cast{}
	found := 0
	for r := range c {
		if n, ok := m[Role(r).String()]; ok {
			c[r] = n
			found++
		}
	}
	if found < len(m) {
		return fmt.Errorf("a composition names a role that there is not: %s", b)
	}
	return nil
}
