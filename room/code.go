package room

import (
	"crypto/rand"
	"strings"
)

// letters are those of a typed code: they look the same on a Russian and an
// English keyboard, and none looks like a digit.
const letters = "ABEKMHPCTYX245679"

// codeLength is how many symbols a code has: some 24 million codes.
const codeLength = 6

// newCode draws a code.
func newCode() string {
	var out [codeLength]byte
	for i := range out {
		out[i] = letters[draw(len(letters))]
	}
	return string(out[:])
}

// draw is a number below n that nobody can foresee.
func draw(n int) int {
	limit := 256 - 256%n // so that every number is as likely as another
	for {
		var b [1]byte
		_, _ = rand.Read(b[:]) // never fails
		if int(b[0]) < limit {
			return int(b[0]) % n
		}
	}
}

// alike takes Russian letters to the English ones of the same look.
var alike = strings.NewReplacer(
	"А", "A", "В", "B", "Е", "E", "Ё", "E", "К", "K", "М", "M", "Н", "H", "Р", "P", "С", "C", "Т", "T", "У", "Y", "Х", "X",
)

// Code gives a code as it is compared: however it was typed, in either alphabet,
// in small letters, with spaces or dashes.
func Code(typed string) string {
	up := alike.Replace(strings.ToUpper(typed))
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(letters, r) {
			return r
		}
		if strings.ContainsRune(" -–—._\u00a0", r) {
			return -1
		}
		return '?'
	}, up)
}
