package server

import (
	"cmp"
	"context"
	"slices"
	"time"

	"omerta/mafia"
	"omerta/table"
)

// crowds tells from how many addresses phones look at each table, or did so of late: a
// screen that goes dark at night changes nothing, and phones that somebody makes up on one
// device are one.
func (s *Server) crowds() map[string]int {
	from := map[string]map[string]bool{}
	for _, g := range s.room.Guests() {
		if g.Seat == 0 || !g.Online && time.Since(g.Seen) > endFor {
			continue
		}
		if from[g.Table] == nil {
			from[g.Table] = map[string]bool{}
		}
		from[g.Table][g.From] = true
	}
	out := map[string]int{}
	for id, all := range from {
		out[id] = len(all)
	}
	return out
}

// running tells whether a game goes on at a table, as far as the list has it.
func running(l *table.Listed) bool {
	return !l.Summary.Voided && l.Summary.Outcome.Winner == mafia.NoWinner
}

// friendsShown is which of the games of friends a board shows: the one with phones of most
// addresses, of equals the one that began first, for a game is not to be pushed aside by
// others that come after it; "" where nobody looks at any. all are newest first.
func (s *Server) friendsShown(ctx context.Context, all []table.Listed) (id string) {
	crowds, best := s.crowds(), 0
	for _, l := range slices.Backward(all) {
		n := crowds[l.ID]
		if n <= best || l.Kind != table.KindPhones || l.Summary.Voided {
			continue
		}
		if running(&l) || s.touched(ctx, l.ID, endFor) {
			id, best = l.ID, n
		}
	}
	return id
}

// How much a table that is being played concerns a phone without a seat.
const (
	rankHosted  = iota // a host leads it now
	rankFriends        // friends look at it
	rankLeft           // it was left behind
)

// byCrowd sorts the tables that are being played for a phone without a seat: those that
// hosts lead first, then games of friends by how many look at them, of equals the one that
// began first, so that made-up games fill no list. all are newest first, and so is the rest.
func (s *Server) byCrowd(ctx context.Context, all []table.Listed) []table.Listed {
	crowds, looked := s.crowds(), 0
	rank, place := map[string]int{}, map[string]int{}
	out := []table.Listed{}
	for i, l := range all {
		if !running(&l) {
			continue
		}
		out = append(out, l)
		n := crowds[l.ID]
		rank[l.ID], place[l.ID] = rankLeft, i
		switch {
		case l.Kind == table.KindPhones:
			if n > 0 {
				rank[l.ID], place[l.ID] = rankFriends, -i
			}
		case n > 0:
			rank[l.ID] = rankHosted
		case looked < openShown:
			looked++
			if s.touched(ctx, l.ID, ledFor) {
				rank[l.ID] = rankHosted
			}
		}
	}
	slices.SortFunc(out, func(a, b table.Listed) int {
		by := cmp.Compare(rank[a.ID], rank[b.ID])
		if by == 0 && rank[a.ID] == rankFriends {
			by = cmp.Compare(crowds[b.ID], crowds[a.ID])
		}
		return cmp.Or(by, cmp.Compare(place[a.ID], place[b.ID]))
	})
	return out
}
