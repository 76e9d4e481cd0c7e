package caddyhub

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestListenAddressNamesItsCause: what is wrong with an address is said in its own words, with
// one that is right beside it.
func TestListenAddressNamesItsCause(t *testing.T) {
	for _, tt := range []struct {
		name, address, want string // want: what follows the address; empty: it is taken
	}{
		{"address and port", "127.0.0.1:8787", ""},
		{"every address", ":8787", ""},
		{"every IPv6 address", "[::]:8787", ""},
		{"host name", "localhost:8787", ""},
		{"a port the system chooses", "127.0.0.1:0", ""},
		{"port alone", "21001", "has no address in front of the port: write 127.0.0.1:21001 for this machine alone, or 0.0.0.0:21001 for others too"},
		{"address alone", "192.168.1.5", "has no port: write 192.168.1.5:8787"},
		{"host alone", "localhost", "has no port: write localhost:8787"},
		{"IPv6 address alone", "fd12::1", "has no port, or an IPv6 address without brackets: write them as in [::1]:8787"},
		{"IPv6 address in brackets alone", "[::1]", "has no port, or an IPv6 address without brackets"},
		{"IPv6 without brackets", "::1:8787", "has no port, or an IPv6 address without brackets"},
		{"no port after the colon", "127.0.0.1:", "has no port from 0 to 65535 after the colon: write 127.0.0.1:8787"},
		{"a word for the port", ":notaport", "has no port from 0 to 65535 after the colon: write :8787"},
		{"a service for the port", "127.0.0.1:http", "has no port from 0 to 65535"},
		{"port too high", "127.0.0.1:99999", "has no port from 0 to 65535"},
		{"port below 0", "127.0.0.1:-1", "has no port from 0 to 65535"},
		{"range of ports", "127.0.0.1:8787-8790", "has no port from 0 to 65535"},
		{"URL", "http://127.0.0.1:8787/", "is a URL: write the address alone, such as 127.0.0.1:8787"},
		{"URL without a port", "https://x", "is a URL: write the address alone, such as 127.0.0.1:8787"},
		{"URL of nothing", "https://", "is a URL: write the address alone, such as 127.0.0.1:8787"},
		{"socket", "unix//run/hub.sock", "is no address and port such as 127.0.0.1:8787: for anything else write a Caddyfile"},
		{"blank", " ", "is no address and port such as 127.0.0.1:8787"},
		{"a blank inside", "local host", "is no address and port such as 127.0.0.1:8787"},
		{"a list", "127.0.0.1:8787,[::1]:8787", "is no address and port such as 127.0.0.1:8787"},
		{"a blank before the port", "127.0.0.1 :8787", "is no address and port such as 127.0.0.1:8787"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shown := tt.address
			if strings.Contains(shown, " ") {
				shown = strconv.Quote(shown)
			}
			err := checkListenAddress("--listen", tt.address, defaultListen)
			var usage usageError
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "--listen "+shown+" "+tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			case err != nil && !errors.As(err, &usage):
				t.Errorf("%v is no usage error", err)
			}
		})
	}
}

// TestOpenShowsWhatOthersCanUse: a hub that listens on every address shows those by which
// others know the machine, not only the one nobody else can use.
func TestOpenShowsWhatOthersCanUse(t *testing.T) {
	machine := []netip.Addr{
		netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("::1"), netip.MustParseAddr("2001:db8::5"), netip.MustParseAddr("192.168.1.5"),
		netip.MustParseAddr("169.254.3.4"), netip.MustParseAddr("fe80::1%eth0"), netip.MustParseAddr("100.64.0.5"), netip.MustParseAddr("::ffff:192.168.1.5"),
	}
	var crowd []netip.Addr
	for i := range 40 {
		crowd = append(crowd, netip.AddrFrom4([4]byte{10, 0, 0, byte(40 - i)}))
	}
	const local = "http://127.0.0.1:8787"
	for _, tt := range []struct {
		name, listening string
		settings        settings
		machine         []netip.Addr
		want            []string
	}{
		{"this machine alone", "127.0.0.1", settings{}, machine, []string{local}},
		{"one address", "192.168.1.5", settings{}, machine, []string{"http://192.168.1.5:8787"}},
		{"every address", "0.0.0.0", settings{}, machine, []string{local, "http://100.64.0.5:8787", "http://192.168.1.5:8787", "http://[2001:db8::5]:8787"}},
		{"every IPv6 address", "::", settings{}, machine, []string{local, "http://100.64.0.5:8787", "http://192.168.1.5:8787", "http://[2001:db8::5]:8787"}},
		{"public URL first", "0.0.0.0", settings{PublicURL: "https://hub.example.org"}, machine[:4], []string{"https://hub.example.org", local, "http://192.168.1.5:8787", "http://[2001:db8::5]:8787"}},
		{"only names it answers to", "0.0.0.0", settings{AllowedHosts: []string{"192.168.1.5", "localhost"}}, machine, []string{"http://192.168.1.5:8787"}},
		{"other names alone", "0.0.0.0", settings{AllowedHosts: []string{"hub.mesh.internal"}}, machine, []string{"http://hub.mesh.internal:8787"}},
		{"no network", "0.0.0.0", settings{}, nil, []string{local}},
		{"a crowd", "0.0.0.0", settings{}, crowd, []string{
			local, "http://10.0.0.1:8787", "http://10.0.0.2:8787", "http://10.0.0.3:8787",
			"http://10.0.0.4:8787", "http://10.0.0.5:8787", "http://10.0.0.6:8787", "http://10.0.0.7:8787",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := openAt(&tt.settings, &net.TCPAddr{IP: net.ParseIP(tt.listening), Port: 8787}, tt.machine)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
