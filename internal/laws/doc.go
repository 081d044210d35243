// Package laws holds what every game must obey, whatever the rulebook: tests
// over random games. It has no code of its own besides tests.
//
// Each failure names the case as rulebook/seed; to run it again:
//
//	OMERTA_CASE=city/17 go test ./internal/laws
//
// OMERTA_LONG=1 plays 20,000 games by the law of games and twenty times as many as
// usual by the others; OMERTA_GAMES=200 plays so many by each law (all rulebooks
// together).
package laws
