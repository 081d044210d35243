package mafia

import (
	"encoding/json"
	"slices"
	"testing"
)

// The order of the notes must not be that of the seats, or it would tell who
// wrote which (ORIGINAL-NIGHT-2).
func TestOrderOfTheNotesTellsNoWriter(t *testing.T) {
	const writers, nights = 5, 400
	var at [writers + 1][writers]int // by name: how often at each place
	for seed := range uint64(nights) {
		g := Game{info: &info{seed: seed * 7919}, night: 1}
		for s := Seat(1); s <= writers; s++ {
			g.alive, g.talk.written, g.talk.notes[s] = g.alive.With(s), g.talk.written.With(s), s
		}
		names, _ := g.shuffledNames()
		if again, _ := g.shuffledNames(); !slices.Equal(names, again) {
			t.Fatal("one night is read in two orders")
		}
		for i, name := range names {
			at[name][i]++
		}
	}
	for s := 1; s <= writers; s++ {
		for i, n := range at[s] {
			if n < nights/writers/2 || n > nights/writers*2 {
				t.Errorf("the note of seat %d is at place %d in %d of %d nights", s, i+1, n, nights)
			}
		}
	}
}

// Who closes is told until he has voted first, and no longer (CITY-VOTE-7).
func TestCloserIsForgottenAfterTheVote(t *testing.T) {
	shown := []stage{atCircle, atVoteCall, atBallot}
	for phase := atIntroductions; phase <= atOver; phase++ {
		g := Fold(&Rulebook{ID: "city@1"}, []Event{Dealt{Nicks: slices.Repeat([]string{"n"}, 10), Roles: make([]Role, 10)}})
		g.phase, g.circle.closer = phase, 4
		for _, who := range []Viewer{Host, Board, Player(2)} {
			if got := g.View(who).Closer; (got == 4) != slices.Contains(shown, phase) {
				t.Errorf("%s, %s: closer %d", phases[phase], who.Kind, got)
			}
		}
	}
}

// What a command does not have is refused, wherever it stands: a misspelt field
// would silently be without effect.
func TestUnknownFieldsOfCommands(t *testing.T) {
	for _, bad := range []string{
		`{"do":"proceed","is":"dealt"}`,
		`{"do":"foul","to":1,"n":1,"reason":"","is":"foul-given"}`,
		`{"do":"overrule","command":{"do":"proceed"},"to":3}`,
		`{"do":"overrule","command":{"do":"proceed"},"is":"x"}`,
		`{"do":"overrule","command":{"do":"proceed","to":3}}`,
	} {
		if c, err := UnmarshalCommand([]byte(bad)); err == nil {
			t.Errorf("%s is read as %#v", bad, c)
		}
	}
	if _, err := UnmarshalEvents([]byte(`[{"is":"dealt","do":"proceed"}]`)); err == nil {
		t.Error("an event with a verb is read")
	}
	raw, err := MarshalCommand(Overrule{Command: Proceed{}})
	if err != nil || !json.Valid(raw) {
		t.Fatal(err)
	}
	if _, err := UnmarshalCommand(raw); err != nil {
		t.Error(err)
	}
}

// "Last time" is an earlier night: whom a role has chosen tonight is not told as that.
func TestBeforeIsAnEarlierNight(t *testing.T) {
	g := Game{info: &info{}, rb: &Rulebook{ID: "city@1"}, phase: atNight, night: 2}
	for _, x := range []struct {
		role Role
		deed Deed
	}{{Doctor, Heal}, {Reanimator, Heal}, {Mistress, Visit}} {
		w := &Waking{Role: x.role, Deeds: []Deed{x.deed}}
		g.dark = dark{}
		Acted{Role: x.role, Deed: x.deed, To: 4}.apply(&g)
		if got := g.callView(w).Before; got != 0 {
			t.Errorf("%s: chosen tonight, and told as of an earlier night: %d", x.role, got)
		}
		g.dark.deeds = nil // the next night
		if got := g.callView(w).Before; got != 4 {
			t.Errorf("%s: %d of the night before, want 4", x.role, got)
		}
		Acted{Role: x.role, Deed: x.deed}.apply(&g)
		if got := g.callView(w).Before; got != 4 {
			t.Errorf("%s: chose nobody tonight: %d of the night before, want 4", x.role, got)
		}
	}
}
