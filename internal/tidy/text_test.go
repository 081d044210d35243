package tidy

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	host = regexp.MustCompile(`(?:https?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s'"` + "`" + `)]*`)
	// The words are put together here so that this file does not find itself.
	leftover = regexp.MustCompile(`\bTO` + `DO\b|\bFIX` + `ME\b|(?:^|[\s"'(=:` + "`" + `])/wo` + `rk/|(?:^|[\s"'(=])/?sha` + `red/(?:design|rules|seeds|cases|data)`)
	link     = regexp.MustCompile(`!?\[[^\]]*\]\(([^)\s]+)[^)]*\)`)
	heading  = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	fenced   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	fences   = regexp.MustCompile("(?s)```.*?```")
	exact    = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	require  = regexp.MustCompile(`(?m)^(?:require )?\s*([a-z0-9.-]+\.[a-z]+/\S+) v\S+$`)
)

// foreignHosts keeps the pages from calling anybody: they must work in a room without the net.
func foreignHosts(r *repo) (complaints []string) {
	for _, name := range r.names {
		page := strings.HasPrefix(name, "web/src/") || path.Dir(name) == "web" && path.Ext(name) == ".html"
		if !page {
			continue
		}
		for i, line := range strings.Split(r.files[name], "\n") {
			for _, found := range host.FindAllString(line, -1) {
				if !strings.HasPrefix(found, "http://www.w3.org/") { // names of XML dialects are no addresses
					complaints = append(complaints, fmt.Sprintf("%s:%d: %s", name, i+1, found))
				}
			}
		}
	}
	return complaints
}

// leftovers finds notes to oneself and paths of the machine on which something was written.
func leftovers(r *repo) (complaints []string) {
	for _, name := range r.names {
		if strings.HasSuffix(name, "package-lock.json") {
			continue
		}
		for i, line := range strings.Split(r.files[name], "\n") {
			if found := leftover.FindString(line); found != "" {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s", name, i+1, strings.TrimSpace(found)))
			}
		}
	}
	return complaints
}

// links wants every link within the repository to lead somewhere.
func links(r *repo) (complaints []string) {
	for _, name := range r.names {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(r.files[name], ""), -1) {
			if target := m[1]; !strings.Contains(target, "://") && !strings.HasPrefix(target, "mailto:") && !r.leads(name, target) {
				complaints = append(complaints, fmt.Sprintf("%s: the link %s leads nowhere", name, target))
			}
		}
	}
	return complaints
}

// leads reports whether a link's file or folder is there, and the heading within it.
func (r *repo) leads(from, target string) bool {
	file, anchor, _ := strings.Cut(target, "#")
	if file == "" {
		file = from
	} else {
		file = path.Join(path.Dir(from), file)
	}
	text, found := r.files[file]
	if !found {
		return slices.ContainsFunc(r.names, func(n string) bool { return strings.HasPrefix(n, file+"/") })
	}
	if anchor == "" || path.Ext(file) != ".md" {
		return true
	}
	for _, m := range heading.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
		if slug(m[1]) == anchor {
			return true
		}
	}
	return false
}

// slug is the anchor that Git hosts give a heading.
func slug(title string) string {
	drop := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	return strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), ""), " ", "-")
}

// changelog wants a place for what the next release changes.
func changelog(r *repo) []string {
	if !regexp.MustCompile(`(?m)^## Unreleased`).MatchString(r.files["CHANGELOG.md"]) {
		return []string{"CHANGELOG.md has no section Unreleased"}
	}
	return nil
}

// manifest is the part of package.json that names libraries.
type manifest struct {
	Dependencies, DevDependencies map[string]string
}

func (r *repo) manifest() (m manifest, err error) {
	if text := r.files["web/package.json"]; text != "" {
		err = json.Unmarshal([]byte(text), &m)
	}
	return m, err
}

// pins wants exact versions, and a lock file that names no registry: it works with whichever npm is set up for.
func pins(r *repo) (complaints []string) {
	m, err := r.manifest()
	if err != nil {
		return []string{"web/package.json: " + err.Error()}
	}
	for _, list := range []map[string]string{m.Dependencies, m.DevDependencies} {
		for name, version := range list {
			if !exact.MatchString(version) {
				complaints = append(complaints, fmt.Sprintf("web/package.json: %s %s is no exact version", name, version))
			}
		}
	}
	if strings.Contains(r.files["web/package-lock.json"], `"resolved": "http`) ||
		strings.Contains(r.files["web/package-lock.json"], `"resolved":"http`) {
		complaints = append(complaints, "web/package-lock.json: resolved names a registry (see web/.npmrc)")
	}
	slices.Sort(complaints)
	return complaints
}

// dependencies wants a row with a reason in docs/ARCHITECTURE.md for every library that we chose.
func dependencies(r *repo) (complaints []string) {
	var names []string
	for _, m := range require.FindAllStringSubmatch(r.files["go.mod"], -1) {
		names = append(names, m[1])
	}
	m, err := r.manifest()
	if err != nil {
		return []string{"web/package.json: " + err.Error()}
	}
	for name := range m.Dependencies {
		names = append(names, name)
	}
	for name := range m.DevDependencies {
		if !strings.HasPrefix(name, "@types/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if !strings.Contains(r.files["docs/ARCHITECTURE.md"], "`"+name+"`") {
			complaints = append(complaints, fmt.Sprintf("docs/ARCHITECTURE.md does not say why we use `%s`", name))
		}
	}
	return complaints
}
