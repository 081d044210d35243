package club

import (
	"slices"

	"omerta/names"
)

// Off lists those who were taken off the list and can come back, by nick. Who was
// merged into another or forgotten is not among them.
func (c *Club) Off() []Member {
	out := []Member{}
	ties, novices := c.ties(), c.novices()
	for _, p := range c.now.people {
		if p.removed && p.into == "" && !c.gone[p.id] {
			out = append(out, c.member(p, ties, novices))
		}
	}
	slices.SortStableFunc(out, func(a, b Member) int {
		switch {
		case a.Nick < b.Nick:
			return -1
		case a.Nick > b.Nick:
			return 1
		}
		return 0
	})
	return out
}

// Alike groups the ids of those on the list whose nicks look like one another, in the
// order in which they came.
func (c *Club) Alike() [][]string {
	groups := [][]string{}
	at := map[string]int{}
	for _, p := range c.now.people {
		if !c.listed(p.id) {
			continue
		}
		skeleton := names.Skeleton(c.text(p.nick))
		if skeleton == "" {
			continue
		}
		i, known := at[skeleton]
		if !known {
			i = len(groups)
			at[skeleton] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p.id)
	}
	return slices.DeleteFunc(groups, func(g []string) bool { return len(g) < 2 })
}

// Preview tells what an import of a list would do, which changes nothing: what it would
// report, with what warnings, and the nicks of those who would come back to the list. A
// list that would change nothing is no refusal here. The error is a *Refusal.
func (c *Club) Preview(text string) (d Decision, back []string, err error) {
	p := &decision{club: c, next: c.lastText}
	back = []string{}
	if err := p.list(text); err != nil && !isNothing(err) {
		return Decision{}, nil, err
	}
	for _, ev := range p.Entry.Events {
		if ev, ok := ev.(PersonReturned); ok {
			back = append(back, c.Nick(ev.Person))
		}
	}
	return p.Decision, back, nil
}

func isNothing(err error) bool {
	r, ok := err.(*Refusal) //nolint:errorlint // the club wraps none
	return ok && r.Why == WhyNothing
}
