package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// rounds is how often the program is killed: OMERTA_CRASH_ROUNDS, else 2,000 in
// the long tests, 5 in the short ones and 150 in the usual ones.
func rounds(t *testing.T) int {
	if s := os.Getenv("OMERTA_CRASH_ROUNDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch {
	case os.Getenv("OMERTA_LONG") != "":
		return 2000
	case testing.Short():
		return 5
	}
	return 150
}

// program is a running omerta.
type program struct {
	cmd  *exec.Cmd
	base string
	http *http.Client
}

// start runs the binary and opens the host's link.
func start(t *testing.T, bin, db string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(bin, "serve", "--addr", "127.0.0.1:0", "--db", db)}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "omerta: http") {
		t.Fatalf("it says %q, %v", line, err)
	}
	link := strings.TrimSpace(strings.TrimPrefix(line, "omerta: "))
	p.base, _, _ = strings.Cut(link, "/host/")
	p.http = &http.Client{Timeout: 20 * time.Second}
	p.http.Jar, _ = cookiejar.New(nil)
	resp, err := p.http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return p
}

// kill ends the program as a power cut would.
func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

var errRefused = errors.New("refused")

// ask sends a request; an error means that nobody knows what came of it, or
// errRefused that it was refused.
func (p *program) ask(method, path, body string) ([]byte, error) {
	req, err := http.NewRequest(method, p.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "application/json")
	resp, err := p.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	out, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%w: %d %s", errRefused, resp.StatusCode, out)
	}
	return out, err
}

func (p *program) makeTable(t *testing.T) string {
	t.Helper()
	var nicks []string
	for i := range 10 {
		nicks = append(nicks, fmt.Sprintf(`{"nick":"A%d"}`, i))
	}
	seats := strings.Join(nicks, ",")
	out, err := p.ask("POST", "/api/tables", `{"rulebook":"classic","deal":"lot","title":"crash","seats":[`+seats+`]}`)
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// sent is what became of a command: a name put on a seat, told by that name.
type sent struct {
	table, nick string
	answered    bool
}

// command is the request of a command; the same every time.
func (s *sent) command() (path, body string) {
	return "/api/tables/" + s.table + "/commands", fmt.Sprintf(`{"key":%q,"command":{"do":"substitute","to":3,"nick":%q}}`, s.nick, s.nick)
}

// load sends commands to all tables from several connections until the program
// is gone.
func (p *program) load(tables []string, round int) func() []*sent {
	var all []*sent
	var mu sync.Mutex
	var running sync.WaitGroup
	for w := range 8 {
		running.Add(1)
		go func() {
			defer running.Done()
			for i := 0; ; i++ {
				s := &sent{table: tables[w%len(tables)], nick: fmt.Sprintf("r%d-%d-%d", round, w, i)}
				mu.Lock()
				all = append(all, s)
				mu.Unlock()
				path, body := s.command()
				if _, err := p.ask("POST", path, body); err != nil {
					return
				}
				s.answered = true
			}
		}()
	}
	return func() []*sent { running.Wait(); return all }
}

// written counts the names in a table's history.
func (p *program) written(t *testing.T, table string) map[string]int {
	t.Helper()
	out, err := p.ask("GET", "/api/tables/"+table+"/record.json", "")
	if err != nil {
		t.Fatal(err)
	}
	var export struct {
		Steps []struct {
			Command struct{ Do, Nick string }
		}
	}
	if err := json.Unmarshal(out, &export); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for i, s := range export.Steps {
		if i > 0 && s.Command.Do != "substitute" {
			t.Fatalf("step %d is %+v, which nobody has sent", i, s.Command)
		}
		if i > 0 {
			counts[s.Command.Nick]++
		}
	}
	return counts
}

// audit checks that every acknowledged command is there once, and whatever was
// sent at most once; then it sends what was not answered again, after which it
// is there once too.
func (p *program) audit(t *testing.T, tables []string, all []*sent, known map[string]bool) (lost int) {
	t.Helper()
	counts := map[string]int{}
	for _, id := range tables {
		for nick, n := range p.written(t, id) {
			counts[nick] += n
		}
	}
	for _, s := range all {
		known[s.nick] = true
		switch n := counts[s.nick]; {
		case s.answered && n != 1:
			t.Fatalf("%s was acknowledged and is there %d times", s.nick, n)
		case n > 1:
			t.Fatalf("%s is there %d times", s.nick, n)
		case !s.answered:
			lost++
			path, body := s.command()
			if _, err := p.ask("POST", path, body); err != nil {
				t.Fatalf("%s again: %v", s.nick, err)
			}
			if n := p.written(t, s.table)[s.nick]; n != 1 {
				t.Fatalf("%s, sent again, is there %d times", s.nick, n)
			}
		}
	}
	for nick := range counts {
		if !known[nick] {
			t.Fatalf("%s is there and was never sent", nick)
		}
	}
	return lost
}

func buildProgram(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "omerta")
	var msg bytes.Buffer
	cmd := exec.Command("go", "build", "-o", bin, ".")
	cmd.Stderr = &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("build: %v\n%s", err, msg.String())
	}
	return bin
}

// Whatever was acknowledged outlives SIGKILL, once; nothing else is there.
func TestKilledUnderLoadLosesNothingAcknowledged(t *testing.T) {
	bin, db := buildProgram(t), filepath.Join(t.TempDir(), "crash.db")
	n := rounds(t)
	var tables []string
	var known map[string]bool
	acknowledged, unanswered := 0, 0
	p := start(t, bin, db)
	for round := range n {
		if round%10 == 0 { // fresh tables, so that a round stays quick
			tables, known = nil, map[string]bool{}
			for range 4 {
				tables = append(tables, p.makeTable(t))
			}
		}
		wait := p.load(tables, round)
		time.Sleep(time.Duration(5+rand.IntN(60)) * time.Millisecond)
		p.kill()
		all := wait()
		p = start(t, bin, db)
		unanswered += p.audit(t, tables, all, known)
		acknowledged += len(all)
	}
	acknowledged -= unanswered
	p.kill()
	t.Logf("%d rounds: %d commands acknowledged and there, %d unanswered and made good", n, acknowledged, unanswered)
	if acknowledged == 0 || unanswered == 0 {
		t.Error("the test did not catch the program at work")
	}
}

// SIGTERM ends the program in order, and at once although a stream is open.
func TestStopsInOrder(t *testing.T) {
	bin := buildProgram(t)
	p := start(t, bin, filepath.Join(t.TempDir(), "stop.db"))
	id := p.makeTable(t)
	resp, err := p.http.Get(p.base + "/api/tables/" + id + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	// Browsers open connections in store; the server must not wait for them.
	idle, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = idle.Close() }()
	p.makeTable(t) // so that the connection has been taken up before
	begin := time.Now()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(begin); d > 3*time.Second {
		t.Fatalf("it took %v", d)
	}
}
