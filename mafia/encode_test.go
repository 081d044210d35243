package mafia_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"omerta/bot"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
)

// everybody is each viewer of a table.
func everybody(n int) []mafia.Viewer {
	out := []mafia.Viewer{mafia.Host, mafia.Board, mafia.Device}
	for s := mafia.Seat(1); int(s) <= n; s++ {
		out = append(out, mafia.Player(s), mafia.Ghost(s))
	}
	return out
}

// In whatever state of whatever rulebook, what is written by hand for a viewer
// is what encoding/json makes of his view, byte by byte, and a glance tells what
// the view does.
func TestViewsAreWrittenAsEncodingJSONDoes(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 2
	}
	for _, name := range rulebook.Names() {
		phases := map[mafia.Phase]bool{}
		for seed := range uint64(games) {
			rb := rulebook.Must(name, "")
			r := bot.NewRandom(seed, bot.Lively())
			g := oddGame(t, rb, rb.Min+int(seed)%(min(rb.Max, rb.Min+12)-rb.Min+1), seed)
			for range 400 {
				phases[g.Phase()] = true
				sameBytes(t, &g)
				if g.Phase() == mafia.Over {
					break
				}
				g.Play(mafia.Host, r.Next(&g))
			}
		}
		if len(phases) < 5 || !phases[mafia.Over] {
			t.Errorf("%s: only %v were seen", name, phases)
		}
	}
}

// oddGame deals a game to people with names that JSON has to escape.
func oddGame(t *testing.T, rb *mafia.Rulebook, n int, seed uint64) mafia.Game {
	t.Helper()
	name, _, _ := strings.Cut(rb.ID, "@")
	counts, _, err := compose.Propose(name, n, nil, compose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := mafia.Setup{Seed: seed, Nicks: make([]string, n)}
	for role, k := range counts {
		s.Cast[role] = uint8(k)
	}
	for i := range s.Nicks {
		s.Nicks[i] = fmt.Sprint([]string{"Ёж", `"q"\`, "<b>&", "a\u2028b", "\x01\xff", "😀"}[i%6], i)
	}
	g, err := mafia.Start(rb, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func sameBytes(t *testing.T, g *mafia.Game) {
	t.Helper()
	common := g.Common()
	for _, w := range everybody(g.Players()) {
		v := g.View(w)
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.AppendJSON(nil); string(got) != string(want) {
			t.Fatalf("%v:\n%s\nnot\n%s", w, got, want)
		}
		cards := g.CardsOf(w)
		if got := common.Append(nil, w, &cards); mafia.Shares(w) && string(got) != string(want) {
			t.Fatalf("%v in common:\n%s\nnot\n%s", w, got, want)
		}
		x := g.Glance(w)
		if x.Phase != v.Phase || x.Day != v.Day || x.Night != v.Night || x.Outcome != v.Outcome || x.Ballot.Round != v.Ballot.Round ||
			x.Turn.Kind != v.Turn.Kind || x.Turn.Seat != v.Turn.Seat || x.Turn.Seconds != v.Turn.Seconds ||
			x.Call.Role != v.Call.Role || x.Call.Seconds != v.Call.Seconds {
			t.Fatalf("%v: a glance gives %+v of %+v", w, x, v)
		}
	}
}

// A view in which nothing is empty: what no random game comes upon is written too.
func TestFullViewIsWrittenAsEncodingJSONDoes(t *testing.T) {
	set := mafia.SeatsOf(1, 9, 10, 40)
	list := []mafia.Seat{3, 40}
	v := mafia.View{
		Rulebook: "x<y", Viewer: "host", Me: 3, Phase: "p", Day: -1, Night: 7, Hold: true, Opener: 1, Closer: 2, NoVote: "R-1", Leaves: 4,
		Seats:      []mafia.SeatView{{1, "n", true, 3, true, true, mafia.Don, true, true, 9, true}},
		Turn:       mafia.Turn{"k", 1, 60, true, 4, list, true},
		Candidates: []mafia.Candidate{{1, 2, mafia.Hands{set, 3, true}, 4, true}, {}},
		Ballot:     mafia.Ballot{1, 2, set, 3, 4, 5}, Tied: list, Tally: []mafia.Count{{1, 2}, {3, 4}},
		Call: mafia.Call{
			mafia.Sheriff,
			[]mafia.Deed{"a", "b"},
			true, set, true, true, "d", 5,
			[]mafia.Shot{{1, set, true}},
			true, "yes", 6, 30, 2, true, "no",
		},
		Calls: []mafia.CallMark{{mafia.Mafia, "done"}}, Accused: mafia.Accused{1, 2, 3}, Notes: mafia.NotesView{set, 1, list, 2},
		News: mafia.News{"vote", set, set, set, 1, 2, "R"}, Departed: []mafia.Departure{{1, mafia.Killed, 2, 3, true}},
		Outcome: mafia.Outcome{mafia.RedWon, "R"}, Blacks: 3, Points: []int{1, -2}, Misdealt: true, Surplus: mafia.Ripper, ImmuneNext: set,
		Offers: []mafia.Offer{{"act", mafia.Doctor, "heal", set, set, true, 1, 2, []mafia.Bar{{1, "R"}, {2, "S"}}, 7}},
	}
	for _, x := range []mafia.View{v, {}} {
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.AppendJSON(nil); string(got) != string(want) {
			t.Errorf("%s\nnot\n%s", got, want)
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for c := range 256 {
		f.Add("a" + string([]byte{byte(c)}))
	}
	for _, s := range []string{"", "Дон", "\u2028\u2029", "\ufffd", "\xed\xa0\x80", "<script>&\"\\/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, _ := json.Marshal(s)
		if got := mafia.AppendString(nil, s); string(got) != string(want) {
			t.Errorf("%s, not %s", got, want)
		}
	})
}

// A command reads the same wherever its verb stands and however it is spaced, and
// what is no command does not become one by being written tightly.
func TestVerbMayStandAnywhere(t *testing.T) {
	want := mafia.Foul{To: 3, N: 1, Reason: "x"}
	for _, text := range []string{
		`{"do":"foul","to":3,"n":1,"reason":"x"}`,
		`{ "do" : "foul" , "to":3,"n":1,"reason":"x"}`,
		`{"to":3,"n":1,"do":"foul","reason":"x"}`,
		`{"d\u006f":"foul","to":3,"n":1,"reason":"x"}`,
		`{"do":"f\u006ful","to":3,"n":1,"reason":"x"}`,
	} {
		if c, err := mafia.UnmarshalCommand([]byte(text)); err != nil || c != mafia.Command(want) || mafia.VerbOf([]byte(text)) != mafia.DoFoul {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
	for _, text := range []string{
		``, `{`, `{"do":"proceed"`, `{"do":"proceed",`, `{"do":"proceed"}}`, `{"do":"proceed"}x`, `{"do":"proceed",}`, `{"do":"proceed":1}`,
		`{"do":"proceed","do":"leave"}`, `{"do":"Proceed"}`, `{"do":""}`, `{"do":3}`, `["do"]`, `null`, `{"is":"proceed"}`,
	} {
		if c, err := mafia.UnmarshalCommand([]byte(text)); err == nil {
			t.Errorf("%s is read as %#v", text, c)
		}
	}
	if c, err := mafia.UnmarshalCommand([]byte(`{"do":"proceed"}`)); err != nil || c != mafia.Command(mafia.Proceed{}) {
		t.Error(c, err)
	}
}
