package grant

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// Whoever exchanges again and again writes to the disk each time, and may want an old token forgotten.
func TestExchangesAreSlowedDown(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	for range maxRotated {
		p = h.refresh(client, p.RefreshToken).pairOf()
		h.clock.Advance(time.Second)
	}
	r := h.refresh(client, p.RefreshToken)
	r.wantError(http.StatusTooManyRequests, "slow_down")
	const left = grace - maxRotated*time.Second
	if r.Header().Get("Retry-After") != strconv.Itoa(int(left.Seconds())) || !h.opens(p.AccessToken) {
		t.Errorf("%v", r.Header())
	}
	h.clock.Advance(left)
	h.refresh(client, p.RefreshToken).pairOf()
}

// However often a thief exchanges it, the token that was stolen gives the theft away.
func TestATokenIsKnownHoweverOld(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	p := first
	for range 10 * maxRotated {
		h.clock.Advance(grace / (maxRotated - 1))
		p = h.refresh(client, p.RefreshToken).pairOf()
	}
	h.open()
	h.refresh(client, first.RefreshToken).wantError(400, "invalid_grant")
	h.wantConnectors()
	if h.opens(p.AccessToken) {
		t.Error("the thief's token opens")
	}
}

func TestARefreshTokenIsExchanged(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	second := h.refresh(client, first.RefreshToken).pairOf()
	if second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken || second.Scope != first.Scope {
		t.Errorf("%+v", second)
	}
	if !h.opens(second.AccessToken) || !h.opens(first.AccessToken) {
		t.Error("an access token does not open")
	}
	for name, again := range map[string]func(){
		"at once":         func() {},
		"a minute later":  func() { h.clock.Advance(time.Minute) },
		"almost too late": func() { h.clock.Advance(59 * time.Second) },
	} {
		again()
		if got := h.refresh(client, first.RefreshToken).pairOf(); got.AccessToken != second.AccessToken || got.RefreshToken != second.RefreshToken {
			t.Errorf("%s: another pair: %+v", name, got)
		}
	}
}

func TestARefreshTokenOfBeforeThat(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	second := h.refresh(client, first.RefreshToken).pairOf()
	third := h.refresh(client, second.RefreshToken).pairOf()
	if got := h.refresh(client, first.RefreshToken).pairOf(); got.RefreshToken != second.RefreshToken {
		t.Errorf("the first token leads to %+v", got)
	}
	if got := h.refresh(client, second.RefreshToken).pairOf(); got.RefreshToken != third.RefreshToken {
		t.Errorf("the second token leads to %+v", got)
	}
	t.Run("long after, it ends the grant", func(t *testing.T) {
		h.clock.Advance(grace)
		h.refresh(client, first.RefreshToken).wantError(400, "invalid_grant")
		h.wantConnectors()
		if h.opens(third.AccessToken) {
			t.Error("its token still opens")
		}
		h.wantStolen("Claude", store.RefreshTokenReused)
	})
}

func TestARefreshTokenThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		try  func(h *house, client string, p tokens) reply
	}{
		{"another program's", func(h *house, _ string, p tokens) reply { return h.refresh(h.clientID("other"), p.RefreshToken) }},
		{"an access token", func(h *house, client string, p tokens) reply { return h.refresh(client, p.AccessToken) }},
		{"a guess for the same grant", func(h *house, client string, p tokens) reply {
			return h.refresh(client, p.RefreshToken[:len(refreshPrefix)+13]+strings.Repeat("A", 43))
		}},
		{"none", func(h *house, client string, _ tokens) reply { return h.refresh(client, "") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client, p := h.connect("Claude")
			c.try(h, client, p).wantError(400, "invalid_grant")
			h.wantConnectors("Claude") // a guess ends nothing
			h.refresh(client, p.RefreshToken).pairOf()
		})
	}
	t.Run("half a year later", func(t *testing.T) {
		h := newHouse(t)
		client, p := h.connect("Claude")
		h.clock.Advance(refreshTTL)
		h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
		h.wantConnectors()
	})
	t.Run("half a year after it was used last", func(t *testing.T) {
		h := newHouse(t)
		client, p := h.connect("Claude")
		for range 3 {
			h.clock.Advance(refreshTTL - time.Hour)
			p = h.refresh(client, p.RefreshToken).pairOf()
		}
	})
}

// Clients ask with many windows at once; every one of them gets on.
func TestParallelRefreshes(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	got := make([]reply, 100)
	atOnce(len(got), func(i int) { got[i] = h.refresh(client, p.RefreshToken) })
	want := got[0].pairOf()
	for _, r := range got {
		if next := r.pairOf(); next.AccessToken != want.AccessToken || next.RefreshToken != want.RefreshToken {
			t.Fatalf("they part: %+v and %+v", next, want)
		}
	}
	if !h.opens(want.AccessToken) {
		t.Error("the token does not open")
	}
	h.refresh(client, want.RefreshToken).pairOf()
}

func TestAtMostEightAccessTokensOfAGrant(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	all := []string{p.AccessToken}
	for range maxAccess {
		p = h.refresh(client, p.RefreshToken).pairOf()
		all = append(all, p.AccessToken)
	}
	for i, token := range all {
		if got := h.opens(token); got != (i > 0) {
			t.Errorf("token %d opens: %t", i, got)
		}
	}
}

func TestAtMostSoManyGrants(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	for i := range maxGrants {
		h.redeem(client, h.allowed(client)).pairOf()
		if i == 0 {
			h.wantConnectors("Claude")
		}
	}
	if _, err := h.Approve(h.ask(client), inbound.Write, ""); !isConflict(err) {
		t.Errorf("one more: %v", err)
	}
	h.clock.Advance(refreshTTL)
	if _, err := h.Approve(h.ask(client), inbound.Write, ""); err != nil {
		t.Errorf("once the others have expired: %v", err)
	}
}
