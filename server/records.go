package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"omerta/mafia"
	"omerta/record"
	"omerta/table"
)

// Export is a game as JSON: what it was made from, and every step that was not
// taken back.
type Export struct {
	ID    string       `json:"id"`
	Table table.Meta   `json:"table"`
	Steps []ExportStep `json:"steps"`
}

// ExportStep is one accepted command and the facts that it made.
type ExportStep struct {
	At      int64           `json:"at"` // milliseconds since 1970
	By      string          `json:"by"`
	Command json.RawMessage `json:"command"`
	Events  json.RawMessage `json:"events"`
}

// recordJSON gives the whole game, secrets included: it is the host's.
func (s *Server) recordJSON(w http.ResponseWriter, r *http.Request) {
	s.download(w, r, "application/json; charset=utf-8", ".json", ExportJSON)
}

// recordText gives the game as a .mafia record.
func (s *Server) recordText(w http.ResponseWriter, r *http.Request) {
	s.download(w, r, "text/plain; charset=utf-8", ".mafia", ExportRecord)
}

// ErrNotOver says that a game without a host still runs: its record opens when
// it is over.
var ErrNotOver error = errNotOver

// ExportJSON writes a game with every step that was not taken back. ErrNotOver.
func ExportJSON(ctx context.Context, t *table.Table) ([]byte, error) {
	steps, sum, err := history(ctx, t)
	if err != nil {
		return nil, err
	}
	out := Export{ID: t.ID(), Table: t.Meta(), Steps: []ExportStep{}}
	out.Table.Summary = sum
	for _, st := range steps {
		events, err := mafia.MarshalEvents(st.Events)
		if err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, ExportStep{st.At.UnixMilli(), st.By, st.Command, events})
	}
	return json.Marshal(out)
}

// ExportRecord writes a game as a .mafia record. ErrNotOver.
func ExportRecord(ctx context.Context, t *table.Table) ([]byte, error) {
	steps, _, err := history(ctx, t)
	if err != nil {
		return nil, err
	}
	meta := t.Meta()
	game := record.Game{Head: record.Head{
		Rulebook: meta.Rulebook, Preset: meta.Preset, Options: meta.Options,
		Date: meta.Date, Event: meta.Event, Site: meta.Site, Host: meta.Host, Table: meta.Title, Recorded: meta.Recorded,
	}}
	if meta.Date == "" {
		game.Head.Date = steps[0].At.Local().Format(time.DateOnly)
	}
	for i, st := range steps {
		out := record.Step{At: st.At.Sub(steps[0].At), Events: st.Events}
		if i > 0 {
			if out.Command, err = mafia.UnmarshalCommand(st.Command); err != nil {
				return nil, err
			}
		}
		game.Steps = append(game.Steps, out)
	}
	var b bytes.Buffer
	err = record.Write(&b, game)
	return b.Bytes(), err
}

// history gives the steps of a game whose cards may be told to who leads it: a
// game without a host would tell the one device's holder every card.
func history(ctx context.Context, t *table.Table) ([]table.Step, table.Summary, error) {
	sum, err := t.Summary(ctx)
	if err != nil {
		return nil, sum, err
	}
	if t.Leader() == mafia.Device && sum.Outcome.Winner == mafia.NoWinner {
		return nil, sum, ErrNotOver
	}
	steps, err := t.History(ctx)
	return steps, sum, err
}

// download answers with a file.
func (s *Server) download(w http.ResponseWriter, r *http.Request, kind, ext string, write func(context.Context, *table.Table) ([]byte, error)) {
	if _, ok := s.session(r); !ok {
		s.fail(w, r, errNoSession)
		return
	}
	t, err := s.Hub.Get(r.Context(), r.PathValue("id")) // the sound part of a damaged one too
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.give(w, r, t, kind, ext, write)
}

// give answers with a table as a file.
func (s *Server) give(w http.ResponseWriter, r *http.Request, t *table.Table, kind, ext string, write func(context.Context, *table.Table) ([]byte, error)) {
	body, err := write(r.Context(), t)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sum, err := t.Summary(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(t, sum) + ext}))
	_, _ = w.Write(body)
}

// fileName is what a game is called as a file: "2026-11-30-classic-red".
func fileName(t *table.Table, sum table.Summary) string {
	meta := t.Meta()
	date := meta.Date
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		date = t.Made().Local().Format(time.DateOnly)
	}
	book, _, _ := strings.Cut(meta.Rulebook, "@")
	end := "unfinished"
	switch {
	case sum.Voided:
		end = "void"
	case sum.Outcome.Winner != mafia.NoWinner:
		end = strings.ReplaceAll(string(sum.Outcome.Winner), " ", "-")
	}
	return date + "-" + book + "-" + end
}

// shownFaults is how many faults of a record are told at once.
const shownFaults = 20

// Imported is the answer of a record that was imported.
type Imported struct {
	ID   string `json:"id"`
	Twin string `json:"twin"` // a table that holds this very game already, "" for none
}

// importRecord makes a table of a record. The body is the text of the record; a
// record with a fault makes no table, and every fault is told with its line. Nor
// does a game that is there already, unless the host has been asked: twin=keep.
func (s *Server) importRecord(r *http.Request) (any, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, errTooLarge
	}
	ctx := context.WithoutCancel(r.Context())
	t, faults, err := Import(ctx, s.Hub, text)
	switch {
	case err != nil:
		return nil, err
	case len(faults) > 0:
		return nil, faulty(faults)
	}
	twin, err := Twin(ctx, s.Hub, t)
	if err != nil {
		s.Log.Warn("cannot look for the same game", "table", t.ID(), "err", err) // the import stands
	}
	if twin != "" && r.URL.Query().Get("twin") != "keep" {
		if err := s.Hub.Delete(ctx, t.ID()); err != nil {
			return nil, err
		}
		f := failed(http.StatusConflict, "same-game")
		f.Why = twin
		return nil, f
	}
	s.Log.Info("record imported", "table", t.ID())
	return Imported{t.ID(), twin}, nil
}

// Twin gives the id of another table that holds the same game: the same people
// with the same cards and moves, whenever it was. "" when there is none.
func Twin(ctx context.Context, hub *table.Hub, t *table.Table) (string, error) {
	all, err := hub.List(ctx)
	if err != nil {
		return "", err
	}
	mine, err := essence(ctx, t)
	if err != nil {
		return "", err
	}
	for _, other := range all {
		if other.ID == t.ID() || other.Rulebook != t.Meta().Rulebook || !sameNicks(other.Seats, t.Meta().Seats) {
			continue
		}
		o, err := hub.Get(ctx, other.ID)
		if err != nil {
			return "", err
		}
		theirs, err := essence(ctx, o)
		switch {
		case errors.Is(err, ErrNotOver): // it still runs, so it is no game of a record
		case err != nil:
			return "", err
		case theirs == mine:
			return other.ID, nil
		}
	}
	return "", nil
}

func sameNicks(a, b []table.Sitter) bool {
	return slices.EqualFunc(a, b, func(x, y table.Sitter) bool { return x.Nick == y.Nick })
}

// incidental is what differs between two records of one game: the times, and the
// free text of the head.
var incidental = regexp.MustCompile(`(?m)^(\[\+[0-9:.]+\] |(date|event|site|host|table|game|recorded): .*\n)`)

// essence is a game's record without what is incidental.
func essence(ctx context.Context, t *table.Table) (string, error) {
	text, err := ExportRecord(ctx, t)
	return string(incidental.ReplaceAll(text, nil)), err
}

// Import makes a table of a record's text. A record with faults makes no table;
// they are told in the order of its lines.
func Import(ctx context.Context, hub *table.Hub, text []byte) (*table.Table, []record.Fault, error) {
	rec, faults := record.Read(text)
	res := record.Replay(rec)
	faults = append(faults, res.Faults...)
	if len(faults) > 0 || !res.Played {
		record.Sort(faults)
		return nil, faults, nil
	}
	meta, steps, err := imported(&rec.Head, res.Steps)
	if err != nil {
		return nil, nil, err
	}
	t, err := hub.Import(ctx, meta, steps)
	return t, nil, err
}

// faulty tells what is wrong with a record, line by line. Faults that may only
// follow from an earlier one are counted.
func faulty(faults []record.Fault) error {
	var told []Problem
	follow := 0
	for _, x := range faults {
		if x.Follows {
			follow++
			continue
		}
		if len(told) == shownFaults {
			break
		}
		p := failed(http.StatusBadRequest, "bad-record").Problem
		p.Why, p.Step, p.Text = x.String(), x.Line, both(x.Say)
		if x.Rule != record.Notation && x.Rule != record.Expect {
			p.Rule = x.Rule
		}
		told = append(told, p)
	}
	f := failed(http.StatusBadRequest, "bad-record")
	if len(told) > 0 {
		f.Problem = told[0]
		f.More = append(f.More, told[1:]...)
	}
	f.Follow = follow
	return f
}

// imported is a replayed record as a table keeps it. The game ends now: its
// times are counted back.
func imported(h *record.Head, played []record.Step) (table.Meta, []table.Step, error) {
	meta := table.Meta{
		Rulebook: h.Rulebook, Preset: h.Preset, Options: h.Options, Event: h.Event, Site: h.Site,
		Title: h.Table, Deal: dealGiven, Tournament: h.Tournament, Host: h.Host, Date: h.Date, Recorded: h.Recorded,
	}
	for i, p := range h.Players {
		seat := mafia.Seat(i + 1)
		meta.Seats = append(meta.Seats, table.Sitter{Nick: p.Nick, Novice: h.Novices.Has(seat)})
		if p.Role == mafia.Unknown {
			meta.Deal = dealReal
		}
	}
	start := time.Now().Add(-played[len(played)-1].At)
	var steps []table.Step
	for i, st := range played {
		out := table.Step{At: start.Add(st.At), By: string(mafia.IsHost), Command: table.Deal(), Events: st.Events}
		if i > 0 {
			raw, err := mafia.MarshalCommand(st.Command)
			if err != nil {
				return meta, nil, err
			}
			out.Command = raw
		}
		steps = append(steps, out)
	}
	return meta, steps, nil
}
