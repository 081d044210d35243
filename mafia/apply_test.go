package mafia

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Every event that can be read can be applied.
func TestApplyListsEveryEvent(t *testing.T) {
	for kind, read := range eventReaders {
		e, err := read([]byte(`{"is":"` + kind + `"}`))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if fault := applying(e); strings.Contains(fault, "does not list") {
			t.Error(fault)
		}
	}
}

// applying gives the panic of applying an event to a game of three, "" for none:
// an event without its fields may well be senseless there.
func applying(e Event) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprint(r)
		}
	}()
	g := Fold(nil, []Event{Dealt{Nicks: slices.Repeat([]string{"n"}, 3), Roles: make([]Role, 3)}})
	apply(&g, e)
	return ""
}
