package server

import (
	"testing"

	"omerta/journal"
	"omerta/rulebook"
	"omerta/say"
)

// What is punished comes with its rule and its words; original punishes nothing
// (ORIGINAL-END-4).
func TestReasonsOfEveryRulebook(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	for _, name := range rulebook.Names() {
		list := get[[]say.Reason](c, "GET", "/api/rulebooks/"+name+"/reasons", nil)
		if (len(list) == 0) != (name == "original") {
			t.Errorf("%s: %d reasons", name, len(list))
		}
		for _, r := range list {
			if r.Rule == "" || !say.Has(r.Line.Key) {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}
