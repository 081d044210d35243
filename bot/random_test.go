package bot_test

import (
	"testing"

	"omerta/bot"
	"omerta/mafia"
	"omerta/rulebook"
)

func classic(t testing.TB, seed uint64) mafia.Game {
	g, err := mafia.Start(rulebook.Must("classic", ""), mafia.Setup{
		Nicks: make([]string, 10), Seed: seed,
		Cast: mafia.CastOf([]mafia.Role{1, 1, 1, 1, 1, 1, mafia.Sheriff, mafia.Don, mafia.Mafia, mafia.Mafia}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What the player chooses is accepted, and the same seed chooses the same.
func TestRandomRepeats(t *testing.T) {
	for seed := uint64(0); seed < 50; seed++ {
		a, b := classic(t, seed), classic(t, seed)
		one, two := bot.NewRandom(seed, bot.Lively()), bot.NewRandom(seed, bot.Lively())
		for a.Phase() != mafia.Over {
			c := one.Next(&a)
			if r := a.Play(mafia.Host, c); r != nil {
				t.Fatalf("seed %d: %#v: %v", seed, c, r)
			}
			b.Play(mafia.Host, two.Choose(b.View(mafia.Host).Offers, b.RoleOf))
		}
		if a.Outcome() != b.Outcome() {
			t.Fatalf("seed %d: %v and %v", seed, a.Outcome(), b.Outcome())
		}
	}
}

// Each of a set is drawn, and about as often as the others.
func TestPickIsEven(t *testing.T) {
	r := bot.NewRandom(1, bot.Quiet())
	set := mafia.SeatsOf(2, 5, 40)
	var n [mafia.MaxSeats + 1]int
	for range 30000 {
		n[r.Pick(set)]++
	}
	for _, s := range set.List() {
		if n[s] < 9500 || n[s] > 10500 {
			t.Errorf("seat %d was drawn %d times of 30000", s, n[s])
		}
	}
	if r.Pick(0) != 0 || r.Some(set, 9) != set || r.Some(set, 2).Count() != 2 {
		t.Error("draws from small sets")
	}
}
