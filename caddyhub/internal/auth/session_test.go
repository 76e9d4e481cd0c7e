package auth

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/zap"
)

func TestSessionLastsTwelveHours(t *testing.T) {
	for _, c := range []struct {
		name string
		age  time.Duration
		live bool
	}{
		{"at once", 0, true},
		{"11:59:59", 12*time.Hour - time.Second, true},
		{"12:00:00", 12 * time.Hour, false},
		{"12:00:01", 12*time.Hour + time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			session := h.signIn()
			h.clock.pass(c.age)
			if h.knows(session) != c.live {
				t.Errorf("signed in: %v, want %v", !c.live, c.live)
			}
		})
	}
	t.Run("activity does not extend it", func(t *testing.T) {
		h := newHub(t)
		session := h.signIn()
		for range 12 {
			if !h.knows(session) {
				t.Fatal("ended early")
			}
			h.clock.pass(time.Hour)
		}
		if h.knows(session) {
			t.Error("still signed in")
		}
	})
	for name, step := range map[string]time.Duration{"back": -24 * time.Hour, "forward": 24 * time.Hour} {
		t.Run("the wall clock set a day "+name+" does not matter", func(t *testing.T) {
			h := newHub(t)
			session := h.signIn()
			h.clock.setWall(step)
			h.clock.pass(12*time.Hour - time.Second)
			if !h.knows(session) {
				t.Error("ended early")
			}
			h.clock.pass(time.Second)
			if h.knows(session) {
				t.Error("still signed in")
			}
		})
	}
}

func TestStatusOfSession(t *testing.T) {
	status := func(h *hub, changes ...func(*http.Request)) string {
		w := h.send("GET", "/api/auth/status", "", changes...)
		wants(t, w, 200)
		return w.Body.String()
	}
	h := newHub(t)
	const out = `{"password_configured":false,"development_mode":false,"authenticated":false,"expires_at":null}`
	if got := status(h); got != out {
		t.Errorf("before: %s", got)
	}
	w := h.login("token", theToken)
	if want := `{"authenticated":true,"expires_at":"2026-03-02T00:00:00.000Z"}`; w.Body.String() != want {
		t.Errorf("sign-in: %s", w.Body)
	}
	session := onlyCookie(t, w)
	h.clock.pass(time.Hour)
	h.withPassword()
	want := `{"password_configured":true,"development_mode":false,"authenticated":true,"expires_at":"2026-03-02T00:00:00.000Z"}`
	if got := status(h, cookie(session)); got != want {
		t.Errorf("signed in: %s", got)
	}
	h.clock.pass(11 * time.Hour)
	if got := status(h, cookie(session)); got == want {
		t.Errorf("after: %s", got)
	}
}

func TestSessionSecrets(t *testing.T) {
	s := NewSessions((&clock{}).clock().Mono)
	seen := map[string]bool{}
	for range 10_000 {
		secret := s.Start(digest{})
		raw, err := base64.RawURLEncoding.DecodeString(secret)
		if err != nil || len(raw) != 32 || seen[secret] {
			t.Fatalf("secret %q: %d bytes, %v", secret, len(raw), err)
		}
		seen[secret] = true
	}
	t.Run("only a digest is kept", func(t *testing.T) {
		secret := s.Start(digest{})
		raw, _ := base64.RawURLEncoding.DecodeString(secret)
		kept := fmt.Appendf(nil, "%v", s.live)
		for id := range s.live {
			kept = append(kept, id[:]...)
		}
		if bytes.Contains(kept, raw) || bytes.Contains(kept, []byte(secret)) {
			t.Error("the secret itself is kept")
		}
	})
}

func TestAtMostSixtyFourSessions(t *testing.T) {
	h := newHub(t)
	var sessions []*http.Cookie
	for range 1000 {
		sessions = append(sessions, h.signIn())
		h.clock.pass(time.Second)
	}
	if n := len(h.state.Sessions.live); n != 64 {
		t.Errorf("%d sessions", n)
	}
	for i, session := range sessions {
		if want := i >= 1000-64; h.knows(session) != want {
			t.Fatalf("session %d signed in: %v", i, !want)
		}
	}
	t.Run("those that have ended take no place", func(t *testing.T) {
		h.clock.pass(SessionLength)
		h.signIn()
		if n := len(h.state.Sessions.live); n != 1 {
			t.Errorf("%d sessions", n)
		}
	})
}

func TestSessionFixation(t *testing.T) {
	planted := "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, name := range []string{plainCookie, secureCookie} {
		t.Run("a planted "+name+" never becomes a session", func(t *testing.T) {
			h := newHub(t)
			victim := &http.Cookie{Name: name, Value: planted}
			if session := h.signIn(cookie(victim)); session.Value == planted {
				t.Error("the planted value was taken over")
			}
			if h.knows(victim) {
				t.Error("the planted value signs in")
			}
		})
	}
	t.Run("a sign-in ends the session it comes with", func(t *testing.T) {
		h := newHub(t)
		old := h.signIn()
		other := h.signIn()
		fresh := h.signIn(cookie(old))
		if h.knows(old) || !h.knows(fresh) || fresh.Value == old.Value {
			t.Error("the old session is not replaced")
		}
		if !h.knows(other) {
			t.Error("another browser was signed out")
		}
	})
	t.Run("a sign-in ends the sessions of both cookies", func(t *testing.T) {
		h := newHub(t)
		plain, secure := h.signIn(), h.signIn()
		h.signIn(cookie(plain), cookie(&http.Cookie{Name: secureCookie, Value: secure.Value}))
		if h.knows(plain) || h.knows(secure) {
			t.Error("an old session lives on")
		}
	})
	t.Run("a failed sign-in ends nothing", func(t *testing.T) {
		h := newHub(t)
		old := h.signIn()
		wants(t, h.login("token", "not the token", cookie(old)), 401)
		if !h.knows(old) {
			t.Error("signed out")
		}
	})
}

func TestEndedSessions(t *testing.T) {
	for name, end := range map[string]func(*hub, *http.Cookie){
		"sign-out": func(h *hub, c *http.Cookie) {
			wants(t, h.send("POST", "/api/auth/logout", "", cookie(c)), 204)
		},
		"sign-out with an empty object": func(h *hub, c *http.Cookie) {
			wants(t, h.send("POST", "/api/auth/logout", "{}", cookie(c)), 204)
		},
		"password set":       func(h *hub, _ *http.Cookie) { wants(t, h.change("token", theToken, newPassw), 200) },
		"restart":            func(h *hub, _ *http.Cookie) { h.restart() },
		"restart, new token": func(h *hub, _ *http.Cookie) { h.restart(token(NewToken())) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			session := h.signIn()
			end(h, session)
			wants(t, h.send("GET", "/api/threads", "", cookie(session)), 401)
			var s Status
			w := h.send("GET", "/api/auth/status", "", cookie(session))
			if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || s.Authenticated || s.ExpiresAt != nil {
				t.Errorf("%v: %s", err, w.Body)
			}
		})
	}
	t.Run("sign-out ends one session only", func(t *testing.T) {
		h := newHub(t)
		one, other := h.signIn(), h.signIn()
		h.send("POST", "/api/auth/logout", "", cookie(one))
		if !h.knows(other) {
			t.Error("another browser was signed out")
		}
	})
	t.Run("a reload ends none and resets no count", func(t *testing.T) {
		h := newHub(t)
		session := h.signIn()
		for range attemptLimit {
			h.login("token", "not the token")
		}
		h.reload()
		if !h.knows(session) {
			t.Error("signed out")
		}
		wants(t, h.login("token", theToken), 429)
	})
	t.Run("sign-out without a session", func(t *testing.T) {
		h := newHub(t)
		wants(t, h.send("POST", "/api/auth/logout", ""), 204)
		wants(t, h.send("POST", "/api/auth/logout", "", cookie(&http.Cookie{Name: plainCookie, Value: "x"})), 204)
	})
}

func TestSystemClock(t *testing.T) {
	clock := SystemClock()
	before, wall := clock.Mono(), clock.Now()
	if before < 0 || clock.Mono() < before || time.Since(wall) > time.Minute {
		t.Errorf("%v, %v", before, wall)
	}
	t.Run("a guard needs no log", func(t *testing.T) {
		guard := NewGuard(NewState(t.TempDir(), clock, zap.NewNop()), Config{Token: theToken})
		if _, refusal := guard.Authenticate(httptest.NewRequest("GET", "/api/threads", nil)); refusal == nil {
			t.Error("let in")
		}
		guard.Logger.Info("nothing")
	})
}
