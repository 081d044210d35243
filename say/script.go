package say

import (
	"encoding/json"

	"omerta/mafia"
)

// Script is what the host says, taps and reads in one state of a game.
type Script struct {
	Title Line `json:"title"`
	// Aloud is what the host says now, in full and in order. It never depends on
	// who holds a card or whether the holder is still in.
	Aloud []Line `json:"aloud"`
	// Hints are for the host's eyes only; other viewers get none.
	Hints []Line `json:"hints"`
	// Primary is the one big button, nil where nothing of the kind is offered.
	Primary *Button `json:"primary"`
	// Tap says what tapping a seat means: "nominate", "vote", "oust", "act",
	// "shoot", "best-move", "judge", "accuse", "write", "card" or "" for nothing.
	Tap string `json:"tap"`
	// Tone is "day" or "night".
	Tone string `json:"tone"`
	// Answer is the card to show in silence after a check, nil without one.
	Answer *Answer `json:"answer"`
}

// Button is an offered step. Command is the command ready to be sent; where
// hands belong into it ("vote", "oust", "judge", "call-night") they are empty,
// and whoever sends it puts the hands in that were tapped.
type Button struct {
	Label   Line            `json:"label"`
	Do      mafia.Verb      `json:"do"`
	Command json.RawMessage `json:"command"`
}

// Answer is an answer that is shown, not said. Glyph is "yes", "no", "red",
// "black" or "none".
type Answer struct {
	Glyph string `json:"glyph"`
	Line  Line   `json:"line"`
}

// scene is a script in the making.
type scene struct {
	writer
	v *mafia.View
	s Script
}

// ScriptFor gives the script of a view. It knows every state of every rulebook.
// Only the host and the device that does the host's work get hints and buttons;
// for any other viewer the script holds what is said aloud.
func ScriptFor(v *mafia.View) Script {
	c := &scene{writer: writerFor(v.Rulebook), v: v}
	c.s.Aloud, c.s.Hints = []Line{}, []Line{}
	c.s.Tone = "day"
	switch v.Phase {
	case mafia.Opening, mafia.NightPhase, mafia.Dawn, mafia.Notes:
		c.s.Tone = "night"
	}
	if v.Misdealt {
		c.misdeal()
	}
	c.stage()
	c.s.Tap = c.tap()
	return c.s
}

// stage picks the page of the script: an announcement comes before a last word,
// and a last word before the phase goes on.
func (c *scene) stage() {
	v := c.v
	switch {
	case v.Phase == mafia.Over:
		c.over()
	case v.Hold:
		c.announce()
	case v.Turn.Kind == "last-word":
		c.lastWord()
	case v.Turn.Kind == "speech":
		c.speech()
	case v.Turn.Kind == "defence":
		c.defence()
	case v.Turn.Kind == "introduction":
		c.introduction()
	default:
		c.step()
	}
}

// announce is the page of an announcement: Proceed goes on.
func (c *scene) announce() {
	switch c.v.Phase {
	case mafia.Introductions:
		c.introductions()
	case mafia.Opening:
		c.openingFalls()
	case mafia.NightPhase:
		c.nightFalls()
	case mafia.Defences:
		c.tie()
	case mafia.BallotPhase:
		c.revote()
	case mafia.Dusk:
		c.dusk()
	default:
		c.morning()
	}
}

// misdeal names the card that is held more often than it was dealt, and by whom:
// one of them is to be put right.
func (c *scene) misdeal() {
	role := c.v.Surplus
	held := c.those(func(s mafia.SeatView) bool { return s.Role == role })
	c.hint("hint.surplus", "role", role, "seats", held)
	c.hint("why.misdeal.do", "role", role)
}

// step is the page of a phase in which nobody has the floor.
func (c *scene) step() {
	switch c.v.Phase {
	case mafia.Opening:
		c.meeting()
	case mafia.NightPhase:
		c.call()
	case mafia.Dawn:
		c.dawn()
	case mafia.VoteCall:
		c.voteCall()
	case mafia.BallotPhase:
		c.ballot()
	case mafia.Question:
		c.question()
	case mafia.Dusk:
		c.dusk()
	case mafia.Talk:
		c.talk()
	case mafia.Accusation:
		c.accusation()
	case mafia.Notes:
		c.notes()
	default:
		c.title("title.day", "n", c.v.Day)
	}
}

// tap tells what tapping a seat means, by what is on offer.
func (c *scene) tap() string {
	for _, t := range []mafia.Verb{
		mafia.DoAct, mafia.DoShoot, mafia.DoBestMove, mafia.DoNominate, mafia.DoVote, mafia.DoOust,
		mafia.DoJudge, mafia.DoAccuse, mafia.DoWrite,
	} {
		if c.offered(t) {
			return string(t)
		}
	}
	if c.v.Call.Cards > 0 && c.offered(mafia.DoCard) {
		return string(mafia.DoCard)
	}
	return ""
}

// office reports whether the viewer does the host's work.
func (c *scene) office() bool {
	return c.v.Viewer == mafia.IsHost || c.v.Viewer == mafia.IsDevice
}

func (c *scene) title(key string, pairs ...any) { c.s.Title = c.line(key, pairs...) }

func (c *scene) aloud(key string, pairs ...any) {
	c.s.Aloud = append(c.s.Aloud, c.line(key, pairs...))
}

func (c *scene) hint(key string, pairs ...any) {
	if c.office() {
		c.s.Hints = append(c.s.Hints, c.line(key, pairs...))
	}
}

// rule hints at something that rests on a rule of some rulebooks: the one of
// ids that is this rulebook's. Without one there is no hint.
func (c *scene) rule(key string, ids []string, pairs ...any) {
	for _, id := range ids {
		if r, ok := RuleByID(id); ok && r.Rulebook == c.book {
			c.hint(key, append(pairs, "rule", id)...)
		}
	}
}

func (c *scene) offer(v mafia.Verb) *mafia.Offer {
	for i := range c.v.Offers {
		if c.v.Offers[i].Do == v {
			return &c.v.Offers[i]
		}
	}
	return nil
}

func (c *scene) offered(v mafia.Verb) bool { return c.offer(v) != nil }

// button sets the big button, if its command is on offer.
func (c *scene) button(cmd mafia.Command, key string, pairs ...any) {
	if !c.offered(cmd.Verb()) {
		return
	}
	raw, err := mafia.MarshalCommand(cmd)
	if err != nil {
		panic("say: " + err.Error()) // commands of our own making can be written
	}
	c.s.Primary = &Button{Label: c.line(key, pairs...), Do: cmd.Verb(), Command: raw}
}

func (c *scene) proceed(key string, pairs ...any) { c.button(mafia.Proceed{}, key, pairs...) }

func (c *scene) pass(key string, pairs ...any) {
	c.button(mafia.Pass{By: c.v.Turn.Seat}, key, pairs...)
}

// timed gives the floor, and says for how long where there is a limit.
func (c *scene) timed(key string) {
	t := c.v.Turn
	if t.Seconds == 0 {
		c.aloud(key+".untimed", "seat", t.Seat)
		return
	}
	c.aloud(key, "seat", t.Seat, "sec", t.Seconds)
}

// seat is a place at the table; the zero value for nobody.
func (c *scene) seat(s mafia.Seat) mafia.SeatView {
	if s < 1 || int(s) > len(c.v.Seats) {
		return mafia.SeatView{}
	}
	return c.v.Seats[s-1]
}

// those lists the seats with some property.
func (c *scene) those(has func(mafia.SeatView) bool) []mafia.Seat {
	var out []mafia.Seat
	for _, s := range c.v.Seats {
		if has(s) {
			out = append(out, s.Seat)
		}
	}
	return out
}

func (c *scene) in() int {
	return len(c.those(func(s mafia.SeatView) bool { return s.In }))
}
