package say

import "omerta/mafia"

// Undo names what taking back the last command would take back, in the words of
// the rulebook; events are those that the command has made. It is for the host:
// at night it names roles and targets.
func Undo(rulebook string, last mafia.Command, events []mafia.Event) Line {
	w := writerFor(rulebook)
	if o, ok := last.(mafia.Overrule); ok {
		return w.line("undo", "what", w.line("undo.overrule", "what", w.undone(o.Command, events)))
	}
	return w.line("undo", "what", w.undone(last, events))
}

func (w writer) undone(last mafia.Command, events []mafia.Event) Line {
	if last == nil {
		return w.line("undo.step")
	}
	key := "undo." + string(last.Verb())
	switch c := last.(type) {
	case mafia.Foul:
		if total := fouls(events, c.To); c.N == 1 && total > 0 {
			return w.line("undo.foul-nth", "seat", c.To, "n", total)
		}
	case mafia.Proceed:
		return w.step(events)
	case mafia.Pass:
		return w.line(key, "seat", c.By)
	case mafia.Nominate:
		return w.line(key, "by", c.By, "seat", c.To)
	case mafia.Withdraw:
		return w.line(key, "by", c.By, "seat", c.To)
	case mafia.Invite:
		return w.line(key, "by", c.By, "seat", c.To)
	case mafia.Close:
		return w.line(key, "seat", c.By)
	case mafia.Vote:
		if fell := fallen(events, c.For); fell > 0 {
			return w.line("undo.vote-fallen", "seat", c.For, "n", c.Hands.N()+fell, "fallen", fell)
		}
		return w.line(key, "seat", c.For, "n", c.Hands.N())
	case mafia.Oust:
		return w.line(key, "n", c.Hands.N())
	case mafia.Act:
		if c.To == 0 {
			return w.line("undo.act-nobody", "role", c.Role)
		}
		return w.line(key, "role", c.Role, "seat", c.To)
	case mafia.BestMove:
		return w.line(key, "by", c.By, "seats", c.Seats)
	case mafia.Reveal:
		return w.line(key, "seat", c.By, "role", c.Role)
	case mafia.Accuse:
		return w.line(key, "by", c.By, "seat", c.To)
	case mafia.Judge:
		return w.line(key, "n", c.Hands.N())
	case mafia.CallNight:
		return w.line(key, "n", c.Hands.N())
	case mafia.Write:
		return w.line(key, "seat", c.By)
	}
	return w.office(key, last)
}

// fallen counts the missing votes that fell to a candidate.
func fallen(events []mafia.Event, to mafia.Seat) int {
	n := 0
	for _, e := range events {
		if f, ok := e.(mafia.Fallen); ok && f.To == to {
			n += f.Votes
		}
	}
	return n
}

// fouls counts what a seat has after its foul, 0 where it was given none.
func fouls(events []mafia.Event, to mafia.Seat) int {
	for _, e := range events {
		if f, ok := e.(mafia.FoulGiven); ok && f.To == to {
			return f.Total
		}
	}
	return 0
}

// office names what the host did from his office; shots and a dropped
// accusation need no more than their names.
func (w writer) office(key string, last mafia.Command) Line {
	switch c := last.(type) {
	case mafia.Foul:
		return w.line(key, "seat", c.To, "n", c.N)
	case mafia.Gesture:
		return w.line(key, "seat", c.To)
	case mafia.Remove:
		return w.line(key, "seat", c.To)
	case mafia.Forfeit:
		return w.line(key, "seat", c.To)
	case mafia.Beaten:
		return w.line(key, "side", c.Side)
	case mafia.Leave:
		return w.line(key, "seat", c.To)
	case mafia.Substitute:
		return w.line(key, "seat", c.To, "nick", c.Nick)
	case mafia.SetCard:
		return w.line(key, "seat", c.To) // the label stands open on the console by day: it names no card
	}
	return w.line(key)
}

// step names a Proceed by what it has led to.
func (w writer) step(events []mafia.Event) Line {
	for _, e := range events {
		switch e := e.(type) {
		case mafia.Fell:
			return w.line("undo.night", "n", e.Night)
		case mafia.Woke:
			return w.line("undo.wakes", "role", e.Role)
		case mafia.Slept:
			return w.line("undo.slept")
		case mafia.Broke:
			return w.line("undo.morning", "n", e.Day)
		case mafia.Opened:
			return w.line("undo.vote-opens")
		case mafia.VoteOff:
			return w.line("undo.vote-off")
		case mafia.Turned:
			return w.line("undo.turn", "seat", e.Seat)
		}
	}
	if len(events) > 0 { // only what was announced is behind: a last word or a ballot follows
		return w.line("undo.went-on")
	}
	return w.line("undo.step")
}
