package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestTokensOverREST(t *testing.T) {
	h := newHub(t)
	h.clock.Advance(time.Minute)
	made := h.post("/api/tokens", `{"name":"laptop","scope":"read","expires_in_days":90}`)
	made.wantStatus(http.StatusCreated)
	body := decode[CreatedToken](made)
	if made.Header.Get("Cache-Control") != "no-store" || made.Header.Get("Location") != "/api/tokens/"+body.ID || made.Header.Get("ETag") != "" {
		t.Errorf("headers %v", made.Header)
	}
	if body.Name != "laptop" || body.Scope != "read" || body.Kind != "named" || body.LastUsedAt != nil || !strings.HasPrefix(body.Token, "hubt_"+body.ID+"_") ||
		body.ExpiresAt == nil || !body.ExpiresAt.Equal(h.clock.Now().AddDate(0, 0, 90)) {
		t.Errorf("made %+v", body)
	}
	h.do(request{path: "/api/threads", headers: bearer(body.Token)}).wantStatus(http.StatusOK)
	h.post("/api/tokens", `{"name":"desk","expires_in_days":null}`).wantStatus(http.StatusCreated)
	r := h.get("/api/tokens")
	list := decode[[]TokenBody](r)
	if len(list) != 2 || r.Header.Get("X-Total-Count") != "2" || strings.Contains(r.Body, "hubt_") {
		t.Fatalf("list %s", r.Body)
	}
	for _, token := range list {
		switch {
		case token.Name == "laptop" && token.LastUsedAt != nil && token.LastUsedAt.Equal(h.clock.Now()):
		case token.Name == "desk" && token.LastUsedAt == nil && token.ExpiresAt == nil && token.Scope == "write":
		default:
			t.Errorf("listed %+v", token)
		}
	}
	h.do(request{method: http.MethodDelete, path: "/api/tokens/" + body.ID}).wantStatus(http.StatusNoContent)
	h.do(request{method: http.MethodDelete, path: "/api/tokens/" + body.ID}).wantProblem(http.StatusNotFound, "not-found", "")
	h.do(request{path: "/api/threads", headers: bearer(body.Token)}).wantProblem(http.StatusUnauthorized, "unauthorized", "")
}

func TestWrongTokensOverREST(t *testing.T) {
	h := newHub(t)
	h.newToken("laptop", inbound.Write, 0)
	for _, c := range []struct {
		name, body string
		status     int
		location   string
	}{
		{"no name", `{}`, 422, "body.name"},
		{"an empty name", `{"name":""}`, 422, "body.name"},
		{"another scope", `{"name":"a","scope":"owner"}`, 422, "body.scope"},
		{"no day", `{"name":"a","expires_in_days":0}`, 422, "body.expires_in_days"},
		{"too many days", `{"name":"a","expires_in_days":731}`, 422, "body.expires_in_days"},
		{"no number", `{"name":"a","expires_in_days":"9"}`, 422, "body.expires_in_days"},
		{"an unknown field", `{"name":"a","admin":true}`, 422, "body.admin"},
		{"a name that is taken", `{"name":"laptop"}`, 409, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			kind := "validation"
			if c.status == http.StatusConflict {
				kind = "conflict"
			}
			h.post("/api/tokens", c.body).wantProblem(c.status, kind, c.location)
		})
	}
	t.Run("with an Idempotency-Key", func(t *testing.T) {
		h.do(request{method: http.MethodPost, path: "/api/tokens", body: `{"name":"a"}`, headers: map[string]string{"Idempotency-Key": "k"}}).
			wantProblem(http.StatusUnprocessableEntity, "validation", "header.Idempotency-Key")
	})
	t.Run("in development mode", func(t *testing.T) {
		h.develop()
		r := h.do(request{
			method: http.MethodPost, path: "/api/tokens", body: `{"name":"a"}`,
			headers: map[string]string{"Authorization": ""}, info: inbound.Info{Loopback: true},
		})
		r.wantProblem(http.StatusForbidden, "private-token-required", "")
	})
}

// A key of one token is none of another's: an answer may hold the secret of a lease.
func TestAnIdempotencyKeyIsItsTokens(t *testing.T) {
	h := newHub(t)
	made, one := h.newToken("laptop", inbound.Write, 0)
	_, two := h.newToken("desk", inbound.Write, 0)
	thread := func(token string) string {
		headers := bearer(token)
		headers["Idempotency-Key"] = "k"
		r := h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"the same"}`, headers: headers})
		r.wantStatus(http.StatusCreated)
		return decode[ThreadBody](r).ID
	}
	first := thread(one)
	if thread(one) != first || thread(two) == first {
		t.Error("a repeated request is answered as another's")
	}
	if _, err := h.api.Auth.Tokens().Revoke(made.ID); err != nil {
		t.Fatal(err)
	}
	if _, later := h.newToken("laptop", inbound.Write, 0); thread(later) == first {
		t.Error("a request is answered as that of an earlier token of the name")
	}
}
