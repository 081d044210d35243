package club_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"omerta/club"
	"omerta/club/points"
	"omerta/say"
)

// picture is all that can be seen of a club.
func picture(t *testing.T, c *club.Club) string {
	t.Helper()
	var all []any
	all = append(all, c.People(), c.Evenings(), c.Revision(), c.Steps(), c.Undoable(), c.Redoable(), c.Texts(), c.Ended(), c.Imports(), c.NextPerson(0), c.Schemes().List(), c.Elo())
	for _, g := range c.Ended() {
		r := points.Result{ID: g, Rulebook: "classic", Seats: make([]points.Seat, 3)}
		all = append(all, c.Dress(r))
	}
	for _, e := range c.Evenings() {
		next, err := c.Next(e.ID, madeUp(c, e))
		all = append(all, next, err)
	}
	out, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// visible is the part of it that an undo and a redo restore.
func visible(t *testing.T, c *club.Club) string {
	t.Helper()
	out, err := json.Marshal([]any{c.People(), c.Evenings(), c.Steps(), c.Schemes().List(), c.Elo()})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// whim draws a command, sound or not.
func whim(r *rand.Rand, c *club.Club) club.Command {
	one := func() string { return fmt.Sprintf("p%d", 1+r.IntN(8)) }
	eve := func() string { return fmt.Sprintf("e%d", 1+r.IntN(3)) }
	game := func() string { return fmt.Sprintf("g%d", 1+r.IntN(4)) }
	nick := func() string { return fmt.Sprintf("Ник%d", 1+r.IntN(12)) }
	terms := club.Terms{Date: fmt.Sprintf("2026-11-%02d", 1+r.IntN(28)), Tables: r.IntN(3), Scheme: [...]string{"", "sport", "plain", "house-1"}[r.IntN(4)]}
	switch r.IntN(30) {
	case 27:
		return club.KeepScheme{Scheme: points.Scheme{
			ID: [...]string{"", "house-1", "sport"}[r.IntN(3)], Win: points.Points(r.IntN(3)), Name: map[say.Lang]string{say.RU: "Ours", say.EN: "Ours"},
		}}
	case 28:
		return club.RetireScheme{ID: fmt.Sprintf("house-%d", 1+r.IntN(2)), Retired: r.IntN(2) == 0}
	case 29:
		return club.Rate{Elo: points.Elo{K: r.IntN(30), Start: 1500, Scale: 400}}
	case 26:
		e, _ := c.Evening(eve())
		var games []string
		for _, g := range e.Games {
			games = append([]string{g.Game}, games...)
		}
		return club.Order{Evening: e.ID, Games: games}
	case 0, 1, 2:
		return club.Add{Nick: nick(), Novice: r.IntN(2) == 0, Notes: [...]string{"", "Заметка"}[r.IntN(2)], Friends: []string{one()}}
	case 3:
		return club.Edit{Person: one(), Nick: ptr(nick())}
	case 4:
		return club.Edit{Person: one(), Novice: ptr(r.IntN(2) == 0), Notes: ptr("Помета"), Friends: &[]string{one(), one()}}
	case 5:
		return club.Remove{Person: one()}
	case 6:
		return club.Merge{From: one(), Into: one()}
	case 7:
		return club.Tie{A: one(), B: one(), Bond: [...]club.Bond{"", club.Friends, club.Couple}[r.IntN(3)]}
	case 8:
		return club.Ban{A: one(), B: one(), Reason: "Повод"}
	case 9:
		return club.Lift{A: one(), B: one()}
	case 10:
		return club.Import{Text: nick() + "\n" + nick()}
	case 11:
		return club.Open{Terms: terms}
	case 12:
		return club.Change{Evening: eve(), Terms: terms}
	case 13:
		return club.Close{Evening: eve()}
	case 14:
		return club.Reopen{Evening: eve()}
	case 15, 16:
		return club.Arrive{Evening: eve(), People: []string{one(), one()}}
	case 17:
		return club.Leave{Evening: eve(), People: []string{one()}}
	case 18:
		return club.Attach{Evening: eve(), Game: game()}
	case 19:
		return club.End{Game: game(), Seats: []string{one(), "", one()}}
	case 20:
		return club.Award{Game: game(), Person: one(), Bonus: points.Points(r.IntN(9)), BonusFor: "Хвала"}
	case 21:
		return club.Reseat{Game: game(), Seat: 1 + r.IntN(3), Person: one()}
	case 22:
		return [...]club.Command{club.Drop{Evening: eve()}, club.Detach{Evening: eve(), Game: game()}, club.Resume{Game: game()}}[r.IntN(3)]
	case 23:
		if r.IntN(4) == 0 {
			return club.Forget{Person: one()}
		}
		return club.Redo{}
	case 24:
		return club.Undo{To: r.IntN(2) * r.IntN(6)}
	}
	return club.Redo{}
}

// Over random histories: the journal gives the same club again; it holds no word of
// anybody; nicks on the list differ; an undo and a redo lead back; a club that
// somebody holds never changes under him.
func TestLawsOfTheClub(t *testing.T) {
	done := map[string]int{}
	for seed := range uint64(25) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		r := begin(t)
		for range 120 {
			before, held := picture(t, r.c), r.c
			cmd := whim(rnd, r.c)
			_, err := r.try(cmd)
			if picture(t, held) != before {
				t.Fatalf("seed %d: %+v changed the club that was there before", seed, cmd)
			}
			var no *club.Refusal
			if errors.As(err, &no) {
				done["refused"]++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			done[reflect.TypeOf(cmd).Name()]++
			laws(t, seed, r, cmd)
		}
	}
	for _, c := range club.Commands() {
		if name := reflect.TypeOf(c).Name(); done[name] == 0 && !slices.Contains(ofNext, c.Verb()) {
			t.Errorf("no history has a %s", name)
		}
	}
}

var cyrillic = regexp.MustCompile(`\p{Cyrillic}`)

func laws(t *testing.T, seed uint64, r *run, cmd club.Command) {
	t.Helper()
	again, err := club.Restore(r.log, r.c.Texts())
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if a, b := picture(t, r.c), picture(t, again); a != b {
		t.Fatalf("seed %d: after %+v the journal gives another club\n%s\n%s", seed, cmd, a, b)
	}
	if last := r.lines[len(r.lines)-1]; cyrillic.MatchString(last) {
		t.Fatalf("seed %d: a word in the journal: %s", seed, last)
	}
	seen := map[string]bool{}
	for _, m := range r.c.People() {
		if m.Nick == "" || seen[m.Nick] {
			t.Fatalf("seed %d: after %+v the nick %q is there twice or empty", seed, cmd, m.Nick)
		}
		seen[m.Nick] = true
	}
	if r.c.Undoable() == "" {
		return
	}
	d, err := r.c.Decide(club.Undo{}, r.at)
	if err != nil {
		t.Fatal(err)
	}
	back, err := r.c.Apply(d.Entry)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = back.Decide(club.Redo{}, r.at); err != nil {
		t.Fatal(err)
	}
	if back, err = back.Apply(d.Entry); err != nil || visible(t, back) != visible(t, r.c) {
		t.Fatalf("seed %d: undo and redo of %+v do not lead back (%v)", seed, cmd, err)
	}
}

func TestEveryCommandAndEventCanBeWrittenAndRead(t *testing.T) {
	for _, c := range club.Commands() {
		raw, err := club.MarshalCommand(c)
		if err != nil {
			t.Fatal(err)
		}
		back, err := club.UnmarshalCommand(raw)
		if err != nil || !reflect.DeepEqual(back, c) {
			t.Errorf("%s: %+v, %v", raw, back, err)
		}
	}
	for _, e := range club.Events() {
		raw, err := club.MarshalEvent(e)
		if err != nil {
			t.Fatal(err)
		}
		back, err := club.UnmarshalEvent(raw)
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("%s: %+v, %v", raw, back, err)
		}
	}
	for _, raw := range []string{``, `{}`, `{"do":"fly"}`, `{"do":"undo","too":1}`, `{"do":"end-game","game":"g","seats":[]}`, `{"do":"take-over"}`, `[1]`} {
		if _, err := club.UnmarshalCommand([]byte(raw)); err == nil {
			t.Errorf("%s was read as a command", raw)
		}
	}
}

func TestEveryMessageIsThere(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../server/before_records.go")
	named := map[string]bool{"club.nobody": true}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range regexp.MustCompile(`Reason += "([a-z-]+)"`).FindAllStringSubmatch(string(data), -1) {
			named["club-no."+m[1]], named["club-hint."+m[1]] = true, true
		}
		for _, m := range regexp.MustCompile(`(?:words\("|toldOf\("club\.)([a-z.-]+)"`).FindAllStringSubmatch(string(data), -1) {
			named["club."+m[1]] = true
		}
	}
	for key := range named {
		if !say.Has(key) {
			t.Errorf("no message %s", key)
		}
	}
	for _, key := range say.Keys() {
		if (strings.HasPrefix(key, "club-") || strings.HasPrefix(key, "club.")) && !named[key] {
			t.Errorf("no code names %s", key)
		}
	}
}

// Whatever a damaged journal says, the club refuses it or stays a club.
func FuzzEntry(f *testing.F) {
	for _, e := range club.Events() {
		raw, err := club.MarshalEvent(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(`{"do":"x","events":[{"is":"person-added","person":"p1","nick":1,"novice":false},` + string(raw) + `]}`))
	}
	f.Add([]byte(`{"do":"undo","keep":0}`))
	f.Add([]byte(`{"do":"redo"}`))
	f.Add([]byte(`{"do":"x","aside":true,"events":[{"is":"game-ended","game":"g","seats":["p1","p9"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := club.UnmarshalEntry(data, begin(t).at)
		if err != nil {
			return
		}
		r := begin(t)
		r.add("Анна")
		r.do(club.Open{Terms: club.Terms{Date: "2026-11-27"}})
		c, err := r.c.Apply(e)
		if err != nil {
			return
		}
		picture(t, c)
		for _, cmd := range []club.Command{club.Undo{}, club.Redo{}, club.Forget{Person: "p1"}, club.Merge{From: "p1", Into: "p2"}} {
			if d, err := c.Decide(cmd, r.at); err == nil {
				if _, err := c.Apply(d.Entry, d.Texts...); err != nil {
					t.Fatalf("%T: %v", cmd, err)
				}
			}
		}
	})
}
