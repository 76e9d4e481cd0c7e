package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func restoreCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "restore",
		Usage: "[--from <address>] [--at <moment>] [--list | -o <file> [--follow]] [--data <folder>] [--json]",
		Short: "Restores the database from its replica, as it was at any moment",
		Long: `
Fetches the database from a replica, checks it, and puts it in the place of
the present one, which is kept beside it, while the hub is stopped. The moment
is a time such as 2026-05-04T09:00, on this machine's clock, or how long ago:
2h, 90m, 3d. Without one it is the newest.

With --list it shows which moments there are, and changes nothing. With -o the
database goes to a file of its own, and with --follow that file is kept up with
the replica until the command is ended: a warm copy for a second machine.

Where the replica is, and what it takes to read it, is that of the hub's own
configuration when it stands in the environment (HUB_REPLICATE_TO,
HUB_REPLICATE_KEY_FILE and so on). docs/replication.md says what a replica does
not have.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub restore --from s3://backups/hub --list", "hub restore --from s3://backups/hub --at 2h", "hub restore --from file:/mnt/disk/hub -o copy.db")
			cmd.Flags().String("from", "", "The `address` of the replica: file:/folder, sftp://user@host/folder or s3://bucket/path (default: HUB_REPLICATE_TO)")
			cmd.Flags().String("at", "", "The `moment`, or how long ago (default: the newest)")
			cmd.Flags().Bool("list", false, "Show which moments there are")
			cmd.Flags().StringP("output", "o", "", "Write the database to this `file`, which must not be there")
			cmd.Flags().Bool("follow", false, "With -o: keep the file up with the replica")
			cmd.Flags().String("key-file", "", "sftp: the `file` with the private key (default: HUB_REPLICATE_KEY_FILE)")
			cmd.Flags().String("host-key", "", "sftp: the `key` of the server (default: HUB_REPLICATE_HOST_KEY)")
			cmd.Flags().String("passphrase", "", "The `passphrase` of an encrypted replica; - reads it from the terminal or a pipe (default: HUB_REPLICATE_PASSPHRASE)")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addDataFlag(cmd)
			prepare(cmd, takes(), restore)
		},
	}
}

// restore does what the flags say.
func restore(cmd *cobra.Command, _ []string) error {
	list, _ := cmd.Flags().GetBool("list")
	file, _ := cmd.Flags().GetString("output")
	follow, _ := cmd.Flags().GetBool("follow")
	asJSON, _ := cmd.Flags().GetBool("json")
	moment, _ := cmd.Flags().GetString("at")
	switch {
	case list && (file != "" || moment != ""):
		return usageError{errors.New("--list changes nothing: leave -o and --at away")}
	case follow && file == "":
		return usageError{errors.New("--follow needs -o: the file to keep up")}
	case follow && moment != "":
		return usageError{errors.New("--follow goes on from the newest moment: leave --at away")}
	}
	if cmd.Flags().Changed("at") && moment == "" {
		return usageError{errors.New("--at is empty: name a moment, or leave it away for the newest")}
	}
	if file != "" {
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return usageError{fmt.Errorf("-o: the folder %s is not there: make it first", filepath.Dir(file))}
		}
	}
	at, err := momentOf(moment, time.Now())
	if err != nil {
		return usageError{err}
	}
	values, err := replicaFlags(cmd)
	if err != nil {
		return err
	}
	keepFromOthers()
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	source, err := replicate.OpenSource(ctx, values, listens, zap.NewNop())
	if err != nil {
		return fmt.Errorf("reach the replica: %w", err)
	}
	defer source.Close()
	switch {
	case list:
		return listMoments(ctx, cmd, source, asJSON)
	case follow:
		if filepath.Base(file) == store.DatabaseName { // no hub may begin on it meanwhile
			lock, err := store.AcquireLock(filepath.Dir(file))
			if err != nil {
				return err
			}
			defer func() { _ = lock.Release() }()
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s follows the replica until this command is ended\n", file)
		return source.Follow(ctx, replicate.Copy{File: file, Tell: func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), text) }})
	case file != "":
		return restoreFile(ctx, cmd, source, at, file, asJSON)
	}
	return restoreFolder(ctx, cmd, source, values.To, at, asJSON)
}

// replicaFlags are the options of replication: those of the environment, and of the flags.
func replicaFlags(cmd *cobra.Command) (replicate.Values, error) {
	s := &settings{fixed: setting.Fixed{}}
	given, flags := setting.Configuration{}, map[string]string{"replicate to": "from", "replicate key_file": "key-file", "replicate host_key": "host-key"}
	for option, flag := range flags {
		if text, _ := cmd.Flags().GetString(flag); text != "" {
			given[option] = []string{text}
		}
	}
	for _, o := range replicate.Table.Options("replicate") {
		if err := s.load(o, given, caddy.NewReplacer()); err != nil {
			if why, ok := strings.CutPrefix(err.Error(), o.Option+" "); ok && given[o.Option] != nil {
				err = fmt.Errorf("--%s %s", flags[o.Option], why)
			}
			return replicate.Values{}, usageError{err}
		}
	}
	v := s.Replicate
	text, _ := cmd.Flags().GetString("passphrase")
	switch {
	case text == "-":
		var err error
		if v.Passphrase, err = readSecret(cmd, "passphrase", "Passphrase of the replica: "); err != nil {
			return v, err
		}
	case text != "":
		v.Passphrase = text
	}
	if v.To == "" {
		return v, usageError{errors.New("--from says where the replica is, or HUB_REPLICATE_TO")}
	}
	if err := v.Check(); err != nil {
		return v, usageError{err}
	}
	return v, nil
}

// momentOf reads a moment, all of its second if it names no part of one, or how long ago one was; empty: none is meant.
func momentOf(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	var ago setting.Span
	if ago.UnmarshalText([]byte(text)) == nil && ago.Duration >= 0 {
		return now.Add(-ago.Duration), nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			if at.Nanosecond() == 0 && !strings.Contains(text, ".") {
				at = at.Add(time.Second - time.Millisecond) // all of that second
			}
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--at must be a time such as 2026-05-04T09:00, or how long ago, such as 2h: %q is neither", text)
}

// restoredFrom is what restore --json prints.
type restoredFrom struct {
	Moment  store.Time   `json:"moment"` // what was restored
	File    string       `json:"file,omitempty"`
	DataDir string       `json:"data_dir,omitempty"`
	OldData string       `json:"old_data,omitempty"` // where the data from before is
	Counts  store.Counts `json:"counts"`
}

// fetch restores into a file and checks it.
func fetch(ctx context.Context, source *replicate.Source, at time.Time, file string) (out restoredFrom, damaged []store.DamagedRow, err error) {
	reached, err := source.Restore(ctx, at, file)
	if err != nil {
		return out, nil, err
	}
	if _, damaged, err = store.CheckDatabase(ctx, file); err != nil {
		return out, nil, err
	}
	out.Moment = store.At(reached)
	out.Counts, err = store.CountDatabase(ctx, file)
	return out, damaged, err
}

// restoreFile writes the database to a file of its own.
func restoreFile(ctx context.Context, cmd *cobra.Command, source *replicate.Source, at time.Time, file string, asJSON bool) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already: name another file, or remove it", file)
	}
	out, damaged, err := fetch(ctx, source, at, file)
	if err != nil {
		return err
	}
	out.File = file
	return reportRestored(cmd, out, damaged, asJSON)
}

// restoreFolder puts the database in the place of that of the data folder.
func restoreFolder(ctx context.Context, cmd *cobra.Command, source *replicate.Source, from replicate.Address, at time.Time, asJSON bool) error {
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	id, err := source.ID(ctx)
	if err != nil {
		return err
	}
	var out restoredFrom
	var damaged []store.DamagedRow
	old, err := backup.Replace(dir, func(scratch string) error {
		if out, damaged, err = fetch(ctx, source, at, filepath.Join(scratch, store.DatabaseName)); err != nil {
			return err
		}
		return store.SettlePast(ctx, scratch)
	})
	if err != nil {
		return err
	}
	if err := replicate.Adopt(dir, from, id); err != nil {
		if old != "" {
			old = " (the data that was there before is in " + old + ")"
		}
		return fmt.Errorf("the database is restored%s, but the hub will not go on in this replica: %w", old, err)
	}
	out.DataDir, out.OldData = dir, old
	return reportRestored(cmd, out, damaged, asJSON)
}

func reportRestored(cmd *cobra.Command, out restoredFrom, damaged []store.DamagedRow, asJSON bool) error {
	report := damageReport(damaged, nil)
	if out.DataDir != "" {
		report += ownerReport(out.DataDir)
	}
	if _, err := fmt.Fprint(cmd.ErrOrStderr(), report); err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), out)
	}
	text := fmt.Sprintf("restored the database as it was at %s into %s\n%s\n",
		localTime(out.Moment.Time), out.File+out.DataDir, contents(out.Counts))
	if out.OldData != "" {
		text += "the data that was there before is in " + out.OldData + "\n"
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

func localTime(t time.Time) string { return t.Local().Format("2006-01-02T15:04:05.000Z07:00") }

// listMoments shows which moments can be restored.
func listMoments(ctx context.Context, cmd *cobra.Command, source *replicate.Source, asJSON bool) error {
	m, err := source.Moments(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		type snapshot struct {
			At    store.Time `json:"at"`
			Bytes int64      `json:"bytes"`
		}
		out := struct {
			Oldest    store.Time `json:"oldest"`
			Newest    store.Time `json:"newest"`
			Files     int        `json:"files"`
			Bytes     int64      `json:"bytes"`
			Snapshots []snapshot `json:"snapshots"`
		}{store.At(m.Oldest), store.At(m.Newest), m.Files, m.Bytes, []snapshot{}}
		for _, s := range m.Snapshots {
			out.Snapshots = append(out.Snapshots, snapshot{store.At(s.At), s.Bytes})
		}
		return printJSON(cmd.OutOrStdout(), out)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "any moment from %s to %s, in %s of %d bytes\n", localTime(m.Oldest), localTime(m.Newest), counted(m.Files, "file"), m.Bytes)
	for _, s := range m.Snapshots {
		fmt.Fprintf(&text, "whole database of %s, %d bytes\n", localTime(s.At), s.Bytes)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text.String())
	return err
}
