//go:build unix

package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

const goStream = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/x"}
{"Action":"run","Package":"p","Test":"TestA/y"}
{"Action":"output","Package":"p","Test":"TestA/y","Output":"    a_test.go:9: why it failed\n"}
{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"fail","Package":"p","Test":"TestA/y"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: too slow\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p","Elapsed":0.5}
{"Action":"build-output","ImportPath":"q","Output":"q.go:1: syntax error\n"}
{"Action":"fail","Package":"q"}
{"Action":"run","Package":"r","Test":"TestC"}
{"Action":"pass","Package":"r","Test":"TestC"}
{"Action":"pass","Package":"r"}
`

func TestGoStreamCountsEachFailureOnce(t *testing.T) {
	var out bytes.Buffer
	w, done := goTest(&out, "")
	for chunk := range slices.Chunk([]byte(goStream), 7) {
		if _, err := w.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	got, err := done()
	if err != nil || got.passed != 2 || got.failed != 2 || got.skipped != 1 {
		t.Fatalf("got %s, %v; want 2 passed (A/x, C), 2 failed (A/y, build of q), 1 skipped", got.counts(), err)
	}
	if !slices.Equal(got.failures, []string{"p TestA/y", "q"}) || got.skips[0] != "p TestB: b_test.go:3: too slow" {
		t.Errorf("names: %q %q", got.failures, got.skips)
	}
	for _, part := range []string{"why it failed", "q.go:1: syntax error", "FAIL p 0.5s", "ok   r"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the output lacks %q:\n%s", part, &out)
		}
	}
}

func TestVitestReport(t *testing.T) {
	got, err := countVitest([]byte(`{"testResults":[
		{"name":"a","status":"failed","assertionResults":[
			{"fullName":"one","status":"passed"},{"fullName":"two","status":"failed"},{"fullName":"three","status":"pending"}]},
		{"name":"b.test.ts","status":"failed","assertionResults":[]}]}`))
	if err != nil || got.counts() != "1 passed, 2 failed, 1 skipped" || !slices.Equal(got.failures, []string{"two", "b.test.ts"}) {
		t.Errorf("got %s %q %v", got.counts(), got.failures, err)
	}
}

func TestPlaywrightReport(t *testing.T) {
	got, err := countPlaywright([]byte(`{"suites":[{"specs":[
		{"title":"ok","file":"a.spec.ts","tests":[{"status":"expected"}]},
		{"title":"no server","file":"a.spec.ts","tests":[{"status":"skipped","annotations":[{"type":"skip","description":"not built"}]}]}],
		"suites":[{"specs":[{"title":"shaky","file":"a.spec.ts","tests":[{"status":"flaky"}]}]}]}],
		"errors":[{"message":"port taken"}]}`))
	if err != nil || got.counts() != "1 passed, 2 failed, 1 skipped" || got.skips[0] != "a.spec.ts no server: not built" {
		t.Errorf("got %s %q %q %v", got.counts(), got.failures, got.skips, err)
	}
}

func sh(name, script string) step {
	return step{name: name, args: []string{"sh", "-c", script}, limit: 20 * time.Second}
}

func TestLastLineIsTheCount(t *testing.T) {
	var out bytes.Buffer
	ok := run(context.Background(), &out, []step{sh("good", "echo fine"), sh("bad", "exit 3"), sh("away", "exit 75")})
	if ok || !strings.HasSuffix(out.String(), "\n1 passed, 1 failed\n") {
		t.Errorf("ok %v, output:\n%s", ok, &out)
	}
	for _, part := range []string{"fine\n", "failed:  bad (exit status 3)", "skipped: away"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the output lacks %q:\n%s", part, &out)
		}
	}
}

func TestNothingRunsAfterABrokenVitalStep(t *testing.T) {
	var out bytes.Buffer
	build := sh("build", "exit 1")
	build.vital = true
	if run(context.Background(), &out, []step{build, sh("next", "echo reached")}) || strings.Contains(out.String(), "reached") {
		t.Errorf("output:\n%s", &out)
	}
}

func TestTimeLimitEndsGrandchildrenToo(t *testing.T) {
	s := sh("slow", "sleep 60 & wait")
	s.limit = 100 * time.Millisecond
	start := time.Now()
	got := s.run(context.Background(), &bytes.Buffer{})
	// Had the grandchild lived on, it would have held the output open until WaitDelay.
	if got.failed != 1 || time.Since(start) > 4*time.Second {
		t.Errorf("%s after %s", got.counts(), time.Since(start))
	}
}

func TestMissingReportIsAFailure(t *testing.T) {
	s := sh("vitest", "true")
	s.count = vitest
	if got := s.run(context.Background(), &bytes.Buffer{}); got.failed != 1 || got.passed != 0 {
		t.Errorf("got %s", got.counts())
	}
}

func TestEveryModeHasAPlan(t *testing.T) {
	for _, mode := range []string{"check", "test", "long"} {
		if steps, ok := plan(mode); !ok || len(steps) < 9 {
			t.Errorf("%s: %d steps", mode, len(steps))
		}
	}
	if _, ok := plan("chekc"); ok {
		t.Error("an unknown mode has a plan")
	}
}
