package grant

import (
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

func TestACodeIsExchanged(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	r := h.redeem(client, h.allowed(client))
	p := r.pairOf()
	if p.TokenType != "Bearer" || p.ExpiresIn != int64(DefaultAccessTTL/time.Second) || p.Scope != "read write" || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%+v %v", p, r.Header())
	}
	c, refusal := h.bearer("Bearer " + p.AccessToken)
	if refusal != nil || c.Name != "Claude" || c.Class != inbound.Write || c.Token == "" {
		t.Errorf("%+v %v", c, refusal)
	}
	h.wantConnectors("Claude")
	h.open() // a restart
	if !h.opens(p.AccessToken) {
		t.Error("it is forgotten after a restart")
	}
}

func TestACodeThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		name    string
		before  func(h *house)
		changes map[string]string // of the form; "-": left out
		code    string
		status  int
	}{
		{"too late", func(h *house) { h.clock.Advance(codeTTL) }, nil, "invalid_grant", 400},
		{"after a restart", func(h *house) { h.open() }, nil, "invalid_grant", 400},
		{"another verifier", nil, map[string]string{"code_verifier": verifier + "x"}, "invalid_grant", 400},
		{"the challenge as verifier", nil, map[string]string{"code_verifier": challengeOf(verifier)}, "invalid_grant", 400},
		{"no verifier", nil, map[string]string{"code_verifier": "-"}, "invalid_grant", 400},
		{"another address", nil, map[string]string{"redirect_uri": "https://evil.example/"}, "invalid_grant", 400},
		{"another code", nil, map[string]string{"code": codePrefix + "000000000000_" + strings.Repeat("A", 43)}, "invalid_grant", 400},
		{"no code", nil, map[string]string{"code": "-"}, "invalid_grant", 400},
		{"a code that is none", nil, map[string]string{"code": "x"}, "invalid_grant", 400},
		{"no program", nil, map[string]string{"client_id": "-"}, "invalid_client", 401},
		{"an unknown program", nil, map[string]string{"client_id": "000000000000"}, "invalid_client", 401},
		{"another program", nil, map[string]string{"client_id": "https://evil.example/app"}, "invalid_grant", 400},
		{"a short verifier", nil, map[string]string{"code_verifier": "x"}, "invalid_grant", 400},
		{"no grant type", nil, map[string]string{"grant_type": "-"}, "unsupported_grant_type", 400},
		{"a program's own credentials", nil, map[string]string{"grant_type": "client_credentials"}, "unsupported_grant_type", 400},
		{"a password", nil, map[string]string{"grant_type": "password"}, "unsupported_grant_type", 400},
		{"another resource", nil, map[string]string{"resource": "https://evil.example/mcp"}, "invalid_target", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client := h.clientID("Claude")
			form := map[string]string{
				"grant_type": grantCode, "client_id": client, "code": h.allowed(client), "redirect_uri": callback, "code_verifier": verifier, "resource": issuer + "/mcp",
			}
			if c.before != nil {
				c.before(h)
			}
			var pairs []string
			for name, value := range form {
				if other, changed := c.changes[name]; changed {
					value = other
				}
				if value != "-" {
					pairs = append(pairs, name, value)
				}
			}
			h.form(tokenPath, pairs...).wantError(c.status, c.code)
			h.wantConnectors()
		})
	}
	t.Run("without the address, which PKCE does not need", func(t *testing.T) {
		h := newHouse(t)
		client := h.clientID("Claude")
		h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", h.allowed(client), "code_verifier", verifier).pairOf()
	})
}

// Whoever has the code a second time may have it from somebody: what it made ends.
func TestACodeUsedTwiceEndsItsGrant(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	code := h.allowed(client)
	p := h.redeem(client, code).pairOf()
	h.clock.Advance(2 * time.Minute)
	// Who has the code alone proves nothing by it.
	h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", code, "code_verifier", verifier+"x").wantError(400, "invalid_grant")
	h.wantConnectors("Claude")
	h.redeem(client, code).wantError(400, "invalid_grant")
	h.wantConnectors()
	if h.opens(p.AccessToken) {
		t.Error("its token still opens")
	}
	h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
	h.wantStolen("Claude", store.CodeReused)
}

// Who revokes does not want to see a program come in by what it was promised before.
func TestARevocationEndsCodes(t *testing.T) {
	h := newHouse(t)
	h.connect("Claude")
	client := h.clientID("other")
	code := h.allowed(client)
	if _, err := h.State.Revoke(h.State.Connectors()[0].ID); err != nil {
		t.Fatal(err)
	}
	h.redeem(client, code).wantError(400, "invalid_grant")
}
