package table

import (
	"context"
	"slices"
	"time"

	"omerta/mafia"
)

// What one phone alone can do to friends is bounded here, so that nobody can hold
// their game: whatever waits for a phone has a deadline, whoever asks in vain
// makes room for the others, and no phone can fill the journal.
const (
	// cardsTime is how long those are waited for who have not looked at their
	// cards, once most have.
	cardsTime = 3 * time.Minute
	// talkTime is how long an accusation may stand without a vote (ORIGINAL-DAY-6).
	talkTime = 5 * time.Minute
	// standTime is how long most are not asked again whether an accusation is over.
	standTime = 2 * time.Minute
	// notesTime is how long a night waits for a note; the program writes those
	// that are missing, as for an absent player (ORIGINAL-ABSENT-2).
	notesTime = 3 * time.Minute
	// inVain is how often one seat may accuse, and ask, in vain on one day: two phones of
	// one player that take turns would else hold the others for ever.
	inVain = 3
	// seatTries is how often all phones of the lobby together may ask in vain for one seat
	// on one day, and those of one place for all seats; tableTries for all of them. The
	// owner's tickets are counted beside them.
	seatTries  = 2 * inVain
	tableTries = 2 * seatTries
	// moveRest is how long after a question about a seat that opened none nobody may ask
	// another.
	moveRest = 30 * time.Second
	// barTime is how long a question that has failed is not asked again.
	barTime = time.Minute
	// grantTime is how long another phone may open a seat after the friends have agreed:
	// time enough for a phone that asks again every few seconds.
	grantTime = 2 * time.Minute
	// maxDeeds is how many entries one seat may make; after that it can write its
	// notes and no more. All seats together do not fill the journal.
	maxDeeds   = 1000
	mostPhones = 16 // ORIGINAL-SETUP-1
)

// clockPoll, clockBar and clockAccusation are kinds of deadlines of friends.
const clockPoll, clockBar, clockAccusation = "poll", "bar", "accusation"

// row counted what one seat has done in a row.
type row struct {
	By mafia.Seat `json:"by"`
	N  int        `json:"n"`
}

// vain counts by seat what was done without effect. Seat 0, the program, which asks for
// phones without a seat, is counted in journals of before; see attempts.
type vain [mostPhones + 1]uint8

func (v *vain) add(by mafia.Seat) {
	if int(by) < len(v) && v[by] < inVain {
		v[by]++
	}
}

// forgive takes one time back: it was not in vain.
func (v *vain) forgive(by mafia.Seat) {
	if int(by) < len(v) && v[by] > 0 {
		v[by]--
	}
}

// full are the seats that have to let others do it; none where nobody would be left.
func (v *vain) full(here mafia.Seats) (out mafia.Seats) {
	for _, s := range mafia.FirstSeats(mostPhones).List() {
		if v[s] >= inVain {
			out = out.With(s)
		}
	}
	if here.Minus(out) == 0 {
		return 0
	}
	return out
}

// attempts counts how often a seat was asked for without its being opened: by one phone of
// the lobby, or From "" by tickets of the machine's owner, of which each is new. Place is
// where that phone was, and Opened that the seat was opened by it once.
type attempts struct {
	From   string     `json:"from,omitempty"`
	Place  string     `json:"place,omitempty"`
	To     mafia.Seat `json:"to"`
	N      int        `json:"n"`
	Opened bool       `json:"opened,omitempty"`
}

// mayTry tells whether a seat may be asked for. A phone of the lobby has a few tries a day
// for all seats; a few more have each seat, each place for all its phones, which may be
// made up, and twice as many the table. So neither one stranger nor several are before the
// friends all day. None of it stops a ticket of the owner, who has a few tries for each seat.
func (f *friends) mayTry(c *Move) bool {
	from, own, seat, place, table := c.from(), 0, 0, 0, 0
	for _, x := range f.Tries {
		if x.From == from && (from != "" || x.To == c.To) {
			own += x.N
		}
		if x.From == "" {
			continue
		}
		table += x.N
		if x.To == c.To {
			seat += x.N
		}
		if x.Place != "" && x.Place == c.Place {
			place += x.N
		}
	}
	return own < inVain && (from == "" || seat < seatTries && place < seatTries && table < tableTries)
}

// tries counts a try when it begins: a yes that nobody uses is as much in vain as a no.
func (f *friends) tries(c *Move) {
	f.Tries = slices.Clone(f.Tries)
	for i := range f.Tries {
		if x := &f.Tries[i]; x.From == c.from() && x.Place == c.Place && x.To == c.To {
			x.N++
			return
		}
	}
	f.Tries = append(f.Tries, attempts{From: c.from(), Place: c.Place, To: c.To, N: 1})
}

// opened tells all that a seat was opened on another phone, and takes the try back, once
// a day for each seat: two phones of one player could else pass it to and fro all day. Nobody
// has to rest after it.
func (f *friends) opened(c Claim) {
	f.Rested = 0
	f.Moved = append(slices.Clone(f.Moved), c.To)
	if len(f.Moved) > mostPhones {
		f.Moved = f.Moved[1:]
	}
	before := slices.ContainsFunc(f.Tries, func(x attempts) bool { return x.Opened && x.To == c.To })
	for _, from := range []string{c.Ticket, ""} {
		i := slices.IndexFunc(f.Tries, func(x attempts) bool { return x.From == from && x.To == c.To && x.N > 0 })
		if i < 0 || before {
			continue
		}
		f.Tries = slices.Clone(f.Tries)
		f.Tries[i].N--
		f.Tries[i].Opened = true
		return
	}
}

// from names who asks for a seat, see attempts.
func (c *Move) from() string {
	if c.Owned {
		return ""
	}
	return c.Ticket
}

// putAside lets a question about a seat wait while another is asked, or the twenty are
// counted.
func (m *motion) putAside() {
	if f := &m.f; f.Poll.Kind == pollMove {
		f.Aside, f.Poll = f.Poll, poll{}
	}
}

// takeUp asks it again, of those who are still in the game. The hands that were raised stay,
// and it has its half minute anew, for nothing waits for it.
func (m *motion) takeUp() {
	f, v := &m.f, m.game.View(mafia.Board)
	p := f.Aside
	if p.Kind == "" || f.Poll.Kind != "" || f.Counting || v.Phase == mafia.Over {
		return
	}
	f.Aside = poll{}
	others := living(&v).Minus(f.Absent).Without(p.About)
	p.Who, p.Need = others.With(p.About), most(others)
	p.Up, p.Down = p.Up&p.Who, p.Down&p.Who
	f.Polls++
	f.Poll = p
}

// sunrise begins the count.
func (m *motion) sunrise() {
	m.putAside()
	m.f.Counting, m.f.Poll = true, poll{}
}

// noteDeed counts an entry of a phone.
func (s *state) noteDeed(by string) {
	who, err := parseViewer(by)
	if err != nil || who.Kind != mafia.IsPlayer || int(who.Seat) >= len(s.deeds) {
		return
	}
	s.deeds[who.Seat] = min(s.deeds[who.Seat]+1, maxDeeds)
}

// tired are the seats that have made all the entries that they may.
func (s *state) tired() (out mafia.Seats) {
	for seat := range s.deeds {
		if s.deeds[seat] >= maxDeeds {
			out = out.With(mafia.Seat(seat))
		}
	}
	return out
}

// due is when something is to be done next, for what, and whether anything is.
func (s *state) due() (end time.Time, what wait, running bool) {
	end, running = s.clock.Deadline()
	under := s.clock
	if other, ok := s.held.Deadline(); ok && running {
		under = s.held
		if other.Before(end) {
			end, what = other, waitUnder
		}
	}
	if f := s.friends; running && f != nil && f.Stands && f.Second > 0 && under.running && under.turn.Kind == clockAccusation {
		again, _ := under.Deadline()
		if again = again.Add(-time.Duration(f.Second) * time.Millisecond); again.Before(end) {
			end, what = again, waitStands
		}
	}
	return end, what, running
}

// wait is what a deadline is for.
type wait int

const (
	waitClock  wait = iota // what the clock shows
	waitUnder              // what goes on while a question about a seat runs
	waitStands             // that most may be asked about an accusation once more
)

// stands notes that most did not want an accusation to be over. Once they are asked
// again, after a while: the first time few may have looked.
func (m *motion) stands() {
	f := &m.f
	f.Stands, f.Second = true, 0
	if left := m.s.held.Left(m.e.at) - standTime; left > 0 && !f.Stood {
		f.Second = left.Milliseconds()
	}
}

// deadline names what the clock of friends runs for beside a question, and how long that
// takes.
func (s *state) deadline() (k turnKey, limit time.Duration) {
	f := s.friends
	switch {
	case s.voided:
		return k, 0
	case f.Counting:
		return turnKey{Kind: "sunrise"}, sunLead + sunBeat*sunNumbers
	}
	switch v := s.game.View(mafia.Board); v.Phase {
	case mafia.Opening:
		if here := living(&v).Minus(f.Absent); f.Voice != 0 && (f.Ready&here).Count() >= most(here) {
			return turnKey{Kind: "cards"}, cardsTime
		}
	case mafia.Accusation:
		return turnKey{Kind: clockAccusation, Seat: v.Accused.By, Day: v.Day}, talkTime
	case mafia.Notes:
		return turnKey{Kind: "notes", Night: v.Night}, notesTime
	case mafia.Over:
		return k, 0
	}
	if f.Barred != "" {
		return turnKey{Kind: clockBar, Round: f.BarredBy}, barTime
	}
	return k, 0
}

// ranOut does what the end of the deadline means.
func (m *motion) ranOut() error {
	f, clock := &m.f, m.s.clock
	_, what, _ := m.s.due()
	if what == waitUnder {
		clock = m.s.held
	}
	switch v := m.game.View(mafia.Board); {
	case what == waitStands:
		f.Stands, f.Second, f.Stood = false, 0, true
	case f.Counting:
		f.Counting = false
		return m.lead()
	case clock.turn.Kind == clockPoll:
		return m.count()
	case clock.turn.Kind == clockBar:
		f.Barred = ""
	case v.Phase == mafia.Opening:
		m.sunrise() // whoever has not looked can do so by day
	case v.Phase == mafia.Accusation:
		return m.play(mafia.Drop{})
	case v.Phase == mafia.Notes:
		f.Hushing = true // or the names would tell the cards of those who have not written
		for _, s := range living(&v).Minus(m.written()).List() {
			if err := m.blank(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// owner does what the machine's owner may, declare the game void, and what the server
// does by itself.
func (m *motion) owner(c mafia.Command) error {
	switch c := c.(type) {
	case Void:
		if m.s.voided {
			return m.s.no(WhyNotYours)
		}
		m.void()
		return nil
	case Move:
		return m.askToMove(c)
	case Claim:
		if !m.f.grants(c.To, c.Ticket, m.e.at) {
			return m.s.no(WhyNotNow)
		}
		m.f.opened(c)
		m.f.keep(c.To)
		return nil
	case Back:
		if !m.f.keep(c.To) {
			return errAlready
		}
		return nil
	}
	return m.s.no(WhyNotYours)
}

// askToMove asks whether a seat may be opened on another phone. What was said of that
// ticket before is void.
func (m *motion) askToMove(c Move) error {
	v, f := m.game.View(mafia.Board), &m.f
	if m.s.voided || v.Phase == mafia.Over || int(c.To) > len(v.Seats) || c.To < 1 || c.Ticket == "" {
		return m.s.no(WhyNotYours)
	}
	rests := m.e.at.Sub(time.UnixMilli(f.Rested)) < moveRest
	if f.Poll.Kind != "" || f.Counting || rests || !f.mayTry(&c) {
		return m.s.no(WhyNotNow)
	}
	f.tries(&c)
	if f.Granted == c.Ticket {
		f.Granted, f.GrantedTo, f.GrantedAt = "", 0, 0
	}
	if f.Denied == c.Ticket {
		f.Denied, f.DeniedTo = "", 0
	}
	others := living(&v).Minus(f.Absent).Without(c.To)
	m.ask(pollMove, 0, c.To, others.With(c.To), most(others))
	f.Poll.Ticket, f.Poll.Nick, f.Poll.Owned, f.Poll.Lost = c.Ticket, c.Nick, c.Owned, c.Lost
	return nil
}

// grants tells whether the friends have agreed to a ticket for a seat, and that holds.
func (f *friends) grants(seat mafia.Seat, ticket string, now time.Time) bool {
	return ticket != "" && f.Granted == ticket && f.GrantedTo == seat && now.Sub(time.UnixMilli(f.GrantedAt)) <= grantTime
}

// keep leaves a seat to the phone that has it: whatever was granted for it is used up or
// void, and in a running question its phone counts as present. It tells whether that
// changes anything.
func (f *friends) keep(seat mafia.Seat) (changed bool) {
	if f.GrantedTo == seat && f.Granted != "" {
		f.Granted, f.GrantedTo, f.GrantedAt = "", 0, 0
		changed = true
	}
	for _, p := range []*poll{&f.Poll, &f.Aside} {
		if p.Kind == pollMove && p.About == seat && p.Lost {
			p.Lost = false
			changed = true
		}
	}
	return changed
}

// settled tells whether a poll need not be waited for. A verdict waits for every hand, for
// the hands that are up are told (ORIGINAL-DAY-6). Night, the end of an accusation and
// of the game are decided once enough are for it or too many against. Whether
// somebody has vanished, or his seat goes to another phone, waits for his own word, unless
// too many are against; for the seat his own hand decides, and where his phone is away
// enough others do.
func (m *motion) settled() bool {
	p := &m.f.Poll
	switch may := p.Who.Minus(m.f.Absent); p.Kind {
	case pollNight, pollDone, pollStop, pollSun:
		return p.Up.Count() >= p.Need || may.Minus(p.Down).Count() < p.Need
	case pollMove:
		if (p.Up | p.Down).Has(p.About) || p.Lost && p.Up.Count() >= p.Need {
			return true
		}
		fallthrough
	case pollGone:
		return may.Without(p.About).Minus(p.Down).Count() < p.Need
	default:
		return may.Minus(p.Up|p.Down) == 0
	}
}

// moved notes what was decided about a seat and another phone: the word of its own
// phone, else more than half of the others.
func (m *motion) moved(p poll, passed bool) {
	f := &m.f
	f.Rested = m.e.at.UnixMilli()
	if own := p.Up | p.Down; own.Has(p.About) {
		passed = p.Up.Has(p.About)
	}
	if !passed {
		f.keep(p.About)
		f.Denied, f.DeniedTo = p.Ticket, p.About
		return
	}
	f.Granted, f.GrantedTo, f.GrantedAt = p.Ticket, p.About, m.e.at.UnixMilli()
}

// Moving is what has become of a ticket at a table of phones.
type Moving struct {
	Free    bool // nothing is secret any more: nobody need be asked
	Asking  bool // the friends are being asked
	Granted bool // they have said yes, which holds for two minutes, see Claim
	Denied  bool // they have not
}

// Moving tells what friends say about a ticket for a seat. At any other table it is Free.
func (t *Table) Moving(seat int, ticket string) (m Moving, err error) {
	err = t.call(t.hub.ctx, func() {
		f := t.s.friends
		if f == nil || t.s.voided || t.s.summary().Phase == mafia.Over {
			m.Free = true
			return
		}
		is := func(name string, of mafia.Seat) bool { return ticket != "" && name == ticket && int(of) == seat }
		m = Moving{
			Asking: is(f.Poll.Ticket, f.Poll.About) || is(f.Aside.Ticket, f.Aside.About), Denied: is(f.Denied, f.DeniedTo),
			Granted: f.grants(mafia.Seat(seat), ticket, time.Now()),
		}
	})
	return m, err
}

// Claim uses up what was granted to a ticket for a seat, before the seat is opened by it:
// one yes opens a seat once. *Refusal: WhyNotNow where nothing is granted any more, for
// it is void after two minutes, once the seat's own phone is back or acts, and when the
// friends have said no meanwhile.
func (t *Table) Claim(ctx context.Context, seat int, ticket string) error {
	return t.own(ctx, Claim{To: mafia.Seat(seat), Ticket: ticket})
}

// PhoneBack tells that the page of a seat's own phone was opened: nobody opens that seat
// on another phone by what was agreed to before. At any other table it does nothing.
func (t *Table) PhoneBack(ctx context.Context, seat int) error {
	if t.meta.Kind != KindPhones {
		return nil
	}
	return t.own(ctx, Back{To: mafia.Seat(seat)})
}

// own gives a command of the server's.
func (t *Table) own(ctx context.Context, c mafia.Command) error {
	raw, err := plain(c)
	if err != nil {
		return err
	}
	_, err = t.Command(ctx, Request{Who: t.Leader(), Command: raw, own: true})
	return err
}

// AskToMove asks the friends whether a seat may be opened on another phone. *Refusal: WhyNotNow while
// another question runs or that was asked too often.
func (t *Table) AskToMove(ctx context.Context, m Move) error {
	return t.own(ctx, m)
}

// Touched is when something was written down at the table last.
func (t *Table) Touched(ctx context.Context) (at time.Time, err error) {
	err = t.call(ctx, func() { at = t.s.at })
	return at, err
}
