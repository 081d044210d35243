package table

import (
	"errors"

	"omerta/mafia"
)

// The verbs of friends without a host, beside mafia.DoAccuse and mafia.DoDrop.
// Each is for the seat of whoever sends it.
const (
	DoReady Verb = "ready"
	DoAsk   Verb = "ask"
	DoHand  Verb = "hand"
	DoNight Verb = "night"
	DoNote  Verb = "note"
	DoGone  Verb = "gone"
	DoHere  Verb = "here"
	DoStop  Verb = "stop"
	DoAgain Verb = "again"
	DoDone  Verb = "done"
	// DoSilent and DoRepeat are about the count of the sunrise, see Silent and Repeat.
	DoSilent Verb = "silent"
	DoRepeat Verb = "repeat"

	// DoQuit leaves a table that is over for the lobby.
	DoQuit Verb = "quit"
	// DoMove, DoClaim and DoBack are the server's own, see Move, Claim and Back.
	DoMove  Verb = "move"
	DoClaim Verb = "claim"
	DoBack  Verb = "back"

	// doTimeUp is written by the table itself when a deadline has passed.
	doTimeUp Verb = "time-up"
)

// Verb is a command's id, see mafia.Verb.
type Verb = mafia.Verb

// The commands of friends. They implement mafia.Command so that one union
// describes all that a phone may send, but the game refuses them.
type (
	// Ready says that the card was looked at. Aloud says something else instead: this
	// phone will count aloud at sunrise, and no longer the one that said so before.
	Ready struct {
		Aloud bool `json:"aloud"`
	}
	// Silent begins the count, for which all are ready, although no phone counts aloud.
	Silent struct{}
	// Repeat asks the others to count once more, before anything else has happened; this
	// phone will count aloud then.
	Repeat struct{}
	// Ask puts the running accusation to the vote; its accuser does.
	Ask struct{}
	// Hand raises or lowers one's hand in the poll that is named.
	Hand struct {
		Poll int  `json:"poll"`
		Up   bool `json:"up"`
	}
	// Night calls the mafia's night (ORIGINAL-NIGHT-1).
	Night struct{}
	// Note is one's note. Both are numbers of two digits, so that every note is as
	// long as another: which night's it is, and the seat that is named, "00" for
	// "I am honest".
	Note struct {
		Night string `json:"night"`
		Name  string `json:"name"`
	}
	// Gone asks the others whether a player has vanished (ORIGINAL-ABSENT-1).
	Gone struct {
		To mafia.Seat `json:"to"`
	}
	// Here says that one is there.
	Here struct{}
	// Stop asks the others whether to declare the game void.
	Stop struct{}
	// Again says that one wants another round.
	Again struct{}
	// Done asks the others whether an accusation has been talked about enough; if
	// so, it is dropped (ORIGINAL-DAY-6).
	Done struct{}
	// Quit says, after the end, that one has left for the lobby and plays no further
	// round (ORIGINAL-END-3).
	Quit struct{}
	// Move asks all whether a seat may be opened on another phone, by the ticket of
	// that name. Only AskToMove gives it: whoever could send it would ask about one
	// seat and open another. Nick is of the phone that asks, "" where it has none; Owned: it
	// has a ticket of the machine's owner, and not only its own word. Lost: the seat's own
	// phone is away. Place names where it is by a word that tells no address, "" for nowhere.
	Move struct {
		To     mafia.Seat `json:"to"`
		Ticket string     `json:"ticket"`
		Nick   string     `json:"nick,omitempty"`
		Owned  bool       `json:"owned,omitempty"`
		Lost   bool       `json:"lost,omitempty"`
		Place  string     `json:"place,omitempty"`
	}
	// Claim uses up what the friends have granted to a ticket; only Table.Claim gives it.
	Claim struct {
		To     mafia.Seat `json:"to"`
		Ticket string     `json:"ticket"`
	}
	// Back tells that the page of a seat's own phone was opened; only Table.PhoneBack
	// gives it.
	Back struct {
		To mafia.Seat `json:"to"`
	}
)

// Verb implements mafia.Command.
func (Ready) Verb() mafia.Verb { return DoReady }

// Verb implements mafia.Command.
func (Silent) Verb() mafia.Verb { return DoSilent }

// Verb implements mafia.Command.
func (Repeat) Verb() mafia.Verb { return DoRepeat }

// Verb implements mafia.Command.
func (Ask) Verb() mafia.Verb { return DoAsk }

// Verb implements mafia.Command.
func (Hand) Verb() mafia.Verb { return DoHand }

// Verb implements mafia.Command.
func (Night) Verb() mafia.Verb { return DoNight }

// Verb implements mafia.Command.
func (Note) Verb() mafia.Verb { return DoNote }

// Verb implements mafia.Command.
func (Gone) Verb() mafia.Verb { return DoGone }

// Verb implements mafia.Command.
func (Here) Verb() mafia.Verb { return DoHere }

// Verb implements mafia.Command.
func (Stop) Verb() mafia.Verb { return DoStop }

// Verb implements mafia.Command.
func (Again) Verb() mafia.Verb { return DoAgain }

// Verb implements mafia.Command.
func (Done) Verb() mafia.Verb { return DoDone }

// Verb implements mafia.Command.
func (Quit) Verb() mafia.Verb { return DoQuit }

// Verb implements mafia.Command.
func (Move) Verb() mafia.Verb { return DoMove }

// Verb implements mafia.Command.
func (Claim) Verb() mafia.Verb { return DoClaim }

// Verb implements mafia.Command.
func (Back) Verb() mafia.Verb { return DoBack }

// FriendsCommands lists a zero value of every command that a phone may send at a
// table of phones.
func FriendsCommands() []mafia.Command {
	return []mafia.Command{
		Ready{}, Silent{}, Repeat{}, mafia.Accuse{}, mafia.Drop{}, Ask{}, Hand{}, Night{}, Note{}, Gone{}, Here{}, Stop{}, Again{}, Done{}, Quit{},
	}
}

// isFriends tells the commands of friends from all others.
func isFriends(c mafia.Command) bool {
	switch c.(type) {
	case Ready, Silent, Repeat, Ask, Hand, Night, Note, Gone, Here, Stop, Again, Done, Quit:
		return true
	}
	return isServers(c)
}

// isServers tells the commands that the server alone gives, and nobody sends.
func isServers(c mafia.Command) bool {
	switch c.(type) {
	case Move, Claim, Back:
		return true
	}
	return false
}

// parseFriends reads a command at a table of phones: nothing else is one there.
func parseFriends(raw []byte) (mafia.Command, error) {
	switch verbOf(raw) {
	case DoReady:
		return strict[Ready](raw)
	case DoSilent:
		return strict[Silent](raw)
	case DoRepeat:
		return strict[Repeat](raw)
	case DoAsk:
		return strict[Ask](raw)
	case DoHand:
		return strict[Hand](raw)
	case DoNight:
		return strict[Night](raw)
	case DoNote:
		return parseNote(raw)
	case DoGone:
		return strict[Gone](raw)
	case DoHere:
		return strict[Here](raw)
	case DoStop:
		return strict[Stop](raw)
	case DoAgain:
		return strict[Again](raw)
	case DoDone:
		return strict[Done](raw)
	case DoQuit:
		return strict[Quit](raw)
	case DoMove:
		return strict[Move](raw)
	case DoClaim:
		return strict[Claim](raw)
	case DoBack:
		return strict[Back](raw)
	case DoVoid:
		return strict[Void](raw)
	case mafia.DoAccuse, mafia.DoDrop:
		return parseGame(raw)
	}
	return nil, ErrCommand
}

// parseNote wants both numbers in two digits.
func parseNote(raw []byte) (mafia.Command, error) {
	c, err := strict[Note](raw)
	if err != nil {
		return nil, err
	}
	n, _ := c.(Note)
	if _, _, ok := n.read(); !ok {
		return nil, errors.Join(ErrCommand, errors.New("night and name: two digits each"))
	}
	return n, nil
}

func (n Note) read() (night int, name mafia.Seat, ok bool) {
	night, ok1 := twoDigits(n.Night)
	seat, ok2 := twoDigits(n.Name)
	return night, mafia.Seat(seat), ok1 && ok2 && seat <= mafia.MaxSeats
}

func twoDigits(s string) (int, bool) {
	if len(s) != 2 || s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		return 0, false
	}
	return int(s[0]-'0')*10 + int(s[1]-'0'), true
}
