package laws

import (
	"fmt"
	"slices"

	"omerta/mafia"
)

// ledger is what a second, dumb referee writes down from the facts alone. It
// shares no code with the engine.
type ledger struct {
	w        *world
	roles    map[mafia.Seat]mafia.Role
	alive    mafia.Seats
	words    mafia.Seats // departed with a last word coming
	fouls    map[mafia.Seat]int
	muted    mafia.Seats
	night    int
	acting   bool // a night in which roles act
	acted    map[string]bool
	last     map[mafia.Role]mafia.Seat
	chosen   map[mafia.Role]mafia.Seats // whom a role ever chose
	circle   bool
	turn     mafia.Seat
	short    bool // the speech of this turn is the short one
	spoken   map[mafia.Seat]int
	list     []mafia.Seat
	by       map[mafia.Seat]mafia.Seat
	ballot   ballot
	tied     []mafia.Seat
	everyone mafia.Seats
	alibi    mafia.Seat
	calm     bool
	quiet    int
	day      int
	names    int
	moment   bool // victory is to be judged now
	entered  bool // a card was entered: what the departures decided may show now
	gagged   mafia.Seats
	beaten   mafia.Side
	ended    *mafia.Ended
	notes    mafia.Seats
	dusk     dusk
	immune   mafia.Seats
	novices  bool
}

func newLedger(w *world) *ledger {
	return &ledger{
		w: w, roles: map[mafia.Seat]mafia.Role{}, fouls: map[mafia.Seat]int{}, by: map[mafia.Seat]mafia.Seat{},
		last: map[mafia.Role]mafia.Seat{}, chosen: map[mafia.Role]mafia.Seats{}, spoken: map[mafia.Seat]int{}, names: -1,
	}
}

func wrong(bad bool, format string, args ...any) string {
	if bad {
		return fmt.Sprintf(format, args...)
	}
	return ""
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// see writes a fact down; what breaks a law is told.
func (l *ledger) see(e mafia.Event) string {
	if l.ended != nil {
		switch e.(type) {
		case mafia.Carded, mafia.Replaced:
		default:
			return "a fact after the end"
		}
	}
	return first(l.seeNight(e), l.seeDay(e), l.seeVote(e), l.seeLeave(e), l.seeFree(e))
}

func (l *ledger) seeNight(e mafia.Event) string {
	switch e := e.(type) {
	case mafia.Dealt:
		for i, r := range e.Roles {
			l.roles[mafia.Seat(i+1)] = r
			l.alive = l.alive.With(mafia.Seat(i + 1))
		}
		return l.deal(e)
	case mafia.Introduced:
		l.novices = false
	case mafia.Carded:
		l.roles[e.Seat] = e.Role
		l.entered = true
		l.correct()
	case mafia.Fell:
		bad := l.night
		l.night, l.acting, l.acted = e.Night, !e.Acquaintance, map[string]bool{}
		l.calm, l.dusk = true, dusk{}
		return first(wrong(!e.Acquaintance && e.Night != bad+1, "night %d after %d", e.Night, bad),
			wrong(l.novices, "CITY-MEET-1: nobody was introduced"))
	case mafia.Acted:
		return l.act(e)
	case mafia.Fired:
		for _, s := range e.Shots {
			if !l.alive.Has(s.By) || l.roles[s.By].Side() != mafia.Black {
				return fmt.Sprintf("%d shoots", s.By)
			}
		}
		l.dusk.shots = e.Shots
		return l.once("shots")
	case mafia.Broke:
		return l.dawn(e)
	}
	return ""
}

// act: who acts lives and holds the card; once a night; at somebody at the table.
func (l *ledger) act(e mafia.Acted) string {
	void := l.void(e)
	l.dusk.deeds = append(l.dusk.deeds, deed{e, void, l.alive})
	away := e.Deed == mafia.Check && (l.w.book == "classic" || l.w.book == "club")
	heals := e.Role == mafia.Doctor || e.Role == mafia.Reanimator
	self := e.To != 0 && e.To == e.By
	same := e.To != 0 && e.To == l.last[e.Role]
	bad := first(
		wrong(e.Blocked != void, "the deed is void: %v", void),
		wrong(!l.acting, "a deed in the acquaintance night"),
		wrong(e.By != 0 && (!l.alive.Has(e.By) || l.roles[e.By] != e.Role), "%d acts as %v", e.By, e.Role),
		wrong(e.To != 0 && !l.alive.Has(e.To) && !away, "%d is a target and has left", e.To),
		wrong(heals && same && l.w.opt["doctor.same-twice"] == "no", "healed twice in a row"),
		wrong(heals && self && l.chosen[e.Role].Has(e.By) && l.w.opt["doctor.self-heals"] == "1", "a second self-heal"),
		wrong(e.Role == mafia.Mistress && same && l.w.book == "club", "CLUB-NIGHT-5"),
		wrong(e.Role == mafia.Mistress && self && (l.w.book == "club" || l.chosen[e.Role].Has(e.By)), "a visit to herself"),
		wrong(e.Role == mafia.Bodyguard && self, "CITY-ROLE-11"),
		wrong(e.Deed == mafia.Gun && !l.gun(), "CITY-ROLE-9"),
		l.once(e.Role.String()))
	if e.To != 0 {
		l.last[e.Role] = e.To
		l.chosen[e.Role] = l.chosen[e.Role].With(e.To)
	}
	return bad
}

func (l *ledger) gun() bool {
	var from int
	_, err := fmt.Sscan(l.w.opt["sheriff-shoots-from"], &from)
	return err == nil && len(l.roles) >= from
}

func (l *ledger) once(what string) string {
	again := l.acted[what]
	l.acted[what] = true
	return wrong(again, "%s act twice in a night", what)
}

func (l *ledger) dawn(e mafia.Broke) string {
	if l.night > 0 && l.calm {
		l.quiet++
	}
	l.moment = l.moment || l.night > 0
	died := l.died(e)
	l.calm, l.day, l.acting = true, e.Day, false
	l.circle, l.turn, l.spoken = !e.Free, 0, map[mafia.Seat]int{}
	l.list, l.tied, l.everyone, l.ballot, l.alibi = nil, nil, 0, ballot{}, e.Alibi
	return first(died,
		wrong(e.Dead&l.alive != 0, "the dead of the night have not left"),
		wrong(!e.Free && l.alive != 0 && !l.alive.Has(e.Opener), "%d opens", e.Opener),
		wrong(e.Alibi != 0 && l.w.book != "club", "an alibi"))
}

// seeDay: everybody at the table speaks once a circle, unless silenced.
func (l *ledger) seeDay(e mafia.Event) string {
	switch e := e.(type) {
	case mafia.Turned:
		if !l.circle {
			return wrong(!l.alive.Has(e.Seat), "%d has left and speaks", e.Seat)
		}
		return l.speaks(e)
	case mafia.Skipped:
		l.spoken[e.Seat]++
		bad := first(wrong(!l.alive.Has(e.Seat) || !l.muted.Has(e.Seat), "%d is passed over", e.Seat),
			wrong(l.spoken[e.Seat] > 1, "%d has had two turns", e.Seat), l.pays(e.Seat, true, e.Clear))
		return bad
	case mafia.Passed:
		return l.passes(e)
	case mafia.Rounded:
		for _, s := range l.alive.List() {
			if l.spoken[s] != 1 {
				return fmt.Sprintf("%d has had %d turns in this circle", s, l.spoken[s])
			}
		}
	case mafia.Nominated:
		bad := first(wrong(e.By != l.turn || !l.alive.Has(e.By), "%d puts up, %d speaks", e.By, l.turn),
			wrong(!l.alive.Has(e.To), "%d has left and is put up", e.To),
			wrong(slices.Contains(l.list, e.To), "%d stands twice", e.To), l.many(e.By))
		l.list = append(l.list, e.To)
		l.by[e.To] = e.By
		return bad
	case mafia.Withdrawn:
		bad := first(wrong(l.by[e.To] != e.By || e.By != l.turn, "not his candidate"),
			wrong(l.w.opt["nominations.withdraw"] != "yes", "nobody is taken back here"))
		l.drop(e.To)
		return bad
	case mafia.Invited:
		return wrong(!l.alive.Has(e.To) || e.By != l.turn || l.w.book != "city", "%d is given the floor", e.To)
	case mafia.Closing:
		if l.turn == e.By {
			l.turn = 0
			if l.short { // the speech that closes is the short one
				l.muted = l.muted.With(e.By)
			}
		}
		return wrong(!l.alive.Has(e.By) || l.spoken[e.By] > 0 || l.w.book != "city", "%d closes", e.By)
	}
	return ""
}

// many: how many candidates a speaker may have standing (NOM-1, NOM-2).
func (l *ledger) many(by mafia.Seat) string {
	option := "nominations.later"
	if l.day <= 1 {
		option = "nominations.first-circle"
	}
	n := 0
	for _, s := range l.list {
		if l.by[s] == by {
			n++
		}
	}
	return wrong(l.w.opt[option] == "1" && n > 0, "%d puts up a second", by)
}

func (l *ledger) speaks(e mafia.Turned) string {
	n := l.alive.Count()
	golden := l.w.opt["fouls.golden-minute"] == "yes" && (n == 3 || n == 4)
	word := !e.Muted && !e.Short
	bad := first(
		wrong(!l.alive.Has(e.Seat), "%d has left and speaks", e.Seat),
		wrong(l.turn != 0, "%d and %d speak at once", l.turn, e.Seat),
		wrong(l.spoken[e.Seat] > 0, "%d speaks twice", e.Seat),
		wrong(word && l.muted.Has(e.Seat) && !golden, "%d is silenced and speaks", e.Seat),
		wrong(!word && !l.muted.Has(e.Seat), "%d is cut short", e.Seat),
		wrong(!word && golden, "the golden minute is cut short"),
		wrong(e.Short && l.gagged.Has(e.Seat), "CITY-FOUL-5: %d speaks after a gesture", e.Seat),
		l.pays(e.Seat, e.Paid, e.Clear))
	l.turn, l.short = e.Seat, e.Short
	return bad
}

// pays: a lost speech is lost once, and only it may let the fouls fall.
func (l *ledger) pays(s mafia.Seat, paid, clear bool) string {
	if paid {
		l.muted, l.gagged = l.muted.Without(s), l.gagged.Without(s)
	}
	if clear {
		l.fouls[s] = 0
	}
	return wrong(clear && (l.w.opt["fouls.reset-on-skip"] != "yes" || !paid), "the fouls of %d fall", s)
}

func (l *ledger) passes(e mafia.Passed) string {
	switch e.Kind {
	case "last-word":
		had := l.words.Has(e.Seat)
		l.words = l.words.Without(e.Seat)
		return wrong(!had, "%d has no last word", e.Seat)
	case "speech":
		l.spoken[e.Seat]++
		was := l.turn
		l.turn = 0
		return first(wrong(was != e.Seat, "%d ends the speech of %d", e.Seat, was),
			wrong(l.spoken[e.Seat] > 1, "%d has had two turns", e.Seat))
	case "defence":
		return wrong(!slices.Contains(l.tied, e.Seat) || !l.alive.Has(e.Seat), "%d defends himself", e.Seat)
	}
	return ""
}

func (l *ledger) drop(s mafia.Seat) {
	l.list = slices.DeleteFunc(l.list, func(x mafia.Seat) bool { return x == s })
}

// seeLeave: who leaves, leaves once; fouls only grow.
func (l *ledger) seeLeave(e mafia.Event) string {
	switch e := e.(type) {
	case mafia.Departed:
		here := l.alive.Has(e.Seat)
		l.alive, l.muted = l.alive.Without(e.Seat), l.muted.Without(e.Seat)
		l.calm, l.quiet = false, 0
		if l.turn == e.Seat {
			l.turn = 0
		}
		switch e.Cause {
		case mafia.Killed:
			l.dusk.killed = l.dusk.killed.With(e.Seat)
		case mafia.VotedOut:
		default:
			l.moment = true
		}
		return first(wrong(!here, "%d leaves twice", e.Seat), l.fallsOn(e))
	case mafia.Owed:
		l.words = l.words.With(e.Seat)
		return wrong(l.alive.Has(e.Seat), "a last word of %d, who is here", e.Seat)
	case mafia.WordLost:
		had := l.words.Has(e.Seat)
		l.words = l.words.Without(e.Seat)
		return wrong(!had, "%d loses a last word that he has not", e.Seat)
	case mafia.FoulGiven:
		before := l.fouls[e.To]
		l.fouls[e.To] += e.N
		third := l.w.opt["fouls.third"] != "nothing" && before < 3 && l.fouls[e.To] >= 3
		if third || e.Sign {
			l.muted = l.muted.With(e.To)
		}
		if e.Sign {
			l.gagged = l.gagged.With(e.To)
		}
		return first(wrong(e.Total != l.fouls[e.To] || e.N < 1, "%d fouls and %d make %d", before, e.N, e.Total),
			wrong(!l.alive.Has(e.To) && !l.words.Has(e.To), "a foul for %d, who has left", e.To),
			wrong(l.w.book == "original", "ORIGINAL-END-4"))
	case mafia.BestMoved:
		return wrong(!l.words.Has(e.By) || e.Seats.Count() != 3 || e.Seats.Has(e.By), "a best move")
	case mafia.Revealed:
		return wrong(!l.words.Has(e.By), "a word of %d", e.By)
	}
	return ""
}

func (l *ledger) seeFree(e mafia.Event) string {
	switch e := e.(type) {
	case mafia.Accusing:
		return wrong(!l.alive.Has(e.By) || !l.alive.Has(e.To) || e.By == e.To, "%d accuses %d", e.By, e.To)
	case mafia.Judged:
		l.moment = true
		return wrong(e.Condemned != (2*e.Hands.N() > l.alive.Count()-1), "ORIGINAL-DAY-3")
	case mafia.NightCalled:
		l.notes = 0
		if e.Agreed {
			l.night++
		}
		return wrong(e.Agreed != (2*e.Hands.N() > l.alive.Count()), "ORIGINAL-NIGHT-1")
	case mafia.Wrote:
		black := l.roles[e.By].Side() == mafia.Black
		again := l.notes.Has(e.By)
		l.notes = l.notes.With(e.By)
		return first(wrong(!l.alive.Has(e.By) || again, "a note of %d", e.By),
			wrong(!black && (e.Name != 0 || e.Absent), "ORIGINAL-NIGHT-5"),
			wrong(black && !e.Absent && !l.alive.Has(e.Name), "ORIGINAL-NIGHT-5"))
	case mafia.NotesRead:
		l.moment, l.names = true, len(e.Names)
		black := 0
		for _, s := range l.alive.List() {
			if l.roles[s].Side() == mafia.Black {
				black++
			}
		}
		return wrong(black != len(e.Names), "ORIGINAL-NIGHT-3: %d names, %d black", len(e.Names), black)
	case mafia.DeclaredBeaten:
		l.beaten = e.Side
	case mafia.Ended:
		l.ended = &e
	}
	return ""
}

// check compares the ledger with the game after a whole command.
func (l *ledger) check(g *mafia.Game, events []mafia.Event) string {
	board := g.View(mafia.Board)
	for _, s := range board.Seats {
		if s.Fouls != l.fouls[s.Seat] || s.In != l.alive.Has(s.Seat) || g.RoleOf(s.Seat) != l.roles[s.Seat] {
			return fmt.Sprintf("seat %d: shown %+v, the ledger has %d fouls, in %v, %v", s.Seat, s, l.fouls[s.Seat],
				l.alive.Has(s.Seat), l.roles[s.Seat])
		}
	}
	moment, names := l.moment, l.names
	moment = (moment || l.entered && l.alive.Count() < len(l.roles)) && !l.doubled()
	l.moment, l.entered, l.names = false, false, -1
	return l.verdict(moment, names, events)
}
