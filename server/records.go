package server

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"

	"omerta/mafia"
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
		sum, err := t.Summary(r.Context())
		if err != nil {
			return nil, err
		}
		meta.Summary = sum
		return s.Records.Write(meta, steps)
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

// importRecord makes a table of a record. The body is the text of the record.
func (s *Server) importRecord(r *http.Request) (any, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, errTooLarge
	}
	meta, steps, err := s.Records.Read(text)
	if err != nil {
		return nil, tellWhy("bad-record", err.Error())
	}
	t, err := s.Hub.Import(context.WithoutCancel(r.Context()), meta, steps)
	if err != nil {
		return nil, err
	}
	return Made{t.ID()}, nil
}
