package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// house is a server as its guests know it.
type house struct {
	base   *url.URL
	link   string
	host   *http.Client
	tables []*room
	phones []*phone
	frame  atomic.Int64 // bytes of a frame, as last seen
	size   int          // of the floor: what to send
	begun  time.Time
	wrong  atomic.Int64
	seen   latencies
}

// room is a table and when its last command was due.
type room struct {
	id  string
	due atomic.Int64 // nanoseconds since the house began
	i   int          // commands given
}

// phone is a stream.
type phone struct {
	room   *room
	path   string
	cookie string
	conn   net.Conn
}

func newHouse(link string) *house {
	u, err := url.Parse(link)
	if err != nil {
		fail(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		fail(err)
	}
	return &house{
		base: u, link: link, begun: time.Now(),
		host: &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 512}, Timeout: 30 * time.Second},
	}
}

// ask sends a request of the host and reads the answer into out, if not nil.
func (h *house) ask(c *http.Client, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(method, "http://"+h.base.Host+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("%s %s: %d %.200s", method, path, resp.StatusCode, raw)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(raw, out)
}

// enter opens the host's link.
func (h *house) enter() error {
	resp, err := h.host.Get(h.link)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// fill deals tables and lets twelve phones in at each.
func (h *house) fill(ctx context.Context, tables int) error {
	if err := h.enter(); err != nil {
		return err
	}
	for t := range tables {
		var made struct {
			ID string `json:"id"`
		}
		seats := []map[string]any{}
		for s := range phonesATable {
			seats = append(seats, map[string]any{"nick": fmt.Sprintf("Гость %d", s+1), "personId": "", "novice": false})
		}
		err := h.ask(h.host, "POST", "/api/tables", map[string]any{"rulebook": "club", "deal": "lot", "seats": seats, "title": fmt.Sprint("Стол ", t)}, &made)
		if err != nil {
			return err
		}
		h.tables = append(h.tables, &room{id: made.ID})
	}
	h.phones = make([]*phone, tables*phonesATable)
	var all sync.WaitGroup
	errs := make(chan error, 8)
	for w := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := w; i < len(h.phones) && ctx.Err() == nil; i += 8 {
				if err := h.join(i); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	all.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return h.listen()
	}
}

// join lets the i-th phone in by a ticket for its seat.
func (h *house) join(i int) error {
	r := h.tables[i/phonesATable]
	var ticket struct {
		Path string `json:"path"`
	}
	if err := h.ask(h.host, "POST", fmt.Sprintf("/api/tables/%s/seats/%d/ticket", r.id, i%phonesATable+1), nil, &ticket); err != nil {
		return err
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	c := *h.host
	c.Jar = jar
	err = h.ask(&c, "POST", "/api/join/ticket", map[string]any{"ticket": strings.TrimPrefix(ticket.Path, "/s/")}, nil)
	if err != nil {
		return err
	}
	own := *h.base
	own.Path = "/"
	var cookies []string
	for _, k := range jar.Cookies(&own) {
		cookies = append(cookies, k.Name+"="+k.Value)
	}
	h.phones[i] = &phone{room: r, path: "/api/my/stream", cookie: strings.Join(cookies, "; ")}
	return nil
}

// bare gives the floor as many tables and phones.
func (h *house) bare(tables int) error {
	for t := range tables {
		r := &room{id: fmt.Sprint("t", t)}
		h.tables = append(h.tables, r)
		for range phonesATable {
			h.phones = append(h.phones, &phone{room: r, path: fmt.Sprintf("/floor/%s/%d", r.id, h.size)})
		}
	}
	return h.listen()
}

// listen opens every stream and waits until each has its first frame.
func (h *house) listen() error {
	var first sync.WaitGroup
	errs := make(chan error, len(h.phones))
	gate := make(chan struct{}, 256)
	for i, p := range h.phones {
		first.Add(1)
		gate <- struct{}{}
		go func() {
			conn, in, err := h.dial(p, i)
			<-gate
			if err != nil {
				errs <- err
				first.Done()
				return
			}
			p.conn = conn
			h.read(p, in, sync.OnceFunc(first.Done))
		}()
	}
	first.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

// dial opens the i-th stream. The phones have several addresses, for one has not
// ports enough for all of them and those that have just left.
func (h *house) dial(p *phone, i int) (net.Conn, *bufio.Reader, error) {
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+i%8))}, Timeout: time.Minute}
	conn, err := from.Dial("tcp", h.base.Host)
	if err != nil {
		return nil, nil, err
	}
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", p.path, h.base.Host, p.cookie)
	if err != nil {
		return nil, nil, err
	}
	in := bufio.NewReaderSize(conn, 4096)
	line, err := in.ReadString('\n')
	if err == nil && !strings.Contains(line, " 200 ") {
		err = errors.New("a stream: " + strings.TrimSpace(line))
	}
	return conn, in, err
}

// read checks every frame of a stream until it ends. A frame that was sent for a
// command counts from when that command was due.
func (h *house) read(p *phone, in *bufio.Reader, first func()) {
	defer first()
	n := 0
	const head = `data: {"n":`
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return
		}
		if bytes.HasPrefix(line, []byte(head)) {
			due := p.room.due.Load()
			n++
			num, _, _ := bytes.Cut(line[len(head):], []byte{','})
			if k, err := strconv.Atoi(string(num)); err != nil || k != n {
				h.wrong.Add(1)
			}
			if h.size == 0 && !bytes.Contains(line[:min(len(line), 400)], []byte(p.room.id)) {
				h.wrong.Add(1)
			}
			h.frame.Store(int64(len(line)))
			if n > 1 && due > 0 {
				h.seen.add(time.Since(h.begun) - time.Duration(due))
			}
			first()
		}
		line = line[:0]
	}
}

// leave ends every stream.
func (h *house) leave() {
	for _, p := range h.phones {
		if p != nil && p.conn != nil {
			_ = p.conn.Close()
		}
	}
}

// lookAtAll asks for a picture of every table, from as many lines as a browser has.
func (h *house) lookAtAll() error {
	var all []struct {
		ID string `json:"id"`
	}
	if err := h.ask(h.host, "GET", "/api/tables", nil, &all); err != nil {
		return err
	}
	errs := make(chan error, 6)
	next := make(chan string, len(all))
	for _, t := range all {
		next <- t.ID
	}
	close(next)
	for range cap(errs) {
		go func() {
			for id := range next {
				if err := h.ask(h.host, "GET", "/api/tables/"+id, nil, nil); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	var err error
	for range cap(errs) {
		err = errors.Join(err, <-errs)
	}
	return err
}
