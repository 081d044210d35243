package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"omerta/journal"
	"omerta/mafia"
	"omerta/room"
)

var aloudVoice = room.Voice{On: true, Rate: 1, Cues: true, Night: "rain", Volume: 0.5}

// spoken waits for what the board is to speak.
func spoken(t *testing.T, heard <-chan [2]string) room.Said {
	t.Helper()
	var s room.Said
	if err := json.Unmarshal([]byte(next(t, heard, "said")), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheBoardSpeaksWhereTheHostHasNamedIt(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	path := "/api" + c.srv.boardPath()
	p := c.phone()
	heard := p.hear(path + "/stream?as=wall")
	next(t, heard, "board")
	say := func(id string, texts ...string) {
		var lines []room.Spoken
		for _, x := range texts {
			lines = append(lines, room.Spoken{Text: x, Rest: 250})
		}
		if status, body := c.ask("POST", "/api/room/say", SayInput{ID: id, Table: "t", Lang: "ru", Lines: lines}); status >= 300 {
			t.Fatal(status, string(body))
		}
	}
	say("before", "Никто не слышит.") // the board is not named
	v := get[RoomView](c, "PUT", "/api/room/voice", aloudVoice)
	if !v.Speech.On || v.Speech.Boards != 1 || v.Speech.State != "" {
		t.Errorf("%+v", v.Speech)
	}
	if b := next(t, heard, "board"); !strings.Contains(b, `"on":true`) {
		t.Error(b)
	}
	say("one", "Наступает ночь.", "Просыпается мафия.")
	if s := spoken(t, heard); s.ID != "one" || len(s.Lines) != 2 || s.At == 0 || s.Lang != "ru" {
		t.Errorf("%+v", s)
	}
	say("one", "Наступает ночь.") // another console of the same table
	say("two")
	if s := spoken(t, heard); s.ID != "two" || len(s.Lines) != 0 {
		t.Errorf("said twice, or not silent: %+v", s)
	}
	get[RoomView](c, "PUT", "/api/room/voice", room.Voice{Rate: 1, Night: "off"})
	if b := next(t, heard, "board"); !strings.Contains(b, `"on":false`) {
		t.Error(b)
	}
	say("three", "Поздно.")
	if s := c.srv.room.Said(); s.ID != "" {
		t.Errorf("%+v is left for whoever comes", s)
	}
}

func TestABoardTellsTheHostWhetherItCanSpeak(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	path := "/api" + c.srv.boardPath()
	p := c.phone()
	tell := func(as string, m room.Mouth) {
		if status, body := p.ask("POST", path+"/voice", MouthInput{As: as, State: m}); status >= 300 {
			t.Fatal(status, string(body))
		}
	}
	tell("wall", room.MouthReady) // no such page is open
	if s := c.srv.room.Speech(); s.Boards != 0 || s.State != "" {
		t.Errorf("%+v", s)
	}
	next(t, p.hear(path+"/stream?as=wall"), "board")
	next(t, p.hear(path+"/stream?as=hall"), "board")
	tell("wall", room.MouthTap)
	tell("hall", room.MouthMute)
	if s := get[RoomView](c, "GET", "/api/room", nil).Speech; s.Boards != 2 || s.State != room.MouthTap {
		t.Errorf("%+v", s)
	}
	tell("hall", room.MouthReady)
	tell("wall", room.MouthFails)
	if s := c.srv.room.Speech(); s.State != room.MouthReady || !slices.Equal(s.States, []room.Mouth{room.MouthFails, room.MouthReady}) {
		t.Errorf("%+v", s)
	}
	p.no("POST", path+"/voice", MouthInput{As: "wall", State: "loud"}, 400, "bad-request")
	p.no("POST", "/api/board/wrong/voice", MouthInput{As: "wall"}, 404, "no-board")
}

func TestWhatCannotBeSpokenIsRefused(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	many := make([]room.Spoken, maxSaid+1)
	for _, in := range []SayInput{
		{Lang: "ru"},
		{ID: "x", Lang: "de"},
		{ID: "x", Lang: "ru", Lines: many},
		{ID: "x", Lang: "ru", Lines: []room.Spoken{{Text: strings.Repeat("ж", maxSaidLine+1)}}},
		{ID: "x", Lang: "ru", Lines: []room.Spoken{{Text: "ж", Rest: maxRest + 1}}},
		{ID: strings.Repeat("x", 300), Lang: "ru"},
	} {
		c.no("POST", "/api/room/say", in, 400, "bad-request")
	}
	for _, v := range []room.Voice{{Rate: 9, Night: "off"}, {Rate: 1, Volume: 2, Night: "off"}, {Rate: 1, Night: "opera"}} {
		c.no("PUT", "/api/room/voice", v, 400, "bad-request")
	}
}

// What is spoken goes to boards alone: at night a phone must get no byte when a
// role is called.
func TestWhatTheBoardSpeaksReachesNoPhone(t *testing.T) {
	c := open(t, journal.NewMemory()).enter()
	table := c.sit()
	p := c.joins("Сидящий")
	get[RoomView](c, "PUT", "/api/room/guests/"+c.guestOf("Сидящий")+"/seat", AdmitInput{Table: table, Seat: 3, Nick: "Сидящий"})
	get[RoomView](c, "PUT", "/api/room/voice", aloudVoice)
	heard := p.hear("/api/my/stream")
	next(t, heard, "mine")
	next(t, heard, "")
	c.ask("POST", "/api/room/say", SayInput{ID: "x", Table: table, Lang: "ru", Lines: []room.Spoken{{Text: "Просыпается мафия."}}})
	c.do(table, mafia.Proceed{})
	if e := <-heard; e[0] != "" || strings.Contains(e[1], "Просыпается") {
		t.Errorf("%q", e)
	}
}

func TestWhoSpeaksOutlivesARestart(t *testing.T) {
	store := journal.NewMemory()
	c := open(t, store).enter()
	get[RoomView](c, "PUT", "/api/room/voice", aloudVoice)
	if got := open(t, store).srv.room.Speech().Voice; got != aloudVoice {
		t.Errorf("%+v", got)
	}
}
