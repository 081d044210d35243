// Command gen writes the types of the API for the web page. It is run by
// go generate in its parent folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"omerta/server/tsgen"
)

func main() {
	if err := run("../.."); err != nil {
		fmt.Fprintln(os.Stderr, "tsgen:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	data, err := tsgen.Generate(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(tsgen.Path)), data, 0o644)
}
