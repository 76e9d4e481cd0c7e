package grant

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// maxQuery bounds a request for consent, in bytes.
const maxQuery = 16 << 10

// challenge is the form of the digest that a program proves itself with (RFC 7636 section 4.2).
var challenge = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// authorize takes a program's request to be let in, and leads the browser to the page on which the
// owner decides (RFC 6749 section 4.1). A request that names no known program, or an address that is
// none of the program's, goes nowhere: it may be anybody's.
func (s *Service) authorize(w http.ResponseWriter, r *http.Request) {
	from := inbound.From(r.Context()).ClientIP
	if wait, free := s.State.asks.Reserve(from); !free {
		inbound.SetRetryAfter(w.Header(), wait)
		refusePage(w, http.StatusTooManyRequests, "too many requests come from where you are: wait a minute")
		return
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || len(r.URL.RawQuery) > maxQuery {
		refusePage(w, http.StatusBadRequest, "the address can't be read")
		return
	}
	if name := repeated(q); name != "" {
		refusePage(w, http.StatusBadRequest, fmt.Sprintf("%q stands in the address twice", name))
		return
	}
	c, why := s.client(r.Context(), q.Get("client_id"))
	if c == nil {
		refusePage(w, http.StatusBadRequest, why)
		return
	}
	redirect := c.redirectOf(q.Get("redirect_uri"))
	if redirect == "" {
		refusePage(w, http.StatusBadRequest, "the program did not say at first that it can be reached at this address (redirect_uri)")
		return
	}
	asked := request{client: *c, redirect: redirect, state: q.Get("state"), challenge: q.Get("code_challenge"), class: classOf(q.Get("scope")), from: auth.ClientOf(from)}
	if code, description := s.flaw(q); code != "" {
		if !s.State.isLetIn(c.ID) { // or anybody could send browsers anywhere from here (RFC 9700 section 4.11)
			refusePage(w, http.StatusBadRequest, "its request is wrong: "+description)
			return
		}
		if len(asked.state) > maxState {
			asked.state = ""
		}
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, s.refusedAt(asked, code, description), http.StatusFound)
		return
	}
	id := s.State.ask(asked)
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, consentPath+id, http.StatusFound)
}

// flaw is what is wrong with a request whose program may hear of it; empty: nothing.
func (s *Service) flaw(q url.Values) (code, description string) {
	switch {
	case q.Get("response_type") != "code":
		return "unsupported_response_type", "response_type must be code"
	case !challenge.MatchString(q.Get("code_challenge")):
		return "invalid_request", "code_challenge must be 43 characters of base64url (PKCE)"
	case q.Get("code_challenge_method") != "S256":
		return "invalid_request", "code_challenge_method must be S256"
	case len(q.Get("state")) > maxState:
		return "invalid_request", fmt.Sprintf("state must have at most %d bytes", maxState)
	case slices.ContainsFunc(q["resource"], func(one string) bool { return !s.isResource(one) }):
		return "invalid_target", "resource must be " + s.Resource()
	}
	return "", ""
}

// classOf is what a program asks for. Words that are no scope of the hub's are passed over: some
// clients ask for those of OpenID.
func classOf(scope string) inbound.Class {
	words := strings.Fields(scope)
	if slices.Contains(words, ScopeRead) && !slices.Contains(words, ScopeWrite) {
		return inbound.Read
	}
	return inbound.Write
}

// refusedAt is where a program is sent with an error.
func (s *Service) refusedAt(asked request, code, description string) string {
	return s.answered(asked, url.Values{"error": {code}, "error_description": {description}})
}

// answered is where a program is sent with an answer, which says whose it is (RFC 9207) and to what.
func (s *Service) answered(asked request, answer url.Values) string {
	answer.Set("iss", s.Issuer)
	if asked.state != "" {
		answer.Set("state", asked.state)
	}
	return back(asked.redirect, answer)
}

// refusePage tells a person why a request goes nowhere.
func refusePage(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not connected</title>
<h1>Not connected</h1>
<p>A program wants to be connected to this hub, but %s.</p>
<p>Nothing was changed. Begin again in the program.</p>
</html>
`, html.EscapeString(why))
}
