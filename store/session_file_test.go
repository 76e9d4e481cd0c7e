package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match"
)

func TestRecordsFindTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop"})})
	createProject(t, s, ProjectInput{Slug: Some("api"), WorkspacePaths: Some([]string{"/srv/shop/api"})})
	if _, err := s.UpdateProject(t.Context(), owner, "api", ProjectInput{Slug: Some("gateway")}); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		slug, workspace, want string
	}{
		"by its slug":                           {"shop", "", "shop"},
		"by an earlier slug":                    {"api", "", "gateway"},
		"the slug before the folder":            {"shop", "/srv/shop/api", "shop"},
		"by the longest folder":                 {"", "/srv/shop/api/v2", "gateway"},
		"a folder of another machine":           {"", `\srv\shop\web`, "shop"},
		"a folder above says nothing":           {"", "/srv", ""},
		"a neighbour's name":                    {"", "/srv/shopping", ""},
		"an unknown slug leaves it the folder":  {"shpo", "/srv/shop", "shop"},
		"an unknown slug alone registers none":  {"shpo", "", ""},
		"text that is no slug registers none":   {"Shop!", "", ""},
		"neither":                               {"", "", ""},
		"the hidden slug of a deleted project?": {"~" + "000000000000", "", ""},
	} {
		saveSessions(t, s, session(name, func(in *SessionInput) { in.ProjectSlug, in.WorkspacePath = Some(tc.slug), Some(tc.workspace) }))
		got := sessions(t, s)[name].ProjectSlug
		if (got == nil) != (tc.want == "") || got != nil && *got != tc.want {
			t.Errorf("%s: filed under %v, want %q", name, got, tc.want)
		}
	}
	if all, err := s.Projects(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("%d projects, %v", len(all), err)
	}
}

func TestRecordsFollowTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop"})})
	in := session("r", func(in *SessionInput) { in.WorkspacePath = Some("/srv/shop") })
	saveSessions(t, s, in, session("later", func(in *SessionInput) { in.WorkspacePath = Some("/srv/other") }))
	check := func(when, ref, want string) {
		t.Helper()
		r := sessions(t, s)[ref]
		if got := r.doc().Project; got != want || (r.ProjectSlug == nil) != (want == "") {
			t.Errorf("%s: %s is of %q, want %q", when, ref, got, want)
		}
		hits := s.overlap.index.Search(match.Query{Text: ref, Keep: func(_, project, _ string) bool { return project == want }, KeepID: func(id string) bool { return id == r.ID }})
		if len(hits) != 1 {
			t.Errorf("%s: search knows %s as another project's", when, ref)
		}
		page, err := s.Sessions(t.Context(), SessionFilter{Project: "shop"})
		if err != nil || want == "" && page.Total != 0 {
			t.Errorf("%s: the list of shop holds %d, %v", when, page.Total, err)
		}
	}
	check("at first", "r", "shop")
	renamed, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")})
	if err != nil {
		t.Fatal(err)
	}
	check("renamed", "r", "store")
	if page, err := s.Sessions(t.Context(), SessionFilter{Project: "shop"}); err != nil || page.Total != 1 {
		t.Errorf("under the earlier slug: %d, %v", page.Total, err)
	}
	if _, err := s.Undo(t.Context(), owner, renamed.EventID, Guard{}); err != nil {
		t.Fatal(err)
	}
	deleted, err := s.DeleteProject(t.Context(), owner, "shop", Guard{})
	if err != nil {
		t.Fatal(err)
	}
	check("deleted", "r", "")
	if got := saveSessions(t, s, in).Item[0].Outcome; got != "unchanged" {
		t.Errorf("sent again after the end of its project: %s", got)
	}
	saveSessions(t, s, session("r", func(in *SessionInput) { in.Messages = Some(9) }))
	if _, err := s.Undo(t.Context(), owner, deleted.EventID, Guard{}); err != nil {
		t.Fatal(err)
	}
	check("back", "r", "shop")
	createProject(t, s, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/srv/other"})})
	check("registered", "later", "other")
	if got := saveSessions(t, s, session("later")).Item[0].Outcome; got != "unchanged" {
		t.Errorf("sent again after its folder was registered: %s", got)
	}
}

func TestTheRemoteOfASessionTellsItsProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const remote = "https://git.example.org/me/shop"
	createProject(t, s, ProjectInput{Slug: Some("shop"), RepoURL: Some(remote), WorkspacePaths: Some([]string{"/srv/shop"})})
	createProject(t, s, ProjectInput{Slug: Some("tools"), WorkspacePaths: Some([]string{"/srv/tools"})})
	for _, slug := range []string{"one", "two"} {
		createProject(t, s, ProjectInput{Slug: Some(slug), RepoURL: Some("https://git.example.org/me/both")})
	}
	at := func(ref, folder, repo string) SessionInput {
		return session(ref, func(in *SessionInput) {
			in.RepoURL = Some(repo)
			if folder != "" {
				in.WorkspacePath = Some(folder)
			}
		})
	}
	for _, tc := range []struct {
		name string
		in   SessionInput
		want string
	}{
		{"no folder", at("a", "", remote), "shop"},
		{"a folder of none", at("b", "/tmp/worktree", "git@git.example.org:me/shop.git"), "shop"},
		{"the folder goes first", at("c", "/srv/tools", remote), "tools"},
		{"a remote of two projects", at("d", "/tmp/x", "https://git.example.org/me/both"), ""},
		{"another remote", at("e", "/tmp/x", "https://git.example.org/me/other"), ""},
		{"a project by name", session("f", func(in *SessionInput) { in.ProjectSlug, in.RepoURL = Some("tools"), Some(remote) }), "tools"},
	} {
		if w := saveSessions(t, s, tc.in); w.Item[0].Outcome != "created" {
			t.Fatalf("%s: %+v", tc.name, w.Item[0])
		}
		record := sessions(t, s)[tc.in.SessionRef]
		if got := record.doc().Project; got != tc.want {
			t.Errorf("%s: of %q, want %q", tc.name, got, tc.want)
		}
		if w := saveSessions(t, s, tc.in); w.Item[0].Outcome != "unchanged" {
			t.Errorf("%s: sent again: %+v", tc.name, w.Item[0])
		}
	}
	w := saveSessions(t, s, at("g", "", "me@host"))
	if got := invalidFields(invalid(w.Item[0].Refused).err()); got != "repo_url" {
		t.Errorf("no remote: %+v", w.Item[0])
	}
}

func TestAProjectTakesInTheSessionsOfItsRemote(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	saveSessions(t, s,
		session("early", func(in *SessionInput) { in.RepoURL = Some("https://me:secret@git.example.org/me/shop.git") }),
		session("changed", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/old") }),
		session("taken back", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/shop") }))
	saveSessions(t, s,
		session("early", func(in *SessionInput) { in.Messages = Some(2) }),
		session("changed", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/shop") }),
		session("taken back", func(in *SessionInput) { in.RepoURL = Opt[string]{Set: true} }))
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{RepoURL: Some("git@git.example.org:me/shop.git")}); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{"early": "shop", "changed": "shop", "taken back": ""} {
		record := sessions(t, s)[ref]
		if got := record.doc().Project; got != want {
			t.Errorf("%s: of %q, want %q", ref, got, want)
		}
		for _, e := range history(t, s, SessionURI(record.ID)) {
			if strings.Contains(string(e.After), "secret") {
				t.Errorf("%s: the event holds the password: %s", ref, e.After)
			}
		}
	}
	// A project that is made with the remote takes in its sessions as well.
	saveSessions(t, s, session("next", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/tools") }))
	createProject(t, s, ProjectInput{Slug: Some("tools"), RepoURL: Some("https://git.example.org/me/tools.git")})
	if got := sessions(t, s)["next"]; got.ProjectSlug == nil || *got.ProjectSlug != "tools" {
		t.Errorf("next: %+v", got)
	}
}

// A record from before there were remotes has none, and takes the one that is sent.
func TestASessionOfAnOlderDatabaseTakesItsRemote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	foreign(t, database(dir), append(slices.Clone(migrations()[:5]),
		fmt.Sprintf("PRAGMA application_id = %d", schema.ApplicationID), "PRAGMA user_version = 5",
		`INSERT INTO session_records(id, tool, session_ref, workspace_path, title, updated_at) VALUES ('000000000001', 'codex', 'r', '/tmp/x', 'Old', '2026-05-04T09:00:00.000Z')`)...).Close()
	s := openStore(t, dir, Options{})
	if got := sessions(t, s)["r"]; got.Title != "Old" || got.WorkspacePath == nil || got.RepoURL != nil {
		t.Errorf("after the upgrade: %+v", got)
	}
	if w := saveSessions(t, s, session("r")); w.Item[0].Outcome != "unchanged" {
		t.Errorf("sent again: %+v", w.Item[0])
	}
	if w := saveSessions(t, s, session("r", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/shop") })); w.Item[0].Outcome != "updated" {
		t.Errorf("sent with its remote: %+v", w.Item[0])
	}
	createProject(t, s, ProjectInput{Slug: Some("shop"), RepoURL: Some("https://git.example.org/me/shop")})
	if got := sessions(t, s)["r"]; got.RepoURL == nil || got.ProjectSlug == nil || *got.ProjectSlug != "shop" {
		t.Errorf("once its remote is a project's: %+v", got)
	}
}

// TestSessionsIndexedBeforeTheirProject: a record finds its project also when that is
// registered, or given the folder, afterwards; one that has a project keeps it.
func TestSessionsIndexedBeforeTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	in := func(folder string) func(*SessionInput) {
		return func(in *SessionInput) { in.WorkspacePath = Some(folder); in.Title = Some("Rotate the keys") }
	}
	saveSessions(t, s, session("shop", in("/src/shop/api")), session("server", in(`C:\src\server`)), session("other", in("/src/other")), session("nowhere"))
	filed := func(when string, want map[string]string) {
		t.Helper()
		for ref, r := range sessions(t, s) {
			got := ""
			if r.ProjectSlug != nil {
				got = *r.ProjectSlug
			}
			if got != want[ref] {
				t.Errorf("%s: %s is filed under %q, want %q", when, ref, got, want[ref])
			}
		}
	}
	filed("before", nil)
	if _, err := s.CreateProject(t.Context(), By{Actor: Owner}, ProjectInput{Title: Some("Shop"), WorkspacePaths: Some([]string{"/src/shop"})}); err != nil {
		t.Fatal(err)
	}
	filed("registered", map[string]string{"shop": "shop"})
	if _, err := s.CreateProject(t.Context(), By{Actor: Owner}, ProjectInput{Title: Some("Server")}); err != nil {
		t.Fatal(err)
	}
	filed("without folders", map[string]string{"shop": "shop"})
	if _, err := s.UpdateProject(t.Context(), By{Actor: Owner}, "server", ProjectInput{WorkspacePaths: Some([]string{"c:/src/server", "/src/shop/api"})}); err != nil {
		t.Fatal(err)
	}
	filed("given a folder", map[string]string{"shop": "shop", "server": "server"})
	found, err := s.Search(t.Context(), SearchQuery{Text: "rotate keys", Project: "server", Limit: 10})
	if err != nil || len(found) == 0 || found[0].ProjectSlug == nil || *found[0].ProjectSlug != "server" {
		t.Errorf("search in the project finds %+v, %v", found, err)
	}
	gone := changeProject(t)(s.DeleteProject(t.Context(), owner, "server", Guard{})).EventID
	filed("its project deleted", map[string]string{"shop": "shop"}) // "/src/shop" is above, but nobody has given a folder
	createProject(t, s, ProjectInput{Slug: Some("next"), WorkspacePaths: Some([]string{"c:/src/server"})})
	filed("in the folder of a deleted one", map[string]string{"shop": "shop", "server": "next"})
	changeProject(t)(s.UpdateProject(t.Context(), owner, "next", ProjectInput{WorkspacePaths: Some([]string{})}))
	undo(t, s, gone)
	filed("that came back", map[string]string{"shop": "shop", "server": "next"})
	if plan := explain(t, s, unfiledQuery); strings.Contains(plan, "SCAN") {
		t.Errorf("the records of no project are looked for in all:\n%s", plan)
	}
}
