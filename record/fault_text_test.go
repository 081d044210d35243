package record_test

import (
	"strings"
	"testing"

	"omerta/mafia"
	"omerta/record"
	"omerta/say"
)

const tenCards = "deal: civilian*6 sheriff mafia*2 don\n"

// A fault says what is wrong in words that fit the case.
func TestFaultTexts(t *testing.T) {
	for name, c := range map[string]struct{ text, en, ru string }{
		"seat beyond the deal": {
			"rulebook: city\n" + tenCards + "seat 11 = civilian\n",
			"there is no seat 11: the deal has 10 cards", "Места 11 нет: роздано 10 карт.",
		},
		"no presets": {
			"rulebook: original\npreset: sport\ndeal: civilian*4 mafia*2\n",
			"it has none", "наборов в нём нет",
		},
		"two notes missing": {
			"rulebook: original\ndeal: civilian*4 mafia*2\nnight 1\nday 2\n",
			"there is no note of numbers 5 and 6", "Нет записок от номеров 5 и 6",
		},
		"one note missing": {
			"rulebook: original\ndeal: civilian*7 mafia*3\nnight 1\nnotes: 8>1 9>1\n",
			"there is no note of number 10", "Нет записки от номера 10",
		},
		"note of an unknown card": {
			"rulebook: original\ndeal: ?*6\nnight 1\nnotes: 1>2 3>2\n",
			"Nobody knows the card of number 1 yet", "Карту номера 1 ещё никто не знает",
		},
		"overruled without a host": {
			"rulebook: original\ndeal: civilian*4 mafia*2\nday 1\noverrule call-night: 1 2\n",
			"This game has no host", "нет ведущего",
		},
		"silenced and invited": {
			"rulebook: city\n" + tenCards + "night 1\ngesture 5\nday 1\n1 invites 5\n",
			"Number 5 is silenced and is not given the floor", "слово ему не передают",
		},
		"turn is over": {
			"rulebook: city\ndeal: civilian*6 sheriff doctor mistress maniac mafia*2 don\nnight 1\nmafia kills 1\nmistress visits 2\n",
			"The turn of that role has passed tonight", "уже прошла",
		},
		"role not awake by day": {
			"rulebook: city\n" + tenCards + "night 1\nday 1\nmafia kills 1\n",
			"That role is not awake", "не проснулась",
		},
		"second line of shots": {
			"rulebook: classic\n" + tenCards + "night 1\nshots: 8>1\nshots: 9>1\n",
			"The shots of this night are in", "Выстрелы этой ночи уже внесены",
		},
		"shot of a card that was not entered": {
			"rulebook: classic\ndeal: ?*10\nnight 1\nshots: 8>1\n",
			"nobody has entered that card yet", "его карта ещё не внесена",
		},
		"vote without a ballot": {
			"rulebook: classic\n" + tenCards + "day 1\nvote 3: 1\n",
			"No vote is on", "Голосования сейчас нет",
		},
		"a hand twice without a ballot": {
			"rulebook: classic\n" + tenCards + "day 1\nvote 3: 1 1\n",
			"No vote is on", "Голосования сейчас нет",
		},
		"substitute for the departed": {
			"rulebook: classic\n" + tenCards + "day 1\nremove 3\nsubstitute 3: Bob\n",
			"Number 3 has left, and nobody takes that seat", "его место не занимают",
		},
		"novices elsewhere": {
			"rulebook: club\nnovices: 1\n" + tenCards + "day 1\n",
			"the line novices: does not belong in club", "Строка novices: в своде club",
		},
	} {
		_, faults := faultsOf([]byte("omerta 1\n" + c.text))
		if len(faults) == 0 {
			t.Errorf("%s: no fault", name)
			continue
		}
		f := faults[0]
		if !strings.Contains(f.Text, c.en) || !strings.Contains(f.In(say.RU), c.ru) {
			t.Errorf("%s: %s / %s", name, f.Text, f.In(say.RU))
		}
	}
}

// Who closes the circle with a shortened speech has no longer one at the end of
// it, whether he said so before his turn or in it.
func TestShortSpeechStaysShortWhenItCloses(t *testing.T) {
	for _, said := range []string{"3 closes\n2 passes\n", "2 passes\n3 closes\n"} {
		r, _ := record.Read([]byte("omerta 1\nrulebook: city\noption fouls.third: short-speech\n" + tenCards +
			"night 1\nfoul 3 x3\nday 1\n" + said + "10 passes\n"))
		res := record.Replay(r)
		v := res.Game.View(mafia.Host)
		if len(res.Faults) > 0 || v.Turn.Seat != 3 || v.Turn.Seconds != 30 {
			t.Errorf("%q: %v, and then %+v", said, res.Faults, v.Turn)
		}
	}
}
