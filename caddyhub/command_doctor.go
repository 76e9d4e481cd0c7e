package caddyhub

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/caddyserver/caddy/v2/caddyconfig"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

func doctorCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "doctor",
		Usage: "[--client <names>] [--json] | --data <folder> [--config <Caddyfile>] [--json]",
		Short: "Says what keeps the agents on this machine from the hub, or what is wrong with the hub itself",
		Long: `
Looks at this machine's configuration, the way to the hub, the token, and the
files of the programs that agents run in, starts the bridge that each of them
starts and has it answer, and says of each what is wrong and what to do. It
changes nothing and prints no token. The exit status is 1 if something is
broken.

With --data it looks at a hub instead, on the machine where it runs: the folder,
the database, the address, proxies, backups and what else is set up. The hub may
run meanwhile. Settings come from the HUB_* environment variables, and from the
Caddyfile that --config names.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub doctor", "hub doctor --client cursor", "hub doctor --data /var/lib/hub --config /etc/hub/Caddyfile")
			cmd.Flags().String("client", "", "Which programs, their `names` with commas between them: see hub connect --list; all, or found (default: those found)")
			cmd.Flags().String("data", "", "Look at the hub that has this data `folder`")
			cmd.Flags().String("config", "", "Look at the hub of this `Caddyfile`; its data folder is taken, too, without --data")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			prepare(cmd, takes(), runDoctor)
		},
	}
}

// marks are how the outcomes of checks look to a person.
var marks = map[string]string{connect.OK: "ok  ", connect.Warn: "warn", connect.Fail: "FAIL", connect.Skip: "skip"}

func runDoctor(cmd *cobra.Command, _ []string) error {
	examine := examineMachine
	if cmd.Flags().Changed("data") || cmd.Flags().Changed("config") {
		examine = examineHub
	}
	checks, err := examine(cmd)
	if err != nil {
		return err
	}
	healthy := connect.Healthy(checks)
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		if err := printJSON(cmd.OutOrStdout(), map[string]any{"ok": healthy, "checks": checks}); err != nil {
			return err
		}
	} else {
		widest := 0
		for _, c := range checks {
			widest = max(widest, len(c.ID))
		}
		for _, c := range checks {
			fmt.Fprintf(cmd.OutOrStdout(), "%s  %-*s  %s\n", marks[c.State], widest, c.ID, c.What)
			if c.Next != "" && c.State != connect.OK {
				fmt.Fprintf(cmd.OutOrStdout(), "      -> %s\n", c.Next)
			}
		}
	}
	if !healthy {
		return errors.New("something is broken")
	}
	return nil
}

// examineMachine looks at what is between the agents on this machine and their hub.
func examineMachine(cmd *cobra.Command) ([]connect.Check, error) {
	given, _ := cmd.Flags().GetString("client")
	m, err := connect.Here()
	if err != nil {
		return nil, fmt.Errorf("find the home folder: %w", err)
	}
	clients, err := (&connecting{machine: m}).choose(given)
	if err != nil && errors.As(err, &usageError{}) {
		return nil, err
	}
	program, _, _ := ownProgram() // a temporary one is compared with nothing
	d := connect.Doctor{
		Machine: m, Client: outbound.NewKeepingClient(outbound.Deadline), Agent: "hub-doctor/" + Version(), Now: time.Now, Program: program, Group: commandGroup(),
		Load: func() (indexer.Config, error) { return indexer.OwnConfig(m.Environment) },
	}
	return d.Examine(cmd.Context(), clients), nil
}

// examineHub looks at a hub, on its own machine.
func examineHub(cmd *cobra.Command) ([]connect.Check, error) {
	if cmd.Flags().Changed("client") {
		return nil, usageError{errors.New("--client is about this machine's agents, --data and --config are about a hub: name one")}
	}
	d := &hubDoctor{environment: os.Environ(), now: time.Now, client: outbound.NewKeepingClient(outbound.Deadline), free: backup.FreeBytes}
	app := &App{configured: setting.Configuration{}}
	if file, _ := cmd.Flags().GetString("config"); file != "" {
		var err error
		if app, d.servers, err = readHubConfig(file); err != nil {
			return nil, err
		}
	}
	if cmd.Flags().Changed("data") {
		dir, err := dataDir(cmd)
		if err != nil {
			return nil, err
		}
		app.configured["data_dir"] = []string{dir}
		d.dir = dir
	}
	d.settings, d.flaw = resolve(app.configured)
	if d.flaw != nil && d.dir == "" {
		return nil, d.flaw
	}
	if d.dir == "" {
		d.dir = d.settings.DataDir
	}
	return d.Examine(cmd.Context()), nil
}

// readHubConfig reads the hub and the servers of a configuration file of Caddy's, and starts
// nothing.
func readHubConfig(file string) (*App, map[string]*caddyhttp.Server, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("read the configuration: %w", err)
	}
	if !json.Valid(text) {
		if text, _, err = caddyconfig.GetAdapter("caddyfile").Adapt(text, map[string]any{"filename": file}); err != nil {
			return nil, nil, fmt.Errorf("read the configuration %s: %w", file, err)
		}
	}
	var config struct {
		Apps struct {
			Hub  App `json:"hub"`
			HTTP struct {
				Servers map[string]json.RawMessage `json:"servers"`
			} `json:"http"`
		} `json:"apps"`
	}
	config.Apps.Hub.configured = setting.Configuration{}
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, nil, fmt.Errorf("read the configuration %s: %w", file, err)
	}
	servers := map[string]*caddyhttp.Server{}
	for name, raw := range config.Apps.HTTP.Servers {
		var dense bytes.Buffer
		if err := json.Compact(&dense, raw); err != nil || !bytes.Contains(dense.Bytes(), []byte(`"handler":"hub"`)) {
			continue
		}
		server := new(caddyhttp.Server)
		if err := json.Unmarshal(raw, server); err != nil {
			return nil, nil, fmt.Errorf("read the configuration %s: %w", file, err)
		}
		servers[name] = server
	}
	return &config.Apps.Hub, servers, nil
}
