package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"omerta/journal"
)

const (
	secretKind  = "secret"
	hostKeyID   = "host-key"
	sessionKind = "session"
	cookieName  = "omerta"
	// maxSessions bounds how many devices stay logged in; the oldest goes.
	maxSessions = 200
	cookieAge   = 400 * 24 * time.Hour
)

// token makes a secret of 160 bits.
func token() string {
	var b [20]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hostKey reads the key of the host's link, or makes it.
func hostKey(ctx context.Context, store journal.Store) (string, error) {
	old, ok, err := store.Doc(ctx, secretKind, hostKeyID)
	if err != nil {
		return "", fmt.Errorf("read the host's key: %w", err)
	}
	if ok {
		return string(old), nil
	}
	key := token()
	if err := store.PutDoc(ctx, secretKind, hostKeyID, []byte(key)); err != nil {
		return "", fmt.Errorf("keep the host's key: %w", err)
	}
	return key, nil
}

// sessions are the devices that have opened the host's link. Only hashes of
// their tokens are kept.
type sessions struct {
	store journal.Store
	mu    sync.RWMutex
	since map[string]int64 // hash to milliseconds
}

type sessionDoc struct {
	Since int64 `json:"since"`
}

func loadSessions(ctx context.Context, store journal.Store) (*sessions, error) {
	docs, err := store.Docs(ctx, sessionKind)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	ss := &sessions{store: store, since: make(map[string]int64, len(docs))}
	for _, d := range docs {
		var s sessionDoc
		if err := json.Unmarshal(d.Data, &s); err != nil {
			return nil, fmt.Errorf("session document: %w", err)
		}
		ss.since[d.ID] = s.Since
	}
	return ss, nil
}

func hashed(tok string) string {
	sum := sha256.Sum256([]byte(tok))
	return hex.EncodeToString(sum[:])
}

// has finds a session by its token and gives its hash, which is its name.
func (ss *sessions) has(tok string) (string, bool) {
	h := hashed(tok)
	ss.mu.RLock()
	defer ss.mu.RUnlock()
	_, ok := ss.since[h]
	return h, ok
}

// add begins a session and gives its token.
func (ss *sessions) add(ctx context.Context) (string, error) {
	tok := token()
	h, now := hashed(tok), time.Now().UnixMilli()
	data, err := json.Marshal(sessionDoc{Since: now})
	if err != nil {
		return "", err
	}
	if err := ss.store.PutDoc(ctx, sessionKind, h, data); err != nil {
		return "", err
	}
	ss.mu.Lock()
	ss.since[h] = now
	var out []string
	if len(ss.since) > maxSessions {
		for k := range ss.since {
			out = append(out, k)
		}
		slices.SortFunc(out, func(a, b string) int { return int(ss.since[a] - ss.since[b]) })
		out = out[:len(out)-maxSessions]
		for _, k := range out {
			delete(ss.since, k)
		}
	}
	ss.mu.Unlock()
	for _, k := range out {
		if err := ss.store.DeleteDoc(ctx, sessionKind, k); err != nil {
			return "", err
		}
	}
	return tok, nil
}

// session finds the host's session of a request.
func (s *Server) session(r *http.Request) (string, bool) {
	c, err := r.Cookie(cookieName)
	if err != nil || c.Value == "" {
		return "", false
	}
	return s.sessions.has(c.Value)
}

// onlyHost asks for the host's session, and for patience where it commands more
// than a person can.
func (s *Server) onlyHost(c call) call {
	return func(r *http.Request) (any, error) {
		id, ok := s.session(r)
		if !ok {
			return nil, errNoSession
		}
		if r.Method != http.MethodGet && !s.spent.take(id) {
			return nil, errTooMany
		}
		return c(r)
	}
}

// enter opens the host's secret link: the one GET that begins something, a
// session on this device.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if subtle.ConstantTimeCompare([]byte(r.PathValue("key")), []byte(s.key)) != 1 {
		if !s.guesses.take() {
			s.fail(w, r, errTooMany)
			return
		}
		s.page(w, http.StatusNotFound, errWrongKey)
		return
	}
	if _, ok := s.session(r); !ok {
		tok, err := s.sessions.add(r.Context())
		if err != nil {
			s.fail(w, r, err)
			return
		}
		http.SetCookie(w, &http.Cookie{
			Name: cookieName, Value: tok, Path: "/", MaxAge: int(cookieAge.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
		})
	}
	if fromElsewhere(r) {
		// A redirect would come without the new cookie (SameSite=Strict), so that
		// a page of ours leads on.
		s.lead(w)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// fromElsewhere tells whether the link was followed from another site.
func fromElsewhere(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "cross-site" || site == "same-site"
	}
	return r.Referer() != ""
}
