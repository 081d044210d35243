package table

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"omerta/mafia"
)

// Leader is the viewer who leads this table: the host, or the one device that
// is passed around.
func (t *Table) Leader() mafia.Viewer { return (&state{rb: t.rb}).host() }

// Subscribe opens a viewer's line; the first frame is there at once. Close it.
func (t *Table) Subscribe(ctx context.Context, who mafia.Viewer) (*Sub, error) {
	s := newSub(t, who)
	err := t.call(ctx, func() {
		t.subs[s] = struct{}{}
		t.show(s, t.look(who))
	})
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// forget ends a subscription in the table's goroutine.
func (t *Table) forget(s *Sub) {
	_ = t.call(context.Background(), func() { delete(t.subs, s) })
}

// look draws the present state; a fault in it freezes the table.
func (t *Table) look(who mafia.Viewer) (p *picture) {
	if t.guard(func() {
		var err error
		if p, err = t.paint(who); err != nil {
			panic(err)
		}
	}) != nil {
		return t.lastResort(who)
	}
	return p
}

// paint draws the present state for one viewer.
func (t *Table) paint(who mafia.Viewer) (*picture, error) {
	about := t.about()
	d := newPainter(&t.s, &about)
	return d.draw(who)
}

// Foresee gives the board's view as it is, and as a command would leave it, and
// changes nothing; for one that was given before, by its key, both are alike.
// Errors: those of Command.
func (t *Table) Foresee(ctx context.Context, r Request) (before, after mafia.View, err error) {
	cerr := t.call(ctx, func() {
		ferr := t.guard(func() {
			before = t.s.game.View(mafia.Board)
			after = before
			if _, known, _ := t.answers.find(r); known {
				return
			}
			var e entry
			if e, err = t.s.decide(r, time.Now()); err != nil {
				return
			}
			var s state
			if s, err = t.s.apply(e); err == nil {
				after = s.game.View(mafia.Board)
			}
		})
		if ferr != nil {
			err = ferr
		}
	})
	if cerr != nil {
		err = cerr
	}
	return before, after, err
}

// Frame is one frame of a viewer, without a subscription.
func (t *Table) Frame(ctx context.Context, who mafia.Viewer) ([]byte, error) {
	var p *picture
	if err := t.call(ctx, func() { p = t.look(who) }); err != nil {
		return nil, err
	}
	return p.frame(1, time.Now()), nil
}

// View is the game as a viewer sees it.
func (t *Table) View(ctx context.Context, who mafia.Viewer) (v mafia.View, err error) {
	var gerr error
	err = t.call(ctx, func() { gerr = t.guard(func() { v = t.s.game.View(who) }) })
	if err == nil {
		err = gerr
	}
	return v, err
}

// Log is the whole log, for whoever leads the table.
func (t *Table) Log(ctx context.Context) (lines []LogLine, err error) {
	err = t.call(ctx, func() { lines = t.s.logLines() })
	return lines, err
}

// Step is one step of a table's history.
type Step struct {
	At      time.Time
	By      string
	Command json.RawMessage // {"do":"deal"} for the first
	Events  []mafia.Event
}

// History is all that has happened and was not taken back, the deal first.
func (t *Table) History(ctx context.Context) (steps []Step, err error) {
	err = t.call(ctx, func() {
		for i := range t.s.steps {
			st := &t.s.steps[i]
			steps = append(steps, Step{At: st.when(), By: st.By, Command: st.Command, Events: slices.Clone(st.events)})
		}
	})
	return steps, err
}

// Rulebook is the rulebook that the table is played by.
func (t *Table) Rulebook() *mafia.Rulebook { return t.rb }

// Summary is the table as a list shows it.
func (t *Table) Summary(ctx context.Context) (s Summary, err error) {
	var gerr error
	err = t.call(ctx, func() { gerr = t.guard(func() { s = t.s.summary() }) })
	if err == nil {
		err = gerr
	}
	return s, err
}

// summary looks with the eyes of the board: a list shows no secret.
func (s *state) summary() Summary {
	v := s.game.Glance(mafia.Board)
	return Summary{Phase: v.Phase, Day: v.Day, Night: v.Night, Outcome: v.Outcome, Voided: s.voided}
}

// summarizes tells whether a summary is worth a new meta: a day, a night or the game has
// ended since the last one.
func (t *Table) summarizes(now Summary) bool {
	old := t.summary
	old.Phase = now.Phase
	return now != old
}

// metaWith is the table's meta with a summary.
func (t *Table) metaWith(now Summary) ([]byte, error) {
	meta := t.meta
	meta.Summary = now
	return json.Marshal(meta)
}

// summarize tells the watcher what the table is now, and writes it into its meta where
// that was not done with the entry: of a table that was folded again. A failure is told,
// and made good by the next change.
func (t *Table) summarize() {
	now := t.s.summary()
	t.hub.tell(t.id, now)
	if !t.summarizes(now) {
		return
	}
	raw, err := t.metaWith(now)
	if err == nil {
		err = t.hub.store.SetMeta(t.hub.ctx, t.id, raw)
	}
	if err != nil {
		t.hub.log.Warn("cannot note a table's summary", "table", t.id, "err", err)
		return
	}
	t.summary = now
}
