package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// cache keeps the answers to GET requests as long as nothing changes that they are made of:
// an unchanged list costs no SQL, and a client that polls gets its 304 from here. Everything
// in it is of one generation.
type cache struct {
	now        func() time.Time
	generation func() uint64 // rises with every change

	mu      sync.RWMutex
	of      uint64 // the generation of the answers
	answers map[cacheKey]*answer
	size    int
}

// cacheKey is all that an answer depends on besides the store and the configuration.
type cacheKey struct {
	prefix, path, query string
	owner               bool // to whom an event shows more
}

// maxCached bounds the bytes kept.
const maxCached = 16 << 20

// slot is the place that the answer to the present request will take.
type slot struct {
	generation uint64
	kept       *answer // nil: it is not to be kept
}

type slotKey struct{}

// serve answers from the cache, or lets next answer and keeps what it put into the slot.
func (c *cache) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	key := cacheKey{inbound.From(r.Context()).Prefix, r.URL.Path, r.URL.RawQuery, isOwner(r.Context())}
	generation := c.generation()
	if found := c.find(key, generation); found != nil {
		found.write(w, r)
		return
	}
	s := &slot{generation: generation}
	next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), slotKey{}, s)))
	if s.kept != nil {
		c.keep(key, s)
	}
}

func (c *cache) find(key cacheKey, generation uint64) *answer {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.of != generation {
		return nil
	}
	found := c.answers[key]
	if found == nil || !found.freshUntil.IsZero() && !c.now().Before(found.freshUntil) {
		return nil
	}
	return found
}

func (c *cache) keep(key cacheKey, s *slot) {
	size := weigh(key, s.kept)
	if size > maxCached/8 {
		return // one fat answer must not drive out all others
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.generation < c.of {
		return
	}
	if s.generation > c.of || c.size+size > maxCached {
		c.of, c.size = s.generation, 0
		c.answers = nil
	}
	if c.answers == nil {
		c.answers = map[cacheKey]*answer{}
	}
	if old := c.answers[key]; old != nil {
		c.size -= weigh(key, old)
	}
	c.answers[key] = s.kept
	c.size += size
}

// weigh is about what an answer takes in memory: a short one weighs by its key and headers.
func weigh(key cacheKey, a *answer) int {
	const headers = 1 << 10
	return len(a.Body) + len(key.prefix) + len(key.path) + len(key.query) + headers
}

// keepIn puts the answer to the present request into its slot.
func keepIn(ctx context.Context, a *answer) {
	if s, ok := ctx.Value(slotKey{}).(*slot); ok {
		s.kept = a
	}
}
