package server

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	nickGraphemes = 24
	nickBytes     = 96
	marksABase    = 2
)

const (
	zwnj = '\u200c' // Persian and Indic words need it
	zwj  = '\u200d' // and so do emoji
)

// cleanNick gives a nick as it is kept: NFC, without controls and characters
// that steer direction or are not assigned, white space as single spaces, at
// most two combining marks a base. It reports false when nothing visible is
// left, or more than 24 characters or 96 bytes.
func cleanNick(s string) (string, bool) {
	var b strings.Builder
	marks, space, visible, graphemes := 0, false, false, 0
	joined := false
	for _, r := range norm.NFC.String(s) {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case r == zwj || r == zwnj:
			if !visible || joined || space {
				continue
			}
			joined = true
			b.WriteRune(r)
			continue
		case !assigned(r):
			continue
		case unicode.IsMark(r):
			if marks++; marks > marksABase || b.Len() == 0 {
				continue
			}
		default:
			if space {
				b.WriteByte(' ')
				graphemes++
			}
			marks, space, visible = 0, false, true
			if !joined && !modifier(r) {
				graphemes++
			}
		}
		joined = false
		b.WriteRune(r)
	}
	out := strings.TrimRight(b.String(), string(zwj)+string(zwnj))
	return out, visible && graphemes <= nickGraphemes && len(out) <= nickBytes
}

// assigned keeps letters, marks, numbers, punctuation and symbols: all but
// controls, formats, surrogates, private use and what Unicode has not assigned.
func assigned(r rune) bool {
	return r != unicode.ReplacementChar && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// modifier is a symbol that belongs to the one before: the skin tones.
func modifier(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// twins are letters that look like another of a different alphabet.
var twins = strings.NewReplacer(
	"а", "a", "в", "b", "е", "e", "ё", "e", "з", "3", "и", "u", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c",
	"т", "t", "у", "y", "х", "x", "і", "l", "ѕ", "s", "ј", "j", "ԁ", "d", "α", "a", "ο", "o", "ρ", "p", "ν", "v", "υ", "u",
	"0", "o", "1", "l", "i", "l", "|", "l",
)

// skeleton is the same for nicks that look alike.
func skeleton(nick string) string {
	s := twins.Replace(strings.ToLower(norm.NFKC.String(nick)))
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) {
			return r
		}
		return -1
	}, norm.NFD.String(s))
}
