package api

import (
	"net/http"
	"strings"
)

// HoldsSecret reports whether a request has a credential where Caddy's access log would show it: an
// address that is one, or a header that Caddy does not know. Elsewhere the header means nothing, and
// keeps no request out of the log.
func HoldsSecret(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/api/calendar/") || r.URL.Path == importPath && r.Header.Get(PassphraseHeader) != ""
}
