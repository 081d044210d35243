package say_test

import (
	"slices"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
)

// at deals a game and leads it to the first phase that is asked for.
func at(t *testing.T, name string, set []mafia.Option, n int, there func(*mafia.View) bool) mafia.Game {
	t.Helper()
	rb, err := rulebook.New(name, "", set)
	if err != nil {
		t.Fatal(err)
	}
	deal := make([]mafia.Role, n)
	for i := range deal {
		deal[i] = mafia.Civilian
	}
	deal[0], deal[1], deal[2], deal[3] = mafia.Don, mafia.Mafia, mafia.Mafia, mafia.Sheriff
	g, _, err := mafia.New(rb, mafia.Setup{Nicks: make([]string, n), Deal: deal})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		v := g.View(mafia.Host)
		if there(&v) {
			return g
		}
		c := mafia.Command(mafia.Proceed{})
		if v.Turn.Kind != "" {
			c = mafia.Pass{By: v.Turn.Seat}
		}
		if no := g.Play(mafia.Host, c); no != nil {
			t.Fatal(no)
		}
	}
	t.Fatal("the game does not get there")
	return g
}

func speaks(s mafia.Seat) func(*mafia.View) bool {
	return func(v *mafia.View) bool { return v.Turn.Kind == "speech" && v.Turn.Seat == s }
}

// announced gives commands one after the other and what is said after the last.
func announced(t *testing.T, g mafia.Game, cmds ...mafia.Command) []string {
	t.Helper()
	var out []string
	for _, c := range cmds {
		events, err := g.Decide(mafia.Host, c)
		if err != nil {
			t.Fatal(err)
		}
		g, out = g.Apply(events...), nil
		v := g.View(mafia.Host)
		s := say.ScriptFor(&v)
		for _, l := range say.Announce(g.Rulebook(), &v, &s, events) {
			out = append(out, l.In(say.RU))
		}
	}
	return out
}

// CLASSIC-FOUL-5, CLUB-FOUL-1, CITY-FOUL-2: the speech of this circle while it is
// still to come, else that of the next.
func TestAThirdFoulSaysWhichSpeechIsLost(t *testing.T) {
	three := func(s mafia.Seat) []mafia.Command {
		return []mafia.Command{mafia.Foul{To: s, N: 2}, mafia.Foul{To: s, N: 1}}
	}
	short := []mafia.Option{{Name: "fouls.third", Value: "short-speech"}}
	for _, x := range []struct {
		book string
		set  []mafia.Option
		to   mafia.Seat
		want []string
	}{
		{"classic", nil, 5, []string{"Номер 5, у Вас 3-е замечание.", "В этом круге номер 5 без слова, но может выставить кандидатуру."}},
		{"classic", nil, 3, []string{"Номер 3, у Вас 3-е замечание.", "В следующем круге номер 3 без слова, но может выставить кандидатуру."}},
		{"classic", nil, 2, []string{"Номер 2, у Вас 3-е замечание.", "В следующем круге номер 2 без слова, но может выставить кандидатуру."}},
		{"club", nil, 5, []string{"Номер 5, у Вас 3-й фол.", "Речь в этом круге номер 5 пропускает."}},
		{"club", nil, 1, []string{"Номер 1, у Вас 3-й фол.", "Речь в следующем круге номер 1 пропускает."}},
		{"club", short, 5, []string{"Номер 5, у Вас 3-й фол.", "В этом круге у номера 5 только 30 секунд."}},
		{"club", []mafia.Option{{Name: "fouls.third", Value: "nothing"}}, 5, []string{"Номер 5, у Вас 3-й фол."}},
	} {
		g := at(t, x.book, x.set, 10, speaks(3))
		if got := announced(t, g, three(x.to)...); !slices.Equal(got, x.want) {
			t.Errorf("%s %v, number %d: %q", x.book, x.set, x.to, got)
		}
	}
}

func TestAFourthFoulAndARemovalAreAnnouncedWithTheVoteThatTheyCancel(t *testing.T) {
	g := at(t, "classic", nil, 10, speaks(3))
	got := announced(t, g, mafia.Nominate{By: 3, To: 5}, mafia.Foul{To: 5, N: 4})
	want := []string{"Номер 5, у Вас 4-е замечание.", "Номер 5 покидает стол: удаление.", "Голосования сегодня нет: было удаление."} // CLASSIC-FOUL-8
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := announced(t, g, mafia.Remove{To: 6}); !slices.Equal(got, []string{"Номер 6 покидает стол: удаление."}) {
		t.Errorf("%q", got)
	}
	always := []mafia.Option{{Name: "fouls.removal-cancels-vote", Value: "always"}}
	g = at(t, "classic", always, 10, func(v *mafia.View) bool { return v.Phase == mafia.Dusk })
	if got := announced(t, g, mafia.Remove{To: 6}); !slices.Equal(got, []string{"Номер 6 покидает стол: удаление.", "Следующего голосования не будет: было удаление."}) {
		t.Errorf("%q", got)
	}
}

func TestWhatTheScriptSaysIsNotAnnouncedTwice(t *testing.T) {
	g := at(t, "classic", nil, 10, speaks(10))
	got := announced(t, g, mafia.Nominate{By: 10, To: 5}, mafia.Pass{By: 10}, mafia.Remove{To: 5})
	if !slices.Equal(got, []string{"Номер 5 покидает стол: удаление."}) { // the page of the vote says that it is off
		t.Errorf("%q", got)
	}
}

func TestTheUndoLabelCountsTheVotesThatFell(t *testing.T) {
	l := say.Undo("classic", mafia.Vote{For: 9, Hands: mafia.Hands{Counted: true, Count: 1}},
		[]mafia.Event{mafia.Counted{For: 9, Votes: 1}, mafia.Fallen{To: 9, Votes: 3}})
	if got := l.In(say.RU); got != "Отменить: 4 голоса за номер 9, вместе с отошедшими (3)" {
		t.Error(got)
	}
}

// calls is a game at a call of its first night.
func calls(t *testing.T, book string, role mafia.Role) mafia.Game {
	t.Helper()
	return at(t, book, nil, 10, func(v *mafia.View) bool { return v.Night == 1 && v.Call.Role == role })
}

// hinted is the script after commands, and its hints.
func hinted(t *testing.T, g *mafia.Game, cmds ...mafia.Command) (say.Script, []string) {
	t.Helper()
	for _, c := range cmds {
		if no := g.Play(mafia.Host, c); no != nil {
			t.Fatal(no)
		}
	}
	v := g.View(mafia.Host)
	s := say.ScriptFor(&v)
	var hints []string
	for _, l := range s.Hints {
		hints = append(hints, l.In(say.RU))
	}
	return s, hints
}

func TestACheckOfACardThatNobodyEnteredIsTheHosts(t *testing.T) {
	g := calls(t, "classic", mafia.Sheriff)
	s, hints := hinted(t, &g, mafia.SetCard{To: 7, Role: mafia.Unknown}, mafia.Act{Role: mafia.Sheriff, Deed: mafia.Check, To: 7})
	if s.Answer != nil || !slices.Contains(hints, "Карта номера 7 не внесена: ответьте по самой карте.") {
		t.Errorf("%v, %q", s.Answer, hints)
	}
	s, hints = hinted(t, &g, mafia.SetCard{To: 7, Role: mafia.Civilian})
	if s.Answer != nil || !slices.Contains(hints, "Карта номера 7 внесена после проверки: ответьте по самой карте.") {
		t.Errorf("entered in the same call: %v, %q", s.Answer, hints)
	}
}

// CLASSIC-SETUP-4
func TestACardPutRightAfterItsCheckChangesTheAnswer(t *testing.T) {
	g := calls(t, "classic", mafia.Sheriff)
	s, hints := hinted(t, &g, mafia.Act{Role: mafia.Sheriff, Deed: mafia.Check, To: 7})
	if s.Answer.Glyph != "red" || !slices.Contains(hints, "Покажите ответ молча.") {
		t.Fatalf("%v, %q", s.Answer, hints)
	}
	s, hints = hinted(t, &g, mafia.SetCard{To: 7, Role: mafia.Mafia}, mafia.SetCard{To: 3, Role: mafia.Civilian})
	want := "Карта номера 7 после проверки исправлена, теперь ответ: «Чёрный»."
	if s.Answer.Glyph != "black" || !slices.Contains(hints, want) || slices.Contains(hints, "Покажите ответ молча.") {
		t.Errorf("%v, %q", s.Answer, hints)
	}
	if got := g.View(mafia.Host).Call.Answer; got != "red" {
		t.Errorf("the history says %q", got)
	}
}

// CLASSIC-NIGHT-1, CLASSIC-SETUP-4: as many shots as black players are no hit where one
// of these has not shot.
func TestShotsOfWhoeverHeldNoBlackCardAreNoHit(t *testing.T) {
	g := calls(t, "classic", mafia.Mafia)
	shots := mafia.Shoot{}
	for by := mafia.Seat(1); by <= 3; by++ {
		shots.Shots = append(shots.Shots, mafia.Shot{By: by, At: mafia.SeatsOf(7)})
	}
	if _, hints := hinted(t, &g, shots); !slices.Contains(hints, "Попадание: номер 7.") {
		t.Fatalf("%q", hints)
	}
	_, hints := hinted(t, &g, mafia.SetCard{To: 3, Role: mafia.Civilian}, mafia.SetCard{To: 5, Role: mafia.Mafia})
	want := "Не выстрелил номер 5. Если стреляли все, отмените выстрелы и внесите их заново."
	if !slices.Contains(hints, "Промах.") || !slices.Contains(hints, want) {
		t.Errorf("%q", hints)
	}
	for g.View(mafia.Host).Phase == mafia.NightPhase {
		hinted(t, &g, mafia.Proceed{})
	}
	hinted(t, &g, mafia.Proceed{})
	if v := g.View(mafia.Host); !v.Seats[6].In {
		t.Error("the rulebook takes it for a hit")
	}
}

// CLASSIC-SETUP-4: as the rulebook counts them at dawn.
func TestAShotOfWhoeverHeldNoBlackCardDoesNotCount(t *testing.T) {
	g := calls(t, "classic", mafia.Mafia)
	shots := mafia.Shoot{}
	for by := mafia.Seat(1); by <= 3; by++ {
		shots.Shots = append(shots.Shots, mafia.Shot{By: by, At: mafia.SeatsOf(7 + by/3)})
	}
	if _, hints := hinted(t, &g, shots); !slices.Contains(hints, "Промах.") {
		t.Fatalf("%q", hints)
	}
	if _, hints := hinted(t, &g, mafia.SetCard{To: 3, Role: mafia.Unknown}); !slices.Contains(hints, "Попадание: номер 7.") {
		t.Errorf("%q", hints)
	}
}

// CLASSIC-NIGHT-2
func TestAShotTooManyIsNoHit(t *testing.T) {
	g := calls(t, "classic", mafia.Mafia)
	shots := mafia.Shoot{}
	for by := mafia.Seat(1); by <= 3; by++ {
		shots.Shots = append(shots.Shots, mafia.Shot{By: by, At: mafia.SeatsOf(7), Twice: by == 2})
	}
	if _, hints := hinted(t, &g, shots); !slices.Contains(hints, "Промах.") {
		t.Errorf("%q", hints)
	}
}

func TestADoubledCardIsNamed(t *testing.T) {
	g := at(t, "classic", nil, 10, speaks(3))
	events, err := g.Decide(mafia.Host, mafia.SetCard{To: 7, Role: mafia.Sheriff})
	if err != nil {
		t.Fatal(err)
	}
	g = g.Apply(events...)
	v := g.View(mafia.Host)
	if got := say.ScriptFor(&v).Hints[0].In(say.RU); got != "Карта «шериф» отмечена лишний раз: номера 4 и 7." {
		t.Error(got)
	}
	_, err = g.Decide(mafia.Host, mafia.Pass{By: 3})
	no, _ := err.(*mafia.Refusal)
	if got := say.Refusal(no).Text.In(say.RU); got != "Карта «шериф» отмечена чаще, чем роздана." {
		t.Error(got)
	}
	if v := g.View(mafia.Board); v.Surplus != mafia.Unknown {
		t.Error("the room reads which card is doubled")
	}
}
