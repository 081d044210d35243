package say

import (
	"slices"

	"omerta/mafia"
)

// openingFalls opens the acquaintance night.
func (c *scene) openingFalls() {
	c.title("title.opening")
	c.invites()
	c.opens()
	if c.book == "original" {
		c.proceed("do.count")
		return
	}
	c.wakes(mafia.Unknown)
}

// invites lets night fall, and says how the cards come to their owners: cards that
// the program dealt are known to the host, real ones are not.
func (c *scene) invites() {
	unknown := len(c.those(func(s mafia.SeatView) bool { return s.Role == mafia.Unknown }))
	switch {
	case c.book == "classic" && unknown == 0:
		c.aloud("aloud.opening-dealt")
		return
	case c.book == "club" && c.office() && unknown > 0:
		c.aloud("aloud.opening-real")
	default:
		c.aloud("aloud.opening", "n", len(c.v.Seats), "blacks", c.v.Blacks) // ORIGINAL-SUN-1, ORIGINAL-SETUP-3
	}
	c.rule("hint.draw", []string{"CLASSIC-SETUP-3"})
	if unknown > 0 && (c.book == "club" || c.book == "city") {
		c.hint("hint.hand-out")
	}
}

// next is the call that comes next, Unknown after the last.
func (c *scene) next() mafia.Role {
	for _, m := range c.v.Calls {
		if m.Mark == "next" {
			return m.Role
		}
	}
	return mafia.Unknown
}

// wakes names the next call on the button, or what follows the last.
func (c *scene) wakes(asleep mafia.Role) {
	switch next := c.next(); {
	case next == mafia.Mafia && c.v.Phase == mafia.NightPhase && c.book == "classic":
		c.proceed("do.shooting")
	case next != mafia.Unknown:
		c.proceed("do.wakes", "role", next)
	case asleep == mafia.Unknown:
		c.proceed("do.go-on")
	default:
		c.proceed("do.sleeps", "role", asleep)
	}
}

// meeting is one call of the acquaintance night: nobody acts.
func (c *scene) meeting() {
	c.title("title.opening")
	if c.book == "original" {
		c.aloud("aloud.meet.mafia")
		c.rule("hint.count", []string{"ORIGINAL-SUN-2"})
		c.proceed("do.open-eyes")
		return
	}
	call := c.v.Call
	if call.Role == mafia.Unknown {
		return
	}
	c.fellAsleep()
	key := "aloud.meet." + call.Role.String()
	if !Has(key) && !Has(key+"."+c.book) {
		key = "aloud.meet"
	}
	c.aloud(key, "role", call.Role, "sec", call.Seconds)
	c.awake()
	switch {
	case call.Role == mafia.Don:
		c.rule("hint.meet-don", []string{"CLASSIC-NIGHT0-1"})
	case call.Role == mafia.Mafia:
		c.rule("hint.meet-mafia", []string{"CLASSIC-NIGHT0-2", "CLUB-SETUP-3"})
		c.rule("hint.meet-signs", []string{"CLASSIC-NIGHT-9"})
	case call.Role == mafia.Sheriff:
		c.rule("hint.meet-sheriff", []string{"CLASSIC-NIGHT0-3"})
	}
	if staysAwake(call.Role, c.next()) {
		c.wakes(call.Role)
		return
	}
	c.proceed("do.sleeps", "role", call.Role)
}

// staysAwake: the don of CLASSIC-NIGHT0-2 is awake while the mafia joins him.
func staysAwake(role, next mafia.Role) bool { return role == mafia.Don && next == mafia.Mafia }

// fellAsleep lets the role of the call before fall asleep: it had its time first.
func (c *scene) fellAsleep() {
	var before mafia.Role
	for _, m := range c.v.Calls {
		if m.Mark == "done" {
			before = m.Role
		}
	}
	if before != mafia.Unknown && !staysAwake(before, c.v.Call.Role) {
		c.aloud("say.night.sleeps", "role", before)
	}
}

func (c *scene) nightFalls() {
	c.title("title.night", "n", c.v.Night)
	c.aloud("say.night.falls")
	if c.v.Night == 1 && c.book == "city" {
		c.opens()
	}
	c.rule("hint.music", []string{"CITY-HOST-2"})
	c.rule("hint.closed-eyes", []string{"CLASSIC-NIGHT-9"})
	c.wakes(mafia.Unknown)
}

// awake names, for the host, who wakes, or that nobody does.
func (c *scene) awake() {
	call := c.v.Call
	switch {
	case call.Absent:
		c.hint("hint.absent", "role", call.Role)
	case call.Awake != 0 && !call.Shots:
		c.hint("hint.awake", "role", call.Role, "seats", call.Awake)
	}
	if call.Cards > 0 {
		c.hint("hint.enter-cards", "role", call.Role, "n", call.Cards)
	}
}

// call is one role of a night: the words are the same whether its holder is in
// or out, so that the sounds of a night tell nothing.
func (c *scene) call() {
	call := c.v.Call
	c.title("title.night", "n", c.v.Night)
	if call.Role == mafia.Unknown {
		return
	}
	if !call.Done {
		key := "aloud.call." + call.Role.String()
		if slices.Contains(call.Deeds, mafia.Gun) {
			key += "-gun"
		}
		c.aloud(key, "role", call.Role)
	}
	switch {
	case call.Shots && (call.Done || call.Absent):
		c.aloud("aloud.shots-end")
	case call.Done || call.Absent:
		c.aloud("say.night.sleeps", "role", call.Role)
	}
	c.awake()
	if call.Done {
		c.chosen()
	} else if !call.Absent {
		c.choosing()
	}
	c.ends()
}

// ends is the button that lets a role fall asleep.
func (c *scene) ends() {
	call := c.v.Call
	switch {
	case call.Shots && (call.Done || call.Absent):
		c.wakes(call.Role)
	case call.Done || call.Absent:
		c.proceed("do.sleeps", "role", call.Role)
	case call.Shots:
		c.proceed("do.sleeps-miss", "role", call.Role)
	default:
		c.proceed("do.sleeps-idle", "role", call.Role)
	}
}

// choosing is what the host should know before a role's choice.
func (c *scene) choosing() {
	call := c.v.Call
	if call.Before != 0 && len(call.Deeds) > 0 {
		c.hint("hint.before."+string(call.Deeds[0]), "seat", call.Before)
	}
	if o := c.offer(mafia.DoAct); o != nil {
		for _, bar := range o.Not {
			c.hint("hint.barred", "seat", bar.Seat, "rule", bar.Rule)
		}
	}
	if call.Blocked {
		c.rule("hint.blocked", []string{"CITY-NIGHT-4"})
	}
	if slices.Contains(call.Deeds, mafia.Gun) {
		c.rule("hint.must", []string{"CITY-ROLE-9"}, "role", call.Role)
	}
	if call.Role == mafia.Mafia {
		c.killing()
	}
	if call.Seconds > 0 {
		c.rule("hint.seconds", []string{"CLASSIC-NIGHT-6"}, "sec", call.Seconds)
	}
}

// killing tells how the mafia comes to its choice.
func (c *scene) killing() {
	if c.v.Call.Shots {
		c.rule("hint.shots", []string{"CLASSIC-NIGHT-1"}, "seats", c.v.Call.Awake)
		c.rule("hint.shot-miss", []string{"CLASSIC-NIGHT-2"})
		return
	}
	don := c.those(func(s mafia.SeatView) bool { return s.In && s.Role == mafia.Don })
	if len(don) == 0 && c.v.Call.Don {
		return // his card is in somebody's hands, and the host is about to learn whose
	}
	if len(don) == 0 {
		c.rule("hint.no-don", []string{"CITY-ROLE-4", "CLUB-NIGHT-2"})
		return
	}
	c.rule("hint.don", []string{"CITY-ROLE-3", "CLUB-NIGHT-1"}, "seat", don[0])
	if slices.ContainsFunc(c.v.Calls, func(m mafia.CallMark) bool { return m.Role == mafia.Mistress }) {
		c.rule("hint.don-visited", []string{"CITY-NIGHT-5"})
	}
}

// chosen is what the host should know after it.
func (c *scene) chosen() {
	call := c.v.Call
	if call.Shots {
		c.shots()
		return
	}
	if call.To == 0 {
		c.hint("hint.chose-nobody")
		if slices.Contains(call.Deeds, mafia.Gun) {
			c.rule("hint.must", []string{"CITY-ROLE-9"}, "role", call.Role)
		}
		return
	}
	c.hint("hint.chose."+string(call.Deed), "seat", call.To)
	if call.Blocked {
		c.rule("hint.blocked", []string{"CITY-NIGHT-4"})
	}
	if call.Deed == mafia.Check && call.Answer != "" {
		c.checked()
	}
}

// checked is the answer of a check. A card that was put right or entered while the
// role is still awake gives another than the history has: the host shows that of the
// card, the history stays.
func (c *scene) checked() {
	call := c.v.Call
	card, glyph := c.seat(call.To).Role, call.Answer
	switch now := call.Verdict; {
	case call.Blocked:
		c.hint("hint.answer")
	case card == mafia.Unknown:
		c.hint("hint.check-unknown", "seat", call.To)
		return
	case glyph == "none":
		c.hint("hint.check-late", "seat", call.To)
		return
	case now != glyph:
		glyph = now
		c.rule("hint.check-changed", []string{"CLASSIC-SETUP-4"}, "seat", call.To, "answer", c.line("answer."+now))
	default:
		c.hint("hint.answer")
	}
	c.s.Answer = &Answer{Glyph: glyph, Line: c.line("answer."+glyph, "seat", call.To)}
}

// shots tells what came of the shooting with closed eyes, as dawn will judge it: the
// cards may have been put right since.
func (c *scene) shots() {
	call := c.v.Call
	var at, by mafia.Seats
	hit := call.Awake != 0
	for _, s := range call.Shot {
		switch c.seat(s.By).Role {
		case mafia.Mafia, mafia.Don:
		default:
			continue // CLASSIC-SETUP-4: he was none
		}
		if s.At == 0 && !call.Awake.Has(s.By) {
			continue // CLASSIC-NIGHT-10
		}
		at |= s.At
		by = by.With(s.By)
		hit = hit && s.At.Count() == 1 && !s.Twice
	}
	late := call.Awake.Minus(by)
	hit = hit && late == 0
	switch {
	case hit && at.Count() == 1 && c.seat(at.First()).In:
		c.rule("hint.hit", []string{"CLASSIC-NIGHT-1"}, "seat", at.First())
	case hit && at.Count() == 1:
		c.rule("hint.hit-empty", []string{"CLASSIC-NIGHT-3"}, "seat", at.First())
	default:
		c.rule("hint.missed", []string{"CLASSIC-NIGHT-2"})
	}
	if late != 0 && len(call.Shot) > 0 {
		c.hint("hint.not-shot", "seats", late)
	}
}

// dawn comes when all roles were called: what the night brought is told on the
// next page.
func (c *scene) dawn() {
	v := c.v
	c.title("title.dawn")
	switch {
	case c.book == "original" && v.News.Kind == "notes":
		c.notesRead()
	case v.Night == 0:
		if c.book != "original" {
			c.fellAsleep()
		}
		c.aloud("aloud.dawn-first")
		c.proceed("do.day")
	default:
		c.aloud("aloud.dawn")
		c.proceed("do.name-dead")
	}
}
