package laws

import (
	"omerta/bot"
	"omerta/mafia"
)

// knowledge is whose cards a viewer may know, worked out from the journal alone:
// his own; those of black players by a black one, once a night has begun; all
// for the host, for a ghost, and after the end.
func knowledge(log []mafia.Event, v mafia.Viewer) mafia.Seats {
	roles := map[mafia.Seat]mafia.Role{}
	n, met, open := 0, false, true
	for _, e := range log {
		switch e := e.(type) {
		case mafia.Dealt:
			n = len(e.Roles)
			for i, r := range e.Roles {
				roles[mafia.Seat(i+1)] = r
			}
		case mafia.Carded:
			roles[e.Seat] = e.Role
		case mafia.Woke, mafia.Broke:
			met = true
		case mafia.Fell:
			met = met || !e.Acquaintance
		case mafia.Ended:
			open = false
		}
	}
	switch {
	case v.Kind == mafia.IsHost || v.Kind == mafia.IsGhost || !open:
		return mafia.FirstSeats(n)
	case v.Kind != mafia.IsPlayer:
		return 0
	}
	out := mafia.SeatsOf(v.Seat)
	if roles[v.Seat].Side() != mafia.Black || !met {
		return out
	}
	for s := mafia.Seat(1); int(s) <= n; s++ {
		if roles[s].Side() == mafia.Black {
			out = out.With(s)
		}
	}
	return out
}

// twin is another journal that the viewer cannot tell from this one: the cards
// that he does not know have changed places, and so has all that was done in
// secret. What is announced is the same.
func twin(log []mafia.Event, v mafia.Viewer, r *bot.Random) []mafia.Event {
	swap := shuffle(log, knowledge(log, v), r)
	n := mafia.Seat(len(log[0].(mafia.Dealt).Roles))
	any := func() mafia.Seat { return mafia.Seat(1 + r.Below(int(n))) }
	out := make([]mafia.Event, 0, len(log))
	for _, e := range log {
		switch x := e.(type) {
		case mafia.Dealt:
			roles := make([]mafia.Role, n)
			for s := mafia.Seat(1); s <= n; s++ {
				roles[swap[s]-1] = x.Roles[s-1]
			}
			x.Roles, x.Seed = roles, r.Uint64()
			x.Immune = r.Some(mafia.FirstSeats(int(n)), r.Below(4))
			e = x
		case mafia.Carded:
			x.Seat = swap[x.Seat]
			e = x
		case mafia.Acted:
			x.To, x.By, x.Answer, x.Blocked = any(), any(), []string{"", "yes", "no", "red", "black", "none"}[r.Below(6)], r.Once(2)
			e = x
		case mafia.Fired:
			e = mafia.Fired{Shots: []mafia.Shot{{By: any(), At: mafia.SeatsOf(any())}}}
		case mafia.Broke:
			x.Spent, x.Carry, x.Kept, x.Alibi = mafia.SeatsOf(any()), mafia.SeatsOf(any()), mafia.SeatsOf(any()), any()
			e = x
		case mafia.BestMoved:
			x.Hits = r.Below(4)
			e = x
		case mafia.Wrote:
			x.Name, x.Absent = any(), r.Once(2)
			e = x
		}
		out = append(out, e)
	}
	if v.Kind != mafia.IsDevice {
		out = stir(out, r)
	}
	return out
}

// shuffle gives each seat a seat whose card it takes; known seats keep theirs.
func shuffle(log []mafia.Event, known mafia.Seats, r *bot.Random) map[mafia.Seat]mafia.Seat {
	n := len(log[0].(mafia.Dealt).Roles)
	swap := map[mafia.Seat]mafia.Seat{}
	rest := mafia.FirstSeats(n).Minus(known)
	for s := mafia.Seat(1); int(s) <= n; s++ {
		swap[s] = s
		if !known.Has(s) {
			swap[s] = r.Pick(rest)
			rest = rest.Without(swap[s])
		}
	}
	return swap
}

// stir leaves a running night at another of its calls, and the notes of a
// running night at another number: nobody at the table is told.
func stir(log []mafia.Event, r *bot.Random) []mafia.Event {
	from := len(log)
	for from > 0 {
		switch log[from-1].(type) {
		case mafia.Acted, mafia.Fired, mafia.Woke, mafia.Wrote:
			from--
			continue
		}
		break
	}
	if from == len(log) {
		return log
	}
	if _, night := log[from].(mafia.Woke); night {
		from++ // the first call tells that the night has begun
	}
	return log[:from+r.Below(len(log)-from+1)]
}
