package server

import (
	"net"
	"net/http"
	"sync"
)

// How many connections there may be: of a browser six each, so that a whole club
// behind one address has room, and one device cannot take them all. A phone's stream
// that has its connection to itself counts no more: phones are bounded by the room.
const (
	linesOfAll = 16_384
	linesOfOne = 1024
)

// lines counts the open connections of a server.
type lines struct {
	all, one int // the most
	mu       sync.Mutex
	open     map[net.Conn]string
	by       map[string]int
}

func newLines(all, one int) *lines {
	return &lines{all: all, one: one, open: map[net.Conn]string{}, by: map[string]int{}}
}

// note is an http.Server's ConnState: it closes what is too much. A proxy on this
// machine speaks for many, so that the loopback is bounded by the whole only.
func (x *lines) note(c net.Conn, state http.ConnState) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch state {
	case http.StateNew:
		addr := c.RemoteAddr().String()
		if host, _, err := net.SplitHostPort(addr); err == nil {
			addr = host
		}
		ip := net.ParseIP(addr)
		near := ip != nil && ip.IsLoopback()
		if len(x.open) >= x.all || !near && x.by[addr] >= x.one {
			_ = c.Close() // its StateClosed finds nothing to take back
			return
		}
		x.open[c] = addr
		x.by[addr]++
	case http.StateClosed, http.StateHijacked:
		addr, ok := x.open[c]
		if !ok {
			return
		}
		delete(x.open, c)
		if x.by[addr]--; x.by[addr] <= 0 {
			delete(x.by, addr)
		}
	case http.StateActive, http.StateIdle:
	}
}
