package club

import (
	"maps"
	"slices"
	"strconv"

	"omerta/club/points"
	"omerta/names"
)

// Member is a person as an organizer sees him.
type Member struct {
	ID        string   `json:"id"`
	Nick      string   `json:"nick"` // "" for who was forgotten
	Novice    bool     `json:"novice"`
	Notes     string   `json:"notes"`
	Former    []string `json:"former"`  // nicks that he had, those of entries that were merged into him among them
	Friends   []string `json:"friends"` // ids; always mutual, as all of these
	Couples   []string `json:"couples"`
	Bans      []BanOf  `json:"bans"`
	Barred    *Barring `json:"barred"`  // a ban of the club (CLASSIC-FOUL-10), null for none
	Removed   bool     `json:"removed"` // taken off the list
	Forgotten bool     `json:"forgotten"`
}

// BanOf is somebody with whom a person must not sit at one table.
type BanOf struct {
	With   string `json:"with"`
	Reason string `json:"reason"`
	Until  string `json:"until"` // the last day, "" for no end
}

// Barring is a ban of the club, which keeps somebody out of its games.
type Barring struct {
	Reason string `json:"reason"`
	Until  string `json:"until"` // the last day, "" for no end
}

// People lists those on the list, in the order in which they came.
func (c *Club) People() []Member {
	out := make([]Member, 0, len(c.now.people))
	ties, novices := c.ties(), c.novices()
	for _, p := range c.now.people {
		if p.into == "" && !p.removed && !c.gone[p.id] {
			out = append(out, c.member(p, ties, novices))
		}
	}
	return out
}

// Person gives a person by any of his ids, those who are off the list or forgotten
// too; false for an id that is not known.
func (c *Club) Person(id string) (Member, bool) {
	p, ok := c.now.find(c.now.resolve(id))
	if !ok {
		return Member{}, false
	}
	return c.member(p, c.ties(), c.novices()), true
}

// tied is what binds or parts somebody and others.
type tied struct {
	friends, couples []string
	bans             []BanOf
	merged           []*person // entries that turned out to be his
}

func comparePairs(a, b pair) int {
	if a.a != b.a {
		return compareIDs(a.a, b.a)
	}
	return compareIDs(a.b, b.b)
}

// compareIDs puts p9 before p10.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// ties gathers all bonds and bans by person; who is off the list is nobody's.
func (c *Club) ties() map[string]*tied {
	out := map[string]*tied{}
	of := func(id string) *tied {
		if out[id] == nil {
			out[id] = &tied{}
		}
		return out[id]
	}
	for _, p := range c.now.people {
		if p.into != "" {
			to := of(c.now.resolve(p.id))
			to.merged = append(to.merged, p)
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(c.now.bonds), comparePairs) {
		if !c.listed(k.a) || !c.listed(k.b) {
			continue
		}
		a, b := of(k.a), of(k.b)
		if c.now.bonds[k] == Couple {
			a.couples, b.couples = append(a.couples, k.b), append(b.couples, k.a)
		} else {
			a.friends, b.friends = append(a.friends, k.b), append(b.friends, k.a)
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(c.now.bans), comparePairs) {
		if !c.listed(k.a) || !c.listed(k.b) {
			continue
		}
		x := c.now.bans[k]
		reason := c.text(x.reason)
		of(k.a).bans = append(of(k.a).bans, BanOf{k.b, reason, x.until})
		of(k.b).bans = append(of(k.b).bans, BanOf{k.a, reason, x.until})
	}
	return out
}

func (c *Club) listed(id string) bool {
	p, ok := c.now.find(id)
	return ok && !p.removed && !c.gone[id]
}

func (c *Club) member(p *person, ties map[string]*tied, novices map[string]bool) Member {
	m := Member{
		ID: p.id, Removed: p.removed, Forgotten: c.gone[p.id],
		Former: []string{}, Friends: []string{}, Couples: []string{}, Bans: []BanOf{},
	}
	if m.Forgotten {
		return m
	}
	m.Nick, m.Notes, m.Novice = c.text(p.nick), c.text(p.notes), novices[p.id]
	formerly, t := slices.Clip(p.former), ties[p.id]
	if t != nil {
		for _, other := range t.merged {
			formerly = append(append(formerly, other.former...), other.nick)
		}
	}
	for _, t := range formerly {
		if nick := c.text(t); nick != "" && nick != m.Nick && !slices.Contains(m.Former, nick) {
			m.Former = append(m.Former, nick)
		}
	}
	if p.barred != nil {
		m.Barred = &Barring{c.text(p.barred.reason), p.barred.until}
	}
	if t != nil {
		m.Friends = append(m.Friends, t.friends...)
		m.Couples = append(m.Couples, t.couples...)
		m.Bans = append(m.Bans, t.bans...)
	}
	return m
}

// novices are those whose mark stands: no game of theirs has ended since it was set.
func (c *Club) novices() map[string]bool {
	played := map[string]int{}
	for game, e := range c.ended {
		for i := range e.seats {
			id := c.sat(game, i, &e)
			played[id] = max(played[id], e.seq)
		}
	}
	out := map[string]bool{}
	for _, p := range c.now.people {
		if p.novice && played[p.id] < p.marked {
			out[p.id] = true
		}
	}
	return out
}

func (c *Club) isNovice(p *person) bool { return c.novices()[p.id] }

// sat is who sat at an index of a game's seats.
func (c *Club) sat(game string, i int, e *ending) string {
	id := e.seats[i]
	if by, corrected := c.now.reseated[placeKey{game, i + 1}]; corrected {
		id = by
	}
	return c.now.resolve(id)
}

// Seats tells who sat where in a game that has ended, seat 1 first and "" for
// guests; false for a game that has not.
func (c *Club) Seats(game string) ([]string, bool) {
	e, ok := c.ended[game]
	if !ok {
		return nil, false
	}
	out := make([]string, len(e.seats))
	for i := range e.seats {
		out[i] = c.sat(game, i, &e)
	}
	return out, true
}

// Resolve gives the id under which a person is known now, who may have been merged
// into another; "" for an id that is not known.
func (c *Club) Resolve(id string) string { return c.now.resolve(id) }

// Nick gives a person's nick by any of his ids; "" for who was forgotten or is not
// known.
func (c *Club) Nick(id string) string {
	p, ok := c.now.find(c.now.resolve(id))
	if !ok || c.gone[p.id] {
		return ""
	}
	return c.text(p.nick)
}

// Known finds the person of a nick: who has it now, on the list or off it, else the
// only one who had it once.
func (c *Club) Known(nick string) (id string, ok bool) {
	var off, once []string
	for _, p := range c.now.people {
		if c.gone[p.id] || c.gone[c.now.resolve(p.id)] {
			continue
		}
		had := slices.ContainsFunc(p.former, func(t Text) bool { return c.text(t) == nick })
		switch has := c.text(p.nick) == nick; {
		case has && p.into == "" && !p.removed:
			return p.id, true
		case has && p.into == "":
			off = append(off, p.id)
		case has || had:
			if to := c.now.resolve(p.id); !slices.Contains(once, to) {
				once = append(once, to)
			}
		}
	}
	switch {
	case len(off) > 0:
		return off[0], true
	case len(once) == 1:
		return once[0], true
	}
	return "", false
}

// LooksLike lists the nicks of those on the list that look like one, but for one
// person's.
func (c *Club) LooksLike(nick, but string) []string {
	out := []string{}
	skeleton := names.Skeleton(nick)
	if skeleton == "" {
		return out
	}
	for _, p := range c.now.people {
		if p.id == but || !c.listed(p.id) {
			continue
		}
		if own := c.text(p.nick); own != nick && names.Skeleton(own) == skeleton {
			out = append(out, own)
		}
	}
	return out
}

// Namesake is the first person on the list whose nick is, or looks like, this one; ""
// where there is none.
func (c *Club) Namesake(nick string) string {
	skeleton := names.Skeleton(nick)
	for _, p := range c.now.people {
		if c.listed(p.id) && names.Skeleton(c.text(p.nick)) == skeleton {
			return p.id
		}
	}
	return ""
}

// NextPerson is the id that the n-th new person will get, counted from 0.
func (c *Club) NextPerson(n int) string { return personPrefix + strconv.Itoa(c.lastPerson+n+1) }

// Pairs lists those of some people who belong together and are kept apart at a table
// (CITY-SEAT-1), as pairs of indices.
func (c *Club) Pairs(people []string) [][2]int {
	return c.pairs(people, func(k pair) bool { return c.now.bonds[k] != "" })
}

// Apart lists those of some people who must not sit at one table on a day, as
// pairs of indices.
func (c *Club) Apart(people []string, day string) [][2]int {
	return c.pairs(people, func(k pair) bool {
		b, ok := c.now.bans[k]
		return ok && (b.until == "" || day <= b.until)
	})
}

func (c *Club) pairs(people []string, has func(pair) bool) [][2]int {
	out := [][2]int{}
	for i := range people {
		for j := range i {
			a, b := c.now.resolve(people[j]), c.now.resolve(people[i])
			if a != "" && b != "" && a != b && has(pairOf(a, b)) {
				out = append(out, [2]int{j, i})
			}
		}
	}
	return out
}

// Evening is an evening as an organizer sees it.
type Evening struct {
	ID string `json:"id"`
	Terms
	Here     []Presence `json:"here"` // in the order in which they came
	Games    []GameOf   `json:"games"`
	Closed   bool       `json:"closed"`
	ClosedAt int64      `json:"closedAt"` // milliseconds since 1970, 0 for never
}

// Presence is somebody's evening.
type Presence struct {
	Person string `json:"person"`
	Came   int64  `json:"came"` // milliseconds since 1970
	Left   int64  `json:"left"` // 0 for who is here
}

// GameOf is a game of an evening.
type GameOf struct {
	Game  string `json:"game"` // id of its table
	Spot  int    `json:"spot"` // at which of several tables, from 1
	Ended bool   `json:"ended"`
}

// Evenings lists the evenings by date, those of one date in the order in which they
// were opened.
func (c *Club) Evenings() []Evening {
	out := make([]Evening, 0, len(c.now.evenings))
	for _, e := range c.now.evenings {
		out = append(out, c.view(e))
	}
	slices.SortStableFunc(out, func(a, b Evening) int { return compareIDs(a.Date, b.Date) })
	return out
}

// Evening gives one; false where there is none.
func (c *Club) Evening(id string) (Evening, bool) {
	e, err := c.evening(id)
	if err != nil {
		return Evening{}, false
	}
	return c.view(e), true
}

func (c *Club) view(e *evening) Evening {
	out := Evening{ID: e.id, Terms: e.terms, Here: []Presence{}, Games: []GameOf{}, Closed: e.closed}
	if e.closed {
		out.ClosedAt = e.closedAt.UnixMilli()
	}
	for _, p := range e.here {
		x := Presence{Person: p.person, Came: p.came.UnixMilli()}
		if p.departed {
			x.Left = p.left.UnixMilli()
		}
		out.Here = append(out.Here, x)
	}
	for _, g := range e.games {
		_, over := c.ended[g.game]
		out.Games = append(out.Games, GameOf{g.game, g.spot, over})
	}
	return out
}

// EveningOf is the evening that a game is attached to; false for none.
func (c *Club) EveningOf(game string) (Evening, bool) { return c.Evening(c.now.games[game]) }

// Ended lists the games that have ended, by the moment at which that was noted.
func (c *Club) Ended() []string {
	return slices.SortedFunc(maps.Keys(c.ended), func(a, b string) int { return c.ended[a].seq - c.ended[b].seq })
}

// HasEnded tells whether a game is known to have ended.
func (c *Club) HasEnded(game string) bool {
	_, ok := c.ended[game]
	return ok
}

// Attached tells whether a game is of an evening.
func (c *Club) Attached(game string) bool { return c.now.games[game] != "" }

// Forgotten lists the ids of those who were forgotten.
func (c *Club) Forgotten() []string { return slices.Sorted(maps.Keys(c.gone)) }

// Imports lists the imports of games that stand.
func (c *Club) Imports() []GamesTaken { return slices.Clone(c.now.imports) }

// Dress puts into a game's result what the club knows of it: the evening with its
// terms, the number within it, who sat where, bonus and malus. What is there already
// (date, rulebook, preset) stays where no evening says otherwise.
func (c *Club) Dress(r points.Result) points.Result {
	r.Seats = slices.Clone(r.Seats)
	if e, err := c.evening(c.now.games[r.ID]); err == nil {
		r.Evening, r.Season, r.Date = e.id, e.terms.Season, e.terms.Date
		if s, ok := c.now.house.all.Find(e.terms.Scheme); ok && s.For(r.Rulebook) {
			r.Scheme = s.Key()
		}
		r.Number = 1 + slices.IndexFunc(e.games, func(g attached) bool { return g.game == r.ID })
	}
	if seats, ok := c.Seats(r.ID); ok && len(seats) == len(r.Seats) {
		for i, id := range seats {
			r.Seats[i].Person = id
		}
	}
	for i := range r.Seats {
		s := &r.Seats[i]
		if s.Person = c.now.resolve(s.Person); s.Person == "" {
			continue
		}
		if c.gone[s.Person] {
			s.BonusFor, s.MalusFor = "", ""
		}
		if a, ok := c.now.awards[seatKey{r.ID, s.Person}]; ok {
			s.Bonus, s.BonusFor, s.Malus, s.MalusFor = a.bonus, c.text(a.bonusFor), a.malus, c.text(a.malusFor)
		}
	}
	return r
}
