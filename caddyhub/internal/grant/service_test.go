package grant

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestMetadata(t *testing.T) {
	h := newHouse(t)
	var server map[string]any
	h.get(metadataPath).read(&server)
	for name, want := range map[string]any{
		"issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token", "registration_endpoint": issuer + "/register",
		"revocation_endpoint": issuer + "/revoke", "client_id_metadata_document_supported": true, "authorization_response_iss_parameter_supported": true,
	} {
		if server[name] != want {
			t.Errorf("%s is %v, want %v", name, server[name], want)
		}
	}
	for name, want := range map[string]string{
		"response_types_supported": "code", "grant_types_supported": "authorization_code refresh_token", "code_challenge_methods_supported": "S256",
		"token_endpoint_auth_methods_supported": "none", "scopes_supported": "read write offline_access",
	} {
		var got []string
		for _, one := range server[name].([]any) {
			got = append(got, one.(string))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, path := range []string{protectedPath, protectedPath + "/mcp"} {
		var resource resourceMetadata
		h.get(path).read(&resource)
		if resource.Resource != issuer+"/mcp" || !slices.Equal(resource.AuthorizationServers, []string{issuer}) || !slices.Equal(resource.Scopes, []string{"read", "write"}) || !slices.Equal(resource.BearerMethods, []string{"header"}) {
			t.Errorf("%s: %+v", path, resource)
		}
	}
}

// Programs that have a token of their own must find no OAuth: many drop the token then.
func TestWhereOAuthIs(t *testing.T) {
	at := func(scheme, host, prefix string) inbound.Info {
		return inbound.Info{Scheme: scheme, Host: host, Prefix: prefix}
	}
	for _, c := range []struct {
		name   string
		issuer string
		info   inbound.Info
		path   string
		want   bool
	}{
		{"at the issuer", issuer, at("https", "hub.example", ""), metadataPath, true},
		{"in capitals, with the port", issuer, at("https", "HUB.EXAMPLE:443", ""), tokenPath, true},
		{"by the resource's own path", issuer, at("https", "hub.example", ""), protectedPath + "/mcp", true},
		{"on this machine", issuer, at("http", "127.0.0.1:8787", ""), metadataPath, false},
		{"on another name", issuer, at("https", "mesh.example", ""), metadataPath, false},
		{"on another port", issuer, at("https", "hub.example:8443", ""), metadataPath, false},
		{"by plain http", issuer, at("http", "hub.example", ""), metadataPath, false},
		{"under a prefix", issuer, at("https", "hub.example", "/hub"), metadataPath, false},
		{"without an issuer", "", at("https", "hub.example", ""), metadataPath, false},
		{"OpenID", issuer, at("https", "hub.example", ""), "/.well-known/openid-configuration", false},
		{"another path", issuer, at("https", "hub.example", ""), "/authorize/x", false},
		{"the API", issuer, at("https", "hub.example", ""), "/api/threads", false},
	} {
		if got := At(c.issuer, c.info, c.path); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// What a 401 of the resource tells, by what was brought and where to.
func TestChallenges(t *testing.T) {
	h := newHouse(t)
	_, p := h.connect("Claude")
	const told = `, resource_metadata="` + issuer + `/.well-known/oauth-protected-resource/mcp"`
	challenge := func(host, header string) string {
		r := httptest.NewRequest(http.MethodPost, resourcePath, nil)
		if header != "" {
			r.Header.Set("Authorization", header)
		}
		r = r.WithContext(inbound.With(r.Context(), inbound.Info{Scheme: "https", Host: host}))
		_, refusal := h.Bearer(r, func(r *http.Request) (inbound.Credential, *inbound.Problem) {
			if r.Header.Get("Authorization") == "Bearer right" {
				return inbound.Credential{Class: inbound.Owner}, nil
			}
			return inbound.Credential{}, inbound.NewProblem(http.StatusUnauthorized, "no")
		})
		if refusal == nil {
			return "passes"
		}
		w := httptest.NewRecorder()
		refusal.Write(w)
		return w.Header().Get("WWW-Authenticate")
	}
	expired := p.AccessToken
	for _, c := range []struct{ name, host, header, want string }{
		{"nothing", "hub.example", "", `Bearer realm="hub"` + told},
		{"the access token", "hub.example", "Bearer right", "passes"},
		{"a wrong token", "hub.example", "Bearer wrong", `Bearer realm="hub"`},
		{"a wrong token with a name", "hub.example", "Bearer hubt_000000000000_" + strings.Repeat("A", 43), `Bearer realm="hub"`},
		{"a connector's", "hub.example", "Bearer " + expired, "passes"},
		{"a connector's, spelt otherwise", "hub.example", "bearer " + expired, "passes"},
		{"one that was revoked", "hub.example", "Bearer " + accessPrefix + "000000000000_" + strings.Repeat("A", 43), `Bearer realm="hub", error="invalid_token"` + told},
		{"one that is none", "hub.example", "Bearer " + accessPrefix + "x", `Bearer realm="hub", error="invalid_token"` + told},
		{"a refresh token", "hub.example", "Bearer " + p.RefreshToken, `Bearer realm="hub"`},
		{"nothing, elsewhere", "127.0.0.1:8787", "", `Bearer realm="hub"`},
		{"a connector's, elsewhere", "127.0.0.1:8787", "Bearer " + expired, `Bearer realm="hub"`},
	} {
		if got := challenge(c.host, c.header); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	h.clock.Advance(DefaultAccessTTL)
	if got := challenge("hub.example", "Bearer "+expired); got != `Bearer realm="hub", error="invalid_token"`+told {
		t.Errorf("expired: %s", got)
	}
	t.Run("a token that may only read", func(t *testing.T) {
		refusal := inbound.Credential{Name: "Claude", Class: inbound.Read, ResourceMetadata: h.metadata()}.Refuse(inbound.Write)
		w := httptest.NewRecorder()
		refusal.Write(w)
		if got := w.Header().Get("WWW-Authenticate"); w.Code != http.StatusForbidden || got != `Bearer error="insufficient_scope", scope="write"`+told {
			t.Errorf("%d %s", w.Code, got)
		}
	})
}

// A connector's token is known at the issuer alone, as long as it holds, and looking is no use of it.
func TestKnows(t *testing.T) {
	h := newHouse(t)
	_, p := h.connect("Claude")
	h.clock.Advance(time.Minute)
	knows := func(s *Service, host, header string) bool {
		r := httptest.NewRequest(http.MethodPost, resourcePath, nil)
		if header != "" {
			r.Header.Set("Authorization", header)
		}
		return s.Knows(r.WithContext(inbound.With(r.Context(), inbound.Info{Scheme: "https", Host: host})))
	}
	used := h.State.Connectors()[0].LastUsedAt
	for _, c := range []struct {
		name         string
		service      *Service
		host, header string
		want         bool
	}{
		{"a connector's", h.Service, "hub.example", "Bearer " + p.AccessToken, true},
		{"elsewhere", h.Service, "127.0.0.1:8787", "Bearer " + p.AccessToken, false},
		{"without connectors", nil, "hub.example", "Bearer " + p.AccessToken, false},
		{"one that is none", h.Service, "hub.example", "Bearer " + accessPrefix + "000000000000_" + strings.Repeat("A", 43), false},
		{"a refresh token", h.Service, "hub.example", "Bearer " + p.RefreshToken, false},
		{"nothing", h.Service, "hub.example", "", false},
	} {
		if got := knows(c.service, c.host, c.header); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	if got := h.State.Connectors()[0].LastUsedAt; !got.Equal(used) {
		t.Errorf("looking used it at %s", got)
	}
	h.clock.Advance(DefaultAccessTTL)
	if knows(h.Service, "hub.example", "Bearer "+p.AccessToken) {
		t.Error("it has expired")
	}
}

// What the check of a credential costs with as many tokens and connectors as there may be: today's
// check alone, the same with an issuer set, and a connector's.
func BenchmarkBearer(b *testing.B) {
	h := newHouse(b)
	clock := auth.Clock{Now: h.clock.Now, Mono: func() time.Duration { return 0 }}
	state := auth.NewState(h.dir, clock, h.log)
	guard := auth.NewGuard(state, auth.Config{Token: strings.Repeat("x", 43)})
	named := ""
	for i := range 64 {
		_, text, err := state.Tokens.Create(tokenInput(fmt.Sprint("machine ", i)))
		if err != nil {
			b.Fatal(err)
		}
		named = text
	}
	client, connector := h.clientID("Claude"), ""
	for range maxGrants {
		p := h.redeem(client, h.allowed(client)).pairOf()
		for range maxAccess {
			p = h.refresh(client, p.RefreshToken).pairOf()
		}
		connector = p.AccessToken
	}
	request := func(token string) *http.Request {
		r := httptest.NewRequest(http.MethodPost, resourcePath, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		return r.WithContext(inbound.With(r.Context(), inbound.Info{Scheme: "https", Host: "hub.example"}))
	}
	for _, c := range []struct {
		name    string
		service *Service
		token   string
	}{{"a token, without connectors", nil, named}, {"a token", h.Service, named}, {"a connector", h.Service, connector}} {
		r := request(c.token)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, refusal := c.service.Bearer(r, guard.Bearer); refusal != nil {
					b.Fatal(refusal)
				}
			}
		})
	}
}
