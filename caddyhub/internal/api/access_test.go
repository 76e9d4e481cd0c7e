package api

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// exceptions are the routes whose class does not follow from their method.
var exceptions = map[inbound.Class][]string{
	inbound.Open: {
		"GET /api/health", "GET /api/auth/status", "POST /api/auth/login", "PUT /api/auth/password", "POST /api/auth/logout",
		"POST /api/act", "GET /api/calendar/{file}", "POST /api/pairings", "POST /api/pairings/{id}/token",
	},
	inbound.Owner: {
		"PUT /api/preferences", "POST /api/backup", "POST /api/imports", "GET /api/imports/{id}", "POST /api/imports/{id}/apply",
		"DELETE /api/projects/{slug}", "POST /api/threads/{id}/merge", "DELETE /api/threads/{id}", "DELETE /api/wiki/{path...}", "POST /api/events:undo",
		"GET /api/approvals", "POST /api/approvals/{id}/approve", "POST /api/approvals/{id}/reject",
		"POST /api/threads/{id}/keep",
		"GET /api/gateway", "PUT /api/gateway", "POST /api/gateway/test", "GET /api/gateway/preview", "GET /api/deliveries",
		"GET /api/notify", "PUT /api/notify", "POST /api/notify/{channel}/test",
		"GET /api/notify/push", "PUT /api/notify/push/devices/{id}", "DELETE /api/notify/push/devices/{id}",
		"GET /api/forge", "PUT /api/forge", "POST /api/forge/test", "POST /api/forge/scan", "POST /api/forge/import",
		"POST /api/forge/sync", "POST /api/forge/accept", "POST /api/forge/restore", "POST /api/forge/cancel",
		"GET /api/forge/conflicts", "POST /api/forge/conflicts/{id}/resolve",
		"GET /api/tokens", "POST /api/tokens", "DELETE /api/tokens/{id}",
		"GET /api/calendar", "POST /api/calendar", "DELETE /api/calendar",
		"POST /api/oauth/check", "GET /api/oauth/requests/{id}", "POST /api/oauth/requests/{id}/approve", "POST /api/oauth/requests/{id}/deny",
		"GET /api/pairings/{id}", "POST /api/pairings/{id}/allow", "POST /api/pairings/{id}/deny",
	},
}

// classOf is what a route must ask of a credential.
func classOf(pattern string) inbound.Class {
	for class, patterns := range exceptions {
		if slices.Contains(patterns, pattern) {
			return class
		}
	}
	if strings.HasPrefix(pattern, "GET ") {
		return inbound.Read
	}
	return inbound.Write
}

// newToken makes a token with a name.
func (h *hub) newToken(name string, class inbound.Class, days int) (auth.Token, string) {
	h.t.Helper()
	made, text, err := h.api.Auth.Tokens().Create(auth.TokenInput{Name: name, Class: class, Days: days})
	if err != nil {
		h.t.Fatal(err)
	}
	return made, text
}

func bearer(token string) map[string]string {
	return map[string]string{"Authorization": "Bearer " + token}
}

// Every route, with each kind of credential.
func TestEveryRouteAsksForItsClass(t *testing.T) {
	h := newHub(t)
	h.api.Stopping = closed() // a stream would not end by itself
	_, reading := h.newToken("reader", inbound.Read, 0)
	_, writing := h.newToken("writer", inbound.Write, 0)
	_, expired := h.newToken("expired", inbound.Write, 1)
	gone, revoked := h.newToken("gone", inbound.Write, 0)
	if _, err := h.api.Auth.Tokens().Revoke(gone.ID); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(25 * time.Hour)
	owner := h.asOwner()
	credentials := []struct {
		name    string
		headers map[string]string
		gives   inbound.Class
	}{
		{"none", map[string]string{"Authorization": ""}, inbound.Open},
		{"a read token", bearer(reading), inbound.Read},
		{"a write token", bearer(writing), inbound.Write},
		{"an expired token", bearer(expired), inbound.Open},
		{"a revoked token", bearer(revoked), inbound.Open},
		{"a session", owner, inbound.Owner},
		{"the access token", bearer(token), inbound.Owner},
	}
	known := map[string]bool{}
	wildcard := regexp.MustCompile(`\{[^}]*\}`)
	for _, p := range h.api.mux.patterns {
		pattern := p.method + " " + strings.Join(p.segments, "/")
		known[pattern] = true
		class := classOf(pattern)
		if got := h.api.mux.classes[pattern]; got != class {
			t.Errorf("%s is of the class %s, want %s", pattern, got, class)
		}
		path := wildcard.ReplaceAllString(strings.Join(p.segments, "/"), "nothing")
		for _, c := range credentials {
			r := h.do(request{method: p.method, path: path, headers: c.headers})
			challenge := r.Header.Get("WWW-Authenticate")
			switch {
			case class <= c.gives:
				if class > inbound.Open && r.Status == http.StatusUnauthorized || strings.Contains(challenge, "scope") {
					t.Errorf("%s with %s: %d %s", pattern, c.name, r.Status, r.Body)
				}
			case c.gives == inbound.Open:
				if r.Status != http.StatusUnauthorized || challenge != `Bearer realm="hub"` {
					t.Errorf("%s with %s: %d, %s", pattern, c.name, r.Status, challenge)
				}
			case r.Status != http.StatusForbidden || challenge != `Bearer error="insufficient_scope", scope="`+class.String()+`"`:
				t.Errorf("%s with %s: %d, %s", pattern, c.name, r.Status, challenge)
			}
			if pattern == "POST /api/auth/logout" {
				owner["Cookie"] = h.asOwner()["Cookie"]
			}
		}
	}
	for _, patterns := range exceptions {
		for _, pattern := range patterns {
			if !known[pattern] {
				t.Errorf("there is no %s", pattern)
			}
		}
	}
}

// The history shows no token what settings hold that only the owner may read, whoever has read it before.
func TestTheHistoryWithholdsWhatOnlyTheOwnerMayRead(t *testing.T) {
	h := newHub(t)
	_, text := h.newToken("laptop", inbound.Read, 0)
	agent := bearer(text)
	paths := []string{"/api/events", "/api/events?kind=settings", "/api/agents"}
	for path, body := range map[string]string{
		"/api/gateway": `{"webhook_url":"http://127.0.0.1:9/canary"}`,
		"/api/notify":  `{"ntfy":{"url":"http://canary.example"}}`,
		"/api/forge":   `{"url":"http://127.0.0.1:9/canary.git"}`,
	} {
		r := h.put(path, body)
		r.wantStatus(http.StatusOK)
		paths = append(paths, "/api/events/"+r.Header.Get("X-Hub-Event"))
	}
	theme := h.put("/api/preferences", `{"theme":"dark"}`).Header.Get("X-Hub-Event")
	for _, path := range paths {
		if r := h.get(path); path != "/api/agents" && !strings.Contains(r.Body, "canary") {
			t.Errorf("%s hides it from the owner: %s", path, r.Body)
		}
		r := h.do(request{path: path, headers: agent})
		r.wantStatus(http.StatusOK)
		if strings.Contains(r.Body, "canary") {
			t.Errorf("%s shows it to a token: %s", path, r.Body)
		}
		if r := h.get(path); path != "/api/agents" && !strings.Contains(r.Body, "canary") {
			t.Errorf("%s hides it from the owner, once a token has read it: %s", path, r.Body)
		}
	}
	if r := h.do(request{path: "/api/events/" + theme, headers: agent}); !strings.Contains(r.Body, `"theme":"dark"`) {
		t.Errorf("a preference is withheld: %s", r.Body)
	}
}

// What an agent must ask for over MCP, it cannot do over REST, unless it takes back its own.
func TestWhatATokenMayDoToOthersWork(t *testing.T) {
	h := newHub(t)
	_, text := h.newToken("laptop", inbound.Write, 0)
	agent := bearer(text)
	theirs, held := h.create(`{"summary":"of others","project_slug":"shop"}`).ID, h.create(`{"summary":"held"}`).ID
	h.post("/api/threads/"+held+"/claim", `{"holder":"codex"}`).wantStatus(http.StatusOK)
	ended := h.create(`{"summary":"ended"}`).ID
	h.post("/api/threads/"+ended+"/done", "").wantStatus(http.StatusOK)
	changed := h.do(request{method: http.MethodPatch, path: "/api/threads/" + theirs, body: `{"goal":"a goal"}`}).Header.Get("X-Hub-Event")

	created := h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"its own"}`, headers: agent})
	created.wantStatus(http.StatusCreated)
	undone := created.Header.Get("X-Hub-Event")
	own := decode[ThreadBody](h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"ended by itself"}`, headers: agent})).ID
	h.do(request{method: http.MethodPost, path: "/api/threads/" + own + "/done", headers: agent}).wantStatus(http.StatusOK)

	for _, c := range []struct {
		name, method, path, body string
		status                   int
	}{
		{"rename a project", http.MethodPatch, "/api/projects/shop", `{"slug":"store"}`, 403},
		{"keep a project's name", http.MethodPatch, "/api/projects/shop", `{"slug":"shop","description":"Sells"}`, 200},
		{"retitle a project", http.MethodPatch, "/api/projects/shop", `{"title":"Another"}`, 403},
		{"archive a project", http.MethodPatch, "/api/projects/shop", `{"archived":true}`, 403},
		{"undo others' change", http.MethodPost, "/api/events/" + changed + "/undo", "", 403},
		{"reopen what others ended", http.MethodPost, "/api/threads/" + ended + "/reopen", "", 403},
		{"force a change", http.MethodPatch, "/api/threads/" + held, `{"goal":"mine","force":true}`, 403},
		{"force an end", http.MethodPost, "/api/threads/" + held + "/done", `{"force":true}`, 403},
		{"force a deletion", http.MethodDelete, "/api/threads/" + held + "?force=true", "", 403},
		{"force an undo", http.MethodPost, "/api/events/" + undone + "/undo", `{"force":true}`, 403},
		{"reopen its own", http.MethodPost, "/api/threads/" + own + "/reopen", "", 200},
		{"undo its own", http.MethodPost, "/api/events/" + undone + "/undo", "", 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.do(request{method: c.method, path: c.path, body: c.body, headers: agent})
			r.wantStatus(c.status)
			if c.status == http.StatusForbidden && r.Header.Get("WWW-Authenticate") != `Bearer error="insufficient_scope", scope="owner"` {
				t.Errorf("%q", r.Header.Get("WWW-Authenticate"))
			}
		})
	}
	r := h.get("/api/events?via=laptop&kind=thread.created")
	if !strings.Contains(r.Body, `"via":"laptop"`) || r.Header.Get("X-Total-Count") != "2" {
		t.Errorf("the history: %s", r.Body)
	}
}

func TestAStreamEndsWithItsToken(t *testing.T) {
	h := newHub(t)
	made, text := h.newToken("laptop", inbound.Read, 0)
	_, other := h.newToken("desk", inbound.Read, 0)
	base, _ := h.streams()
	revoked, stays := listen(t, base, "", bearer(text)), listen(t, base, "", bearer(other))
	for _, l := range []*listener{revoked, stays} {
		if _, ok := l.next(); !ok {
			t.Fatal("the stream did not begin")
		}
	}
	h.do(request{method: http.MethodDelete, path: "/api/tokens/" + made.ID}).wantStatus(http.StatusNoContent)
	if m, ok := revoked.next(); ok { // at once: no ping has it look at its token
		t.Errorf("it goes on: %+v", m)
	}
	h.create(`{"summary":"told"}`)
	if _, ok := stays.next(); !ok {
		t.Error("the stream of another token ended")
	}
}
