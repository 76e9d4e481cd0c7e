package caddyhub

import (
	"errors"
	"fmt"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

func doctorCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "doctor",
		Usage: "[--client <names>] [--json]",
		Short: "Says what keeps the agents on this machine from the hub",
		Long: `
Looks at this machine's configuration, the way to the hub, the token, and the
files of the programs that agents run in, and says of each what is wrong and
what to do. It changes nothing and prints no token. The exit status is 1 if
something is broken.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().String("client", "", "Which programs, with commas between them: see hub connect --list; all, or found (default: those found)")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			prepare(cmd, cobra.NoArgs, runDoctor)
		},
	}
}

// marks are how the outcomes of checks look to a person.
var marks = map[string]string{connect.OK: "ok  ", connect.Warn: "look", connect.Fail: "FAIL", connect.Skip: "-   "}

func runDoctor(cmd *cobra.Command, _ []string) error {
	given, _ := cmd.Flags().GetString("client")
	asJSON, _ := cmd.Flags().GetBool("json")
	m, err := connect.Here()
	if err != nil {
		return fmt.Errorf("find the home folder: %w", err)
	}
	clients, err := (&connecting{machine: m}).choose(given)
	if err != nil && errors.As(err, &usageError{}) {
		return err
	}
	program, _ := ownProgram() // a temporary one is compared with nothing
	d := connect.Doctor{
		Machine: m, Client: outbound.NewKeepingClient(outbound.Deadline), Agent: "hub-doctor/" + Version(), Now: time.Now, Program: program,
		Load: func() (indexer.Config, error) { return indexer.OwnConfig(m.Environment) },
	}
	checks := d.Examine(cmd.Context(), clients)
	healthy := connect.Healthy(checks)
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), map[string]any{"ok": healthy, "checks": checks})
	} else {
		for _, c := range checks {
			fmt.Fprintf(cmd.OutOrStdout(), "%s  %-16s %s\n", marks[c.State], c.ID, c.What)
			if c.Next != "" && c.State != connect.OK {
				fmt.Fprintf(cmd.OutOrStdout(), "      -> %s\n", c.Next)
			}
		}
		err = nil
	}
	if err == nil && !healthy {
		err = errors.New("something is broken")
	}
	return err
}
