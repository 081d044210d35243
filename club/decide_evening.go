package club

import (
	"slices"
	"strconv"

	"omerta/club/points"
	"omerta/names"
	"omerta/rulebook"
)

// Bounds of evenings.
const (
	MaxEvenings = 20_000
	MaxTables   = 50  // going on at once
	MaxGames    = 500 // of one evening
)

func (d *decision) evening(cmd Command) error {
	switch cmd := cmd.(type) {
	case Open:
		if len(d.club.now.evenings) >= MaxEvenings {
			return no(WhyMany, "n", MaxEvenings)
		}
		terms, err := cmd.clean(d.club.Schemes())
		if err != nil {
			return err
		}
		d.Evening = eveningPrefix + strconv.Itoa(d.club.lastEvening+1)
		d.emit(EveningOpened{d.Evening, terms})
	case Change:
		e, err := d.club.running(cmd.Evening)
		if err != nil {
			return err
		}
		terms, err := cmd.clean(d.club.Schemes())
		if err != nil {
			return err
		}
		if terms == e.terms {
			return no(WhyNothing)
		}
		d.emit(EveningChanged{e.id, terms})
	case Drop:
		e, err := d.club.running(cmd.Evening)
		if err != nil {
			return err
		}
		if len(e.games) > 0 {
			return no(WhyGames)
		}
		d.emit(EveningDropped{e.id})
	case Close:
		return d.close(cmd)
	case Reopen:
		e, err := d.club.evening(cmd.Evening)
		if err != nil {
			return err
		}
		if !e.closed {
			return no(WhyOpen)
		}
		d.emit(EveningReopened{e.id})
	case Arrive:
		return d.arrive(cmd)
	case Leave:
		return d.leave(cmd)
	}
	return nil
}

// clean gives terms as they are kept.
func (t Terms) clean(schemes *points.Schemes) (Terms, error) {
	if !points.IsDate(t.Date) {
		return t, no(WhyDate, "text", clip(t.Date))
	}
	for _, text := range []*string{&t.Title, &t.Place, &t.Season} {
		var ok bool
		if *text, ok = names.Title(*text); !ok || text == &t.Season && len(*text) > points.MaxKey {
			return t, no(WhyTitle, "n", points.MaxKey)
		}
	}
	if t.Rulebook != "" {
		rb, err := rulebook.New(t.Rulebook, t.Preset, nil)
		if err != nil {
			return t, no(WhyRulebook, "text", clip(t.Rulebook+" "+t.Preset))
		}
		t.Rulebook = rb.ID
	} else if t.Preset != "" {
		return t, no(WhyRulebook, "text", clip(t.Preset))
	}
	if t.Scheme != "" {
		s, ok := schemes.Find(t.Scheme)
		if !ok {
			return t, no(WhyScheme, "text", clip(t.Scheme))
		}
		t.Scheme = s.Key() // an evening keeps the version that it was played with
	}
	if t.Tables == 0 {
		t.Tables = 1
	}
	if t.Tables < 1 || t.Tables > MaxTables {
		return t, no(WhyTables, "n", MaxTables)
	}
	return t, nil
}

// evening finds an evening.
func (c *Club) evening(id string) (*evening, error) {
	at := c.now.place(id)
	if at < 0 {
		return nil, no(WhyEvening)
	}
	return c.now.evenings[at], nil
}

// running finds an evening that is not closed.
func (c *Club) running(id string) (*evening, error) {
	e, err := c.evening(id)
	if err == nil && e.closed {
		return nil, no(WhyClosed)
	}
	return e, err
}

// close wants every game to have its end: those that have none are to be played on
// or taken out.
func (d *decision) close(cmd Close) error {
	e, err := d.club.running(cmd.Evening)
	if err != nil {
		return err
	}
	for i, g := range e.games {
		if _, over := d.club.ended[g.game]; !over {
			return no(WhyRuns, "n", i+1)
		}
	}
	d.emit(EveningClosed{e.id})
	return nil
}

func (d *decision) arrive(cmd Arrive) error {
	e, err := d.club.running(cmd.Evening)
	if err != nil {
		return err
	}
	people, err := d.club.everyone(cmd.People)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(id string) bool {
		at := e.at(id)
		return at >= 0 && !e.here[at].departed
	})
	if len(people) == 0 {
		return no(WhyNothing)
	}
	for _, id := range people {
		if err := d.comeBack(id); err != nil {
			return err
		}
	}
	d.emit(Arrived{e.id, people})
	d.warnBarred(e, people)
	return d.follow(e.id)
}

func (d *decision) leave(cmd Leave) error {
	e, err := d.club.running(cmd.Evening)
	if err != nil {
		return err
	}
	var people []string
	for _, id := range cmd.People {
		if at := e.at(id); at >= 0 && !e.here[at].departed && !slices.Contains(people, id) {
			people = append(people, id)
		}
	}
	if len(people) == 0 {
		return no(WhyNothing)
	}
	d.emit(Gone{e.id, people})
	return d.follow(e.id)
}
