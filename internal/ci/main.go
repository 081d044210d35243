//go:build unix

// Command ci runs the project's checks one after the other, shows what they print, and counts.
//
// Its last line is always "N passed, N failed"; it exits with 1 when anything failed. A step whose tool cannot be had
// (exit code 75) is skipped, and the line before the last says so.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	mode := "check"
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	steps, ok := plan(mode)
	if !ok {
		fmt.Fprintf(os.Stderr, "usage: ci check|test|long\n")
		os.Exit(2)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if !run(ctx, os.Stdout, steps) {
		os.Exit(1) //nolint:gocritic // the deferred cancel has nothing left to stop
	}
}

// run takes the steps in order and reports whether none failed. A step that others stand on ends the run when it fails.
func run(ctx context.Context, out io.Writer, steps []step) bool {
	var total tally
	began := time.Now()
	for _, s := range steps {
		if ctx.Err() != nil {
			total.fail("interrupted before " + s.name)
			break
		}
		fmt.Fprintf(out, "\n== %s\n", s.name)
		start := time.Now()
		t := s.run(ctx, out)
		fmt.Fprintf(out, "   %s: %s in %s\n", s.name, t.counts(), time.Since(start).Round(100*time.Millisecond))
		total.add(t)
		if s.vital && t.failed > 0 {
			fmt.Fprintf(out, "   the rest cannot run without it\n")
			break
		}
	}
	total.summary(out, time.Since(began))
	return total.failed == 0
}
