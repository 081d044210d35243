package server

import (
	"context"
	"slices"

	"omerta/room"
)

// fitting leaves out of the lobby the newest of the address that has most there while they
// are too many to play: whoever brings several phones makes room for who has one. Where no
// address has more than another they stay too many.
func fitting(in []room.GuestView) []room.GuestView {
	for len(in) > mostFriends {
		by, most := map[string]int{}, 1
		for _, g := range in {
			by[g.From]++
			most = max(most, by[g.From])
		}
		if most == 1 || len(by) == 1 {
			break
		}
		last := -1
		for i, g := range in { // in the order in which they came
			if by[g.From] == most {
				last = i
			}
		}
		in = slices.Delete(slices.Clone(in), last, last+1)
	}
	return in
}

// home are the phones of the one address that more than half of the lobby have, as behind
// a proxy, with those of other addresses that agree to play with them: they deal to
// themselves as if they were alone, and nobody from elsewhere keeps them from it or makes
// them. nil where there is none, where enough for a game have come from elsewhere, for then
// it may be one device that makes up the most, and beside a hosted game.
func (s *Server) home(ctx context.Context) (list []room.GuestView, yes bool) {
	by, free := map[string]int{}, []room.GuestView{}
	for _, g := range s.room.Guests() {
		if g.Online && g.Seat > 0 && s.hosted(ctx, g.Table) {
			return nil, false
		}
		if g.Deals = agrees(&g); s.waits(ctx, &g) {
			by[g.From]++
			free = append(free, g)
		}
	}
	addr, most := "", 0
	for from, n := range by {
		if n > most {
			addr, most = from, n
		}
	}
	if most <= phonesOfOne || most*2 <= len(free) || len(by) > fewestFriends {
		return nil, false
	}
	agreed, own, guests := 0, 0, map[string]int{}
	for _, g := range free {
		if g.From == addr {
			list = append(list, g)
			if g.Deals {
				own++
			}
		}
	}
	agreed = own
	for _, g := range free {
		if guests[g.From]++; g.From != addr && g.Deals && guests[g.From] <= phonesOfOne && len(list) < mostFriends {
			list = append(list, g)
			agreed++
		}
	}
	return list, own*2 > most && agreed*2 > len(list)
}

// whoDeals are the phones that would be dealt to as the lobby stands, and whether they are.
func (s *Server) whoDeals(ctx context.Context) (list []room.GuestView, yes bool) {
	enough := func(list []room.GuestView) bool { return len(list) >= fewestFriends && len(list) <= mostFriends }
	in, _, there := s.lobby(ctx)
	if list, yes = vote(in, there-len(in)); yes && enough(list) {
		return list, true
	}
	list, yes = s.home(ctx)
	return list, yes && enough(list)
}
