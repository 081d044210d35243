//go:build unix

package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/mafia"
	"omerta/table"
)

// onDisk is a store in a file, as the program has it.
func onDisk(b *testing.B) journal.Store {
	b.Helper()
	store, err := sqlite.Open(context.Background(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	return store
}

// rig is a server on a disk, without the limit of requests a session, and n
// tables.
type rig struct {
	b      *testing.B
	url    string
	http   *http.Client
	tables []string
}

func newRig(b *testing.B, n int, streams bool) *rig {
	b.Helper()
	store := onDisk(b)
	hub, err := table.Open(context.Background(), store)
	if err != nil {
		b.Fatal(err)
	}
	srv, err := New(context.Background(), Config{Store: store, Hub: hub, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", srv)
	mux.HandleFunc("GET /stream/{id}/{n}", func(w http.ResponseWriter, q *http.Request) { streamTo(b, hub, w, q) })
	h := httptest.NewServer(mux)
	b.Cleanup(func() { hub.Close(); h.Close() })
	r := &rig{b: b, url: h.URL, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	r.http.Jar, _ = cookiejar.New(nil)
	resp, err := r.http.Get(h.URL + srv.HostPath())
	if err != nil {
		b.Fatal(err)
	}
	_ = resp.Body.Close()
	for range n {
		t, err := hub.Create(context.Background(), table.Meta{Rulebook: "classic", Deal: dealByLot, Seats: seats(10)}, mafia.Setup{Cast: classicCast(), Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		r.tables = append(r.tables, t.ID())
		if streams {
			r.watch(t.ID())
			continue
		}
		subscribe(b, t)
	}
	return r
}

func classicCast() mafia.Cast {
	return mafia.CastOf([]mafia.Role{
		mafia.Don, mafia.Mafia, mafia.Mafia, mafia.Sheriff,
		mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian,
	})
}

// viewers are the twelve of a table: host, board, ten players.
func viewers() []mafia.Viewer {
	out := []mafia.Viewer{mafia.Host, mafia.Board}
	for s := mafia.Seat(1); s <= 10; s++ {
		out = append(out, mafia.Player(s))
	}
	return out
}

// subscribe reads a table's frames as twelve viewers, without a network.
func subscribe(b *testing.B, t *table.Table) {
	for _, w := range viewers() {
		sub, err := t.Subscribe(context.Background(), w)
		if err != nil {
			b.Fatal(err)
		}
		go func() {
			for {
				if _, err := sub.Next(context.Background()); err != nil {
					return
				}
			}
		}()
	}
}

// foul and its undo, so that a table never ends and its frames always change.
var pair = [2]string{`{"command":{"do":"foul","to":3,"n":1,"reason":""}}`, `{"command":{"do":"undo","to":0}}`}

func (r *rig) post(table, body string) {
	req, err := http.NewRequest("POST", r.url+"/api/tables/"+table+"/commands", strings.NewReader(body))
	if err != nil {
		r.b.Error(err)
		return
	}
	req.Header.Set("X-Omerta", "1")
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.http.Do(req)
	if err != nil {
		r.b.Error(err)
		return
	}
	_, _ = io.Copy(io.Discard, resp.Body) // else the connection cannot be used again
	_ = resp.Body.Close()
	if resp.StatusCode != 200 && resp.StatusCode != 409 { // 409: the table's journal is full
		r.b.Errorf("%d", resp.StatusCode)
	}
}

// cpu is the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure runs f b.N times from so many workers and reports the rate, how long
// one took, and what it cost in processor time, which a busy machine does not
// change; the clients' part is in it.
func measure(b *testing.B, workers int, f func(worker, i int)) {
	b.Helper()
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	begin, spent := time.Now(), cpu()
	for w := range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := 0; ; i++ {
				k := int(next.Add(1)) - 1
				if k >= b.N {
					return
				}
				t := time.Now()
				f(w, i)
				took[k] = time.Since(t)
			}
		}()
	}
	all.Wait()
	rate := float64(b.N) / time.Since(begin).Seconds()
	b.ReportMetric(float64((cpu()-spent).Microseconds())/1000/float64(b.N), "cpu-ms/command")
	slices.Sort(took)
	b.ReportMetric(rate, "commands/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkCommands is from a POST to its acknowledgement: durable, judged, and
// shown to twelve viewers. "floor" is the same without a game, see newFloor. With
// "streams" the viewers read events over HTTP, and that too is in the measure;
// else they take their frames within the process. "raw" appends entries of the
// same size to the same kind of store and does nothing else.
func BenchmarkCommands(b *testing.B) {
	for _, tables := range []int{1, 64} {
		for _, how := range []string{"", "-streams"} {
			b.Run(fmt.Sprintf("http%s/tables=%d", how, tables), func(b *testing.B) {
				r := newRig(b, tables, how != "")
				measure(b, tables, func(w, i int) { r.post(r.tables[w], pair[i%2]) })
			})
			b.Run(fmt.Sprintf("floor%s/tables=%d", how, tables), func(b *testing.B) {
				r := newFloor(b, tables, how != "")
				measure(b, tables, func(w, i int) { r.post(r.tables[w], pair[i%2]) })
			})
		}
		b.Run(fmt.Sprintf("raw/tables=%d", tables), func(b *testing.B) {
			store := onDisk(b)
			for i := range tables {
				if err := store.Create(context.Background(), journal.TableInfo{ID: fmt.Sprint(i)}); err != nil {
					b.Fatal(err)
				}
			}
			data := []byte(strings.Repeat("x", 250))
			seq := make([]uint64, tables)
			measure(b, tables, func(w, _ int) {
				seq[w]++
				if err := store.Append(context.Background(), fmt.Sprint(w), journal.Entry{Seq: seq[w], At: time.Now(), Data: data}); err != nil {
					b.Error(err)
				}
			})
		})
	}
}

// BenchmarkFrame is one view and its JSON, the host's and a player's.
func BenchmarkFrame(b *testing.B) {
	hub, err := table.Open(context.Background(), journal.NewMemory())
	if err != nil {
		b.Fatal(err)
	}
	defer hub.Close()
	t, err := hub.Create(context.Background(), table.Meta{Rulebook: "classic", Seats: seats(10)}, mafia.Setup{Cast: classicCast(), Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for range 6 {
		if _, err := t.Command(context.Background(), table.Request{Who: mafia.Host, Command: json.RawMessage(`{"do":"proceed"}`)}); err != nil {
			break
		}
	}
	for _, w := range []mafia.Viewer{mafia.Host, mafia.Player(3)} {
		b.Run(string(w.Kind), func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				f, err := t.Frame(context.Background(), w)
				if err != nil {
					b.Fatal(err)
				}
				n = len(f)
			}
			b.ReportMetric(float64(n), "bytes/frame")
		})
	}
}

// BenchmarkMemory is what a live table with twelve viewers holds.
func BenchmarkMemory(b *testing.B) {
	hub, err := table.Open(context.Background(), journal.NewMemory())
	if err != nil {
		b.Fatal(err)
	}
	defer hub.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		t, err := hub.Create(context.Background(), table.Meta{Rulebook: "classic", Seats: seats(10)}, mafia.Setup{Cast: classicCast(), Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		subscribe(b, t)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc+after.StackInuse-before.HeapAlloc-before.StackInuse)/float64(b.N)/1024, "KB/table")
}
