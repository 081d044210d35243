// Package laws holds what every game must obey, whatever the rulebook: tests
// over random games. It has no code of its own besides tests.
//
// Each failure names the case as rulebook/seed; to run it again:
//
//	OMERTA_CASE=city/17 go test ./internal/laws
//
// OMERTA_GAMES=20000 plays so many games (all rulebooks together).
package laws
