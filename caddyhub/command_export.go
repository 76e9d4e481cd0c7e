package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/store"
)

func exportCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "export",
		Usage: "-o <file> [--passphrase <passphrase>] [--data <folder>] [--force] [--json]",
		Short: "Writes a backup of the hub's data",
		Long: `
Writes everything the hub knows into one zip file, without credentials. The hub
may run meanwhile. With -o - the file goes to standard output. With a
passphrase it becomes an age file, which age -d opens too.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().StringP("output", "o", "", "The file to write, or - for standard output (required)")
			addPassphraseFlag(cmd, "Encrypts the file")
			cmd.Flags().Bool("force", false, "Replace the file if it exists")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addDataFlag(cmd)
			prepare(cmd, cobra.NoArgs, export)
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
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	passphrase, err := newPassphrase(cmd)
	if err != nil {
		return err
	}
	s, err := store.Open(cmd.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("open the data folder %s: %w", dir, err)
	}
	defer s.Close()
	if file == "-" {
		o := backup.Options{HubVersion: Version(), ScratchDir: os.TempDir(), Passphrase: passphrase}
		return backup.Export(cmd.Context(), s, o, cmd.OutOrStdout())
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

// exportFile writes a backup for a person who named the file.
func exportFile(ctx context.Context, s *store.Store, file, passphrase string, force bool) (exported, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return exported{}, err
	}
	if rel, err := filepath.Rel(s.Dir(), file); err == nil && filepath.IsLocal(rel) {
		return exported{}, fmt.Errorf("%s lies in the data folder: write the backup somewhere else", file)
	}
	if _, err := os.Lstat(file); err == nil && !force {
		return exported{}, fmt.Errorf("%s exists already: --force replaces it", file)
	}
	size, err := backup.ExportFile(ctx, s, backup.Options{HubVersion: Version(), Passphrase: passphrase}, file)
	return exported{File: file, Bytes: size, Encrypted: passphrase != ""}, err
}
