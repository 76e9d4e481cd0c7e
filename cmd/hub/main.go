// Command hub is Progress Hub: Caddy with the hub inside. It has the hub's
// commands, and Caddy's (run, validate, reload, …) beside them.
package main

import (
	"os"
	_ "time/tzdata" // zones, also on machines that have none

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"

	"github.com/progresshub/progresshub/caddyhub"
)

func main() {
	if status, ok := caddyhub.RunEarly(os.Args); ok {
		os.Exit(status)
	}
	caddy.CustomBinaryName = "hub"
	caddy.CustomVersion = "Progress Hub " + caddyhub.Version() + ", Caddy" // its version follows
	caddyhub.PromoteCommands()
	caddycmd.Main()
}
