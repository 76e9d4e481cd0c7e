package caddyhub

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/bridge"
	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/caddyhub/internal/mcpserver"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

func mcpCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "mcp",
		Usage: "[--config <file>]",
		Short: "Connects an agent on this machine to the hub",
		Long: `
Agents start this: it speaks MCP on standard input and output, and passes every
message to the hub that ` + indexer.ConfigName + ` of hub index names, with the token
that stands there. While the hub is away, agents are told so. The file is
looked for at --config and ~/.config/progress-hub/config.toml.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().String("config", "", "The configuration `file`")
			examples(cmd, "hub mcp", "hub mcp --config ~/.config/progress-hub/work.toml")
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error {
				file, err := cmd.Flags().GetString("config")
				if err != nil {
					return err
				}
				return runBridge(cmd.Context(), file)
			})
		},
	}
}

// RunEarly is hub mcp and hub hook without the command tree around them: of one every agent has
// a process, and for the other a session waits. ok is false if the command line is another, or
// one that is left to the tree.
func RunEarly(args []string) (status int, ok bool) {
	file := ""
	switch {
	case len(args) > 2 && args[1] == "hook" && slices.Contains(connect.HookEvents, args[2]):
		runHook(context.Background(), args[2:])
		return 0, true
	case len(args) == 4 && args[1] == "mcp" && args[2] == "--config":
		file = args[3]
	case len(args) != 2 || args[1] != "mcp":
		return 0, false
	}
	if err := runBridge(context.Background(), file); err != nil {
		fmt.Fprintf(os.Stderr, "hub mcp: %s\n", err)
		return 1, true
	}
	return 0, true
}

// bridgeDeadline is for one message and its answer.
const bridgeDeadline = time.Minute

// bridgeGC trades a little time for memory, in percent: a machine runs many bridges, and each of
// them does little.
const bridgeGC = 50

func runBridge(ctx context.Context, file string) error {
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("find the home folder: %w", err)
	}
	env := transcript.Environment{Home: home, Getenv: os.Getenv}
	debug.SetGCPercent(bridgeGC)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	here, _ := os.Getwd() // none: the agent names the folder of its work by itself
	return bridge.Run(ctx, os.Stdin, os.Stdout, bridge.Options{
		Find:     func() (indexer.Way, error) { return ownWay(file, env) },
		StateDir: func(hub *url.URL) string { return indexer.StateDir(env, hub) },
		Folder:   here,
		Client:   outbound.NewKeepingClient(bridgeDeadline),
		Agent:    mcpserver.Bridge + "/" + Version(),
		Now:      time.Now,
		Sleep:    sleep,
	})
}

// ownWay is the way to the owner's hub by the named configuration, else by the owner's.
func ownWay(file string, env transcript.Environment) (indexer.Way, error) {
	load := indexer.OwnConfig
	if file != "" {
		load = func(env transcript.Environment) (indexer.Config, error) { return indexer.LoadConfig(file, env) }
	}
	c, err := load(env)
	if err != nil {
		return indexer.Way{}, err
	}
	return c.Way()
}
