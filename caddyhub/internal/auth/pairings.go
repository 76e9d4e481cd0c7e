package auth

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

const (
	// pairingTime is how long a pairing may take, from the asking to the taking of its token.
	pairingTime = 10 * time.Minute
	// pairingRepeat is how long the token may be taken again: its answer may have got lost.
	pairingRepeat = time.Minute
	// maxPairings is how many may be under way: anybody can ask for one.
	maxPairings = 8
	// maxOwnPairings is how many of one address may wait.
	maxOwnPairings = 3
	// codeLength is how many letters the owner compares.
	codeLength = 8
)

// codeLetters are the letters of a code: none that is taken for another, and no vowels, so that no
// code is a word.
const codeLetters = "BCDFGHJKLMNPQRSTVWXZ"

// PairingState is how far a pairing has come.
type PairingState string

// The states of a pairing.
const (
	PairingWaiting PairingState = "waiting" // for the owner
	PairingAllowed PairingState = "allowed" // the token can be taken, or was
	PairingDenied  PairingState = "denied"
	PairingExpired PairingState = "expired"
)

// Pairing is what the owner sees of a program that asks for a token.
type Pairing struct {
	ID        string
	Name      string // of the machine, as it says; once allowed, of the token
	Code      string // which the program shows, too
	Client    netip.Addr
	State     PairingState
	ExpiresAt time.Time
}

// Pairings are the programs that ask for a token of their own, and wait for the owner to allow it.
// They live in memory: who asks when the process ends asks again.
type Pairings struct {
	clock    Clock
	tokens   *Tokens
	throttle *Throttle

	mu    sync.Mutex
	known map[string]*pairing
}

// pairing is one of them. Its end is by the clock that nobody can set.
type pairing struct {
	Pairing
	secret   digest
	end      time.Duration
	asked    TokenInput // what was allowed
	replaces string     // the id of the token whose name it takes over; empty: none
	taken    bool
	takenAt  time.Duration
	token    string // that was taken, for as long as it may be taken again
}

func newPairings(clock Clock, tokens *Tokens) *Pairings {
	return &Pairings{clock: clock, tokens: tokens, throttle: NewThrottle(clock.Mono, attemptLimit), known: map[string]*pairing{}}
}

// ThrottledError is a request that came too soon.
type ThrottledError struct{ Wait time.Duration }

func (*ThrottledError) Error() string {
	return "too many programs ask to be paired: wait and try again"
}

// ErrNotPairing says that a secret is not that of a pairing.
var ErrNotPairing = errors.New("this is not the secret of the pairing")

// Ask begins a pairing for a machine that calls itself so, and returns the secret by which the
// program behind it is known. Five a minute may come from one address, and eight may be under way:
// more are a [*ThrottledError]. Of an address three may wait: one more takes the place of the
// oldest, so that nobody fills all places alone. A name that no token may have is a [*store.InvalidError].
func (p *Pairings) Ask(name string, client netip.Addr) (Pairing, string, error) {
	asked := TokenInput{Name: name, Class: inbound.Write}
	if err := asked.check(); err != nil {
		return Pairing{}, "", err
	}
	if wait, ok := p.throttle.Reserve(client); !ok {
		return Pairing{}, "", &ThrottledError{wait}
	}
	now := p.clock.Mono()
	p.mu.Lock()
	defer p.mu.Unlock()
	underWay, soonest := 0, pairingTime
	var own []*pairing // that wait
	for id, one := range p.known {
		if now >= one.end+pairingTime { // whoever asked has heard by now that it has expired
			delete(p.known, id)
		} else if one.underWay(now) {
			underWay++
			soonest = min(soonest, one.end-now)
			if one.State == PairingWaiting && ClientOf(one.Client) == ClientOf(client) {
				own = append(own, one)
			}
		}
	}
	if len(own) >= maxOwnPairings {
		oldest := slices.MinFunc(own, func(a, b *pairing) int { return cmp.Compare(a.end, b.end) })
		oldest.end = now
		underWay--
	}
	if underWay >= maxPairings {
		return Pairing{}, "", &ThrottledError{min(soonest, time.Minute)}
	}
	secret := newSecret()
	one := &pairing{
		Pairing: Pairing{ID: NewID(), Name: asked.Name, Code: newCode(), Client: client, State: PairingWaiting, ExpiresAt: p.clock.Now().Add(pairingTime)},
		secret:  sha256.Sum256([]byte(secret)), end: now + pairingTime,
	}
	p.known[one.ID] = one
	return one.Pairing, secret, nil
}

func newCode() string {
	code := make([]byte, 0, codeLength+1)
	var b [1]byte
	for len(code) < codeLength+1 {
		if len(code) == codeLength/2 {
			code = append(code, '-')
			continue
		}
		_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
		if most := 256 / len(codeLetters) * len(codeLetters); int(b[0]) < most {
			code = append(code, codeLetters[int(b[0])%len(codeLetters)])
		}
	}
	return string(code)
}

// underWay reports whether it still takes one of the places.
func (p *pairing) underWay(now time.Duration) bool {
	return now < p.end && (p.State == PairingWaiting || p.State == PairingAllowed && !p.taken)
}

// now is the pairing as it stands.
func (p *pairing) now(now time.Duration) Pairing {
	seen := p.Pairing
	if now >= p.end && !p.taken && p.State != PairingDenied {
		seen.State = PairingExpired
	}
	return seen
}

// find is a pairing; the lock is held.
func (p *Pairings) find(id string) (*pairing, error) {
	one := p.known[id]
	if one == nil {
		return nil, &store.NotFoundError{Kind: "pairing", ID: id}
	}
	return one, nil
}

// Get is a pairing as the owner sees it, and the name of the token that would make room for the
// new one; empty: there is none of that name.
func (p *Pairings) Get(id string) (seen Pairing, replaces string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one, err := p.find(id)
	if err != nil {
		return Pairing{}, "", err
	}
	if old, found := p.tokens.Named(one.Name); found && !one.taken {
		replaces = old.Name
	}
	return one.now(p.clock.Mono()), replaces, nil
}

// State is how far a pairing has come, for the program that holds its secret. Another secret is
// [ErrNotPairing].
func (p *Pairings) State(id, secret string) (PairingState, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one, err := p.held(id, secret)
	if err != nil {
		return "", err
	}
	return one.now(p.clock.Mono()).State, nil
}

// held is find for the program that holds the secret.
func (p *Pairings) held(id, secret string) (*pairing, error) {
	one, err := p.find(id)
	if err != nil {
		return nil, err
	}
	given := sha256.Sum256([]byte(secret))
	if subtle.ConstantTimeCompare(given[:], one.secret[:]) != 1 {
		return nil, ErrNotPairing
	}
	return one, nil
}

// Allow lets the program take a token of that name, or of its own when that is empty. A token that
// has the name now is replaced by it if it is the one that replaces names: the owner saw that it would
// end. Null is none, and left out the one of which [Pairings.Get] tells. Another one is a
// [*store.ConflictError], and so is a pairing that was decided on or has expired.
func (p *Pairings) Allow(id, name string, class inbound.Class, replaces store.Opt[string]) (Pairing, error) {
	return p.decide(id, func(one *pairing) error {
		asked := TokenInput{Name: name, Class: class}
		if asked.Name == "" {
			asked.Name = one.Name
		}
		if err := asked.check(); err != nil {
			return err
		}
		if err := p.tokens.held.Load().unmistakable(asked.Name); err != nil {
			return err // before a token is promised that could not be made
		}
		if p.tokens.AlsoTaken(asked.Name) {
			return &store.ConflictError{Message: phrase.TokenExists.String()}
		}
		seen := &one.Name
		if replaces.Set {
			seen = replaces.Value
		}
		if old, found := p.tokens.Named(asked.Name); found {
			if seen == nil || !strings.EqualFold(old.Name, *seen) {
				return &store.ConflictError{Message: phrase.TokenExists.String()}
			}
			one.replaces = old.ID
		}
		one.asked, one.Name, one.State = asked, asked.Name, PairingAllowed
		return nil
	})
}

// Deny turns the program away. Errors are as of [Pairings.Allow].
func (p *Pairings) Deny(id string) (Pairing, error) {
	return p.decide(id, func(one *pairing) error { one.State = PairingDenied; return nil })
}

func (p *Pairings) decide(id string, how func(*pairing) error) (Pairing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one, err := p.find(id)
	if err != nil {
		return Pairing{}, err
	}
	now := p.clock.Mono()
	if state := one.now(now).State; state != PairingWaiting {
		return Pairing{}, &store.ConflictError{Message: "this pairing is " + string(state) + " already: ask the program to begin anew"}
	}
	if err := how(one); err != nil {
		return Pairing{}, err
	}
	return one.now(now), nil
}

// Take makes the token that was allowed and returns its text: for a minute the same again, since an
// answer may get lost. Before the owner has allowed it, and later, it is a [*store.ConflictError];
// other errors are as of [Tokens.Create].
func (p *Pairings) Take(id, secret string) (made Token, text string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one, err := p.held(id, secret)
	if err != nil {
		return Token{}, "", err
	}
	now := p.clock.Mono()
	switch state := one.now(now).State; {
	case one.taken && now >= one.takenAt+pairingRepeat:
		one.token = ""
		return Token{}, "", &store.ConflictError{Message: "the token of this pairing was taken already: begin anew"}
	case one.taken:
		made, found := p.tokens.Named(one.Name)
		if !found {
			return Token{}, "", &store.ConflictError{Message: "the token of this pairing was revoked already: begin anew"}
		}
		return made, one.token, nil
	case state != PairingAllowed:
		return Token{}, "", &store.ConflictError{Message: "this pairing is " + string(state)}
	}
	if made, text, err = p.tokens.create(one.asked, one.replaces); err != nil {
		return Token{}, "", err
	}
	one.token, one.taken, one.takenAt = text, true, now
	return made, text, nil
}
