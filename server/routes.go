package server

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
)

// access is who a route is for.
type access string

const (
	anybody access = "anybody"
	hosts   access = "the host's session"
	phones  access = "a phone in the room"
	boards  access = "whoever has the board's link"
)

// route is one route of the API, with what docs/api.md says of it. In and out
// name types of web/src/lib/api.ts.
type route struct {
	pattern string
	who     access
	in, out string
	about   string
	answer  call             // writes JSON
	raw     http.HandlerFunc // or writes by itself
}

// list is every route of the server but the pages.
func (s *Server) list() []route {
	return append([]route{
		{"GET /host/{key}", anybody, "", "", "The host's secret link: sets the session's cookie and leads to the page. A wrong key is a page that says so; guessing is throttled.", nil, s.enter},
		{"GET /healthz", anybody, "", "Health", "Whether the storage answers, and lets itself be written to.", s.health, nil},
		{"GET /api/me", anybody, "", "Me", "Who asks, and the program's version.", s.me, nil},
		{"GET /api/rulebooks", hosts, "", "Book[]", "The rulebooks with their sizes, options and presets.", s.rulebooks, nil},
		{"GET /api/rulebooks/{id}/reasons", hosts, "", "", "What fouls and removals are given for.", s.reasons, nil},
		{"POST /api/compose", hosts, "ComposeInput", "Composition", "Proposes a composition, or judges one that is given.", s.compose, nil},
		{"POST /api/seating", hosts, "SeatingInput", "Seating", "Draws seats by lot, keeping pairs neither side by side nor opposite.", s.seating, nil},
		{"GET /api/people", hosts, "", "Person[]", "The people whom the program remembers.", s.listPeople, nil},
		{"POST /api/people", hosts, "PersonInput", "Person", "Remembers a person; look-alikes are warned of. Whoever has just this nick already is the answer, unchanged.", s.addPerson, nil},
		{"PUT /api/people/{id}", hosts, "PersonInput", "Person", "Changes a person.", s.changePerson, nil},
		{"DELETE /api/people/{id}", hosts, "", "", "Takes a person off the list; whoever of this nick comes again is the same. To wipe a name, see `forget-person`.", s.removePerson, nil},
		{"GET /api/tables", hosts, "", "Listed[]", "The tables, newest first.", s.listTables, nil},
		{"POST /api/tables", hosts, "TableInput", "Made", "Deals a game. What cannot be dealt is refused with every reason. With the kind `phones`, `original` is dealt to the phones in the lobby.", s.makeTable, nil},
		{"GET /api/tables/{id}", hosts, "", "Frame", "The whole picture of a table. `?as=board` gives the room's.", s.frame, nil},
		{"GET /api/tables/{id}/stream", hosts, "", "Frame", "Server-sent events: a frame whenever the picture has changed.", nil, s.stream},
		{"POST /api/tables/{id}/commands", hosts, "CommandInput", "Answer", "One command of the game or of the table. `key` makes it safe to send again; `seen` refuses it when somebody was faster.", s.command, nil},
		{"POST /api/tables/{id}/again", hosts, "", "Made", "Declares the game void and deals anew to the same people.", s.again, nil},
		{"GET /api/tables/{id}/log", hosts, "", "LogLine[]", "The whole log.", s.log, nil},
		{"GET /api/tables/{id}/cards/{seat}", hosts, "", "", "One seat's card and whom it knows, for a device that is passed around.", s.card, nil},
		{"DELETE /api/tables/{id}", hosts, "", "", "Deletes a table for good.", s.removeTable, nil},
		{"GET /api/tables/{id}/record.mafia", hosts, "", "", "The game as a record. A game without a host gives it when it is over.", nil, s.recordText},
		{"GET /api/tables/{id}/record.json", hosts, "", "Export", "The game with every step.", nil, s.recordJSON},
		{"GET /api/tables/{id}/ghosts", hosts, "", "GhostsInput", "Whether the departed of a table may see the cards.", s.getGhosts, nil},
		{"PUT /api/tables/{id}/ghosts", hosts, "GhostsInput", "GhostsInput", "Lets them, or no longer.", s.setGhosts, nil},
		{"POST /api/tables/{id}/seats/{seat}/ticket", hosts, "", "TicketView", "A link that opens the seat to one phone, once, within ten minutes; older ones are void.", s.ticket, nil},
		{"DELETE /api/tables/{id}/seats/{seat}/phone", hosts, "", "RoomView", "Takes the seat from its phone.", s.freeSeat, nil},
		{"GET /api/room", hosts, "", "RoomView", "The phones in the room, and how others come in.", s.showRoom, nil},
		{"GET /api/room/stream", hosts, "", "RoomView", "The same as server-sent events, after each change.", nil, s.roomStream},
		{"POST /api/room/renew", hosts, "RenewInput", "RoomView", "A new link and a new code; whoever is in stays.", s.renew, nil},
		{"POST /api/room/expel", hosts, "ExpelInput", "RoomView", "Sends a phone out, or with `guest` empty all without a seat, and makes the link, the code and the board's link new.", s.expel, nil},
		{"PUT /api/room/lock", hosts, "LockInput", "RoomView", "Locks the room; whoever was in can come back.", s.lock, nil},
		{"PUT /api/room/prepare", hosts, "PrepareInput", "", "Says that the host is setting up a game, or no longer: meanwhile the phones in the lobby wait for it and deal nothing to themselves. Counts for three minutes.", s.prepare, nil},
		{"PUT /api/room/voice", hosts, "Voice", "RoomView", "Whether the board speaks for the host, and how it sounds.", s.setVoice, nil},
		{"POST /api/room/say", hosts, "SayInput", "", "Gives the board something to speak: what the host would say aloud. Without lines it falls silent. Dropped while the board is not named.", s.sayOnBoard, nil},
		{"POST /api/room/guests/{guest}/person", hosts, "PersonOfGuest", "RoomView", "Settles whether a phone's owner is the remembered person of his nick.", s.identify, nil},
		{"PUT /api/room/guests/{guest}/nick", hosts, "NickInput", "RoomView", "Renames a phone's owner.", s.renameGuest, nil},
		{"PUT /api/room/guests/{guest}/seat", hosts, "AdmitInput", "RoomView", "Gives a seat to a phone that is as it was seen, and takes it from any other; seat 0 says no to what it asks for.", s.admit, nil},
		{"DELETE /api/room/guests/{guest}", hosts, "", "RoomView", "Sends a phone out of the room.", s.removeGuest, nil},
		{"POST /api/host/ticket", hosts, "", "TicketView", "A link that makes one device more the host's, once, within ten minutes.", s.handOver, nil},
		{"POST /api/join/knock", anybody, "KnockInput", "Door", "Whether a link's token or a typed code lets in. Wrong codes are counted: 60 a minute in all, 20 from one address.", s.knock, nil},
		{"POST /api/join", anybody, "JoinInput", "Mine", "Takes a phone in under a nick, or changes the nick of one that is in; sets its cookie.", nil, s.comesIn(s.join)},
		{"POST /api/join/ticket", anybody, "TicketInput", "Mine", "Opens the seat of a ticket to this phone; sets its cookie. At a table of friends they are asked first: `seat-asked` means to send it again later.", nil, s.comesIn(s.redeem)},
		{"GET /api/my", anybody, "", "Mine", "Where this phone stands; `out` for one that is not in the room.", s.patiently(s.whoami), nil},
		{"GET /api/my/stream", phones, "", "Mine", "Server-sent events: `mine` says where the phone stands, messages without a name are the frames of its table, or of the room's newest game for a phone without a seat, the board's to the byte.", nil, s.phoneStream},
		{"PUT /api/my/seat", phones, "SeatInput", "Mine", "Says which seat is the owner's, for the host to decide; seat 0 takes it back.", s.onlyPhone(s.askSeat), nil},
		{"PUT /api/my/deal", phones, "DealInput", "Mine", "Whether the owner wants cards to be dealt to all phones in the lobby, without a host (`original`). Dealt when more than half do.", s.onlyPhone(s.wantDeal), nil},
		{"POST /api/my/commands", phones, "PhoneCommandInput", "Answer", "A command for one's own seat at a table of phones. A note is answered alike, whatever it says.", s.onlyPhone(s.myCommand), nil},
		{"GET /api/my/card", phones, "", "Card", "The card of the phone's seat and whom it knows. Every answer has the same length.", s.patiently(s.onlyPhone(s.myCard)), nil},
		{"GET /api/my/cards", phones, "", "Card", "All cards, for a departed player where the host lets the departed see them.", s.patiently(s.onlyPhone(s.allCards)), nil},
		{"GET /api/my/record.json", phones, "", "Export", "The game of the phone's table with every step, when it is over.", nil, s.phoneRecord},
		{"DELETE /api/my", phones, "", "", "Leaves the room.", s.onlyPhone(s.leaveRoom), nil},
		{"GET /api/board/{key}", boards, "", "BoardView", "What the board shows: the table named by `?table=`, else the newest.", s.showBoard, nil},
		{"GET /api/board/{key}/stream", boards, "", "BoardView", "Server-sent events: `board` says what is shown, `said` what to speak where the host has named the board (a Said), messages without a name are the frames of that table. `?as=` is an id of the page's own, under which it tells of its voice.", nil, s.boardStream},
		{"POST /api/board/{key}/voice", boards, "MouthInput", "", "What a board tells of its voice, for the host: `ready`, `tap` (the browser wants one first), `mute` (no voice for the language), `fails`, or nothing.", s.mouth, nil},
		{"GET /api/board/{key}/tables/{id}/record.json", boards, "", "Export", "A game with every step, when it is over.", nil, s.boardRecord},
		{"GET /api/qr", anybody, "", "", "An address (`?text=`) as a QR code, SVG.", nil, s.qrPicture},
		{"POST /api/records", hosts, "", "Imported", "Imports a record; the body is its text. Every fault is told with its line. A game that a table holds already is refused (409 `same`, with `table` and `at`) unless `?keep=1` says to keep both.", s.importRecord, nil},
	}, slices.Concat(s.clubRoutes(), s.peopleRoutes(), s.countingRoutes(), s.keepRoutes())...)
}

// routes is the mux of every route; each that is not open asks for the host's
// session. What is no route of the API is a page.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range s.list() {
		switch {
		case r.raw != nil: // asks for the session by itself, where it needs one
			mux.HandleFunc(r.pattern, r.raw)
		case r.who == hosts:
			mux.Handle(r.pattern, s.json(s.onlyHost(r.answer)))
		default:
			mux.Handle(r.pattern, s.json(r.answer))
		}
	}
	none := s.json(func(*http.Request) (any, error) { return nil, errNotFound })
	mux.Handle("/api/", none)
	if s.Pages != nil {
		mux.HandleFunc("GET /{$}", s.front)
		mux.Handle("/", s.Pages)
	} else {
		mux.Handle("/", none)
	}
	return mux
}

// front is what a bare address shows: the host his console, everybody else where
// to type the code.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Cookie")
	if _, ok := s.session(r); !ok {
		r = r.Clone(r.Context())
		r.URL.Path = "/j"
	}
	s.Pages.ServeHTTP(w, r)
}

// Doc writes docs/api.md.
func Doc() []byte {
	var b bytes.Buffer
	b.WriteString(`# The HTTP API

Generated from the routes of the server; do not edit. Make it anew: ` + "`OMERTA_UPDATE=1 go test ./server -run TestPageOfTheAPIIsFresh`" + `.

- Bodies are JSON. Each request that changes something needs ` + "`Content-Type: application/json` and the header `X-Omerta: 1`" + `.
- The types named here stand in ` + "`web/src/lib/api.ts`" + `, generated from the Go types.
- Whatever is not done is answered with a ` + "`Problem`" + `: an id, the rule where one is concerned, a text and a hint in both languages.
  400 is a malformed request, 401 no session, 404 nothing there, 409 a refusal of the rules or of the table, 421 a foreign
  name of the server, 429 too many, 500 an error of ours, 503 no storage (nothing has changed; send it again with the same key).

| route | for | takes | gives | what it does |
|---|---|---|---|---|
`)
	for _, r := range new(Server).list() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.pattern, r.who, code(r.in), code(r.out), r.about)
	}
	return b.Bytes()
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
