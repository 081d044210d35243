package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"omerta/journal/sqlite"
	"omerta/say"
)

// hostLinkCmd prints the host's link of the program that runs on a database: the
// way back to the table when the host's device is gone.
type hostLinkCmd struct {
	Table string `arg:"" optional:"" help:"${cli_link_table}"`
	DB    string `env:"OMERTA_DB" type:"path" help:"${cli_serve_db}"`
	Lang  string `help:"${cli_lang}"`
}

// dialWait is how long the program may take to take up a connection.
const dialWait = 2 * time.Second

// Run prints the link, or, where no program runs, what to do (code 1).
func (c hostLinkCmd) Run(w io.Writer) error {
	l, err := language(c.Lang)
	if err != nil {
		return err
	}
	named, err := database(c.DB)
	if err != nil {
		return err
	}
	b, err := seen(named)
	if errors.Is(err, errDark) {
		return &mistake{1, say.T(l, "cli.link.none", map[string]any{"db": named})}
	}
	if err != nil {
		return err
	}
	path := b.Path
	if c.Table != "" {
		path += "?table=" + url.QueryEscape(c.Table)
	}
	bases := basesOf(b.Addr)
	tellHost(w, bases, path, func(ru, en string) string {
		if l == say.RU {
			return ru
		}
		return en
	})
	_, _ = fmt.Fprintln(w, "  "+say.T(l, "cli.link.secret", nil))
	if shown := bases[min(1, len(bases)-1)]; !inside(shown) {
		draw(w, say.T(l, "cli.link.qr", nil), shown+path)
	}
	return nil
}

// beacon is what a running program leaves beside its database, for its owner's
// eyes only: where it listens and the path of the host's link. The database
// itself is locked while the program runs, and says nothing of ports.
type beacon struct {
	Addr string `json:"addr"`
	Path string `json:"path"`
}

// beaconFile is where the beacon of a database lies.
func beaconFile(db string) string { return db + ".host" }

// lit is a beacon that burns.
type lit string

// light writes the beacon of a database; whatever an earlier program has left there
// is gone.
func light(db string, b beacon) (lit, error) {
	db, err := filepath.EvalSymlinks(db)
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	file := beaconFile(db)
	// A new file, so that it has the owner's rights alone whatever lay there.
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return lit(file), os.WriteFile(file, raw, 0o600)
}

// out removes the beacon. One that a crash has left is found out by seen.
func (f lit) out() {
	if f != "" {
		_ = os.Remove(string(f))
	}
}

// errDark says that no program runs on a database.
var errDark = errors.New("no program runs on this database")

// seen finds the beacon of a running program. One that outlived its program is
// none: somebody must answer at its address and have the database open.
func seen(db string) (b beacon, err error) {
	file, err := filepath.EvalSymlinks(db)
	if err != nil {
		return b, errors.Join(errDark, err)
	}
	raw, err := os.ReadFile(beaconFile(file))
	if errors.Is(err, fs.ErrNotExist) {
		return b, errDark
	}
	if err != nil {
		return b, err
	}
	if err := json.Unmarshal(raw, &b); err != nil || !strings.HasPrefix(b.Path, "/host/") {
		return b, errors.Join(errDark, err)
	}
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(basesOf(b.Addr)[0], "http://"), dialWait)
	if err != nil {
		return b, errors.Join(errDark, err)
	}
	_ = conn.Close()
	_, held, err := sqlite.Held(file)
	if err == nil && !held {
		err = errDark
	}
	return b, err
}
