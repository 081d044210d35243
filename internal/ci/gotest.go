//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// goEvent is one line of `go test -json`.
type goEvent struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// goResults turns the events of `go test -json` into a short live report and counts. A test with subtests counts
// through them, so that one broken subtest is one failure.
type goResults struct {
	out     io.Writer
	partial []byte
	tally   tally
	printed map[string]*bytes.Buffer // what a running test has printed
	parent  map[string]bool          // tests that have had subtests
	broken  map[string]bool          // tests and packages whose failure is counted already
}

// goTest is the counter of `go test -json`.
func goTest(out io.Writer, _ string) (io.Writer, func() (tally, error)) {
	g := &goResults{
		out: out, printed: map[string]*bytes.Buffer{}, parent: map[string]bool{}, broken: map[string]bool{},
	}
	return g, func() (tally, error) { return g.tally, nil }
}

// Write takes output in pieces of any size. It never fails: what is no event is shown as it is.
func (g *goResults) Write(p []byte) (int, error) {
	g.partial = append(g.partial, p...)
	for {
		line, rest, found := bytes.Cut(g.partial, []byte("\n"))
		if !found {
			return len(p), nil
		}
		g.partial = rest
		var e goEvent
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(g.out, "%s\n", line)
			continue
		}
		g.take(e)
	}
}

func (g *goResults) take(e goEvent) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		io.WriteString(g.out, e.Output)
	case "run":
		if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
			g.parent[e.Package+" "+e.Test[:i]] = true
		}
	case "output":
		g.buffer(key).WriteString(e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			g.endPackage(e)
		} else {
			g.endTest(e, key)
		}
		delete(g.printed, key)
	}
}

func (g *goResults) endTest(e goEvent, key string) {
	switch {
	case e.Action == "fail":
		if !g.broken[key] {
			g.tally.fail(key)
		}
		g.mark(e.Package, e.Test)
		fmt.Fprintf(g.out, "%s", g.buffer(key))
	case g.parent[key]:
	case e.Action == "skip":
		g.tally.skip(key + reason(g.buffer(key).String()))
	default:
		g.tally.passed++
	}
}

// endPackage prints the package's line, and its whole output when it failed outside any test: a panic, a build that
// broke, a TestMain.
func (g *goResults) endPackage(e goEvent) {
	switch e.Action {
	case "fail":
		if !g.broken[e.Package+" "] {
			g.tally.fail(e.Package)
			fmt.Fprintf(g.out, "%s", g.buffer(e.Package+" "))
		}
		fmt.Fprintf(g.out, "FAIL %s %.1fs\n", e.Package, e.Elapsed)
	case "pass":
		fmt.Fprintf(g.out, "ok   %s %.1fs\n", e.Package, e.Elapsed)
	}
}

// mark notes that the failure of the test's parents and package is this one.
func (g *goResults) mark(pkg, test string) {
	for test != "" {
		i := strings.LastIndexByte(test, '/')
		test = test[:max(i, 0)]
		g.broken[pkg+" "+test] = true
	}
}

func (g *goResults) buffer(key string) *bytes.Buffer {
	if g.printed[key] == nil {
		g.printed[key] = &bytes.Buffer{}
	}
	return g.printed[key]
}

// reason finds what a test said when it skipped itself.
func reason(output string) string {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			return ": " + line
		}
	}
	return ""
}
