package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	clubs "omerta/club"
	"omerta/journal"
	"omerta/mafia"
	"omerta/names"
	"omerta/room"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/table"
)

// madeKind is the kind of the documents that say which table a key has made.
const madeKind = "made"

// againKind is the kind of the documents that say at which table the people of another
// were dealt anew last.
const againKind = "again"

// The ways to deal.
const (
	dealByLot = "lot"   // the program deals
	dealReal  = "real"  // real cards; the host enters them as he learns them
	dealGiven = "given" // the cards are named
)

// TableInput makes a table.
type TableInput struct {
	Key        string         `json:"key"`  // the same key again gives the same table; may be empty
	Kind       string         `json:"kind"` // "", or "phones": then all else but key is left to the program
	Rulebook   string         `json:"rulebook"`
	Preset     string         `json:"preset"`
	Options    []mafia.Option `json:"options"`
	Seats      []table.Sitter `json:"seats"`
	Deal       string         `json:"deal"`  // "lot", "real" or "given"
	Given      []mafia.Role   `json:"given"` // deal "given": by seat
	With       []mafia.Role   `json:"with"`  // optional cards, where no cast is given
	Cast       map[string]int `json:"cast"`  // role to number; empty: the rulebook's proposal
	Immune     []mafia.Seat   `json:"immune"`
	Tournament bool           `json:"tournament"`
	Title      string         `json:"title"`
	Event      string         `json:"event"`
	Site       string         `json:"site"`
}

// Made is the answer of a table that was made.
type Made struct {
	ID string `json:"id"`
}

func (s *Server) listTables(r *http.Request) (any, error) { return s.Hub.List(r.Context()) }

func (s *Server) makeTable(r *http.Request) (any, error) {
	var in TableInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	var meta table.Meta
	var setup mafia.Setup
	var err error
	switch in.Kind {
	case "":
		meta, setup, err = in.plan()
	case table.KindPhones:
		return s.once(r.Context(), in.Key, "make phones", s.makeFriends)
	default:
		err = tellWhy("bad-request", `kind: "phones", or nothing`)
	}
	if err != nil {
		return nil, err
	}
	if err := apart(meta.Seats); err != nil {
		return nil, err
	}
	if err := s.notTogether(meta.Seats); err != nil {
		return nil, err
	}
	key := in.Key
	in.Key = ""
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	return s.once(r.Context(), key, "make "+string(body), func(ctx context.Context, n noted) (string, error) {
		return s.create(ctx, meta, setup, func(id string, b journal.Batch) error {
			b.Put = append(b.Put, n(id)...)
			return s.Store.Commit(ctx, b)
		})
	})
}

// apart refuses seats whose players could not be told apart by their names.
func apart(seats []table.Sitter) error {
	seat, twice := sameNick(seats)
	if !twice {
		return nil
	}
	f := failed(http.StatusBadRequest, "same-nick")
	f.Seat = seat
	return f
}

// sameNick finds the later of two seats whose players could not be told apart by
// their names.
func sameNick(seats []table.Sitter) (mafia.Seat, bool) {
	for i, x := range seats[:min(len(seats), mafia.MaxSeats)] { // more are refused anyway
		if slices.ContainsFunc(seats[:i], func(o table.Sitter) bool { return strings.EqualFold(o.Nick, x.Nick) }) {
			return mafia.Seat(i + 1), true
		}
	}
	return 0, false
}

// create makes a table durable by along and gives its seats to the phones.
func (s *Server) create(ctx context.Context, meta table.Meta, setup mafia.Setup, along func(id string, b journal.Batch) error) (string, error) {
	t, err := s.Hub.CreateAlong(ctx, meta, setup, func(id string, b journal.Batch) error {
		b.Put = append(b.Put, dealing(id))
		return along(id, b)
	})
	if err != nil {
		return "", err
	}
	s.Log.Info("table made", "table", t.ID(), "rulebook", t.Meta().Rulebook, "players", len(meta.Seats))
	if err := s.seatAll(ctx, t, 0); err != nil { // the table stands; the host gives the seats to the phones by hand
		s.Log.Warn("cannot give the seats to the phones", "table", t.ID(), "err", err)
	}
	s.room.Poke()
	return t.ID(), nil
}

// noted gives the documents that are made durable with a table: under which key it was
// made.
type noted func(id string) []journal.NamedDoc

// once makes a table unless the key has made one already: then it is that one,
// if the same was asked for. errKeyUsed: it was not; errNoTable: that table has
// been deleted. What make makes durable with the table says that the key is used.
func (s *Server) once(ctx context.Context, key, asked string, make func(context.Context, noted) (string, error)) (any, error) {
	ctx = context.WithoutCancel(ctx) // a table that is half made is of no use
	if !isKey(key) {
		return nil, errKey
	}
	if key == "" {
		id, err := make(ctx, func(string) []journal.NamedDoc { return nil })
		return Made{id}, err
	}
	s.made.Lock()
	defer s.made.Unlock()
	if old, ok, err := s.Store.Doc(ctx, madeKind, key); err != nil || ok {
		if err != nil {
			return nil, err
		}
		if err := s.finishDeals(ctx); err != nil {
			return nil, err
		}
		return s.madeBefore(ctx, string(old), asked)
	}
	id, err := make(ctx, func(id string) []journal.NamedDoc {
		return []journal.NamedDoc{journal.Doc(madeKind, key, []byte(id+" "+hashed(asked)))}
	})
	if err != nil {
		return nil, err
	}
	return Made{id}, nil
}

// madeBefore answers for a key that has made a table. What it was asked for is
// kept as a hash; older versions kept none.
func (s *Server) madeBefore(ctx context.Context, doc, asked string) (any, error) {
	id, hash, known := strings.Cut(doc, " ")
	if known && hash != hashed(asked) {
		return nil, errKeyUsed
	}
	if _, err := s.Store.Last(ctx, id); err != nil {
		return nil, err
	}
	return Made{id}, nil
}

// plan works out from a client's wishes what the hub needs.
func (in *TableInput) plan() (table.Meta, mafia.Setup, error) {
	var setup mafia.Setup
	meta := table.Meta{
		Rulebook: in.Rulebook, Preset: in.Preset, Options: in.Options, Title: in.Title, Event: in.Event,
		Site: in.Site, Deal: in.Deal, Tournament: in.Tournament,
	}
	for _, text := range []*string{&meta.Title, &meta.Event, &meta.Site} {
		var ok bool
		if *text, ok = names.Title(*text); !ok {
			return meta, setup, tellWhy("bad-request", "title, event, site: at most 200 bytes")
		}
	}
	for _, seat := range in.Seats {
		nick, ok := names.Nick(seat.Nick)
		if !ok {
			return meta, setup, errNick
		}
		if len(seat.PersonID) > maxKey {
			return meta, setup, tellWhy("bad-request", "personId: at most 100 bytes")
		}
		seat.Nick = nick
		meta.Seats = append(meta.Seats, seat)
	}
	if seat, twice := satTwice(meta.Seats); twice {
		f := failed(http.StatusBadRequest, "seat-twice")
		f.Seat = seat
		return meta, setup, f
	}
	for _, x := range in.Immune {
		if x < 1 || int(x) > len(in.Seats) || x > mafia.MaxSeats {
			return meta, setup, tellWhy("bad-request", "immune: seats of this table")
		}
		setup.Immune = setup.Immune.With(x)
	}
	setup.Tournament = in.Tournament
	if in.Deal == dealGiven && mafia.CastOf(in.Given)[mafia.Unknown] > 0 {
		meta.Deal = dealReal // the host has dealt, and does not know every card yet
	}
	return meta, setup, in.cards(&setup)
}

// satTwice finds the later of two seats that one person would have; whoever plays
// under no entry of the club's list is nobody's double.
func satTwice(seats []table.Sitter) (mafia.Seat, bool) {
	for i, s := range seats {
		same := func(o table.Sitter) bool { return o.PersonID == s.PersonID }
		if s.PersonID != "" && slices.ContainsFunc(seats[:i], same) {
			return mafia.Seat(i + 1), true //nolint:gosec // the deal is refused above 40 seats
		}
	}
	return 0, false
}

// cards settles who gets what.
func (in *TableInput) cards(setup *mafia.Setup) error {
	n := len(in.Seats)
	switch in.Deal {
	case dealGiven:
		if len(in.Given) != n {
			return tellWhy("bad-request", "given: one card a seat")
		}
		setup.Deal = in.Given
		if mafia.CastOf(in.Given)[mafia.Unknown] == 0 {
			return nil
		}
	case dealReal:
		if n > mafia.MaxSeats {
			return tellWhy("bad-request", "seats: at most 40")
		}
		setup.Deal = make([]mafia.Role, n)
	case dealByLot:
		setup.Seed = lot()
	default:
		return tellWhy("bad-request", `deal: "lot", "real" or "given"`)
	}
	var err error
	setup.Cast, err = in.cast(n)
	return err
}

// cast is the composition that was asked for, or the rulebook's own.
func (in *TableInput) cast(players int) (cast mafia.Cast, err error) {
	if len(in.Cast) > 0 {
		for word, n := range in.Cast {
			role, ok := mafia.ParseRole(word)
			if !ok || role == mafia.Unknown || n < 0 || n > mafia.MaxSeats {
				return cast, tellWhy("bad-request", "cast: numbers of cards by role")
			}
			cast[role] = uint8(n)
		}
		return cast, nil
	}
	name, err := rulebook.Split(in.Rulebook)
	if err != nil {
		return cast, err
	}
	rb, err := rulebook.New(in.Rulebook, in.Preset, in.Options)
	if err != nil {
		return cast, err
	}
	counts, _, err := compose.Propose(name, players, in.With, compose.Options{Seventeen: optionOf(rb, "seventeen")})
	var no *compose.Refused
	if errors.As(err, &no) {
		return cast, composeRefusal(name, no)
	}
	for role, n := range counts {
		cast[role] = uint8(n)
	}
	return cast, err
}

func optionOf(rb *mafia.Rulebook, name string) string {
	for _, o := range rb.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// composeRefusal tells why there is no composition.
func composeRefusal(name string, no *compose.Refused) error {
	f := failed(http.StatusConflict, "setup")
	for i, m := range remarks(name, no.Notes) {
		if i == 0 {
			f.Rule, f.Text, f.Why = m.Rule, m.Text, m.Key
			continue
		}
		p := failed(http.StatusConflict, "setup").Problem
		p.Rule, p.Text, p.Why = m.Rule, m.Text, m.Key
		f.More = append(f.More, p)
	}
	return f
}

// table finds the table of a request. One that is damaged can be exported, by
// download, and no more.
func (s *Server) table(r *http.Request) (*table.Table, error) {
	t, err := s.Hub.Get(r.Context(), r.PathValue("id"))
	if err == nil {
		err = t.Damage()
	}
	return t, err
}

// viewer is whose view a request is due: the host may look as the board does.
func viewer(t *table.Table, r *http.Request) (mafia.Viewer, error) {
	switch r.URL.Query().Get("as") {
	case "":
		return t.Leader(), nil
	case string(mafia.IsBoard):
		return mafia.Board, nil
	}
	return mafia.Viewer{}, tellWhy("bad-request", "as: board, or nothing")
}

func (s *Server) frame(r *http.Request) (any, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	who, err := viewer(t, r)
	if err != nil {
		return nil, err
	}
	frame, err := t.Frame(r.Context(), who)
	return json.RawMessage(frame), err
}

// CommandInput is a command to a table.
type CommandInput struct {
	Key string `json:"key"` // the client's own name for it; the same again does nothing new
	// Seen is the Length of the frame that was acted upon, null: no guard.
	Seen *int `json:"seen"`
	// Stamp is its Stamp, null or absent: no such guard.
	Stamp   *uint64         `json:"stamp"`
	Command json.RawMessage `json:"command"`
	// Sure: the host knows that this brings back a player who has seen the cards.
	Sure bool `json:"sure"`
}

// maxKey bounds a key, in bytes.
const maxKey = 100

var errKey = tellWhy("bad-request", "key: at most 100 bytes of text")

// isKey refuses also what stands for characters that are none: different keys of such
// would be one.
func isKey(key string) bool {
	return len(key) <= maxKey && utf8.ValidString(key) && !strings.ContainsRune(key, utf8.RuneError)
}

func (s *Server) command(r *http.Request) (any, error) {
	var in CommandInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if !isKey(in.Key) {
		return nil, errKey
	}
	if in.Seen != nil && *in.Seen < 0 {
		return nil, tellWhy("bad-request", "seen: the length of a history")
	}
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	nick, subst := substitute(in.Command)
	verb := verbOf(in.Command)
	moves := subst || slices.Contains(rewrites, verb)
	var before []room.Sit
	if moves {
		if before, err = sitters(r.Context(), t); err != nil {
			return nil, err
		}
	}
	req := table.Request{Who: t.Leader(), Key: in.Key, Seen: in.Seen, Stamp: in.Stamp, Command: in.Command}
	move := moving{Before: before, Back: !subst && verb != table.DoRedo}
	if subst {
		move.Meets = nick
	}
	if moves && move.may(t, verb, subst) {
		req.Along = func(b journal.Batch) error { return s.commitMoving(r.Context(), t.ID(), &move, b) }
	}
	a, err := s.haunt(r.Context(), t, req, in.Sure)
	if err != nil {
		return nil, err
	}
	// The command stands, whatever comes of the rest.
	if moves {
		s.moved(context.WithoutCancel(r.Context()), t, &move, req.Along != nil)
	}
	return a, nil
}

// verbOf is what a command does.
func verbOf(raw json.RawMessage) mafia.Verb {
	var c struct {
		Do mafia.Verb `json:"do"`
	}
	_ = json.Unmarshal(raw, &c) // what is no command is refused by the table
	return c.Do
}

// reseat takes the seats at which another sits than before from their phones, and
// makes their tickets void: the card is the substitute's now. With back a step was
// taken back: who sits there again has his seat on his phone again, unless the host has
// given either away meanwhile.
func (s *Server) reseat(ctx context.Context, t *table.Table, before []room.Sit, back bool) error {
	now, err := sitters(ctx, t)
	if err != nil {
		return err
	}
	for i, x := range now {
		if i >= len(before) || before[i].Nick == x.Nick {
			continue
		}
		if !back {
			if err := s.room.Vacate(ctx, t.ID(), before[i]); err != nil {
				return err
			}
			s.Log.Info("seat of a substitute: it needs his phone", "table", t.ID(), "seat", x.Seat)
			continue
		}
		ok, err := s.room.Restore(ctx, t.ID(), x)
		if err != nil {
			return err
		}
		s.Log.Info("a substitute was taken back", "table", t.ID(), "seat", x.Seat, "phone back", ok)
	}
	return nil
}

// substitute is the nick of whom a command sits down in another's place: at once,
// or put in later.
func substitute(raw json.RawMessage) (nick string, ok bool) {
	if !bytes.Contains(raw, []byte(mafia.DoSubstitute)) && !bytes.ContainsRune(raw, '\\') {
		return "", false // as most are, at no cost
	}
	var c struct {
		Do      mafia.Verb      `json:"do"`
		Nick    string          `json:"nick"`
		Command json.RawMessage `json:"command"`
	}
	if json.Unmarshal(raw, &c) != nil {
		return "", false
	}
	if c.Do == table.DoInsert || c.Do == mafia.DoOverrule {
		return substitute(c.Command)
	}
	return c.Nick, c.Do == mafia.DoSubstitute
}

func (s *Server) log(r *http.Request) (any, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	return t.Log(r.Context())
}

// Card is what a seat's player sees when the one device is handed to him, or on his
// phone.
type Card struct {
	Seat mafia.Seat `json:"seat"`
	Nick string     `json:"nick"`
	Role mafia.Role `json:"role"`
	// Knows are the others whose cards he knows.
	Knows []Known `json:"knows"`
}

// Known is somebody whose card one knows.
type Known struct {
	Seat mafia.Seat `json:"seat"`
	Nick string     `json:"nick"`
	Role mafia.Role `json:"role"`
}

// card shows a card on the device that is passed around. That it was shown is
// logged, which card it was is not.
func (s *Server) card(r *http.Request) (any, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(r.PathValue("seat"))
	if err != nil || n < 1 || n > len(t.Meta().Seats) {
		return nil, failed(http.StatusNotFound, "no-seat")
	}
	if t.Meta().Kind == table.KindPhones {
		return nil, errNoHost // everybody has his own
	}
	out, err := cardOf(r.Context(), t, mafia.Player(mafia.Seat(n)))
	if err != nil {
		return nil, err
	}
	s.Log.Info("card shown", "table", t.ID(), "seat", n)
	return out, nil
}

// cardOf is the card of a viewer's seat and every other card that he knows.
func cardOf(ctx context.Context, t *table.Table, who mafia.Viewer) (Card, error) {
	out := Card{Seat: who.Seat, Knows: []Known{}}
	v, err := t.View(ctx, who)
	if err != nil {
		return out, err
	}
	for _, x := range v.Seats {
		switch {
		case x.Seat == out.Seat:
			out.Nick, out.Role = x.Nick, x.Role
		case x.Role != mafia.Unknown:
			out.Knows = append(out.Knows, Known{x.Seat, x.Nick, x.Role})
		}
	}
	return out, nil
}

func (s *Server) removeTable(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if s.club.Club().Attached(id) { // its result would go with it
		return nil, &clubs.Refusal{Why: clubs.WhyAttached}
	}
	if err := s.Hub.Delete(r.Context(), id, keptBeside(id)...); err != nil {
		return nil, err
	}
	s.spirits.forget(id)
	if err := s.room.Free(r.Context(), id, 0); err != nil {
		s.Log.Warn("cannot free the seats of a table that is gone", "table", id, "err", err)
	}
	s.Log.Info("table removed", "table", id)
	return nil, nil
}

// keptBeside names the documents that tell of a table, and go with it.
func keptBeside(id string) []journal.DocName {
	var out []journal.DocName
	for _, kind := range []string{sittingKind, dealingKind, movingKind, againKind, ghostsKind, seenKind} {
		out = append(out, journal.DocName{Kind: kind, ID: id})
	}
	return out
}

// AgainInput deals anew with the same people.
type AgainInput struct {
	Key string `json:"key"` // the same key again gives the same table; may be empty
}

// again declares a game that is not over void, and deals the same cards to the
// same people at a new table.
func (s *Server) again(r *http.Request) (any, error) {
	var in AgainInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	if t.Meta().Kind == table.KindPhones {
		return nil, errNoHost // the friends decide
	}
	meta, setup, err := sameAgain(r.Context(), t)
	if err != nil {
		return nil, err
	}
	if err := apart(meta.Seats); err != nil { // as it may be in a game that was imported
		return nil, err
	}
	s.renewing.Lock()
	defer s.renewing.Unlock()
	return s.once(r.Context(), in.Key, "again "+t.ID(), func(ctx context.Context, n noted) (string, error) {
		next, ok, err := s.dealtAgain(ctx, t.ID())
		if err != nil {
			return "", err
		}
		if ok { // its game may have been brought back since
			return next, s.void(ctx, t, &journal.Batch{Put: n(next)})
		}
		return s.create(ctx, meta, setup, func(id string, b journal.Batch) error {
			b.Put = append(append(b.Put, n(id)...), journal.Doc(againKind, t.ID(), []byte(id)))
			return s.void(ctx, t, &b)
		})
	})
}

// void declares a game that is not over void, and makes a batch durable with that; where
// there is nothing to declare, the batch alone.
func (s *Server) void(ctx context.Context, t *table.Table, b *journal.Batch) error {
	sum, err := t.Summary(ctx)
	if err != nil {
		return err
	}
	if sum.Outcome.Winner != mafia.NoWinner || sum.Voided {
		return s.Store.Commit(ctx, *b)
	}
	_, err = t.Command(ctx, table.Request{
		Who: t.Leader(), Command: json.RawMessage(`{"do":"void"}`),
		Along: func(own journal.Batch) error { return s.Store.Commit(ctx, own.And(b)) },
	})
	return err
}

// dealtAgain is the table at which those of another play on already: it is there, and
// its game is neither over nor void. Two hosts that tap at once deal one game.
func (s *Server) dealtAgain(ctx context.Context, id string) (next string, ok bool, err error) {
	doc, ok, err := s.Store.Doc(ctx, againKind, id)
	if err != nil || !ok {
		return "", false, err
	}
	t, err := s.Hub.Get(ctx, string(doc))
	if errors.Is(err, journal.ErrNoTable) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	sum, err := t.Summary(ctx)
	return t.ID(), sum.Outcome.Winner == mafia.NoWinner && !sum.Voided, err
}

// sameAgain is the plan of a table that is like another, with cards unknown
// where they are real, else by a new lot. Substitutes keep their seats, and whoever
// was immune by the host's word is again: it is the same game, dealt anew.
func sameAgain(ctx context.Context, t *table.Table) (table.Meta, mafia.Setup, error) {
	meta := t.Meta()
	steps, err := t.History(ctx)
	if err != nil {
		return meta, mafia.Setup{}, err
	}
	v, err := t.View(ctx, mafia.Board)
	if err != nil {
		return meta, mafia.Setup{}, err
	}
	seats := append([]table.Sitter{}, meta.Seats...)
	for i := range seats {
		if nick := v.Seats[i].Nick; nick != seats[i].Nick {
			seats[i] = table.Sitter{Nick: nick}
		}
	}
	meta.Seats = seats
	setup := mafia.Setup{Tournament: meta.Tournament, Seed: lot()}
	for _, e := range steps[0].Events {
		if d, ok := e.(mafia.Dealt); ok {
			setup.Cast, setup.Immune = d.Cast, d.Immune.Minus(d.Novices)
		}
	}
	if meta.Deal == dealReal {
		setup.Deal, setup.Seed = make([]mafia.Role, len(seats)), 0
	} else {
		meta.Deal = dealByLot
	}
	return meta, setup, nil
}
