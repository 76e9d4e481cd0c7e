package caddyhub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// foreign are commands of Caddy that would put a plain Caddy, without the hub, in the place of
// this binary, and the manual pages, which the hub has of its own.
var foreign = []string{"upgrade", "add-package", "remove-package", "manpage"}

// called is how Caddy's help texts name the program in command lines.
var called = regexp.MustCompile(`\bcaddy( [a-z]+(-[a-z]+)*\b)`)

// shorts are the lines of Caddy's commands that would make a reader look for another program.
var shorts = map[string]string{
	"run":    "Runs a hub with a configuration file, and everything else that stands there",
	"start":  "Does what run does, in the background",
	"stop":   "Stops what start started",
	"reload": "Gives a running hub a new configuration, if its admin endpoint is open",
}

// adopt makes a command of Caddy's one of this binary.
func adopt(cmd *cobra.Command) {
	rename(cmd)
	switch cmd.Name() {
	case "run", "start":
		cmd.PreRunE = needsConfiguration
	case "reload":
		cmd.RunE = withAdminHint(cmd.RunE, "reload", "USR1")
	case "stop":
		cmd.RunE = withAdminHint(cmd.RunE, "stop", "TERM")
	}
}

// rename has the texts of a command of Caddy's speak of this binary.
func rename(cmd *cobra.Command) {
	if short := shorts[cmd.Name()]; short != "" {
		cmd.Short = short
	}
	for _, text := range []*string{&cmd.Long, &cmd.Example} {
		*text = called.ReplaceAllString(*text, binaryName+"$1")
	}
	for _, child := range cmd.Commands() {
		rename(child)
	}
}

// needsConfiguration refuses to run without a configuration: Caddy would open its admin endpoint
// and wait for one there, and no hub would run.
func needsConfiguration(cmd *cobra.Command, _ []string) error {
	if cmd.Flags().Changed("config") || cmd.Flags().Changed("resume") {
		return nil
	}
	if _, err := os.Stat("Caddyfile"); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	cmd.SilenceErrors = true
	return fail(cmd, usageError{errors.New("there is no Caddyfile in this folder: --config names one elsewhere, and hub serve runs a hub without any")})
}

// withAdminHint adds to the failure of a command that needs the admin endpoint how a hub without
// one is told the same.
func withAdminHint(work func(*cobra.Command, []string) error, command, signal string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := work(cmd, args)
		if err != nil && strings.Contains(err.Error(), "performing request") {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: no admin endpoint answers. A hub with \"admin off\" in its Caddyfile has none: systemctl %s hub, or kill -%s and its process ID, does it there\n", cmd.CommandPath(), command, signal)
		}
		return err
	}
}
