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
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/server"
	"omerta/table"
	"omerta/web"
)

// serveCmd starts the server and runs until it is told to stop.
type serveCmd struct {
	Addr string   `default:":8080" env:"OMERTA_ADDR" help:"${cli_serve_addr}"`
	DB   string   `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang string   `default:"ru" enum:"ru,en" env:"OMERTA_LANG" help:"${cli_serve_lang}"`
	Host []string `env:"OMERTA_HOST" help:"${cli_serve_host}"`
}

// stopWait is how long running requests may take when the server stops.
const stopWait = 5 * time.Second

// Run serves until SIGINT or SIGTERM, then finishes what was begun.
func (c *serveCmd) Run(out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	path, err := c.path()
	if err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, path, sqlite.WithLog(log))
	if err != nil {
		return err
	}
	err = c.serve(ctx, out, store, log)
	return errors.Join(err, store.Close())
}

// path is the database's file.
func (c *serveCmd) path() (string, error) {
	if c.DB != "" {
		return c.DB, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the database, name one with --db: %w", err)
	}
	return filepath.Join(dir, "omerta", "omerta.db"), nil
}

// serve runs the server on an open store.
func (c *serveCmd) serve(ctx context.Context, out io.Writer, store journal.Store, log *slog.Logger) error {
	hub, err := table.Open(ctx, store, table.WithLog(log))
	if err != nil {
		return err
	}
	defer hub.Close()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	srv, err := server.New(ctx, server.Config{
		Store: store, Hub: hub, Pages: web.Handler(), Secure: web.Secure, Hosts: c.Host,
		Version: versionLine(info), Log: log,
	})
	if err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("%w (another address: --addr)", err)
	}
	c.greet(out, l.Addr(), srv.HostPath())
	return run(ctx, srv.HTTP(), l, hub)
}

// run serves until ctx ends, then lets running requests finish. Streams end
// with the hub.
func run(ctx context.Context, h *http.Server, l net.Listener, hub *table.Hub) error {
	ended := make(chan error, 1)
	unused := &unusedConns{all: map[net.Conn]struct{}{}}
	h.ConnState = unused.note
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
// "omerta: http", then the addresses for other devices, and a QR code where a
// person looks at a terminal.
func (c *serveCmd) greet(out io.Writer, addr net.Addr, path string) {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		host, port = "127.0.0.1", addr.String()
	}
	ip := net.ParseIP(host)
	everywhere := ip != nil && ip.IsUnspecified()
	if everywhere {
		host = "127.0.0.1"
	}
	here := "http://" + net.JoinHostPort(host, port) + path
	_, _ = fmt.Fprintln(out, "omerta: "+here)
	shown := here
	if everywhere {
		for i, a := range lan() {
			link := "http://" + net.JoinHostPort(a, port) + path
			if i == 0 {
				shown = link
				_, _ = fmt.Fprintln(out, "  "+c.say("С другого устройства в этой же сети:", "From another device on this network:"))
			}
			_, _ = fmt.Fprintln(out, "  "+link)
		}
	}
	_, _ = fmt.Fprintln(out, "  "+c.say("Ссылка ведущего секретна: не показывайте её игрокам. Остановить: Ctrl+C.",
		"The host's link is secret: keep it from the players. Stop with Ctrl+C."))
	if f, ok := out.(*os.File); ok && shown != here && terminal(f) {
		if code, err := qr(shown); err == nil {
			_, _ = fmt.Fprintln(out, code)
		}
	}
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
