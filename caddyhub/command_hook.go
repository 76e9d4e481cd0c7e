package caddyhub

import (
	"context"
	"os"
	"strings"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

func hookCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "hook",
		Usage: "session-start|stop --client <name>",
		Short: "Answers an agent's hooks when a session begins or its agent stops",
		Long: `
Clients start this, where hub connect --hooks has told them to. It reads what the
client says of the session on standard input:

	session-start  answers with what the hub keeps about the work in its folder
	stop           says, once a session, which threads were claimed in its folder
	               and neither paused nor finished (hub connect --hooks=guard)

It never fails and takes at most 1.5 s: with nothing to say, or no hub to be
reached, the answer is empty.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().String("client", "", "The `name` of the client whose form the answer has: claude-code, codex, cursor or gemini-cli")
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
	home, err := os.UserHomeDir()
	env := transcript.Environment{Home: home, Getenv: os.Getenv}
	state := ""
	if err == nil {
		state = indexer.StateFolder(env)
	}
	connect.Hook(ctx, connect.Hooked{
		Event: event, Client: client, In: os.Stdin, Out: os.Stdout,
		State: state, Now: time.Now, Spent: processAge(),
		Find: func() (*connect.Hub, error) {
			if err != nil {
				return nil, err
			}
			way, err := ownWay("", env)
			if err != nil {
				return nil, err
			}
			hub := newHubClient(way)
			hub.Agent = "hub-hook/" + Version() + " (" + client + ")"
			return hub, nil
		},
	})
}
