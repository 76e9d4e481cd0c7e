package auth

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

var stranger = netip.MustParseAddr(theIP)

// asks begins a pairing whose secret none of the logs may hold.
func (h *hub) asks(name string) (Pairing, string) {
	h.t.Helper()
	p, secret, err := h.state.Pairings.Ask(name, stranger)
	if err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	h.secrets[secret] = true
	h.mu.Unlock()
	return p, secret
}

func (h *hub) pairingState(p Pairing, secret string) PairingState {
	h.t.Helper()
	state, err := h.state.Pairings.State(p.ID, secret)
	if err != nil {
		h.t.Fatal(err)
	}
	return state
}

// asSeen allows to replace what the owner sees of the pairing.
var asSeen store.Opt[string]

func isConflict(err error) bool { return errors.As(err, new(*store.ConflictError)) }

func TestPairing(t *testing.T) {
	h := newHub(t)
	p, secret := h.asks("laptop")
	if !regexp.MustCompile(`^[B-Z]{4}-[B-Z]{4}$`).MatchString(p.Code) || p.State != PairingWaiting || h.pairingState(p, secret) != PairingWaiting {
		t.Fatalf("asked: %+v", p)
	}
	if _, _, err := h.state.Pairings.Take(p.ID, secret); !isConflict(err) {
		t.Errorf("taken before it was allowed: %v", err)
	}
	if got, err := h.state.Pairings.Allow(p.ID, "", inbound.Read, asSeen); err != nil || got.State != PairingAllowed || h.pairingState(p, secret) != PairingAllowed {
		t.Fatalf("allowed: %+v, %v", got, err)
	}
	if len(h.state.Tokens.List()) != 0 {
		t.Error("there is a token that nobody has taken")
	}
	made, text, err := h.state.Pairings.Take(p.ID, secret)
	if err != nil || made.Name != "laptop" || made.Class != inbound.Read {
		t.Fatalf("taken: %+v, %v", made, err)
	}
	h.clock.pass(pairingRepeat - time.Second)
	if _, again, err := h.state.Pairings.Take(p.ID, secret); err != nil || again != text {
		t.Errorf("its answer was lost: %v", err)
	}
	h.clock.pass(time.Second)
	if _, _, err := h.state.Pairings.Take(p.ID, secret); !isConflict(err) {
		t.Errorf("taken after a minute: %v", err)
	}
	if got, refused := h.gives(text); got.Token != made.ID || got.Name != "laptop" || refused != "" {
		t.Errorf("%+v, %q", got, refused)
	}
}

func TestPairingsThatComeToNothing(t *testing.T) {
	h := newHub(t)
	h.newToken("desk", inbound.Write, 0)
	denied, deniedSecret := h.asks("a")
	expired, expiredSecret := h.asks("b")
	late, lateSecret := h.asks("c")
	if _, err := h.state.Pairings.Deny(denied.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.state.Pairings.Allow(late.ID, "", inbound.Write, asSeen); err != nil {
		t.Fatal(err)
	}
	if _, err := h.state.Pairings.State(late.ID, deniedSecret); !errors.Is(err, ErrNotPairing) {
		t.Errorf("with another's secret: %v", err)
	}
	if _, _, err := h.state.Pairings.Take(late.ID, deniedSecret); !errors.Is(err, ErrNotPairing) {
		t.Errorf("taken with another's secret: %v", err)
	}
	h.clock.pass(pairingTime)
	for _, c := range []struct {
		name   string
		p      Pairing
		secret string
		want   PairingState
	}{
		{"denied", denied, deniedSecret, PairingDenied},
		{"never decided", expired, expiredSecret, PairingExpired},
		{"allowed and never taken", late, lateSecret, PairingExpired},
	} {
		if got := h.pairingState(c.p, c.secret); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if _, _, err := h.state.Pairings.Take(c.p.ID, c.secret); !isConflict(err) {
			t.Errorf("%s, and taken: %v", c.name, err)
		}
		if _, err := h.state.Pairings.Allow(c.p.ID, "", inbound.Write, asSeen); !isConflict(err) {
			t.Errorf("%s, and allowed: %v", c.name, err)
		}
	}
	h.clock.pass(pairingTime)
	h.asks("d")
	if _, err := h.state.Pairings.State(expired.ID, expiredSecret); !errors.As(err, new(*store.NotFoundError)) {
		t.Errorf("forgotten: %v", err)
	}
	if got := len(h.state.Tokens.List()); got != 1 {
		t.Errorf("%d tokens", got)
	}
}

// The same machine pairs twice: its old token makes room for the new one, another's does not.
func TestAPairingReplacesTheTokenThatTheOwnerSaw(t *testing.T) {
	h := newHub(t)
	_, old := h.newToken("laptop", inbound.Write, 0)
	p, secret := h.asks("Laptop")
	if _, replaces, err := h.state.Pairings.Get(p.ID); err != nil || replaces != "laptop" {
		t.Errorf("replaces %q, %v", replaces, err)
	}
	if _, err := h.state.Pairings.Allow(p.ID, "", inbound.Write, asSeen); err != nil {
		t.Fatal(err)
	}
	if _, refused := h.gives(old); refused != "" {
		t.Error("the old token ends before the new one is taken")
	}
	ended := h.state.Tokens.Ended()
	_, text, err := h.state.Pairings.Take(p.ID, secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, refused := h.gives(old); refused == "" {
		t.Error("the old token goes on")
	}
	if _, refused := h.gives(text); refused != "" {
		t.Errorf("the new one: %q", refused)
	}
	select {
	case <-ended:
	default:
		t.Error("the end of the old one is not told")
	}

	p, secret = h.asks("desk")
	if _, err := h.state.Pairings.Allow(p.ID, "", inbound.Write, asSeen); err != nil {
		t.Fatal(err)
	}
	h.newToken("desk", inbound.Read, 0) // which the owner had not seen when allowing
	if _, _, err := h.state.Pairings.Take(p.ID, secret); !isConflict(err) {
		t.Errorf("a token that came in between is replaced: %v", err)
	}
}

// A name that the owner types is that of no other machine's token, unless the owner says that this one ends.
func TestATypedNameEndsNoTokenUnseen(t *testing.T) {
	none := store.Opt[string]{Set: true}
	for _, c := range []struct {
		name, typed string
		replaces    store.Opt[string]
		allowed     bool
	}{
		{"the machine's own name", "laptop", asSeen, true},
		{"the machine's own name, and none is to end", "laptop", none, false},
		{"another machine's name", "desk", asSeen, false},
		{"another machine's name, and none is to end", "desk", none, false},
		{"another machine's name, and another token is to end", "desk", store.Some("laptop"), false},
		{"another machine's name, and that token is to end", "desk", store.Some("Desk"), true},
		{"a free name, and none is to end", "third", none, true},
		{"a free name, and a token is to end that is not there", "third", store.Some("third"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			old := map[string]string{}
			for _, name := range []string{"laptop", "desk"} {
				_, old[name] = h.newToken(name, inbound.Write, 0)
			}
			p, secret := h.asks("laptop")
			_, err := h.state.Pairings.Allow(p.ID, c.typed, inbound.Write, c.replaces)
			if c.allowed {
				if err == nil {
					_, _, err = h.state.Pairings.Take(p.ID, secret)
				}
				if err != nil {
					t.Fatal(err)
				}
			} else if state := h.pairingState(p, secret); !isConflict(err) || state != PairingWaiting {
				t.Errorf("it is %s: %v", state, err)
			}
			for name, text := range old {
				if _, refused := h.gives(text); (refused != "") != (c.allowed && name == c.typed) {
					t.Errorf("the token %s: %q", name, refused)
				}
			}
		})
	}
}

// A machine that calls itself almost like another is allowed only under a name of its own, and
// takes nothing from the other.
func TestAPairingIsNotTakenForAnother(t *testing.T) {
	h := newHub(t)
	_, other := h.newToken("laptop", inbound.Write, 0)
	p, secret := h.asks("lарtор")
	if _, replaces, err := h.state.Pairings.Get(p.ID); err != nil || replaces != "" {
		t.Errorf("replaces %q, %v", replaces, err)
	}
	if _, err := h.state.Pairings.Allow(p.ID, "", inbound.Write, asSeen); !isConflict(err) || !strings.Contains(err.Error(), `looks like that of the token “laptop”`) {
		t.Errorf("allowed: %v", err)
	}
	if got := h.pairingState(p, secret); got != PairingWaiting {
		t.Errorf("it is %s", got)
	}
	if _, err := h.state.Pairings.Allow(p.ID, "second", inbound.Write, asSeen); err != nil {
		t.Fatal(err)
	}
	if made, _, err := h.state.Pairings.Take(p.ID, secret); err != nil || made.Name != "second" {
		t.Errorf("%+v, %v", made, err)
	}
	if _, refused := h.gives(other); refused != "" {
		t.Errorf("the other: %q", refused)
	}
	for name, text := range map[string]string{"spaces": " \u00a0", "zero width": "\u200b", "marks": "\u0301", "turned round": "\u202epotpal"} {
		if _, _, err := h.state.Pairings.Ask(text, stranger); !errors.As(err, new(*store.InvalidError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPairingsAreBounded(t *testing.T) {
	h := newHub(t)
	soon := new(ThrottledError)
	for i := range attemptLimit {
		h.asks(fmt.Sprint("a", i))
	}
	if _, _, err := h.state.Pairings.Ask("b", stranger); !errors.As(err, &soon) || soon.Wait <= 0 || soon.Wait > time.Minute {
		t.Errorf("the sixth of an address: %v", err)
	}
	from := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, byte(10 + i)}) }
	for i := maxOwnPairings; i < maxPairings; i++ { // the stranger's first two have made room
		if _, _, err := h.state.Pairings.Ask("c", from(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := h.state.Pairings.Ask("d", from(20)); !errors.As(err, &soon) || soon.Wait <= 0 || soon.Wait > time.Minute {
		t.Errorf("the ninth: %v", err)
	}
	h.clock.pass(pairingTime)
	if _, _, err := h.state.Pairings.Ask("e", from(21)); err != nil {
		t.Errorf("when they have ended: %v", err)
	}
	if _, _, err := h.state.Pairings.Ask("two\nlines", from(22)); !errors.As(err, new(*store.InvalidError)) {
		t.Errorf("a name of two lines: %v", err)
	}
	if got := len(h.state.Pairings.known); got > 2*maxPairings {
		t.Errorf("%d are known", got)
	}
}

// One stranger who asks on and on keeps nobody else out: what gives way is the oldest of its own.
func TestAnAddressTakesThreePairings(t *testing.T) {
	h := newHub(t)
	pairings := h.state.Pairings
	honest, _, err := pairings.Ask("laptop", netip.AddrFrom4([4]byte{192, 0, 2, 1}))
	if err != nil {
		t.Fatal(err)
	}
	var asked []Pairing
	for minute := range 4 {
		for i := range attemptLimit {
			h.clock.pass(time.Second)
			one, _, err := pairings.Ask(fmt.Sprintf("flood %d-%d", minute, i), netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i+1)))
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, one)
		}
		h.clock.pass(time.Minute)
	}
	waiting := 0
	for i, one := range asked {
		seen, _, err := pairings.Get(one.ID)
		if err != nil {
			t.Fatal(err)
		}
		if seen.State != PairingWaiting {
			continue
		}
		if waiting++; i < len(asked)-maxOwnPairings {
			t.Errorf("number %d still waits", i)
		}
	}
	if waiting != maxOwnPairings {
		t.Errorf("%d wait, want %d", waiting, maxOwnPairings)
	}
	if seen, _, err := pairings.Get(honest.ID); err != nil || seen.State != PairingWaiting {
		t.Errorf("who asked before: %+v, %v", seen, err)
	}
	if _, _, err := pairings.Ask("phone", netip.AddrFrom4([4]byte{192, 0, 2, 2})); err != nil {
		t.Errorf("who asks after: %v", err)
	}
}
