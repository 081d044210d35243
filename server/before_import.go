package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
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
	Alike    []AlikeNick  `json:"alike"` // of the new people
}

// AlikeNick is a new nick that looks like one of somebody whom the club knows.
type AlikeNick struct {
	Nick string   `json:"nick"`
	Like []string `json:"like"`
}

// maxAlikeNicks is how many of them a report lists.
const maxAlikeNicks = 100

// crowd finds the people of an import, and numbers those who are new. The club must
// stand still the while.
type crowd struct {
	club  *clubs.Club
	known map[string]string   // ids by nick
	looks map[string][]string // nicks of the club by what they look like
	fresh []string
	alike []AlikeNick
}

// newCrowd takes with it whom the host has told to be somebody of the club: "id:nick".
func newCrowd(c *clubs.Club, told []string) (*crowd, error) {
	out := crowd{club: c, known: map[string]string{"": ""}, looks: map[string][]string{}}
	for _, p := range c.People() {
		if s := names.Skeleton(p.Nick); s != "" {
			out.looks[s] = append(out.looks[s], p.Nick)
		}
	}
	for _, as := range told {
		id, nick, _ := strings.Cut(as, ":")
		p, ok := c.Person(id)
		if !ok || nick == "" {
			return nil, tellWhy("bad-request", "as: id:nick")
		}
		out.known[nick] = p.ID
	}
	return &out, nil
}

// person gives the id of a nick, "" of none.
func (p *crowd) person(nick string) string {
	if id, ok := p.known[nick]; ok {
		return id
	}
	id, ok := p.club.Known(nick)
	if !ok {
		id = p.club.NextPerson(len(p.fresh))
		p.fresh = append(p.fresh, nick)
		if like := p.looks[names.Skeleton(nick)]; len(like) > 0 && len(p.alike) < maxAlikeNicks {
			p.alike = append(p.alike, AlikeNick{nick, like})
		}
	}
	p.known[nick] = id
	return id
}

// RefusedRow is one thing that was refused.
type RefusedRow struct {
	Line   int    `json:"line"`
	Game   string `json:"game"`
	Column string `json:"column"`
	Why    Text   `json:"why"`
}

func reportOf(r *games.Report, people *crowd) GamesReport {
	out := GamesReport{
		Rows: r.Rows, Games: r.Games, Refused: r.Refused, Known: r.Known, People: len(people.fresh),
		Refusals: make([]RefusedRow, len(r.Refusals)), More: r.More, Notes: texts(r.Notes),
		Alike: append([]AlikeNick{}, people.alike...),
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
	return s.takeGames(r.Context(), file, o, r.URL.Query())
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
func (s *Server) takeGames(ctx context.Context, file []byte, o games.Options, q url.Values) (any, error) {
	var report games.Report
	people := &crowd{}
	imported := token()[:12]
	_, err := s.club.Command(ctx, ledger.Request{By: byHost, Plan: func(c *clubs.Club) (clubs.Command, error) {
		o.Schemes = c.Schemes()
		var err error
		if people, err = newCrowd(c, q["as"]); err != nil {
			return nil, err
		}
		o.Person = people.person
		results, rep, err := games.Read(ctx, bytes.NewReader(file), o)
		report = rep
		if err != nil {
			return nil, err
		}
		if q.Get("dry") == "1" || len(results) == 0 {
			return nil, errDry
		}
		cmd := clubs.Take{Import: imported, Games: len(results), Nicks: people.fresh}
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
		s.tied(ctx, imported)
	}
	return reportOf(&report, people), nil
}

// tied notes that the club knows of an import.
func (s *Server) tied(ctx context.Context, imported string) {
	if err := s.Store.DeleteDoc(context.WithoutCancel(ctx), looseKind, imported); err != nil {
		s.Log.Warn("cannot note that the club knows of an import", "import", imported, "err", err)
	}
}
