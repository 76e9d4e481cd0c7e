package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/backup"
	"github.com/progresshub/progresshub/store"
)

func exportCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "export",
		Usage: "-o <file> [--data <folder>] [--force] [--json]",
		Short: "Writes a backup of the hub's data",
		Long: `
Writes everything the hub knows into one zip file, without credentials. The hub
may run meanwhile. With -o - the file goes to standard output.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().StringP("output", "o", "", "The file to write, or - for standard output (required)")
			cmd.Flags().Bool("force", false, "Replace the file if it exists")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addDataFlag(cmd)
			prepare(cmd, cobra.NoArgs, export)
		},
	}
}

// exported is what export --json prints.
type exported struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
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
	s, err := store.Open(cmd.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("open the data folder %s: %w", dir, err)
	}
	defer s.Close()
	if file == "-" {
		return backup.Export(cmd.Context(), s, Version(), os.TempDir(), cmd.OutOrStdout())
	}
	done, err := exportFile(cmd.Context(), s, file, force)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), done)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s (%d bytes)\n", done.File, done.Bytes)
	return err
}

// exportFile writes a backup so that the file is either whole or not there: a temporary
// file beside it, readable by its owner alone, takes its name at the end.
func exportFile(ctx context.Context, s *store.Store, file string, force bool) (exported, error) {
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
	temp, err := os.CreateTemp(filepath.Dir(file), ".hub-export-*") // mode 0600
	if err != nil {
		return exported{}, fmt.Errorf("create the backup file: %w", err)
	}
	defer os.Remove(temp.Name()) // finds nothing after the rename
	if err := backup.Export(ctx, s, Version(), filepath.Dir(file), temp); err != nil {
		return exported{}, errors.Join(err, temp.Close())
	}
	size, err := temp.Seek(0, io.SeekEnd)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err != nil {
		return exported{}, fmt.Errorf("write the backup file: %w", err)
	}
	if err := os.Rename(temp.Name(), file); err != nil {
		return exported{}, fmt.Errorf("name the backup file: %w", err)
	}
	syncDir(filepath.Dir(file))
	return exported{File: file, Bytes: size}, nil
}

// syncDir makes a rename durable. Systems that can't sync a folder do it on their own.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	_ = d.Sync()
}
