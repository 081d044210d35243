package server

import (
	"net/http"
	"slices"

	"omerta/rulebook"
	"omerta/say"
)

// reasons lists what a rulebook punishes, by which rule and how, the mild
// first; empty where it knows no penalties. The rulebook is named without its version; an
// unknown one is not found.
func (s *Server) reasons(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if !slices.Contains(rulebook.Names(), id) {
		return nil, errNotFound
	}
	return say.FoulReasons(id), nil
}
