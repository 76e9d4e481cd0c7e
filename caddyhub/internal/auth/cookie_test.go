package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestCookieAttributes(t *testing.T) {
	for _, c := range []struct{ name, scheme, form string }{
		{"over http", "http", "hub_session=%; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"},
		{"over https", "https", "__Host-hub_session=%; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			over := reached(func(i *inbound.Info) { i.Scheme = c.scheme })
			for what, w := range map[string]http.Header{
				"sign-in":         h.login("token", theToken, over).Header(),
				"password change": h.change("token", theToken, newPassw, over).Header(),
			} {
				lines := w.Values("Set-Cookie")
				if len(lines) != 1 {
					t.Fatalf("%s: %d cookies: %q", what, len(lines), lines)
				}
				_, rest, _ := strings.Cut(lines[0], "=")
				value, _, _ := strings.Cut(rest, ";")
				if want := strings.Replace(c.form, "%", value, 1); len(value) != 43 || lines[0] != want {
					t.Errorf("%s: %q, want %q", what, lines[0], want)
				}
			}
		})
	}
}

func TestSecureCookie(t *testing.T) {
	cases := []struct {
		name       string
		scheme     string
		forced     bool
		public     string
		host       string
		wantSecure bool
	}{
		{"http, nothing said", "http", false, "", "hub.test", false},
		{"https", "https", false, "", "hub.test", true},
		{"https, public URL http", "https", false, "http://hub.test", "hub.test", true},
		{"forced over http", "http", true, "", "hub.test", true},
		{"forced, public URL http", "http", true, "http://hub.test", "hub.test", true},
		{"public URL https, its host", "http", false, "https://hub.test", "hub.test", true},
		{"public URL https with a path", "http", false, "https://hub.test/", "hub.test", true},
		{"public URL https, its host in capitals", "http", false, "https://hub.test", "HUB.Test", true},
		{"public URL in capitals", "http", false, "HTTPS://HUB.test", "hub.test", true},
		{"public URL https, its default port", "http", false, "https://hub.test", "hub.test:443", true},
		{"public URL https with default port", "http", false, "https://hub.test:443", "hub.test", true},
		{"public URL https with a port", "http", false, "https://hub.test:8443", "hub.test:8443", true},
		{"public URL https, another port", "http", false, "https://hub.test", "hub.test:8787", false},
		{"public URL https with a port, none sent", "http", false, "https://hub.test:8443", "hub.test", false},
		{"public URL https, port 80 sent", "http", false, "https://hub.test", "hub.test:80", false},
		{"public URL https, another host", "http", false, "https://hub.test", "192.168.1.5:8787", false},
		{"public URL https, a longer host", "http", false, "https://hub.test", "hub.test.evil.example", false},
		{"public URL https, no host", "http", false, "https://hub.test", "", false},
		{"public URL http, its host", "http", false, "http://hub.test", "hub.test", false},
		{"public URL unreadable", "http", false, "https://%zz", "hub.test", false},
		{"IPv6 public URL https", "http", false, "https://[fd00::1]", "[fd00::1]:443", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t, publicURL(c.public), func(cfg *Config) { cfg.CookieSecure = c.forced })
			session := h.signIn(reached(func(i *inbound.Info) { i.Scheme, i.Host = c.scheme, c.host }))
			wantName := plainCookie
			if c.wantSecure {
				wantName = secureCookie
			}
			if session.Secure != c.wantSecure || session.Name != wantName {
				t.Errorf("%s, Secure %v", session.Name, session.Secure)
			}
		})
	}
}

func TestWhichCookieCounts(t *testing.T) {
	h := newHub(t)
	session := h.signIn().Value
	plain := func(value string) func(*http.Request) { return cookie(&http.Cookie{Name: plainCookie, Value: value}) }
	secure := func(value string) func(*http.Request) {
		return cookie(&http.Cookie{Name: secureCookie, Value: value})
	}
	for _, c := range []struct {
		name   string
		sent   []func(*http.Request)
		status int
	}{
		{"plain alone", []func(*http.Request){plain(session)}, 200},
		{"secure alone", []func(*http.Request){secure(session)}, 200},
		{"the secure one of two", []func(*http.Request){plain("planted"), secure(session)}, 200},
		{"the secure one also when it is wrong", []func(*http.Request){plain(session), secure("planted")}, 401},
		{"the secure one also when it is empty", []func(*http.Request){plain(session), secure("")}, 401},
		{"the first of two plain ones", []func(*http.Request){plain("planted"), plain(session)}, 401},
		{"none", nil, 401},
		{"an empty one", []func(*http.Request){plain("")}, 401},
		{"another name", []func(*http.Request){cookie(&http.Cookie{Name: "session", Value: session})}, 401},
		{"the name in capitals", []func(*http.Request){cookie(&http.Cookie{Name: "HUB_SESSION", Value: session})}, 401},
		{"its secret in capitals", []func(*http.Request){plain(strings.ToUpper(session))}, 401},
	} {
		t.Run(c.name, func(t *testing.T) { wants(t, h.send("GET", "/api/threads", "", c.sent...), c.status) })
	}
}

// A browser that has the secure cookie of an earlier sign-in is signed in over http as well.
func TestSignInOverHTTPAfterHTTPS(t *testing.T) {
	h := newHub(t)
	for name, signIn := range map[string]func(...func(*http.Request)) *httptest.ResponseRecorder{
		"sign-in": func(with ...func(*http.Request)) *httptest.ResponseRecorder {
			return h.login("token", theToken, with...)
		},
		"password change": func(with ...func(*http.Request)) *httptest.ResponseRecorder {
			return h.change("token", theToken, newPassw, with...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			jar := map[string]*http.Cookie{secureCookie: {Name: secureCookie, Value: "stale"}}
			over := func(r *http.Request) {
				for _, c := range jar {
					r.AddCookie(c)
				}
			}
			w := signIn(over)
			wants(t, w, 200)
			for _, c := range w.Result().Cookies() {
				if strings.HasPrefix(c.Name, "__Host-") && (!c.Secure || c.Path != "/" || c.Domain != "") {
					continue // no browser takes it
				}
				if jar[c.Name] = c; c.MaxAge < 0 {
					delete(jar, c.Name)
				}
			}
			wants(t, h.send("GET", "/api/threads", "", over), 200)
		})
	}
}

func TestSignOutClearsBothCookies(t *testing.T) {
	h := newHub(t)
	one, other := h.signIn(), h.signIn()
	w := h.send("POST", "/api/auth/logout", "", cookie(one), cookie(&http.Cookie{Name: secureCookie, Value: other.Value}))
	wants(t, w, 204)
	if w.Body.Len() != 0 {
		t.Errorf("body %q", w.Body)
	}
	got := strings.Join(w.Header().Values("Set-Cookie"), "\n")
	want := "__Host-hub_session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict\n" +
		"hub_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
	if got != want {
		t.Errorf("cookies\n%s\nwant\n%s", got, want)
	}
	if h.knows(one) || h.knows(other) {
		t.Error("a session lives on")
	}
}

func TestFailuresSetNoCookie(t *testing.T) {
	h := newHub(t)
	for name, w := range map[string]http.Header{
		"wrong token":   h.login("token", "not the token").Header(),
		"bad change":    h.change("token", "not the token", newPassw).Header(),
		"not valid":     h.login("token", "").Header(),
		"not a browser": h.login("token", theToken, without("X-Hub-Request")).Header(),
		"status":        h.send("GET", "/api/auth/status", "").Header(),
	} {
		if lines := w.Values("Set-Cookie"); len(lines) != 0 {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
