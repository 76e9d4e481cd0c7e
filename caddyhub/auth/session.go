package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"sync"
	"time"
)

// SessionLength is how long a browser stays signed in, whatever it does meanwhile.
const SessionLength = 12 * time.Hour

// maxSessions is how many browsers may be signed in; one more ends the oldest.
const maxSessions = 64

// Sessions are the signed-in browsers. They live in memory: they survive a reload of the
// configuration and end with the process. Only a digest of each secret is kept.
type Sessions struct {
	mono func() time.Duration // a clock that cannot be set, so that no step lengthens a session

	mu   sync.Mutex
	ends map[[sha256.Size]byte]time.Duration
}

// NewSessions makes an empty set on a monotonic clock.
func NewSessions(mono func() time.Duration) *Sessions {
	return &Sessions{mono: mono, ends: map[[sha256.Size]byte]time.Duration{}}
}

// Start signs a browser in and returns the secret for its cookie: 256 random bits.
func (s *Sessions) Start() (secret string) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	secret = base64.RawURLEncoding.EncodeToString(b[:])
	now := s.mono()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, end := range s.ends {
		if end <= now {
			delete(s.ends, id)
		}
	}
	if len(s.ends) >= maxSessions {
		delete(s.ends, s.oldest())
	}
	s.ends[sha256.Sum256([]byte(secret))] = now + SessionLength
	return secret
}

// oldest is the session that ends first: all last equally long.
func (s *Sessions) oldest() (oldest [sha256.Size]byte) {
	first := time.Duration(-1)
	for id, end := range s.ends {
		if first < 0 || end < first {
			oldest, first = id, end
		}
	}
	return oldest
}

// Left is how long a session still lasts. Looking it up by digest tells nothing about the
// secret by its timing.
func (s *Sessions) Left(secret string) (left time.Duration, ok bool) {
	if secret == "" {
		return 0, false
	}
	now := s.mono()
	s.mu.Lock()
	defer s.mu.Unlock()
	end, known := s.ends[sha256.Sum256([]byte(secret))]
	if !known || end <= now {
		return 0, false
	}
	return end - now, true
}

// End signs one browser out; an unknown secret ends nothing.
func (s *Sessions) End(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ends, sha256.Sum256([]byte(secret)))
}

// EndAll signs every browser out.
func (s *Sessions) EndAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.ends)
}
