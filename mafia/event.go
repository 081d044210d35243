package mafia

// Event is a fact. The set is closed. Apply never refuses one and never asks
// the rulebook, so an old journal folds the same for ever.
type Event interface {
	apply(*Game)
}

type (
	// Dealt opens every game: who sits where with which card.
	Dealt struct {
		Rulebook   string   `json:"rulebook"`
		Nicks      []string `json:"nicks"`
		Roles      []Role   `json:"roles"`
		Cast       Cast     `json:"cast"`
		Immune     Seats    `json:"immune"`
		Novices    Seats    `json:"novices"`
		Tournament bool     `json:"tournament"`
		Seed       uint64   `json:"seed"`
	}
	// Introduced opens the round of introductions (CITY-MEET-1).
	Introduced struct{}
	// Fell says that night fell; Acquaintance marks the night in which nobody acts.
	Fell struct {
		Night        int  `json:"night"`
		Acquaintance bool `json:"acquaintance"`
	}
	// Woke says that the call with this index is on.
	Woke struct {
		Call int  `json:"call"`
		Role Role `json:"role"`
	}
	// Acted is a role's choice of the night.
	Acted struct {
		Role    Role   `json:"role"`
		Deed    Deed   `json:"deed"`
		By      Seat   `json:"by"`
		To      Seat   `json:"to"`
		Blocked bool   `json:"blocked"`
		Answer  string `json:"answer"`
	}
	// Fired are the shots with closed eyes.
	Fired struct {
		Shots []Shot `json:"shots"`
	}
	// Slept says that all roles of the night were called; the dawn is next.
	Slept struct{}
	// Broke says that a day breaks, with the dead of the night.
	Broke struct {
		Day    int   `json:"day"`
		Dead   Seats `json:"dead"`
		Opener Seat  `json:"opener"` // who will open the circle, 0 where there is none
		Spent  Seats `json:"spent"`  // immunities used up
		Carry  Seats `json:"carry"`  // who carries an immunity into the next game
		Move   Seat  `json:"move"`   // whose best move is due
		Alibi  Seat  `json:"alibi"`
		Kept   Seats `json:"kept"` // immunities that still hold
		Free   bool  `json:"free"` // free talk, no circle
	}
	// Gathered says that the last words of a morning are over and the circle is
	// about to open: a breath for the host before the first speech.
	Gathered struct{}
	// WentOn says that an announcement was made and the game goes on.
	WentOn struct{}
	// Turned says who has the floor in the circle.
	Turned struct {
		Seat  Seat `json:"seat"`
		Muted bool `json:"muted"` // no word, only a candidate
		Short bool `json:"short"`
		Paid  bool `json:"paid"`  // the lost word was due and is used up by this turn
		Clear bool `json:"clear"` // and the fouls start anew
	}
	// Skipped says that a silenced player is passed over.
	Skipped struct {
		Seat  Seat `json:"seat"`
		Clear bool `json:"clear"`
	}
	// Passed says that a turn has ended.
	Passed struct {
		Seat Seat   `json:"seat"`
		Kind string `json:"kind"`
	}
	// OpenerMoved says that the opener left before he could open.
	OpenerMoved struct {
		Seat Seat `json:"seat"`
	}
	// Nominated puts a candidate on the list.
	Nominated struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Withdrawn takes one off it.
	Withdrawn struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Struck strikes a departed candidate; votes cast for him are free again.
	Struck struct {
		Seat Seat `json:"seat"`
	}
	// Invited says who was given the floor within a speech.
	Invited struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Closing says who will speak last.
	Closing struct {
		By Seat `json:"by"`
	}
	// Rounded says that the circle is over and the vote is due.
	Rounded struct{}
	// VoteOff says that no vote is held, or that the running one is broken off.
	VoteOff struct {
		Rule  string `json:"rule"`
		Later bool   `json:"later"` // tomorrow's, not today's
	}
	// Opened opens a ballot. Waits: it is announced first, as a revote is, so that
	// nobody is voted on by a step too many.
	Opened struct {
		Round  int    `json:"round"`
		Run    []Seat `json:"run"`
		Voters Seats  `json:"voters"`
		Waits  bool   `json:"waits"`
	}
	// Counted closes the vote on one candidate. Votes is what he has now.
	Counted struct {
		For   Seat  `json:"for"`
		Hands Hands `json:"hands"`
		Votes int   `json:"votes"`
	}
	// Fallen says that missing votes went to a candidate.
	Fallen struct {
		To    Seat `json:"to"`
		Votes int  `json:"votes"`
	}
	// Tied says who have the most votes together.
	Tied struct {
		Seats []Seat `json:"seats"`
	}
	// Pleaded opens the defences.
	Pleaded struct{}
	// Asked puts the question whether all the tied leave.
	Asked struct {
		Voters Seats `json:"voters"`
	}
	// Answered is the answer of the table.
	Answered struct {
		Hands  Hands `json:"hands"`
		Need   int   `json:"need"`
		Passed bool  `json:"passed"`
	}
	// Excused says that the vote fell on somebody with an alibi (CLUB-VOTE-6).
	Excused struct {
		Seat Seat `json:"seat"`
	}
	// Settled says that the day's vote is over; Stayed: nobody leaves by it.
	Settled struct {
		Stayed bool   `json:"stayed"`
		Rule   string `json:"rule"`
	}
	// Departed says that a seat has left, and how.
	Departed struct {
		Seat  Seat  `json:"seat"`
		Cause Cause `json:"cause"`
		Dark  bool  `json:"dark"`
	}
	// Owed says that a departed player has a last word coming.
	Owed struct {
		Seat Seat `json:"seat"`
		Now  bool `json:"now"` // before the words that are owed already
	}
	// WordLost says that a departed player's last word is taken from him.
	WordLost struct {
		Seat Seat `json:"seat"`
	}
	// Counting says how many phases in a row nobody has left.
	Counting struct {
		Quiet int `json:"quiet"`
	}
	// FoulGiven gives fouls.
	FoulGiven struct {
		To     Seat   `json:"to"`
		N      int    `json:"n"`
		Total  int    `json:"total"`
		Reason string `json:"reason"`
		Mutes  bool   `json:"mutes"`
		Sign   bool   `json:"sign"` // a night gesture
	}
	// BestMoved is the best move.
	BestMoved struct {
		By    Seat  `json:"by"`
		Seats Seats `json:"seats"`
		Hits  int   `json:"hits"`
	}
	// Revealed notes that a player said which card he has.
	Revealed struct {
		By   Seat `json:"by"`
		Role Role `json:"role"`
	}
	// Accusing opens an accusation.
	Accusing struct {
		By Seat `json:"by"`
		To Seat `json:"to"`
	}
	// Cleared drops it.
	Cleared struct{}
	// Judged is the vote on it.
	Judged struct {
		Hands     Hands `json:"hands"`
		Need      int   `json:"need"`
		Condemned bool  `json:"condemned"`
	}
	// NightCalled is the vote on the night.
	NightCalled struct {
		Hands  Hands `json:"hands"`
		Need   int   `json:"need"`
		Agreed bool  `json:"agreed"`
	}
	// Wrote is one note.
	Wrote struct {
		By     Seat `json:"by"`
		Name   Seat `json:"name"`
		Absent bool `json:"absent"`
	}
	// NotesRead are the notes as read out: the names in shuffled order, 0 for a
	// name that names nobody.
	NotesRead struct {
		Names []Seat `json:"names"`
	}
	// Carded enters or corrects a card.
	Carded struct {
		Seat Seat `json:"seat"`
		Role Role `json:"role"`
	}
	// Replaced puts another person in a seat.
	Replaced struct {
		Seat Seat   `json:"seat"`
		Nick string `json:"nick"`
	}
	// Overruled marks that the host let stand what the referee refuses.
	Overruled struct {
		Verb Verb   `json:"verb"`
		Rule string `json:"rule"`
	}
	// DeclaredBeaten says that the host declared a side beaten.
	DeclaredBeaten struct {
		Side Side `json:"side"`
	}
	// Ended is the end of the game.
	Ended struct {
		Winner Winner `json:"winner"`
		Rule   string `json:"rule"`
	}
)

func (e Dealt) apply(g *Game) {
	g.n = len(e.Roles)
	g.info = &info{nicks: e.Nicks, novices: e.Novices, seed: e.Seed, size: len(e.Roles)}
	for i, r := range e.Roles {
		g.give(Seat(i+1), r)
	}
	g.cast = e.Cast
	g.immune = e.Immune
	g.alive = FirstSeats(g.n)
	g.dark.call = -1
	g.calm = true
}

func (e Introduced) apply(g *Game) {
	g.phase, g.hold = atIntroductions, true
	g.circle = circle{}
}

func (e Fell) apply(g *Game) {
	g.phase, g.night, g.hold = atNight, e.Night, true
	if e.Acquaintance {
		g.phase = atOpening
	}
	d := &g.dark
	d.call, d.done, d.deeds, d.shots, d.answer = -1, false, nil, nil, ""
	g.talk.written, g.talk.blank = 0, 0
	g.calm = true
	if g.news.Kind != "call-night" {
		g.news = News{}
	}
	g.list.alibi = 0
}

func (e Woke) apply(g *Game) {
	g.hold = false
	g.dark.call, g.dark.done, g.dark.answer, g.dark.role = e.Call, false, "", e.Role
}

func (e Acted) apply(g *Game) {
	d := &g.dark
	d.done, d.answer = true, e.Answer
	d.deeds = append(d.deeds[:len(d.deeds):len(d.deeds)], DeedDone{e.Role, e.Deed, e.By, e.To, e.Blocked, g.alive})
	if e.To == 0 {
		return
	}
	switch {
	case e.Role == Doctor && e.Deed == Heal:
		d.lastHeal, d.healed = e.To, d.healed.With(e.To)
	case e.Role == Reanimator && e.Deed == Heal:
		d.lastRevive, d.revived = e.To, d.revived.With(e.To)
	case e.Role == Mistress:
		d.lastVisit, d.visited = e.To, d.visited.With(e.To)
	}
}

func (e Fired) apply(g *Game) { g.dark.done, g.dark.shots = true, e.Shots }

func (e Slept) apply(g *Game) {
	g.phase, g.hold = atDawn, false
	g.dark.call, g.dark.answer = -1, ""
}

func (e Broke) apply(g *Game) {
	g.day, g.phase, g.hold = e.Day, atCircle, true
	if e.Free {
		g.phase, g.hold = atTalk, false
	}
	g.circle = circle{opener: e.Opener, last: g.circle.last, before: g.circle.last}
	next := g.list.next
	g.list = list{alibi: e.Alibi, cancel: next}
	g.vote = vote{}
	g.immune = e.Kept
	if e.Carry != 0 {
		g.firstDead = e.Carry
	}
	if e.Move != 0 {
		g.move, g.revealed = e.Move, false
	}
	g.calm = true
	g.shot = g.shot || e.Dead != 0
	g.news = News{Kind: "dawn", Dead: e.Dead}
}

func (e Gathered) apply(g *Game) { g.hold, g.news = true, News{Kind: "circle"} }

func (e WentOn) apply(g *Game) { g.hold = false }

func (e Turned) apply(g *Game) {
	c := &g.circle
	c.turn, c.last, c.muted, c.short, c.invited = e.Seat, e.Seat, e.Muted, e.Short, 0
	c.opened, c.mine = true, g.putUp(e.Seat)
	g.pay(e.Seat, e.Paid, e.Clear)
}

func (g *Game) pay(s Seat, paid, clear bool) {
	if paid {
		g.muted, g.gagged = g.muted.Without(s), g.gagged.Without(s)
	}
	if clear {
		g.fouls[s] = 0
	}
}

func (e Skipped) apply(g *Game) {
	c := &g.circle
	c.last, c.spoken, c.opened = e.Seat, c.spoken.With(e.Seat), true
	c.skipped = c.skipped.With(e.Seat)
	g.pay(e.Seat, true, e.Clear)
}

func (e Passed) apply(g *Game) {
	switch e.Kind {
	case "last-word":
		g.words.drop(e.Seat)
		if g.move == e.Seat {
			g.move = 0
		}
	case "defence":
		g.vote.pleading++
	default:
		g.circle.turn, g.circle.invited = 0, 0
		g.circle.spoken = g.circle.spoken.With(e.Seat)
	}
}

func (e OpenerMoved) apply(g *Game) { g.circle.opener = e.Seat }

func (e Nominated) apply(g *Game) {
	if !g.list.in.Has(e.To) {
		g.list.push(e.To)
	}
	g.list.by[e.To] = e.By
	g.circle.mine = g.circle.mine.Without(e.To)
	if e.By == g.circle.turn {
		g.circle.mine = g.circle.mine.With(e.To)
	}
}

func (e Withdrawn) apply(g *Game) { g.strike(e.To) }

// strike takes a candidate off the list.
func (g *Game) strike(s Seat) {
	g.list.drop(s)
	g.circle.mine = g.circle.mine.Without(s)
}

func (e Struck) apply(g *Game) {
	g.strike(e.Seat)
	v := &g.vote
	for i := 0; i < v.tied.n && i < v.pleading; i++ {
		if v.tied.at[i] == e.Seat {
			v.pleading--
			break
		}
	}
	v.tied.drop(e.Seat)
	for i := 0; i < v.run.n; i++ {
		if v.run.at[i] != e.Seat {
			continue
		}
		v.strike(i)
		return
	}
}

func (e Invited) apply(g *Game) { g.circle.invited = e.To }

func (e Closing) apply(g *Game) {
	c := &g.circle
	c.closer = e.By
	if c.turn == e.By {
		if c.short { // he has not spoken yet: the speech that closes is the short one
			g.muted = g.muted.With(e.By)
		}
		c.turn, c.opened = 0, true
	}
}

func (e Rounded) apply(g *Game) { g.phase, g.news = atVoteCall, News{} }

func (e VoteOff) apply(g *Game) {
	if e.Later {
		g.list.next = true
		return
	}
	g.list.cancel = true
}

func (e Opened) apply(g *Game) {
	tied, all := g.vote.tied, g.vote.everyone
	g.phase, g.hold = atBallot, e.Waits
	g.vote = vote{round: e.Round, voters: e.Voters, tied: tied, everyone: all}
	for _, s := range e.Run {
		g.vote.run.push(s)
	}
	g.list.held = true
}

func (e Counted) apply(g *Game) {
	v := &g.vote
	for i := 0; i < v.run.n; i++ {
		if v.run.at[i] == e.For {
			v.raise(i, e.Hands)
			v.total[i] = int16(e.Votes)
			if i == v.at {
				v.at++
			}
		}
	}
}

func (e Fallen) apply(g *Game) {
	v := &g.vote
	for i := 0; i < v.run.n; i++ {
		if v.run.at[i] == e.To {
			v.total[i] += int16(e.Votes)
		}
	}
}

// end keeps by whom the votes are told, where a ballot ran.
func (v *vote) end() {
	if v.run.n > 0 {
		v.ran = v.run
	}
}

func (e Tied) apply(g *Game) {
	v := &g.vote
	v.end()
	v.tied = queue{}
	for _, s := range e.Seats {
		v.tied.push(s)
		v.everyone = v.everyone.With(s)
	}
	g.hold = true
	g.news = News{Kind: "vote", Tied: v.tied.in}
}

func (e Pleaded) apply(g *Game) {
	g.phase, g.vote.pleading, g.vote.run, g.vote.at = atDefences, 0, queue{}, 0
}

func (e Asked) apply(g *Game) {
	g.phase, g.hold = atQuestion, false
	g.vote.voters, g.vote.cast, g.vote.run, g.vote.at = e.Voters, 0, queue{}, 0
}

func (e Answered) apply(g *Game) {
	g.news = News{Kind: "question", Tied: g.vote.tied.in, Hands: e.Hands.N(), Need: e.Need}
}

func (e Excused) apply(g *Game) { g.news.Alibi = g.news.Alibi.With(e.Seat) }

func (e Settled) apply(g *Game) {
	g.phase, g.list.held = atDusk, true
	g.vote.end()
	g.vote.run, g.vote.tied = queue{}, queue{}
	g.hold = g.words.n > 0
	if g.news.Kind != "question" {
		g.news.Kind = "vote"
	}
	g.news.Rule = e.Rule
	g.news.Tied = 0
}

func (e Departed) apply(g *Game) {
	g.alive = g.alive.Without(e.Seat)
	g.muted, g.gagged = g.muted.Without(e.Seat), g.gagged.Without(e.Seat)
	g.calm, g.quiet = false, 0
	g.left[g.nleft] = gone{uint16(g.day), uint16(g.night), e.Seat, causeCode(e.Cause), e.Dark}
	g.nleft++
	if g.phase == atBallot {
		g.vote.leave(e.Seat)
	}
	if g.circle.turn == e.Seat {
		g.circle.turn = 0
	}
	if g.circle.invited == e.Seat {
		g.circle.invited = 0
	}
	if e.Cause == VotedOut || e.Cause == Killed && g.news.Kind == "notes" {
		g.news.Dead = g.news.Dead.With(e.Seat)
	}
}

func (e Owed) apply(g *Game) {
	if !e.Now {
		g.words.push(e.Seat)
		return
	}
	old := g.words
	g.words = queue{}
	g.words.push(e.Seat)
	for i := 0; i < old.n; i++ {
		g.words.push(old.at[i])
	}
}

func (e WordLost) apply(g *Game) {
	g.words.drop(e.Seat)
	if g.move == e.Seat {
		g.move = 0
	}
}

func (e Counting) apply(g *Game) { g.quiet = e.Quiet }

func (e FoulGiven) apply(g *Game) {
	g.fouls[e.To] = uint8(min(e.Total, 255))
	if e.Mutes {
		g.muted = g.muted.With(e.To)
	}
	if e.Sign {
		g.signed, g.gagged = g.signed.With(e.To), g.gagged.With(e.To)
	}
}

func (e BestMoved) apply(g *Game) { g.revealed = true }

func (e Revealed) apply(g *Game) { g.revealed = true }

func (e Accusing) apply(g *Game) { g.phase, g.talk.by, g.talk.to = atAccusation, e.By, e.To }

func (e Cleared) apply(g *Game) { g.phase, g.talk.by, g.talk.to = atTalk, 0, 0 }

func (e Judged) apply(g *Game) {
	g.phase = atTalk
	g.news = News{Kind: "accusation", Tied: SeatsOf(g.talk.to), Hands: e.Hands.N(), Need: e.Need}
	g.talk.by, g.talk.to = 0, 0
}

func (e NightCalled) apply(g *Game) {
	g.news = News{Kind: "call-night", Hands: e.Hands.N(), Need: e.Need}
	if e.Agreed {
		g.phase, g.night = atNotes, g.night+1
		g.talk.written, g.talk.blank = 0, 0
		g.calm = true
	}
}

func (e Wrote) apply(g *Game) {
	g.talk.written = g.talk.written.With(e.By)
	g.talk.notes[e.By] = e.Name
	if e.Absent {
		g.talk.blank = g.talk.blank.With(e.By)
	}
}

func (e NotesRead) apply(g *Game) {
	g.talk.read, g.talk.names = e.Names, len(e.Names)
	g.phase = atDawn
	g.news = News{Kind: "notes"}
}

func (e Carded) apply(g *Game) {
	g.give(e.Seat, e.Role)
	g.surplus = surplusOf(g.cast, g.roles[1:g.n+1])
	g.reassign()
}

// reassign gives the deeds of the night to whoever holds the card by now, and
// works out anew what is blocked, as it stood when each was entered: a card that is
// put right was woken all the same (CITY-SETUP-11, CLUB-SETUP-5).
func (g *Game) reassign() {
	if len(g.dark.deeds) == 0 {
		return
	}
	deeds := append([]DeedDone(nil), g.dark.deeds...)
	for i, x := range deeds {
		if by := g.held[x.Role]; x.By != 0 && by.Count() == 1 {
			deeds[i].By = by.First()
		}
	}
	for i, x := range deeds {
		if x.Deed == Check {
			continue // what a check has shown stays shown
		}
		f := g.facts()
		f.Alive, f.Black, f.Deeds = x.Alive, (g.held[Mafia]|g.held[Don])&x.Alive, deeds[:i]
		deeds[i].Blocked = g.rb.Powers.Blocked(f, x.Role, x.By)
	}
	g.dark.deeds = deeds
}

func (e Replaced) apply(g *Game) {
	in := *g.info
	in.nicks = append([]string(nil), in.nicks...)
	in.nicks[e.Seat-1] = e.Nick
	g.info = &in
}

func (e Overruled) apply(*Game) {}

func (e DeclaredBeaten) apply(*Game) {}

func (e Ended) apply(g *Game) {
	g.phase, g.hold, g.words = atOver, false, queue{}
	g.outcome = Outcome(e)
	g.circle.turn = 0
	g.dark.call = -1
}
