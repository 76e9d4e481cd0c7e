// Package inbound is what every handler needs of a request: where it came from (this file),
// its body (body.go) and the JSON in it, read strictly (json*.go), the error it is answered
// with (problem.go), how its answer went (recorder.go), and which programs have called
// (clients.go). It imports nothing of ours.
package inbound

import (
	"context"
	"net"
	"net/netip"
	"strings"
)

// Info is where a request came from. The Caddy side fills it in once; everything behind reads
// it and never looks at proxy headers itself.
type Info struct {
	ID       string     // names the request in log lines and internal errors
	ClientIP netip.Addr // the real client, also behind a trusted proxy; 4-in-6 unwrapped, no zone
	Scheme   string     // "http" or "https", as the browser sees it
	Host     string     // as the client sent it, with its port
	Prefix   string     // path in front of the hub's own, such as "/hub" under handle_path; often empty
	Loopback bool       // peer, local address and Host are all loopback and nothing was forwarded
}

// Origin is the origin a page of this hub has in the client's browser: lower case, no
// default port.
func (i Info) Origin() string { return Origin(i.Scheme, i.Host) }

// Origin joins scheme and host into the form of the Origin header.
func Origin(scheme, host string) string {
	host = strings.ToLower(host)
	if name, port, err := net.SplitHostPort(host); err == nil {
		if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
			host = name
			if strings.Contains(name, ":") {
				host = "[" + name + "]"
			}
		}
	}
	return scheme + "://" + host
}

type infoKey struct{}

// With returns a context that carries info.
func With(ctx context.Context, info Info) context.Context {
	return context.WithValue(ctx, infoKey{}, info)
}

// From returns the info a context carries, or the zero value.
func From(ctx context.Context) Info {
	info, _ := ctx.Value(infoKey{}).(Info)
	return info
}
