package grant

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestARequestThatLeadsToTheOwner(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes []string
		class   inbound.Class
	}{
		{"as it should be", nil, inbound.Write},
		{"without a state", []string{"state", "-"}, inbound.Write},
		{"without a resource", []string{"resource", "-"}, inbound.Write},
		{"the issuer as resource", []string{"resource", issuer}, inbound.Write},
		{"with a slash", []string{"resource", issuer + "/mcp/"}, inbound.Write},
		{"in capitals, with the port", []string{"resource", "HTTPS://HUB.EXAMPLE:443/mcp"}, inbound.Write},
		{"to read", []string{"scope", "read"}, inbound.Read},
		{"to read and stay", []string{"scope", "read offline_access"}, inbound.Read},
		{"to write", []string{"scope", "write"}, inbound.Write},
		{"for both", []string{"scope", "read write"}, inbound.Write},
		{"for what there is not", []string{"scope", "openid email profile"}, inbound.Write},
		{"with a prompt", []string{"prompt", "consent"}, inbound.Write},
		{"the one address left out", []string{"redirect_uri", "-"}, inbound.Write},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			r, err := h.Request(h.ask(h.clientID("Claude"), c.changes...))
			if err != nil || r.Class != c.class || r.ClientName != "Claude" || r.To != (destination{Where: "app.example"}) || !r.Registered {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// A request whose program is known hears what is wrong with it; the others lead nowhere.
func TestARequestThatIsRefused(t *testing.T) {
	long := strings.Repeat("x", maxState+1)
	for _, c := range []struct {
		name    string
		changes []string
		code    string // "" : a page
	}{
		{"an unknown program", []string{"client_id", "000000000000"}, ""},
		{"no program", []string{"client_id", "-"}, ""},
		{"another address", []string{"redirect_uri", "https://evil.example/callback"}, ""},
		{"a longer address", []string{"redirect_uri", callback + "/x"}, ""},
		{"an address with a query", []string{"redirect_uri", callback + "?x=1"}, ""},
		{"an address with a fragment", []string{"redirect_uri", callback + "#x"}, ""},
		{"an address in other case", []string{"redirect_uri", "https://app.example/Callback"}, ""},
		{"a program that is a document on this machine", []string{"client_id", "https://127.0.0.1/app.json"}, ""},
		{"no response type", []string{"response_type", "-"}, "unsupported_response_type"},
		{"a token at once", []string{"response_type", "token"}, "unsupported_response_type"},
		{"no challenge", []string{"code_challenge", "-"}, "invalid_request"},
		{"a short challenge", []string{"code_challenge", "abc"}, "invalid_request"},
		{"a challenge of other letters", []string{"code_challenge", strings.Repeat("+", 43)}, "invalid_request"},
		{"a plain challenge", []string{"code_challenge_method", "plain"}, "invalid_request"},
		{"no method", []string{"code_challenge_method", "-"}, "invalid_request"},
		{"a long state", []string{"state", long}, "invalid_request"},
		{"another resource", []string{"resource", "https://evil.example/mcp"}, "invalid_target"},
		{"another path", []string{"resource", issuer + "/api"}, "invalid_target"},
		{"a resource with a query", []string{"resource", issuer + "/mcp?x"}, "invalid_target"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client, _ := h.connect("Claude") // only of one that is let in is an error told by a redirect
			r := h.get(query(client, c.changes...))
			if c.code == "" {
				if r.Code != http.StatusBadRequest || r.Header().Get("Location") != "" || !strings.HasPrefix(r.Header().Get("Content-Type"), "text/html") {
					t.Errorf("%d %v", r.Code, r.Header())
				}
				return
			}
			address := r.Header().Get("Location")
			got := h.sentBack(address)
			if r.Code != http.StatusFound || !strings.HasPrefix(address, callback+"?") || got.Get("error") != c.code || got.Get("iss") != issuer || got.Get("code") != "" {
				t.Errorf("%d %s", r.Code, address)
			}
			if state := got.Get("state"); state != "a state/ü?" && c.name != "a long state" {
				t.Errorf("state %q", state)
			}
		})
	}
	t.Run("of a program that is not let in", func(t *testing.T) {
		h := newHouse(t)
		if r := h.get(query(h.clientID("Claude"), "response_type", "-")); r.Code != http.StatusBadRequest || r.Header().Get("Location") != "" {
			t.Errorf("anybody can send browsers elsewhere: %d %v", r.Code, r.Header())
		}
	})
	t.Run("too often", func(t *testing.T) {
		h := newHouse(t)
		client := h.clientID("Claude")
		for range asksAMinute {
			h.get(query(client))
		}
		if r := h.get(query(client)); r.Code != http.StatusTooManyRequests || r.Header().Get("Retry-After") != "60" {
			t.Errorf("%d %v", r.Code, r.Header())
		}
	})
	t.Run("a parameter twice", func(t *testing.T) {
		h := newHouse(t)
		if r := h.get(query(h.clientID("Claude")) + "&client_id=x"); r.Code != http.StatusBadRequest {
			t.Errorf("%d", r.Code)
		}
	})
	t.Run("another method", func(t *testing.T) {
		if r := newHouse(t).form(authorizePath); r.Code != http.StatusMethodNotAllowed {
			t.Errorf("%d", r.Code)
		}
	})
}

func TestARefusedRequestIsText(t *testing.T) {
	h := newHouse(t)
	r := h.get(authorizePath + "?client_id=%3Cscript%3E&client_id=%3Cscript%3Ealert(1)%3C/script%3E")
	if strings.Contains(r.Body.String(), "<script>") {
		t.Errorf("%s", r.Body)
	}
}

func TestTheOwnerDecides(t *testing.T) {
	t.Run("for it", func(t *testing.T) {
		h := newHouse(t)
		address, err := h.Approve(h.ask(h.clientID("Claude")), inbound.Write, "")
		got := h.sentBack(address)
		if err != nil || !strings.HasPrefix(address, callback+"?") || got.Get("iss") != issuer || got.Get("state") != "a state/ü?" || !strings.HasPrefix(got.Get("code"), codePrefix) {
			t.Errorf("%s, %v", address, err)
		}
	})
	t.Run("against it", func(t *testing.T) {
		h := newHouse(t)
		address, err := h.Deny(h.ask(h.clientID("Claude")))
		if got := h.sentBack(address); err != nil || got.Get("error") != "access_denied" || got.Get("state") != "a state/ü?" || got.Get("iss") != issuer {
			t.Errorf("%s, %v", address, err)
		}
	})
	t.Run("for less", func(t *testing.T) {
		h := newHouse(t)
		client := h.clientID("Claude")
		address, err := h.Approve(h.ask(client), inbound.Read, "")
		if err != nil {
			t.Fatal(err)
		}
		p := h.redeem(client, h.sentBack(address).Get("code")).pairOf()
		if c, refusal := h.bearer("Bearer " + p.AccessToken); refusal != nil || c.Class != inbound.Read || p.Scope != "read" {
			t.Errorf("%+v %+v %v", p, c, refusal)
		}
	})
	t.Run("for no more than was asked", func(t *testing.T) {
		h := newHouse(t)
		client := h.clientID("Claude")
		if p := h.redeem(client, h.allowed(client, "scope", "read")).pairOf(); p.Scope != "read" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("once", func(t *testing.T) {
		h := newHouse(t)
		id := h.ask(h.clientID("Claude"))
		if _, err := h.Deny(id); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Approve(id, inbound.Write, ""); !isMissing(err) {
			t.Errorf("%v", err)
		}
	})
	t.Run("in time", func(t *testing.T) {
		h := newHouse(t)
		id := h.ask(h.clientID("Claude"))
		h.clock.Advance(requestTTL)
		if _, err := h.Approve(id, inbound.Write, ""); !isMissing(err) {
			t.Errorf("%v", err)
		}
		if _, err := h.Request(id); !isMissing(err) {
			t.Errorf("%v", err)
		}
	})
	t.Run("with an address that has a query", func(t *testing.T) {
		h := newHouse(t)
		uri := "https://app.example/cb?tenant=a%20b"
		address, err := h.Approve(h.ask(h.clientID("Claude", uri), "redirect_uri", uri), inbound.Write, "")
		if err != nil || !strings.HasPrefix(address, uri+"&") || h.sentBack(address).Get("tenant") != "a b" {
			t.Errorf("%s, %v", address, err)
		}
	})
}

func TestNamesOfConnectors(t *testing.T) {
	h := newHouse(t)
	h.connect("Claude")
	h.clock.Advance(time.Second)
	h.connect("Claude")
	h.clock.Advance(time.Second)
	h.connect("")
	h.wantConnectors("app.example", "Claude 2", "Claude")
	id := h.ask(h.clientID("x"))
	if _, err := h.Approve(id, inbound.Write, "CLAUDE"); !isConflict(err) {
		t.Errorf("a name that is taken: %v", err)
	}
	if _, err := h.Approve(id, inbound.Write, "two\nlines"); !isInvalid(err) {
		t.Errorf("a name that is none: %v", err)
	}
	if _, err := h.Approve(id, inbound.Write, "phone"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"Claude 2", "claude 2", "Сlaude 2"} { // the last begins with a Cyrillic letter
		if _, _, err := h.State.keep.Create(tokenInput(name)); !isConflict(err) {
			t.Errorf("a token of a connector's name: %v", err)
		}
	}
	if r, err := h.Request(h.ask(h.clientID("Сlaude"))); err != nil || r.Name == "Сlaude" {
		t.Errorf("a name like another's is offered: %+v, %v", r, err)
	}
}

func TestStrangersNamesAreOneLine(t *testing.T) {
	h := newHouse(t)
	for name, want := range map[string]string{
		"Claude":                    "Claude",
		"two\r\nlines":              "two lines",
		"\u202eevil":                "evil",
		"  spaces \t here ":         "spaces here",
		strings.Repeat("a", 100):    strings.Repeat("a", 59) + "…",
		"\u200b\u200b":              "",
		"<b>bold</b>":               "<b>bold</b>",
		"Claude\x00\x1b[31m of you": "Claude[31m of you",
	} {
		r, err := h.Request(h.ask(h.clientID(name)))
		if err != nil || r.ClientName != want {
			t.Errorf("%q is shown as %q, want %q, %v", name, r.ClientName, want, err)
		}
	}
}

// Where the browser goes is what the owner decides by: it is shown as the browser understands it.
func TestWhereThePermissionGoes(t *testing.T) {
	for uri, want := range map[string]destination{
		"https://claude.ai/api/mcp/auth_callback": {Where: "claude.ai"},
		"https://app.example:8443/cb":             {Where: "app.example:8443"},
		"http://127.0.0.1:33418/cb":               {Where: "127.0.0.1:33418", Loopback: true},
		"http://localhost/cb":                     {Where: "localhost", Loopback: true},
		"cursor://anysphere.cursor-mcp/oauth/x":   {Where: "cursor://anysphere.cursor-mcp/oauth/x", App: true},
		"com.example.app://localhost/cb":          {Where: "com.example.app://localhost/cb", App: true},
		"claude.ai:/cb":                           {Where: "claude.ai:/cb", App: true},
		"x:" + strings.Repeat("y", 300):           {Where: "x:" + strings.Repeat("y", 198), App: true},
	} {
		h := newHouse(t)
		id := h.ask(h.clientID("", uri), "redirect_uri", uri)
		r, err := h.Request(id)
		if err != nil || r.To != want {
			t.Errorf("%s: %+v, want %+v, %v", uri, r.To, want, err)
		}
		if address, err := h.Approve(id, inbound.Write, ""); err != nil || !strings.HasPrefix(address, uri) {
			t.Errorf("%s: %s, %v", uri, address, err)
		}
	}
}

// Strangers push nobody else's request out, as long as they are fewer than there are places.
func TestRequestsAreBounded(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	owners := h.ask(client)
	waits := func(id string) bool { _, err := h.Request(id); return err == nil }
	ask := func(i int) string {
		h.ip = netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)})
		h.clock.Advance(time.Second)
		return h.ask(client)
	}
	for range 3 * ownRequests {
		ask(1)
	}
	if got := len(h.State.requests); got != 1+ownRequests {
		t.Errorf("%d wait, of two addresses", got)
	}
	for i := range maxRequests - ownRequests - 1 {
		ask(100 + i)
	}
	if got := len(h.State.requests); got != maxRequests || !waits(owners) {
		t.Fatalf("%d wait, the owner's: %t", got, waits(owners))
	}
	ask(5000)
	if got := len(h.State.requests); got != maxRequests || !waits(owners) {
		t.Errorf("%d wait, the owner's: %t", got, waits(owners))
	}
}
