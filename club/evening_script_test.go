package club_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"omerta/bot"
	"omerta/club"
	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/internal/golden"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/say"
)

// evening plays a script and writes down what an organizer sees. Bots play the games.
type evening struct {
	strings.Builder
	*run
	id    string
	lots  uint64
	ids   map[string]string // by nick
	facts club.Facts
}

func (e *evening) line(format string, args ...any) { fmt.Fprintf(e, format+"\n", args...) }

// proposal writes down the next game, as it is after a restart too.
func (e *evening) proposal() {
	again, err := club.Restore(e.log, e.c.Texts())
	if err != nil {
		e.t.Fatal(err)
	}
	now, after := e.written(e.c), e.written(again)
	if now != after {
		e.t.Fatalf("a restart makes another proposal\n%s\n%s", now, after)
	}
	e.WriteString(now)
}

// written is the next game as a club tells it.
func (e *evening) written(c *club.Club) string {
	next, err := c.Next(e.id, e.facts)
	if err != nil {
		e.t.Fatal(err)
	}
	var out evening
	out.line("proposal for game %d, %s, lots from %d%s", next.Game, next.Terms.Rulebook, next.Seed, map[bool]string{true: ", OUTDATED"}[next.Outdated])
	for i := range next.Line {
		t := &next.Line[i]
		place := "waits"
		if t.Plays {
			place = fmt.Sprintf("table %d seat %d", t.Table, t.Seat)
		}
		out.line("  %2d. %-8s %-16s %s", i+1, c.Nick(t.Person), place, ruled(t.Text()))
	}
	for _, id := range next.Turned {
		out.line("   -  %s", ruled(c.BarredText(id)))
	}
	for i, t := range next.Tables {
		var nicks []string
		for _, id := range t.Seats {
			nicks = append(nicks, c.Nick(id))
		}
		out.line("  table %d: %s", i+1, strings.Join(nicks, " "))
		out.line("    seats as before: %d, neighbours as before: %d", t.Repeats.Seats, t.Repeats.Neighbours)
		for _, p := range t.Near {
			out.line("    side by side or opposite: %s and %s", c.Nick(p[0]), c.Nick(p[1]))
		}
		for _, h := range t.Immunity.Holders {
			out.line("    immune, seat %d: %s", h.Seat, ruled(h.Text().Renamed(c.Nick, "who")))
		}
		for _, l := range t.Immunity.Lapsed {
			out.line("    not immune: %s", ruled(l.Text().Renamed(c.Nick, "who")))
		}
	}
	return out.String()
}

// ruled is a sentence in both languages with its rule.
func ruled(l say.Line) string {
	out := l.In(say.EN)
	if l.Rule() != "" {
		out += " [" + l.Rule() + "]"
	}
	return out + " // " + l.In(say.RU)
}

// tell gives a command and writes down what becomes of it; false where it is refused.
func (e *evening) tell(cmd club.Command) bool {
	e.t.Helper()
	d, err := e.try(cmd)
	var no *club.Refusal
	switch {
	case errors.As(err, &no):
		e.line("  REFUSED: %s %s // %s %s", no.Text().In(say.EN), no.Hint().In(say.EN), no.Text().In(say.RU), no.Hint().In(say.RU))
		return false
	case err != nil:
		e.t.Fatal(err)
	}
	for _, w := range d.Warnings {
		e.line("  warning: %s", ruled(w))
	}
	return true
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// who are the ids of nicks, who are added to the club where it does not know them; a
// star marks a novice.
func (e *evening) who(nicks []string) (out []string) {
	for _, nick := range nicks {
		name, novice := strings.CutSuffix(nick, "*")
		if e.ids[name] == "" {
			e.ids[name] = e.do(club.Add{Nick: name, Novice: novice}).People[0]
		}
		out = append(out, e.ids[name])
	}
	return out
}

// terms are what is behind "draw": rulebook=city seats=10 and so on.
func (e *evening) terms(words []string) (out club.DrawTerms) {
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "rulebook":
			out.Rulebook = value
		case "seats":
			out.Seats = number(e.t, value)
		case "tables":
			out.Tables = number(e.t, value)
		case "together":
			out.Together = true
		case "tournament":
			out.Tournament = true
		default:
			e.t.Fatal(w)
		}
	}
	return out
}

// order carries out a line of the script.
func (e *evening) order(words []string) {
	e.t.Helper()
	rest := words[1:]
	reason := func(from int) string { return strings.Join(words[from:], " ") }
	switch words[0] {
	case "evening":
		terms := club.Terms{Date: rest[0], Rulebook: rest[1]}
		if len(rest) > 2 {
			terms.Tables = number(e.t, rest[2])
		}
		e.id = e.do(club.Open{Terms: terms}).Evening
	case "couple":
		p := e.who(rest)
		e.tell(club.Tie{A: p[0], B: p[1], Bond: club.Couple})
	case "ban":
		p := e.who(rest[:2])
		e.tell(club.Ban{A: p[0], B: p[1], Reason: reason(3)})
	case "bar":
		e.tell(club.Bar{Person: e.who(rest[:1])[0], Until: rest[1], Reason: reason(3)})
	case "come":
		e.tell(club.Arrive{Evening: e.id, People: e.who(rest)})
	case "go":
		e.tell(club.Leave{Evening: e.id, People: e.who(rest)})
	case "lots":
		e.lots = uint64(number(e.t, rest[0]))
	case "draw":
		e.lots++
		if e.tell(club.Draw{Evening: e.id, DrawTerms: e.terms(rest), Seed: e.lots, Facts: e.facts}) {
			e.proposal()
		}
	case "redraw":
		e.lots++
		if e.tell(club.Redraw{Evening: e.id, Seed: e.lots, Facts: e.facts}) {
			e.proposal()
		}
	case "play":
		e.play(number(e.t, rest[0]))
	default:
		e.hand(words, reason)
	}
}

// hand carries out what changes a proposal, and shows it.
func (e *evening) hand(words []string, reason func(int) string) {
	one := func() string { return e.who(words[1:2])[0] }
	ok := true
	switch words[0] {
	case "decline":
		ok = e.tell(club.Decline{Evening: e.id, Person: one()})
	case "back":
		ok = e.tell(club.Decline{Evening: e.id, Person: one(), Back: true})
	case "move":
		ok = e.tell(club.MoveInQueue{Evening: e.id, Person: one(), To: number(e.t, words[2]), Reason: reason(3)})
	case "give", "take":
		ok = e.tell(club.Overrule{Evening: e.id, Person: one(), Word: words[0], Reason: reason(2)})
	case "seat":
		ok = e.tell(club.MoveSeat{Evening: e.id, Person: one(), Table: number(e.t, words[2]), Seat: number(e.t, words[3])})
	case "undo":
		ok = e.tell(club.Undo{})
	case "show":
	default:
		e.t.Fatal(words)
	}
	if ok {
		e.shown()
	}
}

func (e *evening) shown() {
	if next, err := e.c.Next(e.id, e.facts); err == nil && next.Drawn {
		e.proposal()
	}
}

// play begins all tables that are proposed and plays them to their end.
func (e *evening) play(seed int) {
	e.t.Helper()
	tables, err := e.c.Unbegun(e.id)
	if err != nil {
		e.t.Fatal(err)
	}
	type dealt struct {
		game string
		deal club.Deal
	}
	var games []dealt
	for _, t := range tables {
		deal, err := e.c.Deal(e.id, t)
		if err != nil {
			e.t.Fatal(err)
		}
		g := dealt{fmt.Sprintf("g%d", len(e.facts)+1), deal}
		e.do(club.Begin{Evening: e.id, Table: t, Game: g.game, Seats: deal.Seats})
		e.facts[g.game] = club.Fact{Sits: deal.Seats}
		games = append(games, g)
	}
	for i, g := range games {
		events, v := e.game(&g.deal, uint64(seed+i))
		after := immunity.After(events, g.deal.Seats, e.id, 0)
		e.facts[g.game] = club.Fact{Rulebook: after.Rulebook, Played: queue.Of(&v, g.deal.Seats), Earned: after.Earned}
		e.do(club.End{Game: g.game, Seats: g.deal.Seats})
		e.line("\n%s played at table %d: %s won", g.game, tables[i], v.Outcome.Winner)
		for _, d := range v.Departed {
			e.line("  out: %s (%s, day %d, night %d)", e.c.Nick(g.deal.Seats[d.Seat-1]), d.Cause, d.Day, d.Night)
		}
		for _, x := range immunity.AccountOf(events).Spent {
			e.line("  immunity spent in night %d: seats %v", x.Night, x.Seats.List())
		}
		for _, id := range after.Earned {
			e.line("  earned an immunity: %s", e.c.Nick(id))
		}
	}
}

// game plays a game by bots.
func (e *evening) game(deal *club.Deal, seed uint64) ([]mafia.Event, mafia.View) {
	e.t.Helper()
	rb := rulebook.Must(deal.Terms.Rulebook, deal.Terms.Preset)
	name, err := rulebook.Split(rb.ID)
	if err != nil {
		e.t.Fatal(err)
	}
	setup := deal.Immunity.Setup(mafia.Setup{Seed: seed})
	for _, id := range deal.Seats {
		setup.Nicks = append(setup.Nicks, e.c.Nick(id))
	}
	counts, _, err := compose.Propose(name, len(deal.Seats), nil, compose.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	for role, n := range counts {
		setup.Cast[role] = uint8(n)
	}
	game, events, err := mafia.New(rb, setup)
	if err != nil {
		e.t.Fatal(err)
	}
	r := bot.NewRandom(seed, bot.Quiet())
	for game.Phase() != mafia.Over {
		more, err := game.Decide(mafia.Host, r.Next(&game))
		if err != nil {
			e.t.Fatal(err)
		}
		game = game.Apply(more...)
		events = append(events, more...)
	}
	return events, game.View(mafia.Host)
}

// Each script is an evening of an organizer, with the proposal for each next game; the
// rules named beside it are seen at work in it.
func TestEveningsByScript(t *testing.T) {
	for name, rules := range map[string][]string{
		"classic": {"CLASSIC-QUEUE-1", "CLASSIC-QUEUE-2", "CLASSIC-QUEUE-3", "CLASSIC-FOUL-10"},
		"club":    {"CLUB-IMM-3", "CLUB-IMM-7", "CLASSIC-QUEUE-1"},
		"city":    {"CITY-IMM-1", "CITY-IMM-2", "CITY-IMM-6", "CITY-SEAT-1"},
	} {
		t.Run(name, func(t *testing.T) {
			script, err := os.ReadFile("testdata/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			e := &evening{run: begin(t), ids: map[string]string{}, facts: club.Facts{}}
			for _, line := range strings.Split(string(script), "\n") {
				if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
					continue
				}
				e.line("> %s", line)
				e.order(strings.Fields(line))
			}
			golden.Check(t, "testdata/"+name+".golden", e.String())
			named := regexp.MustCompile(`\[([A-Z]+-[A-Z]+-\d+)\]`).FindAllStringSubmatch(e.String(), -1)
			for _, rule := range rules {
				if !slices.ContainsFunc(named, func(m []string) bool { return m[1] == rule }) {
					t.Errorf("%s is not seen at work", rule)
				}
			}
		})
	}
}
