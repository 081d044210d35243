package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"omerta/journal"
)

// index is what memory knows of the file: where the entries of each table
// are.
type index struct {
	tables map[string]*tail
	next   int64 // position of the next entry in the file
}

// tail is one table. Its last entry has Seq len(pos).
type tail struct {
	id  string
	num int64
	pos []int64 // positions of the entries 1, 2, 3, ...

	// keys holds the Seq of each key used, by its digest; nil until somebody
	// asks, so that the tables of past evenings take no memory.
	keys    map[digest]uint64
	loading chan struct{} // holds one token: who has it may load keys

	// Entries of the batch that is being written; of the goroutine write.
	stagedPos  []int64
	stagedKeys []digest
}

// digest stands for a key. Two keys are taken for one if the first 128 bits
// of their SHA-256 agree, which nobody can bring about.
type digest [16]byte

func digestOf(key string) digest {
	sum := sha256.Sum256([]byte(key))
	return digest(sum[:])
}

func newTail(id string, num int64) *tail {
	return &tail{id: id, num: num, loading: make(chan struct{}, 1)}
}

// querier is what *sql.DB and *sql.Conn have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// loadIndex reads the index of a file of the current version. A hole in a
// journal, or an entry of no table, is ErrDamaged.
func loadIndex(ctx context.Context, db querier) (*index, error) {
	x := &index{tables: map[string]*tail{}, next: 1}
	byNum := map[int64]*tail{}
	err := each(ctx, db, "SELECT num, id FROM tables", func(rows *sql.Rows) error {
		var num int64
		var id string
		if err := rows.Scan(&num, &id); err != nil {
			return err
		}
		t := newTail(id, num)
		x.tables[id], byNum[num] = t, t
		return nil
	})
	if err != nil {
		return nil, err
	}
	var pos, num, seq int64
	err = each(ctx, db, "SELECT pos, num, seq FROM entries ORDER BY pos", func(rows *sql.Rows) error {
		if err := rows.Scan(&pos, &num, &seq); err != nil {
			return err
		}
		t, ok := byNum[num]
		if !ok {
			return damaged("entry at %d belongs to no table", pos)
		}
		if seq != int64(len(t.pos))+1 {
			return damaged("table %q goes from entry %d to %d", t.id, len(t.pos), seq)
		}
		t.pos = append(t.pos, pos)
		x.next = pos + 1
		return nil
	})
	if err != nil {
		return nil, err
	}
	return x, nil
}

// each calls f for every row of the answer, until f fails.
func each(ctx context.Context, db querier, query string, f func(*sql.Rows) error, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return classify(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return classify(err)
		}
	}
	return classify(rows.Err())
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s; put the file aside and go back to a backup", journal.ErrDamaged, fmt.Sprintf(format, args...))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum covers all that an entry says, and whose it is.
func checksum(table string, e journal.Entry) int64 {
	var nums [40]byte
	for i, n := range []uint64{e.Seq, uint64(e.At.UnixMilli()), uint64(len(table)), uint64(len(e.By)), uint64(len(e.Key))} {
		binary.LittleEndian.PutUint64(nums[8*i:], n)
	}
	sum := crc32.Update(0, castagnoli, nums[:])
	for _, part := range [][]byte{[]byte(table), []byte(e.By), []byte(e.Key), e.Data} {
		sum = crc32.Update(sum, castagnoli, part)
	}
	return int64(sum)
}
