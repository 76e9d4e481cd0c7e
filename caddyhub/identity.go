package caddyhub

import (
	"crypto/rand"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// identify gathers what is known about where a request came from. Nothing behind it looks
// at proxy headers.
func (s *settings) identify(r *http.Request) inbound.Info {
	peer := parseAddr(r.RemoteAddr)
	info := inbound.Info{
		ID:       rand.Text(),
		ClientIP: peer,
		Scheme:   "http",
		Host:     r.Host,
		Prefix:   prefixOf(r),
		Loopback: !s.TrustProxyHeaders && isLocal(r, peer),
	}
	if s.trusts(r, peer) {
		info.ClientIP = s.clientOf(r, peer)
		info.Scheme = forwardedScheme(r.Header)
	}
	if r.TLS != nil {
		info.Scheme = "https"
	}
	return info
}

// prefixOf is the path that directives in front of the hub have cut off, such as "/hub"
// under handle_path /hub/*. Links may begin with it, so it must be a plain path.
func prefixOf(r *http.Request) string {
	original, ok := r.Context().Value(caddyhttp.OriginalRequestCtxKey).(http.Request)
	if !ok || original.URL == nil {
		return ""
	}
	prefix, cut := strings.CutSuffix(original.URL.Path, r.URL.Path)
	if !cut || !strings.HasPrefix(prefix, "/") || strings.HasPrefix(prefix, "//") || strings.Contains(prefix, `\`) {
		return ""
	}
	return (&url.URL{Path: prefix}).EscapedPath()
}

// isLocal reports whether a request was made on this machine and for this machine. A proxy
// on the machine that adds no header looks the same; that is why development mode is for
// development only.
func isLocal(r *http.Request, peer netip.Addr) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && peer.IsLoopback() && parseAddr(local.String()).IsLoopback() &&
		isLoopbackHost(r.Host) && !isForwarded(r.Header)
}

// isLoopbackHost reports whether a host, with or without a port, can only mean this machine.
func isLoopbackHost(host string) bool {
	name := hostName(host)
	return strings.EqualFold(name, "localhost") || parseAddr(name).IsLoopback()
}

// hostName cuts the port and the brackets of an IPv6 address off.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// parseAddr reads an address with or without a port: 4-in-6 unwrapped, without a zone. Text
// that is none gives the zero Addr.
func parseAddr(text string) netip.Addr {
	addr, err := netip.ParseAddr(hostName(text))
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}
