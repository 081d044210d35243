// Package mutate asks whether the tests would notice: it plants one fault after
// the other in the rulebooks and the engine, and wants the scenarios or the laws
// to fail each time. It has no code of its own besides tests.
//
//	OMERTA_MUTATE=1 go test -timeout 60m -v ./internal/mutate
package mutate
