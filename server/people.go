package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"omerta/names"
)

const personKind = "person"

// Person is somebody who comes to play.
type Person struct {
	ID      string   `json:"id"`
	Nick    string   `json:"nick"`
	Novice  bool     `json:"novice"`
	Friends []string `json:"friends"` // ids of whom to keep apart (CITY-SEAT-1); always mutual
}

// PersonInput is a Person as a client sends it.
type PersonInput struct {
	Nick    string   `json:"nick"`
	Novice  bool     `json:"novice"`
	Friends []string `json:"friends"`
}

// SavedPerson is the answer to a change: the person, and whose nick looks like it.
type SavedPerson struct {
	Person
	LooksLike []string `json:"looksLike"`
}

func (s *Server) loadPeople(ctx context.Context) ([]Person, error) {
	docs, err := s.Store.Docs(ctx, personKind)
	if err != nil {
		return nil, err
	}
	out := make([]Person, 0, len(docs))
	for _, d := range docs {
		p := Person{Friends: []string{}}
		if err := json.Unmarshal(d.Data, &p); err != nil {
			s.Log.Error("a person's document cannot be read and is left out", "person", d.ID)
			continue
		}
		p.ID = d.ID
		out = append(out, p)
	}
	return out, nil
}

func (s *Server) savePerson(ctx context.Context, p Person) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.Store.PutDoc(ctx, personKind, p.ID, data)
}

func (s *Server) listPeople(r *http.Request) (any, error) { return s.loadPeople(r.Context()) }

func (s *Server) addPerson(r *http.Request) (any, error) {
	return s.putPerson(r, token()[:12], true)
}

func (s *Server) changePerson(r *http.Request) (any, error) {
	return s.putPerson(r, r.PathValue("id"), false)
}

// meet remembers somebody who has sat down at a table or come in, unless somebody of
// that nick is known, and gives his id: "" for what is no nick.
func (s *Server) meet(ctx context.Context, nick string) (id string, err error) {
	nick, ok := names.Nick(nick)
	if !ok {
		return "", nil
	}
	s.people.Lock()
	defer s.people.Unlock()
	all, err := s.loadPeople(ctx)
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(all, func(p Person) bool { return p.Nick == nick }); i >= 0 {
		return all[i].ID, nil
	}
	id = token()[:12]
	return id, s.savePerson(ctx, Person{ID: id, Nick: nick, Friends: []string{}})
}

// putPerson saves a person and keeps friendship mutual.
func (s *Server) putPerson(r *http.Request, id string, fresh bool) (any, error) {
	var in PersonInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	nick, ok := names.Nick(in.Nick)
	if !ok {
		return nil, errNick
	}
	s.people.Lock()
	defer s.people.Unlock()
	all, err := s.loadPeople(r.Context())
	if err != nil {
		return nil, err
	}
	known := slices.ContainsFunc(all, func(p Person) bool { return p.ID == id })
	if !fresh && !known {
		return nil, errNoPerson
	}
	out := SavedPerson{Person: Person{ID: id, Nick: nick, Novice: in.Novice, Friends: []string{}}, LooksLike: []string{}}
	for _, p := range all {
		if p.ID != id && slices.Contains(in.Friends, p.ID) {
			out.Friends = append(out.Friends, p.ID)
		}
		if p.ID != id && names.Skeleton(p.Nick) == names.Skeleton(nick) {
			out.LooksLike = append(out.LooksLike, p.Nick)
		}
	}
	if err := s.savePerson(r.Context(), out.Person); err != nil {
		return nil, err
	}
	return out, s.befriend(r.Context(), all, out.Person)
}

// befriend makes the others' lists agree with a person's own.
func (s *Server) befriend(ctx context.Context, all []Person, with Person) error {
	for _, p := range all {
		has, wants := slices.Contains(p.Friends, with.ID), slices.Contains(with.Friends, p.ID)
		switch {
		case p.ID == with.ID || has == wants:
			continue
		case wants:
			p.Friends = append(p.Friends, with.ID)
		default:
			p.Friends = slices.DeleteFunc(p.Friends, func(id string) bool { return id == with.ID })
		}
		if err := s.savePerson(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) removePerson(r *http.Request) (any, error) {
	s.people.Lock()
	defer s.people.Unlock()
	id := r.PathValue("id")
	all, err := s.loadPeople(r.Context())
	if err != nil {
		return nil, err
	}
	if err := s.befriend(r.Context(), all, Person{ID: id}); err != nil {
		return nil, err
	}
	return nil, s.Store.DeleteDoc(r.Context(), personKind, id)
}
