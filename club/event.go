package club

import (
	"encoding/json"
	"fmt"

	"omerta/club/immunity"
	"omerta/club/points"
)

// Text is the number of a text that is kept beside the journal; 0 is none.
type Text int

// Written is a text and whom it is about: it goes when one of them is forgotten.
type Written struct {
	ID    Text
	About []string // ids of people
	Text  string
}

// Bond says how two people belong together. Both kinds are kept apart at a table
// (CITY-SEAT-1).
type Bond string

// The bonds.
const (
	Friends Bond = "friends"
	Couple  Bond = "couple"
)

// Event is a fact about the club. The set is closed: only the types of this file
// are events. An event means the same for ever.
type Event interface{ kind() string }

type (
	// PersonAdded brings somebody new.
	PersonAdded struct {
		Person string `json:"person"`
		Nick   Text   `json:"nick"`
		Novice bool   `json:"novice"`
	}
	// PersonNamed gives somebody another nick.
	PersonNamed struct {
		Person string `json:"person"`
		Nick   Text   `json:"nick"`
	}
	// PersonNoted replaces the organizer's notes about somebody.
	PersonNoted struct {
		Person string `json:"person"`
		Notes  Text   `json:"notes"`
	}
	// NoviceMarked sets or takes the mark of a novice. A game that ends later takes
	// it as well.
	NoviceMarked struct {
		Person string `json:"person"`
		Novice bool   `json:"novice"`
	}
	// PersonRemoved takes somebody off the list; his games stay.
	PersonRemoved struct {
		Person string `json:"person"`
	}
	// PersonReturned puts him on it again.
	PersonReturned struct {
		Person string `json:"person"`
	}
	// PeopleMerged says that two are one: From is from now on another key of Into.
	PeopleMerged struct {
		From string `json:"from"`
		Into string `json:"into"`
	}
	// Bonded says how two belong together; no bond ends it.
	Bonded struct {
		A    string `json:"a"`
		B    string `json:"b"`
		Bond Bond   `json:"bond"`
	}
	// Banned says that two must not sit at one table, up to a date or for good.
	Banned struct {
		A      string `json:"a"`
		B      string `json:"b"`
		Reason Text   `json:"reason"`
		Until  string `json:"until"` // the last day; "" for no end
	}
	// BanLifted ends that.
	BanLifted struct {
		A string `json:"a"`
		B string `json:"b"`
	}
	// EveningOpened begins an evening.
	EveningOpened struct {
		Evening string `json:"evening"`
		Terms
	}
	// EveningChanged sets its terms anew.
	EveningChanged struct {
		Evening string `json:"evening"`
		Terms
	}
	// EveningDropped takes an evening without games back.
	EveningDropped struct {
		Evening string `json:"evening"`
	}
	// EveningClosed ends it.
	EveningClosed struct {
		Evening string `json:"evening"`
	}
	// EveningReopened begins it again.
	EveningReopened struct {
		Evening string `json:"evening"`
	}
	// Arrived says who has come.
	Arrived struct {
		Evening string   `json:"evening"`
		People  []string `json:"people"`
	}
	// Gone says who has left.
	Gone struct {
		Evening string   `json:"evening"`
		People  []string `json:"people"`
	}
	// GameAttached says that a game is of an evening, the last of it so far.
	GameAttached struct {
		Evening string `json:"evening"`
		Game    string `json:"game"`
		Spot    int    `json:"spot"` // which of several tables, from 1
	}
	// GameDetached takes it out.
	GameDetached struct {
		Evening string `json:"evening"`
		Game    string `json:"game"`
	}
	// GameReplaced puts another game in the place of one that was dealt anew.
	GameReplaced struct {
		Evening string `json:"evening"`
		Game    string `json:"game"`
		By      string `json:"by"`
	}
	// GamesOrdered gives the order of all games of an evening.
	GamesOrdered struct {
		Evening string   `json:"evening"`
		Games   []string `json:"games"`
	}
	// Awarded sets what the host gives somebody for a game, and takes.
	Awarded struct {
		Game     string        `json:"game"`
		Person   string        `json:"person"`
		Bonus    points.Points `json:"bonus"`
		BonusFor Text          `json:"bonusFor"`
		Malus    points.Points `json:"malus"`
		MalusFor Text          `json:"malusFor"`
	}
	// Reseated says who sat in a seat of a game when it ended; "" for a guest.
	Reseated struct {
		Game   string `json:"game"`
		Seat   int    `json:"seat"`
		Person string `json:"person"`
	}
	// SchemeKept brings a version of a scheme of the house. Its names are about
	// nobody, so they stand here.
	SchemeKept struct {
		Scheme points.Scheme `json:"scheme"`
	}
	// SchemeRetired takes a scheme off those that are offered, or puts it back.
	SchemeRetired struct {
		ID      string `json:"id"`
		Retired bool   `json:"retired"`
	}
	// RatingsSet says how ratings move.
	RatingsSet struct{ points.Elo }
	// GamesTaken says that games of before were imported; they lie beside the journal.
	GamesTaken struct {
		Import string `json:"import"`
		Games  int    `json:"games"`
	}

	// PersonBarred keeps somebody out of the club's games.
	PersonBarred struct {
		Person string `json:"person"`
		Reason Text   `json:"reason"`
		Until  string `json:"until"` // the last day; "" for no end
	}
	// PersonAdmitted ends that.
	PersonAdmitted struct {
		Person string `json:"person"`
	}
	// Drawn says what lots for the next game have come to. Seats follow by Arranged.
	Drawn struct {
		Evening string `json:"evening"`
		DrawTerms
		Seed uint64    `json:"seed"`
		Line []Stander `json:"line"`
		// Before are the games of the round before, for immunities; Counted all games
		// of the evening that had ended.
		Before  []immunity.Game `json:"before"`
		Counted []string        `json:"counted"`
	}
	// DrawDropped takes the proposal away.
	DrawDropped struct {
		Evening string `json:"evening"`
	}
	// Arranged says who sits where at the tables of the proposal, seat 1 first.
	Arranged struct {
		Evening string     `json:"evening"`
		Tables  [][]string `json:"tables"`
		Passed  []Passing  `json:"passed"`
	}
	// Declined passes somebody's seat in the next game on, or takes that back.
	Declined struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Back    bool   `json:"back"`
	}
	// QueueMoved puts somebody on a place of the queue.
	QueueMoved struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		From    int    `json:"from"`
		To      int    `json:"to"`
		Reason  Text   `json:"reason"`
	}
	// ImmunityRuled is the host's word about somebody's immunity.
	ImmunityRuled struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Word    string `json:"word"` // "give", "take", "" for none
		Reason  Text   `json:"reason"`
	}
	// SeatMoved puts somebody on a seat, and who sat there on his.
	SeatMoved struct {
		Evening string `json:"evening"`
		Person  string `json:"person"`
		Table   int    `json:"table"`
		Seat    int    `json:"seat"`
	}
	// GameBegun says that the game of a proposed table has begun, and is one of the
	// evening's.
	GameBegun struct {
		Evening string   `json:"evening"`
		Table   int      `json:"table"`
		Game    string   `json:"game"`
		Spot    int      `json:"spot"`
		Seats   []string `json:"seats"`
	}

	// Forgotten says that a person's name is gone for good. It stands aside of the
	// history.
	Forgotten struct {
		Person string `json:"person"`
	}
	// GameEnded says that a game has come to its end, and who sat where. It stands
	// aside of the history.
	GameEnded struct {
		Game  string   `json:"game"`
		Seats []string `json:"seats"` // seat 1 first; "" for a guest
	}
	// GameResumed says that its end was taken back. It stands aside of the history.
	GameResumed struct {
		Game string `json:"game"`
	}
)

// Terms are what an evening is played by.
type Terms struct {
	Date     string `json:"date"` // 2026-11-27
	Title    string `json:"title"`
	Place    string `json:"place"`
	Season   string `json:"season"`
	Rulebook string `json:"rulebook"` // the one that is usual there; "" for none
	Preset   string `json:"preset"`
	Scheme   string `json:"scheme"` // with version; "" for that of each rulebook
	Tables   int    `json:"tables"` // how many games go on at once
}

func (PersonAdded) kind() string     { return "person-added" }
func (PersonNamed) kind() string     { return "person-named" }
func (PersonNoted) kind() string     { return "person-noted" }
func (NoviceMarked) kind() string    { return "novice-marked" }
func (PersonRemoved) kind() string   { return "person-removed" }
func (PersonReturned) kind() string  { return "person-returned" }
func (PeopleMerged) kind() string    { return "people-merged" }
func (Bonded) kind() string          { return "bonded" }
func (Banned) kind() string          { return "banned" }
func (BanLifted) kind() string       { return "ban-lifted" }
func (EveningOpened) kind() string   { return "evening-opened" }
func (EveningChanged) kind() string  { return "evening-changed" }
func (EveningDropped) kind() string  { return "evening-dropped" }
func (EveningClosed) kind() string   { return "evening-closed" }
func (EveningReopened) kind() string { return "evening-reopened" }
func (Arrived) kind() string         { return "arrived" }
func (Gone) kind() string            { return "gone" }
func (GameAttached) kind() string    { return "game-attached" }
func (GameDetached) kind() string    { return "game-detached" }
func (GameReplaced) kind() string    { return "game-replaced" }
func (GamesOrdered) kind() string    { return "games-ordered" }
func (Awarded) kind() string         { return "awarded" }
func (Reseated) kind() string        { return "reseated" }
func (SchemeKept) kind() string      { return "scheme-kept" }
func (SchemeRetired) kind() string   { return "scheme-retired" }
func (RatingsSet) kind() string      { return "ratings-set" }
func (GamesTaken) kind() string      { return "games-taken" }
func (PersonBarred) kind() string    { return "person-barred" }
func (PersonAdmitted) kind() string  { return "person-admitted" }
func (Drawn) kind() string           { return "drawn" }
func (DrawDropped) kind() string     { return "draw-dropped" }
func (Arranged) kind() string        { return "arranged" }
func (Declined) kind() string        { return "declined" }
func (QueueMoved) kind() string      { return "queue-moved" }
func (ImmunityRuled) kind() string   { return "immunity-ruled" }
func (SeatMoved) kind() string       { return "seat-moved" }
func (GameBegun) kind() string       { return "game-begun" }
func (Forgotten) kind() string       { return "forgotten" }
func (GameEnded) kind() string       { return "game-ended" }
func (GameResumed) kind() string     { return "game-resumed" }

// Events gives a zero value of each event.
func Events() []Event {
	return []Event{
		PersonAdded{},
		PersonNamed{},
		PersonNoted{},
		NoviceMarked{},
		PersonRemoved{},
		PersonReturned{},
		PeopleMerged{},
		Bonded{},
		Banned{},
		BanLifted{},
		EveningOpened{},
		EveningChanged{},
		EveningDropped{},
		EveningClosed{},
		EveningReopened{},
		Arrived{},
		Gone{},
		GameAttached{},
		GameDetached{},
		GameReplaced{},
		GamesOrdered{},
		Awarded{},
		Reseated{},
		SchemeKept{},
		SchemeRetired{},
		RatingsSet{},
		GamesTaken{},
		PersonBarred{},
		PersonAdmitted{},
		Drawn{},
		DrawDropped{},
		Arranged{},
		Declined{},
		QueueMoved{},
		ImmunityRuled{},
		SeatMoved{},
		GameBegun{},
		Forgotten{},
		GameEnded{},
		GameResumed{},
	}
}

// reader reads one kind of value.
type reader[T any] func(body []byte) (T, error)

// readInto reads a V as one of the closed set T.
func readInto[V, T any]() reader[T] {
	return func(body []byte) (out T, err error) {
		var v V
		if err := strict(body, &v); err != nil {
			return out, err
		}
		t, ok := any(v).(T)
		if !ok {
			return out, fmt.Errorf("club: %T is not of its set", v)
		}
		return t, nil
	}
}

var eventReaders = map[string]reader[Event]{
	"person-added":     readInto[PersonAdded, Event](),
	"person-named":     readInto[PersonNamed, Event](),
	"person-noted":     readInto[PersonNoted, Event](),
	"novice-marked":    readInto[NoviceMarked, Event](),
	"person-removed":   readInto[PersonRemoved, Event](),
	"person-returned":  readInto[PersonReturned, Event](),
	"people-merged":    readInto[PeopleMerged, Event](),
	"bonded":           readInto[Bonded, Event](),
	"banned":           readInto[Banned, Event](),
	"ban-lifted":       readInto[BanLifted, Event](),
	"evening-opened":   readInto[EveningOpened, Event](),
	"evening-changed":  readInto[EveningChanged, Event](),
	"evening-dropped":  readInto[EveningDropped, Event](),
	"evening-closed":   readInto[EveningClosed, Event](),
	"evening-reopened": readInto[EveningReopened, Event](),
	"arrived":          readInto[Arrived, Event](),
	"gone":             readInto[Gone, Event](),
	"game-attached":    readInto[GameAttached, Event](),
	"game-detached":    readInto[GameDetached, Event](),
	"game-replaced":    readInto[GameReplaced, Event](),
	"games-ordered":    readInto[GamesOrdered, Event](),
	"awarded":          readInto[Awarded, Event](),
	"reseated":         readInto[Reseated, Event](),
	"scheme-kept":      readInto[SchemeKept, Event](),
	"scheme-retired":   readInto[SchemeRetired, Event](),
	"ratings-set":      readInto[RatingsSet, Event](),
	"games-taken":      readInto[GamesTaken, Event](),
	"person-barred":    readInto[PersonBarred, Event](),
	"person-admitted":  readInto[PersonAdmitted, Event](),
	"drawn":            readInto[Drawn, Event](),
	"draw-dropped":     readInto[DrawDropped, Event](),
	"arranged":         readInto[Arranged, Event](),
	"declined":         readInto[Declined, Event](),
	"queue-moved":      readInto[QueueMoved, Event](),
	"immunity-ruled":   readInto[ImmunityRuled, Event](),
	"seat-moved":       readInto[SeatMoved, Event](),
	"game-begun":       readInto[GameBegun, Event](),
	"forgotten":        readInto[Forgotten, Event](),
	"game-ended":       readInto[GameEnded, Event](),
	"game-resumed":     readInto[GameResumed, Event](),
}

// MarshalEvent writes an event as {"is":KIND,...}.
func MarshalEvent(e Event) ([]byte, error) { return tagged("is", e.kind(), e) }

// UnmarshalEvent reads what MarshalEvent writes; an unknown kind or field is an
// error.
func UnmarshalEvent(body []byte) (Event, error) {
	kind, rest, err := untag("is", body)
	if err != nil {
		return nil, err
	}
	read, ok := eventReaders[kind]
	if !ok {
		return nil, fmt.Errorf("club: no event is called %q", kind)
	}
	return read(rest)
}

// tagged writes v with a first field that names its kind.
func tagged(tag, kind string, v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	out := append([]byte(`{"`+tag+`":"`+kind+`"`), ',')
	if string(body) == "{}" {
		out[len(out)-1] = '}'
		return out, nil
	}
	return append(out, body[1:]...), nil
}
