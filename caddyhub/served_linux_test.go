package caddyhub

import (
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"testing"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/store/storetest"
)

// The hub knows where it listens, however its listener came to be, and only as long as it does.
func TestTheHubKnowsWhereItListens(t *testing.T) {
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	file, err := socket.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	inherited, err := syscall.Dup(int(file.Fd())) // Caddy keeps it
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	_ = socket.Close()
	handed := netip.MustParseAddrPort(socket.Addr().String())
	port := freePort(t)
	named := netip.MustParseAddrPort("127.0.0.1:" + port)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	for _, c := range []struct {
		name, site, bind string
		at               netip.AddrPort
	}{
		{"a socket that was handed over", "http://", fmt.Sprint("fd/", inherited), handed},
		{"the name of a host, which is not known by its address", "http://:" + port, "LOCALHOST", named},
	} {
		t.Run(c.name, func(t *testing.T) {
			load(t, "{\n"+quiet(t)+"hub {\ndata_dir "+storetest.Dir(t)+"\n}\n}\n"+c.site+" {\nbind "+c.bind+"\nhub\n}\n")
			other := netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), c.at.Port())
			if !listens(c.at) || listens(other) {
				t.Errorf("%s: %t, %s: %t", c.at, listens(c.at), other, listens(other))
			}
			if err := caddy.Stop(); err != nil {
				t.Fatal(err)
			}
			// net/http calls what is to know of its shutdown, and does not wait for it.
			until(t, c.at.String()+" is no address of the hub any more", func() bool { return !listens(c.at) })
		})
	}
}
