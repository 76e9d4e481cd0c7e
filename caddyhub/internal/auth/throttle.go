package auth

import (
	"container/list"
	"net/netip"
	"sync"
	"time"
)

// The limit on sign-in attempts: password set-up, password sign-in and
// token sign-in share it.
const (
	attemptLimit  = 5
	attemptWindow = time.Minute

	// maxBuckets bounds the memory that strangers can take.
	maxBuckets = 10_000
)

// Throttle counts attempts per client in a sliding window, a minute unless another is chosen. An
// attempt takes its slot before the credential is looked at, so that parallel guesses cannot slip
// through together. Its state belongs to the process: a reload does not reset it.
type Throttle struct {
	mono   func() time.Duration // a clock that cannot be set
	limit  int                  // attempts in a window
	window time.Duration

	mu      sync.Mutex
	buckets map[netip.Prefix]*list.Element
	recent  *list.List // of *bucket, the one with the latest attempt in front
}

// bucket holds the times of a client's attempts, the oldest first.
type bucket struct {
	client   netip.Prefix
	attempts []time.Duration // room for the limit
	n        int
}

// NewThrottle makes a throttle of limit attempts a minute on a monotonic clock.
func NewThrottle(mono func() time.Duration, limit int) *Throttle {
	return NewThrottleWithin(mono, limit, attemptWindow)
}

// NewThrottleWithin is NewThrottle with another window.
func NewThrottleWithin(mono func() time.Duration, limit int, window time.Duration) *Throttle {
	return &Throttle{mono: mono, limit: limit, window: window, buckets: map[netip.Prefix]*list.Element{}, recent: list.New()}
}

// ClientOf is who shares a count: an IPv4 address, or the /64 an IPv6 client can choose
// its address from.
func ClientOf(ip netip.Addr) netip.Prefix {
	ip = ip.Unmap()
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	prefix, _ := ip.Prefix(bits) // the bits fit; without an address, all share one count
	return prefix
}

// Reserve takes a slot for an attempt. Without a free one it says how long until the
// oldest attempt leaves the window; a refusal takes no slot.
func (t *Throttle) Reserve(ip netip.Addr) (wait time.Duration, ok bool) {
	now := t.mono()
	client := ClientOf(ip)
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.bucket(client, now)
	b := e.Value.(*bucket)
	b.forget(now, t.window)
	if b.n == t.limit {
		return b.attempts[0] + t.window - now, false
	}
	b.attempts[b.n] = now
	b.n++
	t.recent.MoveToFront(e)
	return 0, true
}

// Return gives the latest slot of a client back: nothing was verified for it.
func (t *Throttle) Return(ip netip.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.buckets[ClientOf(ip)]; e != nil {
		if b := e.Value.(*bucket); b.n > 0 {
			b.n--
		}
	}
}

// Clear forgets a client's attempts after a success.
func (t *Throttle) Clear(ip netip.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.buckets[ClientOf(ip)]; e != nil {
		t.drop(e)
	}
}

// bucket finds or makes the bucket of a client. At the bound the one whose last attempt is
// the oldest goes, which is idle unless all of them tried within the window.
func (t *Throttle) bucket(client netip.Prefix, now time.Duration) *list.Element {
	if e := t.buckets[client]; e != nil {
		return e
	}
	// The idle ones gather at the end; two at a time keep the list short.
	for range 2 {
		if e := t.recent.Back(); e != nil && e.Value.(*bucket).idle(now, t.window) {
			t.drop(e)
		}
	}
	if len(t.buckets) >= maxBuckets {
		t.drop(t.recent.Back())
	}
	e := t.recent.PushFront(&bucket{client: client, attempts: make([]time.Duration, t.limit)})
	t.buckets[client] = e
	return e
}

func (t *Throttle) drop(e *list.Element) {
	delete(t.buckets, e.Value.(*bucket).client)
	t.recent.Remove(e)
}

// forget drops the attempts that have left the window.
func (b *bucket) forget(now, window time.Duration) {
	gone := 0
	for gone < b.n && now-b.attempts[gone] >= window {
		gone++
	}
	b.n = copy(b.attempts, b.attempts[gone:b.n])
}

func (b *bucket) idle(now, window time.Duration) bool {
	return b.n == 0 || now-b.attempts[b.n-1] >= window
}
