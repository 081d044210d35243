package record

import (
	"fmt"
	"slices"
	"strings"

	"omerta/mafia"
	"omerta/say"
)

// check tells what stands in the way of an expectation: a line without a key when
// it holds.
type check func(*player) say.Line

var errExpect = bad("expectation")

// readExpect reads what follows "expect".
func readExpect(s string) (check, error) {
	word, more, _ := strings.Cut(s, " ")
	more = strings.TrimSpace(more)
	switch word {
	case "departed", "alive", "silenced", "last-words", "immune-next":
		if more == "nobody" {
			more = ""
		}
		want, err := onlySet(more)
		return expectSet(word, want), err
	case "candidates", "tied":
		if more == "nobody" {
			return expectOrder(word, nil), nil
		}
		want, err := seatList(more)
		return expectOrder(word, want), err
	case "answer":
		return readAnswer(more)
	case "opener":
		want, err := seat(more)
		return func(p *player) say.Line {
			return differs(word, want, p.game.View(mafia.Host).Opener)
		}, err
	case "names":
		want, err := number(more)
		return func(p *player) say.Line { return differs(word, want, p.track.names) }, err
	case "fouls", "points":
		return readCount(word, more)
	case "winner":
		return readWinner(more)
	case "no":
		switch more {
		case "vote":
			return func(p *player) say.Line { return differs("ballots", 0, p.track.ballots) }, nil
		case "winner":
			return expectWinner(mafia.NoWinner), nil
		}
	}
	return nil, errExpect
}

// differs compares what is expected with what there is.
func differs[T comparable](what string, want, got T) say.Line {
	if want == got {
		return say.Line{}
	}
	return words("expected", "what", what, "want", fmt.Sprint(want), "got", fmt.Sprint(got))
}

func expectSet(what string, want mafia.Seats) check {
	return func(p *player) say.Line {
		got := p.seats(what)
		return differs(what, joinSeats(want.List()), joinSeats(got.List()))
	}
}

// seats is the set that an expectation asks for.
func (p *player) seats(what string) mafia.Seats {
	switch what {
	case "departed":
		return p.track.left
	case "alive":
		return p.game.Alive()
	case "silenced":
		return p.game.Silent()
	case "last-words":
		return p.track.owed
	}
	return p.game.View(mafia.Host).ImmuneNext
}

func expectOrder(what string, want []mafia.Seat) check {
	return func(p *player) say.Line {
		got := p.track.tied
		if what == "candidates" {
			got = nil
			for _, c := range p.game.View(mafia.Host).Candidates {
				got = append(got, c.Seat)
			}
		}
		return differs(what, joinSeats(want), joinSeats(got))
	}
}

func readAnswer(s string) (check, error) {
	role, want, _ := strings.Cut(s, " ")
	known := map[string][]string{"don": {"yes", "no", "none"}, "sheriff": {"red", "black", "none"}}[role]
	if !slices.Contains(known, want) {
		return nil, bad("answer")
	}
	who, _ := mafia.ParseRole(role)
	return func(p *player) say.Line {
		got := p.track.answers[who]
		if got == "" {
			got = "none"
		}
		return differs("answer "+role, want, got)
	}, nil
}

// readCount reads "SEAT = N".
func readCount(what, s string) (check, error) {
	who, count, ok := strings.Cut(s, "=")
	if !ok {
		return nil, errExpect
	}
	of, err := seat(strings.TrimSpace(who))
	if err != nil {
		return nil, err
	}
	want, err := number(strings.TrimSpace(count))
	return func(p *player) say.Line {
		v := p.game.View(mafia.Host)
		switch {
		case int(of) > len(v.Seats):
			return words("no-seat-n", "seat", int(of))
		case what == "fouls":
			return differs(fmt.Sprintf("fouls of %d", of), want, v.Seats[of-1].Fouls)
		case int(of) > len(v.Points):
			return words("no-points")
		}
		return differs(fmt.Sprintf("points of %d", of), want, v.Points[of-1])
	}, err
}

func readWinner(s string) (check, error) {
	switch w := mafia.Winner(s); w {
	case mafia.RedWon, mafia.BlackWon, mafia.ManiacWon, mafia.RipperWon, mafia.ManiacRipperWon, mafia.NobodyWon:
		return expectWinner(w), nil
	}
	return nil, bad("winner")
}

func expectWinner(want mafia.Winner) check {
	name := func(w mafia.Winner) string {
		if w == mafia.NoWinner {
			return "none yet"
		}
		return string(w)
	}
	return func(p *player) say.Line { return differs("winner", name(want), name(p.game.Outcome().Winner)) }
}
