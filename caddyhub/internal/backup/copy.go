package backup

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// A backup also holds its documents as files that a person can read without a hub:
// projects/<slug>/PROGRESS.md, wiki/<path>.md, and the choices for the forge in forge.json.
// They are copies: a restore checks them and takes everything from the database.

// forgeCopy is the file of the forge's settings, where there are any; null is a choice that
// was not made.
const forgeCopy = "forge.json"

// maxCopy is the most bytes of a document, with room for the block of threads in it.
const maxCopy = 1 << 20

// isCopy tells the names of readable copies.
func isCopy(name string) bool {
	if page, ok := strings.CutPrefix(name, "wiki/"); ok {
		page, ok = strings.CutSuffix(page, ".md")
		return ok && outline.ValidWikiPath(page)
	}
	project, ok := strings.CutPrefix(name, "projects/")
	if ok {
		project, ok = strings.CutSuffix(project, "/PROGRESS.md")
	}
	return ok && outline.ValidSlug(project) || name == forgeCopy
}

// readableCopy is a readable copy.
type readableCopy struct{ name, text string }

// documents calls each with every document of a store, in an order that stays the same. Of
// what is damaged there is no copy to be read: the database alone has it.
func documents(ctx context.Context, s *store.Store, each func(readableCopy) error) error {
	forge, err := s.ForgeSettings(ctx)
	if err != nil {
		return err
	}
	if forge != (store.ForgeSettings{}) {
		text, err := json.MarshalIndent(forge, "", "  ")
		if err != nil {
			return fmt.Errorf("write %s: %w", forgeCopy, err)
		}
		if err := each(readableCopy{forgeCopy, string(text) + "\n"}); err != nil {
			return err
		}
	}
	projects, err := s.Projects(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(projects, func(a, b store.Project) int { return strings.Compare(a.Slug, b.Slug) })
	for _, p := range projects {
		file, err := s.Progress(ctx, p.Slug)
		if err != nil {
			return err
		}
		if file.Rev == 0 {
			continue
		}
		if err := each(readableCopy{path.Join("projects", p.Slug, "PROGRESS.md"), file.Markdown}); err != nil {
			return err
		}
	}
	for cursor := ""; ; {
		list, err := s.Pages(ctx, store.PageFilter{Limit: store.MaxLimit, Cursor: cursor})
		if err != nil {
			return err
		}
		for _, info := range list.Pages {
			page, err := s.Page(ctx, info.Path)
			if err != nil {
				return fmt.Errorf("read the page %s: %w", info.Path, err)
			}
			if err := each(readableCopy{"wiki/" + info.Path + ".md", page.Markdown}); err != nil {
				return err
			}
		}
		if cursor = list.Next; cursor == "" {
			return nil
		}
	}
}
