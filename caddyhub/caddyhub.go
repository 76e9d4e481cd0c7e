// Package caddyhub puts Progress Hub into Caddy. It is the only part of the hub, besides
// cmd, that knows Caddy; the packages behind it know nothing of it.
//
// # Map
//
//	caddyhub.go        registration with Caddy, the version
//	app.go             the app "hub": one configuration, its provisioning and its end
//	app_*.go           the services of a configuration: backup, forge, health, tokens
//	option.go          every option: Caddyfile name, environment variable, default
//	settings.go        the checked values of a configuration
//	caddyfile.go       the global option hub { … } and the site directive hub
//	variable.go        environment variables that are no option
//	warning.go         what of a configuration is allowed but weak
//	served.go          at which addresses the servers of the hub listen
//	runtime.go         the state that outlives a reload: lock, store, counters
//	log.go             the log of what outlives a configuration
//	folder.go          whether the data folder can be opened, and whose it is; tighten.go its modes
//	owner_*.go         the user a file belongs to
//	lost.go            a folder that has lost its database
//	gate.go            the count of requests under way
//	handler.go         the handler http.handlers.hub: which paths are the hub's
//	identity.go        where a request came from; forwarded.go what proxies say of it
//	origin.go          host names, and pages of other origins
//	headers.go         the security headers of every answer
//	body.go            the time the body of a request has to arrive
//	response.go        the status of an answer, and the rest of a body not read
//	certificate.go     what the hub knows of its own certificate
//	listen.go          the address of hub serve: its form, and where others find it
//	listener.go        where a hub with or without a private token may listen
//	handover.go        connections that a reload would lose: the listener wrapper caddy.listeners.hub
//	admin.go           /hub/health on Caddy's admin endpoint
//	metrics*.go        the hub's numbers for Prometheus
//	query_credential.go  a credential in an address, which is refused and not logged
//	umask_*.go         files that nobody else may read
//	owner_client.go    what the owner's commands ask a running hub
//	bar.go             how far a command is, on one line of a terminal
//	doctor.go          what is wrong with the hub of a data folder: hub doctor --data
//	process_age.go     how long this process has run before it came to its own
//	program_pages*.go  the program's own file in memory, given back
//	command.go         the command tree; command_*.go one command each, and their help
//
// docs/architecture.md tells how this package and the others work together.
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
	caddy.RegisterModule(Handover{})
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

	_ caddy.ListenerWrapper = (*Handover)(nil)
	_ caddyfile.Unmarshaler = (*Handover)(nil)

	_ caddy.AdminRouter = (*adminAPI)(nil)

	_ caddy.Destructor = (*Runtime)(nil)
)
