package server

import (
	"encoding/json"
	"strings"
	"testing"

	"omerta/mafia"
)

func TestRefusedNoteTellsNoCard(t *testing.T) {
	var answers []string
	for _, why := range []mafia.Reason{mafia.WhyNoteBlack, mafia.WhyNoteRed} {
		p := refusal(&mafia.Refusal{Why: why, Rule: "ORIGINAL-NIGHT-5", Seat: 3})
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if p.Text.RU == "" || p.Text.EN == "" || strings.Contains(p.Why, "black") {
			t.Errorf("%s: %s", why, raw)
		}
		answers = append(answers, string(raw))
	}
	if answers[0] != answers[1] {
		t.Errorf("a red and a black player get different answers:\n%s\n%s", answers[0], answers[1])
	}
}
