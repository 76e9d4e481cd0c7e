package caddyhub

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

func connectCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "connect",
		Usage: "[<address of the hub>] [--client <names>] [--hooks[=guard]] [--rules] [--remove] [--dry-run] [--yes] …",
		Short: "Connects the agents on this machine to the hub",
		Long: `
Finds the programs on this machine that agents run in, and writes the hub into
their files: as a program to start, hub mcp, so that no file of theirs holds a
token. It shows every change and asks before it writes; nothing but the hub's
own entry changes, a copy of the file before is kept beside it, and --remove
takes it all back but this machine's token, which is revoked in the dashboard.

Windows and its Linux (WSL) have a home each: run it where the program runs that
shall be connected.

The first time it needs the hub's address:

	$ hub connect https://hub.example.org

The hub's page opens in the browser. Compare the code and allow it; this machine
then has a token of its own, in the configuration of hub index. Without a
browser, --token - reads the hub's access token from standard input, or
HUB_AUTH_TOKEN has it: it makes one with that and forgets it. Agents never get
the access token.`,
		CobraFunc: func(cmd *cobra.Command) {
			f := cmd.Flags()
			f.String("client", "", "Which programs, their `names` with commas between them: see --list; all, or found (default: those found)")
			f.String("project", "", "Write the files of the project in this `folder` rather than your own, and have the hub know the folder if it knows the repository")
			f.Bool("http", false, "Write the hub's address, and a reference to "+connect.TokenVariable+", rather than the program to start")
			f.String("hooks", "", "Also have Claude Code, Codex, Cursor and Gemini CLI ask for the digest when a session begins; `guard`: and remind an agent that stops of what it claimed")
			f.Lookup("hooks").NoOptDefVal = hooksStart
			f.Bool("rules", false, "Also write the rules for agents where each program reads some: a skill, a Cursor rule, a block in AGENTS.md or GEMINI.md")
			f.Bool("remove", false, "Take back what was written")
			f.Bool("list", false, "List the programs, and whether they are here")
			f.Bool("dry-run", false, "Show the changes and write nothing")
			f.BoolP("yes", "y", false, "Write without asking")
			f.Bool("json", false, "Print the outcome as JSON")
			f.String("token", "", "`-` reads the hub's access token from standard input, in place of the browser")
			examples(cmd, "hub connect https://hub.example.org --hooks --rules", "hub connect --client cursor,zed --dry-run", "hub connect --project ~/src/shop --rules", "hub connect --remove")
			prepare(cmd, takes("[address]"), runConnect)
		},
	}
}

// checkOwner says why a superuser writes nothing below a folder of somebody else: the files would be root's,
// and the owner's programs could not read them any more.
func checkOwner(folder string, user int) error {
	info, err := os.Stat(folder)
	if err != nil || user != 0 {
		return nil
	}
	if owner, known := ownerOf(info); known && owner != 0 {
		return fmt.Errorf("%s is another user's, whose programs could not read what root writes there: run hub connect as that user, without sudo", folder)
	}
	return nil
}

// What --hooks asks for: nothing behind it means the first.
const (
	hooksStart = "start"
	hooksGuard = "guard"
)

// connecting is one run of hub connect.
type connecting struct {
	cmd     *cobra.Command
	machine connect.Machine
	ledger  *connect.Ledger
	wish    connect.Wish
	dryRun  bool
	json    bool
	yes     bool
	input   *bufio.Reader
	moved   string // where this run has the machine's agents go, in words; empty: where they went
}

// connected is what became of one client.
type connected struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	State   string   `json:"state"` // connected, unchanged, removed, planned, failed
	Files   []string `json:"files,omitempty"`
	Command []string `json:"command,omitempty"`
	Error   string   `json:"error,omitempty"`
	Restart string   `json:"restart,omitempty"`
}

func runConnect(cmd *cobra.Command, args []string) error {
	flag := func(name string) bool { on, _ := cmd.Flags().GetBool(name); return on }
	text := func(name string) string { v, _ := cmd.Flags().GetString(name); return v }
	m, err := connect.Here()
	if err != nil {
		return fmt.Errorf("find the home folder: %w", err)
	}
	r := &connecting{cmd: cmd, machine: m, dryRun: flag("dry-run"), json: flag("json"), yes: flag("yes"), input: bufio.NewReader(cmd.InOrStdin())}
	if name := m.WSL(); name != "" {
		r.say("Note: %s.", m.TwoHomes(name))
	}
	if flag("list") {
		return r.list()
	}
	r.ledger = connect.OpenLedger(indexer.StateFolder(m.Environment))
	r.wish.Remove, r.wish.Rules = flag("remove"), flag("rules")
	switch hooks := text("hooks"); hooks {
	case "":
	case hooksStart, hooksGuard:
		r.wish.Hooks, r.wish.Guard = true, hooks == hooksGuard
	default:
		return usageError{fmt.Errorf("--hooks takes nothing, or guard: --hooks=%s", hooksGuard)}
	}
	if r.wish.Project = text("project"); r.wish.Project != "" {
		if r.wish.Project, err = filepath.Abs(r.wish.Project); err != nil {
			return err
		}
		if info, err := os.Stat(r.wish.Project); !r.wish.Remove && (err != nil || !info.IsDir()) {
			return usageError{fmt.Errorf("--project: there is no folder %s: make it first, or correct its name", r.wish.Project)}
		}
	}
	for _, folder := range []string{m.Home, r.wish.Project} {
		if err := checkOwner(folder, os.Geteuid()); err != nil && !r.dryRun {
			return err
		}
	}
	clients, err := r.choose(text("client"))
	if err != nil {
		return err
	}
	if !r.yes && !r.dryRun && !term.IsTerminal(int(os.Stdin.Fd())) {
		return usageError{errors.New("there is no terminal to ask at: --yes writes without asking, --dry-run only shows")}
	}
	r.wish.Clients = clients
	address := ""
	if len(args) == 1 {
		address = args[0]
	}
	defer endable(cmd)()
	ctx := cmd.Context()
	way, open, err := r.reach(ctx, address, text("token"))
	if err != nil && !r.wish.Remove {
		return err
	}
	if way.Base != nil {
		r.wish.Endpoint = way.Base.String() + "/mcp"
	}
	var named string
	if r.wish.Command, named, err = ownProgram(); err != nil && !r.wish.Remove {
		return err
	}
	if !r.wish.Remove {
		if r.wish.Group = commandGroup(); named != "" && r.wish.Project != "" {
			r.wish.Command = named // a project's files are shared with machines where it lies elsewhere
		}
		if flag("http") {
			r.wish.URL, r.wish.Open = r.wish.Endpoint, open
		}
	}
	done, err := r.all(ctx, clients)
	if done != nil && r.moved != "" && r.wish.Former != "" && r.wish.Former != r.wish.Endpoint {
		r.say("The agents on this machine work with the hub at %s now, also those that run.", way.Base)
	}
	if done != nil {
		err = errors.Join(err, r.place(ctx, way))
	}
	if err == nil && !r.dryRun && text("client") == "" {
		r.remains(way, len(clients))
	}
	if r.json && done != nil {
		hub := ""
		if way.Base != nil {
			hub = way.Base.String()
		}
		if err := printJSON(cmd.OutOrStdout(), map[string]any{"hub_url": hub, "clients": done}); err != nil {
			return err
		}
	}
	return err
}

// remains tells of what a run leaves besides the files of clients: a machine without any can speak
// to the hub all the same, and the token outlives their entries.
func (r *connecting) remains(way indexer.Way, clients int) {
	file := indexer.ConfigFile(r.machine.Environment)
	switch {
	case r.wish.Remove && way.Token != "":
		r.say("This machine's own token stays in %s, for hub index and hub doctor. To end it, revoke it under Settings, Agents.", file)
	case clients == 0:
		r.say("This machine is connected (%s), but none of the programs that hub connect knows was found here: hub connect --list shows them, --client names one.", file)
	}
}

// say tells a person something, fit for a terminal; with --json it goes to stderr.
func (r *connecting) say(format string, args ...any) {
	w := r.cmd.OutOrStdout()
	if r.json {
		w = r.cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, connect.Shown(fmt.Sprintf(format, args...)))
}

// ask asks a person for a yes.
func (r *connecting) ask(ctx context.Context, question string) (bool, error) {
	if r.yes {
		return true, nil
	}
	fmt.Fprint(r.cmd.ErrOrStderr(), question+" [y/N] ")
	line, err := orStopped(ctx, func() (string, error) { return r.input.ReadString('\n') })
	switch {
	case errors.Is(err, errStopped):
		return false, err
	case err != nil:
		return false, errors.New("no answer: nothing was written")
	}
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "y"), nil
}

func (r *connecting) list() error {
	type row struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Found  bool   `json:"found"`
		Proved bool   `json:"proved"`
		Hooks  bool   `json:"hooks"` // they can hand the digest over
	}
	var rows []row
	for _, c := range connect.Clients() {
		rows = append(rows, row{c.ID, c.Name, c.Found(r.machine), c.Proved, c.HasHooks()})
	}
	if r.json {
		return printJSON(r.cmd.OutOrStdout(), rows)
	}
	w := tabwriter.NewWriter(r.cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, one := range rows {
		found, how := "-", "documented"
		if one.Found {
			found = "found"
		}
		if one.Proved {
			how = "tried with the program itself"
		}
		if one.Hooks {
			how += ", has --hooks"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", one.ID, one.Name, found, how)
	}
	return w.Flush()
}

// choose is which clients are meant.
func (r *connecting) choose(given string) ([]connect.Client, error) {
	all := connect.Clients()
	switch given {
	case "all":
		return all, nil
	case "", "found":
		found := slices.DeleteFunc(all, func(c connect.Client) bool { return !c.Found(r.machine) })
		if len(found) == 0 && r.wish.Remove {
			return nil, errors.New("none of the programs that hub connect knows was found here: hub connect --list shows them, --client names one")
		}
		return found, nil
	}
	var chosen []connect.Client
	for id := range strings.SplitSeq(given, ",") {
		at := slices.IndexFunc(all, func(c connect.Client) bool { return c.ID == strings.TrimSpace(id) })
		if at < 0 {
			return nil, usageError{fmt.Errorf("--client %s is none that hub connect knows: hub connect --list shows them", id)}
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// all shows what is to be done, asks, and does it. One client that fails does not keep the
// others from theirs.
func (r *connecting) all(ctx context.Context, clients []connect.Client) ([]connected, error) {
	done := []connected{}
	var plans []*connect.Plan
	files := map[string]bool{}
	failed := 0
	fail := func(c connect.Client, err error) {
		failed++
		r.say("%s: %s", c.Name, err)
		done = append(done, connected{ID: c.ID, Name: c.Name, State: "failed", Error: connect.Shown(err.Error())})
	}
	for _, c := range clients {
		p, err := c.Plan(r.machine, r.ledger, r.wish)
		if err == nil {
			p.Share(files)
			if p.Note != "" {
				r.say("%s: %s", c.Name, p.Note)
			}
		}
		switch {
		case err != nil:
			fail(c, err)
		case p.Empty():
			r.say("%s: nothing to do", c.Name)
			done = append(done, connected{ID: c.ID, Name: c.Name, State: "unchanged"})
		default:
			r.show(p)
			plans = append(plans, p)
		}
	}
	if len(plans) > 0 && !r.dryRun {
		question := "Write this?"
		if len(plans) > 1 {
			question = fmt.Sprintf("Write this for %d programs?", len(plans))
		}
		switch yes, err := r.ask(ctx, question); {
		case errors.Is(err, errStopped):
			return nil, fmt.Errorf("%w: their files are as they were%s", err, r.moved)
		case err != nil || !yes:
			return nil, cmp.Or(err, errors.New("their files are as they were"+r.moved))
		}
	}
	var restart, unhooked []string
	for _, p := range plans {
		one := connected{ID: p.Client.ID, Name: p.Client.Name, State: "planned", Command: p.Command}
		for _, c := range p.Changes {
			if !c.Empty() {
				one.Files = append(one.Files, c.File)
			}
		}
		if !r.dryRun {
			if err := p.Do(r.machine, r.ledger); err != nil {
				fail(p.Client, err)
				continue
			}
			one.Restart = p.Restart(r.machine)
			restart = append(restart, "  "+p.Client.Name+": "+one.Restart)
			if !r.wish.Remove && p.Client.Unhooked(r.machine) {
				unhooked = append(unhooked, p.Client.Name)
			}
			if one.State = "connected"; r.wish.Remove {
				one.State = "removed"
			}
		}
		done = append(done, one)
	}
	if len(restart) > 0 {
		did := "Written"
		if r.wish.Remove {
			did = "Removed"
		}
		r.say("%s. To finish:\n%s", did, strings.Join(restart, "\n"))
	}
	if len(unhooked) > 0 {
		r.say("hub connect --hooks also hands the digest to %s when a session begins, without a word from you.", strings.Join(unhooked, ", "))
	}
	if failed > 0 {
		return done, fmt.Errorf("%d of %d programs could not be done", failed, len(clients))
	}
	return done, nil
}

func (r *connecting) show(p *connect.Plan) {
	if p.Command != nil {
		r.say("%s, by its own command:\n  %s", p.Client.Name, strings.Join(p.Command, " "))
	}
	for _, c := range p.Changes {
		if !c.Empty() {
			r.say("%s:\n%s", p.Client.Name, c.Diff())
		}
	}
}
