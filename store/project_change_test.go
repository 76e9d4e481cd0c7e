package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func changeProject(t testing.TB) func(Written[Project], error) Written[Project] {
	return func(w Written[Project], err error) Written[Project] {
		t.Helper()
		if err != nil {
			t.Fatalf("change a project: %v", err)
		}
		return w
	}
}

func TestTitlesInAnyScriptGetSlugsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	seen := map[string]string{}
	for _, title := range []string{
		"Straßenbahn fahren", "Кофе и чай", "東京タワー", "مرحبا", "Ελλάδα", "한국어 공부", "Ångström", "Progress Hub",
		"progress-hub", "PROGRESS HUB!", "🎉🎉", "🚀", "resolve", strings.Repeat("long words ", 40), strings.Repeat("long words ", 40),
	} {
		p := createProject(t, s, ProjectInput{Title: Some(title)})
		var v invalid
		if v.checkSlug("slug", p.Slug); v.err() != nil || p.Slug == "untitled" {
			t.Errorf("%q got the slug %q", title, p.Slug)
		}
		if other, taken := seen[p.Slug]; taken {
			t.Errorf("%q and %q share %q", title, other, p.Slug)
		}
		seen[p.Slug] = title
	}
	for slug, title := range map[string]string{"strassenbahn-fahren": "Straßenbahn fahren", "kofe-i-chai": "Кофе и чай", "progress-hub-2": "progress-hub", "resolve-2": "resolve"} {
		if seen[slug] != title {
			t.Errorf("%q is of %q, want %q; all: %v", slug, seen[slug], title, seen)
		}
	}
}

func TestARenamedProjectIsFoundUnderBothNames(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "migrate the billing tables", inProject("old"))
	if _, err := s.Threads(t.Context(), ThreadFilter{}, Policy{}); err != nil { // into memory
		t.Fatal(err)
	}
	w := changeProject(t)(s.UpdateProject(t.Context(), owner, "old", ProjectInput{Slug: Some("new")}))
	if w.Item.Slug != "new" || !slices.Equal(w.Item.Aliases, []string{"old"}) || w.Item.Counts[StatusOpen] != 1 {
		t.Errorf("renamed: %+v", w.Item)
	}
	for _, name := range []string{"old", "new"} {
		if p, err := s.Project(t.Context(), name); err != nil || p.Slug != "new" {
			t.Errorf("%s leads to %+v, %v", name, p, err)
		}
		if n := list(t, s, ThreadFilter{Project: name}).Total; n != 1 {
			t.Errorf("%d threads under %s", n, name)
		}
	}
	if got := list(t, s, ThreadFilter{}).Threads[0]; got.ProjectSlug != "new" || read(t, s, th.ID).ProjectSlug != "new" {
		t.Errorf("the thread is in %s", got.ProjectSlug)
	}
	// Work filed under the old name goes to the project, and registers nothing.
	if got := create(t, s, "more", inProject("old")); got.ProjectSlug != "new" || number(t, s, "SELECT count(*) FROM projects") != 1 {
		t.Errorf("filed under %s", got.ProjectSlug)
	}
	for name, tc := range map[string]struct {
		do      func() error
		refused bool
	}{
		"another project under the old name": {func() error {
			_, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("old")})
			return err
		}, true},
		"back to the old name": {func() error {
			_, err := s.UpdateProject(t.Context(), owner, "new", ProjectInput{Slug: Some("old")})
			return err
		}, false},
	} {
		if err := tc.do(); isConflict(err) != tc.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := s.Project(t.Context(), "new")
	if err != nil || p.Slug != "old" || !slices.Equal(p.Aliases, []string{"new"}) {
		t.Errorf("renamed back: %+v, %v", p, err)
	}
}

func TestProjectChanges(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/src/other"})})
	createProject(t, s, ProjectInput{Slug: Some("p"), Description: Some("d"), WorkspacePaths: Some([]string{"/src/p"})})
	change := func(in ProjectInput) (Written[Project], error) { return s.UpdateProject(t.Context(), owner, "p", in) }
	for _, tc := range []struct {
		name, kind string
		in         ProjectInput
		holds      func(Project) bool
	}{
		{"a title", "project.updated", ProjectInput{Title: Some("T")}, func(p Project) bool { return p.Title == "T" && *p.Description == "d" }},
		{"nothing new", "", ProjectInput{Title: Some("T")}, func(p Project) bool { return p.Title == "T" }},
		{"a cleared field", "project.updated", ProjectInput{Description: Opt[string]{Set: true}}, func(p Project) bool { return p.Description == nil }},
		{"a pin", "project.updated", ProjectInput{Pinned: Some(true)}, func(p Project) bool { return p.Pinned }},
		{"a remote with a password", "project.updated", ProjectInput{RepoURL: Some("https://me:secret@git.example.org/a/b.git")}, func(p Project) bool { return *p.RepoURL == "https://git.example.org/a/b.git" }},
		{"the archive", "project.archived", ProjectInput{Archived: Some(true)}, func(p Project) bool { return *p.ArchivedAt == At(c.Now()) }},
		{"the archive again", "", ProjectInput{Archived: Some(true)}, func(p Project) bool { return p.ArchivedAt != nil }},
		{"out of the archive", "project.updated", ProjectInput{Archived: Some(false)}, func(p Project) bool { return p.ArchivedAt == nil }},
		{"a forge path", "project.updated", ProjectInput{ForgePath: Some("work/notes.md")}, func(p Project) bool { return *p.ForgePath == "work/notes.md" }},
	} {
		w := changeProject(t)(change(tc.in))
		page, err := s.Events(t.Context(), EventFilter{Subject: ProjectURI("p"), Limit: 1})
		if err != nil || !tc.holds(w.Item) || (w.EventID == "") != (tc.kind == "") || tc.kind != "" && (page.Events[0].Kind != tc.kind || page.Events[0].ID != w.EventID) {
			t.Errorf("%s: %+v, events %+v, %v", tc.name, w, page.Events, err)
		}
	}
	for name, tc := range map[string]struct {
		in  ProjectInput
		bad string // empty: a conflict
	}{
		"the slug of another":                       {ProjectInput{Slug: Some("other")}, ""},
		"the folder of another":                     {ProjectInput{WorkspacePaths: Some([]string{"/src/other/"})}, ""},
		"a reserved slug":                           {ProjectInput{Slug: Some("resolve")}, "slug"},
		"a slug with a space":                       {ProjectInput{Slug: Some("a b")}, "slug"},
		"a forge path out of the way":               {ProjectInput{ForgePath: Some("../x.md")}, "forge_path"},
		"a forge path with a sign that nobody sees": {ProjectInput{ForgePath: Some("x/a\u200bb.md")}, "forge_path"},
		"a forge path of a folder":                  {ProjectInput{ForgePath: Some("x/")}, "forge_path"},
		"a relative folder":                         {ProjectInput{WorkspacePaths: Some([]string{"src"})}, "workspace_paths[0]"},
	} {
		if _, err := change(tc.in); invalidFields(err) != tc.bad || tc.bad == "" && !isConflict(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.UpdateProject(t.Context(), owner, "othr", ProjectInput{Title: Some("x")}); !isMissing(err) || !strings.Contains(err.Error(), "closest: other") {
		t.Errorf("an unknown one: %v", err)
	}
}

// A progress file's place in the forge can be any document of the owner's repository.
func TestOnlyTheOwnerPlacesAFileInTheForge(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	by := over(agent, "laptop")
	placed := ProjectInput{Slug: Some("p"), ForgePath: Some("private/notes.md")}
	refused := func(what string, err error) {
		t.Helper()
		if !errors.As(err, new(*OwnerError)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := s.CreateProject(t.Context(), by, placed)
	refused("a new project", err)
	changeProject(t)(s.CreateProject(t.Context(), by, ProjectInput{Slug: Some("p")}))
	_, err = s.UpdateProject(t.Context(), by, "p", placed)
	refused("another place", err)
	changeProject(t)(s.UpdateProject(t.Context(), owner, "p", placed))
	changeProject(t)(s.UpdateProject(t.Context(), by, "p", placed)) // as it is
	_, err = s.UpdateProject(t.Context(), by, "p", ProjectInput{ForgePath: Opt[string]{Set: true}})
	refused("the usual place", err)
}

func TestADeletedProjectTakesItsWorkAlongAndBringsItBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var inside []string
	for i := range 3 {
		inside = append(inside, create(t, s, fmt.Sprint("inside ", i), inProject("p")).ID)
	}
	apart := create(t, s, "apart", inProject("q"))
	changeProject(t)(s.UpdateProject(t.Context(), owner, "p", ProjectInput{Slug: Some("renamed")}))
	w := changeProject(t)(s.DeleteProject(t.Context(), owner, "p", Guard{}))
	if w.Item.Slug != "renamed" {
		t.Errorf("deleted: %+v", w.Item)
	}
	for _, id := range inside {
		if _, err := s.Thread(t.Context(), id); !isMissing(err) {
			t.Errorf("thread %s: %v", id, err)
		}
	}
	if got := ids(list(t, s, ThreadFilter{}).Threads); !slices.Equal(got, []string{apart.ID}) {
		t.Errorf("listed: %v", got)
	}
	for _, name := range []string{"p", "renamed"} {
		if _, err := s.Project(t.Context(), name); !isMissing(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A thread of its own can't come back without it.
	events := history(t, s, ThreadURI(inside[0]))
	if _, err := s.Undo(t.Context(), owner, events[0].ID, Guard{}); !isConflict(err) {
		t.Errorf("undo of one thread: %v", err)
	}
	// The names are free, and then they stand in the way of its return.
	taken := changeProject(t)(s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("renamed")}))
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) {
		t.Errorf("back to a taken name: %v", err)
	}
	undo(t, s, taken.EventID)
	undo(t, s, w.EventID)
	p, err := s.Project(t.Context(), "p")
	if err != nil || p.Slug != "renamed" || p.Counts[StatusOpen] != 3 {
		t.Errorf("brought back: %+v, %v", p, err)
	}
	for _, id := range inside {
		if got := read(t, s, id); got.ProjectSlug != "renamed" {
			t.Errorf("thread in %s", got.ProjectSlug)
		}
	}
}

func TestResolveByRemote(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("hub"), RepoURL: Some("git@git.example.org:me/Hub.git")})
	createProject(t, s, ProjectInput{Slug: Some("api"), RepoURL: Some("https://git.example.org/me/mono")})
	createProject(t, s, ProjectInput{Slug: Some("web"), RepoURL: Some("https://git.example.org/me/mono/")})
	for remote, want := range map[string]string{
		"https://git.example.org/me/hub":              "hub",
		"https://me:token@git.example.org/me/hub.git": "hub",
		"ssh://git@git.example.org:22/me/hub":         "hub",
		"git@git.example.org:me/hub/":                 "hub",
		"https://git.example.org/me/hub-2":            "",
		"https://example.org/me/hub":                  "",
		"https://git.example.org/":                    "",
		"":                                            "",
		"zzz":                                         "",
		"me:token@git.example.org/me/hub":             "",
	} {
		p, err := s.ResolveRepo(t.Context(), remote)
		if p.Slug != want || (want == "") != isMissing(err) {
			t.Errorf("%q leads to %q, %v", remote, p.Slug, err)
		}
		if err != nil && strings.Contains(err.Error(), `""`) {
			t.Errorf("%q: %v", remote, err)
		}
		if err != nil && strings.Contains(err.Error(), "token") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	if _, err := s.ResolveRepo(t.Context(), "https://git.example.org/me/mono"); !isConflict(err) || !strings.Contains(err.Error(), "api, web") {
		t.Errorf("two projects in one repository: %v", err)
	}
}

func TestProjectPages(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range 7 {
		createProject(t, s, ProjectInput{Slug: Some(fmt.Sprint("p", i)), Archived: Some(i == 3)})
	}
	for name, tc := range map[string]struct {
		f    ProjectFilter
		want string
	}{
		"live ones":     {ProjectFilter{Limit: 2}, "p6 p5 p4 p2 p1 p0"},
		"archived, too": {ProjectFilter{Limit: 3, Archived: true}, "p6 p5 p4 p3 p2 p1 p0"},
	} {
		var got []string
		for {
			page, err := s.ProjectPage(t.Context(), tc.f)
			if err != nil || page.Total != len(strings.Fields(tc.want)) {
				t.Fatalf("%s: %d in all, %v", name, page.Total, err)
			}
			for _, p := range page.Projects {
				got = append(got, p.Slug)
			}
			if tc.f.Cursor = page.Next; page.Next == "" {
				break
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, f := range []ProjectFilter{{Limit: MaxLimit + 1}, {Limit: -1}, {Cursor: "x"}} {
		if _, err := s.ProjectPage(t.Context(), f); invalidFields(err) == "" {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

func TestFoldersOfWindowsAreOneInAnyCase(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{`C:\Users\me\Shop`})})
	createProject(t, s, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/src/Shop"})})
	for folder, want := range map[string]string{`c:\users\me\shop\cart`: "shop", "C:/Users/me/Shop": "shop", "/src/Shop/x": "other", "/src/shop": ""} {
		if p, err := s.ResolveWorkspace(t.Context(), folder); p.Slug != want || (want == "") != isMissing(err) {
			t.Errorf("%s leads to %q, %v", folder, p.Slug, err)
		}
	}
}

func TestAFolderThatIsNamedTwiceIsOne(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	p := createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop", "/srv/a", "/srv/shop/"})})
	if !slices.Equal(p.WorkspacePaths, []string{"/srv/shop", "/srv/a"}) {
		t.Errorf("got %q", p.WorkspacePaths)
	}
}
