// Package history takes in the games that a club has played before, and gives out
// all games and tables for spreadsheets.
//
// # The form
//
// A CSV file with a line of headings and a row for each seat. The rows of a game
// stand anywhere; a game is known by its number. Columns may stand in any order,
// between commas, semicolons or tabs; their headings may be English or Russian.
// "game", "seat", "player", "role" and "winner" are needed, the others are not:
//
//	game            whole number, unique in the file; it orders the games of a date
//	date            2026-11-27 or 27.11.2026, blank where nobody knows
//	season          any text
//	evening         any text; where there is no such column, a date is an evening
//	rulebook        city, classic, club, original; where there is none, as the options say
//	preset, scheme  such as "sport" and "sport@1"; likewise
//	seat            1, 2, ... in each game, none left out
//	player          nick; blank for a guest whom nobody wrote down
//	role            civilian, mafia, don, sheriff ... or the Russian word; "?" for a card that nobody learned
//	winner          red, black, maniac, ripper, "maniac and ripper", nobody; unrated for a game that does not count
//	unrated         yes for a game that does not count and has a winner
//	first_shot      yes at the seat that was shot first
//	best_move       up to three seats between blanks, at the seat that named them
//	fouls           0 to 99
//	left            killed, voted-out, fouls, removed, forfeited, left; blank for who stayed, or where nobody wrote it down
//	day, night      when he left
//	extra           points by the host
//	extra_reason
//	penalty         points by the host, not above nought
//	penalty_reason
//
// What is said of a whole game (date, season, evening, rulebook, preset, scheme, winner, unrated) may
// stand in one of its rows or in all, but not differently. Numbers may have a decimal comma.
// Text is UTF-8; lines that are not are read as Windows-1251, in which old
// spreadsheets write Russian.
//
// # History
//
// What was written down is taken as it was written: four fouls without a removal, a
// best move that names its own seat, a game without a date. Only what is no
// statement at all is refused, and then the game it belongs to is left out as a
// whole, with the line and the reason; other games lose nothing.
package history
