package server

import (
	"context"
	"encoding/json"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// movingKind is the kind of the documents that say at which tables a command may have
// changed who sits where, while the phones and the club have not followed it yet. They are
// made with the command, so that what a program that dies in between has left is done at
// the next start.
const movingKind = "moving"

// moving is what is to be done after such a command.
type moving struct {
	Before []room.Sit `json:"before"` // who sat there before it
	Back   bool       `json:"back"`   // a step was taken back: see Server.reseat
	Meets  string     `json:"meets"`  // the nick of a substitute whom the club is to meet, "" for none
}

// may tells whether a command may change who sits where: what is no substitution does
// where there was one.
func (m *moving) may(t *table.Table, verb mafia.Verb, subst bool) bool {
	if subst || verb == table.DoRedo {
		return true
	}
	seats := t.Meta().Seats
	for i, x := range m.Before {
		if i >= len(seats) || seats[i].Nick != x.Nick {
			return true
		}
	}
	return false
}

// commitMoving makes a command durable together with what is to be done after it.
func (s *Server) commitMoving(ctx context.Context, id string, m *moving, b journal.Batch) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	b.Put = append(b.Put, journal.Doc(movingKind, id, raw))
	return s.Store.Commit(context.WithoutCancel(ctx), b)
}

// moved does what is to be done after a command, which stands whatever comes of that.
func (s *Server) moved(ctx context.Context, t *table.Table, m *moving, noted bool) {
	if m.Meets != "" {
		if _, err := s.meet(ctx, m.Meets); err != nil {
			s.Log.Warn("cannot remember a substitute", "table", t.ID(), "err", err)
			noted = false // it is tried again at the next start
		}
		if s.club.Club().HasEnded(t.ID()) { // he is known only now
			s.lookAgain(t.ID())
		}
	}
	if err := s.reseat(ctx, t, m.Before, m.Back); err != nil {
		s.Log.Error("the phone of a seat may not be that of who sits there", "table", t.ID(), "err", err)
		return
	}
	if !noted {
		return
	}
	if err := s.Store.DeleteDoc(ctx, movingKind, t.ID()); err != nil {
		s.Log.Warn("cannot note that phones have followed a substitution", "table", t.ID(), "err", err)
	}
}

// finishMoves does what a program that died, or whose disk has failed, left to be done
// after commands.
func (s *Server) finishMoves(ctx context.Context) error {
	docs, err := s.Store.Docs(ctx, movingKind)
	if err != nil {
		return err
	}
	for _, d := range docs {
		var m moving
		t, err := s.Hub.Get(ctx, d.ID)
		if err == nil {
			err = json.Unmarshal(d.Data, &m)
		}
		if err == nil {
			m.Before, err = s.still(ctx, t, m.Before)
		}
		if err != nil {
			s.Log.Error("what a substitution has left to be done cannot be read", "table", d.ID, "err", err)
			continue
		}
		s.moved(ctx, t, &m, true)
	}
	return nil
}

// still are the seats as they were, but those that the phone of who sits there now has
// been given since.
func (s *Server) still(ctx context.Context, t *table.Table, before []room.Sit) ([]room.Sit, error) {
	now, err := sitters(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, g := range s.room.Guests() {
		if i := g.Seat - 1; g.Table == t.ID() && i >= 0 && i < len(before) && i < len(now) && g.Nick == now[i].Nick {
			before[i] = now[i]
		}
	}
	return before, nil
}
