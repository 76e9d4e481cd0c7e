package auth

import (
	"net/http"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestBearer(t *testing.T) {
	flipped := func(i int) string {
		b := []byte(theToken)
		b[i] ^= 1
		return "Bearer " + string(b)
	}
	cases := []struct {
		name    string
		headers []string
		status  int
	}{
		{"the token", []string{"Bearer " + theToken}, 200},
		{"scheme in lower case", []string{"bearer " + theToken}, 200},
		{"scheme in upper case", []string{"BEARER " + theToken}, 200},
		{"no header", nil, 401},
		{"empty header", []string{""}, 401},
		{"scheme alone", []string{"Bearer"}, 401},
		{"scheme and nothing", []string{"Bearer "}, 401},
		{"first byte wrong", []string{flipped(0)}, 401},
		{"middle byte wrong", []string{flipped(len(theToken) / 2)}, 401},
		{"last byte wrong", []string{flipped(len(theToken) - 1)}, 401},
		{"a prefix", []string{"Bearer " + theToken[:len(theToken)-1]}, 401},
		{"a suffix", []string{"Bearer " + theToken[1:]}, 401},
		{"more than the token", []string{"Bearer " + theToken + "x"}, 401},
		{"a space behind", []string{"Bearer " + theToken + " "}, 401},
		{"two spaces before", []string{"Bearer  " + theToken}, 401},
		{"a tab before", []string{"Bearer\t" + theToken}, 401},
		{"a list", []string{"Bearer " + theToken + ", Bearer " + theToken}, 401},
		{"Basic with the token", []string{"Basic " + theToken}, 401},
		{"Basic as browsers send it", []string{"Basic b3duZXI6YSBwYXNzd29yZA=="}, 401},
		{"the token alone", []string{theToken}, 401},
		{"the password", []string{"Bearer " + thePassword}, 401},
		{"two right headers", []string{"Bearer " + theToken, "Bearer " + theToken}, 401},
		{"a right header after a wrong one", []string{"Bearer x", "Bearer " + theToken}, 401},
	}
	h := newHub(t).withPassword()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := h.send("GET", "/api/threads", "", with("Authorization", c.headers...))
			wants(t, w, c.status)
			if c.status == 200 && w.Body.String() != string(store.Agent) {
				t.Errorf("actor %q", w.Body)
			}
			if c.status == 401 && w.Header().Get("WWW-Authenticate") != `Bearer realm="hub"` {
				t.Errorf("WWW-Authenticate %q", w.Header().Get("WWW-Authenticate"))
			}
		})
	}
}

func TestTokenCountsOnlyInItsHeader(t *testing.T) {
	h := newHub(t)
	for name, change := range map[string]func(*http.Request){
		"query token":          func(r *http.Request) { r.URL.RawQuery = "token=" + theToken },
		"query access_token":   func(r *http.Request) { r.URL.RawQuery = "access_token=" + theToken },
		"X-Api-Key":            with("X-Api-Key", theToken),
		"X-Authorization":      with("X-Authorization", "Bearer "+theToken),
		"Proxy-Authorization":  with("Proxy-Authorization", "Bearer "+theToken),
		"session cookie":       cookie(&http.Cookie{Name: plainCookie, Value: theToken}),
		"secure cookie":        cookie(&http.Cookie{Name: secureCookie, Value: theToken}),
		"cookie Authorization": cookie(&http.Cookie{Name: "Authorization", Value: theToken}),
	} {
		t.Run(name, func(t *testing.T) { wants(t, h.send("GET", "/api/threads", "", change), 401) })
	}
	t.Run("body", func(t *testing.T) {
		wants(t, h.send("POST", "/api/threads", object("token", theToken, "access_token", theToken)), 401)
	})
}

func TestUnsetTokenMatchesNothing(t *testing.T) {
	for name, unset := range map[string]string{"empty": "", "blank": "  ", "placeholder": "changeme"} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t, token(unset))
			for _, header := range []string{"", "Bearer", "Bearer ", "Bearer " + unset} {
				wants(t, h.send("GET", "/api/threads", "", with("Authorization", header)), 401)
			}
		})
	}
}

func TestAuthorizationDecidesAlone(t *testing.T) {
	h := newHub(t)
	session := h.signIn()
	if !h.knows(session) {
		t.Fatal("the session does not sign in")
	}
	for name, header := range map[string]string{
		"wrong token": "Bearer x", "another scheme": "Basic x", "empty": "", "no token": "Bearer",
	} {
		t.Run("a session does not help "+name, func(t *testing.T) {
			wants(t, h.send("GET", "/api/threads", "", with("Authorization", header), cookie(session)), 401)
			wants(t, h.send("POST", "/api/threads", "", with("Authorization", header), cookie(session)), 401)
		})
	}
	t.Run("with a session the bearer is who counts", func(t *testing.T) {
		w := h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken), cookie(session))
		if wants(t, w, 200); w.Body.String() != string(store.Agent) {
			t.Errorf("actor %q", w.Body)
		}
	})
}

func TestBearerIsNotBoundByBrowserRules(t *testing.T) {
	h := newHub(t)
	for name, change := range map[string]func(*http.Request){
		"no X-Hub-Request":  without("X-Hub-Request"),
		"foreign Origin":    with("Origin", "https://evil.example"),
		"foreign page":      with("Sec-Fetch-Site", "cross-site"),
		"two X-Hub-Request": with("X-Hub-Request", "1", "1"),
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			t.Run(method+" "+name, func(t *testing.T) {
				wants(t, h.send(method, "/api/threads", "", with("Authorization", "Bearer "+theToken), change), 200)
			})
		}
	}
}

func TestRoutesOfSignInIgnoreAuthorization(t *testing.T) {
	h := newHub(t)
	for name, header := range map[string]string{"right": "Bearer " + theToken, "wrong": "Bearer x"} {
		bearer := with("Authorization", header)
		t.Run(name+" bearer does not change the password without current_secret", func(t *testing.T) {
			w := h.send("PUT", "/api/auth/password", object("new_password", newPassw), bearer)
			wants(t, w, 422)
			w = h.change("password", "not the password", newPassw, bearer)
			wants(t, w, 401)
			h.clock.pass(attemptWindow)
		})
		t.Run(name+" bearer is not signed in", func(t *testing.T) {
			w := h.send("GET", "/api/auth/status", "", bearer)
			want := `{"password_configured":false,"development_mode":false,"authenticated":false,"expires_at":null}`
			if wants(t, w, 200); w.Body.String() != want {
				t.Errorf("status %s", w.Body)
			}
		})
		t.Run(name+" bearer does not stand in for X-Hub-Request", func(t *testing.T) {
			wants(t, h.login("token", theToken, bearer, without("X-Hub-Request")), 403)
			wants(t, h.send("POST", "/api/auth/logout", "", bearer, without("X-Hub-Request")), 403)
		})
		t.Run(name+" bearer does not matter to a sign-in", func(t *testing.T) {
			wants(t, h.login("token", theToken, bearer), 200)
		})
	}
}

func TestWrongBearersAreNoSignInAttempts(t *testing.T) {
	h := newHub(t)
	for range 20 {
		wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer x")), 401)
	}
	for range attemptLimit {
		wants(t, h.login("token", "not the token"), 401)
	}
	wants(t, h.login("token", "not the token"), 429)
	wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken)), 200)
}

// MCP has no use for browsers: it asks for the bearer alone.
func TestSessionOpensNoDoorOfMCP(t *testing.T) {
	h := newHub(t)
	session := h.signIn()
	for name, c := range map[string]struct {
		header []string
		status int
	}{
		"the token":                 {[]string{"Bearer " + theToken}, 200},
		"nothing":                   {nil, 401},
		"a wrong token":             {[]string{"Bearer x"}, 401},
		"the token twice":           {[]string{"Bearer " + theToken, "Bearer " + theToken}, 401},
		"the secret of the session": {[]string{"Bearer " + session.Value}, 401},
	} {
		t.Run(name, func(t *testing.T) {
			if status := h.bearer(c.header, func(r *http.Request) { r.AddCookie(session) }); status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
		})
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
