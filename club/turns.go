package club

import (
	"slices"

	"omerta/club/immunity"
	"omerta/club/queue"
)

// Facts are what the club cannot know by itself of the games of an evening, by game.
type Facts map[string]Fact

// Fact is what a game has come to for those who played it, or who sits at one that
// goes on.
type Fact struct {
	Rulebook string
	Played   []queue.Played // of a game that has ended
	Earned   []string       // who carries an immunity into the next game
	Sits     []string       // of a game that goes on
}

// turns is whose turn it is in an evening.
type turns struct {
	queue   queue.Queue
	playing map[string]string // game by person
	before  []immunity.Game   // the games of the last round
	counted []string          // all games that have ended
	last    int               // the entry with the end of the last of them
}

// turns plays an evening through: who watched, won and lost, round by round. Games at
// several tables that end without another beginning in between are one round. Only
// games for which counts is true count as ended. The error is WhyStale: a fact is
// missing.
func (c *Club) turns(e *evening, facts Facts, counts func(game string) bool) (turns, error) {
	t := turns{queue: queue.Queue{Seats: 1}, playing: map[string]string{}}
	var running []attached
	for _, g := range e.games {
		var on, over []attached
		for _, old := range running {
			if c.hasOver(old, counts) && !c.alongside(old, g) {
				over = append(over, old)
			} else {
				on = append(on, old)
			}
		}
		if err := c.finish(e, &t, over, facts); err != nil {
			return t, err
		}
		for _, id := range c.sitters(g, facts) {
			t.playing[id] = g.game
		}
		on = append(on, g)
		running = on
	}
	over := slices.DeleteFunc(slices.Clone(running), func(g attached) bool { return !c.hasOver(g, counts) })
	if err := c.finish(e, &t, over, facts); err != nil {
		return t, err
	}
	c.present(e, &t)
	return t, nil
}

func (c *Club) hasOver(g attached, counts func(string) bool) bool {
	_, ended := c.ended[g.game]
	return ended && counts(g.game)
}

// alongside tells whether two games went on at the same time, the older first: at
// different tables, with different people.
func (c *Club) alongside(old, g attached) bool {
	if old.spot == g.spot || c.ended[old.game].seq < g.seq {
		return false
	}
	a, _ := c.Seats(old.game)
	b := g.seats
	if seats, over := c.Seats(g.game); over {
		b = seats
	}
	return !slices.ContainsFunc(a, func(id string) bool { return id != "" && slices.Contains(b, id) })
}

// sitters are the people of a game, ended or not.
func (c *Club) sitters(g attached, facts Facts) []string {
	seats, over := c.Seats(g.game)
	if !over {
		seats = facts[g.game].Sits
		if len(seats) == 0 {
			seats = g.seats
		}
	}
	return c.known(seats)
}

// known are the ids as they are now, of people only.
func (c *Club) known(ids []string) (out []string) {
	for _, id := range ids {
		if id = c.now.resolve(id); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// finish takes in the games of a round.
func (c *Club) finish(e *evening, t *turns, round []attached, facts Facts) error {
	if len(round) == 0 {
		return nil
	}
	t.before = nil
	var played []queue.Played
	for _, g := range round {
		f, known := facts[g.game]
		if !known {
			return no(WhyStale)
		}
		t.counted = append(t.counted, g.game)
		t.last = max(t.last, c.ended[g.game].seq)
		for _, p := range f.Played {
			if p.Person = c.now.resolve(p.Person); p.Person == "" {
				continue
			}
			played = slices.DeleteFunc(played, func(o queue.Played) bool { return o.Person == p.Person })
			played = append(played, p)
		}
		number := 1 + slices.IndexFunc(e.games, func(x attached) bool { return x.game == g.game })
		t.before = append(t.before, immunity.Game{Number: number, Evening: e.id, Rulebook: f.Rulebook, Earned: c.known(f.Earned)})
		for id, game := range t.playing {
			if game == g.game {
				delete(t.playing, id)
			}
		}
	}
	end := c.ended[round[len(round)-1].game].at
	for _, p := range e.here {
		if !p.since.After(end) { // whoever came later has watched none of it
			t.stand(p.person)
		}
	}
	for _, p := range played {
		t.stand(p.Person)
	}
	t.mark()
	if len(played) == 0 {
		return nil // guests only: nobody knows who won
	}
	q, err := t.queue.Next(played, 0)
	if err != nil {
		return no(WhyQueue, "why", err.Error())
	}
	t.queue = q
	return nil
}

// stand puts somebody into the line who is not in it.
func (t *turns) stand(person string) {
	if !slices.ContainsFunc(t.queue.Line, func(x queue.Entry) bool { return x.Person == person }) {
		t.queue.Line = append(t.queue.Line, queue.Entry{Person: person, Group: queue.Watched})
	}
}

// mark notes in the line who plays.
func (t *turns) mark() {
	for i := range t.queue.Line {
		_, t.queue.Line[i].Playing = t.playing[t.queue.Line[i].Person]
	}
}

// present leaves in the line who is here and may play, and puts those into it who have
// come.
func (c *Club) present(e *evening, t *turns) {
	var end int64
	for _, g := range t.counted {
		end = max(end, c.ended[g].at.UnixMilli())
	}
	here := map[string]bool{}
	for _, p := range e.here {
		if p.departed || !c.shown(e, p.person) {
			continue
		}
		here[p.person] = true
		if i := slices.IndexFunc(t.queue.Line, func(x queue.Entry) bool { return x.Person == p.person }); i >= 0 && p.since.UnixMilli() > end {
			t.queue.Line[i] = queue.Entry{Person: p.person, Group: queue.Watched} // he has come back since
		}
		t.stand(p.person)
	}
	t.queue.Line = slices.DeleteFunc(t.queue.Line, func(x queue.Entry) bool { return !here[x.Person] })
	t.mark()
}

// barredOn tells whether a ban of the club keeps somebody out on a day
// (CLASSIC-FOUL-10).
func (c *Club) barredOn(person, day string) bool {
	p, ok := c.now.find(person)
	return ok && p.barred != nil && (p.barred.until == "" || day <= p.barred.until)
}

// earlier are the games of the last round before an evening, on whichever evening that
// was (CITY-IMM-1).
func (c *Club) earlier(e *evening, facts Facts) ([]immunity.Game, error) {
	last := c.LastBefore(e.id)
	if last == "" {
		return nil, nil
	}
	x, err := c.evening(last)
	if err != nil {
		return nil, err
	}
	t, err := c.turns(x, facts, always)
	return t.before, err
}

func always(string) bool { return true }

// LastBefore is the last evening before one on which a game has ended, "" for none.
func (c *Club) LastBefore(id string) string {
	out := ""
	for _, e := range c.Evenings() {
		if e.ID == id {
			return out
		}
		if slices.ContainsFunc(e.Games, func(g GameOf) bool { return g.Ended }) {
			out = e.ID
		}
	}
	return ""
}

// standers are the queue as it is kept.
func (t *turns) standers() []Stander {
	out := make([]Stander, len(t.queue.Line))
	for i, x := range t.queue.Line {
		out[i] = Stander{Person: x.Person, Group: x.Group, Waited: x.Waited, Left: x.Left, Lot: x.Lot, Game: t.playing[x.Person]}
	}
	return out
}
