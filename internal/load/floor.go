package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ground is the floor: a server that does what every server must, and no more. A
// command is read and answered, and each phone of its table gets a frame that is
// encoded for it and has the size that it asked for.
type ground struct {
	mu     sync.Mutex
	tables map[string][]chan struct{}
}

// plainView is a frame of the floor.
type plainView struct {
	N     int         `json:"n"`
	Seats []plainSeat `json:"seats"`
}

type plainSeat struct {
	Seat  int    `json:"seat"`
	Nick  string `json:"nick"`
	In    bool   `json:"in"`
	Fouls int    `json:"fouls"`
	Votes []int  `json:"votes"`
}

func serveFloor(addr string) error {
	g := &ground{tables: map[string][]chan struct{}{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/tables/{id}/commands", g.command)
	mux.HandleFunc("GET /floor/{id}/{size}", g.stream)
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println("omerta: http://" + l.Addr().String() + "/")
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	return s.Serve(l)
}

func (g *ground) command(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	g.mu.Lock()
	for _, c := range g.tables[r.PathValue("id")] {
		select {
		case c <- struct{}{}:
		default:
		}
	}
	g.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"length":1}`)
}

func (g *ground) stream(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.Atoi(r.PathValue("size"))
	if err != nil || size < 10 || size > 1<<20 {
		http.Error(w, "size", http.StatusBadRequest)
		return
	}
	c := make(chan struct{}, 1)
	g.mu.Lock()
	g.tables[r.PathValue("id")] = append(g.tables[r.PathValue("id")], c)
	g.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	rc := http.NewResponseController(w)
	v := plainView{Seats: make([]plainSeat, 12)}
	for i := range v.Seats {
		v.Seats[i] = plainSeat{Seat: i + 1, In: true, Nick: strings.Repeat("x", max(0, size/len(v.Seats)-70))}
	}
	for v.N = 1; ; v.N++ {
		body, err := json.Marshal(&v)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", body); err != nil || rc.Flush() != nil {
			return
		}
		select {
		case <-c:
		case <-r.Context().Done():
			return
		}
	}
}
