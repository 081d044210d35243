package mafia

// Most facts of a game are turns, passes, calls and candidates, over and over
// the same ones. They are made once, here: an event never changes, so all games
// can hold the same, and a log costs an allocation only for the rest.
var (
	passedBy    = facts(func(kind, s int) Event { return Passed{Seat: Seat(s), Kind: turns[kind]} }, len(turns), MaxSeats+1)
	turnedTo    = facts(func(_, s int) Event { return Turned{Seat: Seat(s)} }, 1, MaxSeats+1)[0]
	wokenAt     = facts(func(call, r int) Event { return Woke{Call: call, Role: Role(r)} }, 2*int(roleCount), int(roleCount))
	nominatedBy = facts(func(by, to int) Event { return Nominated{Seat(by), Seat(to)} }, MaxSeats+1, MaxSeats+1)
	withdrawnBy = facts(func(by, to int) Event { return Withdrawn{Seat(by), Seat(to)} }, MaxSeats+1, MaxSeats+1)
)

// facts makes a table of facts.
func facts(fact func(i, j int) Event, rows, columns int) [][]Event {
	out := make([][]Event, rows)
	for i := range out {
		out[i] = make([]Event, columns)
		for j := range out[i] {
			out[i][j] = fact(i, j)
		}
	}
	return out
}
