package table

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"time"

	"omerta/mafia"
)

// KindPhones is a table at which everybody acts on his own phone and nobody is
// host. Every phone, the board and the machine's owner are sent the same bytes.
const KindPhones = "phones"

// What friends may be asked.
const (
	pollJudge = "judge" // is the accused condemned? (ORIGINAL-DAY-3)
	pollNight = "night" // does night fall? (ORIGINAL-NIGHT-1)
	pollGone  = "gone"  // has a player vanished? (ORIGINAL-ABSENT-1)
	pollStop  = "stop"  // is the game void?
	pollMove  = "move"  // may a seat be opened on another phone?
	pollSun   = "sun"   // is the sunrise counted once more? (ORIGINAL-SUN-2)
	pollDone  = "done"  // has an accusation been talked about enough? (ORIGINAL-DAY-6)
)

const (
	// pollTime is how long a poll waits for whoever does not answer.
	pollTime = 30 * time.Second
	// sunLead is how long everybody has to close his eyes before the count, and
	// sunBeat what one number of it takes (ORIGINAL-SUN-2).
	sunLead, sunBeat, sunNumbers = 6 * time.Second, time.Second, 20
)

// friends is what friends without a host have agreed on. Each journal entry of a
// table of phones holds the whole of it as it stands after the entry, so that an
// old journal folds the same whatever is decided differently later.
type friends struct {
	Round    int         `json:"round"`
	Carried  []int       `json:"carried,omitempty"` // won before this round, by seat
	Ready    mafia.Seats `json:"ready"`             // have looked at their cards
	Voice    mafia.Seat  `json:"voice"`             // counts aloud
	Counting bool        `json:"counting"`          // the count of the sunrise runs
	Absent   mafia.Seats `json:"absent"`            // declared absent
	Again    mafia.Seats `json:"again"`             // want another round
	Polls    int         `json:"polls"`             // how many there have been
	Poll     poll        `json:"poll"`              // the one that runs, Kind "" for none
	// Hushed: the program has written a note of the night that was read last, so
	// its names are kept back; Hushing: it has written one of the running night.
	Hushed  bool `json:"hushed"`
	Hushing bool `json:"hushing"`
	// Accused and Asked count, by seat, who has accused and asked in vain on this day:
	// after a few times it is for another to do so. Barred is the kind of question that
	// has failed last and is not asked again before a minute or something else.
	Accused vain   `json:"accused,omitzero"`
	Asked   vain   `json:"asked,omitzero"`
	Barred  string `json:"barred,omitempty"`
	// BarredBy is the number of that question.
	BarredBy int `json:"barredBy,omitempty"`
	// Tries are the questions about a seat and another phone that have opened none on this
	// day, and Rested is when the last of them ended, in milliseconds.
	Tries  []attempts `json:"tries,omitempty"`
	Rested int64      `json:"rested,omitempty"`
	// Aside is such a question that waits until another one has been answered.
	Aside poll `json:"aside,omitzero"`
	// Stands: most are not asked again, until, once for each accusation, so many
	// milliseconds of it are left; 0 for no second time.
	Stands bool  `json:"stands,omitempty"`
	Second int64 `json:"second,omitempty"`
	Stood  bool  `json:"stood,omitempty"` // there was that second time
	// Talks and Asks are in journals of before; nothing hangs on them.
	Talks row `json:"talks,omitzero"`
	Asks  row `json:"asks,omitzero"`
	// Moved are the seats that were opened on another phone, in order. Granted and
	// Denied are the tickets that were agreed to and refused last,
	Moved []mafia.Seat `json:"moved,omitempty"`
	// with the seat that each was for: a word about one seat opens no other.
	Granted   string     `json:"granted,omitempty"`
	GrantedTo mafia.Seat `json:"grantedTo,omitempty"`
	// GrantedAt is when that was agreed to, in milliseconds: it holds for grantTime.
	GrantedAt int64      `json:"grantedAt,omitempty"`
	Denied    string     `json:"denied,omitempty"`
	DeniedTo  mafia.Seat `json:"deniedTo,omitempty"`
	// Left are those who have gone to the lobby after the end.
	Left mafia.Seats `json:"left,omitempty"`
}

// poll is a question to the friends, answered by raised hands.
type poll struct {
	Kind  string      `json:"kind"`
	By    mafia.Seat  `json:"by"`    // who asked
	About mafia.Seat  `json:"about"` // whom it is about, 0 for nobody
	Who   mafia.Seats `json:"who"`   // who may answer
	Up    mafia.Seats `json:"up"`
	Down  mafia.Seats `json:"down"`
	Need  int         `json:"need"` // how many hands it takes
	// Ticket is, where a seat is to be opened, the ticket that does; nobody is shown it.
	Ticket string `json:"ticket,omitempty"`
	// Nick is of the phone that asks, "" where it has none yet; Owned: by a ticket.
	Nick  string `json:"nick,omitempty"`
	Owned bool   `json:"owned,omitempty"`
	// Lost: the seat's own phone was away when that was asked, and is not waited for.
	Lost bool `json:"lost,omitempty"`
}

// Friends is what friends have agreed on, as every screen shows it.
type Friends struct {
	Round int `json:"round"`
	// Sunrise is "cards" while everybody looks at his card, "count" while the
	// twenty are counted, "" afterwards. The count begins LeadMs after the clock
	// has, one number each BeatMs.
	Sunrise string      `json:"sunrise"`
	LeadMs  int64       `json:"leadMs"`
	BeatMs  int64       `json:"beatMs"`
	Ready   mafia.Seats `json:"ready"`
	Voice   mafia.Seat  `json:"voice"` // whose phone counts aloud, 0 for none: then nothing begins by itself
	Absent  mafia.Seats `json:"absent"`
	Poll    Poll        `json:"poll"`
	Again   mafia.Seats `json:"again"`   // who wants another round
	Left    mafia.Seats `json:"left"`    // who has gone to the lobby after the end
	Carried []int       `json:"carried"` // points won before this round, by seat
	// Hushed: a player was absent when the notes of the last night were written,
	// so only their number is told (ORIGINAL-ABSENT-3).
	Hushed bool `json:"hushed"`
	// Moved are the seats that were opened on another phone, in order: whoever has
	// seen a card in somebody else's place has not done so in secret.
	Moved []mafia.Seat `json:"moved"`
	// Stands: most did not want the running accusation to be over before a vote.
	Stands bool           `json:"stands"`
	Offers []FriendsOffer `json:"offers"`
}

// Poll is a question to the friends with the hands as they are raised now.
type Poll struct {
	ID    int         `json:"id"`
	Kind  string      `json:"kind"` // "judge", "night", "gone", "stop", "move", "done", "sun", "" for none
	By    mafia.Seat  `json:"by"`
	About mafia.Seat  `json:"about"`
	Who   mafia.Seats `json:"who"` // who may answer
	Up    mafia.Seats `json:"up"`
	Down  mafia.Seats `json:"down"`
	Need  int         `json:"need"`
	// Nick is of the phone that wants to open a seat, "" for one that has none yet and
	// for any other question; Owned: it does so by a ticket of the machine's owner.
	Nick  string `json:"nick"`
	Owned bool   `json:"owned"`
}

// FriendsOffer is what the phones of the seats By may send now. It says the same
// to all, and while notes are written it does not change.
type FriendsOffer struct {
	Do mafia.Verb  `json:"do"`
	By mafia.Seats `json:"by"`
	To mafia.Seats `json:"to"` // whom it may be about
}

// agreed takes over what an entry says of the friends, and the clock that
// follows. After a restart a running deadline begins anew: nobody could answer
// meanwhile.
func (s state) agreed(e entry, verb mafia.Verb) state {
	s.friends = e.Friends
	if verb == doHalt {
		s.clock, s.held = Clock{}, Clock{}
	}
	// A question to all takes none of the time that runs meanwhile, and gives none; one
	// about a seat and another phone does not even stop it.
	under := s.clock
	if under.turn.Kind == clockPoll {
		under = s.held
	}
	k, limit := s.deadline()
	under = under.Follow(k, limit, e.at).Resume(e.at)
	switch f := s.friends; {
	case s.voided || f.Poll.Kind == "":
		s.clock, s.held = under, Clock{}
		return s
	case f.Poll.Kind != pollMove:
		under = under.Pause(e.at)
	}
	s.held = under
	s.clock = s.clock.Follow(turnKey{Kind: clockPoll, Round: s.friends.Polls}, pollTime, e.at)
	return s
}

// offers lists what the phones may send. A command is accepted exactly when it
// is listed.
func (s *state) offers() []FriendsOffer {
	f, v := s.friends, s.game.View(mafia.Board)
	out := []FriendsOffer{}
	tired := s.tired()
	offer := func(do mafia.Verb, by, to mafia.Seats) {
		if do != DoNote && do != DoHere {
			by = by.Minus(tired)
		}
		if by != 0 {
			out = append(out, FriendsOffer{do, by, to})
		}
	}
	all, alive := mafia.FirstSeats(len(v.Seats)), living(&v)
	if s.voided || v.Phase == mafia.Over {
		offer(DoAgain, all.Minus(f.Again|f.Left), 0)
		offer(DoQuit, all.Minus(f.Left), 0)
		return out
	}
	here, free := alive.Minus(f.Absent), f.idle()
	switch {
	case v.Phase == mafia.Opening && !f.Counting:
		offer(DoReady, here, 0)
		if f.Voice == 0 && f.gathered(&v) {
			offer(DoSilent, here, 0)
		}
	case v.Phase == mafia.Talk && !f.deciding() && !f.Counting:
		offer(mafia.DoAccuse, here.Minus(f.Accused.full(here)), alive)
		if free && f.Barred != pollNight {
			offer(DoNight, here.Minus(f.Asked.full(here)), 0)
		}
		if free && f.Barred != pollSun && fresh(&v) {
			offer(DoRepeat, here.Minus(f.Asked.full(here)), 0)
		}
	case v.Phase == mafia.Accusation && !f.deciding():
		by := mafia.SeatsOf(v.Accused.By) & here
		offer(mafia.DoDrop, by, 0)
		if free {
			offer(DoAsk, by, 0)
		}
		if free && !f.Stands { // the accused would keep the vote off by asking
			offer(DoDone, here.Minus(by|f.Asked.full(here)).Without(v.Accused.To), 0)
		}
	case v.Phase == mafia.Notes:
		offer(DoNote, here, alive)
	}
	offer(DoHand, f.Poll.Who.Minus(f.Absent), 0)
	if free && !f.Counting {
		if f.Barred != pollGone {
			offer(DoGone, here.Minus(f.Asked.full(here)), here)
		}
		if f.Barred != pollStop {
			offer(DoStop, all.Minus(f.Absent|f.Asked.full(here)), 0)
		}
	}
	back := f.Absent
	if f.Poll.Kind == pollGone {
		back = back.With(f.Poll.About)
	}
	offer(DoHere, back, 0)
	return out
}

// idle tells whether the friends may be asked: nothing waits for a question about a seat
// and another phone, or whoever asks for seats would hold the game.
func (f *friends) idle() bool { return f.Poll.Kind == "" || f.Poll.Kind == pollMove }

// deciding tells whether a poll runs that an accusation has to wait for.
func (f *friends) deciding() bool {
	return f.Poll.Kind == pollJudge || f.Poll.Kind == pollNight || f.Poll.Kind == pollDone || f.Poll.Kind == pollSun
}

// fresh tells whether nothing has been judged yet since the sunrise.
func fresh(v *mafia.View) bool {
	return v.Day == 1 && v.News.Kind == "dawn" && len(v.Departed) == 0
}

// gathered tells whether all who are there have looked at their cards.
func (f *friends) gathered(v *mafia.View) bool {
	here := living(v).Minus(f.Absent)
	return here != 0 && here.Minus(f.Ready) == 0
}

// living are the players in the game.
func living(v *mafia.View) (in mafia.Seats) {
	for _, x := range v.Seats {
		if x.In {
			in = in.With(x.Seat)
		}
	}
	return in
}

// ofFriends draws the one picture that every viewer of a table of phones gets.
func (d *painter) ofFriends(p *picture) error {
	v := d.s.game.View(mafia.Board)
	if d.s.friends.Hushed {
		// A blank name would tell that the absent player is black (ORIGINAL-ABSENT-3).
		v.Notes.Read = []mafia.Seat{}
	}
	agreed, err := json.Marshal(d.s.friendsView())
	if err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	b := append(v.AppendJSON(append(p.buf, d.about...)), nothingOfOffice+`,"friends":`...)
	p.buf = append(append(b, agreed...), '}')
	p.sum = maphash.Bytes(seed, p.buf[headRoom:])
	return nil
}

func (s *state) friendsView() *Friends {
	f := s.friends
	out := &Friends{
		Round: f.Round, LeadMs: sunLead.Milliseconds(), BeatMs: sunBeat.Milliseconds(), Ready: f.Ready, Voice: f.Voice,
		Absent: f.Absent, Again: f.Again, Left: f.Left, Carried: append([]int{}, f.Carried...), Hushed: f.Hushed, Stands: f.Stands,
		Moved: append([]mafia.Seat{}, f.Moved...), Offers: s.offers(),
	}
	if p := f.Poll; p.Kind != "" {
		out.Poll = Poll{f.Polls, p.Kind, p.By, p.About, p.Who, p.Up, p.Down, p.Need, p.Nick, p.Owned}
	}
	switch {
	case f.Counting:
		out.Sunrise = "count"
	case s.summary().Phase == mafia.Opening:
		out.Sunrise = "cards"
	}
	return out
}
