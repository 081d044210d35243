package server

import (
	"context"
	"errors"
	"slices"
	"strconv"

	clubs "omerta/club"
	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// factsTries is how often facts are gathered anew where a game ends meanwhile.
const factsTries = 4

// outcome is what a game has come to by seats.
type outcome struct {
	rulebook string
	played   []queue.Played // of people there are seats, as numbers
	earned   []mafia.Seat
}

// facts gathers what the club has to know of the games of an evening, and of those of
// the evening before, to say whose turn it is and who has earned an immunity.
func (s *Server) facts(ctx context.Context, c *clubs.Club, evening string) (clubs.Facts, error) {
	out := clubs.Facts{}
	for _, id := range []string{evening, c.LastBefore(evening)} {
		e, _ := c.Evening(id)
		for _, g := range e.Games {
			f, err := s.fact(ctx, c, g)
			if err != nil {
				return nil, err
			}
			out[g.Game] = f
		}
	}
	return out, nil
}

func (s *Server) fact(ctx context.Context, c *clubs.Club, g clubs.GameOf) (clubs.Fact, error) {
	seats, ended := c.Seats(g.Game)
	if !ended {
		sits, err := s.sits(ctx, c, g.Game)
		return clubs.Fact{Sits: sits}, err
	}
	o, err := s.outcome(ctx, g.Game)
	if err != nil {
		return clubs.Fact{}, err
	}
	out := clubs.Fact{Rulebook: o.rulebook}
	for _, p := range o.played {
		if n, err := strconv.Atoi(p.Person); err == nil && n <= len(seats) && seats[n-1] != "" {
			p.Person = seats[n-1]
			out.Played = append(out.Played, p)
		}
	}
	for _, x := range o.earned {
		if int(x) <= len(seats) && seats[x-1] != "" {
			out.Earned = append(out.Earned, seats[x-1])
		}
	}
	return out, nil
}

// lost tells whether a table cannot be read any more: its game is left out.
func lost(err error) bool {
	return errors.Is(err, journal.ErrNoTable) || errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrNewer)
}

// sits are the people at a table where a game goes on.
func (s *Server) sits(ctx context.Context, c *clubs.Club, id string) ([]string, error) {
	t, err := s.Hub.Get(ctx, id)
	if lost(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v, err := t.View(ctx, mafia.Board)
	if err != nil {
		return nil, err
	}
	nicks := make([]string, len(v.Seats))
	for i := range v.Seats {
		nicks[i] = v.Seats[i].Nick
	}
	return slices.DeleteFunc(whoSat(c, t.Meta().Seats, nicks), func(id string) bool { return id == "" }), nil
}

// outcome is what a game that has ended has come to.
func (s *Server) outcome(ctx context.Context, id string) (outcome, error) {
	r := &s.results
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refresh()
	if o, ok := r.outcomes[id]; ok {
		return o, nil
	}
	t, err := s.Hub.Get(ctx, id)
	if lost(err) {
		return outcome{}, nil
	}
	if err != nil {
		return outcome{}, err
	}
	o, err := outcomeOf(ctx, t)
	if err == nil {
		r.outcomes[id] = o
	}
	return o, err
}

func outcomeOf(ctx context.Context, t *table.Table) (outcome, error) {
	steps, err := t.History(ctx)
	if err != nil {
		return outcome{}, err
	}
	var events []mafia.Event
	for _, st := range steps {
		events = append(events, st.Events...)
	}
	v, err := t.View(ctx, t.Leader())
	if err != nil {
		return outcome{}, err
	}
	seats := make([]string, len(v.Seats))
	for i := range seats {
		seats[i] = strconv.Itoa(i + 1)
	}
	return outcome{t.Rulebook().ID, queue.Of(&v, seats), immunity.AccountOf(events).Earned.List()}, nil
}

// filled gives a command that people have sent with what only the server knows.
func (s *Server) filled(ctx context.Context, cmd clubs.Command) (clubs.Command, error) {
	switch cmd := cmd.(type) {
	case clubs.Draw:
		var err error
		cmd.Seed = lot()%clubs.MaxSeed + 1
		cmd.Facts, err = s.facts(ctx, s.club.Club(), cmd.Evening)
		return cmd, err
	case clubs.Redraw:
		var err error
		cmd.Seed = lot()%clubs.MaxSeed + 1
		cmd.Facts, err = s.facts(ctx, s.club.Club(), cmd.Evening)
		return cmd, err
	}
	return cmd, nil
}

// draws tells whether a command draws lots, for which games must not end meanwhile.
func draws(cmd clubs.Command) bool {
	v := cmd.Verb()
	return v == clubs.DoDraw || v == clubs.DoRedraw
}

func seatAt(i int) mafia.Seat { return mafia.Seat(i + 1) } //nolint:gosec // there are few seats
