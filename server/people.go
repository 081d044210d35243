package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	clubs "omerta/club"
	"omerta/club/ledger"
	"omerta/names"
)

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

// personOf is a member of the club as a deal needs him.
func personOf(m *clubs.Member) Person {
	return Person{ID: m.ID, Nick: m.Nick, Novice: m.Novice, Friends: append(append([]string{}, m.Friends...), m.Couples...)}
}

func (s *Server) listPeople(*http.Request) (any, error) {
	members := s.club.Club().People()
	out := make([]Person, len(members))
	for i := range members {
		out[i] = personOf(&members[i])
	}
	return out, nil
}

// refusedFor tells whether the club has refused something for one of some reasons.
func refusedFor(err error, whys ...clubs.Reason) bool {
	var no *clubs.Refusal
	return errors.As(err, &no) && slices.Contains(whys, no.Why)
}

func (s *Server) addPerson(r *http.Request) (any, error) {
	var in PersonInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	a, err := s.tellClub(r.Context(), clubs.Add{Nick: in.Nick, Novice: in.Novice, Friends: in.Friends})
	if refusedFor(err, clubs.WhyNickTaken) { // another device was faster: he is the one who is meant
		if nick, ok := names.Nick(in.Nick); ok {
			if id, known := s.club.Club().Known(nick); known {
				return s.saved(id)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return s.saved(a.People[0])
}

func (s *Server) changePerson(r *http.Request) (any, error) {
	var in PersonInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	if in.Friends == nil {
		in.Friends = []string{}
	}
	_, err := s.tellClub(r.Context(), clubs.Edit{Person: id, Nick: &in.Nick, Novice: &in.Novice, Friends: &in.Friends})
	if err != nil && !refusedFor(err, clubs.WhyNothing) {
		return nil, err
	}
	return s.saved(id)
}

// saved is the answer to a change.
func (s *Server) saved(id string) (any, error) {
	c := s.club.Club()
	m, ok := c.Person(id)
	if !ok {
		return nil, errNoPerson
	}
	return SavedPerson{personOf(&m), c.LooksLike(m.Nick, m.ID)}, nil
}

func (s *Server) removePerson(r *http.Request) (any, error) {
	_, err := s.tellClub(r.Context(), clubs.Remove{Person: r.PathValue("id")})
	if refusedFor(err, clubs.WhyNothing, clubs.WhyPerson, clubs.WhyForgotten) {
		return nil, nil //nolint:nilerr // he is not on the list
	}
	return nil, err
}

// tellClub gives the club a command of a host's device.
func (s *Server) tellClub(ctx context.Context, c clubs.Command) (ledger.Answer, error) {
	return s.club.Command(context.WithoutCancel(ctx), ledger.Request{By: byHost, Command: c})
}

// meet remembers somebody who has sat down at a table or come in, unless somebody of
// that nick is known, and gives his id: "" for what is no nick.
func (s *Server) meet(ctx context.Context, nick string) (id string, err error) {
	nick, ok := names.Nick(nick)
	if !ok {
		return "", nil
	}
	a, err := s.club.Command(ctx, ledger.Request{By: byProgram, Command: clubs.Add{Nick: nick}})
	if refusedFor(err, clubs.WhyNickTaken) {
		id, _ := s.club.Club().Known(nick)
		return id, nil //nolint:nilerr // he is known
	}
	if err != nil {
		return "", err
	}
	return a.People[0], nil
}

// namesake is the remembered person of a nick, "" where there is none.
func (s *Server) namesake(nick string) string { return s.club.Club().Namesake(strings.TrimSpace(nick)) }
