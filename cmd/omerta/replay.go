package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"omerta/record"
	"omerta/say"
)

// replayCmd plays records through the referee and prints what is wrong with them.
type replayCmd struct {
	Files []string `arg:"" name:"file" help:"${cli_replay_file}"`
	Lang  string   `help:"${cli_replay_lang}"`
}

// Run prints one line for each sound record, and one for each fault of the
// others. The error tells the exit code: 1 for faults, 2 for a file that cannot
// be opened or read; the other files are played all the same.
func (c replayCmd) Run(w io.Writer) error {
	l, err := c.language()
	if err != nil {
		return err
	}
	code := exit(0)
	for _, name := range c.Files {
		data, err := readFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "omerta:", unread(l, name, err))
			code = 2
			continue
		}
		if !replay(w, l, name, data) {
			code = max(code, 1)
		}
	}
	if code != 0 {
		return code
	}
	return nil
}

// language is English unless --lang asks for another, or a person reads whose
// system says that he reads Russian: the lines are a format that programs read.
func (c replayCmd) language() (say.Lang, error) {
	if c.Lang != "" {
		return language(c.Lang)
	}
	if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && told(os.Getenv) && locale(os.Getenv) == say.RU {
		return say.RU, nil
	}
	return say.EN, nil
}

// readFile reads a little more than a record may hold, so that a file that is
// too large is told from one that is not.
func readFile(name string) ([]byte, error) {
	f := os.Stdin
	if name != "-" {
		var err error
		if f, err = os.Open(name); err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
	}
	return io.ReadAll(io.LimitReader(f, record.MaxSize+1))
}

// unread says why a file cannot be read. That it is not there is the commonest
// reason, and the only one with words of our own.
func unread(l say.Lang, name string, err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return say.T(l, "cli.file.none", map[string]any{"file": name})
	}
	return err.Error()
}

// replay plays one record; false when it has faults.
func replay(w io.Writer, l say.Lang, name string, data []byte) bool {
	r, faults := record.Read(data)
	res := record.Replay(r)
	faults = append(faults, res.Faults...)
	record.Sort(faults)
	for _, f := range faults {
		fmt.Fprintf(w, "%s:%s\n", name, f.In(l))
	}
	if len(faults) == 0 {
		fmt.Fprintf(w, "%s: %s\n", name, res.Outcome)
	}
	return len(faults) == 0
}

// exit is an error that has been told already; it is the code to exit with.
type exit int

// Error implements error.
func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }
