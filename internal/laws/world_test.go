package laws

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"omerta/bot"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
)

// world is a game to play: rules, setup, and the player's luck.
type world struct {
	name  string // case, as rulebook/seed
	book  string
	rb    *mafia.Rulebook
	opt   map[string]string
	setup mafia.Setup
	cast  mafia.Cast
	true  []mafia.Role // the cards as they lie on the table, by seat from 0
	luck  *bot.Random
}

// numbers are values to try where an option is a number.
var numbers = map[string][]string{
	"sheriff-shoots-from": {"never", "10", "15", "20"},
	"victory.stalemate":   {"off", "1", "2", "3"},
	"speech":              {"60", "5"},
}

// closed are the values of the options that are words, as the table of options
// in the rules has them.
var closed = map[string]string{
	"seventeen": "9-civilians 8-civilians", "first-speaker": "next-opener after-last-speaker seat-1",
	"nominations.first-circle": "1 any", "nominations.later": "1 any", "nominations.withdraw": "yes no",
	"single-candidate.first-day": "stays leaves", "single-candidate.later": "leaves stays", "missing-votes": "last nobody",
	"tie.revote-voters": "all not-tied", "tie.revote-order": "same reverse", "tie.smaller": "repeat question",
	"tie.question-voters": "all not-tied", "tie.at-four": "question none", "tie.three-at-nine": "question none",
	"tie.all": "question none", "mafia-without-don": "agree majority", "doctor.same-twice": "yes no",
	"doctor.self-heals": "1 any", "heal-breaks-chain": "yes no", "bodyguard-breaks-chain": "yes no",
	"alibi": "stays not-nominated", "best-move": "first-victim first-night none",
	"fouls.third": "silence short-speech nothing", "fouls.reset-on-skip": "yes no", "fouls.fourth-last-word": "yes no",
	"fouls.removal-cancels-vote": "candidate always never", "fouls.golden-minute": "yes no",
	"immunity.covers": "first-night one-kill", "immunity.chain": "yes no", "victory.red-must-oust-maniac": "yes no",
	"victory.maniac-blocks-black": "yes no", "victory.maniac-with": "3 1-red",
}

// build draws a world: half of the options set at random, any legal
// composition, cards known or not.
func build(t testing.TB, book string, seed uint64) *world {
	w := &world{name: fmt.Sprintf("%s/%d", book, seed), book: book, luck: bot.NewRandom(seed*977+uint64(len(book)), bot.Lively())}
	w.rb = rulebook.Must(book, "", w.options()...)
	w.opt = map[string]string{}
	for _, o := range w.rb.Options {
		w.opt[o.Name] = o.Value
	}
	w.cast = w.compose()
	n := w.cast.Total()
	for r, k := range w.cast {
		for ; k > 0; k-- {
			w.true = append(w.true, mafia.Role(r))
		}
	}
	for i := n - 1; i > 0; i-- {
		j := w.luck.Below(i + 1)
		w.true[i], w.true[j] = w.true[j], w.true[i]
	}
	w.setup = mafia.Setup{
		Deal: append([]mafia.Role{}, w.true...), Cast: w.cast, Seed: w.luck.Uint64(),
		Tournament: w.luck.Once(3), Nicks: make([]string, n),
	}
	for i := range w.setup.Nicks {
		w.setup.Nicks[i] = fmt.Sprint("n", i+1)
	}
	all := mafia.FirstSeats(n)
	if w.luck.Once(2) {
		w.setup.Novices = w.luck.Some(all, w.luck.Below(n))
	}
	if w.luck.Once(2) {
		w.setup.Immune = w.luck.Some(all, w.luck.Below(3))
	}
	if book != "original" && w.luck.Once(4) { // real cards: nobody, or only some, are known
		for i := range w.setup.Deal {
			if !w.luck.Once(4) {
				w.setup.Deal[i] = mafia.Unknown
			}
		}
	}
	return w
}

func (w *world) options() (out []mafia.Option) {
	if w.luck.Once(3) {
		return nil
	}
	for _, o := range rulebook.Defaults(w.book) {
		values := numbers[o.Name]
		if s := closed[o.Name]; s != "" {
			values = strings.Fields(s)
		}
		if len(values) > 0 && w.luck.Once(2) {
			out = append(out, mafia.Option{Name: o.Name, Value: values[w.luck.Below(len(values))]})
		}
	}
	return out
}

// compose draws a composition: the rulebook's own, with optional cards, or any
// that it does not refuse.
func (w *world) compose() mafia.Cast {
	from, to := w.rb.Min, min(w.rb.Max, 40)
	if w.book == "club" {
		to = 30
	}
	n := from + w.luck.Below(to-from+1)
	if w.luck.Once(2) { // small tables end in more ways
		n = min(n, from+w.luck.Below(4))
	}
	var with []mafia.Role
	if w.book == "city" {
		for i, r := range []mafia.Role{mafia.Bodyguard, mafia.Reanimator, mafia.Ripper} {
			if n >= []int{10, 18, 20}[i] && w.luck.Once(2) {
				with = append(with, r)
			}
		}
	}
	c, _, err := compose.Propose(w.book, n, with, compose.Options{Seventeen: w.opt["seventeen"]})
	if err != nil {
		panic(w.name + ": " + err.Error())
	}
	for range 20 { // change a card for another, as long as it may be played
		d := c
		from, to := mafia.Role(1+w.luck.Below(10)), mafia.Role(1+w.luck.Below(10))
		if w.luck.Once(2) && d[from] > 0 {
			d[from]--
			d[to]++
			if _, no := compose.Judge(w.book, n, d); len(no) == 0 {
				c = d
			}
		}
	}
	var cast mafia.Cast
	for i := range c {
		cast[i] = uint8(c[i])
	}
	return cast
}

// next is a command of the player at the table, or of the host who enters a card.
func (w *world) next(g *mafia.Game) mafia.Command {
	if unlearned := unknownSeats(g); unlearned != 0 && w.luck.Once(5) {
		s := w.luck.Pick(unlearned)
		return mafia.SetCard{To: s, Role: w.true[s-1]}
	}
	return w.luck.Next(g)
}

func unknownSeats(g *mafia.Game) (out mafia.Seats) {
	for s := mafia.Seat(1); int(s) <= g.Players(); s++ {
		if g.RoleOf(s) == mafia.Unknown {
			out = out.With(s)
		}
	}
	return out
}

// cases runs a law over random worlds of every rulebook.
func cases(t *testing.T, most int, law func(t *testing.T, w *world)) {
	if one := os.Getenv("OMERTA_CASE"); one != "" {
		book, seed, _ := strings.Cut(one, "/")
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			t.Fatal("OMERTA_CASE is rulebook/seed")
		}
		law(t, build(t, book, n))
		return
	}
	if testing.Short() {
		most = max(most/5, 10)
	}
	if os.Getenv("OMERTA_LONG") != "" {
		most *= 20
	}
	if n, err := strconv.Atoi(os.Getenv("OMERTA_GAMES")); err == nil {
		most = n / len(rulebook.Names())
	}
	for _, book := range rulebook.Names() {
		t.Run(book, func(t *testing.T) {
			for seed := range most {
				law(t, build(t, book, uint64(seed)))
				if t.Failed() {
					return
				}
			}
		})
	}
}

// fail names the case that failed, with the line that repeats it.
func (w *world) fail(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Fatalf("%s\nOMERTA_CASE=%s go test -run '%s' ./internal/laws\noptions %v", fmt.Sprintf(format, args...), w.name,
		strings.Split(t.Name(), "/")[0], w.opt)
}
