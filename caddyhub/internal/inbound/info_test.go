package inbound

import "testing"

func TestOrigin(t *testing.T) {
	cases := []struct{ name, scheme, host, want string }{
		{"plain", "http", "hub.local:8787", "http://hub.local:8787"},
		{"host in capitals", "https", "Hub.Example.ORG", "https://hub.example.org"},
		{"default port of https", "https", "hub.example.org:443", "https://hub.example.org"},
		{"default port of http", "http", "hub.example.org:80", "http://hub.example.org"},
		{"the other's default port", "http", "hub.example.org:443", "http://hub.example.org:443"},
		{"IPv6 with its default port", "https", "[2001:db8::1]:443", "https://[2001:db8::1]"},
		{"IPv6 with a port", "http", "[::1]:8787", "http://[::1]:8787"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := (Info{Scheme: c.scheme, Host: c.host}).Origin(); got != c.want {
				t.Errorf("origin %s, want %s", got, c.want)
			}
		})
	}
}

func TestFromABareContext(t *testing.T) {
	if got := From(t.Context()); got != (Info{}) {
		t.Errorf("info %+v out of nothing", got)
	}
}
