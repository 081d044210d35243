package server

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	clubs "omerta/club"
	"omerta/club/points"
	"omerta/journal"
)

// beforeKind is the kind of the documents with games of before: those of an import
// in parts, "IMPORT/001" and so on. They name people by id.
const beforeKind = "club-games"

// partGames is how many games a part holds.
const partGames = 500

func partID(imported string, n int) string { return fmt.Sprintf("%s/%03d", imported, n) }

// gamesBefore gives the games of all imports as the club knows their people now, and the
// highest number among them. The caller holds the lock of the results.
func (s *Server) gamesBefore(ctx context.Context, c *clubs.Club) (all []points.Result, last int, err error) {
	for _, im := range c.Imports() {
		games, ok := s.results.before[im.Import]
		if !ok {
			if games, err = s.readBefore(ctx, im.Import, im.Games); err != nil {
				return nil, 0, err
			}
			s.results.before[im.Import] = games
		}
		base := last
		for i := range games {
			res := c.Dress(games[i])
			res.Number += base // imports may count from 1 each
			last = max(last, res.Number)
			all = append(all, res)
		}
	}
	return all, last, nil
}

// readBefore reads the games of an import.
func (s *Server) readBefore(ctx context.Context, imported string, games int) ([]points.Result, error) {
	out := make([]points.Result, 0, games)
	for n := 0; len(out) < games; n++ {
		data, ok, err := s.Store.Doc(ctx, beforeKind, partID(imported, n))
		if err != nil {
			return nil, err
		}
		var part []points.Result
		if ok {
			err = json.Unmarshal(data, &part)
		}
		if !ok || err != nil || len(part) == 0 {
			s.Log.Error("games of before cannot be read and are left out", "import", imported, "part", n, "err", err)
			return out, nil
		}
		out = append(out, part...)
	}
	return out, nil
}

// scrubBefore wipes what the host has written about people who were forgotten in the
// games of before.
func (s *Server) scrubBefore(ctx context.Context, c *clubs.Club, gone map[string]bool) error {
	docs, err := s.Store.Docs(ctx, beforeKind)
	if err != nil {
		return err
	}
	for _, d := range docs {
		var part []points.Result
		if json.Unmarshal(d.Data, &part) != nil {
			continue // readBefore tells of it
		}
		wiped := false
		for i := range part {
			for k := range part[i].Seats {
				x := &part[i].Seats[k]
				if x.BonusFor+x.MalusFor != "" && gone[c.Resolve(x.Person)] {
					x.BonusFor, x.MalusFor, wiped = "", "", true
				}
			}
		}
		if !wiped {
			continue
		}
		data, err := json.Marshal(part)
		if err != nil {
			return err
		}
		if err := s.Store.PutDoc(ctx, beforeKind, d.ID, data); err != nil {
			return err
		}
	}
	s.results.mu.Lock()
	defer s.results.mu.Unlock()
	clear(s.results.before)
	s.results.book = nil
	return nil
}

// looseKind is the kind of the documents that name imports whose games are written and of
// which the club may not know yet.
const looseKind = "club-games-loose"

// dropLoose removes the games of imports that a program which died, or whose disk has
// failed, never told the club of. It is for the start, when what the club knows is what
// its journal says.
func (s *Server) dropLoose(ctx context.Context) error {
	docs, err := s.Store.Docs(ctx, looseKind)
	c := s.club.Club()
	if err != nil || len(docs) == 0 || s.club.Damage() != nil || c.Redoable() == clubs.DoTake {
		return err // an import that was taken back may be done again
	}
	known := map[string]bool{}
	for _, im := range c.Imports() {
		known[im.Import] = true
	}
	for _, d := range docs {
		b := journal.Batch{Drop: []journal.DocName{{Kind: looseKind, ID: d.ID}}}
		parts, _ := strconv.Atoi(string(d.Data))
		for n := 0; n < parts && !known[d.ID]; n++ {
			b.Drop = append(b.Drop, journal.DocName{Kind: beforeKind, ID: partID(d.ID, n)})
		}
		if err := s.Store.Commit(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// keepBefore writes the games of an import down. Until the club knows of them they are
// loose.
func (s *Server) keepBefore(ctx context.Context, imported string, games []points.Result) error {
	parts := (len(games) + partGames - 1) / partGames
	if err := s.Store.PutDoc(ctx, looseKind, imported, []byte(strconv.Itoa(parts))); err != nil {
		return err
	}
	n := 0
	for part := range slices.Chunk(games, partGames) {
		data, err := json.Marshal(part)
		if err != nil {
			return err
		}
		if err := s.Store.PutDoc(ctx, beforeKind, partID(imported, n), data); err != nil {
			return err
		}
		n++
	}
	return nil
}
