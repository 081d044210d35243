package record

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"omerta/mafia"
)

// maxDeal is how many cards of a deal are read; far more than any table, so
// that the rulebook says what is wrong with the rest.
const maxDeal = 99

// headLines remembers where the head says what.
type headLines struct {
	rulebook, preset, deal, immune, novices, tournament, cast int
	options                                                   []int
}

// headReader reads the head line by line.
type headReader struct {
	head Head
	at   headLines
	seen map[string]bool
	// the cards: by a deal line, or by seat lines
	dealt bool
	seats map[int]Player
}

func newHeadReader() *headReader {
	return &headReader{seen: map[string]bool{}, seats: map[int]Player{}}
}

// headKeys are the lines of the head that are KEY: VALUE, each once.
var headKeys = []string{
	"rulebook", "preset", "deal", "cards", "immune", "novices", "tournament", "recorded",
	"date", "event", "site", "host", "table", "game",
}

// isHead tells whether a line is one of the head.
func isHead(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	if word == "option" || word == "seat" {
		return true
	}
	key, _, ok := strings.Cut(s, ":")
	return ok && slices.Contains(headKeys, strings.TrimSpace(key))
}

// read takes one line of the head.
func (r *headReader) read(no int, s string) error {
	word, rest, _ := strings.Cut(s, " ")
	switch word {
	case "option":
		return r.option(no, rest)
	case "seat":
		return r.seat(no, rest)
	}
	key, value, _ := strings.Cut(s, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if r.seen[key] {
		return bad("twice", "key", key)
	}
	r.seen[key] = true
	return r.pair(no, key, value)
}

func (r *headReader) pair(no int, key, value string) (err error) {
	h := &r.head
	switch key {
	case "rulebook":
		h.Rulebook, r.at.rulebook = value, no
	case "preset":
		h.Preset, r.at.preset = value, no
	case "deal":
		return r.deal(no, value)
	case "cards":
		r.at.cast = no
		list, err := cards(value)
		h.Cast = mafia.CastOf(list)
		return err
	case "immune":
		r.at.immune = no
		h.Immune, err = onlySet(value)
	case "novices":
		r.at.novices = no
		h.Novices, err = onlySet(value)
	case "tournament":
		h.Tournament, r.at.tournament = value == "yes", no
		if value != "yes" && value != "no" {
			err = bad("tournament")
		}
	case "recorded":
		h.Recorded = strings.Fields(value)
		for _, w := range h.Recorded {
			if !slices.Contains(Recordable(), w) {
				return bad("recorded", "text", clip(w), "names", Recordable())
			}
		}
	default:
		text := r.text(key)
		if *text, err = titleText(freeText(value)); err == nil && key == "date" && !possible(*text) {
			err = bad("date", "text", clip(*text))
		}
	}
	return err
}

// dated is a text that means to be a date of the calendar.
var dated = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// possible tells whether a date is none that the calendar does not have; in words
// it may be anything.
func possible(date string) bool {
	_, err := time.Parse(time.DateOnly, date)
	return err == nil || !dated.MatchString(date)
}

func (r *headReader) text(key string) *string {
	h := &r.head
	return map[string]*string{
		"date": &h.Date, "event": &h.Event, "site": &h.Site, "host": &h.Host,
		"table": &h.Table, "game": &h.Game,
	}[key]
}

func (r *headReader) option(no int, s string) error {
	name, value, ok := strings.Cut(s, ":")
	if !ok {
		return bad("option-form")
	}
	r.head.Options = append(r.head.Options, mafia.Option{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	r.at.options = append(r.at.options, no)
	return nil
}

// seat reads "N: NICK = ROLE" or "N = ROLE".
func (r *headReader) seat(no int, s string) error {
	form := bad("seat-form")
	end := strings.IndexAny(s, ":=")
	if end < 0 {
		return form
	}
	n, err := number(strings.TrimSpace(s[:end]))
	if err != nil || n < 1 {
		return form
	}
	if n > maxDeal {
		return bad("far-seat", "seat", n)
	}
	nick, role, err := nickAndRole(s[end:])
	if nick, err = nickText(nick, err); err != nil {
		return err
	}
	card, ok := mafia.ParseRole(role)
	if !ok {
		return noRole(role)
	}
	if all := len(r.head.Players); r.dealt && n > all {
		return bad("seat-beyond", "seat", n, "n", all)
	}
	if _, there := r.seats[n]; there || r.dealt {
		return bad("seat-twice", "seat", n)
	}
	r.seats[n] = Player{Nick: nick, Role: card}
	r.at.deal = no
	return nil
}

// nickAndRole reads what follows the number of a seat.
func nickAndRole(s string) (nick, role string, err error) {
	if s[0] == '=' {
		return "", strings.TrimSpace(s[1:]), nil
	}
	s = strings.TrimSpace(s[1:])
	if strings.HasPrefix(s, `"`) {
		nick, s, err = quotedPrefix(s)
		if err == nil && !strings.HasPrefix(s, "=") {
			err = bad("nick-form")
		}
		if err != nil {
			return "", "", err
		}
		return nick, strings.TrimSpace(s[1:]), nil
	}
	i := strings.LastIndex(s, "=")
	if i < 0 {
		return "", "", bad("nick-form")
	}
	return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:]), nil
}

func noRole(s string) error {
	var known []string
	for _, x := range mafia.Roles() {
		known = append(known, x.String())
	}
	return bad("role", "text", clip(s), "names", known)
}

// cards reads "civilian*6 sheriff mafia*2 don".
func cards(s string) ([]mafia.Role, error) {
	var out []mafia.Role
	for _, w := range strings.Fields(s) {
		name, times, many := strings.Cut(w, "*")
		n := 1
		if many {
			x, err := number(times)
			if err != nil || x < 1 {
				return nil, bad("cards-form", "text", clip(w))
			}
			n = x
		}
		role, ok := mafia.ParseRole(name)
		if !ok {
			return nil, noRole(name)
		}
		for ; n > 0 && len(out) < maxDeal; n-- {
			out = append(out, role)
		}
	}
	return out, nil
}

func (r *headReader) deal(no int, s string) error {
	list, err := cards(s)
	if err != nil {
		return err
	}
	if len(r.seats) > 0 {
		return bad("dealt")
	}
	r.dealt, r.at.deal = true, no
	for _, role := range list {
		r.head.Players = append(r.head.Players, Player{Role: role})
	}
	return nil
}

// finish puts the seats in order; the fault is what is missing.
func (r *headReader) finish() *Fault {
	for n := 1; n <= len(r.seats); n++ {
		p, ok := r.seats[n]
		if !ok {
			return faultAt(r.at.deal, "seat-missing", "seat", n)
		}
		r.head.Players = append(r.head.Players, p)
	}
	switch {
	case r.head.Rulebook == "":
		return faultAt(1, "no-rulebook")
	case r.at.deal == 0:
		return faultAt(r.at.rulebook, "no-seats")
	}
	return nil
}
