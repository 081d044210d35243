//go:build unix

package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// tally counts what passed and failed, and keeps the names of what did not pass.
type tally struct {
	passed, failed, skipped int
	failures                []string
	skips                   []string
}

func (t *tally) fail(name string) {
	t.failed++
	t.failures = append(t.failures, name)
}

func (t *tally) skip(name string) {
	t.skipped++
	t.skips = append(t.skips, name)
}

func (t *tally) add(o tally) {
	t.passed += o.passed
	t.failed += o.failed
	t.skipped += o.skipped
	t.failures = append(t.failures, o.failures...)
	t.skips = append(t.skips, o.skips...)
}

func (t *tally) counts() string {
	s := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		s += fmt.Sprintf(", %d skipped", t.skipped)
	}
	return s
}

// summary names all that did not pass, then gives the one line that others read.
func (t *tally) summary(out io.Writer, took time.Duration) {
	fmt.Fprintf(out, "\n== all in %s\n", took.Round(time.Second))
	for _, name := range t.skips {
		fmt.Fprintf(out, "skipped: %s\n", name)
	}
	for _, name := range t.failures {
		fmt.Fprintf(out, "failed:  %s\n", strings.TrimSpace(name))
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", t.passed, t.failed)
}
