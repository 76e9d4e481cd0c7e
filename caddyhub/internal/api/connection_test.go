package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// ok is what an answer says that is well.
func ok[T any](r response) T {
	r.t.Helper()
	r.wantStatus(http.StatusOK)
	return decode[T](r)
}

// asked is a program that waits for the owner, by the address it is sent back to and what it asks for.
func (h *hub) asked(redirect, scope string) (id string) {
	h.t.Helper()
	info := inbound.Info{Scheme: "https", Host: "hub.example"}
	send := func(method, path, body string) (int, http.Header, string) {
		r, err := http.NewRequestWithContext(inbound.With(h.t.Context(), info), method, "https://hub.example"+path, strings.NewReader(body))
		if err != nil {
			h.t.Fatal(err)
		}
		w := httptest.NewRecorder()
		h.api.OAuth.Handler(r.URL.Path).ServeHTTP(w, r)
		return w.Code, w.Header(), w.Body.String()
	}
	_, _, made := send("POST", "/register", `{"client_name":"Claude","redirect_uris":["`+redirect+`"]}`)
	_, client, _ := strings.Cut(made, `"client_id":"`)
	client, _, _ = strings.Cut(client, `"`)
	q := url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {redirect}, "code_challenge": {strings.Repeat("x", 43)}, "code_challenge_method": {"S256"},
		"state": {"s"}, "scope": {scope},
	}
	status, header, text := send("GET", "/authorize?"+q.Encode(), "")
	id, waits := strings.CutPrefix(header.Get("Location"), "/ui/connect/")
	if !waits {
		h.t.Fatalf("%d %s %s", status, made, text)
	}
	return id
}

func TestTheOwnerSeesWhoAsks(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct {
		redirect, scope string
		want            ConnectionRequest
	}{
		{"https://claude.ai/callback", "write", ConnectionRequest{RedirectHost: "claude.ai", Scope: "write"}},
		{"http://127.0.0.1:5000/cb", "read", ConnectionRequest{RedirectHost: "127.0.0.1:5000", Loopback: true, Scope: "read"}},
		{"cursor://x/cb", "", ConnectionRequest{RedirectHost: "cursor://x/cb", App: true, Scope: "write"}},
	} {
		r := h.get("/api/oauth/requests/" + h.asked(c.redirect, c.scope))
		got := ok[ConnectionRequest](r)
		if got.RedirectHost != c.want.RedirectHost || got.Loopback != c.want.Loopback || got.App != c.want.App || got.Scope != c.want.Scope || got.ClientName != "Claude" || got.ClientHost != nil || got.Name != "Claude" {
			t.Errorf("%s: %+v", c.redirect, got)
		}
		if r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("it may be kept: %v", r.Header)
		}
	}
}

func TestTheOwnerDecidesOnAConnection(t *testing.T) {
	h := newHub(t)
	decide := func(id, how, body string) response { return h.post("/api/oauth/requests/"+id+"/"+how, body) }
	id := h.asked("https://claude.ai/callback", "write")
	decided := ok[ConnectionDecided](decide(id, "approve", `{"scope":"read","name":"laptop"}`))
	if !strings.HasPrefix(decided.Redirect, "https://claude.ai/callback?code=hubc_") || !strings.HasSuffix(decided.Redirect, "&state=s") {
		t.Errorf("%s", decided.Redirect)
	}
	decide(id, "approve", `{}`).wantStatus(http.StatusNotFound)
	id = h.asked("https://claude.ai/callback", "write")
	decide(id, "approve", `{"name":"two\nlines"}`).wantStatus(http.StatusUnprocessableEntity)
	decide(id, "approve", `{"scope":"owner"}`).wantStatus(http.StatusUnprocessableEntity)
	h.newToken("taken", inbound.Read, 0)
	if r := decide(id, "approve", `{"name":"Taken"}`); r.Status != http.StatusConflict || !strings.Contains(r.Body, `"conflict.connector_exists"`) {
		t.Errorf("%s", r.Body)
	}
	if decided = ok[ConnectionDecided](decide(id, "deny", `{}`)); !strings.Contains(decided.Redirect, "error=access_denied") {
		t.Errorf("%s", decided.Redirect)
	}
}

func TestTheAddressOfConnectors(t *testing.T) {
	h := newHub(t)
	b := ok[ServerBody](h.get("/api/server"))
	if b.ConnectorURL == nil || *b.ConnectorURL != "https://hub.example/mcp" {
		t.Errorf("%v", b.ConnectorURL)
	}
	c := ok[ConnectorCheck](h.post("/api/oauth/check", `{}`))
	if len(c.Steps) != 3 || c.Steps[0].State != "failed" || c.Steps[0].Said == nil || c.Steps[0].Said.Code != "connector.no_name" || c.Steps[1].State != "skipped" || c.Steps[2].Text != nil {
		t.Errorf("%+v", c.Steps)
	}
}

func TestWithoutAnIssuer(t *testing.T) {
	h := newHub(t)
	cfg := h.api.Config
	cfg.OAuth = nil
	h.api = New(cfg)
	b := ok[ServerBody](h.get("/api/server"))
	if b.ConnectorURL != nil {
		t.Errorf("%s", *b.ConnectorURL)
	}
	for _, path := range []string{"/api/oauth/check", "/api/oauth/requests/0/approve", "/api/oauth/requests/0/deny"} {
		if r := h.post(path, `{}`); r.Status != http.StatusNotFound || !strings.Contains(r.Body, "HUB_OAUTH_ISSUER") {
			t.Errorf("%s: %s", path, r.Body)
		}
	}
}
