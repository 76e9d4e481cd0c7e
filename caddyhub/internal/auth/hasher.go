package auth

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/crypto/scrypt"
)

// The cost of a password hash, fixed by the specification. It is never read from a file:
// a damaged or planted one must not choose how much memory is spent.
const (
	scryptN, scryptR, scryptP = 32768, 8, 3

	saltLength = 16
	hashLength = 32
)

// The bounds of what hashing may take from the machine: 32 MiB and half a second each.
const (
	hashersAtOnce = 2
	hashersQueued = 4
	hashWait      = 3 * time.Second

	// hashBudget a minute, over all clients: who owns many addresses has many throttle
	// buckets, but no more of the processor than this.
	hashBudget = 30
)

// errHasherBusy means that too many passwords are being hashed; errHasherFull, which is one
// of its kind, that there was not even room to wait.
var (
	errHasherBusy = errors.New("too many passwords are being checked")
	errHasherFull = fmt.Errorf("%w: the queue is full", errHasherBusy)
)

// hasher runs scrypt, a bounded number of times at once.
type hasher struct {
	mono   func() time.Duration
	derive func(password, salt []byte) ([]byte, error)
	places chan struct{} // running and queued
	turns  chan struct{} // running

	mu     sync.Mutex
	recent []time.Duration // when the runs of the last minute began, the oldest first
}

func newHasher(mono func() time.Duration) *hasher {
	return &hasher{
		mono:   mono,
		derive: deriveScrypt,
		places: make(chan struct{}, hashersAtOnce+hashersQueued),
		turns:  make(chan struct{}, hashersAtOnce),
	}
}

func deriveScrypt(password, salt []byte) ([]byte, error) {
	// Without this the dead 32 MiB blocks of earlier runs pile up until the collector
	// comes by itself, and stay with the process until the system asks for them.
	debug.FreeOSMemory()
	return scrypt.Key(password, salt, scryptN, scryptR, scryptP, hashLength)
}

// guess hashes a password that nobody has vouched for yet. It reports [errHasherBusy] when
// its turn does not come soon. A client that goes away gives its place in the queue free.
func (h *hasher) guess(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case h.places <- struct{}{}:
		defer func() { <-h.places }()
	default:
		return nil, errHasherFull
	}
	if !h.spend() {
		return nil, errHasherFull
	}
	return h.hash(ctx, password, salt)
}

// hash derives the key of a password. Those of the owner, whose credential was verified,
// come straight here: strangers who use up the queue or the budget must not keep the owner
// from setting a new password.
func (h *hasher) hash(ctx context.Context, password string, salt []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
	case <-ctx.Done():
		return nil, errHasherBusy
	}
	return h.derive([]byte(password), salt)
}

// spend takes one run out of the minute's budget.
func (h *hasher) spend() bool {
	now := h.mono()
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.recent) > 0 && now-h.recent[0] >= time.Minute {
		h.recent = h.recent[1:]
	}
	if len(h.recent) >= hashBudget {
		return false
	}
	h.recent = append(h.recent, now)
	return true
}
