package grant

import (
	"net/url"
	"time"

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

	end       time.Duration
	expiresAt time.Time
}

// Request is what the owner decides by.
type Request struct {
	ID           string
	ClientName   string // as the program calls itself; a stranger's text
	ClientHost   string // where it says who it is; empty: nowhere
	RedirectHost string // where the browser, and with it the code, goes
	Loopback     bool   // that is a program on the owner's own machine
	Registered   bool   // it has registered itself, as anybody can
	Class        inbound.Class
	Name         string // which the connector would have
	ExpiresAt    time.Time
}

// ask keeps a request for the owner and returns its id. One too many takes the place of the oldest.
func (s *State) ask(r request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Mono()
	oldest, first := "", time.Duration(0)
	for id, one := range s.requests {
		if now >= one.end {
			delete(s.requests, id)
		} else if oldest == "" || one.end < first {
			oldest, first = id, one.end
		}
	}
	if len(s.requests) >= maxRequests {
		delete(s.requests, oldest)
	}
	id := auth.NewID()
	r.end, r.expiresAt = now+requestTTL, s.clock.Now().Add(requestTTL)
	s.requests[id] = r
	return id
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
	host, loopback := r.to()
	return Request{
		ID: id, ClientName: r.client.Name, ClientHost: r.client.Host, RedirectHost: host, Loopback: loopback, Registered: r.client.Host == "",
		Class: r.class, Name: s.State.freeName(nameOf(r.client, host)), ExpiresAt: r.expiresAt,
	}, nil
}

// to is where the browser goes with the answer, as the owner is shown it: a host, or the scheme of a
// program; and whether that is a program on the browser's own machine.
func (r *request) to() (host string, loopback bool) {
	u, err := url.Parse(r.redirect)
	switch {
	case err != nil:
		return "", false // it was checked
	case u.Scheme == "https" || isLoopback(u.Hostname()):
		return u.Host, isLoopback(u.Hostname())
	}
	return u.Scheme + ":", false
}

// nameOf is what a connector is called when nobody says: as the program calls itself, else where it
// is.
func nameOf(c client, host string) string {
	name := c.Name
	if name == "" {
		name = c.Host
	}
	if name == "" {
		name = host
	}
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
		host, _ := r.to()
		name = st.freeName(nameOf(r.client, host))
	}
	if name, err = auth.CheckName(name); err != nil {
		return "", err
	}
	if st.taken(name) {
		return "", &store.ConflictError{Message: phrase.ConnectorExists.String()}
	}
	st.forgetExpired()
	if len(st.grants) >= maxGrants {
		return "", &store.ConflictError{Message: phrase.ConnectorsFull(maxGrants).String()}
	}
	delete(st.requests, id)
	r.class = min(r.class, class)
	text := st.newCode(r, name)
	v := url.Values{"code": {text}, "iss": {s.Issuer}}
	if r.state != "" {
		v.Set("state", r.state)
	}
	return back(r.redirect, v), nil
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
	return s.refusedAt(r, "access_denied", "the owner has denied it"), nil
}
