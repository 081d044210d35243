package table

import (
	"encoding/json"
	"errors"
	"time"

	"omerta/mafia"
)

// errAlready: there is nothing to do, and the answer is the same as if there had
// been. No entry comes of it.
var errAlready = errors.New("done already")

// motion is an entry in the making at a table of phones.
type motion struct {
	s    *state
	f    friends // as it will stand
	game mafia.Game
	e    entry
}

func (s *state) motion(e entry) *motion {
	return &motion{s: s, f: *s.friends, game: s.game, e: e}
}

// decideFriends judges a command at a table of phones and gives the entry that
// would come of it. Errors: *Refusal, *mafia.Refusal, errAlready.
func (s *state) decideFriends(who mafia.Viewer, c mafia.Command, e entry) (entry, error) {
	m := s.motion(e)
	if leads(who) {
		if err := m.owner(c); err != nil {
			return entry{}, err
		}
		return m.done()
	}
	if err := s.mayAct(who, c); err != nil {
		return entry{}, err
	}
	if err := m.do(who.Seat, c); err != nil {
		return entry{}, err
	}
	return m.done()
}

// mayAct tests a command against what is on offer.
func (s *state) mayAct(who mafia.Viewer, c mafia.Command) error {
	if a, ok := c.(mafia.Accuse); who.Kind != mafia.IsPlayer || ok && a.By != who.Seat {
		return s.no(WhyNotYours)
	}
	for _, o := range s.offers() {
		if o.Do == c.Verb() && o.By.Has(who.Seat) && s.fits(o, who.Seat, c) {
			return nil
		}
	}
	return s.no(WhyNotNow)
}

// fits tests what a command says beside its verb.
func (s *state) fits(o FriendsOffer, by mafia.Seat, c mafia.Command) bool {
	switch c := c.(type) {
	case mafia.Accuse:
		return o.To.Has(c.To) && c.To != by
	case Gone:
		return o.To.Has(c.To) && c.To != by
	case Hand:
		return c.Poll == s.friends.Polls
	case Note:
		night, name, _ := c.read()
		return night == s.game.View(mafia.Board).Night && (name == 0 || o.To.Has(name))
	}
	return true
}

// do carries out what was accepted.
func (m *motion) do(by mafia.Seat, c mafia.Command) error {
	f := &m.f
	f.keep(by)
	switch c := c.(type) {
	case mafia.Accuse:
		f.Accused.add(by)
		f.Barred, f.Stands, f.Second, f.Stood = "", false, 0, false
		return m.play(c)
	case mafia.Drop:
		return m.play(c)
	case Ready:
		return m.ready(by, c.Aloud)
	case Silent:
		m.sunrise()
	case Repeat:
		v := m.game.View(mafia.Board)
		alive := living(&v)
		m.ask(pollSun, by, 0, alive, most(alive))
		return m.counted()
	case Ask:
		v := m.game.View(mafia.Board)
		m.ask(pollJudge, by, v.Accused.To, living(&v).Without(v.Accused.To), v.Accused.Need)
	case Night:
		v := m.game.View(mafia.Board)
		alive := living(&v)
		m.ask(pollNight, by, 0, alive, most(alive))
		return m.counted()
	case Gone:
		v := m.game.View(mafia.Board)
		others := living(&v).Minus(f.Absent).Without(c.To)
		m.ask(pollGone, by, c.To, others, most(others))
	case Stop:
		all := mafia.FirstSeats(len(m.game.View(mafia.Board).Seats)).Minus(f.Absent)
		m.ask(pollStop, by, 0, all, most(all))
		return m.counted()
	case Done:
		v := m.game.View(mafia.Board)
		alive := living(&v)
		m.ask(pollDone, by, v.Accused.To, alive, most(alive))
		return m.counted()
	case Hand:
		return m.hand(by, c.Up)
	case Note:
		return m.note(by, c)
	case Here:
		f.Absent = f.Absent.Without(by)
		if f.Poll.Kind == pollGone && f.Poll.About == by {
			f.Poll = poll{}
		}
	case Again:
		f.Again = f.Again.With(by)
	case Quit:
		f.Again, f.Left = f.Again.Without(by), f.Left.With(by)
	}
	return nil
}

// most is more than half.
func most(of mafia.Seats) int { return of.Count()/2 + 1 }

// ask opens a poll. To ask for the vote on an accusation raises no hand: the rule has it
// that hands are raised when the accuser has asked (ORIGINAL-DAY-3). Whoever asks for
// anything else, for the night too, where a majority is to agree with the call
// (ORIGINAL-NIGHT-1), wants it: his hand is up, and he may lower it.
func (m *motion) ask(kind string, by, about mafia.Seat, who mafia.Seats, need int) {
	m.putAside()
	m.f.Polls++
	m.f.Poll = poll{Kind: kind, By: by, About: about, Who: who, Need: need}
	if kind != pollJudge && kind != pollMove {
		m.f.Asked.add(by)
	}
	if kind != pollMove {
		m.f.Barred = ""
	}
	if kind != pollJudge && by != 0 {
		m.f.Poll.Up = mafia.SeatsOf(by)
	}
}

// ready notes that a player has looked at his card, or whose phone counts aloud.
func (m *motion) ready(by mafia.Seat, aloud bool) error {
	f := &m.f
	if aloud && f.Voice == by || !aloud && f.Ready.Has(by) {
		return errAlready
	}
	if aloud {
		f.Voice = by // the one before may have no sound
	} else {
		f.Ready = f.Ready.With(by)
	}
	return nil
}

// hand raises or lowers a hand, and counts when nobody need be waited for.
func (m *motion) hand(by mafia.Seat, up bool) error {
	p := &m.f.Poll
	if up && p.Up.Has(by) || !up && p.Down.Has(by) {
		return errAlready
	}
	p.Up, p.Down = p.Up.Without(by), p.Down.Without(by)
	if up {
		p.Up = p.Up.With(by)
	} else {
		p.Down = p.Down.With(by)
	}
	return m.counted()
}

// counted counts the poll if nobody need be waited for.
func (m *motion) counted() error {
	if m.settled() {
		return m.count()
	}
	return nil
}

// count closes the poll by the hands that are up.
func (m *motion) count() error {
	p := m.f.Poll
	m.f.Poll = poll{}
	passed := p.Up.Count() >= p.Need
	switch {
	case passed && p.Kind != pollJudge && p.Kind != pollMove:
		m.f.Asked.forgive(p.By)
	case !passed && (p.Kind == pollNight || p.Kind == pollGone || p.Kind == pollStop || p.Kind == pollSun):
		m.f.Barred, m.f.BarredBy = p.Kind, m.f.Polls
	}
	switch p.Kind {
	case pollJudge:
		if passed {
			m.f.Accused = vain{}
		}
		return m.play(mafia.Judge{Hands: mafia.Hands{Seats: p.Up}})
	case pollDone:
		if passed {
			return m.play(mafia.Drop{})
		}
		m.stands()
	case pollMove:
		m.moved(p, passed)
	case pollSun:
		if passed {
			m.f.Voice, m.f.Counting = p.By, true
		}
	case pollNight:
		if passed { // the next day everybody begins anew
			m.f.Accused, m.f.Asked, m.f.Tries = vain{}, vain{}, nil
		}
		return m.play(mafia.CallNight{Hands: mafia.Hands{Seats: p.Up}})
	case pollGone:
		if passed {
			return m.away(p.About)
		}
	case pollStop:
		if passed {
			m.void()
		}
	}
	return nil
}

// away declares a player absent: nobody has to wait for what he alone could do.
func (m *motion) away(s mafia.Seat) error {
	f, v := &m.f, m.game.View(mafia.Board)
	if !living(&v).Has(s) {
		return nil
	}
	f.Absent = f.Absent.With(s)
	if f.Voice == s {
		f.Voice = 0
	}
	if v.Phase == mafia.Accusation && v.Accused.By == s {
		return m.play(mafia.Drop{})
	}
	return nil
}

// void declares the game void.
func (m *motion) void() {
	yes := true
	m.e.Voided = &yes
	m.f.Poll, m.f.Aside, m.f.Counting = poll{}, poll{}, false
}

// note takes a player's note. What a card does not allow is put right without a
// word, for a refusal would tell the card (ORIGINAL-NIGHT-8): a red player who
// names somebody has written that he is honest, a black one who calls himself
// honest has named nobody. The first note counts.
func (m *motion) note(by mafia.Seat, c Note) error {
	if m.written().Has(by) {
		return errAlready
	}
	_, name, _ := c.read()
	if err := m.play(mafia.Write{By: by, Name: name}); err != nil {
		return m.blank(by)
	}
	return nil
}

// blank writes the note that names nobody: "honest" for a red player, and for a
// black one a note that counts among the names (ORIGINAL-ABSENT-2).
func (m *motion) blank(by mafia.Seat) error {
	if err := m.play(mafia.Write{By: by}); err == nil {
		return nil
	}
	return m.play(mafia.Write{By: by, Absent: true})
}

// written are those whose note is in.
func (m *motion) written() mafia.Seats { return m.game.View(mafia.Device).Notes.Written }

// play makes a step of a command of the game.
func (m *motion) play(c mafia.Command) error {
	events, err := m.game.Decide(mafia.Device, c)
	if err != nil {
		return err
	}
	raw, err := mafia.MarshalCommand(c)
	if err != nil {
		return err
	}
	st, err := newStep(m.e.at, m.e.by, raw, events)
	if err != nil {
		return err
	}
	m.game = m.game.Apply(events...)
	m.e.Steps = append(m.e.Steps, st)
	return nil
}

// done leads the game on to where somebody has to act, and gives the entry.
func (m *motion) done() (entry, error) {
	if m.e.Voided == nil {
		if err := m.settle(); err != nil {
			return entry{}, err
		}
		m.takeUp()
	}
	m.e.Friends = &m.f
	m.e.Length = len(m.s.steps) + len(m.e.Steps)
	return m.e, nil
}

// settle does what nobody has to ask for: the count begins when all are ready and a phone
// counts aloud, for with closed eyes nobody knows where a silent one stands; the absent players' notes are written, the day opens after the notes were read.
func (m *motion) settle() error {
	f, v := &m.f, m.game.View(mafia.Board)
	switch {
	case v.Phase == mafia.Opening:
		if f.Voice != 0 && f.gathered(&v) && !f.Counting {
			m.sunrise()
		}
		return nil
	case v.Phase == mafia.Notes:
		todo := (living(&v) & f.Absent).Minus(m.written())
		for _, s := range todo.List() {
			f.Hushing = true
			if err := m.blank(s); err != nil {
				return err
			}
		}
	}
	return m.lead()
}

// lead plays what the host would only have to say.
func (m *motion) lead() error {
	if v := m.game.View(mafia.Board); v.Phase != mafia.Notes && m.wasNotes() {
		m.f.Hushed, m.f.Hushing = m.f.Hushing, false
	}
	for m.game.Admits(mafia.Proceed{}) {
		if err := m.play(mafia.Proceed{}); err != nil {
			return err
		}
	}
	if v := m.game.View(mafia.Board); v.Phase == mafia.Over {
		m.f.Poll, m.f.Aside = poll{}, poll{}
	}
	return nil
}

// wasNotes tells whether notes were read in this motion.
func (m *motion) wasNotes() bool {
	for i := range m.e.Steps {
		for _, ev := range m.e.Steps[i].events {
			if _, ok := ev.(mafia.NotesRead); ok {
				return true
			}
		}
	}
	return false
}

// decideTime is what the end of a deadline does.
func (s *state) decideTime(now time.Time) (entry, error) {
	if now.Before(s.at) {
		now = s.at
	}
	m := s.motion(entry{at: time.UnixMilli(now.UnixMilli()).UTC(), by: string(doTimeUp), payload: payload{
		Command: json.RawMessage(`{"do":"time-up"}`),
	}})
	if err := m.ranOut(); err != nil {
		return entry{}, err
	}
	return m.done()
}

// ring is called when the clock has run out: in a room that only shows, on phones
// it moves the game.
func (t *Table) ring() {
	if t.s.friends == nil || t.fault != nil || t.damage != nil {
		t.guard(t.publish)
		return
	}
	var err error
	if t.guard(func() { err = t.timeUp(time.Now()) }) == nil && err != nil {
		t.hub.log.Error("a deadline has passed and cannot be written down", "table", t.id, "err", err)
		t.timer.Reset(time.Second)
	}
}

// timeUp closes what has run out of time.
func (t *Table) timeUp(now time.Time) error {
	if err := t.refresh(); err != nil {
		return err
	}
	if end, _, running := t.s.due(); !running || now.Before(end) {
		t.arm()
		return nil
	}
	e, err := t.s.decideTime(now)
	if err != nil {
		return err
	}
	return t.enact("", e, nil)
}

// WantsAgain tells which of the friends want another round, who was absent, and who
// has left for the lobby; nobody at any other table.
func (t *Table) WantsAgain() (again, away, left mafia.Seats, err error) {
	err = t.call(t.hub.ctx, func() {
		if f := t.s.friends; f != nil {
			again, away, left = f.Again, f.Absent, f.Left
		}
	})
	return again, away, left, err
}
