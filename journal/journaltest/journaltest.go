// Package journaltest holds the suite that every journal.Store must pass. Each
// case says why it matters, and the suite prints that beside a failure.
package journaltest

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"omerta/journal"
)

// Case is one promise of journal.Store. Test gets an empty Store, which the
// suite closes afterwards.
type Case struct {
	Name string
	Why  string
	Test func(t *testing.T, s journal.Store)
}

// Run puts every case to a Store that open makes. The Store must be empty,
// and another one for each call.
func Run(t *testing.T, open func(t *testing.T) journal.Store) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("why this matters: %s", c.Why)
				}
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			c.Test(t, s)
		})
	}
}

// RunDurable puts the cases to a Store that outlives Close. Open opens the
// same Store again when it is called a second time within one test t, and an
// empty one for another t.
func RunDurable(t *testing.T, open func(t *testing.T) journal.Store) {
	for _, c := range durableCases {
		t.Run(c.Name, func(t *testing.T) {
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("why this matters: %s", c.Why)
				}
			})
			c.test(t, func() journal.Store { return open(t) })
		})
	}
}

// Cases lists the suite.
func Cases() []Case {
	var all []Case
	for _, group := range [][]Case{appendCases, readCases, tableCases, docCases, batchCases, concurrentCases, endCases} {
		all = append(all, group...)
	}
	return all
}

// Day is the moment from which the entries of Nth are dated.
var Day = time.Date(2026, time.November, 28, 19, 0, 0, 0, time.UTC)

// Nth is a plausible entry number n of a table: what it says depends on table
// and n alone, so that a test can tell it from every other.
func Nth(table string, n uint64) journal.Entry {
	return journal.Entry{
		Seq:  n,
		At:   Day.Add(time.Duration(n) * 1234 * time.Millisecond),
		By:   "host",
		Data: fmt.Appendf(nil, `{"table":%q,"n":%d}`, table, n),
		Key:  fmt.Sprintf("%s/%d", table, n),
	}
}

// Same reports whether two entries are equal, Data byte for byte.
func Same(a, b journal.Entry) bool {
	return a.Seq == b.Seq && a.At.Equal(b.At) && a.By == b.By && a.Key == b.Key && bytes.Equal(a.Data, b.Data)
}

// Fill creates a table and appends Nth(table, 1) to Nth(table, n).
func Fill(t *testing.T, s journal.Store, table string, n uint64) {
	t.Helper()
	if err := s.Create(t.Context(), journal.TableInfo{ID: table, Created: Day}); err != nil {
		t.Fatalf("Create(%q): %v", table, err)
	}
	for i := uint64(1); i <= n; i++ {
		if err := s.Append(t.Context(), table, Nth(table, i)); err != nil {
			t.Fatalf("Append(%q, %d): %v", table, i, err)
		}
	}
}

// All reads a whole table.
func All(t *testing.T, s journal.Store, table string) []journal.Entry {
	t.Helper()
	return readFrom(t, s, table, 1)
}

// Holds checks that a table holds exactly Nth(table, 1) to Nth(table, n), by
// Last, Read and ByKey.
func Holds(t *testing.T, s journal.Store, table string, n uint64) {
	t.Helper()
	last, err := s.Last(t.Context(), table)
	if err != nil || last != n {
		t.Errorf("Last(%q) = %d, %v, want %d", table, last, err, n)
	}
	got := All(t, s, table)
	if uint64(len(got)) != n {
		t.Errorf("table %q has %d entries, want %d", table, len(got), n)
	}
	for i, e := range got {
		want := Nth(table, uint64(i)+1)
		if !Same(e, want) {
			t.Errorf("table %q, entry %d:\n got %+v\nwant %+v", table, i+1, e, want)
		}
	}
	if n > 0 {
		e, ok, err := s.ByKey(t.Context(), table, Nth(table, n).Key)
		if err != nil || !ok || !Same(e, Nth(table, n)) {
			t.Errorf("ByKey of the last entry of %q: %+v, %v, %v", table, e, ok, err)
		}
	}
}

func readFrom(t *testing.T, s journal.Store, table string, from uint64) []journal.Entry {
	t.Helper()
	var all []journal.Entry
	err := s.Read(t.Context(), table, from, func(e journal.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatalf("Read(%q, %d): %v", table, from, err)
	}
	return all
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
