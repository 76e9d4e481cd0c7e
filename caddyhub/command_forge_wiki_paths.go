package caddyhub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func forgeWikiPathsCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "forge-wiki-paths",
		Usage: "[--apply] [--data <folder>] [--json]",
		Short: "Moves old forge paths (" + forge.OldFolder + ") to the root of the repository",
		Long: `
Lists each setting of the forge that names the old folder ` + forge.OldFolder + `, and
its new value. With --apply it writes them, while the hub is stopped: the folder
of the forge, and the projects whose file has a place of its own. A path that
the environment sets is only reported. The files in the repository stay where
they are: move them there.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub forge-wiki-paths", "hub forge-wiki-paths --apply")
			cmd.Flags().Bool("apply", false, "Write the new values")
			cmd.Flags().Bool("json", false, "Print the outcome as JSON")
			addDataFlag(cmd)
			prepare(cmd, takes(), forgeWikiPaths)
		},
	}
}

// wikiPaths is what forge-wiki-paths --json prints.
type wikiPaths struct {
	Changes []forge.WikiPath `json:"changes"`
	Applied bool             `json:"applied"`
}

func forgeWikiPaths(cmd *cobra.Command, _ []string) (err error) {
	apply, _ := cmd.Flags().GetBool("apply")
	asJSON, _ := cmd.Flags().GetBool("json")
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	s, done, err := openFor(cmd.Context(), dir, apply)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	o, _ := options.Option("forge path")
	configured := &settings{fixed: setting.Fixed{}}
	if err := configured.load(o, nil, caddy.NewReplacer()); err != nil {
		return err
	}
	list, err := forge.WikiPaths(cmd.Context(), s, configured.fixed[o.Option])
	if err != nil {
		return err
	}
	if apply {
		if err := forge.MoveWikiPaths(cmd.Context(), s, list); err != nil {
			return err
		}
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), wikiPaths{Changes: list, Applied: apply})
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), wikiPathsReport(list, apply))
	return err
}

// openFor opens the store of a data folder: to change it, which a running hub forbids, or
// only to read it.
func openFor(ctx context.Context, dir string, change bool) (s *store.Store, done func() error, err error) {
	if !change {
		s, err := store.Open(ctx, dir, store.Options{ReadOnly: true})
		if err != nil {
			return nil, nil, fmt.Errorf("open the data folder %s: %w", dir, err)
		}
		return s, s.Close, nil
	}
	lock, err := store.AcquireLock(dir)
	if err != nil {
		return nil, nil, err
	}
	err = backup.Recover(dir)
	if err == nil {
		err = store.CheckFile(ctx, filepath.Join(dir, store.DatabaseName)) // Open would make one
	}
	if err == nil {
		s, err = store.Open(ctx, dir, store.Options{})
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open the data folder %s: %w", dir, err), lock.Release())
	}
	return s, func() error { return errors.Join(s.Close(), lock.Release()) }, nil
}

func wikiPathsReport(list []forge.WikiPath, applied bool) string {
	if len(list) == 0 {
		return "no setting names " + forge.OldFolder + ": there is nothing to do\n"
	}
	var b strings.Builder
	changed := 0
	for _, w := range list {
		what := "the folder of the forge"
		if w.Project != "" {
			what = "the file of the project " + w.Project
		}
		fmt.Fprintf(&b, "%s: %s -> %s", what, w.From, cmp.Or(w.To, "the root of the repository"))
		if w.FixedBy != "" {
			fmt.Fprintf(&b, " (set by %s: change it there)", w.FixedBy)
		} else {
			changed++
		}
		b.WriteByte('\n')
	}
	if !applied {
		b.WriteString("nothing was written: --apply does\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%d written\n", changed)
	fmt.Fprintf(&b, "the files in the repository are where they were: move what is in %s to its root before the next sync\n", forge.OldFolder)
	return b.String()
}
