// Package points counts what games were worth: points by versioned schemes,
// standings of any period, a page for each person, ratings.
//
// Everything is a value. A [Result] is what is left of a game: who sat where
// with which card, who won, who was shot first, what the host added or took off.
// A [Scheme] says what that is worth; each result names the one that it was played
// with, and keeps it for ever. A [Book] holds results in their order and answers:
// [Book.Standings], [Book.Page], [Book.Ratings]. Nothing here knows a clock, a disk or
// a person's name: a person is a key, chosen by the caller.
//
// # Numbers
//
// Points are whole ten-thousandths ([Points]), so that sums are exact in any
// order and all that is compared can be shown. Only the compensation of who was
// shot first is a quotient; it is rounded once for a person, a scheme and a
// period, half away from nought.
package points
