package points

import (
	"slices"
	"strconv"
	"time"

	"omerta/mafia"
	"omerta/names"
	"omerta/say"
)

// Result is what is left of a game: a plain value, kept for ever. It tells what was
// written down and does not judge it by today's rules.
type Result struct {
	ID string `json:"id"` // whatever the club finds the game by; unique where it is not ""
	// Number orders the games of one date, and those whose dates are not known.
	Number  int    `json:"number"`
	Date    string `json:"date"` // 2026-11-27, "" where nobody knows
	Season  string `json:"season"`
	Evening string `json:"evening"` // key of the evening; "" for none
	// Rulebook is a name with or without version: "classic@1", "classic".
	Rulebook string `json:"rulebook"`
	Preset   string `json:"preset"`
	Scheme   string `json:"scheme"` // "sport@1": the scheme that the evening was played with; "" for the rulebook's own, see Schemes.Of
	// Winner is NoWinner for a game without an end; such a game is unrated.
	Winner mafia.Winner `json:"winner"`
	// Unrated games stand in the history and count for nothing else.
	Unrated bool   `json:"unrated"`
	Seats   []Seat `json:"seats"` // seat 1 first
}

// Seat is one place at the table as the game has left it.
type Seat struct {
	// Person is the key of who sat there at the end; "" for a guest whom nobody
	// wrote down. Who takes another's seat in mid-game takes the result with it.
	Person string     `json:"person"`
	Role   mafia.Role `json:"role"` // Unknown where nobody has learned the card
	// Left is how he left, "" for who stayed to the end or where nobody wrote it down.
	Left  mafia.Cause `json:"left"`
	Day   int         `json:"day"` // when he left, as the departure tells; 0 where nobody wrote it down
	Night int         `json:"night"`
	// First: he was shot first. In a rulebook in which several die in a night there
	// may be several of them.
	First    bool        `json:"first"`
	BestMove mafia.Seats `json:"bestMove"` // whom he named as black, empty where he named nobody
	Fouls    int         `json:"fouls"`    // all that he got, those of a count that started anew too
	Bonus    Points      `json:"bonus"`    // by the host; history has negative ones
	BonusFor string      `json:"bonusFor"`
	Malus    Points      `json:"malus"` // by the host, never above nought
	MalusFor string      `json:"malusFor"`
}

// Bounds of a result.
const (
	MaxFouls  = 99            // of one seat
	MaxNumber = 1_000_000_000 // of a game
	MaxKey    = 96            // bytes of an id, a person, a season, an evening, a scheme
)

// Rated tells whether the game counts.
func (r *Result) Rated() bool { return !r.Unrated && r.Winner != mafia.NoWinner }

// Book is the rulebook's name without its version.
func (r *Result) Book() string { return bookOf(r.Rulebook) }

// Year is the year of the date, "" where there is none.
func (r *Result) Year() string {
	if len(r.Date) < 4 {
		return ""
	}
	return r.Date[:4]
}

// Black is the set of the seats with a black card, those that are known.
func (r *Result) Black() (out mafia.Seats) {
	for i := range r.Seats {
		if r.Seats[i].Role.Side() == mafia.Black {
			out = out.With(mafia.Seat(i + 1))
		}
	}
	return out
}

// Hits counts the black cards in a seat's best move, his own too where history
// says that he named himself; ok is false where he made none.
func (r *Result) Hits(seat mafia.Seat) (hits int, ok bool) {
	m := r.Seats[seat-1].BestMove
	return (m & r.Black()).Count(), m != 0
}

// Won tells whether the seat is among the winners. Nobody is where the card is
// unknown, in a draw and in a game without an end.
func (r *Result) Won(seat mafia.Seat) bool { return r.Winner.Includes(r.Seats[seat-1].Role) }

// Rekeyed gives the result with one person's key put for another's: for two who are
// one, for a new name, for somebody who wants to be forgotten. changed tells whether
// from sat there. It reports false, and changes nothing, where both sat at this
// table, for then they are not one.
func (r *Result) Rekeyed(from, to string) (out Result, changed, ok bool) {
	at := -1
	for i := range r.Seats {
		switch r.Seats[i].Person {
		case from:
			at = i
		case to:
			ok = to != "" // the other is there
		}
	}
	switch {
	case at < 0 || from == "" || from == to:
		return *r, false, true
	case ok:
		return *r, false, false
	}
	out = *r
	out.Seats = slices.Clone(r.Seats)
	out.Seats[at].Person = to
	return out, true, true
}

// Removed tells whether the seat was lost by a penalty: by fouls, by the host's
// word, or by forfeit.
func (s *Seat) Removed() bool {
	return s.Left == mafia.Fouled || s.Left == mafia.Removed || s.Left == mafia.Forfeited
}

// Winners lists the outcomes that a result may have, without that of a game that
// goes on.
func Winners() []mafia.Winner {
	return []mafia.Winner{mafia.RedWon, mafia.BlackWon, mafia.ManiacWon, mafia.RipperWon, mafia.ManiacRipperWon, mafia.NobodyWon}
}

// Causes lists the ways of leaving that a result may name.
func Causes() []mafia.Cause {
	return []mafia.Cause{mafia.Killed, mafia.VotedOut, mafia.Fouled, mafia.Removed, mafia.Forfeited, mafia.WentHome}
}

// Check tells what is wrong with a result, all of it; nothing where it can be
// counted. It looks at form alone: history need not have been played by the rules.
func (r *Result) Check() []say.Line {
	var f faults
	for _, k := range []struct{ name, key string }{
		{"id", r.ID}, {"season", r.Season}, {"evening", r.Evening}, {"scheme", r.Scheme}, {"preset", r.Preset},
	} {
		f.key(k.name, k.key)
	}
	if r.Number < 0 || r.Number > MaxNumber {
		f.add("number", "n", MaxNumber)
	}
	if r.Date != "" && !IsDate(r.Date) {
		f.add("date", "text", clip(r.Date))
	}
	if !slices.Contains(say.Rulebooks(), r.Book()) {
		f.add("rulebook", "text", clip(r.Rulebook), "names", say.Rulebooks())
	}
	if r.Winner != mafia.NoWinner && !slices.Contains(Winners(), r.Winner) {
		f.add("winner", "text", clip(string(r.Winner)), "names", Winners())
	}
	if n := len(r.Seats); n < 1 || n > mafia.MaxSeats {
		f.add("seats", "n", mafia.MaxSeats)
		return f
	}
	r.checkSeats(&f)
	return f
}

func (r *Result) checkSeats(f *faults) {
	at := make(map[string]int, len(r.Seats))
	for i := range r.Seats {
		s, no := &r.Seats[i], i+1
		f.key("person", s.Person)
		if s.Role > mafia.Ripper {
			f.add("role", "seat", no)
		}
		if was := at[s.Person]; was > 0 && s.Person != "" {
			f.add("twice", "seats", []int{was, no}, "text", clip(s.Person))
		}
		at[s.Person] = no
		if s.Fouls < 0 || s.Fouls > MaxFouls {
			f.add("fouls", "seat", no, "n", MaxFouls)
		}
		if s.BestMove.Minus(mafia.FirstSeats(len(r.Seats))) != 0 {
			f.add("best-move", "seat", no)
		}
		if s.Left != "" && !slices.Contains(Causes(), s.Left) {
			f.add("left", "seat", no, "text", clip(string(s.Left)), "names", Causes())
		}
		if s.Bonus < -MostPoints || s.Bonus > MostPoints || s.Malus < -MostPoints {
			f.add("amount", "seat", no)
		}
		if s.Malus > 0 {
			f.add("malus", "seat", no)
		}
		for _, reason := range []string{s.BonusFor, s.MalusFor} {
			if out, ok := names.Reason(reason); !ok || out != reason {
				f.add("reason", "seat", no)
			}
		}
	}
}

// IsDate tells whether a text is a day of the calendar: 2026-11-27.
func IsDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// bookOf takes the version off a rulebook's id.
func bookOf(id string) string {
	for i := range id {
		if id[i] == '@' {
			return id[:i]
		}
	}
	return id
}

// faults collects what is wrong, in words of the catalogue.
type faults []say.Line

// add notes a fault: a message "points." + key with pairs of name and value.
func (f *faults) add(key string, pairs ...any) {
	args := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		args[name] = pairs[i+1]
	}
	*f = append(*f, say.Line{Key: "points." + key, Args: args})
}

// key wants a key to be a single clean line of at most MaxKey bytes.
func (f *faults) key(name, s string) {
	if len(s) > MaxKey || names.Line(s) != s {
		f.add("key", "name", say.Line{Key: "points.key." + name}, "n", MaxKey)
	}
}

// clip shortens what somebody typed for a message.
func clip(s string) string {
	const most = 40
	out := names.Line(s)
	for i := range out {
		if i > most {
			return out[:i] + "…"
		}
	}
	return out
}

// versioned gives a scheme's key.
func versioned(id string, version int) string { return id + "@" + strconv.Itoa(version) }
