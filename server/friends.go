package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

// How many phones friends need, and how many there may be (ORIGINAL-SETUP-1).
const (
	fewestFriends = 6
	mostFriends   = 16
)

const (
	// phonesOfOne is how many phones of one address count among others in the lobby.
	phonesOfOne = 3
	// ledFor is how long after its last step a hosted game still is one that runs.
	ledFor = time.Hour
	// sitFor is how long it is while a phone that sits there is open.
	sitFor = 6 * time.Hour
	// endFor is how long the board stays at the end of a hosted game.
	endFor = 10 * time.Minute
	// mostRounds bounds how many rounds friends play at a stretch.
	mostRounds = 50
	// The phones of one address may have cards dealt dealsBurst times at once, and then
	// dealsRate a second; those of all addresses more often.
	dealsRate, dealsBurst       = 1.0 / 120, 12
	allDealsRate, allDealsBurst = 1.0 / 20, 60
)

var (
	errNoLobby  = failed(http.StatusConflict, "no-lobby")
	errNoHost   = failed(http.StatusConflict, string(table.WhyNotYours))
	errRoomGame = failed(http.StatusConflict, "room-game")
	errRoomHost = failed(http.StatusConflict, "room-host")
	errRounds   = failed(http.StatusConflict, "rounds")
	errDeals    = failed(http.StatusTooManyRequests, "deals")
)

// LobbyDeal is how far the phones without a seat are with dealing to themselves.
type LobbyDeal struct {
	Phones int `json:"phones"` // who would be dealt to
	// Nicks are who they are, while they are not too many to play.
	Nicks  []string `json:"nicks"`
	Agreed int      `json:"agreed"` // how many of them want it; more than half do
	Mine   bool     `json:"mine"`   // whether this phone does
	Min    int      `json:"min"`
	Max    int      `json:"max"`
	// Open: nobody leads a game of other phones in this room or sets one up, so that
	// these may deal.
	Open bool `json:"open"`
}

// DealInput says whether a phone wants cards to be dealt to all in the lobby.
type DealInput struct {
	Want bool `json:"want"`
}

// PhoneCommandInput is a command of a phone at a table of phones.
type PhoneCommandInput struct {
	Key     string          `json:"key"` // the client's own name for it; the same again does nothing new
	Command json.RawMessage `json:"command"`
}

// myCommand takes a command of a phone for its own seat.
func (s *Server) myCommand(r *http.Request, g room.Guest) (any, error) {
	var in PhoneCommandInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if !isKey(in.Key) {
		return nil, errKey
	}
	t, err := s.seated(r.Context(), g)
	if err != nil {
		return nil, err
	}
	if t.Meta().Kind != table.KindPhones {
		return nil, failed(http.StatusConflict, string(table.WhyHostOnly))
	}
	var verb struct {
		Do mafia.Verb `json:"do"`
	}
	again := json.Unmarshal(in.Command, &verb) == nil && verb.Do == table.DoAgain
	if again && t.Meta().Round >= mostRounds {
		return nil, errRounds
	}
	who := mafia.Player(mafia.Seat(g.Seat))
	a, err := t.Command(r.Context(), table.Request{Who: who, Key: in.Key, Command: in.Command})
	if err != nil {
		return nil, err
	}
	if !again {
		return a, nil
	}
	s.dealing.Lock()
	defer s.dealing.Unlock()
	if err := s.nextRound(context.WithoutCancel(r.Context()), t); err != nil {
		s.Log.Error("cannot deal another round", "table", t.ID(), "err", err) // tried again by the next who asks
	}
	return a, nil
}

// lobby are the phones that friends would deal to: those without a seat whose page
// is open, or whose owner has agreed before he put it away. No address has more than a
// few of them, so that whoever makes up phones on one device does not decide for the
// others, unless all come from one address and nobody sits at a host's table; see home too. there is
// how many have a word in it: those, and whoever still looks at the end of a hosted game.
func (s *Server) lobby(ctx context.Context) (in []room.GuestView, agreed, there int) {
	by, from, watch := map[string][]room.GuestView{}, map[string]bool{}, 0
	for _, g := range s.room.Guests() {
		if g.Deals = agrees(&g); s.waits(ctx, &g) {
			by[g.From] = append(by[g.From], g)
			in = append(in, g)
		}
		if !g.Online {
			continue
		}
		from[g.From] = true
		if g.Seat > 0 && s.hosted(ctx, g.Table) {
			watch++
		}
	}
	if len(by) > 1 || len(from) > 1 || watch > 0 {
		in = slices.DeleteFunc(in, func(g room.GuestView) bool {
			return slices.Index(by[g.From], g) >= phonesOfOne
		})
	}
	in = fitting(in)
	for _, g := range in {
		if g.Deals {
			agreed++
		}
	}
	return in, agreed, len(in) + watch
}

// waits tells whether a phone is in the lobby for a deal: without a seat, and its page open
// or its owner agreed. Who has asked for his seat at a game that goes on waits for that.
func (s *Server) waits(ctx context.Context, g *room.GuestView) bool {
	return g.Seat == 0 && (g.Deals || g.Online && (g.AskSeat == 0 || !s.plays(ctx, g.AskTable)))
}

// hosted tells whether a host leads a table.
func (s *Server) hosted(ctx context.Context, id string) bool {
	t, err := s.Hub.Get(ctx, id)
	return err == nil && t.Meta().Kind == ""
}

// vote tells whether more than half want cards, of the lobby and of those who watch a
// hosted game, and whom they are dealt to. Where most addresses have one phone each,
// only the first of an address has a voice: whoever brings several from two devices
// neither forces a deal nor holds one up, and those of his that did not want it are
// left out.
func vote(in []room.GuestView, watch int) (list []room.GuestView, yes bool) {
	by := map[string]int{}
	for _, g := range in {
		by[g.From]++
	}
	several := 0
	for _, n := range by {
		if n > 1 {
			several++
		}
	}
	alone := len(by) > 1 && several*2 <= len(by)
	heard, voices, agreed := map[string]bool{}, 0, 0
	for _, g := range in {
		voice := !alone || !heard[g.From]
		heard[g.From] = true
		if voice {
			voices++
			if g.Deals {
				agreed++
			}
		}
		if voice || g.Deals {
			list = append(list, g)
		}
	}
	return list, agreed*2 > voices+watch
}

// led is the newest of all tables that a host leads in this room now, "" for none:
// something was done there of late, and longer ago while a phone that sits there is open.
func (s *Server) led(ctx context.Context, all []table.Listed) string {
	online := map[string]bool{}
	for _, g := range s.room.Guests() {
		if g.Online {
			online[g.Table] = true
		}
	}
	looked := 0
	for _, l := range all {
		if !ofAHost(&l) || l.Summary.Outcome.Winner != mafia.NoWinner {
			continue
		}
		if looked++; looked > openShown {
			break
		}
		within := ledFor
		if online[l.ID] {
			within = sitFor // a page that stays open for days holds nobody
		}
		if s.touched(ctx, l.ID, within) {
			return l.ID
		}
	}
	return ""
}

// prepareLife is how long a host's word that he sets up a game counts; his console
// repeats it while the page is open.
const prepareLife = 3 * time.Minute

// PrepareInput says whether a host is setting up a game.
type PrepareInput struct {
	On bool `json:"on"`
}

// prepare notes that a host is setting up a game for the phones that wait, or no longer:
// until then they deal nothing to themselves.
func (s *Server) prepare(r *http.Request) (any, error) {
	var in PrepareInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	was, until := s.prepares(), int64(0)
	if in.On {
		until = time.Now().Add(prepareLife).UnixNano()
		time.AfterFunc(prepareLife, func() {
			if !s.prepares() {
				s.room.Poke()
			}
		})
	}
	s.preparing.Store(until)
	if was != in.On {
		s.room.Poke()
	}
	return nil, nil
}

// prepares tells whether a host is setting up a game.
func (s *Server) prepares() bool { return time.Now().UnixNano() < s.preparing.Load() }

// ended is the newest of all hosted tables whose game was over of late, "" for none.
func (s *Server) ended(ctx context.Context, all []table.Listed) string {
	for _, l := range all[:min(len(all), openShown)] {
		if ofAHost(&l) && l.Summary.Outcome.Winner != mafia.NoWinner && s.touched(ctx, l.ID, endFor) {
			return l.ID
		}
	}
	return ""
}

// ofAHost tells whether a host led a table here, and it is not void.
func ofAHost(l *table.Listed) bool { return l.Kind == "" && l.Date == "" && !l.Summary.Voided }

// touched tells whether something was done at a table not longer ago than that; at one
// that cannot be opened nothing is done.
func (s *Server) touched(ctx context.Context, id string, within time.Duration) bool {
	t, err := s.Hub.Get(ctx, id)
	if err != nil {
		return false
	}
	at, err := t.Touched(ctx)
	return err == nil && time.Since(at) < within
}

// lobbyDeal tells a phone how far the lobby is.
func (s *Server) lobbyDeal(ctx context.Context, g room.Guest, all []table.Listed) LobbyDeal {
	in, agreed, _ := s.lobby(ctx)
	if list, _ := s.home(ctx); list != nil {
		in, agreed = list, 0
		for _, g := range list {
			if g.Deals {
				agreed++
			}
		}
	}
	nicks := []string{}
	for _, g := range in {
		if len(in) <= mostFriends {
			nicks = append(nicks, g.Nick)
		}
	}
	return LobbyDeal{Phones: len(in), Nicks: nicks, Agreed: agreed, Mine: g.Deals, Min: fewestFriends, Max: mostFriends, Open: s.led(ctx, all) == "" && !s.prepares()}
}

// wantDeal notes that a phone wants cards to be dealt, and deals when more than
// half of the lobby do. From a game that is over, its owner comes back to the lobby
// by it.
func (s *Server) wantDeal(r *http.Request, g room.Guest) (any, error) {
	var in DealInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	ctx := context.WithoutCancel(r.Context())
	s.dealing.Lock()
	defer s.dealing.Unlock()
	if err := s.backToLobby(ctx, g); err != nil {
		return nil, err
	}
	if err := s.finishDeals(ctx); err != nil {
		return nil, err
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return nil, err
	}
	led := s.led(ctx, all)
	switch {
	case in.Want && led != "":
		return nil, errRoomGame
	case in.Want && s.prepares():
		return nil, errRoomHost
	}
	if err := s.room.WantDeal(ctx, g.ID, in.Want); err != nil {
		return nil, err
	}
	if list, yes := s.whoDeals(ctx); led == "" && !s.prepares() && yes {
		if !s.deals.take(caller(r)) || !s.allDeals.take() {
			return nil, errDeals
		}
		if _, err := s.dealFriends(ctx, list, nil); err != nil {
			return nil, err
		}
	}
	g, _ = s.guest(r)
	return s.mine(ctx, g)
}

// backToLobby takes a phone from a table of friends that is over.
func (s *Server) backToLobby(ctx context.Context, g room.Guest) error {
	if g.Seat == 0 {
		return nil
	}
	t, err := s.Hub.Get(ctx, g.Table)
	if err != nil {
		return err
	}
	sum, err := t.Summary(ctx)
	if err != nil {
		return err
	}
	if t.Meta().Kind != table.KindPhones || sum.Outcome.Winner == mafia.NoWinner && !sum.Voided {
		return errNoLobby
	}
	quit := table.Request{Who: mafia.Player(mafia.Seat(g.Seat)), Command: json.RawMessage(`{"do":"quit"}`)}
	if _, err := t.Command(ctx, quit); err != nil {
		var no *table.Refusal
		if !errors.As(err, &no) { // of one who has left already it changes nothing
			return err
		}
	}
	if err := s.room.Free(ctx, g.Table, g.Seat); err != nil {
		return err
	}
	return s.nextRound(ctx, t) // of those who stay it may be more than half now
}

// makeFriends deals to the phones in the lobby by the word of the machine's owner.
func (s *Server) makeFriends(ctx context.Context, n noted) (string, error) {
	s.dealing.Lock()
	defer s.dealing.Unlock()
	in, _, _ := s.lobby(ctx)
	if list, _ := s.home(ctx); len(in) < fewestFriends && list != nil {
		in = list
	}
	if len(in) < fewestFriends || len(in) > mostFriends {
		return "", failed(http.StatusConflict, "few-phones")
	}
	return s.dealFriends(ctx, in, n)
}

// dealFriends makes a table of phones. Who sits where is kept with the table
// itself, so that a program that dies in between seats them when it starts again.
func (s *Server) dealFriends(ctx context.Context, in []room.GuestView, n noted) (string, error) {
	meta := table.Meta{Rulebook: "original", Deal: dealByLot, Kind: table.KindPhones, Round: 1}
	for _, g := range in {
		if err := s.room.WantDeal(ctx, g.ID, true); err != nil { // so that seatFriends knows them
			return "", err
		}
		meta.Seats = append(meta.Seats, table.Sitter{Nick: g.Nick, PersonID: g.Person})
		meta.Phones = append(meta.Phones, g.ID)
	}
	return s.makeRound(ctx, meta, n)
}

// makeRound deals a round and seats the phones.
func (s *Server) makeRound(ctx context.Context, meta table.Meta, n noted) (string, error) {
	setup := mafia.Setup{Seed: lot()}
	var err error
	if setup.Cast, err = (&TableInput{Rulebook: meta.Rulebook, Options: meta.Options}).cast(len(meta.Seats)); err != nil {
		return "", err
	}
	t, err := s.Hub.CreateAlong(ctx, meta, setup, func(id string, b journal.Batch) error {
		b.Put = append(b.Put, dealing(id))
		if n != nil {
			b.Put = append(b.Put, n(id)...)
		}
		return s.Store.Commit(ctx, b)
	})
	if err != nil {
		return "", err
	}
	s.Log.Info("table of friends made", "table", t.ID(), "round", meta.Round, "players", len(meta.Seats))
	return t.ID(), s.seatFriends(ctx, t)
}

// seatFriends gives the seats of a table to its phones: those that wait in the
// lobby for the deal, or still sit at the round before.
func (s *Server) seatFriends(ctx context.Context, t *table.Table) error {
	meta := t.Meta()
	for i, id := range meta.Phones {
		g, ok := s.room.Guest(id)
		if !ok || g.Table != meta.Before || meta.Before == "" && !g.Deals {
			continue
		}
		if s.holds(t.ID(), i+1) { // the owner has given the seat to another phone since
			continue
		}
		if err := s.room.Place(ctx, id, t.ID(), i+1, g.Nick, g.Person); err != nil {
			return err
		}
	}
	s.room.Poke()
	return s.Store.Commit(ctx, journal.Batch{
		Drop: []journal.DocName{{Kind: dealingKind, ID: t.ID()}},
		Put:  []journal.NamedDoc{journal.Doc(sittingKind, t.ID(), []byte("1"))},
	})
}

// sittingKind is the kind of the documents that say which tables of friends have been
// given all their seats. A seat there that is free was freed since.
const sittingKind = "sitting"

// holds tells whether a phone has a seat.
func (s *Server) holds(table string, seat int) bool {
	return slices.ContainsFunc(s.room.Guests(), func(g room.GuestView) bool { return g.Table == table && g.Seat == seat })
}

// stays are the phones that still sit at a table of friends and have not left it, by
// seat; "" for the others, who are neither counted nor dealt to in the next round.
func (s *Server) stays(t *table.Table, left mafia.Seats) (phones []string, who mafia.Seats) {
	phones = make([]string, len(t.Meta().Seats))
	for _, g := range s.room.Guests() {
		if seat := mafia.Seat(g.Seat); g.Table == t.ID() && seat >= 1 && g.Seat <= len(phones) && !left.Has(seat) {
			phones[seat-1], who = g.ID, who.With(seat)
		}
	}
	return phones, who
}

// nextRound deals another round to the phones that have stayed when more than half of
// them want one, they are enough, and it was not dealt yet (ORIGINAL-END-3). The caller
// holds dealing.
func (s *Server) nextRound(ctx context.Context, t *table.Table) error {
	again, away, left, err := t.WantsAgain()
	if err != nil || again == 0 {
		return err
	}
	phones, who := s.stays(t, left)
	if n := who.Count(); n < fewestFriends || (again&who).Count()*2 <= n {
		return nil
	}
	all, err := s.Hub.List(ctx)
	if err != nil {
		return err
	}
	for _, l := range all {
		if l.Before == t.ID() {
			return nil
		}
	}
	v, err := t.View(ctx, mafia.Board)
	if err != nil {
		return err
	}
	_, err = s.makeRound(ctx, roundAfter(t, phones, v.Points, away), nil)
	return err
}

// roundAfter is the round that follows: whoever has a phone moves up to the seats of
// those who have none, with his points.
func roundAfter(t *table.Table, phones []string, points []int, away mafia.Seats) table.Meta {
	was := t.Meta()
	meta := was
	meta.Round, meta.Before, meta.Summary = was.Round+1, t.ID(), table.Summary{}
	meta.Seats, meta.Carried, meta.Phones, meta.Away = nil, nil, nil, 0
	for i, phone := range phones {
		if phone == "" {
			continue
		}
		sum := 0
		if i < len(was.Carried) {
			sum += was.Carried[i]
		}
		if i < len(points) {
			sum += points[i]
		}
		meta.Seats, meta.Carried = append(meta.Seats, was.Seats[i]), append(meta.Carried, sum)
		meta.Phones = append(meta.Phones, phone)
		if away.Has(mafia.Seat(i + 1)) {
			meta.Away = meta.Away.With(mafia.Seat(len(meta.Seats)))
		}
	}
	return meta
}

// mendFriends finishes at the start what a program that died had begun: a deal
// whose phones have no seats yet, another round that was agreed on.
func (s *Server) mendFriends(ctx context.Context) error {
	all, err := s.Hub.List(ctx)
	if err != nil {
		return err
	}
	docs, err := s.Store.Docs(ctx, sittingKind)
	if err != nil {
		return err
	}
	done := map[string]bool{}
	for _, d := range docs {
		done[d.ID] = true
	}
	sits, wants := map[string]bool{}, false
	for _, g := range s.room.Guests() {
		sits[g.Table] = true
		wants = wants || g.Deals
	}
	for _, l := range all {
		late := wants && l.Before == "" && l.Summary.Outcome.Winner == mafia.NoWinner && !l.Summary.Voided
		if l.Kind != table.KindPhones || !sits[l.ID] && !sits[l.Before] && !late {
			continue
		}
		t, err := s.Hub.Get(ctx, l.ID)
		if err != nil {
			s.Log.Error("a table of friends cannot be opened", "table", l.ID, "err", err)
			continue
		}
		if !done[l.ID] {
			if err := s.seatFriends(ctx, t); err != nil {
				return err
			}
		}
		if err := s.nextRound(ctx, t); err != nil {
			return err
		}
	}
	return nil
}
