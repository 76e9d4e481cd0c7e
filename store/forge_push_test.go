package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// knownFiles are the files of the forge as paths with their projects.
func knownFiles(t *testing.T, s *Store) string {
	t.Helper()
	list, err := s.ForgeFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, strings.TrimSuffix(f.Path+"="+f.Project, "="))
	}
	return strings.Join(out, " ")
}

func TestPushesOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("home")})
	change := func(path, base, project string) ForgeChange {
		return ForgeChange{ForgeFile: ForgeFile{Path: path, Base: base, Hash: "h", Block: "b", Project: project}}
	}
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "wiki/gone.md"}, {Path: "projects/home/PROGRESS.md", Project: "home"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepForgeConflict(t.Context(), ForgeConflict{Path: "projects/home/PROGRESS.md", Item: ProgressURI("home")}); err != nil {
		t.Fatal(err)
	}
	files := []ForgeChange{change("projects/house/PROGRESS.md", "# House\n", "home"), change("wiki/a.md", "", ""), {ForgeFile: ForgeFile{Path: "wiki/gone.md"}, Deleted: true}}
	for i := range 5 {
		c.advance(time.Second)
		if err := s.BeginForgePush(t.Context(), ForgePush{Commit: fmt.Sprintf("c%d", i), Files: files}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.ForgePushes(t.Context())
	if err != nil || len(list) != keptPushes || list[0].Commit != "c4" || !slices.Equal(list[0].Files, files) {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := s.DropForgePush(t.Context(), "c3"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.ForgePushes(t.Context()); err != nil || len(list) != keptPushes-1 || list[1].Commit != "c2" {
		t.Errorf("one was refused: %+v, %v", list, err)
	}
	if _, err := s.UpdateProject(t.Context(), owner, "home", ProjectInput{Slug: Some("house")}); err != nil {
		t.Fatal(err)
	}
	if err := s.EndForgePushes(t.Context(), "c4", files); err != nil {
		t.Fatal(err)
	}
	if got := knownFiles(t, s); got != "projects/home/PROGRESS.md projects/house/PROGRESS.md=house wiki/a.md" {
		t.Errorf("known by now: %s", got)
	}
	if list, err := s.ForgePushes(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Tip != "c4" {
		t.Errorf("%+v, %v", f, err)
	}
	if list, err := s.ForgeConflicting(t.Context()); err != nil || len(list) != 1 || list[0].Path != "projects/house/PROGRESS.md" {
		t.Errorf("the conflict is at %+v, %v", list, err)
	}
}

// What is known of a project's file follows the project through a rename, a deletion and
// the undo of either.
func TestAKnownFileFollowsItsProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("home")})
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "f.md", Project: "home"}}); err != nil {
		t.Fatal(err)
	}
	want := func(what, want string) {
		t.Helper()
		if got := knownFiles(t, s); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	renamed := must[Project](t)(s.UpdateProject(t.Context(), owner, "home", ProjectInput{Slug: Some("house")}))
	want("renamed", "f.md=house")
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "f.md", Project: "home"}}); err != nil {
		t.Fatal(err)
	}
	want("saved under the earlier name", "f.md=house")
	gone := must[Project](t)(s.DeleteProject(t.Context(), owner, "house", Guard{}))
	if got := knownFiles(t, s); strings.Contains(got, "house") {
		t.Errorf("deleted: %s", got)
	}
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "g.md", Project: "house"}}); err != nil {
		t.Errorf("a file of a project that was deleted meanwhile: %v", err)
	}
	mustUndo(t, s, gone.EventID)
	want("back", "f.md=house g.md")
	mustUndo(t, s, renamed.EventID)
	want("with its first name", "f.md=home g.md")
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "g.md", Project: "home"}}); err != nil {
		t.Fatal(err)
	}
	want("in another place", "f.md g.md=home")
}

func TestADecisionStandsUntilASyncEnds(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	if err := s.DecideForge(t.Context(), ForgeRestore); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Decision != ForgeRestore || f.WantedAt == nil {
		t.Errorf("%+v, %v", f, err)
	}
	if err := s.EndForgeSync(t.Context(), []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Decision != "" || f.WantedAt != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

// A database from before knows whose its files are, and how far it had come.
func TestAnOlderDatabaseKnowsWhoseItsFilesAre(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := foreign(t, database(dir))
	before := strings.Join(migrations()[:4], "\n") + fmt.Sprintf("\nPRAGMA application_id = %d; PRAGMA user_version = 4;\n", schema.ApplicationID)
	const now = "2026-05-04T09:00:00.000Z"
	project := func(slug, path string) string {
		return fmt.Sprintf("INSERT INTO projects(slug, title, workspace_paths, forge_path, pinned, created_at, updated_at, id) VALUES ('%s', 'T', '[]', %s, 0, '%s', '%s', '%s');\n", slug, path, now, now, slug)
	}
	for _, text := range []string{
		before, project("home", "NULL"), project("work", "'notes/work.md'"), project("garden", "NULL"),
		`INSERT INTO forge_files(path, base) VALUES ('projects/home/PROGRESS.md', 'a'), ('notes/work.md', 'b'), ('hub/projects/garden/PROGRESS.md', 'c'), ('wiki/a.md', 'd');
		INSERT INTO forge_conflicts(id, path, item, base, ours, theirs, found_at) VALUES ('1', 'notes/work.md', 'hub://projects/work/progress', '', '', '', '` + now + `');
		INSERT INTO forge(id, last_sync) VALUES (1, '{"state":"ok","commit":"c1"}');`,
	} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, dir, Options{})
	if got := knownFiles(t, s); got != "hub/projects/garden/PROGRESS.md=garden notes/work.md=work projects/home/PROGRESS.md=home wiki/a.md" {
		t.Errorf("known: %s", got)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Tip != "c1" {
		t.Errorf("%+v, %v", f, err)
	}
	if n := number(t, s, "SELECT count(*) FROM forge_conflicts WHERE project = 'work'"); n != 1 {
		t.Error("the conflict knows no project")
	}
}
