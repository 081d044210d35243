package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
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
	s.download(w, r, "application/json; charset=utf-8", ".json", func(t *table.Table, steps []table.Step) ([]byte, error) {
		out := Export{ID: t.ID(), Table: t.Meta(), Steps: []ExportStep{}}
		sum, err := t.Summary(r.Context())
		if err != nil {
			return nil, err
		}
		out.Table.Summary = sum
		for _, st := range steps {
			events, err := mafia.MarshalEvents(st.Events)
			if err != nil {
				return nil, err
			}
			out.Steps = append(out.Steps, ExportStep{st.At.UnixMilli(), st.By, st.Command, events})
		}
		return json.Marshal(out)
	})
}

// recordText gives the game as a .mafia record.
func (s *Server) recordText(w http.ResponseWriter, r *http.Request) {
	s.download(w, r, "text/plain; charset=utf-8", ".mafia", func(t *table.Table, steps []table.Step) ([]byte, error) {
		meta := t.Meta()
		game := record.Game{Head: record.Head{
			Rulebook: meta.Rulebook, Preset: meta.Preset, Options: meta.Options,
			Date: steps[0].At.Format(time.DateOnly), Event: meta.Event, Site: meta.Site, Table: meta.Title,
		}}
		for i, st := range steps {
			out := record.Step{At: st.At.Sub(steps[0].At), Events: st.Events}
			if i > 0 {
				c, err := mafia.UnmarshalCommand(st.Command)
				if err != nil {
					return nil, err
				}
				out.Command = c
			}
			game.Steps = append(game.Steps, out)
		}
		var b bytes.Buffer
		err := record.Write(&b, game)
		return b.Bytes(), err
	})
}

// download answers with a file. A game without a host gives its record only
// when it is over: until then it would tell the one device's holder every card.
func (s *Server) download(w http.ResponseWriter, r *http.Request, kind, ext string, write func(*table.Table, []table.Step) ([]byte, error)) {
	if _, ok := s.session(r); !ok {
		s.fail(w, r, errNoSession)
		return
	}
	t, err := s.table(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	body, err := exported(r.Context(), t, write)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "omerta-" + t.ID() + ext}))
	_, _ = w.Write(body)
}

func exported(ctx context.Context, t *table.Table, write func(*table.Table, []table.Step) ([]byte, error)) ([]byte, error) {
	sum, err := t.Summary(ctx)
	if err != nil {
		return nil, err
	}
	if t.Leader() == mafia.Device && sum.Outcome.Winner == mafia.NoWinner {
		return nil, errNotOver
	}
	steps, err := t.History(ctx)
	if err != nil {
		return nil, err
	}
	return write(t, steps)
}

// shownFaults is how many faults of a record are told at once.
const shownFaults = 20

// importRecord makes a table of a record. The body is the text of the record; a
// record with a fault makes no table, and every fault is told with its line.
func (s *Server) importRecord(r *http.Request) (any, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, errTooLarge
	}
	rec, faults := record.Read(text)
	res := record.Replay(rec)
	faults = append(faults, res.Faults...)
	if len(faults) > 0 || !res.Played {
		record.Sort(faults)
		return nil, faulty(faults)
	}
	meta, steps, err := imported(&rec.Head, res.Steps)
	if err != nil {
		return nil, err
	}
	t, err := s.Hub.Import(context.WithoutCancel(r.Context()), meta, steps)
	if err != nil {
		return nil, err
	}
	s.Log.Info("record imported", "table", t.ID(), "rulebook", meta.Rulebook, "steps", len(steps))
	return Made{t.ID()}, nil
}

// faulty tells what is wrong with a record, line by line.
func faulty(faults []record.Fault) error {
	f := failed(http.StatusBadRequest, "bad-record")
	for i, x := range faults {
		if i == 0 {
			f.Why, f.Step = x.String(), x.Line
			continue
		}
		if i == shownFaults {
			break
		}
		p := failed(http.StatusBadRequest, "bad-record").Problem
		p.Why, p.Step = x.String(), x.Line
		f.More = append(f.More, p)
	}
	return f
}

// imported is a replayed record as a table keeps it. The game ends now: its
// times are counted back.
func imported(h *record.Head, played []record.Step) (table.Meta, []table.Step, error) {
	meta := table.Meta{
		Rulebook: h.Rulebook, Preset: h.Preset, Options: h.Options, Event: h.Event, Site: h.Site,
		Title: h.Table, Deal: dealGiven, Tournament: h.Tournament,
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
