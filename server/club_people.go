package server

import (
	"net/http"
	"time"

	clubs "omerta/club"
)

// ClubRoll is what the list of the club's people does not tell.
type ClubRoll struct {
	Today string         `json:"today"` // the day by which bans are judged
	Off   []clubs.Member `json:"off"`   // who was taken off the list and can come back, by nick
	Alike [][]string     `json:"alike"` // ids of people on the list whose nicks look like one another
}

// ListInput is a list of people as it was pasted, or the text of a CSV file.
type ListInput struct {
	Text string `json:"text"`
}

// ListPreview tells what an import of a list would do.
type ListPreview struct {
	Report   ListReport `json:"report"`
	Back     []string   `json:"back"` // of the known, the nicks that would come back to the list
	Warnings []Text     `json:"warnings"`
	Changes  bool       `json:"changes"` // false: all is so already
}

// peopleRoutes are the routes of the club's list of people.
func (s *Server) peopleRoutes() []route {
	return []route{
		{"GET /api/club/people", hosts, "", "ClubRoll", "Who was taken off the list, and whose nicks look alike.", s.clubRoll, nil},
		{"POST /api/club/people/preview", hosts, "ListInput", "ListPreview", "What `import-people` would make of a list; nothing is taken.", s.previewList, nil},
	}
}

func (s *Server) clubRoll(*http.Request) (any, error) {
	c := s.club.Club()
	return ClubRoll{Today: time.Now().Format(time.DateOnly), Off: c.Off(), Alike: c.Alike()}, nil
}

func (s *Server) previewList(r *http.Request) (any, error) {
	var in ListInput
	if err := read(r, &in); err != nil {
		return nil, err
	}
	d, back, err := s.club.Club().Preview(in.Text)
	if err != nil {
		return nil, err
	}
	return ListPreview{*listReport(d.Import), back, texts(d.Warnings), len(d.Entry.Events) > 0}, nil
}

func listReport(rep *clubs.ImportReport) *ListReport {
	return &ListReport{rep.Lines, rep.Added, rep.Known, listLines(rep.Faults), listLines(rep.Strange)}
}
