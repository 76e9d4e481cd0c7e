package caddyhub

import (
	"fmt"
	"strings"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/store"
)

func backupCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "backup",
		Usage: "verify <file>",
		Short: "Looks after backup files",
		CobraFunc: func(cmd *cobra.Command) {
			verify := &cobra.Command{
				Use:   "verify <file> [--passphrase <passphrase>] [--json]",
				Short: "Proves that a backup can be restored",
				Long: `
Restores a backup file into a scratch folder and throws it away: decrypts it,
compares every checksum, opens the database, checks and counts it. The hub's
data is not touched.`,
			}
			verify.Flags().Bool("json", false, "Print the outcome as JSON")
			addPassphraseFlag(verify, "of an encrypted file")
			examples(verify, "hub backup verify hub.zip")
			prepare(verify, takes("<file>"), verifyBackup)
			cmd.AddCommand(verify)
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error { return cmd.Help() })
		},
	}
}

// verified is what backup verify --json prints.
type verified struct {
	File          string       `json:"file"`
	HubVersion    string       `json:"hub_version"`
	SchemaVersion int          `json:"schema_version"`
	CreatedAt     store.Time   `json:"created_at"`
	Encrypted     bool         `json:"encrypted"`
	Counts        store.Counts `json:"counts"`
	Ignored       []string     `json:"ignored,omitempty"` // credentials in the file, which a restore leaves out

	Damaged []store.DamagedRow `json:"damaged,omitempty"`  // rows that could not be read when it was made
	LeftOut []store.DamagedRow `json:"left_out,omitempty"` // settings that could not be read then
}

func verifyBackup(cmd *cobra.Command, args []string) error {
	asJSON, err := cmd.Flags().GetBool("json")
	if err != nil {
		return err
	}
	defer endable(cmd)()
	v, err := backup.Verify(cmd.Context(), args[0], askPassphrase(cmd), "")
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), verified{
			File: args[0], HubVersion: v.Manifest.HubVersion, SchemaVersion: v.Manifest.SchemaVersion,
			CreatedAt: v.Manifest.CreatedAt, Encrypted: v.Encrypted, Counts: v.Counts, Ignored: v.Ignored, Damaged: v.Damaged, LeftOut: v.Manifest.LeftOut,
		})
	}
	report := fmt.Sprintf("%s can be restored: made %s, %s, %s, %s\n",
		args[0], v.Manifest.CreatedAt, contents(v.Counts), counted(v.Counts.Sessions, "session"), counted(v.Counts.Events, "event"))
	if len(v.Ignored) > 0 {
		report += fmt.Sprintf("credentials in the file would be left out: %s\n", strings.Join(v.Ignored, ", "))
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), report+damageReport(v.Damaged, v.Manifest.LeftOut))
	return err
}

// maxReported is how many damaged rows are named to a person.
const maxReported = 10

// damageReport says what of a backup could not be read when it was made; empty: all could.
func damageReport(damaged, leftOut []store.DamagedRow) (report string) {
	for _, of := range []struct {
		rows []store.DamagedRow
		what string
	}{{damaged, "damaged rows, kept as they are"}, {leftOut, "damaged settings, left out"}} {
		if len(of.rows) == 0 {
			continue
		}
		report += fmt.Sprintf("%s: %d\n", of.what, len(of.rows))
		for _, d := range of.rows[:min(len(of.rows), maxReported)] {
			report += fmt.Sprintf("  %s\n", d)
		}
		if more := len(of.rows) - maxReported; more > 0 {
			report += fmt.Sprintf("  and %d more\n", more)
		}
	}
	return report
}

// contents says in words what a database holds.
func contents(c store.Counts) string {
	return strings.Join([]string{counted(c.Threads, "thread"), counted(c.Projects, "project"), counted(c.Pages, "page"), counted(c.Reminders, "reminder")}, ", ")
}
