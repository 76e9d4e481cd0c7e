package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/reqinfo"
	"github.com/progresshub/progresshub/store"
)

const token = "Qk3vZ8-a_private_token_for_these_tests_0001"

func TestBearer(t *testing.T) {
	flipped := func(i int) string {
		b := []byte(token)
		b[i] ^= 1
		return "Bearer " + string(b)
	}
	cases := []struct {
		name    string
		headers []string
		status  int
	}{
		{"the token", []string{"Bearer " + token}, 200},
		{"scheme in lower case", []string{"bearer " + token}, 200},
		{"no header", nil, 401},
		{"empty header", []string{""}, 401},
		{"scheme alone", []string{"Bearer"}, 401},
		{"scheme and nothing", []string{"Bearer "}, 401},
		{"first byte wrong", []string{flipped(0)}, 401},
		{"middle byte wrong", []string{flipped(len(token) / 2)}, 401},
		{"last byte wrong", []string{flipped(len(token) - 1)}, 401},
		{"a prefix", []string{"Bearer " + token[:len(token)-1]}, 401},
		{"more than the token", []string{"Bearer " + token + "x"}, 401},
		{"a space behind", []string{"Bearer " + token + " "}, 401},
		{"two spaces before", []string{"Bearer  " + token}, 401},
		{"another scheme", []string{"Basic " + token}, 401},
		{"the token alone", []string{token}, 401},
		{"two headers", []string{"Bearer " + token, "Bearer " + token}, 401},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/api/threads", nil)
			r.Header["Authorization"] = c.headers
			w := httptest.NewRecorder()
			NewGuard(token).Require(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if Actor(r.Context()) != store.Agent {
					t.Errorf("actor %q", Actor(r.Context()))
				}
			})).ServeHTTP(w, r)
			if w.Code != c.status {
				t.Errorf("status %d, want %d", w.Code, c.status)
			}
			if c.status == 401 && w.Header().Get("WWW-Authenticate") != `Bearer realm="hub"` {
				t.Errorf("WWW-Authenticate %q", w.Header().Get("WWW-Authenticate"))
			}
			if strings.Contains(w.Body.String(), token[3:10]) {
				t.Error("the answer repeats the credential")
			}
		})
	}
}

func TestTokenCountsOnlyInItsHeader(t *testing.T) {
	for name, change := range map[string]func(*http.Request){
		"query token":        func(r *http.Request) { r.URL.RawQuery = "token=" + token },
		"query access_token": func(r *http.Request) { r.URL.RawQuery = "access_token=" + token },
		"custom header":      func(r *http.Request) { r.Header.Set("X-Api-Key", token) },
		"cookie":             func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "hub_session", Value: token}) },
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/api/threads", nil)
			change(r)
			if _, refusal := NewGuard(token).Authenticate(r); refusal == nil || refusal.Status != 401 {
				t.Errorf("refusal %+v", refusal)
			}
		})
	}
}

func TestDevelopmentMode(t *testing.T) {
	for _, unset := range []string{"", "  ", "changeme", "ChangeMe", "your-token-here"} {
		g := NewGuard(unset)
		if !g.Development() || IsPrivate(unset) {
			t.Errorf("%q counts as a private token", unset)
		}
		cases := []struct {
			name     string
			header   string
			loopback bool
			status   int
		}{
			{"from this machine", "", true, 0},
			{"from elsewhere", "", false, 403},
			{"an empty bearer", "Bearer ", true, 401},
			{"the placeholder as bearer", "Bearer " + unset, true, 401},
			{"any bearer", "Bearer x", true, 401},
		}
		for _, c := range cases {
			r := httptest.NewRequest("GET", "/api/threads", nil)
			if c.header != "" {
				r.Header.Set("Authorization", c.header)
			}
			r = r.WithContext(reqinfo.With(r.Context(), reqinfo.Info{Loopback: c.loopback}))
			actor, refusal := g.Authenticate(r)
			status := 0
			if refusal != nil {
				status = refusal.Status
			} else if actor != store.Owner {
				t.Errorf("%q %s: actor %q", unset, c.name, actor)
			}
			if status != c.status {
				t.Errorf("%q %s: status %d, want %d", unset, c.name, status, c.status)
			}
		}
	}
}

func TestNewTokensArePrivateAndDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		tok := NewToken()
		if len(tok) != 43 || !IsPrivate(tok) || seen[tok] {
			t.Fatalf("token %q", tok)
		}
		seen[tok] = true
	}
}
