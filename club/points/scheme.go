package points

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"

	"omerta/mafia"
	"omerta/say"
)

// Scheme says what a game is worth. A scheme never changes: a club that thinks
// otherwise makes the next version, and old evenings keep theirs.
type Scheme struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	// Name is by language; both are there.
	Name map[say.Lang]string `json:"name"`
	// Rulebooks for which it is meant, by name; empty: all of them.
	Rulebooks []string `json:"rulebooks"`

	// Own: the rulebook's own points instead of all that follows but the host's
	// (ORIGINAL-POINTS-1, -2).
	Own bool `json:"own"`

	Win  Points `json:"win"`
	Draw Points `json:"draw"` // nobody has won
	// Roles add to that by card.
	Roles []RolePoints `json:"roles"`
	// BestMove is what a best move brings with 0 to 3 hits, whatever card its maker has.
	BestMove [4]Points `json:"bestMove"`
	Removal  Points    `json:"removal"` // for who was removed by a penalty
	// Compensation is for red players who were shot first.
	Compensation Compensation `json:"compensation"`
	// Host: the host's bonus and malus count.
	Host bool `json:"host"`

	// Ties are the tie-breaks, in order.
	Ties []Tie `json:"ties"`
}

// RolePoints is what a card adds.
type RolePoints struct {
	Role mafia.Role `json:"role"`
	Win  Points     `json:"win"`  // won with it
	Loss Points     `json:"loss"` // did not
}

// Compensation is what a red player gets for each game that he was shot first in
// and lost: with i such games of n rated ones it is min(Most, Most*i/b), b being
// Share*n rounded to a whole number, half up; where b is 0 it is Most. Games are
// counted by person, scheme and period.
type Compensation struct {
	Most  Points `json:"most"`
	Share Points `json:"share"` // of one: 0.4
}

// Of gives what the i games out of n bring together: i times the share of one, worked
// out exactly and rounded once.
func (c Compensation) Of(i, n int) Points {
	if i <= 0 || c.Most == 0 {
		return 0
	}
	b := int64(share(int64(n), c.Share, int64(Point)))
	if b == 0 || int64(i) >= b {
		return Points(i) * c.Most
	}
	return share(int64(i)*int64(i), c.Most, b)
}

// Each gives what one such game brings, rounded.
func (c Compensation) Each(i, n int) Points {
	if i <= 0 {
		return 0
	}
	b := int64(share(int64(n), c.Share, int64(Point)))
	if b == 0 || int64(i) >= b {
		return c.Most
	}
	return share(int64(i), c.Most, b)
}

// Tie is a tie-break. Who is equal in all of them shares his place.
type Tie string

// The tie-breaks.
const (
	MoreWins   Tie = "wins"
	BetterRate Tie = "rate"        // wins by games, compared as fractions
	FewerGames Tie = "fewer-games" // the same points out of fewer games
	MoreMoves  Tie = "best-move"   // points by best moves
	MoreBonus  Tie = "bonus"       // the host's bonus
	MoreShots  Tie = "first-shot"  // games in which he was shot first
	FewerFouls Tie = "fewer-fouls"
)

// Ties lists the tie-breaks.
func Ties() []Tie {
	return []Tie{MoreWins, BetterRate, FewerGames, MoreMoves, MoreBonus, MoreShots, FewerFouls}
}

// Key names a scheme with its version: "sport@1".
func (s *Scheme) Key() string { return versioned(s.ID, s.Version) }

// For tells whether the scheme is meant for a rulebook, with or without version.
func (s *Scheme) For(rulebook string) bool {
	return len(s.Rulebooks) == 0 || slices.Contains(s.Rulebooks, bookOf(rulebook))
}

//go:embed schemes.json
var shipped []byte

// Schemes are those that a club can play with, in all their versions. The zero
// value holds none; begin with Shipped.
type Schemes struct {
	list  []*Scheme // by id in the order of first mention, then by version
	byKey map[string]*Scheme
}

// Shipped gives the schemes of the program: plain, sport and original.
func Shipped() *Schemes {
	list, err := ParseSchemes(shipped)
	if err != nil {
		panic("points: schemes.json: " + err.Error()) // part of the program
	}
	out := &Schemes{byKey: map[string]*Scheme{}}
	for i := range list {
		out.put(&list[i])
	}
	return out
}

// With gives these schemes and a house's own. The error is a *SchemeError: a scheme
// that is not sound, takes an id of the program's, or comes twice in one version.
func (s *Schemes) With(house ...Scheme) (*Schemes, error) {
	out := &Schemes{list: slices.Clone(s.list), byKey: maps.Clone(s.byKey)}
	own := Shipped().byKey
	var f faults
	for i := range house {
		x := house[i].clone()
		f = append(f, x.Check()...)
		if _, taken := own[versioned(x.ID, 1)]; taken {
			f.add("scheme.taken", "id", clip(x.ID))
		} else if _, twice := out.byKey[x.Key()]; twice {
			f.add("scheme.twice", "key", clip(x.Key()))
		}
		out.put(&x)
	}
	if len(f) > 0 {
		return nil, &SchemeError{f}
	}
	return out, nil
}

func (s *Schemes) put(x *Scheme) {
	if s.byKey == nil {
		s.byKey = map[string]*Scheme{}
	}
	s.byKey[x.Key()] = x
	s.list = append(s.list, x)
	first := func(id string) int {
		return slices.IndexFunc(s.list, func(y *Scheme) bool { return y.ID == id })
	}
	order := make(map[string]int, len(s.list))
	for _, y := range s.list {
		order[y.ID] = first(y.ID)
	}
	slices.SortStableFunc(s.list, func(a, b *Scheme) int {
		return cmp.Or(cmp.Compare(order[a.ID], order[b.ID]), cmp.Compare(a.Version, b.Version))
	})
}

// List gives copies of all of them, versions of one together, the oldest first.
func (s *Schemes) List() []Scheme {
	out := make([]Scheme, len(s.list))
	for i, x := range s.list {
		out[i] = x.clone()
	}
	return out
}

// Find gives the scheme of a key: with a version exactly that one, without the
// newest. It reports false for a key that there is not.
func (s *Schemes) Find(key string) (Scheme, bool) {
	if x := s.find(key); x != nil {
		return x.clone(), true
	}
	return Scheme{}, false
}

// Has tells whether there is a scheme of a key.
func (s *Schemes) Has(key string) bool { return s.find(key) != nil }

func (s *Schemes) find(key string) *Scheme {
	if x := s.byKey[key]; x != nil {
		return x
	}
	var newest *Scheme
	for _, x := range s.list {
		if x.ID == key {
			newest = x
		}
	}
	return newest
}

// Of gives the key of the scheme that a rulebook is played with where nobody has
// chosen: its own points in original, else a point a win. It is a version, so that
// it can be written into an evening.
func (s *Schemes) Of(rulebook string) string {
	if bookOf(rulebook) == "original" {
		return "original@1"
	}
	return "plain@1"
}

// of finds the scheme that a result was played with.
func (s *Schemes) of(r *Result) *Scheme {
	if r.Scheme == "" {
		return s.byKey[s.Of(r.Rulebook)]
	}
	return s.find(r.Scheme)
}

func (s *Scheme) clone() Scheme {
	out := *s
	out.Name = maps.Clone(s.Name)
	out.Rulebooks = slices.Clone(s.Rulebooks)
	out.Roles = slices.Clone(s.Roles)
	out.Ties = slices.Clone(s.Ties)
	return out
}
