package club

import "omerta/say"

// Reason says why a command is refused. The set is closed; say has words for each
// under "club-no." and the reason, and what to do under "club-hint.".
type Reason string

// The reasons.
const (
	WhyNick       Reason = "nick"        // no nick at all
	WhyNickTaken  Reason = "nick-taken"  // somebody has it
	WhyPerson     Reason = "person"      // no such person
	WhyForgotten  Reason = "forgotten"   // he was forgotten
	WhySamePerson Reason = "same-person" // two are needed
	WhyTogether   Reason = "together"    // both sat in one game, so they are not one
	WhyNotes      Reason = "notes"       // too long
	WhyReason     Reason = "reason"      // too long
	WhyDate       Reason = "date"        // no day
	WhyBond       Reason = "bond"        // no such bond
	WhyNoBan      Reason = "no-ban"      // there is none
	WhyBanned     Reason = "banned"      // two who must not sit together
	WhyNothing    Reason = "nothing"     // nothing would change
	WhyEmpty      Reason = "empty"       // nobody is named
	WhyMany       Reason = "many"        // more than the club takes
	WhyTitle      Reason = "title"       // too long
	WhyRulebook   Reason = "rulebook"    // no such rulebook or preset
	WhyScheme     Reason = "scheme"      // no such scheme
	WhySchemeBad  Reason = "scheme-bad"  // a scheme that is not sound
	WhyRatings    Reason = "ratings"     // how ratings move is out of bounds
	WhyTables     Reason = "tables"      // number of tables
	WhyEvening    Reason = "evening"     // no such evening
	WhyClosed     Reason = "closed"      // it is closed
	WhyOpen       Reason = "open"        // it is not closed
	WhyRuns       Reason = "runs"        // a game of it still goes on
	WhyGames      Reason = "games"       // it has games
	WhyGame       Reason = "game"        // the game is none of the evening's
	WhyAttached   Reason = "attached"    // the game is of an evening already
	WhyOrder      Reason = "order"       // not all games, each once
	WhyNotOver    Reason = "not-over"    // the game has not ended
	WhyNotThere   Reason = "not-there"   // he did not play it
	WhySeat       Reason = "seat"        // no such seat
	WhyPoints     Reason = "points"      // out of bounds
	WhyNotBarred  Reason = "not-barred"  // none does
	WhyFew        Reason = "few"         // too few people for a game
	WhyRoom       Reason = "room"        // a table has no such number of seats
	WhyBusy       Reason = "busy"        // no table is free
	WhySeating    Reason = "seating"     // nobody can be seated so
	WhyQueue      Reason = "queue"       // the queue says no
	WhyImmunity   Reason = "immunity"    // the rules of immunities do
	WhyNoDraw     Reason = "no-draw"     // nothing is proposed
	WhyBegun      Reason = "begun"       // the game of that table has begun
	WhyNotHere    Reason = "not-here"    // somebody of a plan is not here, or plays
	WhyNoSeat     Reason = "no-seat"     // he has no seat in the proposal
	WhyBeginTable Reason = "begin-table" // the proposal has no such table
	WhyNoUndo     Reason = "no-undo"     // nothing that may be taken back
	WhyNoRedo     Reason = "no-redo"     // nothing was undone
	WhyStale      Reason = "stale"       // others were faster
	WhyKeyUsed    Reason = "key-used"    // the key was used for another command
)

// Refusal is a no, with particulars. It is an error.
type Refusal struct {
	Why  Reason
	Args map[string]any // for the words
}

// Error gives the refusal in English; people get Text and Hint.
func (r *Refusal) Error() string { return "club: " + r.Text().In(say.EN) }

// Text says what is wrong.
func (r *Refusal) Text() say.Line { return say.Line{Key: "club-no." + string(r.Why), Args: r.Args} }

// Hint says what to do instead.
func (r *Refusal) Hint() say.Line { return say.Line{Key: "club-hint." + string(r.Why), Args: r.Args} }

// Rule is the rule that it rests on, "" for none.
func (r *Refusal) Rule() string {
	why, _ := r.Args["why"].(say.Line)
	return why.Rule()
}

// no makes a refusal of a reason and pairs of name and value.
func no(why Reason, pairs ...any) *Refusal { return &Refusal{why, args(pairs)} }

func args(pairs []any) map[string]any {
	out := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		out[name] = pairs[i+1]
	}
	return out
}

// words makes a line of a message "club." + key and pairs of name and value.
func words(key string, pairs ...any) say.Line { return say.Line{Key: "club." + key, Args: args(pairs)} }
