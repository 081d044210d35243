package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"omerta/mafia"
	"omerta/names"
)

// nowhere stands for every seat number that no table has.
const nowhere mafia.Seat = 63

var errQuote = bad("quote")

// uncomment cuts a comment off; a # within quotation marks starts none.
func uncomment(s string) (string, error) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '#' && !quoted:
			return strings.TrimSpace(s[:i]), nil
		}
	}
	if quoted {
		return "", errQuote
	}
	return strings.TrimSpace(s), nil
}

// quotedPrefix reads a text in quotation marks from the start of s.
func quotedPrefix(s string) (text, rest string, err error) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), strings.TrimSpace(s[i+1:]), nil
		case '\\':
			if i++; i >= len(s) || s[i] != '"' && s[i] != '\\' {
				return "", "", bad("escape")
			}
			b.WriteByte(s[i])
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", errQuote
}

// freeText reads a text that may stand in quotation marks.
func freeText(s string) (string, error) {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, `"`) {
		return s, nil
	}
	text, rest, err := quotedPrefix(s)
	if err == nil && rest != "" {
		return "", bad("after-quote", "text", clip(rest))
	}
	return text, err
}

// nickText cleans a nick that was read; none is left out.
func nickText(s string, err error) (string, error) {
	if s == "" || err != nil {
		return s, err
	}
	nick, ok := names.Nick(s)
	if !ok {
		return "", bad("nick", "text", clip(s))
	}
	return nick, nil
}

// reasonText cleans a reason that was read.
func reasonText(s string, err error) (string, error) {
	reason, ok := names.Reason(s)
	if err == nil && !ok {
		err = bad("reason", "max", 200)
	}
	return reason, err
}

// titleText cleans a text of the head that was read.
func titleText(s string, err error) (string, error) {
	title, ok := names.Title(s)
	if err == nil && !ok {
		err = bad("title", "max", names.MaxTitle)
	}
	return title, err
}

// multiple is how a number of fouls is written.
var multiple = regexp.MustCompile(`^x([0-9]+)(?:\s+|$)`)

// quote writes a text so that freeText gives it back. Line breaks and other
// control characters become blanks, for a statement is one line.
func quote(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if s == "" || s == strings.TrimSpace(s) && !strings.ContainsAny(s, `=#"`) && !multiple.MatchString(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// number reads a whole number of at most nine digits.
func number(s string) (int, error) {
	if len(s) == 0 || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, bad("number", "text", clip(s))
	}
	return strconv.Atoi(s)
}

// seat reads a seat; a number that no table has becomes nowhere, for the
// referee to refuse.
func seat(s string) (mafia.Seat, error) {
	n, err := number(s)
	if err != nil {
		return 0, bad("seat", "text", clip(s))
	}
	if n < 1 || n >= int(nowhere) {
		return nowhere, nil
	}
	return mafia.Seat(n), nil
}

// seatList reads seats in their order.
func seatList(s string) ([]mafia.Seat, error) {
	out := []mafia.Seat{}
	for _, w := range strings.Fields(s) {
		x, err := seat(w)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// seatSet reads seats as a set, and whether one is named twice.
func seatSet(s string) (set mafia.Seats, twice bool, err error) {
	list, err := seatList(s)
	for _, x := range list {
		twice = twice || set.Has(x)
		set = set.With(x)
	}
	return set, twice, err
}

// onlySet reads seats of which none may be named twice.
func onlySet(s string) (mafia.Seats, error) {
	set, twice, err := seatSet(s)
	if err == nil && twice {
		err = bad("named-twice")
	}
	return set, err
}

// hands reads raised hands: seats, or "N hands".
func hands(s string) (h mafia.Hands, twice bool, err error) {
	w := strings.Fields(s)
	if len(w) == 2 && (w[1] == "hands" || w[1] == "hand") {
		n, err := number(w[0])
		return mafia.Hands{Counted: true, Count: n}, false, err
	}
	h.Seats, twice, err = seatSet(s)
	return h, twice, err
}

var stamp = regexp.MustCompile(`^\[\+([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,9}))?\]\s*`)

// timestamp takes the time off the start of a line.
func timestamp(s string) (at time.Duration, timed bool, rest string, err error) {
	if !strings.HasPrefix(s, "[") {
		return 0, false, s, nil
	}
	m := stamp.FindStringSubmatch(s)
	if m == nil {
		return 0, false, "", bad("time")
	}
	h, _ := strconv.Atoi(m[1])
	min, _ := strconv.Atoi(m[2])
	sec, _ := strconv.Atoi(m[3])
	frac, _ := strconv.Atoi((m[4] + "000000000")[:9])
	at = time.Duration(h)*time.Hour + time.Duration(min)*time.Minute + time.Duration(sec)*time.Second + time.Duration(frac)
	return at, true, s[len(m[0]):], nil
}

// timeText writes a time to a tenth of a second, a negative one as zero.
func timeText(at time.Duration) string {
	t := max(at, 0) / (100 * time.Millisecond)
	return fmt.Sprintf("[+%d:%02d:%02d.%d]", t/36000, t/600%60, t/10%60, t%10)
}

// clip shortens what is quoted in a message.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	return s
}

func joinSeats(list []mafia.Seat) string {
	if len(list) == 0 {
		return "nobody"
	}
	w := make([]string, len(list))
	for i, s := range list {
		w[i] = strconv.Itoa(int(s))
	}
	return strings.Join(w, " ")
}
