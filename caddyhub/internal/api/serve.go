package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// ServeHTTP answers one request. What every request passes, in its order, is this file.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if isAuth(r.URL.Path) {
		auth.ForbidCaching(w.Header())
	}
	pattern, refusal := a.mux.find(r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	r.Pattern = pattern
	if refusal := checkContentType(r); refusal != nil {
		refusal.Write(w)
		return
	}
	if a.mux.classes[pattern] == inbound.Open {
		a.serveOpen(w, r)
		return
	}
	if _, ok := pairingSecret(r); ok && pattern == pairingPattern {
		a.serveOpen(w, r)
		return
	}
	a.gated.ServeHTTP(w, r)
}

// maxOpenBody is the longest body of a stranger.
const maxOpenBody = 16 << 10

// serveOpen answers a request that needs no credential. Those for signing in read their body by
// themselves.
func (a *API) serveOpen(w http.ResponseWriter, r *http.Request) {
	if isAuth(r.URL.Path) || r.URL.Path == "/api/health" {
		a.mux.ServeHTTP(w, r)
		return
	}
	refusal := checkQuery(r.URL.RawQuery)
	if refusal == nil && r.Header.Get("Idempotency-Key") != "" && a.mux.secret[r.Pattern] {
		refusal = keyRefused()
	}
	if refusal == nil && !isRead(r) {
		_, refusal = a.readChange(w, r, maxOpenBody)
	}
	if refusal != nil {
		refusal.Write(w)
		return
	}
	if secret, ok := pairingSecret(r); ok {
		r = r.WithContext(withPairing(r.Context(), secret))
	}
	a.mux.ServeHTTP(w, r)
}

// serve answers an authenticated request. That of an agent is counted: it is called by the
// first word of its User-Agent, unless the request names a tool.
func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	caller := auth.From(r.Context())
	if refusal := caller.Refuse(a.mux.classes[r.Pattern]); refusal != nil {
		refusal.Write(w)
		return
	}
	if caller.Actor == store.Owner {
		a.answer(w, r)
		return
	}
	// Without its version, which a program changes and stays the same.
	name, _, _ := strings.Cut(r.UserAgent(), " ")
	name, _, _ = strings.Cut(name, "/")
	who, seen := &agent{name}, inbound.Record(w, nil)
	if !isRead(r) { // only changes are signed
		r = r.WithContext(context.WithValue(r.Context(), agentKey{}, who))
	}
	a.answer(seen, r)
	a.count(who.name, caller.Name, r.Pattern, seen.Status())
}

// count remembers an agent's request. An error is told by its status alone: what else the
// answer said may hold words of the request.
func (a *API) count(name, token, pattern string, status int) {
	call := inbound.Call{Client: name, Kind: inbound.REST, Token: token, What: pattern}
	if status >= http.StatusBadRequest {
		call.Failed = fmt.Sprintf("%d %s", status, inbound.NewProblem(status, "").Title)
	}
	a.Clients.Record(call)
}

// answer answers an authenticated request.
func (a *API) answer(w http.ResponseWriter, r *http.Request) {
	if refusal := checkQuery(r.URL.RawQuery); refusal != nil {
		refusal.Write(w)
		return
	}
	if isRead(r) {
		a.cache.serve(w, r, a.mux)
		return
	}
	if r.URL.Path == batchPath || r.URL.Path == importPath {
		a.mux.ServeHTTP(w, r)
		return
	}
	body, refusal := a.readChange(w, r, maxBody)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	if r.URL.Path == backupPath {
		a.mux.ServeHTTP(w, r) // no answer is kept for an Idempotency-Key: it would be the whole backup
		return
	}
	a.once(w, r, body)
}

// readChange reads the body of a change, whose headers are looked at before.
func (a *API) readChange(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *inbound.Problem) {
	if refusal := checkConditions(r.Header); refusal != nil {
		return nil, refusal
	}
	body, refusal := readBody(w, r, most)
	if refusal == nil && a.mux.noBody[r.Pattern] {
		refusal = checkNoBody(body)
	}
	return body, refusal
}

// isAuth reports whether a path belongs to signing in, whose answers are never cached.
func isAuth(path string) bool { return path == "/api/auth" || strings.HasPrefix(path, "/api/auth/") }

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }
