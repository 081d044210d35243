// Package names cleans what people type to be read by others: nicks, titles,
// reasons. A line of text must not hide, turn or break the lines around it.
package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The bounds of a nick, and of a reason that a host types in.
const (
	nickGraphemes = 24
	nickBytes     = 96
	reasonRunes   = 200
	reasonBytes   = 600
	marksABase    = 2
)

// MaxTitle bounds titles, events, sites and the like, in bytes.
const MaxTitle = 200

const (
	zwnj = '\u200c' // Persian and Indic words need it
	zwj  = '\u200d' // and so do emoji
)

// Nick gives a nick as it is kept: as Line gives it, with something visible, at
// most 24 characters and 96 bytes; false when it is not so.
func Nick(s string) (string, bool) {
	out, visible, graphemes := clean(s)
	return out, visible && graphemes <= nickGraphemes && len(out) <= nickBytes
}

// Reason gives a reason as it is kept, as Line does; false when it has more than
// 200 characters or 600 bytes.
func Reason(s string) (string, bool) {
	out := Line(s)
	return out, utf8.RuneCountInString(out) <= reasonRunes && len(out) <= reasonBytes
}

// Title gives a title, an event or a site as it is kept, as Line does; false when
// it has more than MaxTitle bytes.
func Title(s string) (string, bool) {
	out := Line(s)
	return out, len(out) <= MaxTitle
}

// Line gives a text as one line: NFC, without controls, characters that steer
// direction, that are not assigned or that nobody sees, white space as single
// spaces, at most two combining marks a base. It may be empty.
func Line(s string) string {
	out, _, _ := clean(s)
	return out
}

// clean gives a line, whether there is something to be seen in it, and how many
// characters a person would count.
func clean(s string) (out string, visible bool, graphemes int) {
	var b strings.Builder
	marks, space, joined := 0, false, false
	for _, r := range norm.NFC.String(s) {
		switch {
		case unicode.IsSpace(r) || r == brailleBlank:
			space = b.Len() > 0
			continue
		case r == zwj || r == zwnj:
			if !visible || joined || space {
				continue
			}
			joined = true
			b.WriteRune(r)
			continue
		case !assigned(r) || slices.Contains(unseen, r):
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
	return strings.TrimRight(b.String(), string(zwj)+string(zwnj)), visible, graphemes
}

// brailleBlank looks like a space and is none for Unicode.
const brailleBlank = '\u2800'

// unseen are letters and signs without a shape: the fillers of Hangul, the vowels
// inherent in Khmer, a joiner, blank hieroglyphs and a note without a head.
var unseen = []rune{
	'\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u17b5', '\u034f', '\U00013441', '\U00013442', '\U0001d159',
}

// assigned keeps letters, marks, numbers, punctuation and symbols: all but
// controls, formats, surrogates, private use and what Unicode has not assigned.
func assigned(r rune) bool {
	return r != unicode.ReplacementChar && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// modifier is a symbol that belongs to the one before: the skin tones.
func modifier(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// twins are letters, and pairs of them, that look like another of a different
// alphabet or of the same; marks are gone by then.
var twins = strings.NewReplacer(
	"а", "a", "в", "b", "ь", "b", "е", "e", "з", "3", "и", "u", "к", "k", "м", "m", "н", "h", "о", "o", "п", "n", "р", "p",
	"с", "c", "т", "t", "у", "y", "х", "x", "г", "r", "ш", "w", "щ", "w", "б", "6", "ч", "4",
	"і", "l", "ӏ", "l", "ѕ", "s", "ј", "j", "ԁ", "d", "һ", "h", "ҽ", "e", "ԛ", "q", "ԝ", "w",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "l", "κ", "k", "ο", "o", "ρ", "p", "ν", "v", "υ", "u", "τ", "t", "χ", "x", "ω", "w",
	"ı", "l", "ł", "l", "ø", "o", "đ", "d", "ß", "b", "0", "o", "1", "l", "i", "l", "|", "l", "rn", "m", "vv", "w", "cl", "d",
	"ꭰ", "d", "ꭱ", "r", "ꭲ", "t", "ꭹ", "y", "ꭺ", "a", "ꭻ", "j", "ꭼ", "e", "ꮃ", "w", "ꮇ", "m", "ꮋ", "h", "ꮍ", "y", "ꮐ", "g", "ꮓ", "z",
	"ꮞ", "4", "ꮢ", "r", "ꮤ", "w", "ꮥ", "s", "ꮩ", "v", "ꮪ", "s", "ꮮ", "l", "ꮯ", "c", "ꮲ", "p", "ꮶ", "k", "ᏼ", "b",
	"ꓐ", "b", "ꓑ", "p", "ꓓ", "d", "ꓔ", "t", "ꓖ", "g", "ꓗ", "k", "ꓙ", "j", "ꓚ", "c", "ꓜ", "z", "ꓝ", "f", "ꓟ", "m", "ꓠ", "n", "ꓡ", "l",
	"ꓢ", "s", "ꓣ", "r", "ꓦ", "v", "ꓧ", "h", "ꓪ", "w", "ꓫ", "x", "ꓬ", "y", "ꓮ", "a", "ꓰ", "e", "ꓲ", "l", "ꓳ", "o", "ꓴ", "u",
)

// Skeleton is the same for nicks that look alike: in width and size, by letters of
// another alphabet, by figures for letters, with marks or without.
func Skeleton(nick string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(strings.ToLower(norm.NFKC.String(nick))))
	return twins.Replace(plain)
}
