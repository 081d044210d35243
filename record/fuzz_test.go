package record_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"omerta/mafia"
	"omerta/record"
)

// Any bytes are read and replayed without a panic and without end; what comes
// of them can be written and read again.
func FuzzRead(f *testing.F) {
	n := 0
	_ = filepath.WalkDir("../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".mafia" {
			if n++; n%9 == 0 {
				if data, err := os.ReadFile(path); err == nil {
					f.Add(data)
				}
			}
		}
		return nil
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _ := record.Read(data)
		res := record.Replay(r)
		if !res.Played {
			return
		}
		var text bytes.Buffer
		if err := record.Write(&text, record.Game{Head: r.Head, Steps: res.Steps}); err != nil {
			t.Fatalf("cannot be written: %v", err)
		}
		again, faults := faultsOf(text.Bytes())
		if len(faults) > 0 {
			t.Fatalf("what was written is faulty: %v\n%s", faults, text.Bytes())
		}
		if p := res.Game.Phase(); p == mafia.Notes || p == mafia.Accusation {
			return // what is half written down is not part of a record
		}
		if again.Game.Outcome() != res.Game.Outcome() || again.Game.Alive() != res.Game.Alive() {
			t.Fatalf("%s became %s\n%s", res.Outcome, again.Outcome, text.Bytes())
		}
	})
}
