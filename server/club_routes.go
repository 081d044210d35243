package server

// clubRoutes are the routes of what a club does around its games.
func (s *Server) clubRoutes() []route {
	return []route{
		{"GET /api/club", hosts, "", "ClubView", "The club's people, and the evenings that are not closed.", s.showClub, nil},
		{"GET /api/club/stream", hosts, "", "ClubView", "The same as server-sent events, after each change.", nil, s.clubStream},
		{"POST /api/club/commands", hosts, "ClubCommandInput", "ClubAnswer", "One command to the club. `key` makes it safe to send again; `seen` refuses it when somebody was faster.", s.clubCommand, nil},
		{"GET /api/club/people/{id}", hosts, "", "PersonPage", "What a person has played in a period, with ratings by side and the games, the newest first (`?limit=`, 100 unless told). Periods are told by `evening`, `season`, `year`, `rulebook`, `from` and `to`.", s.personPage, nil},
		{"GET /api/club/standings", hosts, "", "StandingsView", "The table of a period: of the games of evenings and of those of before. `average=1` orders by points a game, `min=` is how many games it takes to have a place.", s.standings, nil},
		{"GET /api/club/standings.csv", hosts, "", "", "The same as a file for spreadsheets (`?lang=ru` or `en`); `?form=plain` for programs: commas between cells, a point in numbers.", nil, s.hostFile(s.standingsFile)},
		{"GET /api/club/standings.xlsx", hosts, "", "", "The same as a workbook, with the people and the games on sheets of their own.", nil, s.hostFile(s.standingsFile)},
		{"GET /api/club/games.csv", hosts, "", "", "The games of a period in the form in which games are imported, a row a seat.", nil, s.hostFile(s.gamesFile)},
		{"GET /api/club/games.xlsx", hosts, "", "", "The same as a workbook.", nil, s.hostFile(s.gamesFile)},
		{"POST /api/club/games", hosts, "", "GamesReport", "Imports games of before; the body is a CSV file (docs/points.md), up to 256 MiB. `source` (48 bytes) names where it comes from: the same game of the same source is not taken twice. `rulebook`, `preset` and `scheme` are for games that name none; with `dry=1` nothing is taken. `as` (`id:nick`, any number of them) says that a nick is somebody whom the club knows.", s.importGames, nil},
		{"POST /api/club/records", hosts, "", "GamesReport", "Imports records as games of before, thousands at once: a ZIP file with .mafia files, a form with many files (multipart/form-data), or the text of one; up to 256 MiB and 20,000 records. `scheme` says by what points they count; with `dry=1` nothing is taken. `as` is as above. A record with a fault, or without an end, is left out and told by its file's name; a game that is there already is not taken again.", s.importRecords, nil},
		{"GET /api/club/records/{id}", hosts, "", "", "The record of a game of before, with its players as they are called now.", nil, s.hostFile(s.beforeRecord)},
		{"GET /api/club/games/import", hosts, "", "GamesState", "How far an import of games is.", s.gamesImported, nil},
		{"GET /api/evenings", hosts, "", "Evening[]", "All evenings by date.", s.listEvenings, nil},
		{"GET /api/evenings/{id}", hosts, "", "EveningPage", "An evening with its summary: standings, totals and the results of its games.", s.eveningPage, nil},
		{"GET /api/evenings/{id}/next", hosts, "", "NextView", "Whose turn it is and why, and, once lots were drawn (command `draw`), the proposal for the next game: seats, immunities with their reasons, seed. It stands until its games have begun.", s.nextGame, nil},
		{"POST /api/evenings/{id}/begin", hosts, "BeginInput", "Begun", "Begins the proposed game of one table, or of all: makes the table with people, seats, options and immunities and puts it into the evening. `key` makes it safe to send again.", s.beginGame, nil},
	}
}
