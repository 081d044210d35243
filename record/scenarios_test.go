package record_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omerta/record"
)

// wanted is the line of a bad scenario that names its one fault.
var wanted = regexp.MustCompile(`(?m)^\s*#\s*fault:\s*([0-9]+)\s+(\S+)\s*$`)

// faultsOf reads and replays a record, and says where and by which rule it fails.
func faultsOf(data []byte) (record.Result, []record.Fault) {
	r, faults := record.Read(data)
	res := record.Replay(r)
	faults = append(faults, res.Faults...)
	record.Sort(faults)
	return res, faults
}

// Every scenario plays without a fault; those in a folder bad have exactly the
// one that they name.
func TestScenarios(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".mafia" {
			return err
		}
		n++
		name, _ := filepath.Rel("../scenarios", path)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			scenario(t, path, data)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 600 {
		t.Errorf("only %d scenarios were found", n)
	}
}

// rewritten holds a game to what comes of it when it is written and read again.
func rewritten(t *testing.T, data []byte, res record.Result) {
	t.Helper()
	r, _ := record.Read(data)
	var out bytes.Buffer
	if err := record.Write(&out, record.Game{Head: r.Head, Steps: res.Steps}); err != nil {
		t.Fatal(err)
	}
	again, faults := faultsOf(out.Bytes())
	if len(faults) > 0 || again.Game.Outcome() != res.Game.Outcome() || again.Game.Alive() != res.Game.Alive() {
		t.Errorf("written again it is %s instead of %s, with the faults %v:\n%s", again.Outcome, res.Outcome, faults, out.Bytes())
	}
}

func scenario(t *testing.T, path string, data []byte) {
	t.Helper()
	res, faults := faultsOf(data)
	var got []string
	for _, f := range faults {
		got = append(got, fmt.Sprintf("%s:%s", strings.TrimPrefix(path, "../"), f))
	}
	want := wanted.FindStringSubmatch(string(data))
	if filepath.Base(filepath.Dir(path)) != "bad" {
		if len(got) > 0 || !res.Played {
			t.Error(strings.Join(got, "\n"))
		}
		rewritten(t, data, res)
		return
	}
	if want == nil {
		t.Fatal("no line # fault: LINE RULE-ID")
	}
	if len(faults) != 1 || fmt.Sprint(faults[0].Line) != want[1] || faults[0].Rule != want[2] {
		t.Errorf("wanted the fault %s %s alone, got:\n%s", want[1], want[2], strings.Join(got, "\n"))
	}
}
