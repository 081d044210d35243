package table

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"strconv"
	"sync"
	"time"

	"omerta/mafia"
	"omerta/say"
)

// Frame is what a viewer's screen is drawn from: always whole, never a
// difference. Log, Undo, Redo, Length, Stamp, Script and Spoken are the host's; every
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
	// Stamp names the history as it is: it is another after every change, an undo
	// and what is done in its place too, and when the game becomes void.
	Stamp uint64 `json:"stamp"`
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

// shownLog is how many lines of the log go into a frame.
const shownLog = 40

// picture is a frame without its number and without the moment.
type picture struct {
	who mafia.Viewer
	buf []byte // headRoom bytes, then the body: a frame from its table on
	// A picture of a sheet has a body only once somebody wants to read it: who is
	// slow costs little.
	sheet *sheet
	cards mafia.Cards

	sum   uint64 // tells one body from another
	clock Clock
	over  bool // the time of the turn has run out; a change of it is worth a frame
}

// sheet is what the frames of all share who see the same but for the cards that
// they know. It never changes.
type sheet struct {
	about  []byte // what all frames begin with
	common *mafia.Common
	sum    uint64
}

// headRoom is more than what stands before a frame's body: number and clock.
const headRoom = 256

// Pictures are used again, for each is some kilobytes and short-lived. Those of
// whoever leads the table are larger, and kept apart so that the others need not
// grow to their size.
var (
	pictures = sync.Pool{New: func() any { return &picture{buf: make([]byte, headRoom, 4<<10)} }}
	offices  = sync.Pool{New: func() any { return &picture{buf: make([]byte, headRoom, officeSize)} }}
)

const officeSize = 12 << 10

// newPicture gives a picture for a viewer, without a body.
func newPicture(w mafia.Viewer) *picture {
	pool := &pictures
	if leads(w) {
		pool = &offices
	}
	p, _ := pool.Get().(*picture)
	p.buf, p.sheet, p.who, p.over = p.buf[:headRoom], nil, w, false
	return p
}

// drop gives a picture back that nobody looks at any more.
func (p *picture) drop() {
	p.sheet = nil
	if leads(p.who) {
		offices.Put(p)
		return
	}
	pictures.Put(p)
}

// copied gives the same picture once more.
func (p *picture) copied() *picture {
	c := newPicture(p.who)
	c.buf = append(c.buf, p.buf[headRoom:]...)
	c.sheet, c.cards = p.sheet, p.cards
	c.sum, c.clock, c.over = p.sum, p.clock, p.over
	return c
}

var seed = maphash.MakeSeed()

// hash tells whether two pictures are the same.
func (p *picture) hash() uint64 {
	var room [headRoom]byte
	v := p.clock.View(p.clock.since)
	v.Now = 0 // when a clock came to stand is no news
	b := strconv.AppendBool(v.append(room[:0]), p.over)
	return maphash.Bytes(seed, binary.LittleEndian.AppendUint64(b, p.sum))
}

// body is a frame from its table on.
func (p *picture) body() []byte {
	if p.sheet != nil {
		b := append(p.buf[:headRoom], p.sheet.about...)
		p.buf = append(p.sheet.common.Append(b, p.who, &p.cards), nothingForOthers...)
		p.sheet = nil
	}
	return p.buf[headRoom:]
}

// frame writes the picture as frame n at a moment. The bytes are the picture's.
func (p *picture) frame(n uint64, now time.Time) []byte {
	p.body()
	var room [headRoom]byte
	head := appendHead(room[:0], n, &p.clock, now)
	start := headRoom - len(head)
	copy(p.buf[start:], head)
	return p.buf[start:]
}

// appendHead writes what stands before a frame's body: its number, and its clock
// at a moment.
func appendHead(b []byte, n uint64, c *Clock, now time.Time) []byte {
	b = strconv.AppendUint(append(b, `{"n":`...), n, 10)
	v := c.View(now)
	b = v.append(append(b, `,"clock":`...))
	return append(b, ',')
}

// append writes the clock as encoding/json does.
func (v *ClockView) append(b []byte) []byte {
	b = mafia.AppendString(append(b, `{"kind":`...), v.Kind)
	b = strconv.AppendUint(append(b, `,"seat":`...), uint64(v.Seat), 10)
	b = strconv.AppendInt(append(b, `,"limitMs":`...), v.LimitMs, 10)
	b = strconv.AppendInt(append(b, `,"leftMs":`...), v.LeftMs, 10)
	b = strconv.AppendBool(append(b, `,"running":`...), v.Running)
	b = strconv.AppendInt(append(b, `,"now":`...), v.Now, 10)
	b = strconv.AppendInt(append(b, `,"deadline":`...), v.Deadline, 10)
	return append(b, '}')
}

// leads tells whether a viewer leads the table.
func leads(w mafia.Viewer) bool {
	return w.Kind == mafia.IsHost || w.Kind == mafia.IsDevice
}

// painter draws one state for its viewers, one after the other. What all of them
// may know is written once. It is good while the state stays as it is.
type painter struct {
	s     *state
	about []byte // what all frames begin with
	sheet *sheet // nil until somebody shares it
}

// newPainter begins with a state.
func newPainter(s *state, about *About) painter {
	return painter{s: s, about: append(about.append(make([]byte, 0, 512)), `,"view":`...)}
}

// draw makes the picture for a viewer.
func (d *painter) draw(w mafia.Viewer) (*picture, error) {
	p := newPicture(w)
	p.clock = d.s.clock
	if d.s.friends != nil {
		return p, d.ofFriends(p)
	}
	if !leads(w) && d.s.clock.turn.Kind == callKind {
		p.clock = Clock{} // which role is awake, and since when, is the host's alone
	}
	if mafia.Shares(w) {
		d.share(p, w)
		return p, nil
	}
	b, err := d.whole(append(p.buf, d.about...), w)
	if err != nil {
		return nil, fmt.Errorf("write a frame: %w", err)
	}
	p.buf, p.sum = b, maphash.Bytes(seed, b[headRoom:])
	return p, nil
}

// share draws for a viewer whose view is the common one but for the cards that
// he knows: only these are looked at to tell it from another.
func (d *painter) share(p *picture, w mafia.Viewer) {
	if d.sheet == nil {
		d.sheet = &sheet{about: d.about, common: d.s.game.Common()}
		var h maphash.Hash
		h.SetSeed(seed)
		_, _ = h.Write(d.about)
		_, _ = h.Write(d.sheet.common.Text())
		d.sheet.sum = h.Sum64()
	}
	p.sheet, p.cards = d.sheet, d.s.game.CardsOf(w)
	var room [128]byte
	b := append(binary.LittleEndian.AppendUint64(room[:0], d.sheet.sum), w.Kind...)
	b = append(b, byte(w.Seat))
	for _, role := range p.cards {
		b = append(b, byte(role))
	}
	p.sum = maphash.Bytes(seed, b)
}

// whole draws a view by itself.
func (d *painter) whole(b []byte, w mafia.Viewer) ([]byte, error) {
	v := d.s.game.View(w)
	offers := v.Offers
	if d.s.paused || d.s.voided {
		v.Offers = []mafia.Offer{}
	}
	b = v.AppendJSON(b)
	if !leads(w) {
		return append(b, nothingForOthers...), nil
	}
	v.Offers = offers // a script is that of the game, paused or not
	return d.s.appendOffice(b, &v)
}

// nothingForOthers is the host's part of a frame as everybody else gets it.
const nothingForOthers = nothingOfOffice + noFriends

const (
	nothingOfOffice = `,"script":null,"spoken":[],"log":[],"undo":null,"redo":null,"length":0,"stamp":0`
	noFriends       = `,"friends":null}`
)

// appendOffice writes the host's part of a frame, behind his view.
func (s *state) appendOffice(b []byte, v *mafia.View) ([]byte, error) {
	script := say.ScriptFor(v)
	b, err := script.AppendJSON(append(b, `,"script":`...))
	if err != nil {
		return nil, err
	}
	b, err = say.AppendLines(append(b, `,"spoken":`...), say.Announce(s.rb, v, &script, s.fresh))
	if err != nil {
		return nil, err
	}
	if b, err = s.appendLog(append(b, `,"log":`...)); err != nil {
		return nil, err
	}
	undo, redo := s.labels()
	if b, err = appendLabel(append(b, `,"undo":`...), undo); err != nil {
		return nil, err
	}
	if b, err = appendLabel(append(b, `,"redo":`...), redo); err != nil {
		return nil, err
	}
	b = strconv.AppendInt(append(b, `,"length":`...), int64(len(s.steps)), 10)
	b = strconv.AppendUint(append(b, `,"stamp":`...), s.stamp, 10)
	return append(b, noFriends...), nil
}

func appendLabel(b []byte, l *Line) ([]byte, error) {
	if l == nil {
		return append(b, "null"...), nil
	}
	return l.AppendJSON(b)
}

// append opens a frame's body: the table itself.
func (a *About) append(b []byte) []byte {
	b = mafia.AppendString(append(b, `"table":{"id":`...), a.ID)
	b = mafia.AppendString(append(b, `,"title":`...), a.Title)
	b = mafia.AppendString(append(b, `,"event":`...), a.Event)
	b = mafia.AppendString(append(b, `,"site":`...), a.Site)
	b = mafia.AppendString(append(b, `,"rulebook":`...), a.Rulebook)
	b = mafia.AppendString(append(b, `,"preset":`...), a.Preset)
	b = strconv.AppendInt(append(b, `,"createdAt":`...), a.CreatedAt, 10)
	b = mafia.AppendString(append(b, `,"date":`...), a.Date)
	b = strconv.AppendBool(append(b, `,"frozen":`...), a.Frozen)
	b = strconv.AppendBool(append(b, `,"paused":`...), a.Paused)
	b = strconv.AppendBool(append(b, `,"voided":`...), a.Voided)
	b = mafia.AppendString(append(b, `,"host":`...), a.Host)
	b = mafia.AppendString(append(b, `,"kind":`...), a.Kind)
	return append(b, '}')
}

// labels names what an undo and a redo would be about, nil for nothing.
func (s *state) labels() (undo, redo *Line) {
	switch {
	case s.voided:
		undo = &Line{Key: "table.undo-void", Args: map[string]any{}}
	case s.slipped(DoUndo):
		undo = s.labelOnce(&s.steps[s.slip.at])
	case len(s.steps) > 1:
		undo = s.labelOnce(&s.steps[len(s.steps)-1])
	}
	switch {
	case s.slipped(DoRedo):
		redo = s.labelOnce(&s.slip.steps[0])
	case len(s.redo) > 0:
		redo = s.labelOnce(&s.redo[0])
	}
	return undo, redo
}

// labelOnce is label, remembered in the step: a step is shown again at every
// frame. Steps belong to the table's goroutine.
func (s *state) labelOnce(st *step) *Line {
	if st.label == nil {
		l := s.label(st)
		st.label = &l
	}
	return st.label
}

// blank is the picture of a table that a fault has frozen and that cannot even
// be looked at any more.
func blank(w mafia.Viewer, about *About) *picture {
	v := mafia.Blank(about.Rulebook, w)
	p := newPicture(w)
	p.clock = Clock{}
	p.buf = append(about.append(p.buf), `,"view":`...)
	p.buf = append(v.AppendJSON(p.buf), nothingForOthers...)
	p.sum = maphash.Bytes(seed, p.buf[headRoom:])
	return p
}
