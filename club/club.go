package club

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Club is the state of a club. It never changes, so any number of goroutines may
// ask it. Make it with New or Restore.
type Club struct {
	now      world
	steps    []step // the history that stands
	redo     []step // what was undone, the next one first
	seq      int    // all entries
	revision int    // those that were not aside
	texts    map[Text]Written
	gone     map[string]bool   // who was forgotten
	ended    map[string]ending // games by table
	// The highest numbers ever used: an undo gives none free.
	lastPerson, lastEvening int
	lastText                Text
	lastVersion             map[string]int // of each scheme of the house
	lastHouse               int
}

// step is one entry of the history.
type step struct {
	verb   Verb
	events []Event
	seq    int // of its entry
	at     time.Time
	fixed  bool // no undo goes behind it
}

// ending is how a game has ended.
type ending struct {
	seats []string
	seq   int // of its entry; marks of novices that are set later stay
	at    time.Time
}

// New gives a club of nobody.
func New() *Club {
	return &Club{now: newWorld(), texts: map[Text]Written{}, gone: map[string]bool{}, ended: map[string]ending{}, lastVersion: map[string]int{}}
}

// ErrEntry says that an entry is not one that this club can have written.
var ErrEntry = errors.New("club: the entry does not fit the club")

// Restore gives the club of a journal, with the texts that lie beside it. Texts that
// no event names are left out.
func Restore(entries []Entry, texts []Written) (*Club, error) {
	c := New()
	for i := range entries {
		if err := c.take(&entries[i]); err != nil {
			return nil, err
		}
	}
	for _, t := range texts {
		c.texts[t.ID] = t
	}
	c.prune()
	c.wipe()
	return c, nil
}

// Apply gives the club after an entry, with the texts that it brings. The error is
// ErrEntry; then there is no such club.
func (c *Club) Apply(e Entry, texts ...Written) (*Club, error) {
	out := *c
	out.now = c.now.clone()
	out.steps, out.redo = slices.Clip(c.steps), slices.Clip(c.redo)
	out.gone, out.ended = maps.Clone(c.gone), maps.Clone(c.ended)
	out.texts, out.lastVersion = maps.Clone(c.texts), maps.Clone(c.lastVersion)
	if err := out.take(&e); err != nil {
		return nil, err
	}
	for _, t := range texts {
		out.texts[t.ID] = t
	}
	if len(c.redo) > 0 {
		out.prune()
	}
	out.wipe()
	return &out, nil
}

// prune drops the texts that no step names any more.
func (c *Club) prune() {
	named := map[Text]bool{}
	for _, s := range slices.Concat(c.steps, c.redo) {
		for _, e := range s.events {
			for _, t := range textsOf(e) {
				named[t] = true
			}
		}
	}
	maps.DeleteFunc(c.texts, func(id Text, _ Written) bool { return !named[id] })
}

// take takes an entry in, in place.
func (c *Club) take(e *Entry) error {
	c.seq++
	for _, ev := range e.Events {
		c.count(ev)
	}
	if e.Aside {
		for _, ev := range e.Events {
			if !c.outer(ev, e.At) {
				return ErrEntry
			}
		}
		return nil
	}
	c.revision++
	switch {
	case e.Keep > len(c.steps) || e.Keep >= 0 && e.Verb != DoUndo:
		return ErrEntry
	case e.Verb == DoUndo:
		if e.Keep < 0 {
			return ErrEntry
		}
		c.redo = slices.Concat(c.steps[e.Keep:], c.redo)
		c.steps = slices.Clip(c.steps[:e.Keep])
		return c.refold()
	case e.Verb == DoRedo:
		if len(c.redo) == 0 {
			return ErrEntry
		}
		s := c.redo[0]
		c.redo = slices.Clip(c.redo[1:])
		return c.push(s)
	}
	c.redo = nil
	return c.push(step{verb: e.Verb, events: e.Events, seq: c.seq, at: e.At, fixed: e.Verb == DoTakeOver})
}

// push does a step.
func (c *Club) push(s step) error {
	for _, ev := range s.events {
		if !c.now.apply(ev, s.seq, s.at) {
			return ErrEntry
		}
	}
	c.steps = append(c.steps, s)
	return nil
}

// refold makes the world anew from the history.
func (c *Club) refold() error {
	steps := c.steps
	c.now, c.steps = newWorld(), make([]step, 0, len(steps))
	for _, s := range steps {
		if err := c.push(s); err != nil {
			return err
		}
	}
	return nil
}

// outer takes in a fact that stands aside of the history; false for what is none.
func (c *Club) outer(ev Event, at time.Time) bool {
	switch ev := ev.(type) {
	case Forgotten:
		c.gone[ev.Person] = true
	case GameEnded:
		c.ended[ev.Game] = ending{slices.Clone(ev.Seats), c.seq, at}
	case GameResumed:
		delete(c.ended, ev.Game)
	default:
		return false
	}
	return true
}

// wipe drops the texts about people who were forgotten.
func (c *Club) wipe() {
	maps.DeleteFunc(c.texts, func(_ Text, w Written) bool {
		return slices.ContainsFunc(w.About, func(id string) bool { return c.gone[id] })
	})
}

// count keeps the highest numbers.
func (c *Club) count(ev Event) {
	for _, t := range textsOf(ev) {
		c.lastText = max(c.lastText, t)
	}
	switch ev := ev.(type) {
	case PersonAdded:
		c.lastPerson = max(c.lastPerson, numberOf(ev.Person, personPrefix))
	case SchemeKept:
		c.lastVersion[ev.Scheme.ID] = max(c.lastVersion[ev.Scheme.ID], ev.Scheme.Version)
		c.lastHouse = max(c.lastHouse, numberOf(ev.Scheme.ID, housePrefix))
	case EveningOpened:
		c.lastEvening = max(c.lastEvening, numberOf(ev.Evening, eveningPrefix))
	}
}

// textsOf lists the texts that an event names.
func textsOf(ev Event) []Text {
	switch ev := ev.(type) {
	case PersonAdded:
		return []Text{ev.Nick}
	case PersonNamed:
		return []Text{ev.Nick}
	case PersonNoted:
		return []Text{ev.Notes}
	case Banned:
		return []Text{ev.Reason}
	case PersonBarred:
		return []Text{ev.Reason}
	case QueueMoved:
		return []Text{ev.Reason}
	case ImmunityRuled:
		return []Text{ev.Reason}
	case Awarded:
		return []Text{ev.BonusFor, ev.MalusFor}
	}
	return nil
}

// Ids of people, evenings and schemes are numbers in order behind these.
const (
	personPrefix  = "p"
	eveningPrefix = "e"
	housePrefix   = "house-" // schemes of points
)

func numberOf(id, prefix string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(id, prefix))
	if err != nil || prefix+strconv.Itoa(n) != id {
		return 0
	}
	return n
}

// Revision counts the acknowledged commands, undo and redo among them.
func (c *Club) Revision() int { return c.revision }

// Steps is the length of the history that stands.
func (c *Club) Steps() int { return len(c.steps) }

// Undoable gives the verb of the step that an undo would take back, "" for none.
func (c *Club) Undoable() Verb {
	if n := len(c.steps); n > 0 && !c.steps[n-1].fixed {
		return c.steps[n-1].verb
	}
	return ""
}

// Redoable gives the verb of the step that a redo would do again, "" for none.
func (c *Club) Redoable() Verb {
	if len(c.redo) == 0 {
		return ""
	}
	return c.redo[0].verb
}

// Texts gives all texts that are to be kept beside the journal, by number.
func (c *Club) Texts() []Written {
	out := make([]Written, 0, len(c.texts))
	for _, id := range slices.Sorted(maps.Keys(c.texts)) {
		out = append(out, c.texts[id])
	}
	return out
}

func (c *Club) text(t Text) string { return c.texts[t].Text }
