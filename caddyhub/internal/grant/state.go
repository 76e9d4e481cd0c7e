package grant

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
	// stolen writes down that a connector was revoked because somebody else may have it.
	stolen func(store.StolenConnector) error

	documents *documents
	failures  *auth.Throttle // of requests for tokens
	revokes   *auth.Throttle // of what is no token
	registers *auth.Throttle
	asks      *auth.Throttle // for consent

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
	asksAMinute     = 30
)

// NewState reads what lasts. fetch gets the documents of programs; it goes to public addresses alone.
// stolen writes into the history that a connector was revoked because somebody else may have it.
func NewState(keep *auth.Tokens, clock auth.Clock, fetch *http.Client, log func() *zap.Logger, stolen func(store.StolenConnector) error) *State {
	s := &State{
		clock: clock, keep: keep, log: log, stolen: stolen, documents: newDocuments(fetch, clock.Mono),
		failures: auth.NewThrottle(clock.Mono, failuresAMinute), revokes: auth.NewThrottle(clock.Mono, failuresAMinute),
		asks: auth.NewThrottle(clock.Mono, asksAMinute), registers: auth.NewThrottleWithin(clock.Mono, registersAnHour, time.Hour),
		clients: map[string]*client{}, grants: map[string]*grant{}, requests: map[string]request{}, codes: map[string]*code{},
		flushed: clock.Now(),
	}
	_, _ = rand.Read(s.key[:]) // never fails: crypto/rand ends the process instead
	if err := s.decode(keep.OAuth()); err != nil {
		log().Warn("no connector can be used, and programs have to be connected anew", zap.Error(err))
		keep.SetAside()
		s.clients, s.grants = map[string]*client{}, map[string]*grant{}
	}
	s.index()
	return s
}

// Beside are the connectors of a data folder, as seen from beside the hub. What can't be read has none.
func Beside(keep *auth.Tokens, now func() time.Time) []Connector {
	s := &State{clock: auth.Clock{Now: now}, clients: map[string]*client{}, grants: map[string]*grant{}}
	if s.decode(keep.OAuth()) != nil {
		return nil
	}
	return s.Connectors()
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

// register makes a program known. Those that the owner has let in stay; of the others the oldest go
// when there are too many, or after a day. A disk that refuses it is [store.ErrUnavailable].
func (s *State) register(name string, uris []string) (client, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now().UTC().Truncate(time.Millisecond)
	c := &client{ID: auth.NewID(), Name: oneLine(name), URIs: uris, CreatedAt: now}
	kept, others := map[string]*client{c.ID: c}, []*client{}
	for id, one := range s.clients {
		if s.letIn(id) {
			kept[id] = one
		} else if now.Sub(one.CreatedAt) < unusedTTL {
			others = append(others, one)
		}
	}
	slices.SortFunc(others, func(a, b *client) int { return b.CreatedAt.Compare(a.CreatedAt) }) // the newest first
	for _, one := range others[:min(len(others), max(0, maxClients-len(kept)))] {
		kept[one.ID] = one
	}
	before := s.clients
	err := s.change(func() func() {
		s.clients = kept
		return func() { s.clients = before }
	})
	if err != nil {
		return client{}, fmt.Errorf("keep the program: %w", err)
	}
	return *c, nil
}

// letIn reports whether the owner has let a program in, even if its time is over; the lock is held.
func (s *State) letIn(clientID string) bool {
	for _, g := range s.grants {
		if g.clientID == clientID {
			return true
		}
	}
	return false
}

// isLetIn reports whether a program may come in now.
func (s *State) isLetIn(clientID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	for _, g := range s.grants {
		if g.clientID == clientID && !g.over(now) {
			return true
		}
	}
	return false
}

// taken reports whether a name is that of a connector or a token, or looks like one; the lock is held.
func (s *State) taken(name string) bool { return s.keep.HasLike(name) || s.hasLike(name) }

// hasLike is HasLike; the lock is held. It passes over those whose time is over: the owner no longer sees them.
func (s *State) hasLike(name string) bool {
	now := s.clock.Now()
	for _, g := range s.grants {
		if !g.over(now) && g.isLike(name) {
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

// HasLike reports whether a connector has a name, or one that looks like it: no token may have it too.
func (s *State) HasLike(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hasLike(name)
}

// Revoke ends what the owner has allowed a program, with the next request of that, and returns what
// it was. Codes that were not exchanged yet end with it: who revokes wants nobody to come in by
// the back door. One that is not there is a [*store.NotFoundError].
func (s *State) Revoke(id string) (Connector, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.grants[id]
	if g == nil {
		return Connector{}, &store.NotFoundError{Kind: "token", ID: id}
	}
	err := s.remove(g)
	if err == nil {
		s.codes = map[string]*code{}
	}
	return g.connector(), err
}

// remove ends a grant; the lock is held.
func (s *State) remove(g *grant) error {
	return s.change(func() func() {
		delete(s.grants, g.id)
		return func() { s.grants[g.id] = g }
	})
}

// revokeStolen ends a grant of which a secret was used again, and tells the owner; the lock is held.
func (s *State) revokeStolen(g *grant, reason string) error {
	if err := s.remove(g); err != nil {
		return err
	}
	s.log().Warn("a connector was revoked: a secret of it was used again after it was exchanged, so somebody else may have it",
		zap.String("name", g.name), zap.String("reason", reason))
	if err := s.stolen(store.StolenConnector{ID: g.id, Name: g.name, Client: g.connector().Client, Reason: reason}); err != nil {
		s.log().Error("the history does not say that a connector was revoked", zap.String("name", g.name), zap.Error(err))
	}
	return nil
}

// full reports whether there is no room for another grant; the lock is held.
func (s *State) full() bool { return len(s.grants)+s.outstanding() >= maxGrants }

// forgetExpired makes room: it forgets grants that nobody has used for their time. The lock is held. What
// the file says of them goes with its next writing.
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
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(s.section()); err != nil {
		return nil, fmt.Errorf("encode the connectors: %w", err)
	}
	return text.Bytes(), nil
}
