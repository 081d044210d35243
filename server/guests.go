package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// PersonOfGuest is the host's word on who a phone's owner is.
type PersonOfGuest struct {
	// Yes: he is the remembered person whose nick he typed; where nobody of that
	// nick is remembered, he is from now on. No: he only has the nick, and needs
	// another.
	Yes bool `json:"yes"`
	// Nick and Claims are what of the phone was seen when that was decided; a
	// phone that has changed meanwhile is left as it is.
	Nick   string `json:"nick"`
	Claims string `json:"claims"`
}

// identify settles whose phone it is; a person can then be dealt to.
func (s *Server) identify(r *http.Request) (any, error) {
	var in PersonOfGuest
	if err := read(r, &in); err != nil {
		return nil, err
	}
	ctx, id := r.Context(), r.PathValue("guest")
	g, ok := s.room.Guest(id)
	if !ok {
		return nil, errNoGuest
	}
	seen := room.Seen{Nick: in.Nick, Claims: in.Claims}
	if err := s.room.Identify(ctx, id, seen, in.Yes); err != nil || !in.Yes || g.Claims != "" || g.Person != "" {
		return s.roomView(r), err
	}
	// Somebody of that nick may be remembered since, or one that looks the same: whether
	// this is he is asked like at the door.
	if person := s.namesake(g.Nick); person != "" {
		return s.roomView(r), s.room.Claim(ctx, id, seen, person)
	}
	person, err := s.meet(ctx, g.Nick)
	if err == nil && person != "" {
		err = s.room.Belongs(ctx, id, seen, person)
	}
	return s.roomView(r), err
}

// NickInput renames.
type NickInput struct {
	Nick string `json:"nick"`
}

func (s *Server) renameGuest(r *http.Request) (any, error) {
	var in NickInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if err := s.room.Rename(r.Context(), r.PathValue("guest"), in.Nick, s.namesake(in.Nick)); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

func (s *Server) removeGuest(r *http.Request) (any, error) {
	if err := s.room.Remove(r.Context(), r.PathValue("guest")); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

// SeatInput names a seat of a table.
type SeatInput struct {
	Table string     `json:"table"`
	Seat  mafia.Seat `json:"seat"` // 0: none
}

// AdmitInput is the host's word on a phone's seat.
type AdmitInput struct {
	Table string     `json:"table"`
	Seat  mafia.Seat `json:"seat"` // 0: none, and no to what the phone asks for
	// Nick, AskTable and AskSeat are what of the phone was seen when that was
	// decided: one that has changed meanwhile gets no seat.
	Nick     string     `json:"nick"`
	AskTable string     `json:"askTable"`
	AskSeat  mafia.Seat `json:"askSeat"`
}

// admit gives a seat to a phone by the host's word; seat 0 says no to what the
// phone asks for.
func (s *Server) admit(r *http.Request) (any, error) {
	var in AdmitInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	ctx, id := r.Context(), r.PathValue("guest")
	if in.Seat == 0 {
		if err := s.room.Ask(ctx, id, "", 0); err != nil {
			return nil, err
		}
		return s.roomView(r), nil
	}
	sit, err := s.sitter(ctx, in.Table, int(in.Seat))
	if err != nil {
		return nil, err
	}
	t, err := s.Hub.Get(ctx, in.Table)
	if err != nil {
		return nil, err
	}
	m, err := t.Moving(sit.Seat, "")
	if err != nil {
		return nil, err
	}
	if !m.Free {
		return nil, errSeatPlayed // or the owner, who may play too, could look at any card
	}
	seen := room.Asked{Nick: in.Nick, Table: in.AskTable, Seat: int(in.AskSeat)}
	if err := s.room.Admit(ctx, id, seen, in.Table, sit.Seat, sit.Nick, sit.Person); err != nil {
		return nil, err
	}
	if _, err := s.Hub.Get(ctx, in.Table); errors.Is(err, journal.ErrNoTable) { // deleted in the same moment
		return nil, errors.Join(err, s.room.Free(ctx, in.Table, 0))
	}
	s.Log.Info("phone admitted", "table", in.Table, "seat", sit.Seat)
	return s.roomView(r), nil
}

// sitter is who sits at a seat now, substitutes included.
func (s *Server) sitter(ctx context.Context, id string, seat int) (room.Sit, error) {
	t, err := s.Hub.Get(ctx, id)
	if err != nil {
		return room.Sit{}, err
	}
	sits, err := sitters(ctx, t)
	if err != nil {
		return room.Sit{}, err
	}
	if seat < 1 || seat > len(sits) {
		return room.Sit{}, failed(http.StatusNotFound, "no-seat")
	}
	return sits[seat-1], nil
}

// sitters are who sits at a table now. A substitute is nobody's person.
func sitters(ctx context.Context, t *table.Table) ([]room.Sit, error) {
	v, err := t.View(ctx, mafia.Board)
	if err != nil {
		return nil, err
	}
	out := make([]room.Sit, len(v.Seats))
	for i, x := range v.Seats {
		out[i] = room.Sit{Seat: i + 1, Nick: x.Nick}
		if m := t.Meta().Seats[i]; m.Nick == x.Nick {
			out[i].Person = m.PersonID
		}
	}
	return out, nil
}

// TicketView is a ticket for a seat.
type TicketView struct {
	Path    string `json:"path"`
	Expires int64  `json:"expires"` // milliseconds since 1970
}

// ticket makes a link that opens a seat to one phone, once: for whoever sits
// there and has another phone now.
func (s *Server) ticket(r *http.Request) (any, error) {
	seat, err := strconv.Atoi(r.PathValue("seat"))
	if err != nil {
		return nil, failed(http.StatusNotFound, "no-seat")
	}
	sit, err := s.sitter(r.Context(), r.PathValue("id"), seat)
	if err != nil {
		return nil, err
	}
	t := s.room.Ticket(r.PathValue("id"), sit.Seat, sit.Nick, sit.Person)
	return TicketView{Path: "/s/" + t.Secret, Expires: t.Expires.UnixMilli()}, nil
}

// freeSeat takes a seat from its phone.
func (s *Server) freeSeat(r *http.Request) (any, error) {
	seat, err := strconv.Atoi(r.PathValue("seat"))
	if err != nil || seat < 1 {
		return nil, failed(http.StatusNotFound, "no-seat")
	}
	if err := s.room.Free(r.Context(), r.PathValue("id"), seat); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

// ghostsKind is the kind of the documents that say at which tables the departed
// may see the cards.
const ghostsKind = "ghosts"

// spirits are those tables.
type spirits struct {
	mu   sync.RWMutex
	on   map[string]bool
	seen map[string][]mafia.Seat // which seats of a table have looked
}

func loadSpirits(ctx context.Context, store journal.Store) (map[string]bool, error) {
	docs, err := store.Docs(ctx, ghostsKind)
	on := map[string]bool{}
	for _, d := range docs {
		on[d.ID] = true
	}
	return on, err
}

func (x *spirits) has(table string) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.on[table]
}

// GhostsInput says whether the departed of a table may see the cards.
type GhostsInput struct {
	On bool `json:"on"`
}

// setGhosts says so from now on; whoever has seen them has seen them.
func (s *Server) setGhosts(r *http.Request) (any, error) {
	var in GhostsInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	if t.Meta().Kind == table.KindPhones {
		return nil, errNoHost
	}
	s.spirits.mu.Lock()
	defer s.spirits.mu.Unlock()
	if in.On {
		err = s.Store.PutDoc(r.Context(), ghostsKind, t.ID(), []byte("1"))
	} else {
		err = s.Store.DeleteDoc(r.Context(), ghostsKind, t.ID())
	}
	if err != nil {
		return nil, err
	}
	s.spirits.on[t.ID()] = in.On
	s.Log.Info("cards for the departed", "table", t.ID(), "on", in.On)
	s.room.Poke()
	return in, nil
}

func (s *Server) getGhosts(r *http.Request) (any, error) {
	return GhostsInput{On: s.spirits.has(r.PathValue("id"))}, nil
}

// takes are the links that make one device more the host's, each once.
type takes struct {
	mu  sync.Mutex
	all map[string]time.Time // by the hash of the secret: until when
}

// takeLife is how long such a link may wait to be scanned.
const takeLife = 10 * time.Minute

// make gives a new link's secret.
func (x *takes) make() (string, time.Time) {
	tok, until := token(), time.Now().Add(takeLife)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.all == nil {
		x.all = map[string]time.Time{}
	}
	for k, t := range x.all {
		if time.Now().After(t) {
			delete(x.all, k)
		}
	}
	x.all[hashed(tok)] = until
	return tok, until
}

// use tells whether a secret opens, and with spend that it never does again.
func (x *takes) use(tok string, spend bool) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	h := hashed(tok)
	until, ok := x.all[h]
	if spend {
		delete(x.all, h)
	}
	return ok && time.Now().Before(until)
}

// handOver makes a link that makes another device the host's, once.
func (s *Server) handOver(*http.Request) (any, error) {
	tok, until := s.takes.make()
	return TicketView{Path: "/host/" + tok, Expires: until.UnixMilli()}, nil
}
