package grant

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// Config is what one configuration of the hub says about connectors.
type Config struct {
	State        *State
	Issuer       string // the origin that clients know, without a slash at its end
	AccessTTL    time.Duration
	Registration bool // whether programs may register themselves
}

// Service is the authorization server of one configuration.
type Service struct {
	Config
	paths map[string]http.Handler
}

// New makes the service of a configuration.
func New(cfg Config) *Service {
	s := &Service{Config: cfg}
	only := func(method string, handler http.HandlerFunc) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != method && (method != http.MethodGet || r.Method != http.MethodHead) {
				p := inbound.NewProblem(http.StatusMethodNotAllowed, "this address takes "+method+" only")
				p.Allow = method
				p.Write(w)
				return
			}
			handler(w, r)
		})
	}
	s.paths = map[string]http.Handler{
		metadataPath: only(http.MethodGet, s.serveMetadata),
		// Some clients ask at the one place, some at the other.
		protectedPath:                only(http.MethodGet, s.serveResource),
		protectedPath + resourcePath: only(http.MethodGet, s.serveResource),
		authorizePath:                only(http.MethodGet, s.authorize),
		tokenPath:                    only(http.MethodPost, s.token),
		revokePath:                   only(http.MethodPost, s.revoke),
	}
	if s.Registration {
		s.paths[registerPath] = only(http.MethodPost, s.register)
	}
	return s
}

// Resource is the address of what the tokens open.
func (s *Service) Resource() string { return s.Issuer + resourcePath }

// metadata is the address of the document that describes it.
func (s *Service) metadata() string { return s.Issuer + protectedPath + resourcePath }

// At reports whether a request is for a path of OAuth at an issuer; without an issuer none is.
func At(issuer string, info inbound.Info, path string) bool {
	return issuer != "" && slices.Contains(allPaths, path) && hereOf(issuer, info)
}

// allPaths are those that a service may have.
var allPaths = []string{metadataPath, protectedPath, protectedPath + resourcePath, authorizePath, tokenPath, registerPath, revokePath}

// hereOf reports whether a request came to an issuer's origin.
func hereOf(issuer string, info inbound.Info) bool {
	return info.Prefix == "" && info.Origin() == issuer
}

// Here reports whether a request came to the issuer's origin. On every other name there is no OAuth,
// so that programs with a token of their own find none.
func (s *Service) Here(r *http.Request) bool {
	return s != nil && hereOf(s.Issuer, inbound.From(r.Context()))
}

// Handler is what serves a path at the issuer's origin; nil: nothing does.
func (s *Service) Handler(path string) http.Handler { return s.paths[path] }

// Bearer checks the credential of a request to the resource. next checks those that are none of the
// service's. Where a request came to is looked at only when it matters: most have a token of the
// owner's making.
func (s *Service) Bearer(r *http.Request, next func(*http.Request) (inbound.Credential, *inbound.Problem)) (inbound.Credential, *inbound.Problem) {
	if s == nil {
		return next(r)
	}
	headers := r.Header.Values("Authorization")
	if token := broughtToken(headers); token != "" && s.Here(r) {
		return s.credential(token)
	}
	credential, refusal := next(r)
	if refusal != nil && refusal.Status == http.StatusUnauthorized && len(headers) == 0 && s.Here(r) {
		// Only who brought nothing is told of OAuth: a program with a wrong token of its owner's would
		// forget it and begin to ask for consent.
		refusal.ResourceMetadata = s.metadata()
	}
	return credential, refusal
}

// Knows reports whether a request brings a connector's token that holds. It is no permission, and no
// use of the token: [Service.Bearer] may still refuse the request.
func (s *Service) Knows(r *http.Request) bool {
	if s == nil {
		return false
	}
	token := broughtToken(r.Header.Values("Authorization"))
	if token == "" || !s.Here(r) {
		return false
	}
	a, _ := s.State.look(token)
	return a != nil
}

// broughtToken is the token of a connector that an Authorization header holds; empty: it holds none.
func broughtToken(headers []string) string {
	if len(headers) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	if !strings.HasPrefix(token, accessPrefix) || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return token
}

// credential is what an access token gives.
func (s *Service) credential(token string) (inbound.Credential, *inbound.Problem) {
	credential, why := s.State.find(token)
	if why != "" {
		p := inbound.NewProblem(http.StatusUnauthorized, why)
		p.BearerError, p.ResourceMetadata = "invalid_token", s.metadata()
		return inbound.Credential{}, p
	}
	credential.ResourceMetadata = s.metadata()
	return credential, nil
}

// isResource reports whether the resource of a request is this hub's: the issuer or its MCP endpoint,
// in any case of the host, with or without a slash at the end (RFC 8707).
func (s *Service) isResource(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	path := strings.TrimSuffix(u.Path, "/")
	return inbound.Origin(strings.ToLower(u.Scheme), u.Host) == s.Issuer && (path == "" || path == resourcePath)
}
