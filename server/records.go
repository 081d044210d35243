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
	return recordOf(t.Meta(), steps)
}

// recordOf writes a game as a record.
func recordOf(meta table.Meta, steps []table.Step) (text []byte, err error) {
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
// record with a fault makes no table, and every fault is told with its line. A game
// that is there already is not put beside itself unless the host has said so
// (?keep=1).
func (s *Server) importRecord(r *http.Request) (any, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, errTooLarge
	}
	ctx := context.WithoutCancel(r.Context())
	meta, steps, faults, err := readGame(text)
	switch {
	case err != nil:
		return nil, err
	case len(faults) > 0:
		return nil, faulty(faults)
	}
	s.made.Lock() // so that of two at once the second finds the first
	defer s.made.Unlock()
	t, old, err := keepGame(ctx, s.Hub, meta, steps, r.URL.Query().Get("keep") == "1")
	if err != nil {
		return nil, err
	}
	if t == nil {
		f := failed(http.StatusConflict, "same")
		f.Table, f.At = old.ID, old.CreatedAt
		return nil, f
	}
	s.Log.Info("record imported", "table", t.ID())
	return Imported{t.ID(), old.ID}, nil
}

// twin finds the newest table that holds a game: the same nicks with the same
// cards and moves, whenever it was. A table that cannot be opened is none.
func twin(ctx context.Context, hub *table.Hub, meta table.Meta, steps []table.Step) (old table.Listed, ok bool, err error) {
	all, err := hub.List(ctx)
	if err != nil {
		return old, false, err
	}
	mine, err := essence(meta, steps)
	if err != nil {
		return old, false, err
	}
	for _, other := range all {
		if other.Rulebook != meta.Rulebook || !sameNicks(other.Seats, meta.Seats) {
			continue
		}
		t, err := hub.Get(ctx, other.ID)
		if err != nil {
			continue // nothing of it can be compared
		}
		theirs, _, err := history(ctx, t)
		if errors.Is(err, ErrNotOver) { // it still runs, so it is no game of a record
			continue
		}
		if err != nil {
			return old, false, err
		}
		switch same, err := essence(t.Meta(), theirs); {
		case err != nil:
			return old, false, err
		case same == mine:
			return other, true, nil
		}
	}
	return old, false, nil
}

func sameNicks(a, b []table.Sitter) bool {
	return slices.EqualFunc(a, b, func(x, y table.Sitter) bool { return x.Nick == y.Nick })
}

// incidental is what differs between two records of one game: the times, and the
// free text of the head.
var incidental = regexp.MustCompile(`(?m)^(\[\+[0-9:.]+\] |(date|event|site|host|table|game|recorded): .*\n)`)

// essence is a game's record without what is incidental.
func essence(meta table.Meta, steps []table.Step) (string, error) {
	text, err := recordOf(meta, steps)
	return string(incidental.ReplaceAll(text, nil)), err
}

// Import makes a table of a record's text. A record with faults makes no table;
// they are told in the order of its lines. A game that is there already, the same
// nicks with the same cards and moves whenever it was, makes none either unless
// keep is set; twin is then its table, "" where there is none. Nobody becomes a
// person by it: nicks stay text.
func Import(ctx context.Context, hub *table.Hub, text []byte, keep bool) (t *table.Table, twin string, faults []record.Fault, err error) {
	meta, steps, faults, err := readGame(text)
	if err != nil || len(faults) > 0 {
		return nil, "", faults, err
	}
	t, old, err := keepGame(ctx, hub, meta, steps, keep)
	return t, old.ID, nil, err
}

// keepGame makes a table of a game that was read, but of one that is there already
// only when it is to be kept all the same.
func keepGame(ctx context.Context, hub *table.Hub, meta table.Meta, steps []table.Step, keep bool) (*table.Table, table.Listed, error) {
	old, there, err := twin(ctx, hub, meta, steps)
	if err != nil || there && !keep {
		return nil, old, err
	}
	t, err := hub.Import(ctx, meta, steps)
	return t, old, err
}

// readGame plays a record for a table to be made of it. What cannot be played has a
// fault.
func readGame(text []byte) (meta table.Meta, steps []table.Step, faults []record.Fault, err error) {
	rec, faults := record.Read(text)
	res := record.Replay(rec)
	faults = append(faults, res.Faults...)
	if len(faults) > 0 {
		record.Sort(faults)
		return meta, nil, faults, nil
	}
	meta, steps, err = imported(&rec.Head, res.Steps)
	return meta, steps, nil, err
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
	if d, ok := played[0].Events[0].(mafia.Dealt); ok {
		meta.Rulebook = d.Rulebook // with its version
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
