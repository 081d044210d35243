package club

import (
	"maps"
	"slices"
	"time"

	"omerta/club/points"
)

// world is what the history has led to. Pointers in it are shared between clubs, so
// whoever changes something puts a copy in its place.
type world struct {
	people   []*person // in the order in which they came
	index    map[string]int
	bonds    map[pair]Bond
	bans     map[pair]ban
	evenings []*evening
	games    map[string]string // id of the evening by game
	awards   map[seatKey]award
	reseated map[placeKey]string
	imports  []GamesTaken
	house    house
}

type person struct {
	id      string
	nick    Text
	former  []Text
	notes   Text
	novice  bool
	marked  int // the entry that set the mark
	removed bool
	barred  *ban   // a ban of the club
	into    string // merged into this one
}

// pair is two people, the lesser id first.
type pair struct{ a, b string }

func pairOf(a, b string) pair { return pair{min(a, b), max(a, b)} }

func (p pair) has(id string) bool { return p.a == id || p.b == id }

func (p pair) other(id string) string {
	if p.a == id {
		return p.b
	}
	return p.a
}

type ban struct {
	reason Text
	until  string
}

type evening struct {
	id       string
	terms    Terms
	here     []presence
	games    []attached
	draw     *drawing  // the proposal that stands, nil for none
	drew     DrawTerms // of the last draw
	closed   bool
	closedAt time.Time
}

type presence struct {
	person   string
	came     time.Time
	since    time.Time // when he came last
	left     time.Time
	departed bool
}

type attached struct {
	game string
	spot int
	seq  int // of the entry that has attached it
	at   time.Time
	// seats are who sat down, where it was begun from a proposal.
	seats []string
}

type seatKey struct{ game, person string }

type placeKey struct {
	game string
	seat int
}

type award struct {
	bonus, malus       points.Points
	bonusFor, malusFor Text
}

func newWorld() world {
	return world{
		index: map[string]int{}, bonds: map[pair]Bond{}, bans: map[pair]ban{}, games: map[string]string{},
		awards: map[seatKey]award{}, reseated: map[placeKey]string{}, house: newHouse(),
	}
}

func (w *world) clone() world {
	return world{
		people: slices.Clone(w.people), index: maps.Clone(w.index), bonds: maps.Clone(w.bonds), bans: maps.Clone(w.bans),
		evenings: slices.Clone(w.evenings), games: maps.Clone(w.games), awards: maps.Clone(w.awards),
		reseated: maps.Clone(w.reseated), imports: slices.Clip(w.imports), house: w.house.clone(),
	}
}

// apply takes an event in; false for one that does not fit.
func (w *world) apply(ev Event, seq int, at time.Time) bool {
	switch ev := ev.(type) {
	case PersonAdded, PersonNamed, PersonNoted, NoviceMarked, PersonRemoved, PersonReturned, PeopleMerged, PersonBarred, PersonAdmitted:
		return w.applyPerson(ev, seq)
	case Bonded:
		if ev.Bond == "" {
			delete(w.bonds, pairOf(ev.A, ev.B))
		} else {
			w.bonds[pairOf(ev.A, ev.B)] = ev.Bond
		}
	case Banned:
		w.bans[pairOf(ev.A, ev.B)] = ban{ev.Reason, ev.Until}
	case BanLifted:
		delete(w.bans, pairOf(ev.A, ev.B))
	case Awarded:
		w.awards[seatKey{ev.Game, ev.Person}] = award{ev.Bonus, ev.Malus, ev.BonusFor, ev.MalusFor}
	case Reseated:
		w.reseated[placeKey{ev.Game, ev.Seat}] = ev.Person
	case SchemeKept, SchemeRetired, RatingsSet:
		return w.house.apply(ev)
	case GamesTaken:
		w.imports = append(w.imports, ev)
	case Drawn, DrawDropped, Arranged, Declined, QueueMoved, ImmunityRuled, SeatMoved, GameBegun:
		return w.applyDraw(ev, seq, at)
	default:
		return w.applyEvening(ev, seq, at)
	}
	return true
}

// applyPerson takes in an event about one person.
func (w *world) applyPerson(ev Event, seq int) bool {
	switch ev := ev.(type) {
	case PersonAdded:
		if _, there := w.index[ev.Person]; there {
			return false
		}
		w.index[ev.Person] = len(w.people)
		w.people = append(w.people, &person{id: ev.Person, nick: ev.Nick, novice: ev.Novice, marked: seq})
		return true
	case PersonNamed:
		return w.person(ev.Person, func(p *person) {
			p.former = append(slices.Clip(p.former), p.nick)
			p.nick = ev.Nick
		})
	case PersonNoted:
		return w.person(ev.Person, func(p *person) { p.notes = ev.Notes })
	case NoviceMarked:
		return w.person(ev.Person, func(p *person) { p.novice, p.marked = ev.Novice, seq })
	case PersonRemoved:
		return w.person(ev.Person, func(p *person) { p.removed = true })
	case PersonReturned:
		return w.person(ev.Person, func(p *person) { p.removed = false })
	case PersonBarred:
		return w.person(ev.Person, func(p *person) { p.barred = &ban{ev.Reason, ev.Until} })
	case PersonAdmitted:
		return w.person(ev.Person, func(p *person) { p.barred = nil })
	case PeopleMerged:
		return w.merge(ev.From, ev.Into)
	}
	return false
}

// person changes a copy of a person and puts it in his place.
func (w *world) person(id string, change func(*person)) bool {
	at, ok := w.index[id]
	if !ok {
		return false
	}
	p := *w.people[at]
	change(&p)
	w.people[at] = &p
	return true
}

// find gives a person who is nobody else's other key.
func (w *world) find(id string) (*person, bool) {
	at, ok := w.index[id]
	if !ok || w.people[at].into != "" {
		return nil, false
	}
	return w.people[at], true
}

// resolve follows merges to whom an id belongs now; "" for one that is not known.
func (w *world) resolve(id string) string {
	for {
		at, ok := w.index[id]
		if !ok {
			return ""
		}
		if w.people[at].into == "" {
			return id
		}
		id = w.people[at].into
	}
}

// merge makes From another key of Into: what one had both have, and where both had
// something the older of Into stays.
func (w *world) merge(from, into string) bool {
	if _, ok := w.find(into); !ok || from == into {
		return false
	}
	ok := w.person(from, func(p *person) { p.into = into })
	if old := w.people[w.index[from]].barred; ok && old != nil {
		ok = w.person(into, func(p *person) {
			if p.barred == nil {
				p.barred = old
			}
		})
	}
	moved(w.bonds, from, into)
	moved(w.bans, from, into)
	for k, a := range w.awards {
		if k.person != from {
			continue
		}
		if _, has := w.awards[seatKey{k.game, into}]; !has {
			w.awards[seatKey{k.game, into}] = a
		}
		delete(w.awards, k)
	}
	for k, id := range w.reseated {
		if id == from {
			w.reseated[k] = into
		}
	}
	for i, e := range w.evenings {
		if e.draw != nil {
			e = e.clone()
			e.draw = e.draw.clone()
			e.draw.merged(from, into)
			w.evenings[i] = e
		}
		if at := e.at(from); at >= 0 {
			e = e.clone()
			if e.at(into) >= 0 {
				e.here = slices.Delete(e.here, at, at+1)
			} else {
				e.here[at].person = into
			}
			w.evenings[i] = e
		}
	}
	return ok
}

// moved gives what is said of two people over to another of them.
func moved[T any](m map[pair]T, from, into string) {
	for k, v := range m {
		if !k.has(from) {
			continue
		}
		delete(m, k)
		to := pairOf(k.other(from), into)
		if _, has := m[to]; !has && to.a != to.b {
			m[to] = v
		}
	}
}

func (e *evening) at(person string) int {
	return slices.IndexFunc(e.here, func(p presence) bool { return p.person == person })
}

func (e *evening) clone() *evening {
	out := *e
	out.here, out.games = slices.Clone(e.here), slices.Clone(e.games)
	return &out
}

// place is where an evening stands, -1 for one that there is not. The last ones are
// those that are asked for.
func (w *world) place(id string) int {
	for at := len(w.evenings) - 1; at >= 0; at-- {
		if w.evenings[at].id == id {
			return at
		}
	}
	return -1
}

// evening changes a copy of an evening and puts it in its place.
func (w *world) evening(id string, change func(*evening)) bool {
	at := w.place(id)
	if at < 0 {
		return false
	}
	e := w.evenings[at].clone()
	change(e)
	w.evenings[at] = e
	return true
}

// applyEvening takes in an event about an evening.
func (w *world) applyEvening(ev Event, seq int, at time.Time) bool {
	switch ev := ev.(type) {
	case EveningOpened:
		w.evenings = append(w.evenings, &evening{id: ev.Evening, terms: ev.Terms})
		return true
	case EveningChanged:
		return w.evening(ev.Evening, func(e *evening) { e.terms = ev.Terms })
	case EveningDropped:
		n := len(w.evenings)
		w.evenings = slices.DeleteFunc(w.evenings, func(e *evening) bool { return e.id == ev.Evening })
		return len(w.evenings) < n
	case EveningClosed:
		return w.evening(ev.Evening, func(e *evening) { e.closed, e.closedAt, e.draw = true, at, nil })
	case EveningReopened:
		return w.evening(ev.Evening, func(e *evening) { e.closed, e.closedAt = false, time.Time{} })
	case Arrived:
		return w.evening(ev.Evening, func(e *evening) { e.arrive(ev.People, at) })
	case Gone:
		return w.evening(ev.Evening, func(e *evening) { e.leave(ev.People, at) })
	case GameAttached:
		w.games[ev.Game] = ev.Evening
		return w.evening(ev.Evening, func(e *evening) {
			e.games = append(e.games, attached{game: ev.Game, spot: ev.Spot, seq: seq, at: at})
		})
	case GameDetached:
		delete(w.games, ev.Game)
		return w.evening(ev.Evening, func(e *evening) {
			e.games = slices.DeleteFunc(e.games, func(g attached) bool { return g.game == ev.Game })
			if e.draw != nil && slices.Contains(e.draw.begun, ev.Game) { // its table is proposed again
				e.draw = e.draw.clone()
				e.draw.begun[slices.Index(e.draw.begun, ev.Game)] = ""
			}
		})
	case GameReplaced:
		w.games[ev.By] = w.games[ev.Game]
		delete(w.games, ev.Game)
		return w.evening(ev.Evening, func(e *evening) { e.replace(ev.Game, ev.By) })
	case GamesOrdered:
		return w.evening(ev.Evening, func(e *evening) {
			place := func(g attached) int { return slices.Index(ev.Games, g.game) }
			slices.SortStableFunc(e.games, func(a, b attached) int { return place(a) - place(b) })
		})
	}
	return false
}

func (e *evening) replace(game, by string) {
	for i := range e.games {
		if e.games[i].game == game {
			e.games[i].game = by
		}
	}
	if e.draw != nil && slices.Contains(e.draw.begun, game) {
		e.draw = e.draw.clone()
		e.draw.begun[slices.Index(e.draw.begun, game)] = by
	}
}

func (e *evening) arrive(people []string, at time.Time) {
	for _, id := range people {
		if i := e.at(id); i >= 0 {
			e.here[i].departed, e.here[i].left = false, time.Time{}
			e.here[i].since = at
		} else {
			e.here = append(e.here, presence{person: id, came: at, since: at})
		}
	}
	if e.draw != nil {
		e.draw = e.draw.clone()
		e.draw.come(people)
	}
}

func (e *evening) leave(people []string, at time.Time) {
	for _, id := range people {
		if i := e.at(id); i >= 0 {
			e.here[i].departed, e.here[i].left = true, at
		}
	}
	if e.draw != nil {
		e.draw = e.draw.clone()
		e.draw.leave(people)
	}
}
