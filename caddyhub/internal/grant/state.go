package grant

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/store"
)

// State is what must outlive a reload of the configuration: what the owner has allowed, the programs
// that are known, and who asks. One belongs to each data folder. What lasts lies in the file of the
// tokens (package auth), as digests.
type State struct {
	clock auth.Clock
	keep  *auth.Tokens
	log   func() *zap.Logger

	documents *documents
	failures  *auth.Throttle // of requests for tokens
	registers *auth.Throttle

	access atomic.Pointer[map[string]*accessToken] // by id; replaced as a whole, read without a lock

	mu       sync.Mutex
	key      [32]byte // what the successor of a refresh token is made with
	clients  map[string]*client
	grants   map[string]*grant
	requests map[string]request
	codes    map[string]*code
	flushed  time.Time
}

// The limits for one address.
const (
	failuresAMinute = 20
	registersAnHour = 10
)

// NewState reads what lasts. fetch gets the documents of programs; it goes to public addresses alone.
func NewState(keep *auth.Tokens, clock auth.Clock, fetch *http.Client, log func() *zap.Logger) *State {
	s := &State{
		clock: clock, keep: keep, log: log, documents: newDocuments(fetch, clock.Mono),
		failures: auth.NewThrottle(clock.Mono, failuresAMinute), registers: auth.NewThrottleWithin(clock.Mono, registersAnHour, time.Hour),
		clients: map[string]*client{}, grants: map[string]*grant{}, requests: map[string]request{}, codes: map[string]*code{},
		flushed: clock.Now(),
	}
	_, _ = rand.Read(s.key[:]) // never fails: crypto/rand ends the process instead
	if err := s.decode(keep.OAuth()); err != nil {
		log().Warn("no connector can be used, and programs have to be connected anew", zap.Error(err))
		s.clients, s.grants = map[string]*client{}, map[string]*grant{}
	}
	s.index()
	return s
}

// change runs a change of what lasts, and takes it back if the disk refuses it; the lock is held.
func (s *State) change(do func() (undo func())) error {
	undo := do()
	section, err := s.encode()
	if err == nil {
		err = s.keep.KeepOAuth(section)
	}
	if err != nil {
		undo()
		return err
	}
	s.flushed = s.clock.Now()
	s.index()
	return nil
}

// index makes what is read without the lock; the lock is held.
func (s *State) index() {
	all := map[string]*accessToken{}
	for _, g := range s.grants {
		for _, a := range g.access {
			all[a.id] = a
		}
	}
	s.access.Store(&all)
}

// registered is a program that has registered; nil: there is none of this id.
func (s *State) registered(id string) *client {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.clients[id]; c != nil {
		copied := *c
		return &copied
	}
	return nil
}

// register makes a program known. A disk that refuses it is [store.ErrUnavailable].
func (s *State) register(name string, uris []string) (client, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now().UTC().Truncate(time.Millisecond)
	c := &client{ID: auth.NewID(), Name: oneLine(name), URIs: uris, CreatedAt: now}
	before := s.clients
	err := s.change(func() func() {
		s.clients = map[string]*client{c.ID: c}
		for id, one := range before {
			if one.Used || now.Sub(one.CreatedAt) < unusedTTL {
				s.clients[id] = one
			}
		}
		for len(s.clients) > maxClients {
			others := map[string]*client{}
			for id, one := range s.clients {
				if id != c.ID {
					others[id] = one
				}
			}
			delete(s.clients, leastWorth(others).ID)
		}
		return func() { s.clients = before }
	})
	if err != nil {
		return client{}, fmt.Errorf("keep the program: %w", err)
	}
	return *c, nil
}

// taken reports whether a name is that of a connector or a token; the lock is held.
func (s *State) taken(name string) bool {
	if _, found := s.keep.Named(name); found {
		return true
	}
	for _, g := range s.grants {
		if sameName(g.name, name) {
			return true
		}
	}
	return false
}

// freeName is a name that is not taken, by a number behind it; the lock is held.
func (s *State) freeName(name string) string {
	free := name
	for n := 2; s.taken(free); n++ {
		suffix := fmt.Sprintf(" %d", n)
		runes := []rune(name)
		free = string(runes[:min(len(runes), auth.MaxTokenName-len(suffix))]) + suffix
	}
	return free
}

// HasName reports whether a connector has a name: no token may have it too.
func (s *State) HasName(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.grants {
		if sameName(g.name, name) {
			return true
		}
	}
	return false
}

// Revoke ends what the owner has allowed a program, with the next request of that, and returns what
// it was. One that is not there is a [*store.NotFoundError].
func (s *State) Revoke(id string) (Connector, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.grants[id]
	if g == nil {
		return Connector{}, &store.NotFoundError{Kind: "token", ID: id}
	}
	return g.connector(), s.remove(g)
}

// remove ends a grant; the lock is held.
func (s *State) remove(g *grant) error {
	return s.change(func() func() {
		delete(s.grants, g.id)
		return func() { s.grants[g.id] = g }
	})
}

// forgetExpired forgets grants that nobody has used for their time; the lock is held. What the file
// says of them goes with its next writing.
func (s *State) forgetExpired() {
	now := s.clock.Now()
	for id, g := range s.grants {
		if g.over(now) {
			delete(s.grants, id)
		}
	}
}

// section is what lasts of the state, in the file of the tokens.
type section struct {
	Key     string      `json:"key"`
	Clients []clientRow `json:"clients,omitempty"`
	Grants  []grantRow  `json:"grants,omitempty"`
}

func (s *State) encode() (json.RawMessage, error) {
	text, err := json.Marshal(s.section())
	if err != nil {
		return nil, fmt.Errorf("encode the connectors: %w", err)
	}
	return text, nil
}
