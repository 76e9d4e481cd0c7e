package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// cookieWrites are the requests a foreign page would like to send with the owner's cookie.
// Each begins afresh and returns its status: 200 and 204 mean that it went through.
var cookieWrites = map[string]func(*testing.T, ...func(*http.Request)) *httptest.ResponseRecorder{
	"POST":   sessionWrite("POST"),
	"PUT":    sessionWrite("PUT"),
	"PATCH":  sessionWrite("PATCH"),
	"DELETE": sessionWrite("DELETE"),
	"login": func(t *testing.T, changes ...func(*http.Request)) *httptest.ResponseRecorder {
		return newHub(t, publicURL(thePublicURL)).login("token", theToken, changes...)
	},
	"password": func(t *testing.T, changes ...func(*http.Request)) *httptest.ResponseRecorder {
		return newHub(t, publicURL(thePublicURL)).change("token", theToken, newPassw, changes...)
	},
	"logout": func(t *testing.T, changes ...func(*http.Request)) *httptest.ResponseRecorder {
		return newHub(t, publicURL(thePublicURL)).send("POST", "/api/auth/logout", "", changes...)
	},
}

const thePublicURL = "https://Hub.example/"

func sessionWrite(method string) func(*testing.T, ...func(*http.Request)) *httptest.ResponseRecorder {
	return func(t *testing.T, changes ...func(*http.Request)) *httptest.ResponseRecorder {
		h := newHub(t, publicURL(thePublicURL))
		return h.send(method, "/api/threads", "", append(changes, cookie(h.signIn()))...)
	}
}

func eachCookieWrite(t *testing.T, refused bool, changes ...func(*http.Request)) {
	for name, write := range cookieWrites {
		t.Run(name, func(t *testing.T) {
			w := write(t, changes...)
			if got := w.Code == 403; got != refused || !refused && w.Code >= 300 {
				t.Errorf("status %d, refused should be %v: %s", w.Code, refused, w.Body)
			}
			if refused && w.Header().Get("Set-Cookie") != "" {
				t.Error("a refusal sets a cookie")
			}
		})
	}
}

func TestMarkOfTheDashboard(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string
		ok     bool
	}{
		{"1", []string{"1"}, true},
		{"absent", nil, false},
		{"empty", []string{""}, false},
		{"0", []string{"0"}, false},
		{"true", []string{"true"}, false},
		{"01", []string{"01"}, false},
		{"1 and a space", []string{"1 "}, false},
		{"1,1", []string{"1,1"}, false},
		{"two copies", []string{"1", "1"}, false},
		{"1 after 0", []string{"0", "1"}, false},
		{"a full-width 1", []string{"１"}, false},
	} {
		t.Run(c.name, func(t *testing.T) { eachCookieWrite(t, !c.ok, with("X-Hub-Request", c.values...)) })
	}
	t.Run("not in the query", func(t *testing.T) {
		eachCookieWrite(t, true, without("X-Hub-Request"), func(r *http.Request) { r.URL.RawQuery = "X-Hub-Request=1" })
	})
	t.Run("not needed to read", func(t *testing.T) {
		h := newHub(t)
		session := cookie(h.signIn())
		for _, method := range []string{"GET", "HEAD"} {
			w := h.send(method, "/api/threads", "", session)
			if wants(t, w, 200); w.Body.String() != string(store.Owner) {
				t.Errorf("actor %q", w.Body)
			}
		}
	})
}

func TestOrigin(t *testing.T) {
	for _, c := range []struct {
		name    string
		origins []string
		ok      bool
	}{
		{"absent", nil, true},
		{"of the request", []string{"http://hub.test:8787"}, true},
		{"of the request in capitals", []string{"HTTP://HUB.Test:8787"}, true},
		{"of the public URL", []string{"https://hub.example"}, true},
		{"of the public URL with its default port", []string{"https://hub.example:443"}, true},
		{"another host", []string{"https://evil.example"}, false},
		{"another port", []string{"http://hub.test:8788"}, false},
		{"the default port", []string{"http://hub.test"}, false},
		{"another port of the public URL", []string{"https://hub.example:8443"}, false},
		{"another scheme", []string{"https://hub.test:8787"}, false},
		{"another scheme of the public URL", []string{"http://hub.example"}, false},
		{"null", []string{"null"}, false},
		{"empty", []string{""}, false},
		{"a suffix", []string{"https://hub.example.evil.example"}, false},
		{"a prefix", []string{"https://evil-hub.example"}, false},
		{"user info", []string{"https://hub.example@evil.example"}, false},
		{"user info before the host", []string{"https://evil@hub.example"}, false},
		{"trailing dot", []string{"https://hub.example."}, false},
		{"punycode twin", []string{"https://xn--hb-6ja.example"}, false},
		{"the twin itself", []string{"https://hüb.example"}, false},
		{"a path", []string{"https://hub.example/"}, false},
		{"a list", []string{"https://hub.example https://evil.example"}, false},
		{"no scheme", []string{"hub.example"}, false},
		{"an extension", []string{"chrome-extension://hub.example"}, false},
		{"two headers", []string{"https://hub.example", "https://evil.example"}, false},
		{"two right headers", []string{"https://hub.example", "https://hub.example"}, false},
	} {
		t.Run(c.name, func(t *testing.T) { eachCookieWrite(t, !c.ok, with("Origin", c.origins...)) })
	}
	t.Run("of a request at its default port", func(t *testing.T) {
		eachCookieWrite(t, false, reached(func(i *inbound.Info) { i.Host = "hub.test:80" }), with("Origin", "http://hub.test"))
	})
}

func TestOriginIsRepeatedOnlyOutsideOfSignIn(t *testing.T) {
	const foreign = "https://foreign-page.example"
	for name, write := range cookieWrites {
		t.Run(name, func(t *testing.T) {
			w := write(t, with("Origin", foreign))
			underAuth := name == "login" || name == "password" || name == "logout"
			if strings.Contains(w.Body.String(), foreign) == underAuth {
				t.Errorf("detail: %s", w.Body)
			}
			if !strings.Contains(w.Body.String(), "HUB_PUBLIC_URL") {
				t.Errorf("the cure is missing: %s", w.Body)
			}
		})
	}
}

func TestFetchMetadata(t *testing.T) {
	h := newHub(t)
	session := cookie(h.signIn())
	for _, c := range []struct {
		name  string
		sites []string
		ok    bool
	}{
		{"absent", nil, true},
		{"same-origin", []string{"same-origin"}, true},
		{"none", []string{"none"}, true},
		{"same-site", []string{"same-site"}, false},
		{"cross-site", []string{"cross-site"}, false},
		{"unknown", []string{"odd"}, false},
		{"empty", []string{""}, false},
		{"cross-site after same-origin", []string{"same-origin", "cross-site"}, false},
	} {
		site := with("Sec-Fetch-Site", c.sites...)
		t.Run(c.name+" on a write", func(t *testing.T) { eachCookieWrite(t, !c.ok, site) })
		t.Run(c.name+" on a write of a fitting Origin", func(t *testing.T) {
			eachCookieWrite(t, !c.ok, site, with("Origin", "http://"+theHost))
		})
		want := 200
		if !c.ok {
			want = 403
		}
		t.Run(c.name+" on GET", func(t *testing.T) { wants(t, h.send("GET", "/api/threads", "", session, site), want) })
		t.Run(c.name+" on the status", func(t *testing.T) {
			wants(t, h.send("GET", "/api/auth/status", "", session, site), want)
			wants(t, h.send("GET", "/api/auth/status", "", site), want)
		})
	}
}

func TestRefusedPagesSpendNoAttempt(t *testing.T) {
	h := newHub(t)
	for range 3 * attemptLimit {
		wants(t, h.login("token", "not the token", without("X-Hub-Request")), 403)
		wants(t, h.login("token", "not the token", with("Origin", "null")), 403)
		wants(t, h.change("token", "not the token", newPassw, with("Sec-Fetch-Site", "same-site")), 403)
	}
	wants(t, h.login("token", theToken), 200)
}
