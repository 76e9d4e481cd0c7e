// Package auth decides who a request comes from. An Authorization header decides alone:
// it holds the access token or the request is refused. Without a private token the hub is
// in development mode, where a request from this machine counts as the owner's.
package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/problem"
	"github.com/progresshub/progresshub/caddyhub/reqinfo"
	"github.com/progresshub/progresshub/store"
)

// placeholders are tokens that stand in examples. Who runs one has not chosen a token.
var placeholders = []string{"changeme", "change-me", "your-token-here", "your_token_here", "token", "secret", "hub-token"}

// IsPrivate tells whether a configured token may protect anything: it is set and is none
// of the known placeholders.
func IsPrivate(token string) bool {
	token = strings.ToLower(strings.TrimSpace(token))
	if token == "" {
		return false
	}
	for _, p := range placeholders {
		if token == p {
			return false
		}
	}
	return true
}

// NewToken makes a fresh access token: 32 random bytes in base64url.
func NewToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Guard checks the credentials of one configuration.
type Guard struct {
	digest      [sha256.Size]byte
	development bool
}

// NewGuard makes the guard for an access token. Without a private one it stands for
// development mode; the caller sees to it that only this machine can connect.
func NewGuard(token string) *Guard {
	return &Guard{digest: sha256.Sum256([]byte(token)), development: !IsPrivate(token)}
}

// Development tells whether the guard stands for development mode.
func (g *Guard) Development() bool { return g.development }

// Authenticate tells who sent a request. When it may not pass, refusal says why.
func (g *Guard) Authenticate(r *http.Request) (actor store.Actor, refusal *problem.Problem) {
	headers := r.Header.Values("Authorization")
	if len(headers) > 0 {
		if len(headers) == 1 && g.holdsToken(headers[0]) {
			return store.Agent, nil
		}
		return "", unauthorized("the Authorization header does not hold this hub's access token")
	}
	if !g.development {
		return "", unauthorized("send the access token as \"Authorization: Bearer ...\"")
	}
	if !reqinfo.From(r.Context()).Loopback {
		p := problem.Of(http.StatusForbidden, "private-token-required",
			"no private access token is set, so the hub only answers this machine: set HUB_AUTH_TOKEN (hub token prints a fresh one)")
		return "", &p
	}
	return store.Owner, nil
}

// holdsToken compares in constant time. In development mode there is no token to hold.
func (g *Guard) holdsToken(header string) bool {
	scheme, token, _ := strings.Cut(header, " ")
	digest := sha256.Sum256([]byte(token))
	same := subtle.ConstantTimeCompare(digest[:], g.digest[:]) == 1
	return same && strings.EqualFold(scheme, "Bearer") && !g.development
}

func unauthorized(detail string) *problem.Problem {
	p := problem.New(http.StatusUnauthorized, detail)
	return &p
}

// Require lets only authenticated requests through and hands on who they come from.
func (g *Guard) Require(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, refusal := g.Authenticate(r)
		if refusal != nil {
			refusal.Write(w)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), actorKey{}, actor)))
	})
}

type actorKey struct{}

// Actor is who [Guard.Require] found to be behind a request.
func Actor(ctx context.Context) store.Actor {
	actor, _ := ctx.Value(actorKey{}).(store.Actor)
	return actor
}
