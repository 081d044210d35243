package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"omerta/journal"
	"omerta/mafia"
)

// Table is a live table: one goroutine owns its state, everybody else asks it.
// Its methods may be called from many goroutines.
type Table struct {
	hub  *Hub
	id   string
	meta Meta
	rb   *mafia.Rulebook
	made time.Time

	calls chan func()
	quit  chan struct{} // closed to end the goroutine
	once  sync.Once
	done  chan struct{} // closed when it has ended

	damage error // set before the goroutine starts

	// The goroutine's own.
	s       state
	next    state // what a command would make of s; its memory is used again
	subs    map[*Sub]struct{}
	fault   error
	stale   bool // an append failed in a way that leaves open whether it was made
	answers keyring
	summary Summary
	changed bool // since the summary was looked at
	timer   *time.Timer
	beat    *time.Timer
}

// Request is a command to a table.
type Request struct {
	Who mafia.Viewer
	// Key is the client's own name for this command; the same key again gives
	// the same answer and does nothing. Empty: no such promise.
	Key string
	// Seen is the Length of the frame that the client acted upon; when others
	// have changed the history since, the command is refused as stale. Nil: no
	// such guard.
	Seen *int
	// Stamp is the Stamp of that frame, where the client knows it: it tells also
	// histories of one length apart, and what is void from what is not. Nil: no such guard.
	Stamp   *uint64
	Command json.RawMessage
	// Along makes the command durable; nil: by itself. It is not called for a command
	// that was accepted before.
	Along Along

	own bool // the program's own, see Move
}

// Answer is an acknowledged command: it is durable.
type Answer struct {
	Length int    `json:"length"` // the history after it
	Stamp  uint64 `json:"stamp"`  // and its Stamp; 0 where it has not changed
}

// ID is the table's id.
func (t *Table) ID() string { return t.id }

// Made is when the table was made.
func (t *Table) Made() time.Time { return t.made }

// Meta is what the table was made from.
func (t *Table) Meta() Meta { return t.meta }

// Damage is a journal.ErrDamaged when an entry of the table's journal is not what
// was written: the table shows the state before it, and accepts nothing more.
func (t *Table) Damage() error { return t.damage }

// loop is the table's goroutine.
func (t *Table) loop() {
	defer close(t.done)
	defer t.end()
	for {
		select {
		case f := <-t.calls:
			f()
			if t.changed { // behind the answer, which need not wait for it
				t.changed = false
				_ = t.guard(t.summarize)
			}
		case <-t.timer.C:
			t.ring()
		case <-t.beat.C:
			t.heartbeat()
		case <-t.quit:
			return
		}
	}
}

// end tells the viewers, and notes the moment so that a clock stands at what
// was left.
func (t *Table) end() {
	t.timer.Stop()
	t.beat.Stop()
	if t.s.clock.running {
		t.hub.noteAlive(t.id, time.Now())
	}
	for s := range t.subs {
		s.shut()
	}
}

// call runs f in the table's goroutine and waits for it. When ctx ends before f has
// begun, f does not run; once it has, it is waited for, because it writes what the
// caller reads.
func (t *Table) call(ctx context.Context, f func()) error {
	finished := make(chan struct{})
	select {
	case t.calls <- func() { defer close(finished); f() }:
	case <-t.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	<-finished
	return nil
}

// guard runs f; a panic in it freezes the table and is given as an error.
func (t *Table) guard(f func()) (err error) {
	if t.fault != nil {
		return t.fault
	}
	defer func() {
		if r := recover(); r != nil {
			err = t.freeze(r)
		}
	}()
	f()
	return nil
}

// freeze notes a fault: nothing is accepted any more, the journal stays as it
// is, and every viewer is told.
func (t *Table) freeze(r any) error {
	t.fault = fmt.Errorf("%w: table %s", ErrFault, t.id)
	// The message of the panic may name cards, so only the place is logged.
	t.hub.log.Error("table frozen after a fault", "table", t.id, "kind", fmt.Sprintf("%T", r), "stack", string(debug.Stack()))
	t.s.clock = t.s.clock.Pause(time.Now())
	for s := range t.subs {
		t.show(s, t.lastResort(s.who))
	}
	return t.fault
}

// lastResort draws a frozen table as far as that is still possible.
func (t *Table) lastResort(w mafia.Viewer) (p *picture) {
	about := t.about()
	defer func() {
		if recover() != nil {
			p = blank(w, &about)
		}
	}()
	p, err := t.paint(w)
	if err != nil {
		return blank(w, &about)
	}
	return p
}

// Command gives a command to the table and waits until it is durable. Errors:
// a *mafia.Refusal or *Refusal, ErrCommand, ErrNick, ErrReason, ErrTooLong,
// ErrFault, ErrClosed, or what wraps journal.ErrUnavailable or ErrDamaged; then nothing has changed, or, when the storage
// failed in the middle, the same key again tells.
func (t *Table) Command(ctx context.Context, r Request) (Answer, error) {
	var a Answer
	var err error
	if cerr := t.call(ctx, func() { a, err = t.command(r) }); cerr != nil {
		return Answer{}, cerr
	}
	return a, err
}

func (t *Table) command(r Request) (a Answer, err error) {
	if ferr := t.guard(func() { a, err = t.accept(r) }); ferr != nil {
		return Answer{}, ferr
	}
	if !leads(r.Who) {
		// How long the history is tells when others act at night.
		a = Answer{}
		var no *Refusal
		if errors.As(err, &no) {
			err = &Refusal{Why: no.Why}
		}
	}
	return a, err
}

// accept judges a command, writes it down, and shows what came of it, in this
// order: whatever can go wrong by our own fault does so before the entry is
// durable.
func (t *Table) accept(r Request) (Answer, error) {
	if t.damage != nil {
		return Answer{}, t.damage
	}
	if err := t.refresh(); err != nil {
		return Answer{}, err
	}
	if a, ok, err := t.answers.find(r); ok {
		return a, err
	}
	e, err := t.s.decide(r, time.Now())
	if errors.Is(err, errAlready) {
		return Answer{}, nil
	}
	if err != nil {
		return t.repeated(r, err)
	}
	if err := t.enact(r.Key, e, r.Along); err != nil {
		if errors.Is(err, journal.ErrDuplicateKey) {
			return t.repeated(r, err)
		}
		return Answer{}, err
	}
	a := e.answer(t.s.seq)
	t.answers.keep(r, a)
	return a, nil
}

// enact makes an entry durable and shows what came of it.
func (t *Table) enact(key string, e entry, along Along) error {
	var err error
	if t.next, err = t.s.apply(e); err != nil {
		return err
	}
	shown, err := t.drawAll(&t.next)
	if err != nil {
		return err
	}
	if err := t.write(key, e, along); err != nil {
		shown.close()
		switch {
		case errors.Is(err, journal.ErrDuplicateKey):
			return err
		case errors.Is(err, journal.ErrInvalid): // so nothing was written
			return errors.Join(ErrTooLong, err)
		}
		t.stale = true
		return err
	}
	t.s = t.next
	t.deliver(shown)
	t.arm()
	t.changed = true
	return nil
}

// repeated looks whether a command that cannot be accepted now was accepted
// before under the same key; if so it gives that answer, else err.
func (t *Table) repeated(r Request, err error) (Answer, error) {
	if r.Key == "" || errors.Is(err, ErrCommand) {
		return Answer{}, err
	}
	old, found, kerr := t.hub.store.ByKey(t.hub.ctx, t.id, r.Key)
	if kerr != nil {
		return Answer{}, kerr
	}
	if !found {
		t.answers.refuse(r, err)
		return Answer{}, err
	}
	p, perr := parsePayload(old.Data)
	if perr != nil {
		return Answer{}, perr
	}
	if !sameCommand(p.Command, r.Command) || old.By != viewerID(r.Who) {
		return Answer{}, &Refusal{Why: WhyKeyUsed, Length: len(t.s.steps)}
	}
	return p.answer(old.Seq), nil
}

// write makes an entry durable, and with it the summary in the table's meta where that
// is another: a list after a crash must not show a game that is over as one that runs.
func (t *Table) write(key string, e entry, along Along) error {
	data := e.append(make([]byte, 0, 512))
	je := journal.Entry{Seq: t.s.seq + 1, At: e.at, By: e.by, Data: data, Key: key}
	now := t.next.summary()
	if along == nil && !t.summarizes(now) {
		return t.hub.store.Append(t.hub.ctx, t.id, je)
	}
	b := journal.Batch{Append: []journal.TableEntry{{Table: t.id, Entry: je}}}
	if t.summarizes(now) {
		raw, err := t.metaWith(now)
		if err != nil {
			return err
		}
		b.Meta = []journal.TableMeta{{Table: t.id, Meta: raw}}
	}
	if along == nil {
		along = func(b journal.Batch) error { return t.hub.store.Commit(t.hub.ctx, b) }
	}
	if err := along(b); err != nil {
		return err
	}
	t.summary = now
	return nil
}

// refresh reads the journal again after a failure that left open whether an
// entry was made.
func (t *Table) refresh() error {
	if !t.stale {
		return nil
	}
	s, err := t.hub.fold(t.id, t.rb)
	if err != nil {
		return err
	}
	t.s, t.stale = s, false
	t.publish()
	t.arm()
	return nil
}

// gallery is what a state looks like to each viewer, on its way to them.
type gallery struct {
	hung  []drawn
	first []int // where in hung each viewer comes first
}

// drawn is a picture on its way to a viewer.
type drawn struct {
	to *Sub
	*picture
}

// galleries are used again, whichever table they were of.
var galleries = sync.Pool{New: func() any { return new(gallery) }}

// close lets go of the gallery and of what still hangs there.
func (g *gallery) close() {
	for _, d := range g.hung {
		if d.picture != nil {
			d.drop()
		}
	}
	clear(g.hung)
	g.hung, g.first = g.hung[:0], g.first[:0]
	galleries.Put(g)
}

// find gives the picture of a viewer that hangs there already.
func (g *gallery) find(w mafia.Viewer) *picture {
	for _, i := range g.first {
		if g.hung[i].to.who == w {
			return g.hung[i].picture
		}
	}
	return nil
}

// drawAll draws a state for every viewer. The gallery is to be delivered or closed.
func (t *Table) drawAll(s *state) (*gallery, error) {
	g, _ := galleries.Get().(*gallery)
	about := t.aboutOf(s)
	d := newPainter(s, &about)
	for sub := range t.subs {
		if p := g.find(sub.who); p != nil { // many screens of one viewer cost one view
			g.hung = append(g.hung, drawn{sub, p.copied()})
			continue
		}
		p, err := d.draw(sub.who)
		if err != nil {
			g.close()
			return nil, err
		}
		g.first = append(g.first, len(g.hung))
		g.hung = append(g.hung, drawn{sub, p})
	}
	return g, nil
}

// deliver shows the pictures and closes the gallery.
func (t *Table) deliver(g *gallery) {
	for i, d := range g.hung {
		g.hung[i].picture = nil
		t.show(d.to, d.picture)
	}
	g.close()
}

// show sends a picture, which is the viewer's from now on, unless he has just this
// one.
func (t *Table) show(s *Sub, p *picture) {
	if end, ok := p.clock.Deadline(); ok {
		p.over = !time.Now().Before(end)
	}
	h := p.hash()
	if h == s.last {
		p.drop()
		return
	}
	s.last = h
	s.offer(p)
}

// publish draws the present state and shows it to whoever has another one.
func (t *Table) publish() {
	shown, err := t.drawAll(&t.s)
	if err != nil {
		t.hub.log.Error("cannot draw a table", "table", t.id, "err", err)
		return
	}
	t.deliver(shown)
}

// heartbeatEvery is how exactly a clock's time survives a crash.
const heartbeatEvery = 5 * time.Second

// farOver is how long over time a clock may be and still matter after a crash.
const farOver = time.Minute

// arm sets the timers to the present clock.
func (t *Table) arm() {
	t.timer.Stop()
	end, _, running := t.s.due()
	if !running {
		t.beat.Stop()
		return
	}
	if wait := time.Until(end); wait > 0 || t.s.friends != nil {
		t.timer.Reset(max(wait, 0))
	}
	t.beat.Reset(heartbeatEvery)
}

// heartbeat notes that the clock still runs.
func (t *Table) heartbeat() {
	now := time.Now()
	if !t.s.clock.running || t.s.clock.Left(now) < -farOver {
		return
	}
	t.hub.noteAlive(t.id, now)
	t.beat.Reset(heartbeatEvery)
}

func (t *Table) about() About { return t.aboutOf(&t.s) }

func (t *Table) aboutOf(s *state) About {
	host := "required"
	if hostless(s.rb) {
		host = "none"
	}
	return About{
		ID: t.id, Title: t.meta.Title, Event: t.meta.Event, Site: t.meta.Site,
		Rulebook: t.meta.Rulebook, Preset: t.meta.Preset, CreatedAt: t.made.UnixMilli(), Date: t.meta.Date,
		Frozen: t.fault != nil || t.damage != nil, Paused: s.paused, Voided: s.voided, Host: host, Kind: t.meta.Kind,
	}
}
