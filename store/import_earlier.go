package store

import (
	"fmt"

	"github.com/progresshub/progresshub/store/outline"
)

// recognise finds out whether what came by the references of earlier versions is this work, or that of
// another folder with the same numbers and names: most of it was made at the same time then, or is
// called the same.
func (b *bringing) recognise() error {
	there, same := 0, 0
	compare := func(kind, ref, was string, alike func(id string) ([]string, error)) error {
		id, err := b.cameEarlier(kind, ref, was)
		if err != nil || id == "" {
			return err
		}
		found, err := alike(id)
		if err != nil {
			return fmt.Errorf("compare %s %s with the one that came earlier: %w", kind, ref, err)
		}
		there++
		same += len(found)
		return nil
	}
	for _, in := range b.in.Projects {
		if err := compare(kindProject, in.Ref, in.Was, func(id string) ([]string, error) {
			return b.texts(`SELECT id FROM projects WHERE id = ? AND (created_at = ? OR slug = ?)`, id, in.CreatedAt, in.Slug)
		}); err != nil {
			return err
		}
	}
	for _, in := range b.in.Threads {
		if err := compare(kindThread, in.Ref, in.Was, func(id string) ([]string, error) {
			return b.texts(`SELECT id FROM threads WHERE id = ? AND (created_at = ? OR summary = ?)`, id, in.CreatedAt, in.Summary)
		}); err != nil {
			return err
		}
	}
	for _, in := range b.in.Pages {
		if err := compare(kindPage, in.Ref, in.Was, func(id string) ([]string, error) {
			title := outline.Read(in.Markdown).Title // without one, a page is titled by its path, as others are
			return b.texts(`SELECT id FROM wiki_pages WHERE id = ? AND (created_at = ? OR title = nullif(?, '')
				OR EXISTS (SELECT 1 FROM revisions WHERE item = ? AND markdown = ?))`, id, in.CreatedAt, title, itemKey(kindPage, id), in.Markdown)
		}); err != nil {
			return err
		}
	}
	b.earlier = 2*same > there
	return nil
}

// cameEarlier is the id of what came by the reference of an earlier version, and by none since; empty:
// nothing did.
func (b *bringing) cameEarlier(kind, ref, was string) (string, error) {
	if was == "" || was == ref {
		return "", nil
	}
	if id, err := b.cameFrom(b.origin(kind, ref), kind); err != nil || id != "" {
		return "", err
	}
	return b.cameFrom(b.origin(kind, was), kind)
}
