package server

import (
	"encoding/json"
	"strings"
	"testing"

	clubs "omerta/club"
)

// The page counts a person's friends: who has none has an empty list, and no null.
func TestAPersonWithoutFriendsHasAnEmptyList(t *testing.T) {
	raw, err := json.Marshal(personOf(&clubs.Member{ID: "p1"}))
	if err != nil || !strings.Contains(string(raw), `"friends":[]`) {
		t.Errorf("%s, %v", raw, err)
	}
}
