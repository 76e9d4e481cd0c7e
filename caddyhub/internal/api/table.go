package api

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// table is the mux of the API and remembers its patterns: a mux tells which methods an address
// knows only as the text of an answer.
type table struct {
	*http.ServeMux
	patterns []pattern
	classes  map[string]inbound.Class // by pattern: what the route asks of a credential
	secret   map[string]bool          // by pattern: its answer may not be kept
	noBody   map[string]bool          // by pattern: it takes none
}

func newTable() *table {
	return &table{ServeMux: http.NewServeMux(), classes: map[string]inbound.Class{}, secret: map[string]bool{}, noBody: map[string]bool{}}
}

// pattern is one of the table's: a method, and a path with wildcards by its segments.
type pattern struct {
	method   string
	segments []string
}

// HandleFunc adds a pattern, "METHOD /path".
func (t *table) HandleFunc(text string, handler func(http.ResponseWriter, *http.Request)) {
	t.ServeMux.HandleFunc(text, handler)
	method, path, _ := strings.Cut(text, " ")
	t.patterns = append(t.patterns, pattern{method, strings.Split(path, "/")})
}

// find returns the pattern that a request matches, or refuses what no operation answers. The
// mux would redirect an unclean path, which loses the body of a request.
func (t *table) find(r *http.Request) (string, *inbound.Problem) {
	if path.Clean(r.URL.Path) != r.URL.Path || strings.Contains(r.URL.Path, `\`) {
		return "", noAddress()
	}
	_, found := t.Handler(r)
	// It would also redirect a folder of documents to the same address with a slash.
	if folder, isDocument := strings.CutSuffix(found, "/{path...}"); isDocument && strings.HasSuffix(folder, " "+r.URL.Path) {
		found = ""
	}
	if found != "" {
		return found, nil
	}
	allowed := t.methods(r.URL.EscapedPath())
	if len(allowed) == 0 {
		return "", noAddress()
	}
	p := inbound.NewProblem(http.StatusMethodNotAllowed, "")
	p.Allow = strings.Join(allowed, ", ")
	p.Detail = "this address answers " + p.Allow
	return "", p
}

func noAddress() *inbound.Problem {
	return inbound.NewProblem(http.StatusNotFound, "there is no such address in this API; GET /api/openapi.json lists them")
}

// methods are those that an address knows, in their order.
func (t *table) methods(path string) []string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if plain, err := url.PathUnescape(s); err == nil {
			segments[i] = plain
		}
	}
	var known []string
	for _, p := range t.patterns {
		if !p.matches(segments) {
			continue
		}
		known = append(known, p.method)
		if p.method == http.MethodGet {
			known = append(known, http.MethodHead)
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// matches reports whether an address is one of the pattern's: of {name}, one segment takes the
// place, and of {name...}, one or more do.
func (p pattern) matches(segments []string) bool {
	for i, s := range p.segments {
		switch {
		case i >= len(segments):
			return false
		case strings.HasSuffix(s, "...}"):
			return true
		case strings.HasPrefix(s, "{"):
			if segments[i] == "" {
				return false
			}
		case s != segments[i]:
			return false
		}
	}
	return len(p.segments) == len(segments)
}
