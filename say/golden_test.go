package say_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

var update = flag.Bool("update", false, "write the golden transcripts anew")

// play leads a game along a plan: where the next command of the plan is not yet
// on offer, the step goes on by itself. seen is called in every state, with the
// command that was given there.
func play(t *testing.T, rb *mafia.Rulebook, deal []mafia.Role, setup mafia.Setup, plan []mafia.Command, seen func(*mafia.Game, mafia.Command, []mafia.Event)) {
	t.Helper()
	setup.Deal, setup.Nicks = deal, make([]string, len(deal))
	for i := range setup.Nicks {
		setup.Nicks[i] = fmt.Sprint("n", i+1)
	}
	g, events, err := mafia.New(rb, setup)
	var refused *mafia.SetupError
	if errors.As(err, &refused) {
		t.Fatal(refused.Refusals)
	}
	seen(&g, nil, events)
	for steps := 0; g.Phase() != mafia.Over; steps++ {
		c := forward(&g)
		if len(plan) > 0 && g.Admits(plan[0]) {
			c, plan = plan[0], plan[1:]
		}
		if c == nil || steps > 600 {
			t.Fatalf("stuck in %s, day %d: next of the plan is %#v", g.Phase(), g.Day(), plan[:min(1, len(plan))])
		}
		events, err := g.Decide(mafia.Host, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			g = g.Apply(e)
		}
		seen(&g, c, events)
	}
	if len(plan) > 0 {
		t.Fatalf("%d commands of the plan were not given, the first %#v", len(plan), plan[0])
	}
}

// forward is the step that the big button offers where no choice is needed.
func forward(g *mafia.Game) mafia.Command {
	v := g.View(mafia.Host)
	if b := say.ScriptFor(&v).Primary; b != nil && (b.Do == mafia.DoProceed || b.Do == mafia.DoPass) {
		c, err := mafia.UnmarshalCommand(b.Command)
		if err == nil {
			return c
		}
	}
	return nil
}

// transcript writes what a host reads through a game.
type transcript struct {
	strings.Builder
	lang say.Lang
	book string
}

func (tr *transcript) lines(mark string, list []say.Line) {
	for _, l := range list {
		fmt.Fprintf(tr, "  %s %s", mark, l.In(tr.lang))
		if id := l.Rule(); id != "" && !strings.Contains(l.In(tr.lang), id) {
			fmt.Fprintf(tr, " [%s]", id)
		}
		tr.WriteByte('\n')
	}
}

func (tr *transcript) seen(g *mafia.Game, c mafia.Command, events []mafia.Event) {
	for _, e := range events {
		if entry, ok := say.Event(tr.book, e, nil); ok {
			fmt.Fprintf(tr, "  %s %s\n", map[bool]string{false: "=", true: "~"}[entry.Secret], entry.In(tr.lang))
		}
	}
	if c != nil {
		fmt.Fprintf(tr, "  < %s\n", say.Undo(tr.book, c, events).In(tr.lang))
	}
	v := g.View(mafia.Host)
	s := say.ScriptFor(&v)
	tr.lines("!", say.Announce(g.Rulebook(), &v, &s, events))
	fmt.Fprintf(tr, "\n%s\n", s.Title.In(tr.lang))
	tr.lines("-", s.Aloud)
	tr.lines("*", s.Hints)
	if s.Answer != nil {
		fmt.Fprintf(tr, "  # %s: %s\n", s.Answer.Glyph, s.Answer.Line.In(tr.lang))
	}
	if s.Primary != nil {
		fmt.Fprintf(tr, "  [%s]", s.Primary.Label.In(tr.lang))
	}
	if s.Tap != "" {
		fmt.Fprintf(tr, " tap: %s", s.Tap)
	}
	tr.WriteByte('\n')
}

const legend = "# - said aloud, * for the host only, # shown, [button], ! said in between, = log, ~ secret log, < undo\n"

// Whole games as a host reads them. Read the difference before you take it over
// with go test ./say -run Transcript -update.
func TestTranscripts(t *testing.T) {
	for name, game := range games() {
		for _, lang := range say.Langs() {
			tr := &transcript{lang: lang, book: name}
			tr.WriteString(legend)
			play(t, rulebook.Must(name, ""), game.deal, game.setup, game.plan, tr.seen)
			file := "testdata/" + name + "." + string(lang) + ".golden"
			if *update {
				if err := os.WriteFile(file, []byte(tr.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := tr.String(); got != string(want) {
				t.Errorf("%s reads otherwise, from: %s", file, difference(got, string(want)))
			}
		}
	}
}

func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i+1, a[i], strings.Join(b[min(i, len(b)):min(i+1, len(b))], ""))
		}
	}
	return "the end"
}

type game struct {
	deal  []mafia.Role
	setup mafia.Setup
	plan  []mafia.Command
}

func set(seats ...mafia.Seat) mafia.Hands { return mafia.Hands{Seats: mafia.SeatsOf(seats...)} }

func put(pairs ...mafia.Seat) []mafia.Command {
	var out []mafia.Command
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, mafia.Nominate{By: pairs[i], To: pairs[i+1]})
	}
	return out
}

func act(r mafia.Role, d mafia.Deed, to mafia.Seat) mafia.Command {
	return mafia.Act{Role: r, Deed: d, To: to}
}

func plan(parts ...any) []mafia.Command {
	var out []mafia.Command
	for _, p := range parts {
		switch p := p.(type) {
		case mafia.Command:
			out = append(out, p)
		case []mafia.Command:
			out = append(out, p...)
		}
	}
	return out
}

const (
	civ, maf, don, she = mafia.Civilian, mafia.Mafia, mafia.Don, mafia.Sheriff
	doc, mis, man      = mafia.Doctor, mafia.Mistress, mafia.Maniac
)

func shots(at ...mafia.Seat) mafia.Command {
	var out []mafia.Shot
	for i := 0; i+1 < len(at); i += 2 {
		out = append(out, mafia.Shot{By: at[i], At: mafia.SeatsOf(at[i+1])})
	}
	return mafia.Shoot{Shots: out}
}

func games() map[string]game {
	return map[string]game{
		"city": {
			[]mafia.Role{civ, maf, maf, maf, don, she, doc, mis, man, civ, civ, civ, civ, civ, civ},
			mafia.Setup{Novices: mafia.SeatsOf(1)},
			plan(
				act(mis, mafia.Visit, 5), act(maf, mafia.Kill, 10), act(doc, mafia.Heal, 6), act(she, mafia.Check, 9), act(man, mafia.Kill, 11),
				mafia.Close{By: 4}, put(1, 2), mafia.Foul{To: 3, N: 1, Reason: "city.address"}, put(3, 9),
				mafia.Invite{By: 6, To: 7}, mafia.Foul{To: 15, N: 4, Reason: "city.peeking"},
				mafia.Vote{For: 2, Hands: set(1, 6, 7, 8, 12, 13)}, mafia.Vote{For: 9},
				mafia.Vote{For: 2, Hands: set(1, 6, 7, 8, 12)}, mafia.Vote{For: 9},
				mafia.Oust{Hands: set(1, 6, 7, 8, 12, 13)},
				act(mis, mafia.Visit, 7), act(maf, mafia.Kill, 8), act(doc, mafia.Heal, 7), act(she, mafia.Gun, 3),
				mafia.Gesture{To: 12}, put(4, 6, 4, 5),
				mafia.Vote{For: 6, Hands: set(4, 5)}, mafia.Vote{For: 5},
				act(maf, mafia.Kill, 13), act(she, mafia.Check, 4), put(6, 4),
			),
		},
		"classic": {
			[]mafia.Role{civ, maf, civ, maf, don, she, civ, civ, civ, civ},
			mafia.Setup{},
			plan(
				put(1, 2), mafia.Foul{To: 8, N: 2, Reason: "classic.long-out-of-turn"},
				shots(2, 7, 4, 7, 5, 7), act(don, mafia.Check, 6), act(she, mafia.Check, 5),
				mafia.BestMove{By: 7, Seats: mafia.SeatsOf(2, 4, 8)},
				mafia.Foul{To: 8, N: 1}, put(3, 2, 6, 5), mafia.Withdraw{By: 6, To: 5}, put(6, 4, 9, 5),
				mafia.Vote{For: 2, Hands: set(1, 3, 6)}, mafia.Vote{For: 4, Hands: set(2, 5, 8)}, mafia.Vote{For: 5},
				mafia.Vote{For: 2, Hands: set(1, 3, 6)}, mafia.Vote{For: 4, Hands: set(2, 5, 8)}, mafia.Vote{For: 5},
				mafia.Oust{Hands: set(1, 3, 6, 9)},
				shots(2, 8, 4, 8, 5, 9), act(don, mafia.Check, 6), act(she, mafia.Check, 2),
				put(3, 2), mafia.Foul{To: 10, N: 4},
				shots(4, 8, 5, 8), put(1, 5), shots(4, 6),
				put(1, 4, 4, 1), mafia.Vote{For: 4, Hands: set(1, 3)}, mafia.Vote{For: 1}, mafia.Vote{For: 4, Hands: set(1, 3)}, mafia.Vote{For: 1},
				shots(4, 9), put(3, 4),
			),
		},
		"club": {
			[]mafia.Role{civ, maf, maf, don, she, doc, mis, man, civ, civ, civ, civ, civ},
			mafia.Setup{Immune: mafia.SeatsOf(9)},
			plan(
				put(1, 2), mafia.Foul{To: 3, N: 3, Reason: "club.certain"}, put(4, 5),
				mafia.Vote{For: 2, Hands: set(1, 5, 6, 7, 8, 9, 10)}, mafia.Vote{For: 5},
				act(maf, mafia.Kill, 11), act(don, mafia.Check, 5), act(she, mafia.Check, 8), act(mis, mafia.Visit, 10),
				act(doc, mafia.Heal, 6), act(man, mafia.Kill, 9),
				put(5, 10), mafia.Forfeit{To: 12, Reason: "club.mask-off"},
				act(maf, mafia.Kill, 7), act(don, mafia.Check, 6), act(mis, mafia.Visit, 13), act(doc, mafia.Heal, 5),
				put(4, 1, 5, 8, 6, 4), mafia.Vote{For: 1, Hands: set(3, 4)}, mafia.Vote{For: 8, Hands: set(8, 10)}, mafia.Vote{For: 4},
				act(maf, mafia.Kill, 5), act(doc, mafia.Heal, 6), act(man, mafia.Kill, 10),
				put(6, 8), act(maf, mafia.Kill, 6), act(doc, mafia.Heal, 1), put(1, 3),
			),
		},
		"original": {
			[]mafia.Role{civ, maf, maf, civ, civ, civ, civ},
			mafia.Setup{},
			plan(
				mafia.Accuse{By: 1, To: 4}, mafia.Judge{Hands: set(1, 2)}, mafia.CallNight{Hands: set(1, 2)},
				mafia.Accuse{By: 5, To: 2}, mafia.Judge{Hands: set(1, 4, 5, 6, 7)}, mafia.CallNight{Hands: set(1, 3, 4, 5, 6)},
				mafia.Write{By: 1}, mafia.Write{By: 3, Name: 5}, mafia.Write{By: 4}, mafia.Write{By: 5}, mafia.Write{By: 6}, mafia.Write{By: 7},
				mafia.Accuse{By: 1, To: 6}, mafia.Drop{}, mafia.Accuse{By: 4, To: 3}, mafia.Judge{Hands: set(1, 4, 6)},
				mafia.CallNight{Hands: set(1, 4, 6, 7)},
				mafia.Write{By: 1}, mafia.Write{By: 4}, mafia.Write{By: 6}, mafia.Write{By: 7},
			),
		},
	}
}
