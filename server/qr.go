package server

import (
	"net/http"
	"strings"

	qrcode "github.com/piglig/go-qr"
)

// maxQR bounds what a QR code says, in bytes: more cannot be scanned from afar.
const maxQR = 300

// qrPicture draws an address as a QR code. Anybody may ask: the code says what
// he has said himself.
func (s *Server) qrPicture(w http.ResponseWriter, r *http.Request) {
	if !s.looks.take(s.asker(r)) {
		s.fail(w, r, errTooMany)
		return
	}
	text := r.URL.Query().Get("text")
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") || len(text) > maxQR {
		s.fail(w, r, tellWhy("bad-request", "text: an address of at most 300 bytes"))
		return
	}
	code, err := qrcode.EncodeText(text, qrcode.Medium)
	if err != nil {
		s.fail(w, r, tellWhy("bad-request", "text: cannot be drawn as a QR code"))
		return
	}
	svg, err := code.ToSVGBytes(qrcode.NewQrCodeImgConfig(4, 4, qrcode.WithOptimalSVG()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(svg)
}
