package server

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"omerta/mafia"
	"omerta/room"
	"omerta/table"
)

var (
	errNoPhone = failed(http.StatusUnauthorized, "no-phone")
	errNoBoard = failed(http.StatusNotFound, "no-board")
	errNoGuest = failed(http.StatusNotFound, "no-guest")
)

// roomProblems are the answers to what a room says no with.
var roomProblems = []struct {
	err error
	f   *failure
}{
	{room.ErrCode, failed(http.StatusNotFound, "wrong-code")},
	{room.ErrSlow, failed(http.StatusTooManyRequests, "slow-codes")},
	{room.ErrLocked, failed(http.StatusConflict, "room-locked")},
	{room.ErrFull, failed(http.StatusConflict, "room-full")},
	{room.ErrRush, failed(http.StatusTooManyRequests, "room-rush")},
	{room.ErrNick, errNick},
	{room.ErrTaken, failed(http.StatusConflict, "nick-taken")},
	{room.ErrSeated, failed(http.StatusConflict, "nick-seated")},
	{room.ErrNoGuest, errNoGuest},
	{room.ErrChanged, failed(http.StatusConflict, "guest-changed")},
	{room.ErrTicket, failed(http.StatusNotFound, "ticket")},
}

// KnockInput is a link's token or a typed code.
type KnockInput struct {
	Token string `json:"token"`
	Code  string `json:"code"`
}

// Door is what a phone learns that may come in.
type Door struct {
	Title string `json:"title"` // of the evening, where there is one
	Board string `json:"board"` // the path of the board, for a screen on the wall
	// Dark: it is night in the room, so the phone is not to light it up.
	Dark bool `json:"dark"`
}

// knock tells a phone, before a nick is typed, whether it may come in.
func (s *Server) knock(r *http.Request) (any, error) {
	var in KnockInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if err := s.room.Knock(in.Token, in.Code, caller(r)); err != nil {
		return nil, err
	}
	return Door{Board: s.boardPath(), Dark: s.dusk(r.Context())}, nil
}

// dusk tells whether it is night at the newest table that is being played, which the
// board shows too.
func (s *Server) dusk(ctx context.Context) bool {
	all, err := s.Hub.List(ctx)
	if err != nil {
		return false
	}
	for i := range all {
		x := all[i].Summary
		if x.Voided || x.Outcome.Winner != mafia.NoWinner {
			continue
		}
		switch x.Phase {
		case mafia.NightPhase, mafia.Dawn, mafia.Notes:
			return true
		case mafia.Opening:
			return all[i].Kind != table.KindPhones
		}
		return false
	}
	return false
}

// caller is the address that a request comes from, as limits count it: of IPv6 the
// network of 64 bits, for each device has as many addresses there as it likes.
func caller(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	a = a.Unmap()
	if a.Is4() || a.IsLoopback() {
		return a.String()
	}
	p, _ := a.WithZone("").Prefix(64) // no longer than the address
	return p.String()
}

// atHome tells whether a request comes from the machine itself.
func atHome(r *http.Request) bool {
	a, err := netip.ParseAddr(caller(r))
	return err == nil && a.IsLoopback()
}

// JoinInput takes a phone in.
type JoinInput struct {
	Token string `json:"token"`
	Code  string `json:"code"`
	Nick  string `json:"nick"`
}

// join takes a phone in under a nick, and gives it a secret of its own.
func (s *Server) join(r *http.Request) (string, room.Guest, error) {
	var in JoinInput
	if err := read(r, &in); err != nil {
		return "", room.Guest{}, err
	}
	phone := cookie(r, phoneCookie(r))
	g, ok := s.room.Find(phone)
	switch {
	case !ok:
		if err := s.room.Knock(in.Token, in.Code, caller(r)); err != nil {
			return "", room.Guest{}, err
		}
	case !s.phones.take(g.ID), g.Nick != in.Nick && !s.renames.take(g.ID):
		return "", room.Guest{}, errTooMany
	}
	secret, g, err := s.room.Enter(r.Context(), phone, in.Nick, s.namesake(in.Nick), true, caller(r))
	if errors.Is(err, room.ErrTaken) {
		if secret, g, ok := s.returns(r.Context(), phone, in.Nick, caller(r)); ok {
			return secret, g, nil
		}
	}
	return secret, g, err
}

// TicketInput is a ticket of the host.
type TicketInput struct {
	Ticket string `json:"ticket"`
}

// redeem opens the seat of a ticket to this phone.
func (s *Server) redeem(r *http.Request) (string, room.Guest, error) {
	var in TicketInput
	if err := read(r, &in); err != nil {
		return "", room.Guest{}, err
	}
	ctx, phone := r.Context(), cookie(r, phoneCookie(r))
	err := s.mayOpen(ctx, in.Ticket, phone)
	var g room.Guest
	if err == nil {
		phone, g, err = s.room.Redeem(ctx, in.Ticket, phone)
	}
	if errors.Is(err, room.ErrTicket) && !s.guesses.take() { // only who guesses has to wait
		err = errTooMany
	}
	if err == nil {
		s.Log.Info("seat opened by a ticket", "table", g.Table, "seat", g.Seat)
	}
	return phone, g, err
}

// comesIn answers a phone that came in, with the cookie that makes it known.
func (s *Server) comesIn(take func(*http.Request) (string, room.Guest, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyWait))
		phone, g, err := take(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		http.SetCookie(w, &http.Cookie{
			Name: phoneCookie(r), Value: phone, Path: "/", MaxAge: int(cookieAge.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
		})
		m, err := s.mine(r.Context(), g)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, http.StatusOK, m)
	}
}

// phoneCookie is the name of the cookie that holds a phone's secret.
func phoneCookie(r *http.Request) string { return cookieName(r) + "-phone" }

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// guest finds the phone of a request.
func (s *Server) guest(r *http.Request) (room.Guest, bool) {
	phone := cookie(r, phoneCookie(r))
	if phone == "" {
		return room.Guest{}, false
	}
	return s.room.Find(phone)
}

// onlyPhone asks for a phone that is in the room, and for patience where it asks
// for more than a person can.
func (s *Server) onlyPhone(c func(*http.Request, room.Guest) (any, error)) call {
	return func(r *http.Request) (any, error) {
		g, ok := s.guest(r)
		if !ok {
			return nil, errNoPhone
		}
		if r.Method != http.MethodGet && !s.phones.take(g.ID) {
			return nil, errTooMany
		}
		return c(r, g)
	}
}

// RoomView is the room as the host sees it.
type RoomView struct {
	Join   string           `json:"join"` // the path of the link that lets phones in
	Code   string           `json:"code"`
	Locked bool             `json:"locked"`
	Board  string           `json:"board"` // the path of the board
	Bases  []string         `json:"bases"` // addresses of this program in the network, without a path; those that phones reach first
	Local  bool             `json:"local"` // the program answers this machine only: no phone reaches it
	Guests []room.GuestView `json:"guests"`
	Ghosts []Ghosts         `json:"ghosts"` // tables with phones where the departed may see the cards, or have
	Speech room.Speech      `json:"speech"` // whether the board speaks for the host
}

func (s *Server) roomView(r *http.Request) RoomView {
	d := s.room.Door()
	return RoomView{
		Join: "/j/" + d.Token, Code: d.Code, Locked: d.Locked, Board: s.boardPath(),
		Bases: s.bases(r), Local: s.Local, Guests: s.guestsOfHost(r.Context()), Ghosts: s.ghosts(r.Context()),
		Speech: s.room.Speech(),
	}
}

// guestsOfHost are the phones as the host sees them: what the players of a table of
// friends decide, or nobody any more because the game is over, is not asked of him.
func (s *Server) guestsOfHost(ctx context.Context) []room.GuestView {
	out := s.room.Guests()
	for i := range out {
		g := &out[i]
		if g.AskSeat == 0 {
			continue
		}
		t, err := s.Hub.Get(ctx, g.AskTable)
		if err == nil && (t.Meta().Kind == table.KindPhones || !s.plays(ctx, g.AskTable)) {
			g.AskTable, g.AskSeat = "", 0
		}
	}
	return out
}

// bases are the addresses under which other devices find the program: the one
// that the host has opened, unless it is this machine's own, and the network's.
func (s *Server) bases(r *http.Request) []string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, ""
	}
	if s.Local {
		return []string{scheme + r.Host}
	}
	out := []string{}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		out = append(out, scheme+r.Host)
	}
	for _, a := range Addresses() {
		if strings.Contains(a, ":") && net.ParseIP(a).IsLinkLocalUnicast() {
			continue // those need a zone
		}
		base := scheme + net.JoinHostPort(a, port)
		if port == "" {
			base = scheme + a
		}
		if !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Count(a, "[") - strings.Count(b, "[") })
	if len(out) == 0 {
		out = append(out, scheme+r.Host)
	}
	return out
}

func (s *Server) showRoom(r *http.Request) (any, error) { return s.roomView(r), nil }

// roomStream tells the host who comes and goes.
func (s *Server) roomStream(w http.ResponseWriter, r *http.Request) {
	session, ok := s.session(r)
	if !ok {
		s.fail(w, r, errNoSession)
		return
	}
	if !s.open.enter("", session, streamsASession) {
		s.fail(w, r, errTooMany)
		return
	}
	defer s.open.leave("", session)
	s.eventsOf(w, r, nil, func(context.Context) ([]event, error) {
		raw, err := json.Marshal(s.roomView(r))
		return []event{{data: raw}}, err
	})
}

// RenewInput makes the room's links new.
type RenewInput struct {
	Board bool `json:"board"` // the board's too
}

func (s *Server) renew(r *http.Request) (any, error) {
	var in RenewInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if _, err := s.room.Renew(r.Context(), in.Board); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

// ExpelInput says who is to go.
type ExpelInput struct {
	Guest string `json:"guest"` // "": all phones without a seat
}

// expel sends a phone out, or all without a seat, and makes the links and the code
// new, so that nobody comes back by what he knows.
func (s *Server) expel(r *http.Request) (any, error) {
	var in ExpelInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if err := s.room.Expel(r.Context(), in.Guest); err != nil {
		return nil, err
	}
	s.Log.Info("sent out of the room, links and code are new", "all", in.Guest == "")
	return s.roomView(r), nil
}

// LockInput shuts the room's door.
type LockInput struct {
	Locked bool `json:"locked"`
}

func (s *Server) lock(r *http.Request) (any, error) {
	var in LockInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if err := s.room.Lock(r.Context(), in.Locked); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

// explainRoom finds the answer to a room's no.
func explainRoom(err error) (*failure, bool) {
	for _, p := range roomProblems {
		if errors.Is(err, p.err) {
			return p.f, true
		}
	}
	return nil, false
}
