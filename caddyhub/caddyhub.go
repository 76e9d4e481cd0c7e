// Package caddyhub puts Progress Hub into Caddy. It is the only part of the hub, besides
// cmd, that knows Caddy; what it opens the doors to knows nothing of it.
//
// # Map
//
//	app.go        the app "hub": one configuration, its provisioning and its end
//	option.go     every option: Caddyfile name, environment variable, default
//	settings.go   the checked values of a configuration
//	caddyfile.go  the global option hub { … } and the site directive hub
//	runtime.go    the state that outlives a reload: lock, store, counters
//	gate.go       the count of requests under way
//	handler.go    the handler http.handlers.hub: which paths are the hub's, and their way in
//	identity.go   who sent a request, through which scheme, host and prefix
//	origin.go     the rules for host names and for pages of other origins
//	headers.go    the security headers of every answer
//	certificate.go  what the hub knows of its own certificate
//	listen.go     the address of hub serve: its form, and where others find it
//	listener.go   on which addresses a hub with or without a private token may listen
//	admin.go      /hub/health on Caddy's admin endpoint
//	metrics.go    the hub's numbers for Prometheus
//	command.go    the command tree; serve.go, export.go and import.go hold the larger ones
//	help.go       the command tree of the hub's own binary, with its help and manual pages
//
// Behind the doors stand the sub-packages api (REST), mcpserver (agents), auth
// (credentials), backup, reqinfo (what is known of a request) and problem (error
// answers), and beside this package ui (the dashboard) and store (the domain and its
// database).
//
// # Lives
//
// Caddy makes a new [App] for every configuration it loads, also for one that it only
// validates or then refuses, and stops the old one after the new one runs. What belongs to
// the data folder therefore lives in a [Runtime], shared by all configurations that name
// the folder; what belongs to the configuration lives in the App and goes along with each
// request.
package caddyhub

import (
	"runtime/debug"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(App{})
	caddy.RegisterModule(Handler{})
	caddy.RegisterModule(adminAPI{})
	httpcaddyfile.RegisterGlobalOption("hub", parseGlobalOption)
	httpcaddyfile.RegisterHandlerDirective("hub", parseDirective)
	httpcaddyfile.RegisterDirectiveOrder("hub", httpcaddyfile.Before, "respond")
	caddycmd.RegisterCommand(hubCommand())
}

// modulePath is how build information names this program.
const modulePath = "github.com/progresshub/progresshub"

// Version is the version of the hub inside this binary, such as "v1.2.0", or "dev" when it
// was built from a working copy.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	modules := append([]*debug.Module{&info.Main}, info.Deps...)
	for _, m := range modules {
		if m.Path == modulePath && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "dev"
}

// Interface guards
var (
	_ caddy.App             = (*App)(nil)
	_ caddy.Provisioner     = (*App)(nil)
	_ caddy.CleanerUpper    = (*App)(nil)
	_ caddyfile.Unmarshaler = (*App)(nil)

	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)

	_ caddy.AdminRouter = (*adminAPI)(nil)

	_ caddy.Destructor = (*Runtime)(nil)
)
