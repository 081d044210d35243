package rulesdoc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Index tells, for each rule id, which scenario files name it: paths with
// forward slashes, from the root of the repository, sorted.
type Index map[string][]string

// Scenarios reads scenarios/**/*.mafia of a repository and collects what their
// comment lines "# rules: ID ID" name, and the rule of a fault that a file is
// there to show, "# fault: LINE ID". A repository without the folder has an
// empty index; ids are taken as they are written, also those of no rule.
func Scenarios(repo fs.FS) (Index, error) {
	index := Index{}
	err := fs.WalkDir(repo, "scenarios", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".mafia") {
			return err
		}
		data, err := fs.ReadFile(repo, path)
		if err != nil {
			return err
		}
		for _, id := range named(data) {
			index[id] = append(index[id], path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("scenarios: %w", err)
	}
	for _, paths := range index {
		slices.Sort(paths)
	}
	return index, nil
}

// named lists the ids of a scenario's comment lines, each once.
func named(data []byte) []string {
	var ids []string
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if rest, ok := strings.CutPrefix(line, "# rules:"); ok {
			ids = append(ids, strings.Fields(strings.ReplaceAll(rest, ",", " "))...)
		}
		if rest, ok := strings.CutPrefix(line, "# fault:"); ok {
			if f := strings.Fields(rest); len(f) == 2 {
				ids = append(ids, f[1])
			}
		}
	}
	// Faults of the notation itself and failed expectations have no rule.
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "NOTATION" || id == "EXPECT" })
	slices.Sort(ids)
	return slices.Compact(ids)
}
