package server

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	clubs "omerta/club"
	games "omerta/club/history"
	"omerta/club/ledger"
	"omerta/club/points"
	"omerta/journal"
	"omerta/mafia"
	"omerta/names"
	"omerta/record"
	"omerta/say"
)

// recordKind is the kind of the documents with the records of games of before: one
// a game, by its id, without the names of its players.
const recordKind = "club-record"

// maxRecords is how many records one import may have.
const maxRecords = 20_000

// maxUnpacked is how many bytes they may have; a variable for tests.
var maxUnpacked int64 = 1 << 30

// importRecords takes records in as games of before, thousands at once: a ZIP file, a
// form with many files, or the text of one. A record with a fault, or of a game without
// an end, is left out, and its first fault is told; a game that is there already is not
// taken again, from wherever it comes.
func (s *Server) importRecords(r *http.Request) (any, error) {
	if !s.taking.one.TryLock() {
		return nil, errBusy
	}
	defer s.taking.one.Unlock()
	files, err := readRecords(r)
	if err != nil {
		return nil, err
	}
	s.taking.set(func(g *GamesState) { *g = GamesState{Running: true, Of: int64(len(files))} })
	defer s.taking.set(func(g *GamesState) { g.Running = false })
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return nil, err
	}
	b := bundle{there: map[string]bool{}}
	if key := r.URL.Query().Get("scheme"); key != "" {
		x, ok := c.Schemes().Find(key)
		if !ok {
			return nil, &clubs.Refusal{Why: clubs.WhyScheme, Args: map[string]any{"text": names.Line(key)}}
		}
		b.scheme = &x
	}
	for _, g := range book.Results() {
		b.there[g.ID] = true
	}
	room := maxUnpacked
	for i, f := range files {
		if err := r.Context().Err(); err != nil {
			return nil, err // whoever has sent them has stopped it
		}
		if f.in != nil { // one after the other: a small archive can hold more than there is memory
			f.text, f.err = unpackRecord(f.in)
		}
		if room -= int64(len(f.text)); room < 0 {
			return nil, errTooLarge
		}
		b.add(f)
		s.taking.set(func(g *GamesState) {
			g.Progress = games.Progress{Bytes: int64(i + 1), Rows: i + 1, Games: len(b.games), Refused: b.report.Refused}
		})
	}
	return s.takeRecords(r.Context(), &b, r.URL.Query())
}

// recordFile is a record as it came.
type recordFile struct {
	name string
	text []byte
	in   *zip.File // where it is to be unpacked from; nil: text is there
	err  error     // it is too large, or cannot be unpacked
}

var errNoRecords = failed(http.StatusBadRequest, "no-records")

// readRecords takes the body apart.
func readRecords(r *http.Request) (out []recordFile, err error) {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		out, err = formRecords(multipart.NewReader(r.Body, params["boundary"]))
	} else {
		body, no := io.ReadAll(r.Body)
		if no != nil {
			return nil, errTooLarge
		}
		out, err = unzipped(recordFile{name: "file", text: body})
	}
	switch {
	case err != nil:
		return nil, err
	case len(out) == 0:
		return nil, errNoRecords
	case len(out) > maxRecords:
		return nil, errTooLarge
	}
	return out, nil
}

func formRecords(form *multipart.Reader) (out []recordFile, err error) {
	for {
		p, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, badRequest(err)
		}
		text, err := io.ReadAll(p)
		if err != nil {
			return nil, errTooLarge
		}
		more, err := unzipped(recordFile{name: p.FileName(), text: text})
		if err != nil {
			return nil, err
		}
		if out = append(out, more...); len(out) > maxRecords {
			return nil, errTooLarge
		}
	}
}

// unzipped is the files of a ZIP file, or a file that is none as it is. What the
// archive of a whole club holds besides records is passed over.
func unzipped(f recordFile) ([]recordFile, error) {
	if !bytes.HasPrefix(f.text, []byte("PK\x03\x04")) {
		return []recordFile{f}, nil
	}
	z, err := zip.NewReader(bytes.NewReader(f.text), int64(len(f.text)))
	if err != nil {
		return []recordFile{{name: f.name, err: err}}, nil //nolint:nilerr // it is told by its name
	}
	var out []recordFile
	for _, in := range z.File {
		if in.FileInfo().IsDir() || !strings.EqualFold(path.Ext(in.Name), ".mafia") {
			continue
		}
		if out = append(out, recordFile{name: in.Name, in: in}); len(out) > maxRecords {
			return nil, errTooLarge
		}
	}
	return out, nil
}

func unpackRecord(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(in, record.MaxSize+1)) // the reader refuses what is larger
	return text, errors.Join(err, in.Close())
}

// bundle is records on their way in.
type bundle struct {
	scheme *points.Scheme  // nil: that of each rulebook
	there  map[string]bool // ids of games that the club has
	games  []recordGame
	report games.Report
}

// recordGame is a record that was played through.
type recordGame struct {
	head points.Result // with nicks instead of people
	text []byte        // without names
}

// add plays a record through.
func (b *bundle) add(f recordFile) {
	b.report.Rows++
	g, line, why := playRecord(f, b.scheme)
	switch {
	case why.Key != "":
		b.report.Refused++
		if len(b.report.Refusals) < games.MaxRefusals {
			b.report.Refusals = append(b.report.Refusals, games.Refusal{Line: line, Game: f.name, Say: why})
		} else {
			b.report.More++
		}
	case b.there[g.head.ID]:
		b.report.Known++
	default:
		b.there[g.head.ID] = true
		b.games = append(b.games, g)
		b.report.Games++
	}
}

func toldOf(key string, args map[string]any) say.Line { return say.Line{Key: key, Args: args} }

// playRecord reads a record and plays it to its end; else the line that is wrong, and
// what with it.
func playRecord(f recordFile, scheme *points.Scheme) (g recordGame, line int, why say.Line) {
	if f.err != nil {
		return g, 0, toldOf("club.record.unread", nil)
	}
	rec, faults := record.Read(f.text)
	res := record.Replay(rec)
	faults = append(faults, res.Faults...)
	record.Sort(faults)
	if len(faults) > 0 {
		return g, faults[0].Line, faults[0].Say
	}
	if !res.Played || res.Game.Phase() != mafia.Over {
		return g, 0, toldOf("club.record.unfinished", nil)
	}
	head := rec.Head
	var named, bare bytes.Buffer
	if record.Write(&named, record.Game{Head: head, Steps: res.Steps}) != nil {
		return g, 0, toldOf("club.record.unread", nil)
	}
	// The id is of the game, not of the file: times, comments and spaces do not count.
	// Its date and number do, or short records of two evenings would be one.
	sum := sha256.Sum256(passing.ReplaceAll(named.Bytes(), nil))
	head.Host = ""
	if record.Write(&bare, record.Game{Head: head, Steps: renamed(res.Steps, func(mafia.Seat, string) string { return "" })}) != nil {
		return g, 0, toldOf("club.record.unread", nil)
	}
	g.text = bare.Bytes()
	g.head = points.Result{ID: "r-" + hex.EncodeToString(sum[:10]), Preset: head.Preset}
	if scheme != nil && scheme.For(res.Game.Rulebook().ID) {
		g.head.Scheme = scheme.Key() // the version that it was taken with
	}
	if points.IsDate(head.Date) {
		g.head.Date = head.Date
	}
	if n, err := strconv.Atoi(head.Game); err == nil && n >= 0 && n < 1_000_000 {
		g.head.Number = n
	}
	var events []mafia.Event
	for _, st := range res.Steps {
		events = append(events, st.Events...)
	}
	var err error
	if g.head, err = points.FromGame(g.head, &res.Game, slices.Values(events), nil); err != nil {
		return g, 0, toldOf("club.record.unfinished", nil)
	}
	return g, 0, say.Line{}
}

// passing is what differs between two files of one game.
var passing = regexp.MustCompile(`(?m)^(\[\+[0-9:.]+\] |(event|site|host|table|recorded): .*\n)`)

// renamed gives steps with other nicks. A substitute, who must have one, is called by
// his seat where he gets none.
func renamed(steps []record.Step, name func(mafia.Seat, string) string) []record.Step {
	out := slices.Clone(steps)
	sub := func(seat mafia.Seat, nick string) string {
		if now := name(seat, nick); now != "" {
			return now
		}
		return wiped(int(seat))
	}
	for i := range out {
		if c, ok := out[i].Command.(mafia.Substitute); ok {
			c.Nick = sub(c.To, c.Nick)
			out[i].Command = c
		}
		out[i].Events = slices.Clone(out[i].Events)
		for k, e := range out[i].Events {
			switch e := e.(type) {
			case mafia.Dealt:
				e.Nicks = slices.Clone(e.Nicks)
				for n := range e.Nicks {
					e.Nicks[n] = name(mafia.Seat(n+1), e.Nicks[n])
				}
				out[i].Events[k] = e
			case mafia.Replaced:
				e.Nick = sub(e.Seat, e.Nick)
				out[i].Events[k] = e
			}
		}
	}
	return out
}

// takeRecords keeps the games while the club stands still, so that people can be found
// and numbered.
func (s *Server) takeRecords(ctx context.Context, b *bundle, q url.Values) (any, error) {
	people := &crowd{}
	imported := token()[:12]
	_, err := s.club.Command(ctx, ledger.Request{By: byHost, Plan: func(c *clubs.Club) (clubs.Command, error) {
		var err error
		if people, err = newCrowd(c, q["as"]); err != nil {
			return nil, err
		}
		results := b.results(people.person)
		if q.Get("dry") == "1" || len(results) == 0 {
			return nil, errDry
		}
		cmd := clubs.Take{Import: imported, Games: len(results), Nicks: people.fresh}
		if _, err := c.Decide(cmd, s.club.Now()); err != nil { // before much is written
			return nil, err
		}
		ctx := context.WithoutCancel(ctx)
		for part := range slices.Chunk(b.games, partGames) { // a transaction each: the club waits
			var docs journal.Batch
			for i := range part {
				docs.Put = append(docs.Put, journal.Doc(recordKind, part[i].head.ID, part[i].text))
			}
			if err := s.Store.Commit(ctx, docs); err != nil {
				return nil, err
			}
		}
		return cmd, s.keepBefore(ctx, imported, results)
	}})
	if err != nil && !errors.Is(err, errDry) {
		return nil, err
	}
	if err == nil {
		s.tied(ctx, imported)
	}
	return reportOf(&b.report, people), nil
}

// results are the games in the order of their dates and numbers.
func (b *bundle) results(person func(nick string) string) []points.Result {
	out := make([]points.Result, len(b.games))
	for i := range b.games {
		out[i] = b.games[i].head
		out[i].Seats = slices.Clone(out[i].Seats)
		for k := range out[i].Seats {
			if nick := out[i].Seats[k].Person; nick != "" {
				out[i].Seats[k].Person = person(nick)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y points.Result) int {
		if c := strings.Compare(x.Date, y.Date); c != 0 {
			return c
		}
		return x.Number - y.Number
	})
	return out
}

// beforeRecord gives the record of a game of before, with its players as the club calls
// them now.
func (s *Server) beforeRecord(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	text, ok, err := s.Store.Doc(r.Context(), recordKind, id)
	if err != nil {
		return err
	}
	if !ok {
		return errNotFound
	}
	rec, faults := record.Read(text)
	played := record.Replay(rec)
	if len(faults) > 0 || !played.Played {
		return errNotFound
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return err
	}
	all := book.Results()
	i := slices.IndexFunc(all, func(x points.Result) bool { return x.ID == id })
	if i < 0 { // its import was taken back
		return errNotFound
	}
	steps := renamed(played.Steps, func(seat mafia.Seat, nick string) string {
		if int(seat) > len(all[i].Seats) || played.Game.Nick(seat) != nick { // somebody else took the seat over
			return ""
		}
		return c.Nick(all[i].Seats[seat-1].Person)
	})
	var b bytes.Buffer
	if err := record.Write(&b, record.Game{Head: rec.Head, Steps: steps}); err != nil {
		return err
	}
	s.sendFile(w, "text/plain; charset=utf-8", id+".mafia", &b)
	return nil
}
