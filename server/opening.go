package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

var (
	errSeatPlayed = failed(http.StatusConflict, "seat-played")
	errSeatAsked  = failed(http.StatusConflict, "seat-asked")
	errSeatDenied = failed(http.StatusConflict, "seat-denied")
	errSeatLater  = failed(http.StatusConflict, "seat-later")
)

// mayOpen tells whether a ticket may open its seat to a phone now. The host of a
// room decides by giving it; among friends nobody is host, so they are asked, for
// whoever opens a seat sees its card. A ticket whose table is gone is void.
// room.ErrTicket, errSeatAsked until they have answered, errSeatDenied, errSeatLater.
func (s *Server) mayOpen(ctx context.Context, ticket, phone string) error {
	k, name, err := s.room.Look(ticket)
	if err != nil {
		return err
	}
	t, err := s.Hub.Get(ctx, k.Table)
	if errors.Is(err, journal.ErrNoTable) {
		s.room.VoidTicket(ticket)
		return room.ErrTicket
	}
	if err != nil {
		return err
	}
	g, ok := s.room.Find(phone)
	if ok && g.Table == k.Table && g.Seat == k.Seat {
		return nil // it has the seat already
	}
	m, err := t.Moving(k.Seat, name)
	switch {
	case err != nil:
		return err
	case m.Free:
		return nil
	case m.Asking:
		return errSeatAsked
	case m.Denied:
		s.room.VoidTicket(ticket)
		return errSeatDenied
	case m.Granted:
		return claim(ctx, t, k.Seat, name)
	}
	if err := s.askFriends(ctx, t, table.Move{To: mafia.Seat(k.Seat), Ticket: name, Nick: g.Nick, Owned: true}); err != nil {
		return err
	}
	return errSeatAsked
}

// claim uses up the friends' yes. errSeatDenied where it is void by now.
func claim(ctx context.Context, t *table.Table, seat int, name string) error {
	err := t.Claim(ctx, seat, name)
	var no *table.Refusal
	if errors.As(err, &no) {
		return errSeatDenied
	}
	return err
}

// phoneBack tells a table that the page of a seat's phone was opened.
func (s *Server) phoneBack(ctx context.Context, g room.Guest) {
	if g.Seat == 0 {
		return
	}
	t, err := s.Hub.Get(ctx, g.Table)
	if err == nil {
		if t.Meta().Kind != table.KindPhones || !s.plays(ctx, g.Table) {
			return // a room's table is not asked at all: thousands may come back at once
		}
		err = t.PhoneBack(context.WithoutCancel(ctx), g.Seat)
	}
	if err != nil { // a yes that was not used holds for its two minutes
		s.Log.Warn("cannot note that a phone is back", "table", g.Table, "seat", g.Seat, "err", err)
	}
}

// askFriends asks whether a seat may be opened on another phone. errSeatLater.
func (s *Server) askFriends(ctx context.Context, t *table.Table, m table.Move) error {
	m.Lost = !slices.ContainsFunc(s.room.Guests(), func(g room.GuestView) bool {
		return g.Table == t.ID() && g.Seat == int(m.To) && g.Online
	})
	if err := t.AskToMove(ctx, m); err != nil {
		var no *table.Refusal
		if errors.As(err, &no) && no.Why == table.WhyNotNow {
			return errSeatLater
		}
		return err
	}
	s.Log.Info("friends are asked to open a seat on another phone", "table", t.ID(), "seat", m.To)
	return nil
}

// mySeat is a phone's word, at a table of friends that is being played, that a seat
// there is its owner's, whose other phone is dead: the friends are asked, and the phone
// sends it again until they have answered. addr is where the phone is. The host has no say in it. errSeatPlayed to
// a phone that plays already, errSeatLater, errSeatDenied.
func (s *Server) mySeat(ctx context.Context, g room.Guest, t *table.Table, sit room.Sit, addr string) error {
	if g.Seat > 0 && s.plays(ctx, g.Table) {
		return errSeatPlayed
	}
	name := "phone " + g.ID
	if g.AskTable != t.ID() || g.AskSeat != sit.Seat {
		m := table.Move{To: mafia.Seat(sit.Seat), Ticket: name, Nick: g.Nick, Place: s.place(addr)}
		if err := s.askFriends(ctx, t, m); err != nil {
			return err
		}
		return s.room.Ask(ctx, g.ID, t.ID(), sit.Seat)
	}
	m, err := t.Moving(sit.Seat, name)
	switch {
	case err != nil || m.Asking:
		return err
	case m.Granted && !m.Denied:
		if err := claim(ctx, t, sit.Seat, name); err != nil {
			return errors.Join(err, s.room.Ask(ctx, g.ID, "", 0))
		}
		s.Log.Info("seat opened by the friends", "table", t.ID(), "seat", sit.Seat)
		return s.room.Place(ctx, g.ID, t.ID(), sit.Seat, sit.Nick, sit.Person)
	}
	return errors.Join(errSeatDenied, s.room.Ask(ctx, g.ID, "", 0))
}

// place is a word for an address that tells it to nobody who reads a journal: it is
// another each time the program starts.
func (s *Server) place(addr string) string {
	if addr == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(s.pepper + addr))
	return hex.EncodeToString(sum[:6])
}

// returns lets somebody in whose nick is that of a phone that is away and sits at a
// table of friends: most likely it is he, with another phone. He comes in under a nick
// beside his, and the friends are asked. ok is false where it is otherwise.
func (s *Server) returns(ctx context.Context, phone, nick, addr string) (secret string, g room.Guest, ok bool) {
	old, found := s.room.Named(nick)
	if !found || old.Online || old.Seat == 0 || !s.plays(ctx, old.Table) {
		return "", g, false
	}
	t, err := s.Hub.Get(ctx, old.Table)
	if err != nil || t.Meta().Kind != table.KindPhones {
		return "", g, false
	}
	for n := 2; n <= mostFriends; n++ {
		secret, g, err = s.room.Enter(ctx, phone, fmt.Sprintf("%s %d", nick, n), "", false, addr)
		if !errors.Is(err, room.ErrTaken) {
			break
		}
	}
	if err != nil {
		return "", g, false
	}
	sit, err := s.sitter(ctx, old.Table, old.Seat)
	if err == nil {
		err = s.mySeat(ctx, g, t, sit, addr)
	}
	if err != nil { // he can ask again in the lobby
		s.Log.Info("friends are not asked about a seat", "table", old.Table, "seat", old.Seat, "err", err)
	}
	g, _ = s.room.Find(secret)
	return secret, g, true
}
