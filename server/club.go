package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	clubs "omerta/club"
	"omerta/club/ledger"
	"omerta/say"
	"omerta/table"
)

// Who gives the club's commands, in its journal.
const (
	byHost    = "host"
	byProgram = "program"
)

// ClubView is the club in short: its people, and the evenings that are not closed.
type ClubView struct {
	Revision int             `json:"revision"` // to send with commands
	Undo     string          `json:"undo"`     // verb of the step that an undo takes back, "" for none
	Redo     string          `json:"redo"`
	People   []clubs.Member  `json:"people"`
	Evenings []clubs.Evening `json:"evenings"`
	Damaged  bool            `json:"damaged"` // the club's journal is: nothing more is taken in
}

func (s *Server) clubView() ClubView {
	c := s.club.Club()
	out := ClubView{
		Revision: c.Revision(), Undo: string(c.Undoable()), Redo: string(c.Redoable()), People: c.People(),
		Evenings: []clubs.Evening{}, Damaged: s.club.Damage() != nil,
	}
	for _, e := range c.Evenings() {
		if !e.Closed {
			out.Evenings = append(out.Evenings, e)
		}
	}
	return out
}

func (s *Server) showClub(*http.Request) (any, error) { return s.clubView(), nil }

// clubStream sends the club in short as server-sent events, anew after each change,
// and a beat at fixed times.
func (s *Server) clubStream(w http.ResponseWriter, r *http.Request) {
	session, ok := s.session(r)
	if !ok {
		s.fail(w, r, errNoSession)
		return
	}
	if !s.open.enter(clubLine, session, streamsASession) {
		s.fail(w, r, errTooMany)
		return
	}
	defer s.open.leave(clubLine, session)
	s.inPlace(w, r, s.followClub)
}

// clubLine is under what the streams of the club are counted.
const clubLine = "club"

func (s *Server) followClub(ctx context.Context, out *eventWriter) {
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	for {
		changed := s.club.Changed()
		view, err := json.Marshal(s.clubView())
		if err != nil || out.event(event{data: view}) != nil {
			return // the browser comes back by itself
		}
		for waits := true; waits; {
			select {
			case <-ctx.Done():
				return
			case <-s.Hub.Context().Done():
				return
			case <-changed:
				waits = false
			case <-beats.C:
				if out.send(beat, nil, "") != nil {
					return
				}
			}
		}
	}
}

// ClubCommandInput is a command to the club.
type ClubCommandInput struct {
	Key string `json:"key"` // the client's own name for it; the same again does nothing new
	// Seen is the revision that was acted upon, null: no guard.
	Seen    *int            `json:"seen"`
	Command json.RawMessage `json:"command"`
}

// ClubAnswer is the answer of a command to the club: it is durable.
type ClubAnswer struct {
	Revision int         `json:"revision"`
	People   []string    `json:"people"`  // ids of whom the command has brought or met
	Evening  string      `json:"evening"` // id of the evening that it has opened
	Warnings []Text      `json:"warnings"`
	Import   *ListReport `json:"import"` // for a list of people
}

// ListReport tells what became of a list of people.
type ListReport struct {
	Lines   int        `json:"lines"`
	Added   []string   `json:"added"`
	Known   []string   `json:"known"`
	Faults  []ListLine `json:"faults"`  // what was left out
	Strange []ListLine `json:"strange"` // friends whom nobody knows; the lines were taken
}

// ListLine is something in a line of a list, and what is wrong with it.
type ListLine struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Why  Text   `json:"why"`
}

// maxClubBody bounds a command to the club: a list of people may be in it, with what
// JSON adds to it.
const maxClubBody = 2*clubs.MaxList + bodyLimit

func (s *Server) clubCommand(r *http.Request) (any, error) {
	var in ClubCommandInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if !isKey(in.Key) {
		return nil, errKey
	}
	cmd, err := clubs.UnmarshalCommand(in.Command)
	if err != nil {
		return nil, tellWhy("bad-command", err.Error())
	}
	ctx := context.WithoutCancel(r.Context())
	if err := s.mayTell(ctx, cmd); err != nil {
		return nil, err
	}
	a, err := s.club.Command(ctx, ledger.Request{By: byHost, Key: in.Key, Seen: in.Seen, Command: cmd})
	if err != nil {
		return nil, err
	}
	if cmd.Verb() == clubs.DoForget { // who sends it again after a failure gets here again
		if err := s.forgetNames(ctx); err != nil {
			return nil, err
		}
	}
	out := ClubAnswer{Revision: a.Revision, People: a.People, Evening: a.Evening, Warnings: texts(a.Warnings)}
	if rep := a.Import; rep != nil {
		out.Import = &ListReport{rep.Lines, rep.Added, rep.Known, listLines(rep.Faults), listLines(rep.Strange)}
	}
	return out, nil
}

// mayTell refuses what the club alone cannot judge: it knows no tables, and none of
// the games of before.
func (s *Server) mayTell(ctx context.Context, cmd clubs.Command) error {
	switch cmd := cmd.(type) {
	case clubs.Attach:
		if _, err := s.Hub.Get(ctx, cmd.Game); err != nil {
			return err
		}
	case clubs.Merge:
		book, _, err := s.theBook(ctx)
		if err != nil {
			return err
		}
		if playedTogether(book, cmd.From, cmd.Into) {
			return &clubs.Refusal{Why: clubs.WhyTogether}
		}
	}
	return nil
}

// notTogether refuses to seat people at one table who are banned from that.
func (s *Server) notTogether(seats []table.Sitter) error {
	c := s.club.Club()
	ids := make([]string, len(seats))
	for i := range seats {
		ids[i] = seats[i].PersonID
	}
	apart := c.Apart(ids, time.Now().Format(time.DateOnly))
	if len(apart) == 0 {
		return nil
	}
	var names []string
	for _, p := range apart {
		for _, i := range p {
			if nick := c.Nick(ids[i]); !slices.Contains(names, nick) {
				names = append(names, nick)
			}
		}
	}
	return &clubs.Refusal{Why: clubs.WhyBanned, Args: map[string]any{"names": names}}
}

func texts(lines []say.Line) []Text {
	out := make([]Text, len(lines))
	for i, l := range lines {
		out[i] = both(l)
	}
	return out
}

func listLines(faults []clubs.ListFault) []ListLine {
	out := make([]ListLine, len(faults))
	for i, f := range faults {
		out[i] = ListLine{f.Line, f.Text, both(f.Say)}
	}
	return out
}

// clubRefusal tells the club's no. What /api/people has always answered stays.
func clubRefusal(no *clubs.Refusal) *failure {
	switch no.Why {
	case clubs.WhyNick:
		return errNick
	case clubs.WhyPerson:
		return errNoPerson
	}
	status := http.StatusConflict
	if no.Why == clubs.WhyEvening {
		status = http.StatusNotFound
	}
	return &failure{status, Problem{
		Error: "club-" + string(no.Why), Why: string(no.Why), Text: both(no.Text()), Hint: both(no.Hint()), More: []Problem{},
	}}
}
