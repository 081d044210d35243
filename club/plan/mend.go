package plan

import (
	"slices"
	"strconv"

	"omerta/club/seating"
)

// mend looks for seats at one table that break no wish, at the price that seats
// are no longer even. Where there are none the table is no good, and from now on
// it costs something that those who cannot be kept apart meet.
func (s *seats) mend(t int) {
	table := s.tables[t]
	ask := seating.Ask{Seed: s.lot.Next()}
	for i, a := range table {
		ask.People = append(ask.People, seating.Person{ID: strconv.Itoa(i)})
		for j, b := range table[:i] {
			if s.keep.is[a*s.keep.n+b] {
				ask.Wishes = append(ask.Wishes, seating.Wish{Kind: seating.Apart, People: []string{strconv.Itoa(j), strconv.Itoa(i)}})
			}
		}
	}
	drawn, err := seating.Draw(ask)
	if err != nil {
		for _, w := range ask.Wishes {
			i, _ := strconv.Atoi(w.People[0]) // ids are those from above
			j, _ := strconv.Atoi(w.People[1])
			a, b := table[i], table[j]
			s.hot[a*s.keep.n+b]++
			s.hot[b*s.keep.n+a]++
		}
		return
	}
	was := slices.Clone(table)
	for seat, id := range drawn.Tables[0] {
		i, _ := strconv.Atoi(id)
		table[seat] = was[i]
	}
}
