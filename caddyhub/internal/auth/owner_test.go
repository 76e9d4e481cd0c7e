package auth

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Strangers may use up the budget of guesses; who holds the token still repairs the
// password.
func TestStrangersCannotKeepTheOwnerFromANewPassword(t *testing.T) {
	h := newHub(t).withPassword()
	for i := range hashBudget {
		wants(t, h.login("password", "not the password", from(fmt.Sprintf("198.51.100.%d", i))), 401)
	}
	wants(t, h.login("password", thePassword), 503)
	wants(t, h.change("token", theToken, newPassw), 200)
	h.clock.pass(time.Minute)
	wants(t, h.login("password", newPassw), 200)
}

// A refusal for want of room verified nothing and costs no attempt.
func TestNoRoomTakesNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t).withPassword()
		goOn := make(chan bool)
		h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
			<-goOn
			return h.cheap(password, salt)
		}
		done := make(chan bool)
		for i := range hashersAtOnce + hashersQueued {
			go func() {
				h.login("password", thePassword, from(fmt.Sprintf("198.51.100.%d", i)))
				done <- true
			}()
		}
		synctest.Wait()
		for range 2 * attemptLimit {
			wants(t, h.login("password", thePassword), 503)
		}
		close(goOn)
		for range hashersAtOnce + hashersQueued {
			<-done
		}
		for range attemptLimit {
			wants(t, h.login("password", "not the password"), 401)
		}
		wants(t, h.login("password", thePassword), 429)
	})
}

func TestAnotherTokenEndsTheSessionsOfTheOld(t *testing.T) {
	h := newHub(t)
	browser, old := h.signIn(), h.guard
	h.reload()
	if !h.knows(browser) {
		t.Error("a reload with the same token signed the browser out")
	}
	h.reload(token("another-private-token-of-these-tests-0002"))
	if h.knows(browser) {
		t.Error("the session outlived the token it began with")
	}
	// A request that the old configuration still answers starts no session of the new one.
	fresh := h.guard
	h.guard = old
	late := h.signIn()
	if !h.knows(browser) || !h.knows(late) {
		t.Error("a configuration that was refused signed browsers out")
	}
	h.guard = fresh
	if h.knows(late) {
		t.Error("a session begun with the old token holds under the new one")
	}
}

func TestRefusalsAreLoggedOnceAMinute(t *testing.T) {
	wrong := with("Authorization", "Bearer not-the-token")
	cases := []struct {
		name string
		do   func(h *hub, ip string)
		says string
	}{
		{"wrong bearer", func(h *hub, ip string) { h.send("GET", "/api/threads", "", wrong, from(ip)) }, "wrong access token"},
		{"throttled", func(h *hub, ip string) { h.login("token", "wrong", from(ip)) }, "throttled"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			lines := func() (n int) {
				for _, e := range h.logs.All() {
					if strings.Contains(e.Message, c.says) {
						n++
					}
				}
				return n
			}
			for range 50 {
				c.do(h, theIP)
			}
			if n := lines(); n != 1 {
				t.Errorf("%d lines for one client", n)
			}
			for range 50 {
				c.do(h, "198.51.100.7")
			}
			if n := lines(); n != 2 {
				t.Errorf("%d lines for two clients", n)
			}
			h.clock.pass(time.Minute)
			for range 50 {
				c.do(h, theIP)
			}
			if n := lines(); n != 3 {
				t.Errorf("%d lines a minute later", n)
			}
		})
	}
}

func TestSigningInAndOutIsLogged(t *testing.T) {
	h := newHub(t)
	browser := h.signIn()
	wants(t, h.send("POST", "/api/auth/logout", "", cookie(browser)), http.StatusNoContent)
	var said []string
	for _, e := range h.logs.All() {
		said = append(said, fmt.Sprint(e.Message, " ", e.ContextMap()["client"]))
	}
	if got := strings.Join(said, ", "); got != "a browser signed in "+theIP+", a browser signed out "+theIP {
		t.Errorf("the log says: %s", got)
	}
}
