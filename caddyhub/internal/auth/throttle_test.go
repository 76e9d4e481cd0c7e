package auth

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// refused are the headers of an answer that must be a 429.
func refused(t *testing.T, w *httptest.ResponseRecorder) http.Header {
	t.Helper()
	wants(t, w, 429)
	return w.Header()
}

func TestFiveAttemptsAMinute(t *testing.T) {
	h := newHub(t).withPassword()
	hashes := h.hashes.Load()
	for range attemptLimit {
		wants(t, h.login("password", "not the password"), 401)
		h.clock.pass(5 * time.Second)
	}
	if h.hashes.Load() != hashes+attemptLimit {
		t.Errorf("%d hashes", h.hashes.Load()-hashes)
	}
	// 25 s after the first.
	for _, c := range []struct {
		name  string
		wait  time.Duration
		retry string
	}{
		{"at once", 0, "35"},
		{"in a part of a second", 500 * time.Millisecond, "35"},
		{"a second before", 33500 * time.Millisecond, "1"},
		{"a moment before", time.Second - time.Nanosecond, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.clock.pass(c.wait)
			for name, w := range map[string]http.Header{
				"wrong password": refused(t, h.login("password", "not the password")),
				"right password": refused(t, h.login("password", thePassword)),
				"right token":    refused(t, h.login("token", theToken)),
				"right change":   refused(t, h.change("token", theToken, newPassw)),
			} {
				if got := w.Get("Retry-After"); got != c.retry {
					t.Errorf("%s: Retry-After %q, want %q", name, got, c.retry)
				}
			}
		})
	}
	if h.hashes.Load() != hashes+attemptLimit {
		t.Error("a password was hashed for a 429")
	}
	t.Run("the window slides and refusals have not moved it", func(t *testing.T) {
		h.clock.pass(time.Nanosecond)
		wants(t, h.login("password", "not the password"), 401)
		if got := refused(t, h.login("password", thePassword)).Get("Retry-After"); got != "5" {
			t.Errorf("Retry-After %q", got)
		}
		h.clock.pass(5 * time.Second)
		wants(t, h.login("password", thePassword), 200)
	})
}

func TestRetryAfterIsAMinuteAtMost(t *testing.T) {
	h := newHub(t)
	for range attemptLimit {
		wants(t, h.login("token", "not the token"), 401)
	}
	for range 600 {
		seconds, err := strconv.Atoi(refused(t, h.login("token", theToken)).Get("Retry-After"))
		if err != nil || seconds < 1 || seconds > 60 {
			t.Fatalf("%d, %v", seconds, err)
		}
		h.clock.pass(100 * time.Millisecond)
	}
	wants(t, h.login("token", theToken), 200)
}

func TestKindsOfAttemptsShareTheLimit(t *testing.T) {
	attempts := map[string]func(*hub) int{
		"password": func(h *hub) int { return h.login("password", "not the password").Code },
		"token":    func(h *hub) int { return h.login("token", "not the token").Code },
		"change":   func(h *hub) int { return h.change("password", "not the password", newPassw).Code },
		"set-up":   func(h *hub) int { return h.change("token", "not the token", newPassw).Code },
	}
	for name, mix := range map[string][]string{
		"two, two and one": {"password", "password", "token", "token", "set-up"},
		"changes only":     {"change", "change", "set-up", "change", "set-up"},
		"one of each":      {"password", "token", "change", "set-up", "token"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t).withPassword()
			for _, kind := range mix {
				if status := attempts[kind](h); status != 401 {
					t.Errorf("%s: status %d", kind, status)
				}
			}
			for kind, attempt := range attempts {
				if status := attempt(h); status != 429 {
					t.Errorf("then %s: status %d", kind, status)
				}
			}
		})
	}
	t.Run("another address has its own", func(t *testing.T) {
		h := newHub(t)
		for range attemptLimit {
			h.login("token", "not the token")
		}
		wants(t, h.login("token", theToken), 429)
		wants(t, h.login("token", theToken, from("192.0.2.2")), 200)
		wants(t, h.login("token", theToken), 429)
	})
	t.Run("this machine is limited too", func(t *testing.T) {
		h := newHub(t)
		for range attemptLimit {
			wants(t, h.login("token", "not the token", from("127.0.0.1")), 401)
		}
		wants(t, h.login("token", theToken, from("127.0.0.1")), 429)
	})
}

func TestSuccessClearsTheCount(t *testing.T) {
	for name, success := range map[string]func(*hub) int{
		"password":              func(h *hub) int { return h.login("password", thePassword).Code },
		"token":                 func(h *hub) int { return h.login("token", theToken).Code },
		"change to the same":    func(h *hub) int { return h.change("password", thePassword, thePassword).Code },
		"change with the token": func(h *hub) int { return h.change("token", theToken, thePassword).Code },
		"a hundred are no attempt": func(h *hub) int {
			for range 100 {
				h.login("token", theToken)
			}
			return h.login("token", theToken).Code
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t).withPassword()
			for range attemptLimit - 1 {
				wants(t, h.login("token", "not the token"), 401)
			}
			if status := success(h); status != 200 {
				t.Errorf("status %d", status)
			}
			for range attemptLimit {
				wants(t, h.login("token", "not the token"), 401)
			}
			wants(t, h.login("token", theToken), 429)
		})
	}
}

func TestMalformedRequestsAreNoAttempts(t *testing.T) {
	h := newHub(t).withPassword()
	for range attemptLimit {
		for _, body := range []string{``, `{`, `null`, `[]`, `{"password":""}`, `{"token":1}`, `{"password":"a","token":"b"}`, `{"x":"y"}`} {
			if w := h.send("POST", "/api/auth/login", body); w.Code != 400 && w.Code != 422 {
				t.Errorf("%s: status %d", body, w.Code)
			}
		}
		wants(t, h.change("token", "not the token", "short"), 422)
		wants(t, h.change("other", "not the token", newPassw), 422)
		wants(t, h.login("token", "not the token", without("X-Hub-Request")), 403)
	}
	for range attemptLimit {
		wants(t, h.login("token", "not the token"), 401)
	}
}

func TestClientsOfTheThrottle(t *testing.T) {
	for _, c := range []struct {
		name, one, other string
		same             bool
	}{
		{"neighbours in IPv4", "192.0.2.1", "192.0.2.2", false},
		{"the ends of a /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true},
		{"two /64 of a /48", "2001:db8:1:2::1", "2001:db8:1:3::1", false},
		{"an address within IPv6", "192.0.2.1", "::ffff:192.0.2.1", true},
		{"two addresses within IPv6", "::ffff:192.0.2.1", "::ffff:192.0.2.2", false},
		{"zones", "fe80::1%eth0", "fe80::2%eth1", true},
		{"zone and none", "fe80::1%eth0", "fe80::1", true},
		{"this machine in both", "127.0.0.1", "::1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if same := ClientOf(netip.MustParseAddr(c.one)) == ClientOf(netip.MustParseAddr(c.other)); same != c.same {
				t.Errorf("same bucket: %v", same)
			}
		})
	}
	t.Run("requests without an address share one", func(t *testing.T) {
		throttle := NewThrottle((&clock{}).clock().Mono, attemptLimit)
		for range attemptLimit {
			throttle.Reserve(netip.Addr{})
		}
		if _, ok := throttle.Reserve(netip.Addr{}); ok {
			t.Error("a sixth attempt")
		}
	})
}

// rounds is how often the parallel tests repeat.
func rounds() int {
	if os.Getenv("HUB_TEST_LONG") != "" {
		return 1000
	}
	return 50
}

// hundredAtOnce guesses in parallel and counts the answers by their status.
func (h *hub) hundredAtOnce(method string) map[int]int {
	h.t.Helper()
	var (
		mu     sync.Mutex
		counts = map[int]int{}
		all    sync.WaitGroup
	)
	for range 100 {
		all.Go(func() {
			status := h.login(method, "not the secret").Code
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	all.Wait()
	return counts
}

func TestParallelGuessesCannotSlipThrough(t *testing.T) {
	h := newHub(t)
	for round := range rounds() {
		counts := h.hundredAtOnce("token")
		if counts[401] != attemptLimit || counts[429] != 100-attemptLimit {
			t.Fatalf("round %d: answers by status: %v", round, counts)
		}
		h.clock.pass(attemptWindow)
	}
}

// With the real cost a slow machine may answer 503 to the last of the five.
func TestParallelGuessesOfRealPasswords(t *testing.T) {
	h := newHub(t)
	writeFile(t, h.file(), goldenLine)
	h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
		h.hashes.Add(1)
		return deriveScrypt(password, salt)
	}
	counts := h.hundredAtOnce("password")
	if counts[401]+counts[503] != attemptLimit || counts[401] < 2 || counts[429] != 100-attemptLimit {
		t.Errorf("answers by status: %v", counts)
	}
	if n := h.hashes.Load(); n != int64(counts[401]) {
		t.Errorf("%d hashes", n)
	}
}

func TestMemoryOfTheThrottle(t *testing.T) {
	c := &clock{}
	throttle := NewThrottle(c.clock().Mono, attemptLimit)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range 1_000_000 {
		throttle.Reserve(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
		if len(throttle.buckets) > maxBuckets {
			t.Fatalf("%d buckets", len(throttle.buckets))
		}
	}
	if grown := int64(heap()) - int64(before); grown > 5<<20 {
		t.Errorf("the heap grew by %d KiB", grown>>10)
	}
	if len(throttle.buckets) != maxBuckets || throttle.recent.Len() != maxBuckets {
		t.Errorf("%d buckets, %d in the list", len(throttle.buckets), throttle.recent.Len())
	}
	t.Run("idle ones are swept away", func(t *testing.T) {
		c.pass(attemptWindow)
		for i := range maxBuckets {
			throttle.Reserve(netip.AddrFrom4([4]byte{11, 0, byte(i >> 8), byte(i)}))
			c.pass(attemptWindow)
		}
		if n := len(throttle.buckets); n > 2 {
			t.Errorf("%d buckets", n)
		}
	})
}

// Whoever has many addresses must not push a blocked one out while there is another way.
func TestEvictionHandsNoAttemptsBack(t *testing.T) {
	addr := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}) }
	block := func(throttle *Throttle, ip netip.Addr) {
		for range attemptLimit {
			throttle.Reserve(ip)
		}
	}
	t.Run("an idle one goes first though it was refused later", func(t *testing.T) {
		c := &clock{}
		throttle := NewThrottle(c.clock().Mono, attemptLimit)
		idle, blocked := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
		block(throttle, idle)
		c.pass(2 * time.Second)
		block(throttle, blocked)
		for i := range maxBuckets - 2 {
			throttle.Reserve(addr(i))
		}
		c.pass(57 * time.Second)
		if _, ok := throttle.Reserve(idle); ok {
			t.Error("a sixth attempt")
		}
		c.pass(2 * time.Second) // 61 s after the idle one's attempts, 59 s after the others'
		throttle.Reserve(netip.MustParseAddr("192.0.2.3"))
		if _, ok := throttle.Reserve(blocked); ok {
			t.Error("the blocked one got its attempts back")
		}
	})
	t.Run("the list stays in the order of the latest attempts", func(t *testing.T) {
		c := &clock{}
		throttle := NewThrottle(c.clock().Mono, attemptLimit)
		random := rand.New(rand.NewPCG(1, 2))
		for range 200_000 {
			c.pass(time.Duration(random.Int64N(int64(12 * time.Millisecond))))
			throttle.Reserve(addr(random.IntN(maxBuckets + 500)))
		}
		last := time.Duration(1<<63 - 1)
		for e := throttle.recent.Front(); e != nil; e = e.Next() {
			b := e.Value.(*bucket)
			if b.attempts[b.n-1] > last {
				t.Fatal("it does not")
			}
			last = b.attempts[b.n-1]
		}
	})
	t.Run("without an idle one the oldest goes", func(t *testing.T) {
		c := &clock{}
		throttle := NewThrottle(c.clock().Mono, attemptLimit)
		for i := range maxBuckets {
			throttle.Reserve(addr(i))
			c.pass(time.Millisecond)
		}
		throttle.Reserve(netip.MustParseAddr("192.0.2.1"))
		if throttle.buckets[ClientOf(addr(0))] != nil || throttle.buckets[ClientOf(addr(1))] == nil {
			t.Error("another one went")
		}
	})
}

func TestSetClocksDoNotMatterToTheThrottle(t *testing.T) {
	for name, step := range map[string]time.Duration{"back": -time.Hour, "forward": time.Hour} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			for range attemptLimit {
				h.login("token", "not the token")
			}
			h.clock.setWall(step)
			if got := refused(t, h.login("token", theToken)).Get("Retry-After"); got != "60" {
				t.Errorf("Retry-After %q", got)
			}
			h.clock.pass(attemptWindow)
			wants(t, h.login("token", theToken), 200)
		})
	}
}
