package record

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"omerta/say"
)

// maxFaults is how many faults are told of one record.
const maxFaults = 100

// Read reads a record. It survives any bytes. Lines that cannot be read are
// faults and left out of the record; a file that is no record at all gives one
// fault and a nil record, which Replay takes too. The record of a faulty file
// is as much of it as could be read.
func Read(data []byte) (*Record, []Fault) {
	text, fault := decode(data)
	if fault != nil {
		return nil, []Fault{*fault}
	}
	r := reader{rec: &Record{}, head: newHeadReader()}
	for i, s := range strings.Split(text, "\n") {
		if r.add(i+1, s); r.wrong || len(r.faults) >= maxFaults {
			break
		}
	}
	if r.wrong || !r.begun {
		if !r.wrong {
			r.fault(1, words("first-line"))
		}
		return nil, r.faults
	}
	if !r.body {
		r.finishHead()
	}
	markLast(r.rec.lines)
	return r.rec, r.faults
}

// decode refuses what is no text of a record's size.
func decode(data []byte) (string, *Fault) {
	if len(data) > MaxSize {
		return "", faultAt(1, "too-large", "max", MaxSize, "size", len(data))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return string(data), nil
	}
	no := 1
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			break
		}
		if r == '\n' {
			no++
		}
		data = data[n:]
	}
	return "", faultAt(no, "utf8")
}

// reader reads line after line.
type reader struct {
	rec    *Record
	head   *headReader
	faults []Fault
	begun  bool // the first line was there
	wrong  bool // it is no record
	body   bool // the head is over
	broken bool // something in the head could not be read
}

func (r *reader) fault(no int, text say.Line) {
	r.faults = append(r.faults, newFault(no, Notation, text))
}

// stray notes the first line that is missing from the game.
func (r *reader) stray(no int) {
	if r.rec.astray == 0 {
		r.rec.astray = no
	}
}

func (r *reader) add(no int, raw string) {
	s, err := uncomment(strings.TrimSuffix(raw, "\r"))
	switch {
	case !r.begun && err == nil && s == "":
	case !r.begun:
		r.begin(no, s, err)
	case err != nil:
		r.broken = r.broken || !r.body
		r.stray(no)
		r.fault(no, lineOf(err))
	case s == "":
	case isHead(s):
		r.addHead(no, s)
	default:
		r.addBody(no, s)
	}
}

// firstLine is that of a record of any version.
var firstLine = regexp.MustCompile(`^omerta ([1-9][0-9]{0,8})$`)

// begin reads the first line.
func (r *reader) begin(no int, s string, err error) {
	if err == nil {
		s = strings.Join(strings.Fields(s), " ")
		r.begun = s == "omerta 1"
	}
	switch m := firstLine.FindStringSubmatch(s); {
	case r.begun:
		return
	case err == nil && m != nil:
		r.fault(no, words("newer", "version", m[1]))
	default:
		r.fault(no, words("first-line"))
	}
	r.wrong = true
}

func (r *reader) addHead(no int, s string) {
	if r.body {
		r.fault(no, words("late-head", "text", clip(s)))
		return
	}
	if err := r.head.read(no, s); err != nil {
		r.broken = true
		r.fault(no, lineOf(err))
	}
}

func (r *reader) finishHead() {
	r.body = true
	if !r.broken {
		if f := r.head.finish(); f != nil {
			r.broken = true
			if len(r.faults) == 0 { // what is missing may be the line that could not be read
				r.faults = append(r.faults, *f)
			}
		}
	}
	r.rec.Head, r.rec.at, r.rec.sound = r.head.head, r.head.at, !r.broken
}

func (r *reader) addBody(no int, s string) {
	l, err := readLine(no, s)
	if err != nil {
		r.stray(no)
		r.fault(no, words("in", "text", clip(s), "why", lineOf(err)))
		return
	}
	if !r.body {
		r.finishHead()
	}
	r.rec.lines = append(r.rec.lines, l)
}

// markLast finds the lines after which no vote line follows in their day.
func markLast(lines []line) {
	last := true
	for i := len(lines) - 1; i >= 0; i-- {
		l := &lines[i]
		l.last = last
		switch {
		case l.kind == isHeading || l.kind == isEnd:
			last = true
		case (l.kind == isMove || l.kind == isRefuse) && l.move.votes():
			last = false
		}
	}
}
