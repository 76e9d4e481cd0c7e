package caddyhub

import (
	"context"
	"fmt"
	"net/netip"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyevents"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// servedAt are the addresses at which the servers of the hub listen. Caddy knows a listener by what its
// configuration says, which names no address for a socket that was handed over, and for one by the name
// of a host none that can be compared.
var servedAt = struct {
	sync.Mutex
	by map[*caddyhttp.Server][]netip.AddrPort
}{by: map[*caddyhttp.Server][]netip.AddrPort{}}

// serves reports whether a server of the hub listens at an address of this machine.
func serves(at netip.AddrPort) bool {
	servedAt.Lock()
	defer servedAt.Unlock()
	for _, addresses := range servedAt.by {
		for _, own := range addresses {
			if own.Port() == at.Port() && (own.Addr().IsUnspecified() || own.Addr().Unmap() == at.Addr().Unmap()) {
				return true
			}
		}
	}
	return false
}

// noteAddresses notes the addresses of a server from when it listens until it shuts down.
func noteAddresses(ctx caddy.Context, server *caddyhttp.Server) error {
	events, err := ctx.App("events")
	if err != nil {
		return fmt.Errorf("find the events of Caddy: %w", err)
	}
	server.RegisterOnShutdown(func() {
		servedAt.Lock()
		defer servedAt.Unlock()
		delete(servedAt.by, server)
	})
	return events.(*caddyevents.App).On("started", servedBy{server})
}

// servedBy notes where a server listens, once all apps have started.
type servedBy struct{ *caddyhttp.Server }

// Handle is called by the events app.
func (s servedBy) Handle(context.Context, caddy.Event) error {
	servedAt.Lock()
	defer servedAt.Unlock()
	servedAt.by[s.Server] = nil
	for _, ln := range s.Listeners() {
		if at, err := netip.ParseAddrPort(ln.Addr().String()); err == nil { // else a Unix socket
			servedAt.by[s.Server] = append(servedAt.by[s.Server], at)
		}
	}
	return nil
}
