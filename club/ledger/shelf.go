package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"

	"omerta/club"
	"omerta/journal"
)

// textKind is the kind of the documents with what is written about people.
const textKind = "club-text"

// boards is how many documents there are: a change rewrites the few that it
// touches, and an import of a thousand people no more than all of them.
const boards = 32

// shelf is what lies beside the journal. It knows what each document holds, so
// that only those that differ are written.
type shelf struct {
	held [boards][]byte
}

// unknown stands for a document of which a failure has left open what is in it.
var unknown = []byte{0}

// textDoc is a text in a document.
type textDoc struct {
	ID    club.Text `json:"id"`
	About []string  `json:"about"`
	Text  string    `json:"text"`
}

func boardID(n int) string { return fmt.Sprintf("%02d", n) }

// boardOf is the document of a text: all about one person in one, so that to forget
// him is mostly one write.
func boardOf(w club.Written) int {
	h := fnv.New32a()
	if len(w.About) > 0 {
		_, _ = h.Write([]byte(w.About[0])) // never fails
	}
	return int(h.Sum32() % boards)
}

// load reads all texts; with journal.ErrDamaged those that can be read.
func (s *shelf) load(ctx context.Context, store journal.Store) ([]club.Written, error) {
	docs, err := store.Docs(ctx, textKind)
	if err != nil {
		return nil, fmt.Errorf("read the club's texts: %w", err)
	}
	var out []club.Written
	var damage error
	*s = shelf{}
	for _, d := range docs {
		n, err := strconv.Atoi(d.ID)
		if err != nil || n < 0 || n >= boards {
			continue
		}
		var texts []textDoc
		if err := json.Unmarshal(d.Data, &texts); err != nil {
			damage = fmt.Errorf("%w: texts of the club, document %s cannot be read", journal.ErrDamaged, d.ID)
			continue
		}
		s.held[n] = d.Data
		for _, t := range texts {
			out = append(out, club.Written(t))
		}
	}
	return out, damage
}

// put makes the documents hold these texts and no others.
func (s *shelf) put(ctx context.Context, store journal.Store, texts []club.Written) error {
	var docs [boards][]textDoc
	for _, t := range texts {
		n := boardOf(t)
		docs[n] = append(docs[n], textDoc(t))
	}
	for n, doc := range docs {
		var data []byte
		if len(doc) > 0 {
			var err error
			if data, err = json.Marshal(doc); err != nil {
				return err
			}
		}
		if bytes.Equal(data, s.held[n]) {
			continue
		}
		var err error
		if data == nil {
			err = store.DeleteDoc(ctx, textKind, boardID(n))
		} else {
			err = store.PutDoc(ctx, textKind, boardID(n), data)
		}
		if err != nil {
			s.held[n] = unknown
			return fmt.Errorf("keep the club's texts: %w", err)
		}
		s.held[n] = data
	}
	return nil
}

// olderKind is the kind of the documents in which older versions kept people.
const olderKind = "person"

// older reads the people of an older version. What cannot be read is left out and
// told.
func (l *Ledger) older() ([]club.Newcomer, error) {
	docs, err := l.store.Docs(l.ctx, olderKind)
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	var out []club.Newcomer
	for _, d := range docs {
		var p club.Newcomer
		if err := json.Unmarshal(d.Data, &p); err != nil {
			l.Log.Error("a person's document cannot be read and is left where it is", "person", d.ID)
			continue
		}
		p.ID = d.ID
		out = append(out, p)
	}
	return out, nil
}

// dropOlder removes the documents of people who were taken over, whose names would
// lie there for ever.
func (l *Ledger) dropOlder(people []club.Newcomer) error {
	for _, p := range people {
		if err := l.store.DeleteDoc(l.ctx, olderKind, p.ID); err != nil {
			return fmt.Errorf("drop what was taken over: %w", err)
		}
	}
	return nil
}
