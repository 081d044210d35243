// Package web holds the built pages and serves them.
//
// The pages are made by Vite from src/ into dist/ (`make web`) and embedded from there. A clone in which
// nobody has built them still compiles: then [Handler] serves a page that says how to build them.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed all:dist
var dist embed.FS

// policy lets a page load only what the server itself sends, and lets nothing inline run. Pictures, sounds and
// workers may also be made by the page itself (blob:, data:), which the wake lock for plain HTTP needs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
	"img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; " +
	"worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// types is our own table, because the one of package mime depends on the machine.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".m4a":         "audio/mp4",
	".mp3":         "audio/mpeg",
	".mp4":         "video/mp4",
	".ogg":         "audio/ogg",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".wav":         "audio/wav",
	".webm":        "video/webm",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// Built reports whether the pages were built before the program was.
func Built() bool {
	_, err := fs.Stat(dist, "dist/index.html")
	return err == nil
}

// places are the first parts of the addresses within the page itself (web/src/router.ts): a reload or a link from
// elsewhere asks the server for them. Phones and the board have pages of their own.
var places = map[string]string{
	"standings": console, "person": console, "schemes": console, "scheme": console,
	"people": console, "new": console, "game": console, "import": console, "keep": console, "paper": console, "protocol": console, "protocols": console,
	"rules": console, "rule": console, "options": console, "settings": console, "room": console,
	"evenings": console, "evening": console,
	"j": "/phone.html", "s": "/phone.html", "me": "/phone.html",
	"board": "/board.html",
}

const console = "/index.html"

// Handler serves the built pages: `/` is index.html, and so is every place within it; `/name` is name.html. Files below /assets/ carry a hash
// in their names and may be kept for ever; everything else is asked for anew each time and answered with 304 when
// it has not changed. It answers GET and HEAD only, and 404 to any path that is no file. Every answer has the
// headers of [Secure].
//
// The files are read once, here; a Handler is safe for concurrent use.
func Handler() http.Handler {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(fmt.Errorf("web: %w", err)) // cannot be: the name is a valid path
	}
	return handler(sub)
}

// Secure adds the headers that every answer of ours carries, pages and data alike: a strict content security
// policy, no guessing of types, no referrer (addresses hold tokens), no frames.
func Secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// body is one form of a file: plain or packed.
type body struct {
	encoding string // of HTTP; empty for the plain form
	tag      string // ETag, quoted
	data     []byte
}

// file is all forms of one file, the best packed first and the plain one last.
type file struct {
	kind   string // Content-Type
	bodies []body
}

// site is the files by URL path.
type site map[string]file

func handler(files fs.FS) http.Handler {
	s, err := load(files)
	if err != nil {
		panic(fmt.Errorf("web: %w", err)) // cannot be with embedded files
	}
	if _, ok := s["/index.html"]; !ok {
		return Secure(http.HandlerFunc(unbuilt))
	}
	return Secure(s)
}

// load reads every file once and sets its packed forms beside it. Hidden files stay hidden.
func load(files fs.FS) (site, error) {
	s := site{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		if ext := path.Ext(name); ext == ".br" || ext == ".gz" {
			return nil
		}
		f, err := read(files, name)
		s["/"+name] = f
		return err
	})
	return s, err
}

func read(files fs.FS, name string) (file, error) {
	f := file{kind: types[path.Ext(name)]}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	for _, form := range []struct{ encoding, ext string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}} {
		data, err := fs.ReadFile(files, name+form.ext)
		if err != nil {
			if form.ext != "" {
				continue // this file has no such form
			}
			return f, err
		}
		sum := sha256.Sum256(data)
		tag := `"` + hex.EncodeToString(sum[:12]) + `"`
		f.bodies = append(f.bodies, body{form.encoding, tag, data})
	}
	return f, nil
}

func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	f, ok := s.find(r.URL.Path)
	h := w.Header()
	if !ok {
		h.Set("Cache-Control", "no-store")
		http.Error(w, "404: такой страницы нет / no such page", http.StatusNotFound)
		return
	}
	best := f.pick(r.Header.Get("Accept-Encoding"))
	h.Set("Content-Type", f.kind)
	h.Set("ETag", best.tag)
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if len(f.bodies) > 1 {
		h.Add("Vary", "Accept-Encoding")
	}
	if best.encoding != "" {
		h.Set("Content-Encoding", best.encoding)
	}
	// ServeContent answers If-None-Match and, for sounds, Range.
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(best.data))
}

// find maps a path to a file: `/` is the first page, and a page's name does without its ending.
func (s site) find(p string) (file, bool) {
	if p == "/" {
		p = console
	}
	if f, ok := s[p]; ok {
		return f, true
	}
	if f, ok := s[p+".html"]; ok {
		return f, true
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	f, ok := s[places[first]]
	return f, ok
}

// pick returns the smallest form that the browser takes. The plain one is always there.
func (f file) pick(accept string) body {
	for _, b := range f.bodies {
		if b.encoding == "" || accepts(accept, b.encoding) {
			return b
		}
	}
	return f.bodies[len(f.bodies)-1]
}

// accepts reports whether an Accept-Encoding header names the encoding with a weight other than zero. A star is
// not read as consent: browsers name what they take.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, found := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
		return !found || strings.Trim(q, "0.") != ""
	}
	return false
}

// unbuilt answers every request of a program that was built without the pages.
func unbuilt(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", types[".html"])
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(notice)) // the browser has gone: nobody to tell
}

const notice = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Omerta</title>
<h1>Omerta</h1>
<p>Программа собрана без страниц. Остановите её и наберите <code>make web build</code>, затем запустите снова.
Нужен Node 20 или новее.</p>
<p lang="en">This program was built without its pages. Stop it, type <code>make web build</code> and start it
again. Node 20 or later is needed.</p>
</html>
`
