package caddyhub

import (
	"net/url"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// allowsHost reports whether the hub answers to a Host header. It is what stops DNS
// rebinding: a page that points its own name at this machine still sends that name.
func (s *settings) allowsHost(host string) bool {
	host = strings.ToLower(host)
	return len(s.AllowedHosts) == 0 || slices.ContainsFunc(s.AllowedHosts, func(allowed string) bool {
		return allowed == host || allowed == hostName(host) || allowed == "["+hostName(host)+"]"
	})
}

// isOwnOrigin reports whether an Origin header names this hub: the public URL's origin, or
// the one the request itself was sent to.
func (s *settings) isOwnOrigin(info inbound.Info, origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	given := inbound.Origin(u.Scheme, u.Host)
	return given == info.Origin() || given == s.publicOrigin()
}
