package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// Mine is where a phone stands.
type Mine struct {
	// State is "lobby" (in, without a seat), "seated", or "out": this phone is
	// not in the room.
	State string     `json:"state"`
	Nick  string     `json:"nick"`
	Table string     `json:"table"`
	Seat  mafia.Seat `json:"seat"`
	// AskTable and AskSeat are the seat that waits for the host's word.
	AskTable string     `json:"askTable"`
	AskSeat  mafia.Seat `json:"askSeat"`
	// Ghosts: the departed of this table may see the cards.
	Ghosts bool `json:"ghosts"`
	// Real: at this table cards of paper were dealt by hand, so no phone of it offers
	// to show one, whatever the program has learned of them.
	Real bool `json:"real"`
	// Away are, at a table of friends, the seats whose phone has no line now.
	Away []mafia.Seat `json:"away"`
	// Prepares: a host is setting up a game for those who wait.
	Prepares bool `json:"prepares"`
	// Deal is, in the lobby, how far its phones are with dealing to themselves.
	Deal LobbyDeal `json:"deal"`
	// Open are the running tables, for a phone without a seat, or whose game is
	// over, to find its own.
	Open []OpenTable `json:"open"`
}

// OpenTable is a running table as a phone without a seat sees it.
type OpenTable struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Kind  string     `json:"kind"`
	Seats []OpenSeat `json:"seats"`
}

// OpenSeat is a seat with its nick, which the whole room knows.
type OpenSeat struct {
	Seat  mafia.Seat `json:"seat"`
	Nick  string     `json:"nick"`
	Phone bool       `json:"phone"` // a phone has it already
}

func (s *Server) mine(ctx context.Context, g room.Guest) (Mine, error) {
	m := noMine("lobby")
	m.Nick, m.Table, m.Seat = g.Nick, g.Table, mafia.Seat(g.Seat)
	m.AskTable, m.AskSeat = g.AskTable, mafia.Seat(g.AskSeat)
	if g.AskSeat > 0 && !s.plays(ctx, g.AskTable) {
		m.AskTable, m.AskSeat = "", 0 // nobody waits for a seat at a game that is over
	}
	if g.Seat > 0 {
		m.State, m.Ghosts = "seated", s.spirits.has(g.Table)
		m.Real, m.Away = s.dealtBy(ctx, g.Table)
		if s.plays(ctx, g.Table) {
			return m, nil
		}
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return m, err
	}
	m.Open, m.Deal, m.Prepares = s.openTables(ctx, all), s.lobbyDeal(ctx, g, all), s.prepares()
	return m, nil
}

// noMine is where a phone stands that stands nowhere yet.
func noMine(state string) Mine {
	return Mine{State: state, Away: []mafia.Seat{}, Open: []OpenTable{}}
}

// dealtBy tells what hangs on how a table was dealt, the same to all of its phones:
// whether the cards are real, and at a table of friends whose phone has no line.
func (s *Server) dealtBy(ctx context.Context, id string) (paper bool, away []mafia.Seat) {
	away = []mafia.Seat{}
	t, err := s.Hub.Get(ctx, id)
	if err != nil {
		return false, away
	}
	meta := t.Meta()
	if meta.Kind != table.KindPhones {
		return meta.Deal == dealReal, away
	}
	on := mafia.Seats(0)
	for _, g := range s.room.Guests() {
		if g.Table == id && g.Online {
			on = on.With(mafia.Seat(g.Seat))
		}
	}
	for i := range meta.Seats {
		if seat := mafia.Seat(i + 1); !on.Has(seat) {
			away = append(away, seat)
		}
	}
	return false, away
}

// plays reports whether a game goes on at a table; of one that cannot be asked
// it says so too.
func (s *Server) plays(ctx context.Context, id string) bool {
	t, err := s.Hub.Get(ctx, id)
	if err != nil {
		return true
	}
	sum, err := t.Summary(ctx)
	return err != nil || !sum.Voided && sum.Outcome.Winner == mafia.NoWinner
}

// openTables are those of all tables that are being played, as byCrowd sorts them.
func (s *Server) openTables(ctx context.Context, all []table.Listed) []OpenTable {
	taken := map[SeatInput]bool{}
	for _, g := range s.room.Guests() {
		taken[SeatInput{g.Table, mafia.Seat(g.Seat)}] = true
	}
	out := []OpenTable{}
	for _, l := range s.byCrowd(ctx, all) {
		t, err := s.Hub.Get(ctx, l.ID)
		if err != nil {
			continue // one that cannot be opened is nobody's to sit down at
		}
		sits, err := sitters(ctx, t)
		if err != nil {
			continue
		}
		o := OpenTable{ID: l.ID, Title: l.Title, Kind: l.Kind, Seats: []OpenSeat{}}
		for _, x := range sits {
			seat := mafia.Seat(x.Seat)
			o.Seats = append(o.Seats, OpenSeat{seat, x.Nick, taken[SeatInput{l.ID, seat}]})
		}
		if out = append(out, o); len(out) == openShown {
			break
		}
	}
	return out
}

// openShown is how many tables a phone without a seat is shown.
const openShown = 8

// whoami answers for any phone: one that is not in the room is "out".
func (s *Server) whoami(r *http.Request) (any, error) {
	g, ok := s.guest(r)
	if !ok {
		return noMine("out"), nil
	}
	return s.mine(r.Context(), g)
}

// askSeat notes which seat a phone's owner says is his. The host decides, at a table
// of friends they do, see mySeat.
func (s *Server) askSeat(r *http.Request, g room.Guest) (any, error) {
	var in SeatInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	ask := s.room.Ask
	if in.Seat != 0 {
		sit, err := s.sitter(r.Context(), in.Table, int(in.Seat))
		if err != nil {
			return nil, err
		}
		t, err := s.Hub.Get(r.Context(), in.Table)
		if err != nil {
			return nil, err
		}
		if t.Meta().Kind == table.KindPhones && s.plays(r.Context(), in.Table) {
			ask = func(ctx context.Context, _, _ string, _ int) error {
				return s.mySeat(context.WithoutCancel(ctx), g, t, sit, caller(r))
			}
		}
	}
	if err := ask(r.Context(), g.ID, in.Table, int(in.Seat)); err != nil {
		return nil, err
	}
	g, _ = s.guest(r)
	return s.mine(r.Context(), g)
}

// leaveRoom takes a phone out of the room by its owner's wish.
func (s *Server) leaveRoom(r *http.Request, g room.Guest) (any, error) {
	return nil, s.room.Leave(r.Context(), g.ID)
}

// cardLength is what every answer with a card is filled up to, so that neither its
// length nor how many one knows is told by it.
const cardLength = 8 << 10

// padded fills an answer up to a length that is the same for every card.
func padded(v any) (json.RawMessage, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if n := cardLength - len(raw)%cardLength; n < cardLength {
		raw = append(raw, bytes.Repeat([]byte{' '}, n)...)
	}
	return raw, nil
}

// myCard is the card of the phone's own seat, and whom he knows.
func (s *Server) myCard(r *http.Request, g room.Guest) (any, error) {
	t, err := s.seated(r.Context(), g)
	if err != nil {
		return nil, err
	}
	c, err := cardOf(r.Context(), t, mafia.Player(mafia.Seat(g.Seat)))
	if err != nil {
		return nil, err
	}
	sum, err := t.Summary(r.Context())
	if err != nil {
		return nil, err
	}
	if t.Meta().Deal == dealReal && sum.Phase != mafia.Over {
		// The card is in the hand. What the host has entered, and when, is no business of a
		// player's, least of all a card that was entered for the wrong seat.
		c.Role, c.Knows = mafia.Unknown, []Known{}
	}
	return padded(c)
}

// seated is the table at which a phone has its seat.
func (s *Server) seated(ctx context.Context, g room.Guest) (*table.Table, error) {
	if g.Seat == 0 {
		return nil, failed(http.StatusConflict, "not-seated")
	}
	t, err := s.Hub.Get(ctx, g.Table)
	if err == nil {
		err = t.Damage()
	}
	return t, err
}

// allCards are the cards of the table, for a departed player where the host lets
// the departed see them. That they were shown is logged.
func (s *Server) allCards(r *http.Request, g room.Guest) (any, error) {
	t, err := s.seated(r.Context(), g)
	if err != nil {
		return nil, err
	}
	v, err := t.View(r.Context(), mafia.Board)
	if err != nil {
		return nil, err
	}
	if !s.spirits.has(g.Table) || g.Seat > len(v.Seats) || v.Seats[g.Seat-1].In && v.Phase != mafia.Over {
		return nil, failed(http.StatusConflict, "no-ghost")
	}
	c, err := cardOf(r.Context(), t, mafia.Ghost(mafia.Seat(g.Seat)))
	if err != nil {
		return nil, err
	}
	if v.Phase != mafia.Over {
		if err := s.looked(r.Context(), t.ID(), mafia.Seat(g.Seat)); err != nil {
			return nil, err
		}
	}
	return padded(c)
}

// phoneStream is a phone's stream: where it stands, and the frames of its table,
// or of the room's game for a phone without a seat.
// They are the board's, to the byte, in a room and at a table of phones: no card
// is in them.
func (s *Server) phoneStream(w http.ResponseWriter, r *http.Request) {
	g, ok := s.guest(r)
	if !ok {
		s.fail(w, r, errNoPhone)
		return
	}
	if !s.open.enter(g.Table, "phone "+g.ID, streamsAPhone) {
		s.fail(w, r, errTooMany)
		return
	}
	s.phoneBack(r.Context(), g)
	line, addr := &phoneLine{s: s, secret: cookie(r, phoneCookie(r))}, caller(r)
	s.takeOver(w, r, func(ctx context.Context, out *eventWriter) {
		defer s.open.leave(g.Table, "phone "+g.ID)
		s.lapse(ctx, g.ID)
		defer s.lapsing(g.ID)
		defer s.room.Connect(g.ID, addr)()
		defer line.close()
		s.sendEvents(ctx, out, line, line.look)
	})
}

// consentGrace is how long one's consent to a deal outlives one's page: a screen that
// went dark for a moment takes nothing back.
const consentGrace = 2 * time.Minute

// agrees tells whether a phone's consent to a deal counts: its page is open, or was not
// long ago. Who has gone home is not dealt to.
func agrees(g *room.GuestView) bool {
	return g.Deals && (g.Online || time.Since(g.Seen) < consentGrace)
}

// lapse takes a consent back that no longer counts, as its phone comes back: whoever
// returns after hours has not agreed to what is dealt now.
func (s *Server) lapse(ctx context.Context, id string) {
	if g, ok := s.room.Guest(id); !ok || !g.Deals || agrees(&g) {
		return
	}
	if err := s.room.WantDeal(ctx, id, false); err != nil {
		s.Log.Warn("cannot take a consent back", "err", err) // it counts as long as the page is open
	}
}

// lapsing tells the others in the lobby when a consent has ceased to count, after a
// page was shut.
func (s *Server) lapsing(id string) {
	if g, ok := s.room.Guest(id); !ok || !g.Deals {
		return
	}
	time.AfterFunc(consentGrace, func() {
		if g, ok := s.room.Guest(id); ok && g.Deals && !agrees(&g) {
			s.room.Poke()
		}
	})
}

// phoneLine follows a phone to whatever table it is seated at.
type phoneLine struct {
	s      *Server
	secret string
	table  string
	sub    *table.Sub
}

func (l *phoneLine) close() {
	if l.sub != nil {
		l.sub.Close()
	}
	l.sub, l.table = nil, ""
}

func (l *phoneLine) current() *table.Sub { return l.sub }

// look tells where the phone stands now, and turns to its table.
func (l *phoneLine) look(ctx context.Context) ([]event, error) {
	g, ok := l.s.room.Find(l.secret)
	m := noMine("out")
	if ok {
		var err error
		if m, err = l.s.mine(ctx, g); err != nil {
			return nil, err
		}
	}
	if err := l.turn(ctx, m.watches()); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(m)
	return []event{{name: "mine", data: raw, last: !ok}}, err
}

// watches is the table whose frames a phone gets: its own, or without a seat the first
// that is being played, so that the phone is dark when the room is.
func (m Mine) watches() string {
	if m.State == "lobby" && len(m.Open) > 0 {
		return m.Open[0].ID
	}
	return m.Table
}

// turn subscribes to a table; one that is gone is none.
func (l *phoneLine) turn(ctx context.Context, id string) error {
	if id == l.table {
		return nil
	}
	l.close()
	l.table = id
	if id == "" {
		return nil
	}
	t, err := l.s.Hub.Get(ctx, id)
	if errors.Is(err, journal.ErrNoTable) {
		return nil
	}
	if err != nil {
		return err
	}
	l.sub, err = t.Subscribe(ctx, mafia.Board)
	return err
}
