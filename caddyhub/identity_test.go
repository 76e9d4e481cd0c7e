package caddyhub

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// arrival describes a request as Caddy hands it over.
type arrival struct {
	peer, local, host string // default: all loopback
	header            http.Header
	tls               bool
	trusted           bool   // Caddy's word on the peer
	clientIP          string // Caddy's word on the client
	original, path    string
}

func (a arrival) request() *http.Request {
	def := func(v, d string) string {
		if v == "" {
			return d
		}
		return v
	}
	r := httptest.NewRequest(http.MethodGet, def(a.path, "/api/health"), nil)
	r.RemoteAddr = def(a.peer, "127.0.0.1:50000")
	r.Host = def(a.host, "localhost:8787")
	if a.header != nil {
		r.Header = a.header
	}
	if a.tls {
		r.TLS = new(tls.ConnectionState)
	}
	local := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(def(a.local, "127.0.0.1:8787")))
	ctx := context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(local))
	ctx = context.WithValue(ctx, caddyhttp.VarsCtxKey, map[string]any{
		caddyhttp.TrustedProxyVarKey: a.trusted,
		caddyhttp.ClientIPVarKey:     a.clientIP,
	})
	ctx = context.WithValue(ctx, caddyhttp.OriginalRequestCtxKey, http.Request{URL: &url.URL{Path: def(a.original, r.URL.Path)}})
	return r.WithContext(ctx)
}

func header(pairs ...string) http.Header {
	h := make(http.Header)
	for i := 0; i+1 < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

func TestScheme(t *testing.T) {
	for _, tt := range []struct {
		name  string
		trust bool
		in    arrival
		want  string
	}{
		{"plain", false, arrival{}, "http"},
		{"TLS", false, arrival{tls: true}, "https"},
		{"TLS wins over the proxy", true, arrival{tls: true, trusted: true, header: header("X-Forwarded-Proto", "http")}, "https"},
		{"trusted proxy", true, arrival{trusted: true, header: header("X-Forwarded-Proto", "https")}, "https"},
		{"trusted proxy in capitals", true, arrival{trusted: true, header: header("X-Forwarded-Proto", " HTTPS ")}, "https"},
		{"trust off", false, arrival{trusted: true, header: header("X-Forwarded-Proto", "https")}, "http"},
		{"untrusted peer", true, arrival{header: header("X-Forwarded-Proto", "https")}, "http"},
		{"last value counts", true, arrival{trusted: true, header: header("X-Forwarded-Proto", "https,http")}, "http"},
		{"last value of several lines", true, arrival{trusted: true, header: header("X-Forwarded-Proto", "http", "X-Forwarded-Proto", "https")}, "https"},
		{"odd value", true, arrival{trusted: true, header: header("X-Forwarded-Proto", "wss")}, "http"},
		{"no header", true, arrival{trusted: true}, "http"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &settings{TrustProxyHeaders: tt.trust}
			if got := s.identify(tt.in.request()).Scheme; got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestClientIP(t *testing.T) {
	office := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	from := func(peer string, forwarded ...string) arrival {
		a := arrival{peer: peer, trusted: true, clientIP: "203.0.113.66", header: make(http.Header)}
		for _, line := range forwarded {
			a.header.Add("X-Forwarded-For", line)
		}
		return a
	}
	for _, tt := range []struct {
		name string
		off  bool
		own  []netip.Prefix
		in   arrival
		want string
	}{
		{"peer", false, nil, arrival{peer: "192.0.2.1:1", clientIP: "192.0.2.1"}, "192.0.2.1"},
		{"4 in 6", false, nil, arrival{peer: "[::ffff:192.0.2.1]:1"}, "192.0.2.1"},
		{"zone", false, nil, arrival{peer: "[fe80::1%eth0]:1"}, "fe80::1"},
		{"socket", false, nil, arrival{peer: "@"}, "invalid IP"},
		{"no header", false, office, from("10.0.0.1:1"), "10.0.0.1"},
		{"through a named proxy", false, office, from("10.0.0.1:1", "198.51.100.7"), "198.51.100.7"},
		{"through two", false, office, from("10.0.0.1:1", "198.51.100.7, 10.0.0.2"), "198.51.100.7"},
		{"nothing but proxies", false, office, from("10.0.0.1:1", "10.0.0.3, 10.0.0.2"), "10.0.0.1"},
		{"what the client wrote before", false, office, from("10.0.0.1:1", "1.2.3.4, 198.51.100.7"), "198.51.100.7"},
		{"several lines are one list", false, office, from("10.0.0.1:1", "1.2.3.4", "198.51.100.7"), "198.51.100.7"},
		{"4 in 6 in the header", false, office, from("10.0.0.1:1", "::ffff:198.51.100.7"), "198.51.100.7"},
		{"with a port", false, office, from("10.0.0.1:1", "198.51.100.7:443"), "198.51.100.7"},
		{"IPv6 with a port", false, office, from("10.0.0.1:1", "[2001:db8::7]:443"), "2001:db8::7"},
		{"garbage", false, office, from("10.0.0.1:1", "unknown"), "10.0.0.1"},
		{"an address before garbage", false, office, from("10.0.0.1:1", "198.51.100.7, unknown"), "10.0.0.1"},
		{"an address before nothing", false, office, from("10.0.0.1:1", "198.51.100.7,"), "10.0.0.1"},
		{"garbage before an address", false, office, from("10.0.0.1:1", "unknown, 198.51.100.7"), "198.51.100.7"},
		{"garbage behind a proxy", false, office, from("10.0.0.1:1", "198.51.100.7, unknown, 10.0.0.2"), "10.0.0.1"},
		{"through a proxy beside the list", false, office, from("172.16.0.1:1", "198.51.100.7"), "172.16.0.1"},
		{"through one the server does not trust", false, office, arrival{peer: "10.0.0.1:1", header: header("X-Forwarded-For", "198.51.100.7")}, "10.0.0.1"},
		{"none named, from this machine", false, nil, from("127.0.0.1:1", "198.51.100.7"), "198.51.100.7"},
		{"none named, from this machine over IPv6", false, nil, from("[::1]:1", "198.51.100.7"), "198.51.100.7"},
		{"none named, over a socket", false, nil, from("@", "198.51.100.7"), "198.51.100.7"},
		{"none named, from a private network", false, nil, from("192.168.1.5:1", "198.51.100.7"), "192.168.1.5"},
		{"none named, a private address behind this machine", false, nil, from("127.0.0.1:1", "198.51.100.7, 192.168.1.5"), "192.168.1.5"},
		{"not asked to", true, office, from("10.0.0.1:1", "198.51.100.7"), "10.0.0.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &settings{TrustProxyHeaders: !tt.off, TrustedProxies: tt.own}
			if got := s.identify(tt.in.request()).ClientIP.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestLoopback breaks each condition of development mode alone (security.md §J).
func TestLoopback(t *testing.T) {
	for _, tt := range []struct {
		name  string
		trust bool
		in    arrival
		want  bool
	}{
		{"all local", false, arrival{}, true},
		{"IPv6", false, arrival{peer: "[::1]:1", local: "[::1]:8787", host: "[::1]:8787"}, true},
		{"address as host", false, arrival{host: "127.0.0.1"}, true},
		{"peer elsewhere", false, arrival{peer: "192.0.2.1:1"}, false},
		{"local address elsewhere", false, arrival{local: "192.0.2.2:8787"}, false},
		{"host elsewhere", false, arrival{host: "hub.example.org"}, false},
		{"rebound host", false, arrival{host: "localhost.evil.example"}, false},
		{"host with a trailing dot", false, arrival{host: "localhost."}, false},
		{"unspecified host", false, arrival{host: "0.0.0.0:8787"}, false},
		{"trust on", true, arrival{}, false},
		{"Forwarded", false, arrival{header: header("Forwarded", "for=1.2.3.4")}, false},
		{"X-Forwarded-For", false, arrival{header: header("X-Forwarded-For", "127.0.0.1")}, false},
		{"X-Forwarded-Host", false, arrival{header: header("X-Forwarded-Host", "localhost")}, false},
		{"Via", false, arrival{header: header("Via", "1.1 proxy")}, false},
		{"X-Real-IP", false, arrival{header: header("X-Real-IP", "127.0.0.1")}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &settings{TrustProxyHeaders: tt.trust}
			if got := s.identify(tt.in.request()).Loopback; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	t.Run("missing host", func(t *testing.T) {
		r := arrival{}.request()
		r.Host = ""
		if new(settings).identify(r).Loopback {
			t.Error("counts as loopback")
		}
	})
}

func TestPrefix(t *testing.T) {
	for _, tt := range []struct{ name, original, path, want string }{
		{"none", "/api/threads", "/api/threads", ""},
		{"one part", "/hub/api/threads", "/api/threads", "/hub"},
		{"two parts", "/a/b/ui/", "/ui/", "/a/b"},
		{"rewritten", "/elsewhere", "/api/threads", ""},
		{"needs escaping", "/a b/ui/", "/ui/", "/a%20b"},
		{"another host in disguise", "//evil.example/ui/", "/ui/", ""},
		{"backslash", `/\evil.example/ui/`, "/ui/", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := arrival{original: tt.original, path: tt.path}.request()
			if got := new(settings).identify(r).Prefix; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRequestIDsDiffer(t *testing.T) {
	s := new(settings)
	a, b := s.identify(arrival{}.request()), s.identify(arrival{}.request())
	if a.ID == "" || a.ID == b.ID {
		t.Errorf("%q and %q", a.ID, b.ID)
	}
}

func TestAllowsHost(t *testing.T) {
	s := &settings{AllowedHosts: []string{"hub.example.org", "localhost:8787", "[::1]", "192.0.2.1"}}
	for host, want := range map[string]bool{
		"hub.example.org":           true,
		"HUB.example.org":           true,
		"hub.example.org:8443":      true,
		"localhost:8787":            true,
		"localhost":                 false,
		"localhost:80":              false,
		"[::1]:8787":                true,
		"[::1]":                     true,
		"192.0.2.1:1":               true,
		"hub.example.org.evil.test": false,
		"hub.example.org.":          false,
		"":                          false,
	} {
		if got := s.allowsHost(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	if !new(settings).allowsHost("anything") {
		t.Error("without a list every host is allowed")
	}
}

func TestOwnOrigin(t *testing.T) {
	s := &settings{PublicURL: "https://hub.example.org/hub"}
	info := inbound.Info{Scheme: "http", Host: "10.0.0.5:8787"}
	for origin, want := range map[string]bool{
		"http://10.0.0.5:8787":           true,
		"https://hub.example.org":        true,
		"https://HUB.example.org:443":    true,
		"https://10.0.0.5:8787":          false,
		"http://10.0.0.5":                false,
		"http://hub.example.org":         false,
		"https://hub.example.org.":       false,
		"https://hub.example.evil.org":   false,
		"https://hub.example.org/":       false,
		"https://me@hub.example.org":     false,
		"https://xn--hb-xka.example.org": false,
		"null":                           false,
		"":                               false,
	} {
		if got := s.isOwnOrigin(info, origin); got != want {
			t.Errorf("%q: %v, want %v", origin, got, want)
		}
	}
	if new(settings).isOwnOrigin(inbound.Info{Scheme: "http", Host: ""}, "") {
		t.Error("an empty origin is the hub's without a public URL")
	}
}
