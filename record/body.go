package record

import (
	"strings"

	"omerta/mafia"
)

// maxDay bounds the numbers of headings.
const maxDay = 999

// errUnknown is a line that is no statement.
var errUnknown = bad("unknown")

// readLine reads one line of the body.
func readLine(no int, s string) (line, error) {
	at, timed, rest, err := timestamp(s)
	if err != nil {
		return line{}, err
	}
	l := line{no: no, at: at, timed: timed, text: rest}
	word, more, _ := strings.Cut(rest, " ")
	more = strings.TrimSpace(more)
	switch word {
	case "day", "night":
		l.kind, l.night = isHeading, word == "night"
		l.n, err = number(more)
		if err == nil && l.n > maxDay {
			err = bad("far-day", "n", maxDay)
		}
	case "end":
		l.kind, err = isEnd, alone(more)
	case "proceed":
		l.kind, err = isProceed, alone(more)
	case "expect":
		l.kind = isExpect
		l.check, err = readExpect(more)
	case "refuse":
		l.kind = isRefuse
		more, l.cite = bracket(more)
		l.text = more
		l.move, err = readMove(more)
	default:
		l.move, err = readMove(rest)
	}
	return l, err
}

func alone(more string) error {
	if more != "" {
		return errUnknown
	}
	return nil
}

// bracket takes a rule id in brackets off the end.
func bracket(s string) (rest, rule string) {
	i := strings.LastIndex(s, "[")
	if i < 0 || !strings.HasSuffix(s, "]") {
		return s, ""
	}
	return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1 : len(s)-1])
}

// readMove reads a statement that is a move.
func readMove(s string) (move, error) {
	word, more, _ := strings.Cut(s, " ")
	more = strings.TrimSpace(more)
	if word == "overrule" {
		m, err := readMove(more)
		if err == nil && m.overrule {
			err = bad("overrule")
		}
		m.overrule = true
		return m, err
	}
	if word != "" && word[0] >= '0' && word[0] <= '9' {
		return readSaying(word, more)
	}
	if i := strings.IndexByte(s, ':'); i >= 0 {
		switch strings.TrimSpace(s[:i]) {
		case "oust-all", "shots", "call-night", "notes":
			return readWhole(strings.TrimSpace(s[:i]), s[i+1:])
		}
	}
	switch word {
	case "vote", "revote", "best-move", "reveals":
		return readAbout(word, more)
	case "foul", "gesture", "remove", "forfeit", "beaten", "leaves", "substitute", "card":
		return readOffice(word, more)
	}
	return readAct(word, more)
}

func one(c mafia.Command) move { return move{cmds: []mafia.Command{c}} }

// readSaying reads what begins with the seat of him who acts.
func readSaying(by, more string) (move, error) {
	s, err := seat(by)
	if err != nil {
		return move{}, err
	}
	verb, rest, _ := strings.Cut(more, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case verb == "passes" && rest == "":
		return one(mafia.Pass{By: s}), nil
	case verb == "closes" && rest == "":
		return one(mafia.Close{By: s}), nil
	case verb == "accuses":
		return readAccusation(s, rest)
	}
	to, err := seat(rest)
	switch verb {
	case "nominates":
		return one(mafia.Nominate{By: s, To: to}), err
	case "withdraws":
		return one(mafia.Withdraw{By: s, To: to}), err
	case "invites":
		return one(mafia.Invite{By: s, To: to}), err
	}
	return move{}, errUnknown
}

func readAccusation(by mafia.Seat, s string) (move, error) {
	who, list, ok := strings.Cut(s, ":")
	if !ok {
		return move{}, bad("accusation-form")
	}
	to, err := seat(strings.TrimSpace(who))
	if err != nil {
		return move{}, err
	}
	h, twice, err := hands(list)
	m := move{cmds: []mafia.Command{mafia.Accuse{By: by, To: to}, mafia.Judge{Hands: h}}}
	return m.named(twice, mafia.WhyJudgeVoter), err
}

// named marks a move in which a seat was named twice.
func (m move) named(twice bool, why mafia.Reason) move {
	if twice {
		m.twice = why
	}
	return m
}

// readWhole reads what the whole table does at once.
func readWhole(key, s string) (move, error) {
	switch key {
	case "shots":
		return readShots(s)
	case "notes":
		return readNotes(s)
	}
	h, twice, err := hands(s)
	if key == "oust-all" {
		return one(mafia.Oust{Hands: h}).named(twice, mafia.WhyVoteTwice), err
	}
	return one(mafia.CallNight{Hands: h}).named(twice, mafia.WhyCallVoter), err
}

// readShots reads "2>5 3>5,6 10>-".
func readShots(s string) (move, error) {
	c, seen, twice := mafia.Shoot{Shots: []mafia.Shot{}}, mafia.Seats(0), false
	for _, w := range strings.Fields(s) {
		who, what, ok := strings.Cut(w, ">")
		by, err := seat(who)
		if err != nil || !ok {
			return move{}, bad("shot", "text", clip(w))
		}
		shot := mafia.Shot{By: by}
		for _, x := range strings.Split(what, ",") {
			if what == "-" {
				break // called, and did not shoot
			}
			at, err := seat(x)
			if err != nil {
				return move{}, err
			}
			shot.Twice = shot.Twice || shot.At.Has(at)
			shot.At = shot.At.With(at)
		}
		twice = twice || seen.Has(by)
		seen = seen.With(by)
		c.Shots = append(c.Shots, shot)
	}
	return one(c).named(twice, mafia.WhyShotDone), nil
}

// readNotes reads "2>5 3>-".
func readNotes(s string) (move, error) {
	m := move{notes: true}
	for _, w := range strings.Fields(s) {
		who, name, ok := strings.Cut(w, ">")
		by, err := seat(who)
		if err != nil || !ok {
			return move{}, bad("note", "text", clip(w))
		}
		c := mafia.Write{By: by, Absent: name == "-"}
		if !c.Absent {
			if c.Name, err = seat(name); err != nil {
				return move{}, err
			}
		}
		m.cmds = append(m.cmds, c)
	}
	return m, nil
}

// readAbout reads what is about a seat: "vote 5: 1 2".
func readAbout(word, s string) (move, error) {
	who, what, ok := strings.Cut(s, ":")
	if !ok {
		return move{}, bad("about-form", "word", word)
	}
	of, err := seat(strings.TrimSpace(who))
	if err != nil {
		return move{}, err
	}
	switch word {
	case "best-move":
		set, twice, err := seatSet(what)
		return one(mafia.BestMove{By: of, Seats: set}).named(twice, mafia.WhyMoveThree), err
	case "reveals":
		role, ok := mafia.ParseRole(strings.TrimSpace(what))
		if !ok || role == mafia.Unknown {
			return move{}, noRole(strings.TrimSpace(what))
		}
		return one(mafia.Reveal{By: of, Role: role}), nil
	}
	h, twice, err := hands(what)
	m := one(mafia.Vote{For: of, Hands: h}).named(twice, mafia.WhyVoteTwice)
	m.revote = word == "revote"
	return m, err
}

// readOffice reads what the host does.
func readOffice(word, s string) (move, error) {
	if word == "beaten" {
		side := map[string]mafia.Side{"red": mafia.Red, "black": mafia.Black}[s]
		if side == mafia.NoSide {
			return move{}, bad("beaten")
		}
		return one(mafia.Beaten{Side: side}), nil
	}
	if word == "substitute" || word == "card" {
		return readChange(word, s)
	}
	who, rest, _ := strings.Cut(s, " ")
	to, err := seat(who)
	if err != nil {
		return move{}, err
	}
	rest = strings.TrimSpace(rest)
	n := 1
	if m := multiple.FindStringSubmatch(rest); m != nil && word == "foul" {
		if n, err = number(m[1]); err != nil {
			return move{}, err
		}
		rest = rest[len(m[0]):]
	}
	reason, err := reasonText(freeText(rest))
	if err == nil && reason != "" && (word == "gesture" || word == "leaves") {
		err = errUnknown
	}
	return map[string]move{
		"foul": one(mafia.Foul{To: to, N: n, Reason: reason}), "gesture": one(mafia.Gesture{To: to}),
		"remove": one(mafia.Remove{To: to, Reason: reason}), "forfeit": one(mafia.Forfeit{To: to, Reason: reason}),
		"leaves": one(mafia.Leave{To: to}),
	}[word], err
}

// readChange reads "substitute SEAT: NICK" and "card SEAT: ROLE".
func readChange(word, s string) (move, error) {
	who, what, ok := strings.Cut(s, ":")
	if !ok {
		return move{}, bad("about-form", "word", word)
	}
	to, err := seat(strings.TrimSpace(who))
	if err != nil {
		return move{}, err
	}
	if word == "substitute" {
		nick, err := nickText(freeText(what))
		return one(mafia.Substitute{To: to, Nick: nick}), err
	}
	what = strings.TrimSpace(what)
	role, ok := mafia.ParseRole(what)
	if !ok {
		return move{}, noRole(what)
	}
	return one(mafia.SetCard{To: to, Role: role}), nil
}

// acts says how the deeds of the roles are written.
var acts = []struct {
	role mafia.Role
	verb string
	deed mafia.Deed
}{
	{mafia.Mafia, "kills", mafia.Kill},
	{mafia.Don, "checks", mafia.Check},
	{mafia.Sheriff, "checks", mafia.Check},
	{mafia.Sheriff, "shoots", mafia.Gun},
	{mafia.Mistress, "visits", mafia.Visit},
	{mafia.Doctor, "heals", mafia.Heal},
	{mafia.Maniac, "kills", mafia.Kill},
	{mafia.Bodyguard, "guards", mafia.Guard},
	{mafia.Reanimator, "heals", mafia.Heal},
	{mafia.Ripper, "kills", mafia.Kill},
}

// readAct reads "don checks 3", and "don checks -" for the choice of nobody.
func readAct(role, s string) (move, error) {
	verb, rest, _ := strings.Cut(s, " ")
	for _, a := range acts {
		if a.role.String() == role && a.verb == verb {
			if rest = strings.TrimSpace(rest); rest == "-" {
				return one(mafia.Act{Role: a.role, Deed: a.deed}), nil
			}
			to, err := seat(rest)
			return one(mafia.Act{Role: a.role, Deed: a.deed, To: to}), err
		}
	}
	return move{}, errUnknown
}
