package store

import (
	"context"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// Address is what a title becomes in addresses.
type Address struct {
	// Address is the slug of a project or the path of a page.
	Address string `json:"address" example:"home-server"`
	// Taken tells that there is such a page already; a project gets one that is free.
	Taken bool `json:"taken"`
}

// ProjectAddress returns the slug that a new project with a title gets.
func (s *Store) ProjectAddress(ctx context.Context, title string) (Address, error) {
	free, err := freeSlug(title, func(name string) (owner string, err error) {
		err = s.db.Row(ctx, ownerQuery, name).Scan(&owner)
		return owner, err
	})
	return Address{Address: free}, wrap("find a free slug", err)
}

// PageAddress returns the path of the wiki page that a title stands for. Slashes in it make
// folders. A title of which no path can be made is an [InvalidError].
func (s *Store) PageAddress(ctx context.Context, title string) (Address, error) {
	path := outline.WikiPath(title)
	if path == "" {
		var v invalid
		if outline.Slug(title) == "" {
			v.say("title", phrase.FieldLetter)
		} else {
			v.add("title", "must have at most %d parts between slashes", outline.MaxSegments)
		}
		return Address{}, v.err()
	}
	a := Address{Address: path}
	err := s.db.Row(ctx, "SELECT EXISTS (SELECT 1 FROM wiki_pages WHERE path = ? AND deleted_at IS NULL)", path).Scan(&a.Taken)
	return a, wrap("look for a wiki page", err)
}
