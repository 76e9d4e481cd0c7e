package caddyhub

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// credentialParameters are the names under which programs put a credential into an address. No
// parameter of the hub's has one of them.
var credentialParameters = []string{
	"token", "access_token", "auth_token", "hub_auth_token", "hub_token", "bearer", "authorization", "api_key", "apikey",
	"password", "passwd", "pwd", "passphrase", "secret", "current_secret", "new_password",
}

// calendarPath is where the token of the calendar feed has its place in the address.
const calendarPath = "/api/calendar/"

// notInAddress is said of a credential in an address.
const notInAddress = `must not be in an address, which logs and histories keep: send the access token as the header "Authorization: Bearer ...", and replace one that was sent like this`

// refuseCredential refuses a request whose address has a credential: addresses stay in histories
// and in the logs of everything between. Caddy's own access log leaves the request out.
func refuseCredential(r *http.Request) *inbound.Problem {
	place := credentialPlace(r.URL.RawQuery)
	if place == "" && auth.HoldsToken(r.URL.Path) && !strings.Contains(r.URL.Path, calendarPath) {
		place = "path"
	}
	if place == "" {
		return nil
	}
	caddyhttp.SetVar(r.Context(), caddyhttp.LogSkipVar, true)
	return inbound.Invalid(place, notInAddress)
}

// credentialPlace is where a query has a credential, by the name of its parameter or because one of
// the hub's tokens stands there, whatever it is called; empty: nowhere. A text that is looked for
// may begin as a token does, but no whole one is ever a text.
func credentialPlace(raw string) string {
	if raw == "" {
		return ""
	}
	query, _ := url.ParseQuery(raw) // what can't be read is refused by those who read it
	for _, name := range slices.Sorted(maps.Keys(query)) {
		known := slices.IndexFunc(credentialParameters, func(c string) bool { return strings.EqualFold(c, name) })
		if known >= 0 {
			return "query." + credentialParameters[known]
		}
		if auth.HoldsToken(name) {
			return "query"
		}
		if slices.ContainsFunc(query[name], auth.HoldsToken) {
			return "query." + name
		}
	}
	if auth.HoldsToken(raw) { // in a part that can't be read
		return "query"
	}
	return ""
}
