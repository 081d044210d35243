// Package tidy holds no code to run, only the test that keeps the repository clean: which package may import which,
// what the pure packages must not touch, how long functions and files may grow, what must be documented, what must
// not be left lying about. docs/STYLE.md says why.
//
// Every check is a function from a repository to a list of complaints, so that each is also tried on a small
// repository with the fault planted in it.
package tidy
