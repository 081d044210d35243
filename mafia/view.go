package mafia

// Phase is where a game stands. The set is closed.
type Phase string

// The phases. Last words are no phase: they are spoken before the phase goes on
// (see View.Turn).
const (
	Introductions Phase = "introductions" // city: novices present themselves before the first night
	Opening       Phase = "opening"       // the acquaintance night: View.Call tells who meets
	Dusk          Phase = "dusk"          // the day is played; Proceed lets night fall
	NightPhase    Phase = "night"         // roles are called one by one: View.Call
	Dawn          Phase = "dawn"          // all roles were called; Proceed tells the night's outcome
	Circle        Phase = "circle"        // day speeches: View.Turn
	VoteCall      Phase = "vote-call"     // the circle is over; Proceed calls the vote (or says that there is none)
	BallotPhase   Phase = "ballot"        // votes on one candidate after the other, first vote or revote
	Defences      Phase = "defences"      // the tied speak: View.Turn
	Question      Phase = "question"      // should all the tied leave?
	Talk          Phase = "talk"          // original: free talk
	Accusation    Phase = "accusation"    // original: one accusation is before all
	Notes         Phase = "notes"         // original: everybody writes a note
	Over          Phase = "over"
)

// ViewerKind is a class of people who look at a table.
type ViewerKind string

// The classes of viewers.
const (
	IsHost   ViewerKind = "host"
	IsBoard  ViewerKind = "board"  // the screen on the wall, and spectators
	IsPlayer ViewerKind = "player" // with a seat; alive or departed
	IsDevice ViewerKind = "device" // one device passed around in a game without a host: does what a host does, knows no card
	IsGhost  ViewerKind = "ghost"  // a departed player whom the host lets see the cards
)

// Viewer is who looks.
type Viewer struct {
	Kind ViewerKind
	Seat Seat
}

// Host, Board and Player name a viewer.
var (
	Host  = Viewer{Kind: IsHost}
	Board = Viewer{Kind: IsBoard}
	// Device is the one device of a game without a host.
	Device = Viewer{Kind: IsDevice}
)

// Player is the viewer at a seat.
func Player(s Seat) Viewer { return Viewer{Kind: IsPlayer, Seat: s} }

// Ghost is the departed player of a seat, let in on the cards.
func Ghost(s Seat) Viewer { return Viewer{Kind: IsGhost, Seat: s} }

// View is all that a viewer may know and do, and nothing else. Its shape is the
// same for every viewer and never depends on a secret.
type View struct {
	Rulebook string     `json:"rulebook"`
	Viewer   ViewerKind `json:"viewer"`
	Me       Seat       `json:"me"` // the viewer's own seat, 0 for none
	Phase    Phase      `json:"phase"`
	Day      int        `json:"day"`
	Night    int        `json:"night"`
	Seats    []SeatView `json:"seats"` // 1..N in order
	// Hold: something was announced, and Proceed goes on.
	Hold bool `json:"hold"`
	// Turn tells who has the floor now: a speech, a defence, a last word, an
	// introduction. Kind "" when nobody has.
	Turn       Turn        `json:"turn"`
	Opener     Seat        `json:"opener"`     // who opens the current or coming circle, 0 where there is none
	Closer     Seat        `json:"closer"`     // who declared to speak last (CITY-DAY-5)
	Candidates []Candidate `json:"candidates"` // in the order put up; in a revote the tied, in ballot order
	Ballot     Ballot      `json:"ballot"`
	Tied       []Seat      `json:"tied"`    // the tied of the running tie, in the order put up
	NoVote     string      `json:"noVote"`  // rule id why no vote is held today, "" when one is due
	Leaves     Seat        `json:"leaves"`  // who leaves without a vote as the single candidate, alibi or not; 0 for nobody
	Tally      []Count     `json:"tally"`   // the votes of the ballot that is over, in its order; empty while one runs
	Call       Call        `json:"call"`    // night only, host only: which role is awake
	Calls      []CallMark  `json:"calls"`   // night only, host only: the roles in the order of waking; after the acquaintance the last of them
	Accused    Accused     `json:"accused"` // original
	Notes      NotesView   `json:"notes"`   // original
	News       News        `json:"news"`    // what the last dusk, dawn, vote or night brought
	Departed   []Departure `json:"departed"`
	Outcome    Outcome     `json:"outcome"`
	Offers     []Offer     `json:"offers"`
	// Blacks is the number of black cards dealt (told to all: ORIGINAL-SETUP-3).
	Blacks int   `json:"blacks"`
	Points []int `json:"points"` // original, after the end: by seat; else empty
	// Misdealt, for the host: a card is held more often than it was dealt, and the
	// game waits until it is put right.
	Misdealt bool `json:"misdealt"`
	// Surplus is that card, for the host; Unknown where there is none.
	Surplus Role `json:"surplus"`
	// ImmuneNext is, for the host, who would carry an immunity into the next game.
	ImmuneNext Seats `json:"immuneNext"`
}

// SeatView is one place at the table as the viewer may see it.
type SeatView struct {
	Seat     Seat   `json:"seat"`
	Nick     string `json:"nick"`
	In       bool   `json:"in"`
	Fouls    int    `json:"fouls"`
	Silenced bool   `json:"silenced"` // the next speech is lost (or shortened)
	Spoken   bool   `json:"spoken"`   // has had his turn in this circle
	Role     Role   `json:"role"`     // "?" for whom it is not due to
	Immune   bool   `json:"immune"`   // host only
	Alibi    bool   `json:"alibi"`    // host only: CLUB-VOTE-6, today
	Voted    Seat   `json:"voted"`    // for whom he has voted in the running ballot, 0: not yet or not known
	Novice   bool   `json:"novice"`
}

// Turn is who has the floor.
type Turn struct {
	Kind     string `json:"kind"` // "", "speech", "defence", "last-word", "introduction"
	Seat     Seat   `json:"seat"`
	Seconds  int    `json:"seconds"`  // how long; 0: no time limit or no word (silenced)
	Silenced bool   `json:"silenced"` // the turn is only for putting up a candidate (CLASSIC-NOM-5)
	Invited  Seat   `json:"invited"`  // who was given the floor within it
	Next     []Seat `json:"next"`     // who follows within this circle, these defences or last words
	BestMove bool   `json:"bestMove"` // a best move is due in this last word
}

// Candidate is one who was put up.
type Candidate struct {
	Seat   Seat  `json:"seat"`
	By     Seat  `json:"by"`
	Hands  Hands `json:"hands"`
	Votes  int   `json:"votes"`  // hands and whatever fell to him
	Closed bool  `json:"closed"` // the vote on him is closed
}

// Count is how many votes a candidate got.
type Count struct {
	Seat  Seat `json:"seat"`
	Votes int  `json:"votes"`
}

// Ballot is the running vote; Round 0 when none runs.
type Ballot struct {
	Round   int   `json:"round"`   // 1 the vote, 2.. revotes
	Current Seat  `json:"current"` // whose vote is open now
	Voters  Seats `json:"voters"`  // who may still vote, as far as known by seat
	Left    int   `json:"left"`    // how many of those at the table have surely not voted
	ToLast  Seat  `json:"toLast"`  // to whom missing votes go, 0: to nobody
	Need    int   `json:"need"`    // question: how many hands are needed
}

// Call is the role that is awake, for the host.
type Call struct {
	Role   Role   `json:"role"`   // "?" when no role is awake
	Deeds  []Deed `json:"deeds"`  // what it can choose from; empty at the acquaintance
	Shots  bool   `json:"shots"`  // shooting with closed eyes: Shoot, not Act
	Awake  Seats  `json:"awake"`  // living holders of the card(s) who wake
	Absent bool   `json:"absent"` // nobody wakes, and the call is made all the same
	Done   bool   `json:"done"`   // the choice was entered
	Deed   Deed   `json:"deed"`
	To     Seat   `json:"to"`
	Shot   []Shot `json:"shot"`
	// Blocked: the mistress's visit makes the deed void tonight (CITY-NIGHT-4, -5).
	Blocked bool   `json:"blocked"`
	Answer  string `json:"answer"` // "", "yes", "no" (don), "red", "black" (sheriff), "none"
	Before  Seat   `json:"before"` // whom this role chose in an earlier night, until it chooses tonight
	Seconds int    `json:"seconds"`
	Cards   int    `json:"cards"` // how many cards of this call nobody has learned yet (real cards)
	Don     bool   `json:"don"`   // the don's card is among them
}

// CallMark is one line of the night's script.
type CallMark struct {
	Role Role   `json:"role"`
	Mark string `json:"mark"` // "done", "now", "next"
}

// Accused is the running accusation (original).
type Accused struct {
	By   Seat `json:"by"`
	To   Seat `json:"to"`
	Need int  `json:"need"` // how many hands condemn
}

// NotesView is the night of notes (original).
type NotesView struct {
	Written Seats  `json:"written"` // host only: whose note is in
	Left    int    `json:"left"`    // how many notes are missing
	Read    []Seat `json:"read"`    // the names of the last night as read out; 0 names nobody
	Names   int    `json:"names"`
}

// News is what was announced last.
type News struct {
	Kind  string `json:"kind"` // "", "dawn", "circle", "vote", "question", "accusation", "call-night", "notes"
	Dead  Seats  `json:"dead"` // who left by it
	Tied  Seats  `json:"tied"`
	Alibi Seats  `json:"alibi"` // on whom the vote fell without effect (CLUB-VOTE-6)
	Hands int    `json:"hands"`
	Need  int    `json:"need"`
	Rule  string `json:"rule"`
}

// Departure is how a seat left.
type Departure struct {
	Seat  Seat  `json:"seat"`
	Cause Cause `json:"cause"`
	Day   int   `json:"day"`
	Night int   `json:"night"`
	Dark  bool  `json:"dark"` // by night
}

// Cause is how a player left.
type Cause string

// The causes. That a player was killed says neither by whom nor how (CITY-DAY-1).
const (
	Killed    Cause = "killed"
	VotedOut  Cause = "voted-out"
	Fouled    Cause = "fouls"
	Removed   Cause = "removed"
	Forfeited Cause = "forfeited"
	WentHome  Cause = "left"
)

// Winner is how a game ended.
type Winner string

// The outcomes; NoWinner is a game that goes on.
const (
	NoWinner        Winner = ""
	RedWon          Winner = "red"
	BlackWon        Winner = "black"
	ManiacWon       Winner = "maniac"
	RipperWon       Winner = "ripper"
	ManiacRipperWon Winner = "maniac and ripper"
	NobodyWon       Winner = "nobody"
)

// Outcome is who won, and by which rule.
type Outcome struct {
	Winner Winner `json:"winner"`
	Rule   string `json:"rule"`
}

// Offer is what the viewer may do now. It is a schema: Do with an actor of By
// and a target of To (or any set of hands within To, up to Max).
type Offer struct {
	Do   Verb  `json:"do"`
	Role Role  `json:"role"` // act; reveal: the only card that is noted
	Deed Deed  `json:"deed"` // act
	By   Seats `json:"by"`
	To   Seats `json:"to"`
	None bool  `json:"none"` // a target of nobody is allowed
	Min  int   `json:"min"`  // how many seats or hands at least
	Max  int   `json:"max"`  // and at most
	Not  []Bar `json:"not"`  // seats at the table that are not allowed, and why
	For  Seat  `json:"for"`  // vote: the candidate
}

// Bar is a target that is excluded, and the rule that excludes it.
type Bar struct {
	Seat Seat   `json:"seat"`
	Rule string `json:"rule"`
}

// Refusal is the referee's no: a value, not a fault.
type Refusal struct {
	Rule string `json:"rule"` // rule id, "NOTATION" where no rule is concerned
	Why  Reason `json:"why"`
	Seat Seat   `json:"seat"` // whom it is about, 0 for nobody
	Role Role   `json:"role"` // which card it is about, Unknown for none
}

// Error implements error, in plain English for logs and tests; people get the
// rule's text in their language (package say).
func (r *Refusal) Error() string { return string(r.Why) + " [" + r.Rule + "]" }
