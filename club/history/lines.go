package history

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// MaxLine is the longest line in bytes.
const MaxLine = 1 << 16

// lines reads lines of text, and counts them.
type lines struct {
	in    *bufio.Reader
	no    int   // of the line that was read last
	bytes int64 // read so far
	old   int   // lines in the old encoding
}

// next gives a line without its end; long tells that it was too long, and nothing
// of it is given. The error is io.EOF or that of the reader.
func (l *lines) next() (text string, long bool, err error) {
	data, err := l.in.ReadSlice('\n')
	l.bytes += int64(len(data))
	if errors.Is(err, bufio.ErrBufferFull) {
		err = l.skip()
		long = true
		data = nil
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(data) == 0 && !long) {
		return "", false, err
	}
	l.no++
	data = bytes.TrimRight(data, "\r\n")
	if l.no == 1 {
		data = bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	if utf8.Valid(data) {
		return string(data), long, nil
	}
	l.old++
	text, err = charmap.Windows1251.NewDecoder().String(string(data))
	return text, long, err
}

// skip reads on to the end of a line.
func (l *lines) skip() error {
	for {
		data, err := l.in.ReadSlice('\n')
		l.bytes += int64(len(data))
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// split takes a line apart into cells, which it appends. A quotation mark that is not closed is told;
// it ends with its line, so that it takes no other row with it.
func split(cells []string, line string, comma byte) (out []string, ok bool) {
	for {
		rest := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(rest, `"`) {
			end := strings.IndexByte(line, comma)
			if end < 0 {
				return append(cells, strings.TrimSpace(line)), true
			}
			cells = append(cells, strings.TrimSpace(line[:end]))
			line = line[end+1:]
			continue
		}
		cell, after, closed := unquote(rest[1:])
		cells = append(cells, strings.TrimSpace(cell))
		after = strings.TrimLeft(after, " ")
		switch {
		case !closed:
			return cells, false
		case after == "":
			return cells, true
		case after[0] != comma:
			return cells, false
		}
		line = after[1:]
	}
}

// unquote reads up to the closing quotation mark; a doubled one is one of the text.
func unquote(s string) (text, after string, closed bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			return b.String() + s, "", false
		}
		b.WriteString(s[:i])
		if s = s[i+1:]; !strings.HasPrefix(s, `"`) {
			return b.String(), s, true
		}
		b.WriteByte('"')
		s = s[1:]
	}
}
