package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/server"
	"omerta/table"
)

// linkOf is what host-link prints, and its error.
func linkOf(table, db string) (string, error) {
	var out bytes.Buffer
	err := hostLinkCmd{Table: table, DB: db, Lang: "en"}.Run(&out)
	return out.String(), err
}

func TestTheHostsLinkComesBackFromTheTerminal(t *testing.T) {
	bin, db := buildProgram(t), filepath.Join(t.TempDir(), "link.db")
	if _, err := linkOf("", db); err == nil || !strings.Contains(err.Error(), "omerta serve --db "+db) {
		t.Fatalf("no database yet: %v", err)
	}
	p := start(t, bin, db)
	id := p.makeTable(t)
	info, err := os.Stat(beaconFile(db))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v: the link is for its owner's eyes", info, err)
	}
	out, err := linkOf(id, db)
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`(?m)^omerta: (http\S+)$`).FindStringSubmatch(out)
	if link == nil {
		t.Fatal(out)
	}
	jar, _ := cookiejar.New(nil)
	fresh := &http.Client{Jar: jar}
	resp, err := fresh.Get(link[1])
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	if at := resp.Request.URL.Path; at != "/game/"+id {
		t.Errorf("the link leads to %s", at)
	}
	frame, err := fresh.Get(p.base + "/api/tables/" + id)
	if err != nil {
		t.Fatal(err)
	}
	_ = frame.Body.Close()
	if frame.StatusCode != 200 {
		t.Errorf("the new device is told %d", frame.StatusCode)
	}

	// After a crash the file is still there, and nobody is behind it.
	p.kill()
	var no *mistake
	if _, err := linkOf(id, db); !errors.As(err, &no) || no.code != 1 {
		t.Errorf("after a crash: %v", err)
	}
	p = start(t, bin, db)
	again, err := linkOf(id, db)
	if err != nil || !strings.Contains(again, "/host/") {
		t.Errorf("%q %v", again, err)
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait()
	if _, err := os.Stat(beaconFile(db)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a program that ended in order leaves its link: %v", err)
	}
}

// Another program that has taken the port is not taken for ours.
func TestAPortTakenBySomebodyElseIsNotOurs(t *testing.T) {
	bin, db := buildProgram(t), filepath.Join(t.TempDir(), "link.db")
	p := start(t, bin, db)
	raw, err := os.ReadFile(beaconFile(db))
	if err != nil {
		t.Fatal(err)
	}
	p.kill()
	other := start(t, bin, filepath.Join(t.TempDir(), "other.db"))
	defer other.kill()
	old := strings.TrimPrefix(p.base, "http://")
	moved := strings.Replace(string(raw), old, strings.TrimPrefix(other.base, "http://"), 1)
	if err := os.WriteFile(beaconFile(db), []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := linkOf("", db); err == nil {
		t.Errorf("somebody else's program is given out: %q", out)
	}
}

func TestTheTerminalTellsWherePlayersComeIn(t *testing.T) {
	store := journal.NewMemory()
	hub, err := table.Open(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer hub.Close()
	srv, err := server.New(t.Context(), server.Config{Store: store, Hub: hub})
	if err != nil {
		t.Fatal(err)
	}
	_, code := srv.JoinPath()
	typed := code[:3] + " " + code[3:]
	for addr, want := range map[string]string{
		"127.0.0.1:8080":   "  For the players: 127.0.0.1:8080  code " + typed + "\n  No phone gets here",
		"192.168.1.5:8080": "  For the players: 192.168.1.5:8080  code " + typed + "\n",
	} {
		at, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		(&serveCmd{Lang: "en"}).greet(&out, at, srv)
		if got := out.String(); !strings.HasPrefix(got, "omerta: http://"+addr+srv.HostPath()+"\n") || !strings.Contains(got, want) {
			t.Errorf("%s: %s", addr, got)
		}
	}
	if got := basesOf("[::]:8080"); got[0] != "http://127.0.0.1:8080" {
		t.Errorf("%v", got)
	}
}
