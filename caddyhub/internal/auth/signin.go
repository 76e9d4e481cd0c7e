package auth

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// The bounds of a dashboard password, in code points. It is never trimmed or normalised.
const (
	minPassword = 12
	maxPassword = 1024
)

// Routes are the handlers under /api/auth, by method and path. They need no credential:
// each verifies its own. No answer repeats anything of the request: locations and messages
// are constants. The caller has checked the content type; its own refusals need
// [ForbidCaching] as well.
func (g *Guard) Routes() map[string]http.HandlerFunc {
	routes := map[string]http.HandlerFunc{
		"GET /api/auth/status":   g.status,
		"POST /api/auth/login":   g.private(g.write(g.login, "password", "token")),
		"PUT /api/auth/password": g.private(g.write(g.changePassword, "current_method", "current_secret", "new_password")),
		"POST /api/auth/logout":  g.write(g.logout),
	}
	for pattern, handler := range routes {
		routes[pattern] = func(w http.ResponseWriter, r *http.Request) {
			ForbidCaching(w.Header())
			handler(w, r)
		}
	}
	return routes
}

// ForbidCaching sets the headers of every answer under /api/auth.
func ForbidCaching(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Pragma", "no-cache")
	h.Set("Vary", "Cookie")
}

// Status is the answer of GET /api/auth/status, always with these four fields.
type Status struct {
	PasswordConfigured bool        `json:"password_configured"`
	DevelopmentMode    bool        `json:"development_mode"`
	Authenticated      bool        `json:"authenticated"`
	ExpiresAt          *store.Time `json:"expires_at" format:"date-time"`
}

// Session is the answer to a sign-in.
type Session struct {
	Authenticated bool       `json:"authenticated"`
	ExpiresAt     store.Time `json:"expires_at" format:"date-time"`
}

func (g *Guard) status(w http.ResponseWriter, r *http.Request) {
	if refusal := g.refuseForeign(r, false); refusal != nil {
		refusal.Write(w)
		return
	}
	s := Status{PasswordConfigured: g.state.Password.Configured(), DevelopmentMode: g.development}
	if g.development {
		s.Authenticated = g.refuseStrangers(r) == nil
	} else if left, ok := g.state.Sessions.Left(sessionSecret(r), g.digest); ok {
		s.Authenticated, s.ExpiresAt = true, new(store.At(g.state.now().Add(left)))
	}
	writeJSON(w, s)
}

// write wraps the writes: the rules for browsers first, then the form of the body, which
// may have the known fields and no others.
func (g *Guard) write(next func(http.ResponseWriter, *http.Request, form), known ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if refusal := g.refuseForeign(r, true); refusal != nil {
			refusal.Write(w)
			return
		}
		f, refusal := readForm(w, r, known)
		if refusal != nil {
			refusal.Write(w)
			return
		}
		next(w, r, f)
	}
}

// private refuses what makes no sense without a token that could be kept secret.
func (g *Guard) private(next http.HandlerFunc) http.HandlerFunc {
	if !g.development {
		return next
	}
	return func(w http.ResponseWriter, _ *http.Request) { privateTokenRequired().Write(w) }
}

func (g *Guard) login(w http.ResponseWriter, r *http.Request, f form) {
	_, byPassword := f["password"]
	_, byToken := f["token"]
	if byPassword == byToken {
		inbound.Invalid("body", "must hold exactly one of password and token").Write(w)
		return
	}
	method := "password"
	if byToken {
		method = "token"
	}
	secret, refusal := f.text(method)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	verified, ok := g.attempt(w, r, method, secret)
	if !ok {
		return
	}
	var session string
	if err := g.state.Password.whileStill(verified, func() error {
		g.endSessions(r)
		session = g.state.Sessions.Start(g.digest)
		return nil
	}); err != nil {
		notValid().Write(w)
		return
	}
	if method == "password" && g.isToken(secret) {
		g.Logger.Warn("the dashboard password equals the access token: change one of them")
	}
	g.Logger.Info("a browser signed in", zap.String("method", method), zap.Stringer("client", inbound.From(r.Context()).ClientIP))
	g.welcome(w, r, session)
}

func (g *Guard) changePassword(w http.ResponseWriter, r *http.Request, f form) {
	c, refusal := readChange(f)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	verified, ok := g.attempt(w, r, c.method, c.secret)
	if !ok {
		return
	}
	// Only now: before, the answer would tell anyone whether a guess is the token.
	if g.isToken(c.password) {
		inbound.Invalid("body.new_password", "must differ from the access token").Write(w)
		return
	}
	var session string
	switch err := g.state.Password.set(r.Context(), c.password, verified, func() {
		g.state.Sessions.EndAll()
		session = g.state.Sessions.Start(g.digest)
	}); {
	case errors.Is(err, errChanged):
		notValid().Write(w)
		return
	case err != nil:
		g.cannot(w, err)
		return
	}
	g.Logger.Info("the dashboard password was set", zap.Stringer("client", inbound.From(r.Context()).ClientIP))
	g.welcome(w, r, session)
}

// change is a checked request to set the password.
type change struct{ method, secret, password string }

func readChange(f form) (c change, refusal *inbound.Problem) {
	for _, field := range []struct {
		name string
		to   *string
	}{{"current_method", &c.method}, {"current_secret", &c.secret}, {"new_password", &c.password}} {
		if *field.to, refusal = f.text(field.name); refusal != nil {
			return c, refusal
		}
	}
	if c.method != "password" && c.method != "token" {
		return c, inbound.Invalid("body.current_method", "must be password or token")
	}
	if n := utf8.RuneCountInString(c.password); n < minPassword || n > maxPassword {
		return c, inbound.Invalid("body.new_password", "must have 12 to 1,024 characters")
	}
	return c, nil
}

func (g *Guard) logout(w http.ResponseWriter, r *http.Request, _ form) {
	if _, ok := g.state.Sessions.Left(sessionSecret(r), g.digest); ok {
		g.Logger.Info("a browser signed out", zap.Stringer("client", inbound.From(r.Context()).ClientIP))
	}
	g.endSessions(r)
	g.clearCookies(w)
	w.WriteHeader(http.StatusNoContent)
}

// endSessions ends whatever a browser brings, under either name.
func (g *Guard) endSessions(r *http.Request) {
	for _, name := range []string{secureCookie, plainCookie} {
		if c, err := r.Cookie(name); err == nil {
			g.state.Sessions.End(c.Value)
		}
	}
}

// attempt verifies a credential under the throttle. When it does not hold, the refusal has
// been written: one sentence, whatever the cause. After a password it returns the hash the
// password was held against.
func (g *Guard) attempt(w http.ResponseWriter, r *http.Request, method, secret string) (verified *hashed, ok bool) {
	client := inbound.From(r.Context()).ClientIP
	wait, ok := g.state.Throttle.Reserve(client)
	if !ok {
		if g.state.loud(client) {
			g.Logger.Warn("sign-in attempts are throttled", zap.Stringer("client", client))
		}
		p := inbound.NewProblem(http.StatusTooManyRequests, "too many attempts from this address: wait and try again")
		p.RetryAfter = wait
		p.Write(w)
		return nil, false
	}
	var err error
	if method == "token" {
		ok = g.isToken(secret)
	} else if verified, ok, err = g.state.Password.verify(r.Context(), secret); err != nil {
		if errors.Is(err, errHasherFull) {
			g.state.Throttle.Return(client)
		}
		g.cannot(w, err)
		return nil, false
	}
	if !ok {
		g.Logger.Warn("a sign-in attempt failed", zap.String("method", method), zap.Stringer("client", client))
		notValid().Write(w)
		return nil, false
	}
	g.state.Throttle.Clear(client)
	return verified, true
}

func notValid() *inbound.Problem { return unauthorized("this password or token is not valid") }

// welcome hands a browser its new session.
func (g *Guard) welcome(w http.ResponseWriter, r *http.Request, session string) {
	g.setCookie(w, r, session)
	writeJSON(w, Session{Authenticated: true, ExpiresAt: store.At(g.state.now().Add(SessionLength))})
}

// cannot answers when hashing has no room or the disk refuses the file. The old password
// and its sessions stand.
func (g *Guard) cannot(w http.ResponseWriter, err error) {
	detail := "too many passwords are being checked: try again in a moment, or sign in with the token"
	if !errors.Is(err, errHasherBusy) {
		g.Logger.Error("store the dashboard password", zap.Error(err))
		detail = "the password could not be stored: is the disk full or read-only?"
	}
	p := inbound.NewProblem(http.StatusServiceUnavailable, detail)
	p.RetryAfter = time.Second
	p.Write(w)
}

func writeJSON(w http.ResponseWriter, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		body = []byte("{}") // cannot happen: the fields are booleans and times
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}
