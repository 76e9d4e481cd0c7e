package caddyhub

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/auth"
)

// minToken is how many characters an access token needs before others may reach the hub:
// 128 random bits written in hex.
const minToken = 32

// checkListeners refuses addresses that others can reach when the token does not protect
// the hub from them.
func checkListeners(listen []string, token string) error {
	private := auth.IsPrivate(token)
	if private && !isShort(token) {
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
		if private {
			return fmt.Errorf("the access token has fewer than %d characters, which is too few to listen on %s: "+
				"set HUB_AUTH_TOKEN to a longer one (hub token prints one)", minToken, text)
		}
		return fmt.Errorf("no private access token is set, so the hub must not listen on %s, where others can reach it: "+
			"set HUB_AUTH_TOKEN (hub token prints one) or listen on loopback only (bind 127.0.0.1)", text)
	}
	return nil
}

// isShort tells whether a private token is too easy to guess for a network.
func isShort(token string) bool {
	return auth.IsPrivate(token) && utf8.RuneCountInString(token) < minToken
}

// isLoopbackListener tells whether only this machine can connect. A Unix socket or an
// inherited descriptor counts as reachable: the hub can't know who stands behind it.
func isLoopbackListener(addr caddy.NetworkAddress) bool {
	return !addr.IsUnixNetwork() && !addr.IsFdNetwork() && isLoopbackHost(addr.Host)
}

// listens tells whether this process listens at an address, be it for the hub, another
// site or Caddy's own administration.
func listens(at netip.AddrPort) bool {
	hosts := []string{at.Addr().String(), "", "0.0.0.0", "::"}
	if at.Addr().IsLoopback() {
		hosts = append(hosts, "localhost", "127.0.0.1", "::1")
	}
	port := strconv.Itoa(int(at.Port()))
	return slices.ContainsFunc(hosts, func(host string) bool {
		return caddy.ListenerUsage("tcp", net.JoinHostPort(host, port)) > 0
	})
}
