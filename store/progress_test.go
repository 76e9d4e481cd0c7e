package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestAProjectWithoutAProgressFile(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s", inProject("p"))
	generation, events := s.Generation(), len(history(t, s, ""))
	p := readProgress(t, s, "p")
	if p.Rev != 0 || p.Markdown != "" || p.Percent != nil || p.UpdatedAt != nil || p.Links == nil || p.ProjectSlug != "p" {
		t.Errorf("read: %+v", p)
	}
	if page, err := s.ProgressRevisions(t.Context(), "p", 0, ""); err != nil || page.Revisions == nil || page.Total != 0 {
		t.Errorf("revisions: %+v, %v", page, err)
	}
	_, errRead := s.Progress(t.Context(), "pp1")
	_, errAt := s.ProgressAt(t.Context(), "pp1", 1)
	_, errList := s.ProgressRevisions(t.Context(), "pp1", 0, "")
	_, errPut := s.PutProgress(t.Context(), agent, "pp1", 0, "a")
	_, errLog := s.LogProgress(t.Context(), agent, "pp1", LogEntry{Text: "a"}, Policy{})
	for name, err := range map[string]error{"read": errRead, "earlier": errAt, "revisions": errList, "put": errPut, "log": errLog} {
		if !isMissing(err) {
			t.Errorf("%s, unknown project: %v", name, err)
		}
	}
	var nf *NotFoundError
	if _, err := s.PutProgress(t.Context(), agent, "ibox", 0, "a"); !errors.As(err, &nf) || nf.Closest != "" {
		t.Errorf("no project is near: %v", err)
	}
	createProject(t, s, ProjectInput{Slug: Some("alpha")})
	if _, err := s.Progress(t.Context(), "alhpa"); !errors.As(err, &nf) || nf.Closest != "alpha" {
		t.Errorf("closest: %v", err)
	}
	// Neither a read nor a refusal leaves anything behind.
	if s.Generation() != generation+1 || len(history(t, s, "")) != events+1 || number(t, s, "SELECT count(*) FROM progress_files") != 0 {
		t.Error("a read or a refused write left something")
	}
}

func TestPercentCountsTasksOutsideTheBlock(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	const block = "<!-- hub:threads -->\n- [ ] not mine\n<!-- /hub:threads -->\n"
	for _, tc := range []struct {
		name, text string
		want       int // -1: none
	}{
		{"no tasks", "# P\n", -1},
		{"tasks in the block alone", block, -1},
		{"none of two", "- [ ] a\n- [ ] b\n", 0},
		{"one of two and the block", "- [x] a\n\n" + block + "\n- [ ] b\n", 50},
		{"two of three", "- [x] a\n- [X] b\n- [ ] c\n", 66},
		{"all but one of many", strings.Repeat("- [x] a\n", 999) + "- [ ] b\n", 99},
		{"all", "* [x] a\n", 100},
		{"in code", "- [x] a\n\n```\n- [ ] b\n```\n", 100},
	} {
		w := putProgress(t, s, "p", tc.text)
		project, err := s.Project(t.Context(), "p")
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []ProgressState{w.Item.ProgressState, readProgress(t, s, "p").ProgressState, project.Progress} {
			if tc.want < 0 && got.Percent != nil || tc.want >= 0 && (got.Percent == nil || *got.Percent != tc.want) || got.Rev != w.Item.Rev {
				t.Errorf("%s: %+v, want %d", tc.name, got, tc.want)
			}
		}
	}
}

func TestEventsOfAProgressFile(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putProgress(t, s, "p", "- [x] a\n")
	must[Progress](t)(s.LogProgress(t.Context(), agent, "p", LogEntry{Text: "chose SQLite"}, Policy{}))
	page, err := s.Events(t.Context(), EventFilter{Subject: ProgressURI("p")})
	if err != nil || page.Total != 2 {
		t.Fatalf("%+v, %v", page, err)
	}
	logged, put := page.Events[0], page.Events[1]
	if put.Kind != "progress.updated" || string(put.Before) != `{"percent":null,"rev":0}` || string(put.After) != `{"percent":100,"rev":1}` {
		t.Errorf("put: %+v %s %s", put, put.Before, put.After)
	}
	if logged.Kind != "progress.logged" || string(logged.Before) != `{"rev":1}` || string(logged.After) != `{"entry":"chose SQLite","rev":2}` || logged.Also != 0 {
		t.Errorf("logged: %+v %s %s", logged, logged.Before, logged.After)
	}
}

func TestUndoOfAProgressFileWritesTheEarlierText(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	first := putProgress(t, s, "p", "- [x] a [[there]]\n")
	second := putProgress(t, s, "p", "b\n")
	if _, err := s.Undo(t.Context(), owner, first.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo under a newer change: %v", err)
	}
	check := func(name, text string, rev int, tasks bool) {
		t.Helper()
		if got := readProgress(t, s, "p"); got.Markdown != text || got.Rev != rev || tasks != (got.Percent != nil) {
			t.Errorf("%s: %+v", name, got)
		}
		checkDerived(t, s)
	}
	undo := mustUndo(t, s, second.EventID)
	check("undone", "- [x] a [[there]]\n", 3, true)
	undo = mustUndo(t, s, undo)
	check("done again", "b\n", 4, false)
	undo = mustUndo(t, s, undo)
	mustUndo(t, s, undo)
	check("and again", "b\n", 6, false)
	mustUndo(t, s, second.EventID)
	mustUndo(t, s, first.EventID)
	check("as before the first", "", 8, false)
}

func TestProgressFollowsItsProject(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("old"), Title: Some("T")})
	putPage(t, s, "there", "")
	w := putProgress(t, s, "old", "# Kestrel\n[[there]]\n")
	checkFound(t, s, "kestrel", ProgressURI("old"))
	renamed := must[Project](t)(s.UpdateProject(t.Context(), owner, "old", ProjectInput{Slug: Some("new")}))
	for _, slug := range []string{"old", "new"} {
		if got := readProgress(t, s, slug); got.Rev != 1 || got.ProjectSlug != "new" || got.Markdown != w.Item.Markdown {
			t.Errorf("by %s: %+v", slug, got)
		}
		if page, err := s.Events(t.Context(), EventFilter{Subject: ProgressURI(slug)}); err != nil || page.Total != 1 {
			t.Errorf("history by %s: %+v, %v", slug, page, err)
		}
	}
	checkFound(t, s, "kestrel", ProgressURI("new"))
	if got := readPage(t, s, "there").Backlinks; len(got) != 1 || got[0] != (Backlink{ProgressURI("new"), "Kestrel"}) {
		t.Errorf("backlinks: %+v", got)
	}
	must[Progress](t)(s.PutProgress(t.Context(), owner, "old", 1, "# Kestrel\n[[there]] again\n"))
	mustUndo(t, s, renamed.EventID)
	checkFound(t, s, "kestrel", ProgressURI("old"))

	c.advance(time.Minute)
	deleted := must[Project](t)(s.DeleteProject(t.Context(), owner, "old", Guard{}))
	checkFound(t, s, "kestrel")
	checkDerived(t, s)
	if got := readPage(t, s, "there"); len(got.Backlinks) != 0 || got.BacklinkCount != 0 {
		t.Errorf("backlinks of a deleted project: %+v", got.Backlinks)
	}
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo in a deleted project: %v", err)
	}
	mustUndo(t, s, deleted.EventID)
	checkFound(t, s, "kestrel", ProgressURI("old"))
	checkDerived(t, s)
	if got := readProgress(t, s, "old"); got.Rev != 2 || got.Markdown != "# Kestrel\n[[there]] again\n" {
		t.Errorf("back again: %+v", got)
	}
}

func TestAProgressFileOfADeletedProjectIsNoOneElses(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	first := putProgress(t, s, "p", "the first\n")
	must[Project](t)(s.DeleteProject(t.Context(), owner, "p", Guard{}))
	createProject(t, s, ProjectInput{Slug: Some("p")})
	if got := readProgress(t, s, "p"); got.Rev != 0 || got.Markdown != "" {
		t.Errorf("a new project of the same name: %+v", got)
	}
	putProgress(t, s, "p", "the second\n")
	var conflict *ConflictError
	if _, err := s.Undo(t.Context(), owner, first.EventID, Guard{}); !errors.As(err, &conflict) || !strings.Contains(fmt.Sprint(err), "deleted") {
		t.Errorf("undo: %v", err)
	}
	if got := readProgress(t, s, "p"); got.Markdown != "the second\n" {
		t.Errorf("after a refused undo: %+v", got)
	}
}

// A bare progress file is what its people wrote, and costs no look at the threads.
func TestBareProgress(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "open the till", inProject("shop"))
	const text = "# Shop\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n\n- [ ] see [[till]]\n"
	if _, err := s.PutProgress(t.Context(), owner, "shop", 0, text); err != nil {
		t.Fatal(err)
	}
	shown, err := s.Progress(t.Context(), "shop")
	if err != nil || !strings.Contains(shown.Markdown, th.ID) || len(shown.Links) != 1 {
		t.Fatalf("%+v %v", shown, err)
	}
	bare, err := s.BareProgress(t.Context(), "shop")
	if err != nil || bare.Markdown != text || bare.Rev != shown.Rev || bare.Links != nil || bare.Threads != "" {
		t.Errorf("%+v %v", bare, err)
	}
	if _, err := s.BareProgress(t.Context(), "none"); !isMissing(err) {
		t.Errorf("error %v", err)
	}
	w, err := s.LogProgress(t.Context(), agent, "shop", LogEntry{Text: "opened", Bare: true}, Policy{})
	if err != nil || strings.Contains(w.Item.Markdown, th.ID) || !strings.Contains(w.Item.Markdown, "opened") || w.Item.Rev != bare.Rev+1 {
		t.Errorf("%+v %v", w.Item, err)
	}
}
