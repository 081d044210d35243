//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// vitest is the counter of Vitest's JSON report.
func vitest(out io.Writer, report string) (io.Writer, func() (tally, error)) {
	return out, func() (tally, error) {
		data, err := os.ReadFile(report)
		if err != nil {
			return tally{}, fmt.Errorf("no report: %w", err)
		}
		return countVitest(data)
	}
}

func countVitest(data []byte) (t tally, err error) {
	var r struct {
		TestResults []struct {
			Name             string
			Status           string
			AssertionResults []struct{ FullName, Status string }
		}
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return t, fmt.Errorf("vitest's report: %w", err)
	}
	for _, file := range r.TestResults {
		failed := t.failed
		for _, a := range file.AssertionResults {
			switch a.Status {
			case "passed":
				t.passed++
			case "failed":
				t.fail(a.FullName)
			default:
				t.skip(a.FullName)
			}
		}
		if file.Status == "failed" && t.failed == failed {
			t.fail(file.Name) // the file broke before its tests
		}
	}
	return t, nil
}

// playwright is the counter of Playwright's JSON report.
func playwright(out io.Writer, report string) (io.Writer, func() (tally, error)) {
	return out, func() (tally, error) {
		data, err := os.ReadFile(report)
		if err != nil {
			return tally{}, fmt.Errorf("no report: %w", err)
		}
		return countPlaywright(data)
	}
}

// suite is a file or a describe block of Playwright's report.
type suite struct {
	Suites []suite
	Specs  []struct {
		Title, File string
		Tests       []struct {
			Status      string
			Annotations []struct{ Type, Description string }
		}
	}
}

func countPlaywright(data []byte) (t tally, err error) {
	var r struct {
		Suites []suite
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return t, fmt.Errorf("playwright's report: %w", err)
	}
	for _, s := range r.Suites {
		t.addSuite(s)
	}
	for _, e := range r.Errors {
		t.fail("browser tests: " + e.Message)
	}
	return t, nil
}

// addSuite counts a test that needed a second try as failed: there are no second tries here.
func (t *tally) addSuite(s suite) {
	for _, inner := range s.Suites {
		t.addSuite(inner)
	}
	for _, spec := range s.Specs {
		name := spec.File + " " + spec.Title
		for _, test := range spec.Tests {
			switch test.Status {
			case "expected":
				t.passed++
			case "skipped":
				why := ""
				if len(test.Annotations) > 0 {
					why = ": " + test.Annotations[0].Description
				}
				t.skip(name + why)
			default:
				t.fail(name)
			}
		}
	}
}
