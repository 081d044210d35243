package mutate

// faults are the planted ones. Each changes the one place where old stands.
var faults = []struct {
	file, old, new string
}{
	// What the four rulebooks say.
	{"rulebook/city.go", "{Role: mafia.Mistress, Deeds: []mafia.Deed{mafia.Visit}},\n\t\t\t{Role: mafia.Mafia, Deeds: kill},", "{Role: mafia.Mafia, Deeds: kill},\n\t\t\t{Role: mafia.Mistress, Deeds: []mafia.Deed{mafia.Visit}},"},
	{"rulebook/city.go", "Blocks: true, HealBreaksChain", "Blocks: false, HealBreaksChain"},
	{"rulebook/city.go", "shown(mafia.Mafia, mafia.Don)", "shown(mafia.Mafia, mafia.Don, mafia.Maniac)"},
	{"rulebook/city.go", "Gestures: true", "Gestures: false"},
	{"rulebook/city.go", "NoviceImmune: true", "NoviceImmune: false"},
	{"rulebook/city.go", "ChainEarns: true", "ChainEarns: false"},
	{"rulebook/city.go", "SelfVisit: 1", "SelfVisit: 0"},
	{"rulebook/city.go", "Introduce: true", "Introduce: false"},
	{"rulebook/classic.go", "{Role: mafia.Don, Deeds: []mafia.Deed{mafia.Check}, Seconds: sec.Check},", ""},
	{"rulebook/classic.go", "MutedPutsUp: true", "MutedPutsUp: false"},
	{"rulebook/classic.go", "Checks:      true", "Checks:      false"},
	{"rulebook/classic.go", "{Rule: \"CLASSIC-WIN-2\", When: Parity{}},", ""},
	{"rulebook/club.go", "shown(mafia.Mafia, mafia.Don, mafia.Maniac)", "shown(mafia.Mafia, mafia.Don)"},
	{"rulebook/club.go", "Forfeits: true", "Forfeits: false"},
	{"rulebook/club.go", "SelfVisit: -1", "SelfVisit: 0"},
	{"rulebook/original.go", "NoFouls: true", "NoFouls: false"},
	{"rulebook/original.go", "{Rule: \"ORIGINAL-END-1\", When: NoNames{}},", ""},
	// How a night comes out.
	{"rulebook/night.go", "targets = targets.Without(visited)", "_ = visited"},
	{"rulebook/night.go", "return f.Black == mafia.SeatsOf(visited)", "return f.Black.Has(visited)"},
	{"rulebook/night.go", ".Minus(healed)", ""},
	{"rulebook/night.go", "return dead.With(g.By), 0", "return dead, 0"},
	{"rulebook/night.go", "l.HealBreaksChain && healed.Has(visited)", "!l.HealBreaksChain && healed.Has(visited)"},
	{"rulebook/night.go", "if l.FirstNightImmune && !f.First {", "if l.FirstNightImmune && f.First {"},
	{"rulebook/night.go", "s.At.Count() != 1 || s.Twice ||", "s.Twice ||"},
	{"rulebook/night.go", "s.At.Count() != 1 || s.Twice ||", "s.At.Count() != 1 ||"},
	{"rulebook/night.go", "|| shooters != f.Black", ""},
	// Who has won.
	{"rulebook/victory.go", "s.Maniac && s.Ripper && s.Alive <= 3", "s.Maniac && s.Ripper && s.Alive <= 2"},
	{"rulebook/victory.go", "others > c.Others", "others >= c.Others"},
	{"rulebook/victory.go", "s.Black >= s.Red", "s.Black > s.Red"},
	{"rulebook/victory.go", "s.Quiet >= 2*c.Days", "s.Quiet > 2*c.Days"},
	{"rulebook/victory.go", "if s.Red == 0 && s.Black > 0 {", "if s.Red <= s.Black && s.Black > 0 {"},
	// Votes and ties.
	{"rulebook/tie.go", "at == 4 && !c.AtFour", "at == 4 && c.AtFour"},
	{"rulebook/tie.go", "tied == at && !c.All", "false"},
	{"rulebook/tie.go", "f.Tied != f.Earlier && c.SmallerRepeats", "c.SmallerRepeats && f.Round < 3"},
	{"mafia/vote.go", "d.rb.MissingLast && left > 0", "left > 0"},
	{"mafia/vote.go", "(g.vote.voters&g.alive).Count()/2 + 1", "(g.vote.voters&g.alive).Count() / 2"},
	{"mafia/vote.go", "run[i], run[j] = run[j], run[i]", "_ = j"},
	{"mafia/vote.go", "if d.excused(s) {\n\t\temit(d, Excused{Seat: s})\n\t\td.conclude", "if false {\n\t\temit(d, Excused{Seat: s})\n\t\td.conclude"},
	{"mafia/vote.go", "v.cast = v.cast.Minus(v.raised(i).Seats)", "_ = v.cast"},
	{"mafia/vote.go", "if i < v.at {\n\t\tv.at--\n\t}", ""},
	// Speeches and fouls.
	{"mafia/circle.go", "return g.rb.Golden && (n == 3 || n == 4)", "return g.rb.Golden && n == 3"},
	{"mafia/circle.go", "rest.Count() > 1", "rest.Count() > 9"},
	{"mafia/circle.go", "if g.day <= 1 {", "if g.day <= 2 {"},
	{"mafia/penalty.go", "before < 3 && total >= 3", "before < 3 && total >= 2"},
	{"mafia/penalty.go", "opens && d.alive != 0", "opens && d.alive == 0"},
	{"mafia/penalty.go", "cause != WentHome && d.cancels(candidate, night)", "d.cancels(candidate, night)"},
	{"mafia/penalty.go", "if candidate {\n\t\temit(d, Struck{Seat: s})\n\t}", ""},
	// Notes.
	{"mafia/free.go", "(g.alive.Count()-1)/2 + 1", "g.alive.Count()/2 + 1"},
	{"mafia/free.go", "if len(names) > 0 && name != same {", "if len(names) > 1 && name != same {"},
	// Secrets.
	{"mafia/project.go", "if v.Seat == s {\n\t\treturn true\n\t}", "if v.Seat == s || !g.alive.Has(s) {\n\t\treturn true\n\t}"},
	{"mafia/project.go", "if host {\n\t\tg.nightView(&out)", "if host || v.Kind == IsGhost {\n\t\tg.nightView(&out)"},
	{"mafia/refuse.go", "case g.phase != atNotes || g.noteFits(c):", "case g.noteFits(c):"},
}
