package caddyhub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// ownProgram is the path of this program, as clients shall start it: the one on PATH where that
// is this, since an update may move what it leads to. named is its name if it is the one on PATH.
func ownProgram() (path, named string, err error) {
	here, err := os.Executable()
	if err != nil {
		return "", "", fmt.Errorf("find this program: %w", err)
	}
	real, err := filepath.EvalSymlinks(here)
	if err != nil {
		return "", "", fmt.Errorf("find this program: %w", err)
	}
	if isTemporary(real) {
		return "", "", errors.New("this program is a temporary one, as go run makes them: build or install hub first, since clients shall start it by its path")
	}
	name := binaryName
	if commandGroup() != "" {
		name = strings.TrimSuffix(filepath.Base(here), ".exe")
	}
	if found, err := exec.LookPath(name); err == nil {
		if path, err := filepath.Abs(found); err == nil {
			if target, err := filepath.EvalSymlinks(path); err == nil && target == real {
				return path, name, nil
			}
		}
	}
	return real, "", nil
}

// isTemporary reports whether a program lies where go run makes its own: in a folder for the build,
// or in Go's cache, wherever that is.
func isTemporary(program string) bool {
	cache := os.Getenv("GOCACHE")
	if real, err := filepath.EvalSymlinks(cache); err == nil {
		cache = real
	}
	rel, err := filepath.Rel(cache, program)
	return strings.Contains(program, "go-build") || cache != "" && err == nil && filepath.IsLocal(rel)
}

// reach finds the way to the hub and sees that it takes this machine's token, or gets one.
// open tells that the hub wants none.
func (r *connecting) reach(ctx context.Context, address, token string) (way indexer.Way, open bool, err error) {
	file := indexer.ConfigFile(r.machine.Environment)
	c, err := indexer.OwnConfig(r.machine.Environment)
	if err != nil && !errors.Is(err, indexer.ErrNoConfig) {
		return way, false, err
	}
	if address == "" && c.HubURL == "" {
		return way, false, usageError{errors.New("name the hub: hub connect https://hub.example.org")}
	}
	known, _ := c.Way()
	if known.Base != nil {
		r.wish.Former = known.Base.String() + "/mcp"
	}
	named := indexer.Config{HubURL: address, File: file, Given: "the address"}
	if address == "" {
		named.HubURL, named.Given = c.HubURL, ""
	}
	if way, err = named.Way(); err != nil {
		return way, false, misused(err, address != "")
	}
	if known.Base != nil && known.Base.String() == way.Base.String() {
		way.Token = known.Token
	}
	if r.wish.Remove {
		return way, false, nil
	}
	if known.Base != nil && known.Base.String() != way.Base.String() && !r.dryRun {
		// All bridges on this machine read that file, also those that this run does not write.
		yes, err := r.ask(ctx, fmt.Sprintf("All agents on this machine work with the hub at %s. Have them work with %s instead?", known.Base, way.Base))
		if err != nil || !yes {
			return way, false, fmt.Errorf("%w: this machine stays connected to %s", cmp.Or(err, errors.New("nothing was written")), known.Base)
		}
	}
	hub := newHubClient(way)
	access, err := hub.Access(ctx)
	if err != nil {
		return way, false, err
	}
	if access == connect.Refused && way.Token != "" { // a hub in development mode refuses every token
		hub.Way.Token = ""
		if access, err = hub.Access(ctx); err != nil {
			return way, false, err
		}
	}
	switch {
	case access == connect.Open:
		r.say("The hub at %s is in development mode: it takes no token.", way.Base)
		hub.Way.Token = ""
	case access == connect.Allowed:
	case r.dryRun:
		r.say("This machine would ask the hub at %s for a token.", way.Base)
	default:
		if hub.Way.Token, err = r.token(ctx, hub, token, known.Base != nil && known.Base.String() == way.Base.String()); err != nil {
			return way, false, err
		}
	}
	if (hub.Way.Token != way.Token || known.Base == nil || known.Base.String() != way.Base.String()) && !r.dryRun {
		to := file
		if real, err := filepath.EvalSymlinks(file); err == nil {
			to = real // who keeps it elsewhere, with a link here, keeps the link
		}
		if err := indexer.SaveConfig(to, way.Base.String(), hub.Way.Token, r.machine.Environment); err != nil {
			return way, false, err
		}
		r.moved = fmt.Sprintf("; this machine is connected to %s (%s)", way.Base, file)
	}
	if access != connect.Open && hub.Way.Token != "" && hub.ReadOnly(ctx) {
		r.say("Note: %s; %s.", connect.ReadOnlyToken, connect.WriteAgain)
	}
	return hub.Way, access == connect.Open, nil
}

// token gets this machine a token of its own. The owner's access token goes to the hub that is
// configured; to another address, which may be misspelled or another's, only if the owner says so.
func (r *connecting) token(ctx context.Context, hub *connect.Hub, given string, configured bool) (string, error) {
	host, _ := os.Hostname() // without one it is a machine
	name := connect.TokenName(host)
	access := os.Getenv(tokenVariable)
	switch given {
	case "":
		if access != "" && !configured {
			yes, err := r.ask(ctx, fmt.Sprintf("This machine is not connected to %s yet. Send it the access token in %s? If not, you let this machine in with the browser.", hub.Way.Base, tokenVariable))
			if err != nil {
				return "", err
			}
			if !yes { // the browser does without
				access = ""
			}
		}
	case "-":
		line, err := orStopped(ctx, func() (string, error) { return r.input.ReadString('\n') })
		if access = strings.TrimSpace(line); access == "" {
			return "", fmt.Errorf("read the access token: %w", cmp.Or(err, errors.New("it is empty")))
		}
	default:
		return "", usageError{errors.New("--token takes - only, and reads the access token from standard input: on the command line others would see it")}
	}
	if access != "" {
		token, named, err := hub.Token(ctx, access, name)
		if err == nil && named != name {
			r.say("The hub has a token of the name %q already, so this machine's is called %q. Revoke the other one under Settings, Agents, if nobody uses it.", name, named)
		}
		return token, err
	}
	made, err := askOwner(ctx, hub, name, r.say)
	if errors.Is(err, context.Canceled) {
		return "", errors.New("stopped before it was allowed: nothing was written")
	}
	return made.Token, err
}

// askOwner asks the hub's owner for a token, in the browser, and waits for the answer.
func askOwner(ctx context.Context, hub *connect.Hub, name string, say func(string, ...any)) (connect.Issued, error) {
	pairing, err := hub.Pair(ctx, name)
	if err != nil {
		return connect.Issued{}, err
	}
	page := hub.Page(pairing)
	say("Open %s\nand allow %q if it shows the code %s. This waits for it; Ctrl-C stops it.", page, name, pairing.Code)
	openBrowser(page)
	return hub.Wait(ctx, pairing)
}

// place has the hub know the folder of a project, or takes back that it did, once the files are
// done. Whose folder it is, the hub tells by a folder above it or by the git remote: a project is
// never made here.
func (r *connecting) place(ctx context.Context, way indexer.Way) error {
	if r.wish.Project == "" || way.Base == nil {
		return nil
	}
	folder := connect.Folder(r.wish.Project)
	hub := newHubClient(way)
	if r.wish.Remove {
		if r.dryRun {
			return nil
		}
		project, err := hub.Unregister(ctx, r.ledger, folder)
		if project != "" {
			r.say("The hub's project %s knows the folder %s no more.", project, folder)
		}
		return err
	}
	if r.dryRun && way.Token == "" {
		return nil // it may have none yet
	}
	project, known, err := hub.ProjectOf(ctx, folder, r.machine.Remote(folder))
	several := new(connect.SeveralError)
	switch {
	case errors.As(err, &several):
		r.say("No project of the hub has the folder %s, and %s. Name the one you mean to your agent when it begins there, or add the folder to it in the dashboard.", folder, several)
		return nil
	case err != nil:
		return fmt.Errorf("ask for the project of the folder: %w", err)
	case project.Slug == "":
		r.say("No project of the hub has the folder %s: name the project to your agent when it begins there, or add the folder to it in the dashboard.", folder)
		return nil
	case known:
		r.say("The folder %s belongs to the hub's project %s.", folder, project.Slug)
		return nil
	case r.dryRun:
		r.say("The hub's project %s, which has the same git remote, would know the folder %s.", project.Slug, folder)
		return nil
	}
	if yes, err := r.ask(ctx, fmt.Sprintf("Have the hub's project %s, which has the same git remote, know the folder %s?", project.Slug, folder)); err != nil || !yes {
		return err
	}
	if err := hub.Register(ctx, r.ledger, project.Slug, folder); err != nil {
		return err
	}
	r.say("The folder %s belongs to the hub's project %s now.", folder, project.Slug)
	return nil
}

// openBrowser shows a page, where there is a browser to show it.
func openBrowser(page string) {
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return
	}
	var start *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		start = exec.Command("rundll32", "url.dll,FileProtocolHandler", page) //nolint:noctx // it outlives this command
	case "darwin":
		start = exec.Command("open", page) //nolint:noctx // as above
	default:
		start = exec.Command("xdg-open", page) //nolint:noctx // as above
	}
	if start.Start() == nil {
		go func() { _ = start.Wait() }()
	}
}

// newHubClient asks the hub at the end of a way.
func newHubClient(way indexer.Way) *connect.Hub {
	return &connect.Hub{Way: way, Client: outbound.NewKeepingClient(outbound.Deadline), Agent: "hub-connect/" + Version(), Now: time.Now, Sleep: sleep}
}
