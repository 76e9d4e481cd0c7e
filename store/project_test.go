package store

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func createProject(t testing.TB, s *Store, in ProjectInput) Project {
	t.Helper()
	w, err := s.CreateProject(t.Context(), owner, in)
	if err != nil {
		t.Fatalf("create project %s: %v", in.Slug.or(""), err)
	}
	return w.Item
}

func TestCreateProject(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	made := createProject(t, s, ProjectInput{Slug: Some("my-hub"), Title: Some(" My Hub "), Description: Some(" d "), RepoURL: Some(" "), WorkspacePaths: Some([]string{`C:\src\hub\`, "/home/me//hub/"})})
	if made.Title != "My Hub" || *made.Description != "d" || made.RepoURL != nil || made.CreatedAt != At(c.Now()) ||
		!slices.Equal(made.WorkspacePaths, []string{"C:/src/hub", "/home/me/hub"}) || len(made.Counts) != len(Statuses) {
		t.Errorf("created: %+v", made)
	}
	if got, err := s.Project(t.Context(), "my-hub"); err != nil || !reflect.DeepEqual(got, made) {
		t.Errorf("read: %+v, %v", got, err)
	}
	events := history(t, s, ProjectURI("my-hub"))
	if len(events) != 1 || events[0].Kind != "project.created" || strings.Contains(keys(t, events[0].After), "counts") {
		t.Errorf("events: %+v", events)
	}
	if _, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("my-hub")}); !isConflict(err) {
		t.Errorf("the same slug again: %v", err)
	}
	if got := createProject(t, s, ProjectInput{Slug: Some("bare")}); got.Title != "bare" || got.WorkspacePaths == nil {
		t.Errorf("without a title: %+v", got)
	}
	for name, tc := range map[string]struct {
		in  ProjectInput
		bad string
	}{
		"no slug":              {ProjectInput{}, "slug"},
		"a long title":         {ProjectInput{Slug: Some("x"), Title: Some(strings.Repeat("x", MaxSummary+1))}, "title"},
		"a long description":   {ProjectInput{Slug: Some("x"), Description: Some(strings.Repeat("x", MaxText+1))}, "description"},
		"a script, no remote":  {ProjectInput{Slug: Some("x"), RepoURL: Some("javascript:alert(1)")}, "repo_url"},
		"a file, no remote":    {ProjectInput{Slug: Some("x"), RepoURL: Some("file:///etc/passwd")}, "repo_url"},
		"NUL in the address":   {ProjectInput{Slug: Some("x"), RepoURL: Some("\x00")}, "repo_url"},
		"an empty workspace":   {ProjectInput{Slug: Some("x"), WorkspacePaths: Some([]string{"/a", " "})}, "workspace_paths[1]"},
		"all of that together": {ProjectInput{Slug: Some("X"), Title: Some("\xff"), WorkspacePaths: Some([]string{""})}, "slug title workspace_paths[0]"},
	} {
		if _, err := s.CreateProject(t.Context(), owner, tc.in); invalidFields(err) != tc.bad {
			t.Errorf("%s: got %v, want %s refused", name, err, tc.bad)
		}
	}
}

func TestThreadsFindTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	if got := create(t, s, "s").ProjectSlug; got != InboxSlug {
		t.Errorf("no project: got %q", got)
	}
	th := create(t, s, "s", inProject("progress-hub"))
	if got := history(t, s, ProjectURI("progress-hub")); len(got) != 1 {
		t.Errorf("an unknown project was registered with %d events, want 1", len(got))
	}
	missing := func(slug, closest string) {
		t.Helper()
		in := ThreadInput{Summary: Some("s"), ProjectSlug: Some(slug)}
		_, errCreate := s.CreateThread(t.Context(), agent, "", in, false)
		_, errUpdate := s.UpdateThread(t.Context(), agent, th.ID, Guard{}, in, false)
		_, errRead := s.Project(t.Context(), slug)
		for way, err := range map[string]error{"create": errCreate, "update": errUpdate, "read": errRead} {
			var nf *NotFoundError
			if !errors.As(err, &nf) || nf.ID != slug || nf.Closest != closest {
				t.Errorf("%s %q: got %v, want closest %q", way, slug, err, closest)
			}
		}
	}
	missing("progres-hub", "progress-hub")
	missing("something-else", "")
	if n := number(t, s, "SELECT count(*) FROM projects"); n != 2 {
		t.Errorf("%d projects, want 2: a refused name was registered", n)
	}
	for _, slug := range []string{"Upper", "-a", "a-", "a_b", "", "é", strings.Repeat("a", 65)} {
		_, err := s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("s"), ProjectSlug: Some(slug)}, true)
		if invalidFields(err) != "project_slug" {
			t.Errorf("slug %q: got %v", slug, err)
		}
	}
}

func TestProjectsAreListedBySlug(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	if got, err := s.Projects(t.Context()); err != nil || got == nil || len(got) != 0 {
		t.Errorf("none: %v, %v", got, err)
	}
	for _, slug := range []string{"b", "c", "a"} {
		createProject(t, s, ProjectInput{Slug: Some(slug)})
	}
	createIn(t, s, StatusDone)
	got, err := s.Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, p := range got {
		slugs = append(slugs, p.Slug)
	}
	if !slices.Equal(slugs, []string{"a", "b", "c", InboxSlug}) {
		t.Errorf("order: %v", slugs)
	}
	want := map[Status]int{StatusOpen: 0, StatusBlocked: 0, StatusDone: 1, StatusDismissed: 0}
	if !reflect.DeepEqual(got[3].Counts, want) {
		t.Errorf("counts: %v", got[3].Counts)
	}
}

func TestWorkspaceBelongsToTheLongestPathAboveIt(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("mono"), WorkspacePaths: Some([]string{"/src/mono"})})
	createProject(t, s, ProjectInput{Slug: Some("api"), WorkspacePaths: Some([]string{"/src/mono/api", `D:\work\api`})})
	createProject(t, s, ProjectInput{Slug: Some("web"), WorkspacePaths: Some([]string{"/src/web"})})
	for _, tc := range []struct{ name, path, want string }{
		{"the path itself", "/src/mono", "mono"},
		{"with a slash at the end", "/src/mono/", "mono"},
		{"below it", "/src/mono/docs/a", "mono"},
		{"the longest of two", "/src/mono/api/v1", "api"},
		{"a neighbour with the same beginning", "/src/mono/apiary", "mono"},
		{"a neighbour of a project", "/src/webby", ""},
		{"above all: never a child", "/src", ""},
		{"the root", "/", ""},
		{"dots are walked", "/src/web/../mono/api", "api"},
		{"Windows separators", `D:\work\api\cmd`, "api"},
		{"nothing", "", ""},
	} {
		p, err := s.ResolveWorkspace(t.Context(), tc.path)
		if p.Slug != tc.want || tc.want == "" && !isMissing(err) || tc.want != "" && err != nil {
			t.Errorf("%s: %q belongs to %q, %v; want %q", tc.name, tc.path, p.Slug, err, tc.want)
		}
	}
	createProject(t, s, ProjectInput{Slug: Some("root"), WorkspacePaths: Some([]string{"/"})})
	if p, err := s.ResolveWorkspace(t.Context(), "/anywhere"); p.Slug != "root" {
		t.Errorf("a project at the root: %q, %v", p.Slug, err)
	}
}
