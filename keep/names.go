package keep

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Copy is one copy in a folder.
type Copy struct {
	Name string
	At   time.Time // when it was begun, UTC, to the second
	Size int64     // bytes
}

const (
	prefix = "omerta-"
	suffix = ".db"
	stamp  = "20060102T150405Z"
)

// Name is what a copy begun at this moment is called.
func Name(at time.Time) string { return prefix + at.UTC().Format(stamp) + suffix }

// moment reads a copy's name; false for any other file.
func moment(name string) (time.Time, bool) {
	text, ours := strings.CutPrefix(name, prefix)
	text, ends := strings.CutSuffix(text, suffix)
	at, err := time.Parse(stamp, text)
	return at, ours && ends && err == nil
}

// List gives the copies in a folder, the newest first; none where there is no folder.
// Other files are passed over.
func List(dir string) ([]Copy, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Copy
	for _, f := range files {
		at, ok := moment(f.Name())
		if !ok || !f.Type().IsRegular() {
			continue
		}
		info, err := f.Info()
		if err != nil {
			continue // it has gone meanwhile
		}
		out = append(out, Copy{f.Name(), at, info.Size()})
	}
	slices.SortFunc(out, func(a, b Copy) int { return b.At.Compare(a.At) })
	return out, nil
}

// How long copies are kept: all of a day, then the last of each day for a month, then
// the last of each month for two years.
const (
	keepAll   = 24 * time.Hour
	keepDays  = 31 * 24 * time.Hour
	keepMonth = 2 * 366 * 24 * time.Hour
)

// Spare gives those of the copies that need not be kept at this moment. The newest is
// always kept.
func Spare(all []Copy, now time.Time) []Copy {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Copy) int { return b.At.Compare(a.At) })
	var out []Copy
	held := map[string]bool{}
	for i, c := range all {
		age := now.Sub(c.At)
		var of string // the span of which it is the last
		switch {
		case i == 0 || age < keepAll:
			continue
		case age < keepDays:
			of = c.At.Format("2006-01-02")
		case age < keepMonth:
			of = c.At.Format("2006-01")
		}
		if of == "" || held[of] {
			out = append(out, c)
		}
		held[of] = true
	}
	return out
}

// clear removes what need not be kept, and remains of copies that were cut off.
func (k *Keeper) clear(now time.Time) error {
	all, err := List(k.Dir)
	if err != nil {
		return err
	}
	for _, c := range Spare(all, now) {
		err = errors.Join(err, os.Remove(filepath.Join(k.Dir, c.Name)))
	}
	parts, _ := filepath.Glob(filepath.Join(k.Dir, prefix+"*"+suffix+".*.part*"))
	for _, p := range parts {
		if info, no := os.Stat(p); no == nil && now.Sub(info.ModTime()) > time.Hour {
			err = errors.Join(err, os.Remove(p))
		}
	}
	return err
}
