// Package siege opens connections that mean no good, for tests and for the load tool: lines
// on which nothing comes, headers and bodies that stop halfway, streams that nobody reads,
// streams that are cut off.
package siege

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Plan says how many of each kind there are.
type Plan struct {
	Silent  int // connected, and no byte ever
	Headers int // half a header
	Bodies  int // a header, and a body that never comes
	// Streams are requests for streams, whole with their header, one connection for each:
	// every second one is read once and cut off without a farewell, the others are never
	// read, with as small a window as the system gives.
	Streams []string
}

// Siege is a set of such connections.
type Siege struct {
	mu  sync.Mutex
	all []net.Conn
}

// workers is how many lines are opened at once.
const workers = 32

// Lay opens all of a plan's connections to an address, from several of the loopback's own
// where that has several. A server may refuse them; only where none can be opened at all
// is that an error.
func Lay(addr string, p Plan) (*Siege, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("besiege %s: %w", addr, err)
	}
	half := "POST /api/join HTTP/1.1\r\nHost: " + host + "\r\nX-Omerta: 1\r\nContent-Type: application/json\r\n"
	var words []string
	words = append(words, make([]string, p.Silent)...)
	words = append(words, repeated(half+"X-Slow: ", p.Headers)...)
	words = append(words, repeated(half+"Content-Length: 4000\r\n\r\n{", p.Bodies)...)
	words = append(words, p.Streams...)
	s := &Siege{}
	next := make(chan int)
	failed := make(chan error, len(words))
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				k := i - (len(words) - len(p.Streams)) // of the streams
				if err := s.open(addr, i, words[i], k >= 0 && k%2 == 1); err != nil {
					failed <- err
				}
			}
		})
	}
	for i := range words {
		next <- i
	}
	close(next)
	all.Wait()
	if len(s.all) == 0 && len(words) > 0 {
		return nil, errors.Join(errors.New("no line could be opened"), <-failed)
	}
	return s, nil
}

func repeated(word string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = word
	}
	return out
}

// open opens the i-th connection and says the word on it; to be cut, it ends after the first
// bytes that come back.
func (s *Siege) open(addr string, i int, word string, cut bool) error {
	c, err := dial(addr, i)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.all = append(s.all, c)
	s.mu.Unlock()
	if _, err := io.WriteString(c, word); err != nil {
		return err
	}
	if cut {
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		_, _ = c.Read(make([]byte, 64))
		drop(c)
	}
	return nil
}

// dial connects with a small window for what comes back.
func dial(addr string, i int) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second, Control: func(_, _ string, raw syscall.RawConn) error {
		var err error
		return errors.Join(raw.Control(func(fd uintptr) {
			err = narrow(fd)
		}), err)
	}}
	own := d
	if strings.HasPrefix(addr, "127.0.0.1:") {
		own.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(20+i%8))}
	}
	if c, err := own.Dial("tcp", addr); err == nil {
		return c, nil
	}
	return d.Dial("tcp", addr) // not every system has more than one loopback address
}

// drop ends a connection without a farewell.
func drop(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	_ = c.Close()
}

// Lines is how many connections were opened.
func (s *Siege) Lines() int { return len(s.all) }

// Lift ends all of them at once.
func (s *Siege) Lift() {
	for _, c := range s.all {
		drop(c)
	}
}
