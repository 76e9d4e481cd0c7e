package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestForgeState(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	if f, err := s.Forge(t.Context()); err != nil || f.Remote != "" || f.WantedAt != nil || f.LastSync != nil {
		t.Errorf("at first: %+v, %v", f, err)
	}
	asked := At(c.Now())
	if err := s.WantForgeSync(t.Context(), "* * * * *", asked); err != nil {
		t.Fatal(err)
	}
	c.advance(time.Hour)
	if err := s.WantForgeSync(t.Context(), "", Time{}); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.WantedAt == nil || !f.WantedAt.Equal(asked.Time) {
		t.Errorf("asked twice: %+v, %v", f, err)
	}
	if slot, err := s.Slot(t.Context(), SlotForge, "* * * * *"); err != nil || !slot.Equal(asked.Time) {
		t.Errorf("slot %v, %v", slot, err)
	}
	if err := s.EndForgeSync(t.Context(), []byte(`{"pulled":1}`)); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.WantedAt != nil || string(f.LastSync) != `{"pulled":1}` {
		t.Errorf("ended: %+v, %v", f, err)
	}
}

// An import is kept until it ends, leaves nothing in the history, and comes into no backup.
func TestForgeImport(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	want := func(s *Store, want *ForgeImport) {
		t.Helper()
		if got, err := s.ForgeImport(t.Context()); err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("got %+v, want %+v, %v", got, want, err)
		}
	}
	keep := func(f ForgeImport) {
		t.Helper()
		if err := s.KeepForgeImport(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	want(s, nil)
	all := ForgeImport{Remote: "r#main:", Actor: Agent, SourceTool: "t", AskedAt: At(c.Now())}
	keep(all)
	want(s, &all)
	none := ForgeImport{Slugs: []string{}, Error: "why"}
	keep(none)
	if got, err := s.ForgeImport(t.Context()); err != nil || got.Slugs == nil || got.Error != "why" || got.Remote != "" {
		t.Errorf("another one: %+v, %v", got, err)
	}
	file := filepath.Join(t.TempDir(), "copy")
	if err := s.Snapshot(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyFile(t, file, database(dir))
	want(openStore(t, dir, Options{Now: c.Now}), nil)
	for range 2 {
		if err := s.EndForgeImport(t.Context()); err != nil {
			t.Fatal(err)
		}
		want(s, nil)
	}
	if n := number(t, s, "SELECT count(*) FROM events"); n != 0 {
		t.Errorf("%d events", n)
	}
}

func TestUpdateForgeSettings(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	change := func(begins string) Written[ForgeSettings] {
		return must[ForgeSettings](t)(s.UpdateForgeSettings(t.Context(), By{Actor: Owner}, func(f *ForgeSettings) (string, error) {
			f.Branch = new("notes")
			return begins, nil
		}))
	}
	c.advance(time.Hour)
	if change("0 * * * *").EventID == "" {
		t.Error("a change left no event")
	}
	if slot, err := s.Slot(t.Context(), SlotForge, "0 * * * *"); err != nil || !slot.Equal(At(c.Now()).Time) {
		t.Errorf("the schedule begins at %v, %v", slot, err)
	}
	if w, err := s.UpdateForgeSettings(t.Context(), By{Actor: Owner}, func(*ForgeSettings) (string, error) { return "", nil }); err != nil || w.EventID != "" {
		t.Errorf("nothing changed: %+v, %v", w, err)
	}
	if f, err := s.ForgeSettings(t.Context()); err != nil || f.Branch == nil || *f.Branch != "notes" || f.URL != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestAnotherForgeIsMetAnew(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	meet := func(remote string) {
		t.Helper()
		if err := s.MeetForge(t.Context(), remote); err != nil {
			t.Fatal(err)
		}
	}
	meet("a")
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "wiki/a.md", Base: "a", Hash: "1"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepForgeConflict(t.Context(), ForgeConflict{Path: "wiki/b.md", Item: PageURI("b")}); err != nil {
		t.Fatal(err)
	}
	meet("a")
	if n := number(t, s, "SELECT count(*) FROM forge_files") + number(t, s, "SELECT count(*) FROM forge_conflicts"); n != 2 {
		t.Errorf("the same forge: %d of 2 are known", n)
	}
	meet("b")
	if n := number(t, s, "SELECT count(*) FROM forge_files") + number(t, s, "SELECT count(*) FROM forge_conflicts"); n != 0 {
		t.Errorf("another forge: %d are known of the old one", n)
	}
}

func TestPullRecordsWhatIsCommon(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	forge := By{Actor: Agent, SourceTool: "forge"}
	common := ForgeFile{Path: "projects/p/PROGRESS.md", Base: "# P\n", Hash: "h", Block: "b"}
	const text = "# P\n\n<!-- hub:threads -->\n- theirs\n<!-- /hub:threads -->\n"
	first := must[Progress](t)(s.PullProgress(t.Context(), forge, "p", NoRev, text, common))
	if first.EventID == "" || first.Item.Rev != 1 || first.Item.Markdown != "# P\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n" {
		t.Errorf("%+v", first)
	}
	if got, ok, err := s.ForgeFile(t.Context(), common.Path); err != nil || !ok || got != common {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	newer := common
	newer.Base = "newer"
	if _, err := s.PullProgress(t.Context(), forge, "p", NoRev, "b", newer); !isOutdated(err, 1) {
		t.Errorf("against no revision: %v", err)
	}
	if got, _, _ := s.ForgeFile(t.Context(), common.Path); got != common {
		t.Errorf("a refused pull has changed %+v", got)
	}
	page := must[Page](t)(s.PullPage(t.Context(), forge, "a/b", NoRev, "# B\n", ForgeFile{Path: "wiki/a/b.md", Base: "# B\n"}))
	if page.Item.Title != "B" || page.EventID == "" {
		t.Errorf("%+v", page)
	}
	if _, err := s.PullPage(t.Context(), forge, "a/b", 2, "c", ForgeFile{Path: "wiki/a/b.md"}); !isOutdated(err, 1) {
		t.Errorf("against another revision: %v", err)
	}
	if paths, err := s.ForgeFiles(t.Context()); err != nil || len(paths) != 2 {
		t.Errorf("%v, %v", paths, err)
	}
	if err := s.ForgetForgeFile(t.Context(), "wiki/a/b.md"); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := s.ForgeFile(t.Context(), "wiki/a/b.md"); ok {
		t.Error("it was forgotten")
	}
	checkDerived(t, s)
}

func TestResolveAConflict(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putProgress(t, s, "p", "ours\n")
	putPage(t, s, "a/b", "ours\n")
	keep := func(path, item, theirs string) ForgeConflict {
		t.Helper()
		if err := s.KeepForgeConflict(t.Context(), ForgeConflict{Path: path, Item: item, Base: "base\n", Ours: "ours\n", Theirs: theirs}); err != nil {
			t.Fatal(err)
		}
		page, err := s.ForgeConflicts(t.Context(), 0, "")
		if err != nil || len(page.Conflicts) == 0 {
			t.Fatal(page, err)
		}
		return page.Conflicts[0]
	}
	owner := By{Actor: Owner}
	for _, tc := range []struct {
		name, path, item string
		text             func() string
		edit             func(string)
	}{
		{"a progress file", "projects/p/PROGRESS.md", ProgressURI("p"), func() string { return readProgress(t, s, "p").Markdown }, func(text string) { putProgress(t, s, "p", text) }},
		{"a page", "wiki/a/b.md", PageURI("a/b"), func() string { return readPage(t, s, "a/b").Markdown }, func(text string) { putPage(t, s, "a/b", text) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			first := keep(tc.path, tc.item, "theirs, older\n")
			c.advance(time.Hour)
			if again := keep(tc.path, tc.item, "theirs, older\n"); again != first {
				t.Errorf("kept twice: %+v, then %+v", first, again)
			}
			second := keep(tc.path, tc.item, "theirs\n")
			if second.ID == first.ID || second.FoundAt != first.FoundAt {
				t.Errorf("with another text: %+v, then %+v", first, second)
			}
			if _, err := s.ResolveForgeConflict(t.Context(), owner, first.ID, "both\n"); !isMissing(err) || !strings.Contains(err.Error(), "look at it again") || tc.text() != "ours\n" {
				t.Errorf("the forge's text has changed since: %v", err)
			}
			tc.edit("ours, newer\n")
			if _, err := s.ResolveForgeConflict(t.Context(), owner, second.ID, "both\n"); !isConflict(err) {
				t.Errorf("the text has changed since: %v", err)
			}
			page, err := s.ForgeConflicts(t.Context(), 0, "")
			if err != nil || page.Total != 1 || page.Conflicts[0].Ours != "ours, newer\n" || tc.text() != "ours, newer\n" {
				t.Errorf("it shows %+v, %v", page, err)
			}
			first = page.Conflicts[0]
			done := must[ForgeResolved](t)(s.ResolveForgeConflict(t.Context(), owner, first.ID, "both\n"))
			if done.EventID == "" || done.Item != (ForgeResolved{tc.path, tc.item, 3}) || tc.text() != "both\n" {
				t.Errorf("%+v; the text is %q", done, tc.text())
			}
			if f, ok, err := s.ForgeFile(t.Context(), tc.path); err != nil || !ok || f.Base != "theirs\n" || f.Hash != "" {
				t.Errorf("common by now: %+v, %v, %v", f, ok, err)
			}
			if _, err := s.ResolveForgeConflict(t.Context(), owner, first.ID, "again\n"); !isMissing(err) {
				t.Errorf("resolved twice: %v", err)
			}
			if _, err := s.ResolveForgeConflict(t.Context(), owner, first.ID, "\x00"); invalidFields(err) != "markdown" {
				t.Errorf("a bad text: %v", err)
			}
		})
	}
}

func TestListConflicts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, name := range []string{"a", "b", "c"} {
		if err := s.KeepForgeConflict(t.Context(), ForgeConflict{Path: "wiki/" + name + ".md", Item: PageURI(name)}); err != nil {
			t.Fatal(err)
		}
	}
	first, err := s.ForgeConflicts(t.Context(), 2, "")
	if err != nil || len(first.Conflicts) != 2 || first.Total != 3 || first.Conflicts[0].Path != "wiki/c.md" {
		t.Fatalf("%+v, %v", first, err)
	}
	rest, err := s.ForgeConflicts(t.Context(), 2, first.Next)
	if err != nil || len(rest.Conflicts) != 1 || rest.Next != "" || rest.Conflicts[0].Path != "wiki/a.md" {
		t.Errorf("%+v, %v", rest, err)
	}
	if _, err := s.ForgeConflicts(t.Context(), 500, "x"); invalidFields(err) != "limit cursor" {
		t.Errorf("%v", err)
	}
	paths := func() string {
		t.Helper()
		list, err := s.ForgeConflicting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, c := range list {
			paths = append(paths, c.Path)
		}
		return strings.Join(paths, " ")
	}
	if got := paths(); got != "wiki/a.md wiki/b.md wiki/c.md" {
		t.Errorf("got %s", got)
	}
	if err := s.SaveForgeFiles(t.Context(), []ForgeFile{{Path: "wiki/b.md"}}); err != nil {
		t.Fatal(err)
	}
	if got := paths(); got != "wiki/a.md wiki/c.md" {
		t.Errorf("both sides agree on one, and %s remain", got)
	}
	if err := s.CloseForgeConflicts(t.Context(), []string{"wiki/a.md", "wiki/none.md"}); err != nil {
		t.Fatal(err)
	}
	if got := paths(); got != "wiki/c.md" {
		t.Errorf("one was closed, and %s remain", got)
	}
}

// A page is found under the path that it had before, however it was moved.
func TestMovedPage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, path := range []string{"a", "b", "guides", "guides/x", "stays"} {
		putPage(t, s, path, "text\n")
	}
	movePages(t, s, "a", "a2")
	movePages(t, s, "a2", "a3")
	movePages(t, s, "guides", "docs")
	movePages(t, s, "docs/x", "x")
	movePages(t, s, "b", "b2")
	putPage(t, s, "b", "another\n")
	must[Page](t)(s.DeletePage(t.Context(), owner, "b", 0))
	for from, want := range map[string]string{"a": "a3", "a2": "a3", "a3": "", "guides": "docs", "guides/x": "x", "docs/x": "x", "b": "", "stays": "", "none": ""} {
		if to, err := s.MovedPage(t.Context(), from); err != nil || to != want {
			t.Errorf("%s is at %q, want %q: %v", from, to, want, err)
		}
	}
}
