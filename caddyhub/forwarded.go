package caddyhub

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

// isProxy reports whether an address is one of the proxies whose headers count: those that the
// options name, else this machine.
func (s *settings) isProxy(addr netip.Addr) bool {
	if len(s.TrustedProxies) == 0 {
		return addr.IsLoopback()
	}
	return slices.ContainsFunc(s.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// trusts reports whether the forwarding headers of a request count: the options want them and
// name the peer, and the server trusts it, too.
func (s *settings) trusts(r *http.Request, peer netip.Addr) bool {
	trusted, _ := caddyhttp.GetVar(r.Context(), caddyhttp.TrustedProxyVarKey).(bool)
	return trusted && s.TrustProxyHeaders && (s.isProxy(peer) || len(s.TrustedProxies) == 0 && r.RemoteAddr == unixPeer)
}

// unixPeer is how net/http writes the peer of a Unix socket: it is on this machine.
const unixPeer = "@"

// clientOf is the address nearest to the hub that is not a proxy's, by the headers of a peer
// that is trusted. A proxy adds the address it was called from at the end: what stands left of
// that is the client's own word. Where that can't be read, the request counts as the peer's.
func (s *settings) clientOf(r *http.Request, peer netip.Addr) netip.Addr {
	for _, name := range clientHeaders(r) {
		values := r.Header.Values(name)
		if len(values) == 0 {
			continue
		}
		for _, entry := range slices.Backward(strings.Split(strings.Join(values, ","), ",")) {
			addr := parseAddr(strings.TrimSpace(entry))
			if !addr.IsValid() {
				return peer
			}
			if !s.isProxy(addr) {
				return addr
			}
		}
	}
	return peer
}

// clientHeaders are the headers the server takes a client's address from.
func clientHeaders(r *http.Request) []string {
	if server, ok := r.Context().Value(caddyhttp.ServerCtxKey).(*caddyhttp.Server); ok && len(server.ClientIPHeaders) > 0 {
		return server.ClientIPHeaders
	}
	return []string{"X-Forwarded-For"}
}

// forwardedScheme is the last X-Forwarded-Proto: the one the nearest proxy wrote. Those
// before it may be the client's. Anything odd is http, which promises nothing.
func forwardedScheme(h http.Header) string {
	values := strings.Split(strings.Join(h.Values("X-Forwarded-Proto"), ","), ",")
	if strings.EqualFold(strings.TrimSpace(values[len(values)-1]), "https") {
		return "https"
	}
	return "http"
}

// isForwarded reports whether any proxy left a trace.
func isForwarded(h http.Header) bool {
	for name := range h {
		switch {
		case name == "Forwarded", name == "Via", name == "X-Real-Ip", strings.HasPrefix(name, "X-Forwarded-"):
			return true
		}
	}
	return false
}

// warnOfProxy says whose forwarding headers are ignored although the hub was told to take some:
// a proxy that nobody has named looks like a single client that never comes over HTTPS. Anybody
// can send such headers, so each address is named once a minute.
func (h *Handler) warnOfProxy(r *http.Request) {
	s := h.app.settings
	peer := parseAddr(r.RemoteAddr)
	if !s.TrustProxyHeaders || s.trusts(r, peer) || !isForwarded(r.Header) {
		return
	}
	if _, first := h.app.runtime.ignored.Reserve(peer); !first {
		return
	}
	from, cure := peer.String(), "if it is your proxy, name it in trusted_proxies (HUB_TRUSTED_PROXIES)"
	switch {
	case r.RemoteAddr == unixPeer && len(s.TrustedProxies) > 0:
		from, cure = "a Unix socket", "the hub takes those of a socket only without trusted_proxies (HUB_TRUSTED_PROXIES)"
	case r.RemoteAddr == unixPeer:
		from, cure = "a Unix socket", "the server of the Caddyfile must trust it, too: set trusted_proxies_unix there"
	case s.isProxy(peer):
		cure = "the server of the Caddyfile must trust it, too: name it in trusted_proxies there"
	}
	h.log.Warn("the forwarding headers of an address are ignored: "+cure, zap.String("address", from))
}
