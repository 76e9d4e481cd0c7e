package grant

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// digest is all that is kept of a secret of 256 random bits, which needs no slow hash.
type digest [sha256.Size]byte

func digestOf(secret string) digest { return sha256.Sum256([]byte(secret)) }

// is compares in constant time.
func (d digest) is(other digest) bool { return subtle.ConstantTimeCompare(d[:], other[:]) == 1 }

// grant is a program that the owner has let in.
type grant struct {
	id        string
	name      string
	clientID  string
	client    string // as it calls itself
	host      string // where it says who it is; empty: it has registered
	class     inbound.Class
	createdAt time.Time
	usedAt    atomic.Int64 // Unix milliseconds; 0: never

	access  []*accessToken // that hold, the newest first
	refresh digest         // of the token that is exchanged next
	ends    time.Time      // of that
	rotated []rotated      // those before it, the newest first
}

// accessToken opens the resource.
type accessToken struct {
	id      string
	hash    digest
	expires time.Time
	grant   *grant
}

// rotated is a refresh token that was exchanged.
type rotated struct {
	hash digest
	at   time.Time
	mono time.Duration // on the clock that nobody can set; below 0: an earlier process saw it
}

// Connector is what the owner sees of a program that was let in.
type Connector struct {
	ID         string
	Name       string
	Client     string // as the program calls itself, or where it says who it is
	Class      inbound.Class
	CreatedAt  time.Time
	ExpiresAt  time.Time // unless it is used meanwhile
	LastUsedAt time.Time // zero: never
}

func (g *grant) connector() Connector {
	c := Connector{ID: g.id, Name: g.name, Client: g.client, Class: g.class, CreatedAt: g.createdAt, ExpiresAt: g.until()}
	if g.host != "" {
		c.Client = g.host
	}
	if used := g.usedAt.Load(); used != 0 {
		c.LastUsedAt = time.UnixMilli(used).UTC()
	}
	return c
}

// until is when the last of its tokens ends.
func (g *grant) until() time.Time {
	until := g.ends
	for _, a := range g.access {
		if a.expires.After(until) {
			until = a.expires
		}
	}
	return until
}

func (g *grant) over(now time.Time) bool { return !now.Before(g.until()) }

// isLike reports whether a grant has a name, or one that looks like it.
func (g *grant) isLike(name string) bool {
	return strings.EqualFold(g.name, name) || outline.LookAlike(g.name, name)
}

// Connectors are the programs that were let in, the newest first.
func (s *State) Connectors() []Connector {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	list := []Connector{}
	for _, g := range s.grants {
		if !g.over(now) {
			list = append(list, g.connector())
		}
	}
	slices.SortFunc(list, func(a, b Connector) int {
		if order := b.CreatedAt.Compare(a.CreatedAt); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// find is the credential of an access token, which is used now, and why it is none.
func (s *State) find(text string) (inbound.Credential, string) {
	a, why := s.look(text)
	if a == nil {
		return inbound.Credential{}, why
	}
	a.grant.use(s.clock.Now())
	return inbound.Credential{Token: a.grant.id, Name: a.grant.name, Class: a.grant.class}, ""
}

// look is an access token that holds; nil: it does not, and why. It takes no lock.
func (s *State) look(text string) (a *accessToken, why string) {
	const unknown = "this hub does not know the access token: it was revoked, or it is another hub's"
	id, secret, ok := auth.Split(text, accessPrefix)
	if !ok {
		return nil, unknown
	}
	a = (*s.access.Load())[id]
	var want digest
	if a != nil {
		want = a.hash
	}
	if !digestOf(secret).is(want) || a == nil {
		return nil, unknown
	}
	if !s.clock.Now().Before(a.expires) {
		return nil, "the access token has expired: exchange the refresh token for the next one"
	}
	return a, ""
}

// pair is what a program gets.
type pair struct {
	access, refresh string
	expires         time.Time // of the access token
	class           inbound.Class
}

// derive makes the successor of a refresh token: everybody who exchanges it within its time gets the
// same, so that nothing branches. Who knows the key alone can't make it, and neither can who knows the
// digest of the token.
func (s *State) derive(use, text string) [sha256.Size]byte {
	mac := hmac.New(sha256.New, s.key[:])
	mac.Write([]byte(use + "\x00" + text))
	var out [sha256.Size]byte
	mac.Sum(out[:0])
	return out
}

// successor is the pair that a refresh token is exchanged for.
func (s *State) successor(g *grant, text string) (access, accessID, refresh string) {
	id, secret := s.derive("id", text), s.derive("access", text)
	accessID = auth.IDOf(id[:])
	return accessPrefix + accessID + "_" + base64.RawURLEncoding.EncodeToString(secret[:]), accessID, s.next(g, text)
}

// next is the refresh token that comes after one.
func (s *State) next(g *grant, text string) string {
	secret := s.derive("refresh", text)
	return refreshPrefix + g.id + "_" + base64.RawURLEncoding.EncodeToString(secret[:])
}

// secretOf is the secret part of a token, whatever its kind.
func secretOf(text string) string {
	_, secret, _ := auth.Split(text, text[:len(accessPrefix)])
	return secret
}

// use marks the grant as used now.
func (g *grant) use(now time.Time) { g.usedAt.Store(now.UnixMilli()) }

// hand adds an access token to a grant, whose oldest beyond the limit end.
func (g *grant) hand(id, secret string, expires time.Time) {
	g.access = append([]*accessToken{{id, digestOf(secret), expires, g}}, g.access...)
	if len(g.access) > maxAccess {
		g.access = g.access[:maxAccess]
	}
}

// exchange gives the next pair for a refresh token. Empty: there is none, and why is what the program
// is told. An error is the disk's.
func (s *State) exchange(text, clientID string, ttl time.Duration) (p pair, why string, err error) {
	const unknown = "the refresh token is not known: it was revoked, has expired, or is another hub's"
	id, secret, ok := auth.Split(text, refreshPrefix)
	if !ok {
		return pair{}, unknown, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, given, now, mono := s.grants[id], digestOf(secret), s.clock.Now().UTC().Truncate(time.Millisecond), s.clock.Mono()
	if g == nil || g.clientID != clientID || g.over(now) {
		return pair{}, unknown, nil
	}
	if given.is(g.refresh) {
		if !now.Before(g.ends) {
			return pair{}, unknown, nil
		}
		if len(g.rotated) == maxRotated && g.rotated[maxRotated-1].fresh(now, mono) {
			return pair{}, "", tooOften(g.rotated[maxRotated-1].left(now, mono))
		}
		return s.rotate(g, text, now, mono, ttl)
	}
	i := slices.IndexFunc(g.rotated, func(r rotated) bool { return given.is(r.hash) })
	switch {
	case i < 0 && !s.leadsTo(g, text):
		return pair{}, unknown, nil
	case i < 0 || !g.rotated[i].fresh(now, mono):
		return pair{}, "the refresh token was exchanged already: connect anew", s.revokeStolen(g, store.RefreshTokenReused)
	}
	access, accessID, refresh := s.successor(g, text)
	j := slices.IndexFunc(g.access, func(a *accessToken) bool { return a.id == accessID })
	if j < 0 {
		return pair{}, "the refresh token was exchanged already, and what it was exchanged for has ended", nil
	}
	g.use(now)
	return pair{access, refresh, g.access[j].expires, g.class}, "", nil
}

// leadsTo reports whether a token is one of those before a grant's present one, however old: its
// successors lead there. One that somebody has guessed leads nowhere.
func (s *State) leadsTo(g *grant, text string) bool {
	for range maxLine {
		text = s.next(g, text)
		if digestOf(secretOf(text)).is(g.refresh) {
			return true
		}
	}
	return false
}

// tooOften says that a connector exchanges its tokens more often than any program has reason to, and
// how long it has to wait.
type tooOften time.Duration

func (tooOften) Error() string { return "this connector exchanges its tokens too often" }

// fresh reports whether a token that was exchanged is still answered as before.
func (r rotated) fresh(now time.Time, mono time.Duration) bool { return r.left(now, mono) > 0 }

// left is how long it will be.
func (r rotated) left(now time.Time, mono time.Duration) time.Duration {
	if r.mono >= 0 {
		return grace - (mono - r.mono)
	}
	return grace - now.Sub(r.at).Abs()
}

// rotate puts the successor of a grant's refresh token in its place; the lock is held.
func (s *State) rotate(g *grant, text string, now time.Time, mono, ttl time.Duration) (pair, string, error) {
	access, accessID, refresh := s.successor(g, text)
	expires := now.Add(ttl)
	err := s.change(func() func() {
		before, tokens, old, ends := g.refresh, g.access, g.rotated, g.ends
		g.rotated = append([]rotated{{before, now, mono}}, old...)
		if len(g.rotated) > maxRotated {
			g.rotated = g.rotated[:maxRotated]
		}
		g.hand(accessID, secretOf(access), expires)
		g.refresh, g.ends = digestOf(secretOf(refresh)), now.Add(refreshTTL)
		return func() { g.refresh, g.access, g.rotated, g.ends = before, tokens, old, ends }
	})
	if err != nil {
		return pair{}, "", err
	}
	g.use(now)
	return pair{access, refresh, expires, g.class}, "", nil
}
