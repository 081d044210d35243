package record_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"omerta/bot"
	"omerta/mafia"
	"omerta/record"
	"omerta/rulebook"
	"omerta/rulebook/compose"
)

// values to try where an option takes them.
var values = []string{
	"yes", "no", "1", "2", "3", "any", "all", "not-tied", "question", "none", "repeat", "reverse", "stays", "leaves",
	"always", "never", "candidate", "off", "nobody", "last", "short-speech", "nothing", "silence", "not-nominated", "first-night",
	"first-victim", "one-kill", "1-red", "8-civilians", "15", "seat-1", "after-last-speaker", "next-opener", "required",
}

// randomHead draws the house rules of a game.
func randomHead(luck *bot.Random, name string) (record.Head, *mafia.Rulebook) {
	h := record.Head{Rulebook: name, Event: `Friday #3 "late"`, Host: " the club", Site: `a \ b`, Recorded: []string{"votes", "fouls"}}
	if name == "classic" && luck.Once(3) {
		h.Preset = "sport"
	}
	for _, o := range rulebook.Defaults(name) {
		o.Value = values[luck.Below(len(values))]
		if _, err := rulebook.New(name, h.Preset, append(h.Options, o)); err == nil && luck.Once(2) {
			h.Options = append(h.Options, o)
		}
	}
	return h, rulebook.Must(name, h.Preset, h.Options...)
}

// randomDeal draws players, cards known or not, immunities.
func randomDeal(t testing.TB, luck *bot.Random, rb *mafia.Rulebook, name string) mafia.Setup {
	n := rb.Min + luck.Below(min(rb.Max, 30)-rb.Min+1)
	var with []mafia.Role
	if name == "city" && luck.Once(2) {
		with = append(with, mafia.Bodyguard)
	}
	counts, _, err := compose.Propose(name, n, with, compose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := mafia.Setup{Seed: luck.Uint64(), Tournament: luck.Once(2)}
	for r, k := range counts {
		s.Cast[r] = uint8(k)
	}
	other := s.Cast
	other[mafia.Civilian]++
	other[mafia.Mafia]--
	if s.Cast[mafia.Mafia] > 0 && len(rb.Refuse(n, other)) == 0 && luck.Once(2) {
		s.Cast = other // the host's own composition
	}
	for i := range n {
		s.Nicks = append(s.Nicks, []string{"", `x2 "Fox" = ` + strconv.Itoa(i), "Ёж", "a\\ b="}[luck.Below(4)])
	}
	g, err := mafia.Start(rb, s)
	if err != nil {
		t.Fatal(err)
	}
	hide := name != "original" && luck.Once(3)
	for i := range n {
		s.Deal = append(s.Deal, g.RoleOf(mafia.Seat(i+1)))
		if hide && !luck.Once(4) {
			s.Deal[i] = mafia.Unknown
		}
	}
	if luck.Once(2) {
		s.Immune = luck.Some(mafia.FirstSeats(n), luck.Below(3))
		if rb.Introduce {
			s.Novices = luck.Some(mafia.FirstSeats(n), luck.Below(4))
		}
	}
	return s
}

// randomCommand is mostly the bot's, and now and then a card, or something that
// the host lets stand.
func randomCommand(luck *bot.Random, g *mafia.Game, cast mafia.Cast) mafia.Command {
	all := mafia.FirstSeats(g.Players())
	cards := []mafia.Role{mafia.Civilian, mafia.Mafia, mafia.Sheriff, mafia.Don, mafia.Unknown}
	var c mafia.Command
	switch luck.Below(60) {
	case 0:
		if !g.Rulebook().Hostless { // a device that is passed around sets no card
			c = mafia.SetCard{To: luck.Pick(all), Role: cards[luck.Below(len(cards))]}
		}
	case 1:
		c = mafia.Overrule{Command: mafia.Nominate{By: luck.Pick(all), To: luck.Pick(all)}}
	case 2:
		if s := g.Stand(); s.Candidate != 0 {
			c = mafia.Overrule{Command: mafia.Vote{For: s.Candidate, Hands: mafia.Hands{Seats: luck.Some(g.Alive(), 2)}}}
		}
	case 3:
		c = mafia.Overrule{Command: mafia.Accuse{By: luck.Pick(all), To: luck.Pick(all)}}
	case 4:
		c = mafia.Substitute{To: luck.Pick(all), Nick: `"#`}
	case 5:
		c = mafia.Overrule{Command: mafia.Write{By: luck.Pick(all)}}
	case 6, 7, 8, 9, 10, 11, 12, 13, 14, 15:
		c = tapped(luck, g, cast)
	}
	if c != nil && g.Admits(c) {
		return c
	}
	return luck.Next(g)
}

// tapped is how a host with real cards marks the black ones on the first night: each
// as mafia, and then the don by a second tap.
func tapped(luck *bot.Random, g *mafia.Game, cast mafia.Cast) mafia.Command {
	if g.Rulebook().Hostless || g.Phase() != mafia.Opening && g.Phase() != mafia.NightPhase {
		return nil
	}
	have := map[mafia.Role]mafia.Seats{}
	for s := mafia.Seat(1); int(s) <= g.Players(); s++ {
		have[g.RoleOf(s)] = have[g.RoleOf(s)].With(s)
	}
	black := have[mafia.Mafia] | have[mafia.Don]
	switch {
	case have[mafia.Unknown] == 0:
		return nil
	case black.Count() < int(cast[mafia.Mafia]+cast[mafia.Don]):
		return mafia.SetCard{To: luck.Pick(have[mafia.Unknown]), Role: mafia.Mafia}
	case have[mafia.Don] == 0 && cast[mafia.Don] > 0 && have[mafia.Mafia] != 0:
		return mafia.SetCard{To: luck.Pick(have[mafia.Mafia]), Role: mafia.Don}
	}
	return nil
}

// randomGame plays a game, to its end or not.
func randomGame(t testing.TB, name string, seed uint64) (record.Game, mafia.Game) {
	luck := bot.NewRandom(seed*31+uint64(len(name)), bot.Lively())
	h, rb := randomHead(luck, name)
	setup := randomDeal(t, luck, rb, name)
	g, events, err := mafia.New(rb, setup)
	if err != nil {
		t.Fatal(err)
	}
	game := record.Game{Head: h, Steps: []record.Step{{Events: events}}}
	most := 3000
	if luck.Once(4) {
		most = luck.Below(300)
	}
	for n := 1; n < most && g.Phase() != mafia.Over; n++ {
		c := randomCommand(luck, &g, setup.Cast)
		events, err := g.Decide(mafia.Host, c)
		if err != nil {
			t.Fatalf("%s/%d: %#v: %v", name, seed, c, err)
		}
		for _, e := range events {
			g = g.Apply(e)
		}
		game.Steps = append(game.Steps, record.Step{At: time.Duration(n) * 1300 * time.Millisecond, Command: c, Events: events})
	}
	return game, g
}

// A game that is written and read again has the same moves and outcomes.
func TestWriteThenReplay(t *testing.T) {
	for _, name := range rulebook.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count := uint64(60)
			if testing.Short() {
				count = 15
			}
			for seed := range count {
				game, g := randomGame(t, name, seed)
				var text bytes.Buffer
				if err := record.Write(&text, game); err != nil {
					t.Fatal(err)
				}
				if wrong := differ(game, g, text.Bytes()); wrong != "" {
					p := fmt.Sprintf("%s/%s-%d.mafia", os.TempDir(), name, seed)
					_ = os.WriteFile(p, text.Bytes(), 0o600)
					t.Fatalf("seed %d: %s\nthe record is in %s", seed, wrong, p)
				}
			}
		})
	}
}

// differ tells what a record does not give back.
func differ(game record.Game, g mafia.Game, text []byte) string {
	res, faults := faultsOf(text)
	if len(faults) > 0 || !res.Played {
		return fmt.Sprint(faults[0])
	}
	if a, b := chosen(game.Steps), chosen(res.Steps); !reflect.DeepEqual(a, b) {
		return firstDifference(a, b)
	}
	if p := g.Phase(); p == mafia.Notes || p == mafia.Accusation {
		return "" // what is half written down is not part of a record
	}
	a, b := g.View(mafia.Host), res.Game.View(mafia.Host)
	a.Notes.Read, b.Notes.Read = nil, nil // shuffled by the seed
	for i := range a.Seats {
		if b.Seats[i].Nick != a.Seats[i].Nick {
			return fmt.Sprintf("nick %q is read as %q", a.Seats[i].Nick, b.Seats[i].Nick)
		}
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("the end differs:\n%+v\n%+v", a, b)
	}
	return ""
}

func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("move %d: %s is read as %s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d moves are read as %d", len(a), len(b))
}

// chosen lists the moves in which something was chosen, with what came of them.
func chosen(steps []record.Step) []string {
	var out []string
	var accused mafia.Command
	for _, s := range steps {
		c := s.Command
		if o, ok := c.(mafia.Overrule); ok {
			c = o.Command
		}
		switch c := c.(type) {
		case nil, mafia.Proceed, mafia.Pass, mafia.Drop, mafia.Write:
		case mafia.Accuse:
			accused = c
		case mafia.Judge:
			out = append(out, fmt.Sprintf("%v %v", accused, c))
		default:
			out = append(out, fmt.Sprintf("%T%v", s.Command, s.Command))
		}
		for _, e := range s.Events {
			switch e.(type) {
			case mafia.Departed, mafia.Acted, mafia.Ended, mafia.BestMoved, mafia.Tied, mafia.Owed, mafia.FoulGiven, mafia.Broke:
				out = append(out, fmt.Sprintf("%T%v", e, e))
			}
		}
	}
	return out
}

// A forgotten move that was put in later has the time of the next: the clock of
// a record never goes back, and the other moves keep their times.
func TestTimesNeverGoBack(t *testing.T) {
	r, _ := record.Read([]byte(ten + "day 1\n[+0:01:00] foul 3\n[+0:09:00] foul 4\n[+0:02:00] foul 5\n[+0:03:00] foul 6\n"))
	res := record.Replay(r)
	var out bytes.Buffer
	if err := record.Write(&out, record.Game{Head: r.Head, Steps: res.Steps}); err != nil {
		t.Fatal(err)
	}
	want := "[+0:01:00.0] foul 3\n[+0:02:00.0] foul 4\n[+0:02:00.0] foul 5\n[+0:03:00.0] foul 6\n"
	if !strings.Contains(out.String(), want) {
		t.Error(out.String())
	}
}

// A game that ends in the midst of an accusation has nobody accused any more, as its
// record has it.
func TestAnAccusationEndsWithTheGame(t *testing.T) {
	r, _ := record.Read([]byte("omerta 1\nrulebook: original\ndeal: civilian*4 mafia*2\nday 1\n"))
	g := record.Replay(r).Game
	for _, c := range []mafia.Command{mafia.Accuse{By: 5, To: 6}, mafia.Leave{To: 1}, mafia.Leave{To: 2}, mafia.Leave{To: 3}, mafia.Leave{To: 4}} {
		events, err := g.Decide(mafia.Host, c)
		if err != nil {
			t.Fatal(err)
		}
		want := mafia.Accused{By: 5, To: 6}
		if g = g.Apply(events...); g.Phase() == mafia.Over {
			want = mafia.Accused{}
		}
		got := g.View(mafia.Board).Accused
		if got.Need = 0; got != want {
			t.Errorf("after %+v %+v, want %+v", c, got, want)
		}
	}
	if g.Phase() != mafia.Over {
		t.Error("the game is not over")
	}
}
