package server

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	clubs "omerta/club"
	"omerta/club/ledger"
	"omerta/club/points"
	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// results are what the games of the club's evenings have come to, worked out when
// somebody asks and kept until something changes.
type results struct {
	mu     sync.Mutex
	games  map[string]points.Result // of tables that have ended, without what the club adds
	before map[string][]points.Result
	// outcomes are the same for the queue and for immunities.
	outcomes map[string]outcome
	// book is of the club as it was then, nil: to be made anew.
	book *points.Book
	club *clubs.Club

	// What tables tell, under a lock of its own: a table that is being asked must not
	// wait for whoever asks it.
	told  sync.Mutex
	stale map[string]bool // tables whose results may have changed
	odd   map[string]bool // tables that may stand otherwise than the club knows
	news  chan struct{}   // capacity 1: there are odd ones
}

// over tells whether a game has come to an end that counts.
func over(s table.Summary) bool { return s.Outcome.Winner != mafia.NoWinner && !s.Voided }

// watchGames tells the club of each game that ends, or goes on after all.
func (s *Server) watchGames() {
	s.results.games, s.results.before = map[string]points.Result{}, map[string][]points.Result{}
	s.results.outcomes = map[string]outcome{}
	s.results.news, s.results.odd = make(chan struct{}, 1), map[string]bool{}
	s.results.stale = map[string]bool{}
	s.Hub.Watch(s.tableChanged)
	go func() {
		ctx := s.Hub.Context()
		s.noteEnds(ctx)
		if err := s.forgetNames(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot look for what is to be forgotten", "err", err)
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.results.news:
			}
			for _, id := range s.oddOnes() {
				if err := s.noteEnd(ctx, id); err != nil && ctx.Err() == nil {
					s.Log.Warn("cannot note for the club how a game stands", "table", id, "err", err)
				}
			}
		}
	}()
}

// tableChanged is called by a table that has changed.
func (s *Server) tableChanged(id string, now table.Summary) {
	known := s.club.Club().HasEnded(id)
	if !known && !over(now) {
		return
	}
	if !known {
		s.gameOver()
	}
	s.lookAgain(id)
}

// lookAgain has the club told how a table stands. One that has ended may have got
// another in a seat of its protocol.
func (s *Server) lookAgain(id string) {
	r := &s.results
	r.told.Lock()
	defer r.told.Unlock()
	r.stale[id], r.odd[id] = true, true
	select {
	case r.news <- struct{}{}:
	default:
	}
}

func (s *Server) oddOnes() (out []string) {
	s.results.told.Lock()
	defer s.results.told.Unlock()
	for id := range s.results.odd {
		out = append(out, id)
	}
	clear(s.results.odd)
	slices.Sort(out)
	return out
}

// noteEnds looks through all tables for what the program has missed when it last
// ended, or what older versions did not note.
func (s *Server) noteEnds(ctx context.Context) {
	all, err := s.Hub.List(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Warn("cannot look for games that have ended", "err", err)
		}
		return
	}
	for _, l := range slices.Backward(all) { // the oldest first
		if over(l.Summary) == s.club.Club().HasEnded(l.ID) {
			continue
		}
		if err := s.noteEnd(ctx, l.ID); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot note for the club how a game stands", "table", l.ID, "err", err)
		}
	}
}

// noteEnd tells the club how a table stands now.
func (s *Server) noteEnd(ctx context.Context, id string) error {
	t, err := s.Hub.Get(ctx, id)
	if errors.Is(err, journal.ErrNoTable) {
		return nil // it has been deleted meanwhile
	}
	if err != nil {
		return err
	}
	sum, err := t.Summary(ctx)
	if err != nil {
		return err
	}
	v, err := t.View(ctx, t.Leader())
	if err != nil {
		return err
	}
	_, err = s.club.Command(ctx, ledger.Request{By: byProgram, Plan: func(c *clubs.Club) (clubs.Command, error) {
		if !over(sum) {
			return clubs.Resume{Game: id}, nil
		}
		nicks := make([]string, len(v.Seats))
		for i := range v.Seats {
			nicks[i] = v.Seats[i].Nick
		}
		return clubs.End{Game: id, Seats: whoSat(c, t.Meta().Seats, nicks)}, nil
	}})
	if err != nil && !refusedFor(err, clubs.WhyNothing) {
		return err
	}
	if seats, _ := s.club.Club().Seats(id); slices.ContainsFunc(seats, func(id string) bool { return slices.Contains(s.club.Club().Forgotten(), id) }) {
		return s.forgetNames(ctx) // it has waited for the end
	}
	return nil
}

// whoSat finds the people of the nicks at a table: those who sat down there, by what
// the deal says of them, and substitutes by their nicks. Who is neither is a guest.
func whoSat(c *clubs.Club, dealt []table.Sitter, nicks []string) []string {
	out := make([]string, len(nicks))
	for i, nick := range nicks {
		id := ""
		if i < len(dealt) && dealt[i].Nick == nick {
			id = c.Resolve(dealt[i].PersonID)
		}
		if id == "" {
			id, _ = c.Known(nick)
		}
		if !slices.Contains(out[:i], id) {
			out[i] = id
		}
	}
	return out
}

// resultOf makes the result of a table.
func resultOf(ctx context.Context, t *table.Table) (points.Result, error) {
	steps, err := t.History(ctx)
	if err != nil {
		return points.Result{}, err
	}
	var events []mafia.Event
	for _, st := range steps {
		events = append(events, st.Events...)
	}
	g := mafia.Fold(t.Rulebook(), events)
	meta := t.Meta()
	head := points.Result{ID: t.ID(), Date: meta.Date, Preset: meta.Preset}
	if !points.IsDate(head.Date) {
		head.Date = t.Made().Local().Format(time.DateOnly)
	}
	// Nobody is named here: the club says who sat there, see club.Dress.
	return points.FromGame(head, &g, slices.Values(events), func(mafia.Seat, string) string { return "" })
}

// theBook is the book of all games of the club: those of before, and those of the
// evenings in order. Games that nobody has put into an evening are not in it.
func (s *Server) theBook(ctx context.Context) (*points.Book, *clubs.Club, error) {
	r := &s.results
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refresh()
	c := s.club.Club()
	if r.book != nil && r.club == c {
		return r.book, c, nil
	}
	all, last, err := s.gamesBefore(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range c.Evenings() {
		for _, g := range e.Games {
			last++
			if !g.Ended {
				continue
			}
			res, ok, err := s.result(ctx, g.Game)
			if err != nil {
				return nil, nil, err
			}
			if ok {
				res = c.Dress(res)
				res.Number = last
				all = append(all, res)
			}
		}
	}
	s.knownSchemes(all, c)
	book, err := points.NewBook(all, c.Schemes())
	if err != nil {
		return nil, nil, err
	}
	r.book, r.club = book, c
	return book, c, nil
}

// knownSchemes has games whose scheme is lost counted by their rulebook's own: one
// such game must not take all tables away.
func (s *Server) knownSchemes(all []points.Result, c *clubs.Club) {
	lost := map[string]bool{}
	for i := range all {
		key := all[i].Scheme
		if key == "" || !lost[key] && c.Schemes().Has(key) {
			continue
		}
		if !lost[key] {
			s.Log.Warn("there is no such scheme of points; its games are counted by their rulebook's own", "scheme", key)
		}
		lost[key] = true
		all[i].Scheme = ""
	}
}

// refresh drops what tables have told to be out of date.
func (r *results) refresh() {
	r.told.Lock()
	defer r.told.Unlock()
	for id := range r.stale {
		delete(r.outcomes, id)
		if _, kept := r.games[id]; kept {
			delete(r.games, id)
			r.book = nil
		}
	}
	clear(r.stale)
}

// result is the result of a table that has ended; false for one that cannot be read
// any more. The caller holds the lock.
func (s *Server) result(ctx context.Context, id string) (points.Result, bool, error) {
	if res, ok := s.results.games[id]; ok {
		return res, true, nil
	}
	t, err := s.Hub.Get(ctx, id)
	if errors.Is(err, journal.ErrNoTable) || errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrNewer) {
		s.Log.Warn("a game of the club cannot be read and is left out", "table", id, "err", err)
		return points.Result{}, false, nil
	}
	if err != nil {
		return points.Result{}, false, err
	}
	res, err := resultOf(ctx, t)
	if errors.Is(err, points.ErrUnfinished) { // it goes on again, and the club is about to hear of it
		return res, false, nil
	}
	if err != nil {
		return res, false, err
	}
	s.results.games[id] = res
	return res, true, nil
}

// playedTogether tells whether two people sat in one game of the book.
func playedTogether(b *points.Book, a, c string) bool {
	for _, p := range b.Played(a, points.Period{}) {
		if slices.ContainsFunc(p.Result.Seats, func(s points.Seat) bool { return s.Person == c }) {
			return true
		}
	}
	return false
}
