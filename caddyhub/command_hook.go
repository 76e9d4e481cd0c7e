package caddyhub

import (
	"context"
	"os"
	"strings"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

func hookCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "hook",
		Usage: "session-start --client <name>",
		Short: "Hands an agent the hub's digest when its session begins",
		Long: `
Clients start this, where hub connect --hooks has told them to: it reads what
the client says of the session on standard input and answers with what the hub
keeps about the work in its folder. It never fails and takes at most 1.5 s: with
nothing to say, or no hub to be reached, the answer is empty.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.DisableFlagParsing = true // a bad flag must not stop a session
			cmd.SilenceErrors, cmd.SilenceUsage = true, true
			cmd.Run = func(cmd *cobra.Command, args []string) {
				if len(args) > 0 && (args[0] == "--help" || args[0] == "-h") {
					_ = cmd.Help()
					return
				}
				runHook(cmd.Context(), args)
			}
		},
	}
}

func runHook(ctx context.Context, args []string) {
	event, client := "", ""
	for i, arg := range args {
		switch value, joined := strings.CutPrefix(arg, "--client="); {
		case joined:
			client = value
		case arg == "--client" && i+1 < len(args):
			client = args[i+1]
		case i == 0:
			event = arg
		}
	}
	connect.Hook(ctx, event, client, os.Stdin, os.Stdout, func() (*connect.Hub, error) {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, err
		}
		way, err := ownWay("", transcript.Environment{Home: home, Getenv: os.Getenv})
		if err != nil {
			return nil, err
		}
		hub := newHubClient(way)
		hub.Agent = "hub-hook/" + Version() + " (" + client + ")"
		return hub, nil
	})
}
