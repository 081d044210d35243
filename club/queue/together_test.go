package queue_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"omerta/bot"
	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/club/seating"
	"omerta/mafia"
	"omerta/rulebook"
)

// CLASSIC-QUEUE-1, CITY-SEAT-1, CLUB-IMM-3, CLUB-IMM-4: queue, seats, immunities and the engine, one after the other,
// over evenings of eight games of club for seventeen people with two couples and a ban.
func TestAWholeEvening(t *testing.T) {
	held := 0
	for seed := range uint64(12) {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) { held += wholeEvening(t, seed) })
	}
	if held < 15 {
		t.Errorf("only %d immunities in all evenings: carrying them is hardly tried", held)
	}
}

// wholeEvening tells how many immunities were held.
func wholeEvening(t *testing.T, seed uint64) (held int) {
	t.Helper()
	var here []string
	for i := range 17 {
		here = append(here, fmt.Sprintf("p%02d", i))
	}
	wishes := []seating.Wish{
		{Kind: seating.Apart, People: []string{"p00", "p01"}},
		{Kind: seating.Apart, People: []string{"p02", "p03"}},
		{Kind: seating.Ban, People: []string{"p04", "p05"}},
	}
	q, err := queue.New(10, here, seed)
	if err != nil {
		t.Fatal(err)
	}
	var past [][]string
	var before []immunity.Game
	seatsAgain := 0
	for game := 1; game <= 8; game++ {
		drawn := seat(t, &q, wishes, past, seed+uint64(game))
		past = append(past, drawn.Tables[0])
		seatsAgain += drawn.Repeats.Seats
		ask := immunity.Ask{Evening: "one", Previous: before, Seed: seed}
		for _, who := range drawn.Tables[0] {
			ask.Players = append(ask.Players, immunity.Player{Person: who})
		}
		rb := rulebook.Must("club", "")
		p, err := immunity.Propose(rb, ask)
		if err != nil || len(p.Holders) > 2 || game == 1 && p.Immune != 0 {
			t.Fatalf("game %d: %v, %+v", game, err, p.Holders)
		}
		held += len(p.Holders)
		events, v := play(t, rb, p.Setup(mafia.Setup{Nicks: drawn.Tables[0]}), seed+uint64(game))
		before = []immunity.Game{immunity.After(events, drawn.Tables[0], "one", game)}
		if q, err = q.Next(queue.Of(&v, drawn.Tables[0]), seed+uint64(game)); err != nil {
			t.Fatal(err)
		}
		for _, e := range q.Line {
			if e.Waited > 1 && e.Person != "p04" && e.Person != "p05" {
				t.Errorf("game %d: %s has watched %d games in a row, and there are seats for all who watched", game, e.Person, e.Waited)
			}
		}
	}
	if seatsAgain > 4 {
		t.Errorf("%d times somebody sat where he had sat", seatsAgain)
	}
	return held
}

// seat seats the proposal; of two who may not be at one table the later in the queue stays out.
func seat(t *testing.T, q *queue.Queue, wishes []seating.Wish, past [][]string, seed uint64) seating.Seating {
	t.Helper()
	for {
		ask := seating.Ask{Wishes: wishes, Past: past, Seed: seed}
		for _, e := range q.Propose().Play {
			ask.People = append(ask.People, seating.Person{ID: e.Person})
		}
		drawn, err := seating.Draw(ask)
		if err == nil {
			return drawn
		}
		var no *seating.Refusal
		if !errors.As(err, &no) || len(no.Clash) != 1 || no.Clash[0].Kind != seating.Ban {
			t.Fatal(err)
		}
		later := no.Clash[0].B
		if place(q, no.Clash[0].A) > place(q, later) {
			later = no.Clash[0].A
		}
		if *q, err = q.Decline(later); err != nil {
			t.Fatal(err)
		}
	}
}

func place(q *queue.Queue, who string) int {
	return slices.IndexFunc(q.Line, func(e queue.Entry) bool { return e.Person == who })
}

func play(t *testing.T, rb *mafia.Rulebook, s mafia.Setup, seed uint64) ([]mafia.Event, mafia.View) {
	t.Helper()
	s.Cast = mafia.Cast{mafia.Civilian: 4, mafia.Sheriff: 1, mafia.Doctor: 1, mafia.Mistress: 1, mafia.Mafia: 1, mafia.Don: 1, mafia.Maniac: 1}
	s.Seed = seed
	game, events, err := mafia.New(rb, s)
	if err != nil {
		t.Fatal(err)
	}
	r := bot.NewRandom(seed, bot.Quiet())
	for game.Phase() != mafia.Over {
		more, err := game.Decide(mafia.Host, r.Next(&game))
		if err != nil {
			t.Fatal(err)
		}
		game = game.Apply(more...)
		events = append(events, more...)
	}
	return events, game.View(mafia.Host)
}
