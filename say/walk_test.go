package say_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/say"
)

// walker plays a random game of what is on offer.
type walker struct {
	*rand.Rand
	g *mafia.Game
}

func (w walker) one(s mafia.Seats) mafia.Seat {
	if s == 0 {
		return 0
	}
	l := s.List()
	return l[w.IntN(len(l))]
}

func (w walker) hands(o mafia.Offer) mafia.Hands {
	if w.IntN(8) == 0 {
		return mafia.Hands{Counted: true, Count: w.IntN(o.Max + 1)}
	}
	var out mafia.Seats
	for _, s := range o.To.List() {
		if w.IntN(2) == 0 && out.Count() < o.Max {
			out = out.With(s)
		}
	}
	return mafia.Hands{Seats: out}
}

// command fills an offer in; nil where the dice say no, for penalties are rare.
func (w walker) command(o mafia.Offer) mafia.Command {
	by, to := w.one(o.By), w.one(o.To)
	switch o.Do {
	case mafia.DoProceed:
		return mafia.Proceed{}
	case mafia.DoPass:
		return mafia.Pass{By: by}
	case mafia.DoNominate:
		return mafia.Nominate{By: by, To: to}
	case mafia.DoVote:
		return mafia.Vote{For: o.For, Hands: w.hands(o)}
	case mafia.DoOust:
		return mafia.Oust{Hands: w.hands(o)}
	case mafia.DoAct:
		return mafia.Act{Role: o.Role, Deed: o.Deed, To: to * mafia.Seat(min(1, w.IntN(6)))}
	case mafia.DoJudge:
		return mafia.Judge{Hands: w.hands(o)}
	case mafia.DoCallNight:
		return mafia.CallNight{Hands: w.hands(o)}
	case mafia.DoDrop:
		return mafia.Drop{}
	case mafia.DoAccuse:
		return mafia.Accuse{By: by, To: to}
	case mafia.DoWrite:
		if w.g.RoleOf(by).Side() != mafia.Black {
			to = 0
		}
		if to != 0 && w.IntN(6) == 0 {
			return mafia.Write{By: by, Absent: true}
		}
		return mafia.Write{By: by, Name: to}
	}
	return w.rarer(o, by, to)
}

func (w walker) rarer(o mafia.Offer, by, to mafia.Seat) mafia.Command {
	dice := w.IntN(20)
	switch {
	case o.Do == mafia.DoShoot:
		at := mafia.SeatsOf(to)
		var shots []mafia.Shot
		for _, s := range o.By.List() {
			switch dice {
			case 0:
				at = mafia.SeatsOf(w.one(o.To))
			case 1:
				at = 0
			}
			shots = append(shots, mafia.Shot{By: s, At: at})
		}
		return mafia.Shoot{Shots: shots[min(len(shots), dice/19):]}
	case o.Do == mafia.DoBestMove:
		l := o.To.List()
		w.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		return mafia.BestMove{By: by, Seats: mafia.SeatsOf(l[:3]...)}
	case dice > 6:
		return nil
	case o.Do == mafia.DoWithdraw:
		return mafia.Withdraw{By: by, To: to}
	case o.Do == mafia.DoInvite:
		return mafia.Invite{By: by, To: to}
	case o.Do == mafia.DoClose:
		return mafia.Close{By: by}
	case o.Do == mafia.DoReveal:
		return mafia.Reveal{By: by, Role: mafia.Sheriff}
	case o.Do == mafia.DoFoul:
		return w.foul(to)
	case dice > 1:
		return nil
	}
	return w.office(o.Do, to)
}

func (w walker) foul(to mafia.Seat) mafia.Command {
	reasons := say.FoulReasons(w.g.Rulebook().ID)
	r := reasons[w.IntN(len(reasons))]
	return mafia.Foul{To: to, N: max(1, r.N%4), Reason: []string{r.Key, "", "пел песню"}[w.IntN(3)]}
}

func (w walker) office(do mafia.Verb, to mafia.Seat) mafia.Command {
	switch do {
	case mafia.DoGesture:
		return mafia.Gesture{To: to}
	case mafia.DoRemove:
		return mafia.Remove{To: to}
	case mafia.DoForfeit:
		return mafia.Forfeit{To: to}
	case mafia.DoLeave:
		return mafia.Leave{To: to}
	case mafia.DoSubstitute:
		return mafia.Substitute{To: to, Nick: "Новый"}
	case mafia.DoBeaten:
		if w.IntN(40) == 0 {
			return mafia.Beaten{Side: mafia.Black}
		}
	case mafia.DoCard:
		if v := w.g.View(mafia.Host); v.Misdealt || w.IntN(10) == 0 { // till it is right, nobody wins
			return mafia.SetCard{To: to, Role: mafia.Roles()[w.IntN(len(mafia.Roles()))]}
		}
	case mafia.DoOverrule:
		if to := w.one(w.g.Alive()); w.IntN(4) == 0 {
			return mafia.Overrule{Command: mafia.Nominate{By: w.one(w.g.Alive()), To: to}}
		}
	}
	return nil
}

// next is a command that the game admits.
func (w walker) next() mafia.Command {
	for {
		offers := w.g.Offers()
		if c := w.command(offers[w.IntN(len(offers))]); c != nil && w.g.Admits(c) {
			return c
		}
	}
}

// variants are the rulebooks with every value of every house option once, the
// other options left as they are.
func variants(t testing.TB) map[string][]*mafia.Rulebook {
	out := map[string][]*mafia.Rulebook{}
	for _, name := range rulebook.Names() {
		out[name] = []*mafia.Rulebook{rulebook.Must(name, "")}
		for _, o := range say.Options() {
			for _, v := range append(o.ValuesIn(name), "0", "25") {
				if !o.Admits(name, v) || o.Default[name] == v {
					continue
				}
				rb, err := rulebook.New(name, "", []mafia.Option{{Name: o.Name, Value: v}})
				if err != nil {
					t.Fatalf("%s %s=%s: %v", name, o.Name, v, err)
				}
				out[name] = append(out[name], rb)
			}
		}
	}
	return out
}

// table deals a random size; now and then novices, immunities or real cards.
func table(t testing.TB, r *rand.Rand, rb *mafia.Rulebook) mafia.Setup {
	name, _, _ := strings.Cut(rb.ID, "@")
	n := rb.Min
	if top := map[string]int{"city": 24, "club": 20, "original": 16, "classic": 10}[name]; top > n {
		n += r.IntN(top - n + 1)
	}
	var with []mafia.Role
	if name == "city" && n >= 20 && r.IntN(2) == 0 {
		with = []mafia.Role{mafia.Bodyguard, mafia.Reanimator, mafia.Ripper}
	}
	counts, _, err := compose.Propose(name, n, with, compose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := mafia.Setup{Seed: r.Uint64(), Nicks: make([]string, n)}
	for i, x := range counts {
		s.Cast[i] = uint8(x)
	}
	for i := range s.Nicks {
		s.Nicks[i] = fmt.Sprint("Игрок ", i+1)
	}
	switch r.IntN(4) {
	case 0:
		s.Novices = mafia.SeatsOf(2, 3)
	case 1:
		s.Immune = mafia.SeatsOf(1)
	case 2:
		if name == "classic" || name == "club" {
			s.Deal = make([]mafia.Role, n) // nobody has learned a card yet
		}
	}
	return s
}

var (
	ruleIDs  = regexp.MustCompile(`(?:CITY|CLASSIC|CLUB|ORIGINAL)-[A-Z0-9]+-[0-9]+`)
	typed    = strings.NewReplacer("пел песню", "", "Новый", "")
	fillable = regexp.MustCompile(`[{}]`)
)

// sound checks a line in both languages: words, all parameters filled, and no
// letters of the other alphabet but for rule ids and what people have typed.
func sound(t *testing.T, where string, l say.Line) {
	t.Helper()
	writtenAlike(t, where, l)
	if !say.Has(l.Key) {
		t.Fatalf("%s: no message %q", where, l.Key)
	}
	for _, lang := range say.Langs() {
		text := l.In(lang)
		bare := typed.Replace(ruleIDs.ReplaceAllString(text, ""))
		foreign := strings.ContainsFunc(bare, func(r rune) bool {
			return unicode.Is(unicode.Cyrillic, r) && lang == say.EN || unicode.Is(unicode.Latin, r) && lang == say.RU
		})
		if text == "" || fillable.MatchString(text) || foreign || strings.Contains(text, "?") && strings.Contains(text, "role.") {
			t.Fatalf("%s: %s %s reads %q with %v", where, lang, l.Key, text, l.Args)
		}
	}
}

func soundScript(t *testing.T, where string, s say.Script) {
	t.Helper()
	scriptWrittenAlike(t, where, s)
	sound(t, where+" title", s.Title)
	for _, l := range slices.Concat(s.Aloud, s.Hints) {
		sound(t, where, l)
		if id := l.Rule(); id != "" {
			if _, ok := say.RuleByID(id); !ok {
				t.Fatalf("%s: %s cites %q", where, l.Key, id)
			}
		}
	}
	if s.Primary != nil {
		sound(t, where+" button", s.Primary.Label)
	}
	if s.Answer != nil {
		sound(t, where+" answer", s.Answer.Line)
	}
}

// In random games of every rulebook, with every house option, each state has a
// script, each event a place in the log, each command a name for its undoing,
// each refusal its words.
func TestWordsOfRandomGames(t *testing.T) {
	seeds := uint64(1)
	if os.Getenv("OMERTA_LONG") != "" {
		seeds = 40
	}
	for name, list := range variants(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				list = list[:1]
			}
			for i, rb := range list {
				for seed := range seeds {
					walk(t, rb, seed+uint64(i)<<8)
				}
			}
		})
	}
}

func walk(t *testing.T, rb *mafia.Rulebook, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	g, events, err := mafia.New(rb, table(t, r, rb))
	if err != nil {
		t.Fatal(err)
	}
	game := fmt.Sprintf("%s %v seed %d", rb.ID, rb.Options, seed)
	w := walker{r, &g}
	var last mafia.Command
	for step := 0; ; step++ {
		where := fmt.Sprint(game, " step ", step)
		checkHost(t, where, &g)
		if step%5 == 0 {
			checkOthers(t, where, &g)
			refuse(t, where, w)
		}
		checkEvents(t, where, rb.ID, events)
		view := g.View(mafia.Host)
		script := say.ScriptFor(&view)
		for _, l := range say.Announce(rb, &view, &script, events) {
			sound(t, where+" announced", l)
		}
		sound(t, where+" undo", say.Undo(rb.ID, last, events))
		if g.Phase() == mafia.Over || step > 1500 {
			return
		}
		last = w.next()
		events, err = g.Decide(mafia.Host, last)
		if err != nil {
			t.Fatalf("%s: %#v: %v", where, last, err)
		}
		for _, e := range events {
			g = g.Apply(e)
		}
	}
}

func checkHost(t *testing.T, where string, g *mafia.Game) {
	t.Helper()
	host := g.View(mafia.Host)
	s := say.ScriptFor(&host)
	soundScript(t, where, s)
	if s.Title.Key == "" || len(s.Aloud) == 0 {
		t.Fatalf("%s: nothing to say in phase %s, hold %v, turn %v", where, host.Phase, host.Hold, host.Turn)
	}
	step := slices.ContainsFunc(host.Offers, func(o mafia.Offer) bool {
		return slices.Contains([]mafia.Verb{mafia.DoProceed, mafia.DoPass, mafia.DoVote, mafia.DoOust}, o.Do)
	})
	if step && s.Primary == nil {
		t.Fatalf("%s: no button in phase %s, hold %v", where, host.Phase, host.Hold)
	}
	if s.Primary != nil {
		c, err := mafia.UnmarshalCommand(s.Primary.Command)
		if err != nil || c.Verb() != s.Primary.Do || !g.Admits(c) {
			t.Fatalf("%s: the button %s sends %s: %v", where, s.Primary.Label.Key, s.Primary.Command, err)
		}
	}
}

func checkOthers(t *testing.T, where string, g *mafia.Game) {
	t.Helper()
	for _, v := range []mafia.Viewer{mafia.Board, mafia.Player(2), mafia.Device} {
		view := g.View(v)
		other := say.ScriptFor(&view)
		soundScript(t, where+" for "+string(v.Kind), other)
		if v != mafia.Device && (len(other.Hints) > 0 || other.Primary != nil || other.Answer != nil) {
			t.Fatalf("%s: %s reads what only the host may", where, v.Kind)
		}
	}
}

func checkEvents(t *testing.T, where, book string, events []mafia.Event) {
	t.Helper()
	for _, e := range events {
		if entry, ok := say.Event(book, e, nil); ok {
			sound(t, where+" log", entry.Line)
		}
		if l, ok := say.Spoken(book, e); ok {
			sound(t, where+" spoken", l)
		}
	}
}

// refuse asks for something that is most often refused.
func refuse(t *testing.T, where string, w walker) {
	t.Helper()
	s, to := w.one(mafia.FirstSeats(w.g.Players())), w.one(mafia.FirstSeats(w.g.Players()))
	for _, c := range []mafia.Command{
		mafia.Nominate{By: s, To: to},
		mafia.Pass{By: s},
		mafia.Vote{For: s},
		mafia.Act{Role: mafia.Doctor, Deed: mafia.Heal, To: to},
		mafia.Foul{To: s, N: 9},
		mafia.Close{By: s},
		mafia.Write{By: s, Name: to},
		mafia.Act{Role: mafia.Sheriff, Deed: mafia.Gun, To: 40},
	} {
		if _, err := w.g.Decide(mafia.Host, c); err != nil {
			r, _ := err.(*mafia.Refusal)
			out := say.Refusal(r)
			sound(t, where+" refusal", out.Text)
			sound(t, where+" refusal", out.Hint)
		}
	}
}
