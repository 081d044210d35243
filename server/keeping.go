package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"time"

	"omerta/archive"
	"omerta/journal"
	"omerta/journal/sqlite"
	"omerta/keep"
	"omerta/mafia"
	"omerta/table"
)

// Copies tells how the copies of the database stand.
type Copies struct {
	Database string `json:"database"` // the file that is copied, "" where that is not known
	Folder   string `json:"folder"`   // where copies are made by themselves, "" for nowhere
	Copies   []Copy `json:"copies"`   // those in the folder, the newest first
	// Failed is what was wrong with the last try, "" when it went well; it was made At
	// (milliseconds since 1970, 0: not yet since the start).
	Failed string `json:"failed"`
	At     int64  `json:"at"`
}

// Copy is one copy of the database.
type Copy struct {
	Name string `json:"name"`
	At   int64  `json:"at"`   // when it was begun, milliseconds since 1970
	Size int64  `json:"size"` // bytes
}

// keepRoutes are the routes of copies and of moving house.
func (s *Server) keepRoutes() []route {
	return []route{
		{"GET /api/copies", hosts, "", "Copies", "The copies of the database that are made by themselves (`serve --backup`), and whether the last one went well.", s.copies, nil},
		{"POST /api/copies", hosts, "", "Copies", "Makes a copy now.", s.copyNow, nil},
		{"GET /api/copies/{name}", hosts, "", "", "A copy as a file. Like the database itself it holds the host's key.", nil, s.hostFile(s.copyFile)},
		{"GET /api/copy", hosts, "", "", "A fresh copy of the database as a file, without leaving one in the folder; `omerta restore` puts it in a database's place.", nil, s.hostFile(s.freshCopy)},
		{"GET /api/club/archive", hosts, "", "", "The whole club as one archive (ZIP) to move house: `omerta unpack`. Without keys, cookies and phones, and without games without a host that still run.", nil, s.hostFile(s.archiveFile)},
	}
}

var (
	errNoFolder   = failed(http.StatusConflict, "no-folder")
	errCopyFailed = failed(http.StatusServiceUnavailable, "copy-failed")
)

// keeper is who makes copies; a store in memory has none.
func (s *Server) keeper() (*keep.Keeper, error) {
	if s.Keeper == nil {
		return nil, errNoFolder
	}
	return s.Keeper, nil
}

func (s *Server) copies(*http.Request) (any, error) { return s.copiesNow(), nil }

func (s *Server) copiesNow() Copies {
	out := Copies{Database: s.Database, Copies: []Copy{}}
	if s.Keeper == nil {
		return out
	}
	st := s.Keeper.State()
	out.Folder = st.Dir
	if !st.At.IsZero() {
		out.At = st.At.UnixMilli()
	}
	if st.Failed != nil {
		out.Failed = cause(st.Failed)
	}
	for _, c := range st.Copies {
		out.Copies = append(out.Copies, Copy{c.Name, c.At.UnixMilli(), c.Size})
	}
	return out
}

func (s *Server) copyNow(r *http.Request) (any, error) {
	k, err := s.keeper()
	if err != nil {
		return nil, err
	}
	_, err = k.Copy(r.Context())
	switch {
	case errors.Is(err, keep.ErrNoFolder):
		return nil, errNoFolder
	case err != nil:
		return nil, copyFailed(err)
	}
	return s.copiesNow(), nil
}

// cause is what the system says, without the names of files on the way there.
func cause(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	}
	return err.Error()
}

// copyFailed tells why there is no copy, in the system's words.
func copyFailed(err error) error {
	f := *errCopyFailed
	f.Why = cause(err)
	return &f
}

func (s *Server) copyFile(w http.ResponseWriter, r *http.Request) error {
	k, err := s.keeper()
	if err != nil {
		return err
	}
	f, err := k.Open(r.PathValue("name"))
	if err != nil {
		return errNotFound
	}
	defer func() { _ = f.Close() }()
	s.sendFile(w, "application/vnd.sqlite3", r.PathValue("name"), f)
	return nil
}

func (s *Server) freshCopy(w http.ResponseWriter, r *http.Request) error {
	k, err := s.keeper()
	if err != nil {
		return err
	}
	name := keep.Name(time.Now())
	err = k.Snapshot(r.Context(), func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		s.sendFile(w, "application/vnd.sqlite3", name, f)
		return nil
	})
	if err != nil {
		return copyFailed(err)
	}
	return nil
}

func (s *Server) archiveFile(w http.ResponseWriter, r *http.Request) error {
	k, err := s.keeper()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = k.Snapshot(r.Context(), func(path string) error {
		_, err := PackFile(r.Context(), &b, path, s.Version)
		return err
	})
	if err != nil {
		return copyFailed(err)
	}
	s.sendFile(w, "application/zip", "omerta-club-"+time.Now().Format(time.DateOnly)+".zip", &b)
	return nil
}

// sendFile answers with a file. What fails now can be told nobody but the log.
func (s *Server) sendFile(w http.ResponseWriter, kind, name string, body io.Reader) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	if _, err := io.Copy(w, body); err != nil {
		s.Log.Warn("a file was not sent whole", "file", name, "err", err)
	}
}

// PackFile packs the club of a database's file that nobody has open, a copy as a rule, with
// finished games as records beside. Games without a host that still run are left out: an
// archive would tell their cards.
func PackFile(ctx context.Context, out io.Writer, path, version string) (m archive.Manifest, err error) {
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(ctx, path, sqlite.WithLog(quiet))
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	hub, err := table.Open(ctx, store, table.WithLog(quiet))
	if err != nil {
		return m, err
	}
	defer hub.Close()
	return pack(ctx, out, store, hub, version)
}

func pack(ctx context.Context, out io.Writer, store journal.Store, hub *table.Hub, version string) (archive.Manifest, error) {
	all, err := hub.List(ctx)
	if err != nil {
		return archive.Manifest{}, err
	}
	o := archive.Options{Program: version, Now: time.Now()}
	leave := map[string]bool{}
	for _, l := range all {
		t, err := hub.Get(ctx, l.ID)
		if err != nil {
			return archive.Manifest{}, err
		}
		if t.Leader() == mafia.Device && l.Summary.Outcome.Winner == mafia.NoWinner {
			leave[l.ID] = true
			continue
		}
		if !over(l.Summary) || t.Damage() != nil {
			continue
		}
		text, err := ExportRecord(ctx, t)
		if err != nil {
			continue // its journal is in the archive all the same
		}
		o.Records = append(o.Records, archive.Record{Name: fileName(t, l.Summary) + "-" + l.ID + ".mafia", Text: text})
	}
	o.Leave = func(info journal.TableInfo) bool { return leave[info.ID] }
	return archive.Write(ctx, out, store, o)
}

// gameOver has a copy made after a game, if somebody makes copies.
func (s *Server) gameOver() {
	if s.Keeper != nil {
		s.Keeper.GameOver()
	}
}
