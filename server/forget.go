package server

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	clubs "omerta/club"
	"omerta/journal"
	"omerta/say"
	"omerta/table"
)

// untouched is how long nothing must have happened at a game that has no end for its
// journal to be written anew: that would end the streams of those who play it.
const untouched = time.Hour

// wiped is what a seat is called whose player was forgotten. Records have one
// language, and people read them in both.
func wiped(seat int) string { return say.T(say.RU, "club.nobody", nil) + " " + strconv.Itoa(seat) }

func isWiped(nick string) bool {
	return strings.HasPrefix(nick, say.T(say.RU, "club.nobody", nil)+" ")
}

// forgetNames wipes whatever lies outside the club about people who were forgotten:
// their nicks in the journals of games, and what the host has written about them in
// the games of before. It can be done any number of times.
func (s *Server) forgetNames(ctx context.Context) error {
	c := s.club.Club()
	gone := map[string]bool{}
	for _, id := range c.Forgotten() {
		gone[id] = true
	}
	if len(gone) == 0 {
		return nil
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return err
	}
	errs := []error{s.scrubBefore(ctx, c, gone)}
	for i := range all {
		errs = append(errs, s.scrubTable(ctx, c, gone, &all[i]))
	}
	return errors.Join(errs...)
}

// scrubTable wipes nicks of one table. A game that is being played waits for its end.
func (s *Server) scrubTable(ctx context.Context, c *clubs.Club, gone map[string]bool, l *table.Listed) error {
	nicks, err := s.nicksOf(ctx, c, gone, l)
	if err != nil || len(nicks) == 0 {
		return err
	}
	if !over(l.Summary) && !l.Summary.Voided {
		t, err := s.Hub.Get(ctx, l.ID)
		if err != nil {
			return err
		}
		if at, err := t.Touched(ctx); err != nil || time.Since(at) < untouched {
			return err
		}
	}
	_, err = s.Hub.Rename(ctx, l.ID, func(nick string) string {
		if now, ok := nicks[nick]; ok {
			return now
		}
		return nick
	})
	if errors.Is(err, journal.ErrNoTable) {
		return nil
	}
	if err == nil {
		s.Log.Info("names of people who were forgotten wiped", "table", l.ID)
	}
	return err
}

// nicksOf finds under which nicks people who were forgotten sat at a table, and what
// they are to be called there.
func (s *Server) nicksOf(ctx context.Context, c *clubs.Club, gone map[string]bool, l *table.Listed) (map[string]string, error) {
	out := map[string]string{}
	dealt := map[int]bool{}
	for i, seat := range l.Seats {
		if gone[c.Resolve(seat.PersonID)] {
			dealt[i] = true
			if !isWiped(seat.Nick) {
				out[seat.Nick] = wiped(i + 1)
			}
		}
	}
	seats, _ := c.Seats(l.ID)
	for i, id := range seats {
		if !gone[id] || dealt[i] { // who sat down there by his nick alone, or for another
			continue
		}
		t, err := s.Hub.Get(ctx, l.ID)
		if errors.Is(err, journal.ErrNoTable) || errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrNewer) {
			return nil, nil //nolint:nilerr // nothing of it can be written anew
		}
		if err != nil {
			return nil, err
		}
		v, err := t.View(ctx, t.Leader())
		if err != nil {
			return nil, err
		}
		if i < len(v.Seats) && !isWiped(v.Seats[i].Nick) {
			out[v.Seats[i].Nick] = wiped(i + 1)
		}
	}
	return out, nil
}
