package mafia

import "slices"

// Game is the whole state of one game: a value, cheap to copy. What is fixed at
// the deal lies behind shared pointers that are never written through.
type Game struct {
	rb   *Rulebook
	info *info

	n      int
	roles  [MaxSeats + 1]Role
	held   [roleCount]Seats // who holds which card: roles the other way round
	cast   Cast
	alive  Seats
	muted  Seats // their next speech is lost or shortened
	gagged Seats // of them, for a night gesture: it is lost, whatever a third foul costs (CITY-FOUL-5)
	signed Seats // have made a night gesture (CITY-FOUL-5)
	immune Seats // immunities that hold in this game
	fouls  [MaxSeats + 1]uint8

	phase      stage
	day, night int
	hold       bool // something was announced; Proceed goes on
	words      queue
	circle     circle
	list       list
	vote       vote
	dark       dark
	talk       talk

	quiet    int  // phases in a row without a departure
	calm     bool // nobody has left in this phase
	shot     bool // somebody was shot in this game: the best move is given away
	move     Seat // whose best move is due
	revealed bool // he revealed himself, or has made it

	left      [MaxSeats]gone
	nleft     int
	firstDead Seats // who carries an immunity into the next game
	news      News
	outcome   Outcome
	surplus   Role // a card that is held more often than it was dealt: put it right first; Unknown where there is none
}

type info struct {
	nicks   []string
	novices Seats
	seed    uint64
	size    int
}

// queue holds seats in an order, each at most once.
type queue struct {
	at [MaxSeats]Seat
	n  int
	in Seats // the same as a set
}

func (q *queue) push(s Seat) {
	q.at[q.n] = s
	q.n++
	q.in = q.in.With(s)
}

func (q *queue) drop(s Seat) {
	if !q.in.Has(s) {
		return
	}
	q.in = q.in.Without(s)
	k := 0
	for i := 0; i < q.n; i++ {
		if q.at[i] != s {
			q.at[k] = q.at[i]
			k++
		}
	}
	q.n = k
}

func (q *queue) list() []Seat { return append(make([]Seat, 0, q.n), q.at[:q.n]...) }

// circle is a round of speeches, or of introductions.
type circle struct {
	opener  Seat
	opened  bool  // the opener's turn has come
	last    Seat  // whose turn came last
	turn    Seat  // who speaks now, 0 between turns
	mine    Seats // the candidates whom he put up and who stand
	spoken  Seats
	skipped Seats // passed over in this circle
	closer  Seat
	invited Seat
	muted   bool // the turn is only for putting up a candidate
	short   bool // 30 seconds instead of the full speech
	before  Seat // the last speaker of the circle before
}

// list is the day's list of candidates.
type list struct {
	queue
	by     [MaxSeats + 1]Seat
	cancel bool // no vote today
	next   bool // no vote tomorrow
	held   bool // today's vote is over or was called off
	alibi  Seat // whom the mistress visited last night
}

// vote is a running ballot and the tie around it.
type vote struct {
	round    int
	run      queue           // the candidates of this round, in ballot order
	ran      queue           // those of the round that is over, to tell its votes by
	at       int             // whose vote is open: index into run
	voters   Seats           // who may vote, the departed included
	cast     Seats           // whose hand is known to have been counted
	hands    [MaxSeats]Seats // who raised a hand for each of run; where only the number was told, the number
	unnamed  uint64          // for which of run that is so: a bit an index
	gone     int16           // voters who have left, and whose hands may be among those told by number
	total    [MaxSeats]int16
	tied     queue // the leaders of the last round, in the order put up
	everyone Seats // who took part in this day's tie
	pleading int   // defences: index into tied
}

// dark is a night.
type dark struct {
	call   int  // index into the calls, -1 before the first
	role   Role // whose it is, or was when all are asleep again
	done   bool
	deeds  []DeedDone // shared by copies of the game: never written to, only replaced
	shots  []Shot
	answer string
	// what lasts beyond a night
	lastHeal, lastVisit, lastRevive Seat
	healed, visited, revived        Seats // all whom the card's holder ever chose
}

// talk is the day and the notes of the game without a host.
type talk struct {
	by, to  Seat
	notes   [MaxSeats + 1]Seat
	blank   Seats // absent: counts as a name, names nobody
	written Seats
	read    []Seat
	names   int
}

type gone struct {
	day, night uint16
	seat       Seat
	cause      uint8 // index into causes
	dark       bool
}

// Rulebook is the rulebook that the game is played by.
func (g *Game) Rulebook() *Rulebook { return g.rb }

// Players is the number of players dealt.
func (g *Game) Players() int { return g.n }

// Phase tells where the game stands.
func (g *Game) Phase() Phase { return phases[g.phase] }

// Day and Night count from 1; the acquaintance is night 0.
func (g *Game) Day() int { return g.day }

// Night is the number of the running or last night.
func (g *Game) Night() int { return g.night }

// Alive is the set of the players at the table.
func (g *Game) Alive() Seats { return g.alive }

// RoleOf is the card of a seat, Unknown where nobody has learned it.
func (g *Game) RoleOf(s Seat) Role { return g.roles[s] }

// Outcome is who won; its Winner is NoWinner while the game goes on.
func (g *Game) Outcome() Outcome { return g.outcome }

// Nick is the name at a seat.
func (g *Game) Nick(s Seat) string {
	if s == 0 || int(s) > g.n {
		return ""
	}
	return g.info.nicks[s-1]
}

// holders is the set of the seats, in or out, that hold a card.
func (g *Game) holders(r Role) Seats {
	if r >= roleCount {
		return 0
	}
	return g.held[r]
}

// give puts a card before a seat.
func (g *Game) give(s Seat, r Role) {
	g.held[g.roles[s]] = g.held[g.roles[s]].Without(s)
	g.roles[s] = r
	g.held[r] = g.held[r].With(s)
}

// black is the set of the living black players, as far as cards are known.
func (g *Game) black() Seats { return (g.held[Mafia] | g.held[Don]) & g.alive }

// unlearned counts, by role, the cards that nobody has learned yet.
func (g *Game) unlearned() (Cast, int) {
	rest := g.cast
	for r := Civilian; r < roleCount; r++ {
		rest[r] -= min(rest[r], uint8(g.held[r].Count()))
	}
	return rest, g.held[Unknown].Count()
}

// open reports whether the game still goes on.
func (g *Game) open() bool { return g.phase != atOver }

// floor is who has the floor, and in what kind of turn.
type floor struct {
	seat Seat
	kind turn
}

// floor tells who has the floor, and how.
func (g *Game) floor() floor {
	switch {
	case g.hold || g.phase == atOver:
		return floor{}
	case g.words.n > 0:
		return floor{seat: g.words.at[0], kind: lastWord}
	case g.phase == atCircle && g.circle.turn != 0:
		return floor{seat: g.circle.turn, kind: speech}
	case g.phase == atIntroductions && g.circle.turn != 0:
		return floor{seat: g.circle.turn, kind: introduction}
	case g.phase == atDefences && g.vote.pleading < g.vote.tied.n:
		return floor{seat: g.vote.tied.at[g.vote.pleading], kind: defence}
	}
	return floor{}
}

// plain reports that no announcement and no last word stands before the phase.
func (g *Game) plain() bool { return !g.hold && g.words.n == 0 }

// waking is the i-th call of the running night, nil after the last: roles in the
// deal only, departed or not, so that the sounds of a night tell nothing
// (CLASSIC-NIGHT-8).
func (g *Game) waking(i int) *Waking {
	if g.phase == atOpening {
		return g.meeting(i)
	}
	for k := range g.rb.Calls {
		w := &g.rb.Calls[k]
		if !g.called(w.Role) {
			continue
		}
		if i == 0 {
			return w
		}
		i--
	}
	return nil
}

func (g *Game) meeting(i int) *Waking {
	if i < len(g.rb.Meet) {
		return &g.rb.Meet[i]
	}
	// Real cards: every other role shows itself once, so that the host learns it. Who
	// gave the last unknown card away is still awake, and those before him were.
	if g.held[Unknown] == 0 && i > g.dark.call {
		return nil
	}
	i -= len(g.rb.Meet)
	for _, w := range g.rb.Calls {
		if !g.called(w.Role) || g.meets(w.Role) {
			continue
		}
		if i == 0 {
			return &Waking{Role: w.Role}
		}
		i--
	}
	return nil
}

func (g *Game) meets(r Role) bool {
	for _, m := range g.rb.Meet {
		if m.Role == r {
			return true
		}
	}
	return false
}

// called reports whether a role is called at night: its card was dealt.
func (g *Game) called(r Role) bool {
	if r == Mafia {
		return g.cast[Mafia]+g.cast[Don] > 0
	}
	return g.cast[r] > 0
}

// current is the call that is on now, nil when none is.
func (g *Game) current() *Waking {
	switch {
	case !g.plain() || g.dark.call < 0:
	case g.phase == atNight:
		return g.callOf(g.dark.role)
	case g.phase == atOpening:
		return g.meeting(g.dark.call)
	}
	return nil
}

// awake is the set of the living who wake at a call.
func (g *Game) awake(r Role) Seats {
	if r == Mafia {
		return g.black()
	}
	return g.holders(r) & g.alive
}

// facts gathers what a Powers part is asked about.
func (g *Game) facts() NightFacts {
	return NightFacts{
		Alive: g.alive, Black: g.black(), Immune: g.immune, First: g.night == 1,
		Deeds: g.dark.deeds, Shots: g.shots(),
	}
}

// shots are those of black players: a card that was put right since may show that
// somebody was none (CLASSIC-SETUP-4).
func (g *Game) shots() []Shot {
	black := g.held[Mafia] | g.held[Don]
	red := func(s Shot) bool { return !black.Has(s.By) }
	if !slices.ContainsFunc(g.dark.shots, red) {
		return g.dark.shots
	}
	return slices.DeleteFunc(slices.Clone(g.dark.shots), red)
}

// standing gathers what victory is judged by, as far as cards are known: unknown
// counts the others at the table, who are in no other number but Alive.
func (g *Game) standing(names int) (st Standing, unknown int) {
	black, solo, hidden := g.black(), (g.held[Maniac]|g.held[Ripper])&g.alive, g.held[Unknown]&g.alive
	return Standing{
		Alive: g.alive.Count(), Red: g.alive.Minus(black | solo | hidden).Count(), Black: black.Count(),
		Maniac: solo&g.held[Maniac] != 0, Ripper: solo&g.held[Ripper] != 0,
		Quiet: g.quiet, Names: names,
	}, hidden.Count()
}

// acquainted reports that black players know each other: they meet in the
// opening, from its first call on, or wake together in the first night.
func (g *Game) acquainted() bool {
	switch g.phase {
	case atIntroductions:
		return false
	case atOpening:
		return !g.hold
	}
	return true
}
