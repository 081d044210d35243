package club

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"omerta/club/points"
	"omerta/names"
)

// MaxNotes bounds an organizer's notes about a person, in characters.
const MaxNotes = 1000

func (d *decision) people(cmd Command) error {
	switch cmd := cmd.(type) {
	case Add:
		return d.add(cmd)
	case Edit:
		return d.edit(cmd)
	case Remove:
		p, err := d.club.someone(cmd.Person)
		if err != nil {
			return err
		}
		if p.removed {
			return no(WhyNothing)
		}
		d.emit(PersonRemoved{p.id})
		return d.followAll(p.id)
	case Forget:
		return d.forget(cmd)
	case Merge:
		return d.merge(cmd)
	case Tie:
		return d.tie(cmd)
	case Ban:
		return d.ban(cmd)
	case Lift:
		if _, ok := d.club.now.bans[pairOf(cmd.A, cmd.B)]; !ok {
			return no(WhyNoBan)
		}
		p := pairOf(cmd.A, cmd.B)
		d.emit(BanLifted{p.a, p.b})
	case Bar:
		return d.bar(cmd)
	case Admit:
		p, err := d.club.someone(cmd.Person)
		if err != nil {
			return err
		}
		if p.barred == nil {
			return no(WhyNotBarred)
		}
		return d.admit(p.id)
	case Import:
		return d.list(cmd.Text)
	case TakeOver:
		return d.takeOver(cmd.People)
	}
	return nil
}

// nick cleans a nick and finds who has it: somebody on the list refuses, unless he
// is the one who is to have it.
func (d *decision) nick(typed, self string) (nick string, removed *person, err error) {
	nick, ok := names.Nick(typed)
	if !ok {
		return "", nil, no(WhyNick)
	}
	for _, p := range d.club.now.people {
		switch {
		case p.id == self || p.into != "" || d.club.gone[p.id] || d.club.text(p.nick) != nick:
		case p.removed && self == "":
			removed = p
		case !p.removed:
			return "", nil, no(WhyNickTaken, "nick", nick)
		}
	}
	return nick, removed, nil
}

// alike warns of people on the list whose nicks look like one.
func (d *decision) alike(nick, self string) {
	if like := d.club.LooksLike(nick, self); len(like) > 0 {
		d.Warnings = append(d.Warnings, words("alike", "nick", nick, "names", like))
	}
}

// newPerson gives the next id.
func (d *decision) newPerson() (string, error) {
	if len(d.club.now.people)+d.came >= MaxPeople {
		return "", no(WhyMany, "n", MaxPeople)
	}
	d.came++
	return personPrefix + strconv.Itoa(d.club.lastPerson+d.came), nil
}

func (d *decision) add(cmd Add) error {
	nick, removed, err := d.nick(cmd.Nick, "")
	if err != nil {
		return err
	}
	notes, err := cleanNotes(cmd.Notes)
	if err != nil {
		return err
	}
	var id string
	if removed != nil {
		id = removed.id
		d.emit(PersonReturned{id})
		if cmd.Novice != removed.novice {
			d.emit(NoviceMarked{id, cmd.Novice})
		}
	} else {
		if id, err = d.newPerson(); err != nil {
			return err
		}
		d.emit(PersonAdded{id, d.write(nick, id), cmd.Novice})
	}
	if notes != "" {
		d.emit(PersonNoted{id, d.write(notes, id)})
	}
	d.befriend(id, cmd.Friends, false)
	d.alike(nick, id)
	d.People = []string{id}
	return nil
}

func cleanNotes(s string) (string, error) {
	out := names.Line(s)
	if utf8.RuneCountInString(out) > MaxNotes {
		return "", no(WhyNotes, "n", MaxNotes)
	}
	return out, nil
}

// befriend makes friends of somebody and those who are named, unless they are a
// couple; only: it parts him from all others.
func (d *decision) befriend(id string, friends []string, only bool) {
	named := make(map[string]bool, len(friends))
	for _, f := range friends {
		named[f] = true
	}
	for _, p := range d.club.now.people {
		if p.id == id || p.into != "" || d.club.gone[p.id] {
			continue
		}
		k := pairOf(id, p.id)
		bond, want := d.club.now.bonds[k], named[p.id]
		switch {
		case want && bond == "":
			d.emit(Bonded{k.a, k.b, Friends})
		case only && !want && bond != "" && !p.removed:
			d.emit(Bonded{k.a, k.b, ""})
		}
	}
}

func (d *decision) edit(cmd Edit) error {
	p, err := d.club.someone(cmd.Person)
	if err != nil {
		return err
	}
	d.People = []string{p.id}
	if cmd.Nick != nil {
		nick, _, err := d.nick(*cmd.Nick, p.id)
		if err != nil {
			return err
		}
		if nick != d.club.text(p.nick) {
			d.emit(PersonNamed{p.id, d.write(nick, p.id)})
		}
		d.alike(nick, p.id)
	}
	if cmd.Novice != nil && *cmd.Novice != d.club.isNovice(p) {
		d.emit(NoviceMarked{p.id, *cmd.Novice})
	}
	if cmd.Notes != nil {
		notes, err := cleanNotes(*cmd.Notes)
		if err != nil {
			return err
		}
		if notes != d.club.text(p.notes) {
			d.emit(PersonNoted{p.id, d.write(notes, p.id)})
		}
	}
	if cmd.Friends != nil {
		d.befriend(p.id, *cmd.Friends, true)
	}
	return d.changed()
}

// forget wipes the person under all his keys.
func (d *decision) forget(cmd Forget) error {
	if _, err := d.club.someone(cmd.Person); err != nil {
		return err
	}
	d.Entry.Aside = true
	for _, p := range d.club.now.people {
		if d.club.now.resolve(p.id) == cmd.Person && !d.club.gone[p.id] {
			d.emit(Forgotten{p.id})
		}
	}
	return nil
}

func (d *decision) merge(cmd Merge) error {
	if err := d.club.both(cmd.From, cmd.Into); err != nil {
		return err
	}
	for _, game := range d.club.ended {
		from, into := false, false
		for i := range game.seats {
			id := d.club.now.resolve(game.seats[i])
			from, into = from || id == cmd.From, into || id == cmd.Into
		}
		if from && into {
			return no(WhyTogether)
		}
	}
	if err := d.comeBack(cmd.Into); err != nil {
		return err
	}
	d.emit(PeopleMerged(cmd))
	d.People = []string{cmd.Into}
	return nil
}

// comeBack puts somebody who was taken off the list on it again, unless his nick has
// been given to another meanwhile.
func (d *decision) comeBack(id string) error {
	p, _ := d.club.now.find(id)
	if !p.removed {
		return nil
	}
	if _, _, err := d.nick(d.club.text(p.nick), id); err != nil {
		return err
	}
	d.emit(PersonReturned{id})
	return nil
}

func (d *decision) tie(cmd Tie) error {
	if err := d.club.both(cmd.A, cmd.B); err != nil {
		return err
	}
	if cmd.Bond != "" && cmd.Bond != Friends && cmd.Bond != Couple {
		return no(WhyBond)
	}
	k := pairOf(cmd.A, cmd.B)
	if d.club.now.bonds[k] == cmd.Bond {
		return no(WhyNothing)
	}
	d.emit(Bonded{k.a, k.b, cmd.Bond})
	return nil
}

func (d *decision) ban(cmd Ban) error {
	if err := d.club.both(cmd.A, cmd.B); err != nil {
		return err
	}
	reason, ok := names.Reason(cmd.Reason)
	if !ok {
		return no(WhyReason)
	}
	if cmd.Until != "" && !points.IsDate(cmd.Until) {
		return no(WhyDate, "text", clip(cmd.Until))
	}
	k := pairOf(cmd.A, cmd.B)
	if old, ok := d.club.now.bans[k]; ok && old.until == cmd.Until && d.club.text(old.reason) == reason {
		return no(WhyNothing)
	}
	d.emit(Banned{k.a, k.b, d.write(reason, k.a, k.b), cmd.Until})
	return nil
}

// takeOver keeps ids, and makes nicks that are there twice differ.
func (d *decision) takeOver(people []Newcomer) error {
	taken := map[string]bool{}
	for _, p := range d.club.now.people {
		taken[d.club.text(p.nick)] = true
	}
	var fresh []Newcomer
	for _, p := range people {
		if _, there := d.club.now.index[p.ID]; there || p.ID == "" || len(p.ID) > points.MaxKey {
			continue
		}
		nick, ok := names.Nick(p.Nick)
		if !ok {
			nick = "?"
		}
		nick = unlike(nick, taken)
		taken[nick] = true
		d.emit(PersonAdded{p.ID, d.write(nick, p.ID), p.Novice})
		fresh = append(fresh, p)
		d.People = append(d.People, p.ID)
	}
	known := func(id string) bool {
		_, there := d.club.now.index[id]
		return there || slices.Contains(d.People, id)
	}
	tied := map[pair]bool{}
	for _, p := range fresh {
		for _, f := range p.Friends {
			if k := pairOf(p.ID, f); f != p.ID && known(f) && !tied[k] {
				tied[k] = true
				d.emit(Bonded{k.a, k.b, Friends})
			}
		}
	}
	return d.changed()
}

// unlike puts a number behind a nick that is taken.
func unlike(nick string, taken map[string]bool) string {
	out, runes := nick, []rune(nick)
	for n := 2; taken[out]; n++ {
		tail := fmt.Sprintf(" %d", n)
		for cut := len(runes); ; cut-- {
			var ok bool
			if out, ok = names.Nick(string(runes[:cut]) + tail); ok {
				break
			}
		}
	}
	return out
}

// clip shortens what somebody typed for a message.
func clip(s string) string {
	const most = 40
	out := names.Line(s)
	for i := range out {
		if i > most {
			return out[:i] + "…"
		}
	}
	return out
}
