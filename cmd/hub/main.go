// Command hub is Progress Hub: Caddy with the hub inside. It has all of Caddy's commands
// (run, validate, reload, …), and the hub's own beside them.
package main

import (
	_ "time/tzdata" // zones, also on machines that have none

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"

	"github.com/progresshub/progresshub/caddyhub"
)

const description = `Progress Hub is one place for what you and your agents are working on:
threads, projects, a wiki and reminders, on your own machine.

To try it on this machine:

	$ hub serve

and open http://127.0.0.1:8787/ui/. To run it with HTTPS, write a Caddyfile
(see Caddyfile.example) and start it with:

	$ hub run --config Caddyfile

The hub is a Caddy web server with the hub's module inside, so everything
Caddy can do stands in that file, and Caddy's commands work as usual.`

func main() {
	caddy.CustomBinaryName = "hub"
	caddy.CustomLongDescription = description
	caddy.CustomVersion = "Progress Hub " + caddyhub.Version() + ", Caddy" // its version follows
	caddyhub.PromoteCommands()
	caddycmd.Main()
}
