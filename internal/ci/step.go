//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// unavailable is the exit code by which a step says that its tool cannot be had here (EX_TEMPFAIL).
const unavailable = 75

// step is one program to run.
type step struct {
	name  string
	args  []string
	dir   string
	env   []string
	limit time.Duration
	// count reads results from a report; without it the step counts as one check.
	count counter
	// vital steps are built upon by all that follow.
	vital bool
}

// A counter sets up how a step's results are read: where its output goes, and how to count once it has ended.
// An error of the count itself is a failure of the step.
type counter func(out io.Writer, report string) (stdout io.Writer, done func() (tally, error))

// run starts the program and waits until it and everything it started has ended, or its time is up.
func (s step) run(ctx context.Context, out io.Writer) tally {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	dir, err := os.MkdirTemp("", "omerta-ci-")
	if err != nil {
		return s.broken(err)
	}
	defer os.RemoveAll(dir)
	report := filepath.Join(dir, "report.json")

	stdout, done := out, func() (tally, error) { return tally{}, nil }
	if s.count != nil {
		stdout, done = s.count(out, report)
	}
	err = s.command(ctx, stdout, out, report).Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped: %w", ctx.Err())
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == unavailable {
		t := tally{}
		t.skip(s.name + " (its tool cannot be had here)")
		return t
	}
	return s.verdict(err, done)
}

// verdict sets the exit code against the counted results: a program that failed without naming a failed test failed all
// the same.
func (s step) verdict(err error, done func() (tally, error)) tally {
	t, bad := done()
	if err = errors.Join(err, bad); err != nil && t.failed == 0 {
		t.fail(fmt.Sprintf("%s (%v)", s.name, err))
	}
	if s.count == nil && err == nil {
		t.passed++
	}
	return t
}

func (s step) broken(err error) tally {
	t := tally{}
	t.fail(fmt.Sprintf("%s (%v)", s.name, err))
	return t
}

// command has a process group of its own, so that a time limit also ends what the program has started.
func (s step) command(ctx context.Context, stdout, stderr io.Writer, report string) *exec.Cmd {
	args := make([]string, len(s.args))
	for i, a := range s.args {
		args[i] = string(bytes.ReplaceAll([]byte(a), []byte("{report}"), []byte(report)))
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = s.dir
	c.Stdout, c.Stderr = stdout, stderr
	c.Env = append(os.Environ(), s.env...)
	c.Env = append(c.Env, "OMERTA_E2E_REPORT="+report)
	if toolchain := os.Getenv("OMERTA_TOOLCHAIN"); toolchain != "" {
		c.Env = append(c.Env, "GOTOOLCHAIN="+toolchain)
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	return c
}
