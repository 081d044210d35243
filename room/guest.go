package room

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"
)

// Guest is a phone in the room, under the nick that its owner typed.
type Guest struct {
	ID   string `json:"id"` // for the host to name it by; no secret
	Nick string `json:"nick"`
	// Person is whom the program remembers under this nick, once that is
	// settled; a card of his goes to this phone.
	Person string `json:"person"`
	// New: Person was made for this phone, because nobody of its nick was remembered.
	// The host has a name for his list by it and has settled nothing: that he does when
	// he deals to it or gives it a seat.
	New bool `json:"new"`
	// Claims is a remembered person of the same nick, until the host has said
	// that this is he: to know somebody's nick opens nothing.
	Claims string `json:"claims"`
	// Other: the host has said that he is not the remembered person of his nick,
	// and so he needs another.
	Other bool `json:"other"`
	// Table and Seat are where the owner sits: "" and 0 nowhere.
	Table string `json:"table"`
	Seat  int    `json:"seat"`
	// AskTable and AskSeat are the seat that he says is his; the host decides.
	AskTable string `json:"askTable"`
	AskSeat  int    `json:"askSeat"`
	Since    int64  `json:"since"` // milliseconds since 1970
	// Deals: he wants cards to be dealt to all phones in the lobby, without a host.
	Deals bool `json:"deals"`
	// Lent is who the phone's owner was before he got a seat under another's name:
	// the seat lends him Nick and Person, and they go with it. Without it they are
	// his own.
	Lent *Own `json:"lent"`
	// Left is the seat that was taken from this phone because another sits there now;
	// an undo that brings back who sat there gives it back.
	Left *Left `json:"left"`
}

// Left is a seat that a phone has lost to a substitute.
type Left struct {
	Table  string `json:"table"`
	Seat   int    `json:"seat"`
	Sitter string `json:"sitter"` // the nick of who sat there
	Lent   bool   `json:"lent"`   // the seat had lent the phone its name
	Own    Own    `json:"own"`    // who the owner was then: another gets nothing back
}

// Own is what a phone has of its own, while a seat lends it a name.
type Own struct {
	Nick   string `json:"nick"`
	Claims string `json:"claims"`
	Other  bool   `json:"other"`
	Person string `json:"person"` // who was made for the phone, "" for nobody
	New    bool   `json:"new"`    // and whom the host has not had before him
}

// settled tells whether the host has settled who the owner is, for more than one
// seat.
func (g *Guest) settled() bool { return g.Person != "" && g.Lent == nil }

// is tells whether a phone's owner is a person, whatever name a seat lends him.
func (g *Guest) is(person string) bool {
	return g.settled() && g.Person == person || g.Lent != nil && g.Lent.Person == person
}

// known tells whether the host knows the owner: he has said who he is, or has had him
// at a table. Made-up phones have persons too, for each new nick gets one.
func (g *Guest) known() bool { return g.settled() && !g.New }

// Ticket opens one seat to one phone, once.
type Ticket struct {
	Secret  string
	Table   string
	Seat    int
	Nick    string // of who sits there
	Person  string
	Expires time.Time
}

// TicketLife is how long a ticket may wait to be scanned.
const TicketLife = 10 * time.Minute

// secret makes a secret of 160 bits.
func secret() string {
	var b [20]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hashed is what is kept of a secret.
func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
