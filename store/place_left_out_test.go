package store

import (
	"fmt"
	"testing"
)

// A place that was named with a project and not learned: why.
func TestWhyAPlaceWasLeftOut(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var full []string
	for i := range maxWorkspaces {
		full = append(full, fmt.Sprintf("/srv/full/%d", i))
	}
	for _, in := range []ProjectInput{
		{Slug: Some("shop"), RepoURL: Some("https://git.example/me/shop")},
		{Slug: Some("garden"), WorkspacePaths: Some([]string{"/home/me/src/garden"}), RepoURL: Some("https://git.example/me/garden")},
		{Slug: Some("full"), WorkspacePaths: Some(full)},
	} {
		if _, err := s.CreateProject(t.Context(), owner, in); err != nil {
			t.Fatal(err)
		}
	}
	const next = ", so keep naming the project with it"
	for _, c := range []struct {
		name, project string
		at            Place
		says          string
	}{
		{"a folder of its own", "shop", Place{Folder: "/home/me/src/shop"}, ""},
		{"one below its own", "garden", Place{Folder: "/home/me/src/garden/beds"}, ""},
		{"another project's", "shop", Place{Folder: "/home/me/src/garden"}, "The folder belongs to project garden" + next},
		{"one above another's", "shop", Place{Folder: "/home/me/src"}, "The folder lies above project garden" + next},
		{"a home folder", "full", Place{Folder: "/home/you"}, "The folder was not learned: full has 50 already" + next},
		{"a folder of clones", "shop", Place{Folder: "/home/you/src"}, "The folder is too general to tell one project from another" + next},
		{"its repository", "shop", Place{Remote: "git@git.example:me/shop.git"}, ""},
		{"another project's repository", "full", Place{Remote: "git@git.example:me/shop.git"}, "The repository belongs to project shop" + next},
		{"a second repository", "shop", Place{Remote: "https://git.example/me/other"}, "The repository was not learned: that of shop is another" + next},
		{"both", "shop", Place{"/home/me", "https://git.example/me/other"}, "The folder lies above project garden; the repository was not learned: that of shop is another" + next},
		{"the inbox", InboxSlug, Place{Folder: "/"}, ""},
		{"the inbox under another name", "unsorted", Place{Folder: "/"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.project == "unsorted" {
				renameInbox(t, s)
			}
			create(t, s, "work "+c.name, inProject(c.project), func(in *ThreadInput) { in.WorkspacePath = Some(c.at.Folder) })
			if got, err := s.LeftOut(t.Context(), c.project, c.at); err != nil || got != c.says {
				t.Errorf("%q, %v; want %q", got, err, c.says)
			}
		})
	}
}
