package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"omerta/bot"
	"omerta/journal"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/table"
)

// The twin worlds: two games that differ only in what a viewer may not know are
// played by one script, over real HTTP and in virtual time. Every byte that he
// gets, headers and lengths and moments included, must be the same.

// twins is a pair of such games. Seat is the viewer's own; his card and the cards
// he knows are the same in both.
type twins struct {
	book string
	rb   *mafia.Rulebook
	seat mafia.Seat
	cast [2]mafia.Setup
	do   [2][]mafia.Command
}

// everybody's is what the whole room hears or sees of an event; nil for what
// happens in secret. It is worked out from the event alone.
func everybodys(e mafia.Event) any {
	switch x := e.(type) {
	case mafia.Dealt, mafia.Carded, mafia.Acted, mafia.Fired, mafia.Woke, mafia.Wrote:
		return nil
	case mafia.Broke:
		x.Spent, x.Carry, x.Kept, x.Alibi = 0, 0, 0, 0
		return x
	case mafia.BestMoved:
		x.Hits = 0
		return x
	}
	return e
}

// heard writes what the room has heard of events.
func heard(events []mafia.Event) string {
	var b strings.Builder
	for _, e := range events {
		if x := everybodys(e); x != nil {
			fmt.Fprintf(&b, "%T%+v;", x, x)
		}
	}
	return b.String()
}

// twinsOf draws a game and looks for its twin. False: none was found, as where the
// game would have ended earlier in every other deal.
func twinsOf(seed uint64) (*twins, bool) {
	luck := bot.NewRandom(seed, bot.Lively())
	w := &twins{book: []string{"classic", "city", "club", "original"}[seed%4]}
	w.rb = rulebook.Must(w.book, "")
	n := w.rb.Min + luck.Below(4)
	if w.book == "city" {
		n = 10 + luck.Below(14)
	}
	counts, _, err := compose.Propose(w.book, min(n, w.rb.Max), nil, compose.Options{})
	if err != nil {
		return nil, false
	}
	var roles []mafia.Role
	for r, k := range counts {
		for ; k > 0; k-- {
			roles = append(roles, mafia.Role(r))
		}
	}
	for i := len(roles) - 1; i > 0; i-- {
		j := luck.Below(i + 1)
		roles[i], roles[j] = roles[j], roles[i]
	}
	w.seat = mafia.Seat(1 + luck.Below(len(roles)))
	w.cast[0] = w.setup(roles)
	var said []string
	if w.do[0], said, err = w.play(w.cast[0], luck.Next, 400); err != nil || len(w.do[0]) < 12 {
		return nil, false
	}
	for range 40 {
		to := swaps(roles, w.seat, luck)
		other := make([]mafia.Role, len(roles))
		for s, t := range to {
			other[t] = roles[s]
		}
		if slices.Equal(other, roles) {
			continue
		}
		w.cast[1] = w.setup(other)
		w.do[1] = nil
		for _, c := range w.do[0] {
			w.do[1] = append(w.do[1], moved(c, to))
		}
		if w.same(said) {
			return w, true
		}
	}
	return nil, false
}

func (w *twins) setup(roles []mafia.Role) mafia.Setup {
	s := mafia.Setup{Deal: roles, Cast: mafia.CastOf(roles)}
	for i := range roles {
		s.Nicks = append(s.Nicks, fmt.Sprint("Гость ", i+1))
	}
	return s
}

// play lets a game be played until just before its end, and tells what the room
// has heard at each step.
func (w *twins) play(setup mafia.Setup, next func(*mafia.Game) mafia.Command, most int) (did []mafia.Command, said []string, err error) {
	g, _, err := mafia.New(w.rb, setup)
	if err != nil {
		return nil, nil, err
	}
	for len(did) < most {
		c := next(&g)
		if c == nil {
			return did, said, nil
		}
		switch c.(type) {
		case mafia.Overrule, mafia.SetCard, mafia.Reveal: // these speak of cards
			continue
		}
		events, err := g.Decide(w.leader(), c)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range events {
			g = g.Apply(e)
		}
		if g.Phase() == mafia.Over {
			return did, said, nil
		}
		did, said = append(did, c), append(said, heard(events))
	}
	return did, said, nil
}

// leader leads the game; where nobody does, the one device.
func (w *twins) leader() mafia.Viewer {
	if w.book == "original" {
		return mafia.Device
	}
	return mafia.Host
}

// same tells whether the room hears the same in the second world.
func (w *twins) same(said []string) bool {
	i := 0
	did, also, err := w.play(w.cast[1], func(*mafia.Game) mafia.Command {
		if i == len(w.do[1]) {
			return nil
		}
		i++
		return w.do[1][i-1]
	}, len(said)+1)
	return err == nil && len(did) == len(said) && slices.Equal(also, said)
}

// swaps moves the cards among those whom the viewer cannot tell apart: by index,
// where each card goes.
func swaps(roles []mafia.Role, seat mafia.Seat, luck *bot.Random) []int {
	var free []int
	for i, r := range roles {
		known := mafia.Seat(i+1) == seat || roles[seat-1].Side() == mafia.Black && r.Side() == mafia.Black
		if !known {
			free = append(free, i)
		}
	}
	to := make([]int, len(roles))
	for i := range to {
		to[i] = i
	}
	// A few cards only, so that a game which went on would have gone on here too.
	for range 1 + luck.Below(4) {
		if len(free) > 1 {
			a, b := free[luck.Below(len(free))], free[luck.Below(len(free))]
			to[a], to[b] = to[b], to[a]
		}
	}
	return to
}

// moved is a command of the other world: who shoots is whoever holds the card.
func moved(c mafia.Command, to []int) mafia.Command {
	at := func(s mafia.Seat) mafia.Seat { return mafia.Seat(to[s-1] + 1) }
	switch x := c.(type) {
	case mafia.Shoot:
		shots := slices.Clone(x.Shots)
		for i := range shots {
			if shots[i].By != 0 {
				shots[i].By = at(shots[i].By)
			}
		}
		slices.SortFunc(shots, func(a, b mafia.Shot) int { return int(a.By) - int(b.By) })
		return mafia.Shoot{Shots: shots}
	case mafia.Write:
		x.By = at(x.By)
		return x
	}
	return c
}

// wire is a network within the process.
type wire struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newWire() *wire { return &wire{conns: make(chan net.Conn), done: make(chan struct{})} }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.done:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error   { w.once.Do(func() { close(w.done) }); return nil }
func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

func (w *wire) dial() (net.Conn, error) {
	a, b := net.Pipe()
	select {
	case w.conns <- b:
		return a, nil
	case <-w.done:
		return nil, net.ErrClosed
	}
}

// tape is what came over a connection, and when.
type tape struct {
	mu    sync.Mutex
	begun time.Time
	at    time.Duration
	b     bytes.Buffer
}

func (t *tape) note(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := time.Since(t.begun); at != t.at || t.b.Len() == 0 {
		t.at = at
		fmt.Fprintf(&t.b, "\n@%v ", at)
	}
	_, _ = t.b.Write(p)
}

// taped is a connection whose bytes are noted as they come.
type taped struct {
	net.Conn
	t *tape
}

func (c taped) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.t.note(p[:n])
	}
	return n, err
}

// spectator is somebody with a connection of his own.
type spectator struct {
	name   string
	tape   *tape
	client *http.Client
	cookie string
}

// stage is one world, played.
type stage struct {
	t     *testing.T
	srv   *Server
	hub   *table.Hub
	table *table.Table
	wire  *wire
	begun time.Time
	all   []*spectator
	hide  map[string]string // secrets of the viewers' own, and what is drawn by lot
}

// spoil changes the answers of a world, for planted leaks.
type spoil func(g func() mafia.Game, next http.Handler) http.Handler

func (s *stage) watch(name, cookie string) *spectator {
	v := &spectator{name: name, cookie: cookie, tape: &tape{begun: s.begun}}
	v.client = &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			c, err := s.wire.dial()
			return taped{c, v.tape}, err
		},
	}}
	s.all = append(s.all, v)
	return v
}

// ask sends a request; what comes back is on the tape.
func (s *stage) ask(v *spectator, method, path, body string) *http.Response {
	req, err := http.NewRequest(method, "http://127.0.0.1:8080"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "application/json")
	if v.cookie != "" {
		req.Header.Set("Cookie", "omerta-8080-phone="+v.cookie)
	}
	resp, err := v.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp
}

// listen opens a stream and reads it to its end.
func (s *stage) listen(v *spectator, path string) {
	resp := s.ask(v, "GET", path, "")
	go func() {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}()
}

// try asks and reads the answer.
func (s *stage) try(v *spectator, method, path, body string) {
	resp := s.ask(v, method, path, body)
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

// phone lets a phone in, at a seat or in the lobby.
func (s *stage) phone(nick string, seat mafia.Seat) *spectator {
	ctx := context.Background()
	secret, g, err := s.srv.room.Enter(ctx, "", nick, "", false, "")
	if err == nil && seat > 0 {
		err = s.srv.room.Place(ctx, g.ID, s.table.ID(), int(seat), "", "")
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.hide[secret] = "PHONE"
	s.hide[g.ID] = "GUEST"
	return s.watch(nick, secret)
}

// perform plays one world and gives what each spectator got.
func (w *twins) perform(t *testing.T, which int, bad spoil) map[string]string {
	s := &stage{t: t, wire: newWire(), begun: time.Now(), hide: map[string]string{}}
	store := journal.NewMemory()
	var err error
	if s.hub, err = table.Open(context.Background(), store); err != nil {
		t.Fatal(err)
	}
	if s.srv, err = New(context.Background(), Config{Store: store, Hub: s.hub, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	setup := w.cast[which]
	sits := make([]table.Sitter, len(setup.Nicks))
	for i, n := range setup.Nicks {
		sits[i].Nick = n
	}
	meta := table.Meta{Rulebook: w.book, Deal: dealGiven, Seats: sits}
	if s.table, err = s.hub.Create(context.Background(), meta, setup); err != nil {
		t.Fatal(err)
	}
	web := s.srv.HTTP()
	if bad != nil {
		web.Handler = bad(func() mafia.Game { return s.game(w) }, web.Handler)
	}
	go func() { _ = web.Serve(s.wire) }()
	s.run(w, which)
	synctest.Wait()
	got := s.tapes() // who hangs up first at the end is nobody's secret
	_ = s.wire.Close()
	s.hub.Close()
	for _, v := range s.all {
		v.client.CloseIdleConnections()
	}
	_ = web.Close()
	synctest.Wait()
	return got
}

// game is the game behind a stage, for planted leaks.
func (s *stage) game(w *twins) mafia.Game {
	steps, err := s.table.History(context.Background())
	if err != nil {
		s.t.Error(err)
	}
	var all []mafia.Event
	for _, st := range steps {
		all = append(all, st.Events...)
	}
	return mafia.Fold(w.rb, all)
}

// run lets the spectators in and plays the script.
func (s *stage) run(w *twins, which int) {
	d := s.srv.room.Door()
	for secret, name := range map[string]string{s.table.ID(): "TABLE", d.Token: "TOKEN", d.Code: "CODE", d.Board: "BOARD"} {
		s.hide[secret] = name
	}
	me := s.phone("Моё место", w.seat)
	out := s.phone("Чужой", 0)
	stranger := s.watch("никто", "")
	board := "/api/board/" + d.Board
	s.listen(s.watch("экран", ""), board+"/stream")
	s.listen(me, "/api/my/stream")
	s.listen(out, "/api/my/stream")
	for i, c := range w.do[which] {
		time.Sleep(700 * time.Millisecond)
		synctest.Wait()
		raw, err := mafia.MarshalCommand(c)
		if err != nil {
			s.t.Fatal(err)
		}
		if _, err := s.table.Command(context.Background(), table.Request{Who: s.table.Leader(), Command: raw}); err != nil {
			s.t.Fatalf("step %d: %s: %v", i, raw, err)
		}
		synctest.Wait()
		if i%9 == 0 {
			s.pry(me, out, stranger, board)
		}
	}
}

// pry asks for whatever a curious person could ask for.
func (s *stage) pry(me, out, stranger *spectator, board string) {
	id := s.table.ID()
	s.try(me, "GET", "/api/my/card", "")
	for _, v := range []*spectator{me, out, stranger} {
		for _, path := range []string{
			"/api/my", "/api/my/cards", "/api/my/record.json", "/api/tables/" + id, "/api/tables/" + id + "/log",
			"/api/tables/" + id + "/cards/1", "/api/tables/" + id + "/record.mafia", "/api/tables", "/api/people", "/api/me",
			board, board + "/tables/" + id + "/record.json", "/healthz", "/api/room", "/api/nowhere",
		} {
			s.try(v, "GET", path, "")
		}
		s.try(v, "POST", "/api/tables/"+id+"/commands", `{"command":{"do":"proceed"}}`)
	}
}

// tapes gives what each spectator got, what is drawn by lot under names.
func (s *stage) tapes() map[string]string {
	var pairs []string
	for secret, name := range s.hide {
		pairs = append(pairs, secret, name)
	}
	mask := strings.NewReplacer(pairs...)
	out := map[string]string{}
	for _, v := range s.all {
		v.tape.mu.Lock()
		out[v.name] = mask.Replace(v.tape.b.String())
		v.tape.mu.Unlock()
	}
	return out
}

// differ plays both worlds and tells where a spectator could tell them apart.
func (w *twins) differ(t *testing.T, bad spoil) (who, how string) {
	var got [2]map[string]string
	for i := range got {
		// Each world has a bubble of its own, so that both begin at the same moment.
		synctest.Test(t, func(t *testing.T) { got[i] = w.perform(t, i, bad) })
	}
	names := make([]string, 0, len(got[0]))
	for name := range got[0] {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if a, b := got[0][name], got[1][name]; a != b {
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			from := max(0, at-200)
			return name, fmt.Sprintf("at byte %d:\n…%s\nand\n…%s", at, a[from:min(at+200, len(a))], b[from:min(at+200, len(b))])
		}
	}
	return "", ""
}

// pairs gives so many pairs of worlds.
func pairs(t *testing.T, n int, f func(seed uint64, w *twins)) {
	t.Helper()
	found := map[string]int{}
	for seed, left := uint64(1), n; left > 0; seed++ {
		if seed > uint64(n)*40 {
			t.Fatalf("only %d pairs in %d games", n-left, seed)
		}
		if w, ok := twinsOf(seed); ok {
			f(seed, w)
			found[w.book]++
			left--
		}
	}
	for _, book := range []string{"classic", "city", "club", "original"} {
		if found[book] < n/20 {
			t.Errorf("only %d pairs of %s: %v", found[book], book, found)
		}
	}
}

// howMany is the number of pairs: 20,000 in the long tests.
func howMany(usual int) int {
	switch {
	case os.Getenv("OMERTA_LONG") != "":
		return usual * 40
	case testing.Short():
		return usual / 20
	}
	return usual
}

func TestTwinWorldsLookTheSame(t *testing.T) {
	pairs(t, howMany(500), func(seed uint64, w *twins) {
		if who, how := w.differ(t, nil); who != "" {
			t.Fatalf("pair %d (%s, seat %d): %s can tell the worlds apart %s", seed, w.book, w.seat, who, how)
		}
	})
}

// awake is whether anybody at the first seats is black: what a leak would tell.
func firstBlack(g mafia.Game) int {
	for s := mafia.Seat(1); int(s) <= g.Players(); s++ {
		if g.RoleOf(s).Side() == mafia.Black {
			return int(s)
		}
	}
	return 0
}

// leaks are planted one at a time, one for each channel.
var leaks = map[string]spoil{
	"a header": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Seat", fmt.Sprint(firstBlack(g())))
			next.ServeHTTP(w, r)
		})
	},
	"a status": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/nowhere" && firstBlack(g())%2 == 0 {
				w.WriteHeader(http.StatusGone)
				return
			}
			next.ServeHTTP(w, r)
		})
	},
	"a length": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if r.URL.Path == "/api/me" {
				_, _ = w.Write(bytes.Repeat([]byte{' '}, firstBlack(g())))
			}
		})
	},
	"a moment": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/my/card" {
				time.Sleep(time.Duration(firstBlack(g())) * time.Millisecond)
			}
			next.ServeHTTP(w, r)
		})
	},
	"an error's text": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/commands") {
				w.WriteHeader(http.StatusConflict)
				_, _ = fmt.Fprintf(w, `{"error":"refused","seat":%d}`, firstBlack(g()))
				return
			}
			next.ServeHTTP(w, r)
		})
	},
	"one frame more": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/stream") {
				for range firstBlack(g()) {
					_, _ = w.Write([]byte(":\n\n"))
				}
			}
			next.ServeHTTP(w, r)
		})
	},
	"a card in a list": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/api/board/") && !strings.Contains(r.URL.Path, "/stream") {
				x := g()
				_ = json.NewEncoder(w).Encode(x.View(mafia.Host))
				return
			}
			next.ServeHTTP(w, r)
		})
	},
	"a tag": func(g func() mafia.Game, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			x := g()
			w.Header().Set("ETag", fmt.Sprintf(`"%x"`, x.RoleOf(1)))
			next.ServeHTTP(w, r)
		})
	},
}

func TestTwinWorldsShowEveryPlantedLeak(t *testing.T) {
	for name, bad := range leaks {
		t.Run(name, func(t *testing.T) {
			seen := false
			for seed := uint64(1); seed < 400 && !seen; seed++ {
				if w, ok := twinsOf(seed); ok {
					who, _ := w.differ(t, bad)
					seen = who != ""
				}
			}
			if !seen {
				t.Error("nobody has noticed it")
			}
		})
	}
}
