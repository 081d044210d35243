package club

import (
	"maps"
	"slices"

	"omerta/club/points"
)

// house is how a club counts: its own schemes of points, and how its ratings move.
type house struct {
	own     []points.Scheme // all versions, in the order in which they came
	retired map[string]bool // ids
	elo     points.Elo
	all     *points.Schemes // with the program's; never changed, only replaced
}

func newHouse() house {
	return house{retired: map[string]bool{}, elo: points.DefaultElo(), all: points.Shipped()}
}

func (h *house) clone() house {
	return house{slices.Clip(h.own), maps.Clone(h.retired), h.elo, h.all}
}

// apply takes an event in; false for one that does not fit.
func (h *house) apply(ev Event) bool {
	switch ev := ev.(type) {
	case SchemeKept:
		all, err := h.all.With(ev.Scheme)
		if err != nil {
			return false
		}
		h.own, h.all = append(h.own, ev.Scheme), all
		delete(h.retired, ev.Scheme.ID)
		return true
	case SchemeRetired:
		if !h.has(ev.ID) {
			return false
		}
		if ev.Retired {
			h.retired[ev.ID] = true
		} else {
			delete(h.retired, ev.ID)
		}
		return true
	case RatingsSet:
		h.elo = ev.Elo
		return ev.Check()
	}
	return false
}

// has tells whether an id is one of the house's.
func (h *house) has(id string) bool {
	return slices.ContainsFunc(h.own, func(s points.Scheme) bool { return s.ID == id })
}

// Schemes are the schemes of points that the club can play with: those of the
// program and its own, in all versions.
func (c *Club) Schemes() *points.Schemes { return c.now.house.all }

// OwnScheme tells whether a scheme is the house's, by its id, and whether it has been
// taken off those that are offered.
func (c *Club) OwnScheme(id string) (own, retired bool) {
	return c.now.house.has(id), c.now.house.retired[id]
}

// Elo says how the club's ratings move.
func (c *Club) Elo() points.Elo { return c.now.house.elo }
