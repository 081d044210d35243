package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strconv"
	"time"

	"omerta/mafia"
	"omerta/say"
)

// Frame is what a viewer's screen is drawn from: always whole, never a
// difference. Log, Undo, Redo, Length, Script and Spoken are the host's; every
// other viewer gets them empty, so that a command given in secret changes no byte of
// his frame.
type Frame struct {
	N      uint64      `json:"n"` // counts this viewer's frames, from 1
	Clock  ClockView   `json:"clock"`
	Table  About       `json:"table"`
	View   mafia.View  `json:"view"`
	Script *say.Script `json:"script"`
	// Spoken is what the last step made due to be said at once, beside the
	// script: a foul with its number, a removal, a vote called off. It stays until
	// the next step, and is empty after an undo.
	Spoken []Line    `json:"spoken"`
	Log    []LogLine `json:"log"` // the last lines
	Undo   *Line     `json:"undo"`
	Redo   *Line     `json:"redo"`
	Length int       `json:"length"` // steps in the history
	// Friends is what friends have agreed on at a table of phones, null at any
	// other. It is the same for every viewer.
	Friends *Friends `json:"friends"`
}

// About is what a frame says of the table itself.
type About struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Event     string `json:"event"`
	Site      string `json:"site"`
	Rulebook  string `json:"rulebook"`
	Preset    string `json:"preset"`
	CreatedAt int64  `json:"createdAt"`
	Date      string `json:"date"`   // when an imported game was played, as its record says; else ""
	Frozen    bool   `json:"frozen"` // by a fault of ours, until a restart, or by damage: nothing is accepted
	Paused    bool   `json:"paused"` // everything is paused
	Voided    bool   `json:"voided"`
	Host      string `json:"host"` // "required" or "none"
	Kind      string `json:"kind"` // "" in a room, "phones" where everybody acts on his own phone
}

// body is the part of a frame that a change is judged by.
type body struct {
	Table   About       `json:"table"`
	View    mafia.View  `json:"view"`
	Script  *say.Script `json:"script"`
	Spoken  []Line      `json:"spoken"`
	Log     []LogLine   `json:"log"`
	Undo    *Line       `json:"undo"`
	Redo    *Line       `json:"redo"`
	Length  int         `json:"length"`
	Friends *Friends    `json:"friends"`
}

// shownLog is how many lines of the log go into a frame.
const shownLog = 40

// picture is a frame without its number and without the moment.
type picture struct {
	body  []byte
	clock Clock
	over  bool // the time of the turn has run out; a change of it is worth a frame
}

var seed = maphash.MakeSeed()

// hash tells whether two pictures are the same.
func (p picture) hash() uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.Write(p.body)
	v := p.clock.View(p.clock.since)
	v.Now = 0 // when a clock came to stand is no news
	fmt.Fprint(&h, v, p.over)
	return h.Sum64()
}

// frame writes the picture as frame n at a moment.
func (p picture) frame(n uint64, now time.Time) []byte {
	clock, err := json.Marshal(p.clock.View(now))
	if err != nil {
		clock = []byte("null") // numbers, words and booleans cannot fail
	}
	var b bytes.Buffer
	b.Grow(len(p.body) + len(clock) + 40)
	b.WriteString(`{"n":`)
	b.WriteString(strconv.FormatUint(n, 10))
	b.WriteString(`,"clock":`)
	b.Write(clock)
	b.WriteByte(',')
	b.Write(p.body[1:])
	return b.Bytes()
}

// leads tells whether a viewer leads the table.
func leads(w mafia.Viewer) bool {
	return w.Kind == mafia.IsHost || w.Kind == mafia.IsDevice
}

// draw makes the picture for a viewer.
func (s *state) draw(w mafia.Viewer, about About) (picture, error) {
	if s.friends != nil {
		return s.drawFriends(about)
	}
	b := body{Table: about, View: s.game.View(w), Spoken: []Line{}, Log: []LogLine{}}
	if leads(w) {
		b.Log = s.log[max(0, len(s.log)-shownLog):]
		b.Undo, b.Redo = s.labels()
		b.Length = len(s.steps)
		script := say.ScriptFor(&b.View)
		b.Script = &script
		b.Spoken = say.Announce(s.rb, &b.View, &script, s.fresh)
	}
	if s.paused || s.voided {
		b.View.Offers = []mafia.Offer{}
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return picture{}, fmt.Errorf("write a frame: %w", err)
	}
	p := picture{body: raw, clock: s.clock}
	if !leads(w) && s.clock.turn.Kind == callKind {
		p.clock = Clock{} // which role is awake, and since when, is the host's alone
	}
	return p, nil
}

// labels names what an undo and a redo would be about, nil for nothing.
func (s *state) labels() (undo, redo *Line) {
	switch {
	case s.voided:
		undo = &Line{Key: "table.undo-void", Args: map[string]any{}}
	case len(s.steps) > 1:
		l := s.label(&s.steps[len(s.steps)-1])
		undo = &l
	}
	if len(s.redo) > 0 {
		l := s.label(&s.redo[0])
		redo = &l
	}
	return undo, redo
}

// blank is the picture of a table that a fault has frozen and that cannot even
// be looked at any more.
func blank(w mafia.Viewer, about About) picture {
	raw, err := json.Marshal(body{Table: about, View: mafia.Blank(about.Rulebook, w), Spoken: []Line{}, Log: []LogLine{}})
	if err != nil {
		raw = []byte("{}")
	}
	return picture{body: raw}
}
