package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"omerta/journal"
)

// payload has the size of a common entry of a game.
var payload = bytes.Repeat([]byte("x"), 150)

func entry(table string, n uint64) journal.Entry {
	return journal.Entry{Seq: n, At: time.UnixMilli(1764356400000), By: "host", Data: payload, Key: fmt.Sprintf("%s-%012d", table, n)}
}

// BenchmarkAppend is the Store; compare with BenchmarkRawSQLite, which has
// the same shape of work without a Store, in the same run.
//
//	go test -bench . -benchtime 1s -count 6 ./journal/sqlite
func BenchmarkAppend(b *testing.B) {
	b.Run("serial", func(b *testing.B) {
		raw := rawRate(b, 1)
		s := openNew(b)
		newTable(b, s, "t0")
		b.ResetTimer()
		for n := range b.N {
			if err := s.Append(b.Context(), "t0", entry("t0", uint64(n)+1)); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		report(b, (raw+rawRate(b, 1))/2)
	})
	b.Run("64 tables", func(b *testing.B) {
		raw := rawRate(b, 64)
		s := openNew(b)
		for g := range 64 {
			newTable(b, s, fmt.Sprintf("t%d", g))
		}
		b.ResetTimer()
		appendParallel(b, s, 64)
		b.StopTimer()
		report(b, (raw+rawRate(b, 64))/2)
	})
}

// appendParallel appends b.N entries from one goroutine for each table.
func appendParallel(b *testing.B, s *Store, tables int) {
	var left atomic.Int64
	left.Store(int64(b.N))
	done := make(chan error, tables)
	for g := range tables {
		go func() {
			id := fmt.Sprintf("t%d", g)
			var err error
			for n := uint64(1); err == nil && left.Add(-1) >= 0; n++ {
				err = s.Append(context.Background(), id, entry(id, n))
			}
			done <- err
		}()
	}
	for range tables {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
}

// report gives entries a second, and how they compare with the bare rate
// measured just before and after.
func report(b *testing.B, raw float64) {
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "entries/s")
	b.ReportMetric(rate/raw, "of-raw")
}

func newTable(b *testing.B, s *Store, id string) {
	if err := s.Create(b.Context(), journal.TableInfo{ID: id}); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRawSQLite is the bare INSERT with the same pragmas, batch rows a
// commit, on one connection, and nothing around it.
func BenchmarkRawSQLite(b *testing.B) {
	for _, batch := range []int{1, 64} {
		b.Run(fmt.Sprintf("batch %d", batch), func(b *testing.B) {
			b.ReportMetric(rawInsert(b, b.TempDir(), schemas[2]["entries"], batch, b.N), "entries/s")
		})
	}
}

// BenchmarkLayout is the reason for the layout of version 2: the same rows
// of 64 tables, 64 a commit, laid out in other ways.
func BenchmarkLayout(b *testing.B) {
	const columns = `pos INTEGER PRIMARY KEY, num INTEGER, seq INTEGER, at INTEGER, who TEXT, key TEXT, data BLOB, sum INTEGER`
	for name, schema := range map[string]string{
		"order of arrival": `CREATE TABLE entries (` + columns + `)`,
		"and an index":     `CREATE TABLE entries (` + columns + `); CREATE UNIQUE INDEX i ON entries (num, seq)`,
		"and two indexes":  `CREATE TABLE entries (` + columns + `); CREATE UNIQUE INDEX i ON entries (num, seq); CREATE UNIQUE INDEX k ON entries (num, key)`,
		"by table and seq": `CREATE TABLE entries (pos INTEGER, num INTEGER, seq INTEGER, at INTEGER, who TEXT, key TEXT, data BLOB, sum INTEGER, PRIMARY KEY (num, seq)) WITHOUT ROWID`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(rawInsert(b, b.TempDir(), schema, 64, b.N), "entries/s")
		})
	}
}

// rawRate measures the bare rate for half a second or so.
func rawRate(b *testing.B, batch int) float64 {
	b.Helper()
	rows := 1000 * min(batch, 16)
	dir, err := os.MkdirTemp(b.TempDir(), "raw")
	if err != nil {
		b.Fatal(err)
	}
	return rawInsert(b, dir, schemas[2]["entries"], batch, rows)
}

// rawInsert writes rows of 64 tables in turn and gives the rows a second.
func rawInsert(b *testing.B, dir, schema string, batch, rows int) float64 {
	db, err := open(filepath.Join(dir, "raw.db"), "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	mustExec(b, conn, schema)
	insert, err := conn.PrepareContext(b.Context(), sqlInsert)
	if err != nil {
		b.Fatal(err)
	}
	defer insert.Close()
	start := time.Now()
	for n := 0; n < rows; {
		mustExec(b, conn, "BEGIN IMMEDIATE")
		for range min(batch, rows-n) {
			num, seq := n%64, n/64+1
			if _, err := insert.ExecContext(b.Context(), n+1, num, seq, 1764356400000, "host", fmt.Sprintf("t%d-%012d", num, seq), payload, 4000000000); err != nil {
				b.Fatal(err)
			}
			n++
		}
		mustExec(b, conn, "COMMIT")
	}
	return float64(rows) / time.Since(start).Seconds()
}

func mustExec(tb testing.TB, conn *sql.Conn, query string) {
	if _, err := conn.ExecContext(tb.Context(), query); err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkFsync is the floor under every commit: 4 KB to the end of a file,
// and a sync.
func BenchmarkFsync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "f"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4096)
	for b.Loop() {
		if _, err := f.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "syncs/s")
}

// BenchmarkOpen is a cold start over 1,000 tables of 400 entries, then reading
// them all: of evenings with ten tables each, and of one with a thousand,
// whose entries lie as far apart as can be.
func BenchmarkOpen(b *testing.B) {
	for _, atOnce := range []int{10, 1000} {
		b.Run(fmt.Sprintf("%d at once", atOnce), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "journal.db")
			fillLarge(b, path, 1000, atOnce)
			b.ResetTimer()
			for range b.N {
				openAndRead(b, path, 1000)
			}
		})
	}
}

func openAndRead(b *testing.B, path string, tables int) {
	start := time.Now()
	s, err := Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	opened := time.Now()
	for g := range tables {
		err := s.Read(b.Context(), fmt.Sprintf("t%d", g), 1, func(journal.Entry) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(opened.Sub(start).Seconds()*1000, "open-ms")
	b.ReportMetric(time.Since(opened).Seconds()*1000, "read-ms")
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

func fillLarge(b *testing.B, path string, tables, atOnce int) {
	s, err := Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	for first := 0; first < tables; first += atOnce {
		done := make(chan error, atOnce)
		for g := first; g < first+atOnce; g++ {
			id := fmt.Sprintf("t%d", g)
			newTable(b, s, id)
			go func() {
				var err error
				for n := uint64(1); err == nil && n <= 400; n++ {
					err = s.Append(context.Background(), id, entry(id, n))
				}
				done <- err
			}()
		}
		for range atOnce {
			if err := <-done; err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}
