package say

import (
	"maps"
	"slices"
	"sync"
)

var loadMessages = sync.OnceValue(func() map[Lang]map[string]string {
	all := map[Lang]map[string]string{}
	for _, l := range Langs() {
		m := map[string]string{}
		decode("messages."+string(l)+".json", &m)
		all[l] = m
	}
	return all
})

// T renders the message with that key; Render tells how templates are filled.
// A language that is not in the catalogue is answered in Russian. A key that
// is not there comes back as it is: a wrong label beats a table that stops.
func T(l Lang, key string, args map[string]any) string {
	l, m := messages(l)
	template, ok := m[key]
	if !ok {
		return key
	}
	return Render(l, template, args)
}

// Has reports whether there is a message with that key.
func Has(key string) bool {
	_, ok := loadMessages()[RU][key]
	return ok
}

// Template gives a message as it is written; it reports false for a key that
// is not there.
func Template(l Lang, key string) (string, bool) {
	_, m := messages(l)
	s, ok := m[key]
	return s, ok
}

// Keys lists the keys of all messages, sorted.
func Keys() []string { return slices.Sorted(maps.Keys(loadMessages()[RU])) }

func messages(l Lang) (Lang, map[string]string) {
	if m, ok := loadMessages()[l]; ok {
		return l, m
	}
	return RU, loadMessages()[RU]
}
