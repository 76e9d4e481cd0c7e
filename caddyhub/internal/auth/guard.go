package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// Config is what one configuration of the hub says about credentials.
type Config struct {
	Token        string // the access token; without a private one: development mode
	CookieSecure bool   // mark cookies Secure even over plain http
	PublicURL    string // the address browsers use
	// OwnOrigin reports whether an Origin header names this hub; default: the address that
	// the request itself was sent to.
	OwnOrigin func(info inbound.Info, origin string) bool
	Logger    *zap.Logger
}

// Guard checks the credentials of one configuration against the state that all
// configurations of a data folder share.
type Guard struct {
	Config
	state       *State
	digest      [sha256.Size]byte // of the token
	development bool
}

// NewGuard makes the guard of a configuration.
func NewGuard(state *State, cfg Config) *Guard {
	if cfg.Logger == nil {
		cfg.Logger = zap.NewNop()
	}
	if cfg.OwnOrigin == nil {
		cfg.OwnOrigin = func(info inbound.Info, origin string) bool { return origin == info.Origin() }
	}
	return &Guard{Config: cfg, state: state, digest: sha256.Sum256([]byte(cfg.Token)), development: !IsPrivate(cfg.Token)}
}

// Development reports whether the guard stands for development mode.
func (g *Guard) Development() bool { return g.development }

// Authenticate tells who sent a request. When it may not pass, refusal says why.
//
// An Authorization header decides alone. Without one a browser's
// session counts; in development mode none does, and this machine's requests are the
// owner's. Both are bound by the rules against pages of other origins.
func (g *Guard) Authenticate(r *http.Request) (actor store.Actor, refusal *inbound.Problem) {
	if len(r.Header.Values("Authorization")) > 0 {
		return store.Agent, g.Bearer(r)
	}
	if g.development {
		if refusal := g.refuseStrangers(r); refusal != nil {
			return "", refusal
		}
		// A program on this machine sends none of a browser's headers and needs no more.
		fromBrowser := len(r.Header.Values("Origin"))+len(r.Header.Values("Sec-Fetch-Site")) > 0
		return store.Owner, g.refuseForeign(r, fromBrowser && isWrite(r.Method))
	}
	if _, ok := g.state.Sessions.Left(sessionSecret(r), g.digest); !ok {
		return "", unauthorized("send the access token as \"Authorization: Bearer ...\", or sign in")
	}
	return store.Owner, g.refuseForeign(r, isWrite(r.Method))
}

// Knows reports whether a request brings a credential that holds, or needs none in development
// mode. It is no permission: [Guard.Authenticate] may still refuse the request.
func (g *Guard) Knows(r *http.Request) bool {
	headers := r.Header.Values("Authorization")
	switch {
	case len(headers) > 0:
		return len(headers) == 1 && g.holdsToken(headers[0])
	case g.development:
		return inbound.From(r.Context()).Loopback
	}
	_, ok := g.state.Sessions.Left(sessionSecret(r), g.digest)
	return ok
}

// Bearer checks the access token alone, as MCP needs it: a session is no credential there.
// Development mode has no token, so any is wrong and none is fine from this machine.
func (g *Guard) Bearer(r *http.Request) *inbound.Problem {
	headers := r.Header.Values("Authorization")
	switch {
	case len(headers) == 1 && g.holdsToken(headers[0]):
		return nil
	case len(headers) > 0:
		if client := inbound.From(r.Context()).ClientIP; g.state.loud(client) {
			g.Logger.Warn("a request brought a wrong access token", zap.Stringer("client", client))
		}
		if g.development {
			return unauthorized("the hub is in development mode, since its access token " + Flaw(g.Token) + ": leave the Authorization header out")
		}
		return unauthorized("the Authorization header does not hold this hub's access token")
	case g.development:
		return g.refuseStrangers(r)
	}
	return unauthorized("send the access token as \"Authorization: Bearer ...\"")
}

// refuseStrangers is the rule of development mode: this machine only.
func (g *Guard) refuseStrangers(r *http.Request) *inbound.Problem {
	if inbound.From(r.Context()).Loopback {
		return nil
	}
	return privateTokenRequired()
}

func privateTokenRequired() *inbound.Problem {
	return inbound.ProblemOf(http.StatusForbidden, "private-token-required",
		"no private access token is set: set HUB_AUTH_TOKEN and restart (hub token prints a fresh one)")
}

// holdsToken compares in constant time. In development mode there is no token to hold.
func (g *Guard) holdsToken(header string) bool {
	scheme, token, _ := strings.Cut(header, " ")
	return g.isToken(token) && strings.EqualFold(scheme, "Bearer")
}

func (g *Guard) isToken(secret string) bool {
	digest := sha256.Sum256([]byte(secret))
	same := subtle.ConstantTimeCompare(digest[:], g.digest[:]) == 1
	return same && !g.development
}

// refuseForeign keeps out what a page of another origin could send with the owner's
// cookie. Every request is judged by what the browser says of
// the page; a write must also carry the header no foreign page can add.
func (g *Guard) refuseForeign(r *http.Request, write bool) *inbound.Problem {
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" {
			return forbidden("a page of another origin may not use this hub")
		}
	}
	if !write {
		return nil
	}
	if marks := r.Header.Values("X-Hub-Request"); len(marks) != 1 || marks[0] != "1" {
		return forbidden("a change from a browser needs the header X-Hub-Request: 1")
	}
	info := inbound.From(r.Context())
	switch origins := r.Header.Values("Origin"); {
	case len(origins) == 0:
		return nil
	case len(origins) == 1 && g.OwnOrigin(info, origins[0]):
		return nil
	case strings.HasPrefix(r.URL.Path, "/api/auth/"):
		// Nothing of the request may be repeated here.
		return forbidden("the page's origin is not this hub's: open the dashboard at its own address, or set HUB_PUBLIC_URL to the address browsers use")
	default:
		return forbidden(fmt.Sprintf("the request comes from a page of %q, not of %q: set HUB_PUBLIC_URL to the address browsers use", origins[0], info.Origin()))
	}
}

func isWrite(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return false
	}
	return true
}

func unauthorized(detail string) *inbound.Problem {
	return inbound.NewProblem(http.StatusUnauthorized, detail)
}

func forbidden(detail string) *inbound.Problem {
	return inbound.NewProblem(http.StatusForbidden, detail)
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
