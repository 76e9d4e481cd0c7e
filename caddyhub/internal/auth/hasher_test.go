package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// slowHasher hashes until it is told to go on, on the time of a synctest bubble.
type slowHasher struct {
	*hasher
	running, most int
	goOn          chan bool

	mu      sync.Mutex
	all     sync.WaitGroup
	results []error
}

func newSlowHasher() *slowHasher {
	began := time.Now()
	s := &slowHasher{hasher: newHasher(func() time.Duration { return time.Since(began) }), goOn: make(chan bool)}
	s.derive = func(_, _ []byte) ([]byte, error) {
		s.count(1)
		defer s.count(-1)
		<-s.goOn
		return nil, nil
	}
	return s
}

func (s *slowHasher) count(by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running += by
	s.most = max(s.most, s.running)
}

// begin asks for hashes and waits until all that can run do.
func (s *slowHasher) begin(ctx context.Context, n int) {
	for range n {
		s.all.Go(func() {
			_, err := s.guess(ctx, "x", nil)
			s.mu.Lock()
			defer s.mu.Unlock()
			s.results = append(s.results, err)
		})
	}
	synctest.Wait()
}

// refusals counts the finished ones that got no hash.
func (s *slowHasher) refusals() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, err := range s.results {
		if errors.Is(err, errHasherBusy) {
			n++
		}
	}
	return n
}

func TestTwoHashersAndAQueueOfFour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowHasher()
		s.begin(t.Context(), 6)
		if s.running != 2 || s.refusals() != 0 {
			t.Errorf("%d running, %d refused", s.running, s.refusals())
		}
		s.begin(t.Context(), 10)
		if s.running != 2 || s.refusals() != 10 {
			t.Errorf("%d running, %d refused", s.running, s.refusals())
		}
		for range 6 {
			s.goOn <- true
		}
		s.all.Wait()
		if s.most != 2 || s.refusals() != 10 || len(s.results) != 16 {
			t.Errorf("%d at once, %d refused of %d", s.most, s.refusals(), len(s.results))
		}
	})
}

func TestQueueEndsAfterThreeSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowHasher()
		s.begin(t.Context(), 6)
		time.Sleep(3*time.Second - time.Nanosecond)
		synctest.Wait()
		if s.refusals() != 0 {
			t.Error("refused early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if s.running != 2 || s.refusals() != 4 {
			t.Errorf("%d running, %d refused", s.running, s.refusals())
		}
		close(s.goOn)
		s.all.Wait()
		if s.refusals() != 4 || len(s.places) != 0 || len(s.turns) != 0 {
			t.Errorf("%d refused, %d places taken, %d running", s.refusals(), len(s.places), len(s.turns))
		}
	})
}

func TestGoneClientsFreeTheirPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowHasher()
		s.begin(t.Context(), 2)
		gone, leave := context.WithCancel(t.Context())
		s.begin(gone, 4)
		leave()
		synctest.Wait()
		if s.refusals() != 4 || len(s.places) != 2 {
			t.Errorf("%d refused, %d places taken", s.refusals(), len(s.places))
		}
		s.begin(t.Context(), 4)
		close(s.goOn)
		s.all.Wait()
		if s.refusals() != 4 {
			t.Errorf("%d refused", s.refusals())
		}
	})
}

func TestThirtyHashesAMinute(t *testing.T) {
	c := &clock{}
	hasher := newHasher(c.clock().Mono)
	runs := 0
	hasher.derive = func(_, _ []byte) ([]byte, error) { runs++; return nil, nil }
	hash := func() error {
		_, err := hasher.guess(t.Context(), "x", nil)
		return err
	}
	for range hashBudget {
		if err := hash(); err != nil {
			t.Fatal(err)
		}
		c.pass(time.Second)
	}
	for range 100 {
		if err := hash(); !errors.Is(err, errHasherBusy) {
			t.Fatalf("error %v", err)
		}
	}
	if runs != hashBudget || len(hasher.recent) != hashBudget {
		t.Errorf("%d runs, %d kept", runs, len(hasher.recent))
	}
	c.pass(30*time.Second - time.Nanosecond)
	if err := hash(); err == nil {
		t.Error("one more within the minute")
	}
	c.pass(time.Nanosecond)
	if err := hash(); err != nil {
		t.Error(err)
	}
	if err := hash(); err == nil {
		t.Error("two at the place of one")
	}
}

// Many addresses give many counts of attempts but no more hashing.
func TestManyAddressesShareTheBudget(t *testing.T) {
	h := newHub(t).withPassword()
	h.clock.pass(time.Minute)
	counts := map[int]int{}
	for i := range 200 {
		counts[h.login("password", "not the password", from(fmt.Sprintf("198.51.100.%d", i))).Code]++
	}
	if counts[401] != hashBudget || counts[503] != 200-hashBudget {
		t.Errorf("answers by status: %v", counts)
	}
}

func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t).withPassword()
		before, session := h.readFile(), h.signIn()
		goOn := make(chan bool)
		h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
			<-goOn
			return h.cheap(password, salt)
		}
		var all sync.WaitGroup
		for i := range hashersAtOnce + hashersQueued {
			client := reached(func(info *inbound.Info) { info.ClientIP = netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}) })
			all.Go(func() { wants(t, h.login("password", thePassword, client), 200) })
		}
		synctest.Wait()
		for name, w := range map[string]*httptest.ResponseRecorder{
			"sign-in":               h.login("password", thePassword),
			"change, with password": h.change("password", thePassword, newPassw),
		} {
			wants(t, w, 503)
			if w.Header().Get("Retry-After") != "1" || w.Header().Get("Set-Cookie") != "" {
				t.Errorf("%s: headers %v", name, w.Header())
			}
		}
		if h.readFile() != before || !h.knows(session) {
			t.Error("the old hash or the old session is gone")
		}
		// No hash is needed for the token.
		wants(t, h.login("token", theToken), 200)
		wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken)), 200)
		close(goOn)
		all.Wait()
		if n := h.logs.FilterLevelExact(zap.ErrorLevel).Len(); n != 0 {
			t.Errorf("%d errors logged", n)
		}
	})
}
