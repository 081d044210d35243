package server

import (
	"net/http"

	"omerta/rulebook"
	"omerta/say"
)

// reasons lists what a rulebook punishes, by which rule and how, the mild
// first; empty where it knows no penalties. The rulebook is named with or
// without its version; an unknown one is not found.
func (s *Server) reasons(r *http.Request) (any, error) {
	name, err := rulebook.Split(r.PathValue("id"))
	if err != nil {
		return nil, errNotFound
	}
	return say.FoulReasons(name), nil
}
