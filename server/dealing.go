package server

import (
	"context"
	"slices"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// dealingKind is the kind of the documents that say which tables were dealt and have not
// given all their seats to the phones yet. They are made with the table, so that a
// program that dies in between, or a disk that fails, leaves nobody without his seat.
const dealingKind = "dealing"

// dealing is that document of a table.
func dealing(id string) journal.NamedDoc { return journal.Doc(dealingKind, id, []byte("1")) }

// seatAll gives the seats of a hosted table to the phones of those who sit there, but for
// the seats in but, and notes that this is done.
func (s *Server) seatAll(ctx context.Context, t *table.Table, but mafia.Seats) error {
	sits, err := sitters(ctx, t)
	if err != nil {
		return err
	}
	sits = slices.DeleteFunc(sits, func(x room.Sit) bool { return but.Has(mafia.Seat(x.Seat)) })
	if err := s.room.Dealt(ctx, t.ID(), sits); err != nil {
		return err
	}
	return s.Store.DeleteDoc(ctx, dealingKind, t.ID())
}

// finishDeals gives the seats of tables to the phones where that was begun and not
// finished. Whoever has a seat there, or at a later table, by now keeps it.
func (s *Server) finishDeals(ctx context.Context) error {
	docs, err := s.Store.Docs(ctx, dealingKind)
	if err != nil || len(docs) == 0 {
		return err
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return err
	}
	later := map[string]bool{}
	for _, l := range all { // the newest first
		if slices.ContainsFunc(docs, func(d journal.Document) bool { return d.ID == l.ID }) {
			if err := s.finishDeal(ctx, &l, later); err != nil {
				return err
			}
		}
		later[l.ID] = true
	}
	return nil
}

// finishDeal is finishDeals of one table.
func (s *Server) finishDeal(ctx context.Context, l *table.Listed, later map[string]bool) error {
	t, err := s.Hub.Get(ctx, l.ID)
	if err != nil {
		s.Log.Error("a table whose seats were to be given to the phones cannot be opened", "table", l.ID, "err", err)
		return nil
	}
	if l.Kind == table.KindPhones {
		return s.seatFriends(ctx, t)
	}
	var settled mafia.Seats
	for _, g := range s.room.Guests() {
		for i, x := range l.Seats {
			own := x.PersonID != "" && g.Person == x.PersonID
			if g.Table == l.ID && g.Seat == i+1 || own && (g.Table == l.ID || later[g.Table]) {
				settled = settled.With(mafia.Seat(i + 1))
			}
		}
	}
	if l.Summary.Voided || over(l.Summary) {
		settled = mafia.FirstSeats(len(l.Seats))
	}
	return s.seatAll(ctx, t, settled)
}
