package api

import (
	"net/http"
	"testing"
)

func TestAgentsAreSeen(t *testing.T) {
	h := newHub(t)
	as := func(agent string) map[string]string { return map[string]string{"User-Agent": agent} }
	h.do(request{path: "/api/threads?limit=5", headers: as("curl/8.5.0 (linux)")}).wantStatus(200)
	h.do(request{path: "/api/threads?limit=5", headers: as("curl/8.5.0 (linux)")}).wantStatus(200) // from the cache
	h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"a","source_tool":"codex"}`, headers: as("curl")}).wantStatus(201)
	h.do(request{path: "/api/threads/nothing", headers: as("cursor")}).wantStatus(404)
	h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"secret":"s"}`, headers: as("cursor")}).wantStatus(422)
	// None of these is an agent of this hub's.
	h.do(request{path: "/api/threads", headers: map[string]string{"User-Agent": "stranger", "Authorization": "Bearer wrong"}}).wantStatus(401)
	h.do(request{path: "/api/nothing", headers: as("lost")}).wantStatus(404)
	owner := h.asOwner()
	owner["User-Agent"] = "Mozilla/5.0"
	r := h.do(request{path: "/api/clients", headers: owner})
	r.wantStatus(200)
	if r.Header.Get("X-Total-Count") != "3" || r.Header.Get("ETag") == "" {
		t.Errorf("headers %v", r.Header)
	}
	const at = "2026-05-04T09:30:00.000Z"
	want := `[{"name":"codex","kind":"rest","authenticated":true,"calls":1,"mcp_calls":0,"last_call":"POST /api/threads","last_at":"` + at + `","last_error":null,"last_error_at":null},` +
		`{"name":"curl","kind":"rest","authenticated":true,"calls":2,"mcp_calls":0,"last_call":"GET /api/threads","last_at":"` + at + `","last_error":null,"last_error_at":null},` +
		`{"name":"cursor","kind":"rest","authenticated":true,"calls":2,"mcp_calls":0,"last_call":"POST /api/threads","last_at":"` + at + `","last_error":"422 The input is not valid","last_error_at":"` + at + `"}]`
	if r.Body != want {
		t.Errorf("got  %s\nwant %s", r.Body, want)
	}
	// The list is never an old one.
	h.do(request{path: "/api/threads", headers: as("cursor")}).wantStatus(200)
	if again := h.do(request{path: "/api/clients", headers: owner}); again.Body == r.Body {
		t.Error("a call later the list is the same")
	}
}
