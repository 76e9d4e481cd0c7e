package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/exchange"
	"github.com/progresshub/progresshub/store"
)

func exportCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "export",
		Usage: "-o <file> [--as <form>] [--passphrase <passphrase>] [--data <folder>] [--force] [--json]",
		Short: "Writes a backup of the hub's data",
		Long: `
Writes everything the hub knows into one zip file, without credentials. The hub
may run meanwhile. With -o - the file goes to standard output. With a
passphrase it becomes an age file, which age -d opens too.

With --as it writes the work for another tool instead: backlog (a zip of the
folder of Backlog.md), beads (its issues.jsonl) or markdown (a zip of plain
Markdown). docs/importing.md says what comes along.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub export -o hub.zip", "hub export -o hub.zip.age --passphrase -", "hub export --as markdown -o work.zip")
			cmd.Flags().StringP("output", "o", "", "The `file` to write, or - for standard output (required)")
			cmd.Flags().String("as", "", "Write in the `form` of another tool: backlog, beads or markdown (default: a backup)")
			addPassphraseFlag(cmd, "to encrypt the file with")
			cmd.Flags().Bool("force", false, "Replace the file if it exists")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addDataFlag(cmd)
			prepare(cmd, takes(), export)
		},
	}
}

// exported is what export --json prints.
type exported struct {
	File      string `json:"file"`
	Bytes     int64  `json:"bytes"`
	Encrypted bool   `json:"encrypted"`
}

func export(cmd *cobra.Command, _ []string) error {
	file, _ := cmd.Flags().GetString("output")
	force, _ := cmd.Flags().GetBool("force")
	asJSON, _ := cmd.Flags().GetBool("json")
	switch {
	case file == "":
		return usageError{errors.New("-o says where to write the backup")}
	case file == "-" && asJSON:
		return usageError{errors.New("--json and -o - both want standard output")}
	}
	if form, _ := cmd.Flags().GetString("as"); form != "" {
		return exportAs(cmd, exchange.Form(form), file, force, asJSON)
	}
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	passphrase, err := newPassphrase(cmd)
	if err != nil {
		return err
	}
	defer endable(cmd)()
	s, err := store.Open(cmd.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("open the data folder %s: %w", dir, err)
	}
	defer s.Close()
	if file == "-" {
		// Whoever reads may go: then the write fails, rather than end this before it has removed the
		// copy of the database.
		signal.Ignore(syscall.SIGPIPE)
		return backup.Export(cmd.Context(), s, backup.Options{HubVersion: Version(), Passphrase: passphrase}, cmd.OutOrStdout())
	}
	done, err := exportFile(cmd.Context(), s, file, passphrase, force)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), done)
	}
	how := ""
	if done.Encrypted {
		how = ", encrypted"
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s (%d bytes%s)\n", done.File, done.Bytes, how)
	return err
}

// exportPath is the whole name of a file to write, if it may be written.
func exportPath(s *store.Store, file string, force bool) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(realFolder(s.Dir()), filepath.Join(realFolder(filepath.Dir(file)), filepath.Base(file))); err == nil && filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s lies in the data folder: write the file somewhere else", file)
	}
	if _, err := os.Lstat(file); err == nil && !force {
		return "", fmt.Errorf("%s exists already: --force replaces it", file)
	}
	return file, nil
}

// realFolder is a folder without the links that lead to it; one that is not there stays as it is.
func realFolder(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// exportFile writes a backup for a person who named the file.
func exportFile(ctx context.Context, s *store.Store, file, passphrase string, force bool) (exported, error) {
	file, err := exportPath(s, file, force)
	if err != nil {
		return exported{}, err
	}
	size, err := backup.ExportFile(ctx, s, backup.Options{HubVersion: Version(), Passphrase: passphrase}, file)
	return exported{File: file, Bytes: size, Encrypted: passphrase != ""}, err
}
