//go:build unix

package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"omerta/journal"
	"omerta/table"
)

// floorFrames are as large as what BenchmarkFrame reports for the host and for
// eleven others.
var floorFrames = func() (out [12][]byte) {
	out[0] = bytes.Repeat([]byte("x"), 5100)
	for i := range out[1:] {
		out[i+1] = bytes.Repeat([]byte("x"), 2800)
	}
	return out
}()

// floorTable is what is left of a table without an engine: its journal's number
// and twelve subscribers who get whatever is newest.
type floorTable struct {
	mu   sync.Mutex
	seq  uint64
	subs [12]chan []byte
}

// newFloor is a program with HTTP and a journal that judges nothing and draws
// nothing: it reads a command, appends an entry of the usual size, hands prepared
// frames to its subscribers and answers. No server of this kind can be faster.
func newFloor(b *testing.B, n int, streams bool) *rig {
	b.Helper()
	store := onDisk(b)
	tables := map[string]*floorTable{}
	r := &rig{b: b, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	for i := range n {
		id := fmt.Sprint(i)
		if err := store.Create(context.Background(), journal.TableInfo{ID: id}); err != nil {
			b.Fatal(err)
		}
		t := &floorTable{}
		for k := range t.subs {
			t.subs[k] = make(chan []byte, 1)
			if !streams {
				go drain(t.subs[k])
			}
		}
		tables[id] = t
		r.tables = append(r.tables, id)
	}
	data := bytes.Repeat([]byte("x"), 250)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/tables/{id}/commands", func(w http.ResponseWriter, q *http.Request) {
		t := tables[q.PathValue("id")]
		if _, err := io.ReadAll(q.Body); err != nil {
			b.Error(err)
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		t.seq++
		if err := store.Append(context.Background(), q.PathValue("id"), journal.Entry{Seq: t.seq, At: time.Now(), Data: data}); err != nil {
			b.Error(err)
		}
		for k, c := range t.subs {
			select {
			case c <- floorFrames[k]:
			default: // who is slow misses one
			}
		}
		_, _ = io.WriteString(w, `{"length":1}`)
	})
	mux.HandleFunc("GET /stream/{id}/{n}", func(w http.ResponseWriter, q *http.Request) {
		k, _ := strconv.Atoi(q.PathValue("n"))
		out := eventWriter{w: w, rc: http.NewResponseController(w)}
		for frame := range tables[q.PathValue("id")].subs[k] {
			if out.send("data: ", frame, "\n\n") != nil {
				return
			}
		}
	})
	h := httptest.NewServer(mux)
	b.Cleanup(func() {
		for _, t := range tables {
			for _, c := range t.subs {
				close(c)
			}
		}
		h.Close()
	})
	r.url = h.URL
	for i := range n {
		if streams {
			r.watch(fmt.Sprint(i))
		}
	}
	return r
}

func drain(c <-chan []byte) {
	for range c { //nolint:revive // a viewer that looks at nothing
	}
}

// streamTo is the route of streams for any viewer, whom the server's own routes
// would ask for a session each.
func streamTo(b *testing.B, hub *table.Hub, w http.ResponseWriter, q *http.Request) {
	t, err := hub.Get(q.Context(), q.PathValue("id"))
	if err != nil {
		b.Error(err)
		return
	}
	k, _ := strconv.Atoi(q.PathValue("n"))
	sub, err := t.Subscribe(q.Context(), viewers()[k])
	if err != nil {
		b.Error(err)
		return
	}
	defer sub.Close()
	_ = pump(q.Context(), sub.Next, &eventWriter{w: w, rc: http.NewResponseController(w)})
}

// watch reads a table's twelve streams, as cheaply as it can be done.
func (r *rig) watch(id string) {
	for k := range viewers() {
		c, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err != nil {
			r.b.Fatal(err)
		}
		r.b.Cleanup(func() { _ = c.Close() })
		if _, err := fmt.Fprintf(c, "GET /stream/%s/%d HTTP/1.1\r\nHost: localhost\r\n\r\n", id, k); err != nil {
			r.b.Fatal(err)
		}
		go func() {
			buf := make([]byte, 16<<10)
			for {
				if _, err := c.Read(buf); err != nil {
					return
				}
			}
		}()
	}
}
