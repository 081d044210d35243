package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"omerta/journal"
	"omerta/names"
)

// rewriteDoc is the kind of the documents in which older versions held a table while its
// journal was written anew.
const rewriteDoc = "rewrite"

// copied is a table in such a document.
type copied struct {
	Info    journal.TableInfo `json:"info"`
	Entries []journal.Entry   `json:"entries"`
}

// Rename writes a table's journal anew with other nicks: of its deal, its substitutes
// and its meta. Nothing else changes. A journal is never touched otherwise; this is
// for people who want to be forgotten. Viewers' streams end, and the table opens
// again by itself. It tells whether there was anything to change. Errors: ErrNick where rename gives
// no nick, journal.ErrNoTable, ErrDamaged, ErrUnavailable; then nothing has
// changed.
func (h *Hub) Rename(ctx context.Context, id string, rename func(nick string) string) (changed bool, err error) {
	sl := &slot{ready: make(chan struct{})}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return false, ErrClosed
	}
	old := h.slots[id]
	h.slots[id] = sl // whoever asks for the table waits
	h.mu.Unlock()
	if old != nil {
		<-old.ready
		if old.table != nil {
			old.table.shut()
		}
	}
	defer h.restore(id, sl, false)
	doc, changed, err := h.renamed(ctx, id, rename)
	if err != nil || !changed {
		return false, err
	}
	return true, h.replace(h.ctx, &doc)
}

// renamed reads a table with other nicks.
func (h *Hub) renamed(ctx context.Context, id string, rename func(string) string) (out copied, changed bool, err error) {
	if out.Info, err = h.store.Info(ctx, id); err != nil {
		return out, false, err
	}
	if !ofAGame(out.Info) {
		return out, false, fmt.Errorf("%w: %q is no game", journal.ErrNoTable, id)
	}
	r := renamer{rename: rename}
	if out.Info.Meta, err = r.json(out.Info.Meta); err != nil {
		return out, false, fmt.Errorf("%w: meta of table %s cannot be read", journal.ErrDamaged, id)
	}
	err = h.store.Read(ctx, id, 1, func(e journal.Entry) error {
		if e.Data, err = r.json(e.Data); err != nil {
			return fmt.Errorf("%w: table %s, entry %d cannot be read", journal.ErrDamaged, id, e.Seq)
		}
		out.Entries = append(out.Entries, e)
		return nil
	})
	if r.bad {
		err = ErrNick
	}
	return out, r.changed, err
}

// replace puts a table in the place of the one with its id, which older versions may
// have removed already.
func (h *Hub) replace(ctx context.Context, doc *copied) error {
	b := journal.Batch{
		Create: []journal.Opening{{Info: doc.Info, First: doc.Entries}},
		Drop:   []journal.DocName{{Kind: rewriteDoc, ID: doc.Info.ID}},
	}
	switch _, err := h.store.Last(ctx, doc.Info.ID); {
	case err == nil:
		b.Delete = []string{doc.Info.ID}
	case !errors.Is(err, journal.ErrNoTable):
		return err
	}
	return h.store.Commit(ctx, b)
}

// finishRewrites does what a program of an older version that died had begun.
func (h *Hub) finishRewrites(ctx context.Context) error {
	docs, err := h.store.Docs(ctx, rewriteDoc)
	if err != nil {
		return fmt.Errorf("look for tables that were being written anew: %w", err)
	}
	for _, d := range docs {
		var doc copied
		if err := json.Unmarshal(d.Data, &doc); err != nil {
			h.log.Error("a table that was being written anew cannot be read", "table", d.ID)
			continue
		}
		if err := h.replace(ctx, &doc); err != nil {
			return fmt.Errorf("write table %s anew: %w", d.ID, err)
		}
	}
	return nil
}

// renamer puts other nicks into JSON, wherever a field of the game's or the table's
// holds one.
type renamer struct {
	rename  func(string) string
	changed bool
	bad     bool // something that is no nick
}

func (r *renamer) json(data []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // no number is changed by the way
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	was := r.changed
	r.changed = false
	r.walk(v)
	if !r.changed {
		r.changed = was
		return data, nil
	}
	return json.Marshal(v)
}

func (r *renamer) walk(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			r.walk(x)
		}
	case map[string]any:
		for k, x := range v {
			switch list, many := x.([]any); {
			case k == "nick":
				v[k] = r.nick(x)
			case k == "nicks" && many:
				for i := range list {
					list[i] = r.nick(list[i])
				}
			default:
				r.walk(x)
			}
		}
	}
}

func (r *renamer) nick(x any) any {
	old, ok := x.(string)
	if !ok {
		return x
	}
	now := r.rename(old)
	if now == old {
		return x
	}
	if clean, ok := names.Nick(now); !ok || clean != now {
		r.bad = true
	}
	r.changed = true
	return now
}
