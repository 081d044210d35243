package plan

import (
	"context"
	"slices"

	"omerta/club/lot"
)

// Progress tells how far an optimization is.
type Progress struct {
	Steps   int     `json:"steps"`   // exchanges tried so far
	Better  bool    `json:"better"`  // the best plan is a new one
	Best    *Plan   `json:"best"`    // never changes once it is told
	Quality Quality `json:"quality"` // of the best plan
}

// Optimize plans a tournament, better and better, until as many exchanges were
// tried as steps says, the context ends, or no plan can be better. With steps 0
// only the latter two end it. It tells of each better plan, and besides after each
// 65,536 exchanges; tell may be nil, and is called from the same goroutine.
//
// The same Ask and number of steps give the same plan, on every machine. A context
// that ends is no error: the answer is the best plan so far, and there is one even
// where it had ended before. No answer is worse than Start, and all wishes are
// kept. The error is a *seating.Refusal: the question is none, or the wishes cannot
// be met even in a single round.
func Optimize(ctx context.Context, a Ask, steps int, tell func(Progress)) (*Plan, Quality, error) {
	if err := a.check(); err != nil {
		return nil, Quality{}, err
	}
	o := &optimizer{Ask: a, tell: tell, ctx: ctx, limit: steps, rest: len(a.People) - a.Tables*a.Seats}
	o.lot, o.lots = lot.New(a.Seed), newLogs()
	o.keep = keepApart(a.People, a.Wishes)
	o.hot = make([]int, len(a.People)*len(a.People))
	p, err := a.wished(&o.lot)
	if err != nil {
		return nil, Quality{}, err
	}
	m := newMeetings(o, p)
	if a.Start != nil {
		o.keepIf(o.copy(a.Start))
	}
	tries := seatTries
	if o.limit > 0 {
		tries = min(tries, o.limit/4)
	}
	o.offer(m.who, min(tries, firstTries))
	length := firstLap
	for lap := 1; !o.stop(); lap++ {
		if left := o.limit - o.steps - tries; o.limit > 0 && left < 2*length {
			length = max(left, blocks) // the last lap that there is room for
		}
		switch {
		case o.even() && lap%2 == 0:
			tries = min(tries*2, lastTries)
			o.offer(o.tables(), tries)
		case o.even(): // as long as before was enough
			m.anneal(max(length/2, blocks))
			o.offer(m.best, tries)
		default:
			m.anneal(length)
			o.offer(m.best, tries)
			length = min(length*2, lastLap)
		}
	}
	return o.best, o.quality, nil
}

// tables are those of the best plan, and who sits out.
func (o *optimizer) tables() (out [][]int) {
	for r, round := range o.best.Rounds {
		out = append(out, append(slices.Concat(round...), o.best.Out(r)...))
	}
	return out
}

// even tells that no sum but that of neighbours can be lower.
func (o *optimizer) even() bool {
	q := o.quality
	return q.Broken == 0 && q.Games.Sum == q.Games.Bound && q.Meetings.Sum == q.Meetings.Bound && q.Seats.Sum == q.Seats.Bound
}

// Laps of annealing: the first is short, so that a good plan is there at once,
// and each is twice as long as the one before, so that the time is not lost by
// beginning anew.
const (
	firstLap = 1 << 17
	lastLap  = 1 << 27
	// Exchanges of seats for one plan: for the first one, even when it is time to
	// end, for each, and where only these are left to be tried.
	firstTries = 1 << 12
	leastTries = 1 << 11
	seatTries  = 1 << 15
	lastTries  = 1 << 18
	// After how many steps the context is asked, and progress told.
	askEvery  = 1 << 10
	tellEvery = 1 << 16
)

type optimizer struct {
	Ask
	ctx     context.Context
	tell    func(Progress)
	lot     lot.Lot
	lots    logs
	rest    int // how many sit out each round
	keep    apart
	hot     []int // pairs whom no seating of some table could keep apart: how much their meeting costs more
	limit   int
	steps   int
	ended   bool
	best    *Plan
	quality Quality
}

// stop tells whether it is time to end.
func (o *optimizer) stop() bool {
	if o.ended || o.limit > 0 && o.steps >= o.limit || o.quality.Perfect() || o.ctx.Err() != nil {
		o.ended = true
	}
	return o.ended
}

// step counts an exchange that was tried, and tells whether to go on.
func (o *optimizer) step() bool {
	if o.ended {
		return false
	}
	o.steps++
	if o.steps == o.limit || o.steps%askEvery == 0 && o.ctx.Err() != nil {
		o.ended = true
	}
	if o.steps%tellEvery == 0 && o.tell != nil && o.best != nil {
		o.tell(Progress{Steps: o.steps, Best: o.best, Quality: o.quality})
	}
	return !o.ended
}

// offer gives seats to people who have tables.
func (o *optimizer) offer(who [][]int, tries int) {
	p := o.plan(who)
	if o.best != nil {
		// Seats change nothing about games and meetings, and are at their bound as a
		// rule, so that there is no use in giving any where these are worse.
		q := p.Weigh(nil)
		q.Seats, q.Neighbours = o.quality.Seats, o.quality.Neighbours
		if o.quality.Broken == 0 && o.quality.Better(q) {
			return
		}
	}
	o.seat(p, tries)
	o.keepIf(p)
}

// keepIf keeps a plan if it is the best so far.
func (o *optimizer) keepIf(p *Plan) {
	q := p.Weigh(o.Wishes)
	if o.best != nil && !q.Better(o.quality) {
		return
	}
	o.best, o.quality = p, q
	if o.tell != nil {
		o.tell(Progress{Steps: o.steps, Better: true, Best: p, Quality: q})
	}
}

// copy is a plan that shares nothing with another.
func (o *optimizer) copy(p *Plan) *Plan {
	out := &Plan{People: slices.Clone(p.People)}
	for _, round := range p.Rounds {
		var tables [][]int
		for _, table := range round {
			tables = append(tables, slices.Clone(table))
		}
		out.Rounds = append(out.Rounds, tables)
	}
	return out
}

// plan makes a plan of people who have tables, their seats as they come.
func (o *optimizer) plan(who [][]int) *Plan {
	p := &Plan{People: slices.Clone(o.People)}
	for _, round := range who {
		var tables [][]int
		for t := range o.Tables {
			tables = append(tables, slices.Clone(round[t*o.Seats:(t+1)*o.Seats]))
		}
		p.Rounds = append(p.Rounds, tables)
	}
	return p
}
