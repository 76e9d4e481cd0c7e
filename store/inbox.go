package store

import (
	"cmp"
	"context"
	"slices"
)

// Inbox is the present slug of the inbox, whether there is one yet or not.
func (s *Store) Inbox(ctx context.Context) (string, error) {
	slug, err := s.currentProject(ctx, InboxSlug)
	return cmp.Or(slug, InboxSlug), err
}

// inbox is [Store.Inbox] inside a change.
func (tx *tx) inbox() (string, error) {
	slug, err := tx.owner(InboxSlug)
	return cmp.Or(slug, InboxSlug), err
}

// isInbox reports whether threads that name no project are filed here, whatever it is called by now.
func (p *Project) isInbox() bool {
	return p.Slug == InboxSlug || slices.Contains(p.Aliases, InboxSlug)
}
