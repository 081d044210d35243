package room

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// How many phones there may be, and how fast they may come in. A whole club behind
// one address gets in at once; whoever makes up phones fills neither the room nor the
// host's list.
const (
	maxWaiting = 200    // without a seat
	maxGuests  = 20_000 // of a program that serves a whole tournament
	// lobbyOfOne is how many phones of one address may wait without a seat.
	lobbyOfOne = 60
	// An address may bring in burstOfOne phones at once and then one a second; all
	// together burstOfAll, and then three a second.
	burstOfOne, everyOfOne = 40, time.Second
	burstOfAll, everyOfAll = 120, time.Second / 3
	// Of a full room a phone has to go that was not seen for so long, with a seat
	// and without.
	awayFree, awaySeated = 12 * time.Hour, 7 * 24 * time.Hour
	// An address whose phones leave and come back takes no more than one in so long of
	// what all may bring in together.
	swapEvery = 10 * time.Second
)

// spot notes where and when a guest was seen; the caller holds mu.
func (r *Room) spot(id, addr string) {
	if _, in := r.keys[id]; in {
		r.from[id], r.seen[id] = addr, time.Now()
	}
}

// makeRoom lets one more phone in, and throws out one that has been away for long
// where the room is full. The caller holds change. ErrFull, ErrRush.
func (r *Room) makeRoom(ctx context.Context, addr string) error {
	guests, here, waiting := r.Guests(), 0, 0
	for _, g := range guests {
		if g.Seat > 0 {
			continue
		}
		waiting++
		if addr != "" && g.From == addr {
			here++
		}
	}
	if here >= lobbyOfOne {
		return ErrFull
	}
	if !r.coming.take(addr) {
		return ErrRush
	}
	if waiting < maxWaiting && len(guests) < maxGuests {
		return nil
	}
	id := r.longestAway(guests)
	if id == "" {
		id = newestOfTheCrowd(guests, here)
	}
	if id == "" {
		return ErrFull
	}
	return r.remove(ctx, id)
}

// newestOfTheCrowd is the phone that came last from the address that has most in the
// lobby, of those whose owner the host does not know: "" where no address has more than the
// newcomer's own will have. A phone whose page is open goes after those whose is not, unless
// its address has more than twice as many as theirs, and as the newcomer's.
func newestOfTheCrowd(guests []GuestView, own int) (id string) {
	away, n := newestOf(guests, own, false)
	here, more := newestOf(guests, own, true)
	if more > 2*max(n, own+1) {
		return here
	}
	return away
}

// newestOf is the newest of the greatest crowd of the phones whose page is open, or of the
// others, and how many that crowd has, 0 where there is none.
func newestOf(guests []GuestView, own int, online bool) (id string, n int) {
	count, last := map[string]int{}, map[string]string{}
	for _, g := range guests { // in the order in which they came
		if g.Seat > 0 || g.From == "" {
			continue
		}
		count[g.From]++
		if !g.known() && g.Online == online {
			last[g.From] = g.ID
		}
	}
	most := own + 1
	for _, g := range guests {
		if n := count[g.From]; n > most && last[g.From] != "" {
			most, id = n, last[g.From]
		}
	}
	if id == "" {
		return "", 0
	}
	return id, most
}

// longestAway is the guest who can go first, "" for none.
func (r *Room) longestAway(guests []GuestView) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	last := func(g GuestView) time.Time {
		if t, ok := r.seen[g.ID]; ok {
			return t
		}
		return time.UnixMilli(g.Since)
	}
	now := time.Now()
	guests = slices.DeleteFunc(slices.Clone(guests), func(g GuestView) bool {
		away := awayFree
		if g.Seat > 0 {
			away = awaySeated
		}
		return g.Online || now.Sub(last(g)) < away
	})
	if len(guests) == 0 {
		return ""
	}
	return slices.MinFunc(guests, func(a, b GuestView) int {
		return cmp.Or(cmp.Compare(min(a.Seat, 1), min(b.Seat, 1)), last(a).Compare(last(b)))
	}).ID
}

// rush counts who comes in. For each address, and for all, it keeps the moment at
// which whatever was taken is made good.
type rush struct {
	mu  sync.Mutex
	all time.Time
	by  map[string]time.Time
	// left is how many phones that came from an address have left again, and swapped
	// when one in place of those was last counted among all.
	left    map[string]int
	swapped map[string]time.Time
}

// leave notes that a phone has left by itself that came from an address.
func (x *rush) leave(addr string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.left == nil || len(x.left) >= watched {
		x.left, x.swapped = map[string]int{}, map[string]time.Time{}
	}
	if addr != "" {
		x.left[addr] = min(x.left[addr]+1, lobbyOfOne)
	}
}

// take lets one in, unless too many have come.
func (x *rush) take(addr string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	now := time.Now()
	if x.by == nil || len(x.by) >= watched {
		x.by = map[string]time.Time{} // to forget an address is to be kind to it
	}
	one, ok1 := pace(x.by[addr], now, burstOfOne, everyOfOne)
	all, ok2 := pace(x.all, now, burstOfAll, everyOfAll)
	back := x.left[addr] > 0
	if back && now.Sub(x.swapped[addr]) < swapEvery {
		all, ok2 = x.all, true
	}
	if addr != "" && !ok1 || !ok2 {
		return false
	}
	if back {
		x.left[addr]--
		if all != x.all {
			x.swapped[addr] = now
		}
	}
	x.by[addr], x.all = one, all
	return true
}

// pace adds one to what was taken by a moment, where burst may be open at once.
func pace(until, now time.Time, burst int, every time.Duration) (time.Time, bool) {
	if until.Before(now) {
		until = now
	}
	until = until.Add(every)
	return until, until.Sub(now) <= time.Duration(burst)*every
}
