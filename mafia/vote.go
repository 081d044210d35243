package mafia

import "math/bits"

// voteOff tells why no vote is held after this circle: a rule, or ""; and
// whether the single candidate leaves without one.
func (g *Game) voteOff() (rule string, leaves bool) {
	single := g.rb.SingleLater
	if g.day <= 1 {
		single = g.rb.SingleFirst
	}
	switch {
	case g.list.cancel:
		return g.rb.Cites["cancel"], false
	case g.list.n == 0:
		return g.rb.Cites["no-candidate"], false
	case g.list.n == 1 && !single:
		return g.rb.Cites["single-stays"], false
	case g.list.n == 1:
		return g.rb.Cites["single-leaves"], true
	}
	return "", false
}

// openVote goes from the end of the circle to the ballot, or past it.
func (d *draft) openVote() {
	off, leaves := d.voteOff()
	if off == "" {
		emit(d, Opened{Round: 1, Run: d.list.list(), Voters: d.alive})
		return
	}
	emit(d, VoteOff{Rule: off})
	if leaves {
		d.fallOn(d.list.at[0], off)
		return
	}
	d.conclude(0, off)
}

// fallOn lets the vote fall on one: he leaves, unless he has an alibi.
func (d *draft) fallOn(s Seat, rule string) {
	if d.excused(s) {
		emit(d, Excused{Seat: s})
		d.conclude(0, d.rb.cite(WhyNomAlibi))
		return
	}
	d.conclude(SeatsOf(s), rule)
}

// excused reports an alibi for today (CLUB-VOTE-6).
func (g *Game) excused(s Seat) bool { return g.rb.Alibi != NoAlibi && g.list.alibi == s }

// free is how many votes may still be cast. Nobody knows by number whether a
// voter who has left had cast his: so many hands as may have been his leave room
// for as many others (CITY-VOTE-10).
func (g *Game) free() int {
	return max(g.freeSeats().Count()+int(g.vote.gone)-g.vote.told(), 0)
}

// missing is how many of the living have surely not voted: each hand told by
// number may be one of theirs (CITY-VOTE-10).
func (g *Game) missing() int { return max(g.freeSeats().Count()-g.vote.told(), 0) }

// told is how many hands were told by number only.
func (v *vote) told() int {
	n := 0
	for t := v.unnamed; t != 0; t &= t - 1 {
		n += int(v.hands[bits.TrailingZeros64(t)])
	}
	return n
}

// leave lets a voter leave the running ballot: a hand told by number that no
// other who has left accounts for may have been his.
func (v *vote) leave(s Seat) {
	if v.voters.Has(s) && !v.cast.Has(s) && int(v.gone) < v.told() {
		v.gone++
	}
}

// raised are the hands for the i-th of the run.
func (v *vote) raised(i int) Hands {
	if v.unnamed>>i&1 == 1 {
		return Hands{Count: int(v.hands[i]), Counted: true}
	}
	return Hands{Seats: v.hands[i]}
}

// raise counts hands for the i-th of the run.
func (v *vote) raise(i int, h Hands) {
	if h.Counted {
		v.hands[i], v.unnamed = Seats(h.Count), v.unnamed|1<<i
		return
	}
	v.hands[i], v.unnamed = h.Seats, v.unnamed&^(1<<i)
	v.cast |= h.Seats
}

// strike takes the i-th out of the run; votes cast for him are free again.
func (v *vote) strike(i int) {
	v.cast = v.cast.Minus(v.raised(i).Seats)
	last := v.run.n - 1
	copy(v.hands[i:last], v.hands[i+1:])
	copy(v.total[i:last], v.total[i+1:])
	v.hands[last], v.total[last] = 0, 0
	low := uint64(1)<<i - 1
	v.unnamed = v.unnamed&low | v.unnamed>>1&^low
	v.gone = min(v.gone, int16(v.told()))
	v.run.drop(v.run.at[i])
	if i < v.at {
		v.at--
	}
}

// freeSeats is the set of those who may still vote, as far as known by seat.
func (g *Game) freeSeats() Seats { return (g.vote.voters & g.alive).Minus(g.vote.cast) }

// count closes the vote on one candidate.
func (d *draft) count(c Vote) {
	emit(d, Counted{For: c.For, Hands: c.Hands, Votes: c.Hands.N()})
	d.goOnVoting()
}

// goOnVoting closes the ballot when all its candidates were voted on.
func (d *draft) goOnVoting() {
	v := &d.vote
	if v.run.n == 0 {
		d.conclude(0, d.rb.Cites["no-candidate"])
		return
	}
	if v.at < v.run.n {
		return
	}
	if left := d.missing(); d.rb.MissingLast && left > 0 {
		emit(d, Fallen{To: v.run.at[v.run.n-1], Votes: left})
	}
	d.closeBallot()
}

// leaders are those with the most votes, in the order put up; none when nobody
// has a vote.
func (g *Game) leaders() (queue, Seats) {
	v := &g.vote
	most := 0
	for i := 0; i < v.run.n; i++ {
		most = max(most, int(v.total[i]))
	}
	var out queue
	if most == 0 {
		return out, 0
	}
	var set Seats
	for i := 0; i < v.run.n; i++ {
		if int(v.total[i]) == most {
			set = set.With(v.run.at[i])
		}
	}
	for i := 0; i < g.list.n; i++ {
		if set.Has(g.list.at[i]) {
			out.push(g.list.at[i])
		}
	}
	return out, set
}

func (d *draft) closeBallot() {
	lead, set := d.leaders()
	switch lead.n {
	case 0:
		d.conclude(0, d.rb.Cites["no-votes"])
		return
	case 1:
		d.fallOn(lead.at[0], d.rb.Cites["most-votes"])
		return
	}
	d.tie(d.vote.round, lead.list(), set)
}

// tie goes on from a ballot, the round-th of the day, that ended in a tie.
func (d *draft) tie(round int, seats []Seat, set Seats) {
	f := TieFacts{Round: round, Tied: set, Alive: d.alive}
	if f.Round > 1 {
		f.Earlier = d.vote.tied.in
	}
	emit(d, Tied{Seats: seats})
	f.Everyone = d.vote.everyone
	switch d.rb.Tie.Resolve(f) {
	case DefendAgain:
		emit(d, Pleaded{})
	case AskAll:
		d.ask()
	default:
		d.conclude(0, d.rb.Cites["tie-stays"])
	}
}

// ask puts the question whether all the tied leave; with nobody to answer it,
// nobody leaves (CITY-TIE-4).
func (d *draft) ask() {
	voters := d.alive
	if !d.rb.QuestionTied {
		voters = voters.Minus(d.vote.everyone)
	}
	if voters == 0 {
		d.conclude(0, d.rb.Cites["nobody-votes"])
		return
	}
	emit(d, Asked{Voters: voters})
}

// openRevote opens the vote among the tied after their defences.
func (d *draft) openRevote() {
	run := d.vote.tied.list()
	if d.rb.RevoteBack {
		for i, j := 0, len(run)-1; i < j; i, j = i+1, j-1 {
			run[i], run[j] = run[j], run[i]
		}
	}
	voters := d.alive
	if !d.rb.RevoteTied {
		voters = voters.Minus(d.vote.everyone)
	}
	switch {
	case len(run) == 0:
		d.conclude(0, d.rb.Cites["nobody-votes"])
		return
	case voters == 0: // all are tied, and nobody is left to vote: the tie stands
		d.tie(d.vote.round+1, d.vote.tied.list(), d.vote.tied.in)
		return
	}
	emit(d, Opened{Round: d.vote.round + 1, Run: run, Voters: voters, Waits: true})
}

// need is how many hands pass the question: more than half of those who are asked.
func (g *Game) need() int { return (g.vote.voters&g.alive).Count()/2 + 1 }

func (d *draft) oust(h Hands) {
	need := d.need()
	passed := h.N() >= need
	emit(d, Answered{Hands: h, Need: need, Passed: passed})
	if !passed {
		d.conclude(0, d.rb.Cites["question"])
		return
	}
	out := Seats(0)
	for i := 0; i < d.vote.tied.n; i++ {
		if s := d.vote.tied.at[i]; d.excused(s) {
			emit(d, Excused{Seat: s})
		} else {
			out = out.With(s)
		}
	}
	d.conclude(out, d.rb.Cites["question"])
}

// conclude ends the day's vote as a whole: who leaves by it leaves, then
// victory is judged, then the quiet day is counted.
func (d *draft) conclude(out Seats, rule string) {
	order := d.list.queue
	for i := 0; i < order.n; i++ {
		if s := order.at[i]; out.Has(s) {
			emit(d, Departed{Seat: s, Cause: VotedOut})
			emit(d, Owed{Seat: s})
		}
	}
	d.settleQuiet()
	emit(d, Settled{Stayed: out == 0, Rule: rule})
	d.judgeVictory(-1)
}
