package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// BoardView says what the board shows besides a table's frames: where to join,
// while no game runs.
type BoardView struct {
	Table  string   `json:"table"` // the table that it shows, "" for none
	Join   string   `json:"join"`  // the path of the link for phones, "" while the room is locked
	Code   string   `json:"code"`
	Bases  []string `json:"bases"`
	Guests []string `json:"guests"` // the nicks of the phones that wait without a seat
	// Voice says whether this board is to speak for the host, and how.
	Voice room.Voice `json:"voice"`
}

func (s *Server) boardPath() string { return "/board/" + s.room.Door().Board }

// boardView works out which table the board shows: the one that is asked for,
// else the newest that was played here and is not void. A game that a host leads is not
// left for one of friends, nor its end at once; nor one of friends for another.
func (s *Server) boardView(ctx context.Context, r *http.Request) (BoardView, error) {
	d := s.room.Door()
	b := BoardView{Table: r.URL.Query().Get("table"), Bases: s.bases(r), Guests: []string{}, Voice: s.room.Speech().Voice}
	if !d.Locked {
		b.Join, b.Code = "/j/"+d.Token, d.Code
	}
	for _, g := range s.room.Guests() {
		if g.Seat == 0 {
			b.Guests = append(b.Guests, g.Nick)
		}
	}
	if b.Table != "" {
		return b, nil
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return b, err
	}
	b.Table = s.boardTable(ctx, all)
	return b, nil
}

// boardTable is the table of all that a board shows by itself.
func (s *Server) boardTable(ctx context.Context, all []table.Listed) string {
	i := slices.IndexFunc(all, func(l table.Listed) bool { return !l.Summary.Voided && l.Date == "" }) // what was played elsewhere is no news
	switch {
	case i < 0:
		return ""
	case all[i].Kind != table.KindPhones:
		return all[i].ID
	}
	if led := s.led(ctx, all); led != "" {
		return led
	}
	return cmp.Or(s.ended(ctx, all), s.friendsShown(ctx, all), all[i].ID)
}

func (s *Server) showBoard(r *http.Request) (any, error) {
	if !s.room.IsBoard(r.PathValue("key")) {
		return nil, errNoBoard
	}
	return s.boardView(r.Context(), r)
}

// boardStream is the board's stream: what it shows, and the frames of that table.
func (s *Server) boardStream(w http.ResponseWriter, r *http.Request) {
	if !s.room.IsBoard(r.PathValue("key")) {
		s.fail(w, r, errNoBoard)
		return
	}
	who, most := "board "+caller(r), streamsABoard
	if atHome(r) {
		most = streamsAtHome
	}
	if !s.open.enter("board", who, most) {
		s.fail(w, r, errTooMany)
		return
	}
	defer s.open.leave("board", who)
	line := &phoneLine{s: s}
	defer line.close()
	defer s.room.OpenBoard(mouthID(r.URL.Query().Get("as")))()
	s.eventsOf(w, r, line, func(ctx context.Context) ([]event, error) {
		b, err := s.boardView(ctx, r)
		if err != nil {
			return nil, err
		}
		if err := line.turn(ctx, b.Table); err != nil {
			return nil, err
		}
		raw, err := json.Marshal(b)
		events := []event{{name: "board", data: raw, last: !s.room.IsBoard(r.PathValue("key"))}}
		if said := s.room.Said(); err == nil && b.Voice.On && said.ID != "" {
			raw, err = json.Marshal(said)
			events = append(events, event{name: "said", data: raw})
		}
		return events, err
	})
}

// boardRecord is the whole game for the board's last picture: when it is over,
// all cards lie open.
func (s *Server) boardRecord(w http.ResponseWriter, r *http.Request) {
	if !s.room.IsBoard(r.PathValue("key")) {
		s.fail(w, r, errNoBoard)
		return
	}
	s.overRecord(w, r, r.PathValue("id"))
}

// phoneRecord is the same for a phone.
func (s *Server) phoneRecord(w http.ResponseWriter, r *http.Request) {
	g, ok := s.guest(r)
	if !ok || g.Seat == 0 {
		s.fail(w, r, errNoPhone)
		return
	}
	if !s.looks.take(s.asker(r)) {
		s.fail(w, r, errTooMany)
		return
	}
	s.overRecord(w, r, g.Table)
}

func (s *Server) overRecord(w http.ResponseWriter, r *http.Request, id string) {
	t, err := s.Hub.Get(r.Context(), id)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sum, err := t.Summary(r.Context())
	if err == nil && sum.Outcome.Winner == mafia.NoWinner {
		err = errNotOver
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.give(w, r, t, "application/json; charset=utf-8", ".json", ExportJSON)
}
