package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"

	clubs "omerta/club"
	games "omerta/club/history"
	"omerta/club/ledger"
	"omerta/club/points"
	"omerta/names"
)

// maxGamesFile bounds a file of games: some 300,000 games.
const maxGamesFile = 256 << 20

// GamesState tells how far an import of games is.
type GamesState struct {
	Running  bool           `json:"running"`
	Progress games.Progress `json:"progress"` // of the one that runs, or of the last one
	Of       int64          `json:"of"`       // bytes of the file
}

// gamesImport lets one file in at a time.
type gamesImport struct {
	one   sync.Mutex
	mu    sync.Mutex
	state GamesState
}

func (g *gamesImport) set(change func(*GamesState)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change(&g.state)
}

func (s *Server) gamesImported(*http.Request) (any, error) {
	s.taking.mu.Lock()
	defer s.taking.mu.Unlock()
	return s.taking.state, nil
}

// GamesReport tells what became of a file of games.
type GamesReport struct {
	Rows     int          `json:"rows"`
	Games    int          `json:"games"`   // that were taken
	Refused  int          `json:"refused"` // games that were not
	Known    int          `json:"known"`   // games that were there already
	People   int          `json:"people"`  // who are new
	Refusals []RefusedRow `json:"refusals"`
	More     int          `json:"more"` // refusals that are not listed
	Notes    []Text       `json:"notes"`
}

// RefusedRow is one thing that was refused.
type RefusedRow struct {
	Line   int    `json:"line"`
	Game   string `json:"game"`
	Column string `json:"column"`
	Why    Text   `json:"why"`
}

func reportOf(r *games.Report, people int) GamesReport {
	out := GamesReport{
		Rows: r.Rows, Games: r.Games, Refused: r.Refused, Known: r.Known, People: people,
		Refusals: make([]RefusedRow, len(r.Refusals)), More: r.More, Notes: texts(r.Notes),
	}
	for i, x := range r.Refusals {
		out.Refusals[i] = RefusedRow{x.Line, x.Game, x.Column, both(x.Say)}
	}
	return out
}

// importGames takes a file of games in. The body is the file; a game with a fault is left out,
// and every fault is told with its line. A game of the same source that is there
// already is not taken again. With dry=1 nothing is taken.
func (s *Server) importGames(r *http.Request) (any, error) {
	if !s.taking.one.TryLock() {
		return nil, errBusy
	}
	defer s.taking.one.Unlock()
	o, err := gameOptions(r.URL.Query())
	if err != nil {
		return nil, err
	}
	file, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, errTooLarge
	}
	book, _, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, g := range book.Results() {
		there[g.ID] = true
	}
	o.Have = func(id string) bool { return there[id] }
	s.taking.set(func(g *GamesState) { *g = GamesState{Running: true, Of: int64(len(file))} })
	defer s.taking.set(func(g *GamesState) { g.Running = false })
	o.Progress = func(p games.Progress) { s.taking.set(func(g *GamesState) { g.Progress = p }) }
	return s.takeGames(r.Context(), file, o, r.URL.Query().Get("dry") == "1")
}

func gameOptions(q url.Values) (o games.Options, err error) {
	o = games.Options{Rulebook: q.Get("rulebook"), Preset: q.Get("preset"), Scheme: q.Get("scheme")}
	source, ok := names.Title(q.Get("source"))
	if !ok || len(source) > points.MaxKey/2 {
		return o, tellWhy("bad-request", "source: at most 48 bytes")
	}
	if o.Source = source; source == "" {
		o.Source = "file"
	}
	return o, nil
}

// errDry ends an import that was only to be looked at.
var errDry = errors.New("nothing is to be taken")

// takeGames reads a file while the club stands still, so that people can be found and
// numbered.
func (s *Server) takeGames(ctx context.Context, file []byte, o games.Options, dry bool) (any, error) {
	var report games.Report
	var fresh []string
	imported := token()[:12]
	_, err := s.club.Command(ctx, ledger.Request{By: byHost, Plan: func(c *clubs.Club) (clubs.Command, error) {
		o.Schemes = c.Schemes()
		o.Person = func(nick string) string {
			id, known := c.Known(nick)
			if !known {
				id = c.NextPerson(len(fresh))
				fresh = append(fresh, nick)
			}
			return id
		}
		results, rep, err := games.Read(ctx, bytes.NewReader(file), o)
		report = rep
		if err != nil {
			return nil, err
		}
		if dry || len(results) == 0 {
			return nil, errDry
		}
		cmd := clubs.Take{Import: imported, Games: len(results), Nicks: fresh}
		if _, err := c.Decide(cmd, s.club.Now()); err != nil { // before much is written
			return nil, err
		}
		return cmd, s.keepBefore(context.WithoutCancel(ctx), imported, results)
	}})
	if errors.Is(err, games.ErrRows) {
		return nil, errTooLarge
	}
	if err != nil && !errors.Is(err, errDry) {
		return nil, err
	}
	if err == nil {
		if err := s.Store.DeleteDoc(context.WithoutCancel(ctx), looseKind, imported); err != nil {
			s.Log.Warn("cannot note that the club knows of an import", "import", imported, "err", err)
		}
	}
	return reportOf(&report, len(fresh)), nil
}
