package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	clubs "omerta/club"
	"omerta/club/ledger"
	"omerta/journal"
	"omerta/say"
	"omerta/table"
)

// begunKind is the kind of the documents that say which tables of a proposal a key
// begins.
const begunKind = "begun"

// begunDoc is such a document.
type begunDoc struct {
	Asked  string `json:"asked"` // a hash of it
	Tables []int  `json:"tables"`
}

// maxBeginKey bounds a key, so that those made of it fit.
const maxBeginKey = maxKey - 12

func (s *Server) beginGame(r *http.Request) (any, error) {
	var in BeginInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if len(in.Key) > maxBeginKey || !isKey(in.Key) {
		return nil, tellWhy("bad-request", "key: at most "+strconv.Itoa(maxBeginKey)+" bytes")
	}
	ctx := context.WithoutCancel(r.Context()) // a game that has half begun is of no use
	s.begins.Lock()
	defer s.begins.Unlock()
	evening := r.PathValue("id")
	tables, err := s.toBegin(ctx, &in, evening)
	if err != nil {
		return nil, err
	}
	out := Begun{Games: []BegunGame{}}
	for _, t := range tables {
		id, err := s.beginTable(ctx, &in, evening, t)
		if err != nil {
			if in.Key != "" && len(out.Games) == 0 { // it may be put right and sent again
				_ = s.Store.DeleteDoc(ctx, begunKind, in.Key)
			}
			return nil, err
		}
		out.Games = append(out.Games, BegunGame{t, id})
	}
	out.Revision = s.club.Club().Revision()
	return out, nil
}

// toBegin are the tables that a request is about: those of the first time where the
// key was used before.
func (s *Server) toBegin(ctx context.Context, in *BeginInput, evening string) ([]int, error) {
	bare := *in
	bare.Key, bare.Seen = "", nil
	body, err := json.Marshal(bare)
	if err != nil {
		return nil, err
	}
	asked := hashed("begin " + evening + " " + string(body))
	if in.Key != "" {
		old, ok, err := s.Store.Doc(ctx, begunKind, in.Key)
		if err != nil {
			return nil, err
		}
		var doc begunDoc
		if ok && json.Unmarshal(old, &doc) == nil {
			if doc.Asked != asked {
				return nil, errKeyUsed
			}
			return doc.Tables, nil
		}
	}
	c := s.club.Club()
	if in.Seen != nil && *in.Seen != c.Revision() {
		return nil, &clubs.Refusal{Why: clubs.WhyStale}
	}
	tables, err := c.Unbegun(evening)
	if err != nil {
		return nil, err
	}
	if in.Table != 0 {
		tables = []int{in.Table}
	}
	if in.Deal == dealGiven && len(tables) != 1 {
		return nil, tellWhy("bad-request", "given: one table at a time")
	}
	if in.Key == "" {
		return tables, nil
	}
	doc, err := json.Marshal(begunDoc{asked, tables})
	if err != nil {
		return nil, err
	}
	return tables, s.Store.PutDoc(ctx, begunKind, in.Key, doc)
}

// beginTable makes the table of a proposed game and puts it into the evening, unless
// the key has done so before.
func (s *Server) beginTable(ctx context.Context, in *BeginInput, evening string, t int) (string, error) {
	key := ""
	if in.Key != "" {
		key = fmt.Sprintf("begin %d %s", t, in.Key)
		doc, ok, err := s.Store.Doc(ctx, madeKind, key)
		if err != nil {
			return "", err
		}
		if id, known := madeID(doc); ok && known {
			if e, of := s.club.Club().EveningOf(id); of && e.ID == evening {
				return id, nil
			}
		}
	}
	c := s.club.Club()
	deal, err := c.Deal(evening, t)
	if err != nil {
		return "", err
	}
	if err := s.notPlaying(ctx, c, evening, deal.Seats); err != nil {
		return "", err
	}
	input := tableOf(c, &deal, in)
	meta, setup, err := input.plan()
	if err == nil {
		err = apart(meta.Seats)
	}
	if err == nil {
		err = s.notTogether(meta.Seats)
	}
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(input)
	if err != nil {
		return "", err
	}
	made, err := s.once(ctx, key, "begin "+evening+" "+string(body), func(ctx context.Context, n noted) (string, error) {
		return s.create(ctx, meta, setup, func(id string, b journal.Batch) error {
			b.Put = append(b.Put, n(id)...)
			return s.Store.Commit(ctx, b)
		})
	})
	if err != nil {
		return "", err
	}
	id := made.(Made).ID //nolint:forcetypeassert // what once gives
	_, err = s.club.Command(ctx, ledger.Request{By: byHost, Command: clubs.Begin{Evening: evening, Table: t, Game: id, Seats: deal.Seats}})
	if refusedFor(err, clubs.WhyStale) || refusedFor(err, clubs.WhyNoDraw) { // somebody has changed the proposal meanwhile
		if err := s.dropTable(ctx, id); err != nil {
			s.Log.Warn("cannot remove a table that was dealt to in vain", "table", id, "err", err)
		}
	}
	return id, err
}

// notPlaying refuses to seat who sits at another table of the evening: at a game, say,
// that was put there by hand while the proposal stood.
func (s *Server) notPlaying(ctx context.Context, c *clubs.Club, evening string, people []string) error {
	facts, err := s.facts(ctx, c, evening)
	if err != nil {
		return err
	}
	for _, f := range facts {
		for _, id := range f.Sits {
			if slices.Contains(people, id) {
				why := say.Line{Key: "queue.playing", Args: map[string]any{"who": c.Nick(id)}}
				return &clubs.Refusal{Why: clubs.WhyQueue, Args: map[string]any{"why": why}}
			}
		}
	}
	return nil
}

// tableOf is the table of a proposed game.
func tableOf(c *clubs.Club, deal *clubs.Deal, in *BeginInput) TableInput {
	out := TableInput{
		Rulebook: deal.Terms.Rulebook, Preset: deal.Terms.Preset, Options: deal.Terms.Options, Deal: in.Deal, Given: in.Given,
		With: in.With, Cast: in.Cast, Immune: deal.Immunity.Immune.List(), Tournament: deal.Immunity.Tournament, Title: in.Title,
		Event: deal.Event, Site: deal.Site,
	}
	for i, id := range deal.Seats {
		out.Seats = append(out.Seats, table.Sitter{Nick: c.Nick(id), PersonID: id, Novice: deal.Immunity.Novices.Has(seatAt(i))})
	}
	return out
}

// madeID is the table that such a document names.
func madeID(doc []byte) (id string, ok bool) {
	id, _, _ = strings.Cut(string(doc), " ")
	return id, id != ""
}

// takePlace puts a game that was dealt anew into the evening of the one before.
func (s *Server) takePlace(ctx context.Context, old, next string) {
	c := s.club.Club()
	if !c.Attached(old) || c.Attached(next) || c.HasEnded(old) {
		return
	}
	_, err := s.club.Command(context.WithoutCancel(ctx), ledger.Request{By: byHost, Command: clubs.Replace{Game: old, By: next}})
	if err != nil { // the host can put it there by hand
		s.Log.Warn("a game that was dealt anew is not in its evening", "table", next, "err", err)
	}
}
