package store

import (
	"slices"
	"strings"
	"testing"
)

func TestAPlaceNamedWithAProjectIsKnownFromThenOn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		at      Place
		folders []string // of the project shop afterwards
		remote  string
	}{
		{"a folder of another machine", Place{Folder: `D:\work\shop\`}, []string{"/src/shop", "D:/work/shop"}, ""},
		{"a folder below a known one", Place{Folder: "/src/shop/api"}, []string{"/src/shop"}, ""},
		{"a folder below that of another project", Place{Folder: "/src/blog/shop"}, []string{"/src/shop", "/src/blog/shop"}, ""},
		{"the folder of another project", Place{Folder: "/src/blog"}, []string{"/src/shop"}, ""},
		{"a folder above another project", Place{Folder: "/src"}, []string{"/src/shop"}, ""},
		{"the root", Place{Folder: "/"}, []string{"/src/shop"}, ""},
		{"a home", Place{Folder: "/home/me"}, []string{"/src/shop"}, ""},
		{"a home of Windows", Place{Folder: `C:\Users\me`}, []string{"/src/shop"}, ""},
		{"a folder of every container", Place{Folder: "/workspace"}, []string{"/src/shop"}, ""},
		{"a folder of every container, deeper", Place{Folder: "/usr/src/app"}, []string{"/src/shop"}, ""},
		{"a folder right below the root", Place{Folder: "/opt"}, []string{"/src/shop"}, ""},
		{"a folder right below a drive", Place{Folder: `D:\Work`}, []string{"/src/shop"}, ""},
		{"where all clones lie", Place{Folder: "/home/me/src"}, []string{"/src/shop"}, ""},
		{"where all clones of Windows lie", Place{Folder: `C:\Users\me\Projects`}, []string{"/src/shop"}, ""},
		{"where all clones of Windows lie, from its Linux", Place{Folder: "/mnt/c/Users/me/code"}, []string{"/src/shop"}, ""},
		{"the documents of a home", Place{Folder: "/Users/me/Documents"}, []string{"/src/shop"}, ""},
		{"the desktop of the administrator", Place{Folder: "/root/Desktop"}, []string{"/src/shop"}, ""},
		{"a clone in a container", Place{Folder: "/workspaces/shop"}, []string{"/src/shop", "/workspaces/shop"}, ""},
		{"a clone in a home", Place{Folder: "/home/me/shop"}, []string{"/src/shop", "/home/me/shop"}, ""},
		{"a deep folder of such a name", Place{Folder: "/home/me/shop/app"}, []string{"/src/shop", "/home/me/shop/app"}, ""},
		{"no absolute folder", Place{Folder: "shop"}, []string{"/src/shop"}, ""},
		{"a remote", Place{Remote: "git@git.example.org:me/shop.git"}, []string{"/src/shop"}, "git@git.example.org:me/shop.git"},
		{"a remote with a token", Place{Remote: "https://me:s3cret@git.example.org/me/shop?token=s3cret#s3cret"}, []string{"/src/shop"}, "https://git.example.org/me/shop"},
		{"a remote that names a token as its user", Place{Remote: "s3cret@git.example.org:me/shop"}, []string{"/src/shop"}, ""},
		{"the remote of another project", Place{Remote: "ssh://git@git.example.org/me/blog"}, []string{"/src/shop"}, ""},
		{"a remote that is a folder", Place{Remote: "/srv/git/shop.git"}, []string{"/src/shop"}, ""},
		{"both", Place{"/w/shop", "https://git.example.org/me/shop"}, []string{"/src/shop", "/w/shop"}, "https://git.example.org/me/shop"},
		{"nothing", Place{}, []string{"/src/shop"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("blog"), WorkspacePaths: Some([]string{"/src/blog"}), RepoURL: Some("https://git.example.org/me/blog")})
			createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/src/shop"})})
			in := NewThread{ThreadInput: ThreadInput{Summary: Some("sell more"), ProjectSlug: Some("shop")}, Place: tc.at}
			for range 2 { // the second time it is known
				if _, err := s.Start(t.Context(), agent, StartInput{NewThread: in, New: true, Claim: ClaimInput{Holder: "codex"}}); err != nil {
					t.Fatal(err)
				}
			}
			p, err := s.Project(t.Context(), "shop")
			if err != nil {
				t.Fatal(err)
			}
			remote := ""
			if p.RepoURL != nil {
				remote = *p.RepoURL
			}
			if !slices.Equal(p.WorkspacePaths, tc.folders) || remote != tc.remote {
				t.Errorf("folders %q, remote %q", p.WorkspacePaths, remote)
			}
			events := history(t, s, ProjectURI("shop"))
			if want := len(tc.folders) + min(1, len(tc.remote)); tc.name != "both" && len(events) != want {
				t.Errorf("%d events, want %d", len(events), want)
			}
			for _, e := range events {
				if strings.Contains(string(e.After), "s3cret") {
					t.Errorf("the history has the secret: %s", e.After)
				}
			}
		})
	}
}

// A place is learned with whatever names it together with a project.
func TestWhatLearnsAPlace(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	there := func(folder string) Opt[string] { return Some("/w/" + folder) }
	for _, tc := range []struct {
		name    string
		does    func(t *testing.T) error
		folder  string
		project string // empty: nothing learns it
	}{
		{"a new thread", func(t *testing.T) error {
			_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("a"), ProjectSlug: Some("shop"), WorkspacePath: there("new")}, true)
			return err
		}, "/w/new", "shop"},
		{"a new thread of a new project", func(t *testing.T) error {
			_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("b"), ProjectSlug: Some("blog"), WorkspacePath: there("blog")}, true)
			return err
		}, "/w/blog", "blog"},
		{"a new thread of no project", func(t *testing.T) error {
			_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("c"), WorkspacePath: there("none")}, true)
			return err
		}, "/w/none", ""},
		{"a new thread of the inbox", func(t *testing.T) error {
			_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("d"), ProjectSlug: Some(InboxSlug), WorkspacePath: there("inbox")}, true)
			return err
		}, "/w/inbox", ""},
		{"a new thread of the inbox under another name", func(t *testing.T) error {
			event := renameInbox(t, s)
			_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("h"), ProjectSlug: Some(InboxSlug), WorkspacePath: there("unsorted")}, true)
			if err != nil {
				return err
			}
			_, err = s.Undo(t.Context(), owner, event, Guard{})
			return err
		}, "/w/unsorted", ""},
		{"filing a thread", func(t *testing.T) error {
			th := create(t, s, "e")
			_, err := s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{ProjectSlug: Some("shop"), WorkspacePath: there("filed")}, false)
			return err
		}, "/w/filed", "shop"},
		{"another folder of a thread", func(t *testing.T) error {
			th := create(t, s, "f", inProject("shop"))
			_, err := s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{WorkspacePath: there("moved")}, false)
			return err
		}, "/w/moved", ""},
		{"going on with a thread", func(t *testing.T) error {
			th := create(t, s, "g", inProject("shop"))
			_, err := s.Start(t.Context(), agent, StartInput{
				NewThread: NewThread{ThreadInput: ThreadInput{ProjectSlug: Some("shop")}, Place: Place{Folder: "/w/claimed"}},
				ThreadID:  th.ID, Claim: ClaimInput{Holder: "codex"},
			})
			return err
		}, "/w/claimed", "shop"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := tc.does(t); err != nil {
				t.Fatal(err)
			}
			p, err := s.ResolveWorkspace(t.Context(), tc.folder)
			if p.Slug != tc.project || (tc.project == "") != isMissing(err) {
				t.Errorf("belongs to %q, %v", p.Slug, err)
			}
		})
	}
}

func TestAFolderSaysMoreThanItsRepository(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, slug := range []string{"api", "web"} {
		createProject(t, s, ProjectInput{Slug: Some(slug), RepoURL: Some("https://git.example.org/me/mono"), WorkspacePaths: Some([]string{"/mono/" + slug})})
	}
	createProject(t, s, ProjectInput{Slug: Some("shop"), RepoURL: Some("git@git.example.org:me/shop.git")})
	_, err := s.UpdateProject(t.Context(), owner, "web", ProjectInput{WorkspacePaths: Some([]string{"/mono/web", "/app"})})
	works(t, err)
	create(t, s, "in a container", func(in *ThreadInput) { in.ProjectSlug, in.WorkspacePath = Some("api"), Some("/workspace") })
	for name, tc := range map[string]struct {
		at      Place
		project string
		several bool
	}{
		"a folder":                       {Place{Folder: "/mono/api/cmd"}, "api", false},
		"a folder and its repository":    {Place{"/mono/web", "https://git.example.org/me/mono"}, "web", false},
		"a folder of another repository": {Place{"/mono/web", "https://git.example.org/me/shop"}, "web", false},
		"a folder that means no project": {Place{"/workspace", "https://git.example.org/me/shop"}, "shop", false},
		"such a folder of its owner's":   {Place{"/app", "https://git.example.org/me/shop"}, "web", false},
		"an unknown folder":              {Place{"/else", "https://git.example.org/me/shop"}, "shop", false},
		"a repository":                   {Place{Remote: "https://me:token@git.example.org/me/shop?x=y"}, "shop", false},
		"a repository of several":        {Place{"/else", "https://git.example.org/me/mono"}, "", true},
		"nothing that is known":          {Place{"/else", "https://git.example.org/me/other"}, "", false},
	} {
		p, err := s.ResolvePlace(t.Context(), tc.at)
		if p.Slug != tc.project || isConflict(err) != tc.several || tc.project == "" && !tc.several && !isMissing(err) {
			t.Errorf("%s: leads to %q, %v", name, p.Slug, err)
		}
	}
}
