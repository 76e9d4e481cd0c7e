package caddyhub

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// credentialParameters are the names under which programs put a credential into an address. No
// parameter of the hub's has one of them.
var credentialParameters = []string{
	"token", "access_token", "auth_token", "hub_auth_token", "bearer", "authorization", "api_key", "apikey",
	"password", "passwd", "pwd", "passphrase", "secret", "current_secret", "new_password",
}

// refuseCredential refuses a request whose address has a credential: addresses stay in histories
// and in the logs of everything between. Caddy's own access log leaves the request out.
func refuseCredential(r *http.Request) *inbound.Problem {
	if r.URL.RawQuery == "" {
		return nil
	}
	query, _ := url.ParseQuery(r.URL.RawQuery) // what can't be read is refused by those who read it
	for name := range query {
		known := slices.IndexFunc(credentialParameters, func(c string) bool { return strings.EqualFold(c, name) })
		if known < 0 {
			continue
		}
		caddyhttp.SetVar(r.Context(), caddyhttp.LogSkipVar, true)
		return inbound.Invalid("query."+credentialParameters[known],
			`must not be in an address, which logs and histories keep: send the access token as the header "Authorization: Bearer ...", and replace one that was sent like this`)
	}
	return nil
}
