// Command gen writes what the repository derives from its own sources: the
// pages of the rules and of the options under docs, and the messages files put
// in order. Run it from the root: go run ./internal/gen. It writes only what
// has changed and names each such file.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"omerta/say"
	"omerta/say/rulesdoc"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return fmt.Errorf("run it from the root of the repository: %w", err)
	}
	for _, l := range say.Langs() {
		name := filepath.Join(root, "say", "catalogue", "messages."+string(l)+".json")
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		tidy, err := say.Tidy(data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := write(name, tidy); err != nil {
			return err
		}
	}
	scenarios, err := rulesdoc.Scenarios(os.DirFS(root))
	if err != nil {
		return err
	}
	for name, page := range rulesdoc.Pages(scenarios) {
		if err := write(filepath.Join(root, filepath.FromSlash(name)), page); err != nil {
			return err
		}
	}
	return nil
}

// write puts data into the file unless it is there already.
func write(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	fmt.Println(name)
	return os.WriteFile(name, data, 0o644)
}
