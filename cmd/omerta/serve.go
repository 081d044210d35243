package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"omerta/journal/sqlite"
	"omerta/keep"
	"omerta/server"
	"omerta/table"
	"omerta/web"
)

// serveCmd starts the server and runs until it is told to stop.
type serveCmd struct {
	Addr   string   `default:":8080" env:"OMERTA_ADDR" help:"${cli_serve_addr}"`
	DB     string   `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang   string   `default:"ru" enum:"ru,en" env:"OMERTA_LANG" help:"${cli_serve_lang}"`
	Host   []string `env:"OMERTA_HOST" help:"${cli_serve_host}"`
	Backup string   `env:"OMERTA_BACKUP" type:"path" help:"${cli_serve_backup}"`
}

// stopWait is how long running requests may take when the server stops.
const stopWait = 5 * time.Second

// Run serves until SIGINT or SIGTERM, then finishes what was begun.
func (c *serveCmd) Run(out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	path, err := database(c.DB)
	if err != nil {
		return err
	}
	c.DB = path
	store, err := sqlite.Open(ctx, path, sqlite.WithLog(log))
	if err != nil {
		return err
	}
	err = c.serve(ctx, out, store, log)
	return errors.Join(err, store.Close())
}

// database is the database's file: the one that is named, else the user's own.
func database(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the database, name one with --db: %w", err)
	}
	return filepath.Join(dir, "omerta", "omerta.db"), nil
}

// serve runs the server on an open store.
func (c *serveCmd) serve(ctx context.Context, out io.Writer, store *sqlite.Store, log *slog.Logger) error {
	hub, err := table.Open(ctx, store, table.WithLog(log))
	if err != nil {
		return err
	}
	defer hub.Close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("%w (another address: --addr)", err)
	}
	keeper := keep.New(keep.Config{Source: store, Dir: c.Backup, Log: log})
	srv, err := server.New(ctx, server.Config{
		Store: store, Hub: hub, Keeper: keeper, Database: c.DB, Pages: web.Handler(), Secure: web.Secure, Hosts: c.Host,
		Local: inside(l.Addr().String()), Version: versionLine(buildInfo()), Log: log,
	})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	lit, err := light(c.DB, beacon{Addr: l.Addr().String(), Path: srv.HostPath()})
	if err != nil {
		log.Warn("omerta host-link will not find the program", "err", err)
	}
	defer lit.out()
	keeping, end := context.WithCancel(ctx)
	kept := make(chan struct{})
	go func() { keeper.Run(keeping); close(kept) }()
	defer func() { end(); <-kept }() // the store outlives a copy that is being made
	c.greet(out, l.Addr(), srv)
	return run(ctx, srv.HTTP(), l, hub)
}

// run serves until ctx ends, then lets running requests finish. Streams end
// with the hub.
func run(ctx context.Context, h *http.Server, l net.Listener, hub *table.Hub) error {
	ended := make(chan error, 1)
	unused := &unusedConns{all: map[net.Conn]struct{}{}}
	bound := h.ConnState // how many there may be, for the server to say
	h.ConnState = func(c net.Conn, s http.ConnState) {
		if bound != nil {
			bound(c, s)
		}
		unused.note(c, s)
	}
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWait)
	defer cancel()
	closed := make(chan struct{})
	go func() { hub.Close(); close(closed) }()
	unused.end()
	err := h.Shutdown(wait)
	<-closed
	if errors.Is(err, context.DeadlineExceeded) {
		return h.Close()
	}
	return err
}

// unusedConns are the connections on which nothing was asked yet. Browsers open
// such in store, and Shutdown would wait for each for seconds.
type unusedConns struct {
	mu    sync.Mutex
	all   map[net.Conn]struct{}
	ended bool
}

// note is an http.Server's ConnState.
func (u *unusedConns) note(c net.Conn, s http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case s != http.StateNew:
		delete(u.all, c)
	case u.ended:
		_ = c.Close()
	default:
		u.all[c] = struct{}{}
	}
}

// end closes them all, and those that come yet.
func (u *unusedConns) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ended = true
	for c := range u.all {
		_ = c.Close()
	}
}

// greet prints where the host opens the console: one line that begins with
// "omerta: http", then the addresses for other devices, where the players come
// in, and QR codes where a person looks at a terminal.
func (c *serveCmd) greet(out io.Writer, addr net.Addr, srv *server.Server) {
	bases := basesOf(addr.String())
	tellHost(out, bases, srv.HostPath(), c.say)
	_, _ = fmt.Fprintln(out, "  "+c.say("Ссылка ведущего секретна: не показывайте её игрокам. Остановить: Ctrl+C.",
		"The host's link is secret: keep it from the players. Stop with Ctrl+C."))
	shown := bases[min(1, len(bases)-1)]
	join, code := srv.JoinPath()
	_, _ = fmt.Fprintf(out, "  %s %s  %s %s %s\n", c.say("Игрокам:", "For the players:"),
		strings.TrimPrefix(shown, "http://"), c.say("код", "code"), code[:3], code[3:])
	if inside(shown) {
		_, _ = fmt.Fprintln(out, "  "+c.say("Телефоны сюда не попадут, поэтому QR-кода нет: сети нет, или программа отвечает только этому компьютеру.",
			"No phone gets here, so there is no QR code: there is no network, or the program answers this computer only."))
		return
	}
	draw(out, c.say("Ведущему, на другом устройстве:", "For the host, on another device:"), shown+srv.HostPath())
	draw(out, c.say("Игрокам:", "For the players:"), shown+join)
}

// tellHost prints the host's link at every address.
func tellHost(out io.Writer, bases []string, path string, say func(ru, en string) string) {
	_, _ = fmt.Fprintln(out, "omerta: "+bases[0]+path)
	for i, b := range bases[1:] {
		if i == 0 {
			_, _ = fmt.Fprintln(out, "  "+say("С другого устройства в этой же сети:", "From another device on this network:"))
		}
		_, _ = fmt.Fprintln(out, "  "+b+path)
	}
}

// draw prints a QR code with a heading where a person looks at a terminal.
func draw(out io.Writer, heading, link string) {
	f, ok := out.(*os.File)
	if !ok || !terminal(f) {
		return
	}
	if code, err := qr(link); err == nil {
		_, _ = fmt.Fprintf(out, "  %s\n%s\n", heading, code)
	}
}

// basesOf lists the addresses, without a path, under which a listener is found:
// this machine's own first, then those of the network.
func basesOf(addr string) []string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		host, port = "127.0.0.1", addr
	}
	ip := net.ParseIP(host)
	if ip == nil || !ip.IsUnspecified() {
		return []string{"http://" + net.JoinHostPort(host, port)}
	}
	out := []string{"http://" + net.JoinHostPort("127.0.0.1", port)}
	for _, a := range lan() {
		out = append(out, "http://"+net.JoinHostPort(a, port))
	}
	return out
}

// inside tells whether an address is one of this machine's own, which no other
// device reaches.
func inside(base string) bool {
	host, _, err := net.SplitHostPort(strings.TrimPrefix(base, "http://"))
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

func (c *serveCmd) say(ru, en string) string {
	if c.Lang == "en" {
		return en
	}
	return ru
}

// lan lists the addresses under which other devices find this machine, those
// that people can type first.
func lan() []string {
	var v4, v6 []string
	for _, a := range server.Addresses() {
		switch {
		case !strings.Contains(a, ":"):
			v4 = append(v4, a)
		case !net.ParseIP(a).IsLinkLocalUnicast(): // those need a zone
			v6 = append(v6, a)
		}
	}
	return append(v4, v6...)
}

// terminal tells whether a person looks at the file.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
