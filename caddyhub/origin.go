package caddyhub

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/problem"
	"github.com/progresshub/progresshub/caddyhub/reqinfo"
)

// allowsHost tells whether the hub answers to a Host header. It is what stops DNS
// rebinding: a page that points its own name at this machine still sends that name.
func (s *settings) allowsHost(host string) bool {
	host = strings.ToLower(host)
	return len(s.allowedHosts) == 0 || slices.ContainsFunc(s.allowedHosts, func(allowed string) bool {
		return allowed == host || allowed == hostName(host) || allowed == "["+hostName(host)+"]"
	})
}

// isOwnOrigin tells whether an Origin header names this hub: the public URL's origin, or
// the one the request itself was sent to.
func (s *settings) isOwnOrigin(info reqinfo.Info, origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	given := reqinfo.Origin(u.Scheme, u.Host)
	return given == info.Origin() || given == s.publicOrigin()
}

// refuseForeignPage keeps pages of other sites out in development mode, where there is no
// credential that they would lack. Programs send neither header and pass.
func (s *settings) refuseForeignPage(r *http.Request, info reqinfo.Info) *problem.Problem {
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" {
			p := problem.New(http.StatusForbidden, "a page of another origin may not use the hub")
			return &p
		}
	}
	origins := r.Header.Values("Origin")
	if !isWrite(r.Method) || len(origins) == 0 {
		return nil
	}
	if len(origins) > 1 || !s.isOwnOrigin(info, origins[0]) {
		p := problem.New(http.StatusForbidden, fmt.Sprintf(
			"the request comes from a page of %q, not of %q: set public_url (HUB_PUBLIC_URL) if that is the hub's address",
			origins[0], info.Origin()))
		return &p
	}
	return nil
}

func isWrite(method string) bool {
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return true
	}
	return false
}
