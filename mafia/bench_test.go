package mafia_test

import (
	"encoding/json"
	"runtime"
	"syscall"
	"testing"
	"time"

	"omerta/bot"
	"omerta/mafia"
	"omerta/rulebook"
)

// cpu is the processor time that this process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skip("no processor time here")
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ten is the setup of a game of `classic`.
func ten() mafia.Setup {
	return mafia.Setup{Nicks: make([]string, 10), Cast: mafia.CastOf([]mafia.Role{
		mafia.Mafia, mafia.Mafia, mafia.Don, mafia.Sheriff,
		mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian, mafia.Civilian,
	})}
}

// rate reports games per second of processor time, and the
// allocations per game.
func rate(b *testing.B, run func()) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpu(b)
	run()
	used := (cpu(b) - start).Seconds()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(b.N)/used, "games/CPU-s")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(b.N), "allocs/game")
}

// BenchmarkPlay: random games of classic through Play, offers included.
func BenchmarkPlay(b *testing.B) {
	rb, r, s := rulebook.Must("classic", ""), bot.NewRandom(1, bot.Quiet()), ten()
	commands := 0
	rate(b, func() {
		for b.Loop() {
			s.Seed = r.Uint64()
			g, err := mafia.Start(rb, s)
			if err != nil {
				b.Fatal(err)
			}
			for g.Phase() != mafia.Over {
				if no := g.Play(mafia.Host, r.Next(&g)); no != nil {
					b.Fatal(no)
				}
				commands++
			}
		}
	})
	b.ReportMetric(float64(commands)/float64(b.N), "commands/game")
}

// BenchmarkDecide: the same through Decide and Apply, the events kept.
func BenchmarkDecide(b *testing.B) {
	logged(b, func(g *mafia.Game, log []mafia.Event, c mafia.Command) ([]mafia.Event, error) {
		events, err := g.Decide(mafia.Host, c)
		*g = g.Apply(events...)
		return append(log, events...), err
	})
}

// BenchmarkEnact: the same in place.
func BenchmarkEnact(b *testing.B) {
	logged(b, func(g *mafia.Game, log []mafia.Event, c mafia.Command) ([]mafia.Event, error) {
		return g.Enact(log, mafia.Host, c)
	})
}

func logged(b *testing.B, play func(*mafia.Game, []mafia.Event, mafia.Command) ([]mafia.Event, error)) {
	rb, r, s := rulebook.Must("classic", ""), bot.NewRandom(1, bot.Quiet()), ten()
	log := make([]mafia.Event, 0, 4096)
	rate(b, func() {
		for b.Loop() {
			s.Seed = r.Uint64()
			g, events, err := mafia.New(rb, s)
			if err != nil {
				b.Fatal(err)
			}
			log = append(log[:0], events...)
			for g.Phase() != mafia.Over {
				if log, err = play(&g, log, r.Next(&g)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// moments are games of classic as they stand after each command of one game.
func moments(b *testing.B) (out []mafia.Game) {
	s, r := ten(), bot.NewRandom(3, bot.Lively())
	for seed := uint64(1); len(out) < 500; seed++ {
		s.Seed = seed
		for i := range s.Nicks {
			s.Nicks[i] = "Игрок-" + string(rune('А'+i))
		}
		g, err := mafia.Start(rulebook.Must("classic", ""), s)
		if err != nil {
			b.Fatal(err)
		}
		for g.Phase() != mafia.Over {
			g.Play(mafia.Host, r.Next(&g))
			out = append(out, g)
		}
	}
	return out
}

// BenchmarkView: a view after each command; encoding alone beside it.
func BenchmarkView(b *testing.B) {
	all := moments(b)
	for _, v := range []mafia.Viewer{mafia.Host, mafia.Board} {
		views := make([]mafia.View, len(all))
		for i := range all {
			views[i] = all[i].View(v)
		}
		b.Run(string(v.Kind)+"/view", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				_ = all[i%len(all)].View(v)
			}
		})
		b.Run(string(v.Kind)+"/json", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				encode(b, &views[i%len(all)])
			}
		})
		b.Run(string(v.Kind)+"/both", func(b *testing.B) {
			b.ReportAllocs()
			start := cpu(b)
			for i := 0; b.Loop(); i++ {
				view := all[i%len(all)].View(v)
				encode(b, &view)
			}
			b.ReportMetric(float64((cpu(b)-start).Microseconds())/float64(b.N), "CPU-us/op")
		})
	}
}

func encode(b *testing.B, v *mafia.View) {
	if _, err := json.Marshal(v); err != nil {
		b.Fatal(err)
	}
}
