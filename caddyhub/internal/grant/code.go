package grant

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"maps"
	"regexp"
	"slices"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/store"
)

// code is what a program that was let in exchanges for its first tokens. It lives in memory.
type code struct {
	request
	name  string
	hash  digest
	end   time.Duration // by which it must be exchanged
	known time.Duration // until when it is known
	grant string        // that it was exchanged for; empty: it was not
}

// newCode makes the code of a request that was approved; the lock is held.
func (s *State) newCode(r request, name string) (text string) {
	now := s.clock.Mono()
	for id, one := range s.codes {
		if now >= one.known {
			delete(s.codes, id)
		}
	}
	id, secret := auth.NewID(), auth.NewToken()
	s.codes[id] = &code{request: r, name: name, hash: digestOf(secret), end: now + codeTTL, known: now + codeMemory}
	return codePrefix + id + "_" + secret
}

// outstanding is how many codes may still be exchanged; the lock is held.
func (s *State) outstanding() (n int) {
	now := s.clock.Mono()
	for _, c := range s.codes {
		if c.grant == "" && now < c.end {
			n++
		}
	}
	return n
}

// verifierForm is what the secret of a program looks like (RFC 7636 section 4.1).
var verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// proves reports whether a verifier is the one that a challenge was made of (RFC 7636 section 4.6).
func proves(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	return verifierForm.MatchString(verifier) && subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// redeem gives the first pair for a code. Empty: there is none, and why is what the program is told.
// An error is the disk's: then the code can be tried again.
func (s *State) redeem(text, clientID, redirect, verifier string, ttl time.Duration) (p pair, why string, err error) {
	const unknown = "the code is not known: it holds for a minute and once"
	id, secret, ok := auth.Split(text, codePrefix)
	if !ok {
		return pair{}, unknown, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, mono := s.codes[id], s.clock.Mono()
	if c == nil || !digestOf(secret).is(c.hash) || mono >= c.known {
		return pair{}, unknown, nil
	}
	switch { // who can't prove that the code is theirs learns and ends nothing
	case c.client.ID != clientID:
		return pair{}, "the code is another program's", nil
	case redirect != "" && c.redirect != redirect: // PKCE binds the code already, so OAuth 2.1 leaves it out
		return pair{}, "redirect_uri is not the one that the code was asked for with", nil
	case !proves(verifier, c.challenge):
		return pair{}, "code_verifier does not fit the code_challenge", nil
	case c.grant != "":
		why := "the code was exchanged already: connect anew"
		if g := s.grants[c.grant]; g != nil {
			return pair{}, why, s.revokeStolen(g, store.CodeReused)
		}
		return pair{}, why, nil
	case mono >= c.end:
		return pair{}, unknown, nil
	}
	p, g, err := s.let(c, ttl)
	if err == nil {
		c.grant = g.id
	}
	return p, "", err
}

// let makes the grant of a code; the lock is held.
func (s *State) let(c *code, ttl time.Duration) (pair, *grant, error) {
	now := s.clock.Now().UTC().Truncate(time.Millisecond)
	g := &grant{
		id: auth.NewID(), name: s.freeName(c.name), clientID: c.client.ID, client: c.client.Name, host: c.client.Host, class: c.class,
		createdAt: now, ends: now.Add(refreshTTL),
	}
	accessID, accessSecret, refreshSecret := auth.NewID(), auth.NewToken(), auth.NewToken()
	g.hand(accessID, accessSecret, now.Add(ttl))
	g.refresh = digestOf(refreshSecret)
	err := s.change(func() func() {
		before := maps.Clone(s.grants)
		maps.DeleteFunc(s.grants, func(_ string, old *grant) bool { return old.over(now) && old.isLike(g.name) }) // its place is taken
		s.grants[g.id] = g
		return func() { s.grants = before }
	})
	if err != nil {
		return pair{}, nil, err
	}
	s.log().Info("a program was connected", zap.String("name", g.name), zap.Stringer("scope", g.class))
	return pair{accessPrefix + accessID + "_" + accessSecret, refreshPrefix + g.id + "_" + refreshSecret, now.Add(ttl), g.class}, g, nil
}

// end ends what a token is of, if it is one (RFC 7009): of an access token itself, of a refresh token
// the whole grant. Only the program that has it may; known says whether it was one.
func (s *State) end(text, clientID string) (known bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id, secret, ok := auth.Split(text, accessPrefix); ok {
		a := (*s.access.Load())[id]
		if a == nil || !digestOf(secret).is(a.hash) || clientID != "" && a.grant.clientID != clientID {
			return false, nil
		}
		return true, s.change(func() func() {
			before := a.grant.access
			a.grant.access = slices.DeleteFunc(slices.Clone(before), func(one *accessToken) bool { return one == a })
			return func() { a.grant.access = before }
		})
	}
	id, secret, ok := auth.Split(text, refreshPrefix)
	g := s.grants[id]
	if !ok || g == nil || clientID != "" && g.clientID != clientID {
		return false, nil
	}
	given := digestOf(secret)
	known = given.is(g.refresh)
	for _, r := range g.rotated {
		known = known || given.is(r.hash) && r.fresh(s.clock.Now(), s.clock.Mono())
	}
	if !known {
		return false, nil
	}
	s.log().Info("a program ended its connection", zap.String("name", g.name))
	return true, s.remove(g)
}
