package say

import (
	"slices"

	"omerta/mafia"
)

// cancels are the rules by which a removal calls a vote off.
var cancels = []string{"CITY-FOUL-8", "CLASSIC-FOUL-8", "CLUB-VOTE-7"}

// unvoted are the rules by which a single candidate leaves without a vote.
var unvoted = []string{"CITY-VOTE-4", "CLASSIC-VOTE-8", "CLUB-VOTE-5"}

func (c *scene) voteCall() {
	v := c.v
	c.title("title.vote")
	if v.NoVote != "" {
		c.noVote()
		return
	}
	list := seatsOf(v.Candidates)
	c.aloud("aloud.candidates", "seats", list)
	if c.book == "classic" { // CLASSIC-VOTE-1
		c.aloud("aloud.candidates-again", "seats", list)
	}
	c.aloud("aloud.hands") // CITY-VOTE-9, CLUB-VOTE-1
	c.votesFirst()
	c.rule("hint.hands-early", []string{"CLASSIC-VOTE-3"})
	c.rule("hint.hand-back", []string{"CLASSIC-VOTE-4"})
	c.rule("hint.silence", []string{"CLUB-VOTE-1"})
	c.proceed("do.vote-opens")
}

// votesFirst names who has closed the circle.
func (c *scene) votesFirst() {
	if c.seat(c.v.Closer).In && c.v.Ballot.Round <= 1 {
		c.rule("hint.votes-first", []string{"CITY-VOTE-7"}, "seat", c.v.Closer)
	}
}

func (c *scene) noVote() {
	v := c.v
	switch n := len(v.Candidates); {
	case slices.Contains(cancels, v.NoVote):
		c.aloud("aloud.vote-cancelled")
	case n == 0:
		c.aloud("aloud.no-candidates")
	default:
		s := v.Candidates[0].Seat
		c.aloud(pick(v.Leaves == s, "aloud.single-leaves", "aloud.single"), "seat", s)
		c.single(s)
	}
	c.hint("hint.no-vote", "rule", v.NoVote)
	c.proceed("do.go-on")
}

// single tells what becomes of a sole candidate.
func (c *scene) single(s mafia.Seat) {
	switch {
	case c.seat(s).Alibi:
		c.rule("hint.alibi-stays", []string{"CLUB-VOTE-6"}, "seat", s)
	case c.v.Leaves == s:
		c.hint("hint.single-leaves", "seat", s, "rule", c.v.NoVote)
	default:
		c.hint("hint.single-stays", "seat", s, "rule", c.v.NoVote)
	}
}

func (c *scene) ballot() {
	b := c.v.Ballot
	first := !slices.ContainsFunc(c.v.Candidates, func(x mafia.Candidate) bool { return x.Closed })
	c.title("title.vote")
	if b.Round > 1 {
		c.title("title.revote")
	}
	c.aloud("aloud.vote", "seat", b.Current)
	if first {
		c.votesFirst()
		c.abstains(revoting)
	}
	c.remaining()
	if c.seat(b.Current).Alibi {
		c.rule("hint.alibi-vote", []string{"CLUB-VOTE-6"}, "seat", b.Current)
	}
	c.button(mafia.Vote{For: b.Current}, "do.vote-closes")
}

// revoting are the rules that say who votes in a revote.
var revoting = []string{"CITY-TIE-2", "CLASSIC-TIE-2", "CLUB-TIE-1"}

// revote announces the vote among the tied, so that the end of the last defence
// does not open it by itself.
func (c *scene) revote() {
	c.title("title.revote")
	c.aloud("aloud.revote", "seats", seatsOf(c.v.Candidates))
	c.abstains(revoting)
	c.proceed("do.revote")
}

// tally tells the votes of the ballot that is over: 5 – 3.
func (c *scene) tally() {
	list := make([]any, len(c.v.Tally))
	for i, x := range c.v.Tally {
		list[i] = c.line("hint.tally-one", "seat", x.Seat, "n", x.Votes)
	}
	if len(list) > 0 {
		c.hint("hint.tally", "list", list)
	}
}

// abstains names who is at the table and does not vote.
func (c *scene) abstains(ids []string) {
	out := c.those(func(s mafia.SeatView) bool { return s.In && !c.v.Ballot.Voters.Has(s.Seat) })
	if len(out) > 0 {
		c.rule("hint.not-voting", ids, "seats", out)
	}
}

// remaining tells how many votes are free, and whose they become.
func (c *scene) remaining() {
	b := c.v.Ballot
	most := b.Left
	for i := range c.v.Offers { // one more where a voter who has left may be among hands told by number
		if o := &c.v.Offers[i]; o.Do == mafia.DoVote {
			most = o.Max
		}
	}
	ids := []string{"CITY-VOTE-2", "CLASSIC-VOTE-5", "CLUB-VOTE-3"}
	switch {
	case most == 0:
		c.hint("hint.votes-spent")
	case b.ToLast == 0 || b.Left == 0:
		c.hint("hint.votes-left", "n", most)
	case b.ToLast == b.Current:
		c.rule("hint.votes-fall-now", ids, "seat", b.ToLast, "n", b.Left)
	default:
		c.rule("hint.votes-fall", ids, "seat", b.ToLast, "n", b.Left)
	}
}

// tie announces that several lead; their defences come next.
func (c *scene) tie() {
	c.title("title.tie")
	c.aloud("aloud.tie", "seats", c.v.Tied)
	c.tally()
	c.rule("hint.tie", []string{"CITY-TIE-1", "CLASSIC-TIE-1", "CLUB-TIE-1"}, "seats", c.v.Tied)
	if len(c.v.Tied) == 0 {
		c.proceed("do.go-on")
		return
	}
	c.proceed("do.defence", "seat", c.v.Tied[0])
}

func (c *scene) defence() {
	t := c.v.Turn
	c.title("title.tie")
	c.timed("aloud.defence")
	c.rule("hint.defence", []string{"CITY-TIE-1"})
	c.fouled(t.Seat)
	if len(t.Next) > 0 {
		c.pass("do.defence", "seat", t.Next[0])
		return
	}
	c.pass("do.defence-ends")
}

func (c *scene) question() {
	b := c.v.Ballot
	c.title("title.question")
	c.aloud("aloud.question", "seats", c.v.Tied)
	c.tally()
	ids := []string{"CITY-TIE-3", "CLASSIC-TIE-4", "CLUB-TIE-2"}
	c.rule("hint.question", ids, "need", b.Need, "n", b.Left)
	c.abstains(ids)
	for _, s := range c.v.Tied {
		if c.seat(s).Alibi {
			c.rule("hint.alibi-stays", []string{"CLUB-VOTE-6"}, "seat", s)
		}
	}
	c.button(mafia.Oust{}, "do.vote-closes")
}

// dusk says what the vote has come to, then lets night fall. After last words
// the outcome has been said already.
func (c *scene) dusk() {
	v := c.v
	c.title("title.dusk", "n", v.Day)
	if v.Hold || v.News.Dead == 0 {
		c.outcome()
	} else {
		c.aloud("aloud.day-ends")
	}
	if v.Hold {
		c.proceed("do.last-word", "seat", c.firstOut())
		return
	}
	c.proceed("do.night")
}

// outcome is what the day's vote has come to.
func (c *scene) outcome() {
	n := c.v.News
	if n.Kind == "question" {
		c.aloud("aloud.answered", "n", n.Hands, "need", n.Need)
	}
	switch {
	case n.Dead != 0:
		c.leave(n.Dead)
	case n.Alibi == 0 && slices.Contains(cancels, n.Rule):
		c.aloud("aloud.vote-cancelled")
	case n.Alibi == 0:
		c.aloud("aloud.nobody-leaves")
	}
	if n.Alibi != 0 {
		c.aloud("aloud.alibi", "seats", n.Alibi)
	}
	if n.Kind == "vote" && !slices.Contains(cancels, n.Rule) {
		c.tally()
	}
	if n.Rule != "" {
		c.hint("hint.settled", "rule", n.Rule)
	}
}

func (c *scene) leave(out mafia.Seats) {
	if len(c.v.Tally) == 0 && slices.Contains(unvoted, c.v.News.Rule) {
		c.aloud("aloud.leaves-unvoted", "seat", out.First())
		return
	}
	if out.Count() == 1 {
		c.aloud("aloud.leaves", "seat", out.First())
		return
	}
	c.aloud("aloud.leave", "seats", out)
}

// firstOut is who speaks the first last word: of those who left by the vote the
// one put up first (CLASSIC-TIE-7).
func (c *scene) firstOut() mafia.Seat {
	for _, x := range c.v.Candidates {
		if c.v.News.Dead.Has(x.Seat) {
			return x.Seat
		}
	}
	return c.v.News.Dead.First()
}
