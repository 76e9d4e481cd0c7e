package grant

import (
	"cmp"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// request is a program that asks to be let in. It lives in memory, on the clock that nobody can set.
type request struct {
	client    client
	redirect  string
	state     string
	challenge string
	class     inbound.Class
	from      netip.Prefix // of the address that asked

	end       time.Duration
	expiresAt time.Time
}

// Request is what the owner decides by.
type Request struct {
	ID         string
	ClientName string // as the program calls itself; a stranger's text
	ClientHost string // where it says who it is; empty: nowhere
	To         destination
	Registered bool // it has registered itself, as anybody can
	Class      inbound.Class
	Name       string // which the connector would have
	ExpiresAt  time.Time
}

// ask keeps a request for the owner and returns its id. One too many of an address takes the place of
// that one's oldest, and one too many of all that of the oldest of whoever has most: so nobody
// fills all places alone.
func (s *State) ask(r request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Mono()
	counts := map[netip.Prefix]int{}
	for id, one := range s.requests {
		if now >= one.end {
			delete(s.requests, id)
		} else {
			counts[one.from]++
		}
	}
	s.makeRoom(r.from, counts)
	id := auth.NewID()
	r.end, r.expiresAt = now+requestTTL, s.clock.Now().Add(requestTTL)
	s.requests[id] = r
	return id
}

// makeRoom drops a request if one more of an address is too many; the lock is held.
func (s *State) makeRoom(from netip.Prefix, counts map[netip.Prefix]int) {
	goes := func(one request) bool { return one.from == from }
	if counts[from] < ownRequests {
		if len(s.requests) < maxRequests {
			return
		}
		most := slices.Max(slices.Collect(maps.Values(counts)))
		goes = func(one request) bool { return counts[one.from] == most }
	}
	oldest := ""
	for id, one := range s.requests {
		if goes(one) && (oldest == "" || one.end < s.requests[oldest].end) {
			oldest = id
		}
	}
	delete(s.requests, oldest)
}

// pending is a request that waits; the lock is held.
func (s *State) pending(id string) (request, error) {
	r, ok := s.requests[id]
	if !ok || s.clock.Mono() >= r.end {
		return request{}, &store.NotFoundError{Kind: "connection request", ID: id}
	}
	return r, nil
}

// Request is one that waits for the owner. One that does not any more is a [*store.NotFoundError].
func (s *Service) Request(id string) (Request, error) {
	s.State.mu.Lock()
	defer s.State.mu.Unlock()
	r, err := s.State.pending(id)
	if err != nil {
		return Request{}, err
	}
	return Request{
		ID: id, ClientName: r.client.Name, ClientHost: r.client.Host, To: r.to(), Registered: r.client.Host == "",
		Class: r.class, Name: s.State.freeName(r.name()), ExpiresAt: r.expiresAt,
	}, nil
}

// destination is where the browser goes with the answer, as the owner is shown it.
type destination struct {
	Where    string // a host, or the whole address of a program that has a scheme of its own
	Loopback bool   // that is a port of the browser's own machine
	App      bool   // that is whatever program on it has taken the scheme
}

// maxShown bounds an address that is shown, in bytes.
const maxShown = 200

func (r *request) to() destination {
	u, err := url.Parse(r.redirect)
	switch {
	case err != nil:
		return destination{} // it was checked
	case u.Scheme == "https":
		return destination{Where: u.Host}
	case u.Scheme == "http":
		return destination{Where: u.Host, Loopback: true}
	}
	return destination{Where: r.redirect[:min(len(r.redirect), maxShown)], App: true}
}

// name is what a connector is called when nobody says: as the program calls itself, else where it is.
func (r *request) name() string {
	u, _ := url.Parse(r.redirect) // it was checked
	name := cmp.Or(r.client.Name, r.client.Host, u.Host, u.Scheme)
	if runes := []rune(name); len(runes) > auth.MaxTokenName {
		name = string(runes[:auth.MaxTokenName])
	}
	return name
}

// Approve lets a program in, with no more than it asked for, under a name; empty: [Request.Name]. It
// returns where the browser goes with the code. A name that is taken is a [*store.ConflictError].
func (s *Service) Approve(id string, class inbound.Class, name string) (redirect string, err error) {
	st := s.State
	st.mu.Lock()
	defer st.mu.Unlock()
	r, err := st.pending(id)
	if err != nil {
		return "", err
	}
	if name == "" {
		name = st.freeName(r.name())
	}
	if name, err = auth.CheckName(name); err != nil {
		return "", err
	}
	if st.taken(name) {
		return "", &store.ConflictError{Message: phrase.ConnectorExists.String()}
	}
	if st.full() {
		st.forgetExpired()
	}
	if st.full() {
		return "", &store.ConflictError{Message: phrase.ConnectorsFull(maxGrants).String()}
	}
	delete(st.requests, id)
	r.class = min(r.class, class)
	text := st.newCode(r, name)
	return s.answered(r, url.Values{"code": {text}}), nil
}

// Deny turns a program away, and returns where the browser goes to tell it.
func (s *Service) Deny(id string) (redirect string, err error) {
	s.State.mu.Lock()
	defer s.State.mu.Unlock()
	r, err := s.State.pending(id)
	if err != nil {
		return "", err
	}
	delete(s.State.requests, id)
	s.State.log().Info("a program was turned away", zap.String("client", r.client.Name), zap.String("from", r.from.String()))
	return s.refusedAt(r, "access_denied", "the owner has denied it"), nil
}
