package caddyhub

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// Handler serves the hub under /api, /mcp and /ui and hands every other path on. Behind
// `handle_path` the hub lives under a prefix.
type Handler struct {
	// Alone says that the server is the hub's alone: the bodies of requests for other paths, too,
	// then have to arrive in the hub's times. Default: false, other handlers see to theirs.
	Alone bool `json:"alone,omitempty"`

	app *App
	log *zap.Logger
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.hub",
		New: func() caddy.Module { return new(Handler) },
	}
}

// Provision joins the handler to its app, which need not be configured, and checks that
// the app's token allows the addresses the server listens on.
func (h *Handler) Provision(ctx caddy.Context) error {
	app, err := ctx.App("hub")
	if err != nil {
		return err
	}
	h.app = app.(*App)
	h.log = ctx.Logger()
	server, ok := ctx.Value(caddyhttp.ServerCtxKey).(*caddyhttp.Server)
	if !ok {
		return fmt.Errorf("the hub can only be served by an HTTP server")
	}
	if err := checkListeners(server.Listen, h.app.settings.Token); err != nil {
		return err
	}
	if address := widerThanNamed(server.Listen, server.Routes); address != "" && h.app.wideAt != address {
		h.app.wideAt = address
		h.log.Warn("the site is named by an address of this machine alone, but listens where others can reach it: "+
			"write \"bind 127.0.0.1\" into it, or name it as others do", zap.String("listens_on", address))
	}
	// A server that shuts down waits for its requests, and a stream would never end. It is
	// not told by App.Stop, which may come later.
	server.RegisterOnShutdown(h.app.shutDown)
	return noteAddresses(ctx, server)
}

// area is a part of the hub's paths.
type area string

const (
	areaNone   area = "" // not the hub's
	areaAPI    area = "api"
	areaMCP    area = "mcp"
	areaUI     area = "ui"
	areaAbsent area = "absent"
	areaOAuth  area = "oauth" // at the issuer's origin alone
)

// areaOf is the area a path belongs to.
func areaOf(path string) area {
	under := func(base string) bool { return path == base || strings.HasPrefix(path, base+"/") }
	switch {
	case under("/api"):
		return areaAPI
	case path == "/mcp", path == "/mcp/":
		return areaMCP
	case under("/ui"):
		return areaUI
	// An answer at the places where MCP clients look for OAuth makes them throw away the
	// token they were given, so no other handler may answer there.
	case strings.HasPrefix(path, "/.well-known/oauth-"), under("/.well-known/openid-configuration"),
		under("/mcp/.well-known"), path == "/register":
		return areaAbsent
	}
	return areaNone
}

// serveAbsent says that there is no OAuth here or, where there is, that it is not at this address.
func (a *App) serveAbsent(w http.ResponseWriter, r *http.Request) {
	detail := "this hub has no OAuth: send the access token as \"Authorization: Bearer ...\""
	if a.grants.Here(r) {
		detail = "nothing is at this address: /.well-known/oauth-authorization-server says where OAuth is"
	}
	inbound.NewProblem(http.StatusNotFound, detail).Write(w)
}

// serveOAuth serves what there is of it in this configuration.
func (a *App) serveOAuth(w http.ResponseWriter, r *http.Request) {
	if handler := a.grants.Handler(r.URL.Path); handler != nil {
		handler.ServeHTTP(w, r)
		return
	}
	a.serveAbsent(w, r)
}

// serveEnding says that this configuration is at its end; another may follow.
func serveEnding(w http.ResponseWriter) {
	p := inbound.NewProblem(http.StatusServiceUnavailable, "the hub is shutting down: send the request again")
	p.RetryAfter = time.Second
	p.Write(w)
}

// ServeHTTP answers a request for one of the hub's paths completely: no error of the hub
// becomes an answer of Caddy's.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	a := areaOf(r.URL.Path)
	if issuer := h.app.settings.OAuth.Issuer; issuer != "" && grant.At(issuer, h.app.settings.identify(r), r.URL.Path) {
		a = areaOAuth
	}
	if api.HoldsSecret(r) {
		caddyhttp.SetVar(r.Context(), caddyhttp.LogSkipVar, true) // of the access log
	}
	if a == areaNone && !h.Alone {
		return next.ServeHTTP(w, r)
	}
	keep(r)
	if h.app.opened() != nil { // Start says why, and this configuration is on its way out
		setSecurityHeaders(w.Header(), h.app.settings.identify(r).Scheme, r.Header)
		serveEnding(w)
		return nil
	}
	answer := newResponse(w, r)
	defer answer.release()
	if a == areaNone {
		if refusal := refuseCredential(r); refusal != nil {
			refusal.Write(answer)
			answer.drain()
			return nil
		}
		r = r.WithContext(inbound.With(r.Context(), h.app.settings.identify(r)))
		answer.body = h.app.takeBody(w, r)
		err := next.ServeHTTP(answer, r)
		answer.drain()
		return err
	}
	h.serve(answer, r, a)
	answer.drain()
	return nil
}

// serve takes a request through the checks that hold for every area, and to its handler.
func (h *Handler) serve(w *response, r *http.Request, a area) {
	rt := h.app.runtime
	info := h.app.settings.identify(r)
	h.warnOfProxy(r)
	defer func() { rt.metrics.count(a, w.Status()) }()
	defer h.recoverPanic(w, info, a)
	setSecurityHeaders(w.Header(), info.Scheme, r.Header)
	r = r.WithContext(inbound.With(r.Context(), info))
	w.body = h.app.takeBody(w.ResponseWriter, r)
	if !rt.gate.enter() {
		serveEnding(w)
		return
	}
	defer rt.gate.leave()
	if refusal := h.app.refuse(r, info); refusal != nil {
		refusal.Write(w)
		return
	}
	h.app.handlers[a].ServeHTTP(w, r)
}

// refuse is the judgement on a request before its area sees it: nil lets it pass.
func (a *App) refuse(r *http.Request, info inbound.Info) *inbound.Problem {
	if refusal := refuseCredential(r); refusal != nil {
		return refusal
	}
	if r.URL.Path != "/api/health" && !a.settings.allowsHost(info.Host) {
		return inbound.NewProblem(http.StatusForbidden, fmt.Sprintf(
			"the hub does not answer to the host name %q: add it to allowed_hosts (HUB_ALLOWED_HOSTS)", info.Host))
	}
	if r.Method == http.MethodTrace || r.Method == http.MethodConnect {
		p := inbound.NewProblem(http.StatusMethodNotAllowed, "the hub does not know this method")
		p.Allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
		return p
	}
	return nil
}

// recoverPanic turns a panic into a problem document. The log has the stack and the type of the
// value, never the value: it may hold text of the owner's.
func (h *Handler) recoverPanic(w *response, info inbound.Info, a area) {
	value := recover()
	if value == nil {
		return
	}
	if value == http.ErrAbortHandler { //nolint:errorlint // net/http compares it the same way
		panic(value)
	}
	h.log.Error("panic while serving a request",
		zap.String("request_id", info.ID),
		zap.String("area", string(a)),
		zap.String("type", fmt.Sprintf("%T", value)),
		zap.ByteString("stack", debug.Stack()))
	if w.Begun() {
		// The answer has begun: only a cut connection tells the client that it is not whole.
		panic(http.ErrAbortHandler)
	}
	p := inbound.NewProblem(http.StatusInternalServerError, "the hub failed to answer: its log has the details under the request id")
	p.RequestID = info.ID
	p.Write(w)
}
