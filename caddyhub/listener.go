package caddyhub

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
)

// minToken is how many characters an access token needs before others may reach the hub:
// 128 random bits written in hex.
const minToken = 32

// checkListeners refuses addresses that others can reach when the token does not protect
// the hub from them.
func checkListeners(listen []string, token string) error {
	flaw := weakness(token)
	if flaw == "" {
		return nil
	}
	for _, text := range listen {
		addr, err := caddy.ParseNetworkAddress(text)
		if err != nil {
			return fmt.Errorf("read the listen address %s: %w", text, err)
		}
		if isLoopbackListener(addr) {
			continue
		}
		return fmt.Errorf("the access token %s, so the hub must not listen on %s, where others can reach it: "+
			"set HUB_AUTH_TOKEN to a random value (hub token prints one), or listen on loopback only, such as on 127.0.0.1 (in a Caddyfile: bind 127.0.0.1)", flaw, text)
	}
	return nil
}

// widerThanNamed returns the address at which a server listens for others although all its sites
// are named by addresses of this machine; empty: there is none. Such a name only says which
// requests a site answers, and whoever connects can put any name into a request.
func widerThanNamed(listen []string, sites caddyhttp.RouteList) string {
	for _, site := range sites {
		if !isNamedLoopback(site.MatcherSets) {
			return ""
		}
	}
	for _, text := range listen {
		if addr, err := caddy.ParseNetworkAddress(text); err == nil && !addr.IsUnixNetwork() && !addr.IsFdNetwork() && !isLoopbackListener(addr) {
			return text
		}
	}
	return ""
}

// isNamedLoopback reports whether a site answers requests for names of this machine only.
func isNamedLoopback(sets caddyhttp.MatcherSets) bool {
	for _, set := range sets {
		named := false
		for _, m := range set {
			hosts, _ := m.(*caddyhttp.MatchHost)
			if hosts == nil {
				continue
			}
			named = true
			if slices.ContainsFunc(*hosts, func(host string) bool { return !isLoopbackHost(host) }) {
				return false
			}
		}
		if !named {
			return false
		}
	}
	return len(sets) > 0
}

// weakness says why a token must not protect a hub that others can reach, to go on after
// "the access token"; empty: it may.
func weakness(token string) string {
	if isShort(token) {
		return fmt.Sprintf("has fewer than %d characters", minToken)
	}
	return auth.Flaw(token)
}

// isShort reports whether a private token is too easy to guess for a network.
func isShort(token string) bool {
	return auth.IsPrivate(token) && utf8.RuneCountInString(token) < minToken
}

// isLoopbackListener reports whether only this machine can connect. A Unix socket or an
// inherited descriptor counts as reachable: the hub can't know who stands behind it.
func isLoopbackListener(addr caddy.NetworkAddress) bool {
	return !addr.IsUnixNetwork() && !addr.IsFdNetwork() && isLoopbackHost(addr.Host)
}

// listens reports whether this process listens at an address, be it for the hub, another
// site or Caddy's own administration.
func listens(at netip.AddrPort) bool {
	hosts := []string{at.Addr().String(), "", "0.0.0.0", "::"}
	if at.Addr().IsLoopback() {
		hosts = append(hosts, "localhost", "127.0.0.1", "::1")
	}
	port := strconv.Itoa(int(at.Port()))
	return serves(at) || slices.ContainsFunc(hosts, func(host string) bool {
		return caddy.ListenerUsage("tcp", net.JoinHostPort(host, port)) > 0
	})
}
