package server

import (
	"bytes"
	"mime"
	"net/http"
	"strings"

	clubs "omerta/club"
	games "omerta/club/history"
	"omerta/club/points"
	"omerta/club/sheet"
	"omerta/say"
)

// langOf is the language that a request asks for.
func langOf(r *http.Request) say.Lang {
	if r.URL.Query().Get("lang") == string(say.EN) {
		return say.EN
	}
	return say.RU
}

// calls gives the nicks for a table that people read. Those who were forgotten stay
// apart from each other, so that a file of games can be read back.
func calls(c *clubs.Club, l say.Lang) games.Name {
	return func(id string) string {
		if nick := c.Nick(id); nick != "" {
			return nick
		}
		return say.T(l, "club.nobody", nil) + " " + id
	}
}

// sheets answers with tables as a file of the form that the path ends with: csv, in
// which there is but one table, or xlsx.
func (s *Server) sheets(w http.ResponseWriter, r *http.Request, name string, tables ...sheet.Table) {
	var b bytes.Buffer
	var err error
	kind, ext := "text/csv; charset=utf-8", ".csv"
	switch {
	case strings.HasSuffix(r.URL.Path, ".xlsx"):
		kind, ext = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"
		err = sheet.XLSX(&b, tables...)
	case r.URL.Query().Get("form") == "plain":
		err = sheet.CSV(&b, tables[0], sheet.Plain)
	default:
		err = sheet.CSV(&b, tables[0], sheet.Local)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name + ext}))
	_, _ = w.Write(b.Bytes())
}

// hostFile is a route that answers the host with a file.
func (s *Server) hostFile(write func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, ok := s.session(r); !ok {
			s.fail(w, r, errNoSession)
			return
		}
		if err := write(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// standingsFile gives the table of a period; the workbook has the people and the games
// on sheets of their own.
func (s *Server) standingsFile(w http.ResponseWriter, r *http.Request) error {
	book, c, table, err := s.standingsOf(r)
	if err != nil {
		return err
	}
	l := langOf(r)
	name := calls(c, l)
	out := []sheet.Table{games.Standings(table, name, l)}
	if strings.HasSuffix(r.URL.Path, ".xlsx") {
		ratings := book.Ratings(c.Elo(), table.Period)
		out = append(out, games.Pages(book.Pages(table.Period), ratings, name, l), games.Games(gamesOf(book, table.Period), name, l))
	}
	s.sheets(w, r, "standings", out...)
	return nil
}

// gamesFile gives the games of a period in the form in which games are imported.
func (s *Server) gamesFile(w http.ResponseWriter, r *http.Request) error {
	p, err := period(r.URL.Query())
	if err != nil {
		return err
	}
	book, c, err := s.theBook(r.Context())
	if err != nil {
		return err
	}
	l := langOf(r)
	s.sheets(w, r, "games", games.Games(gamesOf(book, p), calls(c, l), l))
	return nil
}

func gamesOf(b *points.Book, p points.Period) []points.Result {
	all := b.Games(p)
	out := make([]points.Result, len(all))
	for i, g := range all {
		out[i] = *g
	}
	return out
}
