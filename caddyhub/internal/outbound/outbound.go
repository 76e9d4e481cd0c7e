// Package outbound makes the HTTP clients by which the hub speaks to other machines: the
// agent gateway, the git forge. The owner names those, but a name can be made to lead
// anywhere, so every connection is checked when it is made: it must not reach what only
// this machine may ask (the cloud's metadata service), nor the hub itself.
package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
)

// Deadlines and sizes of one exchange.
const (
	Deadline   = 15 * time.Second // from the first look-up to the last byte
	maxHeaders = 16 << 10
)

// Refused is an address that the hub does not connect to.
type Refused struct{ Reason string }

func (e *Refused) Error() string { return e.Reason }

// keptConnections are how many connections to one host stay open between exchanges.
const keptConnections = 8

// NewClient makes a client that follows no redirect, keeps no connection and takes no
// proxy from the environment: what is sent goes to the address that was named, or nowhere.
// own reports whether this process listens at an address of this machine.
func NewClient(own func(netip.AddrPort) bool) *http.Client { return NewClientWithin(own, Deadline) }

// NewClientWithin is NewClient with another time for one exchange, its body included: a
// git repository takes longer than a notification.
func NewClientWithin(own func(netip.AddrPort) bool, deadline time.Duration) *http.Client {
	// Without connections that are kept no request can be repeated on a second one.
	return newClient(own, deadline, &http.Transport{DisableKeepAlives: true})
}

// NewKeepingClient is NewClientWithin with connections that are kept, for a program that asks
// one hub again and again and listens nowhere itself. A request of which nothing was written to
// a connection that has ended meanwhile goes out on another one; any other is sent once, as
// long as it is a POST without an Idempotency-Key.
func NewKeepingClient(deadline time.Duration) *http.Client {
	return NewKeepingClientFor(func(netip.AddrPort) bool { return false }, deadline)
}

// NewKeepingClientFor is NewKeepingClient for a process that listens: own reports whether it does
// so at an address of this machine.
func NewKeepingClientFor(own func(netip.AddrPort) bool, deadline time.Duration) *http.Client {
	return newClient(own, deadline, &http.Transport{MaxIdleConnsPerHost: keptConnections, IdleConnTimeout: time.Minute})
}

// NewPublicClient is NewClientWithin for addresses that somebody else has named: it goes by https
// to public ones alone, and never into the house.
func NewPublicClient(own func(netip.AddrPort) bool, deadline time.Duration) *http.Client {
	c := newClient(own, deadline, &http.Transport{DisableKeepAlives: true})
	c.Transport = bySchemes{secure: transport(&http.Transport{DisableKeepAlives: true}, deadline, NewDialer(own, Public))}
	return c
}

// Reach is how far connections go, beside the addresses that none goes to.
type Reach int

// The reaches.
const (
	Anywhere Reach = iota
	Private        // this machine and private networks: what is sent can be read on the way
	Public         // everywhere else
)

// NewDialer makes a dialer that goes no further. It checks each address when it connects.
func NewDialer(own func(netip.AddrPort) bool, reach Reach) *net.Dialer {
	return &net.Dialer{
		Timeout: Deadline,
		ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
			if err := check(address, reach == Private, own); err != nil || reach != Public {
				return err
			}
			return checkPublic(address)
		},
	}
}

func transport(base *http.Transport, deadline time.Duration, dialer *net.Dialer) *http.Transport {
	made := base.Clone()
	made.DialContext = dialer.DialContext
	made.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	made.TLSHandshakeTimeout = Deadline
	made.ResponseHeaderTimeout = deadline
	made.MaxResponseHeaderBytes = maxHeaders
	made.ForceAttemptHTTP2 = true
	return made
}

func newClient(own func(netip.AddrPort) bool, deadline time.Duration, base *http.Transport) *http.Client {
	return &http.Client{
		Transport: bySchemes{
			plain:  transport(base, deadline, NewDialer(own, Private)),
			secure: transport(base, deadline, NewDialer(own, Anywhere)),
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       deadline,
	}
}

// bySchemes checks plain connections more strictly: their bearer can be read on the way.
type bySchemes struct{ plain, secure http.RoundTripper }

func (b bySchemes) RoundTrip(r *http.Request) (*http.Response, error) {
	switch {
	case r.URL.Scheme == "https":
		return b.secure.RoundTrip(r)
	case r.URL.Scheme == "http" && b.plain != nil:
		return b.plain.RoundTrip(r)
	case b.plain == nil:
		return nil, &Refused{phrase.AddressNotHTTPS.String()}
	}
	return nil, &Refused{phrase.AddressNotHTTP.String()}
}

// CloseIdleConnections ends the connections that are kept, as [http.Client.CloseIdleConnections]
// asks for it.
func (b bySchemes) CloseIdleConnections() {
	for _, way := range []http.RoundTripper{b.plain, b.secure} {
		if t, ok := way.(*http.Transport); ok {
			t.CloseIdleConnections()
		}
	}
}

// check decides about the address of one connection, after all names are resolved.
func check(address string, plain bool, own func(netip.AddrPort) bool) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return &Refused{phrase.AddressNone.String()}
	}
	ip := target.Addr().Unmap().WithZone("")
	if inner, ok := embedded(ip); ok {
		ip = inner
	}
	switch {
	case forbidden(ip):
		return &Refused{phrase.AddressForbidden(ip.String()).String()}
	case plain && !private(ip):
		return &Refused{phrase.AddressPlain(ip.String()).String()}
	case ours(ip) && own(netip.AddrPortFrom(ip, target.Port())):
		return &Refused{phrase.AddressOwn(strconv.Itoa(int(target.Port()))).String()}
	}
	return nil
}

// checkPublic refuses what only this machine or its networks reach.
func checkPublic(address string) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return &Refused{phrase.AddressNone.String()}
	}
	ip := target.Addr().Unmap().WithZone("")
	if inner, ok := embedded(ip); ok {
		ip = inner
	}
	if !IsPublic(ip) || ours(ip) {
		return &Refused{phrase.AddressPrivate(ip.String()).String()}
	}
	return nil
}

// IsPublic reports whether an address may be that of a host of the Internet.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return !forbidden(ip) && !private(ip) && !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(ip) }) && (ip.Is4() || global.Contains(ip))
}

// CheckURL says what is wrong with an address that can be told without looking its name
// up; empty: nothing.
func CheckURL(u *url.URL) string {
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return phrase.FieldPort.String()
		}
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil {
		return ""
	}
	nobody := func(netip.AddrPort) bool { return false }
	if err := check(netip.AddrPortFrom(ip, 1).String(), u.Scheme == "http", nobody); err != nil {
		return phrase.FieldNowhere(phrase.Of(err)).String()
	}
	return ""
}

// CheckPublicURL is CheckURL for an address that must be a public one.
func CheckPublicURL(u *url.URL) string {
	if reason := CheckURL(u); reason != "" {
		return reason
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if err := checkPublic(netip.AddrPortFrom(ip, 1).String()); err != nil {
			return phrase.FieldNowhere(phrase.Of(err)).String()
		}
	}
	return ""
}

// metadata are addresses at which clouds hand out credentials and which are not link-local.
var metadata = []netip.Addr{
	netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("192.0.0.192"),
}

// reserved are ranges that lead nowhere, to this very network, or to a cloud's own services.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("fd00:ec2::/64"),
	netip.MustParsePrefix("fd20:ce::/64"),
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("240.0.0.0/4"),
}

func forbidden(ip netip.Addr) bool {
	return !ip.IsValid() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalUnicast() ||
		slices.Contains(metadata, ip) || slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// global is where the addresses of the public IPv6 Internet are, and special are ranges among those of
// both kinds that are none of its hosts: they lead to networks of their own, or are translated
// into other addresses (the registries of RFC 6890).
var (
	global  = netip.MustParsePrefix("2000::/3")
	special = []netip.Prefix{
		netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"),
		netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"),
		netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("3fff::/20"),
	}
)

// mesh is where private mesh networks give out addresses (RFC 6598).
var mesh = netip.MustParsePrefix("100.64.0.0/10")

func private(ip netip.Addr) bool { return ip.IsLoopback() || ip.IsPrivate() || mesh.Contains(ip) }

// carriers are IPv6 prefixes that hold an IPv4 address, and where in them: NAT64
// (RFC 6052), 6to4 (RFC 3056), and the old compatible form.
var carriers = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
	{netip.MustParsePrefix("::/96"), 12},
}

// embedded is the IPv4 address that an IPv6 address leads to.
func embedded(ip netip.Addr) (netip.Addr, bool) {
	if ip.Is4() || ip.IsUnspecified() || ip.IsLoopback() {
		return ip, false
	}
	for _, c := range carriers {
		if c.prefix.Contains(ip) {
			b := ip.As16()
			return netip.AddrFrom4([4]byte(b[c.at : c.at+4])), true
		}
	}
	return ip, false
}

// ours reports whether this machine has an address.
func ours(ip netip.Addr) bool {
	if ip.IsLoopback() {
		return true
	}
	list, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(list, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr().Unmap() == ip
	})
}

// RefusedBy is the reason for which the hub did not connect; empty: there was another.
func RefusedBy(err error) string {
	var refused *Refused
	if errors.As(err, &refused) {
		return refused.Reason
	}
	return ""
}
