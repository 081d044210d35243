package server

import (
	"errors"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"omerta/room"
)

// What a console may give a board to speak; the longest announcement of the
// catalogue is far below.
const (
	maxSaid     = 48    // lines; where numbers are counted, each is one
	maxSaidLine = 1_000 // letters a line
	maxRest     = 30_000
	maxSaidID   = 128
	maxMouthID  = 64
)

// weathers are the sounds of the night that the pages can make.
var weathers = []string{"off", "rain", "sea", "wind", "noise"}

// SayInput is what the board is to speak. It comes in words, for it is what the
// host would say himself: the server adds nothing that it knows of the game.
type SayInput struct {
	ID    string        `json:"id"`
	Step  string        `json:"step"`
	Table string        `json:"table"`
	Lang  string        `json:"lang"` // "ru" or "en"
	Lines []room.Spoken `json:"lines"`
}

// MouthInput is what an open board tells of its voice.
type MouthInput struct {
	As    string     `json:"as"` // the id under which its stream is open
	State room.Mouth `json:"state"`
}

// mouthID is an id that a page gives itself, "" for one that is too long.
func mouthID(id string) string {
	if len(id) > maxMouthID {
		return ""
	}
	return id
}

func (s *Server) setVoice(r *http.Request) (any, error) {
	var in room.Voice
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if !(in.Rate >= 0.5 && in.Rate <= 2) || !(in.Volume >= 0 && in.Volume <= 1) || !slices.Contains(weathers, in.Night) {
		return nil, badRequest(errors.New("no such voice"))
	}
	if err := s.room.SetVoice(r.Context(), in); err != nil {
		return nil, err
	}
	return s.roomView(r), nil
}

func (s *Server) sayOnBoard(r *http.Request) (any, error) {
	var in SayInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	long := func(l room.Spoken) bool {
		return utf8.RuneCountInString(l.Text) > maxSaidLine || l.Rest < 0 || l.Rest > maxRest
	}
	switch {
	case in.ID == "" || max(len(in.ID), len(in.Step), len(in.Table)) > maxSaidID,
		in.Lang != "ru" && in.Lang != "en",
		len(in.Lines) > maxSaid || slices.ContainsFunc(in.Lines, long):
		return nil, badRequest(errors.New("that cannot be spoken"))
	}
	s.room.Say(room.Said{
		ID: in.ID, Step: in.Step, Table: in.Table, Lang: in.Lang, Lines: append([]room.Spoken{}, in.Lines...), At: time.Now().UnixMilli(),
	})
	return nil, nil
}

// mouth notes what a board tells of its voice. Of a page whose stream is not open
// nothing is kept.
func (s *Server) mouth(r *http.Request) (any, error) {
	if !s.room.IsBoard(r.PathValue("key")) {
		return nil, errNoBoard
	}
	if !s.phones.take("board " + caller(r)) {
		return nil, errTooMany
	}
	var in MouthInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	if !slices.Contains([]room.Mouth{room.MouthOff, room.MouthReady, room.MouthTap, room.MouthMute, room.MouthFails}, in.State) {
		return nil, badRequest(errors.New("no such state of a voice"))
	}
	s.room.Speaks(mouthID(in.As), in.State)
	return nil, nil
}
