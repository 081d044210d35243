// Package server is the HTTP API and the pages of one omerta: a host's console
// over live tables. It answers only under names that it knows to be its own,
// changes nothing by GET, and gives a browser nothing that is not due to it.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"omerta/journal"
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
	guesses  *bucket // wrong host links
	spent    *buckets
	open     streams
	people   sync.Mutex // one change of the people at a time
	made     sync.Mutex // one table is made at a time
	handler  http.Handler
}

// New sets a server up; the host's key is made at the first start and is the
// same from then on.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{Config: c, names: newOwnNames(c.Hosts), guesses: newBucket(1, 20), spent: newBuckets()}
	s.open.table, s.open.session = map[string]int{}, map[string]int{}
	var err error
	if s.key, err = hostKey(ctx, c.Store); err != nil {
		return nil, err
	}
	if s.sessions, err = loadSessions(ctx, c.Store); err != nil {
		return nil, err
	}
	s.handler = s.wrap(s.routes())
	return s, nil
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
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
}

// call answers one route: what it gives is written as JSON; nil is an empty
// answer. Its error becomes the answer that fail describes.
type call func(r *http.Request) (any, error)

// routes lists every route; each that is not open asks for the host's session.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	open := func(pattern string, c call) { mux.Handle(pattern, s.json(c)) }
	host := func(pattern string, c call) { mux.Handle(pattern, s.json(s.onlyHost(c))) }

	mux.HandleFunc("GET /host/{key}", s.enter)
	open("GET /healthz", s.health)
	open("GET /api/me", s.me)

	host("GET /api/rulebooks", s.rulebooks)
	host("GET /api/rulebooks/{id}/reasons", s.reasons)
	host("POST /api/compose", s.compose)
	host("POST /api/seating", s.seating)
	host("GET /api/people", s.listPeople)
	host("POST /api/people", s.addPerson)
	host("PUT /api/people/{id}", s.changePerson)
	host("DELETE /api/people/{id}", s.removePerson)

	host("GET /api/tables", s.listTables)
	host("POST /api/tables", s.makeTable)
	host("GET /api/tables/{id}", s.frame)
	host("POST /api/tables/{id}/commands", s.command)
	host("POST /api/tables/{id}/again", s.again)
	host("GET /api/tables/{id}/log", s.log)
	host("GET /api/tables/{id}/cards/{seat}", s.card)
	host("DELETE /api/tables/{id}", s.removeTable)
	mux.HandleFunc("GET /api/tables/{id}/stream", s.stream)
	mux.HandleFunc("GET /api/tables/{id}/record.json", s.recordJSON)
	mux.HandleFunc("GET /api/tables/{id}/record.mafia", s.recordText)
	host("POST /api/records", s.importRecord)
	open("/api/", func(*http.Request) (any, error) { return nil, errNotFound })
	if s.Pages != nil {
		mux.Handle("/", s.Pages)
	} else {
		open("/", func(*http.Request) (any, error) { return nil, errNotFound })
	}
	return mux
}

// Health is the answer of /healthz.
type Health struct {
	OK bool `json:"ok"`
}

// health asks the storage, for a server that cannot write is of no use.
func (s *Server) health(r *http.Request) (any, error) {
	if _, _, err := s.Store.Doc(r.Context(), secretKind, hostKeyID); err != nil {
		return nil, err
	}
	return Health{OK: true}, nil
}

// Me is who asks.
type Me struct {
	Kind    string `json:"kind"` // "host" or "none"
	Version string `json:"version"`
}

func (s *Server) me(r *http.Request) (any, error) {
	m := Me{Kind: "none", Version: s.Version}
	if _, ok := s.session(r); ok {
		m.Kind = "host"
	}
	return m, nil
}
