package auth

import (
	"crypto/sha256"
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
	live map[digest]session
}

type digest = [sha256.Size]byte

// session is one signed-in browser. It holds only under the access token it began under:
// whoever changes the token may do so because it was stolen.
type session struct {
	end   time.Duration
	token digest
}

// NewSessions makes an empty set on a monotonic clock.
func NewSessions(mono func() time.Duration) *Sessions {
	return &Sessions{mono: mono, live: map[digest]session{}}
}

// Start signs a browser in under the present token and returns the secret for its cookie:
// 256 random bits.
func (s *Sessions) Start(token digest) (secret string) {
	secret = newSecret()
	now := s.mono()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, one := range s.live {
		if one.end <= now {
			delete(s.live, id)
		}
	}
	if len(s.live) >= maxSessions {
		delete(s.live, s.oldest())
	}
	s.live[sha256.Sum256([]byte(secret))] = session{now + SessionLength, token}
	return secret
}

// oldest is the session that ends first: all last equally long.
func (s *Sessions) oldest() (oldest digest) {
	first := time.Duration(-1)
	for id, one := range s.live {
		if first < 0 || one.end < first {
			oldest, first = id, one.end
		}
	}
	return oldest
}

// Left is how long a session still lasts under the present token. Looking it up by digest
// tells nothing about the secret by its timing.
func (s *Sessions) Left(secret string, token digest) (left time.Duration, ok bool) {
	if secret == "" {
		return 0, false
	}
	now := s.mono()
	s.mu.Lock()
	defer s.mu.Unlock()
	one, known := s.live[sha256.Sum256([]byte(secret))]
	if !known || one.end <= now || one.token != token {
		return 0, false
	}
	return one.end - now, true
}

// End signs one browser out; an unknown secret ends nothing.
func (s *Sessions) End(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, sha256.Sum256([]byte(secret)))
}

// EndAll signs every browser out.
func (s *Sessions) EndAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.live)
}
