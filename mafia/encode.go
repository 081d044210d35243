package mafia

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// Views are written by hand, for a command at a table costs a view for each
// screen: reflection took nine tenths of that time. The bytes are those of
// encoding/json, which a test over random games makes sure of.

// AppendJSON appends the view as encoding/json writes it.
func (v *View) AppendJSON(b []byte) []byte {
	b = appendHead(b, v.Rulebook, v.Viewer, v.Me)
	b = v.appendBefore(b)
	b = appendList(b, v.Seats, func(b []byte, s SeatView) []byte {
		b = s.appendBefore(b)
		b = appendName(b, s.Role.String())
		return s.appendAfter(b)
	})
	return v.appendAfter(b)
}

// appendHead opens a view and says whose it is.
func appendHead(b []byte, rulebook string, kind ViewerKind, me Seat) []byte {
	b = AppendString(append(b, `{"rulebook":`...), rulebook)
	b = AppendString(append(b, `,"viewer":`...), string(kind))
	return appendInt(append(b, `,"me":`...), int(me))
}

// appendBefore writes what stands between the viewer and the seats.
func (v *View) appendBefore(b []byte) []byte {
	b = AppendString(append(b, `,"phase":`...), string(v.Phase))
	b = appendInt(append(b, `,"day":`...), v.Day)
	b = appendInt(append(b, `,"night":`...), v.Night)
	return append(b, `,"seats":`...)
}

// appendAfter writes what follows the seats, and closes the view.
func (v *View) appendAfter(b []byte) []byte {
	b = strconv.AppendBool(append(b, `,"hold":`...), v.Hold)
	b = v.Turn.append(append(b, `,"turn":`...))
	b = appendInt(append(b, `,"opener":`...), int(v.Opener))
	b = appendInt(append(b, `,"closer":`...), int(v.Closer))
	b = appendList(append(b, `,"candidates":`...), v.Candidates, appendCandidate)
	b = v.Ballot.append(append(b, `,"ballot":`...))
	b = appendSeatList(append(b, `,"tied":`...), v.Tied)
	b = AppendString(append(b, `,"noVote":`...), v.NoVote)
	b = appendInt(append(b, `,"leaves":`...), int(v.Leaves))
	b = appendList(append(b, `,"tally":`...), v.Tally, appendCount)
	b = v.Call.append(append(b, `,"call":`...))
	b = appendList(append(b, `,"calls":`...), v.Calls, appendCallMark)
	b = appendInt(append(b, `,"accused":{"by":`...), int(v.Accused.By))
	b = appendInt(append(b, `,"to":`...), int(v.Accused.To))
	b = appendInt(append(b, `,"need":`...), v.Accused.Need)
	b = v.Notes.append(append(b, `},"notes":`...))
	b = v.News.append(append(b, `,"news":`...))
	b = appendList(append(b, `,"departed":`...), v.Departed, appendDeparture)
	b = AppendString(append(b, `,"outcome":{"winner":`...), string(v.Outcome.Winner))
	b = AppendString(append(b, `,"rule":`...), v.Outcome.Rule)
	b = appendList(append(b, `},"offers":`...), v.Offers, appendOffer)
	b = appendInt(append(b, `,"blacks":`...), v.Blacks)
	b = appendList(append(b, `,"points":`...), v.Points, appendInt)
	b = strconv.AppendBool(append(b, `,"misdealt":`...), v.Misdealt)
	b = appendName(append(b, `,"surplus":`...), v.Surplus.String())
	b = appendSet(append(b, `,"immuneNext":`...), v.ImmuneNext)
	return append(b, '}')
}

// appendBefore writes what stands before a seat's card.
func (s *SeatView) appendBefore(b []byte) []byte {
	b = appendInt(append(b, `{"seat":`...), int(s.Seat))
	b = AppendString(append(b, `,"nick":`...), s.Nick)
	b = strconv.AppendBool(append(b, `,"in":`...), s.In)
	b = appendInt(append(b, `,"fouls":`...), s.Fouls)
	b = strconv.AppendBool(append(b, `,"silenced":`...), s.Silenced)
	b = strconv.AppendBool(append(b, `,"spoken":`...), s.Spoken)
	return append(b, `,"role":`...)
}

// appendAfter writes what follows a seat's card, and closes the seat.
func (s *SeatView) appendAfter(b []byte) []byte {
	b = strconv.AppendBool(append(b, `,"immune":`...), s.Immune)
	b = strconv.AppendBool(append(b, `,"alibi":`...), s.Alibi)
	b = appendInt(append(b, `,"voted":`...), int(s.Voted))
	b = strconv.AppendBool(append(b, `,"novice":`...), s.Novice)
	return append(b, '}')
}

func (t *Turn) append(b []byte) []byte {
	b = AppendString(append(b, `{"kind":`...), t.Kind)
	b = appendInt(append(b, `,"seat":`...), int(t.Seat))
	b = appendInt(append(b, `,"seconds":`...), t.Seconds)
	b = strconv.AppendBool(append(b, `,"silenced":`...), t.Silenced)
	b = appendInt(append(b, `,"invited":`...), int(t.Invited))
	b = appendSeatList(append(b, `,"next":`...), t.Next)
	b = strconv.AppendBool(append(b, `,"bestMove":`...), t.BestMove)
	return append(b, '}')
}

func appendCandidate(b []byte, c Candidate) []byte {
	b = appendInt(append(b, `{"seat":`...), int(c.Seat))
	b = appendInt(append(b, `,"by":`...), int(c.By))
	b = appendSet(append(b, `,"hands":{"seats":`...), c.Hands.Seats)
	b = appendInt(append(b, `,"count":`...), c.Hands.Count)
	b = strconv.AppendBool(append(b, `,"counted":`...), c.Hands.Counted)
	b = appendInt(append(b, `},"votes":`...), c.Votes)
	b = strconv.AppendBool(append(b, `,"closed":`...), c.Closed)
	return append(b, '}')
}

func appendCount(b []byte, c Count) []byte {
	b = appendInt(append(b, `{"seat":`...), int(c.Seat))
	b = appendInt(append(b, `,"votes":`...), c.Votes)
	return append(b, '}')
}

func (x *Ballot) append(b []byte) []byte {
	b = appendInt(append(b, `{"round":`...), x.Round)
	b = appendInt(append(b, `,"current":`...), int(x.Current))
	b = appendSet(append(b, `,"voters":`...), x.Voters)
	b = appendInt(append(b, `,"left":`...), x.Left)
	b = appendInt(append(b, `,"toLast":`...), int(x.ToLast))
	b = appendInt(append(b, `,"need":`...), x.Need)
	return append(b, '}')
}

func (c *Call) append(b []byte) []byte {
	b = appendName(append(b, `{"role":`...), c.Role.String())
	b = appendList(append(b, `,"deeds":`...), c.Deeds, func(b []byte, d Deed) []byte { return AppendString(b, string(d)) })
	b = strconv.AppendBool(append(b, `,"shots":`...), c.Shots)
	b = appendSet(append(b, `,"awake":`...), c.Awake)
	b = strconv.AppendBool(append(b, `,"absent":`...), c.Absent)
	b = strconv.AppendBool(append(b, `,"done":`...), c.Done)
	b = AppendString(append(b, `,"deed":`...), string(c.Deed))
	b = appendInt(append(b, `,"to":`...), int(c.To))
	b = appendList(append(b, `,"shot":`...), c.Shot, appendShot)
	b = strconv.AppendBool(append(b, `,"blocked":`...), c.Blocked)
	b = AppendString(append(b, `,"answer":`...), c.Answer)
	b = appendInt(append(b, `,"before":`...), int(c.Before))
	b = appendInt(append(b, `,"seconds":`...), c.Seconds)
	b = appendInt(append(b, `,"cards":`...), c.Cards)
	b = strconv.AppendBool(append(b, `,"don":`...), c.Don)
	return append(b, '}')
}

func appendShot(b []byte, s Shot) []byte {
	b = appendInt(append(b, `{"by":`...), int(s.By))
	b = appendSet(append(b, `,"at":`...), s.At)
	b = strconv.AppendBool(append(b, `,"twice":`...), s.Twice)
	return append(b, '}')
}

func appendCallMark(b []byte, m CallMark) []byte {
	b = appendName(append(b, `{"role":`...), m.Role.String())
	b = AppendString(append(b, `,"mark":`...), m.Mark)
	return append(b, '}')
}

func (n *NotesView) append(b []byte) []byte {
	b = appendSet(append(b, `{"written":`...), n.Written)
	b = appendInt(append(b, `,"left":`...), n.Left)
	b = appendSeatList(append(b, `,"read":`...), n.Read)
	b = appendInt(append(b, `,"names":`...), n.Names)
	return append(b, '}')
}

func (n *News) append(b []byte) []byte {
	b = AppendString(append(b, `{"kind":`...), n.Kind)
	b = appendSet(append(b, `,"dead":`...), n.Dead)
	b = appendSet(append(b, `,"tied":`...), n.Tied)
	b = appendSet(append(b, `,"alibi":`...), n.Alibi)
	b = appendInt(append(b, `,"hands":`...), n.Hands)
	b = appendInt(append(b, `,"need":`...), n.Need)
	b = AppendString(append(b, `,"rule":`...), n.Rule)
	return append(b, '}')
}

func appendDeparture(b []byte, d Departure) []byte {
	b = appendInt(append(b, `{"seat":`...), int(d.Seat))
	b = AppendString(append(b, `,"cause":`...), string(d.Cause))
	b = appendInt(append(b, `,"day":`...), d.Day)
	b = appendInt(append(b, `,"night":`...), d.Night)
	b = strconv.AppendBool(append(b, `,"dark":`...), d.Dark)
	return append(b, '}')
}

func appendOffer(b []byte, o Offer) []byte {
	b = AppendString(append(b, `{"do":`...), string(o.Do))
	b = appendName(append(b, `,"role":`...), o.Role.String())
	b = AppendString(append(b, `,"deed":`...), string(o.Deed))
	b = appendSet(append(b, `,"by":`...), o.By)
	b = appendSet(append(b, `,"to":`...), o.To)
	b = strconv.AppendBool(append(b, `,"none":`...), o.None)
	b = appendInt(append(b, `,"min":`...), o.Min)
	b = appendInt(append(b, `,"max":`...), o.Max)
	b = appendList(append(b, `,"not":`...), o.Not, func(b []byte, x Bar) []byte {
		b = appendInt(append(b, `{"seat":`...), int(x.Seat))
		b = AppendString(append(b, `,"rule":`...), x.Rule)
		return append(b, '}')
	})
	b = appendInt(append(b, `,"for":`...), int(o.For))
	return append(b, '}')
}

// appendList appends a list; one that is not there is null, as in encoding/json.
func appendList[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, x)
	}
	return append(b, ']')
}

func appendSeatList(b []byte, list []Seat) []byte {
	return appendList(b, list, func(b []byte, s Seat) []byte { return appendInt(b, int(s)) })
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendName appends a word of our own that needs no escapes.
func appendName(b []byte, s string) []byte {
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// AppendString appends a string as encoding/json writes it, with what HTML
// might mistake escaped.
func AppendString(b []byte, s string) []byte {
	if plain(s) {
		return appendName(b, s)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...) // a string cannot fail
	}
	return append(b, raw...)
}

// plain tells whether a string stands in JSON as it is.
func plain(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			return false
		}
		i += n
	}
	return true
}
