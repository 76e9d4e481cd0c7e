package auth

import (
	"net/http"
	"net/netip"
	"os"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestFirstPassword(t *testing.T) {
	for _, c := range []struct {
		name, method, secret string
		status               int
	}{
		{"with the token", "token", theToken, 200},
		{"with a wrong token", "token", "not the token", 401},
		{"with the wanted password", "password", newPassw, 401},
		{"with the token as password", "password", theToken, 401},
		{"with an empty token", "token", "", 422},
		{"with an empty password", "password", "", 422},
		{"with another method", "none", theToken, 422},
		{"with the method in capitals", "TOKEN", theToken, 422},
		{"with no method", "", theToken, 422},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			w := h.change(c.method, c.secret, newPassw)
			wants(t, w, c.status)
			if h.state.Password.Configured() != (c.status == 200) {
				t.Errorf("configured: %v", h.state.Password.Configured())
			}
			if c.status != 200 {
				return
			}
			if want := `{"authenticated":true,"expires_at":"2026-03-02T00:00:00.000Z"}`; w.Body.String() != want {
				t.Errorf("answer %s", w.Body)
			}
			if !h.knows(onlyCookie(t, w)) {
				t.Error("the browser is not signed in")
			}
			wants(t, h.login("password", newPassw), 200)
		})
	}
}

func TestChange(t *testing.T) {
	for _, c := range []struct {
		name, method, secret string
		status               int
	}{
		{"with the password", "password", thePassword, 200},
		{"with the token", "token", theToken, 200},
		{"with a wrong password", "password", "not the password", 401},
		{"with a wrong token", "token", "not the token", 401},
		{"with the token as password", "password", theToken, 401},
		{"with the password as token", "token", thePassword, 401},
		{"with the new password", "password", newPassw, 401},
		{"with an empty secret", "password", "", 422},
		{"with another method", "session", thePassword, 422},
	} {
		for _, signedIn := range []bool{false, true} {
			name := c.name + ", not signed in"
			if signedIn {
				name = c.name + ", just signed in"
			}
			t.Run(name, func(t *testing.T) {
				h := newHub(t).withPassword()
				before := h.readFile()
				session := h.signIn()
				var changes []func(*http.Request)
				if signedIn {
					changes = append(changes, cookie(session))
				}
				wants(t, h.change(c.method, c.secret, newPassw, changes...), c.status)
				changed := c.status == 200
				if (h.readFile() != before) != changed || h.knows(session) == changed {
					t.Errorf("file or session do not fit a change: %v", changed)
				}
				right, wrong := thePassword, newPassw
				if changed {
					right, wrong = wrong, right
				}
				wants(t, h.login("password", wrong), 401)
				wants(t, h.login("password", right), 200)
			})
		}
	}
	t.Run("to the same password", func(t *testing.T) {
		wants(t, newHub(t).withPassword().change("password", thePassword, thePassword), 200)
	})
}

func TestChangeEndsEverySession(t *testing.T) {
	h := newHub(t).withPassword()
	var old []*http.Cookie
	for range 20 {
		old = append(old, h.signIn())
	}
	w := h.change("password", thePassword, newPassw, cookie(old[3]))
	wants(t, w, 200)
	for i, session := range old {
		if h.knows(session) {
			t.Errorf("session %d lives on", i)
		}
	}
	if !h.knows(onlyCookie(t, w)) {
		t.Error("the browser that changed it is signed out")
	}
	wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken)), 200)
}

func TestRecovery(t *testing.T) {
	h := newHub(t).withPassword()
	writeFile(t, h.file(), "damaged")
	wants(t, h.login("password", thePassword), 401)
	session := h.signIn()
	wants(t, h.change("token", theToken, newPassw, cookie(session)), 200)
	wants(t, h.login("password", newPassw), 200)
}

func TestLostToken(t *testing.T) {
	h := newHub(t).withPassword()
	before, session, fresh := h.readFile(), h.signIn(), NewToken()
	h.restart(token(fresh))
	wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken)), 401)
	wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+fresh)), 200)
	wants(t, h.login("token", theToken), 401)
	wants(t, h.login("password", thePassword), 200)
	if h.readFile() != before || h.knows(session) {
		t.Error("the hash changed or a session lives on")
	}
}

// Who does not know the current secret must not learn whether a guess is the token.
func TestNewPasswordIsNoTokenOracle(t *testing.T) {
	for _, method := range []string{"token", "password"} {
		t.Run(method, func(t *testing.T) {
			guess, other := newHub(t).withPassword(), newHub(t).withPassword()
			for attempt := range attemptLimit + 1 {
				a := guess.change(method, "not the secret", theToken)
				b := other.change(method, "not the secret", newPassw)
				if x, y := whole(a.Code, a.Header(), a.Body.String()), whole(b.Code, b.Header(), b.Body.String()); x != y {
					t.Fatalf("the answers differ:\n%s\n%s", x, y)
				}
				want := 401
				if attempt == attemptLimit {
					want = 429
				}
				wants(t, a, want)
			}
			if guess.hashes.Load() != other.hashes.Load() {
				t.Error("one is hashed more often than the other")
			}
		})
	}
	t.Run("after verification it is said", func(t *testing.T) {
		for method, secret := range map[string]string{"token": theToken, "password": thePassword} {
			h := newHub(t).withPassword()
			before, session := h.readFile(), h.signIn()
			w := h.change(method, secret, theToken)
			if wants(t, w, 422); location(t, w) != "body.new_password" {
				t.Errorf("answer %s", w.Body)
			}
			if h.readFile() != before || !h.knows(session) {
				t.Error("the old hash or the old session is gone")
			}
		}
	})
}

// several sends the same request from clients of their own at once.
func several(n int, send func(client func(*http.Request)) int) map[int]int {
	var (
		mu     sync.Mutex
		counts = map[int]int{}
		all    sync.WaitGroup
	)
	for i := range n {
		all.Go(func() {
			status := send(reached(func(info *inbound.Info) {
				info.ClientIP = netip.AddrFrom4([4]byte{198, 51, byte(100 + i>>8), byte(i)})
			}))
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	all.Wait()
	return counts
}

func TestOneOfParallelChangesWins(t *testing.T) {
	t.Run("both verified before either writes", func(t *testing.T) {
		h := newHub(t).withPassword()
		var verified sync.WaitGroup
		verified.Add(2)
		h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
			if string(password) == thePassword {
				verified.Done()
				verified.Wait()
			}
			return h.cheap(password, salt)
		}
		counts := several(2, func(client func(*http.Request)) int {
			return h.change("password", thePassword, newPassw, client).Code
		})
		if counts[200] != 1 || counts[401] != 1 {
			t.Errorf("answers by status: %v", counts)
		}
	})
	t.Run("as it comes", func(t *testing.T) {
		for range 50 {
			h := newHub(t).withPassword()
			counts := several(hashersAtOnce+hashersQueued, func(client func(*http.Request)) int {
				return h.change("password", thePassword, newPassw, client).Code
			})
			if counts[200] != 1 || counts[401] != hashersAtOnce+hashersQueued-1 {
				t.Fatalf("answers by status: %v", counts)
			}
			if n := len(h.state.Sessions.live); n != 1 {
				t.Fatalf("%d sessions", n)
			}
		}
	})
}

// A sign-in that is being verified while the password changes must not outlive the change.
func TestSignInWithTheOldPasswordEndsWithTheChange(t *testing.T) {
	h := newHub(t).withPassword()
	began, changed := make(chan bool), make(chan bool)
	h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
		if string(password) == thePassword {
			close(began)
			<-changed
		}
		return h.cheap(password, salt)
	}
	var stale sync.WaitGroup
	stale.Go(func() {
		w := h.login("password", thePassword, from("198.51.100.1"))
		wants(t, w, 401)
		if w.Header().Get("Set-Cookie") != "" {
			t.Error("it got a session")
		}
	})
	<-began
	wants(t, h.change("token", theToken, newPassw), 200)
	close(changed)
	stale.Wait()
	if n := len(h.state.Sessions.live); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

func TestChangeAgainstALostFile(t *testing.T) {
	h := newHub(t).withPassword()
	h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
		if string(password) == newPassw {
			_ = os.Remove(h.file())
		}
		return h.cheap(password, salt)
	}
	wants(t, h.change("password", thePassword, newPassw), 401)
	if h.state.Password.Configured() {
		t.Error("the change went through")
	}
}
