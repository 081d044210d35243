package club

import (
	"slices"

	"omerta/club/points"
	"omerta/mafia"
	"omerta/names"
)

func (d *decision) games(cmd Command) error {
	switch cmd := cmd.(type) {
	case Attach:
		return d.attach(cmd)
	case Detach:
		if _, err := d.gameOf(cmd.Evening, cmd.Game); err != nil {
			return err
		}
		d.emit(GameDetached(cmd))
	case Replace:
		e, err := d.gameOf(d.club.now.games[cmd.Game], cmd.Game)
		switch {
		case err != nil:
			return err
		case cmd.By == "" || len(cmd.By) > points.MaxKey:
			return no(WhyGame)
		case d.club.Attached(cmd.By):
			return no(WhyAttached)
		}
		d.emit(GameReplaced{e.id, cmd.Game, cmd.By})
	case Order:
		return d.order(cmd)
	case Award:
		return d.award(cmd)
	case Reseat:
		return d.reseat(cmd)
	case Take:
		return d.take(cmd)
	case End:
		d.Entry.Aside = true
		if was, over := d.club.ended[cmd.Game]; over && slices.Equal(was.seats, cmd.Seats) {
			return no(WhyNothing)
		}
		d.emit(GameEnded(cmd))
	case Resume:
		d.Entry.Aside = true
		if _, over := d.club.ended[cmd.Game]; !over {
			return no(WhyNothing)
		}
		d.emit(GameResumed(cmd))
	}
	return nil
}

func (d *decision) attach(cmd Attach) error {
	e, err := d.club.running(cmd.Evening)
	if err != nil {
		return err
	}
	if cmd.Spot == 0 {
		cmd.Spot = 1
	}
	switch _, taken := d.club.now.games[cmd.Game]; {
	case cmd.Game == "" || len(cmd.Game) > points.MaxKey:
		return no(WhyGame)
	case taken:
		return no(WhyAttached)
	case cmd.Spot < 1 || cmd.Spot > e.terms.Tables:
		return no(WhyTables, "n", e.terms.Tables)
	case len(e.games) >= MaxGames:
		return no(WhyMany, "n", MaxGames)
	}
	d.emit(GameAttached(cmd))
	return nil
}

// gameOf finds a game in an evening that is not closed.
func (d *decision) gameOf(evening, game string) (*evening, error) {
	e, err := d.club.running(evening)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(e.games, func(g attached) bool { return g.game == game }) {
		return nil, no(WhyGame)
	}
	return e, nil
}

func (d *decision) order(cmd Order) error {
	e, err := d.club.running(cmd.Evening)
	if err != nil {
		return err
	}
	was := make([]string, 0, len(e.games))
	for _, g := range e.games {
		was = append(was, g.game)
	}
	switch {
	case slices.Equal(was, cmd.Games):
		return no(WhyNothing)
	case !slices.Equal(sorted(was), sorted(cmd.Games)):
		return no(WhyOrder)
	}
	d.emit(GamesOrdered{e.id, cmd.Games})
	return nil
}

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

// correctable refuses to change a game of an evening that is closed.
func (d *decision) correctable(game string) error {
	if id, ok := d.club.now.games[game]; ok {
		if _, err := d.club.running(id); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) award(cmd Award) error {
	seats, over := d.club.Seats(cmd.Game)
	if !over {
		return no(WhyNotOver)
	}
	if cmd.Person == "" || !slices.Contains(seats, cmd.Person) {
		return no(WhyNotThere)
	}
	if err := d.correctable(cmd.Game); err != nil {
		return err
	}
	if cmd.Bonus < -points.MostPoints || cmd.Bonus > points.MostPoints || cmd.Malus < -points.MostPoints || cmd.Malus > 0 {
		return no(WhyPoints, "n", int(points.MostPoints/points.Point))
	}
	if d.club.gone[cmd.Person] && cmd.BonusFor+cmd.MalusFor != "" {
		return no(WhyForgotten)
	}
	bonusFor, ok1 := names.Reason(cmd.BonusFor)
	malusFor, ok2 := names.Reason(cmd.MalusFor)
	if !ok1 || !ok2 {
		return no(WhyReason)
	}
	old := d.club.now.awards[seatKey{cmd.Game, cmd.Person}]
	if old.bonus == cmd.Bonus && old.malus == cmd.Malus && d.club.text(old.bonusFor) == bonusFor && d.club.text(old.malusFor) == malusFor {
		return no(WhyNothing)
	}
	d.emit(Awarded{
		cmd.Game, cmd.Person, cmd.Bonus, d.write(bonusFor, cmd.Person), cmd.Malus, d.write(malusFor, cmd.Person),
	})
	return nil
}

func (d *decision) reseat(cmd Reseat) error {
	seats, over := d.club.Seats(cmd.Game)
	switch {
	case !over:
		return no(WhyNotOver)
	case cmd.Seat < 1 || cmd.Seat > len(seats):
		return no(WhySeat, "n", len(seats))
	case seats[cmd.Seat-1] == cmd.Person:
		return no(WhyNothing)
	case cmd.Person != "" && slices.Contains(seats, cmd.Person):
		return no(WhyTogether)
	}
	if cmd.Person != "" {
		if _, err := d.club.someone(cmd.Person); err != nil {
			return err
		}
	}
	if err := d.correctable(cmd.Game); err != nil {
		return err
	}
	d.emit(Reseated(cmd))
	return nil
}

// take brings the people of an import, who are named in the order in which the
// caller has given them ids, see NextPeople.
func (d *decision) take(cmd Take) error {
	ids := d.club.nicks()
	for _, typed := range cmd.Nicks {
		nick, ok := names.Nick(typed)
		if !ok {
			return no(WhyNick)
		}
		if _, taken := ids[nick]; taken {
			return no(WhyNickTaken, "nick", nick)
		}
		id, err := d.newPerson()
		if err != nil {
			return err
		}
		ids[nick] = id
		d.emit(PersonAdded{id, d.write(nick, id), false})
		d.People = append(d.People, id)
	}
	if cmd.Games > 0 {
		d.emit(GamesTaken{cmd.Import, cmd.Games})
	}
	return d.changed()
}

// MaxSeats is how many seats a game may have.
const MaxSeats = mafia.MaxSeats
