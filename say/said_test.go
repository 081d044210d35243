package say_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"omerta/mafia"
	"omerta/rulebook"
	"omerta/rulebook/compose"
	"omerta/say"
)

// said is what the program shows or lets the host say about each rule of the
// console: a piece of the Russian text, and whether it is said aloud. What is
// not said aloud cites the rule.
var said = []struct {
	rule, text string
	aloud      bool
}{
	{"CITY-SETUP-3", "Карту знают только её владелец", false},
	{"CITY-SETUP-6", "красных к остальным от 2,1 до 2,5", false},
	{"CITY-SETUP-7", "13 к 5", false},
	{"CITY-SETUP-10", "Карт в колоде хватает", false},
	{"CITY-SEAT-1", "не рядом и не напротив", false},
	{"CITY-MEET-1", "За разговоры во время знакомства штрафов нет", false},
	{"CITY-MEET-1", "представьтесь, пожалуйста. У Вас 40 секунд", true},
	{"CITY-PREP-1", "трезвы и хотят играть", false},
	{"CITY-PREP-1", "примерно для трети", false},
	{"CITY-PREP-1", "диванов нет", false},
	{"CITY-PREP-2", "направлена вверх", false},
	{"CITY-PREP-2", "Маски мягкие", false},
	{"CITY-TIME-1", "не меньше 70 минут", false},
	{"CITY-DAY-1", "не говорите, кто и как их убил", false},
	{"CITY-VOTE-7", "Голосует первым номер 4", false},
	{"CITY-VOTE-9", "Уберите руки со стола", true},
	{"CITY-FOUL-1", "Каждый штраф называйте вслух", false},
	{"CITY-FOUL-1", "Номер 3, у Вас 1-й штраф", true},
	{"CITY-FOUL-4", "подглядывание", false},
	{"CITY-FOUL-6", "по решению ведущего", false},
	{"CITY-FOUL-7", "Штрафы в следующую игру не переходят", false},
	{"CITY-FOUL-9", "обращение к говорящему без разрешения", false},
	{"CITY-HOST-1", "слово ведущего окончательное", false},
	{"CITY-HOST-2", "Ходите за спинами", false},
	{"CLASSIC-SETUP-3", "Карты берут по одному", false},
	{"CLASSIC-SETUP-3", "возьмите карту, запомните её и снова закройте лицо", true},
	{"CLASSIC-NIGHT0-1", "Запомните номер дона", false},
	{"CLASSIC-NIGHT0-2", "За 60 секунд договоритесь жестами", true},
	{"CLASSIC-NIGHT0-3", "У Вас 20 секунд, чтобы осмотреться", true},
	{"CLASSIC-DAY-4", "обычно 3 секунды", false},
	{"CLASSIC-DAY-5", "Говорящий показывает свой номер", false},
	{"CLASSIC-VOTE-1", "Повторяю: 2, 4 и 5", true},
	{"CLASSIC-VOTE-3", "одновременно с Вашим «спасибо»", false},
	{"CLASSIC-VOTE-4", "голос засчитан, игроку замечание", false},
	{"CLASSIC-NIGHT-1", "шесть, семь, восемь, девять, десять", true},
	{"CLASSIC-NIGHT-9", "Кто подаёт знаки дону или шерифу, того удаляйте", false},
	{"CLASSIC-FOUL-1", "Каждое замечание называйте вслух", false},
	{"CLASSIC-FOUL-2", "слова из списка", false},
	{"CLASSIC-FOUL-3", "дольше 3 секунд", false},
	{"CLASSIC-FOUL-4", "клятва, пари или религия", false},
	{"CLASSIC-FOUL-10", "возможен запрет в клубе", false},
	{"CLASSIC-QUEUE-1", "затем проигравшие в порядке выбывания", false},
	{"CLASSIC-QUEUE-2", "получает следующий в очереди", false},
	{"CLUB-DAY-1", "приветствие городу", false},
	{"CLUB-VOTE-1", "Вытяните руки", true},
	{"CLUB-VOTE-1", "разговор или жест при голосовании", false},
	{"CLUB-IMM-1", "вручите карты неприкосновенности", false},
	{"CLUB-FOUL-3", "«сто процентов»", false},
	{"CLUB-FOUL-5", "слово ведущего окончательное", false},
	{"ORIGINAL-SETUP-3", "чёрных карт 2", true},
	{"ORIGINAL-SUN-1", "возьмите карту, тайком посмотрите её и верните", true},
	{"ORIGINAL-SUN-2", "Дальше до пятнадцати про себя", true},
	{"ORIGINAL-DAY-1", "Очереди и времени нет", false},
	{"ORIGINAL-DAY-5", "его карту никто не видит", false},
	{"ORIGINAL-NIGHT-2", "Каждый пишет записку", true},
	{"ORIGINAL-END-3", "ещё раунд тем же составом", false},
	{"ORIGINAL-TIP-1", "Бумага и карандаши", false},
}

// onPhones are the rules of tables where everybody has a phone and nobody is
// host: there the phones' own page says what is to be said.
var onPhones = []string{
	"ORIGINAL-DAY-6", "ORIGINAL-NIGHT-8", "ORIGINAL-ABSENT-1", "ORIGINAL-ABSENT-3", "ORIGINAL-ABSENT-4",
}

// betweenGames are the rules of what a club does between games. Package club
// carries them out and says what about them; its tests name them.
var betweenGames = []string{"CITY-IMM-6", "CLASSIC-QUEUE-3", "CLUB-IMM-7"}

// shelf collects all that the golden game of a rulebook, its beginning with real
// cards, its checklist and its reasons say: "text [rule]" for what is not said aloud.
func shelf(t *testing.T, name string) (aloud, hints []string) {
	game := games()[name]
	seen := func(g *mafia.Game, _ mafia.Command, events []mafia.Event) {
		v := g.View(mafia.Host)
		s := say.ScriptFor(&v)
		for _, l := range s.Aloud {
			aloud = append(aloud, l.In(say.RU))
		}
		for _, l := range s.Hints {
			hints = append(hints, l.In(say.RU)+" ["+l.Rule()+"]")
		}
		for _, e := range events {
			if l, ok := say.Spoken(name, e); ok {
				aloud = append(aloud, l.In(say.RU))
			}
		}
	}
	play(t, rulebook.Must(name, ""), game.deal, game.setup, game.plan, seen)
	if name != "original" { // real cards are drawn when night has fallen
		var cast mafia.Cast
		for _, r := range game.deal {
			cast[r]++
		}
		g := opening(t, name, cast, make([]mafia.Role, len(game.deal)))
		seen(&g, nil, nil)
	}
	for _, i := range say.Checklist(name + "@1") {
		hints = append(hints, i.Line.In(say.RU)+" ["+i.Rule+"]")
	}
	for _, r := range say.FoulReasons(name + "@1") {
		hints = append(hints, r.Line.In(say.RU)+" ["+r.Rule+"]")
	}
	return aloud, hints
}

func TestEveryConsoleRuleIsSaidOrShown(t *testing.T) {
	todo := map[string]bool{}
	for _, r := range say.Rules() {
		todo[r.ID] = r.Kind == say.Console && !slices.Contains(onPhones, r.ID) && !slices.Contains(betweenGames, r.ID)
	}
	for _, name := range rulebook.Names() {
		aloud, hints := shelf(t, name)
		for _, s := range said {
			if !strings.HasPrefix(s.rule, strings.ToUpper(name)+"-") {
				continue
			}
			list, end := hints, " ["+s.rule+"]"
			if s.aloud {
				list, end = aloud, ""
			}
			if !slices.ContainsFunc(list, func(x string) bool { return strings.Contains(x, s.text) && strings.HasSuffix(x, end) }) {
				t.Errorf("%s: nothing reads %q", s.rule, s.text)
			}
			todo[s.rule] = false
		}
	}
	for id, open := range todo {
		if open {
			t.Errorf("%s: this test does not ask what is said about it", id)
		}
	}
}

func TestRulesBetweenGamesAreNamedByTheTestsOfClub(t *testing.T) {
	files, err := filepath.Glob("../club/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for _, id := range betweenGames {
		if !strings.Contains(all.String(), id) {
			t.Errorf("%s: no test of club names it", id)
		}
	}
}

func TestPenaltiesAndChecklistsCiteRulesThatExist(t *testing.T) {
	for _, name := range rulebook.Names() {
		rb := rulebook.Must(name, "")
		reasons := say.FoulReasons(rb.ID)
		if rb.NoFouls != (len(reasons) == 0) {
			t.Errorf("%s: %d reasons", name, len(reasons))
		}
		for _, r := range reasons {
			rule, ok := say.RuleByID(r.Rule)
			if !ok || rule.Rulebook != name || !say.Has(r.Line.Key) {
				t.Errorf("%s: reason %+v", name, r)
			}
			if (r.Do == mafia.DoFoul) != (r.N > 0) || r.Do == mafia.DoGesture && !rb.Gestures || r.Do == mafia.DoForfeit && !rb.Forfeits {
				t.Errorf("%s: %s cannot be given here", name, r.Key)
			}
		}
		list := say.Checklist(rb.ID)
		if len(list) == 0 {
			t.Errorf("%s: no checklist", name)
		}
		for _, i := range list {
			sound(t, name, i.Line)
			if rule, ok := say.RuleByID(i.Rule); !ok || rule.Rulebook != name {
				t.Errorf("%s: %s cites %s", name, i.Line.Key, i.Rule)
			}
		}
	}
}

// CITY-TIME-1: at least 45 minutes for 10 players, at least 90 for 20.
func TestMinutes(t *testing.T) {
	for players, want := range map[int]int{10: 45, 20: 90, 15: 70, 12: 55, 40: 180, 7: 35, 1: 20} {
		if got := say.Minutes(players); got != want {
			t.Errorf("%d players: %d minutes, want %d", players, got, want)
		}
	}
}

// constants lists the values of the constants of a type in a file of package mafia.
func constants(t *testing.T, file, typ string) (out []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), "../mafia/"+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); !ok || id.Name != typ {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			s, _ := strconv.Unquote(lit.Value)
			out = append(out, s)
		}
		return true
	})
	return out
}

func TestEveryReasonHasItsWordsAndAHint(t *testing.T) {
	reasons := constants(t, "rulebook.go", "Reason")
	if len(reasons) < 50 {
		t.Fatalf("only %d reasons found", len(reasons))
	}
	// What package compose refuses comes as reasons too.
	for _, key := range []string{
		"too-few", "too-many", "exactly-ten", "fixed-ten", "foreign-card", "two-of", "count", "no-black", "black-not-fewer",
		"red-not-half", "black-cards", "printed-17", "from-size", "negative", "unknown-rulebook",
	} {
		if !say.Has("compose." + key) {
			t.Errorf("no message compose.%s", key)
		}
		reasons = append(reasons, "compose."+key)
	}
	texts := map[string]string{}
	for _, why := range reasons {
		if !say.Has("why."+why) || !say.Has("why."+why+".do") {
			t.Errorf("%s: no words of its own", why)
			continue
		}
		r := say.Refusal(&mafia.Refusal{Rule: "CITY-NOM-3", Why: mafia.Reason(why), Seat: 7})
		sound(t, why, r.Text)
		sound(t, why, r.Hint)
		if r.Rule != "CITY-NOM-3" {
			t.Errorf("%s: cites %q", why, r.Rule)
		}
		whole := r.Text.In(say.RU) + " " + r.Hint.In(say.RU)
		if same := texts[whole]; same != "" {
			t.Errorf("%s reads like %s", why, same)
		}
		texts[whole] = why
	}
}

func TestRefusalsWithoutWordsAreAnsweredInGeneral(t *testing.T) {
	r := say.Refusal(&mafia.Refusal{Rule: "NOTATION", Why: "no such reason"})
	if got := r.Text.In(say.RU); got != "Сейчас так нельзя." || r.Rule != "" {
		t.Errorf("%q, rule %q", got, r.Rule)
	}
	r = say.Refusal(&mafia.Refusal{Rule: "CITY-SETUP-9", Why: "compose.no-such"})
	if got := r.Text.In(say.EN); got != "That composition cannot be dealt." {
		t.Errorf("%q", got)
	}
}

func TestRefusalSaysWhyAndWhatToDo(t *testing.T) {
	rb := rulebook.Must("city", "")
	game := games()["city"]
	g, _, err := mafia.New(rb, mafia.Setup{Nicks: make([]string, 15), Deal: game.deal})
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Decide(mafia.Host, mafia.Foul{To: 3, N: 9})
	refused, ok := err.(*mafia.Refusal)
	if !ok {
		t.Fatalf("got %v", err)
	}
	r := say.Refusal(refused)
	if r.Rule != "" || r.Text.In(say.RU) != "За раз даётся от одного до четырёх." || r.Hint.In(say.EN) != "Choose a number from 1 to 4." {
		t.Errorf("%+v", r)
	}
}

func TestNoteNamesCardsAsTheRulebookDoes(t *testing.T) {
	_, refusals := compose.Judge("city", 12, compose.Of(mafia.Sheriff, mafia.Sheriff))
	var texts []string
	for _, n := range refusals {
		texts = append(texts, say.Note("city@1", n.Rule, n.Key, n.Args).In(say.RU))
	}
	if !slices.Contains(texts, "Карта «комиссар» бывает в игре только одна, а выбрано 2.") {
		t.Errorf("%q", texts)
	}
}

// kinds lists the events of package mafia by the methods that make them such.
func kinds(t *testing.T) (out []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), "../mafia/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "apply" || f.Recv == nil {
			continue
		}
		if id, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
			out = append(out, id.Name)
		}
	}
	return out
}

// An event is worded somewhere in log.go, or left out there by name.
func TestEveryEventIsWordedOrLeftOutByName(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "log.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		clause, ok := n.(*ast.CaseClause)
		if !ok {
			return true
		}
		for _, x := range clause.List {
			if sel, ok := x.(*ast.SelectorExpr); ok {
				named[sel.Sel.Name] = true
			}
		}
		return true
	})
	list := kinds(t)
	if len(list) < 40 {
		t.Fatalf("only %d events found", len(list))
	}
	for _, k := range list {
		if !named[k] {
			t.Errorf("%s: no case in log.go", k)
		}
	}
}

func TestSecretLinesAreMarked(t *testing.T) {
	for _, e := range []mafia.Event{
		mafia.Acted{Role: mafia.Doctor, Deed: mafia.Heal, To: 5},
		mafia.Fired{Shots: []mafia.Shot{{By: 2, At: mafia.SeatsOf(7)}}},
		mafia.Wrote{By: 3, Name: 5},
		mafia.Carded{Seat: 4, Role: mafia.Don},
	} {
		if entry, ok := say.Event("club", e, nil); !ok || !entry.Secret {
			t.Errorf("%#v is not secret: %q", e, entry.In(say.RU))
		}
	}
	name := func(mafia.Seat) string { return "Лис" }
	if entry, ok := say.Event("club", mafia.Nominated{By: 1, To: 6}, name); !ok || entry.Secret || entry.In(say.RU) != "Лис выставляет Лис" {
		t.Errorf("%+v", entry)
	}
}

func TestEveryVerbHasANameForItsUndoing(t *testing.T) {
	verbs := constants(t, "command.go", "Verb")
	if len(verbs) < 20 {
		t.Fatalf("only %d verbs found", len(verbs))
	}
	for _, v := range verbs {
		if key := "undo." + v; v != string(mafia.DoProceed) && !say.Has(key) {
			t.Errorf("no message %s", key)
		}
	}
}

func TestUndoNamesWhatItTakesBack(t *testing.T) {
	for _, c := range []struct {
		book   string
		last   mafia.Command
		events []mafia.Event
		want   string
	}{
		{"classic", mafia.Nominate{By: 5, To: 9}, nil, "Отменить: 5 выставляет 9"},
		{"classic", mafia.Foul{To: 4, N: 2}, nil, "Отменить: 2 замечания номеру 4"},
		{"classic", mafia.Foul{To: 4, N: 1}, []mafia.Event{mafia.FoulGiven{To: 4, N: 1, Total: 2}}, "Отменить: 2-е замечание номеру 4"},
		{"classic", mafia.SetCard{To: 4, Role: mafia.Don}, nil, "Отменить: карта номера 4"},
		{"city@1", mafia.Act{Role: mafia.Sheriff, Deed: mafia.Check, To: 3}, nil, "Отменить: комиссар выбирает 3"},
		{"club", mafia.Proceed{}, []mafia.Event{mafia.WentOn{}, mafia.Turned{Seat: 2}}, "Отменить: слово номеру 2"},
		{"club", mafia.Overrule{Command: mafia.Remove{To: 2}}, nil, "Отменить: решение ведущего (удаление номера 2)"},
		{"club", nil, nil, "Отменить: последнее действие"},
	} {
		if got := say.Undo(c.book, c.last, c.events).In(say.RU); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
