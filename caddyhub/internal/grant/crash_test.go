package grant

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// exchangerVariable holds a data folder when a test starts the test binary again.
const exchangerVariable = "HUB_TEST_EXCHANGER"

// longRun says that the long counts of the reliability targets are wanted.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

// TestMain lets the test binary stand in for the hub that a test starts and kills.
func TestMain(m *testing.M) {
	if dir := os.Getenv(exchangerVariable); dir != "" {
		exchangeUntilKilled(dir)
		return
	}
	os.Exit(m.Run())
}

// openHere opens the state of a data folder on the machine's clock.
func openHere(dir string) *State {
	clock := auth.SystemClock()
	return NewState(auth.NewState(dir, clock, zap.NewNop()).Tokens, clock, http.DefaultClient, zap.NewNop, nil)
}

// exchangeUntilKilled exchanges the refresh tokens that it is told, of a client, and says that it is
// there and that it has answered.
func exchangeUntilKilled(dir string) {
	s := openHere(dir)
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		client, token, _ := strings.Cut(lines.Text(), " ")
		_, why, err := s.exchange(token, client, time.Hour)
		fmt.Println("answered", why, err)
	}
}

// connectHere lets a program in.
func connectHere(t *testing.T, dir string) (client, pair) {
	t.Helper()
	s := openHere(dir)
	c, err := s.register("Claude", []string{callback})
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	code := s.newCode(request{client: c, redirect: callback, challenge: challengeOf(verifier), class: inbound.Write}, "Claude")
	s.mu.Unlock()
	p, why, err := s.redeem(code, c.ID, callback, verifier, time.Hour)
	if why != "" || err != nil {
		t.Fatal(why, err)
	}
	return c, p
}

// A hub that is killed while it exchanges a refresh token leaves a pair that works: whoever has not
// got the answer asks again with the old token.
func TestAKilledHubLosesNoConnector(t *testing.T) {
	rounds := 10
	if longRun {
		rounds = 100
	}
	dir := t.TempDir()
	c, p := connectHere(t, dir)
	before, after := 0, 0
	for round := range rounds {
		if round%maxRotated == maxRotated-1 { // nobody may exchange more often in so short a time
			c, p = connectHere(t, dir)
		}
		child := exec.CommandContext(t.Context(), os.Args[0])
		child.Env = append(os.Environ(), exchangerVariable+"="+dir)
		in, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() || lines.Text() != "ready" {
			t.Fatalf("round %d: the hub did not start: %q", round, lines.Text())
		}
		fmt.Fprintln(in, c.ID, p.refresh)
		if round%3 == 0 {
			lines.Scan() // it has answered
		} else {
			for range rand.IntN(20_000) { //nolint:revive // a moment that no clock is fine enough for
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()

		s := openHere(dir)
		if digestOf(secretOf(p.refresh)).is(s.grants[p.refresh[len(refreshPrefix):len(refreshPrefix)+12]].refresh) {
			before++
		} else {
			after++
		}
		next, why, err := s.exchange(p.refresh, c.ID, time.Hour)
		if why != "" || err != nil {
			t.Fatalf("round %d: %s %v", round, why, err)
		}
		if _, why := s.find(next.access); why != "" {
			t.Fatalf("round %d: %s", round, why)
		}
		p = next
	}
	t.Logf("killed %d times before the exchange was on the disk, %d times after", before, after)
	if after == 0 {
		t.Error("no kill came after an exchange: the test is about half of it")
	}
}
