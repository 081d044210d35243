package table

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"testing"
	"time"

	"omerta/journal"
	"omerta/mafia"
	"omerta/say"
)

// byReflection is the frame of a viewer field by field, as encoding/json writes
// it: what the frames written by hand are held against.
func byReflection(t *testing.T, s *state, w mafia.Viewer, about About) string {
	t.Helper()
	f := struct {
		Table  About       `json:"table"`
		View   mafia.View  `json:"view"`
		Script *say.Script `json:"script"`
		Spoken []Line      `json:"spoken"`
		Log    []LogLine   `json:"log"`
		Undo   *Line       `json:"undo"`
		Redo   *Line       `json:"redo"`
		Length int         `json:"length"`
		Stamp  uint64      `json:"stamp"`

		Friends *Friends `json:"friends"`
	}{Table: about, View: s.game.View(w), Spoken: []Line{}, Log: []LogLine{}}
	if leads(w) {
		log := s.logLines()
		f.Log = log[max(0, len(log)-shownLog):]
		f.Undo, f.Redo = s.labels()
		f.Length, f.Stamp = len(s.steps), s.stamp
		script := say.ScriptFor(&f.View)
		f.Script = &script
		f.Spoken = say.Announce(s.rb, &f.View, &script, s.fresh)
	}
	if s.friends != nil {
		f.Script, f.Spoken, f.Log, f.Undo, f.Redo, f.Length, f.Stamp = nil, []Line{}, []LogLine{}, nil, nil, 0, 0
		f.View, f.Friends = s.game.View(mafia.Board), s.friendsView()
		if s.friends.Hushed {
			f.View.Notes.Read = []mafia.Seat{}
		}
	} else if s.paused || s.voided {
		f.View.Offers = []mafia.Offer{}
	}
	raw, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// What was drawn in the random evenings: whether a viewer gets a frame hangs on
// its sum.
var (
	sums   = map[uint64][32]byte{}
	bodies = map[mafia.Viewer]map[[32]byte]uint64{}
)

// entriesWrittenAlike checks what goes into the journal against encoding/json.
func entriesWrittenAlike(t *testing.T, s *state) {
	t.Helper()
	yes, no, n, at := true, false, 3, int64(1_700_000_000_123)
	for _, p := range []payload{
		{Command: json.RawMessage(`{"do":"pause"}`), Length: 4},
		{Command: s.steps[0].Command, Rewind: &n, Steps: s.steps, Paused: &yes, Voided: &no, Halt: &at, Length: len(s.steps)},
		{Command: json.RawMessage(`{"do":"redo"}`), Steps: s.redo, Paused: &no, Voided: &yes},
		{Command: json.RawMessage(`{"do":"here"}`), Friends: &friends{Round: 2, Carried: []int{1, 0}, Absent: mafia.SeatsOf(3)}, Length: 2},
	} {
		want, err := json.Marshal(p)
		if err != nil {
			t.Error(err)
		}
		if got := p.append(nil); string(got) != string(want) {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// writtenAlike checks every viewer's frame, drawn beside all others, against
// encoding/json. The random evenings ask it at every turn.
func writtenAlike(t *testing.T, tb *Table) {
	t.Helper()
	err := tb.call(context.Background(), func() {
		entriesWrittenAlike(t, &tb.s)
		about := tb.about()
		about.Event = "<Кубок> & \u2028"
		d := newPainter(&tb.s, &about)
		for _, w := range append(viewers(), mafia.Device, mafia.Ghost(2)) {
			p, err := d.draw(w)
			if err != nil {
				t.Errorf("%v: %v", w, err)
				return
			}
			if got, want := "{"+string(p.body()), byReflection(t, &tb.s, w, about); got != want {
				t.Errorf("%v:\n%s\nnot\n%s", w, got, want)
				return
			}
			if body, old := sha256.Sum256(p.body()), sums[p.sum]; old != [32]byte{} && old != body {
				t.Errorf("%v: two bodies have one sum", w)
			} else if sum, ok := bodies[w][body]; ok && sum != p.sum {
				t.Errorf("%v: one body has two sums", w)
			} else {
				sums[p.sum] = body
				if bodies[w] == nil {
					bodies[w] = map[[32]byte]uint64{}
				}
				bodies[w][body] = p.sum
			}
		}
	})
	if err != nil || t.Failed() {
		t.Fatal("frames are not what encoding/json writes ", err)
	}
}

func TestClocksAreWrittenAsEncodingJSONDoes(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_123)
	for _, c := range []Clock{
		{},
		{turn: turnKey{Kind: "introduction", Seat: 40}, limit: time.Minute, left: -time.Hour, since: now.Add(-time.Second), running: true},
	} {
		v := c.View(now)
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.append(nil); string(got) != string(want) {
			t.Errorf("%s, not %s", got, want)
		}
		if head := appendHead(nil, 1<<64-1, &c, now); len(head) > headRoom {
			t.Errorf("a head of %d bytes has no room", len(head))
		}
	}
	blankToo := blank(mafia.Player(3), &About{ID: "x", Rulebook: "club@1"})
	var f Frame
	if err := json.Unmarshal(blankToo.frame(7, now), &f); err != nil || f.N != 7 || f.View.Me != 3 || f.Log == nil || f.Table.ID != "x" {
		t.Errorf("%+v, %v", f, err)
	}
}

// A frame stays as it is until the next is asked for, whatever happens meanwhile.
func TestFrameIsTheReadersUntilTheNext(t *testing.T) {
	tb := sit(t, open(t, journal.NewMemory()))
	var subs []*Sub
	for _, w := range viewers() {
		sub, err := tb.Subscribe(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		subs = append(subs, sub)
	}
	var frames [][]byte
	var texts []string
	for _, sub := range subs {
		f, err := sub.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		frames, texts = append(frames, f), append(texts, string(f))
	}
	for range 20 {
		must(t, tb, mafia.Substitute{To: 3, Nick: "Другой"})
		must(t, tb, mafia.Substitute{To: 3, Nick: "Третий"})
	}
	for i, f := range frames {
		if string(f) != texts[i] {
			t.Fatalf("the frame of %v has changed under its reader", subs[i].who)
		}
	}
}
