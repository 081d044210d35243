// Package server is the HTTP API and the pages of one omerta: a host's console
// over live tables. It answers only under names that it knows to be its own,
// changes nothing by GET, and gives a browser nothing that is not due to it.
package server

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"omerta/club/ledger"
	"omerta/journal"
	"omerta/keep"
	"omerta/room"
	"omerta/table"
)

// Config says how a Server is set up; only Store and Hub are needed.
type Config struct {
	Store journal.Store
	Hub   *table.Hub
	// Pages serves the embedded web pages; nil: there are none.
	Pages http.Handler
	// Secure adds the security headers of the pages to every answer; nil: none.
	Secure func(http.Handler) http.Handler
	// Hosts are names under which the server may be asked for, beside the
	// loopback's and the machine's own addresses.
	Hosts []string
	// Local: no other machine can reach the server.
	Local bool
	// Database is the file of the store, for people to read.
	Database string
	// Keeper makes copies of the store; nil: nobody does.
	Keeper *keep.Keeper
	// Version is told by /api/me.
	Version string
	Log     *slog.Logger
}

// Server answers requests. Make it with New.
type Server struct {
	Config
	key      string // of the host's secret link
	names    *ownNames
	sessions *sessions
	guesses  *bucket  // wrong host links
	spent    *buckets // what the hosts' devices may ask for
	phones   *buckets // and the players' phones
	looks    *buckets // questions of anybody that are cheap, but not free
	renames  *buckets // how often these change their nicks
	deals    *buckets // deals of the lobby to itself, by address
	allDeals *bucket  // and of all together
	pepper   string   // makes words of addresses that tell none
	room     *room.Room
	spirits  spirits
	takes    takes
	open     streams
	club     *ledger.Ledger
	results  results
	taking   gamesImport
	pulse    pulse
	made     sync.Mutex // one table is made at a time
	begins   sync.Mutex // nor are two proposals begun at once
	renewing sync.Mutex // nor are the same people dealt anew twice
	dealing  sync.Mutex // and one deal of friends
	// preparing is until when a host's word counts that he sets up a game, in
	// nanoseconds since 1970.
	preparing atomic.Int64
	handler   http.Handler
}

// New sets a server up; the host's key is made at the first start and is the
// same from then on.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{Config: c, names: newOwnNames(c.Hosts), guesses: newBucket(1, 20), spent: newBuckets(hostRate, hostBurst), phones: newBuckets(phoneRate, phoneBurst), looks: newBuckets(lookRate, lookBurst), renames: newBuckets(renameRate, renameBurst), deals: newBuckets(dealsRate, dealsBurst), allDeals: newBucket(allDealsRate, allDealsBurst), pepper: rand.Text()}
	s.open.table, s.open.session = map[string]int{}, map[string]int{}
	var err error
	if s.key, err = hostKey(ctx, c.Store); err != nil {
		return nil, err
	}
	if s.sessions, err = loadSessions(ctx, c.Store, c.Log); err != nil {
		return nil, err
	}
	if s.spirits.seen, err = loadSeen(ctx, c.Store); err != nil {
		return nil, err
	}
	if s.room, err = room.Open(ctx, c.Store, c.Log); err != nil {
		return nil, err
	}
	if s.spirits.on, err = loadSpirits(ctx, c.Store); err != nil {
		return nil, err
	}
	if s.club, err = ledger.Open(ctx, c.Store, ledger.Config{Now: time.Now, Log: c.Log}); err != nil {
		return nil, err
	}
	context.AfterFunc(c.Hub.Context(), s.club.Close) // it ends with the hub
	if err := s.dropLoose(ctx); err != nil {
		return nil, err
	}
	if err := s.finishDeals(ctx); err != nil {
		return nil, err
	}
	if err := s.mendFriends(ctx); err != nil {
		return nil, err
	}
	s.watchGames()
	if err := s.finishMoves(ctx); err != nil {
		return nil, err
	}
	s.handler = s.wrap(s.routes())
	return s, nil
}

// JoinPath is the path of the link that lets players' phones in, and the code to
// type instead.
func (s *Server) JoinPath() (path, code string) {
	d := s.room.Door()
	return "/j/" + d.Token, d.Code
}

// HostPath is the path of the host's secret link.
func (s *Server) HostPath() string { return "/host/" + s.key }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// HTTP gives an http.Server with the time limits that slow clients need. Streams
// set their own deadlines.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnState:         newLines(linesOfAll, linesOfOne).note,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
}

// call answers one route: what it gives is written as JSON; nil is an empty
// answer. Its error becomes the answer that fail describes.
type call func(r *http.Request) (any, error)

// Health is the answer of /healthz.
type Health struct {
	OK bool `json:"ok"`
}

// checker is a store that can tell whether its file is still in its place.
type checker interface {
	Check(ctx context.Context) error
}

// health asks the storage, for a server that cannot write is of no use.
func (s *Server) health(r *http.Request) (any, error) {
	if c, ok := s.Store.(checker); ok {
		if err := c.Check(r.Context()); err != nil {
			return nil, err
		}
	}
	if _, _, err := s.Store.Doc(r.Context(), secretKind, hostKeyID); err != nil {
		return nil, err
	}
	if err := s.pulse.feel(r.Context(), s.Store); err != nil {
		return nil, err
	}
	return Health{OK: true}, nil
}

// pulse tells whether anything can be written: a full disk can still be read.
type pulse struct {
	mu  sync.Mutex
	at  time.Time // of the last try
	err error
}

const (
	pulseKind  = "pulse"
	pulseEvery = time.Second     // whoever asks more often is told what came of the last try
	pulseWait  = 5 * time.Second // for a disk that hangs
)

// feel writes a document that says nothing.
func (p *pulse) feel(ctx context.Context, store journal.Store) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at.IsZero() || time.Since(p.at) >= pulseEvery {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pulseWait)
		defer cancel()
		p.err = store.PutDoc(ctx, pulseKind, "last", []byte("1"))
		p.at = time.Now()
	}
	return p.err
}

// Me is who asks.
type Me struct {
	Kind    string `json:"kind"` // "host", "phone" or "none"
	Version string `json:"version"`
}

func (s *Server) me(r *http.Request) (any, error) {
	m := Me{Kind: "none", Version: s.Version}
	if _, ok := s.session(r); ok {
		m.Kind = "host"
	} else if _, ok := s.guest(r); ok {
		m.Kind = "phone"
	}
	return m, nil
}
