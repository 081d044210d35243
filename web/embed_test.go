package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// built is what Vite leaves behind, in small.
var built = fstest.MapFS{
	".keep":                      {},
	"index.html":                 {Data: []byte("<p>console")},
	"phone.html":                 {Data: []byte("<p>phone")},
	"icon.svg":                   {Data: []byte("<svg/>")},
	"assets/main-Ab12Cd34.js":    {Data: []byte("plain script")},
	"assets/main-Ab12Cd34.js.br": {Data: []byte("br")},
	"assets/main-Ab12Cd34.js.gz": {Data: []byte("gz")},
	"assets/font-Ef56.woff2":     {Data: []byte("font")},
	"assets/bell-Ef57.mp3":       {Data: []byte("0123456789")},
}

func get(h http.Handler, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestPagesAndAssets(t *testing.T) {
	const never, always = "public, max-age=31536000, immutable", "no-cache"
	h := handler(built)
	for _, c := range []struct {
		path, kind, cache string
		status            int
	}{
		{"/", "text/html; charset=utf-8", always, 200},
		{"/phone", "text/html; charset=utf-8", always, 200},
		{"/phone.html", "text/html; charset=utf-8", always, 200},
		{"/game/abc/end", "text/html; charset=utf-8", always, 200},
		{"/rule/CITY-WIN-5", "text/html; charset=utf-8", always, 200},
		{"/icon.svg", "image/svg+xml", always, 200},
		{"/assets/main-Ab12Cd34.js", "text/javascript; charset=utf-8", never, 200},
		{"/assets/font-Ef56.woff2", "font/woff2", never, 200},
		{"/assets/gone.js", "text/plain; charset=utf-8", "no-store", 404},
		{"/assets/main-Ab12Cd34.js.br", "text/plain; charset=utf-8", "no-store", 404},
		{"/assets/", "text/plain; charset=utf-8", "no-store", 404},
		{"/.keep", "text/plain; charset=utf-8", "no-store", 404},
		{"/nothing/at/all", "text/plain; charset=utf-8", "no-store", 404},
		{"/nothing", "text/plain; charset=utf-8", "no-store", 404},
	} {
		res := get(h, c.path)
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.kind ||
			res.Header.Get("Cache-Control") != c.cache {
			t.Errorf("GET %s: %d, %q, %q; want %d, %q, %q", c.path, res.StatusCode, res.Header.Get("Content-Type"),
				res.Header.Get("Cache-Control"), c.status, c.kind, c.cache)
		}
	}
}

func TestBestEncodingThatTheBrowserTakes(t *testing.T) {
	h := handler(built)
	for _, c := range []struct{ accept, encoding, body string }{
		{"gzip, deflate, br", "br", "br"},
		{"gzip, deflate", "gzip", "gz"},
		{"BR;q=1.0", "br", "br"},
		{"br;q=0, gzip;q=0.5", "gzip", "gz"},
		{"br; q=0.000, gzip; q=0", "", "plain script"},
		{"brotli", "", "plain script"},
		{"*", "", "plain script"},
		{"", "", "plain script"},
	} {
		res := get(h, "/assets/main-Ab12Cd34.js", "Accept-Encoding", c.accept)
		body := text(t, res)
		if res.Header.Get("Content-Encoding") != c.encoding || body != c.body {
			t.Errorf("%q: got %q %q, want %q %q", c.accept, res.Header.Get("Content-Encoding"), body, c.encoding, c.body)
		}
		if res.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: no Vary: a shared cache would give one browser's form to another", c.accept)
		}
	}
}

func TestUnchangedFileIsNotSentAgain(t *testing.T) {
	h := handler(built)
	tag := get(h, "/").Header.Get("ETag")
	if res := get(h, "/", "If-None-Match", tag); res.StatusCode != http.StatusNotModified {
		t.Errorf("same tag %s: %d, want 304", tag, res.StatusCode)
	}
	if res := get(h, "/phone", "If-None-Match", tag); res.StatusCode != http.StatusOK {
		t.Errorf("another file's tag: %d, want 200", res.StatusCode)
	}
	br := get(h, "/assets/main-Ab12Cd34.js", "Accept-Encoding", "br").Header.Get("ETag")
	if plain := get(h, "/assets/main-Ab12Cd34.js").Header.Get("ETag"); plain == br {
		t.Errorf("plain and packed form share the tag %s", br)
	}
}

func TestSoundCanBeAskedForInParts(t *testing.T) {
	res := get(handler(built), "/assets/bell-Ef57.mp3", "Range", "bytes=2-4")
	if got := text(t, res); res.StatusCode != http.StatusPartialContent || got != "234" {
		t.Errorf("got %d %q, want 206 %q", res.StatusCode, got, "234")
	}
}

func TestOnlyReading(t *testing.T) {
	w := httptest.NewRecorder()
	handler(built).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("x")))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST /: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestEveryAnswerIsSecured(t *testing.T) {
	for name, h := range map[string]http.Handler{"built": handler(built), "unbuilt": handler(fstest.MapFS{})} {
		for _, path := range []string{"/", "/assets/main-Ab12Cd34.js", "/nothing"} {
			res := get(h, path)
			csp := res.Header.Get("Content-Security-Policy")
			for _, part := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'"} {
				if !strings.Contains(csp, part) {
					t.Errorf("%s %s: policy %q lacks %q", name, path, csp, part)
				}
			}
			if strings.Contains(csp, "unsafe") {
				t.Errorf("%s %s: policy %q lets something unsafe through", name, path, csp)
			}
			if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s %s: headers %v", name, path, res.Header)
			}
		}
	}
}

func TestWithoutPagesItSaysHowToBuildThem(t *testing.T) {
	res := get(handler(fstest.MapFS{".keep": {}}), "/")
	body := text(t, res)
	if res.StatusCode != http.StatusServiceUnavailable || strings.Count(body, "make web") != 2 {
		t.Errorf("got %d %s", res.StatusCode, body)
	}
}

// The real folder, whichever state it is in, must give an answer.
func TestEmbedded(t *testing.T) {
	want := http.StatusServiceUnavailable
	if Built() {
		want = http.StatusOK
	}
	if res := get(Handler(), "/"); res.StatusCode != want {
		t.Errorf("GET /: %d, want %d", res.StatusCode, want)
	}
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
