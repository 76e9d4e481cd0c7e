package caddyhub

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

// TestIgnoredForwardingHeadersAreWarnedOf: a proxy nobody has named is told of by its address,
// once, and whoever else sends such headers gets no second line either.
func TestIgnoredForwardingHeadersAreWarnedOf(t *testing.T) {
	const named, server, socket = "HUB_TRUSTED_PROXIES", "name it in trusted_proxies there", "trusted_proxies_unix"
	forwarded := header("X-Forwarded-For", "198.51.100.7")
	proxy := []netip.Prefix{netip.MustParsePrefix("10.0.0.2/32")}
	for _, tt := range []struct {
		name string
		s    settings
		in   arrival
		want string // in the one line; empty: no line
	}{
		{"a private address, none named", settings{TrustProxyHeaders: true}, arrival{peer: "192.168.1.5:1", trusted: true, header: forwarded}, named},
		{"another than the one named", settings{TrustProxyHeaders: true, TrustedProxies: proxy}, arrival{peer: "192.168.1.5:1", header: forwarded}, named},
		{"named, but not in the server's list", settings{TrustProxyHeaders: true, TrustedProxies: proxy}, arrival{peer: "10.0.0.2:1", header: forwarded}, server},
		{"named", settings{TrustProxyHeaders: true, TrustedProxies: proxy}, arrival{peer: "10.0.0.2:1", trusted: true, header: forwarded}, ""},
		{"this machine, none named", settings{TrustProxyHeaders: true}, arrival{trusted: true, header: forwarded}, ""},
		{"this machine, none named, but not in the server's list", settings{TrustProxyHeaders: true}, arrival{peer: "127.0.0.1:1", header: forwarded}, server},
		{"another header", settings{TrustProxyHeaders: true}, arrival{peer: "192.168.1.5:1", header: header("Forwarded", "for=198.51.100.7")}, named},
		{"a socket", settings{TrustProxyHeaders: true}, arrival{peer: "@", trusted: true, header: forwarded}, ""},
		{"a socket that the server does not trust", settings{TrustProxyHeaders: true}, arrival{peer: "@", header: forwarded}, socket},
		{"a socket beside a named proxy", settings{TrustProxyHeaders: true, TrustedProxies: proxy}, arrival{peer: "@", trusted: true, header: forwarded}, "without trusted_proxies"},
		{"no such header", settings{TrustProxyHeaders: true}, arrival{peer: "192.168.1.5:1"}, ""},
		{"not asked to", settings{}, arrival{peer: "192.168.1.5:1", header: forwarded}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.Token = privateToken
			h, log := bench(t, &tt.s, ok)
			for range 3 {
				answer(t, h, tt.in.request())
			}
			lines := strings.Count(log.String(), "\n")
			if tt.want == "" {
				if lines != 0 {
					t.Errorf("warned: %s", log)
				}
				return
			}
			address, _, _ := strings.Cut(tt.in.peer, ":")
			address = strings.Replace(address, unixPeer, "a Unix socket", 1)
			if lines != 1 || !strings.Contains(log.String(), tt.want) || !strings.Contains(log.String(), address) {
				t.Errorf("%d lines, want one with %q and %s: %s", lines, tt.want, address, log)
			}
		})
	}
}

// TestServeBelievesOnlyThisMachineAndNamedProxies looks at what serve tells its server.
func TestServeBelievesOnlyThisMachineAndNamedProxies(t *testing.T) {
	for want, named := range map[string][]netip.Prefix{
		`["127.0.0.0/8","::1/128"]`: nil,
		`["10.0.0.2/32"]`:           {netip.MustParsePrefix("10.0.0.2/32")},
	} {
		got := string(trustedRanges(&settings{TrustProxyHeaders: true, TrustedProxies: named}))
		if !strings.Contains(got, fmt.Sprintf(`"ranges":%s`, want)) {
			t.Errorf("named %v: %s, want %s", named, got, want)
		}
	}
}
