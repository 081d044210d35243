package main

import (
	"strings"

	qrcode "github.com/piglig/go-qr"
)

// quiet is the white border that a scanner needs, in modules.
const quiet = 2

// qr draws a text as a QR code with half blocks, dark on light, whatever the
// terminal's colours are.
func qr(text string) (string, error) {
	code, err := qrcode.EncodeText(text, qrcode.Low)
	if err != nil {
		return "", err
	}
	n := code.Size()
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < n && y < n && code.Module(x, y) }
	var b strings.Builder
	for y := -quiet; y < n+quiet; y += 2 {
		b.WriteString("\x1b[30;107m")
		for x := -quiet; x < n+quiet; x++ {
			switch up, down := dark(x, y), dark(x, y+1); {
			case up && down:
				b.WriteRune('█')
			case up:
				b.WriteRune('▀')
			case down:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String(), nil
}
