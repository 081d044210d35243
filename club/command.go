package club

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"omerta/club/points"
)

// Command is what an organizer wants to happen. The set is closed: only the types
// of this file are commands.
type Command interface{ Verb() Verb }

// Verb names a kind of command.
type Verb string

// The verbs, one a command type.
const (
	DoAdd      Verb = "add-person"
	DoEdit     Verb = "edit-person"
	DoRemove   Verb = "remove-person"
	DoForget   Verb = "forget-person"
	DoMerge    Verb = "merge-people"
	DoBond     Verb = "bond"
	DoBan      Verb = "ban"
	DoLift     Verb = "lift-ban"
	DoImport   Verb = "import-people"
	DoOpen     Verb = "open-evening"
	DoChange   Verb = "change-evening"
	DoDrop     Verb = "drop-evening"
	DoClose    Verb = "close-evening"
	DoReopen   Verb = "reopen-evening"
	DoArrive   Verb = "arrive"
	DoLeave    Verb = "leave"
	DoAttach   Verb = "attach-game"
	DoDetach   Verb = "detach-game"
	DoOrder    Verb = "order-games"
	DoAward    Verb = "award"
	DoReseat   Verb = "reseat"
	DoBar      Verb = "bar-person"
	DoAdmit    Verb = "admit-person"
	DoDraw     Verb = "draw"
	DoRedraw   Verb = "redraw"
	DoDropDraw Verb = "drop-draw"
	DoDecline  Verb = "decline"
	DoQueue    Verb = "move-in-queue"
	DoOverrule Verb = "overrule-immunity"
	DoSeat     Verb = "move-seat"
	DoScheme   Verb = "keep-scheme"
	DoRetire   Verb = "retire-scheme"
	DoRate     Verb = "set-ratings"
	DoUndo     Verb = "undo"
	DoRedo     Verb = "redo"
	DoTakeOver Verb = "take-over"
	DoTake     Verb = "take-games"
	DoEnd      Verb = "end-game"
	DoResume   Verb = "resume-game"
	DoBegin    Verb = "begin-game"
	DoReplace  Verb = "replace-game"
)

type (
	// Add remembers somebody. Whoever was taken off the list under this nick comes
	// back as who he was.
	Add struct {
		Nick   string `json:"nick"`
		Novice bool   `json:"novice"`
		Notes  string `json:"notes"`
		// Friends are ids; who is not known is passed over.
		Friends []string `json:"friends"`
	}
	// Edit changes what is given and leaves what is null. With another nick a person
	// is renamed in all games, older ones too.
	Edit struct {
		Person  string    `json:"person"`
		Nick    *string   `json:"nick"`
		Novice  *bool     `json:"novice"`
		Notes   *string   `json:"notes"`
		Friends *[]string `json:"friends"` // all of them, couples too; who is missing is parted
	}
	// Remove takes somebody off the list. His games and his name stay.
	Remove struct {
		Person string `json:"person"`
	}
	// Forget wipes somebody's name, notes and all reasons written about him, for good.
	// His results stay, under nobody's name. No undo brings them back.
	Forget struct {
		Person string `json:"person"`
	}
	// Merge says that From and Into are one person, who keeps the nick of Into.
	Merge struct {
		From string `json:"from"`
		Into string `json:"into"`
	}
	// Tie makes two people friends or a couple; "" parts them.
	Tie struct {
		A    string `json:"a"`
		B    string `json:"b"`
		Bond Bond   `json:"bond"`
	}
	// Ban keeps two people from one table, up to a date or without end.
	Ban struct {
		A      string `json:"a"`
		B      string `json:"b"`
		Reason string `json:"reason"`
		Until  string `json:"until"`
	}
	// Lift ends a ban.
	Lift struct {
		A string `json:"a"`
		B string `json:"b"`
	}
	// Import remembers the people of a pasted list or of a CSV file, see ReadPeople.
	// Lines with faults are told and left out.
	Import struct {
		Text string `json:"text"`
	}
	// Open begins an evening.
	Open struct{ Terms }
	// Change sets the terms of an evening that is open.
	Change struct {
		Evening string `json:"evening"`
		Terms
	}
	// Drop takes back an evening without games.
	Drop struct {
		Evening string `json:"evening"`
	}
	// Close ends an evening: its games must have ended.
	Close struct {
		Evening string `json:"evening"`
	}
	// Reopen begins a closed evening again.
	Reopen struct {
		Evening string `json:"evening"`
	}
	// Arrive says who has come; who is here already stays.
	Arrive struct {
		Evening string   `json:"evening"`
		People  []string `json:"people"`
	}
	// Leave says who has left.
	Leave struct {
		Evening string   `json:"evening"`
		People  []string `json:"people"`
	}
	// Attach makes a game one of the evening's.
	Attach struct {
		Evening string `json:"evening"`
		Game    string `json:"game"` // id of its table
		Spot    int    `json:"spot"` // which of several tables; 0 for the first
	}
	// Detach takes it out.
	Detach struct {
		Evening string `json:"evening"`
		Game    string `json:"game"`
	}
	// Order gives all games of an evening in order.
	Order struct {
		Evening string   `json:"evening"`
		Games   []string `json:"games"`
	}
	// Award sets bonus and malus of somebody who played a game that has ended; noughts
	// take them back.
	Award struct {
		Game     string        `json:"game"`
		Person   string        `json:"person"`
		Bonus    points.Points `json:"bonus"`
		BonusFor string        `json:"bonusFor"`
		Malus    points.Points `json:"malus"` // never above nought
		MalusFor string        `json:"malusFor"`
	}
	// Reseat says who sat in a seat of a game that has ended; "" for a guest.
	Reseat struct {
		Game   string `json:"game"`
		Seat   int    `json:"seat"`
		Person string `json:"person"`
	}
	// Bar keeps somebody out of the games of the club, up to a date or without end
	// (CLASSIC-FOUL-10).
	Bar struct {
		Person string `json:"person"`
		Reason string `json:"reason"`
		Until  string `json:"until"` // the last day; "" for no end
	}
	// Admit ends that.
	Admit struct {
		Person string `json:"person"`
	}
	// Draw draws who plays the next game of an evening, and who sits where. A proposal
	// that stands gives way to the new one.
	Draw struct {
		Evening string `json:"evening"`
		DrawTerms
		// The program's own.
		Seed  uint64 `json:"-"`
		Facts Facts  `json:"-"`
		// Given are the tables of a plan, people seat by seat, instead of lots; the
		// numbers of seats and tables follow from them.
		Given [][]string `json:"-"`
	}
	// Redraw draws lots anew by the terms of the proposal that stands. Who has declined
	// or was moved in the queue stays so.
	Redraw struct {
		Evening string `json:"evening"`
		// The program's own.
		Seed  uint64 `json:"-"`
		Facts Facts  `json:"-"`
	}
	// DropDraw takes the proposal away.
	DropDraw struct {
		Evening string `json:"evening"`
	}
	// Decline passes somebody's seat in the next game to the next in the queue
	// (CLASSIC-QUEUE-2), or, with Back, takes that back.
	Decline struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Back    bool   `json:"back"`
	}
	// MoveInQueue is the organizer's hand: somebody goes to a place of the queue.
	MoveInQueue struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		To      int    `json:"to"` // from 1
		Reason  string `json:"reason"`
	}
	// Overrule is the host's word about somebody's immunity in the next game.
	Overrule struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Word    string `json:"word"` // "give", "take", or "" to take the word back
		Reason  string `json:"reason"`
	}
	// MoveSeat puts somebody who plays the next game on a seat by hand; who sits there
	// gets his.
	MoveSeat struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Table   int    `json:"table"` // of the proposal, from 1
		Seat    int    `json:"seat"`
	}
	// KeepScheme keeps a scheme of points of the house. With the id of one that is
	// there it is the next version of that; without, the first of a new one, and the
	// club makes the id. Evenings that were played keep the version they have.
	KeepScheme struct {
		Scheme points.Scheme `json:"scheme"` // its version is the club's business
	}
	// RetireScheme takes a house's scheme off those that are offered, or puts it
	// back. What was played with it stays as it was counted.
	RetireScheme struct {
		ID      string `json:"id"`
		Retired bool   `json:"retired"`
	}
	// Rate says how ratings move; all of them are worked out anew by it.
	Rate struct{ points.Elo }
	// Undo takes steps back, the last one or all behind a given one.
	Undo struct {
		To int `json:"to"` // how many steps stay; 0: all but the last
	}
	// Redo does again what was undone last.
	Redo struct{}

	// TakeOver remembers people as an older version of the program kept them, under
	// the same ids. It is the program's own.
	TakeOver struct {
		People []Newcomer `json:"people"`
	}
	// Take notes an import of games, and the people whom it brings. It is the
	// program's own.
	Take struct {
		Import string   `json:"import"`
		Games  int      `json:"games"`
		Nicks  []string `json:"nicks"`
	}
	// End notes that a game has ended. It is the program's own.
	End struct {
		Game  string   `json:"game"`
		Seats []string `json:"seats"`
	}
	// Resume notes that an end was taken back. It is the program's own.
	Resume struct {
		Game string `json:"game"`
	}
	// Replace says that a game was dealt anew at another table, which takes its place in
	// the evening. It is the program's own.
	Replace struct {
		Game string `json:"game"`
		By   string `json:"by"`
	}
	// Begin says that the game of a proposed table has begun; it is of the evening from
	// then on. It is the program's own.
	Begin struct {
		Evening string   `json:"evening"`
		Table   int      `json:"table"`
		Game    string   `json:"game"`
		Seats   []string `json:"-"` // the proposal that was begun
	}
)

// Newcomer is a person of an older version.
type Newcomer struct {
	ID      string   `json:"id"`
	Nick    string   `json:"nick"`
	Novice  bool     `json:"novice"`
	Friends []string `json:"friends"`
}

// Verb implements Command.
func (Add) Verb() Verb { return DoAdd }

// Verb implements Command.
func (Edit) Verb() Verb { return DoEdit }

// Verb implements Command.
func (Remove) Verb() Verb { return DoRemove }

// Verb implements Command.
func (Forget) Verb() Verb { return DoForget }

// Verb implements Command.
func (Merge) Verb() Verb { return DoMerge }

// Verb implements Command.
func (Tie) Verb() Verb { return DoBond }

// Verb implements Command.
func (Ban) Verb() Verb { return DoBan }

// Verb implements Command.
func (Lift) Verb() Verb { return DoLift }

// Verb implements Command.
func (Import) Verb() Verb { return DoImport }

// Verb implements Command.
func (Open) Verb() Verb { return DoOpen }

// Verb implements Command.
func (Change) Verb() Verb { return DoChange }

// Verb implements Command.
func (Drop) Verb() Verb { return DoDrop }

// Verb implements Command.
func (Close) Verb() Verb { return DoClose }

// Verb implements Command.
func (Reopen) Verb() Verb { return DoReopen }

// Verb implements Command.
func (Arrive) Verb() Verb { return DoArrive }

// Verb implements Command.
func (Leave) Verb() Verb { return DoLeave }

// Verb implements Command.
func (Attach) Verb() Verb { return DoAttach }

// Verb implements Command.
func (Detach) Verb() Verb { return DoDetach }

// Verb implements Command.
func (Order) Verb() Verb { return DoOrder }

// Verb implements Command.
func (Award) Verb() Verb { return DoAward }

// Verb implements Command.
func (Reseat) Verb() Verb { return DoReseat }

// Verb implements Command.
func (KeepScheme) Verb() Verb { return DoScheme }

// Verb implements Command.
func (RetireScheme) Verb() Verb { return DoRetire }

// Verb implements Command.
func (Rate) Verb() Verb { return DoRate }

// Verb implements Command.
func (Undo) Verb() Verb { return DoUndo }

// Verb implements Command.
func (Redo) Verb() Verb { return DoRedo }

// Verb implements Command.
func (TakeOver) Verb() Verb { return DoTakeOver }

// Verb implements Command.
func (Take) Verb() Verb { return DoTake }

// Verb implements Command.
func (End) Verb() Verb { return DoEnd }

// Verb implements Command.
func (Resume) Verb() Verb { return DoResume }

// Verb implements Command.
func (Bar) Verb() Verb { return DoBar }

// Verb implements Command.
func (Admit) Verb() Verb { return DoAdmit }

// Verb implements Command.
func (Draw) Verb() Verb { return DoDraw }

// Verb implements Command.
func (Redraw) Verb() Verb { return DoRedraw }

// Verb implements Command.
func (DropDraw) Verb() Verb { return DoDropDraw }

// Verb implements Command.
func (Decline) Verb() Verb { return DoDecline }

// Verb implements Command.
func (MoveInQueue) Verb() Verb { return DoQueue }

// Verb implements Command.
func (Overrule) Verb() Verb { return DoOverrule }

// Verb implements Command.
func (MoveSeat) Verb() Verb { return DoSeat }

// Verb implements Command.
func (Begin) Verb() Verb { return DoBegin }

// Verb implements Command.
func (Replace) Verb() Verb { return DoReplace }

// Commands gives a zero value of each command that people may send.
func Commands() []Command {
	return []Command{
		Add{},
		Edit{},
		Remove{},
		Forget{},
		Merge{},
		Tie{},
		Ban{},
		Lift{},
		Import{},
		Open{},
		Change{},
		Drop{},
		Close{},
		Reopen{},
		Arrive{},
		Leave{},
		Attach{},
		Detach{},
		Order{},
		Award{},
		Reseat{},
		Bar{},
		Admit{},
		Draw{},
		Redraw{},
		DropDraw{},
		Decline{},
		MoveInQueue{},
		Overrule{},
		MoveSeat{},
		KeepScheme{},
		RetireScheme{},
		Rate{},
		Undo{},
		Redo{},
	}
}

var commandReaders = map[Verb]reader[Command]{
	DoAdd:      readInto[Add, Command](),
	DoEdit:     readInto[Edit, Command](),
	DoRemove:   readInto[Remove, Command](),
	DoForget:   readInto[Forget, Command](),
	DoMerge:    readInto[Merge, Command](),
	DoBond:     readInto[Tie, Command](),
	DoBan:      readInto[Ban, Command](),
	DoLift:     readInto[Lift, Command](),
	DoImport:   readInto[Import, Command](),
	DoOpen:     readInto[Open, Command](),
	DoChange:   readInto[Change, Command](),
	DoDrop:     readInto[Drop, Command](),
	DoClose:    readInto[Close, Command](),
	DoReopen:   readInto[Reopen, Command](),
	DoArrive:   readInto[Arrive, Command](),
	DoLeave:    readInto[Leave, Command](),
	DoAttach:   readInto[Attach, Command](),
	DoDetach:   readInto[Detach, Command](),
	DoOrder:    readInto[Order, Command](),
	DoAward:    readInto[Award, Command](),
	DoReseat:   readInto[Reseat, Command](),
	DoBar:      readInto[Bar, Command](),
	DoAdmit:    readInto[Admit, Command](),
	DoDraw:     readInto[Draw, Command](),
	DoRedraw:   readInto[Redraw, Command](),
	DoDropDraw: readInto[DropDraw, Command](),
	DoDecline:  readInto[Decline, Command](),
	DoQueue:    readInto[MoveInQueue, Command](),
	DoOverrule: readInto[Overrule, Command](),
	DoSeat:     readInto[MoveSeat, Command](),
	DoScheme:   readInto[KeepScheme, Command](),
	DoRetire:   readInto[RetireScheme, Command](),
	DoRate:     readInto[Rate, Command](),
	DoUndo:     readInto[Undo, Command](),
	DoRedo:     readInto[Redo, Command](),
}

// MarshalCommand writes a command as {"do":VERB,...}.
func MarshalCommand(c Command) ([]byte, error) { return tagged("do", string(c.Verb()), c) }

// UnmarshalCommand reads a command that people may send; an unknown verb or field
// is an error.
func UnmarshalCommand(body []byte) (Command, error) {
	verb, rest, err := untag("do", body)
	if err != nil {
		return nil, err
	}
	read, ok := commandReaders[Verb(verb)]
	if !ok {
		return nil, fmt.Errorf("club: no command is called %q", verb)
	}
	return read(rest)
}

// untag gives the kind of an object and the object without it.
func untag(tag string, body []byte) (kind string, rest []byte, err error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return "", nil, err
	}
	if err := json.Unmarshal(m[tag], &kind); err != nil {
		return "", nil, fmt.Errorf("club: field %q is missing", tag)
	}
	delete(m, tag)
	rest, err = json.Marshal(m)
	return kind, rest, err
}

// strict reads one JSON value without fields that are not known.
func strict(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("club: more than one value")
	}
	return nil
}
