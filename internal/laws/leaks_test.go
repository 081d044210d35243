package laws

import (
	"slices"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
)

// leak spoils a view that is not the host's; host is what the host sees.
type leak func(g *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View)

// leaks are planted one at a time. Each is of another kind; see the table of
// channels that the design keeps.
var leaks = []struct {
	name string
	plan leak
}{
	{"all cards", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) { out.Seats = host.Seats }},
	{"cards of the departed", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		for i := range out.Seats {
			if s := out.Seats[i].Seat; !out.Seats[i].In {
				out.Seats[i].Role = g.RoleOf(s)
			}
		}
	}},
	{"a neighbour's card", func(g *mafia.Game, v mafia.Viewer, out *mafia.View, _ mafia.View) {
		if v.Kind == mafia.IsPlayer && int(v.Seat) < g.Players() {
			out.Seats[v.Seat].Role = g.RoleOf(v.Seat + 1)
		}
	}},
	{"a card to the board alone", func(g *mafia.Game, v mafia.Viewer, out *mafia.View, _ mafia.View) {
		if v.Kind == mafia.IsBoard {
			out.Seats[0].Role = g.RoleOf(1)
		}
	}},
	{"a card in a nick", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		out.Seats[2].Nick += g.RoleOf(3).String()
	}},
	{"solo players to black ones", func(g *mafia.Game, v mafia.Viewer, out *mafia.View, _ mafia.View) {
		for i := range out.Seats {
			if r := g.RoleOf(mafia.Seat(i + 1)); v.Kind == mafia.IsPlayer && g.RoleOf(v.Seat).Side() == mafia.Black && r.Side() == mafia.Solo {
				out.Seats[i].Role = r
			}
		}
	}},
	{"the order of seats", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		slices.SortStableFunc(out.Seats, func(a, b mafia.SeatView) int { return int(g.RoleOf(a.Seat)) - int(g.RoleOf(b.Seat)) })
	}},
	{"the call of the night", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) { out.Call = host.Call }},
	{"how far the night is", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) { out.Calls = host.Calls }},
	{"a ghost sees deeds", func(_ *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View) {
		if v.Kind == mafia.IsGhost {
			out.Call = host.Call
		}
	}},
	{"a button for who is awake", func(_ *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View) {
		if v.Kind == mafia.IsPlayer && host.Call.Awake.Has(v.Seat) {
			out.Offers = host.Offers[:1]
		}
	}},
	{"offers of the host", func(_ *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View) {
		if v.Kind == mafia.IsBoard {
			out.Offers = host.Offers
		}
	}},
	{"immunities", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) {
		for i := range out.Seats {
			out.Seats[i].Immune = host.Seats[i].Immune
		}
	}},
	{"the alibi", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) {
		for i := range out.Seats {
			out.Seats[i].Alibi = host.Seats[i].Alibi
		}
	}},
	{"who carries an immunity on", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) {
		out.ImmuneNext = host.ImmuneNext
	}},
	{"who has written", func(_ *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View) {
		if v.Kind != mafia.IsDevice {
			out.Notes.Written = host.Notes.Written
		}
	}},
	{"how many notes are in", func(_ *mafia.Game, v mafia.Viewer, out *mafia.View, host mafia.View) {
		if v.Kind != mafia.IsDevice {
			out.Notes.Left = host.Notes.Left
		}
	}},
	{"a count of living black players", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) {
		out.Blacks = 0
		for _, s := range host.Seats {
			if s.In && s.Role.Side() == mafia.Black {
				out.Blacks++
			}
		}
	}},
	{"the length of a list", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		out.Points = make([]int, int(g.RoleOf(1)))
	}},
	{"null for a list", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		if g.RoleOf(1).Side() == mafia.Black {
			out.Points = nil
		}
	}},
	{"time by the card", func(g *mafia.Game, _ mafia.Viewer, out *mafia.View, _ mafia.View) {
		if g.RoleOf(out.Turn.Seat).Side() == mafia.Black {
			out.Turn.Seconds++
		}
	}},
	{"the answer of a check", func(_ *mafia.Game, _ mafia.Viewer, out *mafia.View, host mafia.View) {
		out.News.Rule += host.Call.Answer
	}},
	{"mates before they have met", func(g *mafia.Game, v mafia.Viewer, out *mafia.View, _ mafia.View) {
		for i := range out.Seats {
			if r := g.RoleOf(mafia.Seat(i + 1)); v.Kind == mafia.IsPlayer && g.RoleOf(v.Seat).Side() == mafia.Black && r.Side() == mafia.Black {
				out.Seats[i].Role = r
			}
		}
	}},
}

// Every planted leak is seen by one of the laws.
func TestLeaksAreSeen(t *testing.T) {
	for _, l := range leaks {
		t.Run(l.name, func(t *testing.T) {
			see := func(g *mafia.Game, v mafia.Viewer) mafia.View {
				out := g.View(v)
				if v.Kind != mafia.IsHost {
					l.plan(g, v, &out, g.View(mafia.Host))
				}
				return out
			}
			for seed := range uint64(30) {
				for _, book := range rulebook.Names() {
					if spy(t, build(t, book, seed), see) != "" {
						return
					}
				}
			}
			t.Error("nobody saw it")
		})
	}
}
