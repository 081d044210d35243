package club

import (
	"bytes"
	"encoding/json"
	"maps"
	"strconv"

	"omerta/club/points"
	"omerta/names"
)

// MaxOwnSchemes bounds the schemes of a house, all versions together.
const MaxOwnSchemes = 200

func (d *decision) counting(cmd Command) error {
	switch cmd := cmd.(type) {
	case KeepScheme:
		return d.keepScheme(cmd.Scheme)
	case RetireScheme:
		own, retired := d.club.OwnScheme(cmd.ID)
		if !own {
			return no(WhyScheme, "text", clip(cmd.ID))
		}
		if retired == cmd.Retired {
			return no(WhyNothing)
		}
		d.emit(SchemeRetired(cmd))
	case Rate:
		if !cmd.Check() {
			return no(WhyRatings)
		}
		if cmd.Elo == d.club.Elo() {
			return no(WhyNothing)
		}
		d.emit(RatingsSet(cmd))
	}
	return nil
}

// keepScheme numbers a scheme. A version is never used twice, not even after an
// undo: files that were saved name it.
func (d *decision) keepScheme(s points.Scheme) error {
	if len(d.club.now.house.own) >= MaxOwnSchemes {
		return no(WhyMany, "n", MaxOwnSchemes)
	}
	if s.ID == "" {
		s.ID = housePrefix + strconv.Itoa(d.club.lastHouse+1)
	}
	s.Version = d.club.lastVersion[s.ID] + 1
	s.Name = maps.Clone(s.Name)
	for l, name := range s.Name {
		s.Name[l], _ = names.Title(name) // "" where it is none, which With refuses
	}
	s.Rulebooks, s.Roles, s.Ties = some(s.Rulebooks), some(s.Roles), some(s.Ties)
	if _, err := d.club.Schemes().With(s); err != nil {
		return badScheme(err)
	}
	if now, there := d.club.Schemes().Find(s.ID); there {
		now.Version, now.Rulebooks, now.Roles, now.Ties = s.Version, some(now.Rulebooks), some(now.Roles), some(now.Ties)
		if _, retired := d.club.OwnScheme(s.ID); !retired && alike(&now, &s) {
			return no(WhyNothing)
		}
	}
	d.emit(SchemeKept{s})
	return nil
}

// some is a list that JSON writes as one, though it be empty.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// badScheme tells what is wrong with a scheme, all of it.
func badScheme(err error) error {
	bad, ok := err.(*points.SchemeError) //nolint:errorlint // With gives no other
	if !ok {
		return err
	}
	return no(WhySchemeBad, "faults", bad.Faults)
}

// alike tells whether two schemes say the same.
func alike(a, b *points.Scheme) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}
