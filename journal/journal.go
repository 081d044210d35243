// Package journal is the append-only log of a table: what was acknowledged,
// in order, and nothing else. It knows nothing of the game; what an entry
// says is opaque to it.
//
// A Store keeps many tables. NewMemory keeps them in memory, package sqlite
// in one file on disk; package journaltest holds the suite that every Store
// must pass.
package journal

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// MaxData is the largest Entry.Data, TableInfo.Meta or document, in bytes.
// An entry of a game is some hundred bytes; the limit keeps one mistake from
// filling a disk.
const MaxData = 8 << 20

// MaxName is the longest id, kind, title, key or By, in bytes.
const MaxName = 1024

// Entry is one acknowledged step of one table.
type Entry struct {
	// Seq counts 1, 2, 3, ... without gaps in each table.
	Seq uint64
	// At is kept to the millisecond, in UTC; what is finer is cut off.
	At time.Time
	// By says who gave the command; opaque.
	By string
	// Data is the step itself: JSON by custom, opaque here. Nil and empty
	// are the same.
	Data []byte
	// Key is the idempotency key of the client's command. It may be empty;
	// when it is not, it occurs once per table.
	Key string
}

// TableInfo is what is known of a table besides its entries.
type TableInfo struct {
	// ID names the table; not empty.
	ID string
	// Created is kept to the millisecond, in UTC.
	Created time.Time
	// Title is for people.
	Title string
	// Meta is opaque, JSON by custom; SetMeta replaces it.
	Meta []byte
	// Version is the caller's version of what its entries say. The store
	// hands it back and makes nothing of it.
	Version int
}

// Document is a small value kept outside the tables: a person, a setting.
type Document struct {
	ID   string
	Data []byte
}

// The answers of a Store that are not success. Test for them with errors.Is;
// the errors themselves say more.
var (
	// ErrExists: a table of this id is there already.
	ErrExists = errors.New("table exists already")
	// ErrNoTable: there is no table of this id.
	ErrNoTable = errors.New("no such table")
	// ErrGap: the entry's Seq is not the one that follows the last.
	ErrGap = errors.New("entry does not follow the last one")
	// ErrDuplicateKey: an entry of this table has this Key already; ByKey
	// finds it.
	ErrDuplicateKey = errors.New("idempotency key was used already")
	// ErrInvalid: the caller's value cannot be kept: an empty id, or more
	// than MaxData or MaxName.
	ErrInvalid = errors.New("value cannot be kept")

	// ErrUnavailable: the store cannot do it now (disk full, input or output
	// failed, context ended, closed). The same call may succeed later. A
	// server answers 503.
	ErrUnavailable = errors.New("journal unavailable")
	// ErrClosed: the store was closed. It is an ErrUnavailable.
	ErrClosed = fmt.Errorf("%w: closed", ErrUnavailable)
	// ErrMoved: the file was moved or deleted while it was open. Nothing can be
	// kept until it is back. It is an ErrUnavailable.
	ErrMoved = fmt.Errorf("%w: the file is no longer in its place", ErrUnavailable)

	// ErrDamaged: what is on disk is not what was written.
	ErrDamaged = errors.New("journal is damaged")
	// ErrNewer: the file was written by a newer version of the program.
	ErrNewer = errors.New("journal is of a newer version")
	// ErrForeign: the file is not a journal of this program.
	ErrForeign = errors.New("not a journal of this program")
	// ErrInUse: another process, or another Store of this one, has it open.
	ErrInUse = errors.New("journal is in use")
)

// Store keeps the journals of tables. Its methods may be called from many
// goroutines at once. Whatever they take or give is copied: the caller may
// change it afterwards.
//
// An error wraps exactly one of the variables above, and the context's error
// too where that was the cause. A method that changes something has changed
// all of it or nothing. After ErrUnavailable the change is usually not made;
// it may have been made where the disk failed in the middle of a commit, so
// ask Last or ByKey before repeating it.
type Store interface {
	// Create opens a table with these first entries, durably, or changes
	// nothing: there is never a table with only some of them. ErrExists,
	// ErrInvalid, and ErrGap or ErrDuplicateKey as Append has them.
	Create(ctx context.Context, t TableInfo, first ...Entry) error

	// Append adds e to the table. When it returns nil the entry is durable:
	// it survives the death of the process and of the machine. A used Key
	// is ErrDuplicateKey, whatever Seq says; a Seq that is not the last plus
	// one is ErrGap. ErrNoTable, ErrInvalid. When ctx ends before the entry
	// is being written, it is not written; once it is, Append waits for the
	// outcome.
	Append(ctx context.Context, table string, e Entry) error

	// Read yields the entries with Seq >= from in order, as of the call;
	// entries appended meanwhile may be left out. It ends with yield's first
	// error and returns that as it is. Yield may call the Store. ErrNoTable.
	Read(ctx context.Context, table string, from uint64, yield func(Entry) error) error

	// ByKey finds the entry of a table with this Key. False if there is
	// none, and always for an empty key. ErrNoTable.
	ByKey(ctx context.Context, table, key string) (Entry, bool, error)

	// Last is the Seq of the last entry, 0 if there is none. ErrNoTable.
	Last(ctx context.Context, table string) (uint64, error)

	// Tables lists all tables by creation, then by id.
	Tables(ctx context.Context) ([]TableInfo, error)

	// Info is what Tables says of one table. ErrNoTable.
	Info(ctx context.Context, table string) (TableInfo, error)

	// SetMeta replaces the Meta of a table. ErrNoTable, ErrInvalid.
	SetMeta(ctx context.Context, table string, meta []byte) error

	// Delete removes a table and its entries for good; the id is free
	// again. ErrNoTable.
	Delete(ctx context.Context, table string) error

	// PutDoc writes the document, over an older one of the same kind and
	// id. ErrInvalid.
	PutDoc(ctx context.Context, kind, id string, data []byte) error

	// Doc reads a document; false if there is none.
	Doc(ctx context.Context, kind, id string) ([]byte, bool, error)

	// Docs reads all documents of a kind, by id.
	Docs(ctx context.Context, kind string) ([]Document, error)

	// DeleteDoc removes a document; none to remove is no error.
	DeleteDoc(ctx context.Context, kind, id string) error

	// Commit makes all changes of the batch durable together, or none of them.
	// Errors are those of Delete, Create, Append, SetMeta and PutDoc.
	Commit(ctx context.Context, b Batch) error

	// Close finishes what was begun and gives up all resources. Every later
	// call answers ErrClosed, only Close again answers nil.
	Close() error
}

// Normal is e as a Store keeps it: time to the millisecond in UTC, own Data,
// never nil. It refuses with ErrInvalid what no Store keeps. It is for
// implementations of Store.
func (e Entry) Normal() (Entry, error) {
	if err := checkSizes(e.Data, e.By, e.Key); err != nil {
		return Entry{}, err
	}
	e.At = Moment(e.At)
	e.Data = append(make([]byte, 0, len(e.Data)), e.Data...)
	return e, nil
}

// Normal is t as a Store keeps it, or ErrInvalid; see Entry.Normal.
func (t TableInfo) Normal() (TableInfo, error) {
	if t.ID == "" {
		return TableInfo{}, fmt.Errorf("%w: table without id", ErrInvalid)
	}
	if err := checkSizes(t.Meta, t.ID, t.Title); err != nil {
		return TableInfo{}, err
	}
	t.Created = Moment(t.Created)
	t.Meta = append(make([]byte, 0, len(t.Meta)), t.Meta...)
	return t, nil
}

// Normal is d of this kind as a Store keeps it, or ErrInvalid; see
// Entry.Normal.
func (d Document) Normal(kind string) (Document, error) {
	if kind == "" || d.ID == "" {
		return Document{}, fmt.Errorf("%w: document without kind or id", ErrInvalid)
	}
	if err := checkSizes(d.Data, kind, d.ID); err != nil {
		return Document{}, err
	}
	d.Data = append(make([]byte, 0, len(d.Data)), d.Data...)
	return d, nil
}

// NormalAll is Normal of a new table's first entries, which must follow each
// other from 1 and have different keys (ErrGap, ErrDuplicateKey).
func NormalAll(first []Entry) ([]Entry, error) {
	out := make([]Entry, 0, len(first))
	used := map[string]bool{}
	for i, e := range first {
		e, err := e.Normal()
		switch {
		case err != nil:
			return nil, err
		case e.Seq != uint64(i)+1:
			return nil, fmt.Errorf("%w: a table begins with entry %d, not %d", ErrGap, i+1, e.Seq)
		case e.Key != "" && used[e.Key]:
			return nil, fmt.Errorf("%w: key %q", ErrDuplicateKey, e.Key)
		}
		used[e.Key] = true
		out = append(out, e)
	}
	return out, nil
}

// CheckMeta refuses with ErrInvalid a Meta that no Store keeps.
func CheckMeta(meta []byte) error { return checkSizes(meta) }

// Moment is t as a Store keeps it: to the millisecond, in UTC.
func Moment(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

func checkSizes(data []byte, names ...string) error {
	if len(data) > MaxData {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrInvalid, len(data), MaxData)
	}
	for _, n := range names {
		if len(n) > MaxName {
			return fmt.Errorf("%w: a name of %d bytes, at most %d", ErrInvalid, len(n), MaxName)
		}
	}
	return nil
}
