package say

import (
	"slices"

	"omerta/mafia"
)

func (c *scene) introductions() {
	c.title("title.introductions")
	c.aloud("aloud.introductions")
	c.rule("hint.introductions", []string{"CITY-MEET-1"})
	c.rule("hint.nicknames", []string{"CITY-MEET-2"})
	c.opens()
	c.proceed("do.introductions")
}

func (c *scene) introduction() {
	t := c.v.Turn
	c.title("title.introductions")
	c.aloud("aloud.introduction", "seat", t.Seat, "sec", t.Seconds)
	if len(t.Next) == 0 {
		c.pass("do.pass-night")
		return
	}
	c.pass("do.pass")
}

// opens hints at what a host should have settled when a game opens.
func (c *scene) opens() {
	c.rule("hint.minutes", []string{"CITY-TIME-1"}, "min", Minutes(len(c.v.Seats)))
	c.rule("hint.cards-closed", []string{"CITY-SETUP-3"})
}

// morning says what the night has brought. Every victim has a last word.
func (c *scene) morning() {
	v := c.v
	c.title("title.day", "n", v.Day)
	switch {
	case v.News.Kind == "circle": // the victims have been named and have spoken
		c.aloud("aloud.circle")
	case v.Night == 0:
		c.aloud("aloud.first-day")
	case v.News.Dead != 0:
		c.aloud("say.morning.victims", "seats", v.News.Dead)
		c.rule("hint.victims", []string{"CITY-DAY-1", "CLASSIC-MORN-1", "CLUB-MORN-1"})
	default:
		c.aloud("say.morning.nobody")
	}
	if v.Night == 1 && v.News.Kind == "dawn" && v.ImmuneNext != 0 {
		c.rule("hint.immune-next", []string{"CITY-IMM-1", "CLUB-IMM-3"}, "seats", v.ImmuneNext)
	}
	if alibi := c.those(func(s mafia.SeatView) bool { return s.Alibi }); len(alibi) > 0 {
		c.rule("hint.alibi", []string{"CLUB-VOTE-6"}, "seats", alibi)
	}
	if v.NoVote != "" {
		c.hint("hint.no-vote-today", "rule", v.NoVote)
	}
	if v.Opener != 0 {
		c.hint("hint.opener", "seat", v.Opener)
		c.skips(v.Opener)
	}
	if v.News.Dead != 0 {
		c.proceed("do.last-word", "seat", v.News.Dead.First())
		return
	}
	c.proceed("do.speeches")
}

// skips warns that a seat is passed over, or speaks short, or only puts up.
func (c *scene) skips(s mafia.Seat) {
	if c.seat(s).Silenced {
		c.rule("hint.silenced", []string{"CITY-FOUL-2", "CLASSIC-FOUL-5", "CLUB-FOUL-1"}, "seat", s)
	}
}

func (c *scene) lastWord() {
	t := c.v.Turn
	c.title("title.last-word")
	c.timed("aloud.last-word")
	if t.BestMove {
		c.aloud("aloud.best-move")
		c.rule("hint.best-move", []string{"CLASSIC-MORN-2"})
		c.rule("hint.best-move-reveal", []string{"CLASSIC-MORN-3"})
	}
	c.rule("hint.last-word", []string{"CITY-DAY-2"})
	c.fouled(t.Seat)
	if len(t.Next) > 0 {
		c.pass("do.last-word", "seat", t.Next[0])
		return
	}
	c.pass("do.last-word-ends")
}

// fouled warns of three fouls: the next one ends it all.
func (c *scene) fouled(s mafia.Seat) {
	if c.seat(s).Fouls != 3 {
		return
	}
	ids := []string{"CITY-FOUL-3", "CLASSIC-FOUL-6", "CLUB-FOUL-2"}
	if c.v.Turn.Kind == "last-word" || c.in() == 3 || c.in() == 4 {
		ids[1] = "CLASSIC-FOUL-7"
	}
	c.rule("hint.three-fouls", ids, "seat", s)
}

func (c *scene) speech() {
	t := c.v.Turn
	c.title("title.day", "n", c.v.Day)
	switch {
	case t.Silenced:
		c.aloud("aloud.muted", "seat", t.Seat)
		c.rule("hint.muted", []string{"CLASSIC-NOM-5"}, "seat", t.Seat)
	case t.Seconds == 0:
		c.aloud("say.speech.turn", "seat", t.Seat)
	default:
		c.aloud("aloud.speech", "seat", t.Seat, "sec", t.Seconds)
	}
	if t.Invited != 0 {
		c.rule("hint.invited", []string{"CITY-DAY-4"}, "seat", t.Invited, "by", t.Seat)
	}
	c.candidates()
	if !t.Silenced {
		c.fouled(t.Seat)
	}
	c.customs()
	c.closes()
	if len(t.Next) == 0 {
		c.pass("do.circle-ends")
		return
	}
	c.skips(t.Next[0])
	c.pass("do.pass")
}

// candidates tells who stands, and whether the speaker may put up one more.
func (c *scene) candidates() {
	if len(c.v.Candidates) > 0 {
		c.hint("hint.candidates", "seats", seatsOf(c.v.Candidates))
	}
	if c.offered(mafia.DoNominate) {
		if c.first() && c.v.Day == 1 {
			c.rule("hint.nominate", []string{"CITY-NOM-1", "CLASSIC-NOM-1", "CLUB-NOM-1"})
		}
		return
	}
	for _, x := range c.v.Candidates {
		switch {
		case x.By != c.v.Turn.Seat:
		case c.offered(mafia.DoWithdraw):
			c.rule("hint.nominated-withdraw", []string{"CITY-NOM-3", "CLASSIC-NOM-2", "CLUB-NOM-1"}, "seat", x.Seat)
			return
		default:
			c.rule("hint.nominated", []string{"CITY-NOM-2", "CLASSIC-NOM-1", "CLUB-NOM-1"}, "seat", x.Seat)
			return
		}
	}
}

func seatsOf(list []mafia.Candidate) []mafia.Seat {
	out := make([]mafia.Seat, len(list))
	for i, x := range list {
		out[i] = x.Seat
	}
	return out
}

// first reports that the speech opens the circle.
func (c *scene) first() bool {
	return len(c.those(func(s mafia.SeatView) bool { return s.Spoken })) == 0
}

// customs reminds of the manners of a speech: once a game, when its first circle
// opens, for nobody reads the same lines ten times.
func (c *scene) customs() {
	if !c.first() {
		return
	}
	c.rule("hint.greeting", []string{"CLUB-DAY-1"})
	if c.v.Day > 1 {
		return
	}
	c.rule("hint.grace", []string{"CLASSIC-DAY-4"})
	c.rule("hint.number", []string{"CLASSIC-DAY-5"})
	c.rule("hint.floor", []string{"CITY-DAY-4"})
	c.rule("hint.foul-for", []string{"CITY-FOUL-9", "CLASSIC-FOUL-2", "CLUB-FOUL-3"})
	c.rule("hint.foul-aloud", []string{"CITY-FOUL-1", "CLASSIC-FOUL-1"})
}

// closes tells who speaks last, and whether somebody may still ask for it.
func (c *scene) closes() {
	closer := c.v.Closer
	switch {
	case closer != 0 && closer == c.v.Turn.Seat:
		c.rule("hint.closing", []string{"CITY-VOTE-7"}, "seat", closer)
	case closer != 0:
		c.rule("hint.closer", []string{"CITY-DAY-5"}, "seat", closer)
	case c.first() && c.offered(mafia.DoClose):
		c.rule("hint.may-close", []string{"CITY-DAY-5"})
	}
}

// over names who left last and who won, and then what a host owes to the next game.
func (c *scene) over() {
	v := c.v
	c.title("title.over")
	if v.News.Kind == "notes" {
		c.readNotes()
	}
	if !slices.Contains([]string{"CITY-FOUL-6", "CLASSIC-WIN-4", "CLUB-FOUL-5"}, v.Outcome.Rule) {
		c.left()
	}
	winner := v.Outcome.Winner
	if winner == mafia.NoWinner {
		winner = mafia.NobodyWon
	}
	c.aloud("say.end", "outcome", Line{Key: "outcome." + slug(winner)})
	if v.Outcome.Rule != "" {
		c.hint("hint.won-by", "rule", v.Outcome.Rule)
	}
	if v.ImmuneNext != 0 {
		c.rule("hint.immune-next", []string{"CITY-IMM-1", "CLUB-IMM-3"}, "seats", v.ImmuneNext)
	}
	c.rule("hint.immune-card", []string{"CLUB-IMM-1"})
	c.rule("hint.fouls-end", []string{"CITY-FOUL-7"})
	c.rule("hint.queue", []string{"CLASSIC-QUEUE-1"})
	c.rule("hint.queue-declined", []string{"CLASSIC-QUEUE-2"})
	if len(v.Points) > 0 {
		c.points()
	}
	c.rule("hint.another-round", []string{"ORIGINAL-END-3"})
}

// slug makes a winner's id fit for a key.
func slug(w mafia.Winner) string {
	if w == mafia.ManiacRipperWon {
		return "both"
	}
	return string(w)
}

// left says who left last, for victory is announced before the news of the
// night or the vote were.
func (c *scene) left() {
	list := c.v.Departed
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1]
	if last.Night != c.v.Night || !last.Dark && last.Day != c.v.Day {
		return // old news: the game has ended otherwise
	}
	var together mafia.Seats
	for _, d := range list {
		if d.Cause == last.Cause && d.Day == last.Day && d.Night == last.Night && d.Dark == last.Dark {
			together = together.With(d.Seat)
		}
	}
	switch last.Cause {
	case mafia.Killed:
		c.aloud("say.morning.victims", "seats", together)
	case mafia.VotedOut:
		c.leave(together)
	case mafia.WentHome:
		c.aloud("aloud.went-home", "seat", last.Seat)
	default:
		c.aloud("aloud.removed", "seat", last.Seat)
	}
}

func (c *scene) points() {
	for i, n := range c.v.Points {
		if n > 0 {
			c.rule("hint.points", []string{"ORIGINAL-POINTS-" + map[bool]string{true: "1", false: "2"}[c.v.Outcome.Winner == mafia.BlackWon]},
				"seat", i+1, "n", n)
		}
	}
}
