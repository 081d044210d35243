package room

import (
	"context"
	"slices"
	"time"

	"omerta/names"
)

// Ask notes that a guest says a seat is his; the host decides. Seat 0 takes it
// back. ErrNoGuest.
func (r *Room) Ask(ctx context.Context, id, table string, seat int) error {
	r.change.Lock()
	defer r.change.Unlock()
	return r.alter(ctx, id, func(g *Guest) bool {
		if seat == 0 {
			table = ""
		}
		was := *g
		g.AskTable, g.AskSeat = table, seat
		return was != *g
	})
}

// Identify settles, by the host's word, whether a guest is the remembered person
// whose nick he has. ErrNoGuest.
func (r *Room) Identify(ctx context.Context, id string, seen Seen, yes bool) error {
	r.change.Lock()
	defer r.change.Unlock()
	if !r.still(id, seen) {
		return ErrChanged
	}
	return r.alter(ctx, id, func(g *Guest) bool {
		if yes && g.Claims != "" {
			g.Person, g.New, g.Lent = g.Claims, false, nil
		}
		g.Claims, g.Other = "", !yes
		return true
	})
}

// Claim notes that a person of a guest's nick is remembered: the host is asked whether
// this is he. ErrNoGuest, ErrChanged.
func (r *Room) Claim(ctx context.Context, id string, seen Seen, person string) error {
	r.change.Lock()
	defer r.change.Unlock()
	if !r.still(id, seen) {
		return ErrChanged
	}
	return r.alter(ctx, id, func(g *Guest) bool {
		was := g.Claims
		g.Claims = person
		return was != person
	})
}

// Seen is what of a guest his host had before him when he decided: a guest may
// change his nick in the same moment.
type Seen struct{ Nick, Claims string }

// still tells whether a guest is as he was seen; one who is gone is left to alter.
func (r *Room) still(id string, seen Seen) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, g, ok := r.byID(id)
	return !ok || g.Nick == seen.Nick && g.Claims == seen.Claims
}

// Belongs makes a guest a person that was made for him, and whom nobody has seen yet:
// he can be dealt to, but no limit trusts him more than a stranger. ErrNoGuest,
// ErrChanged.
func (r *Room) Belongs(ctx context.Context, id string, seen Seen, person string) error {
	r.change.Lock()
	defer r.change.Unlock()
	if !r.still(id, seen) {
		return ErrChanged
	}
	return r.alter(ctx, id, func(g *Guest) bool {
		g.Person, g.New, g.Claims, g.Other, g.Lent = person, true, "", false, nil
		return true
	})
}

// Asked is what of a guest his host had before him when he gave him a seat: a phone
// may turn to another seat in the same moment.
type Asked struct {
	Nick  string
	Table string
	Seat  int
}

// Admit gives a seat to a guest by the host's word, and takes it from any other
// phone. Who sits there is nick and person; a guest of another name has them for as
// long as he has the seat. ErrNoGuest, ErrChanged.
func (r *Room) Admit(ctx context.Context, id string, seen Asked, table string, seat int, nick, person string) error {
	r.change.Lock()
	defer r.change.Unlock()
	r.mu.RLock()
	_, g, ok := r.byID(id)
	r.mu.RUnlock()
	if ok && seen != (Asked{g.Nick, g.AskTable, g.AskSeat}) {
		return ErrChanged
	}
	return r.together(ctx, func() error {
		if err := r.admit(ctx, id, table, seat, nick, person); err != nil {
			return err
		}
		return r.alter(ctx, id, (*Guest).seen)
	})
}

// Place gives a seat to a guest as a deal or the friends have it, whatever he asks
// for. ErrNoGuest.
func (r *Room) Place(ctx context.Context, id, table string, seat int, nick, person string) error {
	r.change.Lock()
	defer r.change.Unlock()
	return r.admit(ctx, id, table, seat, nick, person)
}

// admit gives a seat and makes its tickets void; the caller holds change.
func (r *Room) admit(ctx context.Context, id, table string, seat int, nick, person string) error {
	r.void(table, seat)
	return r.bind(ctx, id, table, seat, func(g *Guest) {
		if names.Skeleton(g.Nick) == names.Skeleton(nick) && g.Lent == nil && (g.Person == "" || g.Person == person) {
			g.own(nick, person) // who has come under this nick is whom the host has seated
			return
		}
		g.lend(nick, person)
	})
}

// seen notes that the host has had a guest before him.
func (g *Guest) seen() bool {
	was := g.New
	if g.New = false; g.Lent != nil && g.Lent.New {
		own := *g.Lent
		own.New, was = false, true
		g.Lent = &own
	}
	return was
}

// own gives a guest a name for good.
func (g *Guest) own(nick, person string) {
	g.Nick, g.Lent = nick, nil
	if person != "" {
		g.Person, g.Claims, g.Other = person, "", false
	}
}

// lend gives a guest the name of a seat's sitter. One whose owner is known keeps
// his own: nobody becomes another person by a seat.
func (g *Guest) lend(nick, person string) {
	if g.known() {
		return
	}
	if g.Lent == nil {
		g.Lent = &Own{Nick: g.Nick, Claims: g.Claims, Other: g.Other, Person: g.Person, New: g.New}
	}
	if nick != "" {
		g.Nick = nick
	}
	g.Person, g.New, g.Claims, g.Other = person, false, "", false
}

// bind gives a seat to a guest, whom name calls as he is to be called there; the
// caller holds change. The others lose it first, so that a seat never has two phones;
// and whoever had it before a substitute has no claim to it any more.
func (r *Room) bind(ctx context.Context, id, table string, seat int, name func(*Guest)) error {
	return r.together(ctx, func() error {
		for _, o := range r.Guests() {
			if o.ID == id || o.Left == nil && (o.Table != table || o.Seat != seat) {
				continue
			}
			err := r.alter(ctx, o.ID, func(g *Guest) bool {
				sat := g.Table == table && g.Seat == seat && unseat(g)
				return g.disclaim(table, seat) || sat
			})
			if err != nil {
				return err
			}
		}
		return r.alter(ctx, id, func(g *Guest) bool {
			was := *g
			if g.Table != table || g.Seat != seat {
				unseat(g)
			}
			g.Table, g.Seat, g.AskTable, g.AskSeat, g.Deals = table, seat, "", 0, false
			name(g)
			g.Left = nil
			return was != *g
		})
	})
}

// unseat takes a seat away, and the name that it has lent.
func unseat(g *Guest) bool {
	was := *g
	g.Table, g.Seat = "", 0
	if g.Lent != nil {
		g.Nick, g.Person, g.Claims, g.Other = g.Lent.Nick, g.Lent.Person, g.Lent.Claims, g.Lent.Other
		g.New, g.Lent = g.Lent.New, nil
	}
	return was != *g
}

// disclaim forgets that a seat was taken from a phone for a substitute, any seat of the
// table for 0.
func (g *Guest) disclaim(table string, seat int) bool {
	if g.Left == nil || g.Left.Table != table || seat != 0 && g.Left.Seat != seat {
		return false
	}
	g.Left = nil
	return true
}

// Sit is who sits at a seat of a table that was dealt.
type Sit struct {
	Seat   int
	Nick   string
	Person string
}

// Dealt gives the seats of a new table to the phones of the persons who sit there. A
// phone that the host has let somebody in by in place of his own goes on being his, as
// long as its page is open or his own is away. Where two phones are one person's, or a
// phone has his name only from the seat that it had before and an owner of its own, it
// gets no card by itself: it asks for the seat, and the host decides. So does such a
// phone beside his own, where that is away.
func (r *Room) Dealt(ctx context.Context, table string, sits []Sit) error {
	r.change.Lock()
	defer r.change.Unlock()
	all := r.Guests()
	for _, s := range sits {
		if s.Person == "" {
			continue
		}
		p := phonesOf(all, s, sits)
		id := p.heir()
		if id != "" {
			err := r.bind(ctx, id, table, s.Seat, func(g *Guest) {
				if !g.is(s.Person) {
					g.lend(s.Nick, s.Person)
					return
				}
				g.own(s.Nick, s.Person)
				g.seen()
			})
			if err != nil {
				return err
			}
		}
		for _, g := range p.ask(id) {
			if err := r.alter(ctx, g.ID, func(g *Guest) bool { g.AskTable, g.AskSeat = table, s.Seat; return true }); err != nil {
				return err
			}
		}
	}
	return nil
}

// phones are those that a person who is dealt to may have in his hands.
type phones struct {
	nick string
	// own are those that he is the owner of, next those that were given his seat in place
	// of his own, lent those of others who have had his seat.
	own, next, lent []GuestView
}

// phonesOf are those of who sits somewhere. A phone whose owner sits there himself is no
// other's.
func phonesOf(all []GuestView, s Sit, sits []Sit) phones {
	p := phones{nick: s.Nick}
	for _, g := range all {
		switch {
		case g.is(s.Person):
			p.own = append(p.own, g)
		case g.Lent == nil || g.Person != s.Person:
		case g.Lent.Person != "" && slices.ContainsFunc(sits, func(o Sit) bool { return o.Person == g.Lent.Person }):
		case g.Lent.Other || g.Lent.Claims != "" && g.Lent.Claims != s.Person:
			p.lent = append(p.lent, g)
		default:
			p.next = append(p.next, g)
		}
	}
	return p
}

// heir is the phone that gets the card, "" for none.
func (p phones) heir() string {
	if len(p.next) == 1 {
		g := p.next[0]
		ticket := names.Skeleton(g.Lent.Nick) == names.Skeleton(p.nick) // it came in for the seat alone
		if !slices.ContainsFunc(p.own, func(o GuestView) bool { return o.Online }) || ticket && g.Online {
			return g.ID
		}
	}
	if len(p.own) == 1 {
		return p.own[0].ID
	}
	return ""
}

// ask are the phones that ask the host for the seat, when one has it, or none.
func (p phones) ask(heir string) []GuestView {
	switch {
	case heir == "" && len(p.own) > 1:
		return p.own
	case heir == "" || len(p.own) == 1 && p.own[0].ID == heir && !p.own[0].Online:
		// His phone is away, and others have had his seat before: most likely its battery is
		// dead, so those ask.
		return slices.Concat(p.next, p.lent)
	}
	return nil
}

// void makes the tickets of a seat void, of every seat for 0.
func (r *Room) void(table string, seat int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, t := range r.tickets {
		if t.Table == table && (seat == 0 || t.Seat == seat) {
			delete(r.tickets, k)
		}
	}
}

// Free takes a seat from whatever phone has it; seat 0 all seats of the table,
// which is gone.
func (r *Room) Free(ctx context.Context, table string, seat int) error {
	r.change.Lock()
	defer r.change.Unlock()
	r.void(table, seat)
	return r.together(ctx, func() error {
		for _, g := range r.Guests() {
			sits := g.Table == table && (seat == 0 || g.Seat == seat)
			asks := g.AskTable == table && seat == 0
			if !sits && !asks && g.Left == nil {
				continue
			}
			err := r.alter(ctx, g.ID, func(g *Guest) bool {
				if sits {
					unseat(g)
				}
				if asks {
					g.AskTable, g.AskSeat = "", 0
				}
				return g.disclaim(table, seat) || sits || asks
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Vacate takes a seat from its phone, if it has one, and makes its tickets void: another
// sits there now than was. Restore undoes it.
func (r *Room) Vacate(ctx context.Context, table string, was Sit) error {
	r.change.Lock()
	defer r.change.Unlock()
	r.void(table, was.Seat)
	for _, g := range r.Guests() {
		if g.Table != table || g.Seat != was.Seat {
			continue
		}
		err := r.alter(ctx, g.ID, func(g *Guest) bool {
			left := &Left{Table: table, Seat: was.Seat, Sitter: was.Nick, Lent: g.Lent != nil}
			unseat(g)
			left.Own = Own{Nick: g.Nick, Claims: g.Claims, Other: g.Other}
			g.Left = left
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Restore gives a seat back to the phone that has lost it by Vacate, now that the same
// person sits there again, and tells whether it did. A phone that has a seat meanwhile,
// or an owner of another name, gets nothing, and no other phone loses the seat by it.
// Tickets of whoever sat there meanwhile are void.
func (r *Room) Restore(ctx context.Context, table string, now Sit) (bool, error) {
	r.change.Lock()
	defer r.change.Unlock()
	r.void(table, now.Seat)
	id := ""
	for _, g := range r.Guests() {
		if g.Table == table && g.Seat == now.Seat {
			return false, nil // the host has given it
		}
		x := g.Left
		if x != nil && x.Table == table && x.Seat == now.Seat && x.Sitter == now.Nick &&
			g.Seat == 0 && g.Nick == x.Own.Nick && g.Other == x.Own.Other {
			id = g.ID
		}
	}
	if id == "" {
		return false, nil
	}
	return true, r.bind(ctx, id, table, now.Seat, func(g *Guest) {
		if g.Left.Lent {
			g.lend(now.Nick, now.Person)
		}
	})
}

// WantDeal notes whether a guest in the lobby wants cards to be dealt to all there.
// ErrNoGuest.
func (r *Room) WantDeal(ctx context.Context, id string, want bool) error {
	r.change.Lock()
	defer r.change.Unlock()
	return r.alter(ctx, id, func(g *Guest) bool {
		was := *g
		g.Deals = want && g.Seat == 0
		return was != *g
	})
}

// Rename gives a guest another nick by the host's word. ErrNoGuest, ErrNick,
// ErrTaken. Whom of that nick the program remembers is person, "" for nobody: the
// guest claims to be him, unless it is settled who he is.
func (r *Room) Rename(ctx context.Context, id, nick, person string) error {
	nick, ok := names.Nick(nick)
	if !ok {
		return ErrNick
	}
	r.change.Lock()
	defer r.change.Unlock()
	if r.twin(nick, id) {
		return ErrTaken
	}
	return r.alter(ctx, id, func(g *Guest) bool {
		if g.Lent != nil { // the new nick is his own; the card of the seat stays
			g.Lent = &Own{Nick: nick, Claims: person}
		}
		g.Nick, g.Other = nick, false
		if g.Person == "" {
			g.Claims = person
		}
		return true
	})
}

// Remove sends a phone out: its secret opens nothing any more. ErrNoGuest.
func (r *Room) Remove(ctx context.Context, id string) error {
	r.change.Lock()
	defer r.change.Unlock()
	return r.remove(ctx, id)
}

// Leave takes a phone out by its owner's wish. ErrNoGuest.
func (r *Room) Leave(ctx context.Context, id string) error {
	r.change.Lock()
	defer r.change.Unlock()
	r.mu.RLock()
	addr := r.came[id]
	r.mu.RUnlock()
	if err := r.remove(ctx, id); err != nil {
		return err
	}
	r.coming.leave(addr)
	return nil
}

// remove is Remove; the caller holds change.
func (r *Room) remove(ctx context.Context, id string) error {
	r.mu.RLock()
	key, g, ok := r.byID(id)
	r.mu.RUnlock()
	if !ok {
		return ErrNoGuest
	}
	if err := r.store.DeleteDoc(ctx, guestKind, key); err != nil {
		return err
	}
	r.mu.Lock()
	r.drop(g)
	delete(r.guests, key)
	delete(r.keys, id)
	delete(r.from, id)
	delete(r.came, id)
	delete(r.seen, id)
	r.tell()
	r.mu.Unlock()
	return nil
}

// Expel sends a phone out so that it cannot come back by what its owner knows: the
// link, the code and the board's link, which shows both, are made new. With id ""
// it sends out all phones without a seat. ErrNoGuest, and then the door is new all
// the same.
func (r *Room) Expel(ctx context.Context, id string) error {
	r.change.Lock()
	defer r.change.Unlock()
	if err := r.setDoor(ctx, Door{Token: secret(), Code: newCode(), Board: secret(), Locked: r.Door().Locked}); err != nil {
		return err
	}
	if id != "" {
		return r.remove(ctx, id)
	}
	for _, g := range r.Guests() {
		if g.Seat > 0 {
			continue
		}
		if err := r.remove(ctx, g.ID); err != nil {
			return err
		}
	}
	return nil
}

// Ticket makes a ticket for a seat; older ones for the same seat are void.
// Tickets do not outlive the program.
func (r *Room) Ticket(table string, seat int, nick, person string) Ticket {
	t := Ticket{Secret: secret(), Table: table, Seat: seat, Nick: nick, Person: person, Expires: time.Now().Add(TicketLife)}
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, o := range r.tickets {
		if o.Table == table && o.Seat == seat || time.Now().After(o.Expires) {
			delete(r.tickets, k)
		}
	}
	r.tickets[hashed(t.Secret)] = t
	return t
}

// Look gives a ticket without using it, and the name by which others may know it,
// which opens nothing. ErrTicket.
func (r *Room) Look(ticket string) (t Ticket, name string, err error) {
	h := hashed(ticket)
	r.mu.RLock()
	defer r.mu.RUnlock()
	t, ok := r.tickets[h]
	if !ok || time.Now().After(t.Expires) {
		return Ticket{}, "", ErrTicket
	}
	return t, h, nil
}

// VoidTicket makes a ticket void.
func (r *Room) VoidTicket(ticket string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tickets, hashed(ticket))
}

// Redeem opens a ticket's seat to a phone, and gives the phone's secret. A phone
// that is not in comes in by it, also where the room is locked. ErrTicket.
func (r *Room) Redeem(ctx context.Context, ticket, phone string) (string, Guest, error) {
	r.change.Lock()
	defer r.change.Unlock()
	h := hashed(ticket)
	r.mu.RLock()
	t, ok := r.tickets[h]
	r.mu.RUnlock()
	if !ok || time.Now().After(t.Expires) {
		return "", Guest{}, ErrTicket
	}
	g, in := r.Find(phone)
	err := r.together(ctx, func() error {
		if !in {
			phone = secret()
			g = Guest{ID: secret()[:12], Nick: t.Nick, Claims: t.Person, Since: time.Now().UnixMilli()}
			if err := r.put(ctx, hashed(phone), g); err != nil {
				return err
			}
		}
		return r.bind(ctx, g.ID, t.Table, t.Seat, func(g *Guest) { g.lend(t.Nick, t.Person) })
	})
	if err != nil {
		return "", Guest{}, err
	}
	r.mu.Lock()
	delete(r.tickets, h)
	r.mu.Unlock()
	g, _ = r.Find(phone)
	return phone, g, nil
}
