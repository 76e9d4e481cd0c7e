package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// The kinds of tokens that the hub issues begin their texts: a token of one kind is never taken
// for one of another.
const (
	namedPrefix = "hubt_" // opens REST and MCP
	feedPrefix  = "hubf_" // opens the calendar feed and nothing else
)

// tokenForm is the whole of a token of any kind: those above, and those that the hub may issue one
// day. What goes on behind it is no token.
var tokenForm = regexp.MustCompile(`hub[a-z]_[0-9a-z]{12}_[A-Za-z0-9_-]{43}(?:[^A-Za-z0-9_-]|$)`)

// HoldsToken reports whether a whole token stands in a text.
func HoldsToken(text string) bool { return tokenForm.MatchString(text) }

// A token is its prefix, the id it is found by, and a secret of 256 random bits, of which only the
// digest is kept. So much chance needs no slow hash: nobody can try it out.
const (
	idLength     = 12
	secretLength = 43 // of 32 bytes in base64url
)

// idLetters are those of the hub's ids: Crockford's base32, in lower case.
const idLetters = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID makes an id that nobody can guess.
func NewID() string {
	var b [idLength]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	return IDOf(b[:])
}

// IDOf makes an id of random bytes, of which it takes the first twelve.
func IDOf(random []byte) string {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idLetters[int(random[i])%len(idLetters)]
	}
	return string(id)
}

// newSecret makes 256 random bits, as text.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // as above
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// issued is a token that was handed out.
type issued struct {
	id        string
	name      string // empty for the feed
	class     inbound.Class
	hash      digest // of its secret
	createdAt time.Time
	expiresAt time.Time    // zero: never
	usedAt    atomic.Int64 // Unix milliseconds; 0: never
}

// issue makes a token with a fresh secret and returns its text, which is not kept.
func issue(prefix, name string, class inbound.Class, now, expires time.Time) (token *issued, text string) {
	secret := newSecret()
	token = &issued{id: NewID(), name: name, class: class, hash: sha256.Sum256([]byte(secret)), createdAt: now, expiresAt: expires}
	return token, prefix + token.id + "_" + secret
}

// Split takes the text of a token apart that begins with a prefix, such as "hubt_".
func Split(text, prefix string) (id, secret string, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || len(rest) != idLength+1+secretLength || rest[idLength] != '_' {
		return "", "", false
	}
	return rest[:idLength], rest[idLength+1:], true
}

// holds compares in constant time. Of no token, too, which holds nothing.
func (i *issued) holds(secret string) bool {
	var want digest
	if i != nil {
		want = i.hash
	}
	given := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(given[:], want[:]) == 1 && i != nil
}

func (i *issued) expired(now time.Time) bool {
	return !i.expiresAt.IsZero() && !now.Before(i.expiresAt)
}

func (i *issued) use(now time.Time) { i.usedAt.Store(now.UnixMilli()) }

func (i *issued) lastUse() time.Time { return timeOf(i.usedAt.Load()) }

// timeOf is a time of the file; 0 is none.
func timeOf(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}
