package caddyhub

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// PromoteCommands makes the command tree that of the hub's own binary: the hub's commands
// stand at the top, Caddy's below them, and help and manual pages are the hub's. That binary
// calls it before [caddycmd.Main].
func PromoteCommands() {
	// The order in which commands are added is that of the help text.
	cobra.EnableCommandSorting = false
	var sibling *cobra.Command
	for _, c := range commands() {
		complete := c.CobraFunc
		c.CobraFunc = func(cmd *cobra.Command) {
			complete(cmd)
			sibling = cmd
		}
		caddycmd.RegisterCommand(c)
	}
	// Caddy adds commands in the order in which they are registered and keeps their root to
	// itself. The last one finds the root through one that was added before.
	manual := manualCommand()
	complete := manual.CobraFunc
	manual.CobraFunc = func(cmd *cobra.Command) {
		complete(cmd)
		dress(sibling.Root())
		cmd.GroupID = groupCaddy
	}
	caddycmd.RegisterCommand(manual)
}

// documents is where a person without the repository finds what stands in docs/.
const documents = "https://github.com/progresshub/progresshub/blob/main/docs/"

// description is what hub --help begins with.
const description = `Progress Hub is one place for what you and your agents are working on:
threads, projects, a wiki and reminders, on your own machine.

To try it on this machine:

	$ hub serve

and open http://127.0.0.1:8787/ui/. To run it with HTTPS, write a Caddyfile
(` + documents + `run.md
has some to begin with) and start it with:

	$ hub run --config Caddyfile

The hub is a Caddy web server with the hub's module inside, so everything
Caddy can do stands in that file, and Caddy's commands work as usual.`

// The groups of the help text.
const (
	groupHub   = "hub"
	groupCaddy = "caddy"
)

// helpFooter ends every help text.
const helpFooter = "\nMore is told at " + documents + "README.md,\nand of Caddy's own commands at https://caddyserver.com/docs/command-line\n"

// dress makes the root that Caddy built the hub's.
func dress(root *cobra.Command) {
	root.Short = "One place for what you and your agents are working on"
	root.Long = description
	root.Example = "  $ hub serve\n  $ hub token\n  $ hub run --config Caddyfile\n  $ hub export -o backup.zip"
	template, _, _ := strings.Cut(root.HelpTemplate(), "\nFull documentation is available at:")
	root.SetHelpTemplate(template + helpFooter)
	root.DisableAutoGenTag = true
	root.Args = func(root *cobra.Command, given []string) error {
		if err := takes()(root, given); err != nil {
			root.SilenceErrors = true // no sooner: of Caddy's commands the library prints them
			return fail(root, usageError{err})
		}
		return nil
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	root.AddGroup(&cobra.Group{ID: groupHub, Title: "Commands:"}, &cobra.Group{ID: groupCaddy, Title: "Commands of Caddy, the web server around the hub:"})
	root.SetHelpCommandGroupID(groupCaddy)

	own := commands()
	for _, cmd := range root.Commands() {
		isOwn := slices.ContainsFunc(own, func(c caddycmd.Command) bool { return c.Name == cmd.Name() })
		switch {
		case slices.Contains(foreign, cmd.Name()):
			root.RemoveCommand(cmd)
		case isOwn:
			cmd.GroupID = groupHub
		case cmd.Name() == "version": // Caddy keeps the name for itself
			own := versionCommand()
			cmd.Use, cmd.Short, cmd.Long = own.Name+" "+own.Usage, own.Short, own.Long
			cmd.ResetFlags()
			own.CobraFunc(cmd)
			cmd.GroupID = groupHub
		default:
			cmd.GroupID = groupCaddy
			adopt(cmd)
		}
	}
	// The hub's stand first.
	all := root.Commands()
	root.ResetCommands()
	slices.SortStableFunc(all, func(a, b *cobra.Command) int { return strings.Compare(b.GroupID, a.GroupID) })
	root.AddCommand(all...)
}

func manualCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "manpage",
		Usage: "--directory <folder>",
		Short: "Writes the manual pages",
		Long: `
Writes a manual page for hub and for each of its commands into a folder, which
is made when it is missing:

	$ hub manpage --directory /usr/local/share/man/man8`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().StringP("directory", "o", "", "The folder to write to (required)")
			prepare(cmd, takes(), writeManual)
		},
	}
}

// literal keeps <file> in a usage line: the writer of the pages takes it for HTML.
var literal = strings.NewReplacer("<", `\<`, ">", `\>`)

func writeManual(cmd *cobra.Command, _ []string) error {
	dir, err := cmd.Flags().GetString("directory")
	if err != nil {
		return err
	}
	if dir == "" {
		return usageError{errors.New("--directory says where to write the manual pages")}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder for the manual pages: %w", err)
	}
	for _, c := range cmd.Root().Commands() {
		c.Use = literal.Replace(c.Use)
	}
	_, version := caddy.Version()
	// Without a title each page has that of its command.
	header := &doc.GenManHeader{Section: "8", Source: version, Manual: "Progress Hub"}
	if err := doc.GenManTree(cmd.Root(), header, dir); err != nil {
		return fmt.Errorf("write the manual pages: %w", err)
	}
	return nil
}
