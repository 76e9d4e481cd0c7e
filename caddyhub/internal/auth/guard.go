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

// Caller is who a request comes from, and what it has shown.
type Caller struct {
	Actor store.Actor
	inbound.Credential
}

// Authenticate tells who sent a request. When it may not pass, refusal says why.
//
// An Authorization header decides alone. Without one a browser's
// session counts; in development mode none does, and this machine's requests are the
// owner's. Both are bound by the rules against pages of other origins.
func (g *Guard) Authenticate(r *http.Request) (caller Caller, refusal *inbound.Problem) {
	if len(r.Header.Values("Authorization")) > 0 {
		credential, refusal := g.Bearer(r)
		return Caller{store.Agent, credential}, refusal
	}
	owner := Caller{store.Owner, inbound.Credential{Class: inbound.Owner}}
	if g.development {
		if refusal := g.refuseStrangers(r); refusal != nil {
			return Caller{}, refusal
		}
		// A program on this machine sends none of a browser's headers and needs no more.
		fromBrowser := len(r.Header.Values("Origin"))+len(r.Header.Values("Sec-Fetch-Site")) > 0
		return owner, g.refuseForeign(r, fromBrowser && isWrite(r.Method))
	}
	if _, ok := g.state.Sessions.Left(sessionSecret(r), g.digest); !ok {
		return Caller{}, unauthorized("send the access token as \"Authorization: Bearer ...\", or sign in")
	}
	return owner, g.refuseForeign(r, isWrite(r.Method))
}

// Knows reports whether a request brings a credential that holds, or needs none in development
// mode. It is no permission: [Guard.Authenticate] may still refuse the request.
func (g *Guard) Knows(r *http.Request) bool {
	headers := r.Header.Values("Authorization")
	switch {
	case len(headers) > 0:
		if len(headers) > 1 {
			return false
		}
		_, refused := g.credential(headers[0])
		return refused == ""
	case g.development:
		return inbound.From(r.Context()).Loopback
	}
	_, ok := g.state.Sessions.Left(sessionSecret(r), g.digest)
	return ok
}

// Bearer checks the access token, or a named one, alone, as MCP needs it: a session is no
// credential there. Development mode has no token, so any is wrong and none is fine from this
// machine.
func (g *Guard) Bearer(r *http.Request) (inbound.Credential, *inbound.Problem) {
	headers := r.Header.Values("Authorization")
	switch {
	case len(headers) > 0:
		refused := "the request has more than one Authorization header"
		if len(headers) == 1 {
			var credential inbound.Credential
			if credential, refused = g.credential(headers[0]); refused == "" {
				return credential, nil
			}
		}
		if client := inbound.From(r.Context()).ClientIP; g.state.loud(client) {
			g.Logger.Warn("a request brought a wrong access token", zap.Stringer("client", client))
		}
		if g.development {
			return inbound.Credential{}, unauthorized("the hub is in development mode, since its access token " + Flaw(g.Token) + ": leave the Authorization header out")
		}
		return inbound.Credential{}, unauthorized(refused)
	case g.development:
		return inbound.Credential{Class: inbound.Owner}, g.refuseStrangers(r)
	}
	return inbound.Credential{}, unauthorized("send the access token as \"Authorization: Bearer ...\"")
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

// credential is what an Authorization header gives, or why it gives nothing. In development mode
// there is no token to hold.
func (g *Guard) credential(header string) (credential inbound.Credential, refused string) {
	scheme, token, _ := strings.Cut(header, " ")
	switch {
	case g.development || !strings.EqualFold(scheme, "Bearer"):
		return inbound.Credential{}, wrongToken
	case strings.HasPrefix(token, namedPrefix):
		// Told by its form, which is no secret, so that nothing is hashed twice.
		if credential, refused = g.state.Tokens.find(token); refused == "" {
			return credential, ""
		}
	default:
		refused = wrongToken
	}
	if g.isToken(token) {
		return inbound.Credential{Class: inbound.Owner}, ""
	}
	return inbound.Credential{}, refused
}

// isToken compares in constant time.
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
		caller, refusal := g.Authenticate(r)
		if refusal != nil {
			refusal.Write(w)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}

type callerKey struct{}

// From is who [Guard.Require] found to be behind a request.
func From(ctx context.Context) Caller {
	caller, _ := ctx.Value(callerKey{}).(Caller)
	return caller
}

// Tokens are those that the hub has issued.
func (g *Guard) Tokens() *Tokens { return g.state.Tokens }

// Pairings are the programs that ask for a token.
func (g *Guard) Pairings() *Pairings { return g.state.Pairings }

// NeedsPrivate refuses to hand out a token in development mode, which takes none.
func (g *Guard) NeedsPrivate() *inbound.Problem {
	if g.development {
		return privateTokenRequired()
	}
	return nil
}
