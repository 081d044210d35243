package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"omerta/journal"
)

const (
	secretKind  = "secret"
	hostKeyID   = "host-key"
	sessionKind = "session"
	// maxSessions bounds how many devices stay logged in; the one goes that was
	// used last the longest time ago.
	maxSessions = 200
	// noteUseAfter is how exactly it is kept when a session was last used.
	noteUseAfter = time.Hour
	// keyLength is that of token: a shorter host's key is none.
	keyLength = 27
	cookieAge = 400 * 24 * time.Hour
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
	if ok && len(old) >= keyLength {
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
	log   *slog.Logger
	mu    sync.Mutex
	used  map[string]int64 // hash to the milliseconds of its last use
	noted map[string]int64 // the same as the store has it
}

// sessionDoc is a session as it is kept.
type sessionDoc struct {
	Since int64 `json:"since"` // when it was last used, to the hour
}

func loadSessions(ctx context.Context, store journal.Store, log *slog.Logger) (*sessions, error) {
	docs, err := store.Docs(ctx, sessionKind)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	ss := &sessions{store: store, log: log, used: make(map[string]int64, len(docs)), noted: make(map[string]int64, len(docs))}
	for _, d := range docs {
		var s sessionDoc
		if err := json.Unmarshal(d.Data, &s); err != nil {
			log.Error("a session's document cannot be read and is left out", "err", err)
			continue
		}
		ss.used[d.ID], ss.noted[d.ID] = s.Since, s.Since
	}
	return ss, nil
}

func hashed(tok string) string {
	sum := sha256.Sum256([]byte(tok))
	return hex.EncodeToString(sum[:])
}

// has finds a session by its token and gives its hash, which is its name.
func (ss *sessions) has(ctx context.Context, tok string) (string, bool) {
	h, now := hashed(tok), time.Now().UnixMilli()
	ss.mu.Lock()
	_, ok := ss.used[h]
	late := ok && now-ss.noted[h] > noteUseAfter.Milliseconds()
	if ok {
		ss.used[h] = max(ss.used[h], now)
	}
	if late {
		ss.noted[h] = now
	}
	ss.mu.Unlock()
	if late {
		if err := ss.note(ctx, h, now); err != nil {
			ss.log.Warn("cannot note that a session is in use", "err", err)
		}
	}
	return h, ok
}

// note keeps when a session was last used.
func (ss *sessions) note(ctx context.Context, h string, at int64) error {
	data, err := json.Marshal(sessionDoc{Since: at})
	if err != nil {
		return err
	}
	return ss.store.PutDoc(ctx, sessionKind, h, data)
}

// add begins a session and gives its token.
func (ss *sessions) add(ctx context.Context) (string, error) {
	tok := token()
	h, now := hashed(tok), time.Now().UnixMilli()
	if err := ss.note(ctx, h, now); err != nil {
		return "", err
	}
	for _, k := range ss.admit(h, now) {
		if err := ss.store.DeleteDoc(ctx, sessionKind, k); err != nil {
			return "", err
		}
	}
	return tok, nil
}

// admit takes a session up and gives those that go for it.
func (ss *sessions) admit(h string, now int64) (out []string) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for k := range ss.used {
		out = append(out, k)
	}
	ss.used[h], ss.noted[h] = now, now
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(ss.used[a], ss.used[b]), cmp.Compare(a, b)) })
	out = out[:max(0, len(out)+1-maxSessions)]
	for _, k := range out {
		delete(ss.used, k)
		delete(ss.noted, k)
	}
	return out
}

// session finds the host's session of a request.
func (s *Server) session(r *http.Request) (string, bool) {
	c, err := r.Cookie(cookieName(r))
	if err != nil || c.Value == "" {
		return "", false
	}
	return s.sessions.has(r.Context(), c.Value)
}

// cookieName is the name of the session's cookie: browsers keep cookies by host
// alone, so that of a second program on another port must be called otherwise.
func cookieName(r *http.Request) string {
	if _, port, err := net.SplitHostPort(r.Host); err == nil && port != "" {
		return "omerta-" + port
	}
	return "omerta"
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
	key := r.PathValue("key")
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.key)) != 1 && !s.takes.use(key, r.Method != http.MethodHead) {
		if !s.guesses.take() {
			s.fail(w, r, errTooMany)
			return
		}
		s.page(w, http.StatusNotFound, errWrongKey)
		return
	}
	if _, ok := s.session(r); !ok && r.Method != http.MethodHead { // to look at a link begins nothing
		tok, err := s.sessions.add(r.Context())
		if err != nil {
			s.fail(w, r, err)
			return
		}
		http.SetCookie(w, &http.Cookie{
			Name: cookieName(r), Value: tok, Path: "/", MaxAge: int(cookieAge.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
		})
	}
	if fromElsewhere(r) {
		// A redirect would come without the new cookie (SameSite=Strict), so that
		// a page of ours leads on.
		s.lead(w, landing(r))
		return
	}
	http.Redirect(w, r, landing(r), http.StatusSeeOther)
}

// landing is where the host's link leads: to the table that it names, else to
// the first page.
func landing(r *http.Request) string {
	id := r.URL.Query().Get("table")
	plain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_'
	}
	if id == "" || len(id) > 64 || strings.TrimFunc(id, plain) != "" {
		return "/"
	}
	return "/game/" + id
}

// fromElsewhere tells whether the link was followed from another site.
func fromElsewhere(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "cross-site" || site == "same-site"
	}
	return r.Referer() != ""
}
