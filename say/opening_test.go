package say_test

import (
	"fmt"
	"strings"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// opening begins a game of which the host knows the cards in deal, and lets it go
// through the commands.
func opening(t *testing.T, book string, cast mafia.Cast, deal []mafia.Role, plan ...mafia.Command) mafia.Game {
	t.Helper()
	setup := mafia.Setup{Cast: cast, Deal: deal}
	for i := range deal {
		setup.Nicks = append(setup.Nicks, fmt.Sprint("n", i+1))
	}
	g, _, err := mafia.New(rulebook.Must(book, ""), setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plan {
		events, err := g.Decide(mafia.Host, c)
		if err != nil {
			t.Fatalf("%#v: %v", c, err)
		}
		for _, e := range events {
			g = g.Apply(e)
		}
	}
	return g
}

func keys(lines []say.Line) (out []string) {
	for _, l := range lines {
		out = append(out, l.Key)
	}
	return out
}

// Whoever gave the last unknown card away is still awake: his step keeps its words
// until the host lets him fall asleep.
func TestLastCardOfTheFirstNightKeepsItsCall(t *testing.T) {
	cast := mafia.Cast{mafia.Civilian: 5, mafia.Mafia: 1, mafia.Don: 1, mafia.Sheriff: 1, mafia.Doctor: 1}
	g := opening(t, "club", cast, make([]mafia.Role, 9),
		mafia.Proceed{},
		mafia.SetCard{To: 1, Role: mafia.Mafia}, mafia.SetCard{To: 2, Role: mafia.Don}, mafia.Proceed{}, mafia.Proceed{},
		mafia.SetCard{To: 3, Role: mafia.Sheriff}, mafia.Proceed{},
		mafia.SetCard{To: 4, Role: mafia.Doctor})
	v := g.View(mafia.Host)
	if v.Call.Role != mafia.Doctor || v.Call.Awake != mafia.SeatsOf(4) || v.Call.Cards != 0 {
		t.Errorf("the call is %+v", v.Call)
	}
	s := say.ScriptFor(&v)
	if len(s.Aloud) == 0 || s.Primary == nil || s.Primary.Label.Key != "do.sleeps" {
		t.Errorf("the script is %+v", s)
	}
	if n := len(v.Calls); n != 4 || v.Calls[3] != (mafia.CallMark{Role: mafia.Doctor, Mark: "now"}) {
		t.Errorf("the calls are %v", v.Calls)
	}
}

// Cards that are dealt already are not drawn again, and who shows himself to the host
// in a game with real cards has been told so.
func TestOpeningSaysHowCardsComeToTheirOwners(t *testing.T) {
	classic := mafia.Cast{mafia.Civilian: 6, mafia.Mafia: 2, mafia.Don: 1, mafia.Sheriff: 1}
	dealt := make([]mafia.Role, 0, 10)
	for r, n := range classic {
		for range n {
			dealt = append(dealt, mafia.Role(r))
		}
	}
	club := mafia.Cast{mafia.Civilian: 5, mafia.Mafia: 1, mafia.Don: 1, mafia.Sheriff: 1, mafia.Doctor: 1}
	for _, c := range []struct {
		book  string
		cast  mafia.Cast
		deal  []mafia.Role
		aloud string
	}{
		{"classic", classic, dealt, "aloud.opening-dealt"},
		{"classic", classic, make([]mafia.Role, 10), "aloud.opening.classic"},
		{"club", club, make([]mafia.Role, 9), "aloud.opening-real"},
	} {
		g := opening(t, c.book, c.cast, c.deal)
		v := g.View(mafia.Host)
		if s := say.ScriptFor(&v); keys(s.Aloud)[0] != c.aloud {
			t.Errorf("%s: said is %v, want %s", c.book, keys(s.Aloud), c.aloud)
		}
	}
}

// A step that only leads on behind an announcement is called by it.
func TestUndoNamesAnAnnouncement(t *testing.T) {
	got := say.Undo("classic", mafia.Proceed{}, []mafia.Event{mafia.WentOn{}})
	if text := got.In(say.RU); !strings.Contains(text, "объявленное") {
		t.Error(text)
	}
}
