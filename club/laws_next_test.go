package club_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"omerta/club"
	"omerta/club/queue"
	"omerta/club/seating"
)

// ofNext are the commands about the next game, which have laws of their own.
var ofNext = []club.Verb{
	club.DoBar, club.DoAdmit, club.DoDraw, club.DoRedraw, club.DoDropDraw, club.DoDecline, club.DoQueue, club.DoOverrule, club.DoSeat,
}

// madeUp are facts about the games of an evening and of the one before it.
func madeUp(c *club.Club, e club.Evening) club.Facts {
	out := club.Facts{}
	before, _ := c.Evening(c.LastBefore(e.ID))
	for _, g := range slices.Concat(e.Games, before.Games) {
		f := club.Fact{Rulebook: "club@1"}
		seats, _ := c.Seats(g.Game)
		for i, id := range seats {
			if id != "" {
				f.Played = append(f.Played, queue.Played{Person: id, Won: i%3 == 0, Left: i % 5})
			}
		}
		f.Earned = seats[:min(3, len(seats))]
		out[g.Game] = f
	}
	return out
}

// nextWhim draws a command of an evening e1 or e2, sound or not.
func nextWhim(r *rand.Rand, c *club.Club) club.Command {
	one := func() string { return fmt.Sprintf("p%d", 1+r.IntN(20)) }
	id := [...]string{"e1", "e1", "e1", "e2"}[r.IntN(4)]
	e, _ := c.Evening(id)
	terms := club.DrawTerms{
		Rulebook: [...]string{"original", "club", "classic", "city", "club", ""}[r.IntN(6)], Together: r.IntN(5) == 0, Tables: r.IntN(3),
		Seats: [...]int{0, 0, 7, 10}[r.IntN(4)], Tournament: r.IntN(4) == 0,
	}
	switch r.IntN(22) {
	case 0:
		return club.Bar{Person: one(), Reason: "Повод", Until: [...]string{"", "2026-11-14"}[r.IntN(2)]}
	case 1:
		return club.Admit{Person: one()}
	case 2, 3:
		return club.Redraw{Evening: id, Seed: r.Uint64N(99), Facts: madeUp(c, e)}
	case 4:
		return club.DropDraw{Evening: id}
	case 5, 6:
		return club.Decline{Evening: id, Person: one(), Back: r.IntN(2) == 0}
	case 7:
		return club.MoveInQueue{Evening: id, Person: one(), To: 1 + r.IntN(20), Reason: "Надо"}
	case 8:
		if deal, err := c.Deal(id, 1); err == nil {
			return club.Overrule{Evening: id, Person: deal.Seats[r.IntN(len(deal.Seats))], Word: club.WordGive, Reason: "Так"}
		}
		return club.Overrule{Evening: id, Person: one(), Word: [...]string{"give", "take", ""}[r.IntN(3)], Reason: "Так"}
	case 9:
		return club.MoveSeat{Evening: id, Person: one(), Table: 1 + r.IntN(2), Seat: 1 + r.IntN(10)}
	case 10:
		return club.Arrive{Evening: id, People: []string{one(), one(), one(), one()}}
	case 11:
		return club.Leave{Evening: id, People: []string{one()}}
	case 12, 13, 14:
		if deal, err := c.Deal(id, 1+r.IntN(2)); err == nil {
			t, _ := c.Unbegun(id)
			return club.Begin{Evening: id, Table: t[0], Game: fmt.Sprintf("b%d", c.Revision()), Seats: deal.Seats}
		}
	case 15, 16, 17:
		for _, g := range e.Games {
			if next, err := c.Next(id, madeUp(c, e)); !g.Ended && err == nil {
				return club.End{Game: g.Game, Seats: playing(&next)}
			}
		}
	case 18:
		return [...]club.Command{
			club.Merge{From: one(), Into: one()}, club.Remove{Person: one()}, club.Forget{Person: one()}, club.Detach{Evening: id, Game: last(e)},
		}[r.IntN(4)]
	case 19:
		return [...]club.Command{club.Tie{A: one(), B: one(), Bond: club.Couple}, club.Ban{A: one(), B: one(), Reason: "Ссора"}}[r.IntN(2)]
	case 20:
		return [...]club.Command{club.Undo{}, club.Redo{}, club.Resume{Game: last(e)}, club.Replace{Game: last(e), By: fmt.Sprintf("r%d", c.Revision())}}[r.IntN(4)]
	}
	return club.Draw{Evening: id, DrawTerms: terms, Seed: r.Uint64N(99), Facts: madeUp(c, e)}
}

func last(e club.Evening) string {
	if len(e.Games) == 0 {
		return ""
	}
	return e.Games[len(e.Games)-1].Game
}

// playing are ten of those who sit at a table where a game goes on.
func playing(next *club.Next) (out []string) {
	for i := range next.Line {
		if next.Line[i].Playing && len(out) < 10 {
			out = append(out, next.Line[i].Person)
		}
	}
	return out
}

// Over random histories of evenings with proposals: the journal gives the same proposal
// again, an undo and a redo lead back, nobody has two seats, whose turn it is plays, and
// a draw keeps friends and bans apart. CLASSIC-QUEUE-1, CLASSIC-QUEUE-2, CITY-SEAT-1,
// CLUB-IMM-4, CLASSIC-FOUL-10.
func TestLawsOfTheNextGame(t *testing.T) {
	done := map[string]int{}
	seeds := uint64(10)
	if os.Getenv("OMERTA_LONG") != "" {
		seeds = 200
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 7))
		r := begin(t)
		var all []string
		for i := range 20 {
			all = append(all, r.do(club.Add{Nick: fmt.Sprintf("Ник%d", i), Novice: i%7 == 0}).People[0])
		}
		r.do(club.Tie{A: all[0], B: all[1], Bond: club.Couple})
		r.do(club.Ban{A: all[2], B: all[3]})
		for _, e := range []string{"2026-11-13", "2026-11-20"} {
			id := r.do(club.Open{Terms: club.Terms{Date: e, Tables: 2}}).Evening
			r.do(club.Arrive{Evening: id, People: all[:10+rnd.IntN(11)]})
		}
		for range 80 {
			before, held := picture(t, r.c), r.c
			cmd := nextWhim(rnd, r.c)
			_, err := r.try(cmd)
			if picture(t, held) != before {
				t.Fatalf("seed %d: %+v changed the club that was there before", seed, cmd)
			}
			var no *club.Refusal
			if errors.As(err, &no) {
				done["refused "+string(no.Why)]++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			done[reflect.TypeOf(cmd).Name()]++
			laws(t, seed, r, cmd)
			lawsOfNext(t, seed, r.c, cmd)
		}
	}
	for _, c := range append(club.Commands(), club.Begin{}, club.End{}, club.Replace{}) {
		if name := reflect.TypeOf(c).Name(); done[name] == 0 && (slices.Contains(ofNext, c.Verb()) || slices.Contains([]club.Verb{club.DoBegin, club.DoEnd, club.DoReplace}, c.Verb())) {
			t.Errorf("no history has a %s", name)
		}
	}
	t.Log(done)
}

// lawsOfNext looks at the proposals after a command.
func lawsOfNext(t *testing.T, seed uint64, c *club.Club, cmd club.Command) {
	t.Helper()
	for _, e := range c.Evenings() {
		next, err := c.Next(e.ID, madeUp(c, e))
		if err != nil || !next.Drawn {
			continue
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d: %s after %+v: %s", seed, e.ID, cmd, fmt.Sprintf(format, args...))
		}
		seen := map[string]bool{}
		for _, x := range next.Tables {
			for _, id := range x.Seats {
				if seen[id] {
					fail("%s has two seats", id)
				}
				seen[id] = true
			}
			if len(x.Immunity.Holders) > 2 && next.Terms.Rulebook == "club@1" {
				fail("CLUB-IMM-4: %d immunities", len(x.Immunity.Holders))
			}
		}
		if of := reflect.ValueOf(cmd).FieldByName("Evening"); !of.IsValid() || of.String() != e.ID {
			continue
		}
		switch cmd.(type) {
		case club.Draw, club.Redraw:
			lawsOfDraw(c, &next, e, fail)
			turnsAreKept(c, &next, e, fail)
		case club.Decline, club.MoveInQueue, club.Arrive, club.Leave:
			bansAreKept(c, &next, e, fail)
			turnsAreKept(c, &next, e, fail)
		}
	}
}

// lawsOfDraw hold when lots were just drawn.
func lawsOfDraw(c *club.Club, next *club.Next, e club.Evening, fail func(string, ...any)) {
	bansAreKept(c, next, e, fail)
	for _, x := range next.Tables {
		if x.Game != "" {
			continue
		}
		for _, p := range c.Pairs(x.Seats) {
			if !next.Terms.Together && seating.Near(p[0], p[1], len(x.Seats)) {
				fail("CITY-SEAT-1: %v", x.Seats)
			}
		}
	}
	for i := range next.Line {
		if barred(c, next.Line[i].Person, e.Date) {
			fail("CLASSIC-FOUL-10: %s is in the queue", next.Line[i].Person)
		}
	}
}

func bansAreKept(c *club.Club, next *club.Next, e club.Evening, fail func(string, ...any)) {
	for _, x := range next.Tables {
		if x.Game == "" && len(c.Apart(x.Seats, e.Date)) > 0 {
			fail("two sit together who must not: %v", x.Seats)
		}
	}
}

func barred(c *club.Club, id, day string) bool {
	m, _ := c.Person(id)
	return m.Barred != nil && (m.Barred.Until == "" || day <= m.Barred.Until)
}

// turnsAreKept: nobody waits behind whom somebody plays, but for those who have declined,
// are passed over or play elsewhere.
func turnsAreKept(c *club.Club, next *club.Next, e club.Evening, fail func(string, ...any)) {
	waits := ""
	for i := range next.Line {
		x := &next.Line[i]
		begun := x.Table > 0 && next.Tables[x.Table-1].Game != ""
		switch {
		case begun || x.Playing || barred(c, x.Person, e.Date):
		case x.Declined && x.Plays:
			fail("CLASSIC-QUEUE-2: %s has declined and plays", x.Person)
		case !x.Plays && !x.Declined && x.Passed == "":
			waits = x.Person
		case x.Plays && waits != "":
			fail("CLASSIC-QUEUE-1: %s plays and %s, who is before him, does not: %+v %+v", x.Person, waits, next.Line, next.Tables)
		}
	}
}
