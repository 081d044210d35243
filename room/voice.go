package room

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

const voiceID = "voice"

// Voice says whether the board is the device that speaks for the host, and how
// it sounds then. The zero value is a silent board.
type Voice struct {
	On     bool    `json:"on"`
	Rate   float64 `json:"rate"`   // how fast, 1 as the device speaks by itself
	Cues   bool    `json:"cues"`   // it signals the time
	Night  string  `json:"night"`  // what sounds at night, "off" for nothing
	Volume float64 `json:"volume"` // how loud that is, 0 to 1
}

// Said is what the host's console gives the board to speak: what he would say
// aloud himself, already in words. Without lines the board is to fall silent.
type Said struct {
	ID    string   `json:"id"`   // two consoles at one table send the same, and it is said once
	Step  string   `json:"step"` // lines of another step are no longer spoken
	Table string   `json:"table"`
	Lang  string   `json:"lang"` // "ru" or "en"
	Lines []Spoken `json:"lines"`
	At    int64    `json:"at"` // when, by the server's clock; what is old is not spoken
}

// Spoken is one line, and the silence after it in milliseconds.
type Spoken struct {
	Text string `json:"text"`
	Rest int    `json:"rest"`
}

// Mouth is how far a board that has been told to speak is able to.
type Mouth string

// What a board tells of itself. A browser speaks only after a tap; a device
// without a voice for the language, or whose speech fails, leaves it at the text.
const (
	MouthOff   Mouth = "" // nobody has told it to on its own screen
	MouthReady Mouth = "ready"
	MouthTap   Mouth = "tap"
	MouthMute  Mouth = "mute"
	MouthFails Mouth = "fails"
)

// Speech is the board's voice as the host sees it.
type Speech struct {
	Voice
	// Boards is how many boards are open.
	Boards int `json:"boards"`
	// State is that of the board that is ablest to speak: "ready", "tap", "mute"
	// or "fails"; "" where none has been told to.
	State Mouth `json:"state"`
	// States are those of all open boards, the worst first: one that says it speaks
	// hides none that does not.
	States []Mouth `json:"states"`
}

// mouths are the states of a board, from the worst to the best.
var mouths = []Mouth{MouthFails, MouthMute, MouthTap, MouthOff, MouthReady}

// Speech tells how the board speaks, and whether it can.
func (r *Room) Speech() Speech {
	r.mu.RLock()
	defer r.mu.RUnlock()
	s := Speech{Voice: r.voice, States: []Mouth{}}
	for _, b := range r.boards {
		s.States = append(s.States, b)
	}
	s.Boards = len(s.States)
	slices.SortFunc(s.States, func(a, b Mouth) int { return slices.Index(mouths, a) - slices.Index(mouths, b) })
	for _, m := range slices.Backward(s.States) {
		if m != MouthOff {
			s.State = m
			break
		}
	}
	return s
}

// Said is what the board was given to speak last.
func (r *Room) Said() Said {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.said
}

// SetVoice names the board as the device that speaks, or no longer. It outlives a
// restart. What was to be spoken before is not any more.
func (r *Room) SetVoice(ctx context.Context, v Voice) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	r.change.Lock()
	defer r.change.Unlock()
	if err := r.store.PutDoc(ctx, voiceKind, voiceID, raw); err != nil {
		return fmt.Errorf("keep who speaks: %w", err)
	}
	r.mu.Lock()
	if v.On != r.voice.On {
		r.said = Said{}
	}
	r.voice = v
	r.tell()
	r.mu.Unlock()
	return nil
}

// Say gives the board something to speak. Nothing is kept and nothing waits for
// it; what was given already, and all while the board is not named, is dropped.
func (r *Room) Say(s Said) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.voice.On || s.ID == r.said.ID {
		return
	}
	r.said = s
	r.tell()
}

// OpenBoard notes that a board's page is open, until the given function is
// called. The id is the page's own, "" where it has none.
func (r *Room) OpenBoard(id string) (leave func()) {
	key := &id
	r.mu.Lock()
	r.boards[key] = MouthOff
	r.tell()
	r.mu.Unlock()
	return sync.OnceFunc(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.boards, key)
		r.tell()
	})
}

// Speaks notes what an open board tells of its voice: one of the Mouth words, or
// "" for nothing. It reports false where no board of that id is open.
func (r *Room) Speaks(id string, m Mouth) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := false
	for key, was := range r.boards {
		if *key != id || id == "" {
			continue
		}
		found = true
		if was != m {
			r.boards[key] = m
			r.tell()
		}
	}
	return found
}

// loadVoice reads who speaks; what cannot be read is a silent board.
func (r *Room) loadVoice(ctx context.Context) error {
	raw, ok, err := r.store.Doc(ctx, voiceKind, voiceID)
	if err != nil {
		return fmt.Errorf("read who speaks: %w", err)
	}
	if ok && json.Unmarshal(raw, &r.voice) != nil {
		r.voice = Voice{}
		r.log.Error("who speaks cannot be read; the board is silent")
	}
	return nil
}
