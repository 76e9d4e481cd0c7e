package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

func indexCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "index",
		Usage: "[--config <file>] [--since <when>] [--full] [--dry-run] [--json]",
		Short: "Tells the hub what the agents on this machine did",
		Long: `
Reads the transcripts of Claude Code, Codex, Cursor, Gemini CLI and OpenCode on
this machine and sends the hub one session record for each: what it was about,
what was asked last, what is left to do. Only what is new since the last run is
read, only what changed is sent. Transcripts stay here, and so does what looks
like a credential.

The configuration has two lines, the second for a hub that has a token, and is
looked for at --config, ./config.toml
and ~/.config/progress-hub/config.toml:

	hub_url = "https://hub.example.org"
	auth_token = "this machine's token"

hub connect writes both.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub index --dry-run", "hub index --since 7d")
			cmd.Flags().String("config", "", "The configuration `file`")
			cmd.Flags().String("since", "", "Leave out transcripts that are older than `when`: 7d, 12h, or a date such as 2026-05-04")
			cmd.Flags().Bool("full", false, "Read and send all anew, as for a hub that was restored")
			cmd.Flags().Bool("dry-run", false, "Show what would be sent, and send nothing")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			prepare(cmd, takes(), index)
		},
	}
}

func index(cmd *cobra.Command, _ []string) error {
	file, _ := cmd.Flags().GetString("config")
	given, _ := cmd.Flags().GetString("since")
	asJSON, _ := cmd.Flags().GetBool("json")
	o := indexer.Options{Now: time.Now, Sleep: sleep, Agent: "hub-index/" + Version()}
	o.Full, _ = cmd.Flags().GetBool("full")
	o.DryRun, _ = cmd.Flags().GetBool("dry-run")
	var err error
	if o.Since, err = since(given, o.Now()); err != nil {
		return usageError{err}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("find the home folder: %w", err)
	}
	o.Environment = transcript.Environment{Home: home, Getenv: os.Getenv}
	if o.Config, err = indexer.FindConfig(file, o.Environment); err != nil {
		return err
	}
	// No address is this process's own: it listens nowhere.
	o.Client = outbound.NewClient(func(netip.AddrPort) bool { return false })

	bar := newBar(cmd)
	if !asJSON && !o.DryRun {
		o.Show = func(p indexer.Progress) {
			bar.show(p.Done, p.Total, fmt.Sprintf("%d of %d MB, %d sessions", p.Done/1e6, p.Total/1e6, p.Sessions))
		}
	}
	o.Warn = func(text string) {
		bar.clear()
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), text)
	}
	if !asJSON {
		o.Would = func(r transcript.Record) { showRecord(cmd.OutOrStdout(), r) }
	}
	if o.Config.Exposed {
		o.Warn(fmt.Sprintf("others on this machine can read the token in %s: chmod 600 it", o.Config.File))
	}
	// It runs beside its owner's work: less memory counts for more than the last of the speed.
	debug.SetGCPercent(50)
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sum, err := indexer.Run(ctx, o)
	bar.clear()
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped: what the hub has taken is noted, the next run goes on from there")
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), sum)
	} else {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), indexReport(sum))
	}
	return errors.Join(err, missed(sum))
}

// missed is the error of a run after which the hub does not have everything. What it lacks was named.
func missed(sum indexer.Summary) error {
	var what []string
	if sum.Refused > 0 {
		what = append(what, counted(sum.Refused, "record")+" it refused, sent again by the next run")
	}
	if sum.Unreadable > 0 {
		what = append(what, counted(sum.Unreadable, "path")+" that can't be read: change that, or name other folders in the configuration")
	}
	if len(what) == 0 {
		return nil
	}
	return fmt.Errorf("the hub does not have everything: %s", strings.Join(what, "; "))
}

// indexReport says in one line what a run did.
func indexReport(sum indexer.Summary) string {
	var by []string
	for _, tool := range slices.Sorted(maps.Keys(sum.Tools)) {
		by = append(by, fmt.Sprintf("%s %d", tool, sum.Tools[tool]))
	}
	tools := ""
	if len(by) > 0 {
		tools = " (" + strings.Join(by, ", ") + ")"
	}
	read := fmt.Sprintf("%d transcripts, %.1f MB read in %.1f s", sum.Transcripts, float64(sum.Bytes)/1e6, sum.Seconds)
	switch {
	case sum.DryRun:
		return fmt.Sprintf("would send %d session records%s; %s", sum.Sent, tools, read)
	case sum.Sent+sum.Refused == 0:
		return "nothing new; " + read
	}
	refused := ""
	if sum.Refused > 0 {
		refused = fmt.Sprintf(", %d refused", sum.Refused)
	}
	return fmt.Sprintf("sent %d session records%s to %s: %d new, %d changed%s; %s", sum.Sent+sum.Refused, tools, sum.HubURL, sum.Created, sum.Updated, refused, read)
}

// showRecord prints what would be sent of one session.
func showRecord(w io.Writer, r transcript.Record) {
	where := r.Workspace
	if where == "" {
		where = "folder unknown"
	}
	fmt.Fprintf(w, "%s  %-11s  %s\n  %s, %d messages, %d open items\n", r.Ended.Local().Format(time.DateTime), r.Tool, r.Title, where, r.Messages, len(r.OpenItems))
}

// since is the time that a flag names: so long ago, or a date.
func since(given string, now time.Time) (time.Time, error) {
	if given == "" {
		return time.Time{}, nil
	}
	for _, unit := range []struct {
		sign string
		days int
	}{{"d", 1}, {"w", 7}} {
		if text, found := strings.CutSuffix(given, unit.sign); found {
			if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < 100_000 {
				return now.AddDate(0, 0, -n*unit.days), nil
			}
		}
	}
	if d, err := time.ParseDuration(given); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(form, given, time.Local); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since %q is neither a time such as 7d or 12h nor a date such as 2026-05-04", given)
}

// sleep waits, unless the run is stopped meanwhile.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
