package api

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func pairingHeader(secret string) map[string]string {
	return map[string]string{"Authorization": "Pairing " + secret}
}

var anonymous = map[string]string{"Authorization": ""}

// askPairing begins a pairing as a program without a credential does.
func (h *hub) askPairing(name string, from byte) AskedPairing {
	h.t.Helper()
	r := h.do(request{
		method: http.MethodPost, path: "/api/pairings", body: `{"name":"` + name + `"}`, headers: anonymous,
		info: inbound.Info{ClientIP: netip.AddrFrom4([4]byte{192, 0, 2, from})},
	})
	r.wantStatus(http.StatusCreated)
	p := decode[AskedPairing](r)
	if r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Location") != "/api/pairings/"+p.ID || p.Secret == "" || p.Code == "" {
		h.t.Errorf("asked: %v %s", r.Header, r.Body)
	}
	return p
}

func TestPairingOverREST(t *testing.T) {
	h := newHub(t)
	p := h.askPairing("laptop", 7)
	path := "/api/pairings/" + p.ID
	program := func() response { return h.do(request{path: path, headers: pairingHeader(p.Secret)}) }
	if r := program(); r.Body != `{"state":"waiting"}` || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the program sees %s", r.Body)
	}
	owner := h.asOwner()
	r := h.do(request{path: path, headers: owner})
	r.wantStatus(http.StatusOK)
	if seen := decode[PairingBody](r); seen.Code != p.Code || seen.Name != "laptop" || seen.Client != "192.0.2.7" || seen.Replaces != nil || strings.Contains(r.Body, p.Secret) {
		t.Errorf("the owner sees %s", r.Body)
	}
	h.do(request{method: http.MethodPost, path: path + "/token", headers: pairingHeader(p.Secret)}).wantProblem(http.StatusConflict, "conflict", "")
	h.do(request{method: http.MethodPost, path: path + "/allow", body: `{"name":"my laptop","scope":"read"}`, headers: owner}).wantStatus(http.StatusOK)
	if r := program(); r.Body != `{"state":"allowed"}` {
		t.Errorf("the program sees %s", r.Body)
	}
	r = h.do(request{method: http.MethodPost, path: path + "/token", headers: pairingHeader(p.Secret)})
	r.wantStatus(http.StatusOK)
	made := decode[CreatedToken](r)
	if made.Name != "my laptop" || made.Scope != "read" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("taken %s", r.Body)
	}
	h.do(request{path: "/api/threads", headers: bearer(made.Token)}).wantStatus(http.StatusOK)
	if again := h.do(request{method: http.MethodPost, path: path + "/token", headers: pairingHeader(p.Secret)}); decode[CreatedToken](again).Token != made.Token {
		t.Errorf("taken again %s", again.Body)
	}
}

// What the owner saw that it would end is said as the pairing says it: a name, or null.
func TestWhatAPairingMayReplaceOverREST(t *testing.T) {
	for _, c := range []struct {
		name, body string
		status     int
	}{
		{"what the pairing says", ``, 200},
		{"what the pairing says, by name", `{"replaces":"desk"}`, 200},
		{"nothing", `{"replaces":null}`, 409},
		{"another machine's", `{"name":"laptop"}`, 409},
		{"another machine's, by name", `{"name":"laptop","replaces":"laptop"}`, 200},
		{"no text", `{"replaces":1}`, 422},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.newToken("desk", inbound.Write, 0)
			h.newToken("laptop", inbound.Write, 0)
			path := "/api/pairings/" + h.askPairing("desk", 7).ID
			if seen := decode[PairingBody](h.do(request{path: path})); seen.Replaces == nil || *seen.Replaces != "desk" {
				t.Errorf("the owner sees %+v", seen)
			}
			r := h.do(request{method: http.MethodPost, path: path + "/allow", body: c.body})
			if r.wantStatus(c.status); c.status == 409 && !strings.Contains(r.Body, "token_exists") {
				t.Errorf("refused with %s", r.Body)
			}
		})
	}
}

func TestWrongPairings(t *testing.T) {
	h := newHub(t)
	p, other := h.askPairing("laptop", 7), h.askPairing("desk", 8)
	_, writing := h.newToken("agent", inbound.Write, 0)
	path := "/api/pairings/" + p.ID
	with := func(headers map[string]string, name, value string) map[string]string {
		all := map[string]string{name: value}
		for k, v := range headers {
			all[k] = v
		}
		return all
	}
	for _, c := range []struct {
		name, method, path, body string
		headers                  map[string]string
		status                   int
	}{
		{"seen with another's secret", "GET", path, "", pairingHeader(other.Secret), 401},
		{"taken with another's secret", "POST", path + "/token", "", pairingHeader(other.Secret), 401},
		{"taken by the owner", "POST", path + "/token", "", nil, 401},
		{"taken by nobody", "POST", path + "/token", "", anonymous, 401},
		{"allowed by the program", "POST", path + "/allow", "", pairingHeader(p.Secret), 401},
		{"allowed by an agent", "POST", path + "/allow", "", bearer(writing), 403},
		{"another route with the secret", "GET", "/api/threads", "", pairingHeader(p.Secret), 401},
		{"no such pairing", "GET", "/api/pairings/nothing", "", pairingHeader(p.Secret), 404},
		{"no such pairing, for the owner", "GET", "/api/pairings/nothing", "", nil, 404},
		{"allowed as an owner", "POST", path + "/allow", `{"scope":"owner"}`, nil, 422},
		{"a key for asking", "POST", "/api/pairings", `{"name":"a"}`, with(anonymous, "Idempotency-Key", "k"), 422},
		{"a key for taking", "POST", path + "/token", "", with(pairingHeader(p.Secret), "Idempotency-Key", "k"), 422},
		{"a key for allowing", "POST", path + "/allow", "", map[string]string{"Idempotency-Key": "k"}, 422},
		{"no name", "POST", "/api/pairings", `{}`, anonymous, 422},
		{"a long name", "POST", "/api/pairings", `{"name":"` + strings.Repeat("a", 41) + `"}`, anonymous, 422},
		{"a parameter", "POST", "/api/pairings?token=1", `{"name":"a"}`, anonymous, 422},
		{"a long body", "POST", "/api/pairings", `{"name":"` + strings.Repeat("a", 17<<10) + `"}`, anonymous, 413},
		{"no JSON", "POST", "/api/pairings", `{`, anonymous, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.do(request{method: c.method, path: c.path, body: c.body, headers: c.headers}).wantStatus(c.status)
		})
	}
	t.Run("too many of an address", func(t *testing.T) {
		for range 4 {
			h.askPairing("laptop", 9)
		}
		last := request{method: http.MethodPost, path: "/api/pairings", body: `{"name":"a"}`, headers: anonymous, info: inbound.Info{ClientIP: netip.AddrFrom4([4]byte{192, 0, 2, 9})}}
		h.do(last).wantStatus(http.StatusCreated)
		r := h.do(last)
		if r.wantProblem(http.StatusTooManyRequests, "throttled", ""); r.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
	t.Run("in development mode", func(t *testing.T) {
		h.develop()
		h.do(request{method: http.MethodPost, path: "/api/pairings", body: `{"name":"a"}`, headers: anonymous, info: inbound.Info{Loopback: true}}).
			wantProblem(http.StatusForbidden, "private-token-required", "")
	})
}
