package server

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/table"
)

// brittle is a store of which a given number of writes are made, and then none.
type brittle struct {
	journal.Store
	left int
}

func (b *brittle) write(do func() error) error {
	if b.left--; b.left < 0 {
		return fmt.Errorf("%w: planted", journal.ErrUnavailable)
	}
	return do()
}

func (b *brittle) Commit(ctx context.Context, x journal.Batch) error {
	return b.write(func() error { return b.Store.Commit(ctx, x) })
}

func (b *brittle) Create(ctx context.Context, i journal.TableInfo, e ...journal.Entry) error {
	return b.write(func() error { return b.Store.Create(ctx, i, e...) })
}

func (b *brittle) Append(ctx context.Context, id string, e journal.Entry) error {
	return b.write(func() error { return b.Store.Append(ctx, id, e) })
}

func (b *brittle) PutDoc(ctx context.Context, kind, id string, data []byte) error {
	return b.write(func() error { return b.Store.PutDoc(ctx, kind, id, data) })
}

func (b *brittle) DeleteDoc(ctx context.Context, kind, id string) error {
	return b.write(func() error { return b.Store.DeleteDoc(ctx, kind, id) })
}

func (b *brittle) Delete(ctx context.Context, id string) error {
	return b.write(func() error { return b.Store.Delete(ctx, id) })
}

const unbroken = 1 << 30

// cut does something at a disk that fails after so unbroken writes, for every number of them
// until it is not noticed any more. After each failure check is given the club, once with
// the disk sound again, once with the program begun anew.
func cut(t *testing.T, prepare func(*club) (ask func(*club) (status int, body []byte)), check func(t *testing.T, c *club, status int, again func() (int, []byte))) {
	t.Helper()
	for n := range 40 {
		done := false
		for _, anew := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d writes, begun anew %v", n, anew), func(t *testing.T) {
				store := &brittle{journal.NewMemory(), unbroken}
				c := open(t, store).enter()
				ask := prepare(c)
				store.left = n
				status, _ := ask(c)
				done = store.left >= 0
				store.left = unbroken
				if anew {
					c.hub.Close()
					c = open(t, store).enter()
				}
				check(t, c, status, func() (int, []byte) { return ask(c) })
			})
		}
		if done {
			return
		}
	}
	t.Fatal("it never ends")
}

func ids(c *club) (out []string) {
	for _, l := range get[[]table.Listed](c, "GET", "/api/tables", nil) {
		out = append(out, l.ID)
	}
	return out
}

func madeOf(t *testing.T, body []byte) string {
	t.Helper()
	var m Made
	if err := json.Unmarshal(body, &m); err != nil || m.ID == "" {
		t.Fatalf("%s, %v", body, err)
	}
	return m.ID
}

// Where the disk fails while cards are dealt, 503 says that nothing has changed, and the
// same key deals one table, whose seats the phones have.
func TestADealThatFailsDealsNothing(t *testing.T) {
	cut(t, func(c *club) func(*club) (int, []byte) {
		for i := range 3 {
			nick := fmt.Sprintf("Анна %d", i)
			c.joins(nick)
			get[RoomView](c, "POST", "/api/room/guests/"+c.guestOf(nick)+"/person", PersonOfGuest{Yes: true, Nick: nick})
		}
		sits := seats(10)
		for i, p := range get[[]Person](c, "GET", "/api/people", nil) {
			sits[i].Nick, sits[i].PersonID = p.Nick, p.ID
		}
		in := TableInput{Key: "k", Rulebook: "classic", Deal: dealByLot, Seats: sits}
		return func(c *club) (int, []byte) { return c.ask("POST", "/api/tables", in) }
	}, func(t *testing.T, c *club, status int, again func() (int, []byte)) {
		if there := len(ids(c)); (status == 200) != (there == 1) {
			t.Fatalf("%d, and %d tables", status, there)
		}
		status, body := again()
		if all := ids(c); status != 200 || len(all) != 1 || madeOf(t, body) != all[0] {
			t.Fatalf("again: %d %s, tables %v", status, body, all)
		}
		for _, g := range c.srv.room.Guests() {
			if g.Table == "" || g.Seat == 0 {
				t.Errorf("%s has no seat", g.Nick)
			}
		}
		if docs, _ := c.store.Docs(t.Context(), dealingKind); len(docs) != 0 {
			t.Errorf("%v is left", docs)
		}
	})
}

// A game that is dealt anew is void, and one that is not is not.
func TestDealtAnewOrNothing(t *testing.T) {
	old := ""
	voided := func(c *club) bool { return get[table.Frame](c, "GET", "/api/tables/"+old, nil).Table.Voided }
	cut(t, func(c *club) func(*club) (int, []byte) {
		old = c.sit()
		return func(c *club) (int, []byte) {
			return c.ask("POST", "/api/tables/"+old+"/again", AgainInput{Key: "k"})
		}
	}, func(t *testing.T, c *club, status int, again func() (int, []byte)) {
		if there := len(ids(c)); (status == 200) != (there == 2) || (there == 2) != voided(c) {
			t.Fatalf("%d, %d tables, the old one void: %v", status, there, voided(c))
		}
		status, body := again()
		if all := ids(c); status != 200 || len(all) != 2 || madeOf(t, body) != all[0] || !voided(c) {
			t.Fatalf("again: %d %s, tables %v", status, body, all)
		}
		if next := get[Made](c, "POST", "/api/tables/"+old+"/again", AgainInput{}).ID; next != madeOf(t, body) {
			t.Error("another press deals another game")
		}
	})
}

// The same of friends without a host: every phone has its seat at one table.
func TestFriendsAreDealtToOnce(t *testing.T) {
	cut(t, func(c *club) func(*club) (int, []byte) {
		for i := range 6 {
			c.joins(fmt.Sprintf("Друг %d", i))
		}
		c.apart()
		return func(c *club) (int, []byte) {
			return c.ask("POST", "/api/tables", TableInput{Key: "k", Kind: table.KindPhones})
		}
	}, func(t *testing.T, c *club, _ int, again func() (int, []byte)) {
		c.apart()
		status, body := again()
		all := ids(c)
		if status != 200 || len(all) != 1 || madeOf(t, body) != all[0] {
			t.Fatalf("again: %d %s, tables %v", status, body, all)
		}
		for _, g := range c.srv.room.Guests() {
			if g.Table != all[0] {
				t.Errorf("%s sits at %q", g.Nick, g.Table)
			}
		}
	})
}

// A table goes with all that tells of it, or stays with all of it.
func TestATableGoesAsAWhole(t *testing.T) {
	id := ""
	cut(t, func(c *club) func(*club) (int, []byte) {
		id = c.sit()
		get[GhostsInput](c, "PUT", "/api/tables/"+id+"/ghosts", GhostsInput{On: true})
		get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{})
		return func(c *club) (int, []byte) { return c.ask("DELETE", "/api/tables/"+id, nil) }
	}, func(t *testing.T, c *club, status int, again func() (int, []byte)) {
		there := len(ids(c)) == 2
		if there == (status/100 == 2) {
			t.Fatalf("%d, and the table is there: %v", status, there)
		}
		for _, kind := range []string{ghostsKind, againKind} {
			if _, ok, err := c.store.Doc(t.Context(), kind, id); err != nil || ok != there {
				t.Errorf("%s: %v, %v", kind, ok, err)
			}
		}
		if status, _ = again(); there && status/100 != 2 {
			t.Errorf("again: %d", status)
		}
	})
}

// A game that was brought back after its people were dealt anew is void again, once
// they are: two games of the same people do not run.
func TestABroughtBackGameIsVoidWhenDealtAnew(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	id := c.sit()
	next := get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{Key: "a"})
	if status, _ := c.act(id, `{"do":"undo","to":0}`); status != 200 {
		t.Fatal(status)
	}
	if got := get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{Key: "b"}); got != next {
		t.Error("another game is dealt")
	}
	if !get[table.Frame](c, "GET", "/api/tables/"+id, nil).Table.Voided {
		t.Error("both games run")
	}
}

// A novice is immune by the rules and not by the host's word: who sits down for him is
// not immune when the same people are dealt anew.
func TestANovicesImmunityIsNotHisSubstitutes(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Rulebook: "city", Deal: dealByLot, Seats: seats(10), Immune: []mafia.Seat{4}}
	in.Seats[2].Novice = true
	id := get[Made](c, "POST", "/api/tables", in).ID
	c.do(id, mafia.Substitute{To: 3, Nick: "Замена"})
	next := get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{}).ID
	tb, err := c.hub.Get(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := tb.History(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, ok := steps[0].Events[0].(mafia.Dealt)
	if !ok || d.Immune != mafia.SeatsOf(4) || d.Novices != 0 {
		t.Errorf("immune %v, novices %v", d.Immune, d.Novices)
	}
}

// Cards of which the host does not know all yet are real ones: phones show none of them,
// and the same people are dealt anew by hand.
func TestGivenCardsThatAreUnknownAreReal(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	in := TableInput{Rulebook: "classic", Deal: dealGiven, Seats: seats(10), Given: make([]mafia.Role, 10)}
	id := get[Made](c, "POST", "/api/tables", in).ID
	p := c.phone()
	m := get[Mine](p, "POST", "/api/join/ticket", c.ticketOf(id, 2))
	if !m.Real {
		t.Error("the phone offers a card")
	}
	next := get[Made](c, "POST", "/api/tables/"+id+"/again", AgainInput{}).ID
	for _, s := range get[table.Frame](c, "GET", "/api/tables/"+next, nil).View.Seats {
		if s.Role != mafia.Unknown {
			t.Fatalf("%d was dealt by lot", s.Seat)
		}
	}
}

// Keys of characters that are none would be one key.
func TestAKeyIsText(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	c.no("POST", "/api/tables", raw(`{"key":"\ud800","kind":"phones"}`), 400, "bad-request")
	id := c.sit()
	c.no("POST", "/api/tables/"+id+"/commands", raw(`{"key":"\ud801","command":{"do":"proceed"}}`), 400, "bad-request")
}
