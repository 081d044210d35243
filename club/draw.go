package club

import (
	"omerta/club/immunity"
	"omerta/club/queue"
	"omerta/mafia"
)

// DrawTerms say what is drawn for.
type DrawTerms struct {
	Rulebook string         `json:"rulebook"` // "": that of the evening
	Preset   string         `json:"preset"`
	Options  []mafia.Option `json:"options"`
	Seats    int            `json:"seats"`  // at a table; 0: as many as there are people and the rulebook has room for
	Tables   int            `json:"tables"` // 0: all tables of the evening that are free and can be filled
	// Tournament: novices have no immunity (CITY-IMM-2).
	Tournament bool `json:"tournament"`
	// Together: friends and couples may sit side by side. Bans stand.
	Together bool `json:"together"`
}

// Facts are what the club cannot know by itself of games that have ended.
type Facts map[string]Fact

// Fact is what a game has come to for those who played it.
type Fact struct {
	Rulebook string
	Played   []queue.Played
	Earned   immunity.Game
}
