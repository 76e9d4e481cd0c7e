package auth

import (
	"net/netip"
	"path/filepath"
	"time"

	"go.uber.org/zap"
)

// State is what must outlive a reload of the configuration: the password, the signed-in browsers,
// the tokens that were issued and the counts of attempts. One belongs to each data folder.
type State struct {
	Password *Password
	Sessions *Sessions
	Tokens   *Tokens
	Pairings *Pairings
	Throttle *Throttle

	now        func() time.Time
	complaints *Throttle // one a minute and client
}

// loud reports whether a refusal of a client may be logged: once a minute, or strangers
// could fill the disk with lines.
func (s *State) loud(client netip.Addr) bool {
	_, first := s.complaints.Reserve(client)
	return first
}

// Clock is the time as the sign-in rules see it. Limits run on Mono, which nobody can set;
// Now only tells browsers when their session ends.
type Clock struct {
	Mono func() time.Duration
	Now  func() time.Time
}

// SystemClock is the machine's. Its monotonic part begins with the call.
func SystemClock() Clock {
	began := time.Now()
	return Clock{Mono: func() time.Duration { return time.Since(began) }, Now: time.Now}
}

// Beside is what a data folder has of the password and the tokens, as seen from beside the hub. It is
// only to be looked at: nothing is logged or set aside, and what can't be read holds nothing.
func Beside(dataDir string) (*Password, *Tokens) {
	tokens := &Tokens{}
	held, _ := readAccess(filepath.Join(dataDir, AccessFile)) // without tokens after an error
	tokens.held.Store(held)
	return newPassword(dataDir, nil), tokens
}

// NewState makes the state of a data folder and warns of a password file that cannot be
// used.
func NewState(dataDir string, clock Clock, log *zap.Logger) *State {
	s := &State{
		Password: newPassword(dataDir, newHasher(clock.Mono)),
		Sessions: NewSessions(clock.Mono),
		Throttle: NewThrottle(clock.Mono, attemptLimit),
		now:      clock.Now,

		complaints: NewThrottle(clock.Mono, 1),
	}
	if err := s.Password.Check(); err != nil {
		log.Warn("no password can sign in; sign in with the access token and set a new one", zap.Error(err))
	}
	var err error
	if s.Tokens, err = openTokens(dataDir, clock.Now); err != nil {
		log.Warn("no token can be used", zap.Error(err))
	}
	s.Pairings = newPairings(clock, s.Tokens)
	return s
}
