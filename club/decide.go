package club

import (
	"errors"
	"slices"
	"time"

	"omerta/say"
)

// Decision is what a command would do.
type Decision struct {
	Entry Entry
	// Texts are those that the entry's events name anew. They must be kept before the
	// entry is.
	Texts []Written
	// People and Evening are the ids of those that the command has brought, or, for
	// people who were there already, has met.
	People  []string
	Evening string
	// Warnings tell what is done though one may wonder.
	Warnings []say.Line
	// Import is what became of a list, for that command.
	Import *ImportReport
}

// MaxPeople bounds the people of a club, those who were taken off the list among
// them.
const MaxPeople = 20_000

// decision is a Decision in the making.
type decision struct {
	Decision
	club *Club
	next Text
	came int // people who are new
}

// Decide judges a command at a moment. The error is a *Refusal; then nothing would
// change.
func (c *Club) Decide(cmd Command, now time.Time) (Decision, error) {
	d := &decision{club: c, next: c.lastText}
	d.Entry = Entry{Verb: cmd.Verb(), Keep: -1, At: time.UnixMilli(now.UnixMilli()).UTC()}
	var err error
	switch cmd := cmd.(type) {
	case Undo:
		err = d.undo(cmd)
	case Redo:
		if len(c.redo) == 0 {
			err = no(WhyNoRedo)
		}
	case Add, Edit, Remove, Forget, Merge, Tie, Ban, Lift, Import, TakeOver, Bar, Admit:
		err = d.people(cmd)
	case Open, Change, Drop, Close, Reopen, Arrive, Leave:
		err = d.evening(cmd)
	case KeepScheme, RetireScheme, Rate:
		err = d.counting(cmd)
	case Attach, Detach, Order, Award, Reseat, Take, End, Resume, Replace:
		err = d.games(cmd)
	case Draw, Redraw, DropDraw, Decline, MoveInQueue, Overrule, MoveSeat, Begin:
		err = d.drawing(cmd)
	}
	if err != nil {
		return Decision{}, err
	}
	return d.Decision, nil
}

// undo takes steps back as far as it may.
func (d *decision) undo(cmd Undo) error {
	keep := cmd.To
	if keep == 0 {
		keep = len(d.club.steps) - 1
	}
	if keep < 0 || keep >= len(d.club.steps) {
		return no(WhyNoUndo)
	}
	for _, s := range d.club.steps[keep:] {
		if s.fixed {
			return no(WhyNoUndo)
		}
	}
	d.Entry.Keep = keep
	return nil
}

func (d *decision) emit(ev ...Event) { d.Entry.Events = append(d.Entry.Events, ev...) }

// write keeps a text about people; 0 for an empty one.
func (d *decision) write(text string, about ...string) Text {
	if text == "" {
		return 0
	}
	d.next++
	d.Texts = append(d.Texts, Written{ID: d.next, About: about, Text: text})
	return d.next
}

// changed refuses what has come to nothing.
func (d *decision) changed() error {
	if len(d.Entry.Events) == 0 {
		return no(WhyNothing)
	}
	return nil
}

// someone finds a person who can be spoken of.
func (c *Club) someone(id string) (*person, error) {
	p, ok := c.now.find(id)
	switch {
	case !ok:
		return nil, no(WhyPerson)
	case c.gone[id]:
		return nil, no(WhyForgotten)
	}
	return p, nil
}

// everyone is someone of each, every one once, all of them there.
func (c *Club) everyone(ids []string) ([]string, error) {
	var out []string
	for _, id := range ids {
		if _, err := c.someone(id); err != nil {
			return nil, err
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return nil, no(WhyEmpty)
	}
	return out, nil
}

// both finds two different people.
func (c *Club) both(a, b string) error {
	_, errA := c.someone(a)
	_, errB := c.someone(b)
	if err := errors.Join(errA, errB); err != nil {
		if errA != nil {
			return errA
		}
		return errB
	}
	if a == b {
		return no(WhySamePerson)
	}
	return nil
}
