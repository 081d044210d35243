// Package club is what a club knows around its games: its people and its evenings.
//
// [Club] is a value that never changes. [Club.Decide] judges a [Command] and gives
// an [Entry], which says what happened as events; [Club.Apply] gives the club after
// it. The entries in order are the club's journal: whoever applies them again gets
// the same club. Steps can be taken back and done again; that too is an entry.
// There is no clock, no disk and no luck in it: package ledger keeps a club live.
//
// # Names
//
// What is written about a person (nick, notes, reasons) is not in the journal, which
// nothing can be taken out of. Events name texts by number ([Text]), and the texts
// lie beside the journal where they can be wiped. So a person can be forgotten: the
// texts go, the id and all results stay, and no undo brings a name back.
//
// # Facts that no undo takes back
//
// That somebody was forgotten and that a game has ended are facts of the outer
// world. Their entries stand aside of the history, see [Entry.Aside].
package club
