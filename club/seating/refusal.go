package seating

import (
	"slices"

	"omerta/say"
)

// Pair is two people of whom a wish says that they are kept apart.
type Pair struct {
	Kind Kind   `json:"kind"`
	A    string `json:"a"`
	B    string `json:"b"`
	Wish int    `json:"wish"` // which of the wishes, from 0
}

// Refusal tells why nobody can be seated as was asked. It holds ids, not nicks,
// both in Clash and in the line, where Line.Renamed makes nicks of "who", "a" and "b".
type Refusal struct {
	say.Line
	// Clash are the pairs that cannot all be kept apart; without any one of them
	// the rest can. Where that took too long to find out there may be some too
	// many. Empty where the trouble is another one.
	Clash []Pair `json:"clash"`
}

// Error gives the reason in English.
func (r *Refusal) Error() string { return r.In(say.EN) }

func refuse(key string, args map[string]any) *Refusal {
	return &Refusal{Line: say.Line{Key: "seating." + key, Args: args}, Clash: []Pair{}}
}

// clash says which wishes stand against each other.
func clash(pairs []Pair) *Refusal {
	var lines []say.Line
	for _, p := range pairs {
		lines = append(lines, say.Line{Key: "seating.pair." + string(p.Kind), Args: map[string]any{"a": p.A, "b": p.B}})
	}
	args := map[string]any{"pairs": lines, "rule": "CITY-SEAT-1"}
	if !slices.ContainsFunc(pairs, func(p Pair) bool { return p.Kind == Apart }) {
		delete(args, "rule")
	}
	key := "clash"
	if len(pairs) == 1 {
		key = "never"
	}
	r := refuse(key, args)
	r.Clash = pairs
	return r
}

func (a *Ask) check() *Refusal { return a.checkFor(0) }

// checkFor refuses what is no question.
func (a *Ask) checkFor(bench int) *Refusal {
	seen := map[string]bool{}
	for _, p := range a.People {
		switch {
		case p.ID == "":
			return refuse("nameless", nil)
		case seen[p.ID]:
			return refuse("twice", map[string]any{"who": p.ID})
		case p.Strength < -MaxStrength || p.Strength > MaxStrength:
			return refuse("strength", map[string]any{"who": p.ID, "most": MaxStrength})
		}
		seen[p.ID] = true
	}
	if len(a.People) == 0 || len(a.People) > MaxPeople {
		return refuse("people", map[string]any{"most": MaxPeople})
	}
	total := bench
	for _, size := range a.tables() {
		if size < 1 {
			return refuse("size", nil)
		}
		total += size
	}
	if bench < 0 || total != len(a.People) {
		return refuse("places", map[string]any{"people": len(a.People), "places": total})
	}
	for i, w := range a.Wishes {
		if w.Kind != Apart && w.Kind != Ban {
			return refuse("kind", map[string]any{"n": i + 1, "kind": string(w.Kind)})
		}
		for j, id := range w.People {
			if slices.Contains(w.People[:j], id) {
				return refuse("self", map[string]any{"who": id})
			}
		}
	}
	return nil
}
