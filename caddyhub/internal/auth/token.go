// Package auth decides who a request comes from, and signs the owner's browsers in.
//
// An Authorization header decides alone: it holds the access token, or one of those with a name
// that the hub has issued (tokens.go), or the request is refused. Without one a browser's session counts (session.go, cookie.go), started with
// the dashboard password (password.go) or the token, a few attempts a minute
// (throttle.go). Without a private token the hub is in development mode, where a request
// from this machine counts as the owner's. guard.go holds the rules, signin.go the routes
// under /api/auth.
package auth

import (
	"slices"
	"strings"
	"unicode"
)

// placeholders are tokens that stand in examples. Who runs one has not chosen a token.
var placeholders = []string{"changeme", "change-me", "your-token-here", "your_token_here", "token", "secret", "hub-token"}

// IsPrivate reports whether a configured token may protect anything: it is set and is none
// of the known placeholders.
func IsPrivate(token string) bool { return Flaw(token) == "" }

// Flaw says why a configured token protects nothing, to go on after "the access token";
// empty: it may protect the hub. A placeholder is named: it is no secret.
func Flaw(token string) string {
	token = strings.TrimSpace(token)
	switch {
	case token == "":
		return "is not set"
	case !strings.ContainsFunc(token, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "has neither letters nor digits, as in an example"
	case slices.Contains(placeholders, strings.ToLower(token)):
		return "is the placeholder " + strings.ToLower(token) + " of an example, which anybody can guess"
	}
	return ""
}

// NewToken makes a fresh access token: 32 random bytes in base64url.
func NewToken() string { return newSecret() }
