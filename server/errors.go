package server

import (
	"context"
	"errors"
	"html"
	"net/http"
	"strings"

	clubs "omerta/club"
	"omerta/club/ledger"
	"omerta/journal"
	"omerta/mafia"
	"omerta/rulebook"
	"omerta/say"
	"omerta/table"
)

// Text is a sentence in both languages.
type Text struct {
	RU string `json:"ru"`
	EN string `json:"en"`
}

// Problem is the answer where something was not done: what, by which rule, and
// what to do instead.
type Problem struct {
	Error string `json:"error"` // id of the kind of problem
	Rule  string `json:"rule"`  // rule id, "" where no rule is concerned
	Text  Text   `json:"text"`
	Hint  Text   `json:"hint"`
	// Why, Seat, Line, Step and Length tell a refusal's particulars.
	Why    string      `json:"why"`
	Seat   mafia.Seat  `json:"seat"`
	Line   *table.Line `json:"line"`
	Step   int         `json:"step"`
	Length int         `json:"length"`
	// Table and At tell which table a game is at already, and since when
	// (milliseconds since 1970).
	Table string `json:"table"`
	At    int64  `json:"at"`
	// Clash are the wishes about seats that cannot all be met: pairs of indices into
	// the nicks that were asked about.
	Clash [][2]int `json:"clash"`
	// Follow is how many later lines of a faulty record may be wrong only because
	// of the faults that are told.
	Follow int `json:"follow"`
	// More are the other reasons, where there are several.
	More []Problem `json:"more"`
}

// failure is a Problem with its HTTP status, as an error.
type failure struct {
	status int
	Problem
}

// Error implements error.
func (f *failure) Error() string { return f.Problem.Error }

// failed makes a failure from the catalogue.
func failed(status int, id string) *failure {
	w := problems[id]
	return &failure{status, Problem{Error: id, Text: w.text, Hint: w.hint, More: []Problem{}}}
}

var (
	errNotFound    = failed(http.StatusNotFound, "not-found")
	errNoTable     = failed(http.StatusNotFound, "no-table")
	errNoPerson    = failed(http.StatusNotFound, "no-person")
	errWrongKey    = failed(http.StatusNotFound, "wrong-key")
	errNoSession   = failed(http.StatusUnauthorized, "no-session")
	errTooMany     = failed(http.StatusTooManyRequests, "too-many")
	errWrongHost   = failed(http.StatusMisdirectedRequest, "wrong-host")
	errNoHeader    = failed(http.StatusForbidden, "no-header")
	errCrossOrigin = failed(http.StatusForbidden, "cross-origin")
	errFault       = failed(http.StatusInternalServerError, "fault")
	errFrozen      = failed(http.StatusInternalServerError, "frozen")
	errUnavailable = failed(http.StatusServiceUnavailable, "unavailable")
	errMoved       = failed(http.StatusServiceUnavailable, "moved")
	errDamaged     = failed(http.StatusInternalServerError, "damaged")
	errNewer       = failed(http.StatusInternalServerError, "newer")
	errTooLong     = failed(http.StatusRequestEntityTooLarge, "too-long")
	errReason      = failed(http.StatusBadRequest, "reason")
	errKeyUsed     = failed(http.StatusConflict, string(table.WhyKeyUsed))
	errNotJSON     = failed(http.StatusUnsupportedMediaType, "not-json")
	errTooLarge    = failed(http.StatusRequestEntityTooLarge, "too-large")
	errNick        = failed(http.StatusBadRequest, "nick")
	errNoSeating   = failed(http.StatusConflict, "no-seating")
	errNotOver     = failed(http.StatusConflict, "not-over")
	errBusy        = failed(http.StatusConflict, "busy")
	errSeatingHard = failed(http.StatusConflict, "seating-hard")
)

// badRequest tells what is wrong with a body.
func badRequest(err error) error {
	f := failed(http.StatusBadRequest, "bad-request")
	f.Why = err.Error()
	return f
}

// fail answers with what went wrong.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) {
		return // nobody waits for an answer
	}
	f := s.explain(err)
	if f.status >= 500 {
		s.Log.Error("request failed", "route", r.Pattern, "error", f.Problem.Error, "err", err)
	}
	if f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	if f.Clash == nil {
		f.Clash = [][2]int{}
	}
	s.write(w, f.status, f.Problem)
}

// explain finds the answer to an error. What is not known is our own fault.
func (s *Server) explain(err error) *failure {
	var f *failure
	var game *mafia.Refusal
	var own *table.Refusal
	var setup *mafia.SetupError
	var option *rulebook.OptionError
	var book *rulebook.Error
	var member *clubs.Refusal
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &member):
		return clubRefusal(member)
	case errors.As(err, &own):
		return ownRefusal(own)
	case errors.As(err, &game):
		return &failure{http.StatusConflict, refusal(game)}
	case errors.As(err, &setup):
		return setupRefusal(setup)
	case errors.As(err, &option):
		return tellWhy("option", option.Text)
	case errors.As(err, &book):
		return tellWhy("rulebook", book.Text)
	case errors.Is(err, table.ErrCommand):
		return tellWhy("bad-command", err.Error())
	case errors.Is(err, table.ErrFault):
		return errFrozen
	}
	if f, ok := explainRoom(err); ok {
		return f
	}
	return s.sentinel(err)
}

// sentinel finds the answer to an error that says only what kind it is.
func (s *Server) sentinel(err error) *failure {
	switch {
	case errors.Is(err, table.ErrNick):
		return errNick
	case errors.Is(err, table.ErrSameNick):
		return failed(http.StatusBadRequest, "same-nick")
	case errors.Is(err, table.ErrKind):
		return tellWhy("bad-request", err.Error())
	case errors.Is(err, table.ErrReason):
		return errReason
	case errors.Is(err, table.ErrTooLong):
		return errTooLong
	case errors.Is(err, journal.ErrNoTable):
		return errNoTable
	case errors.Is(err, journal.ErrMoved):
		return errMoved
	case errors.Is(err, journal.ErrDamaged):
		return errDamaged
	case errors.Is(err, journal.ErrNewer):
		return errNewer
	case errors.Is(err, journal.ErrUnavailable), errors.Is(err, table.ErrClosed), errors.Is(err, ledger.ErrClosed), errors.Is(err, context.DeadlineExceeded):
		return errUnavailable
	}
	return errFault
}

func tellWhy(id, why string) *failure {
	f := failed(http.StatusBadRequest, id)
	f.Why = why
	return f
}

// refusal tells the referee's no in words: the refusal's own sentence where
// there is one, else the rule itself.
func refusal(no *mafia.Refusal) Problem {
	p := failed(http.StatusConflict, "refused").Problem
	why := string(no.Why)
	if no.Why == mafia.WhyNoteBlack || no.Why == mafia.WhyNoteRed {
		// The device that goes round must not tell the card of the one who wrote
		// (ORIGINAL-NIGHT-5): one answer for both, to the last letter.
		alike := *no
		alike.Why, why = mafia.WhyNoteBlack, "note-card"
		no = &alike
	}
	p.Rule, p.Why, p.Seat = no.Rule, why, no.Seat
	said := say.Refusal(no)
	p.Text, p.Hint = both(said.Text), both(said.Hint)
	return p
}

func both(l say.Line) Text { return Text{RU: l.In(say.RU), EN: l.In(say.EN)} }

// ownRefusal tells the table's no.
func ownRefusal(no *table.Refusal) *failure {
	if no.Why == table.WhyInsert && no.Step == 0 && no.Cause != nil {
		return notThere(no)
	}
	f := failed(http.StatusConflict, string(no.Why))
	f.Why, f.Line, f.Step, f.Length = string(no.Why), no.Line, no.Step, no.Length
	if no.Cause != nil {
		cause := refusal(no.Cause)
		f.Rule, f.Seat, f.More = cause.Rule, cause.Seat, []Problem{cause}
	}
	return f
}

// notThere tells why a forgotten action could not have been taken at the place
// that was chosen for it: as any refusal, but with what to do about the place.
func notThere(no *table.Refusal) *failure {
	f := &failure{http.StatusConflict, refusal(no.Cause)}
	f.Length = no.Length
	f.Hint = placeHint
	if no.Cause.Why == mafia.WhyNomPhase {
		f.Hint = placeSilent
		if no.Floor != 0 {
			f.Hint = placeSpeaker(no.Floor)
		}
	}
	return f
}

// setupRefusal tells every reason against a deal, the first as the answer.
func setupRefusal(e *mafia.SetupError) *failure {
	if len(e.Refusals) == 0 {
		return errFault
	}
	f := &failure{http.StatusConflict, refusal(&e.Refusals[0])}
	f.Problem.Error, f.Hint = "setup", problems["setup"].hint
	for i := range e.Refusals[1:] {
		f.More = append(f.More, refusal(&e.Refusals[i+1]))
	}
	return f
}

const pageHead = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Omerta</title>`

// page answers a person's browser in words instead of JSON.
func (s *Server) page(w http.ResponseWriter, status int, f *failure) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	var b strings.Builder
	b.WriteString(pageHead)
	for _, t := range []string{f.Text.RU, f.Hint.RU, f.Text.EN, f.Hint.EN} {
		b.WriteString("<p>" + html.EscapeString(t) + "</p>")
	}
	_, _ = w.Write([]byte(b.String()))
}

// lead sends the browser on to the console.
func (s *Server) lead(w http.ResponseWriter, to string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Refresh", "0; url="+to)
	_, _ = w.Write([]byte(pageHead + `<p><a href="` + to + `">Omerta</a></p>`))
}
