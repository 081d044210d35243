package record_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"omerta/mafia"
	"omerta/record"
	"omerta/say"
)

const ten = "omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\n"

// Each text has exactly the fault named, at that line.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, text, rule string
		line             int
	}{
		{"empty file", "", "NOTATION", 1},
		{"another version", "omerta 2\n", "NOTATION", 1},
		{"no rulebook", "omerta 1\ndeal: civilian*6\n", "NOTATION", 1},
		{"unknown rulebook", "omerta 1\nrulebook: poker\ndeal: civilian*6\n", "NOTATION", 2},
		{"unknown version", "omerta 1\nrulebook: classic@9\ndeal: civilian*6\n", "NOTATION", 2},
		{"no cards", "omerta 1\n\nrulebook: classic\n", "NOTATION", 3},
		{"a head line twice", ten + "date: a\ndate: b\n", "NOTATION", 5},
		{"a seat is missing", "omerta 1\nrulebook: classic\nseat 2 = civilian\n", "NOTATION", 3},
		{"no such card", "omerta 1\nrulebook: classic\nseat 1 = wizard\n", "NOTATION", 3},
		{"a head line in the body", ten + "day 1\nimmune: 3\n", "NOTATION", 5},
		{"immune beyond the table", strings.Replace(ten, "classic", "city", 1) + "immune: 11\n", "NOTATION", 4},
		{"immune where nobody is", ten + "immune: 3\n", "NOTATION", 4},
		{"no statement", ten + "day 1\n3 sings\n", "NOTATION", 5},
		{"a quotation mark left open", ten + "day 1\nfoul 3 \"loud\n", "NOTATION", 5},
		{"a wrong time", ten + "day 1\n[+1:60:00] foul 3\n", "NOTATION", 5},
		{"no expectation", ten + "day 1\nexpect rain\n", "NOTATION", 5},
		{"a heading twice", ten + "day 1\nday 1\n", "NOTATION", 5},
		{"an endless skip", ten + "day 1000\n", "NOTATION", 4},
		{"a seat of no table", ten + "day 1\n1 nominates 77\n", "NOTATION", 5},
		{"seat 0", ten + "night 1\ndon checks 0\n", "NOTATION", 5},
		{"a hand twice", ten + "day 1\n1 nominates 5\n2 nominates 6\nvote 5: 1 1\n", "CLASSIC-VOTE-2", 7},
		{"a revote that is none", ten + "day 1\n1 nominates 5\n2 nominates 6\nrevote 5: 1\n", "CLASSIC-TIE-2", 7},
		{"an overruling of an overruling", ten + "day 1\noverrule overrule foul 3\n", "NOTATION", 5},
		{"cards that do not fit", "omerta 1\nrulebook: classic\ndeal: don*2 ?*8\n", "CLASSIC-SETUP-2", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := faultsOf([]byte(c.text))
			if len(faults) != 1 || faults[0].Line != c.line || faults[0].Rule != c.rule {
				t.Errorf("want line %d [%s], got %v", c.line, c.rule, faults)
			}
		})
	}
}

func TestQuotedTextAndTimes(t *testing.T) {
	r, faults := record.Read([]byte("\ufeffomerta 1\r\n# a comment\nrulebook: classic # of ten\nevent: \"a # b\"\n" +
		"seat 1: \"x2 = \\\"y\\\\\" = civilian\nseat 2: Fox = don # the cunning one\n" +
		"[+0:01:02.5] foul 2 x3 \"x4 = #\"\n"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	h := r.Head
	if h.Event != "a # b" || h.Players[0] != (record.Player{Nick: `x2 = "y\`, Role: mafia.Civilian}) ||
		h.Players[1] != (record.Player{Nick: "Fox", Role: mafia.Don}) {
		t.Errorf("%+v", h)
	}
	r, _ = record.Read([]byte(ten + "day 1\n[+0:01:02.5] foul 2 x3 \"x4 = #\"\n"))
	res := record.Replay(r)
	last := res.Steps[len(res.Steps)-1]
	if want := 62500 * time.Millisecond; last.At != want || last.Command != (mafia.Foul{To: 2, N: 3, Reason: "x4 = #"}) {
		t.Errorf("%+v", last)
	}
}

// A reason that looks like a number of fouls is written so that it is read as
// a reason again.
func TestReasonThatLooksLikeANumber(t *testing.T) {
	for _, reason := range []string{"x2 late", "x2", "x4 = #", `say "x3"`} {
		r, _ := record.Read([]byte(ten + "day 1\n"))
		game := record.Game{Head: r.Head, Steps: record.Replay(r).Steps}
		foul := mafia.Foul{To: 2, N: 1, Reason: reason}
		g := record.Replay(r).Game
		events, err := g.Decide(mafia.Host, foul)
		if err != nil {
			t.Fatal(err)
		}
		game.Steps = append(game.Steps, record.Step{Command: foul, Events: events})
		var text strings.Builder
		if err := record.Write(&text, game); err != nil {
			t.Fatal(err)
		}
		r, faults := record.Read([]byte(text.String()))
		res := record.Replay(r)
		if len(faults)+len(res.Faults) > 0 || res.Steps[len(res.Steps)-1].Command != foul {
			t.Errorf("%q: %v %v; written:\n%s", reason, faults, res.Faults, text.String())
		}
	}
}

// What people have typed is read as it may be kept: a nick cannot hide, turn or
// break a line, and what is too long is a fault with its line.
func TestTextsAreCleaned(t *testing.T) {
	r, faults := record.Read([]byte("omerta 1\nrulebook: classic\ntable: a\u202eb\nseat 1: \u202e <i>\u0000x = don\n"))
	if len(faults) > 0 || r.Head.Table != "ab" || r.Head.Players[0].Nick != "<i>x" {
		t.Errorf("%+v, %v", r, faults)
	}
	for text, line := range map[string]int{
		"omerta 1\nrulebook: classic\nseat 1: \u200b = don\n":                              3,
		"omerta 1\nrulebook: classic\nseat 1: " + strings.Repeat("N", 100000) + " = don\n": 3,
		"omerta 1\nrulebook: classic\nevent: " + strings.Repeat("N", 201) + "\n":           3,
		ten + "day 1\nfoul 2 " + strings.Repeat("r", 201) + "\n":                           strings.Count(ten, "\n") + 2,
		ten + "day 1\nsubstitute 2: \"\u2800\"\n":                                          strings.Count(ten, "\n") + 2,
		ten + "day 1\noverrule substitute 2: " + strings.Repeat("r", 25) + "\n":            strings.Count(ten, "\n") + 2,
	} {
		if _, faults := record.Read([]byte(text)); len(faults) == 0 || faults[0].Line != line {
			t.Errorf("%.80q: %.200v, want a fault in line %d", text, faults, line)
		}
	}
}

// Unknown cards: the composition is the rulebook's proposal, or what the line
// cards: says.
func TestUnknownCards(t *testing.T) {
	for head, mafias := range map[string]uint8{
		"deal: ?*11\n":              2,
		"deal: don bodyguard ?*9\n": 2,
		"deal: ?*11\ncards: civilian*6 sheriff mafia*3 don\n":              3,
		"cards: civilian*8 mafia don doctor\ndeal: ?*8 doctor don mafia\n": 1,
	} {
		r, faults := record.Read([]byte("omerta 1\nrulebook: city\n" + head))
		res := record.Replay(r)
		if len(faults)+len(res.Faults) > 0 {
			t.Errorf("%s: %v %v", head, faults, res.Faults)
			continue
		}
		if d := res.Steps[0].Events[0].(mafia.Dealt); d.Cast[mafia.Mafia] != mafias || d.Cast.Total() != 11 {
			t.Errorf("%s: %v", head, d.Cast)
		}
	}
}

// What a record cannot mean is a fault that says so, not a text that is kept.
func TestWhatARecordCannotMean(t *testing.T) {
	for text, want := range map[string]string{
		"# later\nomerta  2\nrulebook: classic\n": "2: Эта запись версии 2: она от более новой программы. [NOTATION]",
		"omerta 0\n":                                                "1: Запись начинается строкой «omerta 1». [NOTATION]",
		"omerta 1\ndate: 9999-99-99\n":                              "2: Даты «9999-99-99» нет в календаре. [NOTATION]",
		"omerta 1\ndate: \"2026-02-29\"\n":                          "2: Даты «2026-02-29» нет в календаре. [NOTATION]",
		ten + "day 1\nfoul 1 x" + strings.Repeat("9", 12) + " late": "5: Строка «foul 1 x999999999999 late»: «999999999999» не число [NOTATION]",
	} {
		_, faults := record.Read([]byte(text))
		if len(faults) != 1 || faults[0].In(say.RU) != want {
			t.Errorf("%q: %v, want %s", text, faults, want)
		}
	}
	for _, date := range []string{"2028-02-29", "then", "2026-11-30 22:00", "30.11.2026"} {
		if _, faults := record.Read([]byte(strings.Replace(ten, "deal:", "date: "+date+"\ndeal:", 1))); len(faults) > 0 {
			t.Errorf("%s: %v", date, faults)
		}
	}
	_, faults := faultsOf([]byte(ten + "day 1\nfoul 1 x99999\n"))
	if len(faults) != 1 || !strings.Contains(faults[0].Text, "refused") {
		t.Errorf("99999 fouls: %v", faults)
	}
}

// A nil record and one with a faulty head are replayed to nothing.
func TestNothingToReplay(t *testing.T) {
	if res := record.Replay(nil); res.Played || len(res.Faults) > 0 {
		t.Errorf("%+v", res)
	}
	r, _ := record.Read([]byte("omerta 1\nrulebook: classic\nseat x\nday 1\n"))
	if res := record.Replay(r); res.Played || len(res.Faults) > 0 {
		t.Errorf("%+v", res)
	}
}

// A written record looks like one that a host would write.
func TestWrittenText(t *testing.T) {
	r, _ := record.Read([]byte("omerta 1\nrulebook: classic\ndate: 2026-11-27\noption tie.smaller: question\n" +
		"deal: civilian*6 sheriff mafia*2 don\nday 1\n1 nominates 8\n2 nominates 3\nvote 8: 6 hands\nexpect departed 8\n" +
		"night 1\nshots: 9>1 10>1\nday 2\nbest-move 1: 8 9 10\n2 nominates 9\nend\n"))
	res := record.Replay(r)
	var out bytes.Buffer
	if err := record.Write(&out, record.Game{Head: r.Head, Steps: res.Steps}); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{
		"omerta 1\nrulebook: classic@1\ndate: 2026-11-27\noption tie.smaller: question\nseat 1 = civilian\n",
		"\n\nday 1\n[+0:00:00.0] 1 nominates 8\n[+0:00:00.0] 1 passes\n", "vote 8: 6 hands\n", "\n\nnight 1\n[+0:00:00.0] shots: 9>1 10>1\n\nday 2\n",
		"best-move 1: 8 9 10\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "proceed") {
		t.Errorf("a step that goes without saying is written:\n%s", got)
	}
}

// A refused move or a line that cannot be read may be all that is wrong with what
// comes after it; what comes before stands for itself.
func TestFaultsThatMayFollow(t *testing.T) {
	_, faults := faultsOf([]byte(ten + "day 1\nexpect fouls 3 = 2\n1 nominates 77\nfoul 77\nexpect winner red\nsings\n"))
	var got []bool
	for _, f := range faults {
		got = append(got, f.Follows)
	}
	if want := []bool{false, false, true, true, false}; !slices.Equal(got, want) {
		t.Errorf("%v in %v", got, faults)
	}
	if s := faults[1].In(say.RU); s != "6: «1 nominates 77» не принято. Такого места за этим столом нет. [NOTATION]" {
		t.Error(s)
	}
}
