package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"omerta/record"
)

const (
	bodyLimit   = 64 << 10
	importLimit = record.MaxSize
	bodyWait    = 30 * time.Second // for a body that comes by the drop
	gamesWait   = 15 * time.Minute // the same for games of before: it ends their import too, as a client that is gone
)

// wrap puts the checks of every request around the routes.
func (s *Server) wrap(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.caught(w, r)
		if strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == "/healthz" {
			w.Header().Set("Cache-Control", "no-store")
		}
		switch {
		case !s.names.has(r.Host):
			s.fail(w, r, errWrongHost)
		case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Header.Get("X-Omerta") != "1":
			s.fail(w, r, errNoHeader)
		case cross.Check(r) != nil:
			s.fail(w, r, errCrossOrigin)
		default:
			next.ServeHTTP(w, r)
		}
	})
	if s.Secure != nil {
		return s.Secure(h)
	}
	return h
}

// caught turns a panic of ours into an answer. Its message may name cards, so
// only its kind and place are logged.
func (s *Server) caught(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	s.Log.Error("fault in a request", "route", r.Pattern, "kind", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
	s.fail(w, r, errFault)
}

// json answers a call.
func (s *Server) json(c call) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit, wait := int64(bodyLimit), bodyWait
		switch r.Pattern {
		case "POST /api/records":
			limit = importLimit
		case "POST /api/club/commands", "POST /api/club/people/preview":
			limit = maxClubBody
		case "POST /api/club/games", "POST /api/club/records":
			limit, wait = maxGamesFile, gamesWait
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		// A client that sends its body by the drop is not waited for.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(wait))
		out, err := c(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.write(w, http.StatusOK, out)
	})
}

// write sends a value as JSON. Raw JSON goes out as it is.
func (s *Server) write(w http.ResponseWriter, status int, out any) {
	if out == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	body, err := []byte(nil), error(nil)
	if raw, ok := out.(json.RawMessage); ok {
		body = raw // marshalling would make it compact, and a card's length tell
	} else {
		body, err = json.Marshal(out)
	}
	if err != nil {
		s.Log.Error("cannot write an answer", "err", err)
		status, body = http.StatusInternalServerError, []byte(`{"error":"fault"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// read reads a JSON body into v. Unknown fields are refused, so that a
// misspelt one is not silently without effect.
func read(r *http.Request, v any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errNotJSON
	}
	body, err := io.ReadAll(r.Body)
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return errTooLarge
	}
	if err == nil {
		err = strictly(body, v)
	}
	if err != nil {
		return badRequest(err)
	}
	return nil
}

// strictly reads one JSON value whose meaning cannot be mistaken: what is not UTF-8
// would be read as something else than was sent, and of two fields of one name only
// the last would count.
func strictly(body []byte, v any) error {
	if !utf8.Valid(body) {
		return errors.New("the body is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.Join(err, errors.New("more than one value"))
	}
	return unique(json.NewDecoder(bytes.NewReader(body)))
}

// unique refuses a field that an object has twice, at any depth, in large letters or
// small. The value is sound JSON.
func unique(d *json.Decoder) error {
	type object struct {
		keys map[string]bool // nil: it is an array
		key  bool            // a key comes next
	}
	var open []object
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		last := len(open) - 1
		switch {
		case t == json.Delim('}') || t == json.Delim(']'):
			open = open[:last]
			continue
		case last >= 0 && open[last].key:
			name, _ := t.(string)
			if name = strings.ToLower(strings.ToUpper(name)); open[last].keys[name] {
				return fmt.Errorf("%q is given twice", name)
			}
			open[last].keys[name], open[last].key = true, false
			continue
		case last >= 0:
			open[last].key = open[last].keys != nil
		}
		switch t {
		case json.Delim('{'):
			open = append(open, object{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, object{})
		}
	}
}

// ownNames are the names under which the server may be asked for. Any other
// name is somebody else's site that points at us (DNS rebinding).
type ownNames struct {
	fixed []string
	mu    sync.Mutex
	addrs []string
	asked time.Time
}

func newOwnNames(more []string) *ownNames {
	n := &ownNames{fixed: []string{"localhost"}}
	for _, m := range more {
		n.fixed = append(n.fixed, strings.ToLower(m))
	}
	return n
}

func (n *ownNames) has(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if slices.Contains(n.fixed, host) {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || slices.Contains(n.own(), ip.String()))
}

// own lists the machine's addresses, asked for again when it may have moved to
// another network.
func (n *ownNames) own() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if time.Since(n.asked) > 5*time.Second {
		n.addrs, n.asked = Addresses(), time.Now()
	}
	return n.addrs
}

// Addresses lists the machine's own addresses that are not the loopback's.
func Addresses() []string {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil // then only the loopback is served
	}
	var out []string
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() {
			out = append(out, n.IP.String())
		}
	}
	return out
}

// bucket lets a burst through and then so many a second.
type bucket struct {
	mu          sync.Mutex
	rate, burst float64
	left        float64
	at          time.Time
}

func newBucket(rate, burst float64) *bucket {
	return &bucket{rate: rate, burst: burst, left: burst, at: time.Now()}
}

func (b *bucket) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	b.left = min(b.burst, b.left+now.Sub(b.at).Seconds()*b.rate)
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// full tells whether nothing is missing.
func (b *bucket) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left+time.Since(b.at).Seconds()*b.rate >= b.burst
}

// A host's device may send so many requests that change something: far more
// than fingers can, far fewer than would hurt the other tables.
const (
	hostRate  = 5000
	hostBurst = 10000
)

// A player's phone may send so many requests that change something.
const (
	phoneRate  = 10
	phoneBurst = 20
)

// Whoever asks where he stands, or for a picture of an address, may do so as often:
// a page asks once, and neither costs nothing.
const (
	lookRate  = 30
	lookBurst = 60
)

// asker is whose request it is, for a bucket: the device's session, the phone, or
// the address of whom we do not know.
func (s *Server) asker(r *http.Request) string {
	if id, ok := s.session(r); ok {
		return "host " + id
	}
	if g, ok := s.guest(r); ok {
		return "phone " + g.ID
	}
	return "address " + caller(r)
}

// patiently answers with too-many whoever looks too often.
func (s *Server) patiently(c call) call {
	return func(r *http.Request) (any, error) {
		if !s.looks.take(s.asker(r)) {
			return nil, errTooMany
		}
		return c(r)
	}
}

// A phone may change its nick a few times at once, and then one in five seconds: each
// is written to the disk and told to all.
const (
	renameRate  = 0.2
	renameBurst = 3
)

// buckets is one bucket a session.
type buckets struct {
	mu          sync.Mutex
	rate, burst float64
	all         map[string]*bucket
}

func newBuckets(rate, burst float64) *buckets {
	return &buckets{rate: rate, burst: burst, all: map[string]*bucket{}}
}

// forget lets go of buckets that are full again, when there are many; the caller
// holds mu.
func (b *buckets) forget() {
	if len(b.all) < maxBuckets {
		return
	}
	for id, x := range b.all {
		if x.full() {
			delete(b.all, id)
		}
	}
}

// maxBuckets is from how many buckets on those are let go of that are full.
const maxBuckets = 1000

func (b *buckets) take(id string) bool {
	b.mu.Lock()
	x, ok := b.all[id]
	if !ok {
		b.forget()
		x = newBucket(b.rate, b.burst)
		b.all[id] = x
	}
	b.mu.Unlock()
	return x.take()
}
