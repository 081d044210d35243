package server

import (
	"context"
	"errors"
	"net/http"

	"omerta/journal"
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
	if g, ok := s.room.Find(phone); ok && g.Table == k.Table && g.Seat == k.Seat {
		return nil // it has the seat already
	}
	m, err := t.Moving(name)
	switch {
	case err != nil:
		return err
	case m.Free, m.Granted:
		return nil
	case m.Asking:
		return errSeatAsked
	case m.Denied:
		s.room.VoidTicket(ticket)
		return errSeatDenied
	}
	if err := t.AskToMove(ctx, k.Seat, name); err != nil {
		var no *table.Refusal
		if errors.As(err, &no) && no.Why == table.WhyNotNow {
			return errSeatLater
		}
		return err
	}
	s.Log.Info("friends are asked to open a seat on another phone", "table", k.Table, "seat", k.Seat)
	return errSeatAsked
}
