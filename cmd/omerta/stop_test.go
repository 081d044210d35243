package main

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"omerta/journal"
	"omerta/table"
)

// The server bounds its connections by the hook that run uses too: both are asked.
func TestServingKeepsTheBoundOfConnections(t *testing.T) {
	hub, err := table.Open(t.Context(), journal.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var noted atomic.Int32
	h := &http.Server{ReadHeaderTimeout: stopWait, ConnState: func(net.Conn, http.ConnState) { noted.Add(1) }}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx, h, l, hub) }()
	if r, err := http.Get("http://" + l.Addr().String()); err != nil {
		t.Error(err)
	} else {
		_ = r.Body.Close()
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if noted.Load() == 0 {
		t.Error("the server's own hook was not asked")
	}
}
