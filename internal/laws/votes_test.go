package laws

import (
	"fmt"
	"slices"

	"omerta/mafia"
)

// ballot is one vote as the ledger keeps it.
type ballot struct {
	round  int
	run    []mafia.Seat
	voters mafia.Seats
	hands  map[mafia.Seat]mafia.Hands
	fallen map[mafia.Seat]int
	lead   []mafia.Seat // the leaders, once it is closed
	passed bool         // the tied are to leave
}

// seeVote: every vote is counted once, and the vote falls where it should.
func (l *ledger) seeVote(e mafia.Event) string {
	b := &l.ballot
	switch e := e.(type) {
	case mafia.Opened:
		return l.opens(e)
	case mafia.Counted:
		bad := first(wrong(len(b.hands) >= len(b.run) || b.run[len(b.hands)] != e.For, "%d is voted on out of turn", e.For),
			wrong(e.Hands.Seats.Minus(b.voters&l.alive) != 0, "a vote of somebody who has none"),
			wrong(e.Hands.Seats&b.seats() != 0, "somebody votes twice"),
			wrong(e.Votes != e.Hands.N(), "%d hands make %d votes", e.Hands.N(), e.Votes))
		b.hands[e.For] = e.Hands
		return first(bad, wrong(b.raised() > b.voters.Count(), "%d hands of %d voters", b.raised(), b.voters.Count()))
	case mafia.Fallen:
		free := l.free()
		b.fallen[e.To] += e.Votes
		return first(wrong(l.w.opt["missing-votes"] != "last", "missing votes go to nobody here"),
			wrong(e.To != b.run[len(b.run)-1] || e.Votes != free, "%d missing votes, %d of them to %d", free, e.Votes, e.To))
	case mafia.Struck:
		l.drop(e.Seat)
		l.tied = slices.DeleteFunc(l.tied, func(x mafia.Seat) bool { return x == e.Seat })
		b.run = slices.DeleteFunc(b.run, func(x mafia.Seat) bool { return x == e.Seat })
		delete(b.hands, e.Seat)
		return wrong(l.alive.Has(e.Seat), "%d is struck and has not left", e.Seat)
	case mafia.Tied:
		if len(b.lead) > 0 { // nobody is left to vote anew: the tie stands
			may := l.alive.Minus(l.everyone)
			return wrong(may != 0 || l.w.opt["tie.revote-voters"] != "not-tied" || !slices.Equal(e.Seats, l.tied), "tied again without a vote")
		}
		l.tied = slices.Clone(e.Seats)
		l.everyone |= mafia.SeatsOf(e.Seats...)
		bad := l.closes()
		return first(bad, wrong(!slices.Equal(b.lead, e.Seats) || len(e.Seats) < 2, "tied are %v, most votes have %v", e.Seats, b.lead))
	case mafia.Asked:
		want := l.alive
		if l.w.opt["tie.question-voters"] == "not-tied" {
			want = want.Minus(l.everyone)
		}
		b.voters = e.Voters
		return wrong(e.Voters != want || want == 0, "%v answer", e.Voters.List())
	case mafia.Answered:
		b.passed = e.Passed
		return wrong(e.Passed != (2*e.Hands.N() > (b.voters&l.alive).Count()), "more than half of the asked")
	case mafia.Settled:
		return l.settles()
	}
	return ""
}

func (l *ledger) opens(e mafia.Opened) string {
	want, voters := slices.Clone(l.list), l.alive
	if e.Round > 1 {
		want = slices.Clone(l.tied)
		if l.w.opt["tie.revote-order"] == "reverse" {
			slices.Reverse(want)
		}
		if l.w.opt["tie.revote-voters"] == "not-tied" {
			voters = voters.Minus(l.everyone)
		}
	}
	l.ballot = ballot{round: e.Round, run: slices.Clone(e.Run), voters: e.Voters, hands: map[mafia.Seat]mafia.Hands{}, fallen: map[mafia.Seat]int{}}
	return first(wrong(!slices.Equal(e.Run, want), "voted on are %v, put up were %v", e.Run, want),
		wrong(e.Voters != voters, "voters are %v", e.Voters.List()),
		wrong(mafia.SeatsOf(e.Run...).Minus(l.alive) != 0, "somebody who has left is voted on"))
}

// seats are the voters whose hands are known.
func (b *ballot) seats() (out mafia.Seats) {
	for _, s := range b.run {
		out |= b.hands[s].Seats
	}
	return out
}

// raised is how many hands were counted in all; a voter who has left may be among them.
func (b *ballot) raised() int {
	n := 0
	for _, s := range b.run {
		n += b.hands[s].N()
	}
	return n
}

// free is how many living voters have not been counted.
func (l *ledger) free() int {
	n := (l.ballot.voters & l.alive).Minus(l.ballot.seats()).Count()
	for _, s := range l.ballot.run {
		n -= l.ballot.hands[s].Count
	}
	return max(n, 0)
}

// closes sums a ballot up: nothing is lost and nothing is made.
func (l *ledger) closes() string {
	b := &l.ballot
	if len(b.hands) < len(b.run) || len(b.run) == 0 {
		return fmt.Sprintf("a ballot closes with %d of %d votes held", len(b.hands), len(b.run))
	}
	sum, most, known := 0, 0, b.seats().Count()
	votes := map[mafia.Seat]int{}
	for _, s := range b.run {
		votes[s] = b.hands[s].N() + b.fallen[s]
		sum += votes[s]
		most = max(most, votes[s])
		known += b.hands[s].Count
	}
	if l.w.opt["missing-votes"] == "last" {
		known += l.missing()
	}
	b.lead = nil
	for _, s := range l.list { // in the order put up
		if v, in := votes[s]; in && v == most && most > 0 {
			b.lead = append(b.lead, s)
		}
	}
	return wrong(sum != known, "%d votes given, %d counted", known, sum)
}

// missing is free as it was before the missing votes fell.
func (l *ledger) missing() int { return l.free() }

// fallsOn: the vote takes only those on whom it fell.
func (l *ledger) fallsOn(e mafia.Departed) string {
	if e.Cause != mafia.VotedOut || l.w.book == "original" {
		return ""
	}
	b := &l.ballot
	switch {
	case e.Seat == l.alibi:
		return "CLUB-VOTE-6"
	case b.passed:
		return wrong(!slices.Contains(l.tied, e.Seat), "%d was not in question", e.Seat)
	case b.round == 0: // a single candidate goes without a vote
		return wrong(!slices.Equal(l.list, []mafia.Seat{e.Seat}), "%d leaves without a vote", e.Seat)
	}
	// He has left the table by now; the votes are summed up as they were.
	l.alive = l.alive.With(e.Seat)
	bad := l.closes()
	l.alive = l.alive.Without(e.Seat)
	return first(bad, wrong(!slices.Equal(b.lead, []mafia.Seat{e.Seat}), "%d leaves, most votes have %v", e.Seat, b.lead))
}

func (l *ledger) settles() string {
	if l.calm {
		l.quiet++
	}
	l.moment, l.circle = true, false
	l.ballot, l.tied = ballot{}, nil
	return ""
}
