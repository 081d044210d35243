// Package room keeps the phones in the room: how they come in, whose they are,
// and which seat each may look from. It knows no game and no card; who may see
// what is settled by the seat that a phone is bound to.
//
// Coming in takes the room's link or its typed code; a seat takes the host's word,
// a person whom the host has dealt to, or a ticket of the host. The code alone never
// opens one.
package room

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"omerta/journal"
	"omerta/names"
)

// What a room says no with.
var (
	ErrCode    = errors.New("wrong link or code")
	ErrSlow    = errors.New("too many wrong codes, wait a minute")
	ErrLocked  = errors.New("the room is locked")
	ErrFull    = errors.New("the room is full")
	ErrRush    = errors.New("too many come in at once, wait a moment")
	ErrNick    = errors.New("no nick")
	ErrTaken   = errors.New("somebody with a phone has this nick")
	ErrSeated  = errors.New("a seated player's nick is the host's to change")
	ErrNoGuest = errors.New("no such phone")
	ErrChanged = errors.New("the guest has changed meanwhile")
	ErrTicket  = errors.New("the ticket was used or is too old")
)

const (
	secretKind = "secret"
	doorID     = "door"
	guestKind  = "guest"
	voiceKind  = "voice"
)

// Door is how one comes in.
type Door struct {
	Token  string `json:"token"` // of the link, 160 bits
	Code   string `json:"code"`  // to type
	Locked bool   `json:"locked"`
	Board  string `json:"board"` // of the link of the board and of spectators, 160 bits
}

// Room is all phones of one program. Its methods may be called from many
// goroutines; what they have changed is durable when they return.
type Room struct {
	store journal.Store
	log   *slog.Logger

	change sync.Mutex       // one change at a time, disk included
	pend   map[string]Guest // what together has changed so far, by the key; nil outside of it

	mu      sync.RWMutex
	door    Door
	guests  map[string]Guest  // by the hash of the phone's secret
	keys    map[string]string // those hashes by guest id
	nicks   map[string]string // ids by the skeleton of the nick
	online  map[string]int    // open streams by guest id
	tickets map[string]Ticket
	voice   Voice
	said    Said
	boards  map[*string]Mouth    // the open pages of the board; each points to its id
	from    map[string]string    // the address that a guest's phone was seen at last, by id
	came    map[string]string    // the address that it came in from, by id
	seen    map[string]time.Time // and when, since the program began
	changed chan struct{}        // closed at the next change

	wrong  throttle
	coming rush
}

// Open reads the room from a store, or opens a new one.
func Open(ctx context.Context, store journal.Store, log *slog.Logger) (*Room, error) {
	r := &Room{
		store: store, log: log, guests: map[string]Guest{}, keys: map[string]string{}, nicks: map[string]string{}, online: map[string]int{},
		tickets: map[string]Ticket{}, boards: map[*string]Mouth{}, from: map[string]string{}, came: map[string]string{}, seen: map[string]time.Time{},
		changed: make(chan struct{}),
	}
	if err := r.loadVoice(ctx); err != nil {
		return nil, err
	}
	raw, ok, err := store.Doc(ctx, secretKind, doorID)
	if err != nil {
		return nil, fmt.Errorf("read the room's door: %w", err)
	}
	if ok {
		if err := json.Unmarshal(raw, &r.door); err != nil {
			log.Error("the room's door cannot be read; a new one is made, old links are void")
		}
	}
	if r.door.Token == "" || r.door.Code == "" || r.door.Board == "" {
		if err := r.setDoor(ctx, Door{Token: secret(), Code: newCode(), Board: secret()}); err != nil {
			return nil, err
		}
	}
	docs, err := store.Docs(ctx, guestKind)
	if err != nil {
		return nil, fmt.Errorf("read the phones: %w", err)
	}
	for _, d := range docs {
		var g Guest
		if err := json.Unmarshal(d.Data, &g); err != nil {
			log.Error("a phone's document cannot be read and is left out")
			continue
		}
		r.hold(d.ID, g)
	}
	return r, nil
}

func (r *Room) setDoor(ctx context.Context, d Door) error {
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := r.store.PutDoc(ctx, secretKind, doorID, raw); err != nil {
		return fmt.Errorf("keep the room's door: %w", err)
	}
	r.mu.Lock()
	r.door = d
	r.tell()
	r.mu.Unlock()
	return nil
}

// tell wakes whoever waits for a change; the caller holds mu.
func (r *Room) tell() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// Changed gives a channel that is closed at the next change.
func (r *Room) Changed() <-chan struct{} {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.changed
}

// Poke tells all who wait for a change that something about the tables has.
func (r *Room) Poke() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell()
}

// Door is how one comes in now.
func (r *Room) Door() Door {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.door
}

// Renew makes a new link and a new code; the old ones let nobody in any more, and
// whoever is in stays. The board's link stays unless board is set.
func (r *Room) Renew(ctx context.Context, board bool) (Door, error) {
	r.change.Lock()
	defer r.change.Unlock()
	d := r.Door()
	d.Token, d.Code = secret(), newCode()
	if board {
		d.Board = secret()
	}
	return d, r.setDoor(ctx, d)
}

// Lock shuts the door, or opens it. Who was in can always come back.
func (r *Room) Lock(ctx context.Context, locked bool) error {
	r.change.Lock()
	defer r.change.Unlock()
	d := r.Door()
	d.Locked = locked
	return r.setDoor(ctx, d)
}

// Knock tells whether a link's token or a typed code lets in; addr is who asks.
// ErrCode, ErrLocked; ErrSlow where too many codes were wrong: then no code is
// looked at, while the link still lets in.
func (r *Room) Knock(token, code, addr string) error {
	d := r.Door()
	switch {
	case token != "":
		if subtle.ConstantTimeCompare([]byte(token), []byte(d.Token)) != 1 {
			return ErrCode
		}
	case r.wrong.spent(addr):
		return ErrSlow
	case subtle.ConstantTimeCompare([]byte(Code(code)), []byte(d.Code)) != 1:
		r.wrong.miss(addr)
		return ErrCode
	}
	if d.Locked {
		return ErrLocked
	}
	return nil
}

// IsBoard tells whether a key is that of the board's link.
func (r *Room) IsBoard(key string) bool {
	return subtle.ConstantTimeCompare([]byte(key), []byte(r.Door().Board)) == 1
}

// Find gives the guest of a phone's secret.
func (r *Room) Find(phone string) (Guest, bool) {
	h := hashed(phone)
	r.mu.RLock()
	defer r.mu.RUnlock()
	g, ok := r.guests[h]
	return g, ok
}

// GuestView is a guest as the host sees him.
type GuestView struct {
	Guest
	Online bool   `json:"online"` // his page is open
	From   string `json:"-"`      // the address of his phone, "" where it was not seen since the start
	// Seen is when his page was opened or shut last, zero where it was not since the start.
	Seen time.Time `json:"-"`
}

// view is a guest as the host sees him; the caller holds mu.
func (r *Room) view(g Guest) GuestView {
	return GuestView{g, r.online[g.ID] > 0, r.from[g.ID], r.seen[g.ID]}
}

// Guests lists the phones, in the order in which they came.
func (r *Room) Guests() []GuestView {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := make([]GuestView, 0, len(r.guests))
	for _, g := range r.guests {
		out = append(out, r.view(g))
	}
	slices.SortFunc(out, func(a, b GuestView) int {
		return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Guest gives one phone by its id. It costs the same however many there are.
func (r *Room) Guest(id string) (GuestView, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, g, ok := r.byID(id)
	return r.view(g), ok
}

// Connect notes that a guest's page is open at an address, until the given function
// is called.
func (r *Room) Connect(id, addr string) (leave func()) {
	count := func(by int) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.spot(id, addr)
		was := r.online[id] > 0
		if r.online[id] += by; r.online[id] <= 0 {
			delete(r.online, id)
		}
		if was != (r.online[id] > 0) {
			r.tell()
		}
	}
	count(1)
	return sync.OnceFunc(func() { count(-1) })
}

// Enter takes a phone in under a nick and gives its secret. A phone that is in
// already changes its nick. person is a remembered person of that nick, "" for
// none; with known false he was made for this phone, and is its owner's.
// addr is where he comes from. ErrNick, ErrTaken, ErrSeated, ErrFull, ErrRush.
func (r *Room) Enter(ctx context.Context, phone, nick, person string, known bool, addr string) (string, Guest, error) {
	nick, ok := names.Nick(nick)
	if !ok {
		return "", Guest{}, ErrNick
	}
	r.change.Lock()
	defer r.change.Unlock()
	g, in := r.Find(phone)
	switch {
	case r.twin(nick, g.ID):
		return "", Guest{}, ErrTaken
	case in && g.Seat > 0 && g.Nick != nick:
		return "", Guest{}, ErrSeated
	case !in:
		if err := r.makeRoom(ctx, addr); err != nil {
			return "", Guest{}, err
		}
		phone = secret()
		g = Guest{ID: secret()[:12], Since: time.Now().UnixMilli()}
	}
	g.Nick = nick
	if g.Person != person || person == "" {
		g.Person, g.New, g.Claims, g.Other, g.Lent = person, false, "", false, nil
		if known {
			g.Person, g.Claims = "", person
		}
	}
	if err := r.put(ctx, hashed(phone), g); err != nil {
		return "", Guest{}, err
	}
	r.mu.Lock()
	r.spot(g.ID, addr)
	if !in {
		r.came[g.ID] = addr
	}
	r.mu.Unlock()
	return phone, g, nil
}

// Named is the phone that has a nick, or one that looks the same: one that sits
// somewhere, if there is one.
func (r *Room) Named(nick string) (GuestView, bool) {
	nick, ok := names.Nick(nick)
	if !ok {
		return GuestView{}, false
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, g, ok := r.byID(r.nicks[names.Skeleton(nick)])
	for _, o := range r.guests {
		if o.Seat > 0 && names.Skeleton(o.Nick) == names.Skeleton(nick) {
			g, ok = o, true
		}
	}
	return r.view(g), ok
}

// twin tells whether another phone has a nick that looks the same.
func (r *Room) twin(nick, but string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	id, ok := r.nicks[names.Skeleton(nick)]
	return ok && id != but
}

// hold takes a guest up; the caller holds mu, or nobody else knows the room yet.
func (r *Room) hold(key string, g Guest) {
	if old, ok := r.guests[key]; ok && old.Nick != g.Nick {
		r.drop(old)
	}
	r.guests[key], r.keys[g.ID] = g, key
	if _, ok := r.nicks[names.Skeleton(g.Nick)]; !ok {
		r.nicks[names.Skeleton(g.Nick)] = g.ID
	}
}

// drop forgets whose nick it was.
func (r *Room) drop(g Guest) {
	if sk := names.Skeleton(g.Nick); r.nicks[sk] == g.ID {
		delete(r.nicks, sk)
	}
}

// put keeps a guest; the caller holds change.
func (r *Room) put(ctx context.Context, key string, g Guest) error {
	return r.together(ctx, func() error {
		r.pend[key] = g
		return nil
	})
}

// together makes all guests that f puts or alters durable in one go, or changes nothing:
// of a seat that goes from one phone to another neither may be without it. The caller
// holds change; within another together it is part of that.
func (r *Room) together(ctx context.Context, f func() error) error {
	if r.pend != nil {
		return f()
	}
	r.pend = map[string]Guest{}
	defer func() { r.pend = nil }()
	if err := f(); err != nil || len(r.pend) == 0 {
		return err
	}
	var b journal.Batch
	for key, g := range r.pend {
		raw, err := json.Marshal(g)
		if err != nil {
			return err
		}
		b.Put = append(b.Put, journal.Doc(guestKind, key, raw))
	}
	if err := r.store.Commit(ctx, b); err != nil {
		return fmt.Errorf("keep a phone: %w", err)
	}
	r.mu.Lock()
	for key, g := range r.pend {
		r.hold(key, g)
	}
	r.tell()
	r.mu.Unlock()
	return nil
}

// alter changes the guest of an id; f gives false to leave him as he is.
func (r *Room) alter(ctx context.Context, id string, f func(*Guest) bool) error {
	r.mu.RLock()
	key, g, ok := r.byID(id)
	r.mu.RUnlock()
	for k, x := range r.pend {
		if x.ID == id {
			key, g, ok = k, x, true
		}
	}
	if !ok {
		return ErrNoGuest
	}
	if !f(&g) {
		return nil
	}
	return r.put(ctx, key, g)
}

func (r *Room) byID(id string) (key string, g Guest, ok bool) {
	key, ok = r.keys[id]
	return key, r.guests[key], ok
}
