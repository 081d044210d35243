package room

import (
	"sync"
	"time"
)

// Guesses of a typed code: from one address, and from all together. A phone
// that scans the long link is not counted, so that no guessing locks it out.
const (
	guessesOfOne = 20 // a minute
	guessesOfAll = 60 // a minute
	watched      = 4096
)

// throttle counts wrong codes within the running minute.
type throttle struct {
	mu    sync.Mutex
	begun time.Time
	all   int
	by    map[string]int
}

// spent tells whether an address has to wait before it may try again. The fewer
// guesses are left for all, the fewer one address may take of them, so that a few
// guessers leave some to whoever mistypes.
func (t *throttle) spent(addr string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn()
	left := guessesOfAll - t.all
	return left <= 0 || t.by[addr] >= min(guessesOfOne, max(1, left/2))
}

// miss notes a wrong code.
func (t *throttle) miss(addr string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn()
	t.all++
	if len(t.by) < watched {
		t.by[addr]++
	}
}

// turn begins a new minute.
func (t *throttle) turn() {
	if now := time.Now(); t.by == nil || now.Sub(t.begun) >= time.Minute || now.Before(t.begun) {
		t.begun, t.all, t.by = now, 0, map[string]int{}
	}
}
