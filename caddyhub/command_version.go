package caddyhub

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/store/sqlite"
)

func versionCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "version",
		Usage: "[--json]",
		Short: "Says which hub this is, and what it is built of",
		Long: `
Prints the version of the hub, the commit it was built from and when that was
made, and the versions of Go, Caddy and SQLite in it.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub version")
			cmd.Flags().Bool("json", false, "Print it as JSON")
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error {
				if inJSON, err := cmd.Flags().GetBool("json"); err != nil || inJSON {
					return cmp.Or(err, printJSON(cmd.OutOrStdout(), readBuild()))
				}
				return readBuild().write(cmd)
			})
		},
	}
}

// build is what this binary is built of. A text is empty where the build does not say.
type build struct {
	Version  string `json:"version"`  // of the hub, as [Version]
	Commit   string `json:"commit"`   // of its source
	Modified bool   `json:"modified"` // the source was changed since the commit
	Date     string `json:"date"`     // of the commit
	Go       string `json:"go"`
	System   string `json:"system"` // such as linux/amd64
	Caddy    string `json:"caddy"`
	SQLite   string `json:"sqlite"`
}

func readBuild() build {
	b := build{Version: Version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, SQLite: sqlite.Version}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/caddyserver/caddy/v2" {
			b.Caddy = m.Version
		}
	}
	return b
}

func (b build) write(cmd *cobra.Command) error {
	commit := b.Commit
	if b.Modified {
		commit += ", changed"
	}
	out := cmd.OutOrStdout()
	_, err := fmt.Fprintf(out, "Progress Hub %s\n", b.Version)
	for _, line := range [][2]string{{"commit", commit}, {"date", b.Date}, {"go", b.Go + " " + b.System}, {"caddy", b.Caddy}, {"sqlite", b.SQLite}} {
		if line[1] != "" && err == nil {
			_, err = fmt.Fprintf(out, "  %-8s%s\n", line[0], line[1])
		}
	}
	return err
}
