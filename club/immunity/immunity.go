// Package immunity carries immunities from one game into the next: it proposes who
// holds one, tells why each does and why others do not, takes the host's word over
// that, and hands the result to the engine.
//
// The engine says who has earned one (mafia.Broke.Carry), gives novices theirs
// (CITY-IMM-2) and spends them night by night. What it cannot know is what lies
// between games, and that is settled here:
//
//   - An immunity is for the next game. Who does not play it, or plays it by
//     another rulebook, has lost it (CITY-IMM-6, CLUB-IMM-7).
//   - In city it comes from the previous game, on whichever evening that was
//     (CITY-IMM-1); in club from a game of the same evening (CLUB-IMM-3), so that
//     the first game of an evening has none (CLUB-IMM-4).
//   - Where more have earned one than may hold one, as after a round at several
//     tables, lots decide (CLUB-IMM-7).
//   - The host's word goes over all of it and leaves a mark: he may give one in
//     the first game too. Only more than two in club are refused, by the engine as
//     well: then he has to say whom he takes it from.
package immunity

import (
	"slices"

	"omerta/club/lot"
	"omerta/mafia"
	"omerta/names"
	"omerta/rulebook"
	"omerta/say"
)

// Reason is why somebody holds an immunity.
type Reason string

// The reasons.
const (
	FirstNight Reason = "first-night" // died in the first night of the game before
	Novice     Reason = "novice"      // novices are fewer than a third
	Host       Reason = "host"        // the host has given it
)

// Why is why somebody does not hold what he would have.
type Why string

// Why not.
const (
	Away       Why = "away"       // does not play
	OtherRules Why = "rulebook"   // earned in another rulebook
	OtherDay   Why = "evening"    // earned on another evening
	Lots       Why = "limit"      // the lot fell on others
	Third      Why = "novices"    // novices are a third or more
	Tournament Why = "tournament" // novices have none there
	Taken      Why = "taken"      // the host has taken it away
)

// Game is what an earlier game leaves behind.
type Game struct {
	Number   int      `json:"number"`  // within its evening, from 1
	Evening  string   `json:"evening"` // any name of it
	Rulebook string   `json:"rulebook"`
	Earned   []string `json:"earned"` // who has earned an immunity
}

// Player is who plays the next game.
type Player struct {
	Person string `json:"person"`
	Novice bool   `json:"novice"`
}

// Word is what the host says about one person.
type Word struct {
	Person string `json:"person"`
	Give   bool   `json:"give"` // or take away
	Reason string `json:"reason"`
}

// Ask is the next game.
type Ask struct {
	Players    []Player `json:"players"` // in the order of seats
	Tournament bool     `json:"tournament"`
	Evening    string   `json:"evening"`
	// Previous are the games of the round before: one, or one a table; none before
	// the very first.
	Previous []Game `json:"previous"`
	Words    []Word `json:"words"`
	Seed     uint64 `json:"seed"` // of the lots where too many have earned one
}

// Holder is who holds an immunity, and why.
type Holder struct {
	Person string     `json:"person"`
	Seat   mafia.Seat `json:"seat"`
	Reason Reason     `json:"reason"`
	Rule   string     `json:"rule"`
	Game   int        `json:"game"` // where it was earned, 0 for none
	Word   *Word      `json:"word"` // the host's mark
}

// Lapsed is who would hold one, and why not.
type Lapsed struct {
	Person string `json:"person"`
	Reason Reason `json:"reason"` // why he would
	Why    Why    `json:"why"`
	Rule   string `json:"rule"`
	Game   int    `json:"game"`
	Most   int    `json:"most"` // with Lots: how many may hold one
	Word   *Word  `json:"word"`
}

// Proposal is who holds an immunity in the next game.
type Proposal struct {
	Holders []Holder `json:"holders"` // in the order of seats
	Lapsed  []Lapsed `json:"lapsed"`
	// Immune, Novices and Tournament are what the game is dealt with, so that exactly
	// the holders are immune. The engine gives every novice an immunity where novices
	// are fewer than a third; so a novice from whom the host has taken it is dealt in
	// as no novice there.
	Immune     mafia.Seats `json:"immune"`
	Novices    mafia.Seats `json:"novices"`
	Tournament bool        `json:"tournament"`
}

// Refusal tells why the host's word cannot be carried out. Of the id "who", here
// and in the texts of holders, Line.Renamed makes a nick.
type Refusal struct{ say.Line }

// Error gives the reason in English.
func (r *Refusal) Error() string { return r.In(say.EN) }

func refuse(key, rule, who string, args map[string]any) error {
	if args == nil {
		args = map[string]any{}
	}
	if rule != "" {
		args["rule"] = rule
	}
	if who != "" {
		args["who"] = who
	}
	return &Refusal{say.Line{Key: "immunity.refused." + key, Args: args}}
}

// terms are the rules of one rulebook.
type terms struct {
	earned, novice, limit, between string // rule ids
	evening                        bool   // earned for the same evening only
}

// termsOf are those of a rulebook by its id.
func termsOf(id string) terms {
	switch name, _ := rulebook.Split(id); name {
	case "city":
		return terms{earned: "CITY-IMM-1", novice: "CITY-IMM-2", between: "CITY-IMM-6"}
	case "club":
		return terms{earned: "CLUB-IMM-3", limit: "CLUB-IMM-4", between: "CLUB-IMM-7", evening: true}
	}
	return terms{}
}

// Propose says who holds an immunity in a game by a rulebook, whose options count
// too. A rulebook that knows none gives an empty proposal. The error is a
// *Refusal: a word about somebody who does not play, two words about one person, a
// word without a reason, an immunity taken from who has none, given to who has
// one, or given where the rulebook knows none or no more may hold one; more than
// mafia.MaxSeats players.
func Propose(rb *mafia.Rulebook, a Ask) (Proposal, error) {
	p := &proposing{Proposal: Proposal{Holders: []Holder{}, Lapsed: []Lapsed{}}, ask: a}
	t := termsOf(rb.ID)
	switch {
	case len(a.Players) > mafia.MaxSeats:
		return Proposal{}, refuse("players", "", "", map[string]any{"most": mafia.MaxSeats})
	case !rb.Immunities() && len(a.Words) > 0:
		return Proposal{}, refuse("none", "", "", nil)
	case !rb.Immunities():
		p.deal()
		return p.Proposal, nil
	}
	words, err := a.words()
	if err != nil {
		return Proposal{}, err
	}
	p.earned(rb, t)
	p.novices(rb, t)
	if err := p.overrule(words, t); err != nil {
		return Proposal{}, err
	}
	if err := p.limit(rb, t); err != nil {
		return Proposal{}, err
	}
	slices.SortStableFunc(p.Holders, func(x, y Holder) int { return int(x.Seat) - int(y.Seat) })
	p.deal()
	return p.Proposal, nil
}

// proposing is a proposal that is being worked out.
type proposing struct {
	Proposal
	ask   Ask
	below bool // the engine gives novices theirs
}

// words looks at the host's words by themselves, and keeps their reasons clean.
func (a *Ask) words() ([]Word, error) {
	out := slices.Clone(a.Words)
	for i := range out {
		w := &out[i]
		reason, fits := names.Reason(w.Reason)
		switch {
		case a.seat(w.Person) == 0:
			return nil, refuse("unknown", "", w.Person, nil)
		case slices.ContainsFunc(out[:i], func(x Word) bool { return x.Person == w.Person }):
			return nil, refuse("twice", "", w.Person, nil)
		case reason == "" || !fits:
			return nil, refuse("reason", "", w.Person, nil)
		}
		w.Reason = reason
	}
	return out, nil
}

// seat is where somebody sits, 0 for who does not play.
func (a *Ask) seat(person string) mafia.Seat {
	return mafia.Seat(slices.IndexFunc(a.Players, func(p Player) bool { return p.Person == person }) + 1)
}

// earned carries what was earned in the games before.
func (p *proposing) earned(rb *mafia.Rulebook, t terms) {
	if !rb.Carries {
		return
	}
	next, _ := rulebook.Split(rb.ID)
	for _, g := range p.ask.Previous {
		book, _ := rulebook.Split(g.Rulebook)
		for _, who := range g.Earned {
			h := Holder{Person: who, Seat: p.ask.seat(who), Reason: FirstNight, Rule: t.earned, Game: g.Number}
			switch {
			case book != next:
				p.lapse(h, OtherRules, t.between)
			case t.evening && g.Evening != p.ask.Evening:
				p.lapse(h, OtherDay, t.limit)
			case h.Seat == 0:
				p.lapse(h, Away, t.between)
			case p.holder(who) < 0:
				p.Holders = append(p.Holders, h)
			}
		}
	}
}

// novices have one when they are fewer than a third, and in no tournament
// (CITY-IMM-2). Who has earned one holds that.
func (p *proposing) novices(rb *mafia.Rulebook, t terms) {
	if !rb.NoviceImmune {
		return
	}
	count := 0
	for _, x := range p.ask.Players {
		if x.Novice {
			count++
		}
	}
	p.below = !p.ask.Tournament && count*3 < len(p.ask.Players)
	for i, x := range p.ask.Players {
		h := Holder{Person: x.Person, Seat: mafia.Seat(i + 1), Reason: Novice, Rule: t.novice}
		switch {
		case !x.Novice || p.holder(x.Person) >= 0:
		case p.ask.Tournament:
			p.lapse(h, Tournament, t.novice)
		case !p.below:
			p.lapse(h, Third, t.novice)
		default:
			p.Holders = append(p.Holders, h)
		}
	}
}

// overrule carries out the host's words.
func (p *proposing) overrule(words []Word, t terms) error {
	for _, w := range words {
		i := p.holder(w.Person)
		switch {
		case !w.Give && i < 0:
			return refuse("has-none", "", w.Person, nil)
		case !w.Give:
			h := p.Holders[i]
			h.Word = &w
			p.Holders = slices.Delete(p.Holders, i, i+1)
			p.lapse(h, Taken, t.between)
		case i >= 0:
			return refuse("has-one", p.Holders[i].Rule, w.Person, nil)
		default:
			p.Holders = append(p.Holders, Holder{
				Person: w.Person, Seat: p.ask.seat(w.Person), Reason: Host, Rule: t.between, Word: &w,
			})
		}
	}
	return nil
}

// limit lets no more hold one than may: lots decide between those who have earned
// one, but not where the host has given one besides.
func (p *proposing) limit(rb *mafia.Rulebook, t terms) error {
	over := len(p.Holders) - rb.MaxImmune
	if rb.MaxImmune == 0 || over <= 0 {
		return nil
	}
	if slices.ContainsFunc(p.Holders, func(h Holder) bool { return h.Reason == Host }) {
		return refuse("limit", t.limit, "", map[string]any{"most": rb.MaxImmune})
	}
	slices.SortStableFunc(p.Holders, func(x, y Holder) int { return int(x.Seat) - int(y.Seat) })
	l := lot.New(p.ask.Seed)
	var stay []Holder
	for k, i := range l.Order(len(p.Holders)) {
		h := p.Holders[i]
		if k < rb.MaxImmune {
			stay = append(stay, h)
			continue
		}
		p.lapse(h, Lots, t.between)
		p.Lapsed[len(p.Lapsed)-1].Most = rb.MaxImmune
	}
	p.Holders = stay
	return nil
}

func (p *proposing) holder(person string) int {
	return slices.IndexFunc(p.Holders, func(h Holder) bool { return h.Person == person })
}

func (p *proposing) lapse(h Holder, why Why, rule string) {
	p.Lapsed = append(p.Lapsed, Lapsed{Person: h.Person, Reason: h.Reason, Why: why, Rule: rule, Game: h.Game, Word: h.Word})
}

// deal works out what the game is dealt with.
func (p *proposing) deal() {
	p.Tournament = p.ask.Tournament
	for _, h := range p.Holders {
		p.Immune = p.Immune.With(h.Seat)
	}
	for i, x := range p.ask.Players {
		if seat := mafia.Seat(i + 1); x.Novice && (!p.below || p.Immune.Has(seat)) {
			p.Novices = p.Novices.With(seat)
		}
	}
}

// Setup fills in what the game is dealt with.
func (p Proposal) Setup(s mafia.Setup) mafia.Setup {
	s.Immune, s.Novices, s.Tournament = p.Immune, p.Novices, p.Tournament
	return s
}

// Text says why somebody holds an immunity.
func (h Holder) Text() say.Line {
	args := map[string]any{"who": h.Person, "game": h.Game, "rule": h.Rule}
	if h.Word != nil {
		args["reason"] = h.Word.Reason
	}
	return say.Line{Key: "immunity.holds." + string(h.Reason), Args: args}
}

// Text says why somebody holds none.
func (l Lapsed) Text() say.Line {
	args := map[string]any{"who": l.Person, "game": l.Game, "most": l.Most, "rule": l.Rule}
	if l.Word != nil {
		args["reason"] = l.Word.Reason
	}
	return say.Line{Key: "immunity.lapsed." + string(l.Why), Args: args}
}
