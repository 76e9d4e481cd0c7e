package caddyhub

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/exchange"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store"
)

// importPatience is how long the hub may take over a file.
const importPatience = 5 * time.Minute

// importPassphraseVariable has the passphrase of an encrypted backup of another tool.
const importPassphraseVariable = "HUB_IMPORT_PASSPHRASE"

func importFromCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "import-from",
		Usage: "<file or folder> [--as <tool>] [--project <slug>] [--dry-run]",
		Short: "Brings work from another tool",
		Long: `
Reads what adhd-hub, beads, Backlog.md, Task Master, Vikunja, Todoist or a folder
of Markdown has of your work, shows what would come, and brings it to a running
hub after you agree. One undo takes all of it back. Bringing the same file again
adds what is new in it. docs/importing.md says what comes along from each tool.

This is the owner's: it needs the hub's access token, in HUB_AUTH_TOKEN or by
--token -.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub import-from ~/src/shop/.beads --dry-run", "hub import-from notes/ --as markdown --project shop")
			addOwnerFlags(cmd)
			cmd.Flags().String("as", "", "The `tool`: adhd-hub, beads, backlog, task-master, vikunja, todoist or markdown (default: what the content says)")
			cmd.Flags().String("project", "", "Everything goes to the project of this `slug`")
			cmd.Flags().Bool("dry-run", false, "Show the plan and stop")
			cmd.Flags().Bool("skip-broken", false, "Leave rows out that can't be read, instead of refusing the file")
			cmd.Flags().Bool("yes", false, "Do not ask before it is brought")
			cmd.Flags().String("passphrase", "", "The `passphrase` of an encrypted backup; - reads it from the terminal or a pipe (default: "+importPassphraseVariable+")")
			prepare(cmd, takes("<file or folder>"), importFrom)
		},
	}
}

// broughtFrom is what import-from --json prints.
type broughtFrom struct {
	Plan  api.ImportPlan `json:"plan"`
	Event string         `json:"event,omitempty"` // what an undo takes it back by; none: nothing was brought
}

func importFrom(cmd *cobra.Command, args []string) error {
	dry, _ := cmd.Flags().GetBool("dry-run")
	yes, _ := cmd.Flags().GetBool("yes")
	asJSON, _ := cmd.Flags().GetBool("json")
	query, err := importQuery(cmd, args[0])
	if err != nil {
		return err
	}
	client, err := newOwnerClient(cmd)
	if err != nil {
		return err
	}
	client.agent = "hub-import-from"
	client.client = outbound.NewClientWithin(func(netip.AddrPort) bool { return false }, importPatience)
	passphrase, err := importPassphrase(cmd)
	if err != nil {
		return err
	}
	file, size, err := importFile(args[0], exchange.Source(query.Get("source")))
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	defer endable(cmd)()
	ctx := cmd.Context()
	bar := newBar(cmd)
	defer bar.clear()
	var out broughtFrom
	header := http.Header{"Content-Type": {"application/octet-stream"}}
	if passphrase != "" {
		header.Set(api.PassphraseHeader, base64.StdEncoding.EncodeToString([]byte(passphrase)))
	}
	if _, err := client.send(ctx, http.MethodPost, "/api/imports?"+query.Encode(), header, &watched{Reader: io.NewSectionReader(file, 0, size), size: size, bar: bar}, &out.Plan); err != nil {
		if refused := (*refusedError)(nil); errors.As(err, &refused) && refused.problem.Type == "/problems/broken-rows" {
			return fmt.Errorf("%w with --skip-broken", err)
		}
		return err
	}
	bar.clear()
	if !asJSON {
		fmt.Fprint(cmd.OutOrStdout(), planReport(out.Plan))
	}
	if nothing := out.Plan.Projects+out.Plan.Threads+out.Plan.Pages+out.Plan.Reminders == 0; dry || nothing {
		if asJSON {
			return printJSON(cmd.OutOrStdout(), out)
		}
		return nil
	}
	if !yes {
		if err := agree(cmd); err != nil {
			return err
		}
	}
	if out.Event, err = bringPlan(ctx, client, out.Plan.ID, bar); err != nil {
		return err
	}
	bar.clear()
	if asJSON {
		return printJSON(cmd.OutOrStdout(), out)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "brought; POST %s/api/events/%s/undo takes all of it back, and so does Activity in the dashboard\n", client.Base, out.Event)
	return err
}

// importQuery says what is sent, in the query of the request.
func importQuery(cmd *cobra.Command, path string) (url.Values, error) {
	source, _ := cmd.Flags().GetString("as")
	project, _ := cmd.Flags().GetString("project")
	skip, _ := cmd.Flags().GetBool("skip-broken")
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	query := url.Values{"name": {exchange.Called(full)}}
	if source != "" {
		query.Set("source", source)
	}
	if project != "" {
		query.Set("project", project)
	}
	if skip {
		query.Set("skip_broken", "true")
	}
	return query, nil
}

func importPassphrase(cmd *cobra.Command) (string, error) {
	text, _ := cmd.Flags().GetString("passphrase")
	switch text {
	case "-":
		return readSecret(cmd, "passphrase", "Passphrase of the backup: ")
	case "":
		return strings.TrimSpace(os.Getenv(importPassphraseVariable)), nil
	}
	return text, nil
}

// importFile opens what is sent: a file as it is, a folder packed into one that vanishes when it is
// closed.
func importFile(path string, as exchange.Source) (file *os.File, size int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, fmt.Errorf("look at %s: %w", path, err)
	}
	if !info.IsDir() {
		file, err = os.Open(path)
		return file, info.Size(), err
	}
	if file, err = os.CreateTemp("", "hub-import-*.zip"); err != nil {
		return nil, 0, err
	}
	_ = os.Remove(file.Name()) // where an open file can't be removed, the system's clean-up does
	if err := exchange.Pack(file, path, as); err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	size, err = file.Seek(0, io.SeekCurrent)
	return file, size, err
}

// planReport shows a plan.
func planReport(p api.ImportPlan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %s: %s, %s, %s, %s\n", exchange.Source(p.Source).Title(), counted(p.Projects, "project"), counted(p.Threads, "thread"), counted(p.Pages, "page"), counted(p.Reminders, "reminder"))
	if p.Known > 0 {
		fmt.Fprintf(&b, "  %d came before and stay as they are here\n", p.Known)
	}
	for _, m := range p.Mapped {
		fmt.Fprintf(&b, "  %d %s → %s\n", m.N, m.From, m.To)
	}
	for _, e := range p.Examples {
		fmt.Fprintf(&b, "  such as %q (%s) in %s\n", e.Summary, e.Status, e.ProjectSlug)
	}
	for _, t := range p.Twins {
		fmt.Fprintf(&b, "  %q may be here already: %s %q\n", t.Summary, t.ThreadID, t.Is)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "  note: %s\n", note)
	}
	for _, l := range p.LeftOut {
		fmt.Fprintf(&b, "  left out: %s %s: %s\n", l.Where, l.What, l.Why)
	}
	if more := p.Missing - len(p.LeftOut); more > 0 {
		fmt.Fprintf(&b, "  left out: %d more\n", more)
	}
	return b.String()
}

// agree asks on the terminal; without one it wants --yes.
func agree(cmd *cobra.Command) error {
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return usageError{errors.New("nobody can be asked here: --yes brings it, --dry-run only shows the plan")}
	}
	return answerOf(cmd)
}

// answerOf is an error unless whoever is asked says yes.
func answerOf(cmd *cobra.Command) error {
	fmt.Fprint(cmd.ErrOrStderr(), "Bring it? [y/N] ")
	answer, err := orStopped(cmd.Context(), func() (answer string, _ error) {
		_, _ = fmt.Fscanln(cmd.InOrStdin(), &answer)
		return answer, nil
	})
	if err != nil {
		return fmt.Errorf("%w: nothing was brought", err)
	}
	if !strings.EqualFold(answer, "y") && !strings.EqualFold(answer, "yes") {
		return errors.New("nothing was brought")
	}
	return nil
}

// watched is a file on its way to the hub.
type watched struct {
	io.Reader
	sent, size int64
	bar        *bar
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.sent += int64(n)
	w.bar.show(w.sent, w.size, fmt.Sprintf("%.1f of %.1f MB sent", float64(w.sent)/1e6, float64(w.size)/1e6))
	return n, err
}

// lookEvery is how often the hub is asked how far an import is.
const lookEvery = 300 * time.Millisecond

// bringPlan carries a plan out, and returns the event of it. How far the hub is shows meanwhile.
func bringPlan(ctx context.Context, client *ownerClient, id string, bar *bar) (event string, err error) {
	at := "/api/imports/" + id
	looking, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		for sleep(looking, lookEvery) == nil {
			var p api.ImportProgress
			if _, err := client.send(looking, http.MethodGet, at, nil, nil, &p); err == nil {
				bar.show(int64(p.Done), int64(p.Total), fmt.Sprintf("%d of %d brought", p.Done, p.Total))
			}
		}
	})
	var made store.Import
	header, err := client.send(ctx, http.MethodPost, at+"/apply", nil, nil, &made)
	stop()
	done.Wait()
	return header.Get("X-Hub-Event"), err
}
