package server

import (
	"bytes"
	"fmt"
	"net/http"
)

// access is who a route is for.
type access string

const (
	anybody access = "anybody"
	hosts   access = "the host's session"
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
	return []route{
		{"GET /host/{key}", anybody, "", "", "The host's secret link: sets the session's cookie and leads to the page. A wrong key is a page that says so; guessing is throttled.", nil, s.enter},
		{"GET /healthz", anybody, "", "Health", "Whether the storage answers.", s.health, nil},
		{"GET /api/me", anybody, "", "Me", "Who asks, and the program's version.", s.me, nil},
		{"GET /api/rulebooks", hosts, "", "Book[]", "The rulebooks with their sizes, options and presets.", s.rulebooks, nil},
		{"GET /api/rulebooks/{id}/reasons", hosts, "", "", "What fouls and removals are given for.", s.reasons, nil},
		{"POST /api/compose", hosts, "ComposeInput", "Composition", "Proposes a composition, or judges one that is given.", s.compose, nil},
		{"POST /api/seating", hosts, "SeatingInput", "Seating", "Draws seats by lot, keeping pairs neither side by side nor opposite.", s.seating, nil},
		{"GET /api/people", hosts, "", "Person[]", "The people whom the program remembers.", s.listPeople, nil},
		{"POST /api/people", hosts, "PersonInput", "Person", "Remembers a person; look-alikes are warned of.", s.addPerson, nil},
		{"PUT /api/people/{id}", hosts, "PersonInput", "Person", "Changes a person.", s.changePerson, nil},
		{"DELETE /api/people/{id}", hosts, "", "", "Forgets a person.", s.removePerson, nil},
		{"GET /api/tables", hosts, "", "Listed[]", "The tables, newest first.", s.listTables, nil},
		{"POST /api/tables", hosts, "TableInput", "Made", "Deals a game. What cannot be dealt is refused with every reason.", s.makeTable, nil},
		{"GET /api/tables/{id}", hosts, "", "Frame", "The whole picture of a table. `?as=board` gives the room's.", s.frame, nil},
		{"GET /api/tables/{id}/stream", hosts, "", "Frame", "Server-sent events: a frame whenever the picture has changed.", nil, s.stream},
		{"POST /api/tables/{id}/commands", hosts, "CommandInput", "Answer", "One command of the game or of the table. `key` makes it safe to send again; `seen` refuses it when somebody was faster.", s.command, nil},
		{"POST /api/tables/{id}/again", hosts, "", "Made", "Declares the game void and deals anew to the same people.", s.again, nil},
		{"GET /api/tables/{id}/log", hosts, "", "LogLine[]", "The whole log.", s.log, nil},
		{"GET /api/tables/{id}/cards/{seat}", hosts, "", "", "One seat's card and whom it knows, for a device that is passed around.", s.card, nil},
		{"DELETE /api/tables/{id}", hosts, "", "", "Deletes a table for good.", s.removeTable, nil},
		{"GET /api/tables/{id}/record.mafia", hosts, "", "", "The game as a record. A game without a host gives it when it is over.", nil, s.recordText},
		{"GET /api/tables/{id}/record.json", hosts, "", "Export", "The game with every step.", nil, s.recordJSON},
		{"POST /api/records", hosts, "", "Imported", "Imports a record; the body is its text. Every fault is told with its line. `twin` names a table that holds the same game already.", s.importRecord, nil},
	}
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
		mux.Handle("/", s.Pages)
	} else {
		mux.Handle("/", none)
	}
	return mux
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
