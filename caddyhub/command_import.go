package caddyhub

import (
	"fmt"
	"strings"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
)

func importCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "import",
		Usage: "<file> [--passphrase <passphrase>] [--data <folder>] [--json]",
		Short: "Restores a backup while the hub is stopped",
		Long: `
Checks a backup file as a whole and then puts its data in the place of the
present data, which is kept beside it. Credentials stay as they are.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub import hub.zip", "hub import hub.zip.age --passphrase - --data /srv/hub")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addPassphraseFlag(cmd, "of an encrypted file")
			addDataFlag(cmd)
			prepare(cmd, takes("<file>"), importBackup)
		},
	}
}

// restored is what import --json prints.
type restored struct {
	DataDir string   `json:"data_dir"`
	OldData string   `json:"old_data,omitempty"` // where the data from before is
	Ignored []string `json:"ignored,omitempty"`  // credentials in the file, left out
}

func importBackup(cmd *cobra.Command, args []string) error {
	asJSON, err := cmd.Flags().GetBool("json")
	if err != nil {
		return err
	}
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	defer endable(cmd)()
	done, err := backup.Import(cmd.Context(), args[0], askPassphrase(cmd), dir) // holds the folder's lock meanwhile
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(cmd.ErrOrStderr(), damageReport(done.Damaged, done.Manifest.LeftOut)+ownerReport(dir)); err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), restored{DataDir: dir, OldData: done.OldData, Ignored: done.Ignored})
	}
	report := fmt.Sprintf("restored %s into %s\n", args[0], dir)
	if done.OldData != "" {
		report += fmt.Sprintf("the data that was there before is in %s\n", done.OldData)
	}
	if len(done.Ignored) > 0 {
		report += fmt.Sprintf("credentials in the file were left out: %s\n", strings.Join(done.Ignored, ", "))
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), report)
	return err
}
