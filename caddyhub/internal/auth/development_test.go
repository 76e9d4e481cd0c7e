package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

var (
	local  = reached(func(i *inbound.Info) { i.Loopback, i.Host = true, "localhost:8787" })
	remote = reached(func(i *inbound.Info) { i.Loopback = false })
)

func TestPlaceholdersAreNoPrivateTokens(t *testing.T) {
	for _, c := range []struct {
		token   string
		private bool
	}{
		{"", false},
		{" ", false},
		{"\t\n", false},
		{"changeme", false},
		{"ChangeMe", false},
		{" changeme ", false},
		{"change-me", false},
		{"your-token-here", false},
		{"your_token_here", false},
		{"token", false},
		{"secret", false},
		{"hub-token", false},
		{"changeme1", true},
		{"not changeme", true},
		{theToken, true},
	} {
		if IsPrivate(c.token) != c.private || newHub(t, token(c.token)).guard.Development() == c.private {
			t.Errorf("%q: private %v", c.token, !c.private)
		}
	}
}

func TestDevelopmentMode(t *testing.T) {
	for _, unset := range []string{"", "  ", "changeme", "Your-Token-Here"} {
		h := newHub(t, token(unset))
		for _, c := range []struct {
			name   string
			where  func(*http.Request)
			header []string
			status int
		}{
			{"from this machine", local, nil, 200},
			{"from elsewhere", remote, nil, 403},
			{"an empty header", local, []string{""}, 401},
			{"an empty bearer", local, []string{"Bearer "}, 401},
			{"the placeholder as bearer", local, []string{"Bearer " + unset}, 401},
			{"any bearer", local, []string{"Bearer x"}, 401},
			{"a private token of before", local, []string{"Bearer " + theToken}, 401},
			{"any bearer from elsewhere", remote, []string{"Bearer x"}, 401},
		} {
			t.Run(unset+": "+c.name, func(t *testing.T) {
				w := h.send("GET", "/api/threads", "", c.where, with("Authorization", c.header...))
				if wants(t, w, c.status); c.status == 200 && w.Body.String() != string(store.Owner) {
					t.Errorf("actor %q", w.Body)
				}
				if c.status == 403 && !strings.Contains(w.Body.String(), `"/problems/private-token-required"`) {
					t.Errorf("type: %s", w.Body)
				}
				if status := h.bearer(c.header, c.where); status != c.status {
					t.Errorf("MCP: status %d, want %d", status, c.status)
				}
			})
		}
	}
}

func TestStatusInDevelopmentMode(t *testing.T) {
	for _, c := range []struct {
		name  string
		where func(*http.Request)
		want  string
	}{
		{"from this machine", local, `{"password_configured":false,"development_mode":true,"authenticated":true,"expires_at":null}`},
		{"from elsewhere", remote, `{"password_configured":false,"development_mode":true,"authenticated":false,"expires_at":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newHub(t, token("")).send("GET", "/api/auth/status", "", c.where)
			if wants(t, w, 200); w.Body.String() != c.want {
				t.Errorf("status %s", w.Body)
			}
		})
	}
}

func TestNoSignInInDevelopmentMode(t *testing.T) {
	for _, unset := range []string{"", "changeme"} {
		h := newHub(t, token(unset)).withPassword()
		before := h.readFile()
		for name, w := range map[string]*httptest.ResponseRecorder{
			"the placeholder as token":      h.login("token", "changeme", local),
			"the right password":            h.login("password", thePassword, local),
			"change with the placeholder":   h.change("token", "changeme", newPassw, local),
			"change with the password":      h.change("password", thePassword, newPassw, local),
			"from elsewhere":                h.login("token", "changeme", remote),
			"not from the dashboard":        h.login("token", "x", local, without("X-Hub-Request")),
			"not even with a sound request": h.send("POST", "/api/auth/login", "", local),
		} {
			t.Run(unset+": "+name, func(t *testing.T) {
				wants(t, w, 403)
				if !strings.Contains(w.Body.String(), `"/problems/private-token-required"`) || w.Header().Get("Set-Cookie") != "" {
					t.Errorf("%v %s", w.Header(), w.Body)
				}
			})
		}
		if h.readFile() != before || len(h.state.Sessions.live) != 0 {
			t.Error("the password or the sessions changed")
		}
		wants(t, h.send("POST", "/api/auth/logout", "", local), 204)
	}
}

// A program sends none of a browser's headers; whoever does is bound by the rules.
func TestBrowsersInDevelopmentMode(t *testing.T) {
	h := newHub(t, token(""))
	own, foreign := with("Origin", "http://localhost:8787"), with("Origin", "https://evil.example")
	sameOrigin, crossSite := with("Sec-Fetch-Site", "same-origin"), with("Sec-Fetch-Site", "cross-site")
	unmarked := without("X-Hub-Request")
	for _, c := range []struct {
		name    string
		method  string
		changes []func(*http.Request)
		status  int
	}{
		{"a program writes", "POST", []func(*http.Request){unmarked}, 200},
		{"a program reads", "GET", nil, 200},
		{"the dashboard writes", "POST", []func(*http.Request){own, sameOrigin}, 200},
		{"the dashboard of an old browser writes", "DELETE", []func(*http.Request){own}, 200},
		{"the dashboard reads", "GET", []func(*http.Request){sameOrigin}, 200},
		{"an address is typed in", "GET", []func(*http.Request){with("Sec-Fetch-Site", "none")}, 200},
		{"a page without the mark", "POST", []func(*http.Request){own, sameOrigin, unmarked}, 403},
		{"an Origin without the mark", "POST", []func(*http.Request){own, unmarked}, 403},
		{"an empty Origin without the mark", "POST", []func(*http.Request){with("Origin", ""), unmarked}, 403},
		{"metadata without the mark", "PUT", []func(*http.Request){sameOrigin, unmarked}, 403},
		{"a foreign page writes", "POST", []func(*http.Request){foreign}, 403},
		{"a foreign page writes with two Origins", "POST", []func(*http.Request){with("Origin", "http://localhost:8787", "https://evil.example")}, 403},
		{"a sandboxed page writes", "PATCH", []func(*http.Request){with("Origin", "null")}, 403},
		{"a foreign page reads", "GET", []func(*http.Request){crossSite}, 403},
		{"another port's page reads", "GET", []func(*http.Request){with("Sec-Fetch-Site", "same-site")}, 403},
		{"a foreign page with the mark", "POST", []func(*http.Request){crossSite, own}, 403},
		{"the dashboard from elsewhere", "POST", []func(*http.Request){own, sameOrigin, remote}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			wants(t, h.send(c.method, "/api/threads", "", append([]func(*http.Request){local}, c.changes...)...), c.status)
		})
	}
}

// A reload may take the private token away while browsers are signed in.
func TestSessionsDoNotCountInDevelopmentMode(t *testing.T) {
	h := newHub(t)
	session := cookie(h.signIn())
	h.reload(token(""))
	wants(t, h.send("GET", "/api/threads", "", session, remote), 403)
	wants(t, h.send("GET", "/api/threads", "", session, local), 200)
	w := h.send("GET", "/api/auth/status", "", session, remote)
	if !strings.Contains(w.Body.String(), `"authenticated":false,"expires_at":null`) {
		t.Errorf("status %s", w.Body)
	}
}
