package points

import (
	"errors"
	"strconv"
	"strings"
)

// Points is an amount in whole ten-thousandths of a point.
type Points int64

// Point is one point.
const Point Points = 10000

// MostPoints bounds what is read or entered for one seat or one item of a scheme,
// either way.
const MostPoints = 1000 * Point

// errAmount is for logs; people get the message of whoever reads the number.
var errAmount = errors.New("no amount of points: a number of at most four decimals, within 1000 either way")

// amountError is errAmount in a file, with what stands there.
type amountError struct{ text string }

func (e *amountError) Error() string { return e.text + ": " + errAmount.Error() }

// ParsePoints reads "1", "-0.5", "0,25": a sign, figures, and at most four
// decimals after a point or a comma, within [MostPoints] either way.
func ParsePoints(s string) (Points, error) {
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	whole, part, _ := strings.Cut(strings.Replace(digits, ",", ".", 1), ".")
	if whole+part == "" || len(whole) > 6 || len(part) > 4 {
		return 0, errAmount
	}
	n, err := strconv.ParseUint("0"+whole+part+"0000"[len(part):], 10, 63)
	if err != nil || Points(n) > MostPoints {
		return 0, errAmount
	}
	if negative {
		return -Points(n), nil
	}
	return Points(n), nil
}

// String gives the amount with as many decimals as it has: "1", "-0.5", "0.1333".
func (p Points) String() string {
	if p < 0 {
		if -p < 0 { // the least of all has no opposite
			return strconv.FormatInt(int64(p/Point), 10)
		}
		return "-" + (-p).String()
	}
	s := strconv.FormatInt(int64(p/Point), 10)
	part := strconv.FormatInt(int64(p%Point+Point), 10)[1:]
	if part = strings.TrimRight(part, "0"); part != "" {
		s += "." + part
	}
	return s
}

// Float gives the amount as a number for charts and spreadsheets.
func (p Points) Float() float64 { return float64(p) / float64(Point) }

// MarshalJSON writes a JSON number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a JSON number, as ParsePoints does; sums may be larger than
// what one seat can have.
func (p *Points) UnmarshalJSON(b []byte) error {
	s := string(b)
	if s == "null" {
		return nil
	}
	whole, part, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole+(part + "0000")[:4], 10, 64)
	if err != nil || len(part) > 4 || len(whole) > 14 {
		return &amountError{s}
	}
	*p = Points(n)
	return nil
}

// share gives n * a / b, rounded half away from nought; b is more than nought and
// n is not less.
func share(n int64, a Points, b int64) Points {
	x := n * int64(a)
	if x < 0 {
		return -Points((-2*x + b) / (2 * b))
	}
	return Points((2*x + b) / (2 * b))
}
