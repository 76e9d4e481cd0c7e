package caddyhub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// binaryName is the name of the hub's own binary, where its commands stand at the top.
const binaryName = "hub"

// commands are the hub's commands, in the order of the help text.
func commands() []caddycmd.Command {
	return []caddycmd.Command{serveCommand(), connectCommand(), mcpCommand(), hookCommand(), doctorCommand(), healthCommand(), indexCommand(), exportCommand(), importCommand(), restoreCommand(), importFromCommand(), backupCommand(), forgeWikiPathsCommand(), tokenCommand()}
}

// hubCommand is the group that holds the hub's commands in any Caddy that has the hub in
// it. The hub's own binary has them at the top as well and hides the group.
func hubCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "hub",
		Usage: "<command>",
		Short: "Runs and looks after a Progress Hub",
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Hidden = commandGroup() == ""
			for _, c := range append(commands(), versionCommand()) {
				child := &cobra.Command{Use: strings.TrimSpace(c.Name + " " + c.Usage), Short: c.Short, Long: c.Long}
				c.CobraFunc(child)
				cmd.AddCommand(child)
			}
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error { return cmd.Help() })
		},
	}
}

// commandGroup is the command that the hub's are below in this program; empty: it is the hub's own,
// where they stand at the top.
func commandGroup() string {
	if caddy.CustomBinaryName == binaryName {
		return ""
	}
	return binaryName
}

// usageError is a command line that makes no sense: exit status 2 instead of 1.
type usageError struct{ error }

// misused is an error about a value that may stand on the command line.
func misused(err error, given bool) error {
	if given {
		return usageError{err}
	}
	return err
}

// prepare gives a command its arguments and its work, and the hub's way to fail: one line
// on stderr, exit status 1, or 2 for bad usage.
func prepare(cmd *cobra.Command, args cobra.PositionalArgs, work func(*cobra.Command, []string) error) {
	cmd.SilenceErrors = true
	cmd.SilenceUsage = true
	cmd.Args = func(cmd *cobra.Command, given []string) error {
		if err := args(cmd, given); err != nil {
			return fail(cmd, usageError{err})
		}
		return nil
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return fail(cmd, usageError{err}) })
	cmd.RunE = func(cmd *cobra.Command, given []string) error {
		if err := work(cmd, given); err != nil {
			return fail(cmd, err)
		}
		return nil
	}
}

// examples end a command's help: whole command lines.
func examples(cmd *cobra.Command, lines ...string) {
	cmd.Example = "  $ " + strings.Join(lines, "\n  $ ")
}

// fail prints an error and returns the one that gives the process its exit status.
func fail(cmd *cobra.Command, err error) error {
	message := strings.ReplaceAll(err.Error(), "\n", "; ")
	var usage usageError
	if !errors.As(err, &usage) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), message)
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s (see %[1]s --help)\n", cmd.CommandPath(), message)
	// Caddy keeps its error with an exit status to itself; its adapter makes one.
	return caddycmd.WrapCommandFuncForCobra(func(caddycmd.Flags) (int, error) { return 2, nil })(cmd, nil)
}

// addDataFlag adds --data.
func addDataFlag(cmd *cobra.Command) {
	cmd.Flags().String("data", "", "The data `folder` (default: HUB_DATA_DIR, else ./data)")
}

// dataDir is the absolute data folder of a command with --data.
func dataDir(cmd *cobra.Command) (string, error) {
	given, err := cmd.Flags().GetString("data")
	if err != nil {
		return "", err
	}
	if given != "" {
		return filepath.Abs(given)
	}
	o, _ := options.Option("data_dir")
	s := &settings{fixed: setting.Fixed{}}
	if err := s.load(o, nil, caddy.NewReplacer()); err != nil {
		return "", err
	}
	return s.DataDir, nil
}

// printJSON writes one JSON document on one line.
func printJSON(w io.Writer, v any) error {
	return json.NewEncoder(w).Encode(v)
}

// counted is a number of things in words: 1 thread, 2 threads.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
