package outbound

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestAddressesTheHubConnectsTo(t *testing.T) {
	const no, secure, both = "no", "https only", "http and https"
	for address, want := range map[string]string{
		"127.0.0.1:8080":              both,
		"[::1]:8080":                  both,
		"192.168.1.5:80":              both,
		"10.1.2.3:80":                 both,
		"172.31.0.1:80":               both,
		"100.64.1.1:80":               both,
		"[fd12::1]:80":                both,
		"[::ffff:192.168.1.5]:80":     both,
		"93.184.216.34:443":           secure,
		"[2606:2800:220:1::1]:443":    secure,
		"[64:ff9b::5db8:d822]:443":    secure,
		"169.254.169.254:80":          no,
		"[::ffff:169.254.169.254]:80": no,
		"[64:ff9b::a9fe:a9fe]:80":     no,
		"[2002:a9fe:a9fe::1]:80":      no,
		"[::169.254.169.254]:80":      no,
		"[fe80::1%eth0]:80":           no,
		"[fe80::1]:80":                no,
		"[fd00:ec2::254]:80":          no,
		"[fd00:ec2::23]:80":           no,
		"[fd20:ce::254]:80":           no,
		"100.100.100.200:80":          no,
		"0.0.0.0:80":                  no,
		"0.1.2.3:80":                  no,
		"[::]:80":                     no,
		"224.0.0.1:80":                no,
		"[ff02::1]:80":                no,
		"255.255.255.255:80":          no,
		"127.0.0.1:8787":              no, // the hub's own port
		"[::1]:8787":                  no,
		"192.168.77.77:8787":          both, // the same port of another machine
		"not an address":              no,
	} {
		got := no
		if check(address, false, ports(8787)) == nil {
			got = secure
			if check(address, true, ports(8787)) == nil {
				got = both
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// ports are those on which this process listens.
func ports(list ...uint16) func(netip.AddrPort) bool {
	return func(a netip.AddrPort) bool { return slices.Contains(list, a.Port()) }
}

func TestARedirectIsNotFollowed(t *testing.T) {
	var reached atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	moved := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer moved.Close()
	r, err := NewClient(ports()).Post(moved.URL, "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusTemporaryRedirect || reached.Load() != 0 {
		t.Errorf("status %d, the other side was reached %d times", r.StatusCode, reached.Load())
	}
}

// Every way to write the address of a machine ends at the same check.
func TestNamesAreCheckedWhereTheyLead(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	port := netip.MustParseAddrPort(u.Host).Port()
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		r, err := NewClient(ports(port)).Get("http://" + host + ":" + u.Port())
		if err == nil {
			r.Body.Close()
		}
		if reason := RefusedBy(err); !strings.Contains(reason, "the hub's own") {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, address := range []string{"http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "gopher://127.0.0.1/"} {
		r, err := NewClient(ports()).Get(address)
		if err == nil {
			r.Body.Close()
		}
		if RefusedBy(err) == "" {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 2*maxHeaders))
	}))
	defer server.Close()
	r, err := NewClient(ports()).Get(server.URL)
	if err == nil {
		r.Body.Close()
		t.Error("endless headers were read")
	}
}

// Where somebody else has named the address, the hub goes nowhere inside the house, whatever a name
// leads to.
func TestPublicAddressesAlone(t *testing.T) {
	nobody := ports()
	for address, allowed := range map[string]bool{
		"93.184.216.34:443":        true,
		"[2606:2800:220:1::1]:443": true,
		"[64:ff9b::5db8:d822]:443": true,
		"127.0.0.1:443":            false,
		"[::1]:443":                false,
		"10.1.2.3:443":             false,
		"192.168.1.5:443":          false,
		"100.64.1.1:443":           false,
		"[fd12::1]:443":            false,
		"[::ffff:192.168.1.5]:443": false,
		"[64:ff9b::c0a8:105]:443":  false,
		"169.254.169.254:443":      false,
		"[64:ff9b::a9fe:a9fe]:443": false,
		"[fe80::1%eth0]:443":       false,
		"0.0.0.0:443":              false,
		"not an address":           false,
		// None of the Internet's hosts: networks of their own, and addresses that are translated.
		"198.18.0.5:443":          false,
		"192.0.0.5:443":           false,
		"192.88.99.1:443":         false,
		"203.0.113.9:443":         false,
		"[64:ff9b:1::7f00:1]:443": false,
		"[::ffff:0:7f00:1]:443":   false,
		"[2001::1]:443":           false,
		"[2001:db8::1]:443":       false,
		"[fec0::1]:443":           false,
		"[2002:c0a8:105::1]:443":  false,
	} {
		err := NewDialer(nobody, Public).ControlContext(t.Context(), "tcp", address, nil)
		if (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	for _, address := range []string{server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1), "http://93.184.216.34/"} {
		r, err := NewPublicClient(nobody, Deadline).Get(address)
		if err == nil {
			r.Body.Close()
		}
		if RefusedBy(err) == "" {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A client that keeps connections lets go of them when it is told to.
func TestKeptConnectionsCanBeEnded(t *testing.T) {
	t.Parallel()
	var opened atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := NewKeepingClientFor(func(netip.AddrPort) bool { return false }, time.Minute)
	ask := func() {
		t.Helper()
		resp, err := client.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	ask()
	ask()
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections for two requests", n)
	}
	client.CloseIdleConnections()
	ask()
	if n := opened.Load(); n != 2 {
		t.Errorf("%d connections after they were ended", n)
	}
}
